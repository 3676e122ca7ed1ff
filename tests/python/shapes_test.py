"""Bars, histograms, maps, Gantt charts: their cells and spans are those of the files."""

import contextlib
import json
import math

from figure_files import Figures

from orthant.figures import maps, network, packets, spans
from orthant.page import steps

OPERATIONS = "seed,rank,operation,operation_kind,peer,bytes,queue,start,message_arrival,cycles,end,critical\n"
TRACE = "seed,cycle,event,packet,flit,router,port,vc,out_port,out_vc,cause,blocked_by,destination,flits\n"


class Bars(Figures):
    FILES = True

    def heights(self, panel):
        return self.boxes(panel, 3)

    def test_bars_of_saturate_are_the_largest_stable_loads_with_their_marks(self):
        figure = self.figure("limits.csv")
        panel, rows = figure["panels"][0], self.rows_of("limits.csv")
        self.assertEqual(self.heights(panel),
                         {"": [float(row["saturation_capacity"]) for row in rows]})
        beyond, = [mark for mark in self.marks(panel) if mark["name"] == "accepted at full load"]
        for value, row in zip(beyond["ys"], rows):  # capacity is 2 flits here
            self.assertAlmostEqual(value, float(row["accepted_beyond_flits"]) / 2, 5)
        self.assertEqual([word for _, word in panel["x"]["ticks"]], ["dor", "o1turn"])
        self.assertEqual(self.figure("limits.csv --x routing")["panels"], figure["panels"])

    # Only the stable point has a full bar; others are open or reported as missing.
    def test_bars_say_what_is_not_stable(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "unfinished", 30),
                           ("romm", 2, 0.1, "saturated", ""), ("rlb", 2, 0.1, "deadlocked", ""))
        figure = self.figure(f"{name} --kind bar")
        self.assertEqual(self.heights(figure["panels"][0]), {"": [10]})
        self.assertEqual(figure["panels"][0]["x"]["ticks"], [[0, "dor"]])
        self.assertEqual(figure["notes"],
                         ["without a bar: 3 of the bars, which have no value of latency_mean: "
                          "unfinished or saturated or deadlocked"])
        figure = self.figure(f"{name} --kind bar --y accepted")
        self.assertEqual([(mark.get("fill"), mark.get("outline"))
                          for mark in self.marks(figure["panels"][0], "rects")],
                         [(None, None), ("open", "dashed"), ("open", "solid")])
        self.assertEqual(self.legend(figure), ["saturated", "unfinished"])

    def test_loads_are_groups_or_stand_in_the_title(self):
        name = self.points(*(("dor", vcs, load, "stable", 100 * load + vcs) for vcs in (2, 4)
                             for load in (0.1, 0.2)))
        panel, = self.figure(f"{name} --kind bar --x load")["panels"]
        self.assertEqual(([word for _, word in panel["x"]["ticks"]], self.heights(panel)),
                         (["0.1", "0.2"], {"2": [12, 22], "4": [14, 24]}))
        one = self.figure(self.points(("dor", 2, 0.1, "stable", 10),
                                      ("val", 2, 0.1, "stable", 12)) + " --kind bar")
        self.assertIn("load 0.1 of capacity", one["title"].replace("\n", " "))

    # 240 transfers over channels that 8 of them use: 30 in a frame. On a ring of 4, 12 over
    # channels that 2 use: 6.
    def test_schedules_are_bars_of_their_throughput(self):
        self.orthant(*"schedule t.ini routing.ties=parity topology.dimensions=4,4x4 -q -o "
                     "schedules.csv".split())
        panel, = self.figure("schedules.csv")["panels"]
        self.assertEqual((self.heights(panel), panel["y"]["label"]),
                         ({"": [6, 30]}, "liquid throughput\n(transfers/frame)"))
        self.assertEqual(self.heights(self.figure("schedules.csv --y duration")["panels"][0]),
                         {"": [2, 8]})

    def test_bars_of_schedules_are_open_where_none_was_found(self):
        head = "topology,routing,collective,transfers,duration,liquid_throughput,frames,verdict,topology.dimensions\n"
        rows = ["240,15,16,15,liquid,4x4", "1260,35,36,37,unknown,6x6",
                "1260,35,36,36,not_liquid,7x7"]
        name = self.write("s.csv", head + "".join(f"torus,dor,all_to_all,{row}\n" for row in rows))
        figure = self.figure(f"{name} --y frames")
        self.assertEqual(
            [mark.get("fill", "full") for mark in self.marks(figure["panels"][0], "rects")],
            ["full", "open", "open"])
        self.assertEqual(self.legend(figure), ["not liquid", "not known to be liquid"])
        # The duration depends on the transfers only.
        self.assertEqual(self.legend(self.figure(f"{name} --y duration")), [])

    def test_programs_are_bars_of_their_completion(self):
        panel, = self.figure("program.csv")["panels"]
        self.assertEqual(panel["y"]["label"], "completion (cycles)")
        self.assertEqual(sum(map(len, self.heights(panel).values())), 4)


