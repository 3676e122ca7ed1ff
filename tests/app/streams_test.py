"""Where results and messages go: standard output, a terminal, a log."""

import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from command import ORTHANT, Command

CLEARED = "\r\x1b[K"  # what wipes the progress line
HOURS = "run.measure_cycles=10000000000"


class StandardOutput(Command):
    def test_is_named_by_a_dash(self):
        self.write("dashed.ini", self.text("c.ini") + "[output]\ncsv = -\n")
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

    def test_has_no_config_file_when_it_is_named_as_a_device(self):
        link = self.folder / "out"
        link.symlink_to("/dev/stdout")
        self.orthant("run", "c.ini", "-o", "out", "-q")
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "out"])

    def test_that_is_full_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for words in (("--help",), ("--version",), ("run", "--help"), ("list",), ("check", "c.ini"),
                          ("run", "c.ini", "-q")):
                done = subprocess.run([ORTHANT, *words], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False)
                self.assertEqual((done.returncode, done.stderr),
                                 (2, "orthant: error: standard output: cannot be written: No space left on device\n"))

    def test_that_is_full_is_an_error_of_other_outputs_too(self):
        for words, more in ((("run", "c.ini"), "; the result is on standard output instead"), (("check", "c.ini"), ""),
                            (("run", "c.ini", "output.packets=/dev/full"), ""), (("analyze", "c.ini"), "; the result is on standard output instead")):
            done = self.orthant(*words, *(() if "output" in words[-1] else ("-o", "/dev/full")), "-q", expect=2)
            self.assertEqual(done.stderr, f"orthant: error: /dev/full: cannot be written: No space left on device{more}\n")


class Closed(Command):
    """Standard descriptors that are closed at the start."""

    def test_are_not_given_to_files(self):
        words = '"$0" sweep c.ini traffic.load=0.1,0.2 -j 2 -v -o r.csv --timing t.csv'
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-o", "whole.csv", "-q")
        for closed in ("2>&-", "<&- 2>&-", ">&-", "<&- >&- 2>&-"):
            subprocess.run(["sh", "-c", f"{words} --overwrite {closed}", ORTHANT], cwd=self.folder, check=True)
            self.assertEqual(self.text("r.csv"), self.text("whole.csv"))
            self.assertNotIn("orthant", self.text("t.csv"))

    def test_keep_what_was_finished_before_an_interrupt(self):
        words = '"$0" sweep c.ini traffic.load=0.1,0.2,0.3 run.measure_cycles=10000,10000000000 -j 1 -v -o r.csv 2>&-'
        sweep = subprocess.Popen(["sh", "-c", f"exec {words}", ORTHANT], cwd=self.folder)
        while not (self.folder / "r.csv").exists() or self.text("r.csv").count("\n") < 2:
            time.sleep(0.01)
        sweep.send_signal(signal.SIGINT)
        self.assertEqual(sweep.wait(timeout=60), 130)
        self.assertNotIn("orthant: ", self.text("r.csv.partial"))
        self.assertEqual(self.text("r.csv").count("\n"), 2)

    def test_standard_output_is_an_error_where_the_result_goes_there(self):
        done = subprocess.run(["sh", "-c", '"$0" run c.ini -q >&-', ORTHANT], cwd=self.folder, stderr=subprocess.PIPE,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "orthant: error: standard output: cannot be written: Bad file descriptor\n"))


class Terminal(Command):
    def shown(self, *words):
        return self.on_terminal(*words).replace("\r\n", "\n")

    def test_rows_and_progress_line_do_not_mix(self):
        words = ("sweep", "c.ini", "traffic.load=0.1:0.4:0.1", "run.measure_cycles=200000",
                 "-j", "1", "--format", "csv")
        text = self.shown(*words)
        self.assertIn(f"{CLEARED}1 of 4 points, ", text)
        lines = [line.split(CLEARED)[-1] for line in text.split("\n")]
        self.assertEqual(lines[:5], self.orthant(*words, "-q").stdout.splitlines())
        self.assertTrue(lines[5].startswith("orthant: info: 4 points in "))

    def test_shows_a_sweep_as_a_table(self):
        words = ("sweep", "c.ini", "traffic.load=0.1,0.2", "-q")
        self.assertEqual(self.shown(*words), self.orthant(*words, "--format", "table").stdout)

    def test_shows_how_far_a_single_run_is(self):
        text = self.shown("run", "c.ini", "run.measure_cycles=1000000")
        self.assertRegex(text, r"0 of 1 run, \d+ %, about \d+ s left")
        self.assertIn("orthant: info: 1 run in ", text)


