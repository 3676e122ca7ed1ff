"""Tests of scripts/plot.py: what becomes a line, how points are averaged, and its error messages."""

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
import curves  # noqa: E402
import names  # noqa: E402
import plot  # noqa: E402

HEADER = ("topology,dimensions,routers,nodes,routing,pattern,injection,switching,flow_control,vcs,"
          "buffer_flits,packet_flits,load_unit,channel.latency_cycles,load,seed,verdict,"
          "offered_flits,accepted_flits,offered_capacity,accepted_capacity,latency_mean,"
          "latency_ci95")


def row(routing="dor", vcs=2, load=0.5, seed=1, verdict="stable", latency=20.0, half=0.5, channel=1,
        capacity=True):
    fractions = f"{load},{load}" if capacity else ","
    return (f"torus,8x8,64,64,{routing},uniform,bernoulli,wormhole,credit,{vcs},8,8,capacity,"
            f"{channel},{load},{seed},{verdict},{load},{load},{fractions},{latency},{half}")


class PlotTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *rows, header=HEADER, name="sweep.csv"):
        path = self.folder / name
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return str(path)

    def series(self, *rows):
        table, keys = plot.read_results([self.write(*rows)])
        return plot.make_series(table, keys, "capacity")

    def test_one_line_per_combination_named_by_what_differs(self):
        series, title = self.series(row("dor"), row("o1turn"), row("dor", load=0.6))
        self.assertEqual([label for label, _, _ in series], ["dor", "o1turn"])
        self.assertEqual(title, "routing")
        self.assertEqual(list(series[0][2]["offered"]), [0.5, 0.6])
        series, title = self.series(row("dor"), row("dor", vcs=4), row("o1turn", channel=3))
        self.assertEqual([label for label, _, _ in series],
                         ["dor, 2 VCs, channel latency 1 cycle",
                          "dor, 4 VCs, channel latency 1 cycle",
                          "o1turn, 2 VCs, channel latency 3 cycles"])
        self.assertIsNone(title)
        looks = [(look["marker"]) for _, look, _ in series]
        self.assertEqual(len(set(looks)), 3)

    def labels(self, keys, *lines):
        table = plot.pd.DataFrame([dict(zip(keys, line)) for line in lines])
        lines, title, _ = curves.group_rows(table, keys)
        return [label for _, label, _ in lines], title

    def test_a_key_that_a_line_does_not_read_does_not_name_it(self):
        keys = ["routing", "routing.up_down.root", "topology.file", "load_unit"]
        self.assertEqual(self.labels(keys, ("dor", "0", "", "capacity"), ("up_down", "0", "a.edges", "flits"),
                                     ("up_down", "5", "a.edges", "flits")),
                         (["dor", "up down, up down root 0", "up down, up down root 5"], None))
        # One root alone tells nothing apart, and what is left is the routing.
        self.assertEqual(self.labels(keys, ("dor", "0", "", "capacity"), ("up_down", "5", "a.edges", "flits")),
                         (["dor", "up down"], "routing"))
        self.assertEqual(self.labels(["pattern", "traffic.hotspot_share"], ("uniform", "0.1"), ("hotspot", "0.1"), ("hotspot", "0.2"))[0],
                         ["uniform", "hotspot, hotspot share 0.1", "hotspot, hotspot share 0.2"])

    def test_a_key_that_tells_lines_apart_names_them(self):
        self.assertEqual(self.labels(["routing", "workload.bytes"], ("dor", ""), ("dor", "8")), (["none", "8"], "bytes"))
        self.assertEqual(self.labels(["routing", "routing.up_down.root"], ("dor", "0"), ("dor", "5"), ("up_down", "5"))[0],
                         ["dor, up down root 0", "dor, up down root 5", "up down, up down root 5"])
        self.assertEqual(self.labels(["load_unit"], ("flits",), ("capacity",))[0], ["flits", "capacity"])

    # a: two files of a name that hold different things; b: the same contents at two places.
    def test_files_have_their_names_and_what_they_hold_where_names_agree(self):
        table = plot.pd.DataFrame({"topology.file": ["/x/g.edges (FNV-1a c1)", "", "/x/a (FNV-1a d1)", "/y/a (FNV-1a e2)",
                                                     "/x/b (FNV-1a f3)", "/y/b (FNV-1a f3)"]})
        self.assertEqual(list(curves.with_short_files(table, ["topology.file"])["topology.file"]),
                         ["g.edges", "", "a (d1)", "a (e2)", "/x/b (FNV-1a f3)", "/y/b (FNV-1a f3)"])

    # Such a run is measured from the first birth to the last arrival: ever less is offered in that time.
    def test_runs_until_drained_stand_at_the_load_that_was_asked_for(self):
        rows = [row(load=load, verdict=verdict).replace(f"{load},{load},20.0", f"0.4,0.4,{latency}")
                for load, verdict, latency in ((0.3, "drained", 20.0), (0.7, "drained", 30.0), (0.9, "saturated", ""))]
        (_, _, points), = self.series(*rows)[0]
        self.assertEqual(list(points["offered"]), [0.3, 0.7, 0.9])
        (_, _, points), = self.series(*(text.replace("drained", "stable") for text in rows))[0]
        self.assertEqual(list(points["offered"]), [0.4, 0.4, 0.4])

    # Latencies 20, 22, 24: mean 22, deviation 2, half-width 4.303 * 2 / sqrt(3) = 4.97.
    def test_repetitions_are_averaged_with_students_t(self):
        series, _ = self.series(*(row(seed=i, latency=20 + 2 * i) for i in range(3)))
        (_, _, points), = series
        self.assertEqual(len(points), 1)
        self.assertAlmostEqual(points["latency"][0], 22)
        self.assertAlmostEqual(points["half_width"][0], 4.9687, places=3)

    def test_a_point_is_as_good_as_its_worst_repetition(self):
        series, _ = self.series(row(seed=1), row(seed=2, verdict="saturated"))
        self.assertEqual(series[0][2]["verdict"][0], "saturated")

    # An order of magnitude above all others is far: such a point would press the others onto the axis.
    def test_the_latency_axis_ends_above_all_stable_points_but_one_far_above(self):
        series, _ = self.series(row(load=0.1), row(load=0.8, latency=90.0),
                                row(load=0.9, latency=5000.0, verdict="saturated"))
        self.assertAlmostEqual(plot.latency_limit(series), 90 * 1.12)
        series, _ = self.series(row(load=0.1), row(load=0.8, latency=900.0))
        self.assertAlmostEqual(plot.latency_limit(series), 20 * 1.12)
        series, _ = self.series(row(load=0.1), row(load=0.8, latency=190.0))
        self.assertAlmostEqual(plot.latency_limit(series), 190 * 1.12)
        series, _ = self.series(row(load=0.1, verdict="saturated"), row(load=0.8, latency=900.0, verdict="saturated"))
        self.assertAlmostEqual(plot.latency_limit(series), 160)

    def test_the_solid_line_stops_where_saturation_begins(self):
        series, _ = self.series(row(load=0.1), row(load=0.2), row(load=0.3, verdict="saturated"))
        fig, axes = plot.plt.subplots()
        self.addCleanup(plot.plt.close, fig)
        plot.draw_latency(axes, series[0][2], series[0][1], "none")
        solid, dotted = axes.lines[:2]
        self.assertEqual(list(solid.get_xdata()), [0.1, 0.2])
        self.assertEqual(list(dotted.get_xdata()), [0.2, 0.3])
        filled, hollow = axes.lines[2:]
        self.assertEqual([len(line.get_xdata()) for line in (filled, hollow)], [2, 1])
        self.assertEqual(hollow.get_markerfacecolor(), "white")

    def test_the_line_is_solid_between_stable_points_behind_an_unfinished_one(self):
        series, _ = self.series(row(load=0.1), row(load=0.2), row(load=0.3, verdict="unfinished"), row(load=0.4), row(load=0.5))
        fig, axes = plot.plt.subplots()
        self.addCleanup(plot.plt.close, fig)
        plot.draw_latency(axes, series[0][2], series[0][1], "band")
        self.assertEqual([(line.get_linestyle(), list(line.get_xdata())) for line in axes.lines[:3]],
                         [("-", [0.1, 0.2]), ("-", [0.4, 0.5]), (":", [0.2, 0.3, 0.4])])
        self.assertEqual(len(axes.collections), 2)

    def figure(self, *rows, panel="both"):
        series, title = self.series(*rows)
        options = plot.parse(["x.csv", "-o", "x.png", "--panel", panel])
        fig = plot.figure(series, title, "capacity", options)
        self.addCleanup(plot.plt.close, fig)
        return fig

    def legend(self, *rows, panel="both"):
        legend, = self.figure(*rows, panel=panel).legends
        return legend.get_title().get_text(), [text.get_text() for text in legend.get_texts()]

    def test_a_legend_names_what_differs_with_its_unit(self):
        self.assertEqual(self.legend(row(channel=1), row(channel=3)),
                         ("channel latency (cycles)", ["1", "3"]))
        self.assertEqual(self.legend(row(vcs=2), row(vcs=4)), ("VCs", ["2", "4"]))
        self.assertEqual([names.title_of(key) for key in
                          ("traffic.burst_flits", "routing.dor.dateline", "buffer_flits",
                           "channel.latency_cycles.by_dimension", "topology.nodes_per_router")],
                         ["burst (flits)", "dor dateline", "buffer (flits)",
                          "channel latency by dimension (cycles)", "nodes per router"])

    def test_the_legend_stands_below_the_panels(self):
        fig = self.figure(row("dor"), row("o1turn"))
        fig.canvas.draw()
        legend = fig.legends[0].get_window_extent()
        self.assertLessEqual(legend.y1, min(axes.get_tightbbox().y0 for axes in fig.axes))

    def test_the_legend_explains_only_markers_that_are_shown(self):
        wall = (row(load=0.1), row(load=0.3, verdict="saturated", latency=5000.0))
        self.assertEqual(self.legend(*wall), ("", ["saturated"]))
        self.assertEqual(self.figure(*wall, panel="latency").legends, [])
        self.assertEqual(self.legend(row(load=0.1), row(load=0.3, verdict="deadlocked", latency="")),
                         ("", ["deadlocked (no value)"]))

    def test_a_deadlocked_point_is_a_cross_on_the_axis(self):
        # The second repetition of the point has a latency all the same, which must not be drawn.
        fig = self.figure(row(load=0.1), row(load=0.3, verdict="deadlocked", latency=""),
                          row(load=0.3, seed=2), row(load=0.5))
        for axes in fig.axes:
            crosses, = [line for line in axes.lines if line.get_marker() == "x"]
            self.assertEqual((list(crosses.get_xdata()), list(crosses.get_ydata())), ([0.3], [0]))
            drawn = [y for line in axes.lines for x, y in zip(line.get_xdata(), line.get_ydata())
                     if x == 0.3 and line is not crosses]
            self.assertTrue(all(plot.math.isnan(y) for y in drawn), drawn)

    def test_a_load_that_no_node_can_send_is_a_cross_at_that_load(self):
        rows = [f"{row(load=0.3)},", f"{row(load=0.4, verdict='saturated')},node",
                "torus,4x4,16,16,dor,uniform,bernoulli,wormhole,credit,2,8,1,capacity,1,0.7,1,"
                "impossible,,,,,,,node"]
        table, keys = plot.read_results([self.write(*rows, header=HEADER + ",limit")])
        self.assertEqual(plot.choose_unit(table, None), "capacity")
        self.assertEqual(list(table["limit"]), ["", "node", "node"])
        (_, _, points), = plot.make_series(table[2:], keys, "capacity")[0]
        self.assertEqual(list(points["offered"]), [0.7])
        self.assertEqual(self.legend(row(load=0.1), row(load=0.3, verdict="impossible", latency="")),
                         ("", ["impossible (no value)"]))

    def test_points_without_any_latency_are_drawn_by_their_accepted_load(self):
        rows = [row(load=load, verdict="saturated", latency="") for load in (0.7, 0.8)]
        axes, = self.figure(*rows).axes
        self.assertIn("accepted", axes.get_ylabel())
        with self.assertRaisesRegex(plot.InputError, "^no row has a latency$"):
            self.figure(*rows, panel="latency")

    def test_a_saturated_point_without_a_latency_still_shows_the_wall(self):
        fig = self.figure(row(load=0.1), row(load=0.3, verdict="saturated", latency=""))
        line, wall = fig.axes[0].lines[-2:]
        top = fig.axes[0].get_ylim()[1]
        self.assertEqual((list(line.get_xdata()), list(line.get_ydata())), ([0.1, 0.3], [20, top]))
        self.assertEqual((list(wall.get_xdata()), list(wall.get_ydata())), ([0.3], [top]))
        self.assertEqual(wall.get_markerfacecolor(), "white")

    def run_script(self, *arguments):
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "plot.py"), *arguments],
                              capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_writes_png_and_svg_and_prints_the_points(self):
        source = self.write(row("dor"), row("o1turn", verdict="saturated"), row("o1turn", load=0.3))
        png, svg = str(self.folder / "a.png"), str(self.folder / "a.svg")
        code, out, err = self.run_script(source, "-o", png, "-o", svg, "--print", "--errors", "bars",
                                         "--latency-scale", "log")
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(pathlib.Path(png).read_bytes().startswith(b"\x89PNG"))
        self.assertIn("<svg", pathlib.Path(svg).read_text())
        self.assertIn("o1turn    0.500     0.500     20.00     0.50  saturated", out)

    def test_the_same_data_gives_the_same_svg(self):
        source = self.write(row(load=0.1), row(load=0.2))
        texts = []
        for name in ("a.svg", "b.svg"):
            self.assertEqual(self.run_script(source, "-o", str(self.folder / name))[0], 0)
            texts.append((self.folder / name).read_bytes())
        self.assertEqual(*texts)

    def expect_error(self, message, *arguments):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = plot.main([*arguments, "-o", str(self.folder / "x.png")])
        self.assertEqual((code, err.getvalue()), (2, f"plot.py: {message}\n"))

    def test_wrong_input_is_one_clear_line(self):
        gone = str(self.folder / "gone.csv")
        self.expect_error(f"{gone}: no such file; allowed: a file that orthant wrote", gone)
        short = self.write("1,2", header="load,verdict", name="short.csv")
        self.expect_error(f"{short}: column 'seed' is missing; expected the CSV of `orthant sweep`, `run` "
                          "or `saturate`", short)
        empty = self.write(name="empty.csv")
        self.expect_error(f"{empty}: no result rows; allowed: one or more", empty)
        word = self.write(row(latency="fast"), name="word.csv")
        self.expect_error(f"{word}: row 1: latency_mean is 'fast'; allowed: nothing, or a number of at most 2^53 in size", word)
        verdict = self.write(row(verdict="fine"), name="verdict.csv")
        self.expect_error(f"{verdict}: row 1: unknown verdict 'fine'; allowed: stable, drained, "
                          "saturated, unfinished, interrupted, deadlocked, impossible", verdict)
        cut = self.write(row(), row()[:20], name="cut.csv")
        cells = row()[:20].count(",") + 1
        self.expect_error(f"{cut}: the last row has {cells} cells: the file is cut off; allowed: {row().count(',') + 1}, as "
                          "the header has", cut)
        bare = self.write(row(capacity=False), name="bare.csv")
        self.expect_error("--unit capacity: some rows have no capacity; use --unit flits", bare,
                          "--unit", "capacity")
        replay = self.write(row().replace(",0.5,1,stable", ",,1,drained"), name="replay.csv")
        self.expect_error(f"{replay}: row 1 has no load, as a collective; what is drawn is over the load; allowed: rows with a load", replay)
        good = self.write(row())
        self.expect_error("--over run.x: no column in which rows differ; allowed: " + ", ".join(HEADER.split(",")[:14]), good,
                          "--over", "run.x")
        limits = self.write("1,1,1", header="saturation_load,saturation_flits,saturation_capacity",
                            name="limits.csv")
        self.expect_error("results of saturate and of other verbs in one picture; allowed: one kind", good, limits)
        code, _, err = self.run_script(good, "-o", str(self.folder / "x.bmp"))
        self.assertEqual(code, 2)
        self.assertIn("the name must end in .png, .svg or .pdf", err)

    def unit(self, *rows, wanted=None):
        return plot.choose_unit(plot.read_results([self.write(*rows)])[0], wanted)

    def test_the_unit_is_that_of_the_configs_unless_another_is_asked_for(self):
        in_flits = row().replace(",capacity,1,", ",flits,1,")
        other = in_flits.replace("8x8", "4x4")
        self.assertEqual([self.unit(row()), self.unit(in_flits), self.unit(in_flits, other)],
                         ["capacity", "flits", "flits"])
        self.assertEqual(self.unit(row(), other), "capacity")
        self.assertEqual([self.unit(row(), wanted="flits"), self.unit(in_flits, wanted="capacity")],
                         ["flits", "capacity"])

    def test_loads_without_a_capacity_are_drawn_in_flits(self):
        self.assertEqual(self.unit(row(capacity=False)), "flits")
        # A run that ended before its window has measured nothing, and has a capacity all the same.
        early = row(verdict="deadlocked", load=0.6, latency="").replace("deadlocked,0.6,0.6,0.6,0.6", "deadlocked,,,,")
        self.assertEqual(self.unit(row(), early), "capacity")


if __name__ == "__main__":
    unittest.main()
