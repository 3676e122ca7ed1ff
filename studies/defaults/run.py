#!/usr/bin/python3
"""Examines what the defaults of the router decide in comparisons of routings, each default changed
alone.

Conclusions: the sentences of the pages that compare routings or rules of the router, each computed
again with every default of version 0.1 put back alone, with all of them, and with router.preset =
fair. Exits with 1 if one of them does not hold with today's defaults or with the fair preset.
Effects: what each default did, changed alone. Loads: on an 8x8 torus, the largest stable load and
what is accepted at 0.95 of the capacity, for every routing and pattern that the router holds, with
the defaults of version 0.1 and with those of today. Writes defaults.md, conclusions.csv and
loads.csv.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from study import UNFINISHED, Study, markdown, write_rows

ALL, FIRST = "router.injection_vcs=all", "router.selection=first"
CROSSING = "routing.dor.dateline=crossing"
VARIANTS = {"today": [], "injection_vcs = all": [ALL], "selection = first": [FIRST],
            "dateline = crossing": [CROSSING],
            "0.1": [ALL, FIRST, CROSSING], "fair": ["router.preset=fair"]}
MUST_HOLD = "today", "fair"

TORUS = ["topology.kind=torus", "topology.dimensions=8x8", "router.buffer_flits=8",
         "traffic.load_unit=capacity"]
DEMO = [*TORUS, "router.vcs=4", "traffic.pattern=uniform", "traffic.packet_flits=8"]
MESH = ["topology.kind=mesh", "topology.dimensions=8x8", "router.vcs=4", "router.buffer_flits=8"]
TURNS = [*MESH, "traffic.packet_flits=4", "traffic.load_unit=capacity"]
NOC = [*MESH, "traffic.pattern=transpose", "traffic.packet_flits=1:0.5 5:0.5",
       "traffic.load_unit=flits"]
BUBBLE = ["topology.kind=torus", "topology.dimensions=8x8", "routing.algorithm=dor", "router.vcs=1",
          "router.switching=virtual_cut_through", "traffic.pattern=uniform",
          "traffic.packet_flits=5", "traffic.load_unit=capacity"]


class Lab:
    """Simulates single points of an empty config."""

    def __init__(self, study):
        self.study, self.config = study, study.out / "any.ini"
        self.config.write_text("# every key is given on the command line\n", encoding="utf-8")

    def table(self, verb, keys, name):
        self.study.run(verb, self.config, name, *keys, codes=(0, UNFINISHED))
        return self.study.table(name)

    def row(self, keys, name, seeds=3):
        return self.table("sweep", [*keys, f"run.repetitions={seeds}"], name)


def latency(rows):
    """Mean over the seeds; infinite where one is not stable."""
    return rows["latency_mean"].mean() if (rows["verdict"] == "stable").all() else float("inf")


def accepted(rows):
    return rows["accepted_flits"].mean()


# Sentence, page, what is measured, and the points of which the first one must be better.
LESS, MORE = "less", "more"
CONCLUSIONS = [
    ("README", "minimal adaptive has a lower latency than dimension order", latency, LESS,
     [*DEMO, "traffic.load=0.4"], ["routing.algorithm=minimal_adaptive"],
     ["routing.algorithm=dor"]),
    ("README", "minimal adaptive accepts more than dimension order beyond saturation", accepted,
     MORE,
     [*DEMO, "traffic.load=0.9"], ["routing.algorithm=minimal_adaptive"],
     ["routing.algorithm=dor"]),
    ("README", "pushed beyond saturation, minimal adaptive keeps 95 % of what it carries at 0.6",
     accepted, 0.95,
     [*DEMO, "routing.algorithm=minimal_adaptive"], ["traffic.load=0.9"], ["traffic.load=0.6"]),
    ("tutorial_noc", "minimal adaptive has a lower latency than dimension order under transpose",
     latency, LESS,
     [*NOC, "traffic.load=0.1"], ["routing.algorithm=minimal_adaptive"], ["routing.algorithm=dor"]),
    ("tutorial_noc", "odd-even has a lower latency than dimension order near its knee", latency,
     LESS, [*NOC, "traffic.load=0.2"], ["routing.algorithm=odd_even"], ["routing.algorithm=dor"]),
    ("tutorial_noc", "minimal adaptive carries a transpose load that O1TURN does not", latency,
     LESS,
     [*NOC, "traffic.load=0.3"], ["routing.algorithm=minimal_adaptive"],
     ["routing.algorithm=o1turn"]),
    ("routing", "dimension order has a lower latency than west-first under uniform traffic",
     latency, LESS,
     [*TURNS, "traffic.pattern=uniform", "traffic.load=0.7"], ["routing.algorithm=dor"],
     ["routing.algorithm=west_first"]),
    ("routing",
     "negative-first accepts more than dimension order under the transposition that suits it",
     accepted, MORE,
     [*TURNS, "traffic.pattern=anti_transpose", "traffic.load=1"],
     ["routing.algorithm=negative_first"], ["routing.algorithm=dor"]),
    ("routing", "odd-even carries transpose at 0.45, dimension order does not", latency, LESS,
     [*TURNS, "traffic.pattern=transpose", "traffic.load=0.45"], ["routing.algorithm=odd_even"],
     ["routing.algorithm=dor"]),
    ("deadlock", "a marked slot accepts more than a bubble, buffers of two packets", accepted, MORE,
     [*BUBBLE, "router.buffer_flits=10", "traffic.load=0.9"],
     ["router.flow_control=critical_bubble"], ["router.flow_control=bubble"]),
    ("deadlock", "a marked slot has a lower latency than a bubble, buffers of two packets", latency,
     LESS,
     [*BUBBLE, "router.buffer_flits=10", "traffic.load=0.3"],
     ["router.flow_control=critical_bubble"], ["router.flow_control=bubble"]),
]


def tail(rows):
    return rows["latency_p99"].mean()


# Default, case, what is measured, and the keys. Five seeds.
EFFECTS = [
    ("injection_vcs", "minimal adaptive, 4 VCs, uniform at 0.9: accepted", accepted, ALL,
     [*DEMO, "routing.algorithm=minimal_adaptive", "traffic.load=0.9"]),
    ("injection_vcs", "the same at 0.5: latency", latency, ALL,
     [*DEMO, "routing.algorithm=minimal_adaptive", "traffic.load=0.5"]),
    ("injection_vcs", "`dor`, 8 VCs, single flits, uniform at 0.95: accepted", accepted, ALL,
     [*TORUS, "router.vcs=8", "traffic.pattern=uniform", "traffic.packet_flits=1",
      "routing.algorithm=dor", "traffic.load=0.95"]),
    ("selection", "minimal adaptive, 8x8 mesh, transpose at 0.2 flits: latency", latency, FIRST,
     [*NOC, "routing.algorithm=minimal_adaptive", "traffic.load=0.2"]),
    ("selection", "the same: 99th percentile", tail, FIRST,
     [*NOC, "routing.algorithm=minimal_adaptive", "traffic.load=0.2"]),
    ("dor.dateline", "ring of 8, tornado, 2 VCs, at 0.9: accepted", accepted, CROSSING,
     ["topology.kind=torus", "topology.dimensions=8", *TORUS[2:], "router.vcs=2",
      "traffic.pattern=tornado",
      "traffic.packet_flits=8", "routing.algorithm=dor", "traffic.load=0.9"]),
    ("dor.dateline", "8x8 torus, uniform, 4 VCs, at 0.95: accepted", accepted, CROSSING,
     [*DEMO, "routing.algorithm=dor", "traffic.load=0.95"]),
]


def effects(lab):
    """Rows of a table: what is measured with the defaults of 0.1, with one of today's, and with all
    of today's."""
    rows = []
    networks = [keys for *_, keys in EFFECTS]
    for name, case, measure, old, keys in EFFECTS:
        number = networks.index(keys)  # two cases of one network are simulated once
        cells = [f"`{name}`", case]
        for which, changed in enumerate((VARIANTS["0.1"],
                                         [key for key in VARIANTS["0.1"] if key != old], [],
                                         VARIANTS["fair"])):
            found = lab.row([*keys, *changed], f"e{number}_{which}", 5)
            each = [measure(of_seed) for _, of_seed in found.groupby("seed")]
            digits = ".3f" if measure is accepted else ".1f"
            low, high = min(each), max(each)
            cells.append(f"{measure(found):{digits}} ({low:{digits}} to {high:{digits}})")
        rows.append(cells)
    return rows


