#!/usr/bin/python3
"""Finds which part of the experiment of Versaci 2013 makes detours pay under the butterfly: tie
rule, refusals or nodes.

Each variant of configs/outflank/table2.ini changes one thing of an earlier one; all have the same
traffic on the 8-ary 3-cube. Writes NAME.csv for each, and causes.md: mean lifetimes and refused
shares, and all keys in which each variant differs from the one that it varies.
"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from results import ROUTERS, ROUTINGS
from study import Study, markdown

LOADS = (0.1, 0.3, 0.5, 0.6)
GIVE_UP_NS = 100_000
Variant = collections.namedtuple("Variant", "of description router keys", defaults=((),))

SPLIT, DEEP = "routing.ties=split", "router.queue_packets=255"
# No stop and wait: the clock of the nodes has 2.4 ticks for a packet's time on a channel.
FAST = "router.source_window=unlimited"
# A packet of 204.8 ns every 256 ns, the rate to which stop and wait limits the refusing router.
SLOW = "channel.node_bandwidth=0.8"
VARIANTS = {
    "plus": Variant("", "as the paper", "refusing"),
    "split": Variant("plus", "ties split", "refusing", (SPLIT,)),
    "plus_deep": Variant("plus", "queues of 255 packets", "refusing", (DEEP,)),
    "split_deep": Variant("split", "ties split, queues of 255 packets", "refusing", (SPLIT, DEEP)),
    "plus_fast": Variant("plus", "nodes do not wait for replies", "refusing", (FAST,)),
    "split_fast": Variant("split", "ties split, nodes do not wait for replies", "refusing",
                          (SPLIT, FAST)),
    "plus_credits": Variant("plus_fast", "credits, node channels of 3.2", "credits"),
    "split_credits": Variant("split_fast", "ties split, credits, node channels of 3.2", "credits",
                             (SPLIT,)),
    "plus_credits_slow": Variant("plus_credits", "credits, node channels of 0.8", "credits",
                                 (SLOW,)),
    "split_credits_slow": Variant("split_credits", "ties split, credits, node channels of 0.8",
                                  "credits", (SPLIT, SLOW)),
}


def simulate(study, name):
    variant = VARIANTS[name]
    router = ROUTERS[variant.router]
    study.run("sweep", router.config, name, "topology.dimensions=8x8x8",
              "traffic.pattern=butterfly",
              f"routing.algorithm={','.join(ROUTINGS)}",
              f"traffic.load={','.join(map(str, LOADS))}",
              f"run.latency_limit_cycles={GIVE_UP_NS / router.cycle_ns:.0f}", *variant.keys)


def complete_config(path):
    """The keys of a FILE.ini."""
    keys, section = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"\[(.*)\]", line):
            section = match[1]
        elif match := re.fullmatch(r"([^;#=]+?) = (.*)", line):
            keys[f"{section}.{match[1]}"] = match[2]
    return keys


def differences(study, name):
    """Rows: key, its value in the variant that this one varies, its value here."""
    before, after = (complete_config(study.out / f"{which}.csv.ini")
                     for which in (VARIANTS[name].of, name))
    return [(key, before.get(key, ""), after.get(key, ""))
            for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key) and key != "run.latency_limit_cycles"]


def lifetimes(study, name):
    """A cell for each routing and load: mean lifetime in us, and what was refused of all
    transmissions."""
    rows = {(row["routing"], float(row["load"])): row for row in study.rows(name)}

    def cell(row):
        if row["verdict"] != "drained":
            return f"> {GIVE_UP_NS / 1000:.0f}"
        refused = float(row.get("refused_fraction") or 0)
        return f"{float(row['latency_mean_ns']) / 1000:.1f}" + (f" ({100 * refused:.2g} %)"
                                                                if refused else "")

    return [cell(rows[routing, load]) for routing in ROUTINGS for load in LOADS]


def report(study):
    columns = [f"{name}, {load:g}" for name in ROUTINGS.values() for load in LOADS]
    return ("## Mean lifetime, us, over the load; in brackets the refused share of transmissions, "
            "where there is one\n\n"
            + markdown(["", *columns], [[VARIANTS[name].description, *lifetimes(study, name)]
                                        for name in VARIANTS])
            + "\n## What each differs in\n\n"
            + markdown(["variant", "against", "key", "there", "here"],
                       [[VARIANTS[name].description, VARIANTS[VARIANTS[name].of].description,
                         f"`{key}`", there, here]
                        for name in VARIANTS if VARIANTS[name].of for key, there,
                        here in differences(study, name)]))


def main():
    study = Study("outflank_causes", __doc__)
    for name in VARIANTS:
        simulate(study, name)
    study.report(report(study), "causes")


if __name__ == "__main__":
    main()
