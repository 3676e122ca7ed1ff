"""Pages as they are pasted: README.md, docs/first_simulation.md and docs/trace.md.

Every command of a page's shell blocks and every Python program runs, in the order of the page and in one empty folder, with the config
that the page shows. Simulations get short windows; nothing else is changed."""

import csv
import re

from pasted import BLOCK, ROOT, Pasted

SHORT = "run.warmup_cycles=200 run.measure_cycles=400 run.drain_cycles=400 run.tolerance=0.1"
UNFINISHED = 3  # exit code where the window is too short for a verdict
# Commands that install packages, build and test.
NOT_HERE = ("scripts/install_packages.sh", "scripts/build.sh", "scripts/demo.sh", "scripts/test.sh")


class Pages(Pasted):
    def paste(self, page, config):
        """Runs the page's commands and programs; each has to succeed. What programs print is `printed`."""
        self.printed = []
        for language, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
            if language == "ini":
                (self.folder / config).write_text(text)
            if language == "python":
                (self.folder / "pasted.py").write_text(text)
                done = self.shell("/usr/bin/python3 pasted.py")  # the one with pandas
                self.assertEqual(done.returncode, 0, f"{page}: {text}\n{done.stderr}")
                self.printed.append(done.stdout)
            for command in text.replace("\\\n", " ").splitlines() if language == "sh" else []:
                if command.startswith(NOT_HERE):
                    continue
                shortened = command.startswith(("build/orthant run", "build/orthant sweep", "build/orthant saturate"))
                if shortened:
                    command = f"{command} {SHORT} -q"
                done = self.shell(command)
                self.assertIn(done.returncode, (0, UNFINISHED) if shortened else (0,), f"{page}: {command}\n{done.stderr}")

    def rows(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def assert_picture(self, name):
        self.assertTrue((self.folder / name).read_bytes().startswith(b"\x89PNG"), name)

    def test_the_tutorial_ends_with_a_curve_and_bars(self):
        self.paste("docs/first_simulation.md", "first.ini")
        points = {(row["routing"], row["load"]) for row in self.rows("curve.csv")}
        self.assertEqual(len(points), 2 * 19)
        self.assertEqual(len(self.rows("saturation.csv")), 2)
        self.assert_picture("curve.png")
        self.assert_picture("saturation.png")
        by_pandas, by_csv, by_json = self.printed
        dor = [row for row in self.rows("curve.csv") if row["routing"] == "dor" and row["verdict"] == "stable"]
        self.assertRegex(by_pandas, r"(?m)^routing +dor +minimal_adaptive$")
        self.assertIn(f"dor                 {float(dor[-1]['load'])}", by_pandas)
        self.assertEqual([float(line.split()[1]) for line in by_csv.splitlines()], [float(row["latency_mean"]) for row in dor])
        self.assertRegex(by_json, r"^8x8 \[\d+\.\d+, \d+\.\d+\]$")
        self.assertEqual(self.shell("build/orthant run first.csv.ini -q").stdout,
                         (self.folder / "first.csv").read_text())

    def test_the_tutorial_shows_an_error_message(self):
        text = (ROOT / "docs" / "first_simulation.md").read_text(encoding="utf-8")
        (self.folder / "first.ini").write_text(next(block for language, block in BLOCK.findall(text) if language == "ini"))
        command, expected = re.search(r"```\n\$ (.*)\n(orthant: error: .*)\n```", text).groups()
        self.assertEqual(self.shell(command).stderr, expected + "\n")

    def test_the_page_of_traces(self):
        self.paste("docs/trace.md", "none.ini")
        cycles = {int(row["cycle"]) for row in self.rows("all.csv")}
        self.assertEqual((min(cycles), max(cycles)), (100, 160))
        self.assertEqual({row["packet"] for row in self.rows("one.csv")}, {"3:1"})
        self.assertIn('"name":"3:0 to ', (self.folder / "some.json").read_text())
        self.assert_picture("one.png")

    def test_the_ten_lines_of_the_readme(self):
        self.paste("README.md", "ten_lines.ini")
        self.assert_picture("curve.png")
        self.assertEqual({row["routing"]: float(row["worst_case_throughput"]) for row in self.rows("guarantees.csv")},
                         {"dor": 0.2857142857142857, "val": 0.5, "ival": 0.5})
