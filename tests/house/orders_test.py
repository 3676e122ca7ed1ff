"""Tests of scripts/study_orders.sh's report, on runs whose differences are known."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
REPORT = ROOT / "scripts" / "orders_report.py"
HEADER = "topology,dimensions,pattern,routing,load,seed,verdict,latency_mean,wanted_free_fraction"
SEEDS = (1, 2, 3)


class OrdersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def runs(self, routing, latency, stable=lambda load, seed: True):
        """Rows of one routing on the 8x8 torus; `latency(load, seed)`."""
        return [f"torus,8x8,uniform,{routing},{load},{seed},"
                + (f"stable,{latency(load, seed)},0.75" if stable(load, seed) else "saturated,,0.25")
                for load in (0.1, 0.3, 0.5) for seed in SEEDS]

    def report(self, most_free_rows, *ordered):
        for name, rows in (("ordered", sum(ordered, [])), ("most_free", most_free_rows)):
            (self.folder / f"{name}.csv").write_text("\n".join([HEADER, *rows]) + "\n")
        return subprocess.run([sys.executable, REPORT, self.folder], capture_output=True, text=True)

    def test_counts_what_differs_in_every_seed(self):
        # Seeds differ by more than the routings do, but alike in both.
        noisy = lambda load, seed: 100 + 10 * seed  # noqa: E731
        done = self.report(self.runs("minimal_adaptive", noisy), self.runs("dor", noisy),
                           self.runs("minimal_adaptive", lambda load, seed: 1.02 * noisy(load, seed)),
                           self.runs("z2", noisy),
                           self.runs("mp", lambda load, seed: noisy(load, seed) * (1.01 + 0.001 * (seed - 2))))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 8x8 torus | uniform | 3 of 3: +1.0 % | 3 of 3: -1.0 % | 3 of 3: +1.0 % | 3 of 3: +2.0 % |",
                      done.stdout)
        # 4.303 / sqrt(3) times the standard deviation 0.001
        self.assertIn("| MP / Z2 | 3 | 0 | 3 | 0.25 % |", done.stdout)
        self.assertEqual(done.stdout, (self.folder / "orders.md").read_text())
        self.assertTrue((self.folder / "curves.png").read_bytes().startswith(b"\x89PNG"))

    def test_compares_stable_loads_only(self):
        flat = lambda load, seed: 50  # noqa: E731
        done = self.report(self.runs("minimal_adaptive", flat), self.runs("dor", flat, lambda load, seed: False),
                           self.runs("minimal_adaptive", flat),
                           self.runs("z2", flat, lambda load, seed: load < 0.3 or seed != 2),
                           self.runs("mp", flat, lambda load, seed: load != 0.3))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 8x8 torus | uniform | none | 0.5 | 0.1 | 0.1 | 0.5 |", done.stdout)
        self.assertIn("| 8x8 torus | uniform | 0.250 | 0.750 | 0.583 | 0.250 | 0.750 |", done.stdout)
        self.assertIn("| MP / Z2 | 1 | 0 | 0 | 0.00 % |", done.stdout)

    def test_says_what_is_missing(self):
        done = subprocess.run([sys.executable, REPORT, self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("ordered.csv: no such file", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
