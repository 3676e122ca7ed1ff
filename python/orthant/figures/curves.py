"""Curves: latency and accepted load over the offered load, or any column over a key or another
column.

A latency goes to its last stable point and leaves the axis there by a thin vertical line. What is
not stable has no latency, and open markers elsewhere. Nothing is drawn where there is no value."""
import math

from ..results.names import UNIT_NAMES, column_title, describe, title_of
from ..results.results import differing_keys, lines_of, without_following
from ..results.rows import (FAILED, STABLE, cell_text, check_verdicts, follows, in_order, mean,
                            numbers_in, offered, point_of)
from .describe import (FACETS_IN_A_ROW, MARKERS, MOST_TOGETHER, InputError, axis, colour_of,
                       columns_of, figure, grid_size, legend, number, numbers, panel, series,
                       text_of, value_axis, wrapped)

MOST_FACETS, MOST_LINES = 24, 24
KNEE = 4  # the latency axis ends at so many times the zero-load latency of the lowest curve
NEARLY_ALIKE = 0.8  # of the largest: the least exact value from which an axis need not begin at 0
FILLS = {"saturated": "open", "unfinished": "half", "interrupted": "left"}
MOST_TICKS = 8
SIZE, SMALL_SIZE, MANY = 3.2, 2.2, 20  # of markers, and of those of many points


