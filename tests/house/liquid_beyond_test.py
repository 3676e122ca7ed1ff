"""Tests of scripts/liquid_beyond.py: that its tables have every answer in its place. Numbers made of
the keys stand in for what a search and a simulation answer."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import liquid_beyond  # noqa: E402


def duration_of(name, keys):
    """Of a pattern: 64 of those that are replayed, else told by the keys."""
    if name.startswith("bound_"):
        return 64
    if name.startswith("batch_"):
        return 10
    if bandwidths := keys.get("channel.bandwidth.by_dimension"):
        return 16 if bandwidths == "2 1" else 32
    return 1 if keys.get("schedule.routes") == "several" else 2 * int(keys["schedule.repetitions"])


class FakeStudy(liquid_beyond.Study):
    def rows(self, name, verb, *words):
        keys = {"schedule.repetitions": 1}
        keys |= dict(str(word).split("=", 1) for word in words if "=" in str(word))
        if verb == "run":  # frames of 1,024 flits and a little more
            more = {"yes": 20, "rolling": 10, "no": 40}[keys["schedule.barrier"]]
            return [{"cycles": str(64 * (1024 + more) * int(keys["schedule.repetitions"]))}]
        duration = duration_of(name, keys)
        transfers = 992
        if "schedule.file" in keys:
            transfers = len(pathlib.Path(keys["schedule.file"]).read_text().splitlines())
        return [{"transfers": str(transfers), "duration": str(duration), "bottlenecks": "3",
                 "skeleton": "4", "liquid_throughput": str(transfers / duration), "method": "orbit",
                 "frames": str(duration + 1), "verdict": "unknown", "least_duration": "1"}]


class Beyond(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.study = FakeStudy("none", self.folder)

    def test_shares_of_the_liquid_throughput_are_those_of_all_repetitions(self):
        self.assertIn("| 8x8 torus, all to all | 2 | 133,632 (98.08 %) | 132,352 (99.03 %) | "
                      "136,192 (96.24 %) |", self.study.rolling())

    def test_frames_stand_beside_the_duration_of_so_many_repetitions(self):
        text = self.study.not_liquid()
        self.assertIn("| Figure 9, which has no team | 3 / 2, unknown | 5 / 4, unknown |", text)
        self.assertEqual((self.folder / "five_ring.txt").read_text(), "0 2\n1 3\n2 4\n3 0\n4 1\n")

    def test_batches_count_messages_of_a_node(self):
        # One message of each of 64 nodes in a batch of 11 frames for a duration of 10.
        self.assertIn("| 8x8 torus | 0.091 of 0.100 | 0.182 of 0.200 | 0.364 of 0.400 |",
                      self.study.batches())
        for path in self.folder.glob("batch_*.txt"):
            pairs = [line.split() for line in path.read_text().splitlines()]
            self.assertTrue(all(source != destination for source, destination in pairs), path)

    def test_routes_and_bandwidths_have_their_columns(self):
        self.assertIn("| `dor` | 2 | 3 | unknown | `o1turn` | 1 | 2 | unknown | 1 |",
                      self.study.routes())
        self.assertIn("| 8x4 torus, bandwidths 2 1 | 992 | 16 | 3 | 4 | 62 | 17 | orbit |",
                      self.study.bandwidths())


if __name__ == "__main__":
    unittest.main()
