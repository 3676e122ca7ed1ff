#!/usr/bin/python3
"""Compares algorithms of all-reduce and all-to-all, and routings for them, on 8x8x8 and 16x16x16
tori.

COLLECTIVE_NETWORK.png have, for each routing, the share of the lower bound that every algorithm
reaches over the size of a rank's vector. collectives.md has the cycles, the best of each size in
bold, and those in which one thing alone is varied. The table of paths is the routing of the best
worst case with paths of at most three turns, which is designed first; 16x16x16 has too many such
paths.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import legend_below, look, panels, write
from paper import light_grid
from study import CONFIGS, Study, markdown

CONFIG = "workloads/torus_collectives"
ALGORITHM, BYTES = "workload.algorithm", "workload.bytes"
ROUTINGS = "routing.algorithm=dor,val,ival,minimal_adaptive,ofr"
ALLREDUCE = [f"{ALGORITHM}=ring,recursive_doubling,rabenseifner,bucket,multiport_bucket"]
ALLTOALL = ["workload.kind=alltoall", f"{ALGORITHM}=direct,direct_random,bruck,by_dimension"]
FAIR = "router.preset=fair"
ALL_VCS = ["router.injection_vcs=all", "router.selection=first", "routing.dor.dateline=crossing"]
LARGE = "topology.dimensions=16x16x16"


def of_alltoall(algorithms, *keys):
    return ["workload.kind=alltoall", f"{ALGORITHM}={algorithms}", *keys]


SMALL_SWEEPS = {  # of 8x8x8
    "allreduce_8x8x8": [*ALLREDUCE, f"{BYTES}=4096,65536,1048576,4194304", f"{ROUTINGS},table",
                        *ALL_VCS],
    "alltoall_8x8x8": [*ALLTOALL, f"{BYTES}=4096,65536,262144,4194304", f"{ROUTINGS},table",
                       *ALL_VCS],
    "fair_allreduce": [FAIR, *ALLREDUCE, f"{BYTES}=4096,65536",
                       "routing.algorithm=dor,val,ival,minimal_adaptive"],
    "fair_alltoall": [FAIR, *ALLTOALL, f"{BYTES}=4096,65536,262144",
                      "routing.algorithm=dor,val,ival,minimal_adaptive"],
    "fair_long": [FAIR, *of_alltoall("direct_random", f"{BYTES}=65536,1048576"),
                  "routing.algorithm=dor,minimal_adaptive,ofr"],
    # What an all-to-all owes to the order of its messages, the table to its VCs, adaptive routing
    # to a limit on injection.
    "order": of_alltoall("direct,direct_random", f"{BYTES}=262144",
                         "workload.mapping=linear,random",
                         "routing.algorithm=dor,minimal_adaptive,val", *ALL_VCS),
    "vcs": of_alltoall("direct,direct_random", f"{BYTES}=65536", "router.vcs=8,16",
                       "routing.algorithm=dor,table", *ALL_VCS),
    "injection": of_alltoall("direct_random", f"{BYTES}=4194304",
                             "router.injection_limit=none,in_transit,alo",
                             "routing.algorithm=dor,minimal_adaptive,ofr", *ALL_VCS),
    # To the number of VCs by which a node sends.
    "injection_vcs": of_alltoall("direct_random", f"{BYTES}=262144",
                                 "router.injection_vc=round_robin,nic",
                                 "routing.algorithm=dor,val,ival,minimal_adaptive"),
    "few_vcs": of_alltoall("direct_random,liquid", f"{BYTES}=262144", "routing.ties=source",
                           "routing.dor.dateline=crossing", "router.injection_vcs=1,2,4,all"),
    "fair_liquid": of_alltoall("direct_random,liquid", f"{BYTES}=262144", "routing.ties=source",
                               "router.preset=none,fair"),
    "routers": of_alltoall("direct_random", f"{BYTES}=262144", "router.preset=none,fair", ROUTINGS),
    # And to the length of its messages.
    "rounds": of_alltoall("direct_random,liquid", f"{BYTES}=4194304", "routing.ties=source",
                          "routing.dor.dateline=crossing", "router.injection_vcs=2",
                          "workload.rounds=1,2,8"),
}
# What loses on 8x8x8 is left out. With 64 KB a message of direct_random is a flit, as with 256 KB.
LARGE_SWEEPS = {
    "alltoall_16x16x16": of_alltoall("direct_random,by_dimension", f"{BYTES}=65536,262144", LARGE,
                                     ROUTINGS, *ALL_VCS),
    "injection_16x16x16": of_alltoall("direct_random", f"{BYTES}=262144", LARGE,
                                      "router.injection_limit=none,alo",
                                      "routing.algorithm=minimal_adaptive", *ALL_VCS),
    # recursive_doubling sends the whole vector twelve times, val a neighbour's message through the
    # whole network.
    "allreduce_16x16x16": [f"{ALGORITHM}=bucket,multiport_bucket,rabenseifner",
                           f"{BYTES}=65536,1048576", LARGE,
                           "routing.algorithm=dor,minimal_adaptive,ofr", *ALL_VCS],
}
TITLES = {"allreduce": "All-reduce on {}", "alltoall": "All-to-all on {}",
          "fair": "{} on 8x8x8 with router.preset = fair"}
# By CSV file, the column that is varied.
CAUSES = {"order": "workload.mapping", "vcs": "vcs", "injection": "router.injection_limit",
          "injection_vcs": "router.injection_vc", "few_vcs": "router.injection_vcs",
          "fair_liquid": "router.preset",
          "routers": "router.preset", "rounds": "workload.rounds",
          "injection_16x16x16": "router.injection_limit"}
PANELS_IN_A_ROW = 3


def simulate(study):
    """The names of the files."""
    paths = study.out / "worst_case_8x8x8.paths"
    if not paths.exists():
        # A design has no workload.
        network = [key for key in study.keys if key.startswith("topology.")]
        study.run("design", None, "worst_case_8x8x8", CONFIGS / f"{CONFIG}.ini", *network,
                  "design.objective=worst_case",
                  "design.paths=turns", "design.turns=3", "design.then=path_length", "--routing",
                  paths)
    sweeps = SMALL_SWEEPS | ({} if study.options.small else LARGE_SWEEPS)
    for name, keys in sweeps.items():
        table = [f"routing.table_file={paths}"] if any("table" in key for key in keys) else []
        study.run("sweep", CONFIG, name, *keys, *table)
        verdicts = set(study.table(name)["verdict"])
        if verdicts != {"drained"}:
            sys.exit(f"{study.path(name)}: verdicts {sorted(verdicts)}; expected drained")
    return list(sweeps)


def size_text(size):
    """'4 KB'."""
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def cell(row, least=None):
    cycles = f"{int(row['completion_cycles']):,}"
    share = f"{100 * row['kind_bound_share']:.0f} %"
    return f"**{cycles}** ({share})" if row["completion_cycles"] == least else f"{cycles} ({share})"


def cycles_table(table):
    """A row for each size and algorithm, a column for each routing."""
    routings = table["routing"].unique()
    rows = []
    for size, of_size in table.groupby(BYTES):
        least = of_size["completion_cycles"].min()
        for algorithm in table[ALGORITHM].unique():
            own = of_size[of_size[ALGORITHM] == algorithm].set_index("routing")
            rows.append([size_text(size), f"`{algorithm}`",
                         *(cell(own.loc[r], least) if r in own.index else "" for r in routings)])
    return markdown(["a rank's vector", "algorithm", *(f"`{r}`" for r in routings)], rows)


def cause_table(table, varied):
    """A row for each algorithm, where there are several, and value of what is varied."""
    routings = table["routing"].unique()
    several = ALGORITHM in table
    parts = table.groupby(ALGORITHM) if several else [(None, table)]
    return markdown([*(["algorithm"] if several else []), f"`{varied}`",
                     *(f"`{r}`" for r in routings)],
                    [[*([f"`{algorithm}`"] if several else []), value,
                      *(cell(own.set_index("routing").loc[r]) for r in routings)]
                     for algorithm, part in parts for value,
                     own in part.groupby(varied, sort=False)])


def draw(table):
    """A panel for each routing."""
    routings, sizes = table["routing"].unique(), sorted(table[BYTES].unique())
    lines = -(-len(routings) // PANELS_IN_A_ROW)
    fig, grid = panels(lines, PANELS_IN_A_ROW, (7.2, 2.1 * lines + 0.3), sharex=True, sharey=True)
    for axes, routing in zip(grid.flat, routings):
        for i, algorithm in enumerate(table[ALGORITHM].unique()):
            own = table[(table["routing"] == routing)
                        & (table[ALGORITHM] == algorithm)].sort_values(BYTES)
            axes.plot(own[BYTES], 100 * own["kind_bound_share"], label=algorithm.replace("_", " "),
                      **look(i))
        axes.set_title(routing.replace("_", " "))
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, [size_text(size) for size in sizes])
        axes.minorticks_off()
        axes.set_ylim(0, 105)
        light_grid(axes)
    for axes in list(grid.flat)[len(routings):]:
        axes.set_visible(False)
    for row in grid:
        row[0].set_ylabel("of the bound (%)")
    for axes in grid[-1]:
        axes.set_xlabel("vector of a rank")
    legend_below(fig, grid[0][0], 5)
    return fig


def main():
    study = Study("collectives", __doc__, lambda parser: parser.add_argument(
        "--small", action="store_true", help="8x8x8 alone"))
    parts = ["# Collectives on tori\n"]
    for name in simulate(study):
        table, (kind, _, rest) = study.table(name), name.partition("_")
        if name in CAUSES:
            parts += [f"## What {CAUSES[name]} changes: cycles of an all-to-all\n",
                      cause_table(table, CAUSES[name])]
            continue
        if ALGORITHM not in table:  # no column: there is one
            table[ALGORITHM] = "direct_random"
        parts += [f"## {TITLES[kind].format(rest)}: cycles, and the share of the bound\n",
                  cycles_table(table)]
        if kind != "fair":
            write(draw(table), study.out / name)
    study.report("\n".join(parts))


if __name__ == "__main__":
    main()
