"""Bars: a group for each value of a key, a colour for each of the rest; open where a run was not
stable."""
import math

from ..results.names import column_title, describe, title_of
from ..results.results import differing_keys, lines_of, without_following
from ..results.rows import (FAILED, STABLE, VERDICTS, cell_text, follows, in_order, interval_of,
                            known, mean, verdict_of)
from .curves import choose_facet, facet_title
from .describe import (COLOURS, HATCHES, InputError, box_entry, columns_of, figure, grid_size,
                       legend, panel, rects, series, texts, value_axis, word_axis, wrapped)

# Markers of further loads that `saturate` found: (name, marker, fill) by column.
MARKS = {"metastable_from": ("metastable from", "circle", "open"),
         "deadlock_load": ("a deadlock at", "times", "full"),
         "accepted_beyond_flits": ("accepted at full load", "diamond", "open")}
LIQUID = {"liquid": "stable", "not_liquid": "not liquid", "unknown": "not known to be liquid"}
ORDER = [*VERDICTS, "not liquid", "not known to be liquid"]
# Outline of an open bar by verdict.
OUTLINES = {"saturated": "solid", "unfinished": "dashed", "interrupted": "dotted",
            "not liquid": "solid", "not known to be liquid": "dashed"}
ONE_BAR = ("dimensions", "routing", "collective")  # keys that name a single bar
MAX_GROUPS = 12  # groups over several keys
MAX_BARS = 16  # bars in a figure of column width
NUMBER_INCHES = 0.2  # width of a bar that has its value written at its foot


