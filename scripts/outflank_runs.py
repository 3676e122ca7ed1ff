#!/usr/bin/python3
"""Simulates the runs of Versaci 2013 for scripts/reproduce_outflank.sh, several at a time, and collects their
rows in runs.csv. A run is one row of its own in the folder runs/; what is there is kept. With other ties than
the paper's, or on routers with credits, both names say so: runs_split.csv, runs_plus_credits.csv.

usage: scripts/outflank_runs.py ORTHANT OUT [--full] [--ties RULE] [--router MODEL] [--k 8|16]
           [--pattern NAME]... [--routing NAME]... [-j N]
"""

import argparse
import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from outflank_results import (GIVE_UP, LIFETIME_LIMIT_US, PATTERNS, ROOT, ROUTERS, ROUTINGS, SIZES, TIES, Setting,
                              dimensions_of, first_guess, is_sustained, loads_of, ours, series_of)


class Stopped(Exception):
    """Runs were interrupted."""


class Simulator:
    """Runs `orthant` for single points."""

    def __init__(self, orthant, folder, setting=Setting()):
        self.orthant, self.folder, self.setting = orthant, folder, setting
        self.stopped = threading.Event()
        self.lock, self.children, self.finished = threading.Lock(), set(), 0

    def path(self, series, load):
        k, pattern, routing = series
        return self.folder / f"{dimensions_of(k, pattern)}_{pattern}_{routing}_{load / 100:.2f}.csv"

    def run(self, series, load):
        """The run at a load; throws Stopped after an interrupt, CalledProcessError where it failed."""
        k, pattern, routing = series
        path = self.path(series, load)
        router = ROUTERS[self.setting.router]
        limit = 1000 * GIVE_UP * LIFETIME_LIMIT_US[k, pattern] / router.cycle_ns
        words = [self.orthant, "sweep", str(ROOT / "configs" / "outflank" / router.config),
                 f"routing.ties={self.setting.ties}", f"topology.dimensions={dimensions_of(k, pattern)}",
                 f"routing.algorithm={routing}", f"traffic.pattern={pattern}",
                 f"traffic.load={load / 100:g}", f"run.latency_limit_cycles={limit:.0f}",
                 "-j", "1", "-q", "-o", str(path)]
        begun = time.monotonic()
        with self.lock:
            if self.stopped.is_set():
                raise Stopped
            child = subprocess.Popen(words)
            self.children.add(child)
        code = child.wait()
        with self.lock:
            self.children.discard(child)
            self.finished += 1
            done = self.finished
        if self.stopped.is_set():
            raise Stopped
        if code != 0:
            raise subprocess.CalledProcessError(code, words)
        run = ours(path).of(series)[load]
        print(f"{done:4d}  {path.stem}  {run.lifetime_us:.2f} us, {time.monotonic() - begun:.0f} s",
              file=sys.stderr)
        return run

    def stop(self):
        with self.lock:
            self.stopped.set()
            for child in self.children:
                child.terminate()


# ---- which runs --------------------------------------------------------------------------------

def all_loads(series_list):
    """Every (series, load), the longest runs first: large networks under high load."""
    pairs = [(series, load) for series in series_list for load in loads_of(series[1])]
    nodes = {"8x8x8": 512, "8x8x16": 1024, "16x16x16": 4096}
    return sorted(pairs, key=lambda pair: (-nodes[dimensions_of(*pair[0][:2])], -pair[1]))


def find_limit(series, run, guess):
    """Gamma* by bisection over the loads, given that lifetimes rise with the load. Begins with a guess, so that
    two runs do where it is right. `run(load)` simulates."""
    loads = list(loads_of(series[1]))
    sustained, beyond = -1, len(loads)  # positions
    probe, first = loads.index(guess), True
    while beyond - sustained > 1:
        if is_sustained(series, run(loads[probe])):
            sustained, neighbour = probe, probe + 1
        else:
            beyond, neighbour = probe, probe - 1
        probe = neighbour if first else (sustained + beyond) // 2
        first = False
    return loads[sustained] if sustained >= 0 else 0


def quick_jobs(series_list, simulator):
    """Functions to be called, the longest first: each finds one entry of Table 2."""
    def job(series):
        find_limit(series, lambda load: simulator.run(series, load), first_guess(series, simulator.setting))

    slowest = list(ROUTINGS)[::-1]
    ordered = sorted(series_list, key=lambda series: (-series[0], slowest.index(series[2])))
    return [lambda series=series: job(series) for series in ordered]


def full_jobs(series_list, simulator):
    return [lambda series=series, load=load: simulator.run(series, load)
            for series, load in all_loads(series_list)]


# ---- doing them --------------------------------------------------------------------------------

def perform(jobs, threads, simulator):
    """Does all jobs; after an interrupt or a failure none is begun any more and those under way are stopped."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(job) for job in jobs]
        try:
            for future in concurrent.futures.as_completed(futures):
                future.result()
        except BaseException:
            simulator.stop()
            for future in futures:
                future.cancel()
            raise


def collect(folder, series_list):
    """The text of one table of all finished runs, whichever call made them."""
    lines = []
    simulator = Simulator(None, folder)
    for series in series_list:
        for load in loads_of(series[1]):
            path = simulator.path(series, load)
            if path.exists() and not path.with_name(path.name + ".partial").exists():
                header, *rows = path.read_text(encoding="utf-8").splitlines()
                lines += rows if lines else [header, *rows]
    return "".join(line + "\n" for line in lines)


def interrupt(*_):
    raise KeyboardInterrupt


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant", help="the program")
    parser.add_argument("folder", type=pathlib.Path, help="folder of the results")
    parser.add_argument("--full", action="store_true", help="every load, not only what Table 2 needs")
    parser.add_argument("--ties", choices=TIES, default=TIES[0], help="half way round a ring (default: as the paper)")
    parser.add_argument("--router", choices=ROUTERS, default=next(iter(ROUTERS)), help="(default: as the paper)")
    parser.add_argument("--k", type=int, choices=SIZES, help="networks of this size only")
    parser.add_argument("--pattern", action="append", choices=PATTERNS, help="this pattern only; may be repeated")
    parser.add_argument("--routing", action="append", choices=ROUTINGS, help="this routing only; may be repeated")
    parser.add_argument("-j", type=int, default=os.cpu_count(), metavar="N", help="runs at a time")
    return parser.parse_args()


def main():
    options = read_options()
    series_list = [series for series in series_of((options.k,) if options.k else SIZES)
                   if series[1] in (options.pattern or PATTERNS) and series[2] in (options.routing or ROUTINGS)]
    if not os.access(options.orthant, os.X_OK):
        print(f"{options.orthant}: no such program; scripts/build.sh orthant builds it", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, interrupt)
    setting = Setting(options.ties, options.router)
    runs = options.folder / setting.name
    runs.mkdir(parents=True, exist_ok=True)
    simulator = Simulator(options.orthant, runs, setting)
    jobs = (full_jobs if options.full else quick_jobs)(series_list, simulator)
    try:
        perform(jobs, options.j, simulator)
    except (KeyboardInterrupt, Stopped):
        print("interrupted; the same command again goes on", file=sys.stderr)
        return 130
    except subprocess.CalledProcessError as error:
        print(f"failed: {' '.join(error.cmd)}", file=sys.stderr)
        if error.returncode == 2:
            print(f"results of an earlier version are not continued: remove {options.folder}",
                  file=sys.stderr)
        return error.returncode
    setting.table(options.folder).write_text(collect(runs, series_of()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
