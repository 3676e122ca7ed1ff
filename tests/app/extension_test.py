"""The command from outside: sweeps whose axes gain values after their file was written."""

import json
import signal
import subprocess
import unittest

import stop
from command import ORTHANT, Command

LIBRARY = stop.library()

FILES = ("r.out", "r.out.ini")
HINT = "; give another -o FILE, or --overwrite to start afresh\n"


class Extension(Command):
    def sweep(self, *words, file="r.out", verb="sweep", expect=0):
        return self.orthant(verb, "c.ini", *words, "-o", file, "-q", expect=expect)

    def files(self):
        return {name: self.text(name) for name in FILES}

    def forget(self):
        for left in self.folder.glob("*.out*"):
            left.unlink()

    def check_extended(self, shorter, longer, new_rows, *words, verb="sweep"):
        """The shorter sweep and then the longer one write the file of a fresh run, and
        simulate only these new rows."""
        for threads in ("1", "3"):
            with self.subTest(longer=longer, threads=threads):
                self.forget()
                self.sweep(*longer, *words, "-j", threads, verb=verb)
                fresh = self.files()
                self.forget()
                self.sweep(*shorter, *words, verb=verb)
                kept = self.text("r.out").splitlines()
                self.sweep(*longer, *words, "-j", threads, "--timing", f"t{threads}.out", verb=verb)
                self.assertEqual(self.files(), fresh)
                self.assertFalse((self.folder / "r.out.partial").exists())
                self.assertEqual(len(self.computed(f"t{threads}.out")), new_rows)
                if "json" not in words:
                    self.assertLessEqual(set(kept), set(fresh["r.out"].splitlines()))

    def test_gains_values_at_the_end_and_in_between(self):
        short = ("traffic.load=0.1:0.3:0.1",)
        self.check_extended(short, ("traffic.load=0.1:0.5:0.1",), 2)
        self.check_extended(short, ("traffic.load=0.05:0.3:0.05",), 3)
        self.check_extended(("traffic.load=0.2",), ("traffic.load=0.3,0.2,0.1",), 2)

    def test_gains_values_of_several_axes(self):
        self.check_extended(("traffic.load=0.1,0.2", "router.vcs=2"),
                            ("traffic.load=0.1,0.15,0.2", "router.vcs=4,2"), 4)
        self.check_extended(("traffic.load=0.1,0.2", "routing.ties=split,plus"),
                            ("routing.ties=plus,parity,split", "traffic.load=0.1,0.2,0.3"), 5)
        # The axis determines a default, which the FILE.ini of the shorter sweep states
        # and that of the longer does not.
        self.check_extended(("topology.kind=torus", "router.vcs=4"), ("topology.kind=mesh,torus", "router.vcs=4"), 1)

    def test_gains_repetitions_and_seeds(self):
        self.check_extended(("traffic.load=0.1,0.2", "run.repetitions=2"),
                            ("traffic.load=0.1,0.2", "run.repetitions=3"), 2)
        self.check_extended(("traffic.load=0.1,0.2", "run.repetitions=2"),
                            ("traffic.load=0.1,0.2,0.3", "run.repetitions=4"), 8)
        self.check_extended(("traffic.load=0.1,0.2", "run.seed=1"), ("traffic.load=0.1,0.2", "run.seed=1,5"), 2)

    def test_extends_json(self):
        self.check_extended(("traffic.load=0.1,0.3",), ("traffic.load=0.1,0.2,0.3",), 1, "--format", "json")
        self.assertEqual(len(json.loads(self.text("r.out"))["rows"]), 3)

    def test_extends_other_verbs(self):
        self.check_extended(("router.vcs=2",), ("router.vcs=2,4",), 1, "run.tolerance=0.05", verb="saturate")
        self.check_extended(("topology.dimensions=4x4,5x5",), ("topology.dimensions=4x4,5x5,6x6",), 1, verb="analyze")

    def test_extends_what_run_wrote(self):
        self.sweep("traffic.load=0.1,0.2", file="whole.out")
        self.sweep("traffic.load=0.2", verb="run")
        self.sweep("traffic.load=0.1,0.2")
        self.assertEqual(self.text("r.out"), self.text("whole.out"))

    def test_is_extended_again_and_where_it_is_not_finished(self):
        self.sweep("traffic.load=0.1,0.2,0.3,0.4", file="whole.out")
        self.sweep("traffic.load=0.1,0.3")
        self.sweep("traffic.load=0.1,0.3,0.4")
        # A kill leaves one row fewer and no note that the file is finished.
        ini, rows = self.text("r.out.ini"), self.text("r.out").splitlines(True)
        self.write("r.out.ini", ini[:ini.rindex("; finished")])
        self.write("r.out", "".join(rows[:3]))
        self.sweep("traffic.load=0.1,0.2,0.3,0.4", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [2, 4])
        self.assertEqual(self.text("r.out"), self.text("whole.out"))

    def stop_at_call(self, call, *words):
        """Kills the sweep before its n-th change of a file; with 0 it ends. Returns the
        number of changes."""
        counter = self.folder / "calls"
        done = subprocess.run([ORTHANT, "sweep", "c.ini", *words, "-j", "2", "-q", "-o", "r.out", "--timing", "first.csv"],
                              cwd=self.folder, env=stop.environment(LIBRARY, call, counter=counter), stderr=subprocess.PIPE, timeout=300, check=False)
        self.assertEqual(done.returncode, -signal.SIGKILL if call else 0, done.stderr)
        return 0 if call else int(counter.read_text())

    def kill_half_way(self, *words):
        """Kills the sweep in the middle of the calls that write rows: the first half of all calls prepares its files."""
        before = self.files()
        calls = self.stop_at_call(0, *words)
        for name in ("first.csv", "first.csv.ini"):
            (self.folder / name).unlink()
        for name, text in before.items():
            self.write(name, text)
        self.stop_at_call(calls * 2 // 3, *words)

    @unittest.skipIf(LIBRARY is None, "needs the library that stops a command at a call")
    def test_goes_on_after_a_kill(self):
        for words in ((), ("--format", "json")):
            with self.subTest(words=words):
                short, long = ("traffic.load=0.04:0.4:0.04", *words), ("traffic.load=0.02:0.4:0.02", *words)
                self.sweep(*long)
                whole = self.files()
                self.forget()
                self.sweep(*short)
                self.kill_half_way(*long)
                done = self.sweep(*short, expect=2)  # the file now belongs to the longer sweep
                self.assertRegex(done.stderr, "^orthant: error: r.out: made with traffic.load = 0.02:0.4:0.02, now "
                                              f"0.04:0.4:0.04{HINT}$")
                before = self.computed("first.csv")
                self.sweep(*long, "--timing", "second.csv")
                again = self.computed("second.csv")
                self.assertGreaterEqual(len(before), 2)
                self.assertGreaterEqual(len(again), 2)
                self.assertFalse(set(before) & set(again))
                self.assertGreaterEqual(len(before) + len(again), 9)  # the last one's line may be lost
                self.assertLessEqual(len(before) + len(again), 10)
                self.assertEqual(self.files(), whole)
                self.forget()
                for left in self.folder.glob("*.csv*"):
                    left.unlink()

    def check_refused(self, short, long, what):
        self.forget()
        self.sweep(*short)
        before = self.files()
        done = self.sweep(*long, expect=2)
        self.assertEqual(done.stderr, f"orthant: error: r.out: {what}{HINT}")
        self.assertEqual(self.files(), before)
        self.assertFalse((self.folder / "r.out.partial").exists())

    def test_refuses_what_is_no_extension_and_names_the_key(self):
        short = ("traffic.load=0.1,0.2",)
        self.check_refused(short, ("traffic.load=0.1,0.2,0.3", "router.buffer_flits=5"),
                           "made with router.buffer_flits = 4, now 5")
        self.check_refused(short, ("traffic.load=0.1,0.3,0.4",), "made with traffic.load = 0.1,0.2, now 0.1,0.3,0.4")
        self.check_refused(short, ("traffic.load=0.2",), "made with traffic.load = 0.1,0.2, now 0.2")
        self.check_refused(short, ("traffic.load=0.2,0.1",), "made with traffic.load = 0.1,0.2, now 0.2,0.1")
        self.check_refused((*short, "run.repetitions=3"), ("traffic.load=0.1,0.2,0.3", "run.repetitions=2"),
                           "made with run.repetitions = 3, now 2")
        # Another column makes another file.
        self.check_refused(short, (*short, "routing.ties=split,plus"),
                           "made with routing.ties = split, now split,plus")
        # saturate reads no loads, but FILE.ini holds them.
        self.forget()
        self.sweep("traffic.load=0.1,0.2", "run.tolerance=0.05", verb="saturate")
        done = self.sweep("traffic.load=0.1,0.2,0.3", "run.tolerance=0.05", "router.vcs=2,4", verb="saturate", expect=2)
        self.assertIn("r.out: made with traffic.load = 0.1,0.2, now 0.1,0.2,0.3;", done.stderr)

    def test_refuses_rows_that_were_edited(self):
        self.sweep("traffic.load=0.1,0.2")
        text = self.text("r.out")
        self.write("r.out", text.replace(self.rows(text)[0]["latency_mean"], "1"))
        done = self.sweep("traffic.load=0.1,0.2,0.3", expect=2)
        self.assertEqual(done.stderr, f"orthant: error: r.out: was changed after it was written{HINT}")

    def test_input_files_may_be_added_but_not_changed(self):
        for name, text in (("a.txt", "0 1\n1 0\n"), ("b.txt", "0 2\n1 0\n")):
            self.write(name, text)
        words = ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.load=0.1,0.2")
        self.check_extended(("traffic.file=a.txt", *words[:2], "traffic.load=0.1"), ("traffic.file=a.txt", *words), 1)
        self.write("a.txt", "0 1\n1 0.\n")
        done = self.sweep("traffic.file=a.txt", *words[:2], "traffic.load=0.1,0.2,0.3", expect=2)
        self.assertRegex(done.stderr, r"^orthant: error: r.out: made with traffic.file a.txt: 8 bytes, .*, now "
                                      r"traffic.file a.txt: 9 bytes, .*\n$")

    def test_a_part_of_a_sweep_is_not_extended(self):
        self.sweep("traffic.load=0.1,0.2", "--shard", "1/2")
        done = self.sweep("traffic.load=0.1,0.2,0.3", "--shard", "1/2", expect=2)
        self.assertEqual(done.stderr,
                         "orthant: error: r.out: made with traffic.load = 0.1,0.2, now 0.1,0.2,0.3; a part of a sweep (--shard) is not "
                         "extended; allowed: to merge the parts and extend that file, another -o FILE, or --overwrite to start afresh\n")

    def test_parts_extend_no_sweep(self):
        self.sweep("traffic.load=0.1,0.2")
        before = self.text("r.out")
        done = self.sweep("traffic.load=0.1,0.2,0.3", "--shard", "1/2", expect=2)
        self.assertEqual(done.stderr,
                         "orthant: error: r.out: made by run, now run --shard 1/2; parts of a sweep (--shard) extend no file; allowed: "
                         "the same without --shard, another -o FILE, or --overwrite to start afresh\n")
        self.assertEqual(self.text("r.out"), before)
        # The alternatives in the message work.
        self.sweep("traffic.load=0.1,0.2,0.3")
        for part in "1/2", "2/2":
            self.sweep("traffic.load=0.1,0.2", "--shard", part, file=f"part{part[0]}.out")
        self.orthant("merge", "part1.out", "part2.out", "-o", "merged.out", "-q")
        self.sweep("traffic.load=0.1,0.2,0.3", file="merged.out")
        self.assertEqual(self.text("merged.out"), self.text("r.out"))

    def test_no_sweep_extends_rows_of_several_runs(self):
        self.sweep("traffic.load=0.1", "--append", verb="run")
        self.sweep("traffic.load=0.2", "--append", verb="run")
        before = self.text("r.out"), self.text("r.out.ini")
        for loads in "0.1,0.2", "0.1,0.2,0.3", "0.1":
            done = self.sweep(f"traffic.load={loads}", expect=2)
            self.assertEqual(done.stderr,
                             "orthant: error: r.out: has rows of several runs (run --append), which no sweep goes on with; allowed: "
                             "another -o FILE, or --overwrite to start afresh\n")
        self.assertEqual((self.text("r.out"), self.text("r.out.ini")), before)
