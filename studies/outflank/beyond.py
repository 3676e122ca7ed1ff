#!/usr/bin/python3
"""Examines what Versaci 2013 leaves open: other values of eta and delta and a delta that is a share
of the distance, on the published network; meshes; and wormhole switching with credits. Writes a CSV
file for each table and beyond.md.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from results import LIFETIME_LIMIT_US, PATTERNS, ROUTINGS, TABLE2
from study import Study, markdown

GAINING = ("butterfly", "rotate_3d", "bit_reverse")  # where OFR gains most in Table 2
PUBLISHED = (*GAINING, "uniform")
# Values of one key, all others being the paper's (eta 2, delta 2).
PARAMETERS = {"eta": "0.5,1,2,4", "delta": "1,2,4", "delta_share": "0.1,0.25,0.5"}
HIGHER_ETAS = ("0.5", "2")
# The share replaces a smaller delta, so that it decides alone where delta is 1.
WITH = {"delta_share": ("routing.ofr.delta=1",)}
# Input-queued routers.
STEADY = ("routing.ties=split", "channel.node_bandwidth=3.2", "traffic.packet_flits=8",
          "router.buffer_flits=32", "run.saturate_seeds=1", "run.tolerance=0.02")
LONG = ("router.preset=fair", "run.warmup_cycles=4000", "run.measure_cycles=10000",
        "run.drain_cycles=20000")
SHORT = ("router.preset=none", "run.warmup_cycles=2000", "run.measure_cycles=2000",
         "run.drain_cycles=4000")
STEADY_PATTERNS = ("uniform", "transpose", "bit_reverse", "butterfly")
SWITCHINGS = {"wormhole, credits": ("wormhole", "credit"),
              "cut-through, credits": ("virtual_cut_through", "credit"),
              "cut-through, bubble": ("virtual_cut_through", "bubble")}
Table = collections.namedtuple("Table", "name verb config keys")


def parameter_tables():
    """At the load that OFR sustains by Table 2, for k = 8; of eta also at the next two loads."""
    tables = []
    for pattern in PUBLISHED:
        keys = ("topology.dimensions=8x8x8", "routing.algorithm=ofr", f"traffic.pattern={pattern}",
                f"run.latency_limit_cycles={1000 * 4 * LIFETIME_LIMIT_US[8, pattern]}")
        load, *higher = loads_of(pattern)
        for name, values in PARAMETERS.items():
            own = (f"traffic.load={load}", f"routing.ofr.{name}={values}", *WITH.get(name, ()))
            tables.append(Table(f"{name}_{pattern}", "sweep", "outflank/table2", keys + own))
        if pattern not in GAINING:
            continue
        own = (f"traffic.load={','.join(higher)}", f"routing.ofr.eta={','.join(HIGHER_ETAS)}")
        tables.append(Table(f"higher_{pattern}", "sweep", "outflank/table2", keys + own))
    return tables


def loads_of(pattern):
    """That of Table 2, and the next two."""
    limit = TABLE2[8][pattern][list(ROUTINGS).index("ofr")]
    return [f"{(limit + step) / 100:g}" for step in (0, 5, 10)]


def mesh_tables():
    tables = []
    for vcs in (3, 4):
        keys = ("topology.kind=mesh", "topology.dimensions=8x8", f"router.vcs={vcs}",
                "routing.algorithm=abr,ofr", f"traffic.pattern={','.join(STEADY_PATTERNS)}",
                *STEADY, *LONG, "router.flow_control=credit",
                "router.switching=wormhole,virtual_cut_through")
        tables.append(Table(f"mesh_{vcs}", "saturate", "adaptive_tori", keys))
    return tables


def wormhole_tables():
    tables = []
    for name, (switching, flow_control) in SWITCHINGS.items():
        keys = ("topology.dimensions=8x8", "router.vcs=6", "routing.algorithm=abr,por,ofr",
                f"traffic.pattern={','.join(STEADY_PATTERNS)}", *STEADY, *SHORT,
                f"router.switching={switching}", f"router.flow_control={flow_control}")
        tables.append(Table(file_of(name), "saturate", "adaptive_tori", keys))
    return tables


def file_of(switching):
    return f"torus_{switching.replace(', ', '_')}"


PARTS = {"parameters": parameter_tables, "meshes": mesh_tables, "wormhole": wormhole_tables}


def parameters_text(study):
    lines = []
    for name, values in PARAMETERS.items():
        for value in values.split(","):
            cells = []
            for pattern in PUBLISHED:
                row, = (row for row in study.rows(f"{name}_{pattern}")
                        if float(row[f"routing.ofr.{name}"]) == float(value))
                cells.append(lifetime(row, LIFETIME_LIMIT_US[8, pattern]))
            lines.append([f"{name.replace('_', ' ')} {value}", *cells])
    header = [f"{PATTERNS[p]}, {TABLE2[8][p][2] / 100:g} (limit {LIFETIME_LIMIT_US[8, p]})"
              for p in PUBLISHED]
    return ("## Mean lifetime, us, at the load that Table 2 has for OFR, k = 8; in brackets the "
            "shares of packets that go beside and round\n\n" + markdown(["", *header], lines)
            + "\n## The same at the next two loads\n\n"
            + markdown(["", *header[:len(GAINING)]], higher_lines(study)))


def higher_lines(study):
    lines = []
    for step in (1, 2):
        for eta in HIGHER_ETAS:
            cells = []
            for pattern in GAINING:
                row, = (row for row in study.rows(f"higher_{pattern}")
                        if float(row["routing.ofr.eta"]) == float(eta)
                        and float(row["load"]) == float(loads_of(pattern)[step]))
                cells.append(lifetime(row, LIFETIME_LIMIT_US[8, pattern]))
            lines.append([f"eta {eta}, load + {0.05 * step:g}", *cells])
    return lines


def lifetime(row, limit):
    if row["verdict"] != "drained":
        return f"> {4 * limit}"
    beside, around = (100 * float(row[f"{kind}_fraction"]) for kind in ("oidn", "widn"))
    return f"{float(row['latency_mean_ns']) / 1000:.1f} ({beside:.0f} + {around:.0f} %)"


def limits_of(study, name):
    """Largest stable loads by (pattern, routing, switching), as shares of the capacity."""
    return {tuple(row[key] for key in ("pattern", "routing", "switching")):
            f"{float(row['saturation_load']):.2f}" for row in study.rows(name)}


def meshes_text(study):
    three, four = (limits_of(study, f"mesh_{vcs}") for vcs in (3, 4))
    lines = [[PATTERNS[pattern], *(limits[pattern, routing, switching]
                                   for switching in ("wormhole", "virtual_cut_through")
                                   for limits in (three, four) for routing in ("abr", "ofr"))]
             for pattern in STEADY_PATTERNS]
    header = [f"{routing}, {vcs} VCs, {switching}" for switching in ("wormhole", "cut-through")
              for vcs in (3, 4) for routing in ("ABR", "OFR")]
    return ("## 8x8 mesh with credits: largest stable load, in units of the capacity\n\n"
            + markdown(["", *header], lines))


def wormhole_text(study):
    found = {name: limits_of(study, file_of(name)) for name in SWITCHINGS}
    lines = [[PATTERNS[pattern],
              *(" / ".join(found[name][pattern, routing, switching] for routing in ROUTINGS)
                for name, (switching, _) in SWITCHINGS.items())]
             for pattern in STEADY_PATTERNS]
    return ("## 8x8 torus, 6 VCs: largest stable load of ABR / POR / OFR, in units of the "
            "capacity\n\n" + markdown(["", *SWITCHINGS], lines))


TEXTS = {"parameters": parameters_text, "meshes": meshes_text, "wormhole": wormhole_text}


def main():
    study = Study("outflank_beyond", __doc__, lambda parser: parser.add_argument(
        "--only", action="append", choices=PARTS, help="may be repeated"))
    parts = study.options.only or list(PARTS)
    for part in parts:
        for table in PARTS[part]():
            study.run(table.verb, table.config, table.name, *table.keys)
    study.report("\n".join(TEXTS[part](study) for part in parts), "beyond")


if __name__ == "__main__":
    main()
