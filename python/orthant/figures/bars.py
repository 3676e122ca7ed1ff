"""Bars: a group for each value of a key, a colour for each of the rest; open where a run was not
stable."""
import math

from ..results.names import column_title, describe, title_of
from ..results.results import differing_keys, lines_of, without_following
from ..results.rows import (FAILED, STABLE, VERDICTS, cell_text, follows, in_order, interval_of,
                            known, mean, verdict_of)
from .curves import choose_facet
from .describe import (COLOURS, COLUMN_INCHES, HATCHES, PAGE_INCHES, InputError, box_entry,
                       columns_of, figure, legend, panel, rects, series, texts, value_axis,
                       word_axis, wrapped)

# Loads of saturate that are marked where they are filled: name, marker, fill.
MARKS = {"metastable_from": ("metastable from", "circle", "open"),
         "deadlock_load": ("a deadlock at", "times", "full"),
         "accepted_beyond_flits": ("accepted at full load", "diamond", "open")}
LIQUID = {"liquid": "stable", "not_liquid": "not liquid", "unknown": "not known to be liquid"}
ORDER = [*VERDICTS, "not liquid", "not known to be liquid"]
# The outline of an open bar.
OUTLINES = {
    "saturated": "solid", "unfinished": "dashed", "interrupted": "dotted", "not liquid": "solid",
    "not known to be liquid": "dashed"
}
ONE_BAR = ("dimensions", "routing", "collective")  # what names a bar that stands alone
MOST_GROUPS = 12  # of several keys
MOST_BARS = 16  # in the width of a column
NUMBER_INCHES = 0.2  # of a bar with its value in its foot


