#!/usr/bin/python3
"""Recomputes the results of Towles, Dally & Boyd 2003 on the 8-ary 2-cube and on k-ary 2-cubes of
other radices.

The algorithms of Table 1, IVAL, 2TURN and 2TURNA exactly, the optima as linear programs, Figures 1,
4, 5 and 6; beyond the paper k-ary 3-cubes, the closed form of IVAL and the routings simulated.
towles.md has paper against Orthant and the comparison with tests/data/towles/values.csv;
statements.csv, figure4_lengths.csv, closed_forms.csv and reference.csv its numbers; figure1,
figure4, figure5, figure6 and simulated (.png and .svg) the pictures. With --full also the optimum
of Figure 6 with translations alone, Figure 4 up to radix 20, the 8-ary 3-cube, saturation loads,
and what two kinds of router carry (routers.py). Exits with 1 where a reference value is missed.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import figures
import report
import routers
from study import Study

AVERAGE = "average_case_throughput"
# Dimension order has one order only; the configs' lists hold the others.
FIXED = ["routing.order=fixed"]
DOR = ["routing.algorithm=dor", *FIXED]
ALL_VCS = "router.injection_vcs=all"  # the routers of most of the simulations
# The average case on permutations that no program has seen.
FRESH = ["traffic.pattern=uniform", "analysis.average_sampling=permutation",
         "analysis.average_samples=1000", "analysis.average_seed=2"]
WORST = "traffic.pattern=worst_case"


class Towles(Study):
    def __init__(self):
        super().__init__("towles", __doc__, lambda parser: parser.add_argument(
            "--full", action="store_true", help="what takes longer, too"))
        self.cache = ["--cache", self.out / "cache"]
        self.two_turn = [*FIXED, *self.cache, "routing.algorithm=two_turn"]

    def design(self, config, name, *words):
        self.run("design", f"towles/{config}", name, *words)

    def design_table(self, config, name, *words):
        """One design and its paths."""
        self.run("design", f"towles/{config}", name, *words, "--routing", self.out
                 / f"{name}.paths", once=True)

    def analyze(self, config, name, *words):
        self.run("analyze", f"towles/{config}", name, *words)

    def simulate(self, name, *words, verb="sweep", config="simulated"):
        self.run(verb, f"towles/{config}", name, *words)

    def of_table(self, name, algorithm="table"):
        """The keys of a routing that was designed."""
        return [*FIXED, f"routing.algorithm={algorithm}",
                f"routing.table_file={self.out / f'{name}.paths'}"]

    def throughputs(self, column, share, *names):
        """The values of a column, each once and less by a share, as a list."""
        return ",".join(sorted({f"{float(row[column]) / (1 + share):.12g}" for name in names
                                for row in self.rows(name)}))


def optima(study):
    study.design("figure1", "figure1")
    study.design("figure1_throughput", "figure1_throughput")
    study.design("figure4_optimum", "figure4_optimum")
    study.design("figure4_optimum", "minimal", "topology.dimensions=3x3,4x4,5x5,6x6,7x7,8x8",
                 "design.paths=minimal")
    study.design("figure4_optimum", "optimum_3d", "topology.dimensions=4x4x4", "design.paths=any")
    study.design_table("figure4_optimum", "optimum", "topology.dimensions=8x8", "design.paths=any")
    study.design_table("average", "optimum_average", "design.paths=any")
    study.design_table("average", "two_turn_a", "design.paths=turns")
    study.design("average", "average_minimal", "design.paths=any,turns", "design.locality=1")
    # The optimum where 2TURNA is; and the paths where the average may be a little less than the
    # best, as the reference has
    # them: there they depend on it much.
    near = ",".join(study.throughputs(AVERAGE, *of)
                    for of in ((0, "two_turn_a"), (1e-7, "optimum_average"),
                                                               (1e-9, "optimum_average")))
    study.design("average", "average_any", "design.paths=any", f"design.throughput={near}")
    study.design("average", "average_turns", "design.paths=turns",
                 f"design.throughput={study.throughputs(AVERAGE, 1e-7, 'two_turn_a')}")
    study.design("figure6", "figure6")
    study.design("figure6", "figure6_end", "design.throughput=0.6025,0.605,0.6075,0.609,0.61,0.611")


def analyses(study):
    study.analyze("table1", "table1")
    study.analyze("table1", "table1_dor", *DOR)
    study.analyze("table1", "table1_two_turn", *study.two_turn)
    study.analyze("table1", "table1_two_turn_a", *study.of_table("two_turn_a", "two_turn_a"))
    study.analyze("table1", "table1_optimum", *study.of_table("optimum"))
    study.analyze("table1", "table1_optimum_average", *study.of_table("optimum_average"))
    study.analyze("radices", "radices")
    study.analyze("radices", "radices_dor", *DOR)
    study.analyze("figure4", "figure4")
    study.analyze("figure5", "figure5")
    study.analyze("figure5", "figure5_two_turn", "routing.interpolated.first=two_turn",
                  *study.cache)
    worst_cases = study.throughputs("worst_case_throughput", 0, "figure5", "table1")
    study.design("figure1_throughput", "figure5_optimum", "design.paths=any",
                 f"design.throughput={worst_cases}")
    study.analyze("table1", "fresh_ival", "routing.algorithm=ival", "routing.order=random", *FRESH)
    study.analyze("table1", "fresh_two_turn", *study.two_turn, *FRESH)
    study.analyze("table1", "fresh_two_turn_a", *study.of_table("two_turn_a", "two_turn_a"), *FRESH)
    study.analyze("table1", "fresh_optimum_average", *study.of_table("optimum_average"), *FRESH)
    study.analyze("three_dimensions", "three_dimensions", "topology.dimensions=4x4x4,5x5x5,6x6x6")
    study.analyze("three_dimensions", "three_dimensions_dor", *DOR)


def full(study):
    """What takes longer. Returns its tables."""
    large = "topology.dimensions=17x17,18x18,19x19,20x20"
    study.design("figure4_optimum", "figure4_optimum_full", large)
    study.analyze("figure4", "figure4_full", large)
    study.analyze("three_dimensions", "three_dimensions_full", "topology.dimensions=8x8x8")
    study.simulate("saturation_dor", WORST, "routing.algorithm=dor", "router.vcs=2,4,8,16", ALL_VCS,
                   "routing.dor.dateline=crossing", verb="saturate")
    study.simulate("saturation", WORST, "routing.algorithm=val,ival,romm,rlb,rlbth,two_turn",
                   "router.vcs=4,8,16", ALL_VCS, *study.cache, verb="saturate")
    study.simulate("saturation_optimum", WORST, *study.of_table("optimum"), "router.vcs=6,12",
                   ALL_VCS, verb="saturate")
    for preset in ("none", "fair"):
        keys = [WORST, "traffic.load=0.34:0.5:0.02", f"router.preset={preset}"]
        study.simulate(f"worst_{preset}", *keys, "routing.algorithm=ival,two_turn", "router.vcs=8",
                       *study.cache)
        study.simulate(f"worst_optimum_{preset}", *keys, *study.of_table("optimum"),
                       "router.vcs=12")
    study.simulate("adaptive_uniform", "traffic.pattern=uniform", "traffic.pattern_seed=1",
                   *study.cache, config="adaptive")
    alone = ["design.paths=any", "design.symmetry=translations"]
    study.design_table("average", "optimum_translations", *alone)
    study.design("average", "average_translations", *alone,
                 f"design.throughput={study.throughputs(AVERAGE, 0, 'two_turn_a')}")
    study.analyze("table1", "fresh_optimum_translations", *study.of_table("optimum_translations"),
                  *FRESH)
    return routers.report(study)


def main():
    study = Towles()
    optima(study)
    analyses(study)
    study.simulate("simulated", *study.cache, ALL_VCS, "routing.dor.dateline=crossing")
    study.simulate("simulated_optimum", *study.of_table("optimum"), ALL_VCS)
    more = full(study) if study.options.full else ""
    figures.write(study)
    text, agrees = report.report(study)
    study.report(text + more)
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
