"""Tests of scripts/study_replay.sh's report, on runs whose shares are known."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
REPORT = ROOT / "scripts" / "replay_report.py"
HEADER = ("topology,dimensions,switching,packet_flits,schedule.barrier,schedule.order,seed,verdict,packets,cycles")


class ReplayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # 12 transfers in 4 frames: 3 messages at a time.
        self.write("net_bound", "collective,transfers,duration,liquid_throughput", ["all_to_all,12,4,3"])
        for way in "one_packet", "packets":
            for suffix in "", "_random":
                self.write(f"net_{way}{suffix}", HEADER, [])

    def write(self, name, header, rows):
        (self.folder / f"{name}.csv").write_text("\n".join([header, *rows]) + "\n")

    def fill(self, cycles):
        """Runs of messages of 64 flits; `cycles` by (order, barrier), others take 1000."""
        for way, flits, packets in ("one_packet", 64, 12), ("packets", 32, 24):
            for suffix, orders, seeds in ("", ("liquid", "round_robin"), (1,)), ("_random", ("random",), (1, 2)):
                self.write(f"net_{way}{suffix}", HEADER,
                           [f"ring,4,{switching},{flits},{barrier},{order},{seed},drained,{packets},"
                            f"{cycles.get((order, barrier), 1000) * seed}"
                            for switching in ("wormhole", "virtual_cut_through") for barrier in ("yes", "no")
                            for order in orders for seed in seeds])

    def report(self):
        return subprocess.run([sys.executable, REPORT, self.folder, "net"], capture_output=True, text=True)

    def test_shows_shares_of_the_liquid_throughput(self):
        # 12 messages of 64 flits: 768 flits, at best 256 cycles. 320 are 80 %, and 80 a frame: 16 beyond the flits.
        self.fill({("liquid", "yes"): 320, ("random", "no"): 512})
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| wormhole, a message is one packet | liquid schedule | barrier | 80.0 |", done.stdout)
        self.assertIn("| cut-through, packets of 32 flits | round robin | barrier | 25.6 |", done.stdout)
        # Of 50 % and 25 % the mean.
        self.assertIn("| wormhole, packets of 32 flits | random order | free running | 37.5 |", done.stdout)
        self.assertIn("takes 16 cycles beyond its flits", done.stdout)
        self.assertEqual(done.stdout, (self.folder / "replay.md").read_text())
        self.assertTrue((self.folder / "curves.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("4 ring,wormhole,one,liquid,yes,1,64,320,2.4,0.8", (self.folder / "measured.csv").read_text())

    def test_says_what_is_missing(self):
        done = self.report()
        self.assertEqual(done.returncode, 2)
        self.assertIn("net_one_packet.csv: no rows", done.stderr)


if __name__ == "__main__":
    unittest.main()
