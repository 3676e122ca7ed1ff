"""Bars of `orthant plot`: a group for each value of a key, a colour for each of the rest; open where a run was not stable."""

import math

import matplotlib

import point_marks
from curves import differing_keys, group_rows
from figures import y_label
from legends import place_legend
from names import describe, title_of
from panels import choose_facet, in_order, interval_of, without_following
from pictures import COLUMN_INCHES, PAGE_INCHES, label_below, light_grid, name_ticks, note, plt
from plot_style import COLOURS
from repetitions import OPEN, VERDICTS, has_no_value
from saturation_bars import HATCHES, number
from tables import InputError

MOST_BARS = 16  # in a column's width
ORDER = [*VERDICTS, "not liquid", "not known to be liquid"]  # with those of schedules
DASHED = (0, (2, 1.2))
OPEN_LINES = {"saturated": "-", "unfinished": DASHED, "interrupted": (0, (1, 1)), "not liquid": "-", "not known to be liquid": DASHED}  # round an open bar
ONE_BAR = ("dimensions", "routing", "collective")  # what names a bar that stands alone


def bar_figure(table, keys, y, options):
    """A group of bars for each value of --x (or the first key that differs), a colour for each of the rest."""
    notes = []
    x = options.x or next(iter(differing_keys(table, keys, {options.facet})), None)
    if x in keys:
        keys = [x, *without_following(table, [key for key in keys if key != x], x, notes)]
    key = options.facet or choose_facet(table, differing_keys(table, keys, {x}))
    lines, title, _ = group_rows(table, keys, {key, x})
    if len(lines) > len(COLOURS):
        raise InputError(f"{len(lines)} bars side by side; allowed: at most {len(COLOURS)}; give --x or --facet another key")
    if not table[list({x, y} - {None})].notna().all(axis=1).any():
        raise InputError(f"no row has a value of {y}" + (f" and of {options.x}" if options.x else "") + "; allowed: a column with values")
    facets = in_order(table[key]) if key else [None]
    alone = not x and len(facets) == len(lines) == 1
    groups = in_order(table[x].dropna()) if x else [name_alone(table) if alone else ""]
    wide = len(facets) > 1 or len(groups) * len(lines) > MOST_BARS
    fig, axes = plt.subplots(1, len(facets), figsize=(PAGE_INCHES if wide else COLUMN_INCHES, 2.3), squeeze=False,
                             sharey=True, constrained_layout=True)
    width = 0.8 / len(lines)
    marks, missing = set(), 0
    for panel, facet in zip(axes[0], facets):
        for index, (_, _, rows) in enumerate(lines):
            rows = rows if facet is None else rows[rows[key] == facet]
            for i, group in enumerate(groups):
                own = rows[rows[x] == group] if x else rows
                if len(own):
                    mark = draw_bar(panel, i + (index - (len(lines) - 1) / 2) * width, width * 0.9, own, y, index)
                    marks.add(mark)
                    missing += mark == "missing"
        if alone and panel.patches:
            number(panel, 0, panel.patches[0].get_height(), 0)
        name_groups(panel, groups)
        if facet is not None:
            panel.set_title(describe(key, str(facet), True), pad=4 + (point_marks.ARROW_POINTS if y.startswith("latency") else 0))
        if x:
            label_below(panel, title_of(x))
        light_grid(panel, axis="y")
    if missing:
        notes.append(f"without a bar: {missing} of the bars, whose rows have no value of {y}")
    for text in notes:
        note(text)
    axes[0][0].set_ylabel(y_label(y, ""))
    below = place_legend(fig, [patch(index, label) for index, (_, label, _) in enumerate(lines)] if len(lines) > 1 else [], title,
                         handlelength=1.6)
    place_legend(fig, handles_of(marks - {"", "missing"}), None, below, handlelength=1.6)
    if options.title:
        fig.suptitle(options.title)
    return fig


def name_alone(table):
    """What names a bar beside which there is none."""
    return ", ".join(describe(key, str(table[key].iloc[0]), False) for key in ONE_BAR if key in table and str(table[key].iloc[0]))


def look_of(index, verdict):
    """The colour and hatching of a series, or its outline."""
    colour, hatch = COLOURS[index % len(COLOURS)], HATCHES[index % len(HATCHES)]
    if verdict in OPEN_LINES:
        return {"facecolor": "white", "edgecolor": colour, "hatch": hatch, "linewidth": 1, "linestyle": OPEN_LINES[verdict]}
    return {"facecolor": colour, "edgecolor": "white", "hatch": hatch, "linewidth": 0}


def patch(index, label):
    return plt.Rectangle((0, 0), 1, 1, label=label, **look_of(index, "stable"))


def draw_bar(panel, spot, width, rows, y, index):
    """The bar of rows that are repetitions, or what stands in its place; returns what the legend has to explain."""
    values = rows[y].dropna()
    verdict = max(rows["verdict"], key=ORDER.index)
    colour = COLOURS[index % len(COLOURS)]
    if has_no_value(verdict, values.mean()):
        panel.plot([spot], [0], marker="x", color=colour, transform=panel.get_xaxis_transform(), clip_on=False, **point_marks.MARKER)
        return f"{verdict} (no value)"
    if values.empty and verdict in OPEN and "latency" in y:
        above = matplotlib.transforms.offset_copy(panel.get_xaxis_transform(), panel.figure, y=point_marks.ARROW_POINTS / 2, units="points")
        panel.plot([spot], [1], color=colour, transform=above, clip_on=False, **point_marks.ARROW)
        return f"{verdict}, above the axis"
    if values.empty:
        return "missing"
    panel.bar(spot, values.mean(), width, **look_of(index, verdict))
    below, above = interval_of(rows, y)
    if not math.isnan(above):
        panel.errorbar(spot, values.mean(), yerr=[[below], [above]], fmt="none", ecolor="0.2", elinewidth=0.8, capsize=2)
    return verdict if verdict in OPEN_LINES else ""


def handles_of(marks):
    handles = []
    for mark in sorted(marks, key=lambda mark: (mark not in OPEN_LINES, mark)):
        if mark in OPEN_LINES:
            handles.append(plt.Rectangle((0, 0), 1, 1, facecolor="white", edgecolor="0.35", linewidth=1, linestyle=OPEN_LINES[mark], label=mark))
        else:
            look = {**point_marks.MARKER, "marker": "x"} if mark.endswith("(no value)") else point_marks.ARROW
            handles.append(plt.Line2D([], [], label=mark, color="0.35", **look))
    return handles


def name_groups(panel, groups):
    names = [str(group).replace("_", " ") for group in groups]
    name_ticks(panel, range(len(names)), names)
    panel.set_xlim(-0.6, len(names) - 0.4)
