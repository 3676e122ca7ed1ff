#!/usr/bin/python3
"""The table of scripts/compare_peers.sh from the JSON files in a folder: PAIR_orthant.json and PAIR_peer.json.

usage: scripts/compare_peers_report.py out/compare_peers
"""
import json
import statistics
import sys

from compare_builds_report import ratios, spread
from reports import markdown, results_folder
from tables import InputError

WORK = ("flit_hops_per_cycle", "latency_mean")
DIFFERENT = 0.02  # share by which flit-hops per cycle may differ on equal work


def work(folder):
    """{(scenario, column): ours over theirs}, medians of the pairs."""
    found = {}
    for ours in folder.glob("*_orthant.json"):
        theirs = ours.with_name(ours.name.replace("_orthant", "_peer"))
        for mine, other in zip(*(json.loads(path.read_text())["benchmarks"] for path in (ours, theirs))):
            for column in WORK:
                found.setdefault((mine["name"], column), []).append(mine[column] / other[column])
    return {key: statistics.median(values) for key, values in found.items()}


def main():
    folder = results_folder(__doc__)
    try:
        table = ratios(folder, "orthant", "peer")  # theirs over ours of ns is ours over theirs of speed
        same = work(folder)
    except (InputError, KeyError, ValueError, OSError) as error:
        print(f"compare_peers_report.py: {error}", file=sys.stderr)
        return 2
    for column in WORK:
        table[f"{column}_ratio"] = [same[name, column] for name in table["scenario"]]
    table.to_csv(folder / "ratios.csv", index=False, float_format="%.4f")
    shown = [[row.scenario, f"{1e3 / row.orthant_ns:.2f}", f"{1e3 / row.peer_ns:.2f}", spread(row),
              f"{row.flit_hops_per_cycle_ratio:.3f}", f"{row.latency_mean_ratio:.3f}"] for row in table.itertuples()]
    print(markdown(["peer and network, load in flits/node/cycle", "M flit-hops/s, Orthant", "peer", "ours / theirs",
                    "flit-hops per cycle, ours / theirs", "mean latency, ours / theirs"], shown))
    for row in table.itertuples():
        if abs(row.flit_hops_per_cycle_ratio - 1) > DIFFERENT:
            print(f"compare_peers_report.py: {row.scenario}: not the same work", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
