"""The page of `orthant report` in headless Chromium: it draws without an error on the console, and its filters work.

Skipped (exit code 77) where no chromium is on the path; `apt-get install chromium` brings it. ORTHANT_SHOTS=FOLDER keeps a picture of each page.
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

from command import Command

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

    # What a canvas shows cannot be asked; that it was drawn, and with what, can.
    def test_channels_histograms_and_schedules_are_drawn(self):
        (self.folder / "g.ini").write_text(self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges"))
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n")
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.channels=c.csv", "output.histogram=h.csv", "output.flows=p.csv", "output.energy=e.csv",
                     "energy.link_pj=1", "output.timeline=l.csv", "output.timeline_cycles=500")
        self.orthant("run", "c.ini", "topology.dimensions=4x3x2", "-q", "-o", "t.csv", "output.channels=cube.csv")
        self.orthant("run", "g.ini", "routing.algorithm=up_down", "traffic.load_unit=flits", "traffic.load=0.1", "-q", "-o", "s.csv",
                     "output.channels=g.csv")
        self.orthant("analyze", "c.ini", "--channels", "a.csv", "-q", "-o", "x.csv")
        self.orthant("schedule", "c.ini", "topology.dimensions=3x3", "--frames", "f.json", "-q", "-o", "f.csv")
        told = self.shown("c.csv", "cube.csv", "g.csv", "a.csv", "h.csv", "f.json", "p.csv", "e.csv", "l.csv", name="side_files", steps="""
            const drawn = () => [...document.querySelectorAll("canvas")].every((canvas) => canvas.width > 0 && canvas.height > 0);
            told.push("drawn: " + drawn());
            choose("heat-column", "worst_case_load");
            told.push("columns: " + [...document.querySelectorAll("canvas[data-column]")].map((canvas) => canvas.dataset.column).join(" "));
            const cells = () => document.querySelector("canvas[data-cells]").dataset.cells;
            const all = cells();
            choose("source", "0");
            told.push("fewer cells: " + (Number(cells()) < Number(all)));
        """)
        self.assertEqual(told, ["drawn: true", "columns: utilization utilization utilization worst_case_load accepted_flits picojoules",
                                "fewer cells: true"])

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
