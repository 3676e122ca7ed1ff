"""Latencies as a histogram with its cumulative curve and percentiles, from files of output.histogram and output.packets."""
import bisect
import collections
import itertools
import math
import pathlib

from input_error import InputError

MADE_BY = "a file of `output.histogram`"
MARKED = (0.5, 0.95, 0.99, 0.999)


class Histogram:
    """edges: of the bins, which leave no gap; shares: of all packets, one per bin, and below: up to and with a bin."""

    def __init__(self, path, bins):
        """Of [(from, to, packets)] in any order; equal bins are added up."""
        counts = collections.Counter()
        for low, high, packets in bins:
            counts[low, high] += packets
        self.name = pathlib.Path(path).stem
        self.packets = int(sum(counts.values()))
        self.edges = sorted({edge for ends in counts for edge in ends})
        index = {edge: i for i, edge in enumerate(self.edges)}
        if not self.packets or any(index[high] - index[low] != 1 for low, high in counts):
            raise InputError(f"{path}: bins that overlap, or none with packets; expected {MADE_BY}")
        self.shares = [0.0] * (len(self.edges) - 1)
        for (low, _), packets in counts.items():
            self.shares[index[low]] = packets / self.packets
        self.below = list(itertools.accumulate(self.shares))

    def percentile(self, share):
        """Middle of the bin in which so many of the packets are over, as in the results of the run."""
        index = min(bisect.bisect_left(self.below, share - 1e-12), len(self.shares) - 1)
        return (self.edges[index] + self.edges[index + 1] - 1) / 2

    def per_cycle(self):
        return [share / (high - low) for share, low, high in zip(self.shares, self.edges, self.edges[1:])]

    def known(self):
        """The percentiles beyond which 20 packets lie: fewer say nothing."""
        return [share for share in MARKED if (1 - share) * self.packets >= 20]

    def end(self):
        """Of the axis: what few packets exceed is cut off."""
        return min(1.15 * self.percentile(max([*self.known(), 0.95])), self.edges[-1])


def bins_of(latencies):
    """A bin of one cycle for every latency that occurs."""
    counts = collections.Counter(math.ceil(latency) for latency in latencies if not math.isnan(latency))
    return [(latency, latency + 1, packets) for latency, packets in sorted(counts.items())]
