#!/usr/bin/python3
"""The tables and pictures of scripts/reproduce_updown.sh from the CSV files in a folder.

averages.md compares path length, largest channel load and predicted saturation over random graphs with
tests/data/updown/averages.csv, by the difference of the means over its standard error; saturation.md the simulated
saturation with simulated_saturation.csv; multiplexing.md has what a second virtual network gains by the exact loads, where a channel
serves whichever network has flits, and where the networks take turns. networks.md has the least
distance of routers whose path is longer than necessary, by the number of virtual networks;
degrees.md global over local knowledge by the degree of the graph; first_come.md latency with
channels given in turn and first come, first served; memory.md, and memory (.png, .svg), what routers store
against what the network carries. figure2, figure3 and figure4 (.png, .svg) are drawn with bands of
95 % confidence over the graphs; of a graph all loads count up to the first at which it is not stable. The tables are
also printed.

usage: scripts/updown_report.py out/updown
"""

import math
import pathlib
import statistics
import sys
import typing

import pandas

from pictures import plt, save_for_pages, set_style
from reports import markdown, read_rows, results_folder
from students_t import half_width
from tables import InputError, in_one_line, read_table
from updown_memory import children_of_tree, read_links, stated_bits, stored_bits

DATA = pathlib.Path(__file__).resolve().parents[1] / "tests" / "data" / "updown"
FLITS = 200  # of a message
SIZE, TIE = "routing.up_down.cluster_size", "routing.up_down.tie"
DEGREE = "topology.degree"
NETWORKS, SEED = "routing.up_down.virtual_networks", "topology.graph_seed"
TIES = {"lowest_id": "lowid", "random": "random", "max_label": "maxl"}
MOST_ERRORS = 3.5  # standard errors of a difference that is nothing unusual among so many
MOST_AWAY = 15  # per cent between simulated saturations, which rest on few graphs and other criteria


def mean_sd(values):
    return statistics.mean(values), statistics.stdev(values) if len(values) > 1 else math.nan


def averages(folder):
    """Rows of a table, and how many of the differences are beyond MOST_ERRORS."""
    ours = read_table(str(folder / "averages.csv"), ["routers", SIZE, TIE, NETWORKS, "path_length_mean",
                                                      "channel_load_max"], "of reproduce_updown.sh", "rows")
    groups = {key: rows for key, rows in ours.groupby(["routers", SIZE, TIE, NETWORKS])}
    table, beyond, compared = [], 0, 0
    seen = set()
    for row in read_rows(DATA / "averages.csv"):
        tie = {short: long for long, short in TIES.items()}.get(row["tie"])
        key = (int(row["N"]), int(row["H"]), tie, int(row["vn"]))
        plain = (row["gen"], row["root"], row["labels"], row["clusters"], row["d"]) == ("gnm", "0", "bfs", "top", "6")
        if not plain or key in seen:
            continue
        if key not in groups:
            raise InputError(f"averages.csv: no rows of {key[0]} routers, H = {key[1]}, {key[2]}, {key[3]} networks")
        seen.add(key)
        rows = groups[key]
        # A router's own messages are left out in both.
        cells = [*key[:1], key[1], key[2], key[3]]
        for values, mean, sd in ((rows["path_length_mean"] * key[0] / (key[0] - 1), row["apl"], row["apl_sd"]),
                                 (1 / (FLITS * rows["channel_load_max"]), row["lambda_sat"], row["lambda_sat_sd"])):
            own, own_sd = mean_sd(list(values))
            error = math.hypot(own_sd / math.sqrt(len(values)), float(sd) / math.sqrt(float(row["graphs"])))
            away = (own - float(mean)) / error
            compared += 1
            beyond += not abs(away) <= MOST_ERRORS  # so that nan is
            cells += [f"{own:.5g}", mean, f"{away:+.1f}"]
        table.append(cells)
    return table, beyond, compared