class Histograms(Figures):
    # Of 2 bins of 1 and 3 cycles: per cycle 25 % and 75 / 3 %; packets of latencies 5, 7 and
    # 7 have bins of a cycle.
    def test_densities_are_per_cycle_and_the_curve_is_cumulative(self):
        self.write("h.csv", "seed,latency_from,latency_to,packets\n1,4,5,10\n1,5,8,30\n")
        density, cumulative = self.figure("h.csv")["panels"]
        self.assertEqual([box[2:] for box in self.marks(density, "rects")[0]["boxes"]],
                         [[0, 25], [0, 25]])
        line, dots = self.marks(cumulative)
        self.assertEqual((line["xs"], line["ys"], list(zip(dots["xs"], dots["ys"]))),
                         ([4, 5, 8], [0, 25, 100], [(6, 50)]))
        self.write(
            "p.csv",
            "seed,source,destination,flits,birth,arrival,latency\n1,0,1,4,0,5,4.5\n1,0,1,4,0,7,7\n1,0,1,4,0,7,6.1\n"
        )
        line = self.marks(self.figure("p.csv")["panels"][1])[0]
        self.assertEqual((line["xs"], line["ys"]), ([5, 6, 7, 8], [0, 33.3333, 33.3333, 100]))

    # Of 1000 packets 990 take less than 10 cycles, 9 less than 20, one less than 100.
    def test_the_tail_is_the_share_beyond_on_a_logarithmic_axis(self):
        self.write("h.csv",
                   "seed,latency_from,latency_to,packets\n1,4,10,990\n1,10,20,9\n1,20,100,1\n")
        panel, = self.figure("h.csv --kind tail")["panels"]
        self.assertEqual(
            (panel["y"]["scale"], self.marks(panel)[0]["xs"], self.marks(panel)[0]["ys"]),
            ("log", [4, 10, 20, 100], [1, 0.01, 0.001, None]))
        self.assertEqual(panel["y"]["ticks"],
                         [[0.001, "0.001"], [0.01, "0.01"], [0.1, "0.1"], [1, "1"]])
        self.write("g.csv", "seed,latency_from,latency_to,packets\n1,4,10,99999\n1,10,20,1\n")
        self.assertEqual(self.figure("g.csv --kind tail")["panels"][0]["y"]["ticks"][0],
                         [1e-5, "10⁻⁵"])

    # Of 1000 packets none is known beyond which 0.1 % lie; of 40 only the median is.
    def test_legends_have_the_percentiles_that_are_known(self):
        for name, packets in (("few", 40), ("many", 1000)):
            self.write(f"{name}.csv", f"seed,latency_from,latency_to,packets\n1,4,5,{packets}\n")
        legend, = self.figure("few.csv many.csv")["legends"]
        self.assertEqual((legend["title"], [entry["label"] for entry in legend["entries"]]),
                         ("latency percentiles 50, 95 (cycles)", ["few: 4, –", "many: 4, 4"]))

    def test_bins_that_overlap_are_refused(self):
        self.write("h.csv", "seed,latency_from,latency_to,packets\n1,4,10,3\n1,8,20,9\n")
        self.refused("h.csv", "^h.csv: bins that overlap, or none with packets; ")


