#!/usr/bin/python3
"""The table of scripts/compare_builds.sh from the JSON files in a folder: PAIR_old.json and PAIR_new.json.

usage: scripts/compare_builds_report.py out/compare_builds
"""
import json
import statistics
import sys

import pandas as pd

from reports import markdown, results_folder
from tables import InputError, in_one_line

COST = "ns_per_flit_hop"


def costs(path):
    """ns per flit-hop by scenario."""
    try:
        runs = json.loads(path.read_text())["benchmarks"]
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{path}: no result of step_bench") from error
    return {run["name"]: run[COST] for run in runs if COST in run}


def quartiles(values):
    return statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3


def ratios(folder, before="old", after="new"):
    """A row for each scenario that both have: the costs by name, and that of `after` over that of `before`."""
    pairs = []
    for old in sorted(folder.glob(f"*_{before}.json"), key=lambda path: int(path.name.split("_")[0])):
        pairs.append((costs(old), costs(old.with_name(old.name.replace(f"_{before}", f"_{after}")))))
    if not pairs:
        raise InputError(f"{folder}: no pairs of results")
    rows = []
    for scenario in pairs[0][0]:
        both = [(old[scenario], new[scenario]) for old, new in pairs if scenario in old and scenario in new]
        if not both:
            continue
        low, median, high = quartiles([new / old for old, new in both])
        rows.append({"scenario": scenario, f"{before}_ns": statistics.median(old for old, _ in both),
                     f"{after}_ns": statistics.median(new for _, new in both), "ratio": median, "ratio_low": low,
                     "ratio_high": high, "pairs": len(both)})
    if not rows:
        raise InputError(f"{folder}: the two have no scenario in common")
    return pd.DataFrame(rows)


def spread(row):
    return f"{row.ratio:.3f} ({row.ratio_low:.3f} to {row.ratio_high:.3f})"


@in_one_line
def main():
    folder = results_folder(__doc__)
    table = ratios(folder)
    table.to_csv(folder / "ratios.csv", index=False, float_format="%.4f")
    shown = [[row.scenario, f"{row.old_ns:.1f}", f"{row.new_ns:.1f}", spread(row)] for row in table.itertuples()]
    print(markdown(["scenario", "ns per flit-hop, old", "new", "new / old"], shown))
    return 0


if __name__ == "__main__":
    sys.exit(main())
