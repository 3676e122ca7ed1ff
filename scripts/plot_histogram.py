#!/usr/bin/python3
"""Draws the latencies of a run from its file of `output.histogram`: how many packets had each, and the cumulative curve.

The steps, filled for one or two files, are the share of all packets per cycle of latency (axis at the left), since bins of
long latencies are wider than a cycle; the thick line is the share of packets with that latency or less (axis at the right). Dots mark the median and
other percentiles, the legend has their latencies. Repetitions are added up; several files go into one picture.

examples:
  build/orthant run configs/demo.ini routing.algorithm=dor traffic.load=0.4 output.histogram=h.csv
  scripts/plot_histogram.py h.csv -o histogram.png
  scripts/plot_histogram.py dor.csv adaptive.csv --latency-max 100 -o both.svg
"""

import sys

import numpy as np
import pandas as pd

from latency_histogram import MADE_BY, Histogram, bins_of
from legends import place_legend
from pictures import COLUMN_INCHES, add_output, light_grid, parser_of, plt, positive, save
from plot_style import COLOURS, MARKERS, paper_style
from tables import InputError, in_one_line, read_table

NEEDED = ["latency_from", "latency_to", "packets"]
MOST_FILES = len(COLOURS)
MOST_FILLED = 2  # histograms; colours of more, upon each other, would be none of theirs


def read_histogram(path):
    table = read_table(path, NEEDED, MADE_BY, "packets")
    for name in NEEDED:
        if not pd.api.types.is_numeric_dtype(table[name]):
            raise InputError(f"{path}: column {name!r} is not numeric")
    return Histogram(path, table[NEEDED].itertuples(index=False))


def label(histogram, several):
    values = [f"{100 * share:g} %: {histogram.percentile(share):g}" for share in histogram.known()]
    return "   ".join([*([histogram.name] if several else []), *values])


def of_packets(path):
    """The histogram of a file of output.packets."""
    table = read_table(path, ["latency"], "a file of `output.packets`", "packets")
    return Histogram(path, bins_of(table["latency"]))


def figure(histograms, options):
    paper_style()
    fig, left = plt.subplots(figsize=getattr(options, "size", None) or (COLUMN_INCHES, 3.0), constrained_layout=True)
    right = left.twinx()
    several, handles = len(histograms) > 1, []
    for index, histogram in enumerate(histograms):
        colour = COLOURS[index]
        shape = {"fill": True, "alpha": 0.3, "linewidth": 0} if len(histograms) <= MOST_FILLED else {"linewidth": 0.7}
        left.stairs(np.multiply(100, histogram.per_cycle()), histogram.edges, color=colour, **shape)
        look = {"color": colour, "markersize": 3.5, "linewidth": 1.4}
        marker = MARKERS[index]
        right.plot(histogram.edges[:-1], np.multiply(100, histogram.below), drawstyle="steps-post", **look)
        known = histogram.known()
        right.plot([histogram.percentile(share) for share in known], [100 * share for share in known], marker, **look)
        handles.append(plt.Line2D([], [], marker=marker, label=label(histogram, several).replace(" %: ", "\u00a0%:\u00a0"), **look))
    top = options.latency_max or max(histogram.end() for histogram in histograms)
    left.set(xlim=(0, top), xlabel="packet latency (cycles)", ylabel="packets per cycle of latency (%)")
    left.set_ylim(bottom=0)
    light_grid(left)
    right.set(ylim=(0, 102), ylabel="packets with this latency or less (%)")
    right.spines["right"].set_visible(True)
    if several or histograms[0].known():
        place_legend(fig, handles, "latency that so many packets do not exceed (cycles)")
    if options.title:
        fig.suptitle(options.title)
    return fig


@in_one_line
def main(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("csv", nargs="+", help=MADE_BY.replace("`", ""))
    add_output(parser)
    parser.add_argument("--latency-max", type=positive, metavar="CYCLES",
                        help="upper end of the axis; default: a little beyond the highest percentile of the legend")
    parser.add_argument("--title")
    options = parser.parse_args(arguments)
    if len(options.csv) > MOST_FILES:
        raise InputError(f"{len(options.csv)} files; at most {MOST_FILES} go into a picture")
    fig = figure([read_histogram(path) for path in options.csv], options)
    for path in options.output:
        save(fig, path, bbox_inches="tight", pad_inches=0.06)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
