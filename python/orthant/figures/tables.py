"""Draws curves and bars of files whose rows are distinguished by their columns: deliveries of
`policy`, runs over time, and schedules."""
import re

from ..results.config import shown_key
from ..results.kinds import check_column, named_by, read_table, some_of
from ..results.reader import InputError
from ..results.rows import Rows, cell_text, mean
from ..results.titles import names_of
from .bars import LIQUID, Bars
from .curves import Curves

# By kind: columns that distinguish rows, column of the axis, column that is drawn, writer of the
# file.
KINDS = {
    "policy": (["dimensions", "policy", "offset", "file"], "p", "delivery", "policy"),
    "messages": (["dimensions", "policy", "offset", "file"], "p", "delivery", "policy"),
    "means": (["topology", "dimensions", "policy", "file"], "p", "delivery_mean", "policy --means"),
    "timeline": (["seed", "file"], "cycle", "latency_mean", "output.timeline"),
    "schedule": (["topology", "routing", "collective", "file"], None, "liquid_throughput",
                 "schedule")}
# Columns that depend on the transfers only, not on the schedule.
OF_TRANSFERS = {"transfers", "duration", "bottlenecks", "skeleton"}


def rows_of(paths, words):
    """Returns the rows of all files, with numbers except in the columns `words`. The column `file`
    holds the names of the files."""
    tables, names = [read_table(path) for path in paths], names_of(paths)
    columns = {}
    for name in dict.fromkeys(name for table in tables for name in table.columns):
        has_words = name in words or not all(
            re.fullmatch(r"[-+.\deE]*", text) for table in tables for text in {*table.texts(name)})
        columns[name] = [value for table in tables
                         for value in (table.texts(name) if has_words else table.numbers(name))]
    columns["file"] = [names[table.path] for table in tables for _ in table.rows]
    columns["source"] = [table.path for table in tables for _ in table.rows]
    return Rows(columns)


def describe(options, kind, picture, title):
    keys, x, y, writer = KINDS[kind]
    rows, notes, names = rows_of(options.files, {*keys, "verdict"} - {"p"}), [], {}
    if kind == "schedule":
        keys = [*keys, *(name for name in rows.columns if "." in name)]
        rows = with_verdicts(rows, options.y)
    elif kind != "timeline":
        refuse_without_p(rows, y)
    if kind in ("policy", "messages"):
        names["delivery"] = "mean probability of delivery"
        if kind == "messages" and not any(
                value == value for name in ("exact", "ci95_low") for value in rows[name]):
            rows, names["delivery"] = of_pairs(rows, options), "share of pairs delivered"
        if "offset" in (options.x, options.facet):
            names = {}
        rows, keys, x = by_distance(rows, options, notes)
    keys = [key for key in keys if key in rows]
    options.y = {"accepted": "accepted_flits"}.get(options.y, options.y) or y
    check_names(rows, [*keys, *[x] * bool(x)], options)
    if picture == "bar":
        if options.x is None and x != "cycle":
            options.x = "policy" if x == "p" and kind != "means" else x
        keys += [x] if x and x not in keys else []
    rows = rows.with_columns(**{key: list(map(cell_text, rows[key])) for key in keys})
    if picture == "bar":
        made = Bars(rows, keys, options.y, options, writer=writer, names=names)
    else:
        options.x = options.x or x
        made = Curves(rows, keys, options, exact=kind != "timeline", writer=writer, names=names)
    made.notes[:0] = notes
    return made.figure(lambda runs, inches: title)


def check_names(rows, keys, options):
    """Replaces the names of --x, --facet and --y by keys and columns of the rows, or refuses them.
    """
    path, simulated = options.files[0], "offered_flits" in rows
    allowed = [*keys, *["load"] * simulated]
    numeric = [name for name in rows.numeric() if name not in allowed]
    if options.facet:
        wanted = named_by(shown_key(options.facet), allowed)
        if wanted in rows and wanted not in allowed:
            raise InputError(
                f"{path}: --facet: '{wanted}' is a result, not a key; allowed: {some_of(allowed)}")
        options.facet = check_column(path, allowed, wanted, "--facet")
    if options.x:
        options.x = check_column(path, [*allowed, *numeric],
                                 named_by(shown_key(options.x), allowed), "--x")
    if isinstance(options.y, str):
        loads = ["accepted", "load"] * simulated
        options.y = check_column(path, [*loads, *numeric], options.y, "--y")


