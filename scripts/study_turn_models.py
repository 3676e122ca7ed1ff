#!/usr/bin/python3
"""Turn models on an 8x8 mesh: how many shortest paths they allow, and what that gains under three patterns.

Sweeps configs/turn_models.ini, and counts for every routing the shortest paths that it allows, by a statement of the
rules of its own. Writes turn_models.csv, turn_models.md (printed too) and turn_models.png into out/turn_models/ or OUT.
Needs a built tree (scripts/build.sh orthant); some minutes of a core. What was interrupted goes on where it was.

usage: scripts/study_turn_models.py [-j N] [OUT]
"""

import functools
import math
import sys

import pandas as pd

from pictures import light_grid, plt, set_style
from reports import markdown
from study import Study

K = 8
PATTERNS = {"uniform": "uniform", "transpose": "(x, y) to (y, x)", "anti_transpose": "(x, y) to (k-1-y, k-1-x)"}
LOOKS = {"dor": ("black", "o"), "west_first": ("#0b5394", "s"), "north_last": ("#3d85c6", "D"),
         "negative_first": ("#c8501e", "^"), "odd_even": ("#1e8c69", "v"), "minimal_adaptive": ("#8e4a9b", "P")}
EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, 1), (0, -1)


# ---- which turns a packet may take: from one direction into another, in a column ---------------------------------

def may_turn(routing, before, after, column):
    if before in (None, after) or routing == "minimal_adaptive":
        return True
    if routing == "dor":
        return before in (EAST, WEST)
    if routing == "west_first":
        return after != WEST
    if routing == "north_last":
        return before != NORTH
    if routing == "negative_first":
        return not (before in (EAST, NORTH) and after in (WEST, SOUTH))
    # odd_even: from east into a column only where it is odd, out of one to the west only where it is even
    if before == EAST and after in (NORTH, SOUTH):
        return column % 2 == 1
    return not (before in (NORTH, SOUTH) and after == WEST) or column % 2 == 0


def shortest_paths(routing, source, target):
    """How many shortest paths the turns allow."""
    @functools.cache
    def ways(x, y, before):
        if (x, y) == target:
            return 1
        return sum(ways(x + dx, y + dy, (dx, dy)) for dx, dy in (EAST, WEST, NORTH, SOUTH)
                   if (target[0] - x) * dx + (target[1] - y) * dy > 0 and may_turn(routing, before, (dx, dy), x))
    return ways(*source, None)


def diversity(routing, pairs):
    """(mean number of paths, mean share of all shortest paths, share of pairs with one path where there are several)"""
    counts, shares, alone = [], [], []
    for source, target in pairs:
        dx, dy = abs(source[0] - target[0]), abs(source[1] - target[1])
        every, allowed = math.comb(dx + dy, dx), shortest_paths(routing, source, target)
        counts.append(allowed)
        shares.append(allowed / every)
        if every > 1:
            alone.append(allowed == 1)
    return sum(counts) / len(counts), sum(shares) / len(shares), sum(alone) / len(alone)


def pairs_of(pattern):
    nodes = [(x, y) for y in range(K) for x in range(K)]
    if pattern == "uniform":
        return [(s, t) for s in nodes for t in nodes if s != t]
    goal = {"transpose": lambda x, y: (y, x), "anti_transpose": lambda x, y: (K - 1 - y, K - 1 - x)}[pattern]
    return [(s, goal(*s)) for s in nodes if goal(*s) != s]


WIDTHS = (4.6, 3.7, 2.9, 2.1, 1.5, 1)  # of the lines of LOOKS: what lies below another one shows at its sides


# ---- tables and picture ---------------------------------------------------------------------------------------------

def diversity_table():
    rows = [[f"`{routing}`"] + [f"{mean:.1f} ({share:.2f})" for mean, share, _ in
                                (diversity(routing, pairs_of(pattern)) for pattern in PATTERNS)]
            for routing in LOOKS]
    return markdown(["routing", *PATTERNS.values()], rows)


def curve_of(rows, routing, pattern):
    """(all rows by load, those before the first load that is not stable)"""
    curve = rows[(rows["routing"] == routing) & (rows["pattern"] == pattern)].sort_values("load")
    return curve, curve[(curve["verdict"] == "stable").cummin()]


def load_table(rows):
    def cell(routing, pattern):
        curve, kept = curve_of(rows, routing, pattern)
        return f"{kept['load'].max():.2f}; {curve['accepted_capacity'].iloc[-1]:.2f}"

    return markdown(["routing", *PATTERNS.values()],
                    [[f"`{routing}`", *(cell(routing, pattern) for pattern in PATTERNS)] for routing in LOOKS])


def own_points(index, points):
    """Where line `index` has markers: no other line has them there, but for its last point."""
    return sorted({*range(index, points, len(LOOKS)), points - 1})


def picture(rows):
    set_style(**{"axes.spines.top": False, "axes.spines.right": False})
    fig, axes = plt.subplots(2, 3, figsize=(10, 5.4), sharex="col", sharey="row", constrained_layout=True)
    for (pattern, title), (above, below) in zip(PATTERNS.items(), axes.T):
        above.set_title(title)
        for index, (routing, (colour, marker)) in enumerate(LOOKS.items()):
            curve, kept = curve_of(rows, routing, pattern)
            look = {"color": colour, "marker": marker, "markersize": 5.5, "linewidth": WIDTHS[index],
                    "markeredgecolor": "white", "markeredgewidth": 0.6}
            above.plot(kept["load"], kept["latency_mean"], label=routing, markevery=own_points(index, len(kept)), **look)
            below.plot(curve["load"], curve["accepted_capacity"], markevery=own_points(index, len(curve)), **look)
        top = rows["load"].max()
        below.plot([0, top], [0, top], color="0.8", linewidth=0.8, zorder=0)
        below.set_xlabel("offered load (capacity)")
        for panel in (above, below):
            light_grid(panel)
            panel.set_xlim(left=0)
    axes[0][0].set_ylim(0, 120)
    axes[0][0].set_ylabel("mean latency of stable loads (cycles)")
    axes[1][0].set_ylim(bottom=0)
    axes[1][0].set_ylabel("accepted load (capacity)")
    fig.legend(*axes[0][0].get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=6,
               frameon=False)
    return fig


def main(arguments):
    study = Study(__doc__, "turn_models", arguments)
    rows = pd.read_csv(study.sweep("turn_models", "turn_models"))
    text = ("## Shortest paths allowed, mean over the pairs (mean share of all shortest paths)\n\n" + diversity_table() +
            "\n## Last stable load before the first that is not; accepted at the largest load\n\n" + load_table(rows))
    study.report(text, picture(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
