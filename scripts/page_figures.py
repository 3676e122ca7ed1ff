"""Which figures stand in the pages and how each is computed, for scripts/check_figures.py.

A quick figure is a function of the program and the page that yields what it compares: where it stands, what is
printed there, and the value. A slow one is a command.
"""
import dataclasses
import typing

from outflank_results import PATTERNS, ROUTINGS, dimensions_of, paper_limit
from towles_results import NAMES


@dataclasses.dataclass(frozen=True)
class Quick:
    name: str
    page: str
    what: str
    values: typing.Callable


@dataclasses.dataclass(frozen=True)
class Slow:
    page: str
    what: str
    command: str
    time: str  # of one core


QUICK = []


def figure(page):
    """Adds a function to the quick figures of a page; its documentation says what it computes."""
    def add(function):
        QUICK.append(Quick(function.__name__, page, function.__doc__.rstrip("."), function))
        return function
    return add


def cells(row, values):
    """Yields what is compared in a row of a table, where the value is known."""
    where = " ".join(list(row.values())[:2])
    for column, value in values.items():
        yield f"{where}, {column}", row[column], value


ADDED = "[traffic]\nload_unit = capacity\n"


# ---- README.md ---------------------------------------------------------------------------------

@figure("README.md")
def ten_lines(orthant, page):
    """What dimension order, Valiant and the best routing guarantee."""
    config = page.block("ini")
    rows = {row["routing"]: row for row in
            orthant.rows("analyze", config, "routing.algorithm=dor,val,ival")}
    dor, val, ival, ival_hops = page.found(
        r"takes shortest paths and guarantees (\S+) of capacity, Valiant (\S+) on paths twice as long, improved "
        r"Valiant (\S+) on paths (\S+) times as long")
    yield "dimension order", dor, float(rows["dor"]["worst_case_throughput"])
    yield "Valiant", val, float(rows["val"]["worst_case_throughput"])
    yield "improved Valiant", ival, float(rows["ival"]["worst_case_throughput"])
    yield "its paths", ival_hops, float(rows["ival"]["path_length_normalized"])
    best = orthant.row("design", config, "design.objective=worst_case", "design.then=path_length")
    throughput, hops = page.found(r"It guarantees (\S+), which no routing exceeds, on paths (\S+) times as long")
    yield "the best guarantee", throughput, float(best["worst_case_throughput"])
    yield "its paths", hops, float(best["path_length_normalized"])


# ---- docs/analyze.md ---------------------------------------------------------------------------

@figure("docs/analyze.md")
def guarantees(orthant, page):
    """The four routings of the first table."""
    for row in orthant.rows("analyze", page.block("ini")):
        printed = page.row("```sh\nbuild/orthant analyze guarantee.ini -o", routing=row["routing"])
        yield from cells(printed, {column: float(row[column]) for column in list(printed)[1:]})


@figure("docs/analyze.md")
def samplings(orthant, page):
    """IVAL in random order on the average, by three ways of sampling."""
    printed = page.found(r"reaches (\S+) of capacity on 100 single permutations of the 8x8 torus, (\S+) on means of "
                         r"four, (\S+) on balanced matrices")
    for sampling, text in zip(("permutation", "birkhoff", "sinkhorn"), printed):
        row = orthant.row("analyze", page.block("ini"), "routing.algorithm=ival", "routing.order=random",
                          "analysis.average_samples=100", f"analysis.average_sampling={sampling}")
        yield sampling, text.rstrip("."), float(row["average_case_throughput"])


@figure("docs/analyze.md")
def simulated_worst_case(orthant, page):
    """Saturation of ROMM under its worst permutation, and what its channels allow."""
    simulated, exact = page.found(r"With 8 VCs ROMM saturates at (\S+) of capacity, to 0.01, against (\S+) that")
    row = orthant.row("saturate", page.block("ini"), "routing.algorithm=romm", "traffic.pattern=worst_case",
                      "traffic.load_unit=capacity", "router.vcs=8")
    yield "simulated", simulated, float(row["saturation_load"])
    row = orthant.row("analyze", page.block("ini"), "routing.algorithm=romm")
    yield "exact", exact, float(row["worst_case_throughput"])


# ---- docs/design.md ----------------------------------------------------------------------------

@figure("docs/design.md")
def best_routing(orthant, page):
    """The best routing of the first example."""
    row = orthant.row("design", page.block("ini"))
    hops, = page.found(r"those which do have paths of at least (\S+) times the shortest")
    yield "path length", hops, float(row["path_length_normalized"])


