#!/usr/bin/python3
"""Examines what Versaci 2013 leaves open: other values of eta and delta and a delta that is a share
of the distance, on the published network; meshes; and wormhole switching with credits. Writes a CSV
file for each table and beyond.md.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from results import LIFETIME_LIMIT_US, PATTERNS, TABLE2
from study import Study, markdown

GAINING = ("butterfly", "rotate_3d", "bit_reverse")  # where OFR gains most in Table 2
PUBLISHED = (*GAINING, "uniform")
# Values of one key, all others being the paper's (eta 2, delta 2). The share replaces a smaller
# delta, so that it decides alone where delta is 1.
PARAMETERS = {"eta": ["0.5,1,2,4"], "delta": ["1,2,4"],
              "delta_share": ["0.1,0.25,0.5", "routing.ofr.delta=1"]}
# Input-queued routers.
STEADY = ["topology.dimensions=8x8", "traffic.pattern=uniform,transpose,bit_reverse,butterfly",
          "routing.ties=split", "channel.node_bandwidth=3.2", "traffic.packet_flits=8",
          "router.buffer_flits=32", "run.saturate_seeds=1", "run.tolerance=0.02"]
MESH = ["topology.kind=mesh", "router.preset=fair", "run.warmup_cycles=4000",
        "run.measure_cycles=10000", "run.drain_cycles=20000", "router.flow_control=credit",
        "router.switching=wormhole,virtual_cut_through", "routing.algorithm=abr,ofr"]
TORUS = ["router.preset=none", "run.warmup_cycles=2000", "run.measure_cycles=2000",
         "run.drain_cycles=4000", "router.vcs=6", "routing.algorithm=abr,por,ofr"]
SWITCHINGS = {"wormhole, credits": ("wormhole", "credit"),
              "cut-through, credits": ("virtual_cut_through", "credit"),
              "cut-through, bubble": ("virtual_cut_through", "bubble")}


def parameters(study):
    """At the load that OFR sustains by Table 2, for k = 8; of eta also at the next two loads."""
    header, lines, higher = [], {}, {}
    for pattern in PUBLISHED:
        limit, load = LIFETIME_LIMIT_US[8, pattern], TABLE2[8][pattern][2]
        keys = ["topology.dimensions=8x8x8", "routing.algorithm=ofr", f"traffic.pattern={pattern}",
                f"run.latency_limit_cycles={1000 * 4 * limit}"]
        header.append(f"{PATTERNS[pattern]}, {load / 100:g} (limit {limit})")
        for name, (values, *more) in PARAMETERS.items():
            study.run("sweep", "outflank/table2", f"{name}_{pattern}", *keys, *more,
                      f"traffic.load={load / 100:g}", f"routing.ofr.{name}={values}")
            for value, row in zip(values.split(","), study.rows(f"{name}_{pattern}")):
                label = f"{name.replace('_', ' ')} {value}"
                lines.setdefault(label, [label]).append(lifetime(row, limit))
        if pattern in GAINING:
            study.run("sweep", "outflank/table2", f"higher_{pattern}", *keys,
                      f"traffic.load={load / 100 + 0.05:g},{load / 100 + 0.1:g}",
                      "routing.ofr.eta=0.5,2")
            rows = study.rows(f"higher_{pattern}")
            for row in sorted(rows, key=lambda row: (float(row["load"]), row["routing.ofr.eta"])):
                step = round(float(row["load"]) - load / 100, 2)
                label = f"eta {row['routing.ofr.eta']}, load + {step:g}"
                higher.setdefault(label, [label]).append(lifetime(row, limit))
    return ("## Mean lifetime, us, at the load that Table 2 has for OFR, k = 8; in brackets the "
            "shares of packets that go beside and round\n\n"
            + markdown(["", *header], lines.values()) + "\n## The same at the next two loads\n\n"
            + markdown(["", *header[:len(GAINING)]], higher.values()))


def lifetime(row, limit):
    if row["verdict"] != "drained":
        return f"> {4 * limit}"
    beside, around = (100 * float(row[f"{kind}_fraction"]) for kind in ("oidn", "widn"))
    return f"{float(row['latency_mean_ns']) / 1000:.1f} ({beside:.0f} + {around:.0f} %)"


def saturated(study, name, *keys):
    """Largest stable loads, as shares of the capacity, by pattern and switching."""
    study.run("saturate", "adaptive_tori", name, *STEADY, *keys)
    found = {}
    for row in study.rows(name):
        loads = found.setdefault(row["pattern"], {}).setdefault(row["switching"], [])
        loads.append(f"{float(row['saturation_load']):.2f}")  # routing by routing
    return found


def meshes(study):
    three, four = (saturated(study, f"mesh_{vcs}", *MESH, f"router.vcs={vcs}") for vcs in (3, 4))
    rows = [[PATTERNS[pattern], *(load for switching in ("wormhole", "virtual_cut_through")
                                  for found in (three, four) for load in found[pattern][switching])]
            for pattern in three]
    header = [f"{routing}, {vcs} VCs, {switching}" for switching in ("wormhole", "cut-through")
              for vcs in (3, 4) for routing in ("ABR", "OFR")]
    return ("## 8x8 mesh with credits: largest stable load, in units of the capacity\n\n"
            + markdown(["", *header], rows))


def wormhole(study):
    columns = {}
    for name, (switching, flow_control) in SWITCHINGS.items():
        found = saturated(study, f"torus_{name.replace(', ', '_')}", *TORUS,
                          f"router.switching={switching}", f"router.flow_control={flow_control}")
        columns[name] = {pattern: " / ".join(found[pattern][switching]) for pattern in found}
    return ("## 8x8 torus, 6 VCs: largest stable load of ABR / POR / OFR, in units of the "
            "capacity\n\n" + markdown(["", *SWITCHINGS], [
                [PATTERNS[pattern], *(column[pattern] for column in columns.values())]
                for pattern in columns[name]]))


PARTS = {"parameters": parameters, "meshes": meshes, "wormhole": wormhole}


def main():
    study = Study("outflank_beyond", __doc__, lambda parser: parser.add_argument(
        "--only", action="append", choices=PARTS, help="may be repeated"))
    study.report("\n".join(PARTS[part](study) for part in study.options.only or PARTS), "beyond")


if __name__ == "__main__":
    main()
