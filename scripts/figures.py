"""Figures of `orthant plot` for a paper of two columns: curves in panels, with facets or names at the lines; bars.

All lines are solid: they differ in colour and marker. A dotted line always means that its points are not stable.
"""
import math
import sys
import textwrap

import pandas as pd

import plot
import point_marks
from curves import average, differing_keys, group_rows
from names import describe, title_of
from pictures import light_grid, plt
from plot_style import COLOURS, MARKERS, UNIT_NAMES, set_style
from saturation_bars import HATCHES
from students_t import half_width
from tables import InputError

COLUMN_INCHES, PAGE_INCHES = 3.5, 7.16  # widths of a two-column paper
MOST_TOGETHER = 6  # curves in a panel without their names beside them
MOST_FACETS = 24
MOST_LINES = 24  # in a panel
FACETS_IN_A_ROW = 3
TITLE_PAD = 4  # points above a panel
HANDLE_INCHES, LETTER_INCHES = 0.48, 0.058  # of an entry of a legend
MOST_COLUMNS = 6  # of a legend
MOST_LETTERS = 24  # of a name beside a line
LABELS = {"saturation_capacity": "largest stable load\n(fraction of capacity)",
          "saturation_flits": "largest stable load\n(flits/node/cycle)", "latency_mean": "mean packet latency (cycles)", "path_length_normalized": "mean path length (minimal = 1)",
          "delivery": "probability of delivery", "delivery_mean": "mean probability of delivery",
          "delivery_min": "least probability of delivery"}


def paper_style():
    set_style()
    plt.rcParams.update({"font.size": 8, "axes.labelsize": 8, "xtick.labelsize": 7.5, "ytick.labelsize": 7.5,
                         "legend.fontsize": 7.5, "legend.title_fontsize": 7.5, "figure.titlesize": 8,
                         "axes.titlesize": 8, "savefig.dpi": 300, "legend.handlelength": 2.4,
                         "legend.columnspacing": 1.2})


class Axis:
    """What the curves are drawn over: the load, or the numbers or words of a key or column."""

    def __init__(self, table, wanted, unit):
        self.column, self.unit = wanted, unit
        self.words = None
        if wanted:
            numbers = pd.to_numeric(table[wanted], errors="coerce")
            if numbers.isna().any():
                self.words = list(dict.fromkeys(table[wanted]))

    def label(self):
        return title_of(self.column) if self.column else f"offered load ({UNIT_NAMES[self.unit]})"

    def place(self, value):
        return self.words.index(value) if self.words else float(value)


def note(text):
    """What a reader of the picture should know."""
    print(f"orthant: {text}", file=sys.stderr)


def y_label(column, unit):
    if column == "accepted":
        return f"accepted load\n({UNIT_NAMES[unit]})"
    return LABELS.get(column, f"{column.replace('_', ' ')}" + (" (cycles)" if "latency" in column else ""))


def points_of(rows, axis, y, until_drained):
    """The points of a line in order, with columns offered (the place), latency (the value of y), verdict, ..."""
    if axis.column is None:
        points = [average(same, axis.unit, until_drained, "latency_mean" if y == "accepted" else y)
                  for _, same in rows.groupby("load")]
    else:
        points = []
        for value, same in rows.groupby(axis.column, sort=False):
            values = same[y].dropna()
            verdict = max(same["verdict"], key=plot.VERDICTS.index)
            points.append({"offered": axis.place(value), "latency": values.mean() if len(values) else math.nan,
                           "half_width": half_width(values) if len(values) > 1 else math.nan, "verdict": verdict})
    return pd.DataFrame(points).sort_values("offered", ignore_index=True)


def choose_facet(table, differing):
    """The key that leaves at most six curves in a panel, with the fewest panels; None where there is none."""
    def most_lines(key):
        others = [other for other in differing if other != key]
        return max(len(rows[others].drop_duplicates()) if others else 1 for _, rows in table.groupby(key))
    lines = len(table[differing].drop_duplicates()) if differing else 1
    if lines <= MOST_TOGETHER or len(differing) < 2:
        return None
    fit = [key for key in differing if most_lines(key) <= MOST_TOGETHER and table[key].nunique() <= MOST_FACETS]
    return min(fit, key=lambda key: table[key].nunique(), default=None)


