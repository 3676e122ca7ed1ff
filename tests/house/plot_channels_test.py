"""Tests of scripts/plot_channels.py: the grid is found from the channels, and wrong input is named."""

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
import numpy as np  # noqa: E402

import network_shape  # noqa: E402
import plot_channels  # noqa: E402

ANALYZED = ("channel,from,from_port,to,to_port,bandwidth,uniform_load,pattern_load,"
            "worst_case_load\n")
HEADER = "seed,channel,from,from_port,to,to_port,flits,utilization\n"


def grid_csv(kx, ky, torus, seeds=(1,)):
    """Channels of a grid; the channel that leaves router r through port p is used r/100 + p/10,
    a hundredth more with every further seed."""
    rows = []
    for index, seed in enumerate(seeds):
        for router in range(kx * ky):
            x, y = router % kx, router // kx
            for port, (dx, dy) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
                inside = 0 <= x + dx < kx and 0 <= y + dy < ky
                if not inside and not (torus and (kx if dx else ky) > 2):
                    continue
                to = (x + dx) % kx + kx * ((y + dy) % ky)
                rows.append(f"{seed},{len(rows)},{router},{port},{to},{port ^ 1},10,"
                            f"{router / 100 + port / 10 + index / 100}")
    return HEADER + "\n".join(rows) + "\n"


def analyzed_csv(pattern):
    """A 3x3 torus as `orthant analyze --channels` writes it: uniform 1, worst case 3."""
    rows = []
    for row in grid_csv(3, 3, True).splitlines()[1:]:
        _, channel, *ends, _, _ = row.split(",")
        rows.append(",".join([channel, *ends, "1", "1", pattern, "3"]))
    return ANALYZED + "\n".join(rows) + "\n"


class PlotChannelsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "channels.csv"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_the_grid_is_found_by_walking(self):
        for kx, ky, torus in [(4, 3, True), (3, 5, False), (2, 6, True), (2, 2, False)]:
            with self.subTest(kx=kx, ky=ky, torus=torus):
                channels, _ = plot_channels.read_channels(self.write(grid_csv(kx, ky, torus)))
                self.assertEqual(plot_channels.grid_of(channels, "c"), (kx, ky))

    def test_each_channel_is_drawn_where_it_starts_and_seeds_are_averaged(self):
        channels, _ = plot_channels.read_channels(self.write(grid_csv(4, 3, False, seeds=(1, 2))))
        values = plot_channels.maps(channels, 4, 3)
        self.assertAlmostEqual(values[2, 1, 3], 7 / 100 + 0.2 + 0.005)  # router 7 = (3, 1), +y
        self.assertTrue(plot_channels.np.isnan(values[0, 1, 3]))  # no +x at the edge
        self.assertTrue(plot_channels.np.isnan(values[3, 0]).all())  # no -y in the lowest row

    def test_a_file_of_analyze_is_drawn_by_column(self):
        for pattern, wanted, column, value in [("", None, "uniform_load", 1),
                                               ("2.5", None, "pattern_load", 2.5),
                                               ("2.5", "worst_case_load", "worst_case_load", 3)]:
            with self.subTest(pattern=pattern, wanted=wanted):
                channels, drawn = plot_channels.read_channels(self.write(analyzed_csv(pattern)),
                                                              wanted)
                self.assertEqual(drawn, column)
                self.assertTrue((plot_channels.maps(channels, 3, 3) == value).all())

    def test_the_scale_says_what_is_drawn(self):
        channels, column = plot_channels.read_channels(self.write(analyzed_csv("")),
                                                       "worst_case_load")
        options = argparse.Namespace(max=None, title=None)
        fig = plot_channels.figure(plot_channels.maps(channels, 3, 3), column, options)
        self.addCleanup(plot_channels.plt.close, fig)
        self.assertEqual(fig.axes[-1].get_ylabel(),
                         "load under the worst\npermutation (flits/cycle)")

    def test_the_scale_begins_at_0_unless_all_values_are_high(self):
        def scale(*values, top=None):
            return plot_channels.scale(plot_channels.np.array([*values, plot_channels.np.nan]), top)

        self.assertEqual(scale(0.1, 0.9), (0, 0.9))
        self.assertEqual(scale(0.6, 0.9), (0.6, 0.9))
        self.assertEqual(scale(0.6, 0.9, top=2), (0, 2))
        self.assertEqual(scale(0.88, 0.9), (0.8 * 0.9, 0.9))  # nearly alike: not told apart by all colours
        self.assertEqual(scale(0.3, 0.1 + 0.2), (0, 0.1 + 0.2))  # equal but for rounding
        self.assertEqual(scale(0, 0), (0, 1))
        values = plot_channels.np.full((4, 3, 3), 0.9)
        values[0, 0, 0] = 0.7
        fig = plot_channels.figure(values, "utilization", argparse.Namespace(max=None, title=None))
        self.addCleanup(plot_channels.plt.close, fig)
        self.assertEqual(fig.axes[-1].get_ylabel(), "utilization\ncolours begin at 0.7")

    # 36 channels of 100 packets of 4 flits on average: each deviates by 10 %, and the least and the largest of as many lie up to
    # 2 sqrt(2 ln 36) = 5.35 times that apart, 54 % of the mean. Of 10000 packets 5.4 %.
    def test_differences_by_chance_do_not_fill_the_scale(self):
        path = pathlib.Path(self.write("seed,from,from_port,to,flits,utilization\n"))
        ini = pathlib.Path(f"{path}.ini")

        def label(packets, spread, config):
            rows = [(packets * 4 * (1 + spread * ((i % 7) / 6 - 0.5)), i) for i in range(36)]
            path.write_text("seed,from,from_port,to,flits,utilization\n" + "".join(
                f"1,{i // 4},{i % 4},{(i // 4 + 1) % 9},{flits:.0f},{flits / packets / 8}\n" for flits, i in rows))
            ini.write_text(config)
            channels, column = plot_channels.read_channels(str(path))
            fig = plot_channels.figure(plot_channels.np.array(channels["value"]).reshape(4, 3, 3), column, argparse.Namespace(max=None, title=None),
                                       plot_channels.noise_in(str(path), channels))
            self.addCleanup(plot_channels.plt.close, fig)
            return fig.axes[-1].get_ylabel(), fig.axes[0].images[0].get_clim()[0]

        packets_of_4 = "[traffic]\ninjection = bernoulli\npacket_flits = 1:0.5 4:0.5\n"
        self.assertEqual(label(100, 0.5, packets_of_4), ("utilization\ndifferences are within the noise", 0))
        self.assertEqual(label(10000, 0.05, packets_of_4), ("utilization\ndifferences are within the noise", 0))
        for packets, spread, config in ((10000, 0.5, packets_of_4), (100, 0.5, ""), (100, 0.5, packets_of_4.replace("bernoulli", "workload")),
                                        (100, 0.56, packets_of_4), (100, 0.5, packets_of_4.replace("1:0.5 4:0.5", "1"))):
            with self.subTest(packets=packets, spread=spread, config=config):
                self.assertEqual(label(packets, spread, config)[0], f"utilization\ncolours begin at {0.5 * (1 - spread / 2):.2g}")

    # Of springs alone 3, 0 and 4 lie on a line, and the link from 3 to 4 would seem to end at 0.
    def test_no_link_of_a_drawing_passes_under_a_router(self):
        links = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (0, 3), (1, 6), (6, 7), (4, 7)]
        spots = network_shape.place(8, links)
        bent = 0
        for link in links:
            points = network_shape.path(spots, link)
            np.testing.assert_allclose(points[[0, -1]], spots[list(link)])
            bent += not np.allclose(points[10], spots[list(link)].mean(0))
            for router in set(range(8)) - set(link):
                self.assertGreater(np.sqrt(((points - spots[router]) ** 2).sum(1)).min(), 0.04, (link, router))
        self.assertEqual(bent, 1)

    def run_script(self, source, *more):
        picture = self.folder / "x.png"
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "plot_channels.py"), source,
                               "-o", str(picture), *more], capture_output=True, text=True)
        return done.returncode, done.stderr, picture

    def test_writes_a_picture(self):
        code, err, picture = self.run_script(self.write(grid_csv(4, 4, True)))
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def refused(self, source, *more):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = plot_channels.main([source, "-o", str(self.folder / "x.png"), *more])
        return code, err.getvalue()

    def test_wrong_input_is_one_clear_line(self):
        path = str(self.folder / "channels.csv")
        for text, message in [(grid_csv(5, 1, True), f"{path}: not a 2-D torus or mesh; allowed: these alone"),
                              (HEADER, f"{path}: no channels; allowed: one or more"),
                              ("a,b\n1,2\n", f"{path}: column 'from' is missing; expected a file "
                                              "of `output.channels` or `orthant analyze --channels`"),
                              (HEADER.replace("utilization", "use") + "1,0,0,0,1,1,1,1\n",
                               f"{path}: none of the columns utilization, pattern_load, "
                               "uniform_load, worst_case_load; expected a file of "
                               "`output.channels` or `orthant analyze --channels`")]:
            code, err = self.refused(self.write(text))
            self.assertEqual((code, err), (2, f"plot_channels.py: {message}\n"))

    def test_a_column_that_is_missing_or_empty_is_named(self):
        path = str(self.folder / "channels.csv")
        for text, column, message in [
                (grid_csv(3, 3, True), "worst_case_load",
                 f"{path}: no column 'worst_case_load'; allowed: utilization"),
                (analyzed_csv(""), "pattern_load",
                 f"{path}: column 'pattern_load' is empty: no traffic.pattern was analysed; allowed: uniform_load, worst_case_load")]:
            code, err = self.refused(self.write(text), "--column", column)
            self.assertEqual((code, err), (2, f"plot_channels.py: {message}\n"))


if __name__ == "__main__":
    unittest.main()
