#!/usr/bin/python3
"""Counts how often the 95 % confidence intervals of the mean latency contain the true mean.

Simulates points below, near and at the knee (POINTS) with many seeds, and each with a few runs
whose window is 100 times longer. Of the seeds with a stable verdict it counts how many intervals
(`latency_ci95`) contain the true mean: the mean over all packets of the long runs that stayed
stable, or the theoretical one. Seeds that are saturated or unfinished are reported separately. A
window selected by its verdict can estimate at most the mean of such windows: the last columns give
the distance of their mean from the true mean, and how often intervals contain their mean instead.
intervals.md has the tables, intervals.png the coverage.
"""
import math
import pathlib
import sys
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import legend_below, panels, write
from paper import light_grid
from study import UNFINISHED, Study, markdown

NOMINAL = 0.95
FIRST_LONG_SEED = 1_000_001
MERGE = "configs/validation/merge_on_a_line.txt"
# With every VC for injection and the classes of `crossing` the demo network gives way from 0.48 on.
CROWDED = ("router.injection_vcs=all", "router.selection=first", "routing.dor.dateline=crossing")
SPACIOUS = ("router.injection_vcs=2", "router.selection=most_free", "routing.dor.dateline=static")


class Point(NamedTuple):
    name: str
    label: str
    config: str
    keys: tuple
    window: int
    truth_of: str = ""  # the point whose long runs are taken; empty: its own
    share: float = 1  # of the seeds
    theory: float = math.nan  # the true mean where it is known: no long runs


def demo(name, label, routing, load, *keys, window=20_000, **options):
    return Point(name, label, "demo", (f"routing.algorithm={routing}", f"traffic.load={load}",
                                       *keys), window,
                 **options)


def queue(load, window=20_000):
    """A node that sends to itself, 10 cycles away: Geo/D/1, Bernoulli arrivals and a fixed service
    of 8 cycles."""
    flits = 8
    mean = 10 + load * (flits - 1) / (2 * (1 - load))
    return demo(f"queue_{load:.2f}_{window}", f"one queue {load}"
                + ("" if window == 20_000 else f", window {window:,}"),
                "dor", load, "traffic.load_unit=flits", "topology.dimensions=1", "traffic.self=yes",
                "router.buffer_flits=16", window=window, theory=mean)


def merge(load, window):
    """Two flows of single flits on a line, to its last node, that share a channel: at most one flit
    of each comes in a cycle, so that a flit waits load / 4 (1 - load) cycles in the mean."""
    return Point(f"merge_{load:.1f}_{window}", f"merge {load}, window {window:,}", "demo",
                 ("routing.algorithm=dor", "topology.kind=mesh", "topology.dimensions=3",
                  "traffic.pattern=matrix",
                  f"traffic.file={MERGE}", "traffic.packet_flits=1", "traffic.load_unit=flits",
                  f"traffic.load={load / 2}", "router.buffer_flits=32", "router.injection_vcs=all"),
                 window, theory=6 + load / (4 * (1 - load)))


POINTS = [
    *(merge(load, window) for load in (0.4, 0.6, 0.8) for window in (4_000, 20_000)),
    demo("dor_020", "dor 0.2", "dor", 0.2, *CROWDED),
    demo("dor_042_short", "dor 0.42, window 4,000", "dor", 0.42, *CROWDED, window=4_000),
    demo("dor_046", "dor 0.46", "dor", 0.46, *CROWDED),
    demo("dor_048", "dor 0.48, crowded", "dor", 0.48, *CROWDED),
    demo("dor_048_long", "dor 0.48, crowded, window 200,000", "dor", 0.48, *CROWDED, window=200_000,
         truth_of="dor_048", share=0.25),
    demo("dor_048_spacious", "dor 0.48", "dor", 0.48, *SPACIOUS),
    Point("bursty", "bursty 0.3", "bursty", ("traffic.burst_flits=128", "traffic.load=0.3"),
          50_000),
    demo("minimal_055", "minimal adaptive 0.55", "minimal_adaptive", 0.55, *CROWDED[:2]),
    demo("output_queued", "output-queued 0.45", "dor", 0.45, "router.model=output_queued",
         "router.vcs=1", "router.switching=store_and_forward", "router.flow_control=bubble"),
    queue(0.5), queue(0.8), queue(0.8, window=2_000), queue(0.9), queue(0.95),
          queue(0.95, window=200_000),
]


def simulate(study, point, name, seed, seeds, window):
    """The rows of as many seeds of one point."""
    name = f"{point.name}_{name}"
    study.run("sweep", point.config, name, *point.keys,
              f"run.measure_cycles={window}", f"run.seed={seed}", f"run.repetitions={seeds}",
              codes=(0, UNFINISHED))
    return study.table(name)


def pooled_mean(rows):
    return (rows["latency_mean"] * rows["packets"]).sum() / rows["packets"].sum()


