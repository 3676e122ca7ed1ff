"""The pictures of Towles, Dally & Boyd 2003: figure1, figure5 and figure6 have path length against
guaranteed throughput, figure4 path length over the radix, simulated what the routings do in a
simulation."""
import math

import drawing
import pandas
from drawing import legend_below, look, panels, until_unstable
from paper import light_grid
from results import NAMES, Results

POINTS = ("table1_dor", "table1", "table1_two_turn")
# Throughput, title, files; interpolated routings have the name of their file.
FIGURES = {
    "figure1": ("worst_case", "worst case", (*POINTS, "figure1", "figure1_throughput")),
    "figure5": ("worst_case", "interpolated routings",
                (*POINTS, "figure5", "figure5_two_turn", "figure5_optimum")),
    "figure6": ("average_case", "average of 100 permutations",
                (*POINTS, "table1_two_turn_a", "figure6", "figure6_end"))}
MIXTURES = {"figure5": "DOR + IVAL", "figure5_two_turn": "DOR + 2TURN"}
OPTIMA = {"any": ("optima", {"color": "black", "lw": 1.5}),
          "turns": ("optima of two turns", {"color": "#1b8a6b", "lw": 1.2,
                                            "ls": (0, (6, 1.4, 1.2, 1.4))}),
          "minimal": ("optima of minimal paths", {"color": "0.5", "lw": 1.2})}
PATTERNS = {"uniform": "uniform traffic", "tornado": "tornado",
            "worst_case": "worst permutation of each"}


def read(study, name):
    """(points, curves) of a figure: {(routing, order): (throughput, path length)} and {name:
    [(throughput, path length)]}."""
    throughput, _, files = FIGURES[name]
    points, curves = {}, {}
    for file in files:
        for row in study.rows(file):
            if row[f"{throughput}_throughput"]:
                place = float(row[f"{throughput}_throughput"]), float(row["path_length_normalized"])
                if row.get("routing") in NAMES:
                    points[row["routing"], row.get("routing.order") or "fixed"] = place
                else:
                    curves.setdefault(MIXTURES.get(file) or row["paths"], []).append(place)
    return points, {name: unbeaten(curve) for name, curve in curves.items()}


def unbeaten(curve):
    """The points that no other dominates, from left to right, up to the accuracy of the linear
    programs."""
    return sorted((x, y) for x, y in curve if not any(
        a >= x - 1e-6 and b <= y + 1e-6 and (a > x + 1e-6 or b < y - 1e-6) for a, b in curve))


def draw_tradeoff(axes, points, curves):
    for i, (name, curve) in enumerate(curves.items()):
        label, style = OPTIMA.get(name, (name, {"color": "0.35", "lw": 1.2, "ls": (0, (5, 1 + i))}))
        axes.plot(*zip(*curve), label=label, zorder=2, **style)
    for (routing, order), place in points.items():
        if order == "random" and math.dist(place, points.get((routing, "fixed"), (0, 0))) < 1e-6:
            continue
        style = look(list(NAMES).index(routing))
        axes.plot(*place, marker=style["marker"], color=style["color"], ms=5, ls="none", zorder=3,
                  mfc="white" if order == "random" else style["color"],
                  label=NAMES[routing] + (", random order" if order == "random" else ""))
    light_grid(axes)


def tradeoff(study, name):
    throughput, title, _ = FIGURES[name]
    points, curves = read(study, name)
    fig, ((axes,),) = panels(1, 1, (7.2, 4.2))
    draw_tradeoff(axes, points, curves)
    axes.set(title=f"8-ary 2-cube, {title}",
             xlabel=f"{throughput.replace('_', '-')} throughput (fraction of capacity)",
             ylabel="mean path length (minimal = 1)", xlim=(0, None))
    # The end of the curves, where paths of two turns make a difference, in the empty corner.
    if name == "figure1":
        inset = axes.inset_axes([0.14, 0.64, 0.36, 0.32])
        draw_tradeoff(inset, points, curves)
        inset.set(xlim=(0.488, 0.502), ylim=(1.415, 1.495), xticks=[0.49, 0.5])
        axes.indicate_inset_zoom(inset, edgecolor="0.4", lw=0.7)
    legend_below(fig, axes, 4)
    return fig


def figure4(results):
    fig, ((axes,),) = panels(1, 1, (5.4, 3.4))
    radices = sorted(key[0] for key in results.rows if key[1:] == (2, "ival", "fixed"))
    curves = {"IVAL": [(k, results.hops("ival", k=k)) for k in radices],
              "2TURN": results.radix_curve("turns"), "optimum": results.radix_curve("any")}
    for i, (name, points) in enumerate(curves.items()):
        axes.plot(*zip(*points), label=name, **look(i))
    axes.axhline(5 / 3, color=look(0)["color"], lw=0.9, ls=(0, (5, 3)), label="limit of IVAL, 5/3")
    axes.set(title="k-ary 2-cubes, shortest paths at the best worst case", xlabel="radix k",
             ylabel="mean path length (minimal = 1)", xticks=range(4, max(radices) + 1, 2))
    light_grid(axes)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return fig


def simulated(study):
    """Three patterns side by side, latency above accepted load, all routings with the same VCs."""
    table = pandas.concat([study.table("simulated"),
                           study.table("simulated_optimum").assign(routing="optimum")])
    fig, grid = panels(2, len(PATTERNS), (9.6, 5.4), sharex="col", sharey="row")
    for (latency, accepted), (pattern, title) in zip(grid.T, PATTERNS.items()):
        for i, routing in enumerate(table["routing"].unique()):
            rows = table[(table["pattern"] == pattern)
                         & (table["routing"] == routing)].sort_values("load")
            stable = until_unstable(rows)
            latency.plot(stable["load"], stable["latency_mean"], label=NAMES.get(routing, routing),
                         **look(i))
            accepted.plot(rows["load"], rows["accepted_capacity"], **look(i))
        drawing.diagonal(accepted, 1)
        latency.set(ylim=(0, 80), title=title, xlim=(0, 1 if pattern == "uniform" else 0.7))
        accepted.set(ylim=(0, 1), xlabel="offered load (fraction of capacity)")
        light_grid(latency)
        light_grid(accepted)
    grid[0][0].set_ylabel("mean packet latency (cycles)")
    grid[1][0].set_ylabel("accepted load (fraction of capacity)")
    legend_below(fig, grid[0][0], 8)
    return fig


def write(study):
    for name in FIGURES:
        drawing.write(tradeoff(study, name), study.out / name)
    drawing.write(figure4(Results(study.out)), study.out / "figure4")
    drawing.write(simulated(study), study.out / "simulated")
