#!/usr/bin/python3
"""Measures the cost of a flit-hop over network sizes.

Runs each case of bench/size_bench in its own process on as many cores as threads: tori of 64 to
262,144 routers, both node models, several routings, numbers of VCs and packet lengths, at a fixed
share of capacity. Writes to out/sizes/ or OUT: sizes.csv (flit-hops per second, ns per flit-hop,
bytes per router), caches.csv (caches of the first core, if the system reports them) and sizes.png:
ns per flit-hop over the number of routers, one line per series and number of threads, with filled
markers for three dimensions and open ones for two. The upper axis shows each cache at the number of
routers whose state and buffers fit into it. ORTHANT_BENCH names the program, by default
build/bench/size_bench. All cases on one thread take about six minutes and 2 GB; --most 40000 omits
the largest networks.
"""
import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys

import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "studies" / "common"))
from drawing import panels
from paper import COLOURS, DASHES, MARKERS, light_grid, plt, save
from study import write_rows

SERIES = ["model", "routing", "vcs", "packet_flits", "threads"]
BYTES = ["state_bytes_per_router", "buffer_bytes_per_router"]


def measure(options):
    """Rows of sizes.csv."""
    listed = [line.split()[:2] for line in printed([options.bench]).splitlines()]
    names = [name for name, routers in listed if re.search(options.only, name)
             and (options.most is None or int(routers) <= options.most)]
    rows = []
    for name in names:
        for threads in options.threads:
            if threads > 1 and name.startswith("output_queued"):
                continue  # that model has one thread only
            cores = f"{options.cpu}-{options.cpu + threads - 1}"
            text = printed(["taskset", "-c", cores, options.bench, str(threads), name])
            print(text.splitlines()[-1], file=sys.stderr)
            rows += csv.DictReader(text.splitlines())
    return rows


def printed(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def caches_of(cpu):
    """Rows of caches.csv."""
    rows = []
    for cache in sorted(pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/cache").glob("index*")):
        size, level, kind = ((cache / name).read_text().strip()
                             for name in ("size", "level", "type"))
        if kind != "Instruction":
            rows.append({"cache": f"L{level}", "bytes": int(size[:-1])
                         * {"K": 2**10, "M": 2**20}[size[-1]]})
    return rows


def label(model, routing, vcs, flits, threads):
    places = "VC" if model == "input_queued" else "queue"
    text = f"{model.replace('_', '-')}, {routing.replace('_', ' ')}, {vcs} {places}"
    text += "s" if vcs > 1 else ""
    if model == "input_queued":
        text += f", {flits} flit{'s' if flits > 1 else ''}"
    return text + (f", {threads} threads" if threads > 1 else "")


def look_of(key, keys):
    """Colour, marker and dashes of a series: one colour per network, dashes by its threads."""
    *series, threads = key
    i = list(dict.fromkeys(tuple(other) for *other, _ in keys)).index(tuple(series))
    counts = sorted({other[-1] for other in keys})
    dashes = 1 if series[0] == "output_queued" else [0, 3, 2][min(counts.index(threads), 2)]
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)],
            "markersize": 4, "linestyle": DASHES[dashes], "linewidth": 1.2}


def held_routers(table, caches):
    """[(cache, bytes, routers whose state fits)], from the first series at its largest network."""
    first = table[(table[SERIES] == table[SERIES].iloc[0]).all(axis=1)]
    router_bytes = first.loc[first["routers"].idxmax(), BYTES].sum()
    return [(row["cache"], row["bytes"], row["bytes"] / router_bytes) for row in caches]


def size_text(bytes_):
    return f"{bytes_ / 2**20:g} MB" if bytes_ >= 2**20 else f"{bytes_ / 2**10:g} kB"


def draw(table, caches, path):
    fig, ((axes,),) = panels(1, 1, (7, 4.2))
    groups = list(table.groupby(SERIES, sort=False))
    for key, rows in groups:
        look = look_of(key, [other for other, _ in groups])
        for dimensions, some in rows.groupby(rows["dimensions"].str.count("x") + 1):
            some = some.sort_values("routers")
            below, above = (some["ns_per_flit_hop"] - some["ns_least"], some["ns_most"]
                            - some["ns_per_flit_hop"])
            hollow = {} if dimensions == 3 else {"markerfacecolor": "white"}
            axes.errorbar(some["routers"], some["ns_per_flit_hop"], yerr=[below, above],
                          elinewidth=0.7, **look, **hollow)
        axes.plot([], [], label=label(*key), **look)
    axes.set(xscale="log", yscale="log", xlabel="routers", ylabel="ns per flit-hop (log)")
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    ticks = [2**n for n in range(6, 31, 3) if left <= 2**n <= right]
    axes.set_xticks(ticks, [f"{n:,}" for n in ticks])
    ticks = [n for n in (20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000) if low <= n <= high]
    axes.set_yticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    light_grid(axes)
    for name, bytes_, routers in held_routers(table, caches):
        if left <= routers <= right:
            axes.axvline(routers, color="0.5", linewidth=0.8, linestyle=(0, (2, 2)), zorder=0)
            axes.annotate(f"{name}, {size_text(bytes_)}", (routers, 1),
                          xycoords=("data", "axes fraction"), xytext=(3, -9),
                          textcoords="offset points", fontsize=8, color="0.3")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncol=2, frameon=False)
    save(fig, path)
    plt.close(fig)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out" / "sizes")
    parser.add_argument("--only", default=".", metavar="REGEX",
                        help="cases whose names contain it (default: all)")
    parser.add_argument("--most", type=int, metavar="ROUTERS", help="largest number of routers")
    parser.add_argument("--threads", default=[1],
                        type=lambda text: [int(word) for word in text.split(",")],
                        metavar="N,...", help="each case with each number of threads (default: 1)")
    parser.add_argument("--cpu", type=int, default=0, help="the first core (default: %(default)s)")
    options = parser.parse_args()
    if options.cpu + max(options.threads) > os.cpu_count():
        parser.error(f"{max(options.threads)} threads from core {options.cpu} on: "
                     f"the machine has {os.cpu_count()} cores")
    options.bench = os.environ.get("ORTHANT_BENCH", str(ROOT / "build" / "bench" / "size_bench"))
    if not os.access(options.bench, os.X_OK):
        parser.error(f"{options.bench}: not there; scripts/build.sh size_bench makes it")
    rows, caches = measure(options), caches_of(options.cpu)
    if not rows:
        parser.error("no case is left")
    options.out.mkdir(parents=True, exist_ok=True)
    write_rows(options.out / "sizes.csv", rows)
    write_rows(options.out / "caches.csv", caches)
    draw(pd.read_csv(options.out / "sizes.csv"), caches, str(options.out / "sizes.png"))


if __name__ == "__main__":
    main()
