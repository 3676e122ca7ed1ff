#!/usr/bin/python3
"""Draws normalised path length against guaranteed throughput from the CSV of `orthant analyze`.

Every routing is a point, filled for the fixed order of dimensions, open for the random one. The points
of an interpolated routing make a line. Rows that differ only in the pattern are one point.

examples:
  scripts/plot_tradeoff.py guarantees.csv -o tradeoff.png
  scripts/plot_tradeoff.py guarantees.csv interpolated.csv --throughput average_case -o average.svg
"""

import argparse
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import pandas as pd  # noqa: E402

from pictures import save  # noqa: E402
from tables import InputError, read_table  # noqa: E402

THROUGHPUTS = {"worst_case": "worst-case throughput", "average_case": "average-case throughput",
               "uniform": "throughput under uniform traffic", "pattern": "throughput under the pattern"}
COLOURS = ["#0b5394", "#c8501e", "#1b8a6b", "#8f4a93", "#8a6d00", "#3d3d3d", "#5aa9dc", "#b3446c"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "h"]


def read_rows(paths, throughput):
    """Columns name, random (the order is), interpolated, x and y; one row per distinct point."""
    frames = []
    for path in paths:
        table = read_table(path, ["routing", f"{throughput}_throughput", "path_length_normalized"],
                           "the CSV of `orthant analyze`", "rows")
        frames.append(pd.DataFrame({
            "name": [display_name(routing) for routing in table["routing"]],
            "random": table.get("routing.order", pd.Series("fixed", table.index)) == "random",
            "interpolated": table["routing"] == "interpolated",
            "dimensions": table.get("dimensions", ""),
            "x": table[f"{throughput}_throughput"], "y": table["path_length_normalized"]}))
    rows = pd.concat(frames, ignore_index=True).dropna()
    if rows.empty:
        raise InputError(f"{paths[0]}: column '{throughput}_throughput' is empty")
    if rows["dimensions"].nunique() > 1:
        raise InputError("several networks in one picture: " + ", ".join(rows["dimensions"].unique()))
    return rows.drop_duplicates()


def display_name(routing):
    return "RLBth" if routing == "rlbth" else routing.replace("_", " ").upper()


def figure(rows, options):
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "orthant", "savefig.dpi": 200})
    fig, axes = plt.subplots(figsize=(6.2, 4.0), constrained_layout=True)
    line = rows[rows["interpolated"]].sort_values("x")
    if not line.empty:
        axes.plot(line["x"], line["y"], "--", color="0.35", lw=1.2, zorder=1,
                  label=options.interpolated)
    points = rows[~rows["interpolated"]]
    for index, name in enumerate(points["name"].unique()):
        colour, marker = COLOURS[index % len(COLOURS)], MARKERS[index % len(MARKERS)]
        for is_random, group in points[points["name"] == name].groupby("random"):
            if is_random and lies_on_fixed(points, name, group):
                continue
            axes.plot(group["x"], group["y"], marker, color=colour, ms=7, zorder=3,
                      mfc="white" if is_random else colour,
                      label=f"{name}, random order" if is_random else name)
    axes.set_xlabel(f"{THROUGHPUTS[options.throughput]} (fraction of capacity)")
    axes.set_ylabel("mean path length (minimal = 1)")
    axes.set_xlim(left=0)
    axes.grid(alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if options.title:
        axes.set_title(options.title, fontsize=9.5)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8.5)
    return fig


def lies_on_fixed(points, name, group):
    """Whether the point of the random order lies on that of the fixed one."""
    fixed = points[(points["name"] == name) & ~points["random"]]
    return not fixed.empty and (abs(fixed[["x", "y"]].mean() - group[["x", "y"]].mean()) < 1e-9).all()


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", nargs="+", help="results of orthant analyze")
    parser.add_argument("-o", "--output", action="append", required=True, metavar="FILE",
                        help="picture to write: .png, .svg or .pdf; may be given several times")
    parser.add_argument("--throughput", choices=THROUGHPUTS, default="worst_case",
                        help="what the horizontal axis shows (default: %(default)s)")
    parser.add_argument("--interpolated", metavar="NAME", default="interpolated",
                        help="name of the line of interpolated routings")
    parser.add_argument("--title")
    options = parser.parse_args(arguments)
    try:
        fig = figure(read_rows(options.csv, options.throughput), options)
        for path in options.output:
            save(fig, path)
    except InputError as error:
        print(f"plot_tradeoff.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
