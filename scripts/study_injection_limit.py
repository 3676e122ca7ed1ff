#!/usr/bin/python3
"""What limits on injection do for an adaptive network beyond saturation, and what they cost below it.

Sweeps configs/injection_limit.ini, whose nodes inject on all VCs: curves.csv. At 0.9 of the capacity, the room that
router.injection_limit = in_transit leaves to packets in transit, with buffers of one, two and four packets: slots.csv,
and the other limits beside: others.csv. Each limit through ten million packets at that load: long.csv. Writes them,
injection_limit.md (printed too) and injection_limit.png into out/injection_limit/ or OUT. Needs a built tree
(scripts/build.sh orthant); some three minutes of a core. What was interrupted goes on where it was.

usage: scripts/study_injection_limit.py [-j N] [OUT]
"""

import sys

import pandas as pd

from pictures import light_grid, plt, set_style
from plot_style import COLOURS, MARKERS, series_look
from reports import markdown
from study import Study

LIMIT, SLOTS, BUFFER = "router.injection_limit", "router.injection_limit_slots", "buffer_flits"
LIMITS = ("none", "in_transit", "alo")
BEYOND = "traffic.load=0.9"
BUFFERS = (8, 16, 32)
SWEEPS = {
    "curves": [],
    "slots": [BEYOND, "router.injection_limit=in_transit", f"router.buffer_flits={','.join(map(str, BUFFERS))}",
              f"{SLOTS}=0,1,2,3,4,6,8,12,16,20,24"],
    "others": [BEYOND, "router.injection_limit=none,alo", f"router.buffer_flits={','.join(map(str, BUFFERS))}"],
    "long": [BEYOND, "router.injection_limit=in_transit,alo", "run.measure_cycles=2200000"],
}


def computed(study):
    """{name: rows} of the sweeps."""
    return {name: pd.read_csv(study.sweep("injection_limit", name, *keys), keep_default_na=False, na_values=[""])
            for name, keys in SWEEPS.items()}


def curve_table(curves):
    by_limit = {limit: curves[curves[LIMIT] == limit].set_index("load") for limit in LIMITS}
    free = by_limit["none"]["latency_mean"]
    rows = []
    for load in free.index:
        cells = [f"{load:g}"]
        for limit in LIMITS:
            own = by_limit[limit].loc[load]
            if own["verdict"] != "stable":
                cells.append(f"accepts {own['accepted_capacity']:.3f}")
            elif limit == "none" or pd.isna(free[load]):
                cells.append(f"{own['latency_mean']:.2f}")
            else:
                cells.append(f"{own['latency_mean']:.2f} ({own['latency_mean'] / free[load] - 1:+.1%})")
        rows.append(cells)
    return markdown(["load", *(f"`{limit}`" for limit in LIMITS)], rows)


def beyond_table(rows):
    def cells(own):
        return [f"{own['accepted_capacity']:.3f}", f"{own['source_accepted_min']:.2f}", f"{own['jain_accepted']:.4f}"]

    table = [[f"`{own[LIMIT]}`", own[BUFFER], "", *cells(own)] for _, own in rows["others"].iterrows()]
    table += [["`in_transit`", own[BUFFER], own[SLOTS], *cells(own)] for _, own in rows["slots"].iterrows()]
    return markdown(["limit", "buffer", "slots", "accepted", "worst node", "Jain's index"], table)


def long_table(rows):
    return markdown(["limit", "packets", "verdict", "accepted", "worst node", "Jain's index"],
                    [[f"`{own[LIMIT]}`", f"{own['packets']:,}", own["verdict"], f"{own['accepted_capacity']:.4f}",
                      f"{own['source_accepted_min']:.3f}", f"{own['jain_accepted']:.4f}"]
                     for _, own in rows["long"].iterrows()])


def picture(rows):
    set_style(**{"axes.spines.top": False, "axes.spines.right": False})
    fig, (latency, accepted, slots) = plt.subplots(1, 3, figsize=(10, 3.1), constrained_layout=True)
    for i, limit in enumerate(LIMITS):
        own = rows["curves"][rows["curves"][LIMIT] == limit].sort_values("load")
        stable = own[(own["verdict"] == "stable").cummin()]
        look = series_look(i)
        latency.plot(stable["load"], stable["latency_mean"], label=limit, **look)
        accepted.plot(own["load"], own["accepted_capacity"], label=limit, **look)
    latency.set(xlabel="offered load (capacity)", ylabel="mean latency of stable loads (cycles)", xlim=(0, None),
                ylim=(0, 100))
    latency.legend(title="injection_limit", loc="upper left")
    top = rows["curves"]["load"].max()
    accepted.plot([0, top], [0, top], color="0.8", linewidth=0.8, zorder=0)
    accepted.set(xlabel="offered load (capacity)", ylabel="accepted load (capacity)", xlim=(0, None), ylim=(0, None))
    for i, buffer in enumerate(BUFFERS):
        own = rows["slots"][rows["slots"][BUFFER] == buffer].sort_values(SLOTS)
        colour = COLOURS[3 + i]
        slots.plot(own[SLOTS], own["accepted_capacity"], color=colour, marker=MARKERS[3 + i], markersize=4,
                   linewidth=1.2, label=f"{buffer} flits")
        free = rows["others"][(rows["others"][BUFFER] == buffer) & (rows["others"][LIMIT] == "none")]
        slots.axhline(free["accepted_capacity"].iloc[0], color=colour, linewidth=0.9, linestyle=(0, (2, 2)))
    slots.set(xlabel="injection_limit_slots (flits)", ylabel="accepted at 0.9 (capacity)", xlim=(-0.5, None),
              ylim=(0, None))
    slots.legend(title="in_transit, buffers of", loc="lower right", bbox_to_anchor=(1.0, 0.03))
    slots.text(24, 0.345, "dashed: no limit", ha="right", va="top", fontsize=7.5, color="0.35")
    for axes in (latency, accepted, slots):
        light_grid(axes)
    return fig


def main(arguments):
    study = Study(__doc__, "injection_limit", arguments)
    rows = computed(study)
    text = ("## Mean latency in cycles where stable, and against that without a limit\n\n" + curve_table(rows["curves"]) +
            "\n## At 0.9 of the capacity\n\n" + beyond_table(rows) +
            "\n## Through ten million packets\n\n" + long_table(rows))
    study.report(text, picture(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
