"""Calls while the command runs: progress, and Ctrl-C."""

import os
import pathlib
import pty
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

from package import CONFIG, HOURS, ROOT, Package, orthant

# Two of the four points are quick: the first axis of the text varies slowest.
POINTS = "[run]\nmeasure_cycles = 10000, {}\n" + CONFIG.replace("measure_cycles = 10000\n", "").replace("load = 0.2", "load = 0.1, 0.2")


def children():
    """Ids of the processes that this one has started."""
    done = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "pid=,comm="], capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in done.stdout.splitlines() if line.split()[1] != "ps"]


def setUpModule():
    # A shell may have started this process with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


class ProgressOfACall(Package):
    def test_is_reported_as_numbers(self):
        reported = []
        orthant.sweep("c.ini", {"traffic.load": [0.1, 0.2, 0.3], "run.measure_cycles": 200000}, progress=reported.append, threads=1)
        points = [progress for progress in reported if progress.total]
        self.assertEqual({progress.total for progress in points}, {3})
        self.assertEqual([progress.done for progress in points], sorted(progress.done for progress in points))
        shares = [progress.fraction for progress in points if progress.fraction is not None]
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(shares and 0 <= shares[0] and shares[-1] <= 1)
        # The last line has no percentage.
        self.assertRegex(reported[-1].text, r"^3 points in .* \(")
        self.assertEqual(reported[-1][1:], (None, None, None))

    def test_is_a_line_that_disappears(self):
        done = subprocess.run([sys.executable, "-B", "-c", "import orthant; orthant.sweep('c.ini', {'traffic.load': [0.1, 0.2], "
                               "'run.measure_cycles': 200000}, progress=True, threads=1)"], check=True, capture_output=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        self.assertEqual(done.stdout, b"")
        self.assertNotIn(b"\n", done.stderr)
        shown = [line.rstrip() for line in done.stderr.decode().split("\r")]
        self.assertEqual((shown[0], shown[-2:]), ("", ["", ""]))
        self.assertTrue(any(line.startswith("1 of 2 points, ") for line in shown), shown)

    def test_that_raises_ends_the_command(self):
        def fail(progress):
            raise ValueError(progress.text)
        begun = time.monotonic()
        self.assertRaisesRegex(ValueError, "0 of 1 run", orthant.run, "c.ini", {"run.measure_cycles": HOURS}, progress=fail)
        self.assertLess(time.monotonic() - begun, 300)  # not after hours
        self.assertEqual(children(), [])

    def test_without_a_terminal_comes_at_the_end(self):
        def none():
            raise OSError
        whole, os.openpty = os.openpty, none
        self.addCleanup(setattr, os, "openpty", whole)
        reported = []
        orthant.run("c.ini", progress=reported.append)
        self.assertRegex(reported[-1].text, "^1 run in ")


class Stderr(Package):
    TEXT = ("\r\x1b[K0 of 4 points\r\x1b[K1 of 4 points, 25 %, about 6 s left\r\x1b[K\r\x1b[K2 of 4 points, 51 %, about 2 min left\r\x1b[K"
            "orthant: warning: deadlock: seen\r\nknot of 2:\r\n  router 1 \u00e4\r\n\r\x1b[K4 of 4 "
            "points, 100 %\r\x1b[K"
            "orthant: info: 3 of 4 points, 75 %\northant: error: no:\n 1\n").encode()

    def taken(self, parts):
        reported = []
        messages = orthant.command.Messages(reported.append)
        for part in parts:
            messages.take(part)
        return messages, reported

    def test_is_parsed_however_it_is_split(self):
        whole, reported = self.taken([self.TEXT])
        self.assertEqual(whole.all, [("warning", "deadlock: seen\nknot of 2:\n  router 1 \u00e4"), ("info", "3 of 4 points, 75 %"),
                                     ("error", "no:\n 1")])
        # Later lines had overwritten the others.
        self.assertEqual([progress[1:] for progress in reported], [(3, 4, 0.75)])
        draw = random.Random(1)
        for _ in range(300):
            cuts = sorted(draw.sample(range(len(self.TEXT)), draw.randint(0, 12)))
            parts = [self.TEXT[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(self.TEXT)])]
            self.assertEqual(self.taken(parts)[0].all, whole.all, parts)
        for size in range(1, 4):
            parts = [self.TEXT[i:i + size] for i in range(0, len(self.TEXT), size)]
            self.assertEqual(self.taken(parts)[0].all, whole.all)

    def test_of_hours_takes_no_memory(self):
        messages, reported = self.taken(f"\r\x1b[K1 of 4 points, {i % 100} %".encode() for i in range(100000))
        self.assertLess(len(messages.rest), 100)
        self.assertEqual(len(reported), 100000)


