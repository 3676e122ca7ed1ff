"""Points of results: rows that differ in the seed only are repetitions of one, and it is as good as the worst of them."""
import math

from input_error import InputError
from students_t import half_width

# From best to worst: a point is as good as its worst repetition.
VERDICTS = ["stable", "drained", "saturated", "unfinished", "interrupted", "deadlocked",
            "impossible"]
STABLE = {"stable", "drained"}
OPEN = {"saturated", "unfinished"}
FAILED = {"deadlocked", "interrupted", "impossible"}


def has_no_value(verdict_, number):
    """Whether a cross stands for a point: a run that was interrupted has what it measured until then."""
    return verdict_ in FAILED and (verdict_ != "interrupted" or math.isnan(number))


def check_verdict(path, row, verdict_):
    if verdict_ not in VERDICTS:
        raise InputError(f"{path}: row {row}: unknown verdict {verdict_!r}; allowed: {', '.join(VERDICTS)}")


def check_point(path, row, verdict_, load):
    """What can be read but not drawn over the load."""
    check_verdict(path, row, verdict_)
    if math.isnan(load):
        raise InputError(f"{path}: row {row} has no load, as a collective; what is drawn is over the load; allowed: rows with a load")


def mean(values):
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


def offered(rows, unit, until_drained):
    """The measured load; what was asked for where a run ended before its measurement, or was measured
    from the first birth to the last arrival, of which births take a part only."""
    measured = mean(row[f"offered_{unit}"] for row in rows)
    asked_in_unit = all(row.get("load_unit") == unit for row in rows)
    asked = asked_in_unit and (until_drained or math.isnan(measured))
    return rows[0]["load"] if asked else measured


def value(rows, y):
    """The mean of column `y`, and half of its 95 % interval: over repetitions, or that of a single run's latency."""
    known = [row for row in rows if not math.isnan(row[y])]
    width = math.nan
    if len(known) > 1:
        width = half_width([row[y] for row in known])
    elif len(known) == 1 and y == "latency_mean":
        width = known[0].get("latency_ci95", math.nan)
    return mean(row[y] for row in known), width


def verdict(rows):
    return max((row["verdict"] for row in rows), key=VERDICTS.index)


def average(rows, unit, until_drained, y="latency_mean"):
    """The point of rows that differ in the seed only, each a dict; `latency` is the mean of column `y`."""
    latency, width = value(rows, y)
    return {"offered": offered(rows, unit, until_drained),
            "accepted": mean(row.get(f"accepted_{unit}", math.nan) for row in rows),
            "latency": latency, "half_width": width, "verdict": verdict(rows)}