class Files(Command):
    def refused(self, *words):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        line = super().refused(*words, HOURS)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)
        return line

    def test_never_replace_what_is_read(self):
        self.write("m.txt", "0 1\n1 0\n")
        matrix = ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.file=m.txt")
        for words in (("output.packets=m.txt",), ("-o", "m.txt"), ("--timing", "./m.txt")):
            self.assertIn("m.txt: is an input or another output", self.refused("run", "c.ini", *matrix, *words))

    def test_of_other_outputs_never_replace_another_result(self):
        self.orthant("run", "c.ini", "-o", "kept.csv", "-q")
        for option, words in (("output.packets", ("output.packets=kept.csv",)),
                              ("output.channels", ("output.channels=kept.csv",)),
                              ("--timing", ("--timing", "kept.csv"))):
            self.assertEqual(f"orthant: error: kept.csv: made by run, now run {option}; give another {option} FILE, "
                             "or --overwrite to replace it", self.refused("run", "c.ini", *words))
        done = self.orthant("sweep", "c.ini", "--timing", "kept.csv", expect=2)
        self.assertIn("kept.csv: made by run, now run --timing; give another --timing FILE", done.stderr)

    def test_of_any_option_are_replaced_by_the_same_config_only(self):
        self.write("d.ini", self.text("c.ini") + "[schedule]\nports = no\ncollective = gather\n"
                                           "[policy]\npolicies = mp\np = 0.9\n")
        for verb, *words in (("run", "output.channels=f.csv"), ("run", "output.histogram=f.csv"),
                             ("run", "output.packets=f.csv"), ("run", "--timing", "f.csv"),
                             ("analyze", "--channels", "f.csv"), ("analyze", "--permutation", "f.csv"),
                             ("analyze", "--pairs", "f.csv"), ("analyze", "--routing", "f.csv"),
                             ("analyze", "--graph", "f.edges"), ("design", "--routing", "f.csv"),
                             ("design", "--write-mps", "f.mps"), ("policy", "--means", "f.csv"),
                             ("policy", "--certificate", "f.json"), ("schedule", "--frames", "f.csv"),
                             ("schedule", "--teams", "f.csv")):
            with self.subTest(verb=verb, words=words):
                option = words[0].split("=")[0]
                file = words[-1].split("=")[-1]
                self.orthant(verb, "d.ini", *words, "-q")
                first = self.text(file)
                shutil.copy(self.folder / f"{file}.ini", self.folder / "its.ini")
                self.orthant(verb, "its.ini", *words, "-q")
                if option not in ("--timing", "--teams"):  # files of these options hold times
                    self.assertEqual(self.text(file), first)
                done = self.orthant(verb, "d.ini", *words, "topology.dimensions=4x3", "-q", expect=2)
                self.assertEqual(done.stderr.splitlines()[-1],
                                 f"orthant: error: {file}: made with topology.dimensions = 4x4, now 4x3; give another "
                                 f"{option} FILE, or --overwrite to replace it")
                (self.folder / f"{file}.ini").unlink()
                done = self.orthant(verb, "d.ini", *words, "-q", expect=2)
                self.assertEqual(done.stderr.splitlines()[-1],
                                 f"orthant: error: {file}: exists, but its config {file}.ini is missing; "
                                 f"give another {option} FILE, or --overwrite to replace it")
                self.orthant(verb, "d.ini", *words, "topology.dimensions=4x3", "-q", "--overwrite")
                self.assertIn("dimensions = 4x3\n", self.text(f"{file}.ini"))
                (self.folder / file).unlink()

    def test_of_check_and_list_are_replaced_by_the_same_text(self):
        for words, other in ((("check", "c.ini"), ("check", "c.ini", "topology.dimensions=5x5")),
                             (("list", "keys"), ("list", "patterns"))):
            self.orthant(*words, "-o", "f.txt")
            before = self.text("f.txt")
            self.orthant(*words, "-o", "f.txt")
            done = self.orthant(*other, "-o", "f.txt", expect=2)
            self.assertEqual(done.stderr, "orthant: error: f.txt: exists and says something else; give "
                             "another -o FILE, or --overwrite to replace it\n")
            self.assertEqual(self.text("f.txt"), before)
            self.orthant(*other, "-o", "f.txt", "--overwrite")
            self.assertNotEqual(self.text("f.txt"), before)
            (self.folder / "f.txt").unlink()

    def test_are_written_through_a_symbolic_link(self):
        (self.folder / "deep").mkdir()
        for verb in ("run", "sweep"):
            link = self.folder / f"{verb}.csv"
            link.symlink_to(f"deep/{verb}.csv")
            self.orthant(verb, "c.ini", "-o", f"{verb}.csv", "-q")
            self.assertTrue(link.is_symlink())
            self.assertEqual(self.text(f"deep/{verb}.csv"), self.orthant(verb, "c.ini", "-q").stdout)
            self.assertTrue((self.folder / f"deep/{verb}.csv.ini").exists())
            self.orthant(verb, "c.ini", "traffic.load=0.3", "-o", f"{verb}.csv", "-q", expect=2)
            self.orthant(verb, "c.ini", "traffic.load=0.3", "-o", f"{verb}.csv", "-q", "--overwrite")
            self.assertTrue(link.is_symlink())
            self.assertIn("load = 0.3\n", self.text(f"deep/{verb}.csv.ini"))
        (self.folder / "ch.csv").symlink_to("deep/ch.csv")
        self.orthant("run", "c.ini", "output.channels=ch.csv", "-q")
        self.assertTrue((self.folder / "ch.csv").is_symlink())
        self.assertTrue((self.folder / "deep/ch.csv").exists())

    def test_have_names_that_fit_a_line(self):
        for words in (("-o", "a\nb.csv"), ("-o", "a\nb.csv", "--append"), ("--timing", "a\nb.csv")):
            self.assertEqual(self.refused("run", "c.ini", *words),
                             "orthant: error: 'a\\x0ab.csv': a control character in the name of a file")

    def test_of_the_killed_are_removed_when_the_same_file_is_written(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        left = [f"r.csv.{gone.pid}.tmp", f"r.csv.ini.{gone.pid}.tmp", f"p.csv.{gone.pid}.7.tmp"]
        alive = f"r.csv.{os.getpid()}.tmp"
        others = [alive, "r.csv.tmp", "r.csv.x.tmp", f"q.csv.{gone.pid}.tmp"]
        for name in (*left, *others):
            self.write(name, "x")
        self.orthant("run", "c.ini", "-o", "r.csv", "output.packets=p.csv", "-q")
        self.assertEqual(set(os.listdir(self.folder)),
                         {"c.ini", "r.csv", "r.csv.ini", "p.csv", "p.csv.ini", *others})

    def test_of_other_outputs_are_not_replaced_when_the_result_grows(self):
        words = ("run", "c.ini", "output.packets=p.csv", "-o", "r.csv", "-q", "--append")
        self.orthant(*words)
        before = self.text("r.csv"), self.text("p.csv")
        self.assert_refused("p.csv: made with traffic.load = 0.2, now 0.3; give another "
                            "output.packets FILE, or --overwrite to replace it", *words,
                            "traffic.load=0.3")
        self.orthant(*words)
        self.assertEqual((self.text("r.csv"), self.text("p.csv")), before)

    def test_that_fail_leave_the_result_on_standard_output(self):
        row = self.orthant("run", "c.ini", "-q").stdout
        done = self.orthant("run", "c.ini", "-o", "/dev/full", expect=2)
        self.assertEqual(done.stdout, row)
        self.assertEqual(done.stderr, "orthant: error: /dev/full: cannot be written: No space left on "
                                      "device; the result is on standard output instead\n")
        self.orthant("run", "c.ini", "-o", "r.csv", "output.channels=/dev/full", "-q", expect=2)
        self.assertEqual(self.text("r.csv"), row)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_are_refused_at_once_where_they_cannot_be_written(self):
        (self.folder / "sealed").mkdir(mode=0o555)
        for words in (("-o", "sealed/r.csv"), ("output.channels=sealed/r.csv",)):
            self.assert_refused("sealed/r.csv: cannot be written: Permission denied", "run",
                                "c.ini", HOURS, *words)


class Log(Command):
    def test_begins_with_the_command_and_holds_the_messages(self):
        self.orthant("run", "c.ini", "--log", "log.txt")
        first, second = self.text("log.txt").splitlines()
        self.assertRegex(first, r" info: orthant [^:]+: run c.ini$")
        self.assertRegex(second, r" info: 1 run in ")

    def test_is_refused_before_anything_is_simulated(self):
        before = self.text("c.ini")
        for file, what in (
                ("no/log.txt", "its folder does not exist; allowed: a file in a folder that does"),
                ("/dev/full", "cannot be written: No space left on device"),
                ("c.ini", "is an input or another output, of the config; allowed: a file of its own")):
            self.assert_refused(f"{file}: {what}", "run", "c.ini", HOURS, "--log", file)
        self.assertEqual(os.listdir(self.folder), ["c.ini"])
        self.assertEqual(self.text("c.ini"), before)

    def test_that_fails_later_ends_with_one_warning(self):
        title = "2026-01-01 00:00:00.000 info: orthant 0.1.0: run c.ini\n"
        self.write("log.txt", title.ljust(1000, "x"))
        # A hundred bytes suffice for the first line. The child ignores SIGXFSZ, as Python does.
        done = self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "--log", "log.txt",
                            prefix=("prlimit", "--fsize=1100"), restore_signals=False)
        self.assertEqual(done.stderr.count("warning"), 1)
        self.assertIn("orthant: warning: log.txt: cannot be written: File too large; the log ends "
                      "here\n", done.stderr)
        self.assertEqual(len(self.rows(done.stdout)), 2)
