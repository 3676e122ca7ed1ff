"""Figures 4 and 5 of Versaci 2013 by runs with the paper's ties and router; a figure whose runs are
not there is left out.

figure4 has the mean lifetime over the load up to gamma*, figure5 the shares of derouted packets
under butterfly traffic, for k = 16 as in the paper, else for k = 8; thin crosses are the author's
own results.
"""
import drawing
from drawing import panels
from paper import light_grid
from results import PATTERNS, ROUTINGS, Setting, author, is_sustained, ours

LOOKS = {"abr": ("#0b5394", "o"), "por": ("#e0702c", "s"), "ofr": ("#14705a", "D")}
SHARES = [("OFR", "ofr", "derouted"), ("OFR, outflank nodes", "ofr", "outflank"),
          ("OFR, wraparound nodes", "ofr", "wraparound"), ("POR", "por", "derouted")]
CROSSES = {"linestyle": "none", "marker": "x", "markersize": 5.5, "markeredgewidth": 0.6,
           "color": "0.15", "zorder": 5}


def sustained_points(experiment, series, value):
    """([load], [value]) up to gamma*."""
    points = [(load / 100, value(run)) for load, run in sorted(experiment.of(series).items())
              if is_sustained(series, run)]
    return list(zip(*points)) or [(), ()]


def draw_line(axes, points, label, look):
    colour, marker = look
    axes.plot(*points, "-", marker=marker, color=colour, ms=4, lw=1.2, label=label)


def finish(axes, title):
    axes.set_title(title)
    axes.set_xlim(left=0)
    axes.set_xlabel("offered load ($\\gamma_0$)")
    light_grid(axes)


def figure4(results, reference, k):
    fig, grid = panels(2, 3, (9.6, 5.6))
    for axes, (pattern, name) in zip(grid.flat, PATTERNS.items()):
        for routing, title in ROUTINGS.items():
            series = (k, pattern, routing)
            draw_line(axes, sustained_points(results, series, lambda run: run.lifetime_us), title,
                      LOOKS[routing])
            axes.plot(*sustained_points(reference, series, lambda run: run.lifetime_us), **CROSSES,
                      label="author's results" if routing == "ofr" else None)
        axes.margins(y=0.15)
        finish(axes, name)
    for axes in grid[:, 0]:
        axes.set_ylabel("mean packet lifetime (µs)")
    grid.flat[-1].axis("off")  # the place that no pattern takes
    grid.flat[-1].legend(*grid.flat[0].get_legend_handles_labels(), loc="center",
                         frameon=False)
    fig.suptitle(f"{k}-ary 3-cube, mean lifetime of packets up to $\\gamma^*$")
    return fig


def figure5(results, reference, k):
    fig, ((axes,),) = panels(1, 1, (5.4, 3.4))
    colours = ("#14705a", "#5aa9dc", "#b36ab8", "#e0702c")
    for (label, routing, share), colour, marker in zip(SHARES, colours, "D^vs"):
        series = (k, "butterfly", routing)
        draw_line(axes, sustained_points(results, series,
                                         lambda run, share=share: getattr(run, share)),
                  label, (colour, marker))
    for routing, shares in (("ofr", ("derouted", "outflank", "wraparound")),
                            ("por", ("derouted",))):
        for share in shares:
            axes.plot(*sustained_points(reference, (k, "butterfly", routing),
                                        lambda run, share=share: getattr(run, share)), **CROSSES,
                      label="author's results" if routing == "por" else None)
    finish(axes, f"{k}-ary 3-cube, Butterfly/FFT")
    axes.set_ylim(bottom=0)
    axes.set_ylabel("share of derouted packets")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return fig


def write(folder):
    if not Setting().table(folder).exists():
        return
    results, reference = ours(Setting().table(folder)), author()
    if results.runs:
        k = max(k for k, _, _ in results.runs)
        drawing.write(figure4(results, reference, k), folder / "figure4")
        drawing.write(figure5(results, reference, k), folder / "figure5")
