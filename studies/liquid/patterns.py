"""The traffic patterns of a cluster that differ in the number of nodes or in the duration of
half_to_half."""
import itertools

import numpy
from study import read_rows


def read_cluster(path):
    """Nodes of each switch, and per channel the pairs of switches whose route it is on."""
    nodes, pairs = {}, {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if words and words[0] == "nodes":
            nodes[int(words[1])] = int(words[2])
        elif words and words[0] == "route":
            route = [int(word) for word in words[1:]]
            for channel in itertools.pairwise(route):
                pairs.setdefault(channel, []).append((route[0], route[-1]))
    return [nodes[switch] for switch in sorted(nodes)], pairs


def classes(nodes, pairs):
    """{(nodes, duration): first allocation}; a duration is that of the busiest channel or node."""
    allocations = numpy.array(list(itertools.product(*(range(count + 1) for count in nodes))),
                              dtype=numpy.int32)
    count = allocations.sum(axis=1)
    duration = count.copy()
    for of_channel in pairs.values():
        load = sum(allocations[:, a] * allocations[:, b] for a, b in of_channel)
        duration = numpy.maximum(duration, load)
    first = {}
    for key, allocation in zip(zip(count.tolist(), duration.tolist()), allocations):
        if key[0] > 0:
            first.setdefault(key, tuple(int(number) for number in allocation))
    return first


def patterns(cluster, table):
    """Values of schedule.allocation, one of each (nodes, duration): that of a table with the
    columns `alloc`, `n` and `Lambda` where it has one, else the first in the order of its
    digits."""
    chosen = classes(*read_cluster(cluster))
    for row in read_rows(table):
        chosen[int(row["n"]), int(row["Lambda"])] = tuple(int(digit) for digit in row["alloc"])
    return [" ".join(map(str, chosen[key])) for key in sorted(chosen)]
