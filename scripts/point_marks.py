"""Where the points of `orthant plot` stand in a panel, and with which sign: filled, half or open, above the axis, or without a value.

A latency that is above the axis, or of a run that is saturated and has none, is a marker on the upper edge with an arrow. Over
the load that is the first such point of a curve. Other points without a value are crosses on the axis. Markers of an edge that would
hide each other stand above each other, each at its place, with one arrow. A curve that lies under others is drawn wider than they are, so that each is seen; so is an open or half
marker under others within the axes.
"""
import math

import matplotlib
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from pictures import plt
from repetitions import OPEN, STABLE, VERDICTS, has_no_value

MARKER = {"linestyle": "none", "markersize": 4.2, "markeredgewidth": 0.9, "zorder": 4}


def arrow():
    """The sign as a path, about its middle: letters of others that look like mathematics are drawn as they are."""
    path = TextPath((0, 0), r"$\uparrow$")
    middle = (path.vertices.min(axis=0) + path.vertices.max(axis=0)) / 2
    return Path(path.vertices - middle, path.codes)


ARROW = {"marker": arrow(), "linestyle": "none", "markersize": 5.5, "markeredgewidth": 0.2, "zorder": 4}
ARROW_POINTS = 6.5  # above the marker
EDGE_POINTS = 6.0  # markers on an edge that are nearer would hide each other
LEVEL_POINTS = 5.6  # from marker to marker above each other
HIDDEN = 0.012  # of the axis: a point so near to that of another curve is under it
WIDER = {"linewidth": 0.9, "markersize": 1.4}  # of a curve under another, in points
MOST_WIDER = 3
RING = 2.0  # what an open marker is larger for each that lies on it, in points
ROOM = 1.2  # of the way to the next point of its curve: such a marker is no larger
PANEL_SHARE = 0.8  # of a column of panels that is not beside its axis


def face_of(verdict, colour):
    """The inside of a marker: full if stable, its lower half if unfinished, its left one if interrupted, open if saturated."""
    return {"markerfacecolor": "white" if verdict == "saturated" else colour, "markerfacecoloralt": "white",
            "fillstyle": {"unfinished": "bottom", "interrupted": "left"}.get(verdict, "full")}


class Signs:
    """What the legend has to explain."""

    def __init__(self):
        self.open, self.crossed, self.above, self.left_out = set(), set(), False, False

    def handles(self):
        plain = {"color": "0.35", **MARKER}
        found = [plt.Line2D([], [], label=verdict, marker="o", **face_of(verdict, "0.35"), **plain) for verdict in sorted(self.open)]
        if self.above:
            words = "first above the axis" if self.left_out else "above the axis"
            found.append(plt.Line2D([], [], label=words, color="0.35", **ARROW))
        if self.crossed:
            names = [verdict for verdict in reversed(VERDICTS) if verdict in self.crossed]
            found.append(plt.Line2D([], [], label=f"{' or '.join(names)} (no value)", marker="x", **plain))
        return found


def sign_of(verdict, value, top, unbounded):
    if has_no_value(verdict, value):
        return "cross"
    if math.isnan(value):
        return "edge" if unbounded and verdict in OPEN else "cross"
    return "edge" if value > top else "within"


def place(points, value, y, top, over_load):
    """The points with their `sign`, and with `x` and `height` where they are drawn."""
    unbounded = "latency" in y
    points = points[points["offered"].notna()].reset_index(drop=True)
    points = points.assign(sign=[sign_of(verdict, number, top, unbounded)
                                 for verdict, number in zip(points["verdict"], points[value])])
    if over_load:
        edge = points["sign"] == "edge"
        points["sign"] = points["sign"].mask(edge & (edge.cumsum() > 1), "left out")
    heights = {"edge": top, "cross": 0.0, "left out": math.nan}
    return points.assign(x=points["offered"], height=[heights.get(sign, number) for sign, number in zip(points["sign"], points[value])])


def stack(lines, panel):
    """Gives each point its `level`, and whether it is the `highest`: markers of several lines on an edge that would hide each other
    stand above each other, each at its place, the first line lowest."""
    left, right = panel.get_xlim()
    near = (right - left) * EDGE_POINTS / width_of(panel)
    for line in lines:
        line["level"], line["highest"] = 0, True
    for sign in ("edge", "cross"):
        below = []  # (place, level, line, row)
        for line in lines:
            own = [(x, row) for row, x in line["x"][line["sign"] == sign].items()]
            found = []
            for x, row in own:
                hidden = [spot for spot in below if abs(spot[0] - x) < near]
                level = next(level for level in range(len(hidden) + 1) if all(spot[1] != level for spot in hidden))
                found.append((x, level, line, row))
            below += found
        for x, level, line, row in below:
            line.loc[row, "level"] = level
            line.loc[row, "highest"] = all(abs(spot[0] - x) >= near or spot[1] <= level for spot in below)