def saturation(folder):
    groups = {}
    for networks in (1, 2):
        ours = read_table(str(folder / f"saturation_{networks}.csv"), ["routers", SIZE, TIE, "saturation_load"],
                          "of reproduce_updown.sh", "rows")
        for (routers, size, tie), rows in ours.groupby(["routers", SIZE, TIE]):
            groups[routers, size, TIES[tie], networks] = rows["saturation_load"] / FLITS
    table, beyond = [], 0
    for row in read_rows(DATA / "simulated_saturation.csv"):
        key = (int(row["N"]), int(row["H"]), row["tie"], int(row["vn"]))
        if (row["d"], row["inj"]) != ("6", "1"):
            continue
        if key not in groups:
            raise InputError(f"saturation_{key[3]}.csv: no rows of {key[0]} routers, H = {key[1]}, {key[2]}")
        own, _ = mean_sd(list(groups[key]))
        theirs = float(row["lambda_sat_sim"])
        away = 100 * (own / theirs - 1)
        beyond += not abs(away) <= MOST_AWAY
        table.append([*key, f"{own:.5f}", f"{theirs:.5f}", f"{away:+.0f} %"])
    return table, beyond


def multiplexing(folder):
    """Bounds on saturation with one virtual network, and with two that share a channel by demand or by fixed turns."""
    ours = read_table(str(folder / "multiplexing.csv"), ["routers", SIZE, NETWORKS, SEED, "channel_load_max",
                                                          "class_load_max"], "of reproduce_updown.sh", "rows")
    table = []
    for (routers, size), rows in ours.groupby(["routers", SIZE]):
        one, two = (rows[rows[NETWORKS] == networks].sort_values(SEED) for networks in (1, 2))
        bounds = [list(1 / (FLITS * loads)) for loads in (one["channel_load_max"], two["channel_load_max"],
                                                         2 * two["class_load_max"])]
        gains = [statistics.mean([b / a - 1 for a, b in zip(bounds[0], other)]) for other in bounds[1:]]
        table.append([routers, knowledge(size, routers), *(f"{statistics.mean(bound):.3g}" for bound in bounds),
                      *(f"{100 * gain:+.0f} %" for gain in gains)])
    return table


def of_script(folder, name, *columns):
    return read_table(str(folder / f"{name}.csv"), list(columns), "of reproduce_updown.sh", "rows")


def found_files(folder, pattern):
    files = sorted(folder.glob(pattern))
    if not files:
        raise InputError(f"{folder}: no {pattern}; expected those of reproduce_updown.sh")
    return files


def networks_table(folder):
    """By the number of virtual networks: the least distance of a pair that has a longer path."""
    table = []
    for networks in (1, 2, 3, 4):
        pairs = pandas.concat([of_script(folder, file.stem, "length_mean", "length_min")
                               for file in found_files(folder, f"pairs_{networks}_*.csv")])
        longer = pairs[pairs["length_mean"] > pairs["length_min"]]["length_min"]
        table.append([networks, 2 * networks - 1, longer.min() if len(longer) else "none",
                      f"{len(longer):,}", f"{len(pairs):,}", pairs["length_min"].max()])
    return table


def degrees_table(folder):
    """Global over local knowledge by the exact bound: ratios of the means over the graphs."""
    ours = of_script(folder, "degrees", DEGREE, SIZE, TIE, SEED, "channel_load_max")
    ours = ours.assign(bound=1 / (FLITS * ours["channel_load_max"]))
    table = []
    for degree, rows in ours.groupby(DEGREE):
        local, known = ({tie: own[own[TIE] == tie].set_index(SEED)["bound"] for tie in TIES}
                        for own in (rows[rows[SIZE] == size] for size in (1, 64)))
        ratio = {tie: f"{known[tie].mean() / local[tie].mean():.2f}" for tie in TIES}
        half = half_width(list(known["random"] / local["random"]))
        of_ten = known["random"].loc[1:10].mean() / local["random"].loc[1:10].mean()
        table.append([degree, ratio["lowest_id"], f"{ratio['random']} ± {half:.2f}",
                      ratio["max_label"], f"{of_ten:.2f}"])
    return table


def latencies_of_both(turns, first):
    """Mean latencies, by graph, of the graphs that are stable with both arbitrations."""
    both = turns.index.intersection(first.index)
    if len(both) < 2:
        return ["", "", ""]
    change = list(100 * (first[both] / turns[both] - 1))
    return [f"{turns[both].mean():.0f}", f"{first[both].mean():.0f}",
            f"{statistics.mean(change):+.1f} ± {half_width(change):.1f} %"]


