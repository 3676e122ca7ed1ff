#!/usr/bin/python3
"""Compares turn models on an 8x8 mesh: how many shortest paths they allow, and what that gains
under three patterns.

The paths are counted by a statement of the rules of its own. Writes turn_models.csv, turn_models.md
and turn_models.png.
"""
import functools
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import diagonal, legend_below, look, panels, until_unstable, write
from paper import light_grid
from study import Study, markdown

K = 8
PATTERNS = {"uniform": "uniform", "transpose": "(x, y) to (y, x)",
            "anti_transpose": "(x, y) to (k-1-y, k-1-x)"}
ROUTINGS = ("dor", "west_first", "north_last", "negative_first", "odd_even", "minimal_adaptive")
# Of their lines: one that lies below others shows at their sides.
WIDTHS = (4.6, 3.7, 2.9, 2.1, 1.5, 1)
EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, 1), (0, -1)


def may_turn(routing, before, after, column):
    """Whether a packet may turn from one direction into another in a column."""
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
    # odd_even: from east into a column only where it is odd, out of one to the west only where it
    # is even
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
                   if (target[0] - x) * dx + (target[1] - y) * dy > 0
                   and may_turn(routing, before, (dx, dy), x))
    return ways(*source, None)


def pairs_of(pattern):
    nodes = [(x, y) for y in range(K) for x in range(K)]
    if pattern == "uniform":
        return [(s, t) for s in nodes for t in nodes if s != t]
    goal = {"transpose": lambda x, y: (y, x), "anti_transpose": lambda x, y: (K - 1 - y, K - 1
                                                                              - x)}[pattern]
    return [(s, goal(*s)) for s in nodes if goal(*s) != s]


def diversity(routing, pattern):
    """'mean number of paths (mean share of all shortest paths)'."""
    counts, shares = [], []
    for source, target in pairs_of(pattern):
        dx, dy = abs(source[0] - target[0]), abs(source[1] - target[1])
        counts.append(shortest_paths(routing, source, target))
        shares.append(counts[-1] / math.comb(dx + dy, dx))
    return f"{sum(counts) / len(counts):.1f} ({sum(shares) / len(shares):.2f})"


def curve_of(rows, routing, pattern):
    """(all rows by load, those before the first load that is not stable)"""
    curve = rows[(rows["routing"] == routing) & (rows["pattern"] == pattern)].sort_values("load")
    return curve, until_unstable(curve)


def last_load(rows, routing, pattern):
    curve, kept = curve_of(rows, routing, pattern)
    return f"{kept['load'].max():.2f}; {curve['accepted_capacity'].iloc[-1]:.2f}"


def table(cell):
    return markdown(["routing", *PATTERNS.values()],
                    [[f"`{routing}`", *(cell(routing, pattern) for pattern in PATTERNS)]
                     for routing in ROUTINGS])


def own_points(index, points):
    """Where line `index` has markers: no other line has them there, but for its last point."""
    return sorted({*range(index, points, len(ROUTINGS)), points - 1}) if points else []


def draw(rows):
    fig, grid = panels(2, 3, (10, 5.4), sharex="col", sharey="row")
    for (pattern, title), (above, below) in zip(PATTERNS.items(), grid.T):
        above.set_title(title)
        for i, routing in enumerate(ROUTINGS):
            curve, kept = curve_of(rows, routing, pattern)
            style = {**look(i), "linestyle": "-", "markersize": 5.5, "linewidth": WIDTHS[i],
                     "markeredgecolor": "white", "markeredgewidth": 0.6}
            above.plot(kept["load"], kept["latency_mean"], label=routing,
                       markevery=own_points(i, len(kept)), **style)
            below.plot(curve["load"], curve["accepted_capacity"],
                       markevery=own_points(i, len(curve)), **style)
        diagonal(below, rows["load"].max())
        below.set_xlabel("offered load (capacity)")
        for panel in (above, below):
            light_grid(panel)
            panel.set_xlim(left=0)
    grid[0][0].set(ylim=(0, 120), ylabel="mean latency of stable loads (cycles)")
    grid[1][0].set(ylim=(0, None), ylabel="accepted load (capacity)")
    legend_below(fig, grid[0][0], 6)
    return fig


def main():
    study = Study("turn_models", __doc__)
    study.run("sweep", "turn_models", "turn_models")
    rows = study.table("turn_models")
    write(draw(rows), study.out / "turn_models")
    study.report("## Shortest paths allowed, mean over the pairs (mean share of all paths)\n\n"
                 + table(diversity)
                 + "\n## Last load before the first that is not stable; accepted at the largest\n\n"
                 + table(lambda routing, pattern: last_load(rows, routing, pattern)))


if __name__ == "__main__":
    main()
