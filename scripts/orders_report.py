#!/usr/bin/python3
"""The picture and the tables of scripts/study_orders.sh from ordered.csv and most_free.csv in a folder.

curves.png and .svg have the mean latency over the offered load, a row for each network and a column for each
pattern. orders.md has, for each of these panels, the largest load at which all seeds are stable, how often a
wanted channel was free at 0.3 of the capacity, and the latencies of one order against another: differences
are taken seed by seed, since all routings have the same births with the same seed, and count where 0 is
outside their 95 % confidence interval (Student's t). orders.md is also printed.

usage: scripts/orders_report.py out/orders
"""

import math
import sys

import pandas as pd

from pictures import light_grid, plt, save_for_pages, set_style
from reports import markdown, results_folder
from students_t import half_width
from tables import InputError, in_one_line, read_table

COLUMNS = ["topology", "dimensions", "pattern", "routing", "load", "seed", "verdict", "latency_mean",
           "wanted_free_fraction"]
ROUTINGS = {"dor": ("dimension order", "#777777", "v"),
            "minimal_adaptive": ("minimal adaptive, lowest dimension first", "#1b8a6b", "^"),
            "z2": ("Z2", "#c8501e", "s"), "mp": ("MP", "#0b5394", "o"),
            "most_free": ("minimal adaptive, most credits first", "#8f4a93", "D")}
NETWORKS = [("torus", "8x8"), ("torus", "16x16"), ("mesh", "8x8"), ("mesh", "16x16")]
PATTERNS = {"uniform": "uniform", "transpose": "transposition", "bit_reverse": "bit reversal", "tornado": "tornado"}
COMPARED = [("mp", "z2"), ("mp", "minimal_adaptive"), ("mp", "most_free"), ("minimal_adaptive", "dor")]
LIGHT = 0.3  # the load at which free channels are reported
HIGHEST = 5  # of a row of panels, times their lowest latency


def read(folder):
    """All runs; those that choose by credits are the routing `most_free`."""
    tables = []
    for name in ("ordered", "most_free"):
        table = read_table(str(folder / f"{name}.csv"), COLUMNS, "the CSV of scripts/study_orders.sh", "rows")
        if name == "most_free":
            if list(table["routing"].unique()) != ["minimal_adaptive"]:
                raise InputError(f"{folder / name}.csv: expected runs of minimal_adaptive alone")
            table = table.assign(routing=name)
        tables.append(table)
    return pd.concat(tables)


class Panel:
    """The runs of one network and pattern. `latencies`: by routing, of the loads at which all seeds are stable, a
    column per seed."""

    def __init__(self, rows):
        self.rows = rows
        self.latencies = {routing: pd.DataFrame() for routing in ROUTINGS}
        for routing, own in rows.groupby("routing"):
            stable = own.groupby("load")["verdict"].agg(lambda verdicts: (verdicts == "stable").all())
            stable = stable.cummin()  # up to the first load at which one is not
            own = own[own["load"].map(stable)]
            self.latencies[routing] = own.pivot(index="load", columns="seed", values="latency_mean")

    def largest_load(self, routing):
        loads = self.latencies[routing].index
        return f"{loads.max():.2g}" if len(loads) else "none"

    def free(self, routing):
        own = self.rows[(self.rows["routing"] == routing) & (self.rows["load"] == LIGHT)]
        return f"{own['wanted_free_fraction'].mean():.3f}" if len(own) else "none"

    def differences(self, routing, other):
        """By load at which both are stable: (mean, half-width) of latency of `routing` over that of `other`, less 1."""
        ours, theirs = self.latencies[routing], self.latencies[other]
        ratios = (ours / theirs - 1).dropna()
        return [(row.mean(), half_width(row)) for _, row in ratios.iterrows()]


def summary(differences):
    """'2 of 5: -1.2 to -0.4 %'."""
    clear = [100 * mean for mean, width in differences if abs(mean) > width]
    text = f"{len(clear)} of {len(differences)}"
    if not clear:
        return text
    low, high = f"{min(clear):+.1f}", f"{max(clear):+.1f}"
    return f"{text}: {low} %" if low == high else f"{text}: {low} to {high} %"


