"""Delivery of messages where links fail, of `policy`, and the course of runs: curves of files whose
rows have no config."""
import re

from ..results.kinds import check_column, read_table
from ..results.reader import InputError
from ..results.rows import Rows, cell_text, mean
from ..results.titles import names_of
from .bars import Bars
from .curves import Curves

# What distinguishes the rows of a kind, what they are drawn over, and which column is drawn.
KINDS = {"policy": (["dimensions", "policy", "offset", "file"], "p", "delivery"),
         "messages": (["dimensions", "policy", "offset", "file"], "p", "delivery"),
         "means": (["topology", "dimensions", "policy", "file"], "p", "delivery_mean"),
         "timeline": (["seed", "file"], "cycle", "latency_mean")}


def rows_of(paths, words):
    """The rows of all files; numbers but for `words`. The column `file` has the names of the files.
    """
    tables, names = [read_table(path) for path in paths], names_of(paths)
    columns = {}
    for name in dict.fromkeys(name for table in tables for name in table.columns):
        has_words = name in words or any(not is_numeric(table, name) for table in tables)
        columns[name] = [
            value for table in tables
            for value in (table.texts(name) if has_words else table.numbers(name))
        ]
    columns["file"] = [names[table.path] for table in tables for _ in table.rows]
    columns["source"] = [table.path for table in tables for _ in table.rows]
    return Rows(columns)


def is_numeric(table, name):
    return name not in table or all(
        re.fullmatch(r"[-+.\deE]*", text) for text in set(table.texts(name)))


def describe(options, kind, picture, title):
    keys, x, y = KINDS[kind]
    rows, notes, given = rows_of(options.files, {*keys} - {"p"}), [], False
    if kind != "timeline":
        refuse_without_p(rows, y)
        given = kind == "messages" and not any(value == value for name in ("exact", "ci95_low")
                                               for value in rows[name])
    if given:
        refuse_p(options)
        rows = of_pairs(rows)
    if kind in ("policy", "messages"):
        rows, keys, x = by_distance(rows, options, notes)
    keys = [key for key in keys if key in rows]
    check_names(rows, [*keys, x], options)
    numeric = rows.numeric()
    options.y = check_column(options.files[0], [name for name in numeric if name not in keys],
                             {"accepted": "accepted_flits"}.get(options.y, options.y) or y, "--y")
    rows = rows.with_columns(**{key: list(map(cell_text, rows[key])) for key in keys})
    writer = {"timeline": "output.timeline", "means": "policy --means"}.get(kind, "policy")
    if picture == "bar":
        options.x = options.x or ("policy"
                                  if x == "p" and kind != "means" else None if x == "cycle" else x)
        if x not in keys:
            rows = rows.with_columns(**{x: list(map(cell_text, rows[x]))})
            keys = [*keys, x]
        made = Bars(rows, keys, options.y, options, writer=writer)
    else:
        options.x = options.x or x
        made = Curves(rows, keys, options, exact=kind != "timeline", writer=writer)
    made.notes[:0] = notes
    found = made.figure(lambda runs, inches: title)
    return say_pairs(found) if given else found


def check_names(rows, keys, options):
    for name in ("x", "facet"):
        wanted = getattr(options, name)
        if wanted:
            allowed = [
                *keys, *(column for column in rows.numeric() if name == "x" and column not in keys)
            ]
            setattr(options, name, check_column(options.files[0], allowed, wanted, f"--{name}"))


def refuse_p(options):
    for name in ("x", "facet"):
        if getattr(options, name) == "p":
            raise InputError(
                f"{options.files[0]}: --{name} p: the failed links were given, whatever p is; "
                "allowed: distance, offset, policy")


def refuse_without_p(rows, column):
    for source, value in zip(rows["source"], rows[column]):
        if isinstance(value, str) or value != value:
            raise InputError(f"{source}: column '{column}' is empty, as policy.p was not given; "
                             "allowed: a file made with policy.p=P")


def of_pairs(rows):
    """Of given links one row for each pair of a file, policy and offset, whatever p is: an order
    that differs with p, which only the optimal one can, is one of its own."""
    pair = ["file", "dimensions", "policy", "offset"]
    depends = {values[:3] for values, own in rows.groups(pair) if len({*own["delivered"]}) > 1}
    depends = {(file, policy) for file, _, policy in depends}
    policies = [f"{policy}, p = {p:g}" if (file, policy) in depends else policy
                for file, policy, p in zip(rows["file"], rows["policy"], rows.get("p"))]
    rows = rows.with_columns(policy=policies).first_of(pair)
    return Rows({name: column for name, column in rows.columns.items() if name != "p"})


def say_pairs(found):
    """On the axes: no probability is known of given links, and a distance has all its pairs."""
    words = {"probability of delivery": "share of pairs delivered",
             "distance, mean over its offsets (hops)": "distance (hops)"}
    for panel in found["panels"]:
        for name in ("x", "y"):
            label = panel[name]["label"].replace("\n", " ")
            panel[name]["label"] = words.get(label, panel[name]["label"])
    return found


def by_distance(rows, options, notes):
    """The rows, the keys of a curve and what it is over: the mean over all offsets of a distance,
    since a file has too many of them for curves of their own, unless they are asked for."""
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
    if not of_p:  # the share of all pairs: offsets have different numbers of them
        rows = rows.with_columns(
            delivery=[a / b for a, b in zip(rows["delivered"], rows["messages"])])
    if options.facet == "distance":
        notes.append("the value of a distance is the mean over its offsets")
    x = "p" if options.facet == "distance" else "distance"
    # A distance is a point of a curve or a curve of its own, but never joined with others.
    over_distance = (options.x or x) == "distance" and options.facet != "distance"
    return rows, keys if over_distance and "distance" not in wanted else [*keys, "distance"], x


def means_of(rows, names):
    numeric = [name for name in rows.numeric() if name not in names]
    found = rows.groups(names)
    columns = {name: [values[i] for values, _ in found] for i, name in enumerate(names)}
    columns["source"] = [own["source"][0] for _, own in found]
    return Rows(columns | {name: [mean(own[name]) for _, own in found] for name in numeric})
