#!/usr/bin/python3
"""The switch allocators side by side, as the papers have them: matches, waits and shares of a switch by itself.

Runs bench/allocator_study.cpp: matching.csv (how many of random requests are matched), voq.csv (mean waits of a switch
of 16 ports over its load), settling.csv (those of high loads with more slots before), fairness.csv (shares of pairs
that ask for ever). Writes them, allocators.md (printed too) and allocators.png into out/allocators/ or OUT. Needs a
built program (scripts/build.sh allocator_study) at build/bench/allocator_study or where ORTHANT_BENCH says; some four
minutes of a core.

usage: scripts/study_allocators.py [--program FILE] [OUT]
"""

import argparse
import os
import pathlib
import subprocess
import sys

import pandas as pd

from pictures import light_grid, plt, save
from plot_style import COLOURS, DASHES, MARKERS, set_style
from reports import markdown
from students_t import half_width

ROOT = pathlib.Path(__file__).resolve().parents[1]
NAMES = {"fifo": "FIFO", "pim_1": "PIM", "separable": "separable", "islip_1": "iSLIP 1", "islip_2": "iSLIP 2",
         "islip_4": "iSLIP 4", "wavefront": "wavefront", "maximum": "maximum", "output": "output queues",
         "islip_1_shuffled": "iSLIP 1, pointers drawn", "separable_shuffled": "separable, pointers drawn",
         "separable_on_grant": "separable, moved by a grant"}
DRAWN = list(NAMES)[:9]
ALLOCATORS = DRAWN[1:-1]
VARIATIONS = list(NAMES)[9:]
LINES = {name: {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i], "linestyle": DASHES[i % len(DASHES)],
                "markersize": 4, "linewidth": 1.1, "label": NAMES[name]} for i, name in enumerate(DRAWN)}
LINES["output"] |= {"color": "black", "linestyle": ":"}


def computed(program, out):
    """{name: rows} of the experiments."""
    rows = {}
    for name in ("matching", "voq", "settling", "fairness"):
        with open(out / f"{name}.csv", "w", encoding="utf-8") as file:
            subprocess.run([program, name], stdout=file, check=True)
        rows[name] = pd.read_csv(out / f"{name}.csv")
    return rows


def mean_of(samples, digits=2):
    """The mean in words, with the half of its 95 % interval where that is above 2 % of it."""
    mean, half = samples.mean(), half_width(list(samples))
    return f"{mean:.{digits}f}" + (f" ± {half:.2g}" if half > 0.02 * mean else "")


def headings(names, theory):
    return [*(NAMES[name] for name in names), *([theory] if theory else [])]


def matching_table(rows, names, theory=None):
    table = []
    for p, own in rows.groupby("p"):
        matches = own.groupby("method")["matches"]
        table.append([f"{p:g}", *(mean_of(matches.get_group(name)) for name in names),
                      *([f"{own['drawn_theory'].iloc[0]:.2f}"] if theory else [])])
    return markdown(["p", *headings(names, theory)], table)


def wait_table(rows, names, theory=None):
    table = []
    for load, own in rows.groupby("load"):
        cells = [f"{load:g}"]
        for name in names:
            of_name = own[own["method"] == name]
            stable = load < 1 and not of_name["saturated"].any()
            cells.append(mean_of(of_name["wait_slots"]) if stable else "accepts " + mean_of(of_name["accepted"], 3))
        table.append(cells + ([f"{own['output_theory'].iloc[0]:.2f}"] if theory else []))
    return markdown(["load", *headings(names, theory)], table)


def settling_table(rows):
    names = list(rows["method"].unique())
    table = []
    for (load, warmup), own in rows.groupby(["load", "warmup"]):
        waits = own.groupby("method")["wait_slots"]
        table.append([f"{load:g}", f"{warmup:,}", *(mean_of(waits.get_group(name)) for name in names)])
    return markdown(["load", "slots before", *(NAMES[name] for name in names)], table)


def fairness_table(rows):
    table = []
    for (pattern, name), own in rows.groupby(["pattern", "method"], sort=False):
        longest = own["longest_slots"].max()
        table.append([pattern, NAMES[name], f"{own['share'].sum():.2f}", f"{own['share'].min():.3f}",
                      f"{own['share'].max():.3f}", f"{own['jain'].iloc[0]:.3f}",
                      "for ever" if longest == own["slots"].iloc[0] else longest])
    return markdown(["pattern", "allocator", "matches a slot", "least share", "largest share", "Jain's index",
                     "longest wait (slots)"], table)


