#!/usr/bin/python3
"""The pictures of scripts/reproduce_towles.sh, from the results in a folder.

figure1, figure5 and figure6 are those of Towles, Dally & Boyd 2003 as `orthant plot` draws them; figure4 shows path
length over the radix, simulated what the routings do in a simulation. Each as .png and .svg.

usage: scripts/towles_figures.py out/towles
"""

import sys

import matplotlib
import pandas

from pictures import COLOURS, MARKERS, PAGE_INCHES, place_legend, plt, save_for_pages, set_style
from reports import results_folder
from tables import read_table
from towles_results import NAMES, Results

from orthant.figures import tradeoff
from orthant.figures.describe import Options, axis
from orthant.figures.draw import draw, draw_panel

POINTS = ("table1_dor", "table1", "table1_two_turn")
FIGURES = {
    "figure1": ("worst_case", "worst case", (*POINTS, "figure1", "figure1_throughput"), []),
    "figure5": ("worst_case", "interpolated routings",
                (*POINTS, "figure5", "figure5_two_turn", "figure5_optimum"),
                ["DOR + IVAL", "DOR + 2TURN"]),
    "figure6": ("average_case", "average of 100 permutations",
                (*POINTS, "table1_two_turn_a", "figure6", "figure6_end"), [])}
PATTERNS = {"uniform": "uniform traffic", "tornado": "tornado", "worst_case": "worst permutation of each"}


def draw_tradeoff(folder, name):
    throughput, title, files, interpolated = FIGURES[name]
    paths = [str(folder / f"{file}.csv") for file in files]
    lines = [path for path in paths if "interpolated" in read_table(path).get("routing", pandas.Series()).values]
    options = Options(paths, size=(PAGE_INCHES, 4.2),
                      label={f"interpolated, {path}": line for path, line in zip(lines, interpolated)})
    figure = tradeoff.describe(options, f"8-ary 2-cube, {title}", throughput)
    fig = draw(figure)
    if name == "figure1":
        enlarge_end(fig.axes[0], figure["panels"][0])
    write(fig, folder / name, bbox_inches="tight", pad_inches=0.04)  # its legend is below


def enlarge_end(axes, panel):
    """The end of the curves, where paths of two turns make a difference, in the empty corner."""
    inset = axes.inset_axes([0.14, 0.64, 0.36, 0.32])
    x, y = axis("", 0.488, 0.502, ticks=[[0.49, "0.49"], [0.5, "0.5"]]), axis("", 1.415, 1.495)
    draw_panel(inset, panel | {"x": x, "y": y})
    axes.indicate_inset_zoom(inset, edgecolor="0.4", lw=0.7)


def draw_figure4(results, folder):
    fig, axes = plt.subplots(figsize=(5.4, 3.4), constrained_layout=True)
    radices = sorted(key[0] for key in results.rows if key[1:] == (2, "ival", "fixed"))
    curves = [("IVAL", "#0b5394", "o", [(k, results.hops("ival", k=k)) for k in radices]),
              ("2TURN", "#1b8a6b", "s", results.radix_curve("turns")),
              ("optimum", "black", "D", results.radix_curve("any"))]
    for name, colour, marker, points in curves:
        axes.plot(*zip(*points), "-", marker=marker, color=colour, ms=4.5, lw=1.1, label=name)
    axes.axhline(5 / 3, color="#0b5394", lw=0.9, ls=(0, (5, 3)), label="limit of IVAL, 5/3")
    axes.set_xlabel("radix k")
    axes.set_ylabel("mean path length (minimal = 1)")
    axes.set_title("k-ary 2-cubes, shortest paths at the best worst case", fontsize=9.5)
    axes.xaxis.set_major_locator(matplotlib.ticker.MultipleLocator(2))
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8.5)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    write(fig, folder / "figure4")


def draw_simulated(folder):
    """Three patterns side by side, latency above accepted load, all routings with the same VCs."""
    table = pandas.concat([read_table(str(folder / f"{name}.csv")) for name in ("simulated", "simulated_optimum")])
    set_style()
    fig, axes = plt.subplots(2, len(PATTERNS), figsize=(9.6, 5.4), sharex="col", sharey="row",
                             constrained_layout=True)
    for column, (pattern, title) in enumerate(PATTERNS.items()):
        for i, (routing, rows) in enumerate(table[table["pattern"] == pattern].groupby("routing", sort=False)):
            draw_routing(axes[:, column], rows.sort_values("load"), COLOURS[i], MARKERS[i], NAMES.get(routing, "optimum"))
        axes[1, column].plot([0, 1], [0, 1], color="0.75", lw=0.8, zorder=0)
        axes[1, column].set_xlabel("offered load (fraction of capacity)")
        axes[0, column].set_title(title, fontsize=9.5)
        for row in (0, 1):
            axes[row, column].set_xlim(0, 1 if pattern == "uniform" else 0.7)
            axes[row, column].grid(True, color="0.92", lw=0.6)
    axes[0, 0].set_ylim(0, 80)
    axes[1, 0].set_ylim(0, 1)
    axes[0, 0].set_ylabel("mean packet latency (cycles)")
    axes[1, 0].set_ylabel("accepted load (fraction of capacity)")
    place_legend(fig, axes[0, 0].get_legend_handles_labels()[0], None)
    write(fig, folder / "simulated", bbox_inches="tight", pad_inches=0.06)


def draw_routing(axes, rows, colour, marker, name):
    """The latency up to the last stable point, where the curve leaves the axis, and the accepted load; open if saturated."""
    stable = rows[rows["verdict"].isin(["stable", "drained"])]
    look = {"color": colour, "marker": marker, "ms": 3.5, "lw": 1.1}
    axes[0].plot(stable["offered_capacity"], stable["latency_mean"], label=name, **look)
    if 0 < len(stable) < len(rows):
        axes[0].plot([stable["offered_capacity"].iloc[-1]] * 2, [stable["latency_mean"].iloc[-1], 1000], color=colour, lw=0.7)
    axes[1].plot(rows["offered_capacity"], rows["accepted_capacity"], mfc="white", **look)
    axes[1].plot(stable["offered_capacity"], stable["accepted_capacity"], ls="none", **look)


def write(fig, stem, **options):
    save_for_pages(fig, stem, **options)
    plt.close(fig)


def main():
    folder = results_folder(__doc__)
    for name in FIGURES:
        draw_tradeoff(folder, name)
    draw_figure4(Results(folder), folder)
    draw_simulated(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
