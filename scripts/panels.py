"""What stands in the panels of `orthant plot`: which rows are a line of which panel, over what, and what is left out."""
import math

import pandas as pd
from pandas.api.types import is_numeric_dtype

import plot
from curves import average, differing_keys, following_keys, follows, group_rows
from names import describe, name_and_unit, title_of
from pictures import plt
from plot_style import COLOURS, MARKERS, UNIT_NAMES
from students_t import half_width
from tables import InputError

MOST_TOGETHER = 6  # curves in a panel, where panels are chosen
MOST_FACETS = 24
MOST_LINES = 24  # in a panel
FACETS_IN_A_ROW = 3
MOST_TICKS = 8
LEAST_GAP = 0.12  # of the axis, between ticks
WORDS_WIDTH = 0.5  # of the room of a word, over which its markers are spread


def numbers_of(values):
    """Them as numbers, None where one is a word."""
    numbers = pd.to_numeric(pd.Series(list(values), dtype=object), errors="coerce")
    return None if numbers.isna().any() else list(numbers)


def in_order(values):
    """Each value once: numbers by their size, words as they come."""
    values = list(dict.fromkeys(values))
    numbers = numbers_of(values)
    return values if numbers is None else [value for _, value in sorted(zip(numbers, values))]


class Axis:
    """What the curves are drawn over: the load, the numbers or words of a key, or a column of results, where a curve has its
    points in the order of the load. Powers of two are as far from each other."""

    def __init__(self, table, keys, wanted, unit):
        self.column, self.unit, self.words, self.values = wanted, unit, None, []
        self.by = wanted
        if not wanted:
            return
        self.result = wanted not in keys and "offered_flits" in table
        if self.result:
            self.by = "load"
        elif is_numeric_dtype(table[wanted]):
            self.values = sorted(table[wanted].dropna().unique())
        elif numbers := numbers_of(table[wanted]):
            self.values = sorted(set(numbers))
        else:
            self.words = list(dict.fromkeys(table[wanted]))
        self.doubling = len(self.values) > 2 and self.values[0] > 0 and self.values[-1] >= 8 * self.values[0] and \
            all(math.log2(value).is_integer() for value in self.values)

    def label(self):
        return title_of(self.column) if self.column else f"offered load ({UNIT_NAMES[self.unit]})"

    def place(self, rows):
        if self.words:
            return self.words.index(rows[self.column].iloc[0])
        place = pd.to_numeric(rows[self.column]).mean()
        return math.log2(place) if self.doubling else place

    def ticks(self):
        """[places, words] of the ticks, () where matplotlib chooses: few values have a tick each."""
        if not self.column:
            return ()
        if self.words:
            return range(len(self.words)), [str(word).replace("_", " ") for word in self.words]
        if self.doubling:
            shown = self.values[::-(-len(self.values) // MOST_TICKS)]
            names = [f"{value:g}" if value < 1e5 else f"$2^{{{math.log2(value):.0f}}}$" for value in shown]
            return [math.log2(value) for value in shown], names
        gaps = [right - left for left, right in zip(self.values, self.values[1:])]
        if 1 < len(self.values) <= MOST_TICKS and min(gaps) >= LEAST_GAP * (self.values[-1] - self.values[0]):
            return self.values, [f"{value:g}" for value in self.values]
        return ()


def interval_of(rows, y):
    """How far the 95 % interval of the value of y reaches below and above it, nan where there is none: over repetitions; of drawn
    faults the mean of those in the file, as rows of different offsets repeat nothing."""
    values = rows[y].dropna()
    if y == "delivery":
        if not {"ci95_low", "ci95_high"} <= set(rows):
            return math.nan, math.nan
        return (values - rows["ci95_low"]).mean(), (rows["ci95_high"] - values).mean()
    width = half_width(values) if len(values) > 1 else math.nan
    return width, width


def points_of(rows, axis, y, until_drained):
    """The points of a line in order, with columns offered (the place), latency (the value of y), below and half_width (of its
    interval, above), verdict, ..."""
    if axis.column is None:
        points = [average(same, axis.unit, until_drained, "latency_mean" if y == "accepted" else y)
                  for _, same in rows.groupby("load")]
        return pd.DataFrame(points).sort_values("offered", ignore_index=True)
    points = []
    for _, same in rows.groupby(axis.by):
        values = same[y].dropna()
        verdict = max(same["verdict"], key=plot.VERDICTS.index)
        below, above = interval_of(same, y)
        points.append({"offered": axis.place(same), "latency": values.mean() if len(values) else math.nan,
                       "below": below, "half_width": above, "verdict": verdict})
    points = pd.DataFrame(points, columns=["offered", "latency", "below", "half_width", "verdict"])
    return points if axis.result else points.sort_values("offered", ignore_index=True)


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


def without_following(table, keys, x, notes):
    """The keys without those that follow from the key of the axis, which would leave every line one point."""
    following = following_keys(table, keys, x)
    if following:
        names = ", ".join(name_and_unit(key)[0] for key in following)
        notes.append(f"not told apart: {names}, which follow{'s' if len(following) == 1 else ''} from {name_and_unit(x)[0]}")
    return [key for key in keys if key not in following]


def looks_of(labels, numeric):
    """Colour and marker of each line; many lines of a number have colours in its order."""
    shades = plt.get_cmap("viridis")
    ordered = numeric and len(labels) > MOST_TOGETHER
    return {label: {"color": plt.matplotlib.colors.to_hex(shades(0.9 * i / (len(labels) - 1))) if ordered else COLOURS[i % len(COLOURS)],
                    "marker": MARKERS[i % len(MARKERS)], "linestyle": "-"} for i, label in enumerate(labels)}


def name_of(rows, keys):
    """Of a panel, by its key and those that follow from it."""
    return ", ".join(describe(key, str(rows[key].iloc[0]), key not in {"routing", "pattern"}) for key in dict.fromkeys(keys))


class Curves:
    """What is drawn: panels [(title, y, [(label, look, points)])], their axis and the legend's title."""

    def __init__(self, table, keys, options, unit):
        self.axis = Axis(table, keys, options.x, unit)
        self.notes = []  # what is not drawn
        if options.facet == "load" and (not options.x or self.axis.result):
            raise InputError("--facet load: a curve is drawn over the load; allowed: with --x KEY or --kind bar")
        over = {options.x} if options.x else set()
        keys = [key for key in keys if key not in over]
        if options.x and not self.axis.result:
            if options.x != "load" and "offered_flits" in table and table["load"].nunique() > 1:
                table = table.assign(load=table["load"].map("{:g}".format))
                keys.append("load")
            keys = without_following(table, keys, options.x, self.notes)
        differing = differing_keys(table, keys, over)
        self.facet = options.facet or choose_facet(table, differing)
        values = in_order(table[self.facet]) if self.facet else [None]
        if len(values) > MOST_FACETS:
            raise InputError(f"--facet {self.facet}: {len(values)} panels; allowed: at most {MOST_FACETS}")
        ys = [options.y] if options.y else self.default_columns(table)
        with_facet = [key for key in differing if self.facet and key != "load_unit" and follows(table, key, [self.facet])]
        lines, self.title, told = group_rows(table, [key for key in keys if key not in [self.facet, *with_facet]])
        if len(lines) > MOST_LINES:
            raise InputError(f"{len(lines)} curves in a panel; allowed: at most {MOST_LINES}; give --facet or --x another key, "
                             "or plot fewer rows")
        ordered = len(told) == 1 and numbers_of(key for (key,), _, _ in lines) is not None
        if ordered:
            lines = sorted(lines, key=lambda line: float(line[0][0]))
        self.looks = looks_of([label for _, label, _ in lines], ordered)
        drained = (table["verdict"] == "drained").any()
        self.panels = []
        for y in ys:
            for value in values:
                rows = table if value is None else table[table[self.facet] == value]
                series = [(label, self.looks[label], points_of(own, self.axis, y, drained))
                          for _, label, line in lines if len(own := line[line.index.isin(rows.index)])]
                name = None if value is None else name_of(rows, [self.facet, *with_facet])
                self.panels.append((name, y, series))
        self.leave_out_empty()
        if self.axis.words:
            self.spread_words()
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

    def leave_out_empty(self):
        """Panels none of whose points has a value, unless there is no other."""
        empty = [name for name in dict.fromkeys(name for name, _, _ in self.panels)
                 if not any(has_values(y, series) for other, y, series in self.panels if other == name)]
        if empty and len(empty) < self.facets():
            self.panels = [panel for panel in self.panels if panel[0] not in empty]
            self.notes.append(f"left out: {', '.join(empty)}, where no point has a value of {self.panels[0][1]}")

    def spread_words(self):
        """The markers of a word beside each other."""
        labels = list(self.looks)
        for _, _, series in self.panels:
            for label, _, points in series:
                points["offered"] += WORDS_WIDTH * (labels.index(label) - (len(labels) - 1) / 2) / len(labels)

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
            what = f"have no {title_of(self.axis.column)}" if self.axis.column else "load was not measured"
            self.notes.append(f"not drawn: {unplaced} of the points, {'which' if self.axis.column else 'whose'} {what}")

    def has_values(self):
        return any(has_values(y, series) for _, y, series in self.panels)

    def ends(self):
        """The least and the largest place of all panels."""
        places = pd.concat([points["offered"] for _, _, series in self.panels for _, _, points in series])
        return places.min(), places.max()


def has_values(y, series):
    column = "accepted" if y == "accepted" else "latency"
    return any((points[column].notna() & points["offered"].notna()).any() for _, _, points in series)
