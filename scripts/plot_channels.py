#!/usr/bin/python3
"""Draws a figure of every channel of a 2-D torus or mesh as four heat maps, one per direction.

The cell (x, y) is the channel that leaves router (x, y) in that direction. Channels that do not
exist (at the edge of a mesh) are grey. Colours begin at 0, or at the least value where that is at least half of the
largest (at 80 % of the largest where it is above): there they tell high values apart, and the scale says so. Where all values
lie as near each other as by chance they begin at 0. Two files are understood:

output.channels of `orthant run`: column `utilization`, the share of the channel's bandwidth used in
  the measurement window; repetitions are averaged.
`orthant analyze --channels`: columns `uniform_load`, `pattern_load` and `worst_case_load`, the exact
  load in flits per cycle when every sending node injects one flit per cycle.

examples:
  build/orthant run configs/o1turn.ini routing.algorithm=dor traffic.load=0.3 output.channels=c.csv
  scripts/plot_channels.py c.csv -o channels.png
  build/orthant analyze configs/o1turn.ini routing.algorithm=dor --channels a.csv
  scripts/plot_channels.py a.csv --column worst_case_load -o worst_case.png
"""

import sys

import matplotlib
import numpy as np
import pandas as pd

from channel_files import LABELS, MADE_BY, NEEDED, WITHIN_NOISE, begin_of_colours, choose_column, is_noise, noise_of
from pictures import add_output, parser_of, plt, positive, save, set_style
from tables import InputError, in_one_line, read_table

DIRECTIONS = ["+x", "-x", "+y", "-y"]  # by port number: plus and minus of each dimension


def read_channels(path, wanted=None):
    """Mean value and end of each channel, by (router, port), and the name of the value's column."""
    table = read_table(path, NEEDED, MADE_BY, "channels")
    present = [name for name in LABELS if name in table.columns]
    column = choose_column(path, present, [name for name in present if not table[name].isna().all()], wanted)
    for name in [*NEEDED, column]:
        if not pd.api.types.is_numeric_dtype(table[name]):
            raise InputError(f"{path}: column {name!r} is not numeric; expected {MADE_BY}")
    table = table.rename(columns={column: "value"})
    counted = {"flits": "sum"} if "flits" in table and column == "utilization" else {}
    return table.groupby(["from", "from_port"]).agg({"to": "first", "value": "mean", **counted}), column


def noise_in(path, channels):
    """How far apart their values lie by chance."""
    return noise_of(path, channels["flits"], channels["value"].mean()) if "flits" in channels else 0


def line_length(channels, port):
    """Routers on the line or ring that leaves router 0 through `port`."""
    router, length = 0, 1
    while (router, port) in channels.index and length <= len(channels):
        router = int(channels.loc[(router, port), "to"])
        if router == 0:
            break
        length += 1
    return length


def grid_of(channels, path):
    """(kx, ky), found by walking in the plus directions from router 0."""
    routers = 1 + int(max(channels.index.get_level_values("from").max(), channels["to"].max()))
    ports = channels.index.get_level_values("from_port").max()
    kx, ky = line_length(channels, 0), line_length(channels, 2)
    if ports > 3 or kx * ky != routers or kx == 1 or ky == 1:
        raise InputError(f"{path}: not a 2-D torus or mesh; allowed: these alone")
    return kx, ky


def maps(channels, kx, ky):
    """Values by [direction][y][x]; nan where there is no channel."""
    result = np.full((4, ky, kx), np.nan)
    for (router, port), row in channels.iterrows():
        result[port, router // kx, router % kx] = row["value"]
    return result


def scale(values, wanted_top, noise=0):
    """(least, largest) value of the colours."""
    least, top = np.nanmin(values), wanted_top or np.nanmax(values)
    return begin_of_colours(least, top, noise), top or 1


def said_of_colours(values, bottom, noise):
    """What a scale says of them, '' where they begin at 0 and differ."""
    if is_noise(np.nanmin(values), np.nanmax(values), noise):
        return WITHIN_NOISE
    return f"colours begin at {bottom:.2g}" if bottom else ""


def figure(values, column, options, noise=0):
    set_style()
    fig, axes = plt.subplots(1, 4, figsize=(8.4, 2.5), sharey=True, constrained_layout=True)
    fig.set_constrained_layout_pads(w_pad=0.06, wspace=0.02)
    bottom, top = scale(values, options.max, noise)
    for direction, panel, data in zip(DIRECTIONS, axes, values):
        image = panel.imshow(data, origin="lower", vmin=bottom, vmax=top, cmap="YlGnBu")
        panel.set_facecolor("0.85")
        panel.set_title(f"{direction}   mean {np.nanmean(data):.2f}, max {np.nanmax(data):.2f}",
                        fontsize=8)
        panel.set_xlabel("x")
        panel.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(8, integer=True))
        panel.yaxis.set_major_locator(matplotlib.ticker.MaxNLocator(8, integer=True))
        panel.tick_params(length=2, labelsize=8)
        for side in panel.spines.values():
            side.set_visible(False)
    axes[0].set_ylabel("y")
    said = said_of_colours(values, bottom, noise)
    fig.colorbar(image, ax=axes, label=LABELS[column] + (f"\n{said}" if said else ""), shrink=0.9, pad=0.01)
    if options.title:
        fig.suptitle(options.title, fontsize=9.5)
    return fig


@in_one_line
def main(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("csv", help=MADE_BY.replace("`", ""))
    parser.add_argument("--column", choices=LABELS, help="what to draw; default: the first of these "
                        "that the file has filled")
    add_output(parser)
    parser.add_argument("--title")
    parser.add_argument("--max", type=positive, help="upper end of the colour scale; default: "
                        "the largest value")
    options = parser.parse_args(arguments)
    channels, column = read_channels(options.csv, options.column)
    kx, ky = grid_of(channels, options.csv)
    fig = figure(maps(channels, kx, ky), column, options, noise_in(options.csv, channels))
    for path in options.output:
        save(fig, path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
