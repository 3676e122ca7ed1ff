"""The page of `orthant report` in headless Chromium: it draws without an error on the console, and
its filters work.

Skipped (exit code 77) where no chromium is on the path; `apt-get install chromium` brings it. ORTHANT_SHOTS=FOLDER keeps a picture of each page.
"""

import os
import re
import shutil
import subprocess
import sys

from command import ROOT, Command
from small_torus import RING, TWO

CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    print("skipped: chromium is not installed, no page was opened; apt-get install chromium")
    sys.exit(77)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--enable-logging=stderr", "--window-size=1240,1800"]
# Script that performs steps on the page and collects answers, one a line.
ASK = """
<script>
const answers = [];
const count = (name) => answers.push(name + ": " + [...document.querySelectorAll("svg.panel")].map((panel) => panel.dataset.lines).join(" "));
const choose = (name, value) => {
  const select = document.querySelector(`select[name="${name}"]`);
  const option = [...select.options].find((one) => one.value === value || one.textContent === value);
  select.value = option.value;
  select.dispatchEvent(new Event("change"));
};
%s
document.body.append(Object.assign(document.createElement("pre"), {id: "answers", textContent: answers.join("\\n")}));
</script>
</body>"""


class Browser(Command):
    def open(self, page, *flags):
        """The page as it stands after its scripts, and what they wrote to the console."""
        done = subprocess.run([CHROMIUM, *FLAGS, f"--user-data-dir={self.folder / 'profile'}",
                               *flags, page], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, check=False)
        return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]

    def shown(self, *files, steps="", name="page"):
        """The answers to the steps, line by line, of a page that drew without a word on the console."""
        self.orthant("report", *files, "-o", f"{name}.html")
        page = self.text(f"{name}.html").replace("</body>", ASK % steps)
        self.write("asked.html", page)
        text, console = self.open("asked.html", "--dump-dom")
        self.assertEqual(console, [])
        self.drawn_after_ms = int(re.search(r'<body data-drawn="(\d+)">', text)[1])
        if folder := os.environ.get("ORTHANT_SHOTS"):
            self.open(f"{name}.html", f"--screenshot={os.path.abspath(folder)}/{name}.png")
        return re.search(r'<pre id="answers">(.*?)</pre>', text, re.DOTALL)[1].splitlines()

    def test_an_error_on_the_console_is_noticed(self):
        self.write("bad.html", "<script>nothing.at_all</script>")
        _, console = self.open("bad.html", "--dump-dom")
        self.assertEqual(len(console), 1)

    # Two routings; panels are latency and accepted load.
    def test_views_filters_and_names_choose_the_curves(self):
        self.orthant("sweep", "c.ini", *TWO, "channel.latency_cycles=1,2", "-q", "-o", "a.csv")
        self.assertEqual(self.shown("a.csv", name="curves", steps="""
            const buttons = () => [...document.querySelectorAll(".legend button")];
            count("begin");
            buttons()[0].click();
            count("one name hidden");
            buttons()[0].click();
            buttons()[1].dispatchEvent(new Event("dblclick"));
            answers.push("second name alone: " + buttons().map((button) => button.ariaPressed).join(" "));
            choose("view", "latency and accepted load");
            choose("filter-routing", "dor");
            count("one routing");
            choose("view", "a panel for each routing");
            count("panels");
            choose("view", "percentiles of the latency");
            count("three percentiles");
        """),
            ["begin: 4 4", "one name hidden: 3 3", "second name alone: false true false false",
             "one routing: 2 2", "panels: 2 2 2 2", "three percentiles: 4 4 4"])

    # The second point of the first curve stands where axes, limits and the description say.
    def test_points_stand_where_the_description_says(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2,0.99", "traffic.pattern=transpose",
                     "-q", "-o", "a.csv")
        self.assertEqual(self.shown("a.csv", name="points", steps="""
            const {figure} = JSON.parse(document.getElementById("data").textContent).sections[0].views[0];
            const [panel] = figure.panels, [mark] = panel.marks, svg = document.querySelector("svg.panel");
            const clip = svg.querySelector("clipPath rect"), box = (name) => Number(clip.getAttribute(name));
            const [left, right] = panel.x.limits, [low, high] = panel.y.limits;
            const spots = mark.xs.map((x, i) => [box("x") + (x - left) / (right - left) * box("width"), box("y") + box("height") - (mark.ys[i] - low) / (high - low) * box("height")])
              .filter((_, i) => mark.ys[i] !== null);
            const drawn = [...svg.querySelectorAll("g.point")].map((one) => one.getAttribute("transform").match(/[\\d.]+/g).map(Number));
            answers.push(drawn.length === spots.length && drawn.every(([x, y], i) => Math.hypot(x - spots[i][0], y - spots[i][1]) < 0.2));
            answers.push("exit: " + (mark.exit.x === mark.xs[spots.length - 1]));
        """), ["true", "exit: true"])

    def test_every_section_is_drawn(self):
        self.write("g.ini", self.text("c.ini").replace("kind = torus\ndimensions = 4x4",
                                       "kind = graph\nfile = g.edges"))
        self.write("g.edges", "0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n")
        self.orthant("run", "c.ini", "-q", "-o", "r.csv", "output.channels=c.csv",
                     "output.histogram=h.csv", "output.flows=p.csv", "output.energy=e.csv",
                     "energy.link_pj=1", "output.timeline=l.csv", "output.channel_timeline=u.csv",
                     "output.timeline_cycles=500")
        self.orthant("run", "c.ini", "topology.dimensions=4x3x2", "-q", "-o", "t.csv",
                     "output.channels=cube.csv")
        self.orthant("run", "g.ini", "routing.algorithm=up_down", "traffic.load_unit=flits",
                     "traffic.load=0.1", "-q", "-o", "s.csv", "output.channels=g.csv")
        self.orthant("analyze", "c.ini", "--channels", "a.csv", "-q", "-o", "x.csv")
        self.orthant("schedule", "c.ini", "topology.dimensions=3x3", "--frames", "f.json", "-q",
                     "-o", "f.csv")
        self.orthant("saturate", "c.ini", "routing.algorithm=dor,o1turn", "router.vcs=4,8",
                     "run.tolerance=0.2", "run.measure_cycles=1000", "-q", "-o", "b.csv")
        self.orthant("policy", "c.ini", "policy.p=0.5,0.9", "-q", "-o", "y.csv")
        answers = self.shown("c.csv", "cube.csv", "g.csv", "a.csv", "h.csv", "f.json", "p.csv",
                             "e.csv", "l.csv", "u.csv", "b.csv", "x.csv", "y.csv", name="all",
                             steps="""
            const hosts = [...document.querySelectorAll('div[id^="section-"]')];
            answers.push("sections: " + hosts.length + ", drawn: " + hosts.filter((host) => host.querySelector("svg.panel .mark")).length);
            for (const select of document.querySelectorAll('select[name="view"]')) {
              for (const option of select.options) { select.value = option.value; select.dispatchEvent(new Event("change")); }
            }
            answers.push([...document.querySelectorAll("svg *")].some((one) => [...one.attributes].some(({value}) => /NaN|undefined|Infinity/.test(value))));
        """)
        self.assertEqual(answers, ["sections: 13, drawn: 13", "false"])

    # Three packets to node 3 of a ring: after each step the heads stand where the rows say.
    def test_a_trace_of_three_packets_is_stepped_through(self):
        self.write("c.ini", RING)
        self.write("p.csv", "time,source,destination,bytes,after\n0,0,3,8,\n0,1,3,8,\n0,2,3,6,\n")
        self.orthant("run", "c.ini", "-q", "output.trace=t.csv", "-o", "r.csv")
        rows = self.table("t.csv")
        first, last = int(rows[0]["cycle"]), int(rows[-1]["cycle"])
        cycles = [*range(first, last + 1), last - 1]

        def expected(cycle):
            """Heads after a cycle, by their last row: packet, router, whether inside it, whether it
            waits."""
            own = {row["packet"]: row for row in rows if row["flit"] == "0"
                   and int(row["cycle"]) <= cycle}
            return sorted(
                f"{packet} {row['router']} {int(row['event'] not in ('inject', 'depart'))} {int(row['event'] == 'blocked')}"
                for packet, row in own.items() if row["event"] not in ("birth", "eject"))

        answers = self.shown("t.csv", name="trace", steps="""
            choose("view", "step by step");
            const heads = () => answers.push([...document.querySelectorAll("[data-head]")].map((head) =>
              [head.dataset.head, head.dataset.router, head.dataset.inside, head.dataset.waits].join(" ")).sort().join(", "));
            const slider = document.querySelector('input[name="cycle"]');
            for (const cycle of [%s]) {
              slider.value = cycle;
              slider.dispatchEvent(new Event("input"));
              heads();
            }
            const button = document.querySelector('button[name="play"]');
            button.click();
            answers.push(button.textContent);
            button.click();
            answers.push(button.textContent);
        """ % ", ".join(map(str, cycles)))
        self.assertEqual(answers, [*(", ".join(expected(cycle)) for cycle in cycles),
                                   "Pause", "Play"])
        self.assertTrue(any(" 1" in line for line in answers))

    def test_packets_that_wait_in_a_circle_are_joined(self):
        self.orthant("run", str(ROOT / "configs" / "deadlock.ini"), "topology.dimensions=8",
                     "run.deadlock_cycles=200",
                     "output.trace=t.csv", "-o", "r.csv", expect=4)
        answers = self.shown("t.csv", name="knot", steps="""
            choose("view", "circle of 5 waits at the end");
            answers.push(document.querySelectorAll("path.waits").length);
            answers.push(...[...document.querySelectorAll("[data-cycle] tbody tr")].map((row) => row.cells[0].textContent + " " + row.cells[3].textContent));
        """)
        waits = dict(line.split() for line in answers[1:])
        self.assertEqual((answers[0], len(waits), list(waits.values())),
                         ("5", 5, [*list(waits)[1:], list(waits)[0]]))

    # Ten thousand curves of ten points: the first 24 are drawn.
    def test_a_file_of_100000_rows_opens_in_3_seconds(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1", "run.measure_cycles=500", "-q", "-o",
                     "a.csv")
        header, row = self.text("a.csv").splitlines()
        names, cells = header.split(","), row.split(",")
        place = {name: names.index(name)
                 for name in ("load", "offered_capacity", "offered_flits", "latency_mean",
                              "pattern")}
        with open(self.folder / "many.csv", "w", encoding="utf-8") as file:
            file.write(header + "\n")
            for i in range(100000):
                own = list(cells)
                own[place["pattern"]] = f"p{i // 10}"
                own[place["load"]] = own[place["offered_capacity"]] = f"{0.05 * (1 + i % 10):g}"
                own[place["latency_mean"]] = f"{20 + i % 10 + i / 1e5:g}"
                file.write(",".join(own) + "\n")
        self.assertEqual(self.shown("many.csv", name="many", steps='count("begin");'),
                         ["begin: 24 24"])
        times = [self.drawn_after_ms]
        while times[-1] >= 3000 and len(times) < 4:  # other programs may use the machine
            self.shown("many.csv")
            times.append(self.drawn_after_ms)
        self.assertLess(times[-1], 3000, times)
