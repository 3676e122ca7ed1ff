#!/usr/bin/env python3
"""Runs the command of a study on a case of some seconds: it ends well, and writes its tables and
pictures.

Usage: smoke_test.py ORTHANT_BINARY STUDY, such as orders or liquid/beyond
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = ["run.warmup_cycles=100", "run.measure_cycles=200", "run.drain_cycles=300",
         "run.tolerance=0.2"]
# Words of the command line, a line of its report that has to be there, and its files.
STUDIES = {
    "adaptive_tori": (["--k", "8", *SHORT, "topology.dimensions=4x4x4", "traffic.pattern=uniform"],
                      "| k | pattern | ABR | POR | OFR | GOAL | OFR, 4 VCs |",
                      ["study.md", "latency.png"]),
    "booksim": (["--only", "s_ring8_simple_4vc"], "| s_ring8_simple_4vc | 5 | 5 | 2.6 % |",
                ["booksim.md", "booksim.png"]),
    "broken_tori": (["--draws", "1", "--size", "8x8", *SHORT],
                    "| failed | draws | bound | minimal_adaptive |",
                    ["broken_tori.md", "broken_tori.png"]),
    "collectives": (["--small", "topology.dimensions=4x4"],
                    "## All-reduce on 8x8x8: cycles, and the share of the bound",
                    ["collectives.md", "allreduce_8x8x8.png", "alltoall_8x8x8.svg"]),
    "defaults": ([*SHORT,
                  "run.repetitions=1"],
                 "| README | minimal adaptive has a lower latency than dimension order |",
                 ["defaults.md", "conclusions.csv"]),
    "injection_limit": (SHORT, "## Through ten million packets",
                        ["injection_limit.md", "injection_limit.png"]),
    "intervals": (["--seeds", "4", "--long-runs", "2", "--longer", "2", "--points",
                   "queue_0.50_20000", "dor_020"],
                  "| one queue 0.5 | theory | 13.50 |", ["intervals.md", "intervals.png"]),
    "liquid": (["--quick", "--milp-limit", "1"], "| full teams, every combination | 72 | 72 |",
               ["liquid.md", *(f"figure{n}.png" for n in (3, 6, 7, 12, 13, 14, 15))]),
    "liquid/beyond": (["schedule.time_limit_seconds=1"],
                      "| 8x4 torus, bandwidths 2 1 | 992 | 16 | 128 |", ["beyond.md"]),
    "liveness": (["-n", "500"], "| 5x3x3 | 30 | 0 | 0 | 0 |", ["liveness.md", "5x5.csv"]),
    "metastable": ([*SHORT, "run.repetitions=2"], "| 0.55 | ", ["metastable.md", "metastable.png"]),
    "milp": (["--limit", "0.001", "--cases", str(ROOT / "tests" / "data" / "liquid" / "few")],
             "milp / auto: geometric mean at least ", ["milp.md", "milp.csv"]),
    "numbering": ([], "", ["numbering.png"]),
    "opensm": ([], "| 24 routers, degree 5 | 576 | 0 | yes | 0 | 0 |", ["opensm.md"]),
    "orders": ([*SHORT, "run.repetitions=2", "topology.dimensions=4x4", "traffic.load=0.2,0.3"],
               "## Share of wanted channels that were free, at 0.3", ["orders.md", "curves.png"]),
    "outflank": (["--k", "8", "--pattern", "butterfly", "--routing", "abr"],
                 "1 of 1 entries agree.",
                 ["report.md", "figure4.png", "figure5.svg", "table2.csv", "comparison.csv"]),
    "outflank/beyond": (["--only", "parameters", "run.messages_per_node=1"],
                        "| delta share 0.5 | ", ["beyond.md", "higher_butterfly.csv"]),
    "outflank/causes": (["topology.dimensions=4x4x4", "run.messages_per_node=2"],
                        "| ties split | as the paper | `routing.ties` | plus | split |",
                        ["causes.md"]),
    "replay": (["topology.dimensions=4x4", "traffic.message_packets=2", "traffic.packet_flits=32",
                "run.seed=1,2"],
               "| wormhole, packets of 32 flits | liquid schedule | barrier |",
               ["replay.md", "curves.png", "measured.csv"]),
    "traffic_classes": (SHORT, "## Beside a hot spot",
                        ["traffic_classes.md", "traffic_classes.png"]),
    "turn_models": ([*SHORT, "traffic.load=0.1,0.2"], "| `dor` | 1.0 (0.34) |",
                    ["turn_models.md", "turn_models.png"]),
    "updown": (["--graphs", "2", *SHORT], "| 64 | 32 | random | 2 |",
               ["averages.md", "figure2.png", "memory.png"]),
}
# Of tests/data/liquid.
FEW = ("paper_fig9_noteam.txt", "syn_c6.txt", "chk_missing.txt", "t1_058.txt")


def main(orthant, name):
    words, line, files = STUDIES[name]
    with tempfile.TemporaryDirectory() as folder:
        if name == "milp":
            cases = pathlib.Path(folder, "cases")
            cases.mkdir()
            for case in FEW:
                (cases / case).symlink_to(ROOT / "tests" / "data" / "liquid" / case)
            words = [*words[:-1], cases]
        command = ROOT / "studies" / (f"{name}.py" if "/" in name else f"{name}/run.py")
        done = subprocess.run([sys.executable, command, folder, *words], capture_output=True,
                              text=True, env={**os.environ, "ORTHANT": orthant}, check=False)
        if name == "opensm" and done.returncode == 77:
            return 77
        # A comparison with a reference may fail in such windows; that is 1.
        ended_well = done.returncode in (0, 1) and "Traceback" not in done.stderr
        problems = [] if ended_well else [done.stderr]
        problems += [] if line in done.stdout else [f"no {line!r} in\n{done.stdout}{done.stderr}"]
        problems += [f"no {file}" for file in files if not pathlib.Path(folder, file).exists()]
        print("\n".join(problems))
        return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]))
