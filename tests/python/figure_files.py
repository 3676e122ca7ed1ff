"""Base of tests of figures: a file of every kind that `orthant` writes, and files of given
points."""

import contextlib
import csv
import io
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

from package import ORTHANT
from small_torus import ini

from orthant.errors import ConfigError
from orthant.figures.__main__ import main
from orthant.figures.options import parsed
from orthant.figures.picture import describe

CONFIG = ini("topology: kind=torus, dimensions=4x4", "routing: algorithm=dor",
             "router: vcs=4, buffer_flits=4",
             "traffic: pattern=uniform, packet_flits=4, load=0.3, load_unit=capacity",
             "run: warmup_cycles=200, measure_cycles=1500, drain_cycles=2000, tolerance=0.1",
             "schedule: ports=no", "policy: p=0.9")
FILES = [
    "sweep t.ini traffic.injection=workload workload.kind=allreduce workload.algorithm=ring,bucket "
    "workload.bytes=64,128 -o program.csv",
    "run t.ini traffic.injection=workload workload.kind=allreduce workload.compute=50 -o "
    "one_program.csv output.operations=operations.csv",
    "sweep t.ini traffic.injection=schedule routing.ties=parity traffic.packet_flits=4,8 -o "
    "replay.csv",
    "sweep t.ini traffic.load=0.2,0.4 routing.algorithm=dor,o1turn -o sweep.csv",
    "sweep t.ini traffic.load=0.2,0.4 channel.latency_cycles=3 -o far.csv",
    "sweep t.ini traffic.load=0.2,0.4 router.vcs=4,8 routing.algorithm=dor,minimal_adaptive "
    "traffic.pattern=uniform,transpose -o many.csv",
    "saturate t.ini routing.algorithm=dor,o1turn -o limits.csv",
    "run t.ini -o run.csv output.channels=channels.csv output.histogram=histogram.csv "
    "output.packets=packets.csv "
    "output.flows=flows.csv output.timeline=timeline.csv output.channel_timeline=strips.csv "
    "output.energy=energy.csv energy.link_pj=1 "
    "output.trace=trace.csv trace.one_in=60",
    "run t.ini topology.dimensions=2x3x2 -o cube.csv output.channels=cube_channels.csv",
    "run t.ini topology.dimensions=8 -o ring.csv output.channels=ring_channels.csv",
    "run t.ini topology.kind=graph topology.file=g.edges routing.algorithm=up_down router.vcs=1 "
    "traffic.load_unit=flits traffic.load=0.1 -o graph.csv output.channels=graph_channels.csv",
    "analyze t.ini routing.algorithm=dor,val -o exact.csv",
    "run t.ini topology.kind=random topology.routers=12 topology.degree=3 "
    "routing.algorithm=up_down traffic.load_unit=flits traffic.load=0.1 -o random.csv "
    "output.channels=random_channels.csv",
    "analyze t.ini -o one.csv --channels exact_channels.csv",
    "design t.ini design.objective=worst_case -o best.csv",
    "policy t.ini policy.policies=mp,z2 policy.p=0.5,0.9 -o policy.csv",
    "policy t.ini policy.policies=mp,z2,random policy.p=0.5,0.7,0.9 topology.dimensions=8x8 -o "
    "faults.csv",
    "policy t.ini policy.policies=mp,random policy.p=0.5,0.7,0.9 --means means.csv",
    "policy t.ini policy.trials=20 -o fates.csv --faults messages.csv --deaths deaths.csv",
    "policy t.ini faults.links=0-1_5-6 policy.p=0.5,0.9 policy.policies=mp,z2 -o more_fates.csv "
    "--faults given.csv",
    "policy t.ini policy.policies=mp policy.p=0.9 -o counter.csv --counterexample",
    "policy no_p.ini policy.policies=mp,z2 -o thresholds.csv --thresholds",
    "analyze t.ini -o paths.csv --pairs pairs.csv --permutation permutation.csv --timing "
    "timing.csv",
    "analyze t.ini topology.kind=graph topology.file=g.edges routing.algorithm=up_down "
    "router.vcs=1 -o trees.csv --roots roots.csv",
    "analyze t.ini topology.kind=graph topology.file=g.edges routing.algorithm=up_down "
    "router.vcs=1 -o tables.csv --forwarding forwarding.txt",
    "run t.ini -o traced.csv output.trace=events.json trace.one_in=60",
    "policy no_p.ini policy.policies=mp,z2 -o no_p.csv",
    "schedule t.ini routing.ties=parity --frames frames.json -o schedule.csv",
]
HEADER = (
    "topology,dimensions,routers,nodes,routing,pattern,vcs,load_unit,load,seed,verdict,offered_flits,"
    "accepted_flits,offered_capacity,accepted_capacity,latency_mean,latency_ci95")


