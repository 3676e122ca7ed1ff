#!/usr/bin/python3
"""The picture and the tables of scripts/study_replay.sh from its CSV files in a folder.

measured.csv has every run: network, switching, packets of a message, order, barrier, seed, flits of a message,
cycles, throughput (flits delivered per cycle, by all nodes together), its share of the liquid throughput, and the
cycles that a frame of the shortest possible schedule takes beyond the flits of its messages. replay.md has the
shares, of several seeds the mean; it is also printed. curves.png and .svg show the throughput over the length of
the messages, a row for each network.

usage: scripts/replay_report.py out/replay CONFIG...
"""

import argparse
import pathlib
import sys

import pandas as pd

from pictures import light_grid, plt, save_for_pages, set_style
from reports import markdown
from tables import InputError, in_one_line, read_table

MADE_BY = "the CSV of scripts/study_replay.sh"
BOUND = ["collective", "transfers", "duration", "liquid_throughput"]
COLUMNS = ["topology", "dimensions", "switching", "packet_flits", "schedule.barrier", "seed", "verdict", "packets",
           "cycles"]
ORDERS = {"liquid": ("liquid schedule", "#0b5394", "o"), "round_robin": ("round robin", "#c8501e", "s"),
          "random": ("random order", "#777777", "^")}
BARRIERS = {"yes": ("barrier", "-"), "no": ("free running", (0, (4, 2)))}
# How messages travel: switching and whether a message is one packet.
WAYS = {("wormhole", "one"): "wormhole, a message is one packet",
        ("wormhole", "many"): "wormhole, packets of 32 flits",
        ("virtual_cut_through", "many"): "cut-through, packets of 32 flits"}


def read(folder, config):
    """All runs of a config, and its bound."""
    bound = read_table(str(folder / f"{config}_bound.csv"), BOUND, MADE_BY, "rows").iloc[0]
    tables = []
    for way in ("one_packet", "packets"):
        for suffix in ("", "_random"):
            path = folder / f"{config}_{way}{suffix}.csv"
            columns = COLUMNS if suffix else ["schedule.order", *COLUMNS]
            table = read_table(str(path), columns, MADE_BY, "rows", keep_default_na=False)
            if suffix:
                table = table.assign(**{"schedule.order": suffix[1:]})
            if set(table["verdict"]) != {"drained"}:
                raise InputError(f"{path}: a run has not drained")
            tables.append(table.assign(way="one" if way == "one_packet" else "many"))
    return measured(pd.concat(tables), bound), bound


def measured(rows, bound):
    flits = rows["packets"] * rows["packet_flits"]
    message = flits // bound["transfers"]
    return pd.DataFrame({
        "network": (rows["dimensions"].astype(str) + " " + rows["topology"]).str.strip(), "switching": rows["switching"],
        "packets_of_a_message": rows["way"], "order": rows["schedule.order"], "barrier": rows["schedule.barrier"],
        "seed": rows["seed"], "message_flits": message, "cycles": rows["cycles"],
        "throughput": flits / rows["cycles"], "liquid_share": flits / rows["cycles"] / bound["liquid_throughput"],
        "cycles_beyond_per_frame": rows["cycles"] / bound["duration"] - message})


def select(runs, way, order, barrier):
    """Means over the seeds, by length."""
    switching, packets = way
    own = runs[(runs["switching"] == switching) & (runs["packets_of_a_message"] == packets)
               & (runs["order"] == order) & (runs["barrier"] == barrier)]
    return own.groupby("message_flits")[["throughput", "liquid_share", "cycles_beyond_per_frame"]].mean()


def shares(runs):
    """The share of the liquid throughput by length, a row per way, order and barrier."""
    lengths = sorted(runs["message_flits"].unique())
    rows = []
    for way, name in WAYS.items():
        for order in ORDERS:
            for barrier in BARRIERS:
                means = select(runs, way, order, barrier)["liquid_share"]
                rows.append([name, ORDERS[order][0], BARRIERS[barrier][0],
                             *(f"{100 * means[n]:.1f}" if n in means else "" for n in lengths)])
    return markdown(["how", "order", "frames", *(f"{n} flits" for n in lengths)], rows)


def report(networks):
    parts = ["# Collectives in the simulator\n"]
    for runs, bound in networks:
        barrier = select(runs, ("wormhole", "one"), "liquid", "yes")["cycles_beyond_per_frame"]
        beyond = sorted({f"{cycles:.4g}" for cycles in barrier})
        parts += [f"## {runs['network'].iloc[0]}, {bound['collective']}\n",
                  f"{bound['transfers']} transfers, duration {bound['duration']}, liquid throughput "
                  f"{bound['liquid_throughput']:.4g} flits/cycle. Behind a barrier a frame of the liquid schedule takes "
                  f"{' or '.join(beyond)} cycles beyond its flits, in the mean. Shares of the liquid throughput "
                  "in %:\n", shares(runs)]
    return "\n".join(parts)


def draw(networks):
    fig, grid = plt.subplots(len(networks), len(WAYS), figsize=(11, 0.9 + 3.1 * len(networks)), sharex=True,
                             sharey="row", constrained_layout=True, squeeze=False)
    for row, (runs, bound) in zip(grid, networks):
        for axes, (way, name) in zip(row, WAYS.items()):
            draw_panel(axes, runs, way, bound["liquid_throughput"])
            axes.set_title(f"{runs['network'].iloc[0]}: {name}", fontsize=8.5)
        row[0].set_ylabel("throughput (flits/cycle)")
    for axes in grid[-1]:
        axes.set_xlabel("length of a message (flits)")
    handles, labels = grid[0][0].get_legend_handles_labels()
    fig.get_layout_engine().set(rect=(0, 0.16 / len(networks), 1, 1 - 0.16 / len(networks)))
    fig.legend(handles, labels, loc="lower center", ncol=4, fontsize=8)
    return fig


def draw_panel(axes, runs, way, liquid):
    axes.axhline(liquid, color="black", lw=1.2, label="liquid throughput")
    for barrier, (frames, dashes) in BARRIERS.items():
        for order, (name, colour, marker) in ORDERS.items():
            means = select(runs, way, order, barrier)["throughput"]
            axes.plot(means.index, means, ls=dashes, marker=marker, color=colour, ms=3.5, lw=1.1,
                      mfc=colour if barrier == "yes" else "white", label=f"{name}, {frames}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(runs["message_flits"].unique()), sorted(runs["message_flits"].unique()), minor=False)
    axes.tick_params(axis="x", labelsize=7)
    axes.set_ylim(0, 1.06 * liquid)
    light_grid(axes)


@in_one_line
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("configs", nargs="+", metavar="CONFIG")
    options = parser.parse_args()
    folder = options.folder
    networks = [read(folder, config) for config in options.configs]
    set_style(font_size=8.5)
    fig = draw(networks)
    save_for_pages(fig, folder / "curves")
    every_run = pd.concat([runs for runs, _ in networks])
    every_run.to_csv(folder / "measured.csv", index=False, float_format="%.10g")
    text = report(networks)
    (folder / "replay.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
