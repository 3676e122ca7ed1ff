"""Path length against guaranteed throughput, of analyze and design.

Every analysed routing is a point, filled for the fixed order of dimensions, open for the random
one; interpolated routings are a line. Computed designs are a line through those that nothing
dominates, with the others as open points."""
import os

from ..results.names import column_title
from ..results.reader import InputError, Table
from ..results.rows import Rows
from .describe import (COLUMN_INCHES, MARKERS, TICK_INCHES, axis, colour_of, figure, legend, panel,
                       series, value_axis)

# Designs by their path set: name, colour and line.
OPTIMA = {"any": ("optima", "ink", "solid"), "turns": ("optima, few turns", "c2", "dashed"),
          "minimal": ("optima, minimal paths", "grey", "solid")}
LINES = ("dashed", "dotted")  # line styles of interpolated routings
ROUNDING = 1e-6  # relative rounding error of solved programs
THROUGHPUTS = ("worst_case_throughput", "average_case_throughput")  # the first is the axis
LENGTH = "path_length_normalized"


def read(paths, throughput):
    """One row for each distinct point: kind, name, random (the order is), dimensions, x, y."""
    found = {}
    for path in paths:
        table = Table(path, present=(throughput, LENGTH), made_by="analyze, design")
        routed, stem = "routing" in table, os.path.splitext(os.path.basename(path))[0]
        places = zip(table.numbers(throughput), table.numbers(LENGTH))
        for name, order, dimensions, (x, y) in zip(
                table.texts("routing" if routed else "paths"), table.texts("routing.order"),
                table.texts("dimensions"), places):
            kind = "design" if not routed else name if name == "interpolated" else "routing"
            if x == x and y == y:
                name = stem if kind == "interpolated" else name.replace("_", " ")
                found[kind, name, order == "random", dimensions, x, y] = None
    if not found:
        raise InputError(f"{paths[0]}: column '{throughput}' is empty; allowed: one with values")
    rows = Rows(
        dict(zip(("kind", "name", "random", "dimensions", "x", "y"), map(list, zip(*found)))))
    networks = rows.distinct("dimensions")
    if len(networks) > 1:
        raise InputError(f"several networks in one picture: {', '.join(networks)}; allowed: one")
    return rows


def describe(options, title):
    throughput = options.x or THROUGHPUTS[0]
    rows = read(options.files, throughput)
    own = {kind: rows.where("kind", kind) for kind in ("design", "interpolated", "routing")}
    others = rows.take([i for i, kind in enumerate(rows["kind"]) if kind != "design"])
    marks = [*designs(own["design"], points_of(others), options),
             *interpolated(own["interpolated"], options), *routings(own["routing"], options)]
    size = options.size or (COLUMN_INCHES, 2.8)
    ends, ys = ([place for mark in marks for place in mark[name]] for name in ("xs", "ys"))
    low = min(ys) - 0.06 * (max(ys) - min(ys)) if max(ys) > min(ys) else min(ys) - 0.1
    x_axis = axis(column_title(throughput), 0, 1.06 * max(ends) or 1,
                  most=max(2, int(size[0] / TICK_INCHES)))
    y_axis = value_axis(column_title(LENGTH), ys, options, low=low)
    entries = [{"label": mark["name"], "fill": mark["fills"]} |
               {name: mark[name] for name in ("colour", "marker", "line")} for mark in marks]
    return figure("tradeoff", [panel(x_axis, y_axis, marks)], size, 1, title, [legend(entries)])


def points_of(rows):
    return sorted(zip(rows["x"], rows["y"]))


def designs(rows, others, options):
    marks = []
    for paths in rows.distinct("name"):
        if paths not in OPTIMA:
            raise InputError(
                f"{options.files[0]}: paths is '{paths}'; allowed: {', '.join(OPTIMA)}")
        points = points_of(rows.where("name", paths))
        # A routing may use any paths, so it does not dominate designs restricted to fewer paths.
        rivals = points + (others if paths == "any" else [])
        best = [point for point in points if not is_dominated(point, rivals)]
        dominated = [point for point in points if point not in best]
        label, colour, line = OPTIMA[paths]
        label = options.named(label)
        if best:
            marks.append(
                series(label, *zip(*best), colour, line=line if len(best) > 1 else None, size=2.6))
        if dominated:
            name = label.replace("optima", "dominated designs")
            marks.append(series(name, *zip(*dominated), colour, line=None, fills="open", size=2.6))
    return marks


def is_dominated(point, rivals):
    x, y = point
    return any(a >= x - ROUNDING and b <= y + ROUNDING and (a > x + ROUNDING or b < y - ROUNDING)
               for a, b in rivals)


def interpolated(rows, options):
    files = rows.distinct("name")
    return [series(options.named(f"interpolated {file}" if len(files) > 1 else "interpolated"),
                   *zip(*points_of(rows.where("name", file))), "grey", line=LINES[i % 2],
                   marker=None) for i, file in enumerate(files)]


def routings(rows, options):
    marks = []
    for i, name in enumerate(options.in_order(rows.distinct("name"))):
        fixed = {*points_of(rows.where("name", name).where("random", False))}
        for random in (False, True):
            own = points_of(rows.where("name", name).where("random", random))
            if points := [point for point in own if not random or point not in fixed]:
                marks.append(series(options.named(name) + ", random order" * random, *zip(*points),
                                    colour_of(i), line=None, marker=MARKERS[i % len(MARKERS)],
                                    fills="open" if random else "full", size=4.2))
    for i, mark in enumerate(marks):  # lower points are larger, so that they stay visible
        above = sum(1 for other in marks[i + 1:]
                    if {*zip(mark["xs"], mark["ys"])} & {*zip(other["xs"], other["ys"])})
        mark["size"] += 2.2 * above
    return marks
