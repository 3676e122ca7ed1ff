#!/usr/bin/python3
"""How often do the 95 % confidence intervals of the mean latency hold the true mean?

Simulates points below, near and at the knee (POINTS) with many seeds, and each with a few runs whose window is 100
times longer. Of the seeds with a stable verdict it counts how many intervals (`latency_ci95`) hold the true mean, the
mean over all packets of the long runs that stayed stable, or what theory says where a point is a single queue; beside
it the same for the method used before, the most batches out of 30, 24 and 20 whose means have a lag-1 correlation below
0.2. Seeds that are saturated or unfinished are
reported apart. What a window selected by its verdict can know at most is the mean of such windows: the last columns
give the distance of their mean from the true mean, and how often intervals hold their mean instead.

Writes windows.csv, long.csv, intervals.md and intervals.png into out/intervals/ or OUT; intervals.md is also printed.
What was interrupted goes on where it was. Needs a built tree (scripts/build.sh orthant). 1000 seeds take some two
hours of a core, --quick less than a minute.

usage: scripts/study_intervals.py [-j N] [--seeds N] [--long-runs N] [--points NAME,NAME] [--quick] [OUT]
"""

import argparse
import concurrent.futures
import math
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

import numpy as np
import pandas as pd

from pictures import light_grid, plt, save, set_style
from reports import markdown

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOMINAL = 0.95
BATCHES = 480
OLD_BATCHES = {30: 2.045229642132703, 24: 2.0686576104190406, 20: 2.093024054408263}  # with t
LONGER = 100  # the windows of the long runs
FIRST_LONG_SEED = 1_000_001
CHUNK = 10  # seeds of a process
MERGE = ROOT / "configs" / "validation" / "merge_on_a_line.txt"
# With every VC for injection and the classes of `crossing` the demo network gives way from 0.48 on.
CROWDED = ("router.injection_vcs=all", "router.selection=first", "routing.dor.dateline=crossing")
SPACIOUS = ("router.injection_vcs=2", "router.selection=most_free", "routing.dor.dateline=static")


class Point(NamedTuple):
    name: str
    label: str
    config: str
    overrides: tuple
    warmup: int
    window: int
    truth_of: str = ""  # the point whose long runs are taken; empty: its own
    share: float = 1  # of the seeds
    theory: float = math.nan  # the true mean where it is known: no long runs


def demo(name, label, routing, load, *overrides, window=20_000, **options):
    return Point(name, label, "demo.ini", (f"routing.algorithm={routing}", f"traffic.load={load}", *overrides), 5_000,
                 window, **options)


def queue(load, window=20_000):
    """A node that sends to itself, 10 cycles away: Geo/D/1, Bernoulli arrivals and a fixed service of 8 cycles."""
    flits = 8
    mean = 10 + load * (flits - 1) / (2 * (1 - load))
    return demo(f"queue_{load:.2f}_{window}", f"one queue {load}" + ("" if window == 20_000 else f", window {window:,}"),
                "dor", load, "traffic.load_unit=flits", "topology.dimensions=1", "traffic.self=yes",
                "router.buffer_flits=16", window=window, theory=mean)


def merge(load, window):
    """Two flows of single flits on a line, to its last node, that share a channel: at most one flit of each comes in a
    cycle, so that a flit waits load / 4 (1 - load) cycles in the mean."""
    return Point(f"merge_{load:.1f}_{window}", f"merge {load}, window {window:,}", "demo.ini",
                 ("routing.algorithm=dor", "topology.kind=mesh", "topology.dimensions=3", "traffic.pattern=matrix",
                  f"traffic.file={MERGE}", "traffic.packet_flits=1", "traffic.load_unit=flits",
                  f"traffic.load={load / 2}", "router.buffer_flits=32", "router.injection_vcs=all"),
                 5_000, window, theory=6 + load / (4 * (1 - load)))


