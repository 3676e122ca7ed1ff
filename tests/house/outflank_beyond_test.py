"""Tests of scripts/outflank_beyond.py: what it asks for, and that its tables have every answer in
its place. A program that makes numbers of its keys stands in for a simulation."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True

# A row for each point of the lists; the load and the lifetime tell the point.
STUB = """#!/usr/bin/python3
import itertools, sys
verb = sys.argv[1]
words = dict(word.split("=", 1) for word in sys.argv[3:] if "=" in word)
with open(sys.argv[0] + ".log", "a") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
names = [name for name in ("traffic.load", "traffic.pattern", "routing.algorithm",
                           "router.switching", "routing.ofr.eta", "routing.ofr.delta",
                           "routing.ofr.delta_share")
         if name in words]
with open(sys.argv[sys.argv.index("-o") + 1], "w") as file:
    file.write("load,pattern,routing,switching,routing.ofr.eta,routing.ofr.delta,"
               "routing.ofr.delta_share,saturation_load,verdict,latency_mean_ns,oidn_fraction,"
               "widn_fraction\\n")
    for point in itertools.product(*(words[name].split(",") for name in names)):
        own = dict(zip(names, point))
        vcs = int(words.get("router.vcs", 0))
        load = 0.1 * vcs + (0.01 if own["routing.algorithm"] == "ofr" else 0)
        value = own.get("routing.ofr.eta", "1")
        verdict = "saturated" if value == "4" else "drained"
        file.write(",".join([own.get("traffic.load", ""), own["traffic.pattern"],
                             own["routing.algorithm"], own.get("router.switching", ""), value,
                             own.get("routing.ofr.delta", ""),
                             own.get("routing.ofr.delta_share", ""), f"{load:.2f}", verdict,
                             str(20000 + 1000 * float(value)), "0.25", "0.125"]) + "\\n")
"""


class Beyond(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
        program = folder / "orthant"
        program.write_text(STUB)
        program.chmod(0o755)
        cls.done = subprocess.run([sys.executable, ROOT / "scripts" / "outflank_beyond.py", program,
                                   folder / "out"], capture_output=True, text=True, check=False)
        cls.calls = (folder / "orthant.log").read_text().splitlines()

    def test_varies_one_key_of_the_published_network_at_a_time(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        own = [call for call in self.calls if "table2.ini" in call]
        self.assertEqual(len(own), 15)
        for call in own:
            if "," in call.partition("traffic.load=")[2].split()[0]:
                continue  # the next two loads
            lists = [word for word in call.split() if "," in word.partition("=")[2]]
            self.assertEqual(len(lists), 1, call)
        shares = [call for call in own if "delta_share" in call]
        self.assertTrue(all("routing.ofr.delta=1 " in call for call in shares))

    def test_states_the_router(self):
        for call in self.calls:
            if "adaptive_tori.ini" in call:
                self.assertIn("router.preset=fair" if "topology.kind=mesh" in call else "router.preset=none", call)

    def test_puts_every_answer_in_its_place(self):
        text = self.done.stdout
        self.assertIn("| eta 0.5 | 20.5 (25 + 12 %) |", text)
        self.assertIn("| eta 0.5, load + 0.05 | 20.5 (25 + 12 %) |", text)
        self.assertIn("| eta 4 | > 112 | > 160 | > 104 |", text)
        self.assertIn("| Transposition | 0.30 | 0.31 | 0.40 | 0.41 | 0.30 |", text)
        self.assertIn("| Uniform | 0.60 / 0.60 / 0.61 | 0.60 / 0.60 / 0.61 |", text)


if __name__ == "__main__":
    unittest.main()
