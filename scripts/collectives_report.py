#!/usr/bin/python3
"""The pictures and tables of scripts/study_collectives.sh from the CSV files in its folder.

COLLECTIVE_NETWORK.png and .svg have, for each routing, the share of the lower bound that every algorithm reaches
over the size of a rank's vector. collectives.md has the cycles, the best of each size in bold, and those
in which one thing alone is varied. It is also printed. Files that are not there are left out.

usage: scripts/collectives_report.py out/collectives
"""
import sys

from palette import COLOURS
from pictures import light_grid, plt, save_for_pages, set_style
from plot_style import MARKERS
from reports import markdown, results_folder
from tables import InputError, in_one_line, read_table

ALGORITHM, BYTES = "workload.algorithm", "workload.bytes"
COLUMNS = ["routing", "verdict", "completion_cycles", "kind_bound_share"]
COLLECTIVES = {"allreduce": "All-reduce", "alltoall": "All-to-all"}
FAIR = ["allreduce", "alltoall", "long"]  # FAIR_NAME.csv of router.preset = fair: no picture
NETWORKS = ["8x8x8", "16x16x16"]
CAUSES = {"order": "workload.mapping", "vcs": "vcs", "injection": "router.injection_limit", "injection_vcs": "router.injection_vc",
          "few_vcs": "router.injection_vcs", "fair_liquid": "router.preset", "routers": "router.preset",
          "rounds": "workload.rounds",
          "injection_16x16x16": "router.injection_limit"}  # CSV: the column that is varied
PANELS_IN_A_ROW = 3


def read(path, *axes):
    table = read_table(str(path), [*COLUMNS, *axes], "the CSV of scripts/study_collectives.sh", "rows")
    late = table[table["verdict"] != "drained"]
    if len(late):
        raise InputError(f"{path}: verdict {late['verdict'].iat[0]!r}; expected drained")
    return table


def size_text(size):
    """'4 KB'."""
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def in_order(table, column):
    return list(dict.fromkeys(table[column]))


def cycles_table(table):
    """A row for each size and algorithm, a column for each routing."""
    routings = in_order(table, "routing")
    rows = []
    for size, of_size in table.groupby(BYTES):
        least = of_size["completion_cycles"].min()
        for algorithm in in_order(table, ALGORITHM):
            own = of_size[of_size[ALGORITHM] == algorithm].set_index("routing")
            rows.append([size_text(size), f"`{algorithm}`",
                         *(cell(own.loc[r], least) if r in own.index else "" for r in routings)])
    return markdown(["a rank's vector", "algorithm", *(f"`{r}`" for r in routings)], rows)


def cell(row, least=None):
    cycles = f"{int(row['completion_cycles']):,}"
    share = f"{100 * row['kind_bound_share']:.0f} %"
    return f"**{cycles}** ({share})" if row["completion_cycles"] == least else f"{cycles} ({share})"


def cause_table(table, varied):
    """A row for each algorithm, where there are several, and value of what is varied."""
    routings = in_order(table, "routing")
    several = ALGORITHM in table
    parts = table.groupby(ALGORITHM) if several else [(None, table)]
    return markdown([*(["algorithm"] if several else []), f"`{varied}`", *(f"`{r}`" for r in routings)],
                    [[*([f"`{algorithm}`"] if several else []), value,
                      *(cell(own.set_index("routing").loc[r]) for r in routings)]
                     for algorithm, part in parts for value, own in part.groupby(varied, sort=False)])


def draw(table):
    """Of the width of a page: a panel for each routing."""
    routings, algorithms = in_order(table, "routing"), in_order(table, ALGORITHM)
    lines = -(-len(routings) // PANELS_IN_A_ROW)
    fig, grid = plt.subplots(lines, PANELS_IN_A_ROW, figsize=(7.2, 2.1 * lines + 0.6), constrained_layout=True,
                             squeeze=False, sharex=True, sharey=True)
    sizes = sorted(table[BYTES].unique())
    for axes, routing in zip(grid.flat, routings):
        for i, algorithm in enumerate(algorithms):
            own = table[(table["routing"] == routing) & (table[ALGORITHM] == algorithm)].sort_values(BYTES)
            axes.plot(own[BYTES], 100 * own["kind_bound_share"], marker=MARKERS[i], color=COLOURS[i], ms=4, lw=1.2,
                      label=algorithm.replace("_", " "))
        axes.set_title(routing.replace("_", " "), fontsize=9)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, [size_text(size) for size in sizes])
        axes.minorticks_off()
        axes.set_ylim(0, 105)
        light_grid(axes)
    for axes in list(grid.flat)[len(routings):]:
        axes.set_visible(False)
    for row in grid:
        row[0].set_ylabel("of the bound (%)")
    for axes in grid[-1]:
        axes.set_xlabel("vector of a rank")
    fig.get_layout_engine().set(rect=(0, 0.08, 1, 0.92))
    handles, labels = grid[0][0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="lower center", ncol=len(labels), fontsize=8, frameon=False, columnspacing=1.2)
    return fig


@in_one_line
def main():
    folder = results_folder(__doc__)
    set_style(font_size=8)
    parts = ["# Collectives on tori\n"]
    for network in NETWORKS:
        for collective, name in COLLECTIVES.items():
            path = folder / f"{collective}_{network}.csv"
            if not path.exists():
                continue
            table = read(path, ALGORITHM, BYTES)
            fig = draw(table)
            save_for_pages(fig, folder / f"{collective}_{network}")
            parts += [f"## {name} on {network}: cycles, and the share of the bound\n", cycles_table(table)]
    for name in FAIR:
        path = folder / f"fair_{name}.csv"
        if path.exists():
            parts += [f"## {name} on 8x8x8 with router.preset = fair\n", cycles_table(read(path, ALGORITHM, BYTES))]
    for name, varied in CAUSES.items():
        if (folder / f"{name}.csv").exists():
            parts += [f"## What {varied} changes: cycles of an all-to-all\n",
                      cause_table(read(folder / f"{name}.csv", varied), varied)]
    if len(parts) == 1:
        raise InputError(f"{folder}: no file of scripts/study_collectives.sh, such as allreduce_8x8x8.csv")
    text = "\n".join(parts)
    (folder / "collectives.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
