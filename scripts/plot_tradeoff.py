#!/usr/bin/python3
"""Draws normalised path length against guaranteed throughput from CSVs of `orthant analyze` and `design`.

Every analysed routing is a point, filled for the fixed order of dimensions, open for the random one. The
points of an interpolated routing make a line. Rows that differ only in the pattern are one point. Every computed
design is a small point, open where another point beats it; a line, for each choice of paths, joins the others, the optima.

examples:
  scripts/plot_tradeoff.py guarantees.csv -o tradeoff.png
  scripts/plot_tradeoff.py guarantees.csv curve.csv interpolated.csv --interpolated "DOR + IVAL" -o all.png
  scripts/plot_tradeoff.py guarantees.csv interpolated.csv --throughput average_case -o average.svg
"""

import sys

import pandas as pd

from legends import place_legend
from pictures import COLUMN_INCHES, add_output, light_grid, parser_of, plt, save
from plot_style import paper_style
from tables import InputError, in_one_line, read_table

THROUGHPUTS = {"worst_case": "worst-case throughput", "average_case": "average-case throughput",
               "uniform": "throughput under uniform traffic", "pattern": "throughput under the pattern"}
COLOURS = ["#0b5394", "#c8501e", "#1b8a6b", "#8f4a93", "#8a6d00", "#3d3d3d", "#5aa9dc", "#b3446c"]
MARKER_POINTS = 5
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "h"]
# Of designs by their paths: name and look.
CURVES = {"any": ("computed optima", {"color": "black", "lw": 1.5}),
          "turns": ("computed optima of few turns", {"color": "#1b8a6b", "lw": 1.2, "ls": (0, (6, 1.4, 1.2, 1.4))}),
          "minimal": ("computed optima of minimal paths", {"color": "0.5", "lw": 1.2})}
DESIGN = {"marker": "o", "ms": 4, "mec": "white", "mew": 0.4}  # small, upon the point of a routing
ROUNDING = 1e-6  # of the bounds of a program and of what its routing attains
MOST_LARGE = 12  # designs of a line with large markers
DASHES = [(0, (5, 1.6)), (0, (1.2, 1.2)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1))]


def read_rows(paths, throughput):
    """Columns kind, name, random (the order is), x and y; one row per distinct point.

    Of kind "interpolated" the name is the file, of kind "curve" it is design.paths.
    """
    frames = []
    for path in paths:
        table = read_table(path, [f"{throughput}_throughput", "path_length_normalized"],
                           "the CSV of `orthant analyze` or `design`", "rows")
        if "routing" in table:
            interpolated = table["routing"] == "interpolated"
            kind = interpolated.map({True: "interpolated", False: "point"})
            name = table["routing"].str.replace("_", " ").where(~interpolated, path)
        elif "objective" in table:
            kind, name = "curve", table["paths"]
        else:
            raise InputError(f"{path}: column 'routing' is missing; expected the CSV of "
                             "`orthant analyze` or `design`")
        frames.append(pd.DataFrame({
            "kind": kind, "name": name,
            "random": table.get("routing.order", pd.Series("fixed", table.index)) == "random",
            "dimensions": table.get("dimensions", pd.Series("", table.index)).fillna(""),
            "x": table[f"{throughput}_throughput"], "y": table["path_length_normalized"]}))
    rows = pd.concat(frames, ignore_index=True).dropna()
    if rows.empty:
        raise InputError(f"{paths[0]}: column '{throughput}_throughput' is empty; allowed: one with values")
    if rows["dimensions"].nunique() > 1:
        raise InputError("several networks in one picture: " + ", ".join(map(str, rows["dimensions"].unique())) + "; allowed: one")
    return rows.drop_duplicates()


def figure(rows, options):
    paper_style()
    fig, axes = plt.subplots(figsize=getattr(options, "size", None) or (COLUMN_INCHES, 2.8), constrained_layout=True)
    draw_curves(axes, rows[rows["kind"] == "curve"], rows[rows["kind"] != "curve"])
    draw_interpolated(axes, rows[rows["kind"] == "interpolated"], options.interpolated or [])
    draw_points(axes, rows[rows["kind"] == "point"])
    axes.set_xlabel(f"{THROUGHPUTS[options.throughput]} (fraction of capacity)")
    axes.set_ylabel("mean path length (minimal = 1)")
    axes.set_xlim(left=0)
    light_grid(axes)
    if options.title:
        fig.suptitle(options.title)
    place_legend(fig, [plain(handle) for handle in axes.get_legend_handles_labels()[0]], None)
    return fig