def overall(panels, routing, other):
    """One row for a pair of routings: where they differ, over all panels."""
    differences = [d for panel in panels.values() for d in panel.differences(routing, other)]
    below = sum(mean < -width for mean, width in differences)
    above = sum(mean > width for mean, width in differences)
    widths = sorted(width for _, width in differences)
    typical = f"{100 * widths[len(widths) // 2]:.2f} %" if widths else ""
    return [f"{ROUTINGS[routing][0]} / {ROUTINGS[other][0]}", len(differences), below, above, typical]


def report(panels):
    names = [ROUTINGS[routing][0] for routing in ROUTINGS]
    label = {key: [f"{key[1]} {key[0]}", PATTERNS[key[2]]] for key in panels}
    parts = [
        "# Orders of candidates in the simulator\n",
        "## Largest load at which all seeds are stable, in units of the capacity\n",
        markdown(["network", "pattern", *names],
                 [[*label[key], *(panel.largest_load(r) for r in ROUTINGS)] for key, panel in panels.items()]),
        f"## Share of wanted channels that were free, at {LIGHT}\n",
        markdown(["network", "pattern", *names],
                 [[*label[key], *(panel.free(r) for r in ROUTINGS)] for key, panel in panels.items()]),
        "## Latency of the first over that of the second: loads with a clear difference\n",
        markdown(["network", "pattern", *(f"{ROUTINGS[a][0]} / {ROUTINGS[b][0]}" for a, b in COMPARED)],
                 [[*label[key], *(summary(panel.differences(a, b)) for a, b in COMPARED)]
                  for key, panel in panels.items()]),
        "## The same over all panels\n",
        markdown(["pair", "points", "clearly lower", "clearly higher", "median half-width"],
                 [overall(panels, a, b) for a, b in COMPARED])]
    return "\n".join(parts)


def draw(panels):
    """Of the width of a page, so that its words stay as large as they are here."""
    fig, grid = plt.subplots(len(NETWORKS), len(PATTERNS), figsize=(8.4, 9.4), constrained_layout=True, squeeze=False,
                             sharex=True, sharey="row")
    for row, network in zip(grid, NETWORKS):
        lowest = [draw_panel(axes, panels[(*network, pattern)]) for axes, pattern in zip(row, PATTERNS)
                  if (*network, pattern) in panels]
        row[0].set_ylabel(f"{network[1]} {network[0]}\nmean latency (cycles)")
        row[0].set_ylim(0, HIGHEST * min(lowest, default=1))
    for axes, name in zip(grid[0], PATTERNS.values()):
        axes.set(title=name, xlim=(0, 0.72))
    for axes in grid[-1]:
        axes.set_xlabel("offered load (capacity)")
    handles, labels = grid[0][0].get_legend_handles_labels()
    fig.get_layout_engine().set(rect=(0, 0.07, 1, 0.93))
    fig.legend(handles, labels, loc="lower center", ncol=2)
    return fig


def draw_panel(axes, panel):
    """Returns the lowest latency."""
    lowest = math.inf
    for routing, (name, colour, marker) in ROUTINGS.items():
        latencies = panel.latencies[routing]
        mean = latencies.mean(axis=1)
        axes.errorbar(mean.index, mean, yerr=[half_width(row) for _, row in latencies.iterrows()], fmt="-",
                      marker=marker, color=colour, ms=3.5, lw=1.1, capsize=2, label=name)
        lowest = min([lowest, *mean])
    light_grid(axes)
    return lowest if math.isfinite(lowest) else 1


@in_one_line
def main():
    folder = results_folder(__doc__)
    rows = read(folder)
    found = {key: Panel(own) for key, own in rows.groupby(["topology", "dimensions", "pattern"])}
    panels = {(*network, pattern): found[*network, pattern] for network in NETWORKS for pattern in PATTERNS
              if (*network, pattern) in found}
    set_style()
    fig = draw(panels)
    save_for_pages(fig, folder / "curves")
    text = report(panels)
    (folder / "orders.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