def first_come_table(folder):
    table = []
    for size in (1, 64):
        rows = of_script(folder, f"first_come_{size}", "load", "verdict", "latency_mean", SEED,
                         "router.arbitration")
        for load, own in rows.groupby("load"):
            stable = own[own["verdict"] == "stable"].set_index(SEED)
            turns, first = (stable[stable["router.arbitration"] == name]["latency_mean"]
                            for name in ("round_robin", "fcfs"))
            table.append([knowledge(size, 64), f"{load / FLITS:.4f}", len(turns), len(first),
                          *latencies_of_both(turns, first)])
    return table


class MemoryRow(typing.NamedTuple):
    routers: int
    size: int  # H
    stated_bits: float
    clusters: float  # mean over the graphs
    bits: float  # of a router, mean
    most_bits: float
    bound: float


def memory_rows(folder):
    bounds = of_script(folder, "memory_bounds", "routers", SIZE, "channel_load_max")
    rows = []
    for (routers, size), own in bounds.groupby(["routers", SIZE]):
        if size > routers:
            continue
        found = [stored_bits(children_of_tree(read_links(file)), size)
                 for file in found_files(folder, f"graph_{routers}_*.edges")]
        rows.append(MemoryRow(
            routers, size, stated_bits(routers, size),
            statistics.mean(clusters for _, clusters in found),
            statistics.mean(statistics.mean(bits.values()) for bits, _ in found),
            max(max(bits.values()) for bits, _ in found),
            (1 / (FLITS * own["channel_load_max"])).mean()))
    return rows


def memory_table(folder):
    return [[row.routers, row.size, f"{row.stated_bits:,.0f}", f"{row.clusters:.1f}",
             f"{row.bits:,.0f}", f"{row.most_bits:,.0f}", f"{row.bound:.3g}"]
            for row in memory_rows(folder)]


def memory_figure(folder):
    fig, panels = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    rows = memory_rows(folder)
    for axes, routers in zip(panels, (64, 256)):
        own = [row for row in rows if row.routers == routers]
        stated = [row for row in own if row.size < routers]  # no bits for a single cluster
        axes.plot([row.bits for row in own], [row.bound for row in own], marker="o", ms=3.5,
                  lw=1.2, color="#0b5394", label="bits stored, mean")
        axes.plot([row.stated_bits for row in stated], [row.bound for row in stated], marker="o",
                  ms=3.5, lw=1.2, ls="--", color="#777777", label="bits by the formula")
        axes.set(xscale="log", xlabel="memory of a router (bits)", ylim=(0, None),
                 ylabel="bound (messages/cycle/node)", title=f"{routers} routers")
        axes.grid(True, color="0.92", linewidth=0.6)
    panels[0].legend(fontsize=8)
    return fig


def bands(rows, by, value):
    """(points, means, half-widths) over the graphs, where every graph has a value."""
    points, means, widths = [], [], []
    for point, group in rows.groupby(by):
        values = list(group[value])
        if len(values) < 2:
            continue
        points.append(point)
        means.append(statistics.mean(values))
        widths.append(half_width(values))
    return points, means, widths


def draw_band(axes, points, means, widths, label, **look):
    (line,) = axes.plot(points, means, label=label, ms=3.5, lw=1.2, **look)
    axes.fill_between(points, [m - w for m, w in zip(means, widths)], [m + w for m, w in zip(means, widths)],
                      color=line.get_color(), alpha=0.18, lw=0)


def while_stable(rows):
    """Every graph up to the first load at which it is not stable, every load with half of the graphs at least."""
    kept = [graph[(graph["verdict"] == "stable").cummin()] for _, graph in rows.sort_values("load").groupby(SEED)]
    stable = pandas.concat(kept)
    counts = stable.groupby("load")[SEED].count()
    return stable[stable["load"].map(counts) >= rows[SEED].nunique() / 2]


