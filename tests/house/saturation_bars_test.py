"""Tests of scripts/saturation_bars.py: bars, their names and marks."""

import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot  # noqa: E402
import saturation_bars  # noqa: E402
from result_files import read_results  # noqa: E402

HEADER = ("topology,dimensions,routing,pattern,vcs,load_unit,run.seed,saturation_load,saturation_flits,"
          "saturation_capacity,tolerance,accepted_beyond_flits,latency_at_90_percent,deadlock_load")


# A capacity of 2 flits.
def row(routing="dor", pattern="uniform", vcs=2, load=0.5, seed=1, beyond="", deadlock=""):
    return (f"torus,4x4,{routing},{pattern},{vcs},capacity,{seed},{load},{2 * load},{load},0.01,{beyond},20,"
            f"{deadlock}")


class SaturationBarsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *rows):
        path = self.folder / "saturation.csv"
        path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
        return str(path)

    def figure(self, *rows, unit="capacity"):
        table, keys = read_results([self.write(*rows)])
        fig = saturation_bars.figure(table, keys, unit, plot.parse(["x.csv", "-o", "x.png"]))
        self.addCleanup(plot.plt.close, fig)
        return fig

    def heights(self, *rows, unit="capacity"):
        return [bar.get_height() for bar in self.figure(*rows, unit=unit).axes[0].patches]

    def test_every_combination_is_a_bar_in_the_unit_that_is_asked_for(self):
        rows = [row(routing, pattern, load=load) for routing, pattern, load in
                (("dor", "uniform", 0.5), ("dor", "tornado", 0.2), ("o1turn", "uniform", 0.6),
                 ("o1turn", "tornado", 0.3))]
        self.assertEqual(self.heights(*rows), [0.5, 0.2, 0.6, 0.3])
        self.assertEqual(self.heights(*rows, unit="flits"), [1, 0.4, 1.2, 0.6])
        fig = self.figure(*rows)
        axes, = fig.axes
        self.assertEqual([name.get_text() for name in axes.get_xticklabels()], ["uniform", "tornado"])
        self.assertEqual(axes.get_ylabel(), "largest stable load\n(fraction of capacity)")
        legend, = fig.legends
        self.assertEqual((legend.get_title().get_text(), [text.get_text() for text in legend.get_texts()]),
                         ("routing", ["dor", "o1turn"]))
        # Bars of a routing have one colour, and stand side by side in each pattern.
        colours = [bar.get_facecolor() for bar in axes.patches]
        self.assertEqual((colours[0], colours[2]), (colours[1], colours[3]))
        places = [bar.get_x() + bar.get_width() / 2 for bar in axes.patches]
        self.assertEqual([round(x) for x in places], [0, 1, 0, 1])
        self.assertLess(places[0], places[2])

    def test_groups_of_several_keys_name_them_all(self):
        axes, = self.figure(row(vcs=2), row(vcs=4), row("o1turn", vcs=2, pattern="tornado")).axes
        self.assertEqual([name.get_text() for name in axes.get_xticklabels()],
                         ["uniform\n2 VCs", "uniform\n4 VCs", "tornado\n2 VCs"])

    # Loads 0.4, 0.5, 0.6: mean 0.5, deviation 0.1, half-width 4.303 * 0.1 / sqrt(3) = 0.2484.
    def test_seeds_are_averaged_with_their_interval(self):
        table, keys = read_results([self.write(*(row(seed=i, load=0.4 + i / 10) for i in range(3)))])
        _, bars = saturation_bars.bars_of(table, keys, "capacity")
        self.assertAlmostEqual(bars["load"][0], 0.5)
        self.assertAlmostEqual(bars["half_width"][0], 0.2484, places=4)

    def test_what_is_accepted_beyond_and_deadlocks_are_marked(self):
        fig = self.figure(row(beyond=0.8), row("o1turn", load=0.3, deadlock=0.4))
        axes, = fig.axes
        self.assertEqual([(line.get_marker(), list(line.get_ydata())) for line in axes.lines],
                         [("D", [0.4]), ("x", [0.4])])
        self.assertEqual([text.get_text() for text in fig.legends[0].get_texts()],
                         ["a deadlock at", "accepted at full load"])

    def test_what_cannot_be_converted_is_not_marked(self):
        table, _ = read_results([self.write(row(load=0, beyond=0.8))])
        self.assertTrue(math.isnan(saturation_bars.in_unit(table, "accepted_beyond_flits", "capacity")[0]))

    def test_plot_draws_them(self):
        picture = self.folder / "x.png"
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "plot.py"), self.write(row(), row("val")),
                               "-o", str(picture), "--print"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
        self.assertIn("dor            0.500                     1\n", done.stdout)


if __name__ == "__main__":
    unittest.main()
