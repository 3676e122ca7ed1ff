"""The page of `orthant report` in headless Chromium: it draws without an error on the console, and its filters work.

Skipped (exit code 77) where no chromium is on the path; `apt-get install chromium` brings it. ORTHANT_SHOTS=FOLDER keeps a picture of each page.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from command import Command
from small_torus import RING

CHROMIUM = shutil.which("chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr",
         "--window-size=1240,1800"]
SWEEP = ("traffic.load=0.1,0.2", "routing.algorithm=dor,o1turn", "router.vcs=4")
# What the page is asked after each step, as a line of its own.
ASK = """
<script>
const told = [];
const tell = (name) => told.push(name + ": " + [...document.querySelectorAll(".panel")].map((panel) => panel.dataset.lines).join(" "));
const choose = (name, value) => {
  const select = document.querySelector(`select[name="${name}"]`);
  select.value = value;
  select.dispatchEvent(new Event("change"));
};
%s
document.body.append(Object.assign(document.createElement("pre"), {id: "told", textContent: told.join("\\n")}));
</script>
</body>"""
# The heads of a trace after each step: packet, router, whether it is inside it, whether it waits.
HEADS = """
    const press = (name) => document.querySelector(`button[name="${name}"]`).click();
    const set = (name, value) => {
      const input = document.querySelector(`input[name="${name}"]`);
      input.value = value;
      input.dispatchEvent(new Event("input"));
    };
    const slide = (cycle) => set("cycle", cycle), type_router = (router) => set("router", router);
    const slider = document.querySelector('input[name="cycle"]'), first = Number(slider.min), last = Number(slider.max);
    const inside = (head) => {
      const own = head.getBoundingClientRect(), box = document.querySelector(`rect.router[data-router="${head.dataset.router}"]`).getBoundingClientRect();
      const x = (own.left + own.right) / 2, y = (own.top + own.bottom) / 2;
      return x > box.left && x < box.right && y > box.top && y < box.bottom ? "in" : "out";
    };
    const tell_heads = () => told.push(document.querySelector("[data-cycle]").dataset.cycle + ": " + [...document.querySelectorAll("[data-head]")]
      .map((head) => `${head.dataset.head} ${head.dataset.router} ${inside(head)} ${head.dataset.waits}`).sort().join(", "));