class Maps(Figures):
    FILES = True

    # Router y * 4 + x; port 2 leads to +y.
    def test_channels_stand_at_their_routers(self):
        figure = self.figure("channels.csv")
        rows = self.rows_of("channels.csv")
        for port, panel in enumerate(figure["panels"]):
            values = self.marks(panel, "cells")[0]["values"]
            for row in (row for row in rows if int(row["from_port"]) == port):
                router = int(row["from"])
                self.assertAlmostEqual(values[router // 4][router % 4], float(row["utilization"]),
                                       5)
        self.assertRegex(figure["panels"][2]["title"], r"^\+y\nmean 0\.\d+, max 0\.\d+$")
        self.assertIn("differences are within the noise", figure["colours"]["label"].replace(
            "\n", " "))

    def test_planes_of_a_third_dimension_stand_above_each_other(self):
        panels = self.figure("cube_channels.csv")["panels"]
        values = self.marks(panels[2], "cells")[0]["values"]  # 2x3x2: three rows, a gap, three rows
        self.assertEqual((len(panels), len(values), values[3]), (6, 7, [None, None]))
        row, = [row for row in self.rows_of("cube_channels.csv")
                if (row["from"], row["from_port"]) == ("7", "2")]
        self.assertAlmostEqual(values[4][1], float(row["utilization"]), 5)  # router 7 is (1, 0, 1)

    # A router and a link are missing, and a link is added.
    def test_other_channels_of_a_grid_stand_where_they_are(self):
        self.write("x.txt", "router (3,3) down\nlink (0,1) (1,1) down\nlink (0,0) (2,2) added\n")
        self.orthant(*"run t.ini routing.algorithm=minimal_adaptive topology.exceptions=x.txt -q "
                     "traffic.load_unit=flits traffic.load=0.2 -o x.csv output.channels=x_channels.csv "
                     "output.trace=x_trace.csv".split())
        figure = self.figure("x_channels.csv")
        self.assertEqual(figure["title"].replace("\n", " "), "4x4 torus, minimal adaptive, uniform traffic, load 0.2 "
                         "flits/node/cycle, exceptions x.txt, 4 VCs")
        titles = [panel["title"].split("\n")[0] for panel in figure["panels"]]
        self.assertEqual(titles, ["+x", "-x", "+y", "-y", "added links"])
        missing = [{(x, y) for y, row in enumerate(self.marks(panel, "cells")[0]["values"])
                    for x, value in enumerate(row) if value is None} for panel in figure["panels"]]
        self.assertEqual(missing[0], {(0, 1), (2, 3), (3, 3)})
        self.assertEqual(missing[3], {(3, 3), (3, 0)})
        self.assertEqual(16 - len(missing[4]), 2)
        self.assertFalse({(0, 0), (2, 2)} & missing[4])
        with contextlib.chdir(self.folder):
            view = steps.views("x_trace.csv")[0]["steps"]
        router = {tuple(spot): int(router) for router, spot in view["spots"].items()}
        links = {tuple(sorted(router[tuple(end)] for end in link)) for link in view["links"]}
        whole = {(r, r + 1) for r in range(16) if r % 4 < 3} | {(r, r + 4) for r in range(12)}
        self.assertEqual(links, whole - {(4, 5), (14, 15), (11, 15)} | {(0, 10)})
        self.assertIn("Of the others those that heads crossed are drawn.", view["words"])

    def test_files_side_by_side_have_the_same_colours(self):
        self.orthant(
            *"run t.ini traffic.load=0.1 -q -o low.csv output.channels=low_channels.csv".split())
        figure = self.figure("channels.csv low_channels.csv")
        self.assertEqual([panel["title"].split("\n")[0] for panel in figure["panels"]],
                         [f"load {load}, {way}" for load in (0.3, 0.1)
                          for way in ("+x", "-x", "+y", "-y")])
        largest = max(float(row["utilization"]) for row in self.rows_of("channels.csv"))
        self.assertAlmostEqual(figure["colours"]["limits"][1], largest, 5)

    def test_a_graph_is_drawn_with_the_busier_channel_of_each_link(self):
        mark, = self.figure("graph_channels.csv")["panels"][0]["marks"]
        busier = {}
        for row in self.rows_of("graph_channels.csv"):
            link = " and ".join(sorted((row["from"], row["to"])))
            busier[link] = max(busier.get(link, 0), float(row["utilization"]))
        self.assertEqual(
            {link: round(value, 5)
             for link, value in zip(mark["hints"], mark["values"])},
            {link: round(value, 5)
             for link, value in busier.items()})
        self.assertEqual(mark["values"], sorted(mark["values"]))

    # By springs alone the link from 3 to 4 runs under router 0.
    def test_links_bend_around_routers(self):
        links = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (0, 3), (1, 6), (6, 7), (4, 7)]
        spots = network.place(8, links)

        def space(points, link):
            return min(
                math.dist(point, spots[i]) for point in points for i in range(8) if i not in link)

        straight = [link for link in links
                    if space(network.bent(spots[link[0]], spots[link[1]], 1e-9), link) < 0.05]
        self.assertEqual(straight, [(3, 4)])
        self.assertGreaterEqual(min(space(network.path(spots, link), link) for link in links
                                    if len(network.path(spots, link)) > 2), 0.05)

    def test_pairs_and_routers_are_cells(self):
        self.write("f.csv",
                   "seed,source,destination,accepted_flits\n1,0,1,0.5\n1,2,0,0.25\n2,2,0,0.75\n")
        self.assertEqual(self.marks(self.figure("f.csv")["panels"][0], "cells")[0]["values"],
                         [[None, 0.5, None], [None] * 3, [0.5, None, None]])
        self.write(
            "e.csv",
            "seed,router,coordinates,link,picojoules\n1,0,0 0,5,1\n1,1,1 0,5,2\n1,2,0 1,5,3\n1,3,1 "
            "1,5,\n2,0,0 0,5,3\n"
        )
        self.assertEqual(self.marks(self.figure("e.csv")["panels"][0], "cells")[0]["values"],
                         [[2, 2], [3, None]])
        self.refused("e.csv --y links", "--y: no column 'links', did you mean link?")

    # Values nearly alike are distinguished no further than 20 % of the largest, those within the
    # noise not at all.
    def test_colours_begin_above_0_only_where_values_differ(self):
        for least, top, noise, begin in ((0.1, 1, 0, 0), (0.6, 1, 0, 0.6), (0.9, 1, 0, 0.8),
                                         (1, 1, 0, 0), (0.9, 1, 0.2, 0)):
            self.assertEqual(maps.begin_of_colours(least, top, noise), begin)

    def test_colours_above_0_begin_at_a_tick(self):
        self.write("f.csv", "seed,source,destination,accepted_flits\n1,0,1,0.33\n1,1,0,0.61\n")
        colours = self.figure("f.csv")["colours"]
        self.assertEqual((colours["limits"], colours["ticks"][0]), ([0.3, 0.61], [0.3, "0.3"]))

    def test_channels_over_time_have_a_strip_for_each_direction(self):
        figure = self.figure("strips.csv")
        self.assertEqual([panel["y"]["label"] for panel in figure["panels"]],
                         ["+x", "-x", "+y", "-y"])
        mark = self.marks(figure["panels"][0], "cells")[0]
        first = [row for row in self.rows_of("strips.csv") if row["from_port"] == "0"
                 and row["from"] == "0"]
        self.assertEqual(mark["xs"],
                         [0, *sorted({float(row["cycle"]) for row in self.rows_of("strips.csv")})])
        self.assertEqual([round(value, 5) for value in mark["values"][0]],
                         [round(float(row["utilization"]), 5) for row in first])