def draw_matching(axes, rows):
    mean = rows.groupby(["p", "method"])["matches"].mean().unstack()
    for name in ALLOCATORS:
        axes.plot(mean.index, mean[name] / mean["maximum"], **LINES[name])
    axes.set(xlabel="probability that a pair asks", ylabel="matches, of the most that there can be", xlim=(0, 1.02),
             ylim=(0.6, 1.01))


def draw_waits(axes, rows):
    for name in DRAWN:
        own = rows[rows["method"] == name].groupby("load").agg({"wait_slots": "mean", "saturated": "max"})
        own = own[(own["saturated"] == 0) & (own.index < 1)]
        axes.plot(own.index, own["wait_slots"], **LINES[name])
    axes.set(xlabel="offered load", ylabel="mean wait (slots)", yscale="log", xlim=(0.08, 1.0))


def draw_shares(axes, rows):
    """A cell per allocator and pair; its word is the share."""
    left, ticks = 0, []
    for pattern, own in rows.groupby("pattern", sort=False):
        shares = own.set_index(["method", "input", "output"])["share"].unstack(["input", "output"]).loc[ALLOCATORS]
        width = len(shares.columns)
        axes.pcolormesh([left + i for i in range(width + 1)], range(len(ALLOCATORS) + 1), shares, cmap="Greys", vmin=0,
                        vmax=1.25, edgecolors="white", linewidth=1)
        for row, name in enumerate(ALLOCATORS):
            for column, share in enumerate(shares.loc[name]):
                word = "never" if share == 0 else f"{share:.2f}"
                axes.text(left + column + 0.5, row + 0.5, word, ha="center", va="center", fontsize=8,
                          color="white" if share > 0.7 else "black", weight="bold" if share == 0 else "normal")
        ticks += [(left + i + 0.5, f"{a}→{b}") for i, (a, b) in enumerate(shares.columns)]
        axes.text(left + width / 2, -0.25, pattern, ha="center", va="bottom", fontsize=9)
        left += width + 0.5
    axes.set(xlim=(0, left - 0.5), ylim=(len(ALLOCATORS), 0),
             xlabel="pair (input→output): share of the slots in which it is matched")
    axes.set_xticks(*zip(*ticks))
    axes.set_yticks([row + 0.5 for row in range(len(ALLOCATORS))], [NAMES[name] for name in ALLOCATORS])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def picture(rows):
    set_style()
    fig, axes = plt.subplot_mosaic([["matching", "voq"], ["fairness", "fairness"]], figsize=(8, 6.6),
                                   height_ratios=[1.25, 1], constrained_layout=True)
    draw_matching(axes["matching"], rows["matching"])
    draw_waits(axes["voq"], rows["voq"])
    draw_shares(axes["fairness"], rows["fairness"])
    for name in ("matching", "voq"):
        light_grid(axes[name])
    fig.get_layout_engine().set(rect=(0, 0, 1, 0.93))
    fig.legend(handles=axes["voq"].get_lines(), loc="upper center", ncols=5)
    return fig


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out" / "allocators", metavar="OUT")
    parser.add_argument("--program", metavar="FILE",
                        default=os.environ.get("ORTHANT_BENCH", str(ROOT / "build" / "bench" / "allocator_study")))
    options = parser.parse_args(arguments)
    if not os.access(options.program, os.X_OK):
        print(f"study_allocators.py: {options.program}: not there; build it with scripts/build.sh allocator_study",
              file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    rows = computed(options.program, options.out)
    text = "\n".join((
        "## Matches of 16 ports\n", matching_table(rows["matching"], ALLOCATORS, "theory of draws"),
        "## Mean wait in slots\n", wait_table(rows["voq"], DRAWN, "theory of output queues"),
        settling_table(rows["settling"]),
        "## Pairs that ask for ever\n", fairness_table(rows["fairness"]),
        "## Variations: matches, waits\n", matching_table(rows["matching"], VARIATIONS),
        wait_table(rows["voq"], VARIATIONS)))
    (options.out / "allocators.md").write_text(text, encoding="utf-8")
    print(text)
    save(picture(rows), str(options.out / "allocators.png"), bbox_inches="tight", pad_inches=0.06)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
