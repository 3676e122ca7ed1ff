#!/usr/bin/env python3
"""Measures the speedup of a simulation on several threads while --busy other programs run, at equal
priority and at a higher one (--nice). Runs with one thread and with several alternate. Prints a
Markdown table with one line per network and number of busy programs: medians in million flit-hops
per second, their ratio, and the slowest run on several threads relative to the median on one. With
--beside N, each run is replaced by N concurrent ones.

example:
  bench/threads.py build/orthant --rounds 9
"""
import argparse
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

# Dimensions, load as a share of capacity, cycles: half a second each on one thread of an idle core.
SIZES = {"8x8": (0.3, 100_000), "16x16x16": (0.18, 2_000), "32x32x32": (0.18, 60)}
CONFIG = """[topology]
kind = torus
[routing]
algorithm = dor
dor.dateline = static
[router]
vcs = 2
injection_vcs = 2
[traffic]
pattern = uniform
packet_flits = 8
load_unit = capacity
[run]
warmup_cycles = 60
drain_cycles = 1
"""
BUSY = "while True: pass"


def start(options, folder, size, threads, nice, number):
    load, cycles = SIZES[size]
    timing = pathlib.Path(folder, f"timing{number}.csv")
    keys = [f"topology.dimensions={size}", f"traffic.load={load}",
            f"run.measure_cycles={round(cycles * options.length)}"]
    words = ["--threads-per-run", str(threads), "--timing", str(timing), "-o",
             f"{folder}/row{number}.csv", "--overwrite", "-q"]
    run = subprocess.Popen(["nice", "-n", str(nice), options.orthant, "run", f"{folder}/net.ini",
                            *keys, *words],
                           # The drain is intentionally too short.
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return run, timing


def speeds(options, folder, size, threads, nice):
    """Speeds of concurrent runs."""
    found = []
    for run, timing in [start(options, folder, size, threads, nice, number)
                        for number in range(options.beside)]:
        run.wait()
        with open(timing, encoding="utf-8") as file:
            found.append(float(next(csv.DictReader(file))["flit_hops_per_second"]) / 1e6)
        timing.unlink()
    return found


def measure(options, folder, size, nice):
    one, several = [], []
    for _ in range(options.rounds):
        one += speeds(options, folder, size, 1, nice)
        several += speeds(options, folder, size, options.threads, nice)
    alone = statistics.median(one)
    together = statistics.median(several)
    return f"{alone:.2f} | {together:.2f} | {together / alone:.2f} | {min(several) / alone:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant", help="the command")
    parser.add_argument("--rounds", type=int, default=9, metavar="N",
                        help="runs of each (default 9)")
    parser.add_argument("--threads", type=int, default=2, metavar="N",
                        help="threads of a run (default 2)")
    parser.add_argument("--busy", default="0,1,2", metavar="N,...",
                        help="numbers of busy programs (default 0,1,2)")
    parser.add_argument("--nice", default="0,10", metavar="N,...",
                        help="priority advantage of busy programs (default 0,10)")
    parser.add_argument("--only", default=",".join(SIZES), metavar="SIZE,...",
                        help="networks (default all)")
    parser.add_argument("--beside", type=int, default=1, metavar="N",
                        help="concurrent runs (default 1)")
    parser.add_argument("--length", type=float, default=1, metavar="X",
                        help="factor for the number of cycles (default 1)")
    options = parser.parse_args()
    options.orthant = str(pathlib.Path(options.orthant).resolve())
    counts = [int(word) for word in options.busy.split(",")]
    priorities = sorted(int(word) for word in options.nice.split(","))
    print(f"| torus | busy programs | priority | one thread | {options.threads} threads | times | "
          f"slowest |\n"
          "|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "net.ini").write_text(CONFIG, encoding="utf-8")
        for size in options.only.split(","):
            for count in counts:
                for nice in priorities if count else priorities[:1]:
                    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
                    try:
                        cells = measure(options, folder, size, nice)
                    finally:
                        for program in busy:
                            program.kill()
                            program.wait()
                    priority = f"higher by {nice}" if nice else "the same" if count else "-"
                    print(f"| {size} | {count} | {priority} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
