"""The tables and pictures of Zakrevski, Jaiswal & Karpovsky 2000. Of a graph all loads count up to
the first at which it is not stable."""
import math
import statistics
import typing

import drawing
import pandas
from drawing import panels, until_unstable
from memory import children_of_tree, read_links, stated_bits, stored_bits
from paper import half_width, light_grid
from study import DATA, markdown, read_rows

REFERENCE = DATA / "updown"
FLITS = 200  # of a message
SIZE, TIE = "routing.up_down.cluster_size", "routing.up_down.tie"
DEGREE = "topology.degree"
NETWORKS, SEED = "routing.up_down.virtual_networks", "topology.graph_seed"
TIES = {"lowest_id": "lowid", "random": "random", "max_label": "maxl"}
PLAIN = ["gnm", "0", "bfs", "top", "6"]  # graphs of the reference that are ours
MOST_ERRORS = 3.5  # standard errors of a difference that is nothing unusual among so many
# Per cent between simulated saturations, which rest on few graphs and other criteria.
MOST_AWAY = 15


def mean_sd(values):
    return statistics.mean(values), statistics.stdev(values) if len(values) > 1 else math.nan


def averages(study):
    """Rows of a table, and how many of the differences are beyond MOST_ERRORS."""
    ours = study.table("averages")
    groups = {key: rows for key, rows in ours.groupby(["routers", SIZE, TIE, NETWORKS])}
    table, beyond, compared = [], 0, 0
    seen = set()
    for row in read_rows(REFERENCE / "averages.csv"):
        tie = {short: long for long, short in TIES.items()}.get(row["tie"])
        key = (int(row["N"]), int(row["H"]), tie, int(row["vn"]))
        plain = [row[name] for name in ("gen", "root", "labels", "clusters", "d")] == PLAIN
        if not plain or key in seen or key not in groups:
            continue
        seen.add(key)
        rows = groups[key]
        # A router's own messages are left out in both.
        cells = [*key]
        for values, mean, sd in ((rows["path_length_mean"] * key[0] / (key[0] - 1), row["apl"],
                                  row["apl_sd"]),
                                 (1 / (FLITS * rows["channel_load_max"]), row["lambda_sat"],
                                  row["lambda_sat_sd"])):
            own, own_sd = mean_sd(list(values))
            error = math.hypot(own_sd / len(values) ** 0.5, float(sd) / float(row["graphs"]) ** 0.5)
            away = (own - float(mean)) / error
            compared += 1
            beyond += not abs(away) <= MOST_ERRORS  # so that nan is
            cells += [f"{own:.5g}", mean, f"{away:+.1f}"]
        table.append(cells)
    return table, beyond, compared


def saturation(study):
    groups = {}
    for networks in (1, 2):
        ours = study.table(f"saturation_{networks}")
        for (routers, size, tie), rows in ours.groupby(["routers", SIZE, TIE]):
            groups[routers, size, TIES[tie], networks] = rows["saturation_load"] / FLITS
    table, beyond = [], 0
    for row in read_rows(REFERENCE / "simulated_saturation.csv"):
        key = (int(row["N"]), int(row["H"]), row["tie"], int(row["vn"]))
        if (row["d"], row["inj"]) != ("6", "1") or key not in groups:
            continue
        own, _ = mean_sd(list(groups[key]))
        theirs = float(row["lambda_sat_sim"])
        away = 100 * (own / theirs - 1)
        beyond += not abs(away) <= MOST_AWAY
        table.append([*key, f"{own:.5f}", f"{theirs:.5f}", f"{away:+.0f} %"])
    return table, beyond


def multiplexing(study):
    """Bounds on saturation with one virtual network, and with two that share a channel by demand or
    by fixed turns."""
    ours = study.table("multiplexing")
    table = []
    for (routers, size), rows in ours.groupby(["routers", SIZE]):
        one, two = (rows[rows[NETWORKS] == networks].sort_values(SEED) for networks in (1, 2))
        bounds = [list(1 / (FLITS * loads)) for loads in (one["channel_load_max"],
                                                          two["channel_load_max"],
                                                         2 * two["class_load_max"])]
        gains = [statistics.mean([b / a - 1 for a, b in zip(bounds[0], other)])
                 for other in bounds[1:]]
        table.append([routers, knowledge(size, routers),
                      *(f"{statistics.mean(bound):.3g}" for bound in bounds),
                      *(f"{100 * gain:+.0f} %" for gain in gains)])
    return table