class Bars:
    def __init__(self, rows, keys, y, options, unit="flits", writer="", names=()):
        self.options, self.y, self.unit = options, y, unit
        self.y_title = dict(names).get(y) or column_title(y, writer, unit)
        self.notes, self.runs, self.hidden = [], [], []
        x, keys = options.x, list(keys)
        if not known(rows.get(y)) or x and all(value != value for value in rows[x]):
            raise InputError(f"no row has a value of {y}; allowed: a column with values")
        if x in keys:
            keys = [x, *without_following(rows, [key for key in keys if key != x], x, self.notes)]
        self.groups_of, colours = split(rows, differing_keys(rows, keys, {options.facet}), x)
        if options.facet is None and rows.combinations(colours) > len(COLOURS):
            options.facet = choose_facet(rows, differing_keys(rows, keys, {x}))
            self.groups_of, colours = split(rows, differing_keys(rows, keys, {options.facet}), x)
        self.facets = options.in_order(in_order(rows[options.facet])) if options.facet else [None]
        lines, self.title = lines_of(rows, colours)
        if len(lines) > len(COLOURS):
            raise InputError(f"{len(lines)} bars side by side; allowed: at most {len(COLOURS)}; "
                             "give --x or --facet another key")
        self.lines = [(values, options.named(label), own) for values, label, own in
                      options.in_order(lines, lambda line: line[1])]
        self.alone = len(lines) == len(self.facets) == 1 and not self.groups_of
        self.rows, self.groups = rows, self.named_groups(rows)

    def named_groups(self, rows):
        """[(values, name)] of the groups with a bar."""
        if not self.groups_of:
            words = [describe(key, rows[key][0], False) for key in ONE_BAR
                     if key in rows and rows[key][0]]
            return [((), ", ".join(words) if self.alone else "")]
        values = [own for own, its in rows.groups(self.groups_of) if self.has_bars(its)]
        if len(self.groups_of) == 1:
            values = [(value,) for value in in_order(value for value, in values)]
        several = len(self.groups_of) > 1
        named = [(own, "\n".join(
            self.options.named(describe(key, cell_text(value), several))
            for key, value in zip(self.groups_of, own) if value != "" or not several))
                 for own in values if not any(value != value for value in own)]
        return self.options.in_order(named, lambda pair: pair[1])

    def value_of(self, rows):
        """Returns (height, verdict) of a bar; the height is nan where the rows have no value."""
        height, verdict = mean(rows[self.y]), verdict_of(rows, ORDER)
        valueless = verdict in FAILED or "latency" in self.y and verdict not in STABLE
        return math.nan if valueless else height, verdict

    def has_bars(self, rows):
        keys = [key for values, _, _ in self.lines for key in values]
        facet = [self.options.facet] if self.options.facet else []
        return any(self.value_of(own)[0] == self.value_of(own)[0]
                   for _, own in rows.groups([*dict.fromkeys([*keys, *facet])]))

    def figure(self, title_of_runs):
        columns = columns_of(len(self.facets))
        wide = len(self.groups) * len(self.lines) > MAX_BARS
        size = grid_size(len(self.facets), columns, self.options, wide=wide)
        inches = (size[0] / columns - 0.8) / max(len(self.groups), 1) * 0.8 / len(self.lines)
        marks = {facet: [mark for index in range(len(self.lines))
                         for mark in self.marks_of(index, facet, inches)] for facet in self.facets}
        values = [top for own in marks.values() for mark in own for top in tops_of(mark)]
        label = wrapped(self.y_title, size[1] / -(-len(self.facets) // columns) - 0.3)
        y_axis = value_axis(label, values, self.options)
        x_axis = word_axis(title_of(self.groups_of[0]) if len(self.groups_of) == 1 else "",
                           [name for _, name in self.groups], size[0] / columns, 0.6)
        panels = [panel(x_axis, y_axis, own, "" if facet is None
                        else facet_title(self.options, self.rows.where(self.options.facet, facet),
                                         [self.options.facet])) for facet, own in marks.items()]
        if self.hidden:
            self.notes.append(f"without a bar: {len(self.hidden)} of the bars, which have no value "
                              f"of {self.y}: " + " or ".join(dict.fromkeys(self.hidden)))
        entries = [box_entry(label, f"c{i}", hatch=HATCHES[i])
                   for i, (_, label, _) in enumerate(self.lines)] if len(self.lines) > 1 else []
        return figure("bars", panels, size, columns, title_of_runs(self.runs, size[0]), [
            legend(entries, self.title),
            marks_legend([mark for own in marks.values() for mark in own])], self.notes)

    def marks_of(self, index, facet, inches):
        """Returns the marks of one colour, with bars of this width."""
        values, name, rows = self.lines[index]
        rows = rows if facet is None else rows.where(self.options.facet, facet)
        width, rows_of = 0.8 / len(self.lines), dict(rows.groups(self.groups_of))
        self.hidden += [found for found in map(self.hidden_by, rows_of.values()) if found]
        bars, marked = [], {}
        for i, (group, _) in enumerate(self.groups):
            if (own := rows_of.get(group)) is None or self.hidden_by(own):
                continue
            spot = i + (index - (len(self.lines) - 1) / 2) * width
            self.runs.append(len(own))
            bars.append((spot, *self.value_of(own), interval_of(own, self.y)))
            for column in MARKS if self.y.startswith("saturation_") else ():
                if loads := known(in_unit(own, column, self.unit)):
                    marked.setdefault(column, []).append((spot, mean(loads)))
        marks = []
        for verdict in dict.fromkeys(verdict for *_, verdict, _ in bars):
            own = [bar for bar in bars if bar[2] == verdict]
            outline = {"outline": OUTLINES[verdict], "fill": "open"} if verdict in OUTLINES else {}
            boxes = [[spot - 0.45 * width, spot + 0.45 * width, 0, height]
                     for spot, height, _, _ in own]
            hints = [f"{name or self.y}: {bar[1]:.4g}, {verdict}" for bar in own]
            marks.append(rects(name, boxes, f"c{index}", hints, hatch=HATCHES[index], keys=values,
                               verdict=verdict, **outline))
        return marks + self.decorations(bars, marked, index, inches)

    def hidden_by(self, rows):
        """Returns why these rows have no bar, '' where they have one."""
        height, verdict = self.value_of(rows)
        return ("no value" if verdict in STABLE else verdict) if math.isnan(height) else ""

    def decorations(self, bars, marked, index, inches):
        marks = []
        if spread := [bar for bar in bars if bar[3][1] > 0]:
            marks.append(series("", [bar[0] for bar in spread], [bar[1] for bar in spread], "ink",
                                marker=None, line=None, interval="bars",
                                below=[bar[1] - bar[3][0] for bar in spread],
                                above=[bar[1] + bar[3][1] for bar in spread]))
        if inches >= NUMBER_INCHES and all(bar[2] not in OUTLINES for bar in bars) and \
                (self.y.startswith("saturation_") or self.alone):
            marks.append(
                texts([bar[0] for bar in bars], [0] * len(bars), [f"{bar[1]:.3g}" for bar in bars],
                      colour="paper", box=f"c{index}", up=0.07))
        for column, spots in marked.items():
            name, marker, fill = MARKS[column]
            marks.append(series(name, *zip(*spots), "ink", marker=marker, line=None, fills=fill))
        return marks


def split(rows, differing, x):
    """Returns the keys of the groups and those of the colours. VCs determined by the other keys
    split no group."""
    if x:
        return [x], [key for key in differing if key != x]
    colour = "routing" if "routing" in differing else differing[-1] if differing else None
    groups = [key for key in differing if key != colour]
    if "vcs" in groups and follows(rows, "vcs", [key for key in differing if key != "vcs"]):
        groups.remove("vcs")
    if not groups and colour:
        return [colour], []
    if rows.combinations(groups) > MAX_GROUPS:
        return groups[:1], [key for key in differing if key not in groups[:1]]
    return groups, [colour] if colour else []


def marks_legend(marks):
    """What open bars and the marks on bars mean."""
    verdicts, names = {mark.get("verdict") for mark in marks}, {mark.get("name") for mark in marks}
    return legend([box_entry(verdict, "grey", fill="open", outline=outline)
                   for verdict, outline in OUTLINES.items() if verdict in verdicts] +
                  [{"label": name, "colour": "ink", "marker": marker, "fill": fill}
                   for name, marker, fill in MARKS.values() if name in names])


def tops_of(mark):
    if mark["kind"] == "rects":
        return [box[3] for box in mark["boxes"]]
    return [*mark.get("ys", ()), *mark.get("above", ())]


def in_unit(rows, column, unit):
    """Converts loads of a column to `unit`; nan where the saturation load is 0, so that there is no
    factor."""
    own = rows.get("saturation_flits" if column.endswith("_flits") else "saturation_load")
    return [value * wanted / of if of else math.nan
            for value, wanted, of in zip(rows.get(column), rows.get(f"saturation_{unit}"), own)]
