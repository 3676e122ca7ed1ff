"""Path length against guaranteed throughput, of analyze and design.

Every analysed routing is a point, filled for the fixed order of dimensions, open for the random
one; interpolated routings are a line. Computed designs are a line through those that nothing beats,
with the others as open points."""
from ..results.names import column_title
from ..results.reader import InputError, Table
from ..results.rows import Rows
from .describe import (COLOURS, COLUMN_INCHES, MARKERS, axis, figure, legend, panel, series,
                       value_axis)

# Designs by their paths: name, colour and line.
OPTIMA = {
    "any": ("computed optima", "ink", "solid"), "turns":
    ("computed optima of few turns", "c2", "dashed"), "minimal":
    ("computed optima of minimal paths", "grey", "solid")
}
ROUNDING = 1e-6  # of the bounds of a program and of what its routing attains
THROUGHPUT, LENGTH = "worst_case_throughput", "path_length_normalized"


def read(paths):
    """One row for each distinct point: kind, name, random (the order is), dimensions, x, y."""
    found = {}
    for path in paths:
        table = Table(path, present=(THROUGHPUT, LENGTH), made_by="analyze, design")
        routed = "routing" in table
        names = table.texts("routing" if routed else "paths")
        places = zip(table.numbers(THROUGHPUT), table.numbers(LENGTH))
        for name, order, dimensions, (x, y) in zip(names, table.texts("routing.order"),
                                                   table.texts("dimensions"), places):
            kind = "interpolated" if name == "interpolated" else "routing"
            kind = kind if routed else "design"
            if x == x and y == y:
                name = path if kind == "interpolated" else name.replace("_", " ")
                found[kind, name, order == "random", dimensions, x, y] = None
    if not found:
        raise InputError(
            f"{paths[0]}: column '{THROUGHPUT}' is empty; allowed: one with values")
    rows = Rows(
        dict(zip(("kind", "name", "random", "dimensions", "x", "y"), map(list, zip(*found)))))
    networks = rows.distinct("dimensions")
    if len(networks) > 1:
        raise InputError(f"several networks in one picture: {', '.join(networks)}; allowed: one")
    return rows


def describe(options, title):
    rows = read(options.files)
    marks = [*designs(rows, options), *interpolated(rows, options), *routings(rows, options)]
    size = options.size or (COLUMN_INCHES, 2.8)
    ends = [x for mark in marks for x in mark["xs"]]
    ys = [y for mark in marks for y in mark["ys"]]
    low = min(ys) - 0.06 * (max(ys) - min(ys)) if max(ys) > min(ys) else min(ys) - 0.1
    x_axis = axis(column_title(THROUGHPUT), 0, 1.06 * max(ends) or 1)
    return figure("tradeoff",
                  [panel(x_axis, value_axis(column_title(LENGTH), ys, options, low=low), marks)],
                  size, 1, title, [
                      legend({
                          "label": mark["name"], **{name: mark[name]
                             for name in ("colour", "marker", "line")}, "fill": mark["fills"]
                      } for mark in marks)
                  ])


def designs(rows, options):
    marks = []
    others = rows.take([i for i, kind in enumerate(rows["kind"]) if kind != "design"])
    for paths in rows.where("kind", "design").distinct("name"):
        own = rows.where("kind", "design").where("name", paths)
        if paths not in OPTIMA:
            raise InputError(
                f"{options.files[0]}: paths is '{paths}'; allowed: {', '.join(OPTIMA)}")
        points = sorted(zip(own["x"], own["y"]))
        # A routing may take any paths, so that it says nothing of a front of few.
        rivals = points + (list(zip(others["x"], others["y"])) if paths == "any" else [])
        best = [point for point in points if not is_beaten(point, rivals)]
        beaten = [point for point in points if point not in best]
        label, colour, line = OPTIMA[paths]
        label = options.named(label)
        if best:
            marks.append(
                series(label, *zip(*best), colour, line=line if len(best) > 1 else None, size=2.6))
        if beaten:
            name = label.replace("optima", "designs") + ", beaten"
            marks.append(series(name, *zip(*beaten), colour, line=None, fills="open", size=2.6))
    return marks


def is_beaten(point, rivals):
    x, y = point
    return any(a >= x - ROUNDING and b <= y + ROUNDING and (a > x + ROUNDING or b < y - ROUNDING)
               for a, b in rivals)


def interpolated(rows, options):
    own = rows.where("kind", "interpolated")
    lines = ("dashed", "dotted")
    several = len(own.distinct("name")) > 1
    return [series(options.named(f"interpolated, {path}" if several else "interpolated"),
                   *zip(*sorted(zip(line["x"], line["y"]))), "grey", line=lines[i % 2], marker=None)
            for i, path in enumerate(own.distinct("name")) for line in [own.where("name", path)]]


def routings(rows, options):
    marks, own = [], rows.where("kind", "routing")
    for i, name in enumerate(options.in_order(own.distinct("name"))):
        fixed = {(x, y)
                 for x, y, drawn in zip(*(own.where("name", name)[c] for c in ("x", "y", "random")))
                 if not drawn}
        for random, group in own.where("name", name).groups(["random"]):
            points = [(x, y) for x, y in zip(group["x"], group["y"])
                      if not (random[0] and (x, y) in fixed)]
            if points:
                label = options.named(name) + (", random order" if random[0] else "")
                marks.append(
                    series(label,
                           *zip(*points),
                           f"c{i % COLOURS}", line=None, marker=MARKERS[i % len(MARKERS)],
                           fills="open" if random[0] else "full", size=4.2))
    for i, mark in enumerate(marks):  # a point under others is larger, so that it is seen
        above = sum(1 for other in marks[i + 1:]
                    if {*zip(mark["xs"], mark["ys"])} & {*zip(other["xs"], other["ys"])})
        mark["size"] += 2.2 * above
    return marks
