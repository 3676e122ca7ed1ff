#!/usr/bin/python3
"""The picture and the tables of scripts/study_adaptive_tori.sh from the CSV files in a folder.

latency.png and .svg have the mean latency over the offered load (curves_K.csv), a row for each size and a
column for each pattern; the mark on the axis is the largest stable load (saturation_K.csv), where that is on it.
The first table of study.md has them all, beside that of OFR with one VC more (four_vcs_K.csv). The second table
has the largest load of bursts whose mean lifetime is within the limit of Versaci 2013 (bursts_K.csv), beside his
Table 2. study.md is also printed.

usage: scripts/adaptive_tori_figures.py out/adaptive_tori
"""

import argparse
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from outflank_results import LIFETIME_LIMIT_US, paper_limit  # noqa: E402
from pictures import save  # noqa: E402
from tables import InputError, read_table  # noqa: E402

SIZES = (8, 16, 32)
PATTERNS = {"uniform": "uniform", "butterfly": "butterfly", "rotate_3d": "3D transposition",
            "bit_reverse": "bit reversal"}
ROUTINGS = {"abr": ("ABR", "#0b5394", "o"), "por": ("POR", "#c8501e", "s"), "ofr": ("OFR", "#1b8a6b", "D"),
            "goal": ("GOAL", "#8f4a93", "^")}
FOUR_VCS = "ofr with 4 VCs"  # two of them adaptive, as ABR and POR have
NAMES = {**{routing: look[0] for routing, look in ROUTINGS.items()}, FOUR_VCS: "OFR, 4 VCs"}
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
        if limit is not None and float(limit["saturation_load"].iloc[0]) <= 1:
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


def table(cell, found, routings):
    """A line for each size and pattern of which some routing is found: `cell(key, rows)` of each."""
    lines = ["| k | pattern | " + " | ".join(NAMES[routing] for routing in routings) + " |",
             "| --- | --- |" + " --- |" * len(routings)]
    for k in SIZES:
        for pattern, title in PATTERNS.items():
            keys = [(k, pattern, routing) for routing in routings]
            if any(key in found for key in keys):
                cells = [cell(key, found[key]) if key in found else "" for key in keys]
                lines.append(f"| {k} | {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def saturation_load(_, rows):
    return f"{float(rows['saturation_load'].iloc[0]):.2f}"


def sustained_load(key, rows):
    """The paper's load / ours: the last one before the first beyond the limit."""
    k, pattern, _ = key
    rows = rows.sort_values("load")
    within = (rows["verdict"] == "drained") & (rows["latency_mean_ns"] <= 1000 * LIFETIME_LIMIT_US[k, pattern])
    ours = rows["load"][within.cummin()].max() if within.iloc[0] else 0
    return f"{paper_limit(*key) / 100:.2f} / {ours:.2f}"


def study(saturation, bursts):
    parts = []
    if saturation:
        parts.append("## Largest stable load, in units of the capacity\n\n"
                     + table(saturation_load, saturation,
                             [routing for routing in NAMES if any(key[2] == routing for key in saturation)]))
    if bursts:
        parts.append("## Largest load of bursts within the limit of Versaci 2013, Table 2 / credits\n\n"
                     + table(sustained_load, bursts, ["abr", "por", "ofr"]))
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    try:
        curves = read(folder, "curves", ["load", "verdict", "latency_mean"])
        saturation = read(folder, "saturation", ["saturation_load"])
        for (k, pattern, _), rows in read(folder, "four_vcs", ["saturation_load"]).items():
            saturation[k, pattern, FOUR_VCS] = rows
        bursts = read(folder, "bursts", ["load", "verdict", "latency_mean_ns"])
        if not curves:
            raise InputError(f"{folder}: no curves_K.csv; scripts/study_adaptive_tori.sh writes it")
        plt.rcParams.update({"font.size": 9, "svg.hashsalt": "orthant", "savefig.dpi": 200})
        fig = figure(curves, saturation)
        for suffix in (".png", ".svg"):
            save(fig, str(folder / f"latency{suffix}"))
    except InputError as error:
        print(f"adaptive_tori_figures.py: {error}", file=sys.stderr)
        return 2
    text = study(saturation, bursts)
    (folder / "study.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
