#!/usr/bin/python3
"""Simulates the latency curves of scripts/study_adaptive_tori.sh: of each routing and pattern in saturation_K.csv
the points at fixed shares of its largest stable load, so that each curve reaches its knee. They are collected in
curves_K.csv.

usage: scripts/adaptive_tori_curves.py ORTHANT OUT K [KEY=VALUE]... [-j N]
"""

import argparse
import pathlib
import subprocess
import sys

from reports import read_rows

CONFIG = pathlib.Path(__file__).resolve().parent.parent / "configs" / "adaptive_tori.ini"
SHARES = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("k")
    parser.add_argument("keys", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("-j", metavar="N")
    options = parser.parse_args()
    k, folder = options.k, options.folder / "curves"
    folder.mkdir(exist_ok=True)
    lines = []
    for row in read_rows(options.folder / f"saturation_{k}.csv"):
        path = folder / f"{k}_{row['pattern']}_{row['routing']}.csv"
        loads = ",".join(f"{share * float(row['saturation_load']):.4f}" for share in SHARES)
        done = subprocess.run([options.orthant, "sweep", str(CONFIG), f"topology.dimensions={k}x{k}x{k}", *options.keys,
                               f"traffic.pattern={row['pattern']}", f"routing.algorithm={row['routing']}",
                               f"traffic.load={loads}", *(["-j", options.j] if options.j else []), "-o", str(path)])
        if done.returncode != 0:
            return done.returncode
        header, *rows = path.read_text(encoding="utf-8").splitlines()
        lines += rows if lines else [header, *rows]
    (options.folder / f"curves_{k}.csv").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
