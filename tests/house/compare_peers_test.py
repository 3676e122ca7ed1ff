"""Tests of scripts/compare_peers.sh and scripts/peers.py, with programs that only pretend to simulate."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "compare_peers.sh"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

import peers  # noqa: E402
from tables import InputError  # noqa: E402

# Each burns time for its cycles and prints what the program of that name prints; 64 nodes. It starts without what is
# not needed, and burns beyond what the start took, which differs from run to run.
BURN = """#!/usr/bin/python3 -IS
import os, re, sys, time
folder = os.path.dirname(__file__) + "/"
with open(folder + "order", "a") as file:
    file.write("{name}\\n")
def burn(ms):
    end = time.process_time() + ms / 1000
    while time.process_time() < end:
        pass
"""
ORTHANT = BURN + """
words = dict(word.split("=") for word in sys.argv if "=" in word)
cycles = int(words["run.measure_cycles"])
with open(folder + "threads", "a") as file:
    file.write(sys.argv[sys.argv.index("--threads-per-run") + 1] + " on " + str(len(os.sched_getaffinity(0))) + "\\n")
burn(20 + cycles * {cost})
print("nodes,accepted_flits,hops_mean,latency_mean,cycles")
print(f"64,0.25,4,20,{{cycles + 300}}")
"""
BOOKSIM = BURN + """
text = open(sys.argv[1]).read()
cycles = 4 * int(re.search(r"sample_period = (\\d+);", text)[1])
burn(20 + cycles * {cost})
print("Accepted flit rate average= 0.9")  # of a sample, with all its scatter
print(f"Time taken is {{cycles + 20}} cycles")
print("Packet latency average = 25 (1 samples)")
print("Accepted flit rate average = 0.25 (1 samples)")
print("Hops average = {hops} (1 samples)")
sys.exit(255)
"""
CNSIM = BURN + """
text = open(sys.argv[1]).read()
burn(20 + int(re.search(r"simulation_time = (\\d+)", text)[1]) * {cost})
print("Average latency: 22  Average receiving rate: 0.25")
print("Internal Hops: 4   Parallel Hops: 0", flush=True)
time.sleep(30)  # goes on to the next load
"""


class ComparePeersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, text, **values):
        path = self.folder / name
        path.write_text(text.format(name=name, **values))
        path.chmod(0o755)
        return str(path)

    def compare(self, *words, **environment):
        variables = {name: value for name, value in os.environ.items() if name not in ("BOOKSIM", "CNSIM", "ORTHANT")}
        return subprocess.run(["bash", SCRIPT, *words], capture_output=True, text=True, cwd=self.folder,
                              env=variables | environment)

    def test_counts_flit_hops_as_each_program_prints_them(self):
        bench = peers.Bench(self.folder, 0)
        run = peers.booksim(bench, self.program("booksim", BOOKSIM, cost=0, hops=5), 64, "k = 8;", 400)
        # Five routers are four channels; the last rate is that of all samples.
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 25, 420))
        run = peers.cnsim(bench, self.program("cnsim", CNSIM, cost=0), 8, 0.25, "OneStage", 400)
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 22, 600))
        run = peers.orthant(bench, self.program("orthant", ORTHANT, cost=0), "c.ini", [], 400)
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 20, 700))

    def test_ends_a_program_at_the_line_that_it_waits_for(self):
        program = self.program("cnsim", CNSIM, cost=0)
        (self.folder / "c.ini").write_text("simulation_time = 0\n")
        printed, seconds = peers.finish(peers.Bench(self.folder, 0), [program, "c.ini"], last="Internal Hops")
        self.assertIn("Internal Hops: 4", printed)
        self.assertGreaterEqual(seconds, 0.02)  # what it burns itself

    def test_takes_the_short_run_from_the_long_one(self):
        def run(cycles):
            return peers.Run(seconds=2 + cycles / 1000, hops_per_cycle=50, latency=20, cycles=cycles + 300)
        row = peers.cost(run, 1000, 5000)
        self.assertAlmostEqual(row["ns_per_flit_hop"], 1e9 * 4 / (50 * 4000))
        with self.assertRaises(InputError):
            peers.cost(lambda cycles: peers.Run(1, 50, 20, 300), 1000, 5000)

    def test_begins_with_either_program_in_turn(self):
        args = types.SimpleNamespace(
            orthant=self.program("orthant", ORTHANT, cost=0.002),
            booksim=self.program("booksim", BOOKSIM, cost=0.03, hops=5), cnsim=None, only="8x8, 4 VCs", threads=[1])
        for pair, first in ((1, "orthant"), (2, "booksim")):
            (self.folder / "order").write_text("")
            args.pair = pair
            rows = peers.measure_pair(args, peers.Bench(self.folder, 0))
            order = (self.folder / "order").read_text().split()
            self.assertEqual((order[0], len(order)), (first, 4))
            self.assertEqual([row["name"] for row in rows["peer"]], ["BookSim 2, torus 8x8, 4 VCs, 4 flits, 0.3"])

    @unittest.skipIf(os.cpu_count() < 2, "two cores")
    def test_runs_ours_with_each_number_of_threads_beside_one_run_of_the_peer(self):
        args = types.SimpleNamespace(
            orthant=self.program("orthant", ORTHANT, cost=0.002), pair=1,
            booksim=self.program("booksim", BOOKSIM, cost=0.03, hops=5), cnsim=None, only="8x8, 4 VCs", threads=[2, 1])
        rows = peers.measure_pair(args, peers.Bench(self.folder, 0))
        self.assertEqual((self.folder / "order").read_text().split(), 4 * ["orthant"] + 2 * ["booksim"])
        self.assertEqual((self.folder / "threads").read_text().splitlines(), 2 * ["2 on 2"] + 2 * ["1 on 1"])
        scenario = "BookSim 2, torus 8x8, 4 VCs, 4 flits, 0.3"
        for found in rows.values():
            self.assertEqual([row["name"] for row in found], [f"{scenario}, 2 threads", scenario])
        self.assertEqual({**rows["peer"][0], "name": scenario}, rows["peer"][1])
        self.assertNotEqual(rows["orthant"][0]["ns_per_flit_hop"], rows["orthant"][1]["ns_per_flit_hop"])

    @unittest.skipIf(os.cpu_count() < 2, "two cores")
    def test_takes_the_clock_for_several_threads(self):
        sleeper = self.program("sleeper", "#!/bin/sh\nsleep 0.3\n")
        processor, clock = (peers.finish(peers.Bench(self.folder, 0, threads), [sleeper])[1] for threads in (1, 2))
        self.assertLess(processor, 0.3)  # it sleeps nearly all of it
        self.assertGreaterEqual(clock, 0.3)

    def test_names_cores_that_are_not_there(self):
        program = self.program("orthant", ORTHANT, cost=0)
        done = self.compare("--threads", "1,100000", "out", ORTHANT=program, BOOKSIM=program)
        self.assertEqual(done.returncode, 2)
        self.assertIn("compare_peers.sh: 100000 threads from core 0 on: the machine has ", done.stderr)
        for words in (["--threads", "0"], ["--threads", "1,"], ["--threads"]):
            self.assertEqual(self.compare(*words).returncode, 2, words)

    def results(self, hops=5):
        done = self.compare("-n", "2", "--only", "8x8, 4 VCs", "out",
                            ORTHANT=self.program("orthant", ORTHANT, cost=0.002),
                            BOOKSIM=self.program("booksim", BOOKSIM, cost=0.05, hops=hops))
        with open(self.folder / "out" / "ratios.csv", newline="") as file:
            (row,) = csv.DictReader(file)
        return done, row

    def test_prints_ratios_and_what_is_left_out(self):
        done, row = self.results()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("compare_peers.sh: CNSIM is not set: it is left out\n", done.stderr)
        self.assertIn("| BookSim 2, torus 8x8, 4 VCs, 4 flits, 0.3 | ", done.stdout)
        self.assertEqual((row["flit_hops_per_cycle_ratio"], row["latency_mean_ratio"], row["pairs"]), ("1.0000", "0.8000", "2"))

    def test_a_peer_that_takes_longer_has_a_ratio_above_one(self):
        for pair, (ours, theirs) in enumerate(((50, 1000), (100, 2500), (50, 1500)), 1):  # 20, 25, 30
            for name, ns in (("orthant", ours), ("peer", theirs)):
                (self.folder / f"{pair}_{name}.json").write_text(json.dumps({"benchmarks": [
                    {"name": "torus", "ns_per_flit_hop": ns, "flit_hops_per_cycle": 64, "latency_mean": 20}]}))
        done = subprocess.run([ROOT / "scripts" / "compare_peers_report.py", self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| torus | 20.00 | 0.67 | 25.000 (22.500 to 27.500) | 1.000 | 1.000 |", done.stdout)

    def test_says_where_the_work_is_not_the_same(self):
        done, row = self.results(hops=6)
        self.assertEqual((done.returncode, row["flit_hops_per_cycle_ratio"]), (1, "0.8000"))
        self.assertIn("4 flits, 0.3: not the same work", done.stderr)

    def test_names_a_wrong_path_in_one_line(self):
        for name in ("BOOKSIM", "CNSIM"):
            for path in ("/nowhere/there", str(self.folder)):
                done = self.compare("out", **{name: path})
                self.assertEqual((done.returncode, done.stderr), (2, f"compare_peers.sh: {name}={path}: no program there\n"))

    def test_says_what_another_program_did_not_print(self):
        orthant = self.program("orthant", ORTHANT, cost=0.002)
        for name, said in (("BOOKSIM", "/bin/true printed no line 'Hops average'"),
                           ("CNSIM", "/bin/true failed: it printed nothing")):
            done = self.compare("out", ORTHANT=orthant, **{name: "/bin/true"})
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"compare_peers.sh: {said}\n", done.stderr)

    def test_needs_one_peer(self):
        done = self.compare("out", ORTHANT="/bin/true")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines(), [
            "compare_peers.sh: BOOKSIM is not set: it is left out", "compare_peers.sh: CNSIM is not set: it is left out",
            "compare_peers.sh: nothing to compare with: set BOOKSIM or CNSIM"])

    def test_helps(self):
        done = self.compare("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("BOOKSIM=FILE CNSIM=FILE scripts/compare_peers.sh [-n PAIRS]", done.stdout)
        self.assertEqual(self.compare("--fast").returncode, 2)


if __name__ == "__main__":
    unittest.main()