POINTS = [
    *(merge(load, window) for load in (0.4, 0.6, 0.8) for window in (4_000, 20_000)),
    demo("dor_020", "dor 0.2", "dor", 0.2, *CROWDED),
    demo("dor_042_short", "dor 0.42, window 4,000", "dor", 0.42, *CROWDED, window=4_000),
    demo("dor_046", "dor 0.46", "dor", 0.46, *CROWDED),
    demo("dor_048", "dor 0.48, crowded", "dor", 0.48, *CROWDED),
    demo("dor_048_long", "dor 0.48, crowded, window 200,000", "dor", 0.48, *CROWDED, window=200_000,
         truth_of="dor_048", share=0.25),
    demo("dor_048_spacious", "dor 0.48", "dor", 0.48, *SPACIOUS),
    Point("bursty", "bursty 0.3", "bursty.ini", ("traffic.burst_flits=128", "traffic.load=0.3"), 10_000, 50_000),
    demo("minimal_055", "minimal adaptive 0.55", "minimal_adaptive", 0.55, *CROWDED[:2]),
    demo("output_queued", "output-queued 0.45", "dor", 0.45, "router.model=output_queued", "router.vcs=1",
         "router.switching=store_and_forward", "router.flow_control=bubble"),
    queue(0.5), queue(0.8), queue(0.8, window=2_000), queue(0.9), queue(0.95), queue(0.95, window=200_000),
]


def simulate(orthant, point, seed, repetitions, window, folder, *words):
    """The rows of runs of one point."""
    output = pathlib.Path(folder, "rows.csv")
    command = [orthant, "run", ROOT / "configs" / point.config, *point.overrides, f"run.measure_cycles={window}",
               f"run.seed={seed}", f"run.repetitions={repetitions}", *words, "-o", output, "-q", "-j", "1"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 3):  # 3: unfinished
        raise SystemExit(f"study_intervals.py: {point.name}, seed {seed}: {done.stderr.strip()}")
    rows = pd.read_csv(output)
    return rows[["seed", "verdict", "latency_mean", "latency_ci95", "packets"]].assign(point=point.name)


