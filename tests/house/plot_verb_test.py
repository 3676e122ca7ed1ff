#!/usr/bin/env python3
"""`orthant plot`: every kind of file becomes a picture, and every mistake is one line.

Usage: plot_verb_test.py ORTHANT_BINARY [unittest options]
"""

import contextlib
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import unittest

import pandas as pd

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import orthant_plot  # noqa: E402
import plot_operations  # noqa: E402
from plotted_files import MEANS, PlottedFiles  # noqa: E402


class PlotVerb(PlottedFiles):
    def test_every_kind_of_file_has_a_picture(self):
        for words in ("sweep.csv", "sweep.csv --facet routing", "sweep.csv --y latency_p99", "sweep.csv --kind bar",
                      "sweep.csv --x routing --y hops_mean", "sweep.csv far.csv", "many.csv", "run.csv", "limits.csv",
                      "limits.csv --kind curve", "limits.csv --x routing", "channels.csv", "cube_channels.csv",
                      "ring_channels.csv", "graph_channels.csv", "exact_channels.csv --y worst_case_load", "histogram.csv",
                      "packets.csv", "flows.csv", "flows.csv --y latency_mean", "timeline.csv",
                      "timeline.csv --y backlog_flits", "course.csv", "energy.csv", "energy.csv --y link", "exact.csv",
                      "exact.csv --kind bar", "best.csv exact.csv", "policy.csv", "policy.csv --kind bar", "policy.csv --x p", "faults.csv",
                      "faults.csv --kind bar", "faults.csv --facet policy", "faults.csv --x p", "messages.csv", "messages.csv --kind bar",
                      "sweep.csv --facet load --kind bar", "means.csv", "means.csv --kind bar",
                      "means.csv --y delivery_min", "frames.json",
                      "program.csv", "program.csv --x workload.bytes", "program.csv --x workload.algorithm --y message_latency_mean",
                      "replay.csv", "operations.csv", "trace.csv"):
            with self.subTest(words):
                self.draw(words)

    def test_the_command_draws(self):
        done = self.orthant("plot", "sweep.csv", "far.csv", "--facet", "routing", "--title", "one two", "-o", "x.svg")
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
        self.assertIn(">one two</text>", (self.folder / "x.svg").read_text(encoding="utf-8"))

    def test_writes_all_three_formats_and_the_same_bytes_again(self):
        self.draw("sweep.csv", "x.pdf")
        self.assertEqual(self.draw("sweep.csv", "x.svg"), self.draw("sweep.csv", "x.svg"))

    # Both files have dor at the same loads; they differ in a key that has no column.
    def test_what_differs_in_a_key_without_column_is_never_merged(self):
        self.assertIn("dor, channel latency 3 cycles", self.words_of("sweep.csv far.csv"))

    # Eight curves, of two routings, patterns and numbers of VCs: a panel for each value of one key.
    def test_more_than_six_curves_get_facets(self):
        words = self.words_of("many.csv")
        self.assertIn("dor", words)
        self.assertIn("minimal adaptive", words)
        self.assertIn("uniform, 4 VCs", words)
        self.assertNotIn("dor, uniform, 4 VCs", words)

    def test_every_point_is_within_its_axes(self):
        for words in ("many.csv --x vcs --facet routing", "policy.csv --facet offset", "limits.csv --kind curve --x vcs "
                      "--facet routing"):
            with self.subTest(words), contextlib.chdir(self.folder):
                fig = orthant_plot.drawn(orthant_plot.parse(["--output", "x.png", *words.split()]))
                drawn = 0
                for panel in filter(lambda panel: panel.get_visible(), fig.axes):
                    for x, y in (point for line in panel.lines for point in zip(line.get_xdata(), line.get_ydata())
                                 if all(map(math.isfinite, point))):
                        drawn += 1
                        self.assertTrue(panel.get_ylim()[0] <= y <= panel.get_ylim()[1], (panel.get_title(), x, y))
                self.assertGreater(drawn, 1)
                orthant_plot.figures.plt.close(fig)

    # What a killed sweep leaves: its rows up to there, FILE.partial, and a FILE.ini without the line that says finished.
    def test_warns_of_files_that_are_not_whole(self):
        (self.folder / "torn.csv").write_bytes((self.folder / "sweep.csv").read_bytes())
        ini = (self.folder / "sweep.csv.ini").read_text()
        (self.folder / "torn.csv.ini").write_text("".join(line for line in ini.splitlines(True) if "; finished" not in line))
        fig, err = self.figure_of("torn.csv")
        self.assertEqual(err, "orthant: warning: torn.csv is not finished: the sweep that writes it was interrupted, or is still "
                              "running\n")
        self.assertIn("\n(torn.csv is not finished)", fig._suptitle.get_text())
        (self.folder / "torn.csv.ini").write_text(ini)
        self.assertEqual(self.figure_of("torn.csv")[1], "")
        (self.folder / "torn.csv.partial").write_text("")
        self.assertIn("torn.csv is not finished", self.figure_of("torn.csv --title mine")[0]._suptitle.get_text())
        (self.folder / "torn.csv.partial").unlink()
        with open(self.folder / "torn.csv", "a", encoding="utf-8") as file:
            file.write("\n")
        self.assertIn("warning: torn.csv was changed after it was written: ", self.figure_of("torn.csv")[1])

    def test_warns_of_shards_unless_they_are_all_there(self):
        for number in (1, 2):
            self.orthant("sweep", "t.ini", "traffic.load=0.2,0.4", "--shard", f"{number}/2", "-o", f"shard{number}.csv", "-q")
        fig, err = self.figure_of("shard1.csv")
        self.assertEqual(err, "orthant: warning: shard1.csv: part 1 of 2 of a sweep; the other parts are not drawn\n")
        self.assertIn("\n(part 1 of 2 of a sweep)", fig._suptitle.get_text())
        fig, err = self.figure_of("shard1.csv shard2.csv")
        self.assertEqual(err, "")
        self.assertNotIn("part", fig._suptitle.get_text())

    # 25 offsets under three policies: their mean at each of the nine distances, a panel for each p.
    def test_a_file_of_policy_is_drawn_over_the_distance(self):
        fig, _ = self.figure_of("faults.csv")
        shown = [panel for panel in fig.axes if panel.get_visible()]
        self.assertEqual([panel.get_title() for panel in shown], ["p = 0.5", "p = 0.7", "p = 0.9"])
        self.assertEqual(self.legend(fig), ["mp", "z2", "random"])
        mp = next(line for line in shown[2].lines if line.get_linestyle() == "-")
        self.assertEqual(list(mp.get_xdata()), list(range(9)))
        # One hop: 0.9. Two: 0.81 straight on, 0.9 (0.9 + 0.1 * 0.9) = 0.891 over a corner; offsets 2x0, 0x2 and 1x1.
        self.assertAlmostEqual(mp.get_ydata()[1], 0.9)
        self.assertAlmostEqual(mp.get_ydata()[2], (2 * 0.81 + 0.891) / 3)

    # One hop is delivered with p, two by mp straight on with p^2, over a corner with p (1 - (1 - p)^2).
    def test_distances_are_never_joined(self):
        for words in ("policy.csv --x p --facet policy", "policy.csv --x p --facet dimensions"):
            fig, err = self.figure_of(words)
            self.assertEqual(err, "")
            curves = [line for line in fig.axes[0].lines if line.get_linestyle() == "-" and len(line.get_xdata())]
            table = pd.read_csv(self.folder / "policy.csv")
            distances = table["offset"].map(lambda offset: sum(map(int, offset.split("x")))).nunique()
            self.assertEqual(len(curves), distances * (1 if "policy.csv --x p --facet policy" == words else 2))
            self.assertEqual((list(curves[0].get_ydata()), list(curves[1].get_ydata())), ([1, 1], [0.5, 0.9]))
        _, err = self.figure_of("policy.csv --x p")
        self.assertEqual(err, MEANS)
        for words in ("policy.csv --kind bar --x policy", "policy.csv --x policy"):
            fig, _ = self.figure_of(words)
            self.assertEqual(self.legend(fig), [str(distance) for distance in range(distances)])

    # Only the optimal order is that of a p: where it differs it is a curve for each.
    def test_of_given_links_orders_that_differ_are_curves_of_their_own(self):
        head = "topology,dimensions,policy,offset,p,messages,delivered,delivery,ci95_low,ci95_high,exact,shortest_path_healthy,some_path_healthy\n"
        rows = ["mp,1x0,,4,3", "optimal,1x0,0.5,4,4", "optimal,1x0,0.9,4,{}"]
        for last, legend in ((3, ["mp", "optimal, p = 0.5", "optimal, p = 0.9"]), (4, ["mp", "optimal"])):
            (self.folder / "orders.csv").write_text(head + "".join(f"mesh,4x4,{row.format(last)},1,,,,1,1\n" for row in rows))
            self.assertEqual(self.legend(self.figure_of("orders.csv")[0]), legend)

    # Of 2 hops there are three offsets, 2x0, 1x1 and 0x2.
    def test_drawn_faults_have_their_intervals(self):
        fig, _ = self.figure_of("messages.csv --y delivery")
        table = pd.read_csv(self.folder / "messages.csv")
        policy = table["policy"].iloc[0]
        own = table[(table["policy"] == policy) & table["offset"].isin(["2x0", "1x1", "0x2"])]
        corners = fig.axes[0].collections[0].get_paths()[0].vertices
        heights = corners[corners[:, 0] == 2][:, 1]
        self.assertAlmostEqual(heights.min(), own["ci95_low"].mean())
        self.assertAlmostEqual(heights.max(), own["ci95_high"].mean())
        fig, _ = self.figure_of("messages.csv --kind bar")
        self.assertTrue(fig.axes[0].collections)
        fig, _ = self.figure_of("policy.csv --x p --facet policy")  # distances are no repetitions
        self.assertTrue(all(math.isnan(end) for panel in fig.axes for band in panel.collections for path in band.get_paths()
                            for end in path.vertices[:, 1]))

    # Of the 4 * 16 pairs of neighbours (1x0 and 0x1, both ways) the four over links 0-1 and 5-6 are not reached by one hop.
    def test_of_given_links_there_is_one_panel_of_pairs(self):
        fig, _ = self.figure_of("given.csv")
        self.assertEqual(fig._suptitle.get_text(), "4x4 torus, 2 failed links")
        panel, = fig.axes
        self.assertEqual((panel.get_xlabel(), panel.get_ylabel(), panel.get_title()), ("distance (hops)", "share of pairs delivered", ""))
        self.assertEqual(self.legend(fig), ["mp", "z2"])
        mp = next(line for line in panel.lines if line.get_linestyle() == "-")
        self.assertEqual((list(mp.get_xdata()), mp.get_ydata()[0]), ([1, 2, 3, 4], 60 / 64))
        for words in ("given.csv --kind bar", "given.csv --facet offset", "given.csv --x offset", "given.csv messages.csv"):
            self.draw(words)
        self.refuse("given.csv --x p", "given.csv: --x p: the failed links were given, whatever p is; allowed: distance, offset, policy")

    def test_a_file_of_means_has_a_curve_for_each_policy(self):
        fig, _ = self.figure_of("means.csv")
        self.assertEqual(self.legend(fig), ["mp", "random"])
        self.assertEqual(fig.axes[0].get_xlabel(), "probability that a link is healthy")
        self.assertEqual(fig.axes[0].get_ylabel(), "mean probability of delivery")

    # A legend in one column is no wider than the picture, whose names would take 60 letters of 0.058 inches and more.
    def test_a_long_name_does_not_make_the_picture_wider(self):
        self.write_points(("dor", 2, 0.1, "stable", 10), ("minimal_adaptive", 2, 0.1, "stable", 10))
        text = (self.folder / "points.csv").read_text()
        lines = [text.splitlines()[0].replace(",load,", ",injection,traffic.burst_flits,channel.latency_cycles,load,")]
        lines += [line.replace("capacity,", f"capacity,on_off,{number},{number},", 1)
                  for number, line in enumerate(text.splitlines()[1:], 1)]
        (self.folder / "points.csv").write_text("\n".join(lines) + "\n")
        fig, _ = self.figure_of("points.csv --facet load_unit --y latency_mean")
        self.assertEqual([name.replace("\n", " ") for name in self.legend(fig)],
                         ["dor, burst 1 flit, channel latency 1 cycle", "minimal adaptive, burst 2 flits, channel latency 2 cycles"])
        fig.canvas.draw()
        for legend in fig.legends:
            self.assertLess(legend.get_window_extent().width, fig.get_window_extent().width)
        many = [(f"{routing}_and_a_very_long_name_behind", 2, 0.1, "stable", 10 + vcs) for vcs, routing in enumerate("abcdefgh")]
        fig, _ = self.figure_of(self.write_points(*many))
        self.assertEqual(len(self.legend(fig)), 8)  # not beside the lines

    def test_a_graph_is_named_by_its_file_alone(self):
        fig, _ = self.figure_of("sweep.csv graph.csv --y latency_mean")
        self.assertEqual(self.legend(fig)[:3], ["torus, dor, 4 VCs", "torus, o1turn, 4 VCs", "graph, up down, 1 VC"])
        (self.folder / "h.edges").write_text("0 1\n1 2\n2 3\n3 0\n1 3\n")
        done = self.orthant(*"run t.ini topology.kind=graph topology.file=h.edges routing.algorithm=up_down router.vcs=1 "
                            "traffic.load_unit=flits traffic.load=0.1 -q -o h.csv".split())
        self.assertEqual(done.returncode, 0)
        fig, _ = self.figure_of("graph.csv h.csv")
        self.assertEqual((self.legend(fig)[:2], fig.legends[0].get_title().get_text()), (["g.edges", "h.edges"], "file"))

    def test_words_below_an_axis_do_not_overlap(self):
        routings = ("dor", "o1turn", "romm", "val", "ival", "minimal_adaptive")
        self.write_points(*((f"{routing}_by_two_turns", vcs, 0.1, "stable", 10) for routing in routings for vcs in (2, 4)), name="long.csv")
        self.write_points(*((routing, vcs, 0.1, "stable", 10) for routing in routings for vcs in (2, 4)))
        for words, slanted in (("points.csv --x routing", False), ("points.csv --kind bar --x routing", False), ("long.csv --x routing", True),
                               ("long.csv --kind bar --x routing --facet vcs", True), ("sweep.csv --x routing", False)):
            with self.subTest(words):
                fig, _ = self.figure_of(words)
                fig.canvas.draw()
                labels = [label for label in fig.axes[0].get_xticklabels() if label.get_text()]
                self.assertEqual({label.get_rotation() != 0 for label in labels}, {slanted})
                boxes = [label.get_window_extent() for label in labels]
                if not slanted:
                    self.assertTrue(all(left.x1 < right.x0 for left, right in zip(boxes, boxes[1:])))
        self.write_points(*((routing, 2, 0.1, "stable", 10) for routing in ("dor", "val", "minimal_adaptive", "two_turn_a")))
        fig, _ = self.figure_of("points.csv --x routing")
        self.assertEqual([label.get_text() for label in fig.axes[0].get_xticklabels()], ["dor", "val", "minimal\nadaptive", "two turn a"])

    def test_colours_of_flows_nearly_alike_begin_above_0(self):
        rows = [f"{a},{b},{0.2 + 0.001 * ((a + b) % 2)}" for a in range(16) for b in range(16)]
        (self.folder / "alike.csv").write_text("\n".join(["source,destination,accepted_flits", *rows]) + "\n")
        fig, _ = self.figure_of("alike.csv")
        self.assertEqual(fig.axes[0].images[0].get_clim(), (0.8 * 0.201, 0.201))
        self.assertIn("colours begin at 0.16", fig.axes[1].get_ylabel())
        self.assertTrue(all(float(tick).is_integer() for tick in fig.axes[0].get_xticks()))

    def test_histograms_of_loads_say_what_differs(self):
        for load in ("0.1", "0.2"):
            self.orthant("run", "t.ini", f"traffic.load={load}", "-q", "-o", f"run{load}.csv", f"output.histogram=h{load}.csv")
        fig, _ = self.figure_of("h0.1.csv h0.2.csv")
        self.assertEqual([name.split("   ")[0] for name in self.legend(fig)], ["load 0.1", "load 0.2"])

    def test_a_picture_of_designs_names_no_routing(self):
        self.assertEqual(self.figure_of("best.csv")[0]._suptitle.get_text(), "4x4 torus")
        self.assertEqual(self.figure_of("one.csv")[0]._suptitle.get_text(), "4x4 torus, dor")

    def test_a_picture_of_one_run_says_what_it_is_of(self):
        run = "4x4 torus, dor, uniform traffic, load 0.3 of capacity, 4 VCs,\n4-flit buffers, 4-flit packets"
        for words, title in (("channels.csv", run), ("flows.csv", run), ("timeline.csv", run), ("course.csv", run), ("trace.csv", run.replace("\n", " ")),
                             ("histogram.csv", "4x4 torus, dor, uniform traffic,\nload 0.3 of capacity, 4 VCs, 4-flit buffers"),
                             ("graph_channels.csv", "graph g.edges, up down, uniform traffic,\nload 0.1 flits/node/cycle, 1 VC, 4-flit buffers"),
                             ("random_channels.csv", "random graph of 12 routers, up down, uniform traffic,\nload 0.1 flits/node/cycle, 4 VCs, 4-flit buffers"),
                             ("exact_channels.csv", "4x4 torus, dor, uniform traffic"), ("means.csv", "4x4 torus"),
                             ("faults.csv", "8x8 torus"), ("operations.csv", "4x4 torus, dor, allreduce traffic of 1024 bytes, 4 VCs, 4-flit buffers, 64-flit packets"),
                             ("one_program.csv", "4x4 torus, dor, allreduce traffic of 1024 bytes, 4 VCs,\n4-flit buffers, 64-flit packets"),
                             ("replay.csv", "4x4 torus, dor, all to all traffic, 4 VCs, 4-flit buffers"),
                             ("channels.csv --title mine", "mine")):
            with self.subTest(words):
                fig, _ = self.figure_of(words)
                titles = [fig._suptitle.get_text()] if fig._suptitle else [panel.get_title("left") for panel in fig.axes]
                self.assertEqual(titles, [title])
        fig, _ = self.figure_of("energy.csv")
        self.assertEqual(fig._suptitle.get_text(), run.replace(" 4 VCs,\n", "\n4 VCs, "))
        self.assertRegex(fig.axes[0].get_title(), "^mean [0-9.]+, max [0-9.]+$")
        fig, _ = self.figure_of("energy.csv --title mine")
        self.assertEqual(fig._suptitle.get_text(), "mine")
        (self.folder / "bare.csv").write_text((self.folder / "flows.csv").read_text())
        # What the worst permutation does is not said of traffic.pattern.
        fig, _ = self.figure_of("exact_channels.csv --y worst_case_load")
        self.assertEqual(fig._suptitle.get_text(), "4x4 torus, dor")
        self.assertIsNone(self.figure_of("bare.csv")[0]._suptitle)

    # 240 transfers over channels that 8 of them use: 30 in a frame. On a ring of 4, 12 over channels that 2 use: 6.
    def test_schedules_are_bars_of_their_throughput(self):
        self.orthant(*"schedule t.ini routing.ties=parity topology.dimensions=4,4x4 -q -o schedules.csv".split())
        fig = self.figure_of("schedules.csv")[0]
        panel = fig.axes[0]
        self.assertEqual([bar.get_height() for bar in panel.patches], [6, 30])
        self.assertEqual((panel.get_ylabel(), [text.get_text() for text in panel.get_xticklabels()]), ("liquid throughput\n(transfers/frame)", ["4", "4x4"]))
        self.assertEqual(fig._suptitle.get_text(), "torus, dor, all to all")
        self.assertEqual([bar.get_height() for bar in self.figure_of("schedules.csv --y duration")[0].axes[0].patches], [2, 8])
        self.assertEqual([bar.get_height() for bar in self.figure_of("schedule.csv")[0].axes[0].patches], [30])

    def test_titles_say_how_many_vcs_were_chosen_and_what_a_workload_sends(self):
        self.orthant(*"run t.ini router.vcs=auto -q -o auto.csv output.channels=auto_channels.csv".split())
        self.assertEqual(self.figure_of("auto_channels.csv")[0]._suptitle.get_text(),
                         "4x4 torus, dor, uniform traffic, load 0.3 of capacity, 2 VCs,\n4-flit buffers, 4-flit packets")
        self.orthant(*"run t.ini traffic.injection=workload workload.kind=allreduce workload.algorithm=ring workload.bytes=320 -q -o allreduced.csv "
                     "output.channels=allreduced_channels.csv".split())
        self.assertEqual(self.figure_of("allreduced_channels.csv")[0]._suptitle.get_text(),
                         "4x4 torus, dor, ring allreduce traffic of 320 bytes, 4 VCs,\n4-flit buffers, 64-flit packets")
        self.orthant(*"run t.ini traffic.injection=workload workload.kind=barrier -q -o barrier.csv output.operations=barrier_operations.csv".split())
        self.assertIn(", barrier traffic, ", self.figure_of("barrier_operations.csv")[0].axes[0].get_title("left"))

    # VCs, buffers and packets stand in the title of a sweep where all its rows have the same; hot nodes by their config.
    def test_the_title_of_a_sweep_says_what_all_rows_share(self):
        self.assertEqual(self.figure_of("sweep.csv")[0]._suptitle.get_text(), "4x4 torus, uniform traffic, 4 VCs, 4-flit buffers,\n4-flit packets")
        self.orthant(*"sweep t.ini traffic.pattern=hotspot traffic.hotspot_nodes=5 traffic.hotspot_share=0.1 traffic.load=0.05,0.1 -q -o hot.csv".split())
        self.assertEqual(self.figure_of("hot.csv")[0]._suptitle.get_text(),
                         "4x4 torus, dor, hotspot traffic (0.1 to node 5), 4 VCs,\n4-flit buffers, 4-flit packets")

    def test_histograms_are_named_by_the_keys_that_differ(self):
        self.orthant(*"run t.ini routing.algorithm=o1turn -q -o o.csv output.histogram=o_histogram.csv".split())
        names = [name.split("   ")[0] for name in self.legend(self.figure_of("histogram.csv o_histogram.csv")[0])]
        self.assertEqual(names, ["dor", "o1turn"])

    # Every picture is as wide as a column or as both, with the dots that printers ask for.
    def test_pictures_have_the_width_of_a_column_or_of_a_page(self):
        for words in ("sweep.csv", "many.csv", "limits.csv", "exact.csv", "energy.csv", "frames.json", "operations.csv", "trace.csv",
                      "histogram.csv", "faults.csv", "sweep.csv --kind bar"):
            with self.subTest(words):
                self.assertEqual(self.script(words), (0, ""))
                picture = self.folder / "x.png"
                width, = struct.unpack(">I", picture.read_bytes()[16:20])
                picture.unlink()
                self.assertTrue(any(0.93 * inches <= width / 300 <= 1.03 * inches for inches in (3.5, 7.16)), width / 300)

    def test_bars_of_saturate_keep_their_values_and_marks_over_a_key(self):
        texts = [self.words_of(words) for words in ("limits.csv", "limits.csv --kind bar --x routing")]
        self.assertEqual(*[[text for text in found if re.fullmatch(r"0\.\d+|accepted.*", text)] for found in texts])
        self.assertIn("accepted at full load", texts[1])

    def test_bars_of_worst_cases_name_no_pattern(self):
        words = self.words_of("exact.csv --kind bar")
        self.assertIn("worst-case throughput", words)
        self.assertIn("(fraction of capacity)", words)
        self.assertFalse([text for text in words if "traffic" in text])

    # Bursts are of on_off alone; over the bursts both have their points, those of bernoulli of equal height.
    def test_a_key_that_a_curve_does_not_read_neither_splits_nor_names_it(self):
        self.assertEqual(self.orthant("sweep", "t.ini", "traffic.injection=bernoulli,on_off", "traffic.burst_flits=4,8", "traffic.load=0.1,0.2",
                                      "run.measure_cycles=300", "run.warmup_cycles=100", "-q", "-o", "bursts.csv").returncode, 0)
        words = self.words_of("bursts.csv")
        for name in ("bernoulli", "on off, burst 4 flits", "on off, burst 8 flits"):
            self.assertIn(name, words)
        self.assertNotIn("bernoulli, burst", words)
        self.assertEqual(self.script("bursts.csv --x burst_flits"), (0, ""))
        code, err = self.script("bursts.csv --x burst_flitz")
        self.assertEqual(code, 2)
        self.assertRegex(err, r"no column 'burst_flitz', did you mean traffic.burst_flits\?; allowed: topology, .*, load and \d+ more\n$")
        self.assertEqual(err.count(","), 15)

    # What `orthant list keys` says of when a key is read.
    def test_keys_are_read_where_the_program_says(self):
        keys = json.loads(self.orthant("list", "keys", "--format", "json").stdout)["keys"]
        when = {key["name"]: key["when"] for key in keys}
        for key, (column, readers) in sys.modules["row_configs"].READ_WHERE.items():
            owner, _, values = when[key].partition(" = ")
            self.assertEqual((orthant_plot.SHOWN_KEYS[owner], set(re.split(", | or ", values))), (column, readers), key)

    def test_what_has_no_load_is_drawn_as_bars(self):
        words = self.words_of("program.csv")
        self.assertIn("completion cycles", words)
        self.assertIn("bucket", words)
        self.assertIn("cycles", self.words_of("replay.csv"))

    def test_many_bars_get_panels(self):
        words = self.words_of("many.csv --kind bar --x routing --title mine")
        self.assertEqual([word for word in words if word.count(",") == 2], [])  # pattern, VCs and load
        self.assertTrue(any(word.count(",") == 1 for word in words), words)

    def words_of(self, words):
        """The texts of the SVG file."""
        return re.findall("<text[^>]*>([^<]*)</text>", self.draw(words, "x.svg"))

    def test_the_critical_path_is_a_line_from_send_to_receive(self):
        (self.folder / "two.csv").write_text(
            "seed,rank,operation,operation_kind,peer,bytes,queue,start,message_arrival,cycles,end,critical\n"
            "1,0,0,calc,,,0,0,,10,30,1\n1,0,1,send,1,8,0,30,,,38,3\n1,0,2,calc,,,1,30,,900,930,2\n"
            "1,1,0,recv,0,8,,0,42,,42,4\n1,1,1,calc,,,0,0,,5,5,0\n")
        table = plot_operations.read_operations(str(self.folder / "two.csv"))
        cycles, ranks = plot_operations.critical_line(plot_operations.critical_steps(table))
        # The send has waited for the start of the second computation alone.
        self.assertEqual((cycles, ranks), ([20, 30, 30, 30, 30, 42, 42], [0, 0, 0, 0, 0, 1, 1]))
        self.assertIn("critical path", self.words_of("two.csv"))
        self.assertIn("critical path", self.words_of("operations.csv"))

    def test_operations_that_are_none_are_one_line(self):
        head = "seed,rank,operation,operation_kind,peer,bytes,queue,start,message_arrival,cycles,end\n"
        for line, message in [("1,0,0,send,1,2,0,,,,", "no operation has started"),
                              ("1,0,0,send,1,2,0,0,,,inf", "row 1: end is 'inf'"),
                              ("1,,0,send,1,2,0,0,,,3", "row 1: rank is empty"),
                              ("1,-1,0,send,1,2,0,0,,,3", "row 1: rank is '-1'"),
                              ("1,0,0,calc,,,0,0,,x,5", "row 1: cycles is 'x'"),
                              ("1,0,0,dance,,,0,0,,5,5", "operation_kind is 'dance'")]:
            (self.folder / "none.csv").write_text(head + line + "\n")
            with self.subTest(line):
                done = self.orthant("plot", "none.csv", "-o", "none.png")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, f"^orthant: error: none.csv: {message}[^\n]*\n$")

    def test_mistakes_are_one_line(self):
        (self.folder / "other.csv").write_text("a,b\n1,2\n")
        (self.folder / "empty.csv").write_text("")
        (self.folder / "broken.json").write_text("{")
        (self.folder / "other.json").write_text("{}")
        (self.folder / "frames.csv").write_text("frame,source,destination\n0,1,2\n")
        self.orthant("run", "t.ini", "--format", "json", "-q", "-o", "results.json")
        known = ("run, sweep, saturate, analyze, design, policy, policy --faults, policy --means, schedule, output.channel_timeline, output.channels, "
                 "analyze --channels, output.histogram, output.packets, output.flows, output.timeline, output.energy, output.operations, output.trace, schedule --frames")
        for words, message in [
                ("other.csv", f"other.csv: its columns are those of no known file; allowed: a file of {known}"),
                ("empty.csv", f"empty.csv: the file is empty; allowed: a file of {known}"),
                ("t.ini", f"t.ini: a config, which holds no results; allowed: a file of {known}"),
                ("sweep.csv.ini", f"sweep.csv.ini: a config, which holds no results; allowed: a file of {known}"),
                ("events.json", "events.json: a trace for Perfetto and other viewers, which has no picture; allowed: output.trace = FILE.csv"),
                ("timing.csv", f"timing.csv: a file of --timing has no picture; allowed: a file of {known}"),
                ("deaths.csv", f"deaths.csv: a file of policy --deaths has no picture; allowed: a file of {known}"),
                ("thresholds.csv", f"thresholds.csv: a file of policy --thresholds has no picture; allowed: a file of {known}"),
                ("counter.csv", f"counter.csv: a file of policy --counterexample has no picture; allowed: a file of {known}"),
                ("pairs.csv", f"pairs.csv: a file of analyze --pairs has no picture; allowed: a file of {known}"),
                ("permutation.csv", f"permutation.csv: a file of analyze --permutation has no picture; allowed: a file of {known}"),
                ("roots.csv", f"roots.csv: a file of analyze --roots has no picture; allowed: a file of {known}"),
                ("forwarding.txt", f"forwarding.txt: a file of analyze --forwarding has no picture; allowed: a file of {known}"),
                ("sweep.csv --facet load", "--facet load: a curve is drawn over the load; allowed: with --x KEY or --kind bar"),
                ("broken.json", "broken.json: not JSON: Expecting property name enclosed in double quotes: line 1 column 2 "
                                "(char 1); allowed: schedule --frames FILE.json"),
                ("other.json", f"other.json: JSON, but no schedule; allowed: schedule --frames FILE.json, or CSV of {known}"),
                ("sweep.csv histogram.csv", "histogram.csv: a file of output.histogram beside one of run, sweep; allowed "
                                            "in a picture: one kind"),
                ("sweep.csv --kind heat", "sweep.csv: --kind heat: not for a file of run, sweep; allowed: curve, bar"),
                ("frames.csv", "frames.csv: a file of schedule --frames has no picture; allowed: its --frames FILE.json"),
                ("schedule.csv --kind curve", "schedule.csv: --kind curve: not for a file of schedule; allowed: bar"),
                ("results.json", "results.json: JSON results cannot be drawn; allowed: CSV, as without --format json"),
                ("limits.csv --facet saturation_load", "limits.csv: --facet: 'saturation_load' is a result, not a key; allowed: topology, "
                 "dimensions, routers, nodes, routing, pattern, injection, switching, flow_control, vcs, buffer_flits, packet_flits, "
                 "load_unit"),
                ("no_p.csv", "no_p.csv: column 'delivery' is empty, as policy.p was not given; allowed: a file made with policy.p=P"),
                ("energy.csv --y links", "energy.csv: --y: no column 'links', did you mean link?; allowed: picojoules, "
                                         "buffer_writes, buffer_reads, crossbar, link, vc_allocations, switch_allocations"),
                ("channels.csv --x vcs", "channels.csv: --x: not read for this picture; allowed: --y"),
                ("histogram.csv --facet vcs", "histogram.csv: --facet: not read for this picture; allowed: no --x, --y or --facet"),
                ("channels.csv ring_channels.csv", "ring_channels.csv: a second file; allowed for this picture: one"),
                ("sweep.csv sweep.csv", "sweep.csv: row 1 and row 1 of sweep.csv are the same run: equal keys, seed 1 "
                                        "and load 0.2; it would count twice; allowed: once")]:
            with self.subTest(words):
                self.assertEqual(self.script(words), (2, f"orthant: error: {message}\n"))
                self.assertFalse((self.folder / "x.png").exists())
        done = self.orthant("plot", "sweep.csv", "--y", "latency_p98", "-o", "x.png")
        self.assertRegex(done.stderr, "^orthant: error: sweep.csv: --y: no column 'latency_p98', did you mean latency_p99?"
                                      r"\?; allowed: accepted, load, .*latency_p50.*\n$")
        done = self.orthant("plot", "sweep.csv", "--facet", "ruoting", "-o", "x.png")
        self.assertRegex(done.stderr, r"^orthant: error: sweep.csv: --facet: no column 'ruoting', did you mean routing\?; ")
        done = self.orthant("plot", "sweep.csv", "-o", "nowhere/x.png")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "orthant: error: nowhere/x.png: cannot write: No such file or directory\n"))

    def test_says_which_package_is_missing(self):
        self.refuse("sweep.csv", "plot: /nowhere/python3 is missing; allowed with: the Debian package python3",
                    ORTHANT_PYTHON="/nowhere/python3")
        for code, module in ((10, "pandas"), (11, "matplotlib")):
            python = self.folder / "python"
            python.write_text(f"#!/bin/sh\nexit {code}\n")
            python.chmod(0o755)
            self.refuse("sweep.csv", f"plot: {python} has no {module}; allowed with: the Debian package python3-{module}",
                        ORTHANT_PYTHON=str(python))
        self.refuse("sweep.csv", "plot: orthant_plot.py is missing in /nowhere; allowed: ORTHANT_SCRIPTS=FOLDER with the "
                                 "scripts of Orthant", ORTHANT_SCRIPTS="/nowhere")

    # bin/orthant beside share/orthant/scripts: as cmake --install leaves them.
    def test_finds_its_scripts_beside_an_installed_program(self):
        (self.folder / "bin").mkdir()
        (self.folder / "share" / "orthant").mkdir(parents=True)
        program = self.folder / "bin" / "orthant"
        program.write_bytes(pathlib.Path(self.program).read_bytes())
        program.chmod(0o755)
        (self.folder / "share" / "orthant" / "scripts").symlink_to(pathlib.Path(self.program).parent / "scripts")
        done = subprocess.run([program, "plot", "sweep.csv", "-o", "installed.png"], cwd=self.folder, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    PlotVerb.program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
