#!/usr/bin/python3
"""Measures for how long minimal adaptive routing carries loads beyond what it carries for good,
where nodes inject on all VCs.

metastable.md has a row for each load: its verdict (stable: no seed collapses in the window,
metastable: some do, saturated: all do), how many collapse, the median of their times, and the mean
time to a collapse if it comes at any moment with the same probability (cycles observed over
collapses, seeds that did not collapse included). metastable.png has the share of the seeds that
have collapsed over time, a line for each load, and the share at the end over the load.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import panels, write
from paper import light_grid, plt
from study import Study, markdown

WINDOW = "run.measure_cycles=200000"


def verdict(times):
    collapsed = times.notna().sum()
    return "stable" if collapsed == 0 else "saturated" if collapsed == len(times) else "metastable"


def report(loads, window):
    rows = []
    for load, times in loads.items():
        collapsed = int(times.notna().sum())
        # Rule of three: with no event in so much time, the mean is above a third of it at 95 %.
        rows.append([f"{load:g}", verdict(times), f"{collapsed} of {len(times)}",
                     *((f"{times.median():,.0f}", f"{times.fillna(window).sum() / collapsed:,.0f}")
                       if collapsed else
                       ("", f"more than {len(times) * window / 3:,.0f}"))])
    return markdown(["load", "verdict", "collapsed", "median time of those (cycles)",
                     "mean time to a collapse"], rows)


def draw(loads, window):
    fig, ((over_time, over_load),) = panels(1, 2, (8, 3.2), width_ratios=(3, 2))
    colours = plt.get_cmap("viridis_r")
    for i, (load, times) in enumerate(loads.items()):
        ends = sorted(times.dropna() / 1000)
        steps = [0, *ends, window / 1000]
        shares = [0, *((k + 1) / len(times) for k in range(len(ends))), len(ends) / len(times)]
        over_time.step(steps, shares, where="post",
                       color=colours(0.1 + 0.85 * i / max(1, len(loads) - 1)), lw=1.6,
                       label=f"{load:g}", clip_on=False)
    over_time.set(xlabel="thousand cycles after the warm-up",
                  ylabel="share of the seeds that have collapsed",
                  xlim=(0, window / 1000), ylim=(0, 1))
    over_time.legend(title="load", loc="center left", bbox_to_anchor=(1.005, 0.5), frameon=False)
    over_load.plot(list(loads), [times.notna().mean() for times in loads.values()], "o-",
                   color="#14705a", ms=4, lw=1.2,
                   clip_on=False)
    over_load.set(xlabel="offered load (capacity)", ylabel=f"share after {window:,} cycles",
                  ylim=(0, 1))
    for axes in (over_time, over_load):
        light_grid(axes)
    return fig


def main():
    study = Study("metastable", __doc__)
    study.run("sweep", "demo", "metastable", "routing.algorithm=minimal_adaptive",
              "router.injection_vcs=all",
              "router.selection=first", "traffic.load=0.55,0.59,0.6,0.605,0.61,0.615,0.62,0.65",
              "run.repetitions=20", WINDOW)
    window = next(int(key.partition("=")[2]) for key in [*study.keys, WINDOW]
                  if key.startswith("run.measure_cycles="))
    # By load, the times of the collapses; nan where a seed carried the load to the end.
    loads = {load: own["collapse_cycles"].reset_index(drop=True)
             for load, own in study.table("metastable").groupby("load")}
    write(draw(loads, window), study.out / "metastable")
    study.report(report(loads, window))


if __name__ == "__main__":
    main()
