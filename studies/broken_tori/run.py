#!/usr/bin/python3
"""Compares routings on broken tori: the largest stable load of each on 8x8 and 8x8x8 tori of which
0, 1, 2, 5 or 10 % of the links have failed, or those of one optical switch, and what no routing
exceeds.

Writes SIZE_CASE_ROUTING.csv (a row for each draw), bounds_SIZE_CASE.csv, broken_tori.md and
broken_tori.png.
"""
import itertools
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import legend_below, look, panels, write
from study import UNFINISHED, Study, markdown, read_rows

RADICES = {"8x8": (8, 8), "8x8x8": (8, 8, 8)}
DRAWS = {"8x8": 20, "8x8x8": 10}
BLOCK = 4  # routers along each side of a block; the links between blocks pass optical switches
PERCENTS = (0, 1, 2, 5, 10)
SWITCH = "switch"
ROUTINGS = {
    "minimal_adaptive": [],
    "dor": ["routing.detour=intermediate"],
    "wild_first": [],
    "torus_2qos": [],
    "shortest": ["routing.layers=lash", "shortest.tie=random", "shortest.forwarding=destination"],
    "up_down": [],
}
NAMES = {"dor": "dor, detours", "shortest": "shortest, lash"}
# The first seed has to carry a load through 8 windows (docs/measurement.md).
WINDOW = ["run.warmup_cycles=500", "run.measure_cycles=800", "run.saturate_seeds=1",
          "run.tolerance=0.01"]


def add_options(parser):
    parser.add_argument("--draws", type=int,
                        help="draws of each case (default: 20 of 8x8, 10 of 8x8x8)")
    parser.add_argument("--size", choices=RADICES, action="append", help="only this torus")


def switches(radices):
    """{name: its links}: a switch for each dimension and position on the face of a block."""
    groups = {}
    for at in itertools.product(*map(range, radices)):
        for d, radix in enumerate(radices):
            if (at[d] + 1) % BLOCK != 0:
                continue
            other = (*at[:d], (at[d] + 1) % radix, *at[d + 1:])
            face = [str(x % BLOCK) for e, x in enumerate(at) if e != d]
            groups.setdefault("_".join([f"face{'xyz'[d]}", *face]), []).append(
                "-".join(f"({','.join(map(str, router))})" for router in (at, other)))
    return groups


class BrokenTori(Study):
    def __init__(self):
        super().__init__("broken_tori", __doc__, add_options)
        self.sizes = self.options.size or list(RADICES)

    def draws(self, size, case):
        """The names of the draws: seeds, or switches."""
        count = self.options.draws or DRAWS[size]
        if case == SWITCH:
            return sorted(switches(RADICES[size]), key=lambda name: name[::-1])[:count]
        return [str(seed + 1) for seed in range(count if case else 1)]

    def measure(self, verb, size, case, name, keys):
        """The rows of the draws; none if none is served (exit code 2)."""
        draws = ",".join(self.draws(size, case))
        if case == SWITCH:
            file = self.out / f"{size}.groups"
            file.write_text("".join(f"{switch} {' '.join(links)}\n"
                                    for switch, links in switches(RADICES[size]).items()),
                            encoding="utf-8")
            faults = [f"faults.groups={file}", f"faults.links={draws}",
                      "faults.link_probability=0", "faults.fault_seed=1"]
        else:
            faults = [f"faults.link_probability={case}%", f"faults.fault_seed={draws}"]
        # Exit code 2 without a file: the routing serves no draw, as the program says.
        codes = (0, UNFINISHED) if self.path(name).exists() else (0, 2, UNFINISHED)
        path = self.run(verb, "broken_torus", name, f"topology.dimensions={size}", *faults, *keys,
                        codes=codes)
        return read_rows(path) if path.exists() else []

    def loads(self, size, case, routing):
        """Largest stable loads, one for each draw that the routing serves."""
        rows = self.measure("saturate", size, case, f"{size}_{case}_{routing}",
                            [f"routing.algorithm={routing}", *ROUTINGS[routing], "router.vcs=8",
                             *WINDOW])
        return [float(row["saturation_load"] or 0) for row in rows
                if row["verdict"] not in ("disconnected", "unroutable")]


def bounds(study, size, case):
    """(capacity that was reached, capacity that is certain not to be exceeded) of each draw."""
    rows = study.measure("analyze", size, case, f"bounds_{size}_{case}",
                         ["routing.algorithm=up_down", "traffic.load=0.1", "analysis.worst_case=no"])
    return [bound_of(row) for row in rows]


def bound_of(row):
    exact = row.get("capacity_flits", "")
    if exact:
        return float(exact), float(exact)
    return float(row["capacity_flits_at_least"]), float(row["capacity_flits_at_most"])


def cell(loads, draws):
    if not loads:
        return "none"
    text = f"{statistics.mean(loads):.3f} ({min(loads):.2f})"
    return text if len(loads) == draws else f"{text}, {len(loads)} of {draws}"


def main():
    study = BrokenTori()
    cases = [*PERCENTS, SWITCH]
    text = []
    fig, axes = panels(1, len(study.sizes), (8, 3.2), sharey=True)
    for size, panel in zip(study.sizes, axes[0]):
        lines = {routing: [] for routing in ROUTINGS}
        rows, at_most = [], []
        for case in cases:
            draws = len(study.draws(size, case))
            known = bounds(study, size, case)
            reached = statistics.mean(low for low, _ in known)
            limit = statistics.mean(high for _, high in known)
            at_most.append(limit)
            bound = f"{limit:.3f}" if limit - reached < 1e-6 else f"{reached:.3f} to {limit:.3f}"
            row = [f"{case} %" if case != SWITCH else "one switch", draws, bound]
            for routing in ROUTINGS:
                loads = study.loads(size, case, routing)
                served = len(loads) == draws
                lines[routing].append(statistics.mean(loads) if served else float("nan"))
                row.append(cell(loads, draws))
            rows.append(row)
        names = [NAMES.get(routing, routing) for routing in ROUTINGS]
        text.append(f"## {size}\n\n" + markdown(["failed", "draws", "bound", *names], rows))
        # A gap parts the switch from the percentages.
        place = [*range(len(PERCENTS)), len(PERCENTS) - 0.5, len(PERCENTS) + 0.2]
        curves = {"bound": (at_most, {"color": "0.3", "linewidth": 1.4, "marker": "_"})}
        curves |= {name: (lines[routing], look(i))
                   for i, (routing, name) in enumerate(zip(ROUTINGS, names))}
        for name, (loads, style) in curves.items():
            panel.plot(place, [*loads[:-1], float("nan"), loads[-1]], label=name, **style)
        panel.set_xticks([*place[:-2], place[-1]], [f"{p} %" for p in PERCENTS] + ["one switch"])
        panel.set_xlabel(f"failed links of an {size} torus")
        panel.set_ylim(0, 1.02)
    axes[0][0].set_ylabel("largest stable load\n(flits per node and cycle)")
    legend_below(fig, axes[0][0], 4)
    write(fig, study.out / "broken_tori")
    study.report("\n".join(text))


if __name__ == "__main__":
    main()