def networks_table(study):
    """By the number of virtual networks: the least distance of a pair that has a longer path."""
    table = []
    for networks in (1, 2, 3, 4):
        pairs = pandas.concat([study.table(file.stem)
                               for file in sorted(study.out.glob(f"pairs_{networks}_*.csv"))])
        longer = pairs[pairs["length_mean"] > pairs["length_min"]]["length_min"]
        table.append([networks, 2 * networks - 1, longer.min() if len(longer) else "none",
                      f"{len(longer):,}", f"{len(pairs):,}", pairs["length_min"].max()])
    return table


def degrees_table(study):
    """Global over local knowledge by the exact bound: ratios of the means over the graphs."""
    ours = study.table("degrees")
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


def latencies_of_both(round_robin, first):
    """Mean latencies, by graph, of the graphs that are stable with both arbitrations."""
    both = round_robin.index.intersection(first.index)
    if len(both) < 2:
        return ["", "", ""]
    change = list(100 * (first[both] / round_robin[both] - 1))
    return [f"{round_robin[both].mean():.0f}", f"{first[both].mean():.0f}",
            f"{statistics.mean(change):+.1f} ± {half_width(change):.1f} %"]


def first_come_table(study):
    table = []
    for size in (1, 64):
        rows = study.table(f"first_come_{size}")
        for load, own in rows.groupby("load"):
            stable = own[own["verdict"] == "stable"].set_index(SEED)
            round_robin, first = (stable[stable["router.arbitration"] == name]["latency_mean"]
                                  for name in ("round_robin", "fcfs"))
            table.append([knowledge(size, 64), f"{load / FLITS:.4f}", len(round_robin), len(first),
                          *latencies_of_both(round_robin, first)])
    return table


class MemoryRow(typing.NamedTuple):
    routers: int
    size: int  # H
    stated_bits: float
    clusters: float  # mean over the graphs
    bits: float  # of a router, mean
    most_bits: float
    bound: float


def memory_rows(study):
    bounds = study.table("memory_bounds")
    rows = []
    for (routers, size), own in bounds.groupby(["routers", SIZE]):
        if size > routers:
            continue
        found = [stored_bits(children_of_tree(read_links(file)), size)
                 for file in study.out.glob(f"graph_{routers}_*.edges")]
        rows.append(MemoryRow(
            routers, size, stated_bits(routers, size),
            statistics.mean(clusters for _, clusters in found),
            statistics.mean(statistics.mean(bits.values()) for bits, _ in found),
            max(max(bits.values()) for bits, _ in found),
            (1 / (FLITS * own["channel_load_max"])).mean()))
    return rows


def memory_table(study):
    return [[row.routers, row.size, f"{row.stated_bits:,.0f}", f"{row.clusters:.1f}",
             f"{row.bits:,.0f}", f"{row.most_bits:,.0f}", f"{row.bound:.3g}"]
            for row in memory_rows(study)]


def memory_figure(study):
    fig, (row,) = panels(1, 2, (9, 3.6))
    rows = memory_rows(study)
    for axes, routers in zip(row, (64, 256)):
        own = [row for row in rows if row.routers == routers]
        stated = [row for row in own if row.size < routers]  # no bits for a single cluster
        axes.plot([row.bits for row in own], [row.bound for row in own], marker="o", ms=3.5,
                  lw=1.2, color="#0b5394", label="bits stored, mean")
        axes.plot([row.stated_bits for row in stated], [row.bound for row in stated], marker="o",
                  ms=3.5, lw=1.2, ls="--", color="#777777", label="bits by the formula")
        axes.set(xscale="log", xlabel="memory of a router (bits)", ylim=(0, None),
                 ylabel="bound (messages/cycle/node)", title=f"{routers} routers")
        light_grid(axes)
    row[0].legend(fontsize=8)
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
    axes.fill_between(points, [m - w for m, w in zip(means, widths)],
                      [m + w for m, w in zip(means, widths)],
                      color=line.get_color(), alpha=0.18, lw=0)


def while_stable(rows):
    """Every graph up to the first load at which it is not stable, every load with half of the
    graphs at least."""
    stable = pandas.concat([until_unstable(graph) for _, graph in rows.groupby(SEED)])
    counts = stable.groupby("load")[SEED].count()
    return stable[stable["load"].map(counts) >= rows[SEED].nunique() / 2]


