"""`orthant report`: what stands in the page, that names cannot break it, and mistakes."""

import html
import json
import os
import re
import shutil

from command import ROOT, Command
from small_torus import RING, TWO


class Report(Command):
    def sweep(self, name, *words):
        self.orthant("sweep", "c.ini", *TWO, *words, "-q", "-o", name)

    def page(self, *files, title=()):
        done = self.orthant("report", *files, *title, "-o", "x.html")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        return self.text("x.html")

    def has(self, page, *texts):
        for text in texts:
            self.assertTrue(text in page, text)  # assertIn shows the whole page

    def data(self, page):
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>',
                                    page, re.DOTALL)[1])

    def views(self, page):
        return self.data(page)["sections"][0]["views"]

    def ring_steps(self, messages):
        """The steps of the trace of messages on a ring."""
        self.write("c.ini", RING)
        self.write("p.csv", f"time,source,destination,bytes,after\n{messages}\n")
        self.orthant("run", "c.ini", "-q", "output.trace=t.csv", "-o", "r.csv")
        steps, = [view["steps"] for view in self.views(self.page("t.csv"))
                  if view["name"] == "step by step"]
        (_, states), = steps["packets"].items()
        return steps, states

    def test_says_how_the_files_were_made(self):
        self.sweep("a.csv")
        page = self.page("a.csv")
        version = self.text("a.csv.ini").splitlines()[0].removeprefix("; ").partition(" (")[0]
        self.has(page, "<title>4x4 torus, uniform traffic</title>",
                 "<p class=soft>1 file, 4 rows</p>", f"<td>{version}</td>",
                 "<td>orthant sweep a.csv.ini -o again_a.csv</td>",
                 "<tr><td>routing.algorithm</td><td>dor,o1turn</td><td>several values</td></tr>")
        # The command is right: it gives the same bytes.
        self.orthant("sweep", "a.csv.ini", "-o", "again_a.csv", "-q")
        self.assertEqual(self.text("again_a.csv"), self.text("a.csv"))

    def test_needs_no_network(self):
        self.sweep("a.csv")
        page = self.page("a.csv")
        self.has(page, "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
                 "'unsafe-inline'; img-src data:\"")
        self.assertIsNone(re.search(r"<(script|link|img|iframe)[^>]*(src|href)=", page))

    # Every column of numbers has a view, and so has each key that differs.
    def test_views_are_those_of_columns_and_keys(self):
        self.sweep("a.csv")
        views = self.views(self.page("a.csv"))
        names = [view["name"] for view in views]
        for name in ("latency, logarithmic", "percentiles of the latency",
                     "a panel for each routing", "over routing", "mean packet latency (cycles)",
                     "mean hops", "cycles", "loads as flits/node/cycle"):
            self.assertIn(name, names)
        self.assertEqual(names[0], "latency and accepted load")
        rows = [row for row in self.table("a.csv") if row["routing"] == "o1turn"]
        own, = [mark for mark in views[0]["figure"]["panels"][0]["marks"]
                if mark["name"] == "o1turn"]
        self.assertEqual(own["ys"], [float(f"{float(row['latency_mean']):.6g}") for row in rows])

    def test_titles_say_what_is_drawn(self):
        self.orthant("run", "c.ini", "traffic.load=0.1", "-q", "-o", "r.csv",
                     "output.channels=c.csv", "output.histogram=h.csv")
        of = "4x4 torus, dor, uniform traffic, load 0.1 of capacity"
        page = self.page("c.csv", "h.csv")
        self.assertEqual([section["title"] for section in self.data(page)["sections"]],
                         ["Latencies of packets", "Channels of c.csv"])
        self.assertIn(
            of.replace(", load", ",\nload"),
            self.views(page)[0]["figure"]["title"].replace("traffic, load", "traffic,\nload"))
        self.has(page, f"<title>{of}</title>", f"<h1>{of}</h1>", ">Channels of c.csv</a>")
        self.orthant("schedule", "c.ini", "topology.dimensions=3x3", "schedule.ports=no",
                     "--frames", "f.json", "-q", "-o", "s.csv")
        self.has(self.page("f.json"), "<title>3x3 torus, dor, all to all</title>")
        self.has(self.page("f.json", "s.csv"),
                 "<td>orthant schedule f.json.ini --frames again_f.json</td>")

    # The result of a torus and the channels of a graph have nothing in common.
    def test_a_title_says_nothing_that_is_not_of_all_files(self):
        self.orthant("run", "c.ini", "traffic.load=0.1", "-q", "-o", "r.csv")
        self.write("g.ini", self.text("c.ini").replace("kind = torus\ndimensions = 4x4",
                                       "kind = graph\nfile = g.edges"))
        self.write("g.edges", "0 1\n1 2\n2 3\n3 0\n")
        self.orthant("run", "g.ini", "traffic.load=0.2", "traffic.load_unit=flits",
                     "traffic.pattern=random_permutation", "routing.algorithm=up_down", "-q", "-o",
                     "x.csv", "output.channels=g.csv")
        self.has(self.page("r.csv", "g.csv"), "<h1>2 files</h1>")

    def test_what_analyze_does_not_read_does_not_differ(self):
        self.orthant("analyze", "c.ini", "-q", "-o", "a.csv")
        self.orthant("design", "c.ini", "design.objective=worst_case", "-q", "-o", "d.csv")
        self.assertIsNone(
            re.search("<tr class=differs><td>design.objective", self.page("a.csv", "d.csv")))

    # A deadlock before the window leaves nothing to draw.
    def test_a_deadlock_alone_is_not_drawn(self):
        self.sweep("a.csv")
        header, row = self.text("a.csv").splitlines()[:2]
        cells = dict(zip(header.split(","), row.split(",")))
        first = list(cells).index("verdict")
        cells = {name: "deadlocked" if name == "verdict" else text if i < first else ""
                 for i, (name, text) in enumerate(cells.items())}
        self.write("a.csv", f"{header}\n{','.join(cells.values())}\n")
        section, = self.data(self.page("a.csv"))["sections"]
        self.assertEqual(section["views"], [])
        self.assertRegex(section["words"], "^Not drawn: no row has a value")

    # Files that share a point: it is drawn once, and the page says so.
    def test_files_that_share_a_point_are_drawn_together(self):
        self.sweep("a.csv")
        self.orthant("run", "c.ini", "traffic.load=0.1", "router.vcs=4", "-q", "-o", "b.csv")
        figure = self.views(self.page("a.csv", "b.csv"))[0]["figure"]
        self.assertIn("b.csv: row 1 is in a.csv too, and drawn once", figure["notes"])

    # Both files have the same columns and loads; they differ in a key that has no column.
    def test_what_differs_in_a_key_without_column_is_never_merged(self):
        self.sweep("a.csv")
        self.sweep("far.csv", "channel.latency_cycles=3")
        page = self.page("a.csv", "far.csv")
        marks = self.views(page)[0]["figure"]["panels"][0]["marks"]
        self.assertEqual([mark["keys"] for mark in marks][-1],
                         {"routing": "o1turn", "channel.latency_cycles": "3"})
        self.assertEqual(len(marks), 4)
        self.has(
            page,
            '<tr class=differs><td>channel.latency_cycles</td><td>1</td><td>3</td><td>differs</td></tr>'
        )

    # Keys of a window do not concern an analysis, and keys of policies no sweep: they are not
    # differences.
    def test_keys_that_a_verb_does_not_read_do_not_differ(self):
        self.sweep("a.csv")
        self.orthant("analyze", "c.ini", "run.measure_cycles=777", "traffic.load=0.9",
                     "channel.bandwidth=2", "-q", "-o", "exact.csv")
        table = self.page("a.csv", "exact.csv").partition('id="config"')[2]
        self.assertRegex(
            table,
            "<tr class=differs><td>channel.bandwidth</td><td>1</td><td>2</td><td>differs</td></tr>")
        self.assertNotIn("<tr class=differs><td>run.", table)
        self.assertNotIn("<tr class=differs><td>traffic.load", table)

    def test_runs_without_a_load_have_a_section_of_their_own(self):
        self.sweep("a.csv")
        self.orthant("sweep", "c.ini", "traffic.injection=workload", "workload.kind=alltoall",
                     "workload.rounds=1,2", "-q", "-o", "w.csv")
        loads, programs = self.data(self.page("a.csv", "w.csv"))["sections"]
        self.assertEqual([loads["title"], programs["title"]],
                         ["Latency and accepted load", "Runs without a load"])
        bars = [mark for mark in programs["views"][0]["figure"]["panels"][0]["marks"]
                if mark["kind"] == "rects"]
        self.assertEqual([box[3] for mark in bars for box in mark["boxes"]],
                         [float(row["completion_cycles"]) for row in self.table("w.csv")])

    # Without FILE.ini the second file may be the same experiment or another.
    def test_a_file_without_config_is_a_line_of_its_own(self):
        self.sweep("a.csv")
        self.sweep("b.csv", "run.seed=7")
        (self.folder / "b.csv.ini").unlink()
        page = self.page("a.csv", "b.csv")
        self.assertEqual(len(self.views(page)[0]["figure"]["panels"][0]["marks"]), 4)
        self.has(page, "<p>b.csv.ini, which says how b.csv was made, is not there: its rows are "
                 "lines of their own.</p>")

    def test_what_is_too_large_to_draw_says_so(self):
        self.write("f.csv", "seed,source,destination,packets,accepted_flits,latency_mean\n1,0,60000,4,0.5,\n")
        section, = self.data(self.page("f.csv"))["sections"]
        self.assertRegex(section["words"],
                         r"^Not drawn: f.csv: a map of \d+ cells; allowed: at most 4000000$")

    # On a ring of eight with one VC the run reports five packets that wait for each other.
    def test_circles_of_waits_are_the_knots_that_a_run_prints(self):
        done = self.orthant("run", str(ROOT / "configs" / "deadlock.ini"), "topology.dimensions=8",
                            "run.deadlock_cycles=200", "output.trace=t.csv", "-o", "r.csv",
                            expect=4)
        self.assertIn("1 knot of 10 VC buffers", done.stderr)
        steps = [view["steps"] for view in self.views(self.page("t.csv")) if "steps" in view]
        circle, = [one["circle"] for one in steps if "circle" in one]
        self.assertEqual(len(circle), 5)
        waits = {packet: states[-1][4] for packet, states in steps[-1]["packets"].items()}
        self.assertEqual([waits[packet] for packet in circle], circle[1:] + circle[:1])

    # The flit of docs/life_of_a_flit.md: at router 0 in cycle 1, at 1 in 3, at 2 in 5, at its
    # node in 7.
    def test_a_trace_is_stepped_through(self):
        steps, states = self.ring_steps("0,0,2,1,")
        self.assertEqual([(cycle, router) for cycle, router, inside, *_ in states if inside == 0],
                         [(1, 0), (3, 1), (5, 2)])
        self.assertEqual((states[-1][0], states[-1][2], steps["last"]), (7, -1, 7))

    # The rows of the file: the packet's flits that have arrived at a router and not yet left it.
    def test_a_packet_holds_the_buffers_and_channels_behind_its_head(self):
        _, states = self.ring_steps("0,0,3,6,")
        events = self.table("t.csv")
        for cycle, *_, buffers, channels in states:
            held, come = {}, set()
            for row in events:
                if int(row["cycle"]) > cycle or row["event"] not in ("arrive", "depart", "eject"):
                    continue
                router = int(row["router"])
                flits = held.setdefault(router, set())
                (flits.add if row["event"] == "arrive" else flits.discard)(row["flit"])
                if row["event"] == "arrive" and int(row["flit"]) + 1 == int(row["flits"]):
                    come.add(router)  # the tail
            self.assertEqual(buffers, [[router, len(own)] for router, own in held.items() if own])
            self.assertEqual(channels, [[a, a + 1] for a in range(3) if {a, a + 1} <= {*held}
                                        and a + 1 not in come and states[-1][0] > cycle])
        self.assertGreater(max(len(channels) for *_, channels in states), 1)

    def test_warns_of_points_that_are_not_stable_and_of_files_that_are_not_whole(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.2,1.5", "-q", "-o", "a.csv", expect=0)
        text = self.text("a.csv")
        self.assertIn("saturated", text)
        self.has(self.page("a.csv"), "<p>a.csv: 1 saturated of 2 rows.</p>")
        self.write("a.csv", "".join(text.splitlines(True)[:2]))
        size = len(text.encode())
        self.has(self.page("a.csv"), "<p>a.csv was changed after it was written: "
                 f"{(self.folder / 'a.csv').stat().st_size} bytes, by its FILE.ini {size}.</p>")

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
        self.has(page, f"<td>{html.escape(name)}</td>", "<title>&lt;/title&gt;&lt;b&gt;</title>")

    def test_shows_the_first_rows_of_many(self):
        self.sweep("a.csv")
        header, *rows = self.text("a.csv").splitlines()
        many = [row.split(",") for row in rows[:1]] * 250
        seed = header.split(",").index("seed")
        self.write("many.csv", "\n".join([
            header, *(",".join([*row[:seed], str(i), *row[seed + 1:]])
                      for i, row in enumerate(many))
        ]) + "\n")
        self.has(self.page("many.csv"),
                 "<p class=soft>The first 200 of 250 rows; the others are in the file.</p>")

    def test_mistakes_are_one_line(self):
        self.sweep("a.csv")
        header, first, *_ = self.text("a.csv").splitlines()
        self.write("b.csv.ini", self.text("a.csv.ini"))
        self.write("p.csv", "frame,source,destination\n0,1,2\n")
        for words, message in (
                ("a.csv a.csv", "a.csv: given twice; allowed: once"),
                ("p.csv", "p.csv: a file of schedule --frames has no picture; allowed: a file of "
                 "run, sweep, saturate, analyze, design, policy, policy --faults, policy --means, "
                 "schedule, output.channel_timeline, output.channels, analyze --channels, "
                 "output.histogram, output.packets, output.flows, output.timeline, output.energy, "
                 "output.operations, output.trace, schedule --frames FILE.json")):
            self.assert_refused(message, "report", *words.split(), "-o", "x.html")
        for text, message in (
                (f"{header}\n{first},1\n", f"row 1 has {first.count(',') + 2} cells; allowed: "
                 f"{first.count(',') + 1}, as the header has"),
                (f"{header}\n{first.replace(',stable,', ',steady,')}\n",
                 "row 1: unknown verdict 'steady'; allowed: stable, .*"),
                (f"{header}\n{first.replace(',stable,', ',stable,x')}\n",
                 "row 1: offered_flits is 'x.*"),
                (f"{header}\n\n", "no rows; allowed: one or more.*"),
                ("from,from_port,to,utilization\n0,0,1.5,0.1\n",
                 "row 1: to is '1.5'; allowed: a whole number from 0 on"),
                ("load,verdict,offered_flits,latency_mean\n0.1,stable,0.1,12\n",
                 "column 'seed' is missing; allowed: a file of run, sweep")):
            self.write("b.csv", text)
            with self.subTest(text):
                self.assertRegex(self.refused("report", "b.csv", "-o", "x.html"),
                                 f"^orthant: error: b.csv: {message}$")
        self.assert_refused("nowhere/x.html: cannot write: No such file or directory", "report",
                            "a.csv", "-o", "nowhere/x.html")
        done = self.orthant("report", "a.csv", "-o", "x.html", expect=2,
                            env={**os.environ, "ORTHANT_PYTHON": "/nowhere/python3"})
        self.assertEqual((done.stdout, done.stderr),
                         ("", "orthant: error: report: /nowhere/python3 is missing; allowed with: "
                              "the Debian package python3\n"))
        self.assertFalse((self.folder / "x.html").exists())
