"""Tests of scripts/outflank_causes.py: each variant differs from the one that it varies in what it says, and the
report shows these keys beside the lifetimes. A program that echoes its keys stands in for a simulation."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import outflank_causes as causes  # noqa: E402

# Writes the keys of the config and of the command as the complete config, and a row for each point.
STUB = """#!/usr/bin/python3
import configparser, sys
parser = configparser.ConfigParser()
parser.read(sys.argv[2])
words = dict(word.split("=", 1) for word in sys.argv[3:] if "=" in word)
for word, value in words.items():
    section, key = word.split(".", 1)
    parser[section][key] = value
path = sys.argv[sys.argv.index("-o") + 1]
with open(path + ".ini", "w") as file:
    parser.write(file)
refused = "0.25" if parser["routing"]["ties"] == "split" else "0"
with open(path, "w") as file:
    file.write("routing,load,verdict,latency_mean_ns,refused_fraction\\n")
    for routing in words["routing.algorithm"].split(","):
        for load in words["traffic.load"].split(","):
            done = float(load) < 0.6
            file.write(f"{routing},{load},{'drained' if done else 'saturated'},{'20000' if done else ''},{refused}\\n")
"""


class Causes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        program = cls.folder / "orthant"
        program.write_text(STUB)
        program.chmod(0o755)
        cls.done = subprocess.run([sys.executable, ROOT / "scripts" / "outflank_causes.py", program, cls.folder],
                                  capture_output=True, text=True, check=False)

    def keys(self, name):
        return [key for key, _, _ in causes.differences(self.folder, name)]

    def test_one_key_makes_a_variant_of_the_refusing_router(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        for name, key in (("split", "routing.ties"), ("plus_deep", "router.queue_packets"),
                          ("split_deep", "router.queue_packets"), ("plus_fast", "router.source_window"),
                          ("split_fast", "router.source_window")):
            self.assertEqual(self.keys(name), [key], name)
        for ties in ("plus", "split"):
            self.assertEqual(self.keys(f"{ties}_credits_slow"), ["channel.node_bandwidth"])

    def test_credits_change_router_and_channels_alone(self):
        for ties in ("plus", "split"):
            self.assertEqual({key.split(".")[0] for key in self.keys(f"{ties}_credits")}, {"router", "channel", "time"})

    def test_shows_lifetimes_what_was_refused_and_what_was_given_up(self):
        self.assertIn("| as the paper | 20.0 | 20.0 | 20.0 | > 100 |", self.done.stdout)
        self.assertIn("| ties split | 20.0 (25 %) |", self.done.stdout)
        self.assertIn("| ties split | as the paper | `routing.ties` | plus | split |", self.done.stdout)
        self.assertEqual(self.done.stdout, (self.folder / "causes.md").read_text())


if __name__ == "__main__":
    unittest.main()