def latency_figure(study, series, title):
    """`series`: (label, name of the CSV file, look)."""
    fig, ((axes,),) = panels(1, 1, (6.2, 3.9))
    for label, name, look in series:
        rows = study.table(name)
        own = while_stable(rows)
        draw_band(axes, *bands(own.assign(rate=own["load"] / FLITS), "rate", "latency_mean"), label,
                  **look)
    axes.set(xlabel="generation rate (messages/cycle/node)", ylabel="mean latency (cycles)",
             title=title, xlim=(0, None), ylim=(0, None))
    axes.legend(fontsize=8)
    light_grid(axes)
    return fig


def knowledge(size, routers):
    return "local" if size == 1 else "global" if size >= routers else f"mixed, H = {size}"


def figure2(study):
    series = [(knowledge(size, 64), f"figure2_{size}", {"marker": "o"})
              for size in (1, 16, 32, 50, 64)]
    return latency_figure(study, series, "64 routers")


def figure4(study):
    series = [(f"{knowledge(size, 256)}, {networks}N", f"figure4_{networks}_{size}",
               {"marker": "o" if networks == 1 else "s", "color": colour, "ls": "-" if networks == 1
                else "--"})
              for size, colour in ((1, "#777777"), (50, "#e0702c"), (256, "#0b5394"))
              for networks in (1, 2)]
    return latency_figure(study, series, "256 routers, one and two virtual networks")


def figure3(study):
    rows = study.table("figure3")
    fig, ((left, right),) = panels(1, 2, (9, 3.6))
    for size, colour in ((1, "#777777"), (16, "#e0702c"), (256, "#0b5394")):
        own = rows[rows[SIZE] == size]
        own = own.assign(rate=own["saturation_load"] / FLITS, total=own["routers"]
                         * own["saturation_load"] / FLITS)
        name = knowledge(size, 256)
        draw_band(left, *bands(own, "routers", "rate"), name, marker="o", color=colour)
        draw_band(right, *bands(own, "routers", "total"), name, marker="o", color=colour)
    left.set(xlabel="routers", ylabel="saturation (messages/cycle/node)", ylim=(0, None))
    right.set(xlabel="routers", ylabel="saturation (messages/cycle, all nodes)", ylim=(0, None))
    for axes in (left, right):
        axes.set_xticks([32, 64, 128, 256])
        light_grid(axes)
    left.legend(fontsize=8)
    return fig


def draw(study):
    for name, figure in (("figure2", figure2), ("figure3", figure3), ("figure4", figure4),
                         ("memory", memory_figure)):
        drawing.write(figure(study), study.out / name)


def write(study):
    """All tables. Returns 1 where something is too far from what is independent of Orthant, or
    nothing is compared."""
    table, beyond, compared = averages(study)
    saturations, far = saturation(study)
    study.report(markdown(["routers", "H", "ties", "networks", "path length", "reference",
                           "errors away", "saturation bound", "reference", "errors away"], table)
                 + f"\n{beyond} of {compared} means are more than {MOST_ERRORS} standard errors "
                 "away.\n", "averages")
    study.report(markdown(["routers", "H", "ties", "networks", "simulated", "reference",
                           "difference"], saturations)
                 + f"\n{far} of {len(saturations)} are more than {MOST_AWAY} % away.\n",
                 "saturation")
    study.report(markdown(["routers", "knowledge", "bound, one network", "two, by demand",
                           "two, in fixed turns",
                           "gain by demand", "gain in turns"], multiplexing(study)), "multiplexing")
    study.report(markdown(["networks", "2k - 1", "least distance with a longer path",
                           "longer paths", "pairs",
                           "largest distance"], networks_table(study)), "networks")
    study.report(markdown(["degree", *TIES, "random, graphs 1 to 10"], degrees_table(study)),
                 "degrees")
    study.report(markdown(["knowledge", "messages/cycle/node", "stable: round robin", "fcfs",
                           "latency: round robin",
                           "fcfs", "change"], first_come_table(study)), "first_come")
    study.report(markdown(["routers", "H", "M_r, Q = N / H", "clusters", "bits stored", "most bits",
                           "bound"],
                          memory_table(study)), "memory")
    return 1 if beyond or far or not compared or not saturations else 0
