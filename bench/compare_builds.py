#!/usr/bin/python3
"""Compares the speed of two builds.

Runs bench/step_bench of both alternately on one core, since the speed of a machine drifts. Prints
for each scenario the ns per flit-hop of both and the ratio NEW / OLD of each pair of runs: the
median and, in brackets, the quartiles; writes the same to ratios.csv in out/compare_builds/ or OUT.
Quote medians, and only if the quartiles are closer than the claimed difference. Takes some minutes
per pair with all scenarios.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "studies" / "common"))
from pairs import ratios, rounded, spread
from study import markdown, write_rows

COST = "ns_per_flit_hop"


def measure(build, options):
    """ns per flit-hop by scenario."""
    done = subprocess.run(["taskset", "-c", str(options.cpu), build / "bench" / "step_bench",
                           f"--benchmark_filter={options.only}", "--benchmark_min_time=0.3",
                           "--benchmark_format=json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return {run["name"]: run[COST] for run in json.loads(done.stdout)["benchmarks"] if COST in run}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path, help="folder of a build, such as ../before/build")
    parser.add_argument("new", type=pathlib.Path, help="another")
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out"
                        / "compare_builds")
    parser.add_argument("-n", dest="pairs", type=int, default=7,
                        help="pairs (default: %(default)s)")
    parser.add_argument("--only", default=".", metavar="REGEX",
                        help="scenarios whose names contain it (default: all)")
    parser.add_argument("--cpu", type=int, default=0, help="the core (default: %(default)s)")
    options = parser.parse_args()
    for build in (options.old, options.new):
        if not os.access(build / "bench" / "step_bench", os.X_OK):
            parser.error(f"{build}/bench/step_bench: not there; scripts/build.sh step_bench makes "
                         "it")
    pairs = []
    for pair in range(options.pairs):  # alternating order, so that neither has an advantage
        order = [options.old, options.new] if pair % 2 == 0 else [options.new, options.old]
        found = {build: measure(build, options) for build in order}
        pairs.append((found[options.old], found[options.new]))
        print(f"pair {pair + 1} of {options.pairs}", file=sys.stderr)
    rows = ratios(pairs, "old", "new")
    if not rows:
        sys.exit(f"no scenario in common with a name that has {options.only!r}")
    options.out.mkdir(parents=True, exist_ok=True)
    write_rows(options.out / "ratios.csv", rounded(rows))
    print(markdown(["scenario", "ns per flit-hop, old", "new", "new / old"],
                   [[row["scenario"], f"{row['old_ns']:.1f}", f"{row['new_ns']:.1f}", spread(row)]
                    for row in rows]))


if __name__ == "__main__":
    main()
