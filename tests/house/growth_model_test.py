"""Tests of scripts/growth_model.py on small tables, against numbers computed by hand."""

import contextlib
import io
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pandas as pd

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "growth_model.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import growth_model  # noqa: E402
from tables import InputError  # noqa: E402

HEADER = ("model,dimensions,routers,routing,vcs,packet_flits,load,threads,flit_hops_per_second,ns_per_flit_hop,ns_least,"
          "ns_most,state_bytes_per_router,buffer_bytes_per_router,resident_bytes_per_router")
# Three flit-hops per router and cycle: 0.25 flits go 3 * 16 / 4 hops.
TABLE = f"""{HEADER}
input_queued,64x64,4096,dor,2,8,0.1,1,1,10,9,11,1,1,500
input_queued,16x16x16,4096,dor,2,8,0.25,1,1,80,79,81,1,1,2000
input_queued,8x8x8,512,dor,2,8,0.5,1,1,40,39,41,1,1,3000
input_queued,16x16x16,4096,dor,2,8,0.25,2,1,45,44,46,1,1,2100
input_queued,16x16x16,4096,dor,8,8,0.25,1,1,90,89,91,1,1,5000
"""
WORDS = ["--routers", "32768", "--message-us", "2", "--gigabytes-per-second", "1", "--letter-bytes", "10",
         "--head-bytes", "80", "--visit-cycles", "2", "--imbalance", "1", "--diameters", "10"]


class GrowthModelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "sizes.csv"
        self.path.write_text(TABLE)

    def model(self, *words):
        options = growth_model.read_options([str(self.path), *WORDS, *words])
        series = growth_model.measured(pd.read_csv(self.path), options)
        return growth_model.model(options, series).set_index("ranks")

    def call(self, *words):
        return subprocess.run([SCRIPT, str(self.path), *words], capture_output=True, text=True, cwd=self.folder)

    def test_takes_costs_and_bytes_from_the_table(self):
        # 4,096 routers a rank: 3 flit-hops of 80 ns each. One rank has more than were measured, at the same 80 ns.
        found = self.model("--ranks", "1,8")
        self.assertAlmostEqual(found.loc[8, "computing_ms"], 4096 * 3 * 80e-6)
        self.assertAlmostEqual(found.loc[1, "computing_ms"], 32768 * 3 * 80e-6)
        self.assertEqual(list(found["is_extrapolated"]), [True, False])
        self.assertAlmostEqual(found.loc[8, "gigabytes_per_rank"], 4096 * 2000e-9)
        self.path.write_text(TABLE.replace(",80,79", ",160,79"))
        self.assertAlmostEqual(self.model("--ranks", "8").loc[8, "computing_ms"], 4096 * 3 * 160e-6)

    def test_lies_between_two_sizes_over_the_logarithm(self):
        # Half of the way from 512 to 4,096: 512 * sqrt(8) routers, 60 ns.
        found = self.model("--routers", str(512 * math.sqrt(8) * 8), "--ranks", "8")
        self.assertAlmostEqual(found.loc[8, "computing_ms"], 512 * math.sqrt(8) * 3 * 60e-6)

    def test_counts_messages_and_their_bytes(self):
        # Six faces of 16 x 16 routers with a half flit a channel and cycle: 768 flits cross, of 20 + 80 / 8 bytes. Every
        # second cycle six messages, and three for the agreement of eight ranks.
        found = self.model("--ranks", "1,8")
        messages = 768 * 30e-6 + (6 + 3) * 2e-3 / 2
        self.assertAlmostEqual(found.loc[8, "messages_ms"], messages)
        self.assertEqual(found.loc[1, "messages_ms"], 0)
        self.assertAlmostEqual(found.loc[8, "cycle_ms"], 4096 * 3 * 80e-6 + messages)
        self.assertAlmostEqual(found.loc[8, "speedup"], 8 * 0.98304 / (0.98304 + messages))
        self.assertAlmostEqual(found.loc[8, "efficiency"], 0.98304 / (0.98304 + messages))
        # A run of ten diameters of 3 * 32 / 2 cycles.
        self.assertAlmostEqual(found.loc[8, "run_hours"], (0.98304 + messages) * 480 / 3.6e6)

    def test_every_assumption_is_an_option(self):
        base = self.model("--ranks", "1,8")
        at = base.loc[8]
        for words, column, expected in (
                (["--message-us", "4"], "messages_ms", at["messages_ms"] + 0.009),
                (["--gigabytes-per-second", "2"], "messages_ms", at["messages_ms"] - 768 * 15e-6),
                (["--letter-bytes", "20"], "messages_ms", at["messages_ms"] + 768 * 20e-6),
                (["--head-bytes", "160"], "messages_ms", at["messages_ms"] + 768 * 10e-6),
                (["--visit-cycles", "4"], "messages_ms", at["messages_ms"] - 0.0045),
                (["--meetings-per-agreement", "3"], "messages_ms", at["messages_ms"] - 0.002),
                (["--imbalance", "1.5"], "computing_ms", 1.5 * at["computing_ms"]),
                (["--sharing", "2"], "computing_ms", 2 * at["computing_ms"]),
                (["--diameters", "20"], "run_hours", 2 * at["run_hours"]),
                (["--common-bytes", "100"], "gigabytes_per_rank", at["gigabytes_per_rank"] + 7 * 4096 * 100e-9)):
            self.assertAlmostEqual(self.model("--ranks", "8", *words).loc[8, column], expected, msg=words)
        # One rank has 8 times as many routers as were measured, a tenfold's 0.9 in logarithms.
        grown = self.model("--ranks", "1,8", "--growth", "2")
        self.assertAlmostEqual(grown.loc[1, "computing_ms"], base.loc[1, "computing_ms"] * 2 ** math.log10(8))
        self.assertAlmostEqual(grown.loc[8, "computing_ms"], at["computing_ms"])

    def test_takes_the_series_that_is_asked_for(self):
        self.assertAlmostEqual(self.model("--ranks", "8", "--threads", "2").loc[8, "computing_ms"], 4096 * 3 * 45e-6)
        self.assertAlmostEqual(self.model("--ranks", "8", "--vcs", "8").loc[8, "gigabytes_per_rank"], 4096 * 5000e-9)
        with self.assertRaisesRegex(InputError, "no such series with 3 dimensions"):
            self.model("--vcs", "4")

    def test_cuts_cubes_as_long_as_parts_were_measured(self):
        self.assertEqual(list(self.model().index), [1, 8, 64])  # of 32,768, 4,096 and 512 routers
        with self.assertRaisesRegex(InputError, "--ranks 65: fewer routers a rank than the 512 of the smallest"):
            self.model("--ranks", "65")

    def test_says_what_is_measured_and_what_is_assumed(self):
        done = self.call(*WORDS, "-o", "growth.csv", "--picture", "growth.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("* measured: A router takes 2,000 bytes, all that is resident at 4,096 routers.\n", done.stdout)
        self.assertIn("* assumed: A message to another rank takes 2 us (--message-us), one after the other, and 1 GB/s", done.stdout)
        self.assertIn("| 1 | 32,768 (beyond) | 0.0655 | 7.86 | 0 | 7.86 | 3.77 s | 1 | 100 % |\n", done.stdout)
        self.assertIn("| 8 | 4,096 | 0.00819 | 0.983 | 0.032 | 1.02 | 0.487 s | 7.75 | 97 % |\n", done.stdout)
        self.assertEqual(len(pd.read_csv(self.folder / "growth.csv")), 3)
        self.assertTrue((self.folder / "growth.png").read_bytes().startswith(b"\x89PNG"))
        options = [line for line in done.stdout.splitlines() if line.startswith("* assumed")]
        with contextlib.redirect_stdout(io.StringIO()) as text, self.assertRaises(SystemExit):
            growth_model.read_options(["--help"])
        group = text.getvalue().split("what is assumed:")[1]
        for word in ("--message-us", "--gigabytes-per-second", "--letter-bytes", "--head-bytes", "--visit-cycles",
                     "--meetings-per-agreement", "--imbalance", "--growth", "--sharing", "--common-bytes", "--diameters"):
            self.assertIn(word, group)
            self.assertTrue(any(word in line for line in options), word)

    def test_says_what_is_wrong_in_one_line(self):
        self.path.write_text("a,b\n1,2\n")
        done = self.call()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"growth_model.py: {self.path}: column 'model' is missing; expected a file of "
                                      "scripts/bench_sizes.sh\n")
        self.path.write_text(TABLE)
        self.assertIn("--routers 100: fewer than the 512 of the smallest", self.call("--routers", "100").stderr)
        self.assertEqual(self.call("--message-us", "-1").returncode, 2)


if __name__ == "__main__":
    unittest.main()
