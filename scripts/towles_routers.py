#!/usr/bin/python3
"""How much of what a routing allows two kinds of router carry, for scripts/reproduce_towles.sh --full.

Section 5.5: the last load, in steps of 0.02 of the capacity, that is not `saturated`, and the last that is `stable`,
for the routings of configs/towles/adaptive.ini under random permutations, tornado and bit complement. Then the share
of its exact throughput that is stable for each routing of configs/towles/simulated.ini, in steps of 0.05 of that
throughput. Both with router.preset = fair and with the default router. A search climbs while the verdict is good
enough, or descends until it is. Writes last_loads.csv and shares.csv (every point is kept, so that an interrupted
search goes on), and prints the tables of the page. Reads table1*.csv.

usage: scripts/towles_routers.py out/towles
"""

import csv
import itertools
import os
import statistics
import subprocess
import sys

from reports import markdown, read_rows, results_folder
from towles_reference import ROOT
from towles_results import NAMES

ROUTERS = {"fair": "fair", "none": "default"}
UNFINISHED = 3  # exit code
STABLE, NOT_SATURATED = {"stable"}, {"stable", "unfinished"}  # verdicts that are good enough

ADAPTIVE = {"minimal_adaptive": "minimal adaptive", "goal": "GOAL", "two_turn": "2TURN"}
PERMUTATIONS = range(1, 13)
OTHERS = "tornado", "bit_complement"
PER_CAPACITY = 50  # steps
FIRST_STEP = 30

OBLIVIOUS = "dor", "val", "ival", "two_turn"
EXACT = {"uniform": "uniform_throughput", "worst_case": "worst_case_throughput"}
SIZES = {(4, 5): "4 VCs, 5-flit packets", (4, 1): "4 VCs", (12, 1): "12 VCs"}
PER_BOUND = 20  # steps


class Search:
    """Finds the last of several loads whose verdict is good enough, and keeps the verdict of every point in a file."""

    def __init__(self, folder, name, columns):
        """`columns`: what names a point, the number of its step last."""
        self.folder, self.path = folder, folder / f"{name}.csv"
        self.orthant = os.environ.get("ORTHANT", str(ROOT / "build" / "orthant"))
        self.verdicts = {}
        if self.path.exists():
            for row in read_rows(self.path):
                *point, verdict = row.values()
                self.verdicts[tuple(point)] = verdict
        else:
            self.append([*columns, "verdict"])

    def append(self, row):
        with open(self.path, "a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(row)

    def last_step(self, start, verdicts, point, config, keys, step_load):
        """The last step with one of the `verdicts`, searched from `start`; step n is the load n * `step_load`."""
        def good(step):
            name = tuple(map(str, (*point, step)))
            if name not in self.verdicts:
                self.verdicts[name] = self.simulate(config, [*keys, f"traffic.load={step * step_load:.6g}"])
                self.append([*name, self.verdicts[name]])
            return self.verdicts[name] in verdicts

        step = start
        if good(step):
            while good(step + 1):
                step += 1
            return step
        while not good(step):
            step -= 1
        return step

    def simulate(self, config, keys):
        cache = ["--cache", self.folder / "cache"] if "routing.algorithm=two_turn" in keys else []
        done = subprocess.run([self.orthant, "run", ROOT / "configs" / "towles" / f"{config}.ini", *keys, *cache,
                               "-q", "--format", "csv", "-o", "-"], check=False, capture_output=True, text=True)
        if done.returncode not in (0, UNFINISHED):
            sys.exit(f"{done.stderr}towles_routers.py: {' '.join(keys)}")
        row, = csv.DictReader(done.stdout.splitlines())
        return row["verdict"]


# ---- section 5.5 -------------------------------------------------------------------------------

def last_loads(folder):
    """Rows of a table: mean and range over the permutations, and the other patterns."""
    search = Search(folder, "last_loads", ("preset", "routing", "pattern", "seed", "step"))
    cases = [*(("random_permutation", seed) for seed in PERMUTATIONS), *((pattern, 1) for pattern in OTHERS)]
    rows = []
    for preset, routing in itertools.product(ROUTERS, ADAPTIVE):
        found = {"carried": [], "stable": []}
        for pattern, seed in cases:
            point = preset, routing, pattern, seed
            keys = [f"router.preset={preset}", f"routing.algorithm={routing}", f"traffic.pattern={pattern}",
                    f"traffic.pattern_seed={seed}"]
            start = round(statistics.mean(found["carried"])) if found["carried"] else FIRST_STEP
            for name, verdicts in (("carried", NOT_SATURATED), ("stable", STABLE)):
                start = search.last_step(start, verdicts, point, "adaptive", keys, 1 / PER_CAPACITY)
                found[name].append(start)
        row = [ROUTERS[preset], ADAPTIVE[routing]]
        for steps in found.values():
            *loads, tornado, complement = (step / PER_CAPACITY for step in steps)
            row += [f"{statistics.mean(loads):.3f} ({min(loads):.2f} to {max(loads):.2f})", f"{tornado:.2f}",
                    f"{complement:.2f}"]
        rows.append(row)
    return rows


# ---- the share of the exact throughput ---------------------------------------------------------

def exact(folder):
    """{(routing, pattern): throughput as a fraction of capacity}, in fixed order."""
    rows = [row for name in ("table1", "table1_dor", "table1_two_turn") for row in read_rows(folder / f"{name}.csv")]
    return {(row["routing"], pattern): float(row[column]) for row in rows
            if row.get("routing.order") in (None, "", "fixed") for pattern, column in EXACT.items()}


def shares(folder):
    bound = exact(folder)
    search = Search(folder, "shares", ("pattern", "routing", "vcs", "packet_flits", "preset", "step"))
    rows = []
    for pattern, routing in itertools.product(EXACT, OBLIVIOUS):
        cells, step = [pattern.replace("_", " "), NAMES[routing], f"{bound[routing, pattern]:.4f}"], PER_BOUND // 2
        for (vcs, flits), preset in itertools.product(SIZES, reversed(ROUTERS)):
            keys = [f"traffic.pattern={pattern}", f"routing.algorithm={routing}", f"router.vcs={vcs}",
                    f"traffic.packet_flits={flits}", f"router.preset={preset}"]
            step = search.last_step(step, STABLE, (pattern, routing, vcs, flits, preset), "simulated", keys,
                                    bound[routing, pattern] / PER_BOUND)
            cells.append(f"{100 * step / PER_BOUND:.0f} %")
        rows.append(cells)
    return rows


def main():
    folder = results_folder(__doc__)
    loads = last_loads(folder)
    print("\nSection 5.5: the last load that is not saturated, and the last that is stable, of capacity\n")
    print(markdown(["router", "routing", "12 permutations", "tornado", "complement", "stable: 12 permutations",
                    "tornado", "complement"], loads))
    rows = shares(folder)
    print("The largest share of the exact throughput that is stable\n")
    print(markdown(["traffic", "routing", "exact", *(f"{size}, {ROUTERS[preset]}" for size, preset in
                                                     itertools.product(SIZES.values(), reversed(ROUTERS)))], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
