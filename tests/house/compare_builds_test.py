"""Tests of scripts/compare_builds.sh and its table, with builds that only pretend to measure."""

import csv
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "compare_builds.sh"

# Says its next numbers at each call, a scenario of its own beside one that all have.
STEP_BENCH = """#!/bin/sh
cd "$(dirname "$0")"
echo "$0" >> ../../order
ns=$(head -1 numbers)
sed -i 1d numbers
echo '{{"benchmarks": [{{"name": "torus", "ns_per_flit_hop": '"$ns"'}}, {{"name": "{own}", "ns_per_flit_hop": 1}}]}}'
"""


class CompareBuildsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, name, numbers):
        bench = self.folder / name / "bench"
        bench.mkdir(parents=True)
        (bench / "numbers").write_text("".join(f"{number}\n" for number in numbers))
        (bench / "step_bench").write_text(STEP_BENCH.format(own=f"of {name}"))
        (bench / "step_bench").chmod(0o755)

    def compare(self, *words):
        return subprocess.run(["bash", SCRIPT, *words], capture_output=True, text=True, cwd=self.folder)

    def test_takes_ratios_pair_by_pair(self):
        # The machine slows down by half: the ratio stays, where that of the medians would be another.
        self.build("before", [50, 50, 75, 75, 75])
        self.build("after", [40, 40, 60, 60, 66])
        done = self.compare("-n", "5", "before", "after", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| torus | 75.0 | 60.0 | 0.800 (0.800 to 0.800) |", done.stdout)
        self.assertNotIn("of before", done.stdout)  # a scenario of one of them alone
        with open(self.folder / "out" / "ratios.csv", newline="") as file:
            (row,) = csv.DictReader(file)
        self.assertEqual((row["scenario"], row["ratio"], row["pairs"]), ("torus", "0.8000", "5"))

    def test_begins_with_either_build_in_turn(self):
        self.build("before", [1] * 2)
        self.build("after", [1] * 2)
        self.assertEqual(self.compare("-n", "2", "before", "after", "out").returncode, 0)
        order = [pathlib.Path(line).parts[-3] for line in (self.folder / "order").read_text().split()]
        self.assertEqual(order, ["before", "after", "after", "before"])

    def test_knows_nothing_of_an_earlier_comparison(self):
        self.build("before", [1] * 4)
        self.build("after", [2] * 3 + [4])
        self.assertEqual(self.compare("-n", "3", "before", "after", "out").returncode, 0)
        self.assertIn("4.000 (4.000 to 4.000)", self.compare("-n", "1", "before", "after", "out").stdout)

    def test_says_what_is_not_there(self):
        self.build("before", [1])
        done = self.compare("before", "nowhere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere/bench/step_bench: not there", done.stderr)

    def test_refuses_other_words(self):
        for words in ([], ["before"], ["-n", "0", "a", "b"], ["--fast", "a", "b"]):
            done = self.compare(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("scripts/compare_builds.sh [-n PAIRS]", done.stderr)


if __name__ == "__main__":
    unittest.main()
