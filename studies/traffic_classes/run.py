#!/usr/bin/python3
"""Measures what priorities and VCs of their own do for short packets beside bulk, and for a
background beside a hot spot.

priority.csv, plain.csv, apart.csv, both.csv: configs/traffic_classes.ini with and without its two
rules. hot.csv, hot_apart.csv: a uniform background beside a class that sends more to one node than
that takes, in the same VCs and apart. traffic_classes.md has the tables, traffic_classes.png the
curves.
"""
import pathlib
import sys

import pandas as pd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import diagonal, look, panels, write
from paper import light_grid
from study import Study, markdown

SHARED = ["router.message_classes=1", "traffic.bulk.message_class=0"]
EQUAL = ["traffic.urgent.priority=0"]
# Name of the file, words for people, keys.
RULES = {"plain": ("neither", SHARED + EQUAL), "priority": ("priority", SHARED),
         "apart": ("own VCs", EQUAL), "both": ("priority and own VCs", [])}
# Urgent packets are the background here, bulk goes to one node.
HOT = ["traffic.bulk.pattern=hotspot", "traffic.bulk.hotspot_nodes=27",
       "traffic.bulk.hotspot_share=1",
       "traffic.bulk.packet_flits=1", "traffic.load=0.005,0.01,0.015,0.02,0.03",
       "traffic.urgent.load=0.2", *EQUAL]
SPOTS = {"hot": ("same VCs", HOT + SHARED), "hot_apart": ("own VCs", HOT)}


def number(value, digits):
    return "" if pd.isna(value) else f"{value:.{digits}f}"


def urgent_table(rows):
    cells = [[f"{load:g}"] for load in rows["both"]["load"]]
    for name in RULES:
        for line, (_, own) in zip(cells, rows[name].iterrows()):
            line += [number(own["urgent.latency_mean"], 2), number(own["urgent.latency_p99"], 0),
                     number(own["bulk.accepted_flits"], 3)]
    heads = [f"{words}: {what}" for words, _ in RULES.values()
             for what in ("mean", "p99", "bulk accepted")]
    return markdown(["bulk offered", *heads], cells)


def hot_table(rows):
    cells = [[words, f"{64 * own['load']:.2f}", f"{64 * own['bulk.accepted_flits']:.3f}",
              own["urgent.verdict"],
              number(own["urgent.latency_mean"], 2), f"{own['urgent.accepted_flits']:.4f}"]
             for name, (words, _) in SPOTS.items() for _, own in rows[name].iterrows()]
    return markdown(["classes", "offered to the node", "it takes", "background", "its mean latency",
                     "its accepted load"],
                    cells)


def draw(rows):
    fig, ((latency, accepted),) = panels(1, 2, (7.2, 3.1))
    for i, (name, (words, _)) in enumerate(RULES.items()):
        own = rows[name]
        latency.plot(own["load"], own["urgent.latency_mean"], label=words, **look(i))
        accepted.plot(own["load"], own["bulk.accepted_flits"], label=words, **look(i))
    latency.set(xlabel="bulk offered (capacity)", ylabel="mean latency of urgent packets (cycles)",
                xlim=(0, None), yscale="log")
    latency.set_yticks([10, 20, 50, 100, 200], ["10", "20", "50", "100", "200"])
    latency.minorticks_off()
    latency.legend(title="urgent packets have", loc="upper left", frameon=False)
    diagonal(accepted, rows["both"]["load"].max())
    accepted.set(xlabel="bulk offered (capacity)", ylabel="bulk accepted (capacity)",
                 xlim=(0, None), ylim=(0, None))
    for axes in (latency, accepted):
        light_grid(axes)
    return fig


def main():
    study = Study("traffic_classes", __doc__)
    for name, (_, keys) in {**RULES, **SPOTS}.items():
        study.run("sweep", "traffic_classes", name, *keys)
    rows = {name: study.table(name) for name in (*RULES, *SPOTS)}
    write(draw(rows), study.out / "traffic_classes")
    study.report("## Latency of urgent packets in cycles, and bulk accepted\n\n"
                 + urgent_table(rows)
                 + "\n## Beside a hot spot\n\n" + hot_table(rows))


if __name__ == "__main__":
    main()
