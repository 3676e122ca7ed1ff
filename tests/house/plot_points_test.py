"""`orthant plot`: which points, lines and bars stand where, with which marks, names and ticks."""

import csv
import math
import pathlib
import sys
import tempfile
import unittest
import warnings

sys.dont_write_bytecode = True
from drawn_points import DrawnPoints, orthant_plot, read_rows  # noqa: E402
from input_error import InputError  # noqa: E402


class PlotPoints(DrawnPoints, unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        warnings.simplefilter("ignore")

    # Two saturated points of val and one of dor at the same place, a deadlock, and one stable point: six markers, three arrows.
    def test_saturated_points_over_a_key_stand_on_the_edge_beside_each_other(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "saturated", ""), ("dor", 2, 0.5, "deadlocked", ""),
                                 ("val", 2, 0.1, "stable", 20), ("val", 2, 0.3, "saturated", ""), ("val", 2, 0.5, "unfinished", ""))
        fig, _ = self.figure_of(f"{name} --x routing")
        panel, = fig.axes
        top = round(panel.get_ylim()[1], 3)
        found = self.markers(panel)
        self.assertEqual(len(set(found)), 9)
        self.assertEqual([line for line in panel.lines if line.get_linestyle() != "None"], [])  # nothing lies between two routings
        self.assertEqual(sorted(look for _, _, look in found), ["arrow"] * 3 + ["cross"] + ["filled"] * 2 + ["half"] + ["open"] * 2)
        self.assertEqual({y for _, y, look in found if look in ("open", "half", "arrow")}, {top})
        self.assertEqual(self.legend(fig), ["0.1", "0.3", "0.5", "saturated", "unfinished", "above the axis", "deadlocked (no value)"])

    # The load of flows follows from their scale: one curve, and over the scale one, too.
    def test_scales_of_flows_are_points_of_a_curve(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 12), ("dor", 2, 0.4, "stable", 20))
        head, *rows = (self.folder / name).read_text().splitlines()
        rows = [row.replace(",capacity,", f",capacity,{scale},") for row, scale in zip(rows, (1, 2, 4))]
        (self.folder / name).write_text("\n".join([head.replace(",load_unit,", ",load_unit,traffic.scale,"), *rows]) + "\n")
        for over, xs in (("", [0.1, 0.2, 0.4]), (" --x traffic.scale --y latency_mean", [1, 2, 4])):
            fig, _ = self.figure_of(name + over)
            lines = [line for line in fig.axes[0].lines if len(line.get_xdata()) == 3]
            self.assertEqual([list(map(float, line.get_xdata())) for line in lines[:1]], [xs], over)

    def test_a_curve_of_one_saturated_point_has_a_mark(self):
        fig, _ = self.figure_of(self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", "")))
        self.assertIn((0.1, 11.2, "open"), self.markers(fig.axes[0]))
        self.assertIn((0.1, 11.2, "arrow"), self.markers(fig.axes[0]))

    # Of three curves two are saturated at the same load, where they stand above each other on the edge and accept as much; there the first one is
    # the larger.
    # A marker under no other has its size, and so has a stable one.
    def test_saturated_markers_under_others_are_larger(self):
        name = self.write_points(*((routing, 2, load, verdict, latency) for routing, latency in (("dor", 10), ("val", 20), ("romm", 15))
                                   for load, verdict, latency in ((0.1, "stable", latency), (0.3, "saturated" if routing != "val" else "stable",
                                                                                             "" if routing != "val" else 22))))
        fig, _ = self.figure_of(name)
        for panel in fig.axes[:2]:
            sizes = [line.get_markersize() for line in panel.lines if line.get_markerfacecolor() == "white" and line.get_linestyle() == "None"]
            least = orthant_plot.figures.point_marks.MARKER["markersize"]
            wider = orthant_plot.figures.point_marks.RING
            self.assertEqual(sizes, [least + wider * 2 * (panel is fig.axes[1]), least])

    # Four curves are saturated from 0.3 on, where their markers stand above each other with one arrow, and one at 0.6: of its load each.
    def test_markers_of_the_edge_stand_above_each_other_at_their_loads(self):
        rows = [(routing, 2, load, "saturated" if load > top else "stable", "" if load > top else 10)
                for routing, top in (("dor", 0.1), ("val", 0.1), ("romm", 0.1), ("rlb", 0.1), ("goal", 0.3)) for load in (0.1, 0.3, 0.6)]
        fig, _ = self.figure_of(self.write_points(*rows) + " --y latency_mean")
        panel, = fig.axes
        self.assertEqual([x for x, _, look in self.markers(panel) if look == "open"], [0.3] * 4 + [0.6])
        self.assertEqual([x for x, _, look in self.markers(panel) if look == "arrow"], [0.3, 0.6])
        drawn = [(line, line.get_transform().transform(line.get_xydata())[0][1]) for line in panel.lines if line.get_markerfacecolor() == "white"]
        steps = [72 * (after - before) / fig.dpi for (_, before), (_, after) in zip(drawn[:3], drawn[1:4])]
        for step in steps:
            self.assertAlmostEqual(step, orthant_plot.figures.point_marks.LEVEL_POINTS, places=3)
        self.assertAlmostEqual(drawn[0][1], drawn[4][1], places=3)

    # Two curves of a key of numbers: what has no value stands at its number, too.
    def test_crosses_of_a_key_stand_above_each_other(self):
        fig, _ = self.figure_of(self.write_points(*((routing, vcs, 0.1, "deadlocked" if vcs == 2 else "stable", "" if vcs == 2 else 10)
                                                    for routing in ("dor", "val") for vcs in (1, 2))) + " --x vcs")
        crosses = [line.get_transform().transform(line.get_xydata())[0] for line in fig.axes[0].lines if line.get_marker() == "x"]
        self.assertEqual(len({round(x, 3) for x, _ in crosses}), 1)
        self.assertEqual(len({round(y, 3) for _, y in crosses}), 2)

    def write_config(self, name, made_by="run", **sections):
        """Values of each section as one string: 'pattern=matrix file=m.txt'."""
        lines = [f"; orthant 0.1.0\n; {made_by}"]
        for section, words in sections.items():
            lines += [f"[{section}]", *(pair.replace("=", " = ").replace("~", " ") for pair in words.split())]
        (self.folder / f"{name}.ini").write_text("\n".join(lines) + "\n")

    # What is not at its default and has no column is in the title; in legends where files differ in it.
    def test_titles_and_legends_name_what_has_no_column(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 11)]
        grid = {"topology": "kind=torus dimensions=8x8", "routing": "algorithm=dor"}
        self.write_points(*rows, name="a.csv")
        self.write_points(*rows, name="b.csv")
        (self.folder / "b.csv").write_text((self.folder / "b.csv").read_text().replace("8x8", "8x4"))
        for traffic, channel, told in (
                ("pattern=uniform injection=bernoulli", "bandwidth=1 latency_cycles=1 node_bandwidth=1", "8x8 torus, dor, uniform traffic, 2 VCs"),
                ("pattern=uniform", "bandwidth.by_dimension=1~2 latency_cycles=4",
                 "8x8 torus, dor, uniform traffic, channel bandwidth by dimension 1 2, channel latency 4 cycles"),
                ("pattern=matrix file=some/m_a.txt", "bandwidth=1", "8x8 torus, dor, matrix traffic (m_a.txt), 2 VCs"),
                ("pattern=uniform injection=on_off burst_flits=8 duty=0.5", "bandwidth=1", "8x8 torus, dor, uniform traffic in bursts of 8 flits at duty 0.5, 2 VCs"),
                ("pattern=uniform injection=bernoulli,on_off burst_flits=8", "bandwidth=1", "8x8 torus, dor, uniform traffic, on off in bursts of 8 flits, 2 VCs")):
            self.write_config("a.csv", **grid, traffic=traffic, channel=channel)
            title = self.figure_of("a.csv")[0]._suptitle.get_text().replace("\n", " ")
            self.assertEqual(title.partition(" (a.csv is not finished")[0], told)
        self.write_config("a.csv", **grid, traffic="pattern=uniform", router="vcs=2 preset=fair")
        self.assertIn("uniform traffic, router preset fair", self.figure_of("a.csv")[0]._suptitle.get_text().replace("\n", " "))
        self.write_config("a.csv", topology="kind=graph file=some/g_1.edges", routing="algorithm=dor", traffic="pattern=uniform")
        self.assertIn("graph g_1.edges, dor", self.figure_of("a.csv")[0]._suptitle.get_text())
        self.write_config("a.csv", **grid, traffic="pattern=uniform", channel="bandwidth=1")
        self.write_config("b.csv", **grid, traffic="pattern=uniform", channel="bandwidth.by_dimension=1~2")
        self.assertEqual(self.legend(self.figure_of("a.csv b.csv")[0]), ["8x8", "8x4, channel bandwidth by dimension 1 2"])

    # Rows that were added with another bandwidth are not what the config says of the first.
    def test_titles_name_nothing_in_which_added_rows_differ(self):
        self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 11), name="a.csv")
        self.write_config("a.csv", topology="kind=torus dimensions=8x8", routing="algorithm=dor", traffic="pattern=uniform", channel="bandwidth=2")
        with open(self.folder / "a.csv.ini", "a", encoding="utf-8") as file:
            file.write("; row 2: orthant run a.ini channel.bandwidth=4 --append -o a.csv\n")
        self.assertEqual(self.figure_of("a.csv")[0]._suptitle.get_text(), "8x8 torus, dor, uniform traffic, 2 VCs")

    def test_the_title_of_a_policy_says_p(self):
        (self.folder / "p.csv").write_text("topology,dimensions,policy,offset,distance,shortest_paths,p,delivery,polynomial,p_from,p_to\n"
                                           "torus,8x8,mp,1x0,1,1,0.9,0.9,1,0,1\ntorus,8x8,mp,2x0,2,1,0.9,0.81,1,0,1\n")
        for policy, told in (("p=0.9", "8x8 torus, p = 0.9"), ("p=0.8,0.9", "8x8 torus")):
            self.write_config("p.csv", "policy", topology="kind=torus dimensions=8x8", policy=policy)
            self.assertEqual(self.figure_of("p.csv")[0]._suptitle.get_text(), told)

    # It has what it measured until it was interrupted, which was no latency.
    def test_an_interrupted_run_stands_where_it_was(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "interrupted", ""))
        latency, accepted = self.figure_of(name)[0].axes
        self.assertEqual(self.markers(latency), [(0.1, 10, "filled"), (0.3, 0, "cross")])
        self.assertEqual(self.markers(accepted), [(0.1, 0.1, "filled"), (0.3, 0.3, "filled")])
        self.assertEqual([line.get_fillstyle() for line in accepted.lines if line.get_linestyle() == "None"], ["full", "left"])
        self.assertEqual(self.legend(self.figure_of(name)[0]), ["interrupted", "interrupted (no value)"])
        fig, _ = self.figure_of(f"{name} --kind bar --y accepted")
        self.assertEqual([(bar.get_height(), bar.get_facecolor() == (1, 1, 1, 1)) for bar in fig.axes[0].patches], [(0.1, False), (0.3, True)])

    # Seven loads in rows of four and three, read from left to right.
    def test_legends_are_read_row_by_row(self):
        rows = [("dor", vcs, load / 10, "stable", 10 + load + vcs) for load in range(1, 8) for vcs in (2, 4)]
        fig, _ = self.figure_of(self.write_points(*rows) + " --x vcs")
        fig.canvas.draw()
        legend = fig.legends[0]
        places = {text.get_text(): text.get_window_extent() for text in legend.get_texts()}
        read = sorted(places, key=lambda name: (-round(places[name].y0), places[name].x0))
        self.assertEqual(read, [f"0.{load}" for load in range(1, 8)])
        self.assertEqual(len({round(place.y0) for place in places.values()}), 2)
        self.assertEqual(legend._ncols, 4)

    # Whether a liquid schedule exists changes no duration, which is of the transfers.
    def test_bars_of_schedules_are_open_where_none_was_found(self):
        lines = ["topology,routing,collective,transfers,duration,liquid_throughput,frames,verdict,topology.dimensions",
                 "torus,dor,all_to_all,240,15,16,15,liquid,4x4", "torus,dor,all_to_all,1260,35,36,37,unknown,6x6",
                 "torus,dor,all_to_all,1260,35,36,36,not_liquid,7x7"]
        (self.folder / "s.csv").write_text("\n".join(lines) + "\n")
        for column, full, said in (("frames", [True, False, False], ["not known to be liquid", "not liquid"]), ("duration", [True] * 3, [])):
            fig, _ = self.figure_of(f"s.csv --y {column}")
            self.assertEqual([bar.get_facecolor() != (1, 1, 1, 1) for bar in fig.axes[0].patches], full)
            self.assertEqual(self.legend(fig), said)
        (self.folder / "s.csv").write_text("\n".join(lines[:2]) + "\n")
        panel, = self.figure_of("s.csv --y frames")[0].axes
        self.assertEqual([text.get_text() for text in (*panel.texts, *panel.get_xticklabels())], ["15", "dor, all to all"])

    # It is told, since no axis has both it and the knee of the others.
    def test_a_stable_point_far_above_all_others_is_told(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 20), ("val", 2, 0.1, "stable", 12), ("val", 2, 0.3, "stable", 900)]
        fig, err = self.figure_of(self.write_points(*rows))
        self.assertEqual(err, "orthant: info: above the latency axis: a stable point of 900 cycles, more than 10 times all others\n")
        self.assertIn((0.3, 22.4, "arrow"), self.markers(fig.axes[0]))

    # A hundred points stand 2 points of print from each other: no marker there is larger than its size.
    def test_markers_near_each_other_are_no_larger(self):
        name = self.write_points(*((routing, 2, load / 100, "saturated" if load > 50 else "stable", "" if load > 50 else 10 + load)
                                   for routing in ("dor", "val") for load in range(1, 101)))
        accepted = self.figure_of(name)[0].axes[1]
        sizes = {line.get_markersize() for line in accepted.lines if line.get_markerfacecolor() == "white" and line.get_linestyle() == "None"}
        marks = orthant_plot.figures.point_marks
        self.assertEqual(sizes, {marks.MARKER["markersize"], marks.MARKER["markersize"] + marks.WIDER["markersize"]})  # the whole curve is under the other

    # The axis ends at 1.12 of the highest stable latency; 49 is above, and so is the next point, which is left out.
    def test_a_value_above_the_axis_is_marked_and_what_is_left_out_is_told(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "unfinished", 49)]
        fig, _ = self.figure_of(self.write_points(*rows))
        self.assertEqual(self.markers(fig.axes[0]), [(0.1, 10, "filled"), (0.3, 11.2, "half"), (0.3, 11.2, "arrow")])
        self.assertEqual(self.legend(fig), ["unfinished", "above the axis"])
        fig, _ = self.figure_of(self.write_points(*rows, ("dor", 2, 0.4, "saturated", "")))
        self.assertEqual(len(self.markers(fig.axes[0])), 3)
        self.assertEqual(self.legend(fig), ["saturated", "unfinished", "first above the axis"])

    def test_a_column_that_may_end_has_crosses_where_it_has_no_value(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "saturated", ""))
        text = (self.folder / name).read_text().replace("latency_ci95", "latency_ci95,hops_mean").replace(",10,", ",10,,4")
        (self.folder / name).write_text(text.replace(",0.3,,\n", ",0.3,,,\n"))
        fig, _ = self.figure_of(f"{name} --y hops_mean")
        self.assertEqual(self.markers(fig.axes[0]), [(0.1, 4, "filled"), (0.3, 0, "cross")])
        self.assertEqual(self.legend(fig), ["saturated (no value)"])

    def test_dotted_lines_lead_to_saturated_points_in_every_panel(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 12), ("dor", 2, 0.6, "saturated", "")]
        for words, ends in (("", [13.44, 0.5]), (" --y accepted", [0.5])):
            fig, _ = self.figure_of(self.write_points(*rows) + words)
            dotted = [line for panel in fig.axes for line in panel.lines if line.get_linestyle() == ":"]
            self.assertEqual([list(line.get_xdata()) for line in dotted], [[0.3, 0.6]] * len(ends))
            self.assertEqual([round(line.get_ydata()[-1], 3) for line in dotted], ends)
            for panel in fig.axes:
                solid = [line for line in panel.lines if line.get_linestyle() == "-" and line.get_color() != "0.75"]
                self.assertTrue(all(math.isnan(y) for line in solid for x, y in zip(*line.get_data()) if x == 0.6))

    def test_facets_have_latency_and_accepted_load_or_say_so(self):
        rows = [(routing, vcs, 0.1, "stable", 10) for routing in ("dor", "val") for vcs in (1, 2, 4, 8)]
        fig, err = self.figure_of(self.write_points(*rows) + " --facet routing")
        self.assertEqual((len(fig.axes), err), (4, ""))
        self.assertEqual([panel.get_title() for panel in fig.axes], ["dor", "val", "", ""])
        self.assertIn("accepted", fig.axes[2].get_ylabel())
        fig, err = self.figure_of(self.write_points(*rows) + " --facet vcs")
        self.assertEqual(err, "orthant: info: accepted load left out beside more than 3 panels; --y accepted draws it\n")

    # What no bar can show has a sign in its place: two bars, one of them open, an arrow and a cross.
    def test_bars_say_what_is_not_stable(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "unfinished", 30), ("romm", 2, 0.1, "saturated", ""),
                                 ("rlb", 2, 0.1, "deadlocked", ""))
        fig, err = self.figure_of(f"{name} --kind bar")
        panel, = fig.axes
        self.assertEqual(err, "")
        self.assertEqual([(bar.get_height(), bar.get_facecolor() == (1, 1, 1, 1)) for bar in panel.patches], [(10, False), (30, True)])
        self.assertEqual(sorted(look for _, _, look in self.markers(panel)), ["arrow", "cross"])
        self.assertEqual(self.legend(fig), ["unfinished", "deadlocked (no value)", "saturated, above the axis"])
        self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "stable", ""))
        self.assertEqual(self.figure_of(f"{name} --kind bar")[1], "orthant: info: without a bar: 1 of the bars, whose rows have no value of latency_mean\n")

    # The second run ended before its window, and its load was asked for in another unit than that of the axis.
    def test_a_point_without_a_place_is_told(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.2, "deadlocked", ""))
        text = (self.folder / name).read_text().replace("capacity,0.2,1,deadlocked,0.2,0.2,0.2,0.2", "flits,0.2,1,deadlocked,,,,")
        (self.folder / name).write_text(text)
        for words, told in (("", "not drawn: 1 of the points, whose load was not measured"),
                            (" --facet routing", "left out: val, where no point has a value of latency_mean")):
            fig, err = self.figure_of(name + words)
            self.assertEqual(err, f"orthant: info: {told}\n")
            self.assertNotIn("deadlocked (no value)", self.legend(fig))

    def test_says_where_no_point_has_a_latency(self):
        fig, err = self.figure_of(self.write_points(("dor", 2, 0.6, "saturated", "")))
        self.assertEqual((len(fig.axes), err), (1, "orthant: info: no latency panel: no point has a latency\n"))

    # A picture or one line, whatever column is asked for: latencies are missing where a run is saturated.
    def test_every_column_is_drawn_or_refused(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "saturated", ""), ("val", 2, 0.1, "stable", 12))
        with open(self.folder / name, encoding="utf-8") as file:
            columns = [*next(csv.reader(file)), "accepted"]
        drawn = 0
        for words in (f"--kind {kind} --{option} {column}" for kind in ("curve", "bar") for option in ("x", "y", "facet") for column in columns):
            with self.subTest(words):
                try:
                    drawn += bool(self.figure_of(f"{name} {words}")[0].axes)
                except InputError as error:
                    self.assertNotIn("\n", str(error))
        self.assertGreater(drawn, 50)

    # In the order of the load, which is no longer the horizontal axis.
    def test_a_result_as_axis_makes_one_line_of_a_sweep(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 15), ("dor", 2, 0.4, "saturated", "")]
        fig, err = self.figure_of(self.write_points(*rows) + " --x latency_mean --y accepted")
        self.assertEqual(self.markers(fig.axes[0]), [(10, 0.1, "filled"), (15, 0.3, "filled")])
        self.assertEqual(err, "orthant: info: not drawn: 1 of the points, which have no latency mean\n")
        with self.assertRaisesRegex(InputError, "^no row has a value of latency_mean and of latency_ci95; allowed: a column with values$"):
            self.figure_of(self.write_points(*rows) + " --x latency_ci95")

    # Dimensions follow from the number of nodes, and VCs from the routing: two lines of two points.
    def test_keys_that_follow_from_others_split_no_line(self):
        name = self.write_points(*[(routing, vcs, 0.1, "stable", 10) for routing, vcs in (("dor", 2), ("val", 4)) for _ in "ab"])
        lines = (self.folder / name).read_text().splitlines()
        (self.folder / name).write_text("\n".join(line.replace("8x8,64,64", "4x4,16,16") if number in (1, 3) else line
                                                  for number, line in enumerate(lines)) + "\n")
        fig, err = self.figure_of(f"{name} --x nodes")
        self.assertEqual(self.legend(fig), ["dor, 2 VCs", "val, 4 VCs"])
        self.assertEqual([list(line.get_xdata()) for line in fig.axes[0].lines if line.get_linestyle() == "-"], [[16, 64]] * 2)
        self.assertEqual(err, "orthant: info: not told apart: dimensions, which follows from nodes\n")
        fig, _ = self.figure_of(f"{name} --kind bar --x dimensions")
        self.assertEqual((self.legend(fig), len(fig.axes[0].patches)), (["dor, 2 VCs", "val, 4 VCs"], 4))
        self.assertEqual([panel.get_title() for panel in self.figure_of(f"{name} --x nodes --facet routing")[0].axes], ["dor, 2 VCs", "val, 4 VCs"])

    def test_panels_stand_in_the_order_of_numbers_with_a_common_axis_and_titles_at_a_height(self):
        rows = [("dor", vcs, load, "stable", 10) for vcs, top in ((4, 0.5), (2, 0.2), (8, 0.8)) for load in (0.1, top)]
        rows.append(("dor", 8, 0.9, "saturated", ""))
        fig, _ = self.figure_of(self.write_points(*rows) + " --facet vcs --y latency_mean")
        self.assertEqual([panel.get_title() for panel in fig.axes], ["2 VCs", "4 VCs", "8 VCs"])
        self.assertEqual({panel.get_xlim() for panel in fig.axes}, {(0, 0.9 * 1.04)})
        fig.canvas.draw()
        self.assertEqual(len({panel.title.get_window_extent().y0 for panel in fig.axes}), 1)

    def test_powers_of_two_are_as_far_from_each_other_and_few_values_have_a_tick_each(self):
        def ticks(values):
            fig, _ = self.figure_of(self.write_points(*[("dor", vcs, 0.1, "stable", 10) for vcs in values]) + " --x vcs")
            panel, = fig.axes
            return [(round(place, 3), text.get_text()) for place, text in zip(panel.get_xticks(), panel.get_xticklabels())]
        self.assertEqual(ticks((2, 4, 8, 16)), [(1, "2"), (2, "4"), (3, "8"), (4, "16")])
        self.assertEqual(ticks((1, 2, 3)), [(1, "1"), (2, "2"), (3, "3")])

    def test_a_panel_without_a_value_is_left_out(self):
        fig, err = self.figure_of(self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", "")) +
                                  " --facet routing --y latency_mean")
        self.assertEqual(([panel.get_title() for panel in fig.axes], err),
                         (["dor"], "orthant: info: left out: val, where no point has a value of latency_mean\n"))

    # All of dor lies under val, which goes on; romm lies elsewhere.
    def test_a_curve_under_another_is_wider(self):
        rows = [(routing, 2, load, "stable", latency) for routing, base in (("dor", 10), ("val", 10), ("romm", 14))
                for load, latency in ((0.1, base), (0.2, base + 5))] + [("val", 2, 0.3, "stable", 20)]
        fig, _ = self.figure_of(self.write_points(*rows) + " --y latency_mean")
        widths = [line.get_linewidth() for line in fig.axes[0].lines if line.get_linestyle() == "-"]
        self.assertEqual([width > 1.3 for width in widths], [True, False, False])
        sizes = [line.get_markersize() for line in fig.axes[0].lines if line.get_linestyle() == "None"]
        self.assertEqual([size > 4.2 for size in sizes], [True, False, False])

    # Names beside ten lines would lie on each other: they stand in the legend, the colours in the order of the loads.
    def test_many_curves_of_a_number_have_colours_in_its_order(self):
        rows = [("dor", vcs, round(0.05 * load, 2), "stable", 10 + load + vcs) for load in (3, 1, 2, 4, 5, 6, 7, 8, 9, 10) for vcs in (2, 4)]
        fig, _ = self.figure_of(self.write_points(*rows) + " --x vcs")
        self.assertEqual(self.legend(fig), [f"{0.05 * load:g}" for load in range(1, 11)])
        shades = [sum(orthant_plot.figures.plt.matplotlib.colors.to_rgb(handle.get_color())) for handle in fig.legends[0].get_lines()]
        self.assertEqual(read_rows(shades, fig.legends[0]._ncols), sorted(shades))
        self.assertEqual(len(fig.axes[0].texts), 0)

    # The heading of the lines stands above them alone.
    def test_marks_have_a_legend_of_their_own_below_that_of_the_lines(self):
        fig, _ = self.figure_of(self.write_points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", "")))
        lines, marks = fig.legends
        self.assertEqual((lines.get_title().get_text(), marks.get_title().get_text()), ("routing", ""))
        fig.canvas.draw()
        self.assertLessEqual(marks.get_window_extent().y1, lines.get_window_extent().y0 + 1)

    # What IEEE and ACM take: fonts that are embedded as TrueType, text that is text.
    def test_letters_are_letters(self):
        name = self.write_points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 11))
        for ending in ("pdf", "svg"):
            picture = str(self.folder / f"x.{ending}")
            self.assertEqual(orthant_plot.main(["--output", picture, str(self.folder / name)]), 0)
        pdf = (self.folder / "x.pdf").read_bytes()
        self.assertNotIn(b"/Type3", pdf)
        self.assertIn(b"/FontFile2", pdf)
        self.assertRegex((self.folder / "x.svg").read_text(encoding="utf-8"), "<text[^>]*>mean packet latency")


if __name__ == "__main__":
    unittest.main()
