#!/usr/bin/python3
"""Which part of the experiment of Versaci 2013 makes detours pay under the butterfly: tie rule, refusals or nodes.

Each variant of configs/outflank/table2.ini changes one thing of an earlier one; all have the same traffic on the
8-ary 3-cube. Writes NAME.csv for each, and causes.md, which is printed: mean lifetimes and refused shares, and all keys
in which each variant differs from the one that it varies. What is finished is kept.

usage: scripts/outflank_causes.py ORTHANT OUT [-j N]
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

from outflank_results import ROUTINGS
from reports import markdown, read_rows

CONFIGS = pathlib.Path(__file__).resolve().parent.parent / "configs" / "outflank"
LOADS = (0.1, 0.3, 0.5, 0.6)
GIVE_UP_NS = 100_000
Variant = collections.namedtuple("Variant", "of says config keys", defaults=((),))

SPLIT, DEEP = "routing.ties=split", "router.queue_packets=255"
# No stop and wait: the clock of the nodes has 2.4 ticks for a packet's time on a channel.
FAST = "router.source_window=unlimited"
# A packet of 204.8 ns each 256 ns, which is what stop and wait leaves the refusing router.
SLOW = "channel.node_bandwidth=0.8"
VARIANTS = {
    "plus": Variant("", "as the paper", "table2.ini"),
    "split": Variant("plus", "ties split", "table2.ini", (SPLIT,)),
    "plus_deep": Variant("plus", "queues of 255 packets", "table2.ini", (DEEP,)),
    "split_deep": Variant("split", "ties split, queues of 255 packets", "table2.ini", (SPLIT, DEEP)),
    "plus_fast": Variant("plus", "nodes do not wait for replies", "table2.ini", (FAST,)),
    "split_fast": Variant("split", "ties split, nodes do not wait for replies", "table2.ini", (SPLIT, FAST)),
    "plus_credits": Variant("plus_fast", "credits, node channels of 3.2", "credit.ini"),
    "split_credits": Variant("split_fast", "ties split, credits, node channels of 3.2", "credit.ini", (SPLIT,)),
    "plus_credits_slow": Variant("plus_credits", "credits, node channels of 0.8", "credit.ini", (SLOW,)),
    "split_credits_slow": Variant("split_credits", "ties split, credits, node channels of 0.8", "credit.ini",
                                  (SPLIT, SLOW)),
}


def simulate(orthant, folder, name, threads):
    variant = VARIANTS[name]
    limit = GIVE_UP_NS / (204.8 if variant.config == "credit.ini" else 1)
    subprocess.run([orthant, "sweep", str(CONFIGS / variant.config), "topology.dimensions=8x8x8",
                    "traffic.pattern=butterfly", f"routing.algorithm={','.join(ROUTINGS)}",
                    f"traffic.load={','.join(map(str, LOADS))}", f"run.latency_limit_cycles={limit:.0f}", *variant.keys,
                    *(["-j", threads] if threads else []), "-o", str(folder / f"{name}.csv")], check=True)


def complete_config(path):
    """The keys of a FILE.ini."""
    keys, section = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"\[(.*)\]", line):
            section = match[1]
        elif match := re.fullmatch(r"([^;#=]+?) = (.*)", line):
            keys[f"{section}.{match[1]}"] = match[2]
    return keys


def differences(folder, name):
    """Rows: key, its value in the variant that this one varies, its value here."""
    before, after = (complete_config(folder / f"{which}.csv.ini") for which in (VARIANTS[name].of, name))
    return [(key, before.get(key, ""), after.get(key, "")) for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key) and key != "run.latency_limit_cycles"]


def lifetimes(folder, name):
    """A cell for each routing and load: mean lifetime in us, and what was refused of all transmissions."""
    rows = {(row["routing"], float(row["load"])): row for row in read_rows(folder / f"{name}.csv")}

    def cell(row):
        if row["verdict"] != "drained":
            return f"> {GIVE_UP_NS / 1000:.0f}"
        refused = float(row["refused_fraction"] or 0)
        return f"{float(row['latency_mean_ns']) / 1000:.1f}" + (f" ({100 * refused:.2g} %)" if refused else "")

    return [cell(rows[routing, load]) for routing in ROUTINGS for load in LOADS]


def report(folder, names):
    columns = [f"{name}, {load:g}" for name in ROUTINGS.values() for load in LOADS]
    return ("## Mean lifetime, us, over the load; in brackets the refused share of transmissions, where there is one\n\n"
            + markdown(["", *columns], [[VARIANTS[name].says, *lifetimes(folder, name)] for name in names])
            + "\n## What each differs in\n\n"
            + markdown(["variant", "against", "key", "there", "here"],
                       [[VARIANTS[name].says, VARIANTS[VARIANTS[name].of].says, f"`{key}`", there, here]
                        for name in names if VARIANTS[name].of for key, there, here in differences(folder, name)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-j", metavar="N", help="threads")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in VARIANTS:
        try:
            simulate(options.orthant, options.folder, name, options.j)
        except subprocess.CalledProcessError as error:
            return error.returncode
    text = report(options.folder, VARIANTS)
    (options.folder / "causes.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
