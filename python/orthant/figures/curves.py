"""Curves: latency and accepted load over the offered load, or any column over a key or another
column.

A latency goes to its last stable point and leaves the axis there by a thin vertical line. What is
not stable has no latency, and open markers elsewhere. Nothing is drawn where there is no value."""
import math

from ..results.names import UNIT_NAMES, column_title, describe, title_of
from ..results.results import differing_keys, lines_of, without_following
from ..results.rows import (FAILED, STABLE, cell_text, check_verdicts, follows, in_order, mean,
                            numbers_in, offered, point_of)
from .describe import (FACETS_IN_A_ROW, MARKERS, MAX_TOGETHER, TICK_INCHES, InputError, axis,
                       colour_of, columns_of, figure, grid_size, legend, number, numbers, panel,
                       series, text_of, texts, value_axis, word_axis, wrapped)

MAX_FACETS, MAX_LINES = 24, 24
KNEE = 4  # end of the latency axis over the lowest zero-load latency
NEARLY_ALIKE = 0.8  # least over largest exact value above which an axis need not begin at 0
FILLS = {"saturated": "open", "unfinished": "half", "interrupted": "left"}
MAX_TICKS = 8
SIZE, SMALL_SIZE = 3.2, 2.2  # marker sizes
MANY = 20  # points in a curve above which its markers are small


