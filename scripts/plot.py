#!/usr/bin/python3
"""Draws results: latency and accepted load against offered load from the CSV of `orthant sweep` or `run`,
bars of the largest stable loads from that of `orthant saturate`.

One line (or bar) per combination of keys; the legend names only what differs: the key columns, and keys
that have no column but differ in the configs beside the files (FILE.csv.ini). Rows that differ in their
seed only are repetitions of a point and are averaged; the same run twice is refused.

Filled markers are stable points. Open markers are saturated or unfinished points: their latency depends
on the length of the run, so in the latency panel a dotted line leads to them; where the run did not
wait for one (run.drain_saturated) the first of them stands on the upper edge. Crosses on the axis are points
that deadlocked, or whose load no node can send: they have no value to draw.

examples:
  scripts/plot.py sweep.csv -o sweep.png
  scripts/plot.py sweep.csv -o sweep.png -o sweep.svg --latency-max 200
  scripts/plot.py dor.csv adaptive.csv --panel latency --latency-scale log -o latency.svg
  scripts/plot.py graphs.csv --over topology.graph_seed -o graphs.png
  scripts/plot.py saturation.csv -o saturation.png
"""

import argparse
import math
import os
import sys

import matplotlib
import numpy as np
import pandas as pd

import saturation_bars
from curves import FAILED, OPEN, STABLE, VERDICTS, average, check_points, group_rows
from pictures import add_output, light_grid, parser_of, plt, positive, save
from plot_style import (COLOURS, DASHES, MARKERS, UNIT_NAMES, choose_unit, common_title,
                        set_style)
from result_files import read_results
from tables import InputError

FAR = 10  # times the highest other latency: such a stable point is above the axis


def make_series(table, key_columns, unit, over=(), y="latency_mean"):
    """The lines of the plot, [(label, look, points)], and the legend's title."""
    lines, title, differing = group_rows(table, key_columns, over)
    series, firsts = [], []
    until_drained = (table["verdict"] == "drained").any()
    for values, label, rows in lines:
        firsts.append(values[:1])
        points = [average(same_load, unit, until_drained, y) for _, same_load in rows.groupby("load")]
        series.append((label, choose_look(firsts, len(differing) > 1),
                       pd.DataFrame(points).sort_values("offered", ignore_index=True)))
    return series, title


def choose_look(firsts, several):
    """Look of the last line of `firsts` (the first differing key's value of each line so far).

    Every line has its own marker. With several differing keys, lines that agree in the first one
    share a colour and differ in their dashes.
    """
    index = len(firsts) - 1
    colour, dash = index, index
    if several:
        colour = sorted(set(firsts), key=firsts.index).index(firsts[-1])
        dash = firsts.count(firsts[-1]) - 1
    return {"color": COLOURS[colour % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)],
            "linestyle": DASHES[dash % len(DASHES)]}


def latency_limit(series):
    """Upper end of the latency axis: above all stable points, but for one far above all others; where none is stable the wall is cut off."""
    valid = [p for _, _, points in series for p in points.itertuples()
             if p.verdict not in FAILED and not math.isnan(p.latency)]
    if not valid:
        raise InputError("no row has a latency")
    stable = sorted(p.latency for p in valid if p.verdict in STABLE)
    every = [p.latency for p in valid]
    top = 1.12 * stable[-2 if is_far_above(stable) else -1] if stable else min(max(every) * 1.12, min(every) * 8)
    return max([top, *(1.06 * latency for latency in every if 0.95 * top < latency <= top)])  # no marker is cut in two


def is_far_above(ordered):
    """Whether the last of these latencies is an order of magnitude above all others."""
    return len(ordered) > 1 and ordered[-1] > FAR * ordered[-2]


def draw_markers(axes, x, points, y, look):
    """Filled: stable; open: saturated or unfinished; cross on the axis: no value."""
    style = {"linestyle": "none", "markersize": 4.2, "markeredgecolor": look["color"],
             "markeredgewidth": 0.9, "zorder": 4}
    for chosen, face in ((points["verdict"].isin(STABLE), look["color"]),
                         (points["verdict"].isin(OPEN), "white")):
        axes.plot(x[chosen], y[chosen], marker=look["marker"], markerfacecolor=face, **style)
    failed = x[points["verdict"].isin(FAILED)]
    if len(failed):
        axes.plot(failed, [0] * len(failed), marker="x", transform=axes.get_xaxis_transform(),
                  clip_on=False, **style)


