#!/usr/bin/python3
"""Draws the utilization of every channel of a 2-D torus or mesh as four heat maps.

One map per direction; the cell (x, y) is the channel that leaves router (x, y) in that direction.
Utilization is the share of the channel's bandwidth used in the measurement window; repetitions are
averaged. Channels that do not exist (at the edge of a mesh) are grey.

example:
  build/orthant run configs/o1turn.ini routing.algorithm=dor traffic.load=0.3 output.channels=c.csv
  scripts/plot_channels.py c.csv -o channels.png
"""

import argparse
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

from tables import InputError, read_table  # noqa: E402

NEEDED = ["from", "from_port", "to", "utilization"]
DIRECTIONS = ["+x", "-x", "+y", "-y"]  # by port number: plus and minus of each dimension


def read_channels(path):
    """Mean utilization and end of each channel, by (router, port)."""
    table = read_table(path, NEEDED, "a file of `output.channels`", "channels")
    for name in NEEDED:
        if not pd.api.types.is_numeric_dtype(table[name]):
            raise InputError(f"{path}: column {name!r} is not numeric")
    return table.groupby(["from", "from_port"]).agg({"to": "first", "utilization": "mean"})


def line_length(channels, port):
    """Routers on the line or ring that leaves router 0 through `port`."""
    router, length = 0, 1
    while (router, port) in channels.index:
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
        raise InputError(f"{path}: not a 2-D torus or mesh")
    return kx, ky


def maps(channels, kx, ky):
    """Utilization by [direction][y][x]; nan where there is no channel."""
    result = np.full((4, ky, kx), np.nan)
    for (router, port), row in channels.iterrows():
        result[port, router // kx, router % kx] = row["utilization"]
    return result


def figure(values, options):
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "orthant", "savefig.dpi": 200})
    fig, axes = plt.subplots(1, 4, figsize=(8.4, 2.5), sharey=True, constrained_layout=True)
    fig.set_constrained_layout_pads(w_pad=0.06, wspace=0.02)
    top = options.max or np.nanmax(values)
    for direction, panel, data in zip(DIRECTIONS, axes, values):
        image = panel.imshow(data, origin="lower", vmin=0, vmax=top or 1, cmap="YlGnBu")
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
    fig.colorbar(image, ax=axes, label="utilization", shrink=0.9, pad=0.01)
    if options.title:
        fig.suptitle(options.title, fontsize=9.5)
    return fig


def save(fig, path):
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path}: the name must end in .png, .svg or .pdf")
    undated = {".png": None, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[suffix]
    try:
        fig.savefig(path, metadata=undated)
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None


def share(text):
    value = float(text)
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError("expected a number above 0, at most 1")
    return value


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", help="a file of output.channels")
    parser.add_argument("-o", "--output", action="append", required=True, metavar="FILE",
                        help="picture to write: .png, .svg or .pdf; may be given several times")
    parser.add_argument("--title")
    parser.add_argument("--max", type=share, help="upper end of the colour scale; default: the "
                        "largest utilization")
    options = parser.parse_args(arguments)
    try:
        channels = read_channels(options.csv)
        kx, ky = grid_of(channels, options.csv)
        fig = figure(maps(channels, kx, ky), options)
        for path in options.output:
            save(fig, path)
    except InputError as error:
        print(f"plot_channels.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
