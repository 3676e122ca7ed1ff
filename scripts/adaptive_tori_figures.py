#!/usr/bin/python3
"""The picture and the table of scripts/study_adaptive_tori.sh from the CSV files in a folder.

latency.png and .svg have the mean latency over the offered load (curves_K.csv), a panel for each size and pattern;
the mark on the axis is the largest stable load (saturation_K.csv). The table of study.md has them all, in units of
the capacity: with node channels of 3.2 flits per cycle / with such of 1 (saturation_slow_nodes_K.csv), beside that of
OFR with one VC more (four_vcs_K.csv). study.md is also printed.

usage: scripts/adaptive_tori_figures.py out/adaptive_tori
"""

import sys

from pictures import light_grid, plt, save_for_pages, set_style
from reports import markdown, results_folder
from tables import InputError, in_one_line, read_table

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
    lowest = []
    for routing, (name, colour, marker) in ROUTINGS.items():
        rows, limit = curves.get((k, pattern, routing)), saturation.get((k, pattern, routing))
        if rows is not None:
            stable = rows[rows["verdict"] == "stable"].sort_values("load")
            axes.plot(stable["load"], stable["latency_mean"], "-", marker=marker, color=colour, ms=3.5, lw=1.2,
                      label=name)
            lowest.append(stable["latency_mean"].min())
        if limit is not None:
            axes.plot([limit["saturation_load"].iloc[0]], [0], marker=marker, color=colour, ms=6, clip_on=False,
                      zorder=5, linestyle="none")
    axes.set_title(f"{PATTERNS[pattern]}, {k}-ary", fontsize=9.5)
    axes.set_xlim(left=0)
    axes.set_ylim(0, HIGHEST * min(lowest, default=1))
    axes.set_xlabel("offered load (capacity)")
    light_grid(axes)


def figure(curves, saturation):
    panels = [(k, pattern) for k in SIZES for pattern in PATTERNS if any(key[:2] == (k, pattern) for key in curves)]
    across = min(len(panels), len(PATTERNS))
    down = -(-len(panels) // across)
    fig, grid = plt.subplots(down, across, figsize=(0.6 + 2.6 * across, 0.5 + 2.5 * down), constrained_layout=True,
                             squeeze=False)
    for axes, panel in zip(grid.flat, panels):
        draw_panel(axes, curves, saturation, *panel)
    for axes in grid.flat[len(panels):]:
        axes.axis("off")
    for row in grid:
        row[0].set_ylabel("mean latency (cycles)")
    grid[0][0].legend(fontsize=8, loc="upper left")
    return fig


def table(saturation, slow_nodes):
    """A line for each size and pattern, a column for each routing of which some of them is found."""
    routings = [routing for routing in NAMES if any(key[2] == routing for key in saturation)]
    rows = []
    for k in SIZES:
        for pattern, title in PATTERNS.items():
            keys = [(k, pattern, routing) for routing in routings]
            if any(key in saturation for key in keys):
                rows.append([k, title, *(" / ".join(saturation_load(limits[key]) for limits in (saturation, slow_nodes)
                                                    if key in limits) for key in keys)])
    return markdown(["k", "pattern", *(NAMES[routing] for routing in routings)], rows)


def saturation_load(rows):
    return f"{float(rows['saturation_load'].iloc[0]):.2f}"


def study(saturation, slow_nodes):
    return ("## Largest stable load, in units of the capacity, node channels of 3.2 / 1\n\n"
            + table(saturation, slow_nodes))


@in_one_line
def main():
    folder = results_folder(__doc__)
    curves = read(folder, "curves", ["load", "verdict", "latency_mean"])
    saturation = read(folder, "saturation", ["saturation_load"])
    for (k, pattern, _), rows in read(folder, "four_vcs", ["saturation_load"]).items():
        saturation[k, pattern, FOUR_VCS] = rows
    slow_nodes = read(folder, "saturation_slow_nodes", ["saturation_load"])
    if not curves:
        raise InputError(f"{folder}: no curves_K.csv; scripts/study_adaptive_tori.sh writes it")
    set_style()
    fig = figure(curves, saturation)
    save_for_pages(fig, folder / "latency")
    text = study(saturation, slow_nodes)
    (folder / "study.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
