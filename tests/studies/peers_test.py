"""The comparison with other simulators, with programs that only pretend to simulate."""
import csv
import os
import subprocess
import sys
import unittest

from programs import Programs
from study_modules import ROOT, module

peers = module("peers")
# Each burns time for its cycles and prints what the program of that name prints; 64 nodes. It
# starts without what is not
# needed, and burns beyond what the start took, which differs from run to run.
BURN = """#!/usr/bin/python3 -IS
import os, re, sys, time
def burn(ms):
    end = time.process_time() + ms / 1000
    while time.process_time() < end:
        pass
"""
ORTHANT = BURN + """
words = dict(word.split("=") for word in sys.argv if "=" in word)
cycles = int(words["run.measure_cycles"])
burn(20 + cycles * 0.002)
print("nodes,accepted_flits,hops_mean,latency_mean,cycles")
print(f"64,0.25,4,20,{cycles + 300}")
"""
BOOKSIM = BURN + """
cycles = 4 * int(re.search(r"sample_period = (\\d+);", open(sys.argv[1]).read())[1])
burn(20 + cycles * 0.05)
print("Accepted flit rate average= 0.9")  # of a sample, with all its scatter
print(f"Time taken is {cycles + 20} cycles")
print("Packet latency average = 25 (1 samples)")
print("Accepted flit rate average = 0.25 (1 samples)")
print("Hops average = HOPS (1 samples)")
sys.exit(255)
"""
CNSIM = BURN + """
burn(20)
print("Average latency: 22  Average receiving rate: 0.25")
print("Internal Hops: 4   Parallel Hops: 0", flush=True)
time.sleep(30)  # goes on to the next load
"""


class Peers(Programs):
    def compare(self, *words, **environment):
        variables = {name: value for name, value in os.environ.items()
                     if name not in ("BOOKSIM", "CNSIM", "ORTHANT")}
        return subprocess.run([sys.executable, ROOT / "studies" / "peers" / "run.py", self.folder
                               / "out", *words],
                              capture_output=True, text=True, env=variables | environment)

    def test_counts_flit_hops_as_each_program_prints_them(self):
        bench = peers.Bench(self.folder, 0)
        run = peers.booksim(bench, self.program("booksim", BOOKSIM.replace("HOPS", "5")), 64,
                            "k = 8;", 400)
        # Five routers are four channels; the last rate is that of all samples.
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 25, 420))
        run = peers.cnsim(bench, self.program("cnsim", CNSIM), 8, 0.25, "OneStage", 400)
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 22, 600))
        run = peers.orthant(bench, self.program("orthant", ORTHANT), "c.ini", [], 400)
        self.assertEqual((run.hops_per_cycle, run.latency, run.cycles), (0.25 * 64 * 4, 20, 700))

    def test_takes_the_short_run_from_the_long_one(self):
        row = peers.cost(lambda cycles: peers.Run(2 + cycles / 1000, 50, 20, cycles + 300), 1000,
                         5000)
        self.assertAlmostEqual(row["ns_per_flit_hop"], 1e9 * 4 / (50 * 4000))

    def test_prints_ratios_and_says_where_the_work_is_not_the_same(self):
        orthant = self.program("orthant", ORTHANT)
        for hops, code, ratio in ((5, 0, "1.0000"), (6, 1, "0.8000")):
            done = self.compare("-n", "2", "--only", "8x8, 4 VCs", ORTHANT=orthant,
                                BOOKSIM=self.program("booksim", BOOKSIM.replace("HOPS", str(hops))))
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn("CNSIM is not set: it is left out\n", done.stderr)
            self.assertIn("| BookSim 2, torus 8x8, 4 VCs, 4 flits, 0.3 | ", done.stdout)
            with open(self.folder / "out" / "ratios.csv", newline="") as file:
                row, = csv.DictReader(file)
            self.assertEqual((row["flit_hops_per_cycle_ratio"], row["latency_mean_ratio"],
                              row["pairs"]),
                             (ratio, "0.8000", "2"))

    def test_says_what_another_program_did_not_print(self):
        orthant = self.program("orthant", ORTHANT)
        for name, said in (("BOOKSIM", "/bin/true printed no line 'Hops average'"),
                           ("CNSIM", "/bin/true failed: it printed nothing")):
            done = self.compare(ORTHANT=orthant, **{name: "/bin/true"})
            self.assertEqual((done.returncode, f"peers: {said}" in done.stderr), (2, True),
                             done.stderr)
        for words, said in (({}, "nothing to compare with"),
                            ({"BOOKSIM": "/nowhere"}, "BOOKSIM=/nowhere: no program there")):
            done = self.compare(ORTHANT=orthant, **words)
            self.assertEqual((done.returncode, said in done.stderr), (2, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
