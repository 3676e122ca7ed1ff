#!/usr/bin/python3
"""Draws what scripts/bench_sizes.sh measured: ns per flit-hop over the number of routers, series by series.

A series has one colour; each number of threads is a line of its own, with other dashes. Full markers are tori of three
dimensions, hollow ones of two. With --caches the upper axis bears the caches: each at the
number of routers whose state and buffers it holds, with the bytes per router of the first series at its largest network.

example:
  scripts/plot_sizes.py out/sizes/sizes.csv --caches out/sizes/caches.csv -o sizes.png
"""
import argparse
import sys

from matplotlib.lines import Line2D

from pictures import light_grid, plt, save
from plot_style import COLOURS, DASHES, MARKERS, set_style
from tables import in_one_line, read_table

SERIES = ["model", "routing", "vcs", "packet_flits", "threads"]
BYTES = ["state_bytes_per_router", "buffer_bytes_per_router"]


def label(model, routing, vcs, flits, threads):
    places = "VC" if model == "input_queued" else "queue"
    text = f"{model.replace('_', '-')}, {routing.replace('_', ' ')}, {vcs} {places}{'s' if vcs > 1 else ''}"
    if model == "input_queued":
        text += f", {flits} flit{'s' if flits > 1 else ''}"
    return text + (f", {threads} threads" if threads > 1 else "")


def look_of(key, keys):
    """Colour, marker and dashes of a series, among all of them."""
    *series, threads = key
    networks = list(dict.fromkeys(tuple(other) for *other, _ in keys))
    counts = sorted({other[-1] for other in keys})
    i = networks.index(tuple(series))
    dashes = 1 if series[0] == "output_queued" else [0, 3, 2][min(counts.index(threads), 2)]
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)], "markersize": 4,
            "linestyle": DASHES[dashes], "linewidth": 1.2}


def held_routers(table, caches):
    """[(cache, its bytes, routers whose state it holds)] by the first series."""
    first = table[(table[SERIES] == table[SERIES].iloc[0]).all(axis=1)]
    router_bytes = first.loc[first["routers"].idxmax(), BYTES].sum()
    return [(row.cache, row.bytes, row.bytes / router_bytes) for row in caches.itertuples()]


def size_text(bytes_):
    for unit, scale in (("MB", 2**20), ("kB", 2**10)):
        if bytes_ >= scale:
            return f"{bytes_ / scale:g} {unit}"
    return f"{bytes_} B"


def draw(table, caches, path):
    set_style()
    fig, axes = plt.subplots(figsize=(7, 4.2), constrained_layout=True)
    handles = []
    groups = list(table.groupby(SERIES, sort=False))
    for key, rows in groups:
        look = look_of(key, [other for other, _ in groups])
        for dimensions, some in rows.groupby(rows["dimensions"].str.count("x") + 1):
            some = some.sort_values("routers")
            below, above = (some["ns_per_flit_hop"] - some["ns_least"], some["ns_most"] - some["ns_per_flit_hop"])
            hollow = {} if dimensions == 3 else {"markerfacecolor": "white"}
            axes.errorbar(some["routers"], some["ns_per_flit_hop"], yerr=[below, above], elinewidth=0.7, **look, **hollow)
        handles.append(Line2D([], [], label=label(*key), **look))
    axes.set_xscale("log")
    axes.set_yscale("log")
    low, high = axes.get_xlim()
    ticks = [2**n for n in range(6, 31, 3) if low <= 2**n <= high]
    axes.set_xticks(ticks, [f"{n:,}" for n in ticks])
    low, high = axes.get_ylim()
    ticks = [n for n in (20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000) if low <= n <= high]
    axes.set_yticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    axes.set_xlabel("routers")
    axes.set_ylabel("ns per flit-hop (log)")
    light_grid(axes)
    left, right = axes.get_xlim()
    for name, bytes_, routers in held_routers(table, caches) if caches is not None else []:
        if left <= routers <= right:
            axes.axvline(routers, color="0.5", linewidth=0.8, linestyle=(0, (2, 2)), zorder=0)
            axes.annotate(f"{name}, {size_text(bytes_)}", (routers, 1), xycoords=("data", "axes fraction"), xytext=(3, -9),
                          textcoords="offset points", fontsize=8, color="0.3")
    axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncol=2)
    save(fig, path)


@in_one_line
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", metavar="SIZES.csv")
    parser.add_argument("--caches", metavar="CACHES.csv", help="columns cache and bytes")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="picture: .png, .svg or .pdf")
    args = parser.parse_args()
    made_by = "a file of scripts/bench_sizes.sh"
    table = read_table(args.table, [*SERIES, "dimensions", "routers", "ns_per_flit_hop", "ns_least", "ns_most", *BYTES],
                       made_by, "networks")
    caches = args.caches and read_table(args.caches, ["cache", "bytes"], made_by, "caches")
    draw(table, caches, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
