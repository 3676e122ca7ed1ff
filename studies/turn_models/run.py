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
from drawing import until_unstable
from study import Study, markdown

K = 8
PATTERNS = {"uniform": "uniform", "transpose": "(x, y) to (y, x)",
            "anti_transpose": "(x, y) to (k-1-y, k-1-x)"}
ROUTINGS = ("dor", "west_first", "north_last", "negative_first", "odd_even", "minimal_adaptive")
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


def main():
    study = Study("turn_models", __doc__)
    study.run("sweep", "turn_models", "turn_models")
    rows = study.table("turn_models")
    study.plot("turn_models", ["turn_models"], "--facet", "pattern", "--title", "")
    study.report("## Shortest paths allowed, mean over the pairs (mean share of all paths)\n\n"
                 + table(diversity)
                 + "\n## Last load before the first that is not stable; accepted at the largest\n\n"
                 + table(lambda routing, pattern: last_load(rows, routing, pattern)))


if __name__ == "__main__":
    main()
