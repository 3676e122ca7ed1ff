#!/usr/bin/env python3
"""The comparison with the integer program, on a few cases.

Usage: compare_milp_test.py ORTHANT_BINARY [unittest options]
"""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ORTHANT = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/data/liquid"


class CompareMilp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, *words, expect=0):
        done = subprocess.run([sys.executable, ROOT / "scripts/compare_milp.py", "--orthant", ORTHANT, *words],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done.stdout

    def copy(self, name, *changes):
        text = (CASES / name).read_text(encoding="utf-8")
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.folder / name).write_text(text, encoding="utf-8")

    def test_skips_what_is_judged_and_agrees(self):
        for name in "paper_fig9_noteam.txt", "syn_c6.txt", "chk_missing.txt":
            self.copy(name)
        (self.folder / "notes.txt").write_text("no case\n", encoding="utf-8")
        printed = self.compare("--exact", "-o", "m.csv", ".")
        self.assertIn("cases: 2; out of time (60 s) with milp: 0", printed)
        with open(self.folder / "m.csv", encoding="utf-8", newline="") as file:
            rows = {row["case"]: row for row in csv.DictReader(file)}
        self.assertEqual(set(rows), {"paper_fig9_noteam", "syn_c6"})
        for name, verdict, frames in ("paper_fig9_noteam", "not_liquid", "3"), ("syn_c6", "liquid", "2"):
            for method in "milp", "auto", "exact":
                self.assertEqual((rows[name][f"{method}_verdict"], rows[name][f"{method}_frames"]), (verdict, frames))
            row = rows[name]
            self.assertAlmostEqual(float(row["ratio"]) * float(row["auto_seconds"]) / float(row["milp_seconds"]), 1,
                                   delta=0.02)  # of three figures

    def test_names_a_disagreement(self):
        self.copy("paper_fig9_noteam.txt", ("expect liquid no", "expect liquid yes"))
        printed = self.compare("paper_fig9_noteam.txt", expect=1)
        self.assertIn("disagreement: paper_fig9_noteam: milp says not_liquid in 3, auto says not_liquid in 3, "
                      "the case says liquid in 3", printed)

    def test_counts_what_is_out_of_time(self):
        self.copy("t1_058.txt")
        printed = self.compare("--limit", "0.001", "t1_058.txt")
        self.assertIn("out of time (0.001 s) with milp: 1", printed)
        self.assertIn("geometric mean at least", printed)


if __name__ == "__main__":
    unittest.main()
