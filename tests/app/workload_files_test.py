#!/usr/bin/env python3
"""Workloads from files in the simulator: traffic.injection = workload with workload.format.

Usage: workload_files_test.py ORTHANT_BINARY [unittest options]
"""

import collections
import json
import pathlib
import re
import unittest

from command import Command

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "workload_files.md"
TORUS = """
[topology]
kind = torus
dimensions = 4x4
[routing]
algorithm = dor
ties = source
[traffic]
injection = workload
[workload]
file = p.xml
format = msccl
"""


class Files(Command):
    def setUp(self):
        super().setUp()
        self.write("t.ini", TORUS)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def cycles(self, *words):
        row, = self.rows(self.orthant("run", *words, "-q", "--format", "csv").stdout)
        self.assertEqual(row["verdict"], "drained")
        return int(row["completion_cycles"])

    def refused(self, *words):
        done = self.orthant("run", *words, expect=2)
        self.assertEqual(done.stdout, "")
        line, = done.stderr.splitlines()
        return line

    def transfers(self, name):
        """How often GOAL sends what: (source, destination, bytes)."""
        found, rank = collections.Counter(), None
        for line in self.text(name).splitlines():
            if block := re.match(r"rank (\d+) ", line):
                rank = int(block[1])
            if send := re.search(r"send (\d+)b to (\d+)", line):
                found[rank, int(send[2]), int(send[1])] += 1
        return found


class Page(Files):
    """The examples of docs/workload_files.md, as they are pasted."""

    def test_examples_run_as_the_page_says(self):
        text = PAGE.read_text(encoding="utf-8")
        for name, block in re.findall(r"`([\w.-]+)`[^`]*:\n\n```\w*\n(.*?)```", text, re.DOTALL):
            self.write(name, block)
        commands = re.findall(r"^build/orthant (.*?) +# completion_cycles (\d+)$", text, re.MULTILINE)
        formats = re.findall(r"^## (\w+)$", text, re.MULTILINE)
        self.assertEqual([re.search(r"workload.format=(\w+)|$", command)[1] or "goal" for command, _ in commands], formats)
        for command, cycles in commands:
            with self.subTest(command):
                verb, *words = command.split()
                self.assertEqual(verb, "run")
                self.assertEqual(self.cycles(*words), int(cycles))


class Msccl(Files):
    def test_schedules_come_back_as_they_were_written(self):
        for words, nodes in ((["topology.dimensions=4"], 4), ([], 16), (["topology.dimensions=2"], 2),
                             (["topology.dimensions=3x3x3"], 27), (["schedule.ports=yes"], 16),
                             (["topology.kind=random", "topology.routers=9", "topology.degree=4", "topology.graph_seed=1",
                               "routing.algorithm=up_down"], 9)):
            with self.subTest(words=words):
                schedule = ["schedule", "t.ini", *words, "-q", "--overwrite"]
                self.orthant(*schedule, "traffic.injection=schedule", "workload.bytes=96", "--msccl", "w.xml",
                             "--goal", "written.goal", "--frames", "frames.json")
                self.write("p.xml", self.text("w.xml"))
                self.orthant(*schedule, "workload.chunk_bytes=96", "--goal", "read.goal")
                transfers = self.transfers("read.goal")
                self.assertEqual(transfers, self.transfers("written.goal"))
                self.assertEqual(transfers, {(s, d, 96): 1 for s in range(nodes) for d in range(nodes) if s != d})
                # The same as a program in GOAL: the same cycles.
                xml = self.cycles("t.ini", *words, "workload.chunk_bytes=96")
                self.assertEqual(xml, self.cycles("t.ini", *words, "workload.file=read.goal", "workload.format=goal"))
                self.assert_order(json.loads(self.text("frames.json"))["frames"], words)

    def assert_order(self, frames, words):
        """Every node has received all of a frame before it sends in a later one."""
        frame_of = {(t["source"], t["destination"]): f for f, frame in enumerate(frames) for t in frame["transfers"]}
        self.orthant("run", "t.ini", *words, "output.operations=o.csv", "-q", "--overwrite")
        starts, ends = collections.defaultdict(list), collections.defaultdict(list)
        for row in self.rows(self.text("o.csv")):
            if row["operation_kind"] == "calc":
                continue
            rank, peer = int(row["rank"]), int(row["peer"])
            sends = row["operation_kind"] == "send"
            frame = frame_of[(rank, peer) if sends else (peer, rank)]
            (starts if sends else ends)[rank].append((frame, int(row["start" if sends else "end"])))
        for rank, sent in starts.items():
            for frame, start in sent:
                self.assertTrue(all(end <= start for before, end in ends[rank] if before < frame), rank)

    def test_chunks_have_a_size(self):
        self.orthant("schedule", "t.ini", "traffic.injection=schedule", "topology.dimensions=2", "--msccl", "w.xml", "-q")
        self.write("p.xml", self.text("w.xml"))
        # A hop takes 4 cycles and the flits.
        self.assertEqual(self.cycles("t.ini", "workload.chunk_bytes=60"), 64)
        self.assertEqual(self.cycles("t.ini"), 4 + 1024)
        self.assertIn("workload.chunk_bytes: '0' is out of range", self.refused("t.ini", "workload.chunk_bytes=0"))
        done = self.orthant("run", "t.ini", "workload.bytes=5")
        self.assertIn("not read by this run: workload.bytes", done.stderr)

    def test_says_what_is_wrong(self):
        self.write("p.xml", '<algo ngpus="17">\n</algo>\n')
        self.assertEqual(self.refused("t.ini"), "orthant: error: t.ini:11: workload.file: p.xml:1: 17 gpus for 16 nodes; "
                                                "allowed: a node for each gpu")
        self.assertIn("cannot open q.xml: No such file", self.refused("t.ini", "workload.file=q.xml"))


if __name__ == "__main__":
    unittest.main()
