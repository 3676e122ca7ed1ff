"""Runs the study of Wu 1996: what it prints must agree with the paper, and its report must see it
where results do not.

usage: wu_test.py ORTHANT"""

import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from study_modules import ROOT, module

report = module("wu", "report")
from study import read_rows  # noqa: E402

ORTHANT = str(pathlib.Path(sys.argv.pop()).resolve())


class WuTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.done = subprocess.run([sys.executable, ROOT / "studies" / "wu" / "run.py", cls.folder],
                                  capture_output=True,
                                  text=True, env={**os.environ, "ORTHANT": ORTHANT})

    def report(self):
        return report.Report(types.SimpleNamespace(rows=lambda name: read_rows(self.folder
                                                                               / f"{name}.csv")))

    def test_agrees_with_the_paper(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.assertEqual(self.done.stdout.count("As expected."), 10)
        for name in ("policies.png", "offsets.png"):
            self.assertTrue((self.folder / name).read_bytes().startswith(b"\x89PNG"))

    def test_sees_each_difference(self):
        changes = [("table1.csv", ",80 -296 492", ",80 -296 493"),
                   ("lemma.csv", ",2404321560,", ",2404321561,"),
                   ("theorem3.csv", ",6 -7 2,", ",7 -7 2,"),
                   ("thresholds.csv", "0.951594521", "0.951594522"),
                   ("meshes.csv", ",yes,", ",no,"), ("cubes.csv", "8x5x5", "8x6x5"),
                   ("meshes_3d.csv", "8x8x8,0,1,yes", "8x8x8,0,1,tie"),
                   ("tori_3d.csv", "0.864141612601", "0.864141612602")]
        for name, old, new in changes:
            path = self.folder / name
            text = path.read_text()
            self.assertIn(old, text, name)
            path.write_text(text.replace(old, new))
            try:
                seen = self.report()
            finally:
                path.write_text(text)
            self.assertEqual((seen.agrees, seen.text.count("**Not as expected.**")), (False, 1),
                             name)
        self.assertTrue(self.report().agrees)


if __name__ == "__main__":
    unittest.main()