def judge(lab):
    """Rows of a table: page, sentence, and for each variant the two values and whether it holds."""
    rows, held = [], True
    for number, (page, sentence, measure, better, keys, one, other) in enumerate(CONCLUSIONS):
        cells = [page, sentence]
        for variant, changed in VARIANTS.items():
            a, b = (measure(lab.row([*keys, *own, *changed],
                                    f"c{number}_{variant.replace(' ', '')}_{which}"))
                    for which, own in (("a", one), ("b", other)))
            holds = a < b if better == LESS else a > b if better == MORE else a >= better * b
            held = held and (holds or variant not in MUST_HOLD)
            digits = ".1f" if measure is latency else ".3f"
            text = f"{a:{digits}} and {b:{digits}}{'' if holds else ' **flips**'}"
            cells.append(text.replace("inf", "saturated"))
        rows.append(cells)
    return rows, held


ROUTERS = {"4 VCs, 8-flit packets": ["router.vcs=4", "traffic.packet_flits=8"],
           "8 VCs, single flits": ["router.vcs=8", "traffic.packet_flits=1"]}
ROUTINGS = "dor", "val", "romm", "minimal_adaptive", "goal", "ofr"
PATTERNS = "uniform", "transpose", "tornado", "bit_complement"


def loads(lab):
    rows = []
    for router, keys in ROUTERS.items():
        for routing in ROUTINGS:
            if routing == "ofr" and "router.vcs=4" in keys:
                continue  # five VC classes
            found = {}
            for variant in ("0.1", "today", "fair"):
                common = [*TORUS, f"traffic.pattern={','.join(PATTERNS)}",
                          f"routing.algorithm={routing}", *keys, *VARIANTS[variant]]
                name = f"{routing}_{keys[0][-1]}_{variant}"
                stable = lab.table("saturate", [*common, "run.tolerance=0.02"], f"s_{name}")
                beyond = lab.table("sweep", [*common, "traffic.load=0.95", "run.repetitions=5"],
                                   f"b_{name}")
                found[variant] = (stable.set_index("pattern")["saturation_capacity"],
                                  beyond.groupby("pattern")["accepted_capacity"].mean())
            for pattern in PATTERNS:
                cells = [router, f"`{routing}`", pattern]
                for which in (0, 1):
                    cells += [f"{found[variant][which][pattern]:.2f}" for variant in found]
                rows.append(cells)
    return rows


def main():
    study = Study("defaults", __doc__, lambda parser: parser.add_argument(
        "--loads", action="store_true", help="the table of loads, too"))
    lab = Lab(study)
    rows, held = judge(lab)
    header = ["page", "sentence", *VARIANTS]
    text = "## Conclusions\n\n" + markdown(header, rows)
    write_rows(study.path("conclusions"), [dict(zip(header, row)) for row in rows])
    text += "\n## Effects\n\n" + markdown(["default", "case", "0.1", "0.1 but for this one",
                                           "today", "fair"],
                                          effects(lab))
    if study.options.loads:
        columns = ["router", "routing", "pattern", "stable, 0.1", "stable, today", "stable, fair",
                   "accepted at 0.95, 0.1", "accepted, today", "accepted, fair"]
        rows = loads(lab)
        write_rows(study.path("loads"), [dict(zip(columns, row)) for row in rows])
        text += "\n## Largest stable load, and accepted at 0.95 of the capacity\n\n"
        text += markdown(columns, rows)
    study.report(text)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