class Curves:
    """What is drawn: panels [(title, y, [(label, look, points)])], their axis and the legend's title."""

    def __init__(self, table, keys, options, unit):
        self.axis = Axis(table, options.x, unit)
        self.notes = []  # what is not drawn
        over = {options.x} if options.x else set()
        keys = [key for key in keys if key not in over]
        if options.x and options.x != "load" and table.get("load", pd.Series(dtype=float)).nunique() > 1:
            table = table.assign(load=table["load"].map("{:g}".format))
            keys.append("load")
        differing = differing_keys(table, keys, over)
        self.facet = options.facet or choose_facet(table, differing)
        if self.facet and table[self.facet].nunique() > MOST_FACETS:
            raise InputError(f"--facet {self.facet}: {table[self.facet].nunique()} panels; allowed: at most {MOST_FACETS}")
        ys = [options.y] if options.y else self.default_columns(table)
        inner = [key for key in keys if key != self.facet]
        lines, self.title, _ = group_rows(table, inner)
        if len(lines) > MOST_LINES:
            raise InputError(f"{len(lines)} curves in a panel; allowed: at most {MOST_LINES}; give --facet or --x another key, "
                             "or plot fewer rows")
        if len(lines) > MOST_TOGETHER and not self.facet and self.title:  # names beside the lines stand alone
            lines, _, _ = group_rows(table, inner, named=True)
        self.looks = {label: {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)], "linestyle": "-"}
                      for i, (_, label, _) in enumerate(lines)}
        drained = (table["verdict"] == "drained").any()
        groups = table.groupby(self.facet, sort=False) if self.facet else [(None, table)]
        self.panels = []
        for y in ys:
            for value, rows in groups:
                series = [(label, self.looks[label], points_of(own, self.axis, y, drained))
                          for _, label, line in lines if len(own := line[line.index.isin(rows.index)])]
                name = None if value is None else describe(self.facet, str(value), self.facet not in {"routing", "pattern"})
                self.panels.append((name, y, series))
        self.note_unplaced()

    def default_columns(self, table):
        """Latency and accepted load over the load, where both have their place."""
        if self.axis.column:
            return ["latency_mean"]
        if table["latency_mean"].isna().all():
            self.notes.append("no latency panel: no point has a latency")
            return ["accepted"]
        if self.facet and table[self.facet].nunique() > FACETS_IN_A_ROW:
            self.notes.append(f"accepted load left out beside more than {FACETS_IN_A_ROW} panels; --y accepted draws it")
            return ["latency_mean"]
        return ["latency_mean", "accepted"]

    def facets(self):
        return len({name for name, _, _ in self.panels})

    def several_rows(self):
        """Whether latency stands above accepted load."""
        return len({y for _, y, _ in self.panels}) > 1

    def row_of(self, y):
        return list(dict.fromkeys(y for _, y, _ in self.panels)).index(y)

    def note_unplaced(self):
        _, y, _ = self.panels[0]
        unplaced = sum(points["offered"].isna().sum() for _, own, series in self.panels if own == y for _, _, points in series)
        if unplaced:
            self.notes.append(f"not drawn: {unplaced} of the points, whose load was not measured")

    def has_values(self):
        return any(points["accepted" if y == "accepted" else "latency"].notna().any()
                   for _, y, series in self.panels for _, _, points in series)


def curve_figure(table, keys, unit, options):
    curves = Curves(table, keys, options, unit)
    if not curves.has_values():
        raise InputError(f"no row has a value of {curves.panels[0][1]}")
    for text in curves.notes:
        note(text)
    beside = len(curves.looks) > MOST_TOGETHER and not curves.facet and max(map(len, curves.looks)) <= MOST_LETTERS
    fig, flat, columns = grid_of_panels(curves, beside)
    for number, (panel, what) in enumerate(zip(flat, curves.panels)):
        draw_panel(panel, what, curves, beside)
        if number % columns == 0:
            panel.set_ylabel(y_label(what[1], unit))
        if number + columns >= len(curves.panels):
            panel.set_xlabel(curves.axis.label())
            panel.tick_params(labelbottom=True)
    scale_latency(flat, curves)
    signs = point_marks.Signs()
    for panel, (name, y, series) in zip(flat, curves.panels):
        value = "accepted" if y == "accepted" else "latency"
        lines = point_marks.draw(panel, series, value, y, curves.axis.column is None, signs)
        if name and curves.row_of(y) == 0:
            panel.set_title(name, pad=TITLE_PAD + (point_marks.ARROW_POINTS + 3 if signs.above else 0))
        if beside:
            name_lines(panel, point_marks.last_places(series, lines))
    add_legend(fig, [] if beside else curves.looks, curves.title, signs)
    if options.title:
        fig.suptitle(options.title)
    return fig


