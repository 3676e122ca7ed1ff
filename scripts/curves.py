"""Lines and points of results: which rows are one line, which are repetitions of one point, and how good it is."""
import repetitions
from names import describe, title_of
from repetitions import FAILED, OPEN, STABLE, VERDICTS  # noqa: F401, for those who draw curves
from row_configs import DERIVED_KEYS


def average(points, unit, until_drained, y="latency_mean"):
    """The point of the rows of a table that differ in the seed only."""
    return repetitions.average(points.to_dict("records"), unit, until_drained, y)


def check_points(table, over_load=True):
    """What can be read but not drawn."""
    wrong = table[~table["verdict"].isin(VERDICTS) | (over_load & table["load"].isna())]
    for _, row in wrong[:1].iterrows():
        repetitions.check_point(row["source"], row["row"], row["verdict"], row["load"])


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
