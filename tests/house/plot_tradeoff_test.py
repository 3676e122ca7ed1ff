"""Tests of scripts/plot_tradeoff.py: what becomes a point, what a line, and its error messages."""

import argparse
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot_tradeoff  # noqa: E402

HEADER = ("dimensions,routing,pattern,routing.order,worst_case_throughput,average_case_throughput,"
          "path_length_normalized")


def row(routing, order="fixed", worst=0.5, hops=2.0, average="", pattern="", dimensions="8x8"):
    return f"{dimensions},{routing},{pattern},{order},{worst},{average},{hops}"


class PlotTradeoffTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *rows, header=HEADER, name="analyze.csv"):
        path = self.folder / name
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return str(path)

    def figure(self, *rows, throughput="worst_case", more=(), names=("mixed",)):
        table = plot_tradeoff.read_rows([self.write(*rows), *more], throughput)
        options = argparse.Namespace(throughput=throughput, title=None, interpolated=list(names))
        fig = plot_tradeoff.figure(table, options)
        self.addCleanup(plot_tradeoff.plt.close, fig)
        return fig.axes[0]

    def lines(self, *rows, **options):
        """[(label, x values, y values, whether the marker is open)] of what is drawn."""
        return [(line.get_label(), list(line.get_xdata()), list(line.get_ydata()),
                 line.get_markerfacecolor() == "white")
                for line in self.figure(*rows, **options).lines]

    def test_patterns_of_a_routing_are_one_point(self):
        self.assertEqual(self.lines(row("rlbth", pattern="uniform"), row("rlbth", pattern="tornado")),
                         [("rlbth", [0.5], [2.0], False)])

    def test_an_open_marker_is_the_random_order_where_it_differs(self):
        self.assertEqual(
            self.lines(row("romm", worst=0.2, hops=1), row("romm", "random", worst=0.3, hops=1),
                       row("val"), row("val", "random")),
            [("romm", [0.2], [1.0], False), ("romm, random order", [0.3], [1.0], True),
             ("val", [0.5], [2.0], False)])

    def test_interpolated_points_make_one_line(self):
        line, = self.lines(row("interpolated", worst=0.5, hops=1.6),
                           row("interpolated", worst=0.3, hops=1.0))
        self.assertEqual(line[:3], ("mixed", [0.3, 0.5], [1.0, 1.6]))

    def test_every_file_of_interpolated_points_has_a_line_and_a_name(self):
        mixture = lambda worst, hops: row("interpolated", worst=worst, hops=hops)  # noqa: E731
        other = self.write(mixture(0.3, 1.0), mixture(0.5, 1.5), name="other.csv")
        lines = self.lines(mixture(0.3, 1.0), mixture(0.5, 1.6), more=[other], names=["a", "b"])
        self.assertEqual([line[:3] for line in lines],
                         [("a", [0.3, 0.5], [1.0, 1.6]), ("b", [0.3, 0.5], [1.0, 1.5])])

    # The point at 0.2 is beaten: one with a better worst case has no longer paths.
    def test_every_design_is_a_point_and_a_line_joins_several(self):
        designs = self.write("8x8,worst_case,any,0.5,1.48", "8x8,worst_case,any,0.2857,1",
                             "8x8,worst_case,any,0.2,1", "8x8,worst_case,turns,0.5,1.484",
                             name="designs.csv",
                             header="dimensions,objective,paths,worst_case_throughput,"
                                    "path_length_normalized")
        axes = self.figure(row("val"), more=[designs])
        drawn = [(line.get_linestyle() != "None", line.get_marker() != "None", list(line.get_xdata()), list(line.get_ydata()))
                 for line in axes.lines if len(line.get_xdata())]
        self.assertEqual(drawn, [(True, False, [0.2857, 0.5], [1, 1.48]), (False, True, [0.2857, 0.5], [1, 1.48]), (False, True, [0.2], [1]),
                                 (False, True, [0.5], [1.484]), (False, True, [0.5], [2.0])])
        self.assertEqual([(handle.get_label(), handle.get_linestyle()) for handle in axes.figure.legends[0].get_lines()],
                         [("computed optima", "-"), ("computed designs, beaten", "None"), ("computed optima of few turns", "None"),
                          ("val", "None")])
        self.assertEqual(len(axes.collections), 0)  # nothing is said of what was not computed

    # For the largest throughput alone, with longer paths than another design of the same; and one that a routing beats.
    # Digits of a solver beat nothing. The optimum of few turns is one whatever others do.
    def test_only_what_no_point_beats_is_an_optimum(self):
        header = "dimensions,objective,paths,worst_case_throughput,path_length_normalized"
        labels = lambda *designs, points=(row("val"),): [  # noqa: E731
            handle.get_label() for handle in self.figure(*points, more=[self.write(*designs, name="designs.csv", header=header)]).figure.legends[0].get_lines()]
        optima, beaten = "computed optima", "computed designs, beaten"
        self.assertCountEqual(labels("8x8,worst_case,any,0.5,1.48", "8x8,worst_case,any,0.5,1.7"), [optima, beaten, "val"])
        self.assertEqual(labels("8x8,worst_case,any,0.5,1.48", "8x8,worst_case,any,0.49999999,1.4800001"), [optima, "val"])
        self.assertEqual(labels("8x8,capacity,any,0.4,2.1", "8x8,worst_case,turns,0.4,2.2"), [beaten, "computed optima of few turns", "val"])
        self.assertEqual(labels("8x8,capacity,any,0.4,2.1", points=(row("interpolated", hops=1.9),)), [beaten, "mixed"])

    def test_algorithms_of_tables_have_their_names(self):
        self.assertEqual([line[0] for line in self.lines(row("two_turn"), row("two_turn_a"))],
                         ["two turn", "two turn a"])

    def test_other_throughputs_can_be_drawn(self):
        rows = row("val", average=0.4), row("dor")
        self.assertEqual(self.lines(*rows, throughput="average_case"), [("val", [0.4], [2.0], False)])
        axes = self.figure(*rows, throughput="average_case")
        self.assertEqual(axes.get_xlabel(), "average-case throughput (fraction of capacity)")

    def run_script(self, source, *more):
        picture = self.folder / "x.png"
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "plot_tradeoff.py"), source,
                               "-o", str(picture), *more], capture_output=True, text=True)
        return done.returncode, done.stderr, picture

    def test_writes_a_picture(self):
        code, err, picture = self.run_script(self.write(row("val")))
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def refused(self, source, *more):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = plot_tradeoff.main([source, "-o", str(self.folder / "x.png"), *more])
        return code, err.getvalue()

    def test_wrong_input_is_one_clear_line(self):
        path = str(self.folder / "analyze.csv")
        for text, more, message in [
                ([row("val")], ["--throughput", "average_case"],
                 f"{path}: column 'average_case_throughput' is empty; allowed: one with values"),
                ([row("val")], ["--throughput", "pattern"],
                 f"{path}: column 'pattern_throughput' is missing; expected the CSV of "
                 "`orthant analyze` or `design`"),
                ([row("val"), row("val", dimensions="4x4")], [],
                 "several networks in one picture: 8x8, 4x4; allowed: one")]:
            code, err = self.refused(self.write(*text), *more)
            self.assertEqual((code, err), (2, f"plot_tradeoff.py: {message}\n"))


if __name__ == "__main__":
    unittest.main()