class Over:
    """The axis of the curves: the load, the values of a key, or a column of results in the order of
    the load."""

    def __init__(self, rows, keys, wanted, unit, options):
        self.column, self.unit, self.options = wanted, unit, options
        self.result = bool(wanted) and wanted not in keys and "offered_flits" in rows
        self.by = "load" if self.result else wanted or "load"
        self.words, self.values = None, []
        if not wanted or self.result:
            return
        values = [value for value in in_order(rows[wanted]) if value == value]
        found = numbers_in(values)
        if found is None:
            self.words = options.in_order(values)
        else:
            self.values = sorted({*found})

    def place(self, rows):
        if not self.column:
            return offered(rows, self.unit)
        if self.result:
            return mean(rows[self.column])
        value = rows[self.column][0]
        return self.words.index(value) if self.words else float(value)

    def is_doubling(self):
        """Whether the values are three or more powers of two with a factor of eight between them.
        """
        powers = [math.log2(value) for value in self.values if value > 0]
        return len(powers) == len(self.values) > 2 and powers[-1] - powers[0] >= 3 and \
            all(power.is_integer() for power in powers)

    def axis(self, places, inches):
        label = f"offered load ({UNIT_NAMES[self.unit]})"
        if self.column:
            label = column_title(self.column, "run") if self.result else title_of(self.column)
        if self.words:
            names = [self.options.named(word.replace("_", " ")) for word in self.words]
            return word_axis(label, names, inches, grid=True)
        label, most = wrapped(label, inches - 0.6), max(2, int(inches / TICK_INCHES))
        places = [place for place in places if place is not None]
        low, high = min(places, default=0), max(places, default=1)
        if not self.column:
            return axis(label, 0, 1.06 * high if high > 0 else 1, most=most)
        if self.is_doubling():
            shown = self.values[::-(-len(self.values) // MAX_TICKS)]
            return axis(label, low / 1.25, high * 1.25, "log",
                        [[value, text_of(value)] for value in shown])
        margin = 0.06 * (high - low) or 0.5
        gaps = [b - a for a, b in zip(self.values, self.values[1:])]
        few = gaps and len(gaps) < MAX_TICKS and min(gaps) >= 0.12 * (high - low)
        return axis(label, low - margin, high + margin, most=most,
                    ticks=[[value, text_of(value)] for value in self.values] if few else None,
                    whole=all(float(place).is_integer() for place in places))


def choose_facet(rows, differing):
    """Returns the key with the fewest panels that leaves at most six curves in each, None where
    there is none."""
    if rows.combinations(differing) <= MAX_TOGETHER or len(differing) < 2:
        return None
    fit = []
    for key in differing:
        others = [other for other in differing if other != key]
        count = len({*rows[key]})
        if count <= MAX_FACETS and max(
                own.combinations(others) for _, own in rows.groups([key])) <= MAX_TOGETHER:
            fit.append((count, key))
    return min(fit, key=lambda pair: pair[0])[1] if fit else None


def facet_title(options, rows, keys):
    """The title of a panel whose rows share the values of `keys`."""
    return options.named(", ".join(describe(key, cell_text(rows[key][0]), True) for key in keys))


class Curves:
    """Turns rows into a figure. Values that are `exact` have no noise, so that an axis may begin
    above 0."""

    def __init__(self, rows, keys, options, unit="flits", exact=False, writer="", names=()):
        self.options, self.unit, self.exact, self.writer = options, unit, exact, writer
        self.names = dict(names)  # column titles specific to these files
        self.notes, self.runs, self.unplaced, self.valueless = [], [], 0, []
        self.over = Over(rows, keys, options.x, unit, options)
        self.simulated = "offered_flits" in rows
        if options.facet == "load" and self.over.by == "load":
            raise InputError("--facet load: a curve is drawn over the load; "
                             "allowed: with --x KEY or --kind bar")
        if self.simulated:
            check_verdicts(rows, over_load=self.over.by == "load")
        keys = [key for key in keys if key != options.x]
        if options.x and not self.over.result:
            if options.x != "load" and self.simulated and len({*rows["load"]}) > 1:
                rows = rows.with_columns(load=list(map(cell_text, rows["load"])))
                keys.append("load")
            keys = without_following(rows, keys, options.x, self.notes)
        elif "traffic.scale" in keys:
            keys.remove("traffic.scale")  # the scale determines the load of flows
        self.rows = rows
        self.facet = options.facet or choose_facet(rows, differing_keys(rows, keys))
        self.facets = options.in_order(in_order(rows[self.facet])) if self.facet else [None]
        if len(self.facets) > MAX_FACETS:
            raise InputError(
                f"--facet {self.facet}: {len(self.facets)} panels; allowed: at most {MAX_FACETS}")
        self.facet_keys = [self.facet] * bool(self.facet) + [
            key for key in differing_keys(rows, keys, {self.facet})
            if self.facet and key != "load_unit" and follows(rows, key, [self.facet])]
        self.lines, self.title = self.named_lines(
            [key for key in keys if key not in self.facet_keys])

    def named_lines(self, keys):
        lines, title = lines_of(self.rows, keys)
        if len(lines) > MAX_LINES and not self.options.cut:
            raise InputError(f"{len(lines)} curves in a panel; allowed: at most {MAX_LINES}; "
                             "give --facet or --x another key, or plot fewer rows")
        if len(lines) > MAX_LINES:
            self.notes.append(f"the first {MAX_LINES} of {len(lines)} curves are drawn")
            lines = lines[:MAX_LINES]
        self.ordered = len(lines[0][0]) == 1 and \
            numbers_in(value for values, _, _ in lines for value in values.values()) is not None
        if self.ordered:
            lines = sorted(lines, key=lambda line: float(next(iter(line[0].values()))))
        return [(values, self.options.named(label), own) for values, label, own in
                self.options.in_order(lines, lambda line: line[1])], title

    def facet_title(self, value):
        return facet_title(self.options, self.rows.where(self.facet, value),
                           self.facet_keys) if self.facet else ""

    def is_latency(self, y):
        """Tells whether only stable points have a value."""
        return "latency" in y and self.simulated

    def ends_at_knee(self, y):
        """Tells whether the axis of the panel ends near the knee, where curves leave it."""
        return self.is_latency(y) and not self.over.column

    def series_of(self, place, y, facet):
        """Returns the mark of a line in a panel, None where no point has a value."""
        values, label, rows = self.lines[place]
        rows = rows if facet is None else rows.where(self.facet, facet)
        column = f"accepted_{self.unit}" if y == "accepted" else y
        points = [point_of(own, self.over.place(own), column)
                  for _, own in rows.groups([self.over.by])]
        if not self.over.result:
            points.sort(key=lambda point: (math.isnan(point["x"]), point["x"]))
        placed = [point for point in points if not math.isnan(point["x"])]
        self.unplaced += len(points) - len(placed)
        for point in placed:
            if self.is_latency(y) and point["verdict"] not in STABLE:
                point.update(y=math.nan, below=math.nan, above=math.nan)
        shown = [point for point in placed if not math.isnan(point["y"])]
        self.valueless += [point["verdict"] for point in placed if math.isnan(point["y"])]
        if not shown:
            return None
        self.runs += [point["runs"] for point in shown]
        spread = 0.5 * (place - (len(self.lines) - 1) / 2) / len(self.lines)
        mark = series(label, [point["x"] + (spread if self.over.words else 0) for point in placed],
                      [point["y"] for point in placed],
                      colour_of(place, len(self.lines), self.ordered),
                      marker=MARKERS[place % len(MARKERS)], line=None if self.over.words
                      else "solid", keys=values, size=SIZE if len(placed) <= MANY else SMALL_SIZE,
                      verdicts=[point["verdict"] for point in placed],
                      runs=[point["runs"] for point in placed],
                      fills=[FILLS.get(point["verdict"], "full") for point in placed])
        if any(not math.isnan(point["above"]) for point in shown):
            mark["interval"] = "bars" if self.over.column else "band"
            mark["below"] = numbers(point["y"] - point["below"] for point in placed)
            mark["above"] = numbers(point["y"] + point["above"] for point in placed)
        if self.ends_at_knee(y) and (leaves := exit_of(placed)):
            mark["exit"] = leaves
        return mark

    def columns(self):
        """Returns the columns that are drawn by default."""
        if self.options.y:
            return [self.options.y] if isinstance(self.options.y, str) else list(self.options.y)
        if self.over.column or not {"accepted_flits", "offered_flits"} <= {*self.rows.columns}:
            return ["latency_mean"]
        if all(math.isnan(value) for value in self.rows["latency_mean"]):
            self.notes.append("no latency panel: no point has a latency")
            return ["accepted"]
        if len(self.facets) > FACETS_IN_A_ROW:
            self.notes.append(f"accepted load left out beside more than {FACETS_IN_A_ROW} panels; "
                              "--y accepted draws it")
            return ["latency_mean"]
        return ["latency_mean", "accepted"]

    def panels(self, ys):
        """Returns [(column, facet, marks)] of panels with values."""
        found = [(y, facet, [mark for place in range(len(self.lines))
                             if (mark := self.series_of(place, y, facet))])
                 for y in ys for facet in self.facets]
        full = {facet for _, facet, marks in found if marks}
        if not full:
            raise InputError(f"no row has a value of {ys[0]}" +
                             (f" and of {self.over.column}" if self.over.column else "") +
                             "; allowed: a column with values")
        self.report(ys[0], found, [facet for facet in self.facets if facet not in full])
        return [entry for entry in found if entry[1] in full]

    def report(self, y, found, empty):
        """Notes what is not drawn."""
        if empty:
            names = ", ".join(map(self.facet_title, empty))
            self.notes.append(f"left out: {names}, where no point has a value of {y}")
        drawn = {mark["name"] for own, _, marks in found for mark in marks if own == y}
        if missing := [label for _, label, _ in self.lines if label not in drawn]:
            reason = "a stable point" if self.ends_at_knee(y) else f"a value of {y}"
            named = f"{self.title} " if self.title not in ("", "routing", "pattern") else ""
            self.notes.append(f"not drawn: {named}{', '.join(missing)}, without {reason}")
        if self.unplaced:
            what = f"which have no {self.over.column}" if self.over.column else \
                "whose load was not measured"
            self.notes.append(f"not drawn: {self.unplaced} of the points, {what}")
        if self.over.column and self.valueless:
            names = " or ".join(dict.fromkeys(self.valueless))
            self.notes.append(
                f"not drawn: {len(self.valueless)} points without a value of {y}: {names}")

    def y_axis(self, y, marks, inches, free):
        """Makes the axis of a panel: latency panels have their own, panels of another column share
        one."""
        label = wrapped(self.names.get(y) or column_title(y, self.writer, self.unit), inches)
        values = [value for mark in marks for name in ("ys", "below", "above")
                  for value in mark.get(name, ()) if value is not None]
        if not values:
            return axis(label, 0, 1, ticks=[])
        if self.ends_at_knee(y):
            return value_axis(label, values, self.options, top=latency_top(marks), free=free)
        if y == "accepted" and not self.over.column:
            values += [place for mark in marks for place in mark["xs"] if place is not None]
        high, low = max(values), min(values)
        alike = self.exact and not self.options.logy and \
            NEARLY_ALIKE * high < low < high * (1 - 1e-6)
        return value_axis(label, values, self.options, free=free,
                          low=low - 0.2 * (high - low) if alike else 0.0)

    def figure(self, title_of_runs):
        """`title_of_runs(counts of runs, inches)`: the title."""
        ys = self.columns()
        entries = self.panels(ys)
        columns = columns_of(len({facet for _, facet, _ in entries}))
        size = grid_size(len(entries), columns, self.options, 1.85)
        high = size[1] / -(-len(entries) // columns) - 0.3
        places = [place for _, _, marks in entries for mark in marks
                  for place, value in zip(mark["xs"], mark["ys"])
                  if value is not None or len(ys) > 1]
        panels = []
        for y, facet, marks in entries:
            alike = marks if self.ends_at_knee(y) else [
                mark for own, _, its in entries if own == y for mark in its]
            y_axis = self.y_axis(y, alike, high, bool(self.options.y) or y == ys[0])
            title = wrapped(self.facet_title(facet), size[0] / columns - 0.5) if y == ys[0] else ""
            panels.append(self.panel(y, facet, marks, self.over.axis(places, size[0] / columns),
                                     y_axis, title))
        return figure("curves", panels, size, columns, title_of_runs(self.runs, size[0]),
                      [self.lines_legend(entries), verdicts_legend(entries)], self.notes)

    def panel(self, y, facet, marks, x, y_axis, title):
        low, top = y_axis["limits"]
        above = [mark["name"] for mark in marks
                 if min(value for value in mark["ys"] if value is not None) > top]
        if above:
            where = f" of {self.facet_title(facet)}" if facet is not None else ""
            self.notes.append(f"above the axis{where}: "
                              f"{', '.join(filter(None, above)) or 'all points'}; "
                              "--ymax shows more")
        for mark in marks:
            if leaves := mark.pop("exit", None):
                if leaves["y"] <= top:  # otherwise the line left the axis earlier
                    mark["exit"] = leaves | {"top": top}
        if not marks:
            middle = [sum(x["limits"]) / 2]
            marks = [texts(middle, [0.5], ["no stable point"], colour="grey")]
        if y == "accepted" and not self.over.column:
            ends = [max(low, 0), x["limits"][1]]
            marks = [series("", ends, ends, "pale", marker=None, width=0.8), *marks]
        return panel(x, y_axis, marks, title)

    def lines_legend(self, entries):
        looks = {mark["name"]: mark for _, _, marks in entries for mark in marks}
        names = [label for _, label, _ in self.lines if label in looks]
        parts = ("colour", "marker", "line", "width")
        return legend([{"label": name} | {part: looks[name][part] for part in parts}
                       for name in names] if len(names) > 1 else [], self.title)


def exit_of(points):
    """Returns where a curve leaves the axis: at its last stable point, if other points follow."""
    last = max((i for i, point in enumerate(points) if point["verdict"] in STABLE), default=-1)
    if last < 0 or last + 1 == len(points) or math.isnan(points[last]["y"]):
        return None
    end = points[last + 1]["verdict"]
    return {"x": number(points[last]["x"]), "y": number(points[last]["y"]), "end": end,
            "failed": end in FAILED}


def verdicts_legend(entries):
    """What open markers and crosses at the end of a line mean."""
    marks = [mark for _, _, marks in entries for mark in marks]
    found = {verdict for mark in marks
             for verdict, y in zip(mark["verdicts"], mark["ys"]) if y is not None}
    ends = {mark["exit"]["end"] for mark in marks if mark.get("exit")} & FAILED
    return legend([{"label": verdict, "colour": "grey", "marker": "circle", "fill": fill}
                   for verdict, fill in FILLS.items() if verdict in found]
                  + [{"label": end, "colour": "grey", "marker": "times"} for end in sorted(ends)])


def latency_top(marks):
    """Returns the end of the latency axis: four times the lowest zero-load latency, or just above
    the highest stable point if that is lower."""
    stable = [[value for value in mark["ys"] if value is not None] for mark in marks]
    return min(KNEE * min(own[0] for own in stable), 1.06 * max(map(max, stable)))