def latency_figure(folder, series, title):
    """`series`: (label, name of the CSV file, look)."""
    fig, axes = plt.subplots(figsize=(6.2, 3.9), constrained_layout=True)
    for label, name, look in series:
        rows = read_table(str(folder / f"{name}.csv"), ["load", "verdict", "latency_mean", SEED],
                          "of reproduce_updown.sh", "rows")
        own = while_stable(rows)
        draw_band(axes, *bands(own.assign(rate=own["load"] / FLITS), "rate", "latency_mean"), label, **look)
    axes.set(xlabel="generation rate (messages/cycle/node)", ylabel="mean latency (cycles)", title=title,
             xlim=(0, None), ylim=(0, None))
    axes.legend(fontsize=8)
    axes.grid(True, color="0.92", linewidth=0.6)
    return fig


def knowledge(size, routers):
    return "local" if size == 1 else "global" if size >= routers else f"mixed, H = {size}"


def figure2(folder):
    series = [(knowledge(size, 64), f"figure2_{size}", {"marker": "o"}) for size in (1, 16, 32, 50, 64)]
    return latency_figure(folder, series, "64 routers")


def figure4(folder):
    series = [(f"{knowledge(size, 256)}, {networks}N", f"figure4_{networks}_{size}",
               {"marker": "o" if networks == 1 else "s", "color": colour, "ls": "-" if networks == 1 else "--"})
              for size, colour in ((1, "#777777"), (50, "#c8501e"), (256, "#0b5394")) for networks in (1, 2)]
    return latency_figure(folder, series, "256 routers, one and two virtual networks")


def figure3(folder):
    rows = read_table(str(folder / "figure3.csv"), ["routers", SIZE, "saturation_load"], "of reproduce_updown.sh",
                      "rows")
    fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for size, colour in ((1, "#777777"), (16, "#c8501e"), (256, "#0b5394")):
        own = rows[rows[SIZE] == size]
        own = own.assign(rate=own["saturation_load"] / FLITS, total=own["routers"] * own["saturation_load"] / FLITS)
        name = knowledge(size, 256)
        draw_band(left, *bands(own, "routers", "rate"), name, marker="o", color=colour)
        draw_band(right, *bands(own, "routers", "total"), name, marker="o", color=colour)
    left.set(xlabel="routers", ylabel="saturation (messages/cycle/node)", ylim=(0, None))
    right.set(xlabel="routers", ylabel="saturation (messages/cycle, all nodes)", ylim=(0, None))
    for axes in (left, right):
        axes.set_xticks([32, 64, 128, 256])
        axes.grid(True, color="0.92", linewidth=0.6)
    left.legend(fontsize=8)
    return fig


@in_one_line
def main():
    folder = results_folder(__doc__)
    table, beyond, compared = averages(folder)
    saturations, far = saturation(folder)
    texts = {"averages.md": markdown(["routers", "H", "ties", "networks", "path length", "reference", "errors away",
                                      "saturation bound", "reference", "errors away"], table)
             + f"\n{beyond} of {compared} means are more than {MOST_ERRORS} standard errors away.\n",
             "saturation.md": markdown(["routers", "H", "ties", "networks", "simulated", "reference", "difference"],
                                       saturations)
             + f"\n{far} of {len(saturations)} are more than {MOST_AWAY} % away.\n",
             "multiplexing.md": markdown(["routers", "knowledge", "bound, one network", "two, by demand",
                                          "two, in fixed turns", "gain by demand", "gain in turns"],
                                         multiplexing(folder)),
             "networks.md": markdown(["networks", "2k - 1", "least distance with a longer path",
                                      "longer paths", "pairs", "largest distance"],
                                     networks_table(folder)),
             "degrees.md": markdown(["degree", *TIES, "random, graphs 1 to 10"],
                                    degrees_table(folder)),
             "first_come.md": markdown(["knowledge", "messages/cycle/node", "stable: round robin",
                                        "fcfs", "latency: round robin", "fcfs", "change"],
                                       first_come_table(folder)),
             "memory.md": markdown(["routers", "H", "M_r, Q = N / H", "clusters", "bits stored",
                                    "most bits", "bound"], memory_table(folder))}
    set_style()
    for name, draw in (("figure2", figure2), ("figure3", figure3), ("figure4", figure4),
                       ("memory", memory_figure)):
        fig = draw(folder)
        save_for_pages(fig, folder / name)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        print(text)
    return 1 if beyond or far else 0


if __name__ == "__main__":
    sys.exit(main())
