#!/usr/bin/python3
"""Compares collectives in networks of routers with buffers with their liquid throughput.

measured.csv has every run: network, switching, packets of a message, order, barrier, seed, flits of
a message, cycles, throughput (flits delivered per cycle, by all nodes together), its share of the
liquid throughput, and the cycles that a frame of the shortest possible schedule takes beyond the
flits of its messages. replay.md has the shares, of several seeds the mean. curves.png shows the
throughput over the length of the messages, a row for each network, in the manner of Figures 13 and
14 of Gabrielyan & Hersch 2004.
"""
import pathlib
import sys

import pandas as pd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import legend_below, panels, write
from paper import light_grid
from study import Study, markdown

NETWORKS = ("replay_torus", "replay_mesh", "replay_t1")
# Packets change their VC at the dateline, so that most of them share one.
CROSSING = "routing.dor.dateline=crossing"
LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128)  # packets of 32 flits
PACKETS = {"one": ["traffic.packet_flits=" + ",".join(str(32 * n) for n in LENGTHS),
                   "traffic.message_packets=1"],
           "many": ["traffic.message_packets=" + ",".join(map(str, LENGTHS)),
                    "traffic.packet_flits=32",
                    "router.buffer_flits=64", "router.switching=wormhole,virtual_cut_through"]}
KNOWN = ["schedule.order=liquid,round_robin", "schedule.barrier=yes,no"]
RANDOM = ["schedule.order=random", "schedule.barrier=yes,no", "run.seed=1,2,3"]
ORDERS = {"liquid": ("liquid schedule", "#0b5394", "o"),
          "round_robin": ("round robin", "#e0702c", "s"),
          "random": ("random order", "#777777", "^")}
BARRIERS = {"yes": ("barrier", "-"), "no": ("free running", (0, (4, 2)))}
# How messages travel: switching and packets of a message.
WAYS = {("wormhole", "one"): "wormhole, a message is one packet",
        ("wormhole", "many"): "wormhole, packets of 32 flits",
        ("virtual_cut_through", "many"): "cut-through, packets of 32 flits"}


def simulate(study, config):
    """All runs of a config, and its bound."""
    study.run("schedule", config, f"{config}_bound", CROSSING)
    bound = study.table(f"{config}_bound").iloc[0]
    tables = []
    for packets, keys in PACKETS.items():
        for order, orders in (("known", KNOWN), ("random", RANDOM)):
            name = f"{config}_{packets}_{order}"
            study.run("sweep", config, name, CROSSING, *orders, *keys)
            table = study.table(name)
            if set(table["verdict"]) != {"drained"}:
                sys.exit(f"replay: {study.path(name)}: a run has not drained")
            if order == "random":
                table["schedule.order"] = order
            tables.append(measured(table.assign(way=packets), bound))
    return pd.concat(tables), bound


def measured(rows, bound):
    flits = rows["packets"] * rows["packet_flits"]
    message = flits // bound["transfers"]
    return pd.DataFrame({
        "network": (rows["dimensions"].fillna("").astype(str) + " " + rows["topology"]).str.strip(),
        "switching": rows["switching"], "packets_of_a_message": rows["way"],
                         "order": rows["schedule.order"],
        "barrier": rows["schedule.barrier"], "seed": rows["seed"], "message_flits": message,
                         "cycles": rows["cycles"],
        "throughput": flits / rows["cycles"], "liquid_share": flits / rows["cycles"]
                         / bound["liquid_throughput"],
        "cycles_beyond_per_frame": rows["cycles"] / bound["duration"] - message})


def select(runs, way, order, barrier):
    """Means over the seeds, by length."""
    own = runs[(runs["switching"] == way[0]) & (runs["packets_of_a_message"] == way[1])
               & (runs["order"] == order)
               & (runs["barrier"] == barrier)]
    return own.groupby("message_flits")[["throughput", "liquid_share",
                                         "cycles_beyond_per_frame"]].mean()


def shares(runs):
    """The share of the liquid throughput by length, a row per way, order and barrier."""
    lengths = sorted(runs["message_flits"].unique())
    rows = []
    for way, name in WAYS.items():
        for order, (order_name, *_) in ORDERS.items():
            for barrier, (barrier_name, _) in BARRIERS.items():
                means = select(runs, way, order, barrier)["liquid_share"]
                rows.append([name, order_name, barrier_name,
                             *(f"{100 * means[n]:.1f}" if n in means else "" for n in lengths)])
    return markdown(["how", "order", "frames", *(f"{n} flits" for n in lengths)], rows)


def report(networks):
    parts = ["# Collectives in the simulator\n"]
    for runs, bound in networks:
        barrier = select(runs, ("wormhole", "one"), "liquid", "yes")["cycles_beyond_per_frame"]
        beyond = sorted({f"{cycles:.4g}" for cycles in barrier})
        parts += [f"## {runs['network'].iloc[0]}, {bound['collective']}\n",
                  f"{bound['transfers']} transfers, duration {bound['duration']}, liquid "
                  f"throughput {bound['liquid_throughput']:.4g} flits/cycle. Behind a barrier a "
                  f"frame of the liquid "
                  f"schedule takes {' or '.join(beyond)} cycles beyond its flits, in the mean. "
                  f"Shares of the liquid throughput in %:\n", shares(runs)]
    return "\n".join(parts)


def draw(networks):
    fig, grid = panels(len(networks), len(WAYS), (11, 0.6 + 3.1 * len(networks)), sharex=True,
                       sharey="row")
    for row, (runs, bound) in zip(grid, networks):
        for axes, (way, name) in zip(row, WAYS.items()):
            draw_panel(axes, runs, way, bound["liquid_throughput"])
            axes.set_title(f"{runs['network'].iloc[0]}\n{name}")
        row[0].set_ylabel("throughput (flits/cycle)")
    for axes in grid[-1]:
        axes.set_xlabel("length of a message (flits)")
    legend_below(fig, grid[0][0], 4)
    return fig


def draw_panel(axes, runs, way, liquid):
    axes.axhline(liquid, color="black", lw=1.2, label="liquid throughput")
    for barrier, (frames, dashes) in BARRIERS.items():
        for order, (name, colour, marker) in ORDERS.items():
            means = select(runs, way, order, barrier)["throughput"]
            axes.plot(means.index, means, ls=dashes, marker=marker, color=colour, ms=3.5, lw=1.1,
                      mfc=colour if barrier == "yes" else "white", label=f"{name}, {frames}")
    axes.set_xscale("log", base=2)
    lengths = sorted(runs["message_flits"].unique())
    axes.set_xticks(lengths, lengths, minor=False)
    axes.tick_params(axis="x", labelsize=7)
    axes.set_ylim(0, 1.06 * liquid)
    light_grid(axes)


def main():
    study = Study("replay", __doc__)
    networks = [simulate(study, config) for config in NETWORKS]
    write(draw(networks), study.out / "curves")
    pd.concat([runs for runs, _ in networks]).to_csv(study.path("measured"), index=False,
                                                     float_format="%.10g")
    study.report(report(networks))


if __name__ == "__main__":
    main()
