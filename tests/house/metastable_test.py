"""Tests of scripts/study_metastable.sh's report, on collapses whose times are known."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

REPORT = pathlib.Path(__file__).parents[2] / "scripts" / "metastable_report.py"


class MetastableTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def report(self, loads, *options):
        rows = ["load,seed,verdict,collapse_cycles,cycles"]
        for load, times in loads.items():
            for seed, time in enumerate(times):
                rows.append(f"{load},{seed},{'saturated' if time != '' else 'stable'},{time},1000")
        (self.folder / "metastable.csv").write_text("\n".join(rows) + "\n")
        return subprocess.run([sys.executable, REPORT, self.folder, *options], capture_output=True, text=True)

    def test_tells_what_some_and_what_all_seeds_do(self):
        done = self.report({0.5: ["", "", ""], 0.6: [400, "", 100], 0.7: [50, 0, 100]}, "--window", "900")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 0.5 | stable | 0 of 3 |  | more than 900 |", done.stdout)
        # 400 + 900 + 100 cycles were watched for two collapses.
        self.assertIn("| 0.6 | metastable | 2 of 3 | 250 | 700 |", done.stdout)
        self.assertIn("| 0.7 | saturated | 3 of 3 | 50 | 50 |", done.stdout)
        self.assertEqual(done.stdout, (self.folder / "metastable.md").read_text())
        self.assertTrue((self.folder / "metastable.png").read_bytes().startswith(b"\x89PNG"))

    def test_refuses_a_collapse_after_the_window(self):
        done = self.report({0.6: [950]}, "--window", "900")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"metastable_report.py: {self.folder}/metastable.csv: a collapse after 950 cycles "
                                      "of a window of 900; give its --window\n")

    def test_says_what_is_missing(self):
        done = subprocess.run([sys.executable, REPORT, self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("metastable.csv: no such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
