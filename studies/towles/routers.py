"""How much of what a routing allows two kinds of router carry.

Section 5.5: the last load, in steps of 0.02 of the capacity, that is not `saturated`, and the last
that is `stable`, for the routings of configs/towles/adaptive.ini under random permutations, tornado
and bit complement. Then the share of its exact throughput that is stable for each routing of
configs/towles/simulated.ini, in steps of 0.05 of that throughput. Both with router.preset = fair
and with the default router. A search climbs while the verdict is good enough, or descends until it
is. Every point is kept, in the folder points/.
"""
import itertools
import statistics

from results import NAMES
from study import UNFINISHED, markdown

ROUTERS = {"fair": "fair", "none": "default"}
STABLE, NOT_SATURATED = {"stable"}, {"stable", "unfinished"}  # verdicts that are good enough

ADAPTIVE = {"minimal_adaptive": "minimal adaptive", "goal": "GOAL", "two_turn": "2TURN"}
PERMUTATIONS = range(1, 13)
OTHERS = "tornado", "bit_complement"
PER_CAPACITY = 50  # steps
FIRST_STEP = 30

OBLIVIOUS = "dor", "val", "ival", "two_turn"
EXACT = {"uniform": "uniform_throughput", "worst_case": "worst_case_throughput"}
SIZES = {(4, 5): "4 VCs, 5-flit packets", (4, 1): "4 VCs", (12, 1): "12 VCs"}
PER_BOUND = 20  # steps


def last_step(study, start, verdicts, config, keys, step_load):
    """The last step with one of the `verdicts`, searched from `start`; step n is the load n *
    `step_load`."""
    def good(step):
        load = f"traffic.load={step * step_load:.6g}"
        name = "points/" + "_".join(word.partition("=")[2] for word in (*keys, load))
        cache = study.cache if "routing.algorithm=two_turn" in keys else []
        study.run("run", f"towles/{config}", name, *keys, load, *cache, codes=(0, UNFINISHED),
                  once=True)
        row, = study.rows(name)
        return row["verdict"] in verdicts

    step = start
    if good(step):
        while good(step + 1):
            step += 1
        return step
    while not good(step):
        step -= 1
    return step


def last_loads(study):
    """Rows of a table: mean and range over the permutations, and the other patterns."""
    cases = [*(("random_permutation", seed) for seed in PERMUTATIONS),
             *((pattern, 1) for pattern in OTHERS)]
    rows = []
    for preset, routing in itertools.product(ROUTERS, ADAPTIVE):
        found = {"carried": [], "stable": []}
        for pattern, seed in cases:
            keys = [f"router.preset={preset}", f"routing.algorithm={routing}",
                    f"traffic.pattern={pattern}", f"traffic.pattern_seed={seed}"]
            start = round(statistics.mean(found["carried"])) if found["carried"] else FIRST_STEP
            for name, verdicts in (("carried", NOT_SATURATED), ("stable", STABLE)):
                start = last_step(study, start, verdicts, "adaptive", keys, 1 / PER_CAPACITY)
                found[name].append(start)
        row = [ROUTERS[preset], ADAPTIVE[routing]]
        for steps in found.values():
            *loads, tornado, complement = (step / PER_CAPACITY for step in steps)
            row += [f"{statistics.mean(loads):.3f} ({min(loads):.2f} to {max(loads):.2f})",
                    f"{tornado:.2f}", f"{complement:.2f}"]
        rows.append(row)
    return rows


def exact(study):
    """{(routing, pattern): throughput as a fraction of capacity}, in fixed order."""
    rows = [row for name in ("table1", "table1_dor", "table1_two_turn") for row in study.rows(name)]
    return {(row["routing"], pattern): float(row[column]) for row in rows
            if row.get("routing.order") in (None, "", "fixed") for pattern, column in EXACT.items()}


def shares(study):
    bound = exact(study)
    rows = []
    for pattern, routing in itertools.product(EXACT, OBLIVIOUS):
        cells, step = [pattern.replace("_", " "), NAMES[routing],
                       f"{bound[routing, pattern]:.4f}"], PER_BOUND // 2
        for (vcs, flits), preset in itertools.product(SIZES, reversed(ROUTERS)):
            keys = [f"traffic.pattern={pattern}", f"routing.algorithm={routing}",
                    f"router.vcs={vcs}", f"traffic.packet_flits={flits}", f"router.preset={preset}"]
            step = last_step(study, step, STABLE, "simulated", keys, bound[routing, pattern]
                             / PER_BOUND)
            cells.append(f"{100 * step / PER_BOUND:.0f} %")
        rows.append(cells)
    return rows


def report(study):
    """The two tables."""
    (study.out / "points").mkdir(exist_ok=True)
    return ("\n## Section 5.5: the last load that is not saturated, and the last that is stable, "
            "of capacity\n\n"
            + markdown(["router", "routing", "12 permutations", "tornado", "complement",
                        "stable: 12 permutations", "tornado", "complement"], last_loads(study))
            + "\n## The largest share of the exact throughput that is stable\n\n"
            + markdown(["traffic", "routing", "exact",
                        *(f"{size}, {ROUTERS[preset]}" for size, preset in
                                                         itertools.product(SIZES.values(),
                                                                           reversed(ROUTERS)))],
                       shares(study)))
