"""Tables of studies on results whose answers are known by hand or from papers."""
import unittest

import pandas as pd
from study_modules import module

collectives, intervals, metastable, milp, orders = map(module,
                                                       ("collectives", "intervals", "metastable",
                                                        "milp", "orders"))
pairs = module("common", "pairs")
study = module("common", "study")


class Reports(unittest.TestCase):
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
    def test_shares_have_the_interval_of_wilson(self):
        low, high = intervals.wilson(81, 263)
        self.assertAlmostEqual(low, 0.2553, places=4)
        self.assertAlmostEqual(high, 0.3662, places=4)

    def test_stable_windows_are_held_against_the_pooled_mean_of_long_runs_that_stayed_stable(self):
        columns = ["verdict", "latency_mean", "latency_ci95", "packets"]
        # (10 * 1 + 13 * 2) / 3 = 12
        whole = pd.DataFrame([("stable", 10.0, 1, 1), ("stable", 13.0, 1, 2),
                              ("saturated", None, None, 5)], columns=columns)
        rows = pd.DataFrame([("stable", 11.0, 1.5, 1), ("stable", 12.5, 0.6, 1),
                             ("stable", 9.0, 1.0, 1),
                             ("unfinished", 40.0, None, 1), ("saturated", None, None, 1)],
                            columns=columns)
        judged = intervals.judge(next(point for point in intervals.POINTS if point.name
                                      == "dor_020"), rows, whole)
        self.assertEqual((judged["truth"], judged["long"], judged["counts"]),
                         (12, "2 of 3", [5, 3, 1, 1]))
        self.assertAlmostEqual(judged["coverage"][0], 2 / 3)
        self.assertAlmostEqual(judged["bias"], 32.5 / 3 - 12)

    def test_the_mean_time_to_a_collapse_counts_the_seeds_without_one(self):
        loads = {0.5: [None, None, None], 0.6: [400, None, 100], 0.7: [50, 0, 100]}
        text = metastable.report({load: pd.Series(times, dtype=float) for load,
                                  times in loads.items()}, 900)
        self.assertIn("| 0.5 | stable | 0 of 3 |  | more than 900 |", text)
        # 400 + 900 + 100 cycles were watched for two collapses.
        self.assertIn("| 0.6 | metastable | 2 of 3 | 250 | 700 |", text)
        self.assertIn("| 0.7 | saturated | 3 of 3 | 50 | 50 |", text)

    def test_orders_are_compared_seed_by_seed(self):
        # Seeds differ by more than the routings do, but alike in both. 4.303 / sqrt(3) times the
        # standard deviation 0.001.
        def rows(routing, factor):
            return pd.DataFrame([(routing, load, seed, "stable", (100 + 10 * seed) * factor(seed),
                                  0.75)
                                 for load in (0.1, 0.3, 0.5) for seed in (1, 2, 3)],
                                columns=["routing", "load", "seed", "verdict", "latency_mean",
                                         "wanted_free_fraction"])

        panel = orders.Panel(pd.concat([rows("mp", lambda seed: 1.01 + 0.001 * (seed - 2)),
                                        rows("z2", lambda seed: 1)]))
        self.assertEqual(orders.summary(panel.differences("mp", "z2")), "3 of 3: +1.0 %")
        self.assertEqual(orders.overall({"one": panel}, "mp", "z2"), ["MP / Z2", 3, 0, 3, "0.25 %"])
        self.assertEqual((panel.largest_load("mp"), panel.free("mp"), panel.largest_load("dor")),
                         ("0.5", "0.750", "none"))

    def test_the_best_of_each_size_is_bold(self):
        table = pd.DataFrame([("dor", "ring", 4096, 4000, 0.1), ("val", "ring", 4096, 8000, 0.05),
                              ("dor", "bucket", 4096, 1000, 0.4),
                              ("val", "bucket", 4096, 1000, 0.4)],
                             columns=["routing", "workload.algorithm", "workload.bytes",
                                      "completion_cycles", "kind_bound_share"])
        self.assertIn("| 4 KB | `ring` | 4,000 (10 %) | 8,000 (5 %) |\n"
                      "| 4 KB | `bucket` | **1,000** (40 %) | **1,000** (40 %) |\n",
                      collectives.cycles_table(table))

    def test_a_method_that_disagrees_with_the_case_is_named(self):
        answers = {name: {"verdict": "not_liquid", "frames": "3", "late": name == "exact"}
                   for name in ("milp", "exact")}
        said, = milp.disagreement(study.ROOT / "case.txt", {"liquid": "yes", "frames": "3"},
                                  answers)
        self.assertEqual(said,
                         "disagreement: case: milp says not_liquid in 3, the case says liquid in 3")
        self.assertEqual(milp.disagreement(study.ROOT / "case.txt", {"liquid": "no", "frames": "3"},
                                           answers), [])

    # The machine slows down by half: the ratio stays, where that of the medians would be another.
    def test_ratios_are_taken_pair_by_pair(self):
        found = [({"torus": old, "old's own": 1}, {"torus": new}) for old,
                 new in ((50, 40), (50, 40), (75, 60), (75, 66))]
        row, = pairs.ratios(found, "old", "new")
        self.assertEqual((row["scenario"], row["ratio"], row["pairs"]), ("torus", 0.8, 4))
        self.assertEqual(pairs.spread(row), "0.800 (0.800 to 0.820)")


if __name__ == "__main__":
    unittest.main()