def grid_of_panels(curves, beside):
    """The figure, its panels in the order of those of `curves`, and how many stand beside each other."""
    if curves.facet:
        columns = min(curves.facets(), FACETS_IN_A_ROW)
        rows = -(-len(curves.panels) // columns)
        size = (COLUMN_INCHES if columns == 1 else PAGE_INCHES, 2.0 * rows + 0.3)
    else:
        columns, rows = 1, len(curves.panels)
        size = (COLUMN_INCHES, 0.6 + 2.4 * rows if beside else 1.0 + 1.7 * rows)
    fig, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, constrained_layout=True, sharex=True,
                             sharey=False if not curves.facet else "row" if curves.several_rows() else True)
    flat = [panel for row in axes for panel in row]
    for panel in flat[len(curves.panels):]:
        panel.set_visible(False)
    return fig, flat, columns


def draw_panel(panel, what, curves, beside):
    """The axes, and what stands behind lines and markers: intervals."""
    _, y, series = what
    for _, look, points in series:
        steady = points[points["verdict"].isin(plot.STABLE).astype(int).cummin().astype(bool)]
        if y == "accepted":
            continue
        if curves.axis.column is None:
            panel.fill_between(steady["offered"], steady["latency"] - steady["half_width"],
                               steady["latency"] + steady["half_width"], color=look["color"], alpha=0.2, linewidth=0)
        else:
            known = points[points["half_width"].notna()]
            panel.errorbar(known["offered"], known["latency"], yerr=known["half_width"], fmt="none", ecolor=look["color"],
                           elinewidth=0.8, capsize=2)
    places = pd.concat([points["offered"] for _, _, points in series])
    left, right = places.min(), places.max()
    if curves.axis.words:
        panel.set_xticks(range(len(curves.axis.words)), [word.replace("_", " ") for word in curves.axis.words])
        panel.set_xlim(-0.4, len(curves.axis.words) - 0.6)
    elif curves.axis.column is None and right > 0:  # else no point has a place
        panel.set_xlim(0, right * (1.3 if beside else 1.04))
        if y == "accepted":
            panel.plot([0, right], [0, right], color="0.75", linewidth=0.8, zorder=0)
    elif right > left:
        panel.set_xlim(left - 0.06 * (right - left), right + 0.06 * (right - left))
    light_grid(panel)


def scale_latency(flat, curves):
    """A common end for all panels of a column: over the load the knee of the latency stays visible, else every value."""
    for y in {y for _, y, _ in curves.panels}:
        own = [(panel, series) for panel, (_, name, series) in zip(flat, curves.panels) if name == y]
        lines = [line for _, series in own for line in series]
        if y == "accepted":
            top = 1.05 * max(points[["accepted", "offered"]].max().max() for _, _, points in lines)
        elif "latency" in y and not curves.axis.column:
            top = plot.latency_limit(lines)
        else:
            top = 1.08 * max((points["latency"] + points["half_width"].fillna(0)).max() for _, _, points in lines)
        for panel, _ in own:
            panel.set_ylim(0, top if top > 0 else None)


def name_lines(panel, places):
    """The name of each line at its last point, apart from the others."""
    top = panel.get_ylim()[1]
    step = top / 18
    places.sort(key=lambda place: place[1])
    right = max((place[0] for place in places), default=0)
    height = -math.inf
    spots = []
    for place in places:
        height = max(place[1], height + step)
        spots.append(height)
    excess = max(0, spots[-1] - top) if spots else 0  # what stands above the upper edge comes down, and pushes the others
    for i in range(len(spots) - 1, -1, -1):
        limit = top if i == len(spots) - 1 else spots[i + 1] - step
        spots[i] = min(spots[i], limit) if excess else spots[i]
    for (x, y, label, colour), spot in zip(places, spots):
        panel.annotate(label, (x, y), (right * 1.06, spot), fontsize=7, color=colour, va="center",
                       arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.4, "shrinkB": 3})