def with_verdicts(rows, y):
    """Marks schedules that are not liquid by open bars, except for columns that depend on the
    transfers only."""
    verdicts = rows.columns.get("verdict")
    if y in OF_TRANSFERS or verdicts is None:
        return rows.with_columns(verdict=["stable"] * len(rows))
    for source, verdict in zip(rows["source"], verdicts):
        if verdict not in LIQUID:
            raise InputError(f"{source}: verdict is '{verdict}'; allowed: {', '.join(LIQUID)}")
    return rows.with_columns(verdict=[LIQUID[verdict] for verdict in verdicts])


def refuse_without_p(rows, column):
    for source, value in zip(rows["source"], rows[column]):
        if isinstance(value, str) or value != value:
            raise InputError(f"{source}: column '{column}' is empty, as policy.p was not given; "
                             "allowed: a file made with policy.p=P")


def of_pairs(rows, options):
    """Returns rows of given failed links: one for each file, policy and offset, whatever p is. The
    optimal policy has a separate row for each p at which its order differs."""
    for name in ("x", "facet"):
        if getattr(options, name) == "p":
            raise InputError(f"{options.files[0]}: --{name} p: the failed links were given, "
                             "whatever p is; allowed: distance, offset, policy")
    pair = ["file", "dimensions", "policy", "offset"]
    depends = {(file, policy) for (file, _, policy, _), own in rows.groups(pair)
               if len({*own["delivered"]}) > 1}
    policies = [f"{policy}, p = {p:g}" if (file, policy) in depends else policy
                for file, policy, p in zip(rows["file"], rows["policy"], rows.get("p"))]
    rows = rows.with_columns(policy=policies).first_of(pair)
    return Rows({name: column for name, column in rows.columns.items() if name != "p"})


def by_distance(rows, options, notes):
    """Returns rows, the keys of a curve and the column of the axis. Values are averaged over the
    offsets of a distance unless offsets are asked for, since a file has too many offsets for
    curves."""
    wanted, of_p = {options.x, options.facet}, ["p"] if "p" in rows else []
    if "offset" in wanted:
        return rows, ["dimensions", "policy", *of_p, "offset", "file"], "p" if of_p else "policy"
    rows = rows.with_columns(
        distance=[float(sum(map(int, offset.split("x")))) for offset in rows["offset"]])
    keys = ["dimensions", "policy", *of_p, "file"]
    if options.facet is None and options.x == "p":
        options.facet = "distance"
    elif options.facet is None and of_p and len({*rows["p"]}) > 1:
        options.facet = "p"
    rows = means_of(rows, ["file", "dimensions", "policy", *of_p, "distance"])
    if not of_p:  # a share of all pairs, since offsets differ in their number of pairs
        rows = rows.with_columns(
            delivery=[a / b for a, b in zip(rows["delivered"], rows["messages"])])
    if options.facet == "distance":
        notes.append("the value of a distance is the mean over its offsets")
    x = "p" if options.facet == "distance" else "distance"
    # A distance is a point of a curve or a separate curve; distances are never averaged.
    over_distance = (options.x or x) == "distance" and options.facet != "distance"
    return rows, keys if over_distance and "distance" not in wanted else [*keys, "distance"], x


def means_of(rows, names):
    numeric = [name for name in rows.numeric() if name not in names]
    found = rows.groups(names)
    columns = {name: [values[i] for values, _ in found] for i, name in enumerate(names)}
    columns["source"] = [own["source"][0] for _, own in found]
    return Rows(columns | {name: [mean(own[name]) for _, own in found] for name in numeric})