class Over:
    """What the curves are drawn over: the load, the values of a key, or a column of results in the
    order of the load."""

    def __init__(self, rows, keys, wanted, unit, options):
        self.column, self.unit, self.words, self.values = wanted, unit, None, []
        self.by, self.result, self.doubling = wanted or "load", False, False
        if not wanted:
            return
        self.result = wanted not in keys and "offered_flits" in rows
        if self.result:
            self.by = "load"
            return
        values = [value for value in in_order(rows[wanted]) if value == value]
        numbers = numbers_in(values)
        if numbers is None:
            self.words = options.in_order(values)
        else:
            self.values = sorted({*numbers})
            ratios = [math.log2(value) for value in self.values if value > 0]
            several = len(ratios) == len(self.values) > 2
            self.doubling = several and ratios[-1] - ratios[0] >= 3 and \
                all(ratio.is_integer() for ratio in ratios)

    def label(self):
        return title_of(self.column) if self.column else f"offered load ({UNIT_NAMES[self.unit]})"

    def place(self, rows):
        if not self.column:
            return offered(rows, self.unit)
        if self.result:
            return mean(rows[self.column])
        value = rows[self.column][0]
        return self.words.index(value) if self.words else float(value)

    def axis(self, places, inches, options):
        label = wrapped(self.label(), inches - 0.6)
        most = max(2, int(inches / 0.45))
        if self.words:
            names = [options.named(word.replace("_", " ")) for word in self.words]
            return axis(label,
                        -0.5, len(names) - 0.5, ticks=[[i, name] for i, name in enumerate(names)])
        places = [place for place in places if place is not None]
        low, high = min(places, default=0), max(places, default=1)
        if not self.column:
            return axis(label, 0, 1.06 * high if high > 0 else 1, most=most)
        if self.doubling:
            shown = self.values[::-(-len(self.values) // MOST_TICKS)]
            return axis(label, low / 1.25, high * 1.25, "log",
                        [[value, text_of(value)] for value in shown])
        margin = 0.06 * (high - low) or 0.5
        gaps = [b - a for a, b in zip(self.values, self.values[1:])]
        few = 1 < len(self.values) <= MOST_TICKS and min(gaps) >= 0.12 * (high - low)
        ticks = [[value, text_of(value)] for value in self.values] if few else None
        whole = all(float(place).is_integer() for place in places)
        return axis(label, low - margin, high + margin, ticks=ticks, most=most, whole=whole)


def choose_facet(rows, differing):
    """The key that leaves at most six curves in a panel, with the fewest panels; None where there
    is none."""
    if rows.combinations(differing) <= MOST_TOGETHER or len(differing) < 2:
        return None
    fit = []
    for key in differing:
        others = [other for other in differing if other != key]
        count = len({*rows[key]})
        if count <= MOST_FACETS and max(
                own.combinations(others) for _, own in rows.groups([key])) <= MOST_TOGETHER:
            fit.append((count, key))
    return min(fit, key=lambda pair: pair[0])[1] if fit else None


class Curves:
    """Rows to a figure. `exact`: values have no noise, so that an axis may begin above 0."""

    def __init__(self, rows, keys, options, unit="flits", exact=False, writer=""):
        self.options, self.unit, self.exact, self.writer = options, unit, exact, writer
        self.notes = []
        self.over = Over(rows, keys, options.x, unit, options)
        if options.facet == "load" and (not options.x or self.over.result):
            raise InputError("--facet load: a curve is drawn over the load; "
                             "allowed: with --x KEY or --kind bar")
        if "offered_flits" in rows:
            check_verdicts(rows, over_load=self.over.by == "load")
        keys = [key for key in keys if key != options.x]
        if options.x and not self.over.result:
            if options.x != "load" and "offered_flits" in rows and len({*rows["load"]}) > 1:
                rows = rows.with_columns(load=list(map(cell_text, rows["load"])))
                keys.append("load")
            keys = without_following(rows, keys, options.x, self.notes)
        elif "traffic.scale" in keys:
            keys.remove("traffic.scale")  # the load of flows follows from it
        self.rows, self.keys = rows, keys
        self.facet = options.facet or choose_facet(rows, differing_keys(rows, keys))
        facets = options.in_order(in_order(rows[self.facet])) if self.facet else [None]
        if len(facets) > MOST_FACETS:
            raise InputError(
                f"--facet {self.facet}: {len(facets)} panels; allowed: at most {MOST_FACETS}")
        self.facets = facets
        self.with_facet = [
            key for key in differing_keys(rows, keys)
            if self.facet and key != "load_unit" and follows(rows, key, [self.facet])
        ]
        own_keys = [key for key in keys if key not in (self.facet, *self.with_facet)]
        lines, self.title = lines_of(rows, own_keys)
        if len(lines) > MOST_LINES and options.cut:
            self.notes.append(f"the first {MOST_LINES} of {len(lines)} curves are drawn")
            lines = lines[:MOST_LINES]
        if len(lines) > MOST_LINES:
            raise InputError(f"{len(lines)} curves in a panel; allowed: at most {MOST_LINES}; "
                             "give --facet or --x another key, or plot fewer rows")
        self.ordered = len(lines[0][0]) == 1 and \
            numbers_in(value for values, _, _ in lines for value in values.values()) is not None
        if self.ordered:
            lines = sorted(lines, key=lambda line: float(next(iter(line[0].values()))))
        self.lines = [(values, options.named(label), own) for values, label, own in
                      options.in_order(lines, lambda line: line[1])]
        self.runs = []

    def facet_title(self, value):
        if value is None:
            return ""
        rows = self.rows.where(self.facet, value)
        names = [
            describe(key, cell_text(rows[key][0]), key not in {"routing", "pattern"})
            for key in dict.fromkeys([self.facet, *self.with_facet])
        ]
        return self.options.named(", ".join(names))

    def series_of(self, place, y, facet):
        """The mark of a line in a panel, None where none of its points has a value."""
        values, label, rows = self.lines[place]
        rows = rows if facet is None else rows.where(self.facet, facet)
        column = f"accepted_{self.unit}" if y == "accepted" else y
        points = [
            point_of(own, self.over.place(own), column) for _, own in rows.groups([self.over.by])
        ]
        if not self.over.result:
            points.sort(key=lambda point: (math.isnan(point["x"]), point["x"]))
        placed = [point for point in points if not math.isnan(point["x"])]
        self.unplaced += len(points) - len(placed)
        latency = "latency" in column and "offered_flits" in self.rows
        shown = [point for point in placed if not math.isnan(point["y"])
                 and (not latency or point["verdict"] in STABLE)]
        self.valueless += [point["verdict"] for point in placed if point not in shown]
        leaves = self.exit_of(placed) if latency and not self.over.column else None
        if not shown:
            return None
        self.runs += [point["runs"] for point in shown]
        spread, own = self.spread(place), [point if point in shown else None for point in placed]

        def column_of(value):
            return [math.nan if point is None else value(point) for point in own]
        mark = series(label, [point["x"] + spread for point in placed],
                      column_of(lambda point: point["y"]),
                      colour_of(place, len(self.lines), self.ordered),
                      marker=MARKERS[place % len(MARKERS)],
                      line=None if self.over.words else "solid", keys=values,
                      size=SIZE if len(placed) <= MANY else SMALL_SIZE,
                      verdicts=[point["verdict"] for point in placed],
                      runs=[point["runs"] for point in placed],
                      fills=[FILLS.get(point["verdict"], "full") for point in placed])
        if any(not math.isnan(point["above"]) for point in shown):
            mark["interval"] = "bars" if self.over.words or self.over.column else "band"
            mark["below"] = numbers(column_of(lambda point: point["y"] - point["below"]))
            mark["above"] = numbers(column_of(lambda point: point["y"] + point["above"]))
        return mark | ({"exit": leaves} if leaves else {})

    def exit_of(self, points):
        """Where a curve leaves the axis: at its last stable point, if others lie behind it."""
        last = max((i for i, point in enumerate(points) if point["verdict"] in STABLE), default=-1)
        if last < 0 or last + 1 == len(points) or math.isnan(points[last]["y"]):
            return None
        return {"x": number(points[last]["x"]), "y": number(points[last]["y"]),
                "end": points[last + 1]["verdict"]}

    def spread(self, place):
        """Markers of a word stand beside each other."""
        count = len(self.lines)
        return 0.5 * (place - (count - 1) / 2) / count if self.over.words else 0

    def columns(self):
        """The columns that are drawn where none is asked for."""
        if self.options.y:
            return [self.options.y] if isinstance(self.options.y, str) else list(self.options.y)
        if self.over.column or not {"accepted_flits", "offered_flits"} <= {*self.rows.columns}:
            return ["latency_mean"]
        if all(math.isnan(value) for value in self.rows["latency_mean"]):
            self.notes.append("no latency panel: no point has a latency")
            return ["accepted"]
        if len(self.facets) > FACETS_IN_A_ROW and not self.options.cut:
            self.notes.append(f"accepted load left out beside more than {FACETS_IN_A_ROW} panels; "
                              "--y accepted draws it")
            return ["latency_mean"]
        return ["latency_mean", "accepted"]

    def panels(self):
        """[(column, facet, marks)] of those with a value."""
        found, ys = [], self.columns()
        self.unplaced, self.valueless = 0, []
        for y in ys:
            for facet in self.facets:
                marks = [self.series_of(place, y, facet) for place in range(len(self.lines))]
                found.append((y, facet, [mark for mark in marks if mark]))
        full = {facet for _, facet, marks in found if marks}
        empty = [facet for facet in self.facets if facet not in full]
        if not full:
            raise InputError(f"no row has a value of {ys[0]}" +
                             (f" and of {self.over.column}" if self.over.column else "") +
                             "; allowed: a column with values")
        if empty:
            names = ", ".join(self.facet_title(facet) for facet in empty)
            self.notes.append(f"left out: {names}, where no point has a value of {ys[0]}")
        self.report_lines(ys[0], found)
        return [entry for entry in found if entry[1] in full]

    def report_lines(self, y, found):
        drawn = {mark["name"] for own, _, marks in found for mark in marks if own == y}
        missing = [label for _, label, _ in self.lines if label not in drawn]
        if missing:
            reason = f"without a value of {y}"
            if "latency" in y and not self.over.column:
                reason = "without a stable point"
            named = f"{self.title} " if self.title not in ("", "routing", "pattern") else ""
            self.notes.append(f"not drawn: {named}{', '.join(missing)}, {reason}")
        if self.unplaced:
            what = "load was not measured"
            if self.over.column:
                what = f"have no {title_of(self.over.column)}"
            self.notes.append(f"not drawn: {self.unplaced} of the points, "
                              f"{'which' if self.over.column else 'whose'} {what}")
        if self.over.column and self.valueless:
            names = " or ".join(dict.fromkeys(self.valueless))
            self.notes.append(
                f"not drawn: {len(self.valueless)} points without a value of {y}: {names}")

    def y_axis(self, y, marks, inches):
        """A latency has the axis of its panel, any other column one for all panels, whose marks are
        given."""
        label = wrapped(column_title(y, self.writer, self.unit), inches, 0.07)
        values = [
            value for mark in marks for name in ("ys", "below", "above")
            for value in mark.get(name, ()) if value is not None
        ]
        if y == "accepted" and not self.over.column:
            values += [1.0 * place for mark in marks for place in mark["xs"] if place is not None]
        log = self.options.logy and y != "accepted"
        if "latency" in y and not self.over.column and "offered_flits" in self.rows:
            return value_axis(label, values, self.options, top=latency_top(marks), log=log)
        high, low = max(values, default=1), min(values, default=0)
        if self.exact and not log and NEARLY_ALIKE * high < low < high * (1 - 1e-6):
            return value_axis(label, values, self.options, low=low - 0.2 * (high - low))
        return value_axis(label, values, self.options, log=log)

    def figure(self, title_of_runs):
        """`title_of_runs(counts of runs, inches)`: the title."""
        entries = self.panels()
        facets = list(dict.fromkeys(facet for _, facet, _ in entries))
        ys = list(dict.fromkeys(y for y, _, _ in entries))
        columns = columns_of(len(facets))
        size = grid_size(len(entries), columns, self.options, 1.85)
        inches = size[0] / columns
        places = [place for y, _, marks in entries for mark in marks
                  for place, value in zip(mark["xs"], mark["ys"]) if value is not None or ys != [y]]
        panels = []
        for y, facet, marks in entries:
            x = self.over.axis(places, inches, self.options)
            high = size[1] / -(-len(entries) // columns) - 0.3
            every = marks if "latency" in y else [
                mark for own, _, its in entries if own == y for mark in its
            ]
            y_axis = self.y_axis(y, every, high)
            self.report_above(facet, marks, y_axis)
            for mark in marks:  # a line that is above the axis has left it already
                if mark.get("exit") and mark["exit"]["y"] > y_axis["limits"][1]:
                    del mark["exit"]
            if y == "accepted" and not self.over.column:
                end = x["limits"][1]
                marks = [series("", [0, end], [0, end], "pale", marker=None, width=0.8), *marks]
            title = self.facet_title(facet) if facet is not None and y == ys[0] else ""
            panels.append(panel(x, y_axis, marks, title))
        return figure("curves", panels, size, columns, title_of_runs(self.runs, size[0]),
                      [self.lines_legend(entries), verdicts_legend(entries)], self.notes)

    def report_above(self, facet, marks, y_axis):
        above = [mark["name"] for mark in marks
                 if min(value for value in mark["ys"] if value is not None) > y_axis["limits"][1]]
        if above:
            where = f" of {self.facet_title(facet)}" if facet is not None else ""
            self.notes.append(
                f"above the axis{where}: {', '.join(filter(None, above)) or 'all points'}; "
                "--ymax shows more")

    def lines_legend(self, entries):
        looks = {mark["name"]: mark for _, _, marks in entries for mark in marks}
        names = [label for _, label, _ in self.lines if label in looks]
        return legend([{
            "label": name, **{part: looks[name][part]
               for part in ("colour", "marker", "line", "width")}
        } for name in names] if len(names) > 1 else [], self.title)


def verdicts_legend(entries):
    """What open markers and crosses at the end of a line mean."""
    marks = [mark for _, _, marks in entries for mark in marks]
    found = {
        verdict
        for mark in marks for verdict, y in zip(mark["verdicts"], mark["ys"]) if y is not None
    }
    ends = {mark["exit"]["end"] for mark in marks if mark.get("exit")} & FAILED
    return legend([{"label": verdict, "colour": "grey", "marker": "circle", "fill": fill}
                   for verdict, fill in FILLS.items() if verdict in found]
                  + [{"label": end, "colour": "grey", "marker": "times"} for end in sorted(ends)])


def latency_top(marks):
    """Four times the zero-load latency of the lowest curve, or above the highest stable point if
    that is lower."""
    stable = [[value for value in mark["ys"] if value is not None] for mark in marks]
    return min(KNEE * min(own[0] for own in stable), 1.06 * max(map(max, stable)))
