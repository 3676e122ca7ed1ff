"""Where the points of `orthant plot` stand in a panel, and with which sign: filled or open, above the axis, or without a value.

A latency that is above the axis, or of a run that is saturated and has none, is a marker on the upper edge with an arrow. Over
the load that is the first such point of a curve; over a key they stand beside each other. Other points without a value are crosses.
"""
import math

import matplotlib

from pictures import plt
from repetitions import FAILED, OPEN, STABLE, VERDICTS

MARKER = {"linestyle": "none", "markersize": 4.2, "markeredgewidth": 0.9, "zorder": 4}
ARROW = {"marker": r"$\uparrow$", "linestyle": "none", "markersize": 5.5, "markeredgewidth": 0.2, "zorder": 4}
ARROW_POINTS = 6.5  # above the marker
APART = 0.03  # of the axis: markers on an edge that would hide each other


class Signs:
    """What the legend has to explain."""

    def __init__(self):
        self.open, self.crossed, self.above, self.left_out = set(), set(), False, False

    def handles(self):
        plain = {"color": "0.35", **MARKER}
        found = []
        if self.open:
            found.append(plt.Line2D([], [], label=" or ".join(sorted(self.open)), marker="o", markerfacecolor="white", **plain))
        if self.above:
            words = "above the axis (first only)" if self.left_out else "above the axis"
            found.append(plt.Line2D([], [], label=words, color="0.35", **ARROW))
        if self.crossed:
            names = [verdict for verdict in reversed(VERDICTS) if verdict in self.crossed]
            found.append(plt.Line2D([], [], label=f"{' or '.join(names)} (no value)", marker="x", **plain))
        return found


def sign_of(verdict, value, top, unbounded):
    if verdict in FAILED:
        return "cross"
    if math.isnan(value):
        return "edge" if unbounded and verdict in OPEN else "cross"
    return "edge" if value > top else "open" if verdict in OPEN else "filled"


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


def spread(lines, span):
    """Moves markers of several lines that stand on the same spot of an edge apart."""
    for sign in ("edge", "cross"):
        spots = [(x, number, row) for number, line in enumerate(lines) for row, x in line["x"][line["sign"] == sign].items()]
        places = sorted({x for line in lines for x in line["x"].dropna()})
        gap = min((right - left for left, right in zip(places, places[1:])), default=span)
        for x in places:
            own = [(number, row) for place_, number, row in spots if place_ == x]
            step = min(APART * span, 0.8 * gap / max(len(own), 1))
            for index, (number, row) in enumerate(own):
                lines[number].loc[row, "x"] = x + (index - (len(own) - 1) / 2) * step


def draw(panel, series, value, y, over_load, signs):
    """Lines and markers of a panel whose axes have their ends; returns the points of each line with their places."""
    top = panel.get_ylim()[1]
    lines = [place(points, value, y, top, over_load) for _, _, points in series]
    if not over_load:
        left, right = panel.get_xlim()
        spread(lines, right - left)
    for (_, look, _), points in zip(series, lines):
        draw_line(panel, points, value, look, over_load)
        draw_markers(panel, points, look)
        signs.open |= set(points["verdict"][points["sign"].isin(["open", "edge"]) & points["verdict"].isin(OPEN)])
        signs.crossed |= set(points["verdict"][points["sign"] == "cross"])
        signs.above |= (points["sign"] == "edge").any()
        signs.left_out |= (points["sign"] == "left out").any()
    return lines


def draw_line(panel, points, value, look, over_load):
    """Solid between stable points, over the load up to the first that is not; dotted to a point that is not stable."""
    steady = points["verdict"].isin(STABLE)
    if over_load:
        steady = steady.astype(int).cummin().astype(bool)
    panel.plot(points["offered"], points[value].where(steady), color=look["color"], linewidth=1.3, linestyle="-")
    shown = points[~points["sign"].isin(["cross", "left out"])]
    for row, after in zip(shown.index, shown.index[1:]):
        both = shown.loc[[row, after]]
        if after == row + 1 and not steady[both.index].all() and not (both["sign"] == "edge").all():
            panel.plot(both["x"], both["height"], color=look["color"], linewidth=0.8, linestyle=":")


def draw_markers(panel, points, look):
    style = {**MARKER, "markeredgecolor": look["color"]}
    for open_, face in ((False, look["color"]), (True, "white")):
        own = points[points["verdict"].isin(OPEN) == open_]
        for sign, clip in (("open" if open_ else "filled", True), ("edge", False)):
            some = own[own["sign"] == sign]
            if len(some):
                panel.plot(some["x"], some["height"], marker=look["marker"], markerfacecolor=face, clip_on=clip, **style)
    edge = points[points["sign"] == "edge"]
    if len(edge):
        above = matplotlib.transforms.offset_copy(panel.transData, panel.figure, y=ARROW_POINTS, units="points")
        panel.plot(edge["x"], edge["height"], transform=above, clip_on=False, color=look["color"], **ARROW)
    failed = points[points["sign"] == "cross"]
    if len(failed):
        panel.plot(failed["x"], failed["height"], marker="x", transform=panel.get_xaxis_transform(), clip_on=False, **style)


def last_places(series, lines):
    """[(x, height, label, colour)] of the last point of every line that is drawn."""
    found = []
    for (label, look, _), points in zip(series, lines):
        seen = points[points["height"].notna() & points["x"].notna()]
        if len(seen):
            found.append([seen["x"].iloc[-1], seen["height"].iloc[-1], label, look["color"]])
    return found
