#!/usr/bin/python3
"""What priorities and VCs of their own do for short packets beside bulk, and for a background beside a hot spot.

Sweeps configs/traffic_classes.ini with and without its two rules: priority.csv, plain.csv, apart.csv, both.csv. A uniform
background beside a class that sends more to one node than that takes, in the same VCs and apart: hot.csv, hot_apart.csv. Writes
them, traffic_classes.md (printed too) and traffic_classes.png into out/traffic_classes/ or OUT. Needs a built tree
(scripts/build.sh orthant); half a minute of a core.

usage: scripts/study_traffic_classes.py [-j N] [OUT]
"""

import sys

import pandas as pd

from pictures import light_grid, plt, set_style
from plot_style import series_look
from reports import markdown
from study import Study

SHARED = ["router.message_classes=1", "traffic.bulk.message_class=0"]
EQUAL = ["traffic.urgent.priority=0"]
# Name of the file, words for people, keys.
RULES = {"plain": ("neither", SHARED + EQUAL), "priority": ("priority", SHARED), "apart": ("own VCs", EQUAL),
         "both": ("priority and own VCs", [])}
# Both classes are renamed by what they do: urgent packets are the background, bulk goes to one node.
HOT = ["traffic.bulk.pattern=hotspot", "traffic.bulk.hotspot_nodes=27", "traffic.bulk.hotspot_share=1",
       "traffic.bulk.packet_flits=1", "traffic.load=0.005,0.01,0.015,0.02,0.03", "traffic.urgent.load=0.2", *EQUAL]
SPOTS = {"hot": ("same VCs", HOT + SHARED), "hot_apart": ("own VCs", HOT)}


def computed(study):
    """{name: rows} of the sweeps."""
    return {name: pd.read_csv(study.sweep("traffic_classes", name, *keys), keep_default_na=False, na_values=[""])
            for name, (_, keys) in {**RULES, **SPOTS}.items()}


def number(value, digits):
    return "" if pd.isna(value) else f"{value:.{digits}f}"


def urgent_table(rows):
    loads = rows["both"]["load"]
    cells = [[f"{load:g}"] for load in loads]
    for name in RULES:
        for line, (_, own) in zip(cells, rows[name].iterrows()):
            line += [number(own["urgent.latency_mean"], 2), number(own["urgent.latency_p99"], 0),
                     number(own["bulk.accepted_flits"], 3)]
    heads = [f"{words}: {what}" for words, _ in RULES.values() for what in ("mean", "p99", "bulk accepted")]
    return markdown(["bulk offered", *heads], cells)


def hot_table(rows):
    cells = []
    for name, (words, _) in SPOTS.items():
        for _, own in rows[name].iterrows():
            cells.append([words, f"{64 * own['load']:.2f}", f"{64 * own['bulk.accepted_flits']:.3f}",
                          own["urgent.verdict"], number(own["urgent.latency_mean"], 2),
                          f"{own['urgent.accepted_flits']:.4f}"])
    return markdown(["classes", "offered to the node", "it takes", "background", "its mean latency", "its accepted load"],
                    cells)


def picture(rows):
    set_style(**{"axes.spines.top": False, "axes.spines.right": False})
    fig, (latency, accepted) = plt.subplots(1, 2, figsize=(7.2, 3.1), constrained_layout=True)
    for i, (name, (words, _)) in enumerate(RULES.items()):
        own = rows[name]
        look = series_look(i)
        latency.plot(own["load"], own["urgent.latency_mean"], label=words, **look)
        accepted.plot(own["load"], own["bulk.accepted_flits"], label=words, **look)
    latency.set(xlabel="bulk offered (capacity)", ylabel="mean latency of urgent packets (cycles)", xlim=(0, None),
                yscale="log")
    latency.set_yticks([10, 20, 50, 100, 200], ["10", "20", "50", "100", "200"])
    latency.minorticks_off()
    latency.legend(title="urgent packets have", loc="upper left")
    top = rows["both"]["load"].max()
    accepted.plot([0, top], [0, top], color="0.8", linewidth=0.8, zorder=0)
    accepted.set(xlabel="bulk offered (capacity)", ylabel="bulk accepted (capacity)", xlim=(0, None), ylim=(0, None))
    for axes in (latency, accepted):
        light_grid(axes)
    return fig


def main(arguments):
    study = Study(__doc__, "traffic_classes", arguments)
    rows = computed(study)
    text = ("## Latency of urgent packets in cycles, and bulk accepted\n\n" + urgent_table(rows) +
            "\n## Beside a hot spot\n\n" + hot_table(rows))
    study.report(text, picture(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
