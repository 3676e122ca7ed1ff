"""Curves: which points are drawn where, where a curve leaves its axis, and what is reported."""

import math

from figure_files import Figures

from orthant.errors import ConfigError


class Curves(Figures):
    # Zero-load latencies are 10 and 20: the axis ends at 4 * 10, or above the highest stable point.
    def test_the_latency_axis_is_that_of_the_panel(self):
        rows = [("dor", vcs, load, "stable", latency * vcs) for vcs in (1, 2)
                for load, latency in ((0.1, 10), (0.3, 12), (0.5, 90))]
        figure = self.figure(self.points(*rows) + " --facet vcs --y latency_mean")
        self.assertEqual([panel["y"]["limits"] for panel in figure["panels"]], [[0, 40], [0, 80]])
        figure = self.figure(self.points(*rows[:2]))
        self.assertEqual(figure["panels"][0]["y"]["limits"], [0, 12.72])
        # The axis of accepted load, at most 0.3, is unchanged.
        latency, accepted = self.figure("points.csv --ymin 5 --ymax 20")["panels"]
        self.assertEqual((latency["y"]["limits"], accepted["y"]["limits"]), ([5, 20], [0, 0.318]))
        self.assertEqual(self.figure("points.csv --y accepted --ymax 2")["panels"][0]["y"]["limits"],
                         [0, 2])

    # Below 0.1 no point of val is stable, but some load is accepted.
    def test_a_panel_without_a_stable_point_is_marked(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", ""))
        panels = self.figure(name + " --facet routing")["panels"]
        self.assertEqual([panel["marks"][0].get("texts") for panel in panels],
                         [None, ["no stable point"], None, None])

    def test_panels_leave_out_the_labels_that_their_neighbours_have(self):
        name = self.points(*[(routing, 2, load, "stable", 10) for routing in ("dor", "val")
                             for load in (0.1, 0.2)])
        panels = self.figure(name + " --facet routing")["panels"]
        self.assertEqual([panel["y"]["label"] for panel in panels],
                         ["mean packet latency\n(cycles)", "",
                          "accepted load\n(fraction of capacity)", ""])
        self.assertEqual([panel["x"]["label"] for panel in panels],
                         ["", "", *["offered load (fraction of capacity)"] * 2])
        self.assertEqual({word for _, word in panels[1]["y"]["ticks"]}, {""})

    def test_a_curve_leaves_the_axis_at_its_last_stable_point(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 12),
                           ("dor", 2, 0.4, "saturated", 300), ("dor", 2, 0.5, "saturated", ""),
                           ("val", 2, 0.1, "stable", 20), ("val", 2, 0.3, "stable", 22))
        latency, accepted = self.figure(name)["panels"]
        dor, val = self.marks(latency)
        self.assertEqual(dor["ys"], [10, 12, None, None])
        self.assertEqual((dor["exit"], "exit" in val),
                         ({"x": 0.3, "y": 12, "top": 23.32, "end": "saturated", "failed": False}, False))
        self.assertEqual(
            self.drawn(accepted)["dor"], [(0.1, 0.1), (0.3, 0.3), (0.4, 0.4), (0.5, 0.5)])
        self.assertEqual(self.marks(accepted)[1]["fills"], ["full", "full", "open", "open"])
        self.assertEqual({(mark["size"], mark["width"])
                          for mark in [dor, val, *self.marks(accepted)[1:]]}, {(3.2, 1.0)})

    def test_a_deadlock_ends_a_curve_with_a_cross_and_has_no_value(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "deadlocked", ""))
        figure = self.figure(name)
        self.assertEqual(self.marks(figure["panels"][0])[0]["exit"]["end"], "deadlocked")
        self.assertEqual(self.marks(figure["panels"][1])[1]["ys"], [0.1, None])
        self.assertEqual(self.legend(figure), ["deadlocked"])

    def test_what_has_no_stable_point_is_reported(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", 99))
        figure = self.figure(name)
        self.assertEqual(self.drawn(figure["panels"][0]), {"dor": [(0.1, 10)]})
        self.assertEqual(figure["notes"], ["not drawn: val, without a stable point"])
        figure = self.figure(name + " --facet routing --y latency_mean")
        self.assertEqual(([panel["title"] for panel in figure["panels"]], figure["notes"][0]),
                         (["dor"], "left out: val, where no point has a value of latency_mean"))
        self.refused(self.points(("val", 2, 0.1, "saturated", 99)) + " --y latency_mean",
                     "^no row has a value of latency_mean; allowed: a column with values$")
        self.assertEqual(self.figure(self.points(("val", 2, 0.1, "saturated", "")))["notes"],
                         ["no latency panel: no point has a latency"])

    # Of seeds 1 and 2 the latency is 10 and 11: mean 10.5, half width 12.706 * 0.7071 /
    # sqrt(2) = 6.353.
    def test_repetitions_are_a_mean_with_its_interval(self):
        figure = self.figure(
            self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 14), seeds=2))
        mark, = self.marks(figure["panels"][0])
        self.assertEqual((mark["ys"], mark["runs"], mark["interval"]),
                         ([10.5, 14.5], [2, 2], "band"))
        self.assertAlmostEqual(mark["above"][0] - 10.5, 6.353, 3)
        self.assertIn("mean of 2 seeds", figure["title"])

    def test_over_a_key_nothing_stands_where_there_is_no_value(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 4, 0.1, "stable", 9),
                           ("dor", 8, 0.1, "saturated", 700))
        figure = self.figure(name + " --x vcs")
        panel, = figure["panels"]
        self.assertEqual(self.drawn(panel), {"": [(2, 10), (4, 9)]})
        self.assertEqual(panel["y"]["limits"][0], 0)
        self.assertEqual(figure["notes"],
                         ["not drawn: 1 points without a value of latency_mean: saturated"])
        # A single load is named in the title.
        self.assertIn("load 0.1 of capacity", figure["title"].replace("\n", " "))

    def test_words_on_the_axis_have_markers_side_by_side(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "stable", 20),
                           ("dor", 4, 0.1, "stable", 11), ("val", 4, 0.1, "stable", 21))
        panel, = self.figure(name + " --x routing")["panels"]
        self.assertEqual([mark["line"] for mark in self.marks(panel)], [None, None])
        self.assertEqual([word for _, word in panel["x"]["ticks"]], ["dor", "val"])
        self.assertEqual([mark["xs"] for mark in self.marks(panel)],
                         [[-0.125, 0.875], [0.125, 1.125]])

    def test_powers_of_two_are_equally_spaced(self):
        name = self.points(*[("dor", vcs, 0.1, "stable", 10) for vcs in (2, 4, 8, 16)])
        x = self.figure(name + " --x vcs")["panels"][0]["x"]
        self.assertEqual((x["scale"], x["ticks"]),
                         ("log", [[2, "2"], [4, "4"], [8, "8"], [16, "16"]]))
        x = self.figure(self.points(*[("dor", vcs, 0.1, "stable", 10) for vcs in (1, 2, 3)]) +
                        " --x vcs")["panels"][0]["x"]
        self.assertEqual((x["scale"], x["ticks"]), ("linear", [[1, "1"], [2, "2"], [3, "3"]]))

    # 4.00 to 4.02 hops are noise: the axis begins at 0.
    def test_an_axis_shows_no_noise_as_a_slope(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 10.02))
        self.assertEqual(self.figure(f"{name} --y latency_mean")["panels"][0]["y"]["limits"][0], 0)

    def test_a_logarithmic_axis_has_ticks_and_positive_ends(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 39))
        latency, accepted = self.figure(name + " --logy")["panels"]
        self.assertEqual((latency["y"]["scale"], accepted["y"]["scale"]), ("log", "linear"))
        self.assertEqual(latency["y"]["ticks"], [[10, "10"], [20, "20"], [50, "50"]])
        self.assertLess(latency["y"]["limits"][0], 10)
        self.refused(name + " --ymin 50 --ymax 20",
                     "--ymin, --ymax: the axis would go from 50 to 20; allowed: upwards")

    def test_order_and_label_name_curves_and_panels(self):
        rows = [(routing, vcs, 0.1, "stable", 10) for routing in ("dor", "val", "goal")
                for vcs in (2, 4)]
        name = self.points(*rows)
        figure = self.figure(
            name + " --order goal,VALIANT --label val=VALIANT --facet vcs --y latency_mean")
        self.assertEqual(self.legend(figure), ["goal", "VALIANT", "dor"])
        figure = self.figure(
            name + " --facet routing --order val --y latency_mean --label val=V,dor=D --title ''")
        self.assertEqual(([panel["title"] for panel in figure["panels"]], figure["title"]),
                         (["V", "D", "goal"], ""))
        self.refused(name + " --label val",
                     "^command line: --label: 'val' names nothing; allowed: OLD=NEW$")

    def test_names_are_written_as_in_configs_or_as_in_legends(self):
        name = self.points(("dor", 2, 0.1, "stable", 9), ("minimal_adaptive", 2, 0.1, "stable", 9))
        for spelling in ("minimal_adaptive", "minimal adaptive"):
            figure = self.figure(f"{name} --label '{spelling}=A' --order '{spelling}'")
            self.assertEqual(self.legend(figure), ["A", "dor"])

    def test_warns_of_names_that_are_no_label(self):
        name = self.points(("dor", 2, 0.1, "stable", 9), ("minimal_adaptive", 2, 0.1, "stable", 9))
        for words, option in (("--label dorr=D", "--label: 'dorr'"), ("--order do", "--order: 'do'")):
            self.assertEqual(self.run_main("plot", "x.png", name, *words.split()), (
                0, f"orthant: warning: command line: {option} is no label of this picture; "
                   "allowed: dor, minimal adaptive\n"))
        for words in ("--label dor=D --order D,minimal_adaptive", "--order minimal_adaptive"):
            self.assertEqual(self.run_main("plot", "x.png", name, *words.split()), (0, ""))

    def test_size_is_that_of_the_picture(self):
        name = self.points(("dor", 2, 0.1, "stable", 10))
        self.assertEqual(self.figure(name + " --size 5,2.5")["size"], [5, 2.5])
        for text in ("5", "5x2", "0,2", "5,99", "a,b", "1.2.3,4"):
            self.refused(f"{name} --size {text}",
                         f"--size: '{text}' is no size; allowed: W,H in inches, 1 to 50 each")

    def test_more_than_six_curves_get_panels(self):
        rows = [(routing, vcs, 0.1, "stable", 10) for routing in ("dor", "val")
                for vcs in (1, 2, 3, 4)]
        figure = self.figure(self.points(*rows))
        self.assertEqual([panel["title"] for panel in figure["panels"]], ["dor", "val", "", ""])
        self.assertEqual(self.legend(figure), ["1", "2", "3", "4"])
        figure = self.figure("points.csv --facet vcs")
        self.assertEqual([panel["title"] for panel in figure["panels"]],
                         ["1 VC", "2 VCs", "3 VCs", "4 VCs"])
        self.assertEqual(
            figure["notes"],
            ["accepted load left out beside more than 3 panels; --y accepted draws it"])
        many = self.points(*[("dor", vcs, 0.1, "stable", 10) for vcs in range(1, 26)])
        self.refused(many, "^25 curves in a panel; allowed: at most 24; ")

    def test_many_curves_of_a_number_have_colours_in_its_order(self):
        rows = [("dor", vcs, load, "stable", 10) for vcs in (2, 4)
                for load in (0.3, 0.1, 0.2, 0.4, 0.5, 0.6, 0.7)]
        figure = self.figure(self.points(*rows) + " --x vcs")
        self.assertEqual(self.legend(figure), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"])
        shades = [sum(int(mark["colour"][i:i + 2], 16) for i in (1, 3, 5))
                  for mark in self.marks(figure["panels"][0])]
        self.assertEqual(shades, sorted(shades))

    # Dimensions follow from the number of nodes, and VCs from the routing: two curves of two
    # points.
    def test_keys_that_follow_from_others_split_no_curve(self):
        lines = [
            f"torus,{size},{nodes},{nodes},{routing},uniform,{vcs},capacity,0.1,1,stable,0.1,0.1,0.1,0.1,10,"
            for routing, vcs in (("dor", 2), ("val", 4))
            for size, nodes in (("4x4", 16), ("8x8", 64))
        ]
        head = self.points().replace("points.csv", "") + (self.folder / "points.csv").read_text()
        figure = self.figure(self.write("sizes.csv", head + "\n".join(lines) + "\n") + " --x nodes")
        self.assertEqual(self.legend(figure), ["dor, 2 VCs", "val, 4 VCs"])
        self.assertEqual([mark["xs"] for mark in self.marks(figure["panels"][0])], [[16, 64]] * 2)
        self.assertEqual(figure["notes"], ["not distinguished: dimensions, which follows from nodes"])

    def test_a_result_as_axis_makes_one_curve_in_the_order_of_the_load(self):
        rows = [("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 15),
                ("dor", 2, 0.4, "saturated", "")]
        figure = self.figure(self.points(*rows) + " --x latency_mean --y accepted")
        self.assertEqual(self.drawn(figure["panels"][0]), {"": [(10, 0.1), (15, 0.3)]})
        self.assertEqual(figure["notes"],
                         ["not drawn: 1 of the points, which have no latency_mean"])

    # Every option that names a column gives a picture or one line.
    def test_every_column_is_drawn_or_refused(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "saturated", ""),
                           ("val", 2, 0.1, "stable", 12))
        columns = [*self.rows_of(name)[0], "accepted"]
        drawn = 0
        for words in (f"--kind {kind} --{option} {column}" for kind in ("curve", "bar")
                      for option in ("x", "y", "facet") for column in columns):
            with self.subTest(words):
                try:
                    drawn += bool(self.figure(f"{name} {words}")["panels"])
                except ConfigError as error:
                    self.assertNotIn("\n", str(error))
        self.assertGreater(drawn, 50)


class CurvesOfFiles(Figures):
    FILES = True

    # Both files have dor at the same loads; they differ in a key that has no column.
    def test_what_differs_in_a_key_without_a_column_is_never_merged(self):
        self.assertIn("dor, channel latency 3 cycles",
                      self.legend(self.figure("sweep.csv far.csv --y accepted")))

    def test_every_value_is_that_of_the_file(self):
        panel = self.figure("sweep.csv --y accepted")["panels"][0]
        rows = [row for row in self.rows_of("sweep.csv") if row["routing"] == "dor"]
        self.assertEqual(self.drawn(panel)["dor"],
                         [tuple(float(f"{float(row[name]):.6g}")
                                for name in ("offered_capacity", "accepted_capacity"))
                          for row in rows])

    # Only on_off reads burst_flits: the two equal curves of bernoulli are drawn as one.
    def test_a_key_that_a_curve_does_not_read_neither_splits_nor_names_it(self):
        self.orthant(*"sweep t.ini traffic.injection=bernoulli,on_off traffic.burst_flits=4,8 "
                     "traffic.load=0.1,0.2 run.measure_cycles=300 run.warmup_cycles=100 -q -o "
                     "bursts.csv".split())
        self.assertEqual(self.legend(self.figure("bursts.csv --y accepted"))[:3],
                         ["bernoulli", "on off, burst 4 flits", "on off, burst 8 flits"])
        self.refused("bursts.csv --x burst_flitz",
                     r"no column 'burst_flitz', did you mean traffic.burst_flits\?; allowed: topology, "
                     r".* more$")

    def test_titles_say_what_all_rows_share(self):
        run = "4x4 torus, dor, uniform traffic, load 0.3 of capacity,\n4 VCs, 4-flit buffers, 4-flit packets"
        for words, title in (("sweep.csv",
                              "4x4 torus, uniform traffic, 4 VCs,\n4-flit buffers, 4-flit packets"),
                             ("run.csv", run), ("channels.csv", run), ("timeline.csv", run),
                             ("trace.csv", run.replace(
                                 "\n",
                                 " ")), ("best.csv", "4x4 torus"), ("one.csv", "4x4 torus, dor"),
                             ("exact_channels.csv --y worst_case_load", "4x4 torus, dor"),
                             ("means.csv", "4x4 torus"), ("given.csv", "4x4 torus, 2 failed links"),
                             ("graph_channels.csv", "graph g.edges, up down, uniform traffic,\n"
                              "load 0.1 flits/node/cycle, 1 VC, 4-flit buffers"),
                             ("replay.csv",
                              "4x4 torus, dor, all to all traffic, 4 VCs, 4-flit buffers"),
                             ("sweep.csv --title mine", "mine")):
            with self.subTest(words):
                self.assertEqual(self.figure(words)["title"], title)

    def test_warns_of_files_that_are_not_whole(self):
        text, ini = (self.folder / "sweep.csv").read_text(), (self.folder /
                                                              "sweep.csv.ini").read_text()
        self.write("torn.csv", text)
        self.write("torn.csv.ini",
                   "".join(line for line in ini.splitlines(True) if "; finished" not in line))
        figure = self.figure("torn.csv")
        self.assertEqual(figure["warnings"],
                         ["torn.csv is not finished: the sweep that writes it was interrupted, or "
                          "is still running"])
        self.assertTrue(figure["title"].endswith("\n(torn.csv is not finished)"))
        self.write("torn.csv.ini", ini)
        self.assertEqual(self.figure("torn.csv")["warnings"], [])
        self.write("torn.csv", text + "\n")
        self.assertIn("torn.csv was changed after it was written: ",
                      self.figure("torn.csv")["warnings"][0])
        self.orthant(*"sweep t.ini traffic.load=0.2,0.4 --shard 1/2 -o shard1.csv -q".split())
        self.assertEqual(self.figure("shard1.csv")["warnings"],
                         ["shard1.csv: part 1 of 2 of a sweep; the other parts are not drawn"])

    def test_a_timeline_is_drawn_over_cycles(self):
        self.assertEqual(self.figure("timeline.csv --y accepted")["panels"][0]["y"]["label"],
                         "accepted load\n(flits/node/cycle)")
        points = self.drawn(self.figure("timeline.csv --y backlog_flits")["panels"][0])[""]
        self.assertEqual(points, [(float(row["cycle"]), float(row["backlog_flits"]))
                                  for row in self.rows_of("timeline.csv")])

    # 25 offsets under three policies: their mean at each of the nine distances, a panel for each p.
    def test_a_file_of_policy_is_drawn_over_the_distance(self):
        figure = self.figure("faults.csv")
        self.assertEqual([panel["title"] for panel in figure["panels"]],
                         ["p = 0.5", "p = 0.7", "p = 0.9"])
        self.assertEqual(self.legend(figure), ["mp", "z2", "random"])
        mp = self.drawn(figure["panels"][2])["mp"]
        # One hop: 0.9. Two: 0.81 straight on, 0.9 (0.9 + 0.1 * 0.9) = 0.891 over a
        # corner; offsets 2x0, 0x2 and 1x1.
        self.assertEqual([x for x, _ in mp], list(range(9)))
        self.assertAlmostEqual(mp[1][1], 0.9)
        self.assertAlmostEqual(mp[2][1], (2 * 0.81 + 0.891) / 3, 5)
        self.assertEqual(self.figure("policy.csv --x p")["notes"],
                         ["the value of a distance is the mean over its offsets"])

    # Of the 4 * 16 pairs of neighbours (1x0 and 0x1, both ways) the four over links 0-1 and
    # 5-6 are not reached by one hop.
    def test_of_given_links_there_is_one_panel_of_pairs(self):
        panel, = self.figure("given.csv")["panels"]
        self.assertEqual((panel["x"]["label"], panel["y"]["label"]),
                         ("distance (hops)", "share of pairs delivered"))
        self.assertEqual(self.drawn(panel)["mp"][0], (1, 60 / 64))
        self.refused("given.csv --x p",
                     "--x p: the failed links were given, whatever p is; allowed: distance, offset, "
                     "policy")

    # Only the optimal policy depends on p: it has a curve for each p where they differ.
    def test_of_given_links_orders_that_differ_are_curves_of_their_own(self):
        head = "topology,dimensions,policy,offset,p,messages,delivered,delivery,ci95_low,ci95_high,exact,shortest_path_healthy,some_path_healthy\n"
        rows = ["mp,1x0,,4,3", "optimal,1x0,0.5,4,4", "optimal,1x0,0.9,4,{}"]
        for last, legend in ((3, ["mp", "optimal, p = 0.5",
                                  "optimal, p = 0.9"]), (4, ["mp", "optimal"])):
            self.write("orders.csv",
                       head + "".join(f"mesh,4x4,{row.format(last)},1,,,,1,1\n" for row in rows))
            self.assertEqual(self.legend(self.figure("orders.csv")), legend)

    # Of 2 hops there are three offsets, 2x0, 1x1 and 0x2.
    def test_drawn_faults_have_their_intervals(self):
        mark = self.marks(self.figure("messages.csv --y delivery")["panels"][0])[0]
        own = [row for row in self.rows_of("messages.csv")
               if row["offset"] in ("2x0", "1x1", "0x2")]
        place = mark["xs"].index(2)
        for name, column in (("below", "ci95_low"), ("above", "ci95_high")):
            self.assertAlmostEqual(mark[name][place], sum(float(row[column]) for row in own) / 3, 5)

    def test_the_tradeoff_has_a_point_for_each_routing(self):
        figure = self.figure("best.csv exact.csv")
        panel, = figure["panels"]
        rows = {row["routing"]: row for row in self.rows_of("exact.csv")}
        for name in ("dor", "val"):
            expected = tuple(float(f"{float(rows[name][column]):.6g}")
                             for column in ("worst_case_throughput", "path_length_normalized"))
            self.assertEqual(self.drawn(panel)[name], [expected])
        self.assertEqual(self.legend(figure), ["optima", "dor", "val"])
        self.assertTrue(
            all(math.isfinite(x) for points in self.drawn(panel).values() for x, _ in points))

    def test_designs_that_another_beats_are_open(self):
        self.write(
            "d.csv",
            "dimensions,objective,paths,worst_case_throughput,path_length_normalized,dual_gap\n8x8,worst_case,any,0.5,1.5,0\n"
            "8x8,worst_case,any,0.4,1.2,0\n8x8,worst_case,any,0.4,1.3,0\n".replace(
                "dual_gap", "dual_gap,capacity_flits").replace(",0\n", ",0,1\n"))
        optima, beaten = self.marks(self.figure("d.csv")["panels"][0])
        self.assertEqual((list(zip(optima["xs"], optima["ys"])), optima["line"]),
                         ([(0.4, 1.2), (0.5, 1.5)], "solid"))
        self.assertEqual((list(zip(beaten["xs"], beaten["ys"])), beaten["fills"]),
                         ([(0.4, 1.3)], "open"))
