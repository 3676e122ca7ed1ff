"""Lines and points of results: which rows are one line, which are repetitions of one point, and how good it is."""
import os
import re

import repetitions
from config_titles import NAMED
from names import describe, title_of
from repetitions import FAILED, OPEN, STABLE, VERDICTS  # noqa: F401, for those who draw curves
from row_configs import DERIVED_KEYS, READ_WHERE, is_unread

HASHED = re.compile(r"(.*) \(FNV-1a (\w+)\)")  # as row_configs.in_one_form writes it


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


def follows(table, key, others):
    """Whether rows that agree in the other keys agree in this one."""
    return len(table[[*others, key]].drop_duplicates()) == len(table[others].drop_duplicates()) if others else table[key].nunique() <= 1


def following_keys(table, key_columns, x):
    """The keys that differ, but follow from the key `x` with the others, as the dimensions from the nodes; not from the others alone."""
    kept = differing_keys(table, key_columns, {x})
    found = []
    for key in list(kept):
        others = [other for other in kept if other != key]
        if follows(table, key, [x, *others]) and not follows(table, key, others):
            kept.remove(key)
            found.append(key)
    return found


def group_rows(table, key_columns, over=(), named=False):
    """The lines, [(values of the differing keys, label, rows)], the legend's title, and the differing keys; `named`: a label has
    the name of its key even where that would be the title."""
    differing = differing_keys(table, key_columns, over)
    if not differing:
        return [((), "", table)], None, differing
    groups = [(values if isinstance(values, tuple) else (values,), rows)
              for values, rows in table.groupby(differing if len(differing) > 1 else differing[0], sort=False)]
    cells = tellingly([dict(zip(differing, values)) for values, _ in groups], differing)
    kept = [key for key in differing if any(key in line for line in cells)]
    several = named or len(kept) > 1
    lines = [(values, ", ".join(describe(key, line[key], several) for key in kept if key in line) or "none", rows)
             for (values, rows), line in zip(groups, cells)]
    return lines, title_of(kept[0]) if len(kept) == 1 else None, differing


def tellingly(lines, keys):
    """Of each line the keys that name it: not those that it does not read, and none that only some lines have, with one
    value, unless that tells lines apart, or is of channels or bursts that are not as by default."""
    read = [{key: value for key, value in line.items() if is_read(key, line, lines)} for line in lines]
    if not distinct(read):
        read = [{key: value for key, value in line.items() if value != ""} for line in lines]
    if not distinct(read):
        return lines
    for key in keys:
        values = {line[key] for line in read if key in line}
        without = [{other: value for other, value in line.items() if other != key} for line in read]
        partial = len(values) == 1 and not all(key in line for line in read) and values <= {NAMED.get(key, *values)}
        if (partial or key == "load_unit" or not values) and all(without) and distinct(without):
            read = without
    return read


def is_read(key, line, lines):
    """Whether the key has a value in the line, and does not belong to a routing or pattern of other lines alone."""
    section, _, rest = key.partition(".")
    for column, mark in (("routing", "."), ("pattern", "_")):
        if section == ("routing" if column == "routing" else "traffic"):
            owners = {other[column] for other in lines if column in other and rest.startswith(other[column] + mark)}
            if owners and line[column] not in owners:
                return False
    return line[key] != ""


def distinct(lines):
    return len({tuple(line.items()) for line in lines}) == len(lines)


def without_unread(table, key_columns, wanted):
    """The table without rows that are the same as others, since they differ in keys alone that they do not read; what they do not
    read is empty in the rows that stay. Keys that are drawn over or in panels stay as they are."""
    unread = [key for key in key_columns if key in READ_WHERE and key not in wanted and READ_WHERE[key][0] in table and table[key].nunique() > 1]
    if not unread:
        return table
    table = table.copy()
    for key in unread:
        table[key] = table[key].mask([is_unread(key, {READ_WHERE[key][0]: value}.get) for value in table[READ_WHERE[key][0]]], "")
    same = [*key_columns, *(name for name in ("seed", "load") if name in table)]
    return table.drop_duplicates(same, ignore_index=True)


def with_short_files(table, key_columns):
    """The table with input files by their names alone, and what they hold only where files of a name differ."""
    for key in key_columns:
        values = [value for value in table[key].unique() if HASHED.fullmatch(str(value))]
        if not values:
            continue
        short = {}
        for value in values:
            path, content = HASHED.fullmatch(value).groups()
            name = os.path.basename(path)
            alike = [other for other in values if os.path.basename(HASHED.fullmatch(other)[1]) == name]
            contents = {HASHED.fullmatch(other)[2] for other in alike}
            short[value] = name if len(alike) == 1 else f"{name} ({content})" if len(contents) == len(alike) else value
        table[key] = table[key].replace(short)
    return table
