"""Lines and points of results: which rows are one line, which are repetitions of one point, and how good it is."""
import math

from names import describe, title_of
from students_t import half_width
from tables import InputError

DERIVED_KEYS = {"routers", "nodes"}  # follow from topology and dimensions
# From best to worst: a point is as good as its worst repetition.
VERDICTS = ["stable", "drained", "saturated", "unfinished", "interrupted", "deadlocked",
            "impossible"]
STABLE = {"stable", "drained"}
OPEN = {"saturated", "unfinished"}
FAILED = {"deadlocked", "interrupted", "impossible"}


def offered(points, unit, until_drained):
    """The measured load; what was asked for where a run ended before its measurement, or was measured
    from the first birth to the last arrival, of which births take a part only."""
    measured = points[f"offered_{unit}"].mean()
    asked_in_unit = "load_unit" in points and (points["load_unit"] == unit).all()
    asked = asked_in_unit and (until_drained or math.isnan(measured))
    return points["load"].iloc[0] if asked else measured


def average(points, unit, until_drained, y="latency_mean"):
    """One dict per load from rows that differ in the seed only; `latency` is the mean of column `y`."""
    latency = points[y].dropna()
    width = math.nan
    if len(latency) > 1:
        width = half_width(latency)
    elif len(latency) == 1 and y == "latency_mean" and "latency_ci95" in points:
        width = points.loc[latency.index[0], "latency_ci95"]
    return {"offered": offered(points, unit, until_drained),
            "accepted": points[f"accepted_{unit}"].mean(),
            "latency": latency.mean() if len(latency) else math.nan,
            "half_width": width,
            "verdict": max(points["verdict"], key=VERDICTS.index)}


def check_points(table):
    """What can be read but not drawn."""
    for name, wrong in (("verdict", ~table["verdict"].isin(VERDICTS)), ("load", table["load"].isna())):
        if wrong.any():
            row = table[wrong].iloc[0]
            raise InputError(f"{row['source']}: unknown verdict {row['verdict']!r}" if name == "verdict" else
                             f"{row['source']}: row {row['row']} has no load, as a collective; what is "
                             "drawn is over the load")


def differing_keys(table, key_columns, but=()):
    return [key for key in key_columns
            if key not in DERIVED_KEYS and key not in but and table[key].nunique() > 1]


def group_rows(table, key_columns, over=()):
    """The lines, [(values of the differing keys, label, rows)], the legend's title, and the differing keys."""
    differing = differing_keys(table, key_columns, over)
    if not differing:
        return [((), "", table)], None, differing
    lines = []
    for values, rows in table.groupby(differing if len(differing) > 1 else differing[0], sort=False):
        values = values if isinstance(values, tuple) else (values,)
        label = ", ".join(describe(key, value, len(differing) > 1) for key, value in zip(differing, values))
        lines.append((values, label, rows))
    return lines, title_of(differing[0]) if len(differing) == 1 else None, differing