def wilson(hits, n):
    """95 % interval of a share (Wilson 1927)."""
    z = 1.959963984540054
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    # Equal at 0 and 1 but for rounding.
    return min(middle - half, hits / n), max(middle + half, hits / n)


def coverage(rows, mean):
    """(share, low, high) of the intervals that hold the mean; None without intervals."""
    given = rows[rows["latency_ci95"].notna()]
    if given.empty:
        return None
    hits = int((abs(given["latency_mean"] - mean) <= given["latency_ci95"]).sum())
    return hits / len(given), *wilson(hits, len(given))


def judge(point, rows, whole):
    """`rows`: of the windows, `whole`: of the long runs, None where theory knows the mean."""
    stable = rows[rows["verdict"] == "stable"]
    lasting = None if whole is None else whole[whole["verdict"] == "stable"]
    truth = point.theory if whole is None else pooled_mean(lasting)
    counts = rows["verdict"].value_counts()
    return {"label": point.label, "counts": [len(rows), *(int(counts.get(verdict, 0)) for verdict in
                                                          ("stable", "unfinished", "saturated"))],
            "without": int(stable["latency_ci95"].isna().sum()), "truth": truth,
            "long": "theory" if whole is None else f"{len(lasting)} of {len(whole)}",
            "spread": "-" if whole is None
            else f"{lasting['latency_mean'].max() - lasting['latency_mean'].min():.2f}",
            "coverage": coverage(stable, truth),
            "selected": coverage(stable, stable["latency_mean"].mean()),
            "width": stable["latency_ci95"].mean(), "deviation": stable["latency_mean"].std(),
            "bias": stable["latency_mean"].mean() - truth}


def share_text(share):
    return "{:.3f} ({:.3f} to {:.3f})".format(*share) if share else "-"


def report(judged):
    def number(value, form=".2f"):
        return "-" if math.isnan(value) else f"{value:{form}}"

    return (markdown(["point", "seeds", "stable", "unfinished", "saturated", "without interval",
                      "coverage"],
                     [[r["label"], *r["counts"], r["without"], share_text(r["coverage"])]
                      for r in judged]) + "\n" +
            markdown(["point", "long runs that stayed stable", "true mean", "their spread",
                      "mean half-width",
                      "standard deviation of the means", "mean of stable windows - true mean",
                      "coverage of the mean of stable windows"],
                     [[r["label"], r["long"], f"{r['truth']:.2f}", r["spread"], number(r["width"]),
                       number(r["deviation"]), number(r["bias"], "+.2f"), share_text(r["selected"])]
                      for r in judged]))


def draw(judged):
    fig, ((axes,),) = panels(1, 1, (7.4, 0.4 * len(judged) + 1.2))
    axes.axvspan(NOMINAL - 0.02, NOMINAL + 0.02, color="0.92", zorder=0)
    axes.axvline(NOMINAL, color="0.6", linewidth=0.8, zorder=0)
    for key, label, face, shift in (("coverage", "of the true mean", "#0b5394", -0.1),
                                    ("selected", "of the mean of stable windows", "white", 0.1)):
        for place, row in enumerate(judged):
            if row[key]:
                share, low, high = row[key]
                axes.errorbar([share], [place + shift], xerr=[[share - low], [high - share]],
                              fmt="o", color="#0b5394",
                              markerfacecolor=face, markersize=4, capsize=2, linewidth=1)
        axes.plot([], [], "o", color="#0b5394", markerfacecolor=face, markersize=4, label=label)
    axes.set_yticks(range(len(judged)), [row["label"] for row in judged])
    axes.set(ylim=(len(judged) - 0.6, -0.4), xlim=(None, 1.005),
             xlabel="share of 95 % intervals of stable rows")
    light_grid(axes, axis="x")
    legend_below(fig, axes, 2)
    return fig


def add_options(parser):
    parser.add_argument("--seeds", type=int, default=1000, metavar="N",
                        help="of each point (default: %(default)s)")
    parser.add_argument("--long-runs", type=int, default=4, metavar="N",
                        help="of each point (default: %(default)s)")
    parser.add_argument("--longer", type=int, default=100, metavar="N",
                        help="their windows (default: %(default)s)")
    parser.add_argument("--points", nargs="+", choices=[point.name for point in POINTS],
                        metavar="NAME",
                        help="these only: " + ", ".join(point.name for point in POINTS))


def main():
    study = Study("intervals", __doc__, add_options)
    options, by_name = study.options, {point.name: point for point in POINTS}
    judged = []
    for point in [by_name[name] for name in options.points or by_name]:
        rows = simulate(study, point, "windows", 1, max(2, round(point.share * options.seeds)),
                        point.window)
        truth = by_name[point.truth_of or point.name]
        whole = None if not math.isnan(point.theory) else simulate(
            study, truth, "long", FIRST_LONG_SEED, options.long_runs, options.longer * truth.window)
        judged.append(judge(point, rows, whole))
    write(draw(judged), study.out / "intervals")
    study.report(report(judged))


if __name__ == "__main__":
    main()
