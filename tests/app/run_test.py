"""The command from outside: run, one point with its files."""

import json
import os
import re
import subprocess

from command import KEY_COLUMNS, KNOT, ORTHANT, PACKET_COLUMNS, RUN_COLUMNS, Command


class Run(Command):
    def test_looks_for_files_next_to_the_config_then_in_the_working_directory(self):
        (self.folder / "sub").mkdir()
        self.write("sub/g.ini", 
            "[topology]\nkind = graph\nfile = net.edges\n[routing]\nalgorithm = shortest\n"
            "[traffic]\npattern = uniform\nload = 0.1\nload_unit = flits\n")
        error = self.orthant("run", "sub/g.ini", expect=2).stderr
        self.assertEqual(error, "orthant: error: sub/g.ini:3: topology.file: cannot open net.edges: "
                                "No such file or directory, nor is there sub/net.edges\n")
        self.write("net.edges", "0 1\n1 2\n2 0\n")
        for name, routers in (("net.edges", "3"), ("sub/net.edges", "2")):
            if routers == "2":
                self.write(name, "0 1\n")
            self.orthant("run", "sub/g.ini", "-q", "-o", "r.csv", "--overwrite")
            row, = self.table("r.csv")
            self.assertEqual(row["routers"], routers)
            self.assertIn(f"file = {name}\n", self.text("r.csv.ini"))
        # The file keeps its name however the folder is spelt.
        self.orthant("run", "./sub/g.ini", "-q", "-o", "r.csv", "--append")
        # A name on the command line refers to the working directory.
        row = self.row("run", "sub/g.ini", "topology.file=net.edges")
        self.assertEqual(row["routers"], "3")

    def test_a_short_drain_is_not_saturation(self):
        for wait, verdict, code in (("1", "unfinished", 3), ("20000", "stable", 0)):
            row = self.row("run", "c.ini", f"run.drain_cycles={wait}", expect=code)
            self.assertEqual(row["verdict"], verdict)

    def test_prints_the_columns_of_the_contract(self):
        done = self.orthant("run", "c.ini", "-q")
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.splitlines()[0], f"{KEY_COLUMNS},{RUN_COLUMNS}")
        row, = self.rows(done.stdout)
        self.assert_holds(row, topology="torus", dimensions="4x4", routers="16", nodes="16",
                          vcs="2", load="0.2", seed="7", verdict="stable")
        # The 4x4 torus carries 2 flits/node/cycle.
        self.assertAlmostEqual(float(row["offered_capacity"]) * 2, float(row["offered_flits"]))
        self.assertAlmostEqual(float(row["offered_flits"]), 0.4, delta=0.02)

    def test_writes_one_row_per_repetition(self):
        rows = self.rows_of("run", "c.ini", "run.repetitions=3")
        self.assertEqual([row["seed"] for row in rows], ["7", "8", "9"])
        self.assertEqual(len({row["latency_mean"] for row in rows}), 3)
        alone = self.rows_of("run", "c.ini", "--seed", "8")
        self.assertEqual(rows[1], alone[0])

    def test_reports_nanoseconds_where_the_cycle_is_given(self):
        row = self.row("run", "c.ini", "time.cycle_ns=2.5")
        self.assertEqual(float(row["latency_mean_ns"]), 2.5 * float(row["latency_mean"]))

    def test_writes_a_config_that_reproduces_the_file(self):
        self.orthant("run", "c.ini", "traffic.load=0.21", "-o", "r.csv", "-q")
        self.orthant("run", "r.csv.ini", "-o", "again.csv", "-q")
        self.assertEqual(self.text("again.csv"), self.text("r.csv"))
        self.assertEqual(self.settings("again.csv.ini"), self.settings("r.csv.ini"))

    # FILE.ini states keys whose defaults a preset on the command line would change.
    def test_names_keys_of_a_file_that_a_preset_does_not_change(self):
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        self.assertEqual(self.orthant("run", "r.csv.ini", "router.preset=fair", "-q").stderr,
                         "orthant: warning: router.preset = fair does not change router.arbitration = round_robin, "
                         "router.allocator_iterations = 1, router.injection_vcs = 2: r.csv.ini sets them\n")
        age = ("router.preset=fair", "router.arbitration=age", "router.allocator_iterations=2", "router.injection_vcs=all")
        for words in (("c.ini", "router.preset=fair"), ("r.csv.ini", *age)):
            self.assertEqual(self.orthant("run", *words, "-q").stderr, "")

    def test_names_keys_that_nothing_reads(self):
        unread = ("traffic.hotspot_nodes=3", "router.output_speedup=2")
        done = self.orthant("run", "c.ini", *unread, "-o", "r.csv", "-q")
        warning = "orthant: warning: not read by this run: traffic.hotspot_nodes, router.output_speedup\n"
        self.assertEqual(done.stderr, warning)
        said = [line for line in self.orthant("check", "c.ini", *unread).stdout.splitlines() if "not read" in line]
        self.assertEqual(said, ["not read by this run: traffic.hotspot_nodes",
                                "not read by this run: router.output_speedup"])
        for given, said in ((("output.timeline_cycles=500",), "orthant: warning: not read by this run: output.timeline_cycles\n"),
                            (("output.timeline_cycles=500", "output.timeline=t.csv"), ""),
                            (("output.timeline_cycles=500", "output.channel_timeline=u.csv"), "")):
            self.assertEqual(self.orthant("run", "c.ini", *given, "-q").stderr, said)
        # FILE.ini states all defaults, of which no warning is needed.
        self.assertEqual(self.orthant("run", "r.csv.ini", "-q").stderr,
                         "orthant: warning: not read by this run: router.output_speedup, traffic.hotspot_nodes\n")

    def test_appends_rows_and_how_to_reproduce_them(self):
        for load in ("0.1", "0.3"):
            self.orthant("run", "c.ini", f"traffic.load={load}", "-o", "r.csv", "--append", "-q")
        rows = self.table("r.csv")
        self.assertEqual([row["load"] for row in rows], ["0.1", "0.3"])
        self.assertIn("; row 2: orthant run r.csv.ini traffic.load=0.3\n", self.text("r.csv.ini"))
        again = self.orthant("run", "r.csv.ini", "traffic.load=0.3", "-q")
        self.assertEqual(self.rows(again.stdout), rows[1:])

    def test_appends_no_seed_twice(self):
        append = ("-o", "r.csv", "--append", "-q")
        for words in ((), ("run.repetitions=3",), ("--seed", "8"), ("--seed", "9", "run.repetitions=2"), ("traffic.load=0.05",)):
            self.orthant("run", "c.ini", *append, *words)
        self.assertEqual([row["seed"] for row in self.table("r.csv")], ["7", "8", "9", "10", "7"])

    # Such files need another run, which adds no row.
    def test_appends_no_row_twice_for_other_output_files(self):
        append = ("-o", "r.csv", "--append", "-q")
        for words in ((), ("output.histogram=h.csv",), ("output.channels=c.csv", "output.histogram=h2.csv"), ()):
            self.orthant("run", "c.ini", *append, *words)
        self.assertEqual(len(self.table("r.csv")), 1)
        # The command noted in FILE.ini also makes the other files of its row.
        self.orthant("run", "c.ini", *append, "traffic.load=0.1", "output.histogram=h 3.csv")
        self.orthant("run", "c.ini", *append, "traffic.load=0.1", "output.histogram=h4.csv")
        self.assertIn("; row 2: orthant run r.csv.ini traffic.load=0.1 'output.histogram=h 3.csv'\n", self.text("r.csv.ini"))
        self.assertEqual(len(self.table("r.csv")), 2)
        self.assertTrue(self.text("h.csv").startswith("seed,latency_from,"))
        self.assertTrue((self.folder / "c.csv").exists())

    def test_appends_only_under_an_equal_header(self):
        self.write("r.csv", "a,b\n1,2\n")
        done = self.orthant("run", "c.ini", "-o", "r.csv", "--append", "-q", expect=2)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("its header differs", done.stderr)
        self.assertEqual(self.text("r.csv"), "a,b\n1,2\n")

    # Overrides can set keys but not unset them, so no note could reproduce the second row.
    def test_appends_only_what_a_note_can_say(self):
        append = ("-o", "r.csv", "--append", "-q")
        self.orthant("run", "c.ini", "channel.latency_cycles.by_dimension=1 2", *append)
        self.assert_refused("r.csv: made with channel.latency_cycles.by_dimension = 1 2, now not "
                            "set; give another -o FILE", "run", "c.ini", *append)
        self.orthant("run", "c.ini", "channel.latency_cycles.by_dimension=2 1", *append)
        self.assertEqual(len(self.table("r.csv")), 2)

    def test_refuses_to_append_before_it_simulates(self):
        # This run would take hours.
        long = ("run", "c.ini", "run.measure_cycles=10000000000", "-o", "r.csv", "--append", "-q")
        self.write("r.csv", "a,b\n1,2\n")
        self.assertIn("its header differs", self.refused(*long))
        (self.folder / "r.csv").unlink()
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        ini = self.text("r.csv.ini")
        self.write("r.csv.ini", ini.replace("load = 0.2", "load = 0.1, 0.2"))
        self.assertIn("r.csv: was made by a sweep, as the 2 points of r.csv.ini say",
                      self.refused(*long))
        # Another axis makes another header.
        self.orthant("sweep", "c.ini", "routing.ties=split,plus", "-o", "s.csv", "-q")
        self.assertIn("s.csv: was made by a sweep, as the 2 points of s.csv.ini say",
                      self.refused("run", "c.ini", "-o", "s.csv", "--append", "-q"))
        self.write("r.csv.ini", ini.replace("; orthant ", "; orthant 0.0."))
        self.assertRegex(self.orthant(*long, expect=2).stderr,
                         r"r.csv: made with orthant 0\.0\.\S+, now orthant ")

    def test_replaces_its_own_result_only(self):
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        first = self.text("r.csv")
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        self.assertEqual(self.text("r.csv"), first)
        other = ("run", "c.ini", "traffic.load=0.3", "-o", "r.csv", "-q")
        self.assertIn("r.csv: made with traffic.load = 0.2, now 0.3; give another -o FILE, or "
                      "--overwrite to replace it", self.refused(*other))
        self.assertEqual(self.text("r.csv"), first)
        self.orthant("run", "c.ini", "traffic.load=0.3", "-o", "r.csv", "-q", "--append")
        self.assertIn("r.csv: has 2 rows, this run makes 1",
                      self.refused("run", "c.ini", "-o", "r.csv", "-q"))
        self.orthant(*other, "--overwrite")
        self.assertEqual([row["load"] for row in self.table("r.csv")], ["0.3"])
        (self.folder / "r.csv.ini").unlink()
        self.assertIn("its config r.csv.ini is missing", self.refused(*other))

    def test_does_not_replace_a_sweep_that_is_not_finished(self):
        self.write("r.csv.partial", "4 rows\n")
        self.assertIn("r.csv.partial says that its sweep is not finished",
                      self.refused("run", "c.ini", "-o", "r.csv", "-q"))
        self.orthant("run", "c.ini", "-o", "r.csv", "-q", "--overwrite")
        self.assertFalse((self.folder / "r.csv.partial").exists())

    def test_appends_from_several_processes_at_once(self):
        runs = [subprocess.Popen([ORTHANT, "run", "c.ini", f"run.seed={seed}", "-q", "--append",
                                  "-o", "r.csv"], cwd=self.folder) for seed in range(8)]
        self.assertEqual([run.wait() for run in runs], [0] * 8)
        rows = self.table("r.csv")
        self.assertEqual(sorted(int(row["seed"]) for row in rows), list(range(8)))
        self.assertEqual(self.text("r.csv").count("load,seed,verdict"), 1)

    def test_writes_commands_that_can_be_pasted(self):
        name = "a `touch bad` $(touch worse) 'b' !x.csv"
        for load in ("0.1", "0.3"):
            self.orthant("run", "c.ini", f"traffic.load={load}", "-o", name, "--append", "-q")
        note = self.text(f"{name}.ini").splitlines()[-1]
        command = re.fullmatch(r"; row 2: orthant (run .* traffic\.load=0\.3)", note).group(1)
        done = subprocess.run(["bash", "-c", f'"$0" {command} -q', ORTHANT], cwd=self.folder, text=True,
                              capture_output=True, check=True)
        self.assertEqual(self.rows(done.stdout), self.table(name)[1:])
        self.assertFalse((self.folder / "bad").exists() or (self.folder / "worse").exists())

    def test_appends_again_what_another_input_file_made(self):
        matrix = ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.file=m.txt", "-o", "r.csv", "--append",
                  "-q")
        self.write("m.txt", "0 1\n1 0\n")
        self.orthant("run", "c.ini", *matrix)
        self.orthant("run", "c.ini", *matrix)
        self.assertEqual(len(self.table("r.csv")), 1)
        self.write("m.txt", "0 1.0\n1 0\n")
        for _ in range(2):
            self.orthant("run", "c.ini", *matrix)
            self.assertEqual(len(self.table("r.csv")), 2)
        self.assertRegex(self.text("r.csv.ini"),
                         r"\n; row 2: orthant run r.csv.ini # traffic.file m.txt: 10 bytes, FNV-1a \w+\n$")

    def test_does_not_append_to_a_file_of_unknown_origin(self):
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        (self.folder / "r.csv.ini").unlink()
        self.assert_refused("r.csv: exists, but its config r.csv.ini is missing; give another -o "
                            "FILE", "run", "c.ini", "-o", "r.csv", "--append", "-q")

    def test_writes_json_with_the_whole_config(self):
        document = json.loads(self.orthant("run", "c.ini", "--format", "json", "-q").stdout)
        self.assertEqual(document["config"]["topology.dimensions"], "4x4")
        self.assertEqual(document["config"]["router.traversal_delay_cycles"], "1")
        row, = document["rows"]
        self.assertEqual(list(row), f"{KEY_COLUMNS},{RUN_COLUMNS}".split(","))
        self.assertEqual((row["load"], row["collapse_cycles"]), (0.2, None))

    def test_prints_a_table(self):
        done = self.orthant("run", "c.ini", "--format", "table", "-q")
        self.assertIn("\nverdict               stable\n", done.stdout)

    def test_writes_channels_and_a_histogram(self):
        row = self.row("run", "c.ini", "output.channels=ch.csv", "output.histogram=h.csv")
        channels = self.table("ch.csv")
        self.assertEqual(len(channels), 64)
        mean = sum(float(channel["utilization"]) for channel in channels) / 64
        self.assertAlmostEqual(mean, float(row["channel_load_mean"]))
        self.assertEqual(max(float(channel["utilization"]) for channel in channels),
                         float(row["channel_load_max"]))
        packets = sum(int(entry["packets"]) for entry in self.table("h.csv"))
        self.assertEqual(packets, int(row["packets"]))

    def test_writes_every_measured_packet_in_the_order_of_deliveries(self):
        row = self.row("run", "c.ini", "output.packets=p.csv")
        packets = self.table("p.csv")
        self.assertEqual(list(packets[0]), [*PACKET_COLUMNS.split(","), "packet"])
        self.assertEqual(len(packets), int(row["packets"]))
        arrivals = [int(packet["arrival"]) for packet in packets]
        self.assertEqual(arrivals, sorted(arrivals))
        for packet in packets:
            self.assertEqual(int(packet["latency"]), int(packet["arrival"]) - int(packet["birth"]))
            self.assertEqual((packet["seed"], packet["flits"], packet["detour"]), ("7", "4", ""))
        for column, mean in (("latency", "latency_mean"), ("hops", "hops_mean")):
            values = [int(packet[column]) for packet in packets]
            self.assertAlmostEqual(sum(values) / len(values), float(row[mean]))
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "p.csv", "p.csv.ini"])

    def test_writes_the_kind_of_detour_of_each_packet(self):
        done = self.orthant("run", "c.ini", "output.packets=p.csv", "routing.algorithm=ofr",
                            "router.vcs=auto", "traffic.load=0.7", "time.cycle_ns=2.5", "-q")
        row, = self.rows(done.stdout)
        packets = self.table("p.csv")
        self.assertEqual(list(packets[0]), [*PACKET_COLUMNS.split(","), "latency_ns", "packet"])
        for detour, share in (("outflank", "oidn_fraction"), ("wraparound", "widn_fraction")):
            number = sum(packet["detour"] == detour for packet in packets)
            self.assertGreater(number, 0)
            self.assertAlmostEqual(number / len(packets), float(row[share]))
        self.assertEqual({packet["detour"] for packet in packets}, {"none", "outflank", "wraparound"})
        for packet in packets[:100]:
            self.assertEqual(float(packet["latency_ns"]), 2.5 * int(packet["latency"]))
        def excess(packet):  # hops beyond the shortest path on the 4x4 torus
            offset = [abs(a - b) for a, b in zip(divmod(int(packet["source"]), 4),
                                                 divmod(int(packet["destination"]), 4))]
            return int(packet["hops"]) - sum(min(hops, 4 - hops) for hops in offset)
        outflanking = [excess(packet) for packet in packets if packet["detour"] == "outflank"]
        self.assertEqual(max(outflanking), float(row["oidn_excess_max"]))
        self.assertEqual(row["oidn_beyond_fraction"], "0")  # 2 n delta = 8 hops

    def test_writes_the_packets_of_all_seeds_the_same_on_any_number_of_threads(self):
        words = ("run", "c.ini", "run.repetitions=3", "run.measure_cycles=2000", "-q")
        self.orthant(*words, "output.packets=one.csv", "-j", "1")
        self.orthant(*words, "output.packets=three.csv", "-j", "3")
        self.assertEqual(self.text("one.csv"), self.text("three.csv"))
        seeds = [packet["seed"] for packet in self.table("one.csv")]
        self.assertEqual(seeds, sorted(seeds))
        self.assertEqual(set(seeds), {"7", "8", "9"})
        self.orthant(*words[:2], "run.measure_cycles=2000", "--seed", "8", "output.packets=own.csv")
        header, *own = self.text("own.csv").splitlines()
        lines = self.text("one.csv").splitlines()
        self.assertEqual(lines[0], header)
        self.assertEqual([line for line in lines if line.startswith("8,")], own)

    def test_writes_packets_to_a_pipe(self):
        os.mkfifo(self.folder / "pipe")
        reader = subprocess.Popen(["cp", "pipe", "copy.csv"], cwd=self.folder)
        self.orthant("run", "c.ini", "output.packets=pipe", "-q")
        self.assertEqual(reader.wait(timeout=60), 0)
        self.orthant("run", "c.ini", "output.packets=p.csv", "-q")
        self.assertEqual(self.text("copy.csv"), self.text("p.csv"))

    def test_keeps_the_packets_of_finished_seeds_when_it_is_interrupted(self):
        done = self.interrupted("run", "c.ini", "output.packets=p.csv", "-q", "-j", "1", "run.repetitions=100000",
                                until=lambda _: [*self.folder.glob("*.9.tmp")])
        rows = [row for row in self.rows(done.stdout) if row["verdict"] != "interrupted"]
        count = {}
        for packet in self.table("p.csv"):
            count[packet["seed"]] = count.get(packet["seed"], 0) + 1
        self.assertEqual(count, {row["seed"]: int(row["packets"]) for row in rows})
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "p.csv", "p.csv.ini"])

    def test_keeps_the_packets_of_before_when_it_is_interrupted_early(self):
        self.write("p.csv", "before\n")
        self.interrupted("run", "c.ini", "output.packets=p.csv", "-q", "-j", "1", "run.measure_cycles=10000000000", "--overwrite",
                         until=lambda _: len([*self.folder.iterdir()]) == 3)
        self.assertEqual(self.text("p.csv"), "before\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "p.csv"])

    def test_stops_when_packets_cannot_be_written(self):
        # The child ignores SIGXFSZ, as Python does.
        done = self.orthant("run", "c.ini", "output.packets=p.csv",
                            "run.measure_cycles=10000000000", expect=2,
                            prefix=("prlimit", "--fsize=200000"), restore_signals=False)
        warning, error = done.stderr.splitlines()
        self.assertRegex(warning, r"^orthant: warning: output.packets will hold about \d+ GB$")
        self.assertEqual(error, "orthant: error: p.csv: cannot be written: File too large")
        self.assertEqual(os.listdir(self.folder), ["c.ini"])

    def test_exits_with_5_when_saturated_on_request_only(self):
        words = ("run", "c.ini", "traffic.load=0.5", "router.buffer_flits=1", "run.measure_cycles=5000")
        self.assertEqual(self.row(*words)["verdict"], "saturated")
        self.assertEqual(self.orthant(*words, "-q", "--require-stable", expect=5).stderr, "orthant: warning: 1 of 1 run not stable: seed 7\n")

    # A single packet has no confidence interval.
    def test_a_stable_row_has_an_interval_and_a_window_without_one_is_unfinished(self):
        words = ("run", "c.ini", "topology.dimensions=1", "traffic.load_unit=flits",
                 "traffic.load=0.1", "run.warmup_cycles=0")
        one = self.row(*words, "run.messages_per_node=1", expect=3)
        self.assert_holds(one, packets="1", verdict="unfinished", latency_ci95="")
        few = self.row(*words, "run.measure_cycles=100")  # a packet in ten cycles, by chance
        self.assertEqual((few["packets"], few["verdict"]), ("2", "stable"))
        self.assertGreaterEqual(float(few["latency_ci95"]), 0)

    def test_drains_a_saturated_run_on_request_only(self):
        words = ("run", "c.ini", "traffic.load=0.5", "router.buffer_flits=1",
                 "run.warmup_cycles=1000", "run.measure_cycles=5000", "run.drain_cycles=1000000")
        short = self.row(*words)
        whole = self.row(*words, "run.drain_saturated=yes")
        self.assertEqual((short["verdict"], whole["verdict"]), ("saturated", "saturated"))
        self.assertEqual(short["cycles"], "6000")
        self.assertGreater(int(whole["cycles"]), 6000)
        # Late packets are missing, so that there are no means over all packets.
        self.assertLess(int(short["packets"]), int(whole["packets"]))
        for column in ("latency_mean", "network_latency_mean", "latency_max", "hops_mean"):
            self.assertEqual(short[column], "", column)
            self.assertNotEqual(whole[column], "", column)
        for column in ("offered_flits", "accepted_flits", "channel_load_max", "jain_accepted",
                       "source_accepted_min"):
            self.assertEqual(short[column], whole[column], column)

    def test_refuses_to_simulate_what_may_deadlock(self):
        done = self.orthant("check", "c.ini", "router.vcs=1", "routing.allow_deadlock=yes",
                            expect=4)
        self.assertIn("router", done.stdout)
        self.orthant("run", "c.ini", "router.vcs=1", expect=2)

    def test_reports_a_deadlock_with_its_knot(self):
        done = self.orthant("run", "c.ini", "topology.dimensions=8x8", "router.vcs=1",
                            "routing.allow_deadlock=yes", "traffic.load=1", "router.buffer_flits=1",
                            "run.deadlock_cycles=1000", "run.warmup_cycles=50000", "-q", expect=4)
        self.assertRegex(done.stderr, KNOT)
        self.assertLess(len(done.stderr.splitlines()), 25)
        row, = self.rows(done.stdout)
        self.assertEqual(row["verdict"], "deadlocked")
        self.assertEqual(row["offered_flits"] + row["accepted_capacity"], "")  # before the window
        self.assertEqual(row["packets"] + row["jain_accepted"], "0")
        found = re.search(r"(\d+) knots? of (\d+) VC buffers", done.stderr)
        every = self.orthant(*done.args[1:-1], "-v", expect=4).stderr
        self.assertEqual(every.count("knot of"), int(found[1]))
        self.assertEqual(len(re.findall(KNOT, every)), int(found[2]))

    def test_logs_cyclic_waits_on_request(self):
        words = ("run", "c.ini", "routing.algorithm=minimal_adaptive", "router.vcs=3",
                 "topology.dimensions=8x8", "router.buffer_flits=8", "traffic.packet_flits=8",
                 "traffic.load=1", "run.deadlock_cycles=20", "run.drain_cycles=100")
        self.assertIn("waited in a circle", self.orthant(*words, "-v").stderr)
        self.assertNotIn("circle", self.orthant(*words).stderr)

    def test_exits_with_3_when_the_load_never_settles(self):
        # Bursts as long as the pilot: some of the seeds see no steady state. A saturated one does not
        # matter without --require-stable, and comes first with it.
        words = ("run", "c.ini", "traffic.injection=on_off", "traffic.burst_flits=2000",
                 "traffic.duty=0.5", "run.warmup_cycles=auto", "run.repetitions=8")
        verdicts = [row["verdict"] for row in self.rows_of(*words, expect=3)]
        self.assertIn("unfinished", verdicts)
        self.assertNotIn("deadlocked", verdicts)

    def test_stops_when_interrupted(self):
        done = self.interrupted("run", "c.ini", "run.measure_cycles=1000000000")
        self.assertIn("interrupted: 0 of 1 run finished; ", done.stderr)

    def measured(self, *words):
        """Rows that a run prints which is interrupted within its window, and its log."""
        done = self.interrupted("run", "c.ini", "run.measure_cycles=10000000000", *words)
        return self.rows(done.stdout), done.stderr

    def test_keeps_what_it_measured_when_it_is_interrupted(self):
        row, = self.measured()[0]
        self.assertEqual((row["verdict"], row["latency_mean"]), ("interrupted", ""))
        self.assertAlmostEqual(float(row["accepted_capacity"]), 0.2, delta=0.02)
        self.assertGreater(int(row["cycles"]), 500)
        rows, err = self.measured("-o", "r.csv", "output.channels=ch.csv")
        self.assertEqual(rows, [])
        self.assertIn("interrupted: 0 of 1 run finished; what there is is written", err)
        kept = self.text("r.csv")
        self.assertEqual([row["verdict"] for row in self.rows(kept)], ["interrupted"])
        self.assertEqual(len(self.table("ch.csv")), 64)
        # Another interrupt replaces nothing; the same run does when it ends.
        rows, err = self.measured("-o", "r.csv", "output.channels=ch.csv")
        self.assertEqual([row["verdict"] for row in rows], ["interrupted"])
        self.assertIn("goes to standard output, since files are there already", err)
        self.assertEqual(self.text("r.csv"), kept)
        # Unfinished rows are never appended.
        rows, err = self.measured("-o", "a.csv", "--append")
        self.assertIn("nothing is written", err)
        self.assertFalse((self.folder / "a.csv").exists() and self.text("a.csv"))
