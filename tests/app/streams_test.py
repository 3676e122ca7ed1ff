#!/usr/bin/env python3
"""Where results and messages go: standard output, a terminal, a log.

Usage: streams_test.py ORTHANT_BINARY [unittest options]
"""

import json
import os
import pty
import resource
import subprocess
import unittest

from sweep_test import ORTHANT, Command

CLEARED = "\r\x1b[K"  # what wipes the progress line
HOURS = "run.measure_cycles=10000000000"


class StandardOutput(Command):
    def test_is_what_a_dash_means(self):
        (self.folder / "dashed.ini").write_text(self.text("c.ini") + "[output]\ncsv = -\n")
        for verb in ("run", "sweep"):
            plain = self.orthant(verb, "c.ini", "-q").stdout
            for words in (("c.ini", "-o", "-"), ("c.ini", "output.csv=x.csv", "-o", "-"),
                          ("dashed.ini",)):
                self.assertEqual(self.orthant(verb, *words, "-q").stdout, plain)
        document = self.orthant("sweep", "c.ini", "-o", "-", "--format", "json", "-q").stdout
        self.assertEqual(len(json.loads(document)["rows"]), 1)
        for words in (("check", "c.ini"), ("list", "patterns")):
            self.assertEqual(self.orthant(*words, "-o", "-").stdout, self.orthant(*words).stdout)
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "dashed.ini"])

    def test_has_no_config_beside_it_when_it_is_named_as_a_device(self):
        link = self.folder / "out"
        link.symlink_to("/dev/stdout")
        self.orthant("run", "c.ini", "-o", "out", "-q")
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "out"])

    def test_is_for_the_result_alone(self):
        for words in (("--timing", "-"), ("--log", "-"), ("output.channels=-",)):
            done = self.orthant("run", "c.ini", HOURS, *words, expect=2)
            self.assertEqual(done.stderr, "orthant: error: -: is standard output, which is for the "
                                          "result; allowed: a file\n")


class Terminal(Command):
    def shown(self, *words):
        """What a terminal gets that is both standard output and stderr."""
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # a chroot without /dev/pts, say
            self.skipTest(f"no terminal to be had: {error}")
        run = subprocess.Popen([ORTHANT, *words], cwd=self.folder, stdout=theirs, stderr=theirs)
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        self.assertEqual(run.wait(), 0)
        return text.decode().replace("\r\n", "\n")

    def test_never_mixes_rows_with_the_progress_line(self):
        words = ("sweep", "c.ini", "traffic.load=0.1:0.4:0.1", "run.measure_cycles=200000",
                 "-j", "1")
        text = self.shown(*words)
        self.assertIn(f"{CLEARED}1 of 4 points, ", text)
        lines = [line.split(CLEARED)[-1] for line in text.split("\n")]
        self.assertEqual(lines[:5], self.orthant(*words, "-q").stdout.splitlines())
        self.assertTrue(lines[5].startswith("orthant: info: 4 points in "))

    def test_shows_how_far_a_single_run_is(self):
        text = self.shown("run", "c.ini", "run.measure_cycles=1000000")
        self.assertRegex(text, r"0 of 1 run, \d+ %, about \d+ s left")
        self.assertIn("orthant: info: 1 run in ", text)


class Files(Command):
    def refused(self, *words):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        done = self.orthant(*words, HOURS, expect=2)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        return done.stderr

    def test_never_replace_what_is_read(self):
        (self.folder / "m.txt").write_text("0 1\n1 0\n")
        matrix = ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.file=m.txt")
        for words in (("output.packets=m.txt",), ("-o", "m.txt"), ("--timing", "./m.txt")):
            self.assertIn("m.txt: is an input or another output", self.refused("run", "c.ini", *matrix, *words))

    def test_beside_the_result_never_replace_another_result(self):
        self.orthant("run", "c.ini", "-o", "kept.csv", "-q")
        for words in (("output.packets=kept.csv",), ("output.channels=kept.csv",), ("--timing", "kept.csv")):
            self.assertIn("kept.csv: is a result, whose config is kept.csv.ini; allowed: another file",
                          self.refused("run", "c.ini", *words))

    def test_beside_the_result_are_not_replaced_when_it_grows(self):
        words = ("run", "c.ini", "output.packets=p.csv", "-o", "r.csv", "-q", "--append")
        self.orthant(*words)
        self.assertIn("p.csv: exists, and --append adds to the result only; allowed: another file",
                      self.refused(*words))

    def test_that_fail_leave_the_result_on_standard_output(self):
        row = self.orthant("run", "c.ini", "-q").stdout
        done = self.orthant("run", "c.ini", "-o", "/dev/full", "-q", expect=2)
        self.assertEqual(done.stdout, row)
        self.assertEqual(done.stderr, "orthant: error: /dev/full: cannot be written: No space left on "
                                      "device; the result is on standard output instead\n")
        self.orthant("run", "c.ini", "-o", "r.csv", "output.channels=/dev/full", "-q", expect=2)
        self.assertEqual(self.text("r.csv"), row)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_are_refused_at_once_where_they_cannot_be_written(self):
        (self.folder / "sealed").mkdir(mode=0o555)
        for words in (("-o", "sealed/r.csv"), ("output.channels=sealed/r.csv",)):
            done = self.orthant("run", "c.ini", HOURS, *words, expect=2)
            self.assertEqual(done.stderr, "orthant: error: sealed/r.csv: cannot be written: Permission denied\n")


class Log(Command):
    def test_begins_with_the_command_and_holds_the_messages(self):
        self.orthant("run", "c.ini", "--log", "log.txt")
        first, second = self.text("log.txt").splitlines()
        self.assertRegex(first, r" info: orthant \S+: run c.ini$")
        self.assertRegex(second, r" info: 1 run in ")

    def test_is_refused_before_anything_is_simulated(self):
        before = self.text("c.ini")
        for file, what in (
                ("no/log.txt", "its folder does not exist; allowed: a file in a folder that does"),
                ("/dev/full", "cannot be written: No space left on device"),
                ("c.ini", "is an input or another output; allowed: a file of its own")):
            done = self.orthant("run", "c.ini", HOURS, "--log", file, expect=2)
            self.assertEqual(done.stderr, f"orthant: error: {file}: {what}\n")
        self.assertEqual(os.listdir(self.folder), ["c.ini"])
        self.assertEqual(self.text("c.ini"), before)

    def test_that_fails_later_ends_with_one_warning(self):
        title = "2026-01-01 00:00:00.000 info: orthant 0.1.0: run c.ini\n"
        (self.folder / "log.txt").write_text(title.ljust(1000, "x"))
        limit = 1000 + 70  # bytes: room for the first line

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        # Python ignores SIGXFSZ, and its child does so with restore_signals=False.
        done = subprocess.run([ORTHANT, "sweep", "c.ini", "traffic.load=0.1,0.2", "--log",
                               "log.txt"], cwd=self.folder, capture_output=True, text=True,
                              check=True, restore_signals=False, preexec_fn=limit_files)
        self.assertEqual(done.stderr.count("warning"), 1)
        self.assertIn("orthant: warning: log.txt: cannot be written: File too large; the log ends "
                      "here\n", done.stderr)
        self.assertEqual(len(self.rows(done.stdout)), 2)


if __name__ == "__main__":
    unittest.main()
