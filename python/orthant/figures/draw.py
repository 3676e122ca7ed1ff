"""Draws figure descriptions with matplotlib. It decides nothing: the description states
what is shown."""
import math
import textwrap

import matplotlib
import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, Normalize
from matplotlib.ticker import NullLocator

from .style import COLOURS, light_grid, plt, save, set_style

NAMED = {"ink": "black", "grey": "0.4", "pale": "0.75", "paper": "white"} | {
    f"c{i}": colour for i, colour in enumerate(COLOURS)}
MARKERS = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "down": "v", "plus": "P",
           "cross": "X", "hexagon": "h", "times": "x"}
LINES = {"solid": "-", "dashed": (0, (4, 1.6)), "dotted": (0, (1.2, 1.2)), None: "none"}
FILLSTYLES = {"half": "bottom", "left": "left"}
SLANTED = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
ENTRY_CHAR_INCHES, HANDLE_INCHES = 0.058, 0.48  # a handle includes padding
MAX_LEGEND_COLUMNS = 6


def colour(name):
    return NAMED.get(name, name)


def write(figure, path):
    save(draw(figure), path)


def draw(figure):
    """The picture of a description."""
    set_style(**{"text.parse_math": False})  # titles and file names may contain $
    columns, panels = figure["columns"], figure["panels"]
    fig, grid = plt.subplots(-(-len(panels) // columns), columns, figsize=figure["size"],
                             squeeze=False, constrained_layout=True)
    fig.get_layout_engine().set(w_pad=0.03, h_pad=0.03)
    for axes, panel in zip(grid.flat, panels):
        draw_panel(axes, panel, figure.get("colours"))
    for axes in grid.flat[len(panels):]:
        axes.set_visible(False)
    if colours := figure.get("colours"):
        draw_colours(fig, list(grid.flat[:len(panels)]), colours)
    below = 0.0
    for legend in figure["legends"]:
        below = place_legend(fig, legend, below)
    if figure.get("shown"):
        fig.text(0.5, below - 0.1 / fig.get_figheight(), "; ".join(figure["shown"]), ha="center",
                 va="top", fontsize=7)
    if figure["title"]:
        fig.suptitle(figure["title"])
    return fig


def draw_panel(axes, panel, colours=None):
    for mark in panel["marks"]:
        DRAWERS[mark["kind"]](axes, mark, colours)
    for name in ("x", "y"):
        set_axis(axes, name, panel[name])
    if not panel["x"]["ticks"] and not panel["y"]["ticks"] and not panel["y"]["label"]:
        axes.set_axis_off()
    if any(mark["kind"] == "cells" for mark in panel["marks"]):
        axes.spines[:].set_visible(False)
        axes.tick_params(length=2)
    if panel["equal"]:
        axes.set_aspect("equal")
    if panel["title"]:
        axes.set_title(panel["title"], pad=4, fontsize=7 if "\n" in panel["title"] else 8)


def set_axis(axes, name, axis):
    look = SLANTED if axis["slanted"] else {}
    if name == "y" and len(axis["ticks"]) > 12:
        high = axes.get_position().height * axes.figure.get_figheight() * 72
        look = {"fontsize": max(3.5, min(7.5, 0.9 * high / len(axis["ticks"])))}
    axes.set(**{f"{name}scale": axis["scale"], f"{name}label": axis["label"]})
    getattr(axes, f"set_{name}ticks")(*zip(*axis["ticks"]) if axis["ticks"] else ([],), **look)
    getattr(axes, f"{name}axis").set_minor_locator(NullLocator())
    axes.set(**{f"{name}lim": axis["limits"]})
    if axis["grid"] and axis["ticks"]:
        light_grid(axes, name)


# --- marks ---

def floats(values):
    return np.array([math.nan if value is None else value for value in values], dtype=float)


def draw_series(axes, mark, _):
    xs, ys, own = floats(mark["xs"]), floats(mark["ys"]), colour(mark["colour"])
    if mark.get("interval"):
        draw_interval(axes, mark, xs, ys, own)
    if mark["line"]:
        axes.plot(xs, ys, drawstyle="steps-post" if mark.get("step") else "default", color=own,
                  linewidth=mark["width"], linestyle=LINES[mark["line"]], zorder=2.2)
    if leaves := mark.get("exit"):
        axes.plot([leaves["x"]] * 2, [leaves["y"], leaves["top"]], color=own,
                  linewidth=0.6 * mark["width"])
        if leaves["failed"]:
            axes.plot(leaves["x"], leaves["top"], clip_on=False,
                      **marker_look("times", own, "full", 4))
    if mark["marker"]:
        fills = mark["fills"] if isinstance(mark["fills"], list) else [mark["fills"]] * len(xs)
        for fill in dict.fromkeys(fills):
            chosen = np.array([one == fill for one in fills])
            axes.plot(xs[chosen], ys[chosen], zorder=2.4,
                      **marker_look(mark["marker"], own, fill, mark["size"]))


def draw_interval(axes, mark, xs, ys, own):
    low, high = floats(mark["below"]), floats(mark["above"])
    if mark["interval"] == "band":
        axes.fill_between(xs, low, high, color=own, alpha=0.2, linewidth=0)
    else:
        known = ~np.isnan(low)
        axes.errorbar(xs[known], ys[known], yerr=[(ys - low)[known], (high - ys)[known]],
                      fmt="none", ecolor=own, elinewidth=0.7, capsize=1.8)


def marker_look(marker, own, fill, size):
    return {
        "marker": MARKERS[marker], "linestyle": "none", "markersize": size, "markeredgewidth": 0.7,
        "markeredgecolor": own, "color": own, "markerfacecolor": "white" if fill == "open" else own,
        "markerfacecoloralt": "white", "fillstyle": FILLSTYLES.get(fill, "full")
    }


def draw_rects(axes, mark, _):
    boxes = [[(a, c), (b, c), (b, d), (a, d)] for a, b, c, d in mark["boxes"]]
    axes.add_collection(PolyCollection(boxes, rasterized=mark.get("raster", False),
                                       **box_look(mark)))


def box_look(entry):
    own, look = colour(entry["colour"]), {"hatch": entry.get("hatch", "") * 3}
    if entry.get("fill") == "open":
        return look | {"facecolor": "white", "edgecolor": own, "linewidth": 0.9,
                       "linestyle": LINES[entry.get("outline", "solid")]}
    return look | {"facecolor": own, "edgecolor": "white", "linewidth": 0,
                   "alpha": entry.get("alpha")}


def scale_of(colours):
    palette = [[part / 255 for part in rgb] for rgb in colours["palette"]]
    return {"norm": Normalize(*colours["limits"]),
            "cmap": LinearSegmentedColormap.from_list("palette", palette)}


def draw_cells(axes, mark, colours):
    values = np.ma.masked_invalid([floats(row) for row in mark["values"]])
    look = scale_of(colours) if colours else {
        "cmap": ListedColormap([colour(one) for one in mark["palette"]]),
        "norm": Normalize(-0.5, len(mark["palette"]) - 0.5)}
    ruled = {"edgecolors": "0.85", "linewidth": 0.4} if mark.get("ruled") else {"rasterized": True}
    axes.pcolormesh(mark["xs"], mark["ys"], values, **look, **ruled)


def draw_links(axes, mark, colours):
    lines = LineCollection(mark["paths"], linewidths=mark["widths"], **scale_of(colours))
    lines.set_array(floats(mark["values"]))
    axes.add_collection(lines)
    if mark["routers"]:
        axes.scatter(*zip(*mark["routers"]), s=60 if mark["names"] else 6, color="white",
                     edgecolor="0.3", linewidth=0.7, zorder=3)
    for name, (x, y) in zip(mark["names"], mark["routers"]):
        axes.text(x, y, name, ha="center", va="center", fontsize=5.5, zorder=4)


def draw_texts(axes, mark, _):
    box = {"facecolor": colour(mark["box"]), "edgecolor": "none", "pad": 0.7, "alpha": 0.85
           } if mark.get("box") else None
    for x, y, text in zip(mark["xs"], mark["ys"], mark["texts"]):
        axes.annotate(text, (x, y), (0, 72 * mark.get("up", 0)), textcoords="offset points",
                      ha="center", va="center", fontsize=mark["size"], bbox=box,
                      color=colour(mark["colour"]), annotation_clip=True)


DRAWERS = {"series": draw_series, "rects": draw_rects, "cells": draw_cells, "links": draw_links,
           "texts": draw_texts}


# --- colour bars and legends ---

def draw_colours(fig, axes, colours):
    scale = matplotlib.cm.ScalarMappable(**scale_of(colours))
    bar = fig.colorbar(scale, ax=axes, label=colours["label"], pad=0.02, aspect=30, shrink=0.95,
                       location="bottom" if colours["below"] else "right")
    bar.set_ticks([place for place, _ in colours["ticks"]],
                  labels=[word for _, word in colours["ticks"]])
    bar.ax.tick_params(length=2)
    bar.outline.set_visible(False)


def place_legend(fig, legend, below):
    """Below the panels, in columns that are no wider than they are. Returns where it ends, in
    heights of the figure: the next one goes there."""
    characters = int((fig.get_figwidth() - HANDLE_INCHES) / ENTRY_CHAR_INCHES)
    labels = ["\n".join(textwrap.wrap(entry["label"], characters)) or " "
              for entry in legend["entries"]]
    handles = [handle_of(entry, label) for entry, label in zip(legend["entries"], labels)]
    columns = most_columns(labels, fig.get_figwidth())
    # matplotlib fills a legend column by column; readers read row by row.
    ordered = [handle for column in range(columns) for handle in handles[column::columns]]
    drawn = fig.legend(handles=ordered, title=legend["title"] or None, loc="upper center",
                       bbox_to_anchor=(0.5, below), borderaxespad=0.2, ncol=columns)
    return below - drawn.get_window_extent(fig.canvas.get_renderer()).height / fig.bbox.height


def most_columns(labels, inches):
    """How many columns stand next to each other within `inches`; no more than the rows need."""
    widths = [HANDLE_INCHES + ENTRY_CHAR_INCHES * max(map(len, label.split("\n")))
              for label in labels]

    def fit(columns):
        return columns == 1 or sum(max(widths[column::columns])
                                   for column in range(columns)) <= inches
    most = next(columns for columns in range(min(len(labels), MAX_LEGEND_COLUMNS), 0, -1)
                if fit(columns))
    even = -(-len(labels) // -(-len(labels) // most))
    return even if fit(even) else most


def handle_of(entry, label):
    if entry.get("marker") == "box":
        return plt.Rectangle((0, 0), 1, 1, label=label, **box_look(entry))
    own = colour(entry["colour"])
    look = {"color": own}
    if entry.get("marker"):
        look = marker_look(entry["marker"], own, entry.get("fill", "full"), 3.6)
    look |= {"linestyle": LINES[entry.get("line")], "linewidth": entry.get("width", 1.0)}
    return plt.Line2D([], [], label=label, **look)
