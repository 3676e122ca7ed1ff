"""Checkpoints of `orthant run`: a run that is stopped by a signal, or killed at any call that changes a file, goes on
with --resume to the same bytes; and what is no checkpoint of the same run is refused in one line."""

import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

import stop
from command import ORTHANT, Folder
from fnv import fnv

LIBRARY = stop.library()

CONFIG = """\
[topology]
kind = torus
dimensions = 8x8
[routing]
algorithm = minimal_adaptive
[router]
vcs = 4
[traffic]
pattern = uniform
packet_flits = 1:0.5 5:0.5
load = 0.4
load_unit = capacity
[run]
warmup_cycles = 1000
measure_cycles = 24000
checkpoint_minutes = 0.0005
"""
RUN = ("run", "net.ini", "-o", "net.csv", "-q", "-j", "1")
HINT = "; allowed: --resume with what wrote it, or --overwrite to begin anew\n"


class Checkpoint(Folder):
    @classmethod
    def setUpClass(cls):
        cls.whole = {}

    def setUp(self):
        super().setUp()
        self.start()

    def start(self):
        self.start_with({"net.ini": CONFIG.encode()})

    def orthant(self, *words, environment=None, before=RUN):
        return subprocess.run([ORTHANT, *before, *words], cwd=self.folder, text=True, capture_output=True,
                              timeout=120, check=False, env=environment)

    def done(self, *words):
        done = self.orthant(*words)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return self.files()

    def whole_run(self, *words):
        """What is there after a run that nobody interrupts."""
        if words not in self.whole:
            self.whole[words] = self.done(*words)
            self.assertEqual(sorted(self.whole[words]), ["net.csv", "net.csv.ini", "net.ini"])
            self.start()
        return self.whole[words]

    def stop(self, how, *words, name="net.csv.checkpoint"):
        """Ends the run by a signal when it has made a checkpoint; False where it was done before."""
        def state():
            path = self.folder / name
            return path.stat().st_mtime_ns if path.exists() else None

        before = state()
        with subprocess.Popen([ORTHANT, *RUN, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            while state() in (None, before) and run.poll() is None:
                time.sleep(0.001)
            for _ in range(2 if how == signal.SIGTERM else 1):  # as timeout does, to the program and to its group
                run.send_signal(how)
            _, self.errors = run.communicate(timeout=60)
        if run.returncode in (0, 3):
            return False
        self.assertEqual(run.returncode, 130 if how == signal.SIGTERM else -how, self.errors)
        return True

    def checkpoint(self, *words):
        while not self.stop(signal.SIGTERM, *words):
            self.start()
        return self.folder / "net.csv.checkpoint"


class Resumed(Checkpoint):
    def check_signal(self, how, *words, name="net.csv.checkpoint"):
        whole = self.whole_run(*words)
        stopped = 0
        for _ in range(2):
            self.start()
            while self.stop(how, *words, *(["--resume"] if stopped else []), name=name):
                stopped += 1
                self.assertIn(name, self.files())
                self.assertNotIn(b"interrupted", self.files().get("net.csv", b""))
                if stopped % 3 == 0:
                    self.assertEqual(self.done(*words, "--resume"), whole)
                    break
            if stopped == 0:
                continue
            self.assertEqual(self.files(), whole)
        self.assertGreater(stopped, 0)

    def test_after_sigterm(self):
        self.check_signal(signal.SIGTERM)
        self.start()
        self.checkpoint()
        self.assertEqual(self.errors, "orthant: warning: interrupted: 0 of 1 run finished; nothing is written; "
                                      "--resume goes on from the last checkpoint\n")

    def test_after_sigkill(self):
        self.check_signal(signal.SIGKILL)

    def test_with_other_threads(self):
        whole = self.whole_run()
        for before, after in (("2", "1"), ("1", "2"), ("3", "2")):
            self.start()
            self.checkpoint("--threads-per-run", before)
            self.assertEqual(self.done("--resume", "--threads-per-run", after), whole)

    def test_several_repetitions(self):
        self.check_signal(signal.SIGTERM, "run.repetitions=3", name="net.csv.seed2.checkpoint")
        self.check_signal(signal.SIGKILL, "run.repetitions=3", name="net.csv.seed3.checkpoint")

    def test_with_output_queues_and_a_pilot(self):
        self.check_signal(signal.SIGTERM, "router.model=output_queued", "router.vcs=2", "router.flow_control=bubble",
                          "router.switching=store_and_forward")
        self.start()
        self.check_signal(signal.SIGTERM, "run.warmup_cycles=auto")

    def test_with_flows_that_are_over(self):
        with tempfile.NamedTemporaryFile("w", suffix=".flows") as flows:
            flows.write("".join(f"{node} 0 1 0 9000\n" for node in range(1, 8)))
            flows.flush()
            self.check_signal(signal.SIGKILL, "traffic.pattern=flows", f"traffic.file={flows.name}", "traffic.load=0.9",
                              "traffic.load_unit=flits", "traffic.packet_flits=3000", "run.measure_cycles=200000",
                              "run.checkpoint_minutes=1e-9")

    def test_with_long_frames(self):
        self.check_signal(signal.SIGKILL, "topology.kind=mesh", "topology.dimensions=3x3", "routing.algorithm=dor",
                          "schedule.collective=all_to_all", "schedule.order=liquid", "schedule.barrier=yes",
                          "traffic.injection=schedule", "traffic.packet_flits=1024", "traffic.message_packets=200",
                          "run.checkpoint_minutes=1e-9")

    def test_with_other_checkpoints_and_other_files_of_the_result(self):
        words = ("run.checkpoint_minutes=7", "output.channels=channels.csv", "output.histogram=histogram.csv")
        whole = self.done(*words)
        self.assertIn("channels.csv", whole)
        self.start()
        self.checkpoint()
        self.assertEqual(self.done(*words, "--resume"), whole)
        self.start()
        self.checkpoint(*words[1:])
        self.assertEqual(self.done("--resume"), self.whole_run())

    def test_begins_where_there_is_none(self):
        whole = self.whole_run()
        self.assertEqual(self.done("--resume"), whole)

    @unittest.skipIf(LIBRARY is None, "needs the library that stops a command at a call")
    def test_after_a_kill_at_every_call(self):
        short = ("topology.dimensions=3x3", "run.measure_cycles=600", "run.warmup_cycles=200",
                 "run.checkpoint_minutes=1e-9")
        whole = self.whole_run(*short)
        counter = self.folder / "calls"
        self.orthant(*short, environment=stop.environment(LIBRARY, 0, counter=counter))
        calls = int(counter.read_text())
        self.assertGreater(calls, 10)
        for at in range(1, calls + 1):
            self.start()
            killed = self.orthant(*short, environment=stop.environment(LIBRARY, at, counter=counter))
            counter.unlink(missing_ok=True)
            with self.subTest(call=at, stderr=killed.stderr):
                self.assertEqual(killed.returncode, -9, killed.stderr)
                self.assertEqual(self.done(*short, "--resume"), whole)


class Refused(Checkpoint):
    def check_refused(self, message, *words):
        before = self.files()
        refused = self.orthant(*words)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""), refused.stderr)
        self.assertRegex(refused.stderr, "^orthant: error: " + message + "$")
        self.assertEqual(refused.stderr.count("\n"), 1)
        self.assertEqual(self.files(), before)

    def test_without_resume(self):
        whole = self.whole_run()
        self.checkpoint()
        self.check_refused(re.escape("net.csv.checkpoint: there is a checkpoint already; allowed: --resume to go on "
                                     "from it, or --overwrite to begin anew\n"))
        self.assertEqual(self.done("--overwrite"), whole)

    def test_of_another_run(self):
        checkpoint = self.checkpoint()
        self.check_refused(re.escape("net.csv.checkpoint: made with traffic.load = 0.4, now 0.3" + HINT),
                           "traffic.load=0.3", "--resume")
        text = checkpoint.read_bytes()
        lines = text.split(b"\n", 5)
        program = lines[1]
        for other in (b"orthant 0.0.1", program[:-16] + b"0" * 16):  # another version, or other sources of this one
            lines[1] = other
            lines[4] = b"FNV-1a %016x" % fnv(lines[5] + b"\n".join(lines[:4]) + b"\n")
            checkpoint.write_bytes(b"\n".join(lines))
            self.check_refused(r"net\.csv\.checkpoint: made with " + re.escape(other.decode()) +
                               r", now orthant [\d.]+, simulator [0-9a-f]{16}" + re.escape(HINT), "--resume")
        checkpoint.write_bytes(b"\n".join([b"orthant checkpoint 1", *lines[1:]]))
        self.check_refused(re.escape("net.csv.checkpoint: is of format 1, this program writes 2" + HINT), "--resume")
        checkpoint.write_text("")
        self.check_refused(re.escape("net.csv.checkpoint: is no checkpoint of orthant" + HINT), "--resume")

    def test_cut_off_or_damaged(self):
        checkpoint = self.checkpoint()
        text = checkpoint.read_bytes()
        head = text.index(b"; orthant")
        drawn = random.Random(1)
        for length in [*range(0, head + 3, 9), *(drawn.randrange(head, len(text)) for _ in range(15)), len(text) - 1]:
            checkpoint.write_bytes(text[:length])
            self.check_refused(r"net\.csv\.checkpoint: (is no checkpoint of orthant|"
                               r"is damaged, or cut off after \d+ bytes|is cut off, or longer: \d+ bytes of \d+)"
                               + re.escape(HINT), "--resume")
        for place in [*range(21, head, 7), *(drawn.randrange(head, len(text)) for _ in range(25))]:
            changed = bytearray(text)
            changed[place] ^= 1 << drawn.randrange(8)
            checkpoint.write_bytes(changed)
            self.check_refused(r"net\.csv\.checkpoint: (is damaged: it has another checksum than its contents|"
                               r"is damaged, or cut off after \d+ bytes|is cut off, or longer: \d+ bytes of \d+)"
                               + re.escape(HINT), "--resume")
        checkpoint.write_bytes(text + b"1")
        self.check_refused(r"net\.csv\.checkpoint: is cut off, or longer: \d+ bytes of \d+" + re.escape(HINT),
                           "--resume")
        checkpoint.write_bytes(text)
        self.assertEqual(self.done("--resume"), self.whole_run())

    def test_what_can_have_none(self):
        key = r"(command line|net\.ini:\d+): run\.checkpoint_minutes: "
        for words, message in {
            ("output.packets=p.csv",): key + "no checkpoint holds what output.packets, output.flows, output.timeline, "
                                             "output.channel_timeline or output.trace has written so far; allowed: without these",
            ("output.timeline=t.csv",): key + ".*",
            ("output.channel_timeline=t.csv",): key + ".*",
            ("output.trace=t.csv",): key + ".*",
            ("--append",): key + "a file that several runs add to has no checkpoints; allowed: without --append",
            ("--resume", "--overwrite"): "--resume: given beside --overwrite; allowed: one of them",
            ("output.channels=net.csv.checkpoint",): ".*net.csv.checkpoint: is an input or another output, of run.checkpoint_minutes; .*",
        }.items():
            self.check_refused(message + "\n", *words)
        without = CONFIG.replace("checkpoint_minutes = 0.0005\n", "")
        (self.folder / "net.ini").write_text(without)
        self.check_refused("--resume: goes on from a checkpoint, for which run.checkpoint_minutes has to be set\n",
                           "--resume")
