#!/usr/bin/python3
"""Compares ABR, POR and OFR (Versaci 2013) and GOAL at steady state: packets generated at random,
on a credit-based cut-through router, on k-ary 3-cubes under four patterns. The steps between this
and the paper's experiment are those of studies/outflank/causes.py.

saturation_K.csv             the largest stable load of each routing and pattern, with node channels
of 3.2 flits per
                               cycle, 64 Gb/s against 20 as in the paper
saturation_slow_nodes_K.csv  the same where node channels are no faster than others: what the nodes
limit
  four_vcs_K.csv               that of OFR with one VC more
  curves_K.csv                 latency over load, at fixed shares of each one's largest stable load
latency.png                  a panel for each size and pattern; the mark on the axis is the largest
stable load
  study.md                     the largest stable loads, with fast / slow node channels
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import panels, until_unstable, write
from paper import light_grid
from study import Study, concatenate, markdown

FAST_NODES = "channel.node_bandwidth=3.2"
# Windows of the curves and of the search, by k: larger networks have as many packets in fewer
# cycles. The search confirms its
# answer through eight windows.
WINDOWS = {8: ((3000, 3000, 5000), (2000, 1000, 2000), 0.02),
           16: ((3000, 2000, 3000), (2000, 500, 2000), 0.02),
           32: ((1000, 600, 1500), (1000, 300, 1500), 0.04)}
SHARES = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1)
PATTERNS = {"uniform": "uniform", "butterfly": "butterfly", "rotate_3d": "3D transposition",
            "bit_reverse": "bit reversal"}
ROUTINGS = {"abr": ("ABR", "#0b5394", "o"), "por": ("POR", "#e0702c", "s"),
            "ofr": ("OFR", "#14705a", "D"),
            "goal": ("GOAL", "#b36ab8", "^")}
FOUR_VCS = "ofr with 4 VCs"  # two of them adaptive, as ABR and POR have
NAMES = {**{routing: name for routing, (name, _, _) in ROUTINGS.items()}, FOUR_VCS: "OFR, 4 VCs"}
HIGHEST = 4  # times the lowest latency of a panel


def windows(cycles):
    return [f"run.{name}_cycles={n}" for name, n in zip(("warmup", "measure", "drain"), cycles)]


def saturate(study, k, name, *keys):
    """The largest stable loads by pattern and routing."""
    _, cycles, tolerance = WINDOWS[k]
    few = ["routing.algorithm=abr,por,ofr"] if k == 32 else []  # GOAL would take days
    study.run("saturate", "adaptive_tori", f"{name}_{k}", f"topology.dimensions={k}x{k}x{k}",
              "run.saturate_seeds=1", f"run.tolerance={tolerance}", *windows(cycles),
              *few, *keys)
    return {(row["pattern"], row["routing"]): float(row["saturation_load"])
            for row in study.rows(f"{name}_{k}")}


def simulate_curves(study, k, limits):
    """Each curve reaches its knee."""
    (study.out / "curves").mkdir(exist_ok=True)
    for (pattern, routing), limit in limits.items():
        loads = ",".join(f"{share * limit:.4f}" for share in SHARES)
        study.run("sweep", "adaptive_tori", f"curves/{k}_{pattern}_{routing}",
                  f"topology.dimensions={k}x{k}x{k}",
                  *windows(WINDOWS[k][0]), FAST_NODES, f"traffic.pattern={pattern}",
                  f"routing.algorithm={routing}", f"traffic.load={loads}")
    concatenate([study.path(f"curves/{k}_{pattern}_{routing}") for pattern, routing in limits],
                study.path(f"curves_{k}"))
    return study.table(f"curves_{k}")


def draw_panel(axes, curves, limits, pattern):
    lowest = []
    for routing, (name, colour, marker) in ROUTINGS.items():
        rows = curves[(curves["pattern"] == pattern) & (curves["routing"] == routing)]
        if len(rows):
            stable = until_unstable(rows)
            axes.plot(stable["load"], stable["latency_mean"], marker=marker, color=colour, ms=3.5,
                      lw=1.2, label=name)
            axes.plot([limits[pattern, routing]], [0], marker=marker, color=colour, ms=6,
                      clip_on=False, zorder=5)
            lowest.append(rows["latency_mean"].min())
    axes.set(xlim=(0, None), ylim=(0, HIGHEST * min(lowest, default=1)),
             xlabel="offered load (capacity)")
    light_grid(axes)


def draw(found):
    """`found`: (curves, limits) by k."""
    patterns = list(dict.fromkeys(pattern for _, limits in found.values() for pattern, _ in limits))
    fig, grid = panels(len(found), len(patterns),
                       (0.6 + 2.6 * len(patterns), 0.5 + 2.5 * len(found)))
    for row, (k, (curves, limits)) in zip(grid, found.items()):
        for axes, pattern in zip(row, patterns):
            draw_panel(axes, curves, limits, pattern)
            axes.set_title(f"{PATTERNS.get(pattern, pattern)}, {k}-ary")
        row[0].set_ylabel("mean latency (cycles)")
    grid[0][0].legend(loc="upper left")
    return fig


def add_options(parser):
    parser.add_argument("--k", type=int, choices=WINDOWS, action="append",
                        help="sizes (default: 8 and 16)")


def main():
    study = Study("adaptive_tori", __doc__, add_options)
    found, rows = {}, []
    for k in study.options.k or (8, 16):
        fast = saturate(study, k, "saturation", FAST_NODES)
        slow = saturate(study, k, "saturation_slow_nodes", "channel.node_bandwidth=1")
        four_vcs = saturate(study, k, "four_vcs", FAST_NODES, "routing.algorithm=ofr",
                            "router.vcs=4") if k == 8 else {}
        both = {key: f"{load:.2f} / {slow[key]:.2f}" for key, load in fast.items()}
        both |= {(pattern, FOUR_VCS): f"{load:.2f}" for (pattern, _), load in four_vcs.items()}
        rows += [[k, PATTERNS.get(pattern, pattern),
                  *(both.get((pattern, routing), "") for routing in NAMES)]
                 for pattern in dict.fromkeys(pattern for pattern, _ in fast)]
        found[k] = simulate_curves(study, k, fast), fast
    write(draw(found), study.out / "latency")
    study.report("## Largest stable load, in units of the capacity, node channels of 3.2 / 1\n\n"
                 + markdown(["k", "pattern", *NAMES.values()], rows), "study")


if __name__ == "__main__":
    main()
