"""Rows of results by column, and the points that rows with equal keys make: mean, interval,
verdict."""
import math
import statistics

from .reader import InputError

# Verdicts from best to worst; a point has that of its worst repetition.
VERDICTS = ["stable", "drained", "saturated", "unfinished", "interrupted", "deadlocked",
            "impossible", "disconnected", "unroutable"]
STABLE = {"stable", "drained"}
# Verdicts without a value.
FAILED = {"deadlocked", "impossible", "disconnected", "unroutable"}
# Two-sided 95 % points of Student's t for 1, 2, ... degrees of freedom.
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
       2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
       2.052, 2.048, 2.045, 2.042]
NORMAL95 = 1.960


def half_width(samples):
    """Half of the 95 % confidence interval of the mean of two or more independent samples."""
    samples = list(samples)
    degrees = len(samples) - 1
    t = T95[degrees - 1] if degrees <= len(T95) else NORMAL95
    return t * statistics.stdev(samples) / math.sqrt(len(samples))


def known(values):
    return [value for value in values if not math.isnan(value)]


def mean(values):
    values = known(values)
    return math.fsum(values) / len(values) if values else math.nan


class Rows:
    """Columns of equal length: lists of texts or numbers by name."""

    def __init__(self, columns):
        self.columns = columns

    def __len__(self):
        return len(next(iter(self.columns.values()), ()))

    def __contains__(self, name):
        return name in self.columns

    def __getitem__(self, name):
        return self.columns[name]

    def get(self, name):
        """A column of numbers, nan where there is no such column."""
        return self.columns.get(name) or [math.nan] * len(self)

    def take(self, places):
        return Rows({name: [column[i] for i in places] for name, column in self.columns.items()})

    def where(self, name, value):
        return self.take([i for i, own in enumerate(self[name]) if own == value])

    def with_columns(self, **columns):
        return Rows({**self.columns, **columns})

    def distinct(self, name):
        return list(dict.fromkeys(self[name]))

    def first_of(self, names):
        """The first row of each combination of values of these columns."""
        first = {}
        for i, values in enumerate(zip(*(self[name] for name in names))):
            first.setdefault(str(values), i)  # compared as text, so that nan equals nan
        return self if len(first) == len(self) else self.take(first.values())

    def combinations(self, names):
        """How many combinations of values these columns have."""
        return len(set(zip(*(self[name] for name in names)))) if names else 1

    def groups(self, names):
        """[(values of these columns, their rows)], in the order of the first row of each."""
        found = {}
        for i, values in enumerate(
                zip(*(self[name] for name in names)) if names else [()] * len(self)):
            found.setdefault(values, []).append(i)
        return [(values, self.take(places)) for values, places in found.items()]

    def numeric(self):
        """Columns of numbers with a value in some row."""
        return [name for name, column in self.columns.items()
                if column and not isinstance(column[0], str) and name != "row" and known(column)]


def cell_text(value):
    """A value of a column as text: numbers in their shortest form, '' for nan."""
    return value if isinstance(value, str) else "" if value != value else f"{value:g}"


def numbers_in(texts):
    """Texts as numbers, None where one of them is a word."""
    try:
        found = [float(text) for text in texts]
    except ValueError:
        return None
    return found if all(map(math.isfinite, found)) else None


def in_order(values):
    """Returns each value once: numbers by size, words in order of appearance."""
    values = list(dict.fromkeys(values))
    numbers = numbers_in(values)
    return values if numbers is None else [value for _, value in sorted(zip(numbers, values))]


def follows(rows, key, others):
    """Tells whether this key is determined by the other keys in all rows."""
    return rows.combinations([*others, key]) == rows.combinations(others)


def check_verdicts(rows, over_load):
    for source, row, verdict, load in zip(rows["source"], rows.get("row"), rows["verdict"],
                                          rows.get("load")):
        if verdict not in VERDICTS:
            raise InputError(
                f"{source}: row {row}: unknown verdict '{verdict}'; allowed: {', '.join(VERDICTS)}")
        if over_load and math.isnan(load):
            raise InputError(f"{source}: row {row} has no load, as a collective; what is drawn is "
                             "over the load; allowed: rows with a load")


def interval_of(rows, column):
    """Returns how far the 95 % interval extends below and above the mean, nan where there is none.
    It is that of the repetitions, or of the file for the latency of one run and for drawn faults.
    """
    values = known(rows[column])
    if column == "delivery":
        if "ci95_low" not in rows or "ci95_high" not in rows:
            return math.nan, math.nan
        return (mean(a - b for a, b in zip(rows[column], rows["ci95_low"])),
                mean(b - a for a, b in zip(rows[column], rows["ci95_high"])))
    width = math.nan
    if len(values) > 1:
        width = half_width(values)
    elif len(values) == 1 and column == "latency_mean" and "latency_ci95" in rows:
        width = mean(rows["latency_ci95"])
    return width, width


def verdict_of(rows, order=VERDICTS):
    """Returns the worst verdict."""
    return max(rows["verdict"], key=order.index) if "verdict" in rows else "stable"


def point_of(rows, x, column):
    """Returns the point of rows that differ in their seeds only; without a value where its latency
    grows with the length of the run."""
    verdict = verdict_of(rows)
    value = math.nan if verdict in FAILED else mean(rows[column])
    below, above = interval_of(rows, column) if not math.isnan(value) else (math.nan, math.nan)
    return {"x": x, "y": value, "below": below, "above": above, "verdict": verdict,
            "runs": len(rows)}


def offered(rows, unit):
    """Returns the measured offered load. It is that of the config where a run ended before its
    window, or measured until the last arrival, so that sources were silent for part of the time."""
    measured = mean(rows.get(f"offered_{unit}"))
    drained = any(verdict == "drained" for verdict in rows["verdict"])
    asked = all(own == unit for own in rows.columns.get("load_unit", [""]))
    return rows["load"][0] if asked and (drained or math.isnan(measured)) else measured
