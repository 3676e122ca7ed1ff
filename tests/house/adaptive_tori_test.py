"""Tests of scripts/study_adaptive_tori.sh and its picture."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
FIGURES = ROOT / "scripts" / "adaptive_tori_figures.py"


class AdaptiveToriTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, header, rows):
        (self.folder / name).write_text("\n".join([header, *rows]) + "\n")

    def draw(self):
        return subprocess.run([sys.executable, FIGURES, self.folder], capture_output=True, text=True)

    def test_draws_what_is_there(self):
        self.write("curves_8.csv", "routing,pattern,load,verdict,latency_mean",
                   [f"{routing},uniform,{load},{verdict},{latency}" for routing in ("abr", "ofr")
                    for load, verdict, latency in ((0.1, "stable", 30), (0.5, "stable", 44),
                                                   (0.9, "saturated", ""))])
        self.write("saturation_8.csv", "routing,pattern,saturation_load", ["ofr,uniform,0.71875"])
        done = self.draw()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "latency.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("| k | pattern | OFR |\n", done.stdout)
        self.assertIn("| 8 | uniform | 0.72 |", done.stdout)
        self.assertEqual(done.stdout, (self.folder / "study.md").read_text())

    def test_shows_ofr_with_more_vcs_beside(self):
        self.write("curves_8.csv", "routing,pattern,load,verdict,latency_mean", ["abr,uniform,0.1,stable,30"])
        header = "routing,pattern,saturation_load"
        self.write("saturation_8.csv", header, ["abr,uniform,0.7", "ofr,uniform,0.66", "abr,butterfly,0.9"])
        self.write("four_vcs_8.csv", header, ["ofr,uniform,0.75"])
        text = self.draw().stdout
        self.assertIn("| k | pattern | ABR | OFR | OFR, 4 VCs |", text)
        self.assertIn("| 8 | uniform | 0.70 | 0.66 | 0.75 |", text)
        self.assertIn("| 8 | butterfly | 0.90 |  |  |", text)

    # The paper's limit for the uniform pattern and k = 8 is 24 us; its ABR sustains 0.55.
    def test_compares_bursts_with_table_2(self):
        self.write("curves_8.csv", "routing,pattern,load,verdict,latency_mean", ["abr,uniform,0.1,stable,30"])
        for latencies, expected in ((("20000", "23999", "24001", "20000"), "0.20"), (("25000", "", "", ""), "0.00"),
                                    (("20000", "", "", "20000"), "0.10"), (("1", "1", "1", "1"), "0.40")):
            self.write("bursts_8.csv", "routing,pattern,load,verdict,latency_mean_ns",
                       [f"abr,uniform,{(i + 1) / 10},{'drained' if latency else 'saturated'},{latency}"
                        for i, latency in enumerate(latencies)])
            self.assertIn(f"| 8 | uniform | 0.55 / {expected} |", self.draw().stdout)

    def test_says_what_is_missing(self):
        done = self.draw()
        self.assertEqual(done.returncode, 2)
        self.assertIn("no curves_K.csv", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_an_unknown_size_shows_how_to_call(self):
        done = subprocess.run(["bash", str(ROOT / "scripts" / "study_adaptive_tori.sh"), "--k", "9"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("scripts/study_adaptive_tori.sh [--k 8|16|32]", done.stderr)


if __name__ == "__main__":
    unittest.main()
