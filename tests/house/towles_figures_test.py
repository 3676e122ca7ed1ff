"""Tests of scripts/towles_figures.py: the simulated routings, the curve over the radix, and how
scripts/reproduce_towles.sh is called."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import towles_figures  # noqa: E402

HEADER = ("topology,dimensions,routing,pattern,load_unit,load,seed,verdict,offered_flits,accepted_flits,"
          "offered_capacity,accepted_capacity,latency_mean")


class Radices:
    """IVAL, 2TURN and the optimum of three radices."""
    rows = {(k, 2, "ival", "fixed"): {} for k in (3, 4, 5)}
    hops = lambda self, routing, k: 1.5 + 0.01 * k  # noqa: E731
    radix_curve = lambda self, paths: [(3, 1.55), (4, 1.35), (5, 1.56)]  # noqa: E731


class TowlesFiguresTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def is_picture(self, name):
        return (self.folder / name).read_bytes().startswith(b"\x89PNG")

    def test_draws_the_routings_simulated(self):
        rows = {routing: [f"torus,8x8,{routing},{pattern},capacity,{load},1,{verdict},{load},{load},{load},"
                          f"{load},{latency}" for pattern in towles_figures.PATTERNS
                          for load, verdict, latency in ((0.1, "stable", 12), (0.4, "saturated", ""))]
                for routing in ("dor", "table")}
        for name, routing in (("simulated", "dor"), ("simulated_optimum", "table")):
            (self.folder / f"{name}.csv").write_text("\n".join([HEADER, *rows[routing]]) + "\n")
        towles_figures.draw_simulated(self.folder)
        self.assertTrue(self.is_picture("simulated.png"))

    # Each design is an optimum where no other point beats it, in the enlarged corner, too.
    def test_draws_the_tradeoffs(self):
        points = "dimensions,routing,worst_case_throughput,average_case_throughput,path_length_normalized\n8x8,ival,0.5,0.6,1.53\n"
        designs = "dimensions,objective,paths,worst_case_throughput,average_case_throughput,path_length_normalized\n" + \
            "8x8,worst_case,any,0.5,0.6,1.48\n8x8,worst_case,any,0.5,0.6,1.6\n8x8,worst_case,any,0.4,0.5,1.1\n"
        for files in (figure[2] for figure in towles_figures.FIGURES.values()):
            for name in files:
                (self.folder / f"{name}.csv").write_text(designs if name.startswith("figure") else points)
        for name in towles_figures.FIGURES:
            towles_figures.draw_tradeoff(self.folder, name)
            self.assertTrue(self.is_picture(f"{name}.png"))

    def test_draws_the_path_length_over_the_radix(self):
        towles_figures.draw_figure4(Radices(), self.folder)
        self.assertTrue(self.is_picture("figure4.png"))

    def test_an_unknown_option_shows_how_to_call(self):
        done = subprocess.run(["bash", str(ROOT / "scripts" / "reproduce_towles.sh"), "--all"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("scripts/reproduce_towles.sh --full", done.stderr)


if __name__ == "__main__":
    unittest.main()
