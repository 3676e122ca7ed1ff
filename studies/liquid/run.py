#!/usr/bin/python3
"""Recomputes the results of Gabrielyan & Hersch 2004 about liquid schedules.

The example of their Figure 3, the skeletons of Figure 6, the search spaces of Figure 7, and the 362
patterns on a 32-node cluster of Figures 12 to 15, scheduled, simulated and solved by an integer
program; and all-to-all on tori and meshes. The cluster is a stand-in (configs/swiss_t1.cluster).
Times are those of one core. liquid.md compares with the paper, and figure*.png have its figures.
Exits with 1 where a pattern is not solved, or takes longer than two seconds.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import report
from patterns import patterns
from study import CONFIGS, DATA, UNFINISHED, Study

LIQUID = DATA / "liquid"
EXAMPLE = "paper_fig2_25"


def schedule(study, config, name, *words):
    """Schedules of unknown quality are no failure here."""
    study.run("schedule", config, name, *words, "--timing", study.path(f"{name}_timing"),
              codes=(0, UNFINISHED), once=True)


def of_cluster(study, some):
    def run(name, allocations, *words):
        schedule(study, "swiss_t1", name, f"schedule.allocation={','.join(allocations)}", *words)

    for method in report.METHODS:
        run(f"patterns_{method}", some, f"schedule.method={method}", "-j", "1")
    for allocation in some:
        if 5 <= nodes_of(allocation) <= 8:
            name = f"teams_{allocation.replace(' ', '')}"
            run(name, [allocation], "--teams", study.path(f"{name}_counts"))
    run("patterns_milp", some[9::10], "schedule.method=milp",
        f"schedule.time_limit_seconds={study.options.milp_limit}", "-j", "1")
    study.run("sweep", "replay_t1", "replay", f"schedule.allocation={','.join(some)}",
              "schedule.order=liquid,round_robin,random", "schedule.barrier=yes,no")


def nodes_of(allocation):
    return sum(map(int, allocation.split()))


def of_grids(study):
    squares = ["4x4", "5x5", "6x6", "7x7", "8x8"]
    for name, dimensions, *keys in (
            ("torus_all", [*squares, "9x9", "10x10", "4x4x4", "5x5x5"],
             "schedule.time_limit_seconds=60"),
            ("mesh_all", squares, "topology.kind=mesh", "schedule.time_limit_seconds=60"),
            ("torus_source", ["8x8", "8x8x8", "12x12x12"], "routing.ties=source")):
        schedule(study, "all_to_all", name,
                 "topology.dimensions=" + ",".join(dimensions[:2 if study.options.quick else None]),
                 *keys, "-j", "1")


def add_options(parser):
    parser.add_argument("--milp-limit", type=float, default=20, metavar="S",
                        help="seconds for each integer program (default: %(default)g)")
    parser.add_argument("--quick", action="store_true",
                        help="a trial: patterns of at most 8 nodes, small tori")


def main():
    study = Study("liquid", __doc__, add_options)
    schedule(study, None, "example", "--case", LIQUID / f"{EXAMPLE}.txt", "--frames", study.out
             / "example.json", "--teams", study.path("example_teams"))
    subprocess.run([study.program, "plot", study.out / "example.json", "-o", study.out
                    / "figure3.png"], check=True)
    schedule(study, None, "no_team", "--case", LIQUID / "paper_fig9_noteam.txt")
    of_cluster(study, [allocation for allocation in patterns(CONFIGS / "swiss_t1.cluster", DATA
                                                             / "t1_patterns.csv")
                       if not study.options.quick or nodes_of(allocation) <= 8])
    of_grids(study)
    return report.write(study)


if __name__ == "__main__":
    sys.exit(main())
