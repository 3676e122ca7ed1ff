"""Tests of scripts/bench_sizes.sh and scripts/plot_sizes.py, with a bench that only pretends to measure."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pandas as pd

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot_sizes  # noqa: E402

HEADER = ("model,dimensions,routers,routing,vcs,packet_flits,load,threads,flit_hops_per_second,ns_per_flit_hop,ns_least,"
          "ns_most,state_bytes_per_router,buffer_bytes_per_router,resident_bytes_per_router")
ROWS = {
    "in_8x8": "input_queued,8x8,64,dor,2,8,0.18,1,2e7,50,48,55,1500,500,9000",
    "in_8x8x8": "input_queued,8x8x8,512,dor,2,8,0.18,1,2e7,50,48,55,1600,400,6000",
    "in_16x16x16": "input_queued,16x16x16,4096,dor,2,8,0.09,1,1e7,100,99,130,1536,512,3000",
    "output_queued_8x8x8": "output_queued,8x8x8,512,abr,2,1,0.5,1,4e6,250,240,260,3000,400,8000",
}
BENCH = """#!/usr/bin/python3
import os, sys
rows = {rows!r}
for name in sys.argv[2:]:
    cells = rows[name].split(",")
    cells[7] = sys.argv[1]
    assert len(os.sched_getaffinity(0)) == int(sys.argv[1])
    print({header!r} + "\\n" + ",".join(cells))
if not sys.argv[1:]:
    for name, row in rows.items():
        print(name, row.split(",")[2])
"""


class PlotSizesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bench = self.folder / "size_bench"
        self.bench.write_text(BENCH.format(rows=ROWS, header=HEADER))
        self.bench.chmod(0o755)

    def measure(self, *words):
        return subprocess.run(["bash", ROOT / "scripts" / "bench_sizes.sh", *words], capture_output=True, text=True,
                              cwd=self.folder, env=os.environ | {"ORTHANT_BENCH": str(self.bench)})

    def dimensions(self):
        with open(self.folder / "out" / "sizes.csv", newline="") as file:
            return [row["dimensions"] for row in csv.DictReader(file)]

    def test_writes_a_row_for_each_case_and_a_picture(self):
        done = self.measure("out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "out" / "sizes.csv").read_text().splitlines(), [HEADER, *ROWS.values()])
        self.assertTrue((self.folder / "out" / "sizes.png").read_bytes().startswith(b"\x89PNG"))
        self.assertEqual((self.folder / "out" / "caches.csv").read_text().splitlines()[0], "cache,bytes")

    def test_takes_the_cases_that_are_asked_for(self):
        self.assertEqual(self.measure("--only", "^in_", "--most", "512", "out").returncode, 0)
        self.assertEqual(self.dimensions(), ["8x8", "8x8x8"])
        # An earlier table does not stay.
        self.assertEqual(self.measure("--only", "16", "out").returncode, 0)
        self.assertEqual(self.dimensions(), ["16x16x16"])

    @unittest.skipIf(os.cpu_count() < 2, "two cores")
    def test_runs_each_case_with_each_number_of_threads(self):
        done = self.measure("--threads", "1,2", "--most", "512", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "out" / "sizes.csv", newline="") as file:
            found = [(row["model"], row["dimensions"], row["threads"]) for row in csv.DictReader(file)]
        self.assertEqual(found, [("input_queued", "8x8", "1"), ("input_queued", "8x8", "2"), ("input_queued", "8x8x8", "1"),
                                 ("input_queued", "8x8x8", "2"), ("output_queued", "8x8x8", "1")])
        done = self.measure("--threads", "2", "--only", "output", "out")
        self.assertEqual((done.returncode, done.stderr), (2, "bench_sizes.sh: no case is left\n"))
        done = self.measure("--threads", "2,100000", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("bench_sizes.sh: 100000 threads from core 0 on: the machine has ", done.stderr)

    def test_says_what_is_wrong(self):
        done = self.measure("--most", "10", "out")
        self.assertEqual((done.returncode, done.stderr), (2, "bench_sizes.sh: no case is left\n"))
        self.bench.unlink()
        done = self.measure("out")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{self.bench}: not there; scripts/build.sh size_bench makes it", done.stderr)
        for words in (["--most", "0"], ["-n", "3"], ["--fast"], ["--threads", "two"]):
            done = self.measure(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("scripts/bench_sizes.sh [--only REGEX]", done.stderr)

    def test_a_cache_stands_at_the_routers_that_it_holds(self):
        table = pd.DataFrame([row.split(",") for row in ROWS.values()], columns=HEADER.split(","))
        numbers = ["routers", *plot_sizes.BYTES]
        table[numbers] = table[numbers].astype(int)
        caches = pd.DataFrame({"cache": ["L2", "L3"], "bytes": [2**20, 2**25]})
        # 2,048 bytes a router in the largest network of the first series.
        self.assertEqual(plot_sizes.held_routers(table, caches), [("L2", 2**20, 512), ("L3", 2**25, 16384)])

    def test_names_a_table_of_another_kind(self):
        (self.folder / "other.csv").write_text("a,b\n1,2\n")
        done = subprocess.run([ROOT / "scripts" / "plot_sizes.py", self.folder / "other.csv", "-o", "sizes.png"],
                              capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("column 'model' is missing; expected a file of scripts/bench_sizes.sh", done.stderr)

    def test_numbers_of_threads_share_the_colour_of_their_series(self):
        keys = [("input_queued", "dor", 2, 8, 1), ("input_queued", "dor", 2, 8, 2), ("input_queued", "dor", 8, 8, 1)]
        one, two, other = (plot_sizes.look_of(key, keys) for key in keys)
        self.assertEqual((one["color"], one["marker"]), (two["color"], two["marker"]))
        self.assertNotEqual(one["linestyle"], two["linestyle"])
        self.assertNotEqual(one["color"], other["color"])
        self.assertEqual(one["linestyle"], other["linestyle"])

    def test_labels_say_what_a_series_is(self):
        self.assertEqual(plot_sizes.label("input_queued", "minimal_adaptive", 3, 1, 1),
                         "input-queued, minimal adaptive, 3 VCs, 1 flit")
        self.assertEqual(plot_sizes.label("output_queued", "dor", 1, 1, 4), "output-queued, dor, 1 queue, 4 threads")


if __name__ == "__main__":
    unittest.main()