class Spans(Figures):
    FILES = True

    def test_frames_have_the_colour_of_who_sends(self):
        document = json.loads((self.folder / "frames.json").read_text())
        figure = self.figure("frames.json")
        mark = self.marks(figure["panels"][0], "cells")[0]
        used = sum(len(transfer["channels"]) for frame in document["frames"]
                   for transfer in frame["transfers"])
        self.assertEqual(sum(value is not None for row in mark["values"] for value in row), used)
        schedule = spans.read_schedule(str(self.folder / "frames.json"))
        self.assertEqual(mark["values"][::-1], schedule.cells)
        self.assertIn("240 transfers in 8 frames", figure["title"])

    def test_a_channel_that_carries_two_transfers_at_a_time_is_refused(self):
        document = json.loads((self.folder / "frames.json").read_text())
        transfers = document["frames"][0]["transfers"]
        transfers.append(transfers[0])
        self.write("two.json", json.dumps(document))
        self.refused("two.json",
                     r"^two.json: not a schedule: more transfers of frame 0 than channel \d+ carries; ")

    # The send has waited for the start of the second computation alone.
    def test_the_critical_path_is_a_line_from_send_to_receive(self):
        self.write(
            "o.csv", OPERATIONS +
            "1,0,0,calc,,,0,0,,10,30,1\n1,0,1,send,1,8,0,30,,,38,3\n1,0,2,calc,,,1,30,,900,930,2\n"
            "1,1,0,recv,0,8,,0,42,,42,4\n1,1,1,calc,,,0,0,,5,5,0\n")
        figure = self.figure("o.csv")
        line, = self.marks(figure["panels"][0])
        self.assertEqual((line["xs"], line["ys"]),
                         ([20, 30, 30, 30, 30, 42, 42], [1, 1, 1, 1, 1, 0, 0]))  # rank 0 is above
        self.assertEqual(self.boxes(figure["panels"][0], slice(2)), {
            "waits for a message": [[0, 42]], "sends": [[30, 38]],
            "computes": [[20, 30], [30, 930], [0, 5]]})

    def test_operations_that_are_none_are_one_line(self):
        for line, message in (("1,0,0,send,1,2,0,,,,,", "no operation has started"),
                              ("1,0,0,send,1,2,0,0,,,inf,", "row 1: end is 'inf'"),
                              ("1,,0,send,1,2,0,0,,,3,", "row 1: rank is empty"),
                              ("1,-1,0,send,1,2,0,0,,,3,", "row 1: rank is '-1'"),
                              ("1,0,0,calc,,,0,0,,x,5,", "row 1: cycles is 'x'"),
                              ("1,0,0,dance,,,0,0,,5,5,", "operation_kind is 'dance'")):
            self.write("none.csv", OPERATIONS + line + "\n")
            with self.subTest(line):
                self.refused("none.csv", f"^none.csv: {message}")