def add_legend(fig, looks, title, signs):
    handles = signs.handles()
    if len(looks) > 1:
        lines = [plt.Line2D([], [], label=label, linewidth=1.3, markersize=4.2, **look) for label, look in looks.items()]
        handles = lines + handles
    place_legend(fig, handles, title if len(looks) > 1 else None)


def place_legend(fig, handles, title, **look):
    """Below the panels, where it covers nothing, and no wider than they are: long names go on in a second line."""
    letters = int((fig.get_figwidth() - HANDLE_INCHES) / LETTER_INCHES)
    for handle in handles:
        handle.set_label("\n".join(textwrap.wrap(handle.get_label(), letters)))
    if handles:
        fig.legend(handles=handles, title=title, loc="upper center", bbox_to_anchor=(0.5, 0.0), **look,
                   ncol=most_columns([handle.get_label() for handle in handles], fig.get_figwidth()))


def most_columns(labels, inches):
    """How many columns of a legend, which is filled column by column, stand beside each other within `inches`."""
    widths = [HANDLE_INCHES + LETTER_INCHES * max(map(len, label.split("\n"))) for label in labels]
    for columns in range(min(len(labels), MOST_COLUMNS), 1, -1):
        rows, longer = divmod(len(labels), columns)
        ends = [sum(rows + (index < longer) for index in range(column)) for column in range(columns + 1)]
        if sum(max(widths[begin:end]) for begin, end in zip(ends, ends[1:])) <= inches:
            return columns
    return 1


def bar_figure(table, keys, y, options):
    """A group of bars for each value of --x (or the first key that differs), a colour for each of the rest."""
    x = options.x or next(iter(differing_keys(table, keys, {options.facet})), None)
    key = options.facet or choose_facet(table, differing_keys(table, keys, {x}))
    lines, title, _ = group_rows(table, keys, {key, x})
    if len(lines) > len(COLOURS):
        raise InputError(f"{len(lines)} bars side by side; allowed: at most {len(COLOURS)}; give --x or --facet another key")
    if missing := table[y].isna().sum():
        note(f"without a bar: {missing} of {len(table)} rows, which have no value of {y}")
    facets = list(dict.fromkeys(table[key])) if key else [None]
    groups = list(dict.fromkeys(table[x])) if x else [""]
    wide = len(facets) > 1 or len(groups) * len(lines) > 16
    fig, axes = plt.subplots(1, len(facets), figsize=(PAGE_INCHES if wide else COLUMN_INCHES, 2.3), squeeze=False,
                             sharey=True, constrained_layout=True)
    width = 0.8 / len(lines)
    for panel, facet in zip(axes[0], facets):
        for index, (_, label, rows) in enumerate(lines):
            rows = rows if facet is None else rows[rows[key] == facet]
            values = [rows[rows[x] == group][y].dropna() if x else rows[y].dropna() for group in groups]
            spots = [i + (index - (len(lines) - 1) / 2) * width for i in range(len(groups))]
            panel.bar(spots, [own.mean() if len(own) else math.nan for own in values], width * 0.9, label=label,
                      color=COLOURS[index % len(COLOURS)], hatch=HATCHES[index % len(HATCHES)], edgecolor="white",
                      linewidth=0)
            for spot, own in zip(spots, values):
                if len(own) > 1:
                    panel.errorbar(spot, own.mean(), yerr=half_width(own), fmt="none", ecolor="0.2", elinewidth=0.8,
                                   capsize=2)
        panel.set_xticks(range(len(groups)), [str(group).replace("_", " ") for group in groups],
                         **({"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
                            if max(map(len, map(str, groups))) * len(groups) > 40 else {}))
        if facet is not None:
            panel.set_title(describe(key, str(facet), True))
        if x:
            panel.set_xlabel(title_of(x))
        light_grid(panel, axis="y")
    axes[0][0].set_ylabel(y_label(y, ""))
    if len(lines) > 1:
        place_legend(fig, axes[0][0].get_legend_handles_labels()[0], title, handlelength=1.6)
    if options.title:
        fig.suptitle(options.title)
    return fig
