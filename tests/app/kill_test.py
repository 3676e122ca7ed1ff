"""Every verb that writes files, killed before each call that changes a file, and with each such call failing:
never does a result stand beside the config of another run, and the same command does the work afterwards."""

import re
import subprocess

import small_torus
import stop
from command import ORTHANT, Folder

LIBRARY = stop.library()

CONFIG = small_torus.CONFIG + """\
[schedule]
ports = no
[policy]
policies = mp
p = 0.9
"""
KILLED = -9


class Command(Folder):
    def setUp(self):
        super().setUp()
        self.counter = self.folder.with_name(self.folder.name + ".calls")
        self.addCleanup(self.counter.unlink, missing_ok=True)

    def orthant(self, *words, at=None, how="kill"):
        environment = None if at is None else stop.environment(LIBRARY, at, how, self.counter)
        return subprocess.run([ORTHANT, *words, "-q", "-j", "1"], cwd=self.folder, env=environment, text=True,
                              capture_output=True, timeout=60, check=False)

    def done(self, *words):
        done = self.orthant(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.files()

    def after_every_stop(self, before, words, ways=("kill",)):
        """Yields what is there when the command was stopped, with the files of `before` at the beginning; for every
        call that changes a file."""
        self.start_with(before)
        self.assertEqual(self.orthant(*words, at=0).returncode, 0)
        calls = int(self.counter.read_text())
        self.assertGreater(calls, 3)
        for how in ways:
            for at in range(1, calls + 1):
                self.start_with(before)
                stopped = self.orthant(*words, at=at, how=how)
                left = self.files()
                with self.subTest(words=words, call=at, how=how, stderr=stopped.stderr):
                    self.assertEqual(stopped.returncode, KILLED if how == "kill" else 2, stopped.stderr)
                    if how == "fail":
                        self.assertEqual([name for name in left if name.endswith(".tmp")], [])
                    yield left


class Checked(Command):
    def check_pairs(self, left, states):
        """Every file is whole and beside its own config, as in one of the states."""
        for name, content in left.items():
            if content and not name.endswith((".ini", ".tmp", ".partial")):
                pair = (content, left.get(f"{name}.ini"))
                self.assertIn(pair, [(state.get(name), state.get(f"{name}.ini")) for state in states], name)

    def check_verb(self, words, other):
        """A first run, one repeated, and with --overwrite and another setting one over the first."""
        self.start_with({"c.ini": CONFIG.encode()})
        nothing = self.files()
        old = self.done(*words)
        self.start_with(nothing)
        new = self.done(*words, other)
        self.assertEqual(old.keys(), new.keys())
        self.assertEqual([name for name in new if new[name] == old[name]], ["c.ini"])
        for before in (nothing, old):
            for left in self.after_every_stop(before, words):
                self.check_pairs(left, (old,))
                self.assertEqual(self.done(*words), old)
        replace = (*words, other, "--overwrite")
        for left in self.after_every_stop(old, replace, ("kill", "fail")):
            self.check_pairs(left, (old, new))
            self.assertEqual(self.done(*replace), new)


class WholeFiles(Checked):
    def test_run(self):
        self.check_verb(("run", "c.ini", "-o", "r.csv"), "traffic.load=0.3")

    def test_run_with_files_beside(self):
        self.check_verb(("run", "c.ini", "-o", "r.csv", "output.channels=ch.csv", "output.packets=p.csv"),
                        "traffic.load=0.3")

    def test_schedule(self):
        self.check_verb(("schedule", "c.ini", "-o", "r.csv", "--frames", "f.csv"), "schedule.collective=gather")

    def test_policy(self):
        self.check_verb(("policy", "c.ini", "-o", "r.csv", "--means", "m.csv"), "policy.p=0.8")

    def test_analyze(self):
        self.check_verb(("analyze", "c.ini", "-o", "r.csv", "--channels", "ch.csv"), "topology.dimensions=5x4")

    def test_design(self):
        self.check_verb(("design", "c.ini", "-o", "r.csv", "--routing", "best.paths"), "topology.dimensions=3x3")


class GrowingFiles(Checked):
    def check_pairs(self, left, states):
        """As above, but a file may be the beginning of what it will be, and so its config."""
        for name in ("r.csv", "r.json"):
            if left.get(name):
                self.assertTrue(any(state[name].startswith(left[name])
                                    and state[f"{name}.ini"].startswith(left[f"{name}.ini"])
                                    for state in states), name)

    def test_sweep(self):
        self.check_verb(("sweep", "c.ini", "-o", "r.csv", "run.repetitions=2"), "traffic.load=0.3")

    def test_sweep_in_json(self):
        self.check_verb(("sweep", "c.ini", "-o", "r.json", "--format", "json"), "traffic.load=0.3")

    def check_extension(self, name, *words):
        """A finished sweep that is extended: every row of it is there at any moment, in one file or the other."""
        short = ("sweep", "c.ini", "-o", name, "traffic.load=0.1,0.3", *words)
        long = ("sweep", "c.ini", "-o", name, "traffic.load=0.1,0.2,0.3", *words)
        self.start_with({"c.ini": CONFIG.encode()})
        nothing = self.files()
        old = self.done(*short)
        self.start_with(nothing)
        new = self.done(*long)
        rows = old[name].splitlines()[1:]
        for left in self.after_every_stop(old, long, ("kill", "fail")):
            partial = left.get(f"{name}.partial", b"")
            if name.endswith(".csv"):
                for row in rows:
                    self.assertIn(row, left.get(name, b"") + partial)
            elif left.get(name) not in (old[name], new[name]):
                self.assertGreaterEqual(len(re.findall(rb"^[02]#\w+,torus,", partial, re.M)), 2)
            if left.get(name):
                own = old if left[name] == old[name] else new
                self.assertEqual(left[f"{name}.ini"].split(b"; finished")[0],
                                 own[f"{name}.ini"].split(b"; finished")[0])
            if left.get(name) == old[name] and f"{name}.partial" not in left:
                self.assertEqual(self.done(*short), old)
                self.start_with(left)
            self.assertEqual(self.done(*long), new)

    def test_sweep_that_is_extended(self):
        self.check_extension("r.csv")

    def test_sweep_that_gains_columns(self):
        """A routing with columns of its own: the row that was there, with them or without, is there at any moment."""
        words = ("sweep", "c.ini", "-o", "r.csv", "router.vcs=6")
        long = (*words, "routing.algorithm=dor,por")
        self.start_with({"c.ini": CONFIG.encode()})
        old = self.done(*words, "routing.algorithm=dor")
        new = self.done(*long)
        self.assertIn(b",derouted_fraction,", new["r.csv"])
        rows = old["r.csv"].splitlines()[1], new["r.csv"].splitlines()[1]
        for left in self.after_every_stop(old, long, ("kill", "fail")):
            self.assertTrue(any(row in left.get("r.csv", b"") + left.get("r.csv.partial", b"") for row in rows))
            self.assertEqual(self.done(*long), new)

    def test_sweep_in_json_that_is_extended(self):
        self.check_extension("r.json", "--format", "json")


class Appended(Command):
    WORDS = ("run", "c.ini", "-o", "r.csv", "--append")

    def check_notes(self, files):
        """No note without its row, and no row without its note or the announcement of it."""
        rows = files.get("r.csv", b"").decode().splitlines()[1:]
        ini = files.get("r.csv.ini", b"").decode()
        loads = [row.split(",")[13] for row in rows]
        if loads:
            self.assertIn(f"\nload = {loads[0]}\n", ini)
        noted = {1: loads[0]} if loads else {}
        for number, load in re.findall(r"^; row (\d+): orthant run r.csv.ini traffic.load=(\S+)$", ini, re.M):
            noted[int(number)] = load
        announced = re.findall(r"^; being added: row (\d+): .*=(\S+)$", ini, re.M)
        self.assertLessEqual(len(announced), 1)
        self.assertLessEqual(set(noted), set(range(1, len(rows) + 1)))
        for number, load in enumerate(loads, 1):
            self.assertEqual(load, noted.get(number) or dict((int(n), l) for n, l in announced)[number])

    def test_run_append(self):
        self.start_with({"c.ini": CONFIG.encode()})
        states = [self.files()]
        for load in ("0.1", "0.2", "0.3"):
            states.append(self.done(*self.WORDS, f"traffic.load={load}"))
        for row, load in enumerate(("0.1", "0.2", "0.3")):
            command = (*self.WORDS, f"traffic.load={load}")
            for left in self.after_every_stop(states[row], command, ("kill", "fail")):
                self.check_notes(left)
                self.assertEqual(self.done(*command), states[row + 1])
                self.start_with(left)  # another command settles what was left just as well
                other = self.done(*self.WORDS, "traffic.load=0.15")
                self.check_notes(other)
                self.assertNotIn(b"being added", other["r.csv.ini"])

    def test_run_append_of_a_row_with_more_columns(self):
        self.start_with({"c.ini": CONFIG.encode()})
        first = self.done(*self.WORDS, "traffic.load=0.1")
        command = (*self.WORDS, "traffic.load=0.2", "time.cycle_ns=2")
        both = self.done(*command)
        self.assertIn(b",latency_mean_ns,", both["r.csv"])
        rows = first["r.csv"].splitlines()[1], both["r.csv"].splitlines()[1]
        for left in self.after_every_stop(first, command, ("kill", "fail")):
            self.assertIn(left["r.csv"].splitlines()[1], rows)
            self.assertEqual(self.done(*command), both)

    def test_adds_no_row_that_is_there(self):
        self.start_with({"c.ini": CONFIG.encode()})
        self.done(*self.WORDS)
        whole = self.done(*self.WORDS, "traffic.load=0.3", "run.repetitions=2")
        self.assertEqual(whole["r.csv"].count(b"\n"), 4)
        self.assertEqual(self.done(*self.WORDS, "traffic.load=0.3", "run.repetitions=2"), whole)
        self.assertEqual(self.done(*self.WORDS), whole)
