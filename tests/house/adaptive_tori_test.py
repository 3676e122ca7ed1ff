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

    def test_shows_what_slower_nodes_cost(self):
        self.write("curves_8.csv", "routing,pattern,load,verdict,latency_mean", ["abr,butterfly,0.1,stable,30"])
        header = "routing,pattern,saturation_load"
        self.write("saturation_8.csv", header, ["abr,butterfly,2.1", "goal,butterfly,1.5"])
        self.write("saturation_slow_nodes_8.csv", header, ["abr,butterfly,0.9"])
        self.assertIn("| 8 | butterfly | 2.10 / 0.90 | 1.50 |", self.draw().stdout)

    # Of a routing that saturates at 2 the last point is at 2, whatever the others do.
    def test_every_curve_ends_at_the_largest_stable_load(self):
        self.write("saturation_8.csv", "routing,pattern,saturation_load", ["abr,butterfly,2", "ofr,rotate_3d,0.3"])
        program = self.folder / "orthant"
        program.write_text("""#!/usr/bin/python3
import sys
words = dict(word.split("=") for word in sys.argv if "=" in word)
open(sys.argv[sys.argv.index("-o") + 1], "w").write("routing,pattern,load\\n" + "".join(
    f"{words['routing.algorithm']},{words['traffic.pattern']},{load}\\n" for load in words["traffic.load"].split(",")))
""")
        program.chmod(0o755)
        subprocess.run([sys.executable, ROOT / "scripts" / "adaptive_tori_curves.py", program, self.folder, "8",
                        "run.measure_cycles=10"], check=True)
        rows = [line.split(",") for line in (self.folder / "curves_8.csv").read_text().splitlines()]
        self.assertEqual(rows[0], ["routing", "pattern", "load"])
        for routing, pattern, limit in (("abr", "butterfly", 2), ("ofr", "rotate_3d", 0.3)):
            loads = [float(row[2]) for row in rows if row[:2] == [routing, pattern]]
            self.assertGreater(len(loads), 4)
            self.assertEqual(max(loads), limit)

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