def raised(panel, transform, points):
    return matplotlib.transforms.offset_copy(transform, panel.figure, y=points, units="points")


def is_under(points, other, top):
    """Whether all points of a curve that have a value are under those of another one."""
    own = points[points["sign"] == "within"]
    heights = dict(zip(other["x"].round(9), other["height"]))
    return len(own) > 1 and all(abs(heights.get(round(x, 9), math.inf) - y) < HIDDEN * top for x, y in zip(own["x"], own["height"]))


def markers_above(points, others, top):
    """How many markers of other curves lie on each open or half one, at most MOST_WIDER."""
    others = [other[other["sign"] == "within"] for other in others]
    return [min(sum(bool(((abs(other["x"] - x) < 1e-9) & (abs(other["height"] - height) < HIDDEN * top)).any()) for other in others), MOST_WIDER)
            if verdict in OPEN and sign == "within" else 0
            for x, height, verdict, sign in zip(points["x"], points["height"], points["verdict"], points["sign"])]


def width_of(panel):
    """In points of print, about."""
    return 72 * PANEL_SHARE * panel.figure.get_figwidth() / panel.get_subplotspec().get_gridspec().ncols


def gap_of(panel, points):
    """The least way from point to point of a curve along the axis, in points of print, about."""
    left, right = panel.get_xlim()
    places = sorted(set(points["x"].dropna()))
    gap = min((after - before for before, after in zip(places, places[1:])), default=right - left)
    return gap / (right - left) * width_of(panel)


def draw(panel, series, value, y, axis, signs):
    """Lines and markers of a panel whose axes have their ends; returns how many markers at most stand above one on the upper edge."""
    top = panel.get_ylim()[1]
    over_load = axis.column is None
    lines = [place(points, value, y, top, over_load) for _, _, points in series]
    stack(lines, panel)
    for number, ((_, look, _), points) in enumerate(zip(series, lines)):
        above = min(sum(is_under(points, other, top) for other in lines[number + 1:]), MOST_WIDER)
        if not axis.words:  # nothing lies between words
            draw_line(panel, points, value, look, above * WIDER["linewidth"])
        room = max(0, ROOM * gap_of(panel, points) - MARKER["markersize"])
        rings = [min(ring * RING, room) for ring in markers_above(points, lines[number + 1:], top)]
        draw_markers(panel, points.assign(size=[MARKER["markersize"] + (0 if sign == "edge" else max(above * WIDER["markersize"], ring))
                                                for ring, sign in zip(rings, points["sign"])]), look)
        signs.open |= set(points["verdict"][points["sign"].isin(["within", "edge"]) & ~points["verdict"].isin(STABLE)])
        signs.crossed |= set(points["verdict"][points["sign"] == "cross"])
        signs.above |= (points["sign"] == "edge").any()
        signs.left_out |= (points["sign"] == "left out").any()
    return max(max(points["level"][points["sign"] == "edge"], default=0) for points in lines)


def draw_line(panel, points, value, look, wider):
    """Solid between stable points; dotted to a point that is not stable."""
    steady = points["verdict"].isin(STABLE)
    panel.plot(points["offered"], points[value].where(steady), color=look["color"], linewidth=1.3 + wider, linestyle="-")
    shown = points[~points["sign"].isin(["cross", "left out"])]
    for row, after in zip(shown.index, shown.index[1:]):
        both = shown.loc[[row, after]]
        if after == row + 1 and not steady[both.index].all() and not (both["sign"] == "edge").all():
            panel.plot(both["x"], both["height"], color=look["color"], linewidth=0.8, linestyle=":")


def draw_markers(panel, points, look):
    style = {**MARKER, "markeredgecolor": look["color"]}
    shown = points[points["sign"].isin(["within", "edge"])]
    for (verdict, sign, size, level), some in shown.groupby(["verdict", "sign", "size", "level"], sort=False):
        panel.plot(some["x"], some["height"], marker=look["marker"], clip_on=sign == "within", transform=raised(panel, panel.transData, level * LEVEL_POINTS),
                   **{**style, "markersize": size, **face_of(verdict, look["color"])})
    for level, some in points[(points["sign"] == "edge") & points["highest"]].groupby("level"):
        panel.plot(some["x"], some["height"], transform=raised(panel, panel.transData, level * LEVEL_POINTS + ARROW_POINTS), clip_on=False,
                   color="0.35" if level else look["color"], **ARROW)
    for level, some in points[points["sign"] == "cross"].groupby("level"):
        panel.plot(some["x"], some["height"], marker="x", transform=raised(panel, panel.get_xaxis_transform(), level * LEVEL_POINTS), clip_on=False, **style)
