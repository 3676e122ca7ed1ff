#!/usr/bin/python3
"""Draws what every router of a 2-D torus or mesh did, or what energy it took, as a heat map.

The cell (x, y) is router (x, y). The file is output.energy of `orthant run`; repetitions are averaged.

examples:
  build/orthant run configs/o1turn.ini routing.algorithm=dor traffic.load=0.3 energy.link_pj=2 output.energy=e.csv
  scripts/plot_routers.py e.csv -o energy.png
  scripts/plot_routers.py e.csv --column vc_allocations -o grants.png
"""

import math
import sys

import numpy as np
import pandas as pd

from channel_files import WITHIN_NOISE, begin_of_colours, check_cells_of_map, is_noise, noise_of
from palette import MAP_COLOURS, ROUTER_FIGURES
from pictures import BESIDE_INCHES, COLUMN_INCHES, add_output, parser_of, plt, positive, save, whole_ticks
from plot_style import paper_style
from tables import InputError, in_one_line, read_table

MADE_BY = "a file of `output.energy`"
SCALE_INCHES, TITLE_INCHES = 0.6, 0.95  # beside the map; above and below it
LOW = 0.5  # height over width of a map that has its scale below


def read_routers(path, column):
    """Mean values of the column by [y][x]."""
    table = read_table(path, ["router", "coordinates", column], MADE_BY, "routers", dtype={"coordinates": str})
    if not pd.api.types.is_numeric_dtype(table[column]):
        raise InputError(f"{path}: column {column!r} is not numeric; expected {MADE_BY}")
    means = table.groupby("coordinates")[column].mean()
    try:
        places = [tuple(map(int, text.split(" "))) for text in means.index]
    except ValueError:
        places = []
    if not places or any(len(place) != 2 for place in places):
        raise InputError(f"{path}: not a 2-D torus or mesh; allowed: these alone")
    shape = [1 + max(y for _, y in places), 1 + max(x for x, _ in places)]
    check_cells_of_map(path, math.prod(shape))
    values = np.full(shape, np.nan)
    for (x, y), value in zip(places, means):
        values[y, x] = value
    return values


def noise_in(path, values):
    """How far apart the values of routers lie by chance, by the flits that went through them; 0 where the file has no such column."""
    table = read_table(path, ["router"], MADE_BY, "routers", dtype={"coordinates": str})
    flits = table.groupby("router")["crossbar"].sum() if "crossbar" in table else []
    return noise_of(path, flits, np.nanmean(values))


def mean_and_max(values):
    return f"mean {np.nanmean(values):.4g}, max {np.nanmax(values):.4g}"


def figure(values, column, options, noise=0):
    """The colours begin at the least value where all are near each other, and the scale says so."""
    paper_style()
    shape = len(values) / len(values[0])
    low = shape < LOW
    fig, axis = plt.subplots(figsize=(COLUMN_INCHES, min(TITLE_INCHES + 2.4 * shape + 0.6 * low, 6)), constrained_layout=True)
    top = getattr(options, "max", None) or np.nanmax(values) or 1
    bottom = begin_of_colours(np.nanmin(values), top, noise)
    said = WITHIN_NOISE if is_noise(np.nanmin(values), np.nanmax(values), noise) else f"colours begin at {bottom:.4g}" if bottom else ""
    image = axis.imshow(values, origin="lower", vmin=bottom, vmax=top, cmap=MAP_COLOURS)
    axis.set_title(mean_and_max(values))
    if options.title:
        fig.suptitle(options.title)
    axis.set_xlabel("x")
    axis.set_ylabel("y")
    across = min(COLUMN_INCHES - BESIDE_INCHES - SCALE_INCHES, (fig.get_figheight() - TITLE_INCHES) / shape)
    whole_ticks(axis.xaxis, across)
    whole_ticks(axis.yaxis, across * shape)
    for side in axis.spines.values():
        side.set_visible(False)
    fig.colorbar(image, ax=axis, location="bottom" if low else "right", label=ROUTER_FIGURES[column] + (f"\n({said})" if said else ""))
    return fig


@in_one_line
def main(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("csv", help=MADE_BY.replace("`", ""))
    parser.add_argument("--column", choices=ROUTER_FIGURES, default="picojoules", help="what to draw; default: picojoules")
    add_output(parser)
    parser.add_argument("--title")
    parser.add_argument("--max", type=positive, help="upper end of the colour scale; default: the largest value")
    options = parser.parse_args(arguments)
    values = read_routers(options.csv, options.column)
    fig = figure(values, options.column, options, noise_in(options.csv, values))
    for path in options.output:
        save(fig, path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
