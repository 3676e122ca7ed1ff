#!/usr/bin/python3
"""The table and the picture of scripts/study_metastable.sh from metastable.csv in a folder.

metastable.md has a row for each load: its verdict (stable: no seed collapses in the window, metastable: some do,
saturated: all do), how many collapse, the median of their times, and the mean time to a collapse if it comes at
any moment with the same probability (cycles observed over collapses, seeds that did not collapse included).
metastable.png has the share of the seeds that have collapsed over time, a line for each load, and the share at the
end over the load. metastable.md is also printed.

usage: scripts/metastable_report.py out/metastable
"""

import argparse
import pathlib
import sys

from pictures import light_grid, plt, save, set_style
from reports import markdown
from tables import InputError, in_one_line, read_table

COLUMNS = ["load", "seed", "verdict", "collapse_cycles", "cycles"]
KILO = 1000


def read(path, window):
    """By load: the times of the collapses (NaN where a seed held out)."""
    table = read_table(str(path), COLUMNS, "the CSV of scripts/study_metastable.sh", "rows")
    beyond = table[table["collapse_cycles"] > window]
    if len(beyond):
        raise InputError(f"{path}: a collapse after {int(beyond['collapse_cycles'].iloc[0])} cycles of a window of "
                         f"{window}; give its --window")
    return {load: own["collapse_cycles"].reset_index(drop=True) for load, own in table.groupby("load")}


def verdict(times):
    collapsed = times.notna().sum()
    return "stable" if collapsed == 0 else "saturated" if collapsed == len(times) else "metastable"


def rounded(cycles):
    return f"{cycles:,.0f}"


def table_of(loads, window):
    rows = []
    for load, times in loads.items():
        collapsed = int(times.notna().sum())
        mean = times.fillna(window).sum() / collapsed if collapsed else None
        rows.append([f"{load:g}", verdict(times), f"{collapsed} of {len(times)}",
                     rounded(times.median()) if collapsed else "",
                     rounded(mean) if collapsed else f"more than {rounded(len(times) * window / 3)}"])
    # Rule of three: with no event in so much time, the mean is above a third of it at 95 %.
    return markdown(["load", "verdict", "collapsed", "median time of those (cycles)", "mean time to a collapse"], rows)


def draw(loads, window):
    fig, (over_time, over_load) = plt.subplots(1, 2, figsize=(8, 3.2), constrained_layout=True,
                                               width_ratios=(3, 2))
    colours = plt.get_cmap("viridis_r")
    for i, (load, times) in enumerate(loads.items()):
        ends = sorted(times.dropna() / KILO)
        steps = [0, *ends, window / KILO]
        shares = [0, *((k + 1) / len(times) for k in range(len(ends))), len(ends) / len(times)]
        over_time.step(steps, shares, where="post", color=colours(0.1 + 0.85 * i / max(1, len(loads) - 1)),
                       lw=1.6, label=f"{load:g}", clip_on=False)
    over_time.set(xlabel="thousand cycles after the warm-up", ylabel="share of the seeds that have collapsed",
                  xlim=(0, window / KILO), ylim=(0, 1))
    over_time.legend(title="load", fontsize=8, title_fontsize=8, loc="center left", bbox_to_anchor=(1.005, 0.5),
                     frameon=False)
    shares = [times.notna().mean() for times in loads.values()]
    over_load.plot(list(loads), shares, "o-", color="#1b8a6b", ms=4, lw=1.2, clip_on=False)
    over_load.set(xlabel="offered load (capacity)", ylabel=f"share after {rounded(window)} cycles", ylim=(0, 1))
    for axes in (over_time, over_load):
        light_grid(axes)
    return fig


@in_one_line
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--window", type=int, default=200_000, help="run.measure_cycles (default: %(default)s)")
    arguments = parser.parse_args()
    folder = arguments.folder
    loads = read(folder / "metastable.csv", arguments.window)
    set_style(font_size=8.5)
    save(draw(loads, arguments.window), str(folder / "metastable.png"))
    text = table_of(loads, arguments.window)
    (folder / "metastable.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
