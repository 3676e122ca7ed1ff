"""Tests of scripts/plot_histogram.py: shares and percentiles of bins of any width, and its error messages."""

import argparse
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot_histogram  # noqa: E402

HEADER = "seed,latency_from,latency_to,packets\n"


class PlotHistogramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *rows, header=HEADER, name="h.csv"):
        path = self.folder / name
        path.write_text(header + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        return str(path)

    def test_shares_are_per_cycle_and_gaps_are_empty(self):
        # 10 packets of 4 cycles, none of 5 to 7, 30 of 8 or 9: 40 in all.
        histogram = plot_histogram.read_histogram(self.write("1,4,5,10", "1,8,10,30"))
        self.assertEqual(list(histogram.edges), [4, 5, 8, 10])
        self.assertEqual(list(histogram.shares), [0.25, 0, 0.75])
        self.assertEqual(list(histogram.per_cycle()), [0.25, 0, 0.375])
        self.assertEqual(list(histogram.below), [0.25, 0.25, 1])

    def test_repetitions_are_added_up(self):
        histogram = plot_histogram.read_histogram(self.write("1,4,5,10", "2,4,5,20", "2,5,6,10"))
        self.assertEqual((histogram.packets, list(histogram.shares)), (40, [0.75, 0.25]))

    # Of 1000 packets 500 have 3 cycles or less, 950 have 7; 99 % would leave 10 packets.
    def test_percentiles_need_20_packets_beyond_them(self):
        histogram = plot_histogram.read_histogram(self.write("1,3,4,500", "1,7,8,450", "1,20,30,50"))
        self.assertEqual([histogram.percentile(share) for share in (0.5, 0.501, 0.95, 1)], [3, 7, 7, 24.5])
        self.assertEqual(histogram.known(), [0.5, 0.95])
        self.assertEqual(plot_histogram.label(histogram, False), "50 %: 3   95 %: 7")
        self.assertTrue(plot_histogram.label(histogram, True).startswith("h   50 %"))
        self.assertAlmostEqual(histogram.end(), 7 * 1.15)

    def test_the_cumulative_curve_ends_at_all_packets(self):
        histogram = plot_histogram.read_histogram(self.write("1,4,5,10", "1,8,10,30"))
        fig = plot_histogram.figure([histogram], argparse.Namespace(latency_max=None, title=None))
        self.addCleanup(plot_histogram.plt.close, fig)
        curve = fig.axes[1].lines[0]
        self.assertEqual((list(curve.get_xdata()), list(curve.get_ydata())), ([4, 5, 8], [25, 25, 100]))

    def test_more_than_two_are_outlines_and_the_legend_is_no_wider_than_the_picture(self):
        rows = [f"1,{latency},{latency + 1},{packets}" for latency, packets in ((3, 500000), (117, 450000), (2000, 50000), (20000, 500))]
        for count, filled in ((2, True), (3, False)):
            files = [self.write(*rows, name=f"a_rather_long_name_{number}.csv") for number in range(count)]
            histograms = [plot_histogram.read_histogram(path) for path in files]
            fig = plot_histogram.figure(histograms, argparse.Namespace(latency_max=None, title=None))
            self.addCleanup(plot_histogram.plt.close, fig)
            self.assertEqual({patch.get_fill() for patch in fig.axes[0].patches}, {filled})
            fig.canvas.draw()
            self.assertLess(fig.legends[0].get_window_extent().width, fig.bbox.width)

    def test_writes_a_picture_of_several(self):
        files = [self.write("1,4,5,10", name="a.csv"), self.write("1,4,6,20", "1,6,7,1", name="b.csv")]
        picture = self.folder / "x.png"
        self.assertEqual(plot_histogram.main([*files, "-o", str(picture), "--title", "two"]), 0)
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def test_wrong_input_is_one_clear_line(self):
        path = str(self.folder / "h.csv")
        for rows, header, message in [
                ((), HEADER, "no packets; allowed: one or more"),
                (("1,2",), "a,b\n", "column 'latency_from' is missing; expected a file of `output.histogram`"),
                (("1,x,5,1",), HEADER, "row 1: latency_from is 'x'; allowed: nothing, or a number of at most 2^53 in size"),
                (("1,4,6,1", "1,5,6,1"), HEADER, "bins that overlap, or none with packets; expected a file of "
                                                 "`output.histogram`")]:
            with contextlib.redirect_stderr(io.StringIO()) as err:
                code = plot_histogram.main([self.write(*rows, header=header), "-o", str(self.folder / "x.png")])
            self.assertEqual((code, err.getvalue()), (2, f"plot_histogram.py: {path}: {message}\n"))


if __name__ == "__main__":
    unittest.main()
