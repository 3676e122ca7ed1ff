"""Tests of what scripts/study_intervals.py makes of its runs."""

import contextlib
import io
import math
import pathlib
import sys
import unittest

import numpy as np
import pandas as pd

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import study_intervals as study  # noqa: E402

POINT = next(point for point in study.POINTS if point.name == "dor_020")


def windows(*rows):
    columns = ["verdict", "latency_mean", "latency_ci95", "old_half_width"]
    return pd.DataFrame(rows, columns=columns).assign(point=POINT.name, packets=10)


def long_runs(*rows):
    return pd.DataFrame(rows, columns=["verdict", "latency_mean", "packets"]).assign(point=POINT.name)


class IntervalsTest(unittest.TestCase):
    # Means 1, 2, ... 30 and back: the lag-1 correlation is near 1 with 30, 24 and 20 batches. Means that alternate
    # between 9 and 11: deviation sqrt(30 / 29), so 2.045 sqrt(1 / 29) = 0.380.
    def test_the_old_method_gives_an_interval_to_uncorrelated_batches_only(self):
        counts = np.full(480, 2)
        slow = np.concatenate([np.arange(240), np.arange(240)[::-1]])
        self.assertTrue(math.isnan(study.old_half_width(counts, 2 * slow)))
        alternating = np.where(np.arange(480) // 16 % 2, 9, 11)
        self.assertAlmostEqual(study.old_half_width(counts, 2 * alternating), 0.37979, places=4)
        self.assertTrue(math.isnan(study.old_half_width(0 * counts, alternating)))

    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
    def test_shares_have_the_interval_of_wilson(self):
        low, high = study.wilson(81, 263)
        self.assertAlmostEqual(low, 0.2553, places=4)
        self.assertAlmostEqual(high, 0.3662, places=4)

    def test_stable_windows_are_held_against_the_pooled_mean_of_long_runs_that_stayed_stable(self):
        # (10 * 1 + 13 * 2) / 3 = 12
        truth = long_runs(("stable", 10.0, 1), ("stable", 13.0, 2), ("saturated", math.nan, 5))
        rows = windows(("stable", 11.0, 1.5, 0.5), ("stable", 12.5, 0.6, math.nan), ("stable", 9.0, 1.0, math.nan),
                       ("unfinished", 40.0, math.nan, math.nan), ("saturated", math.nan, math.nan, math.nan))
        judged = study.judge(POINT, rows, truth)
        self.assertEqual(judged["truth"], 12)
        self.assertEqual((judged["lasting"], judged["long"]), (2, 3))
        self.assertEqual([judged[key] for key in ("seeds", "stable", "unfinished", "saturated")], [5, 3, 1, 1])
        self.assertAlmostEqual(judged["new"][0], 2 / 3)
        self.assertEqual((judged["old"][0], judged["old"][3]), (0, 1))
        self.assertAlmostEqual(judged["bias"], 32.5 / 3 - 12)

    def test_packets_are_counted_by_seed_and_batch_of_their_birth(self):
        file = io.StringIO(f"seed,birth,latency\n7,{POINT.warmup},3\n8,{POINT.warmup + POINT.window - 1},4\n"
                           f"7,{POINT.warmup + 1.5},6\n")
        counts, sums = study.batch_sums(file, POINT, np.array([7, 8]))
        self.assertEqual((counts.sum(), counts[0, 0], sums[0, 0], sums[1, 479]), (3, 2, 9, 4))

    def test_names_an_unknown_point(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as stderr:
            study.parse(["--points", "dor_047"])
        self.assertIn("--points: no point dor_047; there are merge_0.4_4000, ", stderr.getvalue())


if __name__ == "__main__":
    unittest.main()