def runs_of(flags):
    """[(from, to)] of the stretches in which the flags are all set."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]])))
    return list(zip(edges[::2], edges[1::2]))


def draw_latency(axes, points, look, errors):
    latency = points["latency"].where(~points["verdict"].isin(FAILED))
    steady = points["verdict"].isin(STABLE).to_numpy()
    # Solid from a stable point to the next one if that is stable too, else dotted.
    for start, end in runs_of(steady):
        solid = points.iloc[start:end]
        axes.plot(solid["offered"], solid["latency"], color=look["color"], linewidth=1.3,
                  linestyle=look["linestyle"])
        if errors == "band":
            axes.fill_between(solid["offered"], solid["latency"] - solid["half_width"],
                              solid["latency"] + solid["half_width"], color=look["color"], alpha=0.2,
                              linewidth=0)
    for start, end in runs_of(~(steady[1:] & steady[:-1])):
        axes.plot(points["offered"].iloc[start:end + 1], latency.iloc[start:end + 1], color=look["color"],
                  linewidth=0.8, linestyle=":")
    if errors == "bars":
        known = points[steady & points["half_width"].notna()]
        if len(known):
            axes.errorbar(known["offered"], known["latency"], yerr=known["half_width"], fmt="none",
                          ecolor=look["color"], elinewidth=0.8, capsize=2)
    draw_markers(axes, points["offered"], points, latency, look)


def draw_walls(axes, series):
    """Where the first point beyond the stable ones is saturated and has no latency (its packets did
    not all arrive), an open marker on the upper edge, at the end of a dotted line from the last stable one."""
    top = axes.get_ylim()[1]
    for _, look, points in series:
        steady = points["verdict"].isin(STABLE)
        end = int((~steady).to_numpy().argmax())
        if steady.all() or end == 0:
            continue
        beyond = points.iloc[end]
        if beyond["verdict"] in OPEN and math.isnan(beyond["latency"]):
            last = points.iloc[end - 1]
            axes.plot([last["offered"], beyond["offered"]], [last["latency"], top], color=look["color"],
                      linewidth=0.8, linestyle=":")
            axes.plot([beyond["offered"]], [top], color=look["color"], marker=look["marker"], clip_on=False,
                      markerfacecolor="white", markersize=4.2, markeredgewidth=0.9)


def draw_accepted(axes, points, look):
    accepted = points["accepted"].where(~points["verdict"].isin(FAILED))
    axes.plot(points["offered"], accepted, color=look["color"], linewidth=1.3,
              linestyle=look["linestyle"])
    draw_markers(axes, points["offered"], points, accepted, look)


def finish_latency(axes, series, options):
    if options.latency_scale == "log":
        axes.set_yscale("log")
        axes.yaxis.set_minor_locator(matplotlib.ticker.LogLocator(subs=(2, 5)))
        for which in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            which(matplotlib.ticker.FormatStrFormatter("%g"))
        if options.latency_max:
            axes.set_ylim(top=options.latency_max)
    else:
        axes.set_ylim(0, options.latency_max or latency_limit(series))
    axes.set_ylabel("mean packet latency (cycles)")


def finish_accepted(axes, unit, limit):
    axes.plot([0, limit], [0, limit], color="0.75", linewidth=0.8, zorder=0)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(f"accepted load ({UNIT_NAMES[unit]})")


def panels_of(series, panel):
    """What to draw: saturated points have no latency, so there may be none to draw."""
    if panel != "both":
        return [panel]
    if any(points["latency"].notna().any() for _, _, points in series):
        return ["latency", "accepted"]
    print("plot.py: no latency panel: no point has a latency", file=sys.stderr)
    return ["accepted"]


def figure(series, legend_title, unit, options):
    panels = panels_of(series, options.panel)
    width, height = options.size or ((7.4 if len(panels) == 2 else 4.0), 3.1)
    fig, all_axes = plt.subplots(1, len(panels), figsize=(width, height), squeeze=False,
                                 constrained_layout=True)
    limit = max(points["offered"].max() for _, _, points in series) * 1.04
    open_shown = set()
    for panel, axes in zip(panels, all_axes[0]):
        for _, look, points in series:
            if panel == "latency":
                draw_latency(axes, points, look, options.errors)
            else:
                draw_accepted(axes, points, look)
        if panel == "latency":
            finish_latency(axes, series, options)
            draw_walls(axes, series)
        else:
            finish_accepted(axes, unit, limit)
        axes.set_xlim(0, limit)
        axes.set_xlabel(f"offered load ({UNIT_NAMES[unit]})")
        light_grid(axes)
        open_shown |= open_verdicts(axes, series, panel)
    add_legend(fig, series, legend_title, open_shown)
    if options.title:
        fig.suptitle(options.title, fontsize=9.5)
    return fig


def open_verdicts(axes, series, column):
    """The verdicts of open markers within the axes: the latency axis may end below them all."""
    top = axes.get_ylim()[1]
    return {verdict for _, _, points in series
            for verdict in points["verdict"][points[column] <= top] if verdict in OPEN}


def add_legend(fig, series, title, open_shown):
    """Below the panels, where it covers nothing."""
    handles = []
    if len(series) > 1:
        for label, look, _ in series:
            handles.append(plt.Line2D([], [], label=label, linewidth=1.3, markersize=4.2, **look))
    failed = [verdict for verdict in reversed(VERDICTS) if verdict in FAILED and
              any((points["verdict"] == verdict).any() for _, _, points in series)]
    plain = {"linestyle": "none", "color": "0.35", "markersize": 4.2, "markeredgewidth": 0.9}
    if open_shown:
        handles.append(plt.Line2D([], [], label=" or ".join(sorted(open_shown)), marker="o",
                                  markerfacecolor="white", **plain))
    if failed:
        handles.append(plt.Line2D([], [], label=f"{' or '.join(failed)} (no value)", marker="x",
                                  **plain))
    if not handles:
        return
    # Inches of the widest entry: its handle and about 0.06 for each letter.
    widest = 0.6 + 0.06 * max(len(handle.get_label()) for handle in handles)
    columns = max(1, min(len(handles), int(fig.get_figwidth() / widest)))
    fig.legend(handles=handles, title=title if len(series) > 1 else None, loc="upper center",
               ncol=columns, bbox_to_anchor=(0.5, 0.0))


def note_unplaced(series):
    unplaced = sum(points["offered"].isna().sum() for _, _, points in series)
    if unplaced:
        print(f"plot.py: not drawn: {unplaced} of the points, whose load was not measured",
              file=sys.stderr)


def print_table(series, unit):
    name = max([len(label) for label, _, _ in series] + [len("series")])
    print(f"loads in {UNIT_NAMES[unit]}, latency in cycles with its 95 % confidence interval\n")
    print(f"{'series':{name}}  offered  accepted   latency    +-95%  verdict")
    for label, _, points in series:
        for p in points.itertuples():
            latency = "" if math.isnan(p.latency) else f"{p.latency:.2f}"
            half = "" if math.isnan(p.half_width) else f"{p.half_width:.2f}"
            print(f"{label or 'all':{name}}  {p.offered:7.3f}  {p.accepted:8.3f}  {latency:>8}  "
                  f"{half:>7}  {p.verdict}")


def size(text):
    try:
        width, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError("expected WIDTHxHEIGHT in inches, as 7.4x3.1") from None
    if not (1 <= width <= 50 and 1 <= height <= 50):
        raise argparse.ArgumentTypeError("width and height lie between 1 and 50 inches")
    return width, height


def parse(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("csv", nargs="+", help="results of `orthant sweep`, `run` or `saturate`")
    add_output(parser)
    parser.add_argument("--panel", choices=["both", "latency", "accepted"], default="both")
    parser.add_argument("--unit", choices=["capacity", "flits"],
                        help="of all loads; default: the configs' load_unit, capacity where they "
                             "differ in it and all networks have one")
    parser.add_argument("--over", action="append", default=[], metavar="KEY",
                        help="rows that differ in KEY are repetitions too, as topology.graph_seed; may "
                             "be given several times")
    parser.add_argument("--errors", choices=["band", "bars", "none"], default="band",
                        help="how the 95 %% confidence interval of the latency is drawn")
    parser.add_argument("--latency-scale", choices=["linear", "log"], default="linear")
    parser.add_argument("--latency-max", type=positive, metavar="CYCLES",
                        help="upper end of the latency axis; default: a little above the highest stable latency, but for "
                             "one of more than 10 times all others")
    parser.add_argument("--title", help="default: what all rows have in common")
    parser.add_argument("--size", type=size, metavar="WIDTHxHEIGHT", help="inches")
    parser.add_argument("--print", action="store_true", help="also print the points as a table")
    return parser.parse_args(arguments)


def curves(table, key_columns, unit, options):
    """The picture, and how to print its points."""
    check_points(table)
    series, legend_title = make_series(table, key_columns, unit, options.over)
    note_unplaced(series)
    return figure(series, legend_title, unit, options), lambda: print_table(series, unit)


def bars(table, key_columns, unit, options):
    return (saturation_bars.figure(table, key_columns, unit, options),
            lambda: saturation_bars.print_table(table, key_columns, unit, options.over))


def main(arguments):
    options = parse(arguments)
    try:
        table, key_columns = read_results(options.csv)
        for key in options.over:
            if key not in key_columns:
                raise InputError(f"--over {key}: no column in which rows differ; allowed: {', '.join(key_columns)}")
        unit = choose_unit(table, options.unit)
        if options.title is None:
            options.title = common_title(table)
        set_style()
        draw = bars if "saturation_load" in table else curves
        fig, print_points = draw(table, key_columns, unit, options)
        for path in options.output:
            save(fig, path, bbox_inches="tight", pad_inches=0.06)
        if options.print:
            print_points()
            sys.stdout.flush()
    except InputError as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of the table has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
