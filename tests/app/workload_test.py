"""Programs in the simulator from the command line: traffic.injection = workload."""

import re

from command import Command
from small_torus import ini

TORUS = ini("topology: kind=torus, dimensions=4x4", "routing: algorithm=dor",
            "traffic: injection=workload", "workload: file=p.goal")
# A hop takes 4 cycles and the flits (docs/timing_model.md).
PAIR = "num_ranks 2\nrank 0 { c: calc 10 s: send 8b to 1 s requires c }\nrank 1 { recv 8b from 0 }\n"
LINES = "t.ini:10: workload.file: p.goal:"


class Workload(Command):
    FILES = {"t.ini": TORUS, "p.goal": PAIR}

    def rows_of(self, *words, verb="run"):
        return super().rows_of(verb, "t.ini", *words)

    def refused(self, *words, verb="run"):
        return super().refused(verb, "t.ini", *words)

    def refused_program(self, text):
        self.write("p.goal", text)
        return self.refused()

    def test_a_run_has_its_columns(self):
        row = self.row()
        names = ["completion_cycles", "ranks", "messages", "message_latency_mean", "slowdown_mean", "bound_cycles",
                 "critical_network_share", "critical_computing_share", "critical_waiting_share",
                 "critical_contention_share", "kind_bound_cycles", "kind_bound_share", "bus_bandwidth",
                 "message_latency_p50", "message_latency_p95", "message_latency_p99", "slowdown_p99",
                 "rank_end_min", "rank_end_mean"]
        self.assertEqual(list(row)[-19:], names)
        self.assertEqual([row[name] for name in names[:6]], ["22", "2", "1", "12", "1", "22"])
        self.assertEqual([row[name] for name in names[10:13]], ["", "", ""])
        self.assertEqual([row[name] for name in names[13:17]], ["12", "12", "12", "1"])
        # The flits of rank 0 have left its node after a cycle each, from cycle 10 on.
        self.assertEqual([row[name] for name in names[17:]], ["18", "20"])
        self.assertAlmostEqual(float(row["critical_network_share"]), 12 / 22)
        self.assert_holds(row, load="", load_unit="", pattern="p.goal", packet_flits="64")

    def test_reads_its_keys(self):
        self.assertEqual(self.cycles("workload.bytes_per_flit=4"), 10 + 4 + 2)
        self.assertEqual(self.cycles("workload.time_unit=ns", "time.cycle_ns=2.5"), 4 + 4 + 8)
        self.assertEqual(self.rows_of("workload.packet_flits=3")[0]["packets"], "3")

    def test_takes_the_bytes_of_a_flit_from_the_channel(self):
        # This equals workload.bytes_per_flit = 4.
        self.assertEqual(self.cycles("channel.flit_bytes=4"), 10 + 4 + 2)
        self.assertEqual(self.cycles("channel.flit_bytes=8", "workload.bytes_per_flit=4"), 10 + 4 + 2)
        checked = self.orthant("check", "t.ini", "channel.flit_bytes=8", "workload.bytes_per_flit=4").stdout
        self.assertIn("note: a flit of channel.flit_bytes = 8 carries workload.bytes_per_flit = 4 bytes of a message\n",
                      checked)

    def test_maps_ranks_to_nodes(self):
        # On the ring of the first row, node 2 is two hops from node 0; a hop more takes 2 cycles.
        self.write("m.txt", "0\n2\n")
        self.assertEqual(self.cycles("workload.mapping=file", "workload.mapping_file=m.txt"), 24)
        self.assertEqual(self.cycles("workload.mapping=blocked"), 22)
        seen = {self.cycles("workload.mapping=random", f"workload.mapping_seed={seed}") for seed in range(8)}
        self.assertTrue(seen <= {22, 24, 26, 28} and len(seen) > 1, seen)
        # Ranks 0 to 3 are a block of 2x2: rank 2 is at node 4, one hop from rank 0; in line it is two hops away.
        self.write("p.goal", "num_ranks 3\nrank 0 { send 8b to 2 }\nrank 2 { recv 8b from 0 }\n")
        self.assertEqual(self.cycles(), 14)
        self.assertEqual(self.cycles("workload.mapping=blocked"), 12)

    def test_sweeps(self):
        rows = self.rows_of("workload.bytes_per_flit=1,2,8", verb="sweep")
        self.assertEqual([row["completion_cycles"] for row in rows], ["22", "18", "15"])

    def test_says_what_is_wrong(self):
        self.assertIn("1: 17 ranks for 16 nodes; allowed: a node for each rank",
                      self.refused_program("num_ranks 17\n"))
        for text, what in (
                ("num_ranks 2\nrank 0 { send 8b to 1 }\n", "2: an operation of rank 0 sends a message that rank 1 "),
                ("num_ranks 2\nrank 0 {\nr: recv 8b from 1 }\n", "3: r of rank 0 waits for a message that rank 1 "),
                ("num_ranks 1\nrank 0 {\na: calc 1\na requires b }\n", "4: rank 0 has no label b; "),
                ("num_ranks 1\nrank 0 {\na: calc 1\na requires a }\n", "3: a of rank 0 waits for itself; "),
                ("num_ranks 1\nrank 0 {\na: wait 1 }\n", "3: wait is no statement; ")):
            self.assertIn(LINES + what, self.refused_program(text))

    def test_says_which_key_is_wrong(self):
        self.write("m.txt", "0 0\n")
        self.write("long.txt", "0 1 2\n")
        for words, what in (
                (["workload.mapping=file", "workload.mapping_file=m.txt"],
                 "m.txt:1: node 0 is there twice; allowed: a rank a node"),
                (["workload.mapping=file", "workload.mapping_file=long.txt"],
                 "long.txt: 3 nodes for 2 ranks; allowed: one for each")):
            self.assertIn(what, self.refused(*words))

    def test_names_a_default_as_a_default(self):
        self.write("p.goal", "num_ranks 2\nrank 0 { send 1000000000000b to 1 }\nrank 1 { recv 1000000000000b from 0 }\n")
        why = "a message of 1000000000000 bytes has 15625000000 packets; allowed: below 4294967295"
        self.assertIn(f"workload.file: workload.bytes_per_flit = 1 (default): {why}", self.refused())
        self.assertIn(f"command line: workload.bytes_per_flit: {why}", self.refused("workload.bytes_per_flit=1"))

    def test_a_network_that_locks_up_is_a_deadlock(self):
        ring = "".join(f"rank {r} {{ send 64b to {(r + 3) % 8} recv 64b from {(r + 5) % 8} }}\n" for r in range(8))
        self.write("p.goal", "num_ranks 8\n" + ring)
        done = self.orthant("run", "t.ini", "topology.dimensions=8", "router.vcs=1", "routing.allow_deadlock=yes",
                            "router.buffer_flits=4", "run.deadlock_cycles=500", "-q", "--format", "csv", expect=4)
        row, = self.rows(done.stdout)
        self.assertEqual((row["verdict"], row["completion_cycles"], row["ranks"]), ("deadlocked", "", ""))
        self.assertIn("\n16 operations of 8 ranks wait; the first of each rank:\n" +
                      "".join(f"  an operation of rank {r} (p.goal:{r + 2}): a send of 64 bytes to rank {(r + 3) % 8}\n" for r in range(6)) +
                      "  ... and of 2 more ranks\n", done.stderr)

    def test_a_deadlock_names_the_operations_of_any_program(self):
        locked = ("topology.dimensions=8", "router.vcs=1", "routing.allow_deadlock=yes", "router.buffer_flits=4",
                  "run.deadlock_cycles=500", "-q")
        self.write("p.goal", "num_ranks 8\n" + "".join(
            f"rank {r} {{\n go: calc 5\n there: send 64b to {(r + 3) % 8}\n there requires go\n recv 64b from {(r + 5) % 8}\n}}\n"
            for r in range(8)))
        done = self.orthant("run", "t.ini", *locked, expect=4)
        self.assertIn("\n  there of rank 1 (p.goal:10): a send of 64 bytes to rank 4\n", done.stderr)
        # Lists of messages have no names; operations are named by their numbers in
        # output.operations.
        self.write("p.csv", "time,source,destination,bytes\n" + "".join(f"5,{r},{(r + 3) % 8},64\n" for r in range(8)))
        done = self.orthant("run", "t.ini", *locked, "workload.file=p.csv", "workload.format=csv", "output.operations=o.csv", expect=4)
        named = re.search(r"\n  operation (\d+) of rank 1: a send of 64 bytes to rank 4\n", done.stderr)
        self.assertTrue(named, done.stderr)
        row, = [row for row in self.table("o.csv") if (row["rank"], row["operation"]) == ("1", named[1])]
        self.assertEqual((row["operation_kind"], row["peer"]), ("send", "4"))

    def test_makes_programs(self):
        self.write("t.ini", TORUS.replace("file = p.goal", "kind = allreduce\nbytes = 64"))
        # A hop takes 4 cycles and the flits; a step of a ring is one hop.
        for words, cycles in ((["workload.shape=4"], 6 * (16 + 4)),
                              (["workload.shape=2", "workload.algorithm=recursive_doubling"], 64 + 4),
                              (["workload.algorithm=bucket"], 12 * 4 + 2 * 3 * (16 + 4)),
                              (["workload.kind=barrier", "workload.shape=4"], 5 + 7),
                              (["workload.kind=halo", "workload.bytes=16"], 4 + 4 * 16),
                              (["workload.kind=halo", "workload.bytes=16", "workload.iterations=3",
                                "workload.compute=100"], 3 * (4 + 4 * 16 + 100)),
                              (["workload.kind=halo", "workload.bytes=16", "workload.iterations=3",
                                "workload.compute=100", "workload.overlap=yes"], 3 * 100)):
            with self.subTest(words=words):
                self.assertEqual(self.cycles(*words), cycles)
        for words, bound in ((["workload.bytes=320"], 2 * 320 * 15 / 16),  # 16 nodes, a flit per cycle each
                             (["workload.bytes=320", "channel.node_bandwidth=8", "workload.iterations=3"],
                              3 * 2 * 320 * 15 / 16 / 4),  # four channels
                             (["workload.bytes=320", "workload.bytes_per_flit=4"], 2 * 80 * 15 / 16),
                             (["workload.kind=broadcast", "workload.bytes=320"], 320),
                             (["workload.kind=alltoall", "workload.bytes=320"], 320 * 15 / 16),
                             # The capacity of a 4x4 torus is 2 flits per node and cycle.
                             (["workload.kind=alltoall", "workload.bytes=320", "channel.node_bandwidth=4"], 160)):
            row = self.row(*words)
            self.assertAlmostEqual(float(row["kind_bound_cycles"]), bound)
            self.assertAlmostEqual(float(row["kind_bound_share"]), bound / float(row["completion_cycles"]))
            self.assertLess(float(row["kind_bound_share"]), 1)
        row = self.row("workload.kind=sparse")
        self.assert_holds(row, kind_bound_cycles="", pattern="sparse", messages="64")

    def test_sends_to_all_in_the_order_of_a_liquid_schedule(self):
        self.write("t.ini", TORUS.replace("file = p.goal", "kind = alltoall\nbytes = 4096"))
        # The program that `schedule --goal` writes of the same transfers, 256 bytes each.
        self.write("s.ini", TORUS.split("[traffic]")[0] + "ties = source\n[workload]\nbytes = 256\n")
        self.orthant("schedule", "s.ini", "--goal", "all.goal", "--frames", "all.json", "-o", "s.csv", "-q")
        liquid = self.cycles("workload.algorithm=liquid", "schedule.frames_file=all.json")
        # Without a file the schedule is constructed, or searched where no construction is known.
        self.assertEqual(liquid, self.cycles("workload.algorithm=liquid", "routing.ties=source"))
        self.cycles("workload.algorithm=liquid", "topology.dimensions=8x8", "workload.bytes=64")
        self.write("f.ini", TORUS.replace("p.goal", "all.goal"))
        row, = self.rows(self.orthant("run", "f.ini", "routing.ties=source", "-q", "--format", "csv").stdout)
        self.assertEqual(liquid, int(row["completion_cycles"]))
        self.assertNotEqual(liquid, self.cycles("workload.algorithm=direct", "routing.ties=source"))
        for words in (["workload.mapping=random"], ["workload.shape=8", "topology.dimensions=8x8"]):
            done = self.orthant("run", "t.ini", "workload.algorithm=liquid", *words, expect=2)
            self.assertIn("workload.algorithm: liquid needs a network that is simulated, with rank i at node i", done.stderr)
        done = self.orthant("run", "t.ini", "workload.algorithm=liquid", "schedule.collective=gather", expect=2)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def jobs(self, text):
        head = TORUS[:TORUS.index("file =")]
        self.write("t.ini", head + text)

    def test_runs_jobs_side_by_side(self):
        # Rows of a torus: dimension order keeps their messages apart.
        self.jobs("kind = allreduce\nbytes = 64\nshape = 4\n[workload.first]\n[workload.second]\nstart = 100\n"
                  "[workload.third]\nkind = alltoall\nbytes = 32\n")
        row = self.row()
        self.assertEqual(row["pattern"], "allreduce+allreduce+alltoall")
        self.assertEqual((row["ranks"], row["first.ranks"], row["third.ranks"]), ("12", "4", "4"))
        self.assertEqual(row["messages"],
                         str(sum(int(row[f"{job}.messages"]) for job in ("first", "second", "third"))))
        alone = self.row("workload.second.start=1000", "workload.third.start=2000")
        for job in ("first", "second", "third"):
            for column in ("completion_cycles", "bound_cycles", "message_latency_mean", "critical_network_share",
                           "rank_end_min"):
                self.assertEqual(row[f"{job}.{column}"], alone[f"{job}.{column}"], (job, column))
        self.assertEqual(row["first.completion_cycles"], row["second.completion_cycles"])
        self.assertEqual(int(row["completion_cycles"]), 100 + int(row["second.completion_cycles"]))
        self.assertEqual(int(alone["completion_cycles"]), 2000 + int(alone["third.completion_cycles"]))
        self.assertEqual(int(alone["bound_cycles"]), 2000 + int(alone["third.bound_cycles"]))
        # A sweep has the same columns, and those of its axes.
        rows = self.rows_of("workload.second.start=0,7", verb="sweep")
        self.assertEqual([r["workload.second.start"] for r in rows], ["0", "7"])
        self.assertEqual({r["second.completion_cycles"] for r in rows}, {row["second.completion_cycles"]})

    def test_jobs_disturb_each_other(self):
        # Two all-to-alls on nodes of the same rows.
        self.write("even.txt", " ".join(str(node) for node in range(0, 16, 2)))
        self.write("odd.txt", " ".join(str(node) for node in range(1, 16, 2)))
        self.jobs("kind = alltoall\nbytes = 512\nshape = 8\nmapping = file\n[workload.a]\nmapping_file = even.txt\n"
                  "[workload.b]\nmapping_file = odd.txt\n")
        together = self.row()
        apart = self.row("workload.b.start=100000")
        for job in "ab":
            self.assertGreater(int(together[f"{job}.completion_cycles"]), int(apart[f"{job}.completion_cycles"]))
            self.assertEqual(together[f"{job}.bound_cycles"], apart[f"{job}.bound_cycles"])

    def test_jobs_have_files_and_queues_of_their_own(self):
        # One job limits its requests; the other uses the same nic and has no replies.
        self.jobs("[workload.ask]\nkind = request_reply\nshape = 4\nbytes = 8\nreply_bytes = 8\nreply_queue = 1\n"
                  "window = 3\niterations = 5\n[workload.pair]\nfile = p.goal\n[router]\nmessage_classes = 2\nvcs = 4\n")
        row = self.row("output.operations=o.csv")
        self.assertEqual((row["ask.messages"], row["pair.messages"]), ("40", "1"))
        self.assertEqual(row["pair.completion_cycles"], "22")
        # Ranks are numbered by job, in the order of job names.
        kinds = {}
        for operation in self.table("o.csv"):
            kinds.setdefault(int(operation["rank"]), []).append(operation["operation_kind"])
        self.assertEqual((kinds[4], kinds[5]), (["calc", "send"], ["recv"]))
        done = self.orthant("check", "t.ini", "router.message_classes=1", expect=4)
        self.assertIn("then node", done.stdout)

    def test_jobs_take_free_nodes(self):
        self.jobs("kind = barrier\nshape = 8\n[workload.a]\nmapping = random\n[workload.b]\nmapping = random\n")
        self.rows_of()
        self.assertIn("t.ini:17: workload.c.mapping: 8 ranks, but 0 of 16 nodes have none of another job; allowed: a node "
                      "for each rank", self.refused_jobs("[workload.c]\nmapping = blocked\n"))
        self.write("m.txt", "0 1 2 3\n4 5 6 7\n")
        self.jobs("kind = barrier\nshape = 8\n[workload.a]\n[workload.b]\nmapping = file\nmapping_file = m.txt\n")
        self.assertIn("workload.b.mapping_file: m.txt:1: node 0 has a rank of another job; allowed: a rank a node",
                      self.refused())

    def refused_jobs(self, more):
        with open(self.folder / "t.ini", "a", encoding="utf-8") as config:
            config.write(more)
        return self.refused()

    def test_refuses_a_job_whose_name_is_no_word(self):
        self.jobs("kind = barrier\nshape = 4\n[workload.a]\n")
        self.assertIn("unknown section, allowed: [workload.NAME], NAME a small letter",
                      self.refused_jobs("[workload.9]\n"))

    def test_output_operations_has_a_row_for_every_operation(self):
        self.orthant("run", "t.ini", "output.operations=o.csv", "-q")
        rows = self.table("o.csv")
        names = ("rank", "operation", "operation_kind", "peer", "bytes", "queue", "start", "message_arrival", "cycles",
                 "end", "critical")
        self.assertEqual([tuple(row[name] for name in names) for row in rows],
                         [("0", "0", "calc", "", "", "0", "0", "", "10", "10", "1"),
                          ("0", "1", "send", "1", "8", "0", "10", "", "", "18", "2"),
                          ("1", "0", "recv", "0", "8", "", "0", "22", "", "22", "3")])
        # A computation begins when its cpu is free.
        self.write("p.goal", "num_ranks 1\nrank 0 { calc 30 calc 40 }\n")
        self.orthant("run", "t.ini", "output.operations=o.csv", "-q", "--overwrite")
        self.assertEqual([(row["start"], row["cycles"], row["end"]) for row in self.table("o.csv")],
                         [("0", "30", "30"), ("0", "40", "70")])

    # 80,000 bytes are 1,250 flits of 64 bytes; a router, a channel and the node's channels take 4 cycles more.
    def test_a_flit_carries_as_many_bytes_as_a_channel_says(self):
        self.write("t.ini", TORUS.replace("4x4", "1x2") + "packet_flits = 32\n[channel]\nflit_bytes = 64\n"
                                           "[router]\nbuffer_flits = 128\n")
        self.write("p.goal", "num_ranks 2\nrank 0 { send 80000b to 1 tag 1 }\nrank 1 { recv 80000b from 0 tag 1 }\n")
        self.assertEqual(self.cycles(), 1254)

    def test_reads_lists_of_messages(self):
        self.write("t.ini", TORUS.replace("file = p.goal", "file = p.csv\nformat = csv"))
        self.write("p.csv", "time,source,destination,bytes,after\n0,0,1,8,\n100,1,2,8,1\n")
        self.assertEqual(self.cycles(), 12 + 100 + 12)
        self.assertEqual(self.cycles("workload.time_unit=ns", "time.cycle_ns=2"), 12 + 50 + 12)
        self.write("p.csv", "time,source,destination,bytes,after\n0,0,16,8,\n")
        self.assertIn("t.ini:10: workload.file: p.csv:2: 16 is no rank; allowed: 0 to 15", self.refused())
        self.assertIn("p.goal: this is a program in GOAL, which workload.format = goal reads", self.refused("workload.file=p.goal"))

    def test_refuses_requests_that_replies_may_wait_for(self):
        self.write("t.ini", TORUS.replace(
            "file = p.goal", "kind = request_reply\nbytes = 8\nreply_bytes = 32\nwindow = 4\niterations = 50\n"))
        limited = ["workload.reply_queue=2"]
        for verb in ("run", "check"):
            done = self.orthant(verb, "t.ini", *limited, expect=4)
            text = done.stderr + done.stdout
            self.assertIn("a node may refuse 'requests' until its 'replies' have left", text)
            self.assertIn("then node", text)
        for words in ([], ["workload.reply_queue=60"],  # as many as there can be: 4 of 15 ranks
                      [*limited, "router.message_classes=2", "router.vcs=4"]):
            with self.subTest(words=words):
                row = self.row(*words)
                self.assertEqual((row["verdict"], row["messages"]), ("drained", str(2 * 16 * 50)))
                self.assertAlmostEqual(float(row["kind_bound_cycles"]), 50 * 40)
        done = self.orthant("run", "t.ini", *limited, "routing.allow_deadlock=yes", "workload.window=16",
                            "run.deadlock_cycles=1000", "workload.iterations=300", expect=4)
        self.assertRegex(done.stderr, r"knot of \d+ buffers of input ports:(\n.*)*\(node \d+\)")
        for words, what in (
                ([*limited, "workload.bytes=65"], "a request of 65 flits is more than a packet"),
                ([*limited, "channel.ejection=immediate"], "nodes take all packets with channel.ejection = immediate")):
            self.assertIn(what, self.refused(*words, "routing.allow_deadlock=yes"))

    def test_writes_programs_that_run_alike(self):
        self.write("t.ini", TORUS.replace("file = p.goal", "kind = allreduce\nbytes = 64"))
        row = self.row("--goal", "a.goal", verb="schedule")
        self.assertEqual((row["workload"], row["ranks"], row["messages"]), ("allreduce", "16", "480"))
        self.assertEqual(int(row["bytes"]), 2 * 64 * 15)
        made = self.cycles()
        self.write("t.ini", TORUS.replace("p.goal", "a.goal"))
        self.assertEqual(self.cycles(), made)

    def test_a_schedule_without_barrier_is_a_program(self):
        text = TORUS.replace("injection = workload", "injection = schedule\npacket_flits = 4").replace(
            "file = p.goal", "bytes = 4\n[schedule]\ncollective = all_to_all\nbarrier = no")
        self.write("t.ini", text.replace("dor", "dor\nties = source"))
        self.rows_of("--goal", "s.goal", verb="schedule")
        replayed = self.row()
        row = self.row("traffic.injection=workload", "workload.file=s.goal")
        for name in ("cycles", "packets", "latency_mean", "channel_load_max"):
            self.assertEqual(row[name], replayed[name], name)
        self.assertEqual(row["verdict"], "drained")
