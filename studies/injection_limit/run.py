#!/usr/bin/python3
"""Measures what limits on injection do for an adaptive network beyond saturation, and what they
cost below it.

curves.csv: latency and accepted load over the load with each limit. At 0.9 of the capacity,
slots.csv varies the slots that router.injection_limit = in_transit reserves for packets in
transit, with buffers of one, two and four packets; others.csv has the other limits, and long.csv
each limit over ten million packets. Nodes inject on all VCs. injection_limit.md has the tables,
injection_limit.png the curves.
"""
import pathlib
import sys

import pandas as pd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import diagonal, look, panels, until_unstable, write
from paper import PAGE_INCHES, light_grid
from study import Study, markdown

LIMIT, SLOTS, BUFFER = "router.injection_limit", "router.injection_limit_slots", "buffer_flits"
LIMITS = ("none", "in_transit", "alo")
BEYOND = "traffic.load=0.9"
BUFFERS = (8, 16, 32)
BUFFER_KEY = f"router.buffer_flits={','.join(map(str, BUFFERS))}"
SWEEPS = {
    "curves": [],
    "slots": [BEYOND, "router.injection_limit=in_transit", BUFFER_KEY,
              f"{SLOTS}=0,1,2,3,4,6,8,12,16,20,24"],
    "others": [BEYOND, "router.injection_limit=none,alo", BUFFER_KEY],
    "long": [BEYOND, "router.injection_limit=in_transit,alo", "run.measure_cycles=2200000"],
}


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
                mean = own["latency_mean"]
                cells.append(f"{mean:.2f} ({mean / free[load] - 1:+.1%})")
        rows.append(cells)
    return markdown(["load", *(f"`{limit}`" for limit in LIMITS)], rows)


def beyond_table(rows):
    def cells(own):
        return [f"{own['accepted_capacity']:.3f}", f"{own['source_accepted_min']:.2f}",
                f"{own['jain_accepted']:.4f}"]

    table = [[f"`{own[LIMIT]}`", own[BUFFER], "", *cells(own)] for _,
             own in rows["others"].iterrows()]
    table += [["`in_transit`", own[BUFFER], own[SLOTS], *cells(own)] for _,
              own in rows["slots"].iterrows()]
    return markdown(["limit", "buffer", "slots", "accepted", "worst node", "Jain's index"], table)


def long_table(rows):
    return markdown(["limit", "packets", "verdict", "accepted", "worst node", "Jain's index"],
                    [[f"`{own[LIMIT]}`", f"{own['packets']:,}", own["verdict"],
                      f"{own['accepted_capacity']:.4f}",
                      f"{own['source_accepted_min']:.3f}", f"{own['jain_accepted']:.4f}"]
                     for _, own in rows["long"].iterrows()])


def draw(rows):
    fig, ((latency, accepted, slots),) = panels(1, 3, (PAGE_INCHES, 2.6))
    for i, limit in enumerate(LIMITS):
        own = rows["curves"][rows["curves"][LIMIT] == limit].sort_values("load")
        stable = until_unstable(own)
        latency.plot(stable["load"], stable["latency_mean"], label=limit, **look(i))
        accepted.plot(own["load"], own["accepted_capacity"], label=limit, **look(i))
    latency.set(xlabel="offered load (capacity)", ylabel="mean packet latency (cycles)",
                xlim=(0, None), ylim=(0, 100))
    latency.legend(title="injection_limit", loc="upper left", frameon=False)
    diagonal(accepted, rows["curves"]["load"].max())
    accepted.set(xlabel="offered load (capacity)", ylabel="accepted load (capacity)",
                 xlim=(0, None), ylim=(0, None))
    for i, buffer in enumerate(BUFFERS, len(LIMITS)):
        own = rows["slots"][rows["slots"][BUFFER] == buffer].sort_values(SLOTS)
        slots.plot(own[SLOTS], own["accepted_capacity"], label=f"{buffer} flits",
                   **{**look(i), "linestyle": "-"})
        free = rows["others"][(rows["others"][BUFFER] == buffer)
                              & (rows["others"][LIMIT] == "none")]
        slots.axhline(free["accepted_capacity"].iloc[0], color=look(i)["color"], lw=0.9,
                      ls=(0, (2, 2)))
    slots.set(xlabel="slots for packets in transit (flits)",
              ylabel="accepted at load 0.9 (capacity)", xlim=(-0.5, None), ylim=(0, None))
    slots.legend(title="in_transit (dashed: none), buffer", loc="lower right", frameon=False)
    for axes in (latency, accepted, slots):
        light_grid(axes)
    return fig


def main():
    study = Study("injection_limit", __doc__)
    for name, keys in SWEEPS.items():
        study.run("sweep", "injection_limit", name, *keys)
    rows = {name: study.table(name) for name in SWEEPS}
    write(draw(rows), study.out / "injection_limit")
    study.report("## Mean latency in cycles where stable, and against that without a limit\n\n"
                 + curve_table(rows["curves"]) + "\n## At 0.9 of the capacity\n\n"
                 + beyond_table(rows)
                 + "\n## Through ten million packets\n\n" + long_table(rows))


if __name__ == "__main__":
    main()