class Bars:
    def __init__(self, rows, keys, y, options, unit="flits", writer=""):
        self.options, self.y, self.unit, self.writer = options, y, unit, writer
        self.notes, self.runs, self.hidden = [], [], []
        if not known(rows.get(y)) or options.x and not any(value in rows[options.x]
                                                           for value in rows[options.x]):
            raise InputError(f"no row has a value of {y}; allowed: a column with values")
        x, keys = options.x, list(keys)
        if x in keys:
            keys = [x, *without_following(rows, [key for key in keys if key != x], x, self.notes)]
        differing = differing_keys(rows, keys, {options.facet})
        self.groups_of, colours = self.split(rows, differing, x)
        if options.facet is None and rows.combinations(colours) > COLOURS:
            options.facet = choose_facet(rows, differing_keys(rows, keys, {x}))
            self.groups_of, colours = self.split(rows, differing_keys(rows, keys, {options.facet}),
                                                 x)
        self.facets = options.in_order(in_order(rows[options.facet])) if options.facet else [None]
        lines, self.title = lines_of(rows, colours)
        if len(lines) > COLOURS:
            raise InputError(f"{len(lines)} bars side by side; allowed: at most {COLOURS}; "
                             "give --x or --facet another key")
        self.lines = [(values, options.named(label), own) for values, label, own in
                      options.in_order(lines, lambda line: line[1])]
        self.rows, self.alone = rows, len(lines) == len(self.facets) == 1 and not self.groups_of
        self.groups = self.named_groups(rows)

    def split(self, rows, differing, x):
        """The keys of the groups, and those of the colours. VCs that follow from the other keys
        split no group."""
        if x:
            return [x], [key for key in differing if key != x]
        colour = "routing" if "routing" in differing else differing[-1] if differing else None
        groups = [key for key in differing if key != colour]
        if "vcs" in groups and follows(rows, "vcs", [key for key in differing if key != "vcs"]):
            groups.remove("vcs")
        if not groups and colour:
            return [colour], []
        if rows.combinations(groups) > MOST_GROUPS:
            return groups[:1], [key for key in differing if key not in groups[:1]]
        return groups, [colour] if colour else []

    def named_groups(self, rows):
        """[(values, name)]"""
        if not self.groups_of:
            said = [
                describe(key, rows[key][0], False) for key in ONE_BAR
                if key in rows and rows[key][0]
            ]
            return [((), ", ".join(said) if self.alone else "")]
        values = [
            own for own, _ in rows.groups(self.groups_of)
            if not any(value != value for value in own)
        ]
        if len(self.groups_of) == 1:
            values = [(value,) for value in in_order(value for value, in values)]
        several = len(self.groups_of) > 1
        named = [(own, "\n".join(
            self.options.named(describe(key, cell_text(value), several))
            for key, value in zip(self.groups_of, own) if value != "" or not several))
                 for own in values]
        return self.options.in_order(named, lambda pair: pair[1])

    def figure(self, title_of_runs):
        columns = columns_of(len(self.facets))
        count = len(self.groups) * len(self.lines)
        wide = columns > 1 or count > MOST_BARS
        rows = -(-len(self.facets) // columns)
        size = self.options.size or (PAGE_INCHES if wide else COLUMN_INCHES, 2.0 * rows + 0.3)
        panels, verdicts, marked = [], set(), set()
        for facet in self.facets:
            marks = []
            for index in range(len(self.lines)):
                own, kinds, its = self.marks_of(
                    index, facet, (size[0] / columns - 0.8) / max(len(self.groups), 1))
                marks += own
                verdicts |= kinds
                marked |= its
            panels.append((facet, marks))
        values = [top for _, marks in panels for mark in marks for top in tops_of(mark)]
        label = wrapped(column_title(self.y, self.writer, self.unit), size[1] / rows - 0.3, 0.07)
        y_axis = value_axis(label, values, self.options)
        x_label = title_of(self.groups_of[0]) if len(self.groups_of) == 1 else ""
        names = [name for _, name in self.groups]
        drawn = [
            panel(word_axis(x_label, names, size[0] / columns), y_axis, marks,
                  self.facet_title(facet)) for facet, marks in panels
        ]
        if self.hidden:
            self.notes.append(
                f"without a bar: {len(self.hidden)} of the bars, which have no value of {self.y}: "
                + " or ".join(dict.fromkeys(self.hidden)))
        entries = [box_entry(label, f"c{i}", hatch=HATCHES[i])
                   for i, (_, label, _) in enumerate(self.lines)] if len(self.lines) > 1 else []
        return figure("bars", drawn, size, columns, title_of_runs(self.runs, size[0]),
                      [legend(entries, self.title),
                       self.marks_legend(verdicts, marked)], self.notes)

    def facet_title(self, facet):
        return "" if facet is None else self.options.named(
            describe(self.options.facet, cell_text(facet), True))

    def marks_of(self, index, facet, inches):
        """The marks of a colour; the verdicts of its open bars; the columns that are marked on its
        bars."""
        values, name, rows = self.lines[index]
        rows = rows if facet is None else rows.where(self.options.facet, facet)
        width = 0.8 / len(self.lines)
        bars, found, marked = [], set(), {}
        rows_of = dict(rows.groups(self.groups_of))
        for i, (group, _) in enumerate(self.groups):
            own = rows_of.get(group)
            if own is None:
                continue
            spot = i + (index - (len(self.lines) - 1) / 2) * width
            height, verdict = mean(own[self.y]), verdict_of(own, ORDER)
            if math.isnan(
                    height) or verdict in FAILED or "latency" in self.y and verdict not in STABLE:
                self.hidden.append("no value" if verdict in STABLE else verdict)
                continue
            self.runs.append(len(own))
            bars.append((spot, height, verdict, interval_of(own, self.y)))
            for column in MARKS:
                if self.y.startswith("saturation_") and (
                        loads := known(in_unit(own, column, self.unit))):
                    marked.setdefault(column, []).append((spot, mean(loads)))
        look = {"hatch": HATCHES[index], "keys": values}
        marks = []
        for verdict in dict.fromkeys(verdict for *_, verdict, _ in bars):
            own = [bar for bar in bars if bar[2] == verdict]
            outline = {"outline": OUTLINES[verdict], "fill": "open"} if verdict in OUTLINES else {}
            found |= {verdict} & {*OUTLINES}
            boxes = [[spot - 0.45 * width, spot + 0.45 * width, 0, height]
                     for spot, height, _, _ in own]
            marks.append(
                rects(name, boxes, f"c{index}",
                      [f"{name or self.y}: {bar[1]:.4g}, {verdict}" for bar in own], **look,
                      **outline))
        marks += self.decorations(bars, marked, index, inches * width)
        return marks, found, {*marked}

    def decorations(self, bars, marked, index, inches):
        marks = []
        with_interval = [bar for bar in bars if not math.isnan(bar[3][1]) and bar[3][1] > 0]
        if with_interval:
            marks.append(
                series("", [bar[0] for bar in with_interval], [bar[1] for bar in with_interval],
                       "ink", marker=None, line=None, interval="bars",
                       below=[bar[1] - bar[3][0] for bar in with_interval],
                       above=[bar[1] + bar[3][1] for bar in with_interval]))
        if inches >= NUMBER_INCHES and all(bar[2] not in OUTLINES for bar in bars) and \
                (self.y.startswith("saturation_") or self.alone):
            marks.append(
                texts([bar[0] for bar in bars], [0] * len(bars), [f"{bar[1]:.3g}" for bar in bars],
                      colour="paper", box=f"c{index}", up=0.07))
        for column, spots in marked.items():
            _, marker, fill = MARKS[column]
            marks.append(
                series(MARKS[column][0], *zip(*spots), "ink", marker=marker, line=None, fills=fill))
        return marks

    @staticmethod
    def marks_legend(verdicts, marked):
        entries = [box_entry(verdict, "grey", fill="open", outline=outline)
                   for verdict, outline in OUTLINES.items() if verdict in verdicts]
        return legend(entries +
                      [{"label": words, "colour": "ink", "marker": marker, "fill": fill}
                       for column, (words, marker, fill) in MARKS.items() if column in marked])


def tops_of(mark):
    if mark["kind"] == "rects":
        return [box[3] for box in mark["boxes"]]
    return [*mark.get("ys", ()), *mark.get("above", ())]


def in_unit(rows, column, unit):
    """Loads of a column in `unit`; nan where they cannot be converted, at a saturation load of 0.
    """
    own = rows.get("saturation_flits" if column.endswith("_flits") else "saturation_load")
    return [value * wanted / of if of else math.nan
            for value, wanted, of in zip(rows.get(column), rows.get(f"saturation_{unit}"), own)]
