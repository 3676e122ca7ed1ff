#!/usr/bin/python3
"""Computes the experiment of Versaci 2013 (OutFlank routing) anew with configs/outflank/table2.ini.

ABR, POR and OFR under five patterns on the 8x8x8 (transposition: 8x8x16) and the 16x16x16 torus.
report.md has Tables 2 and 3 beside the paper's and compares mean lifetimes with those that the
author published (tests/data/outflank/lifetimes.csv); figure4.png and figure5.png have the paper's
figures, table2.csv, table3.csv, comparison.csv and settings.csv the numbers. A run is one row of
its own in the folder runs/, and is given up where the mean lifetime is certain to be beyond 1.25
times the limit of the pattern. By default the limits of Table 2 are searched by bisection. With
other ties than the paper's, or on routers with credits (configs/outflank/credit.ini), the names of
files show it: runs_split.csv, runs_plus_credits.csv. Exits with 1 where an entry of Table 2 or a
lifetime is not the author's.
"""
import concurrent.futures
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import figures
import report
from results import (GIVE_UP, LIFETIME_LIMIT_US, PATTERNS, ROUTERS, ROUTINGS, SIZES, TIES, Setting,
                     dimensions_of, is_sustained, loads_of, ours, paper_limit, series_of)
from study import Study, concatenate


def name_of(setting, series, load):
    k, pattern, routing = series
    return f"{setting.name}/{dimensions_of(k, pattern)}_{pattern}_{routing}_{load / 100:.2f}"


def simulate(study, setting, series, load):
    """The run at a load."""
    k, pattern, routing = series
    router = ROUTERS[setting.router]
    limit = 1000 * GIVE_UP * LIFETIME_LIMIT_US[k, pattern] / router.cycle_ns
    path = study.run("sweep", router.config, name_of(setting, series, load),
                     f"routing.ties={setting.ties}",
                     f"topology.dimensions={dimensions_of(k, pattern)}",
                     f"routing.algorithm={routing}",
                     f"traffic.pattern={pattern}", f"traffic.load={load / 100:g}",
                     f"run.latency_limit_cycles={limit:.0f}", "-j", "1")
    return ours(path).of(series)[load]


def all_loads(series_list):
    """Every (series, load), the longest runs first: large networks under high load."""
    pairs = [(series, load) for series in series_list for load in loads_of(series[1])]
    nodes = {"8x8x8": 512, "8x8x16": 1024, "16x16x16": 4096}
    return sorted(pairs, key=lambda pair: (-nodes[dimensions_of(*pair[0][:2])], -pair[1]))


def find_limit(series, run):
    """Gamma* by bisection over the loads, given that lifetimes rise with the load. Begins with the
    paper's, so that two runs do where it is right. `run(load)` simulates."""
    loads = list(loads_of(series[1]))
    sustained, beyond = -1, len(loads)  # positions
    probe, first = loads.index(paper_limit(*series)), True
    while beyond - sustained > 1:
        if is_sustained(series, run(loads[probe])):
            sustained, neighbour = probe, probe + 1
        else:
            beyond, neighbour = probe, probe - 1
        probe = neighbour if first else (sustained + beyond) // 2
        first = False
    return loads[sustained] if sustained >= 0 else 0


def perform(jobs, threads):
    """Does all jobs; after an interrupt or a failure none is begun any more."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(*job) for job in jobs]
        try:
            for future in concurrent.futures.as_completed(futures):
                future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def finished(study, setting):
    """The files of all finished runs, whichever call made them."""
    paths = [study.path(name_of(setting, series, load)) for series in series_of()
             for load in loads_of(series[1])]
    return [path for path in paths if path.exists()
            and not path.with_name(path.name + ".partial").exists()]


def add_options(parser):
    parser.add_argument("--full", action="store_true",
                        help="every load, not only what Table 2 needs")
    parser.add_argument("--ties", choices=TIES, default=TIES[0],
                        help="half way round a ring (default: as the paper)")
    parser.add_argument("--router", choices=ROUTERS, default=next(iter(ROUTERS)),
                        help="(default: as the paper)")
    parser.add_argument("--k", type=int, choices=SIZES, help="networks of this size only")
    parser.add_argument("--pattern", action="append", choices=PATTERNS,
                        help="this pattern only; may be repeated")
    parser.add_argument("--routing", action="append", choices=ROUTINGS,
                        help="this routing only; may be repeated")


def main():
    study = Study("outflank", __doc__, add_options)
    options, setting = study.options, Setting(study.options.ties, study.options.router)
    series_list = [series for series in series_of((options.k,) if options.k else SIZES)
                   if series[1] in (options.pattern or PATTERNS)
                   and series[2] in (options.routing or ROUTINGS)]
    (study.out / setting.name).mkdir(exist_ok=True)
    if options.full:
        jobs = [(simulate, study, setting, *pair) for pair in all_loads(series_list)]
    else:
        jobs = [(find_limit, series, lambda load, series=series: simulate(study, setting, series,
                                                                          load))
                for series in sorted(series_list, key=lambda series: -series[0])]
    perform(jobs, int(options.threads or os.cpu_count()))
    concatenate(finished(study, setting), setting.table(study.out))
    figures.write(study.out)
    return report.write(study)


if __name__ == "__main__":
    sys.exit(main())
