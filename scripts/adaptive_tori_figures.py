#!/usr/bin/python3
"""The picture and the table of scripts/study_adaptive_tori.sh from curves_K.csv and saturation_K.csv in a folder.

latency.png and .svg have the mean latency over the offered load, a row for each size and a column for each
pattern; the mark on the axis is the largest stable load. saturation.md, also printed, has these loads.

usage: scripts/adaptive_tori_figures.py out/adaptive_tori
"""

import argparse
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from pictures import save  # noqa: E402
from tables import InputError, read_table  # noqa: E402

SIZES = (8, 16, 32)
PATTERNS = {"uniform": "uniform", "butterfly": "butterfly", "rotate_3d": "3D transposition",
            "bit_reverse": "bit reversal"}
ROUTINGS = {"abr": ("ABR", "#0b5394", "o"), "por": ("POR", "#c8501e", "s"), "ofr": ("OFR", "#1b8a6b", "D"),
            "goal": ("GOAL", "#8f4a93", "^")}
HIGHEST = 4  # times the lowest latency of a panel


def read(folder, name, needed):
    """Rows by (k, pattern, routing): a table for each."""
    found = {}
    for k in SIZES:
        path = folder / f"{name}_{k}.csv"
        if not path.exists():
            continue
        table = read_table(str(path), ["pattern", "routing", *needed], "the study's own CSV", "rows")
        for (pattern, routing), rows in table.groupby(["pattern", "routing"]):
            found[k, pattern, routing] = rows
    return found


def draw_panel(axes, curves, saturation, k, pattern):
    lowest = None
    for routing, (name, colour, marker) in ROUTINGS.items():
        rows = curves.get((k, pattern, routing))
        if rows is None:
            continue
        stable = rows[rows["verdict"] == "stable"].sort_values("load")
        axes.plot(stable["load"], stable["latency_mean"], "-", marker=marker, color=colour, ms=3.5, lw=1.2,
                  label=name)
        if len(stable):
            least = stable["latency_mean"].min()
            lowest = least if lowest is None else min(lowest, least)
        limit = saturation.get((k, pattern, routing))
        if limit is not None:
            axes.plot([float(limit["saturation_load"].iloc[0])], [0], marker=marker, color=colour, ms=6,
                      clip_on=False, zorder=5, linestyle="none")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, HIGHEST * lowest if lowest else 1)
    axes.grid(True, color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


def figure(curves, saturation):
    sizes = [k for k in SIZES if any(key[0] == k for key in curves)]
    fig, grid = plt.subplots(len(sizes), len(PATTERNS), figsize=(11, 0.7 + 2.5 * len(sizes)),
                             constrained_layout=True, squeeze=False, sharex=True)
    for row, k in zip(grid, sizes):
        for axes, (pattern, name) in zip(row, PATTERNS.items()):
            draw_panel(axes, curves, saturation, k, pattern)
            if k == sizes[0]:
                axes.set_title(name, fontsize=9.5)
            if k == sizes[-1]:
                axes.set_xlabel("offered load (capacity)")
        row[0].set_ylabel(f"{k}-ary 3-cube\nmean latency (cycles)")
    grid[0][0].legend(fontsize=8, loc="upper left")
    return fig


def saturation_table(saturation):
    lines = ["| k | pattern | " + " | ".join(name for name, *_ in ROUTINGS.values()) + " |",
             "| --- | --- |" + " --- |" * len(ROUTINGS)]
    for k in SIZES:
        for pattern, title in PATTERNS.items():
            limits = [saturation.get((k, pattern, routing)) for routing in ROUTINGS]
            if all(limit is None for limit in limits):
                continue
            cells = ["" if limit is None else f"{float(limit['saturation_load'].iloc[0]):.2f}"
                     for limit in limits]
            lines.append(f"| {k} | {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    try:
        curves = read(folder, "curves", ["load", "verdict", "latency_mean"])
        saturation = read(folder, "saturation", ["saturation_load"])
        if not curves:
            raise InputError(f"{folder}: no curves_K.csv; scripts/study_adaptive_tori.sh writes it")
        plt.rcParams.update({"font.size": 9, "svg.hashsalt": "orthant", "savefig.dpi": 200})
        fig = figure(curves, saturation)
        for suffix in (".png", ".svg"):
            save(fig, str(folder / f"latency{suffix}"))
    except InputError as error:
        print(f"adaptive_tori_figures.py: {error}", file=sys.stderr)
        return 2
    table = saturation_table(saturation)
    (folder / "saturation.md").write_text(table, encoding="utf-8")
    print(table, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