class Figures(unittest.TestCase):
    """Figures of files in `folder`; a class with FILES = True has a file of every kind there."""

    FILES = False

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        (cls.folder / "t.ini").write_text(CONFIG)
        (cls.folder / "no_p.ini").write_text(CONFIG.replace("p = 0.9", ""))
        (cls.folder / "g.edges").write_text("0 1\n1 2\n2 3\n3 0\n0 2\n")
        for words in FILES if cls.FILES else ():
            done = cls.orthant(*(word.replace("1_5", "1 5") for word in words.split()), "-q")
            assert done.returncode in (0, 3), done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def orthant(cls, *words, **environment):
        return subprocess.run([ORTHANT, *words], cwd=cls.folder, capture_output=True, text=True,
                              env={**os.environ, **environment}, check=False)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def points(self, *rows, name="points.csv", seeds=1):
        """Rows of (routing, vcs, load, verdict, latency or ''); what is accepted is the load, at
        most 0.5."""
        lines = [HEADER]
        for routing, vcs, load, verdict, latency in rows:
            for seed in range(1, seeds + 1):
                accepted = "" if verdict == "deadlocked" else min(load, 0.5)
                more = "" if latency == "" else latency + seed - 1
                lines.append(
                    f"torus,8x8,64,64,{routing},uniform,{vcs},capacity,{load},{seed},{verdict},{load},"
                    f"{accepted},{load},{accepted},{more},")
        return self.write(name, "\n".join(lines) + "\n")

    def figure(self, words):
        """The description of `orthant plot WORDS`."""
        files = [word for word in shlex.split(words) if word.endswith((".csv", ".json"))
                 and "=" not in word]
        options = [word for word in shlex.split(words) if word not in files]
        with contextlib.chdir(self.folder):
            return describe(parsed(["plot", "--output=x.png", *options, "--", *files])[2])

    def refused(self, words, message):
        """`orthant plot WORDS` is refused in one line that matches."""
        with self.assertRaisesRegex(ConfigError, message) as caught:
            self.figure(words)
        self.assertNotIn("\n", str(caught.exception))

    def run_main(self, verb, output, *words):
        """Exit code and stderr of what the command starts, without a new process for each."""
        with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.chdir(self.folder):
            code = main([verb, f"--output={output}", *words])
        return code, err.getvalue()

    def rows_of(self, name):
        with open(self.folder / name, encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @staticmethod
    def marks(panel, kind="series"):
        return [mark for mark in panel["marks"] if mark["kind"] == kind]

    def boxes(self, panel, ends=slice(None)):
        """{name: these ends of its rectangles}"""
        return {mark["name"]: [box[ends] for box in mark["boxes"]]
                for mark in self.marks(panel, "rects")}

    def drawn(self, panel):
        """{name: [(x, y) of its points]}"""
        return {mark["name"]: [(x, y) for x, y in zip(mark["xs"], mark["ys"]) if y is not None]
                for mark in self.marks(panel)}

    @staticmethod
    def legend(figure):
        return [entry["label"] for legend in figure["legends"] for entry in legend["entries"]]
