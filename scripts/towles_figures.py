#!/usr/bin/python3
"""The pictures of scripts/reproduce_towles.sh, from the results in a folder.

figure1, figure5 and figure6 are those of Towles, Dally & Boyd 2003 by plot_tradeoff.py; figure4 shows path
length over the radix, simulated what the routings do in a simulation. Each as .png and .svg.

usage: scripts/towles_figures.py out/towles
"""

import argparse
import sys

import matplotlib

import plot
import plot_tradeoff
from pictures import PAGE_INCHES, plt, save_for_pages
from reports import results_folder
from towles_results import NAMES, Results

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
    rows = plot_tradeoff.read_rows([str(folder / f"{file}.csv") for file in files], throughput)
    options = argparse.Namespace(throughput=throughput, interpolated=interpolated,
                                 title=f"8-ary 2-cube, {title}", size=(PAGE_INCHES, 4.2))
    fig = plot_tradeoff.figure(rows, options)
    if name == "figure1":
        enlarge_end(fig.axes[0], rows)
    write(fig, folder / name, bbox_inches="tight", pad_inches=0.04)  # its legend is below


def enlarge_end(axes, rows):
    """The end of the curves, where paths of two turns make a difference, in the empty corner."""
    inset = axes.inset_axes([0.14, 0.64, 0.36, 0.32])
    plot_tradeoff.draw_curves(inset, rows[rows["kind"] == "curve"], rows[rows["kind"] != "curve"])
    plot_tradeoff.draw_points(inset, rows[rows["kind"] == "point"])
    inset.set_xlim(0.488, 0.502)
    inset.set_ylim(1.415, 1.495)
    inset.set_xticks([0.49, 0.5])
    inset.tick_params(labelsize=7)
    inset.grid(alpha=0.25)
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
    table, _ = plot.read_results([str(folder / "simulated.csv"),
                                  str(folder / "simulated_optimum.csv")])
    table["routing"] = table["routing"].map(lambda name: NAMES.get(name, "optimum"))
    plot.set_style()
    fig, axes = plt.subplots(2, len(PATTERNS), figsize=(9.6, 5.4), sharex="col", sharey="row",
                             constrained_layout=True)
    for column, (pattern, title) in enumerate(PATTERNS.items()):
        series, _ = plot.make_series(table[table["pattern"] == pattern], ["routing"], "capacity")
        for _, look, points in series:
            plot.draw_latency(axes[0, column], points, look, "none")
            plot.draw_accepted(axes[1, column], points, look)
        axes[0, column].set_ylim(0, 80)
        plot.draw_walls(axes[0, column], series)
        axes[1, column].plot([0, 1], [0, 1], color="0.75", lw=0.8, zorder=0)
        axes[1, column].set_xlabel("offered load (fraction of capacity)")
        axes[0, column].set_title(title, fontsize=9.5)
        for row in (0, 1):
            axes[row, column].set_xlim(0, 1 if pattern == "uniform" else 0.7)
            axes[row, column].grid(True, color="0.92", lw=0.6)
    axes[1, 0].set_ylim(0, 1)
    axes[0, 0].set_ylabel("mean packet latency (cycles)")
    axes[1, 0].set_ylabel("accepted load (fraction of capacity)")
    plot.add_legend(fig, series, None, set(table["verdict"]) & plot.OPEN)
    write(fig, folder / "simulated", bbox_inches="tight", pad_inches=0.06)


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
