"""`orthant report`: what stands in the page, that names cannot break it, and that every mistake is one line."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command import ORTHANT, Command

ROOT = pathlib.Path(__file__).parents[2]
TWO = ("traffic.load=0.1,0.2", "routing.algorithm=dor,o1turn", "router.vcs=4")


class Report(Command):
    def sweep(self, name, *words):
        self.orthant("sweep", "c.ini", *TWO, *words, "-q", "-o", name)

    def page(self, *files, title=()):
        done = self.orthant("report", *files, *title, "-o", "x.html")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        return self.text("x.html")

    def has(self, page, words):
        self.assertTrue(words in page, words)  # assertIn shows the whole page

    def data(self, page):
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])

    def section(self, page, kind):
        return next(section for section in self.data(page)["sections"] if section["kind"] == kind)

    def refuse(self, *words, message, **environment):
        done = subprocess.run([ORTHANT, "report", *words], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **environment}, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"orthant: error: {message}\n"))
        self.assertFalse((self.folder / "x.html").exists())

    def test_says_how_the_files_were_made(self):
        self.sweep("a.csv")
        page = self.page("a.csv")
        version = self.text("a.csv.ini").splitlines()[0].removeprefix("; ")
        for words in ("<title>4x4 torus, uniform traffic</title>", "<p class=soft>1 file, 4 rows</p>", f"<td>{version}</td>",
                      "<td>orthant sweep a.csv.ini -o again_a.csv</td>",
                      "<tr><td>routing.algorithm</td><td>dor,o1turn</td><td>several values</td></tr>"):
            self.has(page, words)
        # The command is right: it gives the same bytes.
        self.orthant("sweep", "a.csv.ini", "-o", "again_a.csv", "-q")
        self.assertEqual(self.text("again_a.csv"), self.text("a.csv"))

    def test_needs_no_network(self):
        self.sweep("a.csv")
        page = self.page("a.csv")
        self.has(page, "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"")
        self.assertIsNone(re.search(r"<(script|link|img|iframe)[^>]*(src|href)=", page))

    # The values of a curve are those of the file, with the interval of the latency.
    def test_curves_hold_what_the_file_holds(self):
        self.sweep("a.csv")
        curves = self.section(self.page("a.csv"), "curves")
        rows = [row for row in self.rows(self.text("a.csv")) if row["routing"] == "o1turn"]
        self.assertEqual([(key["name"], key["values"]) for key in curves["keys"]], [("routing", ["dor", "o1turn"])])
        line, = [line for line in curves["lines"] if line["values"] == [1]]
        self.assertEqual(line["runs"], [1, 1])
        for column, found in (("latency_mean", line["y"]["latency_mean"]), ("latency_ci95", line["half_width"]["latency_mean"]),
                              ("offered_capacity", line["x"]["capacity"]), ("accepted_flits", line["y"]["accepted_flits"])):
            self.assertEqual(found, [float(f"{float(row[column]):.6g}") for row in rows], column)

    # Configs beside the files say what sections are of; of two with one title the files are named too.
    def test_titles_say_what_is_drawn(self):
        self.orthant("run", "c.ini", "traffic.load=0.1", "router.vcs=auto", "-q", "-o", "r.csv", "output.channels=c.csv", "output.histogram=h.csv")
        self.orthant("run", "c.ini", "traffic.load=0.1", "router.vcs=auto", "run.seed=9", "-q", "-o", "s.csv", "output.channels=d.csv")
        of = "4x4 torus, dor, uniform traffic, load 0.1 of capacity"
        details = "2 VCs, 4-flit buffers, 4-flit packets"
        page = self.page("c.csv", "h.csv")
        self.assertEqual([section["title"] for section in self.data(page)["sections"]],
                         [f"Latencies of packets: {of}, {details}", f"Channels: {of}, {details}"])
        for words in (f"<title>{of}</title>", f"<h1>{of}</h1>", ">Channels of c.csv</a>"):
            self.has(page, words)
        self.has(self.page("r.csv", "c.csv"), f"<title>{of}</title>")
        self.assertEqual([section["title"] for section in self.data(self.page("c.csv", "d.csv"))["sections"]],
                         [f"Channels: {of}, {details} (Channels of {name})" for name in ("c.csv", "d.csv")])
        self.orthant("analyze", "c.ini", "--channels", "a.csv", "-q", "-o", "x.csv")
        self.assertEqual(self.section(self.page("a.csv"), "channels")["title"], "Channels: 4x4 torus, dor")

    # A result of a torus beside the channels of a graph, which shares nothing with it.
    def test_a_title_says_nothing_that_is_not_of_all_files(self):
        self.orthant("run", "c.ini", "traffic.load=0.1", "-q", "-o", "r.csv")
        (self.folder / "g.ini").write_text(self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges"))
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 3\n3 0\n")
        self.orthant("run", "g.ini", "traffic.load=0.2", "traffic.load_unit=flits", "traffic.pattern=random_permutation", "routing.algorithm=up_down", "-q", "-o", "x.csv",
                     "output.channels=g.csv")
        page = self.page("r.csv", "g.csv")
        self.has(page, "<h1>2 files</h1>")
        self.assertIn("graph g.edges, up down", self.section(page, "channels")["title"])

    # A key that only one of two files has tells nothing of the other.
    def test_a_name_has_no_key_that_is_not_set(self):
        self.orthant("run", "c.ini", "traffic.load=0.1", "-q", "-o", "a.csv")
        self.orthant("run", "c.ini", "traffic.load=0.1", "channel.bandwidth.by_dimension=1 2", "-q", "-o", "b.csv")
        keys = {key["name"]: key["labels"] for key in self.section(self.page("a.csv", "b.csv"), "curves")["keys"]}
        self.assertEqual(keys, {"channel.bandwidth": ["channel bandwidth 1 flits/cycle", ""],
                                "channel.bandwidth.by_dimension": ["", "channel bandwidth by dimension 1 2"]})

    def test_what_analyze_does_not_read_does_not_differ(self):
        self.orthant("analyze", "c.ini", "-q", "-o", "a.csv")
        self.orthant("design", "c.ini", "design.objective=worst_case", "-q", "-o", "d.csv")
        self.assertIsNone(re.search("<tr class=differs><td>design.objective", self.page("a.csv", "d.csv")))

    # Before anything was measured: there is nothing to draw.
    def test_a_deadlock_alone_has_no_section(self):
        self.sweep("a.csv")
        header, row = self.text("a.csv").splitlines()[:2]
        cells = dict(zip(header.split(","), row.split(",")))
        first = list(cells).index("verdict")
        cells = {name: "deadlocked" if name == "verdict" else "600" if name == "cycles" else text if i < first else "" for i, (name, text) in enumerate(cells.items())}
        (self.folder / "a.csv").write_text(f"{header}\n{','.join(cells.values())}\n")
        self.assertEqual(self.data(self.page("a.csv"))["sections"], [])

    # Both files have the same columns and loads; they differ in a key that has no column.
    def test_what_differs_in_a_key_without_column_is_never_merged(self):
        self.sweep("a.csv")
        self.sweep("far.csv", "channel.latency_cycles=3")
        page = self.page("a.csv", "far.csv")
        curves = self.section(page, "curves")
        self.assertEqual([key["name"] for key in curves["keys"]], ["routing", "channel.latency_cycles"])
        self.assertEqual(len(curves["lines"]), 4)
        self.has(page, '<tr class=differs><td>channel.latency_cycles</td><td>1</td><td>3</td><td>differs</td></tr>')

    # Bursts are of on_off alone: bernoulli, which reads none, is one curve of the two equal ones.
    def test_a_key_that_a_curve_does_not_read_neither_splits_nor_names_it(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "traffic.injection=bernoulli,on_off", "traffic.burst_flits=4,8", "-q", "-o", "a.csv")
        curves = self.section(self.page("a.csv"), "curves")
        self.assertEqual([[key["labels"][value] for key, value in zip(curves["keys"], line["values"])] for line in curves["lines"]],
                         [["bernoulli", ""], ["on off", "burst 4 flits"], ["on off", "burst 8 flits"]])
        self.assertEqual({runs for line in curves["lines"] for runs in line["runs"]}, {1})

    # An analysis has no window, and a sweep no policies: what the files say of them is no difference.
    def test_keys_that_a_verb_does_not_read_do_not_differ(self):
        self.sweep("a.csv")
        self.orthant("analyze", "c.ini", "run.measure_cycles=777", "traffic.load=0.9", "channel.bandwidth=2", "-q", "-o", "exact.csv")
        table = self.page("a.csv", "exact.csv").partition('id="config"')[2]
        self.assertRegex(table, "<tr class=differs><td>channel.bandwidth</td><td>1</td><td>2</td><td>differs</td></tr>")
        self.assertNotIn("<tr class=differs><td>run.", table)
        self.assertNotIn("<tr class=differs><td>traffic.load", table)

    # Nothing says how the second file was made: it may be the same, or not.
    def test_a_file_without_config_is_a_line_of_its_own(self):
        self.sweep("a.csv")
        self.sweep("b.csv", "run.seed=7")
        (self.folder / "b.csv.ini").unlink()
        page = self.page("a.csv", "b.csv")
        self.assertEqual(len(self.section(page, "curves")["lines"]), 4)
        self.has(page, "<p>b.csv.ini, which says how b.csv was made, is not there: its rows are lines of their own.</p>")

    # Of two seeds: the mean, and Student's t of one degree of freedom, 12.706 s / sqrt(2) = 8.98 s.
    def test_repetitions_are_one_point(self):
        self.sweep("a.csv", "run.repetitions=2")
        line = self.section(self.page("a.csv"), "curves")["lines"][0]
        first, second = [float(row["latency_mean"]) for row in self.rows(self.text("a.csv"))][:2]
        self.assertEqual(line["runs"], [2, 2])
        self.assertAlmostEqual(line["y"]["latency_mean"][0], (first + second) / 2, 3)
        self.assertAlmostEqual(line["half_width"]["latency_mean"][0], 12.706 * abs(first - second) / 2, 2)

    # Columns of loads: in both units; accepted_beyond_flits, which is in flits, in both too (capacity is 2 flits here).
    def test_bars_hold_the_largest_stable_loads(self):
        self.orthant("saturate", "c.ini", *TWO[1:], "run.tolerance=0.1", "run.measure_cycles=1000", "-q", "-o", "s.csv")
        self.sweep("a.csv")
        page = self.page("a.csv", "s.csv")
        self.assertEqual([section["kind"] for section in self.data(page)["sections"]], ["curves", "bars"])
        bars = self.section(page, "bars")
        rows = self.rows(self.text("s.csv"))
        self.assertEqual([bar["load"] for bar in bars["bars"]],
                         [{unit: float(row[f"saturation_{unit}"]) for unit in ("capacity", "flits")} for row in rows])
        for bar, row in zip(bars["bars"], rows):
            beyond = float(row["accepted_beyond_flits"])
            self.assertAlmostEqual(bar["marks"]["accepted_beyond_flits"]["capacity"], beyond / 2, 5)
            self.assertAlmostEqual(bar["marks"]["accepted_beyond_flits"]["flits"], beyond, 5)
        self.has(page, "<td>orthant saturate s.csv.ini -o again_s.csv</td>")

    # Of 2 bins of 1 and 3 cycles: per cycle 25 % and 75 / 3 %; packets of latencies 5, 7 and 7 have bins of one cycle.
    def test_histograms_are_shares_per_cycle_and_cumulative(self):
        (self.folder / "h.csv").write_text("seed,latency_from,latency_to,packets\n1,4,5,10\n1,5,8,30\n")
        (self.folder / "p.csv").write_text("seed,source,destination,flits,birth,arrival,latency\n1,0,1,4,0,5,4.5\n"
                                           "1,0,1,4,0,7,7\n1,0,1,4,0,7,6.1\n")
        page = self.page("h.csv", "p.csv")
        first, second = self.section(page, "histogram")["lines"]
        self.assertEqual((first["name"], first["edges"], first["per_cycle"], first["below"], first["packets"], first["percentiles"]),
                         ("h.csv", [4, 5, 8], [25, 25], [25, 100], 40, [[50, 6]]))
        self.assertEqual((second["edges"], second["per_cycle"], second["below"]), ([5, 6, 7, 8], [33.3333, 0, 66.6667], [33.3333, 33.3333, 100]))
        self.has(page, "<title>2 files</title>")

    # A torus of 4x3x2: routers count x first. Repetitions are averaged. A graph has no radices, and is drawn.
    def test_channels_are_maps_of_grids_and_networks_of_graphs(self):
        short = ("run.measure_cycles=500", "router.vcs=4", "traffic.load=0.1", "-q")
        self.orthant("run", "c.ini", "topology.dimensions=4x3x2", "run.repetitions=2", *short, "-o", "r.csv", "output.channels=c.csv")
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 0\n")
        config = self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges")
        (self.folder / "g.ini").write_text(config)
        self.orthant("run", "g.ini", "routing.algorithm=up_down", "traffic.load_unit=flits", *short, "-o", "s.csv", "output.channels=g.csv")
        page = self.page("c.csv", "g.csv")
        torus, graph = [section for section in self.data(page)["sections"] if section["kind"] == "channels"]
        self.assertEqual((torus["radices"], torus["directions"], torus["routers"]), ([4, 3, 2], ["+x", "-x", "+y", "-y", "+z", "-z"], 24))
        rows = [row for row in self.rows(self.text("c.csv")) if (row["from"], row["from_port"]) == ("5", "2")]
        at = [(5, 2) == where for where in zip(torus["from"], torus["port"])].index(True)
        self.assertEqual(len(rows), 2)
        self.assertAlmostEqual(torus["columns"][0]["values"][at], sum(float(row["utilization"]) for row in rows) / 2, 5)
        self.assertEqual((graph["radices"], graph["routers"], sorted(zip(graph["from"], graph["to"]))),
                         ([], 3, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]))
        self.has(page, "<td>orthant run c.csv.ini output.channels=again_c.csv</td>")

    # Of two seeds, the mean; router 1 is at x = 1 of the lowest of two rows, node 0 at the lower left.
    def test_routers_and_pairs_are_cells(self):
        (self.folder / "e.csv").write_text("seed,router,coordinates,link,picojoules\n1,0,0 0,5,1\n1,1,1 0,5,2\n1,2,0 1,5,3\n1,3,1 1,5,\n"
                                           "2,0,0 0,5,3\n2,1,1 0,5,2\n2,2,0 1,5,3\n2,3,1 1,5,\n")
        (self.folder / "f.csv").write_text("seed,source,destination,packets,accepted_flits,latency_mean\n1,0,1,4,0.5,\n1,1,0,2,0.25,\n")
        routers, pairs = [section for section in self.data(self.page("e.csv", "f.csv"))["sections"]][::-1]
        self.assertEqual([column["name"] for column in routers["columns"]], ["picojoules", "link"])
        self.assertEqual((routers["columns"][0]["values"], routers["maps"][0]["cells"]),
                         ([2, 2, 3, None], [[0, 1, 0], [1, 1, 1], [0, 0, 2], [1, 0, 3]]))
        self.assertEqual((pairs["columns"][0]["values"], pairs["maps"][0]["cells"], pairs["names"][1]),
                         ([0.5, 0.25], [[1, 1, 0], [0, 0, 1]], "From node 1 to 0"))

    def test_what_is_too_large_to_draw_says_so(self):
        (self.folder / "c.csv").write_text("from,from_port,to,utilization\n0,0,9999,0.1\n")
        (self.folder / "f.csv").write_text("seed,source,destination,packets,accepted_flits,latency_mean\n1,0,600,4,0.5,\n")
        (self.folder / "e.csv").write_text("seed,router,coordinates,link,picojoules\n1,0,0 0 0 0,5,1\n")
        self.assertEqual([(section["kind"], section["words"]) for section in self.data(self.page("c.csv", "f.csv", "e.csv"))["sections"]], [
            ("words", "Not drawn: 10000 routers; at most 1500 are."), ("words", "Not drawn: 601 nodes; at most 512 are."),
            ("words", "Not drawn: routers are drawn that have one to three coordinates.")])

    def test_policies_and_courses_are_lines(self):
        self.orthant("policy", "c.ini", "policy.policies=mp,z2", "policy.p=0.5,0.9", "-q", "-o", "p.csv")
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.timeline=t.csv")
        course, means, policy = self.data(self.page("p.csv", "t.csv"))["sections"]
        rows = self.rows(self.text("t.csv"))
        self.assertEqual(course["lines"][0]["x"], [float(row["cycle"]) for row in rows])
        self.assertEqual((course["column"], course["lines"][0]["name"]), ("latency_mean", "t.csv"))
        self.assertIn("policy z2, offset 1x0", [line["name"] for line in policy["lines"]])
        line, = [line for line in policy["lines"] if line["name"] == "policy mp, offset 1x0"]
        self.assertEqual((line["x"], line["figures"]["delivery"]), ([0.5, 0.9], [0.5, 0.9]))
        self.assertEqual([line["name"] for line in means["lines"]], ["policy mp, p = 0.5", "policy z2, p = 0.5", "policy mp, p = 0.9", "policy z2, p = 0.9"])
        self.assertEqual(means["lines"][2]["figures"]["delivery"][:2], [1, 0.9])
        # Few lines at first: a panel for each probability, and of the offsets the farthest.
        self.assertEqual(([key["name"] for key in means["keys"]], means["facet"]), (["policy", "p"], 1))
        offsets = policy["keys"][1]
        self.assertEqual((offsets["name"], offsets["values"][offsets["chosen"]]), ("offset", "2x2"))

    # Spans of ten cycles: a joined one is the mean of its neighbours.
    def test_neighbouring_spans_are_joined_where_there_are_many(self):
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.channel_timeline=course.csv", "output.timeline_cycles=10")
        section = self.section(self.page("course.csv"), "channels")
        rows = self.rows(self.text("course.csv"))
        ends = sorted({int(row["cycle"]) for row in rows})
        together = -(-len(ends) // 200)
        self.assertGreater(together, 1)
        self.assertLessEqual(len(section["columns"]), 200)
        self.assertIn(f"Of {len(ends)} spans each {together} neighbours are one", section["grey"])
        of_first = [float(row["utilization"]) for row in rows if (row["from"], row["from_port"]) == (rows[0]["from"], rows[0]["from_port"])
                    and int(row["cycle"]) <= ends[together - 1]]
        self.assertAlmostEqual(section["columns"][0]["values"][0], sum(of_first) / together, places=5)

    # Of a program the end is drawn first; a key makes the groups.
    def test_runs_without_a_load_are_bars(self):
        self.orthant("sweep", "c.ini", "traffic.injection=workload", "workload.kind=alltoall", "workload.rounds=1,2", "-q", "-o", "w.csv")
        bars = self.section(self.page("w.csv"), "bars")
        self.assertEqual((bars["unit"], bars["keys"][0]["values"]), ("completion_cycles", ["1", "2"]))
        self.assertEqual([bar["load"]["completion_cycles"] for bar in bars["bars"]],
                         [float(row["completion_cycles"]) for row in self.rows(self.text("w.csv"))])

    # Of a 4x4 torus: dor guarantees 1/3 of capacity on shortest paths, Valiant 1/2 on paths twice as long, and the best
    # routing of no more than 1.1 times their length 1/2.48 = 0.403226, as design says.
    def test_analyses_and_designs_are_points_of_throughput_and_length(self):
        self.orthant("analyze", "c.ini", "routing.algorithm=dor,val", "-q", "-o", "a.csv")
        self.orthant("design", "c.ini", "design.objective=worst_case", "design.locality=1,1.1", "-q", "-o", "d.csv")
        page = self.page("a.csv", "d.csv")
        tradeoff = self.section(page, "tradeoff")
        self.assertEqual([key["name"] for key in tradeoff["keys"]], ["verb", "routing", "locality"])
        self.assertEqual((tradeoff["x"], tradeoff["y"], tradeoff["along"]), ("worst_case_throughput", "path_length_normalized", 2))
        x, y = [[column["name"] for column in tradeoff["columns"]].index(name) for name in (tradeoff["x"], tradeoff["y"])]
        points = [(point["figures"][x], point["figures"][y]) for point in tradeoff["points"]]
        self.assertEqual(points[:3], [(0.333333, 1), (0.5, 2), (0.333333, 1)])
        self.assertAlmostEqual(points[3][0], 1 / 2.48, 5)
        self.assertAlmostEqual(points[3][1], 1.1, 5)
        self.has(page, "<td>orthant design d.csv.ini -o again_d.csv</td>")
        alone = self.section(self.page("d.csv"), "tradeoff")
        self.assertEqual([key["name"] for key in alone["keys"]], ["locality"])

    # Two routings make equal rows of a design; their column stands behind the others.
    def test_designs_of_a_key_in_the_last_column_are_told_apart(self):
        self.orthant("design", "c.ini", "design.objective=worst_case", "design.then=none,path_length", "-q", "-o", "d.csv")
        self.assertEqual([key["name"] for key in self.section(self.page("d.csv"), "tradeoff")["keys"]], ["design.then"])

    def test_schedules_are_channels_and_frames(self):
        self.orthant("schedule", "c.ini", "topology.dimensions=3x3", "schedule.ports=no", "--frames", "f.json", "-q", "-o", "s.csv")
        page = self.page("f.json", "s.csv")
        self.has(page, "<td>orthant schedule s.csv.ini -o again_s.csv</td>")
        self.assertFalse('class="warnings"' in page)  # that a schedule is liquid is no warning
        gantt = self.section(page, "gantt")
        frames = json.loads(self.text("f.json"))["frames"]
        self.assertEqual((len(gantt["cells"]), len(gantt["cells"][0])), (36, len(frames)))
        self.assertEqual(sum(cell >= 0 for row in gantt["cells"] for cell in row),
                         sum(len(transfer["channels"]) for frame in frames for transfer in frame["transfers"]))
        self.has(page, "<td>orthant schedule f.json.ini --frames again_f.json</td>")
        alone = self.page("f.json")
        for words in ("<title>3x3 torus, dor, all to all</title>", f"<p class=soft>1 file, {len(frames)} frames</p>"):
            self.has(alone, words)
        self.assertFalse('id="rows"' in alone or 'href="#rows"' in alone)
        self.assertEqual(gantt["title"], "Frames: 3x3 torus, dor, all to all")
        self.assertEqual(gantt["channels"][:2], ["0-1 port 0", "0-2 port 1"])

    # Rank 0 computes from 20 to 30 on a cpu that is free at 20, sends from 30 to 38, and waits for nothing; rank 1 waits up to
    # 42. The critical path goes from the computation by way of the send to the end of the receive.
    def test_operations_are_bars_of_ranks(self):
        head = "seed,rank,operation,operation_kind,peer,bytes,queue,start,message_arrival,cycles,end,critical\n"
        (self.folder / "o.csv").write_text(
            head + "7,0,0,calc,,,0,0,,10,30,1\n7,0,1,send,1,8,0,30,,,38,2\n7,1,0,recv,0,8,,0,42,,42,3\n7,1,1,calc,,,0,50,,5,,0\n"
            "7,1,2,send,0,8,0,,,,,0\n8,0,0,calc,,,0,0,,99,99,1\n")
        drawn = self.section(self.page("o.csv"), "operations")
        self.assertEqual({kind["words"]: kind["bars"] for kind in drawn["kinds"]}, {
            "waits for a message": [[1, 0, 42, "0"]], "sends": [[0, 30, 38, "1"]], "computes": [[0, 20, 30, "0"], [1, 45, 50, "1"]]})
        self.assertEqual((drawn["ranks"], drawn["last"], drawn["critical"]), (2, 50, [[20, 0], [30, 0], [30, 0], [42, 1], [42, 1]]))
        self.assertTrue(drawn["words"].startswith("The run of seed 7, the first of the file."))
        (self.folder / "o.csv").write_text(head + "7,5000,0,calc,,,0,0,,10,30,1\n")
        self.assertEqual(self.section(self.page("o.csv"), "words")["words"], "Not drawn: 5001 ranks; at most 4096 are.")
        for line, message in (("7,0,0,dance,,,0,0,,5,5,0", "operation_kind is 'dance'; allowed: recv, send, calc"),
                              ("7,0,0,send,1,2,0,,,,,0", "no operation has started; allowed: a file of output.operations")):
            (self.folder / "o.csv").write_text(head + line + "\n")
            (self.folder / "x.html").unlink(missing_ok=True)
            self.refuse("o.csv", "-o", "x.html", message=f"o.csv: {message}")

    # Offsets 1x0 and 0x1 are one hop away, with 3 of 4 and 4 of 4 pairs delivered; 2x0 is two. An order that differs with p is two lines.
    def test_given_failed_links_are_drawn_over_the_distance(self):
        (self.folder / "f.csv").write_text(
            "topology,dimensions,policy,offset,p,messages,delivered,delivery,ci95_low,ci95_high,exact,shortest_path_healthy,some_path_healthy\n"
            "mesh,4x4,mp,1x0,,4,3,0.75,,,,1,1\nmesh,4x4,mp,0x1,,4,4,1,,,,1,1\nmesh,4x4,mp,2x0,,2,1,0.5,,,,1,1\n"
            "mesh,4x4,optimal,1x0,0.5,4,4,1,,,,1,1\nmesh,4x4,optimal,1x0,0.9,4,3,0.75,,,,1,1\n")
        drawn = self.section(self.page("f.csv"), "lines")
        self.assertEqual([(line["name"], line["x"], line["figures"]["delivery"]) for line in drawn["lines"]],
                         [("policy mp", [1, 2], [0.875, 0.5]), ("policy optimal, p 0.5", [1], [1]), ("policy optimal, p 0.9", [1], [0.75])])

    def test_warns_of_points_that_are_not_stable_and_of_files_that_are_not_whole(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.2,1.5", "-q", "-o", "a.csv", expect=0)
        text = self.text("a.csv")
        self.assertIn("saturated", text)
        self.has(self.page("a.csv"), "<p>a.csv: 1 saturated of 2 rows.</p>")
        (self.folder / "a.csv").write_text("".join(text.splitlines(True)[:2]))
        size = len(text.encode())
        self.has(self.page("a.csv"), f"<p>a.csv was changed after it was written: {(self.folder / 'a.csv').stat().st_size} bytes, "
                                     f"by its FILE.ini {size}.</p>")

    def test_shows_the_commands_of_added_rows(self):
        self.orthant("run", "c.ini", "-q", "-o", "a.csv")
        self.orthant("run", "c.ini", "traffic.load=0.15", "-q", "-o", "a.csv", "--append")
        self.has(self.page("a.csv"), "<p><code>orthant run a.csv.ini traffic.load=0.15</code></p>")

    def test_names_cannot_break_the_page(self):
        name = "<script>alert(1)&'\".csv"
        self.sweep("a.csv")
        for ending in ("", ".ini"):
            shutil.copy(self.folder / f"a.csv{ending}", self.folder / f"{name}{ending}")
        page = self.page(name, title=("--title", "</title><b>"))
        self.assertFalse("<script>alert" in page)
        self.has(page, f"<td>{html.escape(name)}</td>")
        self.has(page, "<title>&lt;/title&gt;&lt;b&gt;</title>")

    def test_shows_the_first_rows_of_many(self):
        self.sweep("a.csv")
        header, *rows = self.text("a.csv").splitlines()
        many = [row.split(",") for row in rows[:1]] * 250
        seed = header.split(",").index("seed")
        (self.folder / "many.csv").write_text("\n".join(
            [header, *(",".join([*row[:seed], str(i), *row[seed + 1:]]) for i, row in enumerate(many))]) + "\n")
        self.has(self.page("many.csv"), "<p class=soft>The first 200 of 250 rows; the others stand in the file.</p>")

    def test_mistakes_are_one_line(self):
        self.sweep("a.csv")
        self.refuse(message="command line: report: the files are missing; allowed: files of results")
        self.refuse("a.csv", message="command line: report: -o FILE is missing; allowed: a name that ends in .html, .htm")
        self.refuse("a.csv", "-o", "x.pdf", message="command line: -o, --output: 'x.pdf' has no known ending; allowed: .html, .htm")
        self.refuse("b.csv", "-o", "x.html", message="b.csv: no such file; allowed: a file of results")
        self.refuse("a.csv", "a.csv", "-o", "x.html", message="a.csv: given twice; allowed: once")
        (self.folder / "b.csv").write_text(self.text("a.csv"))
        (self.folder / "b.csv.ini").write_text(self.text("a.csv.ini"))
        self.refuse("a.csv", "b.csv", "-o", "x.html", message="b.csv: row 1 and row 1 of a.csv are the same run: equal keys, seed 7 "
                                                              "and load 0.1; it would count twice; allowed: once")
        (self.folder / "p.csv").write_text("frame,source,destination\n0,1,2\n")
        self.refuse("p.csv", "-o", "x.html", message="p.csv: a file of schedule --frames; allowed in a report: run, sweep, saturate, analyze, "
                                                     "design, policy, policy --faults, policy --means, schedule, output.channel_timeline, output.channels, analyze --channels, output.histogram, "
                                                     "output.packets, output.flows, output.timeline, output.energy, output.operations, output.trace, "
                                                     "schedule --frames FILE.json")
        header, first, *_ = self.text("a.csv").splitlines()
        for row, message in ((first + ",1", f"row 1 has {first.count(',') + 2} cells; allowed: {first.count(',') + 1}, as the header has"),
                             (first.replace(",stable,", ",steady,"), "row 1: unknown verdict 'steady'; allowed: stable, "),
                             (first.replace(",stable,", ",stable,x"), "row 1: offered_flits is 'x"),
                             ("", "no rows; allowed: one or more")):
            (self.folder / "b.csv").write_text(f"{header}\n{row}\n")
            done = self.orthant("report", "b.csv", "-o", "x.html", expect=2)
            self.assertRegex(done.stderr, f"^orthant: error: b.csv: {re.escape(message)}[^\n]*\n$")
        (self.folder / "b.csv").write_text("from,from_port,to,utilization\n0,0,1.5,0.1\n")
        self.refuse("b.csv", "-o", "x.html", message="b.csv: row 1: to is '1.5'; allowed: a whole number from 0 on")
        (self.folder / "b.csv").write_text("from,from_port,to,utilization\n0,0,1,inf\n")
        self.refuse("b.csv", "-o", "x.html", message="b.csv: row 1: utilization is 'inf'; allowed: a number")
        (self.folder / "b.csv").write_text("load,verdict,offered_flits,latency_mean\n0.1,stable,0.1,12\n")
        self.refuse("b.csv", "-o", "x.html", message="b.csv: column 'seed' is missing; allowed: a result file as orthant writes it")
        self.refuse("a.csv", "-o", "nowhere/x.html", message="nowhere/x.html: cannot write: No such file or directory")

    def test_says_which_package_is_missing(self):
        self.sweep("a.csv")
        self.refuse("a.csv", "-o", "x.html", ORTHANT_PYTHON="/nowhere/python3",
                    message="report: /nowhere/python3 is missing; allowed with: the Debian package python3")
        self.refuse("a.csv", "-o", "x.html", ORTHANT_CHART_JS="/nowhere/chart.js",
                    message="report: /nowhere/chart.js, the library Chart.js, is missing; allowed with: the Debian package "
                            "libjs-chart.js, or ORTHANT_CHART_JS=FILE")


if __name__ == "__main__":
    unittest.main()
