"""The command from outside: sweep, killed, resumed and on several ranks."""

import json
import os
import shutil
import signal

from command import KEY_COLUMNS, NEEDS_MPIRUN, RUN_COLUMNS, Command, mpirun

AXES = ("traffic.load=0.02:0.2:0.02", "routing.ties=split,plus", "run.repetitions=2")  # 40 rows


class Sweep(Command):
    uninterrupted_of = {}  # by the words of a sweep: its result and the config beside it

    def uninterrupted(self, *words):
        if words not in self.uninterrupted_of:
            self.orthant("sweep", "c.ini", *words, "-o", "whole.out", "-q", "-j", "2")
            self.uninterrupted_of[words] = self.text("whole.out"), self.text("whole.out.ini")
        return self.uninterrupted_of[words]

    def whole(self):
        self.orthant("sweep", "c.ini", *AXES, "-o", "whole.csv", "-q", "-j", "1")
        return self.text("whole.csv")

    def test_says_at_which_point_something_is_wrong(self):
        done = self.orthant("sweep", "c.ini", "routing.algorithm=dor,o1turn", "topology.dimensions=4x4,4x4x4", "router.vcs=4", "-q", expect=2)
        self.assertRegex(done.stderr, r"o1turn needs a network of 2 dimensions, not 3; allowed: 2, or dor with routing\.order = random \(at topology\.dimensions = 4x4x4, routing\.algorithm = o1turn\)\n$")
        done = self.orthant("sweep", "c.ini", "topology.kind=mesh,torus", "routing.algorithm=west_first", "router.vcs=4", "-q", expect=4)
        self.assertRegex(done.stderr, r"topology\.kind = torus.*: deadlock")
        self.assertIn("\nwest_first is for: mesh, hypercube, whole or broken; torus only with routing.allow_deadlock\n", done.stderr)
        done = self.orthant("run", "c.ini", "routing.algorithm=odd_even", "-q", expect=4)
        self.assertIn("\nodd_even is for: mesh, hypercube, of 2 dimensions, whole or broken\n", done.stderr)

    def test_writes_the_rows_of_all_points_in_order(self):
        rows = self.rows(self.whole())
        self.assertEqual(len(rows), 40)
        header = self.text("whole.csv").splitlines()[0]
        self.assertEqual(header, f"{KEY_COLUMNS},routing.ties,{RUN_COLUMNS}")
        loads = [row["load"] for row in rows]
        places = sorted({(row["routing.ties"], row["load"], row["seed"]) for row in rows})
        self.assertEqual(len(places), 40)
        self.assertEqual(loads[:5], ["0.02", "0.02", "0.02", "0.02", "0.04"])
        row = self.row("run", "c.ini", "traffic.load=0.06", "routing.ties=plus", "--seed", "8")
        twin, = [r for r in rows
                 if (r["load"], r["routing.ties"], r["seed"]) == ("0.06", "plus", "8")]
        del twin["routing.ties"]
        self.assertEqual(row, twin)

    def test_is_the_same_for_any_number_of_threads_and_on_a_pipe(self):
        whole = self.whole()
        for threads in ("2", "5"):
            self.orthant("sweep", "c.ini", *AXES, "-o", f"{threads}.csv", "-q", "-j", threads)
            self.assertEqual(self.text(f"{threads}.csv"), whole)
        done = self.orthant("sweep", "c.ini", *AXES, "-q", "-j", "2")
        self.assertEqual(done.stdout, whole)
        self.assertEqual(done.stderr, "")

    def test_ends_with_code_0_where_a_window_is_too_short(self):
        words = ("sweep", "c.ini", "traffic.load=0.1,0.2", "run.measure_cycles=5", "-q")
        done = self.orthant(*words)
        self.assertEqual([r["verdict"] for r in self.rows(done.stdout)], ["unfinished"] * 2)
        self.assertIn("2 of 2 points unfinished", done.stderr)
        self.assertIn("(traffic.load = 0.1; traffic.load = 0.2)\n", done.stderr)
        done = self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2,0.3", "run.measure_cycles=5", "run.repetitions=2", "-q")
        self.assertIn("(traffic.load = 0.1, repetition 0; traffic.load = 0.1, repetition 1; ...)\n", done.stderr)
        self.orthant(*words, "--require-stable", expect=3)
        self.orthant("run", "c.ini", "run.measure_cycles=5", "-q", expect=3)

    def test_says_that_networks_differ_in_their_capacity(self):
        words = ("sweep", "c.ini", "topology.dimensions=4x4,8x8", "traffic.load=0.1", "-q")
        done = self.orthant(*words, "traffic.load_unit=capacity")
        self.assertIn("the networks differ in their capacity, from 1 to 2 flits per node and cycle", done.stderr)
        self.assertIn("traffic.load_unit = flits compares rates", done.stderr)
        self.assertEqual(self.orthant(*words, "traffic.load_unit=flits").stderr, "")
        self.assertNotIn("capacity", self.orthant("sweep", "c.ini", "routing.ties=split,plus", "traffic.load=0.1,0.2", "-q").stderr)

    def kill_half_way(self, *words, how=signal.SIGKILL, expect=-signal.SIGKILL):
        # Points are longer, so that the kill finds some unfinished.
        long = (*AXES, "run.measure_cycles=20000", *words)
        done = self.interrupted("sweep", "c.ini", *long, "-j", "2", "-o", "r.out", "--timing", "first.csv",
                                until=lambda _: self.lines("first.csv") >= 10, how=how, expect=expect)
        return long, done.stderr

    def check_resumed(self, long, slack):
        before = self.computed("first.csv")
        self.assertLess(len(before), 40)
        self.orthant("sweep", "c.ini", *long, "-o", "r.out", "-j", "2", "-q",
                     "--timing", "second.csv")
        again = self.computed("second.csv")
        # Each row is computed once; a row on disk may not have reached the timing file.
        self.assertEqual(len(again), len(set(again)))
        self.assertFalse(set(before) & set(again))
        self.assertGreaterEqual(len(before) + len(again), 40 - slack)
        whole, config = self.uninterrupted(*long)
        self.assertEqual(self.text("r.out"), whole)
        self.assertEqual(self.text("r.out.ini"), config)
        self.assertFalse((self.folder / "r.out.partial").exists())
        self.orthant("sweep", "c.ini", *long, "-o", "r.out", "-q", "--timing", "third.csv")
        self.assertEqual(self.computed("third.csv"), [])
        self.assertEqual(self.text("r.out"), whole)

    def test_ends_with_the_same_file_after_a_kill(self):
        self.check_resumed(self.kill_half_way()[0], slack=1)

    def test_ends_with_the_same_json_after_a_kill(self):
        self.check_resumed(self.kill_half_way("--format", "json")[0], slack=1)
        self.assertEqual(len(json.loads(self.text("r.out"))["rows"]), 40)

    def test_keeps_what_is_finished_when_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                long, err = self.kill_half_way("--overwrite", how=number, expect=130)
                self.assertIn("the same command again computes the rest", err)
                self.check_resumed(tuple(w for w in long if w != "--overwrite"), slack=0)
                for left in self.folder.glob("*.out*"):
                    left.unlink()
                (self.folder / "first.csv").unlink()

    def test_refuses_the_file_of_another_sweep(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-o", "r.csv", "-q")
        before = self.text("r.csv")
        done = self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "router.buffer_flits=5",
                            "-o", "r.csv", "-q", expect=2)
        self.assertIn("router.buffer_flits = 4, now 5", done.stderr)
        self.assertIn("--overwrite", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(self.text("r.csv"), before)
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "router.buffer_flits=5", "-o",
                     "r.csv", "-q", "--overwrite")
        self.assertEqual(self.table("r.csv")[0]["buffer_flits"], "5")

    def test_notices_rows_that_were_edited(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-o", "r.csv", "-q")
        whole = self.text("r.csv")
        latency = self.rows(whole)[0]["latency_mean"]
        self.write("r.csv", whole.replace(latency, "1"))
        self.assert_refused("r.csv: was changed after it was written; give another -o FILE, or "
                            "--overwrite to start afresh", "sweep", "c.ini", "traffic.load=0.1,0.2",
                            "-o", "r.csv", "-q")

    def test_refuses_to_go_on_with_another_version_or_another_traffic_file(self):
        matrix = "0 1\n1 0\n"
        self.write("m.txt", matrix)
        words = ("sweep", "c.ini", "topology.dimensions=2", "traffic.pattern=matrix",
                 "traffic.file=m.txt", "traffic.load=0.1,0.2", "-o", "r.csv", "-q")
        self.orthant(*words)
        self.orthant(*words)  # nothing to do
        before = self.text("r.csv")
        self.write("m.txt", "0 1\n1 0.\n")
        done = self.orthant(*words, expect=2)
        self.assertRegex(done.stderr, r"r.csv: made with traffic.file m.txt: 8 bytes, .*, now "
                                      r"traffic.file m.txt: 9 bytes")
        self.assertIn("--overwrite to start afresh", done.stderr)
        self.write("m.txt", matrix)
        ini = self.folder / "r.csv.ini"
        ini.write_text(ini.read_text().replace("; orthant ", "; orthant 0.0."))
        self.assertRegex(self.refused(*words), r"r.csv: made with orthant 0\.0\.\S+, now orthant ")
        self.assertEqual(self.text("r.csv"), before)

    def test_finds_an_impossible_point_before_it_simulates(self):
        self.assertIn("traffic.pattern",
                      self.refused("sweep", "c.ini", "topology.dimensions=4x4,8x4",
                                   "traffic.pattern=transpose", "-o", "r.csv", "-q"))
        self.assertFalse((self.folder / "r.csv").exists())
        self.assertFalse((self.folder / "r.csv.ini").exists())

    def test_leaves_out_loads_that_no_node_can_send(self):
        words = ("sweep", "c.ini", "traffic.packet_flits=1", "run.measure_cycles=2000",
                 "traffic.load=0.1:0.9:0.2", "run.repetitions=2")
        self.assertEqual(self.orthant(*words, "-o", "r.csv", "-q").stderr,
                         "orthant: warning: not simulated: 2 of 5 points, with traffic.load from "
                         "0.7 on, are impossible; the capacity is 2 flits per node and cycle, and "
                         "a node with bernoulli sends at most 1 flit per cycle, a load of 0.5\n")
        rows = self.table("r.csv")
        self.assertEqual([row["load"] for row in rows],
                         [load for load in ("0.1", "0.3", "0.5", "0.7", "0.9") for _ in range(2)])
        self.assertEqual({row["verdict"] for row in rows[:4]}, {"stable"})
        for row in rows[6:]:
            self.assert_holds(row, verdict="impossible", limit="node", nodes="16", vcs="2",
                              packets="0", cycles="0")
            self.assertEqual(row["accepted_flits"] + row["latency_mean"], "")
        self.assertEqual([row["seed"] for row in rows[6:]], ["7", "8"] * 2)
        # All rows exist already; missing rows are computed again.
        before = self.text("r.csv")
        self.orthant(*words, "-o", "r.csv", "-q", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [])
        lines = before.splitlines(keepends=True)
        self.write("r.csv", "".join(lines[:-3]))
        ini = self.folder / "r.csv.ini"  # as a version without digests left it
        ini.write_text(ini.read_text().partition("; finished: ")[0])
        self.orthant(*words, "-o", "r.csv", "-q", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [8, 9, 10])
        self.assertEqual(self.text("r.csv"), before)
        # The warning names unstable points by the swept keys.
        unstable = [(row["load"], i % 2) for i, row in enumerate(rows) if row["verdict"] in ("saturated", "impossible")]
        self.assertLessEqual(len(unstable), 10)
        names = "; ".join(f"traffic.load = {load}, repetition {repetition}" for load, repetition in unstable)
        done = self.orthant(*words, "--require-stable", "-q", expect=5)
        self.assertEqual(done.stderr.splitlines()[1:], [f"orthant: warning: {len(unstable)} of 10 points not stable: {names}"])
        many = self.orthant("sweep", "c.ini", "traffic.packet_flits=1", "traffic.load=0.1,0.7:0.9:0.01", "--require-stable", "-q", expect=5)
        self.assertIn("21 of 22 points not stable: traffic.load = 0.7; traffic.load = 0.71; ", many.stderr)
        self.assertTrue(many.stderr.endswith("; traffic.load = 0.79; ...\n"), many.stderr)

    def test_runs_with_the_threads_that_the_system_allows(self):
        if "ORTHANT_SANITIZED" in os.environ:
            self.skipTest("a sanitizer reserves more address space than any limit")
        # Every thread reserves address space for a whole stack.
        limited = ("prlimit", "--as=1200000000", "--stack=400000000:unlimited")
        words = ("sweep", "c.ini", "traffic.load=0.05:0.3:0.05", "run.measure_cycles=1000", "-q")
        done = self.orthant(*words, "-j", "6", prefix=limited)
        self.assertRegex(done.stderr, r"[12] of 6 threads could be started: Resource temporarily "
                                      r"unavailable\n$")
        self.assertEqual(done.stdout, self.orthant(*words, "-j", "1").stdout)
        done = self.orthant(*words, "-j", "6", prefix=("prlimit", "--as=1200000000",
                                                       "--stack=2000000000:unlimited"), expect=2)
        self.assertEqual(done.stderr, "orthant: error: no thread can be started: Resource "
                         "temporarily unavailable; allowed: more memory, threads and processes\n")

    def test_names_the_limit_of_a_saturated_network(self):
        # In order: node channels of half a flit per cycle saturate first; all traffic
        # crosses one channel;
        # small buffers saturate neither node nor channel.
        for words, limit in (
                (("channel.node_bandwidth=0.5", "traffic.load=0.3", "router.buffer_flits=16"), "node"),
                (("traffic.pattern=tornado", "topology.dimensions=8", "traffic.load=1",
                  "traffic.packet_flits=1", "router.buffer_flits=16"), "channel"),
                (("topology.dimensions=8x8", "traffic.load=0.9"), "routing")):
            row = self.row("run", "c.ini", *words)
            self.assertEqual((row["verdict"], row["limit"]), ("saturated", limit))
        row = self.row("run", "c.ini")
        self.assertEqual((row["verdict"], row["limit"]), ("stable", ""))

    def test_names_keys_that_no_point_reads_once(self):
        both = ("routing.algorithm=dor,minimal_adaptive", "router.vcs=3", "traffic.load=0.1,0.2", "-q")
        # One of the points reads the key.
        self.assertEqual(self.orthant("sweep", "c.ini", *both, "router.selection=most_free").stderr, "")
        self.assertEqual(self.orthant("sweep", "c.ini", *both, "traffic.hotspot_share=0.5").stderr,
                         "orthant: warning: not read by this run: traffic.hotspot_share\n")
        # One of the two values is the default.
        for key, words in (("traffic.duty", ("traffic.duty=0.5,0.6",)),
                           ("routing.ties", ("routing.algorithm=up_down", "routing.ties=split,plus"))):
            self.assertEqual(self.orthant("sweep", "c.ini", *words, "-q").stderr,
                             f"orthant: warning: not read by this run: {key}\n"
                             f"orthant: warning: 1 of 2 points are the same as others: they differ only in {key}, not read there\n")

    def test_says_which_points_are_the_same(self):
        words = ("sweep", "c.ini", "traffic.pattern=uniform,hotspot", "traffic.hotspot_nodes=1",
                 "traffic.hotspot_share=0.1,0.2,0.3")
        done = self.orthant(*words)
        self.assertIn("warning: 2 of 6 points are the same as others: they differ only in "
                      "traffic.hotspot_share, not read there\n", done.stderr)
        self.assertEqual(len(self.rows(done.stdout)), 6)
        # Points that share a network or a program, which is read once, are not the same.
        done = self.orthant("sweep", "c.ini", "traffic.injection=schedule", "schedule.collective=all_to_all",
                            "schedule.barrier=yes,no", "run.seed=1,2", "traffic.packet_flits=2,4", "-q")
        self.assertNotIn("the same as others", done.stderr)
        self.orthant("design", "c.ini", "--routing", "a.paths", "-q")
        shutil.copy(self.folder / "a.paths", self.folder / "b.paths")
        done = self.orthant("sweep", "c.ini", "routing.algorithm=table", "routing.table_file=a.paths,b.paths", "router.vcs=8",
                            "traffic.load=0.1,0.2", "-q")
        self.assertNotIn("the same as others", done.stderr)

    def test_takes_one_load_of_a_workload(self):
        done = self.orthant("sweep", "c.ini", "traffic.injection=workload", "workload.kind=allreduce",
                            "workload.algorithm=ring,bucket", "traffic.load=0.1,0.2")
        self.assertEqual([row["verdict"] for row in self.rows(done.stdout)], ["drained"] * 2)
        self.assertIn("traffic.load: its 2 values are not read by sweep of a workload", done.stderr)

    def test_keeps_the_order_of_seeds(self):
        words = ("sweep", "c.ini", "run.repetitions=2", "traffic.load=0.1", "-q")
        done = self.orthant(*words, "run.seed=1,5,3")
        self.assertEqual([row["seed"] for row in self.rows(done.stdout)], ["1", "2", "5", "6", "3", "4"])

    def test_is_unfinished_where_nodes_stop_sending(self):
        done = self.orthant("run", "c.ini", "run.messages_per_node=20", "traffic.load=0.2", expect=3)
        self.assertEqual([row["verdict"] for row in self.rows(done.stdout)], ["unfinished"])
        self.assertIn("run.until = drained measures all messages", done.stderr)
        done = self.orthant("run", "c.ini", "run.messages_per_node=100000", "traffic.load=0.2", "-q")
        self.assertEqual([row["verdict"] for row in self.rows(done.stdout)], ["stable"])

    def test_refuses_point_files(self):
        for key in ("output.channels", "output.histogram", "output.packets", "output.flows", "output.timeline",
                    "output.channel_timeline", "output.energy", "output.operations", "output.trace"):
            for verb in ("sweep", "saturate"):
                done = self.orthant(verb, "c.ini", f"{key}=x.csv", expect=2)
                self.assertEqual(done.stderr, f"orthant: error: command line: {key}: each point has its own; "
                                              "allowed: in a run of one point\n")

    def test_reproduces_itself_from_its_config(self):
        whole = self.whole()
        self.orthant("sweep", "whole.csv.ini", "-o", "again.csv", "-q")
        self.assertEqual(self.text("again.csv"), whole)
        self.assertEqual(self.settings("again.csv.ini"), self.settings("whole.csv.ini"))

    @NEEDS_MPIRUN
    def test_leaves_one_rank_to_other_verbs(self):
        for verb, words in (("check", ("c.ini",)), ("analyze", ("c.ini",)), ("list", ())):
            done = self.orthant(verb, *words, prefix=mpirun(2), expect=2)
            self.assertIn(f"orthant: error: mpirun: 2 ranks, but {verb} is computed by one; allowed: ", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["c.ini"])

    @NEEDS_MPIRUN
    def test_is_the_same_on_mpi_ranks(self):
        self.needs_mpi()
        whole = self.whole()
        self.orthant("sweep", "c.ini", *AXES, "-o", "mpi.csv", "-q", prefix=mpirun(3))
        self.assertEqual(self.text("mpi.csv"), whole)
        done = self.orthant("sweep", "c.ini", *AXES, "router.vcs=77", expect=2, prefix=mpirun(3))
        self.assertIn("router.vcs", done.stderr)