def batch_sums(packets, point, seeds):
    """Numbers of packets and sums of their latencies, [seed][batch], from the file of packets."""
    table = pd.read_csv(packets, usecols=["seed", "birth", "latency"])
    batch = ((table["birth"] - point.warmup) * BATCHES // point.window).astype(int)
    cell = np.searchsorted(seeds, table["seed"]) * BATCHES + batch
    shape = (len(seeds), BATCHES)
    counts = np.bincount(cell, minlength=shape[0] * BATCHES).reshape(shape)
    return counts, np.bincount(cell, table["latency"], minlength=shape[0] * BATCHES).reshape(shape)


def lag1(values):
    deviations = values - values.mean()
    return (deviations[1:] * deviations[:-1]).sum() / (deviations**2).sum()


def old_half_width(counts, sums):
    """Of one window, by the method used before; nan where it gave none."""
    for batches, t in OLD_BATCHES.items():
        packets = counts.reshape(batches, -1).sum(1)
        if packets.min() == 0:
            continue
        means = sums.reshape(batches, -1).sum(1) / packets
        if lag1(means) < 0.2:
            return t * means.std(ddof=1) / math.sqrt(batches)
    return math.nan


def window_rows(orthant, point, seed, repetitions):
    with tempfile.TemporaryDirectory() as folder:
        packets = pathlib.Path(folder, "packets.csv")
        rows = simulate(orthant, point, seed, repetitions, point.window, folder, f"output.packets={packets}")
        counts, sums = batch_sums(packets, point, rows["seed"].to_numpy())
    stable = rows["verdict"] == "stable"
    rows["old_half_width"] = [old_half_width(*both) if is_stable else math.nan
                              for is_stable, *both in zip(stable, counts, sums)]
    return rows


def long_rows(orthant, point, seed, longer):
    with tempfile.TemporaryDirectory() as folder:
        return simulate(orthant, point, seed, 1, longer * point.window, folder)


def kept(path, make, *arguments):
    """Makes a part of the study once."""
    if not path.exists():
        rows = make(*arguments)
        partial = path.with_suffix(f".{os.getpid()}.tmp")
        rows.to_csv(partial, index=False)
        partial.rename(path)
    return pd.read_csv(path)


def simulate_all(options):
    """The tables of windows and of long runs."""
    parts = options.out / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    longer = 10 if options.quick else LONGER
    simulated = {wanted.truth_of or wanted.name for wanted in options.points if math.isnan(wanted.theory)}
    long_jobs = [(parts / f"{point.name}.long{longer}.{run}.csv", long_rows, options.orthant, point,
                  FIRST_LONG_SEED + run, longer)
                 for run in range(options.long_runs) for point in POINTS if point.name in simulated]
    window_jobs = [(parts / f"{point.name}.{seed}.csv", window_rows, options.orthant, point, seed, CHUNK)
                   for seed in range(1, options.seeds + 1, CHUNK) for point in options.points
                   if seed <= max(CHUNK, options.seeds * point.share)]
    with concurrent.futures.ThreadPoolExecutor(options.threads) as pool:
        jobs = [pool.submit(kept, *job) for job in long_jobs + window_jobs]
        try:
            tables = [job.result() for job in jobs]
        finally:
            pool.shutdown(cancel_futures=True)
    windows = pd.concat(tables[len(long_jobs):])
    return windows, pd.concat(tables[:len(long_jobs)]) if long_jobs else windows.iloc[:0]


def pooled_mean(rows):
    return (rows["latency_mean"] * rows["packets"]).sum() / rows["packets"].sum()


def wilson(hits, n):
    """95 % interval of a share (Wilson 1927)."""
    z = 1.959963984540054
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    return min(middle - half, hits / n), max(middle + half, hits / n)  # equal at 0 and 1 but for rounding


def share_that_holds(rows, half_width, mean):
    """(share, low, high, intervals) of the rows that have an interval."""
    given = rows[rows[half_width].notna()]
    if given.empty:
        return math.nan, math.nan, math.nan, 0
    hits = int((abs(given["latency_mean"] - mean) <= given[half_width]).sum())
    return hits / len(given), *wilson(hits, len(given)), len(given)


def judge(point, windows, long_runs):
    rows = windows[windows["point"] == point.name]
    whole = long_runs[long_runs["point"] == (point.truth_of or point.name)]
    lasting = whole[whole["verdict"] == "stable"]
    stable = rows[rows["verdict"] == "stable"]
    truth = pooled_mean(lasting) if math.isnan(point.theory) else point.theory
    return {"point": point, "seeds": len(rows), "stable": len(stable),
            "unfinished": int((rows["verdict"] == "unfinished").sum()),
            "saturated": int((rows["verdict"] == "saturated").sum()),
            "long": len(whole), "lasting": len(lasting), "truth": truth,
            "spread": lasting["latency_mean"].max() - lasting["latency_mean"].min(),
            "new": share_that_holds(stable, "latency_ci95", truth),
            "old": share_that_holds(stable, "old_half_width", truth),
            "width": stable["latency_ci95"].mean(), "deviation": stable["latency_mean"].std(),
            "bias": stable["latency_mean"].mean() - truth,
            "selected": share_that_holds(stable, "latency_ci95", stable["latency_mean"].mean())}


def share_text(share):
    value, low, high, intervals = share
    return f"{value:.3f} ({low:.3f} to {high:.3f})" if intervals else "-"


def tables(judged):
    first = [[r["point"].label, r["seeds"], r["stable"], r["unfinished"], r["saturated"], r["stable"] - r["new"][3],
              share_text(r["new"]), r["stable"] - r["old"][3], share_text(r["old"])] for r in judged]
    second = [[r["point"].label, f"{r['lasting']} of {r['long']}" if r["long"] else "theory", f"{r['truth']:.2f}",
               f"{r['spread']:.2f}" if r["long"] else "-", f"{r['width']:.2f}", f"{r['deviation']:.2f}", f"{r['bias']:+.2f}", share_text(r["selected"])]
              for r in judged]
    return (markdown(["point", "seeds", "stable", "unfinished", "saturated", "without interval", "coverage",
                      "before: without", "before: coverage"], first) + "\n" +
            markdown(["point", "long runs that stayed stable", "true mean", "their spread", "mean half-width",
                      "standard deviation of the means", "mean of stable windows - true mean",
                      "coverage of the mean of stable windows"], second))


def picture(judged):
    set_style(**{"axes.spines.top": False, "axes.spines.right": False})
    fig, axes = plt.subplots(figsize=(7.4, 0.45 * len(judged) + 1.2), constrained_layout=True)
    axes.axvspan(0.93, 0.97, color="0.92", zorder=0)
    axes.axvline(NOMINAL, color="0.6", linewidth=0.8, zorder=0)
    looks = (("new", "spectral (Heidelberger & Welch 1981), of the logarithm", "#0b5394", "o", -0.15),
             ("old", "batch means, before (rows without an interval left out)", "#c8501e", "s", 0.15),
             ("selected", "spectral, of the mean of stable windows", "#0b5394", "o", 0.0))
    for key, label, colour, marker, shift in looks:
        faint = {"markerfacecolor": "white", "alpha": 0.7} if key == "selected" else {}
        for place, row in enumerate(judged):
            share, low, high, intervals = row[key]
            if not intervals:
                continue
            axes.errorbar([share], [place + shift], xerr=[[share - low], [high - share]], fmt=marker, color=colour,
                          markersize=4.5, capsize=2, linewidth=1, label=label if place == 0 else None, **faint)
    axes.set_yticks(range(len(judged)), [row["point"].label for row in judged])
    axes.set_ylim(len(judged) - 0.6, -0.4)
    axes.set_xlim(right=1.005)
    axes.set_xlabel("share of 95 % intervals of stable rows that hold the true mean")
    light_grid(axes, axis="x")
    fig.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), frameon=False)
    return fig


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out" / "intervals", metavar="OUT")
    parser.add_argument("-j", dest="threads", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--seeds", type=int, default=1000, metavar="N", help="of each point; default 1000")
    parser.add_argument("--long-runs", type=int, default=4, metavar="N", help="of each point; default 4")
    parser.add_argument("--quick", action="store_true", help="10 seeds, 1 long run of 10 windows: a trial")
    parser.add_argument("--points", metavar="NAME,NAME", help="only these; default all")
    options = parser.parse_args(arguments)
    options.orthant = os.environ.get("ORTHANT", str(ROOT / "build" / "orthant"))
    if options.quick:
        options.seeds, options.long_runs = 10, 1
        options.out = options.out / "quick"
    names = options.points.split(",") if options.points else [p.name for p in POINTS if p.share == 1 or not options.quick]
    unknown = set(names) - {point.name for point in POINTS}
    if unknown:
        parser.error(f"--points: no point {sorted(unknown)[0]}; there are {', '.join(p.name for p in POINTS)}")
    options.points = [point for point in POINTS if point.name in names]
    return options


def main(arguments):
    options = parse(arguments)
    windows, long_runs = simulate_all(options)
    windows.to_csv(options.out / "windows.csv", index=False)
    long_runs.to_csv(options.out / "long.csv", index=False)
    judged = [judge(point, windows, long_runs) for point in options.points]
    text = tables(judged)
    (options.out / "intervals.md").write_text(text, encoding="utf-8")
    print(text)
    save(picture(judged), str(options.out / "intervals.png"), bbox_inches="tight", pad_inches=0.06)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
