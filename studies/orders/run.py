#!/usr/bin/python3
"""Compares orders in which an adaptive router tries the channels that lead closer.

Writes curves.png: mean latency over the offered load, a row for each network and a column for each
pattern. orders.md has, for each of these panels, the largest load at which all seeds are stable,
the share of wanted channels that are free at 0.3 of the capacity, and the latencies of one order
against another. Routings have the same packets with the same seed, so differences are taken seed by
seed; one counts where 0 is outside its 95 % confidence interval (Student's t).
"""
import math
import pathlib
import sys

import pandas as pd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import legend_below, panels, write
from paper import half_width, light_grid
from study import Study, markdown

ROUTINGS = {"dor": ("dimension order", "#777777", "v"),
            "minimal_adaptive": ("minimal adaptive, lowest dimension first", "#14705a", "^"),
            "z2": ("Z2", "#e0702c", "s"), "mp": ("MP", "#0b5394", "o"),
            "most_free": ("minimal adaptive, most credits first", "#b36ab8", "D")}
PATTERNS = {"uniform": "uniform", "transpose": "transposition", "bit_reverse": "bit reversal",
            "tornado": "tornado"}
COMPARED = [("mp", "z2"), ("mp", "minimal_adaptive"), ("mp", "most_free"),
            ("minimal_adaptive", "dor")]
LIGHT = 0.3  # the load at which free channels are reported
HIGHEST = 5  # of a row of panels, times their lowest latency


class Panel:
    """The runs of one network and pattern. `latencies`: by routing, of the loads at which all seeds
    are stable, a column per seed."""

    def __init__(self, rows):
        self.rows = rows
        self.latencies = {routing: pd.DataFrame() for routing in ROUTINGS}
        for routing, own in rows.groupby("routing"):
            stable = (own["verdict"] == "stable").groupby(own["load"]).all().cummin()
            own = own[own["load"].map(stable)]
            self.latencies[routing] = own.pivot(index="load", columns="seed", values="latency_mean")

    def largest_load(self, routing):
        loads = self.latencies[routing].index
        return f"{loads.max():.2g}" if len(loads) else "none"

    def free(self, routing):
        own = self.rows[(self.rows["routing"] == routing) & (self.rows["load"] == LIGHT)]
        return f"{own['wanted_free_fraction'].mean():.3f}" if len(own) else "none"

    def differences(self, routing, other):
        """By load at which both are stable: (mean, half-width) of latency of `routing` over that of
        `other`, less 1."""
        ratios = (self.latencies[routing] / self.latencies[other] - 1).dropna()
        return [(row.mean(), half_width(row)) for _, row in ratios.iterrows()]


def summary(differences):
    """'2 of 5: -1.2 to -0.4 %'."""
    clear = [100 * mean for mean, width in differences if abs(mean) > width]
    text = f"{len(clear)} of {len(differences)}"
    if not clear:
        return text
    low, high = f"{min(clear):+.1f}", f"{max(clear):+.1f}"
    return f"{text}: {low} %" if low == high else f"{text}: {low} to {high} %"


def overall(found, routing, other):
    """One row for a pair of routings: where they differ, over all panels."""
    differences = [d for panel in found.values() for d in panel.differences(routing, other)]
    widths = sorted(width for _, width in differences)
    return [f"{ROUTINGS[routing][0]} / {ROUTINGS[other][0]}", len(differences),
            sum(mean < -width for mean, width in differences),
            sum(mean > width for mean, width in differences),
            f"{100 * widths[len(widths) // 2]:.2f} %" if widths else ""]


def report(found):
    def table(columns, cells):
        return markdown(["network", "pattern", *columns],
                        [[f"{key[1]} {key[0]}", PATTERNS[key[2]], *cells(panel)] for key,
                         panel in found.items()])

    names = [name for name, _, _ in ROUTINGS.values()]
    return "\n".join((
        "# Orders of candidates in the simulator\n",
        "## Largest load at which all seeds are stable, in units of the capacity\n",
        table(names, lambda panel: map(panel.largest_load, ROUTINGS)),
        f"## Share of wanted channels that were free, at {LIGHT}\n",
        table(names, lambda panel: map(panel.free, ROUTINGS)),
        "## Latency of the first over that of the second: loads with a clear difference\n",
        table([f"{ROUTINGS[a][0]} / {ROUTINGS[b][0]}" for a, b in COMPARED],
              lambda panel: [summary(panel.differences(a, b)) for a, b in COMPARED]),
        "## The same over all panels\n",
        markdown(["pair", "points", "clearly lower", "clearly higher", "median half-width"],
                 [overall(found, a, b) for a, b in COMPARED])))


def draw(found):
    networks = list(dict.fromkeys(key[:2] for key in found))
    fig, grid = panels(len(networks), len(PATTERNS), (8.4, 0.6 + 2.2 * len(networks)), sharex=True,
                       sharey="row")
    for row, network in zip(grid, networks):
        lowest = [draw_panel(axes, found[*network, pattern]) for axes, pattern in zip(row, PATTERNS)
                  if (*network, pattern) in found]
        row[0].set_ylabel(f"{network[1]} {network[0]}\nmean latency (cycles)")
        row[0].set_ylim(0, HIGHEST * min(lowest))
    for axes, name in zip(grid[0], PATTERNS.values()):
        axes.set(title=name, xlim=(0, 0.72))
    for axes in grid[-1]:
        axes.set_xlabel("offered load (capacity)")
    legend_below(fig, grid[0][0], 2)
    return fig


def draw_panel(axes, panel):
    """Returns the lowest latency."""
    lowest = math.inf
    for routing, (name, colour, marker) in ROUTINGS.items():
        latencies = panel.latencies[routing]
        mean = latencies.mean(axis=1)
        axes.errorbar(mean.index, mean, yerr=[half_width(row) for _, row in latencies.iterrows()],
                      fmt="-", marker=marker, color=colour, ms=3.5, lw=1.1, capsize=2, label=name)
        lowest = min([lowest, *mean])
    light_grid(axes)
    return lowest if math.isfinite(lowest) else 1


def main():
    study = Study("orders", __doc__)
    study.run("sweep", "wu/orders", "ordered")
    study.run("sweep", "wu/orders", "most_free", "routing.algorithm=minimal_adaptive",
              "router.selection=most_free")
    rows = pd.concat([study.table("ordered"), study.table("most_free").assign(routing="most_free")])
    found = {key: Panel(own) for key, own in rows.groupby(["topology", "dimensions", "pattern"],
                                                          sort=False)
             if key[2] in PATTERNS}
    write(draw(found), study.out / "curves")
    study.report(report(found))


if __name__ == "__main__":
    main()
