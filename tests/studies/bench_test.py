"""bench/compare_builds.py and bench/sizes.py, with programs that only pretend to measure."""
import csv
import os
import subprocess
import sys
import unittest

from programs import Programs
from study_modules import ROOT

# Says its next number at each call, a scenario of its own beside one that all have.
STEP_BENCH = """#!/bin/sh
cd "$(dirname "$0")"
echo "$0" >> ../../order
ns=$(head -1 numbers)
sed -i 1d numbers
echo '{"benchmarks": [{"name": "torus", "ns_per_flit_hop": '"$ns"'},
  {"name": "OWN", "ns_per_flit_hop": 1}]}'
"""
HEADER = ("model,dimensions,routers,routing,vcs,packet_flits,load,threads,flit_hops_per_second,"
          "ns_per_flit_hop,ns_least,ns_most,state_bytes_per_router,buffer_bytes_per_router,"
          "resident_bytes_per_router")
ROWS = {"in_8x8": "input_queued,8x8,64,dor,2,8,0.18,1,2e7,50,48,55,1500,500,9000",
        "in_8x8x8": "input_queued,8x8x8,512,dor,2,8,0.18,1,2e7,50,48,55,1600,400,6000",
        "in_16x16x16": "input_queued,16x16x16,4096,dor,2,8,0.09,1,1e7,100,99,130,1536,512,3000",
        "output_queued_8x8x8":
            "output_queued,8x8x8,512,abr,2,1,0.5,1,4e6,250,240,260,3000,400,8000"}
SIZE_BENCH = f"""#!/usr/bin/python3
import os, sys
rows = {ROWS!r}
for name in sys.argv[2:]:
    cells = rows[name].split(",")
    cells[7] = sys.argv[1]
    assert len(os.sched_getaffinity(0)) == int(sys.argv[1])
    print({HEADER!r} + "\\n" + ",".join(cells))
if not sys.argv[1:]:
    for name, row in rows.items():
        print(name, row.split(",")[2])
"""


class Bench(Programs):
    def call(self, name, *words, **environment):
        return subprocess.run([sys.executable, ROOT / "bench" / f"{name}.py", *words],
                              capture_output=True, text=True,
                              cwd=self.folder, env=os.environ | environment)

    def build(self, name, *numbers):
        self.program(f"{name}/bench/step_bench", STEP_BENCH.replace("OWN", f"of {name}"))
        (self.folder / name / "bench" / "numbers").write_text("".join(f"{number}\n"
                                                                      for number in numbers))

    def test_builds_are_compared_pair_by_pair_either_first_alternately(self):
        self.build("before", 50, 75)
        self.build("after", 40, 60)
        done = self.call("compare_builds", "-n", "2", "before", "after", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| torus | 62.5 | 50.0 | 0.800 (0.800 to 0.800) |", done.stdout)
        self.assertNotIn("of before", done.stdout)  # a scenario of one of them alone
        self.assertIn("torus,62.5000,50.0000,0.8000,",
                      (self.folder / "out" / "ratios.csv").read_text())
        order = [line.split("/")[-3] for line in (self.folder / "order").read_text().split()]
        self.assertEqual(order, ["before", "after", "after", "before"])
        done = self.call("compare_builds", "before", "nowhere")
        self.assertEqual((done.returncode, "nowhere/bench/step_bench: not there" in done.stderr),
                         (2, True))

    @unittest.skipIf(os.cpu_count() < 2, "two cores")
    def test_sizes_are_measured_with_each_number_of_threads(self):
        bench = self.program("size_bench", SIZE_BENCH)
        done = self.call("sizes", "--threads", "1,2", "--most", "512", "out", ORTHANT_BENCH=bench)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "out" / "sizes.csv", newline="") as file:
            found = [(row["model"], row["dimensions"], row["threads"])
                     for row in csv.DictReader(file)]
        self.assertEqual(found, [("input_queued", "8x8", "1"), ("input_queued", "8x8", "2"),
                                 ("input_queued", "8x8x8", "1"),
                                 ("input_queued", "8x8x8", "2"), ("output_queued", "8x8x8", "1")])
        self.assertTrue((self.folder / "out" / "sizes.png").read_bytes().startswith(b"\x89PNG"))
        for words in (["--most", "10"], ["--threads", "2,100000"], ["--threads", "two"]):
            self.assertEqual(self.call("sizes", *words, ORTHANT_BENCH=bench).returncode, 2, words)
        done = self.call("sizes", ORTHANT_BENCH="/nowhere")
        self.assertIn("/nowhere: not there; scripts/build.sh size_bench makes it", done.stderr)


if __name__ == "__main__":
    unittest.main()
