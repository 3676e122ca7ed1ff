"""Draws figure descriptions with matplotlib. It decides nothing: what is shown stands in the
description."""
import math
import textwrap

import matplotlib
import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import ListedColormap, LinearSegmentedColormap, Normalize
from matplotlib.ticker import NullLocator

from ..results.rows import FAILED
from .describe import VIRIDIS
from .legends import place_legend
from .style import COLOURS, light_grid, paper_style, plt

NAMED = {"ink": "black", "grey": "0.4", "pale": "0.75", "paper": "white"} | {
    f"c{i}": colour for i, colour in enumerate(COLOURS)}
MARKERS = {
    "circle": "o", "square": "s", "triangle": "^", "diamond": "D", "down": "v", "plus": "P",
    "cross": "X", "hexagon": "h", "times": "x"
}
LINES = {"solid": "-", "dashed": (0, (4, 1.6)), "dotted": (0, (1.2, 1.2)), None: "none"}
FILLSTYLES = {"half": "bottom", "left": "left"}
COLOUR_MAP = LinearSegmentedColormap.from_list("viridis9",
                                               [[part / 255 for part in rgb] for rgb in VIRIDIS])


def colour(name):
    return NAMED.get(name, name)


def draw(figure):
    """The picture of a description."""
    paper_style()
    columns = figure["columns"]
    rows = -(-len(figure["panels"]) // columns)
    fig, all_axes = plt.subplots(rows,
                                 columns, figsize=figure["size"], squeeze=False,
                                 constrained_layout=True)
    fig.get_layout_engine().set(w_pad=0.03, h_pad=0.03)
    flat = [axes for row in all_axes for axes in row]
    for axes, panel in zip(flat, figure["panels"]):
        draw_panel(axes, panel, figure.get("colours"))
    for axes in flat[len(figure["panels"]):]:
        axes.set_visible(False)
    share_labels(flat, figure["panels"], columns)
    if colours := figure.get("colours"):
        draw_colours(fig, flat[:len(figure["panels"])], colours)
    below = 0.0
    for legend in figure["legends"]:
        below = place_legend(fig, [handle_of(entry) for entry in legend["entries"]], legend["title"]
                             or None, below)
    if figure.get("shown"):
        fig.text(0.5,
                 below - 0.1 / fig.get_figheight(),
                 "; ".join(figure["shown"]), ha="center", va="top", fontsize=7)
    if figure["title"]:
        fig.suptitle(figure["title"])
    return fig


def share_labels(flat, panels, columns):
    """Labels that the panel to the left, or the one below, has too are left out."""
    for i, (axes, panel) in enumerate(zip(flat, panels)):
        if i % columns and panels[i - 1]["y"] == panel["y"]:
            axes.set_ylabel("")
            axes.tick_params(labelleft=False)
        elif i % columns and panels[i - 1]["y"]["label"] == panel["y"]["label"]:
            axes.set_ylabel("")
        if i + columns < len(panels) and panels[i + columns]["x"] == panel["x"]:
            axes.set_xlabel("")
            axes.tick_params(labelbottom=False)


def draw_panel(axes, panel, colours=None):
    for mark in panel["marks"]:
        DRAWERS[mark["kind"]](axes, mark, colours)
    for name in ("x", "y"):
        set_axis(axes, name, panel[name])
    if not panel["x"]["ticks"] and not panel["y"]["ticks"] and not panel["y"]["label"]:
        axes.set_axis_off()
    for name in ("x", "y"):
        if panel[name]["grid"] and panel[name]["ticks"]:
            light_grid(axes, name)
    if any(mark["kind"] == "cells" for mark in panel["marks"]):
        for side in axes.spines.values():
            side.set_visible(False)
        axes.tick_params(length=2)
    if panel["equal"]:
        axes.set_aspect("equal")
    if panel["title"]:
        axes.set_title(panel["title"], pad=4, fontsize=7 if "\n" in panel["title"] else 8)


def set_axis(axes, name, axis):
    getattr(axes, f"set_{name}scale")(axis["scale"])
    getattr(axes, f"set_{name}label")(axis["label"])
    places, words = [place for place, _ in axis["ticks"]], [word for _, word in axis["ticks"]]
    if name == "x":
        words, slanted = broken(axes, words)
        axes.set_xticks(
            places, words,
            **({"rotation": 30, "ha": "right", "rotation_mode": "anchor"} if slanted else {}))
    else:
        high = axes.get_position().height * axes.figure.get_figheight() * 72
        small = {"fontsize": max(3.5, min(7.5, 0.9 * high / len(words)))} if len(words) > 12 else {}
        axes.set_yticks(places, words, **small)
    (axes.xaxis if name == "x" else axes.yaxis).set_minor_locator(NullLocator())
    getattr(axes, f"set_{name}lim")(*axis["limits"])


def broken(axes, words):
    """Words below an axis, broken where they have space then; else they are slanted."""
    if not words or not any(len(word) > 6 for word in words):
        return words, False
    columns = axes.get_subplotspec().get_gridspec().ncols
    letters = int((axes.figure.get_figwidth() - 0.55) / columns / 0.06 / len(words))
    lines = [[
        line for part in word.split("\n") for line in textwrap.wrap(
            part, max(letters, 1), break_long_words=False, break_on_hyphens=False)
    ] for word in words]
    if all(len(own) <= max(2, 2 + word.count("\n")) and all(len(line) <= letters for line in own)
           for own, word in zip(lines, words)):
        return ["\n".join(own) for own in lines], False
    return words, True


def numbers(values):
    return [math.nan if value is None else value for value in values]


def draw_series(axes, mark, _):
    xs, ys = np.array(numbers(mark["xs"])), np.array(numbers(mark["ys"]))
    own = colour(mark["colour"])
    if mark.get("interval"):
        low, high = np.array(numbers(mark["below"])), np.array(numbers(mark["above"]))
        if mark["interval"] == "band":
            axes.fill_between(xs, low, high, color=own, alpha=0.2, linewidth=0)
        else:
            known = ~np.isnan(low)
            axes.errorbar(xs[known],
                          ys[known], yerr=[(ys - low)[known], (high - ys)[known]], fmt="none",
                          ecolor=own, elinewidth=0.7, capsize=1.8)
    if mark["line"]:
        style = {
            "color": own, "linewidth": mark["width"], "linestyle": LINES[mark["line"]], "zorder":
            2.2
        }
        axes.plot(xs, ys, drawstyle="steps-post" if mark.get("step") else "default", **style)
    if leaves := mark.get("exit"):
        draw_exit(axes, leaves, own, mark["width"])
    if mark["marker"]:
        fills = mark["fills"] if isinstance(mark["fills"], list) else [mark["fills"]] * len(xs)
        for fill in dict.fromkeys(fills):
            chosen = np.array([one == fill for one in fills])
            axes.plot(xs[chosen],
                      ys[chosen], **marker_look(mark["marker"], own, fill, mark["size"]),
                      zorder=2.4)


def draw_exit(axes, leaves, own, width):
    """A thin line from the last stable point to the upper end of the axis, with a cross where the
    end is a failure."""
    transform = axes.get_xaxis_transform()
    axes.plot([leaves["x"], leaves["x"]], [leaves["y"], leaves["y"]], linestyle="none")
    axes.annotate("", (leaves["x"], 1),
                  xycoords=("data", "axes fraction"), xytext=(leaves["x"], leaves["y"]),
                  textcoords="data", arrowprops={
                      "arrowstyle": "-", "color": own, "linewidth": 0.6 * width, "shrinkA": 0,
                      "shrinkB": 0, "clip_on": True
                  }, annotation_clip=False)
    if leaves["end"] in FAILED:
        axes.plot([leaves["x"]], [1],
                  transform=transform, clip_on=False, **marker_look("times", own, "full", 4))


def marker_look(marker, own, fill, size):
    return {
        "marker": MARKERS[marker], "linestyle": "none", "markersize": size, "markeredgewidth": 0.7,
        "markeredgecolor": own, "color": own, "markerfacecolor": "white" if fill == "open" else own,
        "markerfacecoloralt": "white", "fillstyle": FILLSTYLES.get(fill, "full")
    }


def draw_rects(axes, mark, _):
    boxes = [[(a, c), (b, c), (b, d), (a, d)] for a, b, c, d in mark["boxes"]]
    look = box_look(mark)
    axes.add_collection(PolyCollection(boxes, rasterized=mark.get("raster", False), **look))


def box_look(entry):
    own = colour(entry["colour"])
    if entry.get("fill") == "open":
        return {
            "facecolor": "white", "edgecolor": own, "linewidth": 0.9, "hatch":
            entry.get("hatch", "") * 3, "linestyle": LINES[entry.get("outline", "solid")]
        }
    return {
        "facecolor": own, "edgecolor": "white", "linewidth": 0, "hatch": entry.get("hatch", "") * 3,
        "alpha": entry.get("alpha")
    }


def draw_cells(axes, mark, colours):
    values = np.ma.masked_invalid(np.array([numbers(row) for row in mark["values"]], dtype=float))
    look = {"cmap": COLOUR_MAP, "norm": Normalize(*colours["limits"])} if colours else {
        "cmap": ListedColormap([colour(one) for one in mark["palette"]]),
        "norm": Normalize(-0.5, len(mark["palette"]) - 0.5)}
    ruled = {"edgecolors": "0.85", "linewidth": 0.4} if mark.get("ruled") else {"rasterized": True}
    axes.pcolormesh(mark["xs"], mark["ys"], values, **look, **ruled)


def draw_links(axes, mark, colours):
    lines = LineCollection(mark["paths"],
                           linewidths=mark["widths"], cmap=COLOUR_MAP,
                           norm=Normalize(*colours["limits"]))
    lines.set_array(np.array(numbers(mark["values"])))
    axes.add_collection(lines)
    if mark["routers"]:
        size = 60 if mark["names"] else 6
        axes.scatter(*zip(*mark["routers"]),
                     s=size, color="white", edgecolor="0.3", linewidth=0.7, zorder=3)
    for name, (x, y) in zip(mark["names"], mark["routers"]):
        axes.text(x, y, name, ha="center", va="center", fontsize=5.5, zorder=4)


def draw_texts(axes, mark, _):
    box = {"facecolor": colour(mark["box"]), "edgecolor": "none", "pad": 0.7, "alpha": 0.85
           } if mark.get("box") else None
    for x, y, text in zip(mark["xs"], mark["ys"], mark["texts"]):
        axes.annotate(text, (x, y), (0, 72 * mark.get("up", 0)),
                      textcoords="offset points", ha="center", va="center", fontsize=mark["size"],
                      color=colour(mark["colour"]), bbox=box, annotation_clip=True)


DRAWERS = {
    "series": draw_series, "rects": draw_rects, "cells": draw_cells, "links": draw_links, "texts":
    draw_texts
}


def draw_colours(fig, axes, colours):
    scale = matplotlib.cm.ScalarMappable(Normalize(*colours["limits"]), COLOUR_MAP)
    bar = fig.colorbar(scale, ax=axes, label=colours["label"], pad=0.02, aspect=30, shrink=0.95,
                       location="bottom" if colours["below"] else "right")
    bar.set_ticks([place for place, _ in colours["ticks"]],
                  labels=[word for _, word in colours["ticks"]])
    bar.ax.tick_params(length=2)
    bar.outline.set_visible(False)


def handle_of(entry):
    if entry.get("marker") == "box":
        return plt.Rectangle((0, 0), 1, 1, label=entry["label"], **box_look(entry))
    own = colour(entry["colour"])
    look = marker_look(entry["marker"], own, entry.get("fill", "full"),
                       3.6) if entry.get("marker") else {"color": own}
    look |= {"linestyle": LINES[entry.get("line")], "linewidth": entry.get("width", 1.0)}
    return plt.Line2D([], [], label=entry["label"], **look)
