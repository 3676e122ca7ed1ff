"""Tests of scripts/towles_report.py: its closed forms, and how a reference value meets ours."""

import pathlib
import sys
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import towles_report  # noqa: E402


class Known:
    """Results of DOR and IVAL on the 8-ary 2-cube, known in closed form, and of the 41 mixtures."""
    WORST = {"dor": 2 / 7, "ival": 1 / 2, "rlb": 0.3108844246}
    HOPS = {"dor": 1.0, "ival": 413 / 256, "rlb": 21 / 16, "val": 2.0}

    worst = lambda self, routing, order="fixed": self.WORST[routing]  # noqa: E731
    hops = lambda self, routing, order="fixed": self.HOPS[routing]  # noqa: E731
    bound = towles_report.Results.bound
    hops_at_worst_case_of = towles_report.Results.hops_at_worst_case_of


def reference(quantity, algorithm, alpha="", n="2"):
    return {"quantity": quantity, "k": "8", "n": n, "algorithm": algorithm, "alpha": alpha}


class TowlesReportTest(unittest.TestCase):
    def test_closed_forms_are_those_of_the_rational_oracle(self):
        self.assertEqual(towles_report.ival_hops(8, 2), Fraction(413, 256))
        for k in range(3, 20):
            two = (Fraction((k - 1) * (5 * k * k + 4 * k + 2), 3 * k**3) if k % 2 == 0
                   else Fraction(5 * k - 1, 3 * k))
            self.assertEqual(towles_report.ival_hops(k, 2), two)
        self.assertEqual(towles_report.rlb_hops(8), Fraction(21, 16))

    def test_names_of_the_reference_are_read(self):
        for name, expected in [("RLBth_randorder", ("rlbth", "random")), ("DOR", ("dor", "fixed")),
                               ("IVALsym", ("ival", "random")), ("2TURN", None), ("OPT", None),
                               ("OPTwc(LP vertex)", None)]:
            self.assertEqual(towles_report.from_name(name), expected, name)

    # Equations 12 and 14 at alpha = 1/2: harmonic mean 4/11 of 2/7 and 1/2; at the worst case of
    # RLB 15 % shorter, as the reference has it.
    def test_interpolation_follows_the_equations(self):
        ours = lambda *row: towles_report.ours(reference(*row), Known())  # noqa: E731
        self.assertAlmostEqual(ours("fig5_wc_throughput_bound", "DOR+IVAL", "0.5"), 4 / 11)
        self.assertAlmostEqual(ours("fig5_Hnorm_at_same_wc_as_RLB", "DOR+IVAL"), 1.115857224, 8)
        self.assertAlmostEqual(ours("fig5_reduction_vs_RLB", "DOR+IVAL"), 0.1498230672, 8)
        self.assertAlmostEqual(ours("improvement_over_VAL", "IVAL"), 0.193359375)

    def test_what_needs_a_linear_program_is_left_out(self):
        for row in [("fig5_excess_over_opt", "DOR+IVAL", "0.5"), ("wc_load", "OPT"),
                    ("excess_over_opt", "IVAL"), ("fig5_wc_throughput", "DOR+2TURN", "0.5"),
                    ("wc_load", "DOR", "", "3")]:
            self.assertIsNone(towles_report.ours(reference(*row), Known()), row)


if __name__ == "__main__":
    unittest.main()
