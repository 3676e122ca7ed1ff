"""Latencies of packets, of output.histogram and output.packets: density and cumulative curve, or
the tail."""
import bisect
import collections
import itertools
import math

from ..results.kinds import read_table
from ..results.reader import InputError
from ..results.rows import known
from ..results.titles import names_of
from .describe import (COLOURS, COLUMN_INCHES, MARKERS, axis, figure, legend, panel, rects,
                       series, text_of, value_axis)

MARKED = (0.5, 0.95, 0.99, 0.999)
BEYOND = 20  # least number of packets beyond a percentile that is shown


class Histogram:
    """`edges` of the bins, which leave no gap; `shares` of packets by bin; `below`: cumulative
    shares."""

    def __init__(self, path, bins):
        counts = collections.Counter()
        for low, high, packets in bins:
            counts[low, high] += packets
        self.packets = int(sum(counts.values()))
        self.edges = sorted({edge for ends in counts for edge in ends})
        index = {edge: i for i, edge in enumerate(self.edges)}
        if self.packets <= 0 or any(index[high] - index[low] != 1 for low, high in counts):
            raise InputError(f"{path}: bins that overlap, or none with packets; "
                             "allowed: a file of output.histogram")
        self.shares = [0.0] * (len(self.edges) - 1)
        for (low, _), packets in counts.items():
            self.shares[index[low]] = packets / self.packets
        self.below = list(itertools.accumulate(self.shares))

    def percentile(self, share):
        """Returns the middle of the bin that contains the percentile, as in the results of the run.
        """
        i = min(bisect.bisect_left(self.below, share - 1e-12), len(self.shares) - 1)
        return (self.edges[i] + self.edges[i + 1] - 1) / 2

    def density(self):
        """Percent of the packets per cycle of latency."""
        return [100 * share / (high - low)
                for share, low, high in zip(self.shares, self.edges, self.edges[1:])]

    def named(self):
        """The percentiles beyond which enough packets lie."""
        return [share for share in MARKED if (1 - share) * self.packets >= BEYOND]

    def end(self):
        return min(1.15 * self.percentile(max([*self.named(), 0.95])), self.edges[-1])


def read(path):
    table = read_table(path)
    if "latency_from" in table:
        names = ("latency_from", "latency_to", "packets")
        return Histogram(path, zip(*map(table.wholes, names)))
    counts = collections.Counter(math.ceil(latency) for latency in known(table.numbers("latency")))
    return Histogram(path, [(latency, latency + 1, count) for latency, count in counts.items()])


def describe(options, kind, title):
    options.only()
    if len(options.files) > len(COLOURS):
        raise InputError(
            f"{len(options.files)} files; allowed: at most {len(COLOURS)} in a picture")
    named = names_of(options.files)
    found = options.in_order(
        [(options.named(named[path]), read(path)) for path in options.files], lambda pair: pair[0])
    shares = [share for share in MARKED if any(share in one.named() for _, one in found)]
    found = [(label_of(name if len(found) > 1 else "", one, shares), one) for name, one in found]
    tail = kind == "tail"
    panels = tail_panels(found, options) if tail else share_panels(found, options)
    entries = [{"label": label, "colour": f"c{i}", "marker": MARKERS[i], "line": "solid"}
               for i, (label, _) in enumerate(found) if label]
    percents = ", ".join(f"{100 * share:g}" for share in shares)
    return figure(kind, panels, options.size or (COLUMN_INCHES, 2.4 if tail else 3.6), 1, title,
                  [legend(entries, f"latency percentiles {percents} (cycles)" if shares else "")])


def label_of(name, one, shares):
    """Returns the name of a file with its percentiles; a dash for unknown ones."""
    values = ", ".join(text_of(one.percentile(share)) if share in one.named() else "–"
                       for share in shares)
    return ": ".join(filter(None, [name, values]))


def share_panels(found, options):
    """The share of packets per cycle of latency above their cumulative share."""
    end = max(one.end() for _, one in found)
    density, cumulative = [], []
    for i, (name, one) in enumerate(found):
        heights = one.density()
        if len(found) == 1:
            boxes = [[low, high, 0, height]
                     for low, high, height in zip(one.edges, one.edges[1:], heights)
                     if low < end and height]
            density.append(rects(name, boxes, f"c{i}", alpha=0.5))
        else:
            density.append(series(name, one.edges, [*heights, 0], f"c{i}", step=True, marker=None))
        cumulative += [series(name, one.edges, [0, *(100 * share for share in one.below)], f"c{i}",
                              marker=None, width=1.2), percentiles(i, name, one)]
    tops = [height for _, one in found for height, low in zip(one.density(), one.edges)
            if low < end]
    x = axis("packet latency (cycles)", 0, end)
    return [panel(x, value_axis("packets per cycle\nof latency (%)", tops, options), density),
            panel(x, axis("packets with this\nlatency or less (%)", 0, 102), cumulative)]


def percentiles(i, name, one, tail=False):
    named = one.named()
    return series(name, [one.percentile(share) for share in named],
                  [1 - share if tail else 100 * share for share in named], f"c{i}",
                  marker=MARKERS[i], line=None)


def tail_panels(found, options):
    """The share of packets with a larger latency, on an axis of powers of ten."""
    marks = []
    for i, (name, one) in enumerate(found):
        beyond = [1 - share if (1 - share) * one.packets > 0.5 else math.nan for share in one.below]
        marks += [series(name, one.edges, [1, *beyond], f"c{i}", marker=None, width=1.2),
                  percentiles(i, name, one, True)]
    ends = [edge for mark in marks for edge, share in zip(mark["xs"], mark["ys"]) if share]
    least = min(share for mark in marks for share in mark["ys"] if share)
    y = axis("packets with a\nlarger latency (share)", options.ymin or least / 1.5,
             options.ymax or 1.0, "log")
    begin = 0.9 * min(one.edges[0] for _, one in found)
    return [panel(axis("packet latency (cycles)", begin, max(ends) * 1.03), y, marks)]
