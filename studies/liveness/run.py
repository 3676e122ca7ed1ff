#!/usr/bin/python3
"""Offers all adaptive routings for tori the full load until ten million packets are delivered, in
both router models and with channels of three bandwidths, on 5x5, 7x7, 8x8 and 5x3x3 tori.

Writes a CSV file for each network and liveness.md: how many points ended with each verdict.
"""
import collections
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from study import Study, markdown

# Keys of single networks: rings of 3 are too short for detours of 2.
NETWORKS = {"5x5": [], "7x7": [], "8x8": [], "5x3x3": ["routing.ofr.delta=1"]}
BANDWIDTHS = {2: "1 1, 1 1/2, 2 1", 3: "1 1 1, 1 1/2 1, 2 1 1/2"}


def main():
    study = Study("liveness", __doc__, lambda parser: parser.add_argument(
        "-n", dest="packets", type=int, default=10_000_000, help="packets a point"))
    rows = []
    for dimensions, keys in NETWORKS.items():
        radices = [int(radix) for radix in dimensions.split("x")]
        study.run("sweep", "liveness", dimensions, f"topology.dimensions={dimensions}",
                  f"channel.bandwidth.by_dimension={BANDWIDTHS[len(radices)]}",
                  f"run.messages_per_node={-(-study.options.packets // math.prod(radices))}", *keys)
        verdicts = collections.Counter(row["verdict"] for row in study.rows(dimensions))
        rows.append([dimensions, *(verdicts[name] for name in ("drained", "deadlocked", "saturated",
                                                               "unfinished"))])
    study.report(markdown(["torus", "drained", "deadlocked", "saturated", "unfinished"], rows))


if __name__ == "__main__":
    main()