# ---- docs/policy.md ----------------------------------------------------------------------------

@figure("docs/policy.md")
def thresholds(orthant, page):
    """Where MP is optimal on square tori, and the rows of their turning points."""
    sizes = [f"{k}x{k}" for k in range(4, 18, 2)]
    rows = orthant.rows("policy", "configs/wu/policies.ini", "policy.policies=optimal", "policy.p=0.5",
                        f"topology.dimensions={','.join(sizes)}", "--thresholds")
    printed = page.table("showed it for 6x6. `--thresholds`:")
    words = {"yes": "optimal", "tie": "with the column first at ties", "no": "**not optimal**"}
    yield "rows", str(len(printed)), len(rows)
    for line, row in zip(printed, rows):
        where = f"{row['dimensions']} from {row['p_from']}"
        if row["p_from"] == "0":
            yield f"{where}, torus", line["torus"], row["dimensions"]
            yield f"{where}, MP's turning point", line["MP's turning point"], row["turning_point"]
        yield f"{where}, MP", line["MP"], words[row["mp_optimal"]]
        if line["p"].startswith("to "):
            yield f"{where}, p", line["p"].removeprefix("to "), float(row["p_to"])
        if line["column from row"]:
            yield f"{where}, column from row", line["column from row"], row["first_row"]


@figure("docs/policy.md")
def needed_links(orthant, page):
    """The share of failed links at which 99 % of the messages arrive on the 32x32 torus."""
    orthant.rows("policy", "configs/wu/policies.ini", "--no-polynomials", "topology.dimensions=32x32",
                 "policy.policies=mp,dor_retry,dor_strict", "policy.p=0.99", "--means", "means.csv")
    printed = page.found(r"A mean of 99 % allows (\S+) % of the links of a 32x32 torus to fail under MP, (\S+) % under "
                         r"dimension order with retries and (\S+) % without")
    needed = {row["policy"]: row for row in orthant.file("means.csv")}
    for policy, text in zip(("mp", "dor_retry", "dor_strict"), printed):
        yield policy, text, 100 * (1 - float(needed[policy]["p_for_target"]))


# ---- docs/schedule.md --------------------------------------------------------------------------

@figure("docs/schedule.md")
def first_schedule(orthant, page):
    """The all-to-all of the first example."""
    row = orthant.row("schedule", "configs/all_to_all.ini")
    transfers, dimensions, frames = page.found(
        r"finds the (\S+) transfers of a (\w+) torus in (\d+) frames, its duration")
    yield "torus", dimensions, "6x6"
    yield "transfers", transfers, float(row["transfers"])
    yield "frames", frames, float(row["frames"])
    yield "duration", frames, float(row["duration"])


