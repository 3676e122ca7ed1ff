#!/usr/bin/env python3
"""Compares the speed of a simulation with one thread, with several threads, and with as many MPI
ranks, on tori of several sizes; runs alternate. Prints medians in million flit-hops per second as a
Markdown table.

example:
  bench/ranks.py build/orthant --rounds 3 --threads 2
"""
import argparse
import csv
import pathlib
import statistics
import subprocess
import tempfile

# Dimensions, load as a share of the capacity, cycles: some seconds each.
SIZES = [("8x8", 0.3, 400_000), ("32x32", 0.3, 40_000), ("16x16x16", 0.18, 6_000),
         ("32x32x32", 0.18, 800)]
CONFIG = """[topology]
kind = torus
[routing]
algorithm = dor
[traffic]
pattern = uniform
packet_flits = 8
load_unit = capacity
[run]
warmup_cycles = 100
drain_cycles = 1
"""


def speed(before, binary, folder, size, threads):
    dimensions, load, cycles = size
    timing = pathlib.Path(folder, "timing.csv")
    subprocess.run([*before, binary, "run", f"{folder}/net.ini",
                    f"topology.dimensions={dimensions}", f"traffic.load={load}",
                    f"run.measure_cycles={cycles}", "--threads-per-run", str(threads), "--timing",
                    str(timing), "--overwrite",
                    # The drain is intentionally too short.
                    "-q", "-o", f"{folder}/row.csv"], check=False, capture_output=True)
    with open(timing, encoding="utf-8") as file:
        return float(next(csv.DictReader(file))["flit_hops_per_second"]) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant", help="the command")
    parser.add_argument("--rounds", type=int, default=3, metavar="N",
                        help="runs of each (default 3)")
    parser.add_argument("--threads", type=int, default=2, metavar="N",
                        help="threads, or ranks (default 2)")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.orthant).resolve())
    mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "core", "-n",
              str(options.threads)]
    settings = [([], 1), ([], options.threads), (mpirun, 1)]
    print(f"| torus | one | {options.threads} threads | {options.threads} ranks "
          f"|\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "net.ini").write_text(CONFIG, encoding="utf-8")
        for size in SIZES:
            rounds = [[speed(before, binary, folder, size, threads) for before, threads in settings]
                      for _ in range(options.rounds)]
            one, *others = (statistics.median(column) for column in zip(*rounds))
            cells = " | ".join(f"{other:.1f}, {other / one:.2f} times" for other in others)
            print(f"| {size[0]}, {size[1]} | {one:.1f} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