class Packets(Figures):
    def trace(self, *rows):
        return self.write(
            "t.csv",
            TRACE + "".join(f"1,{cycle},{event},{packet},{flit},{router},0,0,0,0,{cause},{by},3,2\n"
                            for cycle, event, packet, flit, router, cause, by in rows))

    LIFE = ((0, "birth", 0, ""), (2, "inject", 0, ""), (4, "arrive", 0, ""),
            (5, "blocked", 0, "no_credit"), (9, "depart", 0, ""), (11, "arrive", 1, ""),
            (12, "depart", 1, ""), (13, "eject", 1, ""))

    def life(self, packet, begin):
        rows = [(begin + cycle, event, packet, 0, router, cause, "7:0" if cause else "")
                for cycle, event, router, cause in self.LIFE]
        return [*rows, (begin + 15, "eject", packet, 1, 1, "", "")]

    def test_a_bar_says_what_the_head_does_and_where(self):
        figure = self.figure(self.trace(*self.life("3:0", 0)))
        self.assertEqual(self.boxes(figure["panels"][0], slice(2)), {
            "in the source queue": [[0, 2]], "on a channel": [[2, 4], [9, 11], [12, 13]],
            "in a router": [[4, 5], [11, 12]], "waits for a credit": [[5, 9]],
            "tail follows": [[13, 15]]})
        self.assertEqual(self.marks(figure["panels"][0], "texts")[0]["texts"], ["0", "1"])
        self.assertEqual(figure["panels"][0]["x"]["label"], "cycle")

    # Three packets of 15 cycles each within 2000: each is drawn from its generation on.
    def test_packets_of_different_times_are_drawn_from_their_generation(self):
        rows = [row for packet, begin in (("3:0", 0), ("4:0", 1000), ("5:0", 1985))
                for row in self.life(packet, begin)]
        panel, = self.figure(self.trace(*rows))["panels"]
        self.assertEqual((panel["x"]["label"], panel["x"]["limits"]),
                         ("cycles since the packet was generated", [0, 15]))
        self.assertEqual([name for _, name in panel["y"]["ticks"]],
                         ["3:0 (0)", "4:0 (1000)", "5:0 (1985)"])
        self.assertEqual([box[:2] for box in self.marks(panel, "rects")[0]["boxes"]], [[0, 2]] * 3)

    def test_of_many_packets_there_is_no_picture(self):
        rows = [(packet, "birth", f"{packet}:0", 0, 0, "", "") for packet in range(151)]
        self.refused(self.trace(*rows), "^t.csv: more than 150 packets; allowed in a picture: at ")
        self.assertEqual(len(self.figure(self.trace(*rows[1:]))["panels"][0]["y"]["ticks"]), 150)

    def test_circles_of_waits_are_found_at_the_end(self):
        rows = [(cycle, "blocked", f"{packet}:0", 0, packet, "no_vc", f"{(packet + 1) % 3}:0")
                for cycle, packet in ((1, 0), (2, 1), (3, 2))]
        name = self.trace(*rows, (4, "blocked", "9:0", 0, 4, "no_vc", "0:0"))
        self.assertEqual(packets.Trace(str(self.folder / name)).circles(), [["0:0", "1:0", "2:0"]])

    def test_broken_traces_are_one_line(self):
        good = "1,5,arrive,3:0,0,3,4,0,,,,,2,4"
        for cells, message in (
                ({2: "leap"}, "event is 'leap'; allowed: birth, inject, "),
                ({1: "soon"}, "cycle is 'soon'"), ({1: "nan"}, "cycle is 'nan'"),
                ({1: "1e400"}, "cycle is '1e400'"),
                ({3: "3"}, "packet is '3'; allowed: SOURCE:NUMBER"),
                ({5: "-1"}, "router is '-1'"), ({5: "9" * 5000}, "router is '9+'"),
                ({4: ""}, "flit is ''"), ({4: "4"}, "flit 4 of a packet of 4"),
                ({2: "blocked", 10: "bored"}, "cause is 'bored'"),
                ({10: "no_vc"}, "cause of arrive is 'no_vc'"),
                ({2: "blocked", 10: "no_vc", 11: "who"}, "blocked_by is 'who'")):
            row = [cells.get(i, text) for i, text in enumerate(good.split(","))]
            with self.subTest(message):
                self.refused(self.write("t.csv", TRACE + ",".join(row) + "\n"),
                             f"^t.csv: row 1: {message}")
        for text, message in (
                (TRACE, "no rows"),
                (f"{TRACE}{good}\n{good.replace(',5,', ',4,')}\n", "row 2: cycle 4 after cycle 5"),
                (TRACE.replace("cause", "why") + good + "\n", "column 'cause' is missing")):
            self.refused(self.write("t.csv", text), f"^t.csv: {message}[^\n]*; allowed: ")