"""


class Browser(Command):
    def open(self, page, *flags):
        """The page as it stands after its scripts, and what they wrote to the console."""
        done = subprocess.run([CHROMIUM, *FLAGS, f"--user-data-dir={self.folder / 'profile'}", *flags, page], cwd=self.folder,
                              capture_output=True, text=True, timeout=120, check=False)
        return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]

    def shown(self, *files, steps="", name="page"):
        """What the steps told, line by line, of a page that drew without a word on the console."""
        self.orthant("report", *files, "-o", f"{name}.html")
        page = self.text(f"{name}.html").replace("</body>", ASK % steps)
        (self.folder / "asked.html").write_text(page)
        text, console = self.open("asked.html", "--dump-dom")
        self.assertEqual(console, [])
        self.drawn_after_ms = int(re.search(r'<body data-drawn="(\d+)">', text)[1])
        if folder := os.environ.get("ORTHANT_SHOTS"):
            self.open(f"{name}.html", f"--screenshot={os.path.abspath(folder)}/{name}.png")
        return re.search(r'<pre id="told">(.*?)</pre>', text, re.DOTALL)[1].splitlines()

    def test_a_mistake_on_the_page_would_be_seen(self):
        (self.folder / "bad.html").write_text("<script>nothing.at_all</script>")
        _, console = self.open("bad.html", "--dump-dom")
        self.assertEqual(len(console), 1)

    # Two routings; panels are latency and accepted load.
    def test_filters_facets_and_names_choose_the_curves(self):
        self.orthant("sweep", "c.ini", *SWEEP, "-q", "-o", "a.csv")
        self.assertEqual(self.shown("a.csv", name="curves", steps="""
            tell("begin");
            document.querySelector(".legend button").click();
            tell("one name hidden");
            choose("filter-routing", "all");
            const pressed = () => [...document.querySelectorAll(".legend button")].map((button) => button.ariaPressed).join(" ");
            document.querySelectorAll(".legend button")[1].click();
            document.querySelectorAll(".legend button")[1].click();
            told.push("second name alone: " + pressed());
            choose("filter-routing", "1");
            tell("one routing");
            choose("filter-routing", "all");
            choose("facet", "0");
            tell("panels");
            choose("column", "latency_p99");
            tell("one column");
            choose("axis", "log");
            choose("unit", "flits");
            tell("other axes");
            choose("facet", "none");
            choose("column", "percentiles of the latency");
            tell("three percentiles");
            choose("x", "0");
            tell("over the routing, a curve for each load");
        """), ["begin: 2 2", "one name hidden: 1 1", "second name alone: false true", "one routing: 1 1", "panels: 1 1 1 1", "one column: 1 1", "other axes: 1 1", "three percentiles: 2 2 2",
                 "over the routing, a curve for each load: 2 2 2"])

    # Two routings are saturated at one load, where the marker of the second stands above that of the first.
    def test_markers_of_the_edge_stand_above_each_other(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.99", "routing.algorithm=dor,o1turn", "router.vcs=4", "traffic.pattern=transpose", "-q", "-o", "a.csv")
        self.assertEqual(self.shown("a.csv", name="edge", steps="""
            told.push("levels: " + [...document.querySelectorAll("[data-levels]")].map((panel) => panel.dataset.levels).join(" "));
        """), ["levels: 1 0"])

    # A bar's colours are the routings, or the numbers of VCs.
    def test_bars_are_grouped_by_the_key_that_is_chosen(self):
        self.orthant("saturate", "c.ini", "routing.algorithm=dor,o1turn", "router.vcs=4,8,16", "run.tolerance=0.2",
                     "run.measure_cycles=1000", "-q", "-o", "s.csv")
        self.assertEqual(self.shown("s.csv", name="bars", steps="""
            tell("begin");
            choose("group", "0");
            tell("groups of routings");
            choose("filter-vcs", "1");
            tell("one number of VCs");
        """), ["begin: 2", "groups of routings: 3", "one number of VCs: 1"])

    def test_the_tradeoff_is_filtered_too(self):
        self.orthant("analyze", "c.ini", "routing.algorithm=dor,val,ival", "-q", "-o", "a.csv")
        self.orthant("design", "c.ini", "design.objective=worst_case", "design.locality=1,1.1,1.2", "-q", "-o", "d.csv")
        self.assertEqual(self.shown("a.csv", "d.csv", name="tradeoff", steps="""
            tell("begin");
            choose("along", "none");
            tell("no lines");
            choose("filter-verb", "0");
            tell("routings");
        """), ["begin: 4", "no lines: 6", "routings: 3"])

    # Of two policies, three probabilities and nine offsets: a panel for each probability, then those of one offset.
    def test_policies_are_few_lines_and_the_others_behind_a_filter(self):
        self.orthant("policy", "c.ini", "policy.policies=mp,random", "policy.p=0.5,0.7,0.9", "-q", "-o", "p.csv")
        self.assertEqual(self.shown("p.csv", name="policy", steps="""
            tell("begin");
            told.push("names: " + [...document.querySelectorAll(".legend button")].map((button) => button.textContent).join(" "));
            choose("filter-offset", "all");
            tell("all offsets");
            choose("filter-policy", "1");
            tell("one policy");
            document.querySelector(".legend button").click();
            tell("an offset hidden");
        """), ["begin: 2 2 2 2", "names: mp random mp random", "all offsets: 2 2 2 8", "one policy: 1 1 1 8", "an offset hidden: 1 1 1 7"])

    # Numbers alone say nothing: the legend names their key, unless there is none, or several.
    def test_the_legend_names_the_key_of_its_values(self):
        self.orthant("saturate", "c.ini", "router.buffer_flits=4,8", "router.vcs=4,8", "run.tolerance=0.2", "run.measure_cycles=1000", "-q", "-o", "s.csv")
        self.assertEqual(self.shown("s.csv", name="legend", steps="""
            const said = () => told.push([...document.querySelectorAll(".legend")].map((legend) => legend.textContent).join("|"));
            said();
            choose("group", "1");
            said();
            choose("group", "all");
            said();
        """)[:2], ["buffer (flits)48", "VCs48"])

    # One probability, and one length: no axis goes where neither can be.
    def test_axes_of_one_value_end_where_values_can(self):
        self.orthant("policy", "c.ini", "policy.p=0.9", "-q", "-o", "p.csv")
        self.orthant("analyze", "c.ini", "-q", "-o", "a.csv")
        self.assertEqual(self.shown("p.csv", "a.csv", name="bounds", steps="""
            for (const canvas of document.querySelectorAll("canvas")) {
              const {x, y} = Chart.getChart(canvas).scales;
              told.push([x.min, x.max, y.min].join(" "));
            }
        """), ["0 0.35 1", "0 4 0", "0 1 0"])

    # What a canvas shows cannot be asked; that it was drawn, and with what, can.
    def test_channels_histograms_and_schedules_are_drawn(self):
        (self.folder / "g.ini").write_text(self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges"))
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n")
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.channels=c.csv", "output.histogram=h.csv", "output.flows=p.csv", "output.energy=e.csv",
                     "energy.link_pj=1", "output.timeline=l.csv", "output.channel_timeline=u.csv", "output.timeline_cycles=500")
        self.orthant("run", "c.ini", "topology.dimensions=4x3x2", "-q", "-o", "t.csv", "output.channels=cube.csv")
        self.orthant("run", "g.ini", "routing.algorithm=up_down", "traffic.load_unit=flits", "traffic.load=0.1", "-q", "-o", "s.csv",
                     "output.channels=g.csv")
        self.orthant("analyze", "c.ini", "--channels", "a.csv", "-q", "-o", "x.csv")
        self.orthant("schedule", "c.ini", "topology.dimensions=3x3", "--frames", "f.json", "-q", "-o", "f.csv")
        told = self.shown("c.csv", "cube.csv", "g.csv", "a.csv", "h.csv", "f.json", "p.csv", "e.csv", "l.csv", "u.csv", name="side_files", steps="""
            const drawn = () => [...document.querySelectorAll("canvas")].every((canvas) => canvas.width > 0 && canvas.height > 0);
            told.push("drawn: " + drawn());
            choose("heat-column", "worst_case_load");
            told.push("columns: " + [...document.querySelectorAll("canvas[data-column]")].map((canvas) => canvas.dataset.column).join(" "));
            const spans = [...document.querySelectorAll("option")].filter((option) => option.textContent.startsWith("utilization, cycles "));
            told.push("spans: " + spans.slice(0, 2).map((option) => option.value).join(" "));
            const cells = () => document.querySelector("canvas[data-cells]").dataset.cells;
            const all = cells();
            choose("source", "0");
            told.push("fewer cells: " + (Number(cells()) < Number(all)));
            told.push("scale: " + [...document.querySelectorAll("p.scale")].some((scale) => scale.textContent.startsWith("08 colours: sent by (9 senders")));
        """)
        self.assertEqual(told, ["drawn: true", "columns: utilization utilization utilization worst_case_load 500 accepted_flits picojoules",
                                "spans: 500 1000", "fewer cells: true", "scale: true"])

    # The graph of plot_channels_test.py, where springs alone lead the link from 3 to 4 past 0.
    def test_links_are_led_round_routers(self):
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.histogram=h.csv")
        told = self.shown("h.csv", steps="""
            const links = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 5], [0, 3], [1, 6], [6, 7], [4, 7]];
            const places = Report.place_routers(8, links), bends = Report.bends_of(places, links);
            const room = (bend, k) => Math.min(...Report.bent_points(places, ...links[k], bend).flatMap(([x, y]) =>
              [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => !links[k].includes(i)).map((i) => Math.hypot(x - places.x[i], y - places.y[i]))));
            told.push("straight: " + links.filter((_, k) => room(0, k) < 0.05).join(" "), "bent: " + links.filter((_, k) => bends[k]).join(" "),
              "near: " + links.filter((_, k) => room(bends[k], k) < 0.05).length);
        """)
        self.assertEqual(told, ["straight: 3,4", "bent: 3,4", "near: 0"])

    # Two ranks compute once and send; all bars, then those of one kind.
    def test_operations_are_drawn_by_kind(self):
        (self.folder / "o.csv").write_text(
            "seed,rank,operation,operation_kind,peer,bytes,queue,start,message_arrival,cycles,end,critical\n"
            "7,0,0,calc,,,0,0,,30,30,1\n7,0,1,send,1,8,0,30,,,38,2\n7,1,0,recv,0,8,,0,42,,42,3\n7,1,1,calc,,,0,0,,5,5,0\n")
        told = self.shown("o.csv", name="operations", steps="""
            const bars = () => told.push(document.querySelector("canvas[data-bars]").dataset.bars);
            bars();
            choose("operations", "computes");
            bars();
        """)
        self.assertEqual(told, ["4", "2"])

    def expected(self, rows, cycle):
        """[(packet, router, whether inside it, whether it waits)] of heads after a cycle, by their last row."""
        last = {row["packet"]: row for row in rows if row["flit"] == "0" and int(row["cycle"]) <= cycle}
        return sorted(f"{packet} {row['router']} {'out' if row['event'] in ('inject', 'depart') else 'in'} {int(row['event'] == 'blocked')}"
                      for packet, row in last.items() if row["event"] not in ("birth", "eject"))

    # Three packets to node 3 of a ring. After each step the heads stand where the rows say, and so do the flits of a router.
    def test_a_trace_of_three_packets_is_stepped_through(self):
        (self.folder / "c.ini").write_text(RING)
        (self.folder / "p.csv").write_text("time,source,destination,bytes,after\n0,0,3,8,\n0,1,3,8,\n0,2,3,6,\n")
        self.orthant("run", "c.ini", "-q", "output.trace=t.csv", "-o", "r.csv")
        rows = self.rows(self.text("t.csv"))
        first, last = int(rows[0]["cycle"]), int(rows[-1]["cycle"])
        self.assertEqual(len({row["packet"] for row in rows}), 3)
        told = self.shown("t.csv", name="trace", steps=HEADS + """
            tell_heads();
            for (let i = first; i < last; i++) { press("forward"); tell_heads(); }
            press("back");
            tell_heads();
            press("first");
            tell_heads();
            press("last");
            tell_heads();
            slide(first + 9);
            tell_heads();
        """)
        cycles = [*range(first, last + 1), last - 1, first, last, first + 9]
        self.assertEqual(told, [f"{cycle}: {', '.join(self.expected(rows, cycle))}" for cycle in cycles])
        waits = [row for row in rows if row["event"] == "blocked" and row["flit"] == "0"]
        self.assertTrue(any(" 1" in line for line in told) and waits)
        # A head that waits: in the list, with whom it waits for, an arrow, and in its router.
        wait = next(row for row in waits if row["blocked_by"])
        told = self.shown("t.csv", steps=HEADS + f"""
            slide({wait['cycle']});
            type_router({wait['router']});
            const cells = (table) => [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join("|"));
            const [waits, held] = document.querySelectorAll(".lists table");
            told.push(...cells(waits), "router", ...cells(held), "arrows");
            told.push(...[...document.querySelectorAll("[data-from]")].map((arrow) => arrow.dataset.from + " " + arrow.dataset.to));
            document.querySelector('input[name="arrows"]').click();
            told.push("arrows: " + document.querySelectorAll("[data-from]").length);
        """)
        self.assertTrue(any(line.startswith(f"{wait['packet']}|router {wait['router']}, port {wait['port']} ") and
                            line.endswith(f"|{wait['blocked_by']}|{wait['cycle']}") for line in told[:told.index("router")]), told)
        inside = told[told.index("router") + 1:told.index("arrows")]
        self.assertTrue(any(re.match(rf"{wait['port']} \(.*\)\|{wait['vc']}\|{wait['packet']}\|0", line) for line in inside), told)
        self.assertEqual(told[-1], "arrows: 0")

    # The flit of one of docs/life_of_a_flit.md: at router 0 in cycle 1, at 1 in 3, at 2 in 5, at its node in 7.
    def test_the_flit_of_the_page_is_where_its_table_says(self):
        (self.folder / "c.ini").write_text(RING)
        (self.folder / "p.csv").write_text("time,source,destination,bytes,after\n0,0,2,1,\n")
        self.orthant("run", "c.ini", "-q", "output.trace=t.csv", "-o", "r.csv")
        told = self.shown("t.csv", name="flit", steps=HEADS + "for (let i = 0; i < 8; i++) { tell_heads(); press('forward'); }")
        self.assertEqual(told, ["0: 0:0 0 out 0", "1: 0:0 0 in 0", "2: 0:0 0 out 0", "3: 0:0 1 in 0", "4: 0:0 1 out 0", "5: 0:0 2 in 0",
                                "6: 0:0 2 out 0", "7: "])

    def test_a_trace_plays_and_prints_what_it_shows(self):
        self.orthant("run", "c.ini", "run.measure_cycles=1000", "output.trace=t.csv", "trace.to_cycle=100", "-q", "-o", "r.csv")
        self.assertEqual(self.shown("t.csv", name="playing", steps="""
            const button = document.querySelector('button[name="play"]'), host = document.querySelector("[data-cycle]");
            window.dispatchEvent(new Event("beforeprint"));
            told.push("printed untouched: " + host.dataset.cycle);
            document.querySelector('button[name="first"]').click();
            const begin = host.dataset.cycle, due = [];
            window.setInterval = (action) => { due.push(action); return 1; };
            button.click();
            told.push(button.textContent);
            for (let i = 0; i < 3; i++) due[0]();
            told.push("moved: " + (host.dataset.cycle - begin));
            choose("speed", "100");
            due[1]();
            told.push("faster: " + (host.dataset.cycle - begin));
            window.dispatchEvent(new Event("beforeprint"));
            told.push(button.textContent, "printed: " + (host.dataset.cycle - begin));
        """), ["printed untouched: 100", "Pause", "moved: 3", "faster: 6", "Play", "printed: 6"])

    # A ring of eight with one VC: five packets wait for each other.
    def test_a_knot_is_a_circle_of_arrows(self):
        config = pathlib.Path(__file__).parents[2] / "configs" / "deadlock.ini"
        done = self.orthant("run", str(config), "topology.dimensions=8", "run.deadlock_cycles=200", "output.trace=t.csv", "-o", "r.csv", expect=4)
        self.assertIn("1 knot of 10 VC buffers", done.stderr)
        told = self.shown("t.csv", name="knot", steps="""
            const knot = document.querySelector("[data-circle]");
            told.push(...[...knot.querySelectorAll("[data-from]")].map((arrow) => arrow.dataset.from + " " + arrow.dataset.to), "rows");
            told.push(...[...knot.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent + " " + row.cells[5].textContent));
        """)
        arrows, rows = told[:told.index("rows")], told[told.index("rows") + 1:]
        self.assertEqual(len(rows), 5)
        waits = dict(row.split() for row in rows)
        self.assertEqual(sorted(arrows), sorted(rows))
        self.assertEqual(list(waits.values()), [*list(waits)[1:], list(waits)[0]])

    def test_other_networks_are_drawn(self):
        (self.folder / "g.ini").write_text(self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges"))
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n")
        self.orthant("run", "g.ini", "routing.algorithm=up_down", "traffic.load_unit=flits", "traffic.load=0.3", "-q", "-o", "s.csv",
                     "output.trace=g.csv", "trace.to_cycle=200")
        self.orthant("run", "c.ini", "topology.dimensions=4x3x2", "router.vcs=4", "-q", "-o", "u.csv", "output.trace=cube.csv", "trace.to_cycle=200")
        self.assertEqual(self.shown("g.csv", "cube.csv", name="traces", steps="""
            for (const slider of document.querySelectorAll('input[name="cycle"]')) { slider.value = 150; slider.dispatchEvent(new Event("input")); }
            told.push([...document.querySelectorAll("svg.trace")].map((one) => one.querySelectorAll("rect.router").length).join(" "));
            told.push([...document.querySelectorAll("svg.trace")].every((one) => one.querySelector("[data-head]") !== null));
            told.push([...document.querySelectorAll("svg.trace *")].some((one) => [...one.attributes].some(({value}) => /NaN|undefined/.test(value))));
        """), ["5 24", "true", "false"])

    def test_a_trace_of_100000_events_opens_in_3_seconds(self):
        self.orthant("run", "c.ini", "traffic.load=0.6", "output.trace=all.csv", "-q", "-o", "r.csv")
        lines = self.text("all.csv").splitlines(True)
        self.assertGreater(len(lines), 100000)
        (self.folder / "t.csv").write_text("".join(lines[:100001]))
        shutil.copy(self.folder / "all.csv.ini", self.folder / "t.csv.ini")
        times = []
        while len(times) < 4 and (not times or max(times[-1]) >= 3000):  # others may use the machine
            told = self.shown("t.csv", steps="""
                const press = (name) => document.querySelector(`button[name="${name}"]`).click(), begin = performance.now();
                press("last");
                press("back");
                told.push(Math.round(performance.now() - begin));
            """)
            times.append((self.drawn_after_ms, int(told[0])))
        self.assertLess(max(times[-1]), 3000, times)

    # Ten thousand curves of ten points: the first eight are drawn.
    def test_a_file_of_100000_rows_opens_in_3_seconds(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1", "run.measure_cycles=500", "-q", "-o", "a.csv")
        header, row = self.text("a.csv").splitlines()
        names, cells = header.split(","), row.split(",")
        place = {name: names.index(name) for name in ("load", "offered_capacity", "offered_flits", "latency_mean", "pattern")}
        with open(self.folder / "many.csv", "w", encoding="utf-8") as file:
            file.write(header + "\n")
            for i in range(100000):
                own = list(cells)
                own[place["pattern"]] = f"p{i // 10}"
                own[place["load"]] = own[place["offered_capacity"]] = f"{0.05 * (1 + i % 10):g}"
                own[place["latency_mean"]] = f"{20 + i % 10 + i / 1e5:g}"
                file.write(",".join(own) + "\n")
        self.assertEqual(self.shown("many.csv", name="many", steps='tell("begin");'), ["begin: 8 8"])
        times = [self.drawn_after_ms]
        while times[-1] >= 3000 and len(times) < 4:  # others may use the machine
            self.shown("many.csv")
            times.append(self.drawn_after_ms)
        self.assertLess(times[-1], 3000, times)


if __name__ == "__main__":
    if CHROMIUM is None:
        print("skipped: chromium is not installed, no page was opened; apt-get install chromium")
        sys.exit(77)
    unittest.main()