def plain(handle):
    """The handle of a legend, with a marker no larger than the others."""
    if isinstance(handle, plt.Line2D):
        line, handle = handle, plt.Line2D([], [], label=handle.get_label())
        handle.update_from(line)
        handle.set_markersize(min(handle.get_markersize(), MARKER_POINTS))
    return handle


def draw_curves(axes, rows, others):
    """A marker for every design, hollow where it is beaten; a line where there are several optima to join. `others`: of routings."""
    for paths in rows["name"].unique():
        designs = rows[rows["name"] == paths]
        # A routing may take any paths, so that it says nothing of a front of few.
        rivals = pd.concat([designs, others]) if paths == "any" else designs
        line = unbeaten(designs, rivals)
        beaten = designs[~designs.index.isin(line.index)]
        small = {**DESIGN, "ms": 2} if len(designs) > MOST_LARGE else DESIGN
        label, look = CURVES[paths]
        dots = {**look, "ls": "none"}
        if len(line) > 1:
            axes.plot(line["x"], line["y"], zorder=2, **look)
        else:
            look = dots
        axes.plot(line["x"], line["y"], zorder=3.5, **small, **dots)
        if len(line):
            axes.plot([], [], label=label, **small, **look)
        if len(beaten):
            axes.plot(beaten["x"], beaten["y"], zorder=3.5, label=label.replace("optima", "designs") + ", beaten",
                      **{**small, "ms": 3, "mfc": "white", "mec": look["color"], "mew": 0.8}, **dots)


def unbeaten(rows, rivals):
    """Rows that no rival beats, from left to right: none is better in x or y and not worse in the other. With room for rounding,
    since programs end a little off."""
    def is_beaten(x, y):
        at_least = (rivals["x"] >= x - ROUNDING) & (rivals["y"] <= y + ROUNDING)
        return (at_least & ((rivals["x"] > x + ROUNDING) | (rivals["y"] < y - ROUNDING))).any()
    line = rows.sort_values(["x", "y"])
    return line[[not is_beaten(x, y) for x, y in zip(line["x"], line["y"])]]


def draw_interpolated(axes, rows, names):
    for index, path in enumerate(rows["name"].unique()):
        line = rows[rows["name"] == path].sort_values("x")
        axes.plot(line["x"], line["y"], color="0.35", lw=1.2, zorder=1.5,
                  ls=DASHES[index % len(DASHES)],
                  label=names[index] if index < len(names) else "interpolated")


def draw_points(axes, points):
    for index, name in enumerate(points["name"].unique()):
        colour, marker = COLOURS[index % len(COLOURS)], MARKERS[index % len(MARKERS)]
        for is_random, group in points[points["name"] == name].groupby("random"):
            if is_random and lies_on_fixed(points, name, group):
                continue
            axes.plot(group["x"], group["y"], marker, color=colour, ms=MARKER_POINTS + 2.5 * covers(points, name, group), zorder=3,
                      mfc="white" if is_random else colour,
                      label=f"{name}, random order" if is_random else name)


def covers(points, name, group):
    """How many names that are drawn later have a point on the first one of the group."""
    names = list(points["name"].unique())
    later = points[points["name"].isin(names[names.index(name) + 1:])]
    near = (abs(later[["x", "y"]] - group[["x", "y"]].iloc[0]) < 1e-3).all(axis=1)
    return later["name"][near].nunique()


def lies_on_fixed(points, name, group):
    """Whether the point of the random order lies on that of the fixed one."""
    fixed = points[(points["name"] == name) & ~points["random"]]
    return not fixed.empty and (abs(fixed[["x", "y"]].mean() - group[["x", "y"]].mean()) < 1e-9).all()


@in_one_line
def main(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("csv", nargs="+", help="results of orthant analyze or orthant design")
    add_output(parser)
    parser.add_argument("--throughput", choices=THROUGHPUTS, default="worst_case",
                        help="what the horizontal axis shows (default: %(default)s)")
    parser.add_argument("--interpolated", action="append", metavar="NAME",
                        help="name of the line of interpolated routings; for several files as often")
    parser.add_argument("--title")
    options = parser.parse_args(arguments)
    fig = figure(read_rows(options.csv, options.throughput), options)
    for path in options.output:
        save(fig, path, bbox_inches="tight", pad_inches=0.04)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