@figure("docs/schedule_search.md")
def all_to_all(orthant, page):
    """Transfers, frames and method of the small networks of the table of times."""
    for first, sizes in (("4x4, 5x5, 6x6 torus", "4x4,5x5,6x6"), ("7x7, 8x8, 9x9 torus", "7x7,8x8,9x9"),
                         ("4x4x4, 5x5x5 torus", "4x4x4,5x5x5")):
        line = page.row("Times, with those of building the problem", **{"all-to-all": first})
        rows = orthant.rows("schedule", "configs/all_to_all.ini", f"topology.dimensions={sizes}",
                            "schedule.time_limit_seconds=600")
        for column in ("transfers", "frames"):
            for text, row in zip(line[column].split(", "), rows, strict=True):
                yield f"{row['topology.dimensions']}, {column}", text, float(row[column])
        methods = line["method"].replace("`", "").split(", ")
        for text, row in zip(methods * (len(rows) // len(methods)), rows, strict=True):
            yield f"{row['topology.dimensions']}, method", text, row["method"]


@figure("docs/schedule_search.md")
def enumeration(orthant, page):
    """Categories visited with every combination of reductions."""
    orthant.rows("schedule", None, "--case", "tests/data/liquid/paper_fig2_25.txt", "--teams", "teams.csv")
    shown = page.text.split("```\nwhat,blank", 1)[1].split("```", 1)[0]
    computed = (orthant.folder / "teams.csv").read_text(encoding="utf-8")
    for text, line in zip(("what,blank" + shown).splitlines(), computed.splitlines(), strict=True):
        yield "line", text, line


@figure("docs/replay.md")
def replay(orthant, page):
    """Cycles of the exchange of 1,024 flits on the 8x8 torus, by order and barrier."""
    rows = orthant.rows("sweep", "configs/replay_torus.ini", "schedule.order=liquid,round_robin,random",
                        "schedule.barrier=yes,no")
    cycles = {(row["schedule.order"], row["schedule.barrier"]): float(row["cycles"]) for row in rows}
    for order in ("liquid", "round_robin", "random"):
        line = list(page.row("this takes 65,536 cycles",
                             **{"order, a message in one packet": order.replace("_", " ")}).values())
        yield f"{order}, barrier", line[1].removesuffix(" cycles"), cycles[order, "yes"]
        yield f"{order}, free running", line[2], cycles[order, "no"]


# ---- docs/irregular_networks.md ----------------------------------------------------------------

@figure("docs/irregular_networks.md")
def shortest_cycle(orthant, page):
    """The cycle that `shortest` on a random graph of 64 routers may have."""
    said = orthant.output("check", "configs/irregular/random.ini", "routing.algorithm=shortest", code=4)
    shown = page.text.split("`shortest` on a random graph of 64 routers:\n\n```\n", 1)[1].split("```", 1)[0]
    for line in shown.splitlines():
        yield "line", line, line if line in said.splitlines() else "not said"


# ---- docs/performance_exact.md, docs/performance.md --------------------------------------------

@figure("docs/performance_exact.md")
def programs(orthant, page):
    """Variables and constraints of the small designs."""
    networks = {"8-ary 2-cube": ("8x8", "any"), "12-ary 2-cube": ("12x12", "any"), "12x8 torus": ("12x8", "any"),
                "16-ary 2-cube, 2 turns": ("16x16", "turns")}
    for name, (dimensions, paths) in networks.items():
        row = orthant.row("design", "configs/towles/figure4_optimum.ini", f"topology.dimensions={dimensions}",
                          f"design.paths={paths}")
        printed = page.row("`orthant design`, objective `worst_case`", network=name)
        yield from cells(printed, {column: float(row[column]) for column in ("variables", "constraints")})


ROUTER = """[topology]
kind = torus
dimensions = 8x8
[routing]
algorithm = dor
[router]
vcs = 2
[traffic]
pattern = uniform
packet_flits = 8
load = 0.1
load_unit = capacity
"""
ADAPTIVE = "routing.algorithm=minimal_adaptive"
WHOLE_PACKETS = "router.buffer_flits=16"
# Scenarios of bench/step_bench.cpp as overrides, several where a row has several.
SCENARIOS = {
    "8x8 torus, 2 VCs": [""],
    "16x16x16 torus, 2 VCs": ["topology.dimensions=16x16x16"],
    "8x8 torus, 2 VCs, single-flit packets": ["traffic.packet_flits=1"],
    "8x8 torus, 4 / 8 / 16 VCs": ["router.vcs=4", "router.vcs=8", "router.vcs=16"],
    "8x8 torus, delays 1 1 1 / 2 2 3": [
        "router.routing_delay_cycles=1 router.vc_allocation_delay_cycles=1 router.switch_allocation_delay_cycles=1"],
    "8x8 torus, channel latency 10 / 100": ["channel.latency_cycles=10 router.buffer_flits=32",
                                            "channel.latency_cycles=100 router.buffer_flits=256"],
    "8x8 torus, minimal_adaptive, 4 VCs": [f"{ADAPTIVE} router.vcs=4"],
    "16x16x16 torus, minimal_adaptive, 3 VCs": [f"{ADAPTIVE} router.vcs=3 topology.dimensions=16x16x16"],
    "8x8 torus, cut-through, bubble, 1 VC": [
        f"router.switching=virtual_cut_through router.flow_control=bubble router.vcs=1 {WHOLE_PACKETS}"],
    "8x8 torus, store and forward, 2 VCs": [f"router.switching=store_and_forward {WHOLE_PACKETS}"],
    "8x8 mesh, 1 VC / 2 VCs": ["topology.kind=mesh router.vcs=1", "topology.kind=mesh"],
    "4x4x4x4x4 torus, 2 VCs": ["topology.dimensions=4x4x4x4x4"],
    "32x32 torus, 2 VCs": ["topology.dimensions=32x32"],
    "32x32x32 torus, 2 VCs": ["topology.dimensions=32x32x32"],
}


@figure("docs/performance.md")
def state_bytes(orthant, page):
    """State and buffers of a router in bytes."""
    for name, scenarios in SCENARIOS.items():
        printed = page.row("One run on one core", scenario=name)
        reports = [dict(line.split(None, 1) for line in orthant.output("check", ROUTER, *words.split()).splitlines()
                        if len(line.split()) > 1) for words in scenarios]
        for column, key in (("state, bytes per router", "router_state_bytes"),
                            ("buffers, bytes per router", "flit_buffer_bytes")):
            values = [int(report[key].split()[0]) / int(report["routers"]) for report in reports]
            for text, value in zip(printed[column].split(" / "), values):
                yield f"{name}, {column}", text, value


# ---- docs/measurement_files.md -----------------------------------------------------------------

@figure("docs/measurement_files.md")
def pairs_of_nodes(orthant, page):
    """The pair that waits longest where a fifth of all packets goes to one node."""
    row = orthant.row("run", "configs/o1turn.ini", "topology.dimensions=4x4", "routing.algorithm=dor",
                      "traffic.pattern=hotspot", "traffic.hotspot_nodes=5", "traffic.hotspot_share=0.2",
                      "traffic.load=0.1", "output.flows=flows.csv")
    flows = orthant.file("flows.csv")
    slowest = max(flows, key=lambda flow: float(flow["latency_mean"]))
    line, mean, of_all = page.found(r"prints `(\S+)` first: from corner to corner, six hops, (\S+) cycles in the mean "
                                    r"where that of all packets is\s(\S+)\. With")
    for column, printed in zip(slowest, line.split(",")):
        if printed:
            yield column, printed, float(slowest[column])
    yield "rounded", mean, float(slowest["latency_mean"])
    yield "mean of all", of_all, float(row["latency_mean"])


@figure("docs/measurement_files.md")
def energy(orthant, page):
    """What a mesh takes under transpose traffic."""
    row = orthant.row("run", "configs/o1turn.ini", "routing.algorithm=dor", "traffic.load=0.2",
                      "energy.buffer_write_pj=1.2", "energy.buffer_read_pj=0.9", "energy.crossbar_pj=1.5",
                      "energy.link_pj=2", "energy.allocation_pj=0.1", "output.energy=energy.csv")
    per_flit, power, hops = page.found(r"says (\S+) pJ per flit and (\S+) pJ per cycle\. A packet of 4 flits makes "
                                       r"(\S+) hops")
    yield "per flit", per_flit, float(row["energy_pj_per_flit"])
    yield "per cycle", power, float(row["power_pj_per_cycle"])
    yield "hops", hops, float(row["hops_mean"])
    most, = page.found(r"most: \(4,4\), ([0-9.]+)\)")
    router, = (r for r in orthant.file("energy.csv") if r["coordinates"] == "4 4")
    yield "router (4,4)", most, float(router["picojoules"])


# ---- docs/validation_*.md ------------------------------------------------------------------------

@figure("docs/validation_towles.md")
def radices(orthant, page):
    """Figure 4 of Towles, Dally & Boyd 2003 up to radix 12."""
    sizes = ",".join(f"{k}x{k}" for k in range(3, 13))
    rows = [("optimum" if row["paths"] == "any" else "2TURN", row) for row in
            orthant.rows("design", "configs/towles/figure4_optimum.ini", f"topology.dimensions={sizes}")]
    rows += [("IVAL", row) for row in orthant.rows("analyze", "configs/towles/figure4.ini",
                                                  f"topology.dimensions={sizes}")]
    for name, row in rows:
        line = page.row("Figure 4: path length at the best worst case", k=name)
        yield from cells(line, {row["dimensions"].split("x")[0]: float(row["path_length_normalized"])})


@figure("docs/validation_towles_beyond.md")
def algorithms(orthant, page):
    """Table 1 of Towles, Dally & Boyd 2003 on the 8-ary 2-cube."""
    config = "configs/towles/table1.ini"
    columns = {"worst_case_throughput": "worst case", "average_case_throughput": "average case",
               "path_length_normalized": "path length"}
    rows = orthant.rows("analyze", config) + orthant.rows("analyze", config, "routing.algorithm=dor",
                                                         "routing.order=fixed")
    for row in rows:
        line = page.row("## Table 1's algorithms", _=NAMES[row["routing"]],
                        order=row.get("routing.order") or "fixed")
        values = {row["pattern"].replace("_", " "): row["pattern_throughput"]}
        values |= {name: row[column] for column, name in columns.items()}
        yield from cells(line, {name: float(value) for name, value in values.items()})


@figure("docs/validation_towles_beyond.md")
def three_dimensions(orthant, page):
    """Four routings and dimension order on k-ary 3-cubes, k = 4 and 5."""
    rows = [row for words in ((), ("routing.algorithm=dor",)) for row in
            orthant.rows("analyze", "configs/towles/three_dimensions.ini", "topology.dimensions=4x4x4,5x5x5", *words)]
    for row in rows:
        line = list(page.row("## k-ary 3-cubes", _=NAMES[row["routing"]]).values())
        table = page.text[page.text.index("## k-ary 3-cubes"):].split("\n| " + NAMES[row["routing"]] + " | ", 1)[1]
        line = table.split(" |\n", 1)[0].split(" | ")
        begin = 0 if row["dimensions"] == "4x4x4" else 3
        for text, column in zip(line[begin:begin + 3], ("uniform_throughput", "worst_case_throughput",
                                                        "path_length_normalized")):
            yield f"{NAMES[row['routing']]}, {row['dimensions']}, {column}", text, float(row[column])


@figure("docs/validation_towles_beyond.md")
def few_turns(orthant, page):
    """Path lengths and VC classes of three turns, k = 5 to 8."""
    rows = orthant.rows("design", "configs/towles/figure4_optimum.ini", "topology.dimensions=5x5,6x6,7x7,8x8",
                        "design.paths=turns", "design.turns=3")
    for row in rows:
        k = row["dimensions"].split("x")[0]
        for name, column in (("path length", "path_length_normalized"), ("VC classes", "vc_classes")):
            yield from cells(page.row("`design.turns = 3` at the same worst case", k=name), {k: float(row[column])})


@figure("docs/validation_towles_beyond.md")
def other_networks(orthant, page):
    """Shortest paths with the best worst case on small tori and meshes."""
    for name, kind in (("4-ary 3-cube", "4x4x4 torus"), ("12x8 torus", "12x8 torus"), ("3x3 mesh", "3x3 mesh"),
                       ("5x5 mesh", "5x5 mesh")):
        dimensions, topology = kind.split()
        row = orthant.row("design", "configs/towles/figure4_optimum.ini", f"topology.dimensions={dimensions}",
                          f"topology.kind={topology}", "design.paths=any")
        line = page.row("Beyond the paper: the shortest paths with the best worst case", network=name)
        worst = line["best worst case, of capacity"].split()[0]
        yield f"{name}, worst case", worst, float(row["worst_case_throughput"])
        yield f"{name}, path length", line["path length"], float(row["path_length_normalized"])


@figure("docs/validation_outflank.md")
def lifetimes(orthant, page):
    """Mean lifetimes at the limits of Versaci 2013, k = 8."""
    for pattern, name in PATTERNS.items():
        line = page.row("**Lifetimes** at these limits", pattern=name, k="8")
        for routing, column in ROUTINGS.items():
            row = orthant.row("sweep", "configs/outflank/table2.ini", f"routing.algorithm={routing}",
                              f"topology.dimensions={dimensions_of(8, pattern)}", f"traffic.pattern={pattern}",
                              f"traffic.load={paper_limit(8, pattern, routing) / 100:g}")
            yield f"{name}, {column}", line[column].split(" / ")[1], float(row["latency_mean_ns"])


@figure("docs/validation_liquid.md")
def liquid_example(orthant, page):
    """The example of Gabrielyan & Hersch 2004."""
    row = orthant.row("schedule", None, "--case", "tests/data/liquid/paper_fig2_25.txt", "--teams", "teams.csv")
    after = "# Gabrielyan & Hersch 2004"
    printed = page.row(after, what="Figure 3: transfers, duration, bottlenecks, skeleton")["here"]
    yield "Figure 3", printed, ", ".join(row[name] for name in ("transfers", "duration", "bottlenecks", "skeleton"))
    teams = {line["what"]: line["found"] for line in orthant.file("teams.csv")}
    printed = page.row(after, what="full simultaneities and full teams, with every combination of reductions")["here"]
    yield "teams", printed, f"{teams['full_simultaneity']}, {teams['full_team']}"
    round_robin = orthant.row("schedule", None, "--case", "tests/data/liquid/paper_fig2_25.txt",
                              "schedule.method=round_robin", code=3)
    yield "frames", page.row(after, what="frames of the schedule; round robin")["here"], (
        f"{row['frames']}; {round_robin['frames']}")


# ---- slow --------------------------------------------------------------------------------------

SLOW = [
    Slow("README.md", "picture of the demo", "scripts/demo.sh", "1 minute"),
    Slow("docs/validation_booksim.md", "BookSim 2: table and picture", "scripts/validate_booksim.py --plot out/booksim.png", "10 minutes"),
    Slow("docs/validation_towles.md", "Towles, Dally & Boyd 2003: statements, averages, figures", "scripts/reproduce_towles.sh",
         "4 minutes"),
    Slow("docs/validation_towles.md", "the same: radices above 16, 8-ary 3-cube, simulated worst cases",
         "scripts/reproduce_towles.sh --full", "18 minutes"),
    Slow("docs/validation_outflank.md", "Versaci 2013: Table 2, lifetimes at its limits", "scripts/reproduce_outflank.sh", "45 minutes"),
    Slow("docs/validation_outflank.md", "Versaci 2013: Table 3, all loads, Figures 4 and 5", "scripts/reproduce_outflank.sh --full",
         "8 hours"),
    Slow("docs/validation_wu.md", "Wu 1996: table", "scripts/reproduce_wu.sh", "1 minute"),
    Slow("docs/validation_updown.md", "Zakrevski, Jaiswal & Karpovsky 2000: tables and figures", "scripts/reproduce_updown.sh", "1 hour"),
    Slow("docs/validation_liquid.md", "Gabrielyan & Hersch 2004: table and figures", "scripts/reproduce_liquid.sh", "8 minutes"),
    Slow("docs/validation_defaults.md", "sentences under other defaults", "scripts/study_defaults.py", "3 minutes"),
    Slow("docs/validation.md", "liveness until everything is delivered", "scripts/study_liveness.sh", "70 minutes"),
    Slow("docs/validation_knee.md", "metastable loads: table and picture", "scripts/study_metastable.sh", "10 minutes"),
    Slow("docs/validation_knee.md", "confidence intervals: table and picture", "scripts/study_intervals.py", "50 minutes"),
    Slow("docs/adaptive_tori.md", "one thing at a time", "scripts/outflank_causes.py build/orthant out/outflank_causes",
         "10 minutes"),
    Slow("docs/adaptive_tori.md", "tables and picture, k = 8", "scripts/study_adaptive_tori.sh --k 8", "15 minutes"),
    Slow("docs/adaptive_tori.md", "the same with k = 16", "scripts/study_adaptive_tori.sh", "4 hours"),
    Slow("docs/adaptive_tori.md", "the same with k = 32", "scripts/study_adaptive_tori.sh --k 8 --k 16 --k 32",
         "a day"),
    Slow("docs/policy.md", "table of orders in the simulator, picture", "scripts/study_orders.sh", "20 minutes"),
    Slow("docs/collectives.md", "tables and pictures, 8x8x8", "scripts/study_collectives.sh --small", "1 hour"),
    Slow("docs/routing.md", "turn models: tables and picture", "scripts/study_turn_models.py", "1 minute"),
    Slow("docs/validation_knee.md", "limits on injection: tables and picture", "scripts/study_injection_limit.py", "3 minutes"),
    Slow("docs/traffic.md", "classes of traffic: tables and picture", "scripts/study_traffic_classes.py", "half a minute"),
    Slow("docs/allocators.md", "allocators side by side: tables and picture", "scripts/study_allocators.py", "4 minutes"),
    Slow("docs/performance.md", "speed of one build against another", "scripts/compare_builds.sh OLD NEW", "2 minutes a pair"),
    Slow("docs/performance.md", "BookSim 2 and CNSim, named by BOOKSIM and CNSIM", "scripts/compare_peers.sh -n 5", "8 minutes"),
    Slow("docs/performance.md", "sizes of networks: table and picture", "scripts/bench_sizes.sh", "6 minutes"),
    Slow("docs/performance.md", "threads and ranks side by side", "scripts/bench_ranks.py build/orthant", "2 minutes"),
    Slow("docs/replay.md", "replay: table and picture", "scripts/study_replay.sh", "4 minutes"),
    Slow("docs/schedule_search.md", "methods beside the integer program", "scripts/compare_milp.py --exact -o milp.csv",
         "2 minutes"),
    Slow("docs/irregular_networks.md", "OpenSM (Debian's opensm and ibsim-utils)", "scripts/compare_opensm.py",
         "1 minute"),
    Slow("docs/performance.md", "times and bytes of a step",
         "build/bench/step_bench --benchmark_counters_tabular=true", "5 minutes"),
]
