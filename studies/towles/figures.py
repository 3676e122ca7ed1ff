"""The pictures of Towles, Dally & Boyd 2003: figure1, figure5 and figure6 have path length against
guaranteed throughput, figure4 path length over the radix, simulated what the routings do in a
simulation."""
import drawing
from drawing import look, panels
from paper import light_grid
from results import NAMES, Results

POINTS = ("table1_dor", "table1", "table1_two_turn")
# Files and options of path length against throughput.
TRADEOFFS = {
    "figure1": [*POINTS, "figure1", "figure1_throughput"],
    "figure5": [*POINTS, "figure5", "figure5_two_turn", "figure5_optimum"],
    "figure6": [*POINTS, "table1_two_turn_a", "figure6", "figure6_end"]}
AVERAGE = ["--x", "average_case_throughput"]
OPTIMUM = "table=optimum"  # it is simulated from its table of paths


def labels(*more):
    names = [f"{name}={label}" for name, label in NAMES.items()]
    mixtures = ["interpolated figure5=DOR + IVAL",
                "interpolated figure5_two_turn=DOR + 2TURN"]
    return ["--label", ",".join([*names, *mixtures, *more])]


def figure4(results):
    fig, ((axes,),) = panels(1, 1, (3.5, 2.4))
    radices = sorted(key[0] for key in results.rows if key[1:] == (2, "ival", "fixed"))
    curves = {"IVAL": [(k, results.hops("ival", k=k)) for k in radices],
              "2TURN": results.radix_curve("turns"), "optimum": results.radix_curve("any")}
    for i, (name, points) in enumerate(curves.items()):
        axes.plot(*zip(*points), label=name, **look(i))
    axes.axhline(5 / 3, color=look(0)["color"], lw=0.9, ls=(0, (5, 3)), label="limit of IVAL, 5/3")
    axes.set(xlabel="radix k of a k-ary 2-cube", ylabel="mean path length (minimal = 1)",
             xticks=range(4, max(radices) + 1, 2))
    light_grid(axes)
    drawing.legend_below(fig, axes, 2)
    return fig


def write(study):
    for name, files in TRADEOFFS.items():
        study.plot(name, files, *labels(), *(AVERAGE if name == "figure6" else []))
    drawing.write(figure4(Results(study.out)), study.out / "figure4")
    study.plot("simulated", ["simulated", "simulated_optimum"], "--facet", "pattern", "--ymax",
               "80", "--title", "", *labels(OPTIMUM))