class CtrlC(Package):
    def interrupted(self, config, verb=orthant.sweep, output=None):
        """Presses it when two points are done."""
        def press(progress):
            if progress.done == 2 or not progress.total:
                os.kill(os.getpid(), signal.SIGINT)
        return self.raised(orthant.Interrupted, verb, config, output=output, progress=press,
                           threads=1)

    def test_keeps_what_is_finished(self):
        error = self.interrupted(POINTS.format(HOURS), output="curve.csv")
        self.assertIsInstance(error, KeyboardInterrupt)
        self.assertNotIsInstance(error, Exception)
        self.assertEqual((list(error.frame["load"]), error.output), ([0.1, 0.2], "curve.csv"))
        self.assertEqual(len(orthant.read("curve.csv")), 2)

    def test_can_be_resumed_without_an_output(self):
        config = POINTS.format(10**6)
        error = self.interrupted(config)
        self.addCleanup(shutil.rmtree, pathlib.Path(error.output).parent)
        self.assertEqual(list(error.frame["load"]), [0.1, 0.2])
        self.assertIn("2 finished rows are in /", str(error))
        reported = []
        frame = orthant.sweep(config, output=error.output, progress=reported.append)
        self.assertEqual(len(frame), 4)
        self.assertEqual({progress.done for progress in reported if progress.total} & {0, 1}, set())

    def test_of_a_terminal_reaches_the_command_once(self):
        """A terminal signals its whole foreground group; a second signal would end the
        command before it has saved rows."""
        try:
            ours, theirs = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        pathlib.Path("four.ini").write_text(POINTS.format(HOURS))
        program = ("import os, orthant\n"
                   "def tell(p):\n"
                   "    if p.done == 2: print('now', flush=True)\n"
                   "try: orthant.sweep('four.ini', progress=tell, threads=1)\n"
                   "except orthant.Interrupted as error: print('rows', len(error.frame), "
                   "error.output, flush=True)\n")
        child = subprocess.Popen([sys.executable, "-B", "-c", "import fcntl, os, sys, termios; os.setsid(); "
                                  f"fcntl.ioctl(0, termios.TIOCSCTTY, 0); exec({program!r})"], stdin=theirs, stdout=theirs, stderr=theirs,
                                 env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
                if b"now" in text:
                    os.write(ours, b"\x03")
                    text = text.replace(b"now", b"then")
        except OSError:
            pass
        os.close(ours)
        child.wait()
        said = text.decode().split("rows ")[-1].split()
        self.assertEqual(said[0], "2", text)
        shutil.rmtree(pathlib.Path(said[1]).parent)

    def test_twice_ends_a_command_that_does_not_end(self):
        pathlib.Path("stubborn").write_text("#!/bin/sh\ntrap 'trap - INT; echo \"orthant: info: once\" >&2; touch once' INT\n"
                                            "echo 'orthant: info: begun' >&2\nwhile true; do sleep "
                                            "0.1; done\n")
        os.chmod("stubborn", 0o700)
        before = os.environ["ORTHANT"]
        self.addCleanup(os.environ.update, ORTHANT=before)
        os.environ["ORTHANT"] = "./stubborn"

        def press_again():
            while not pathlib.Path("once").exists():
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=press_again).start()
        error = self.interrupted("c.ini", orthant.run)
        self.assertIsNone(error.frame)

    def test_of_the_command_alone_is_the_same(self):
        ended = []

        def end(progress):
            if not ended:
                ended.extend(children())
                os.kill(ended[0], signal.SIGTERM)
        error = self.raised(orthant.Interrupted, orthant.run, "c.ini",
                            {"run.measure_cycles": HOURS}, progress=end, output="r.csv")
        self.assertEqual(list(error.frame["verdict"]), ["interrupted"])
