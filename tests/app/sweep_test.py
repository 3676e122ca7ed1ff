#!/usr/bin/env python3
"""The command from outside: run, sweep, saturate and check, killed, resumed and on several ranks.

Usage: sweep_test.py ORTHANT_BINARY [unittest options]
"""

import contextlib
import csv
import io
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

from small_torus import CONFIG

ORTHANT = os.path.abspath(sys.argv.pop(1))

KEY_COLUMNS = ("topology,dimensions,routers,nodes,routing,pattern,injection,switching,flow_control,"
               "vcs,buffer_flits,packet_flits,load_unit")
RUN_COLUMNS = ("load,seed,verdict,offered_flits,accepted_flits,offered_capacity,accepted_capacity,"
               "latency_mean,latency_ci95,latency_p50,latency_p95,latency_p99,latency_p999,"
               "latency_max,network_latency_mean,hops_mean,packets,cycles,channel_load_mean,"
               "channel_load_max,jain_accepted,source_accepted_min,derouted_fraction,"
               "oidn_fraction,widn_fraction,latency_mean_ns,refused_fraction,"
               "oidn_excess_max,oidn_beyond_fraction,wanted_free_fraction,collapse_cycles,limit")
PACKET_COLUMNS = "seed,source,destination,flits,birth,arrival,latency,hops,detour"
SATURATE_COLUMNS = ("saturation_load,saturation_flits,saturation_capacity,tolerance,"
                    "accepted_beyond_flits,latency_at_90_percent,deadlock_load,"
                    "verdict,seeds,metastable_from,collapsed_share,collapse_cycles_median,limit")
# A line of a knot: a place where a packet waits.
KNOT = r"  router \d+ \(\d+,\d+\) port \d+ \((?:[-+][xy]|node \d+)\), vc 0"


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_test_"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "c.ini").write_text(CONFIG)

    def orthant(self, *words, expect=0, prefix=()):
        done = subprocess.run([*prefix, ORTHANT, *words], cwd=self.folder, capture_output=True,
                              text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done

    def text(self, name):
        return (self.folder / name).read_text()

    def rows(self, text):
        return list(csv.DictReader(io.StringIO(text)))

    def computed(self, name):
        """Row numbers in a --timing file."""
        return sorted(int(row["row"]) for row in self.rows(self.text(name)))


class Run(Command):
    def test_prints_the_columns_of_the_contract(self):
        done = self.orthant("run", "c.ini", "-q")
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.splitlines()[0], f"{KEY_COLUMNS},{RUN_COLUMNS}")
        row, = self.rows(done.stdout)
        self.assertEqual(row["topology"], "torus")
        self.assertEqual(row["dimensions"], "4x4")
        self.assertEqual((row["routers"], row["nodes"], row["vcs"]), ("16", "16", "2"))
        self.assertEqual((row["load"], row["seed"], row["verdict"]), ("0.2", "7", "stable"))
        self.assertEqual(row["derouted_fraction"] + row["latency_mean_ns"], "")
        # The 4x4 torus carries 2 flits/node/cycle.
        self.assertAlmostEqual(float(row["offered_capacity"]) * 2, float(row["offered_flits"]))
        self.assertAlmostEqual(float(row["offered_flits"]), 0.4, delta=0.02)

    def test_writes_one_row_per_repetition(self):
        rows = self.rows(self.orthant("run", "c.ini", "run.repetitions=3", "-q").stdout)
        self.assertEqual([row["seed"] for row in rows], ["7", "8", "9"])
        self.assertEqual(len({row["latency_mean"] for row in rows}), 3)
        alone = self.rows(self.orthant("run", "c.ini", "--seed", "8", "-q").stdout)
        self.assertEqual(rows[1], alone[0])

    def test_speaks_of_time_in_nanoseconds_when_it_knows_them(self):
        row, = self.rows(self.orthant("run", "c.ini", "time.cycle_ns=2.5", "-q").stdout)
        self.assertEqual(float(row["latency_mean_ns"]), 2.5 * float(row["latency_mean"]))

    def test_writes_a_config_that_reproduces_the_file(self):
        self.orthant("run", "c.ini", "traffic.load=0.21", "-o", "r.csv", "-q")
        self.orthant("run", "r.csv.ini", "-o", "again.csv", "-q")
        self.assertEqual(self.text("again.csv"), self.text("r.csv"))
        self.assertEqual(self.text("again.csv.ini"), self.text("r.csv.ini"))

    def test_names_keys_that_nothing_reads(self):
        unread = ("traffic.hotspot_nodes=3", "router.output_speedup=2")
        done = self.orthant("run", "c.ini", *unread, "-o", "r.csv", "-q")
        warning = "orthant: warning: not read by this run: traffic.hotspot_nodes, router.output_speedup\n"
        self.assertEqual(done.stderr, warning)
        said = [line for line in self.orthant("check", "c.ini", *unread).stdout.splitlines() if "not read" in line]
        self.assertEqual(said, ["not read by this run: traffic.hotspot_nodes",
                                "not read by this run: router.output_speedup"])
        # The config beside the result has all defaults too, which mislead nobody.
        self.assertEqual(self.orthant("run", "r.csv.ini", "-q").stderr,
                         "orthant: warning: not read by this run: router.output_speedup, traffic.hotspot_nodes\n")

    def test_appends_rows_and_how_to_reproduce_them(self):
        for load in ("0.1", "0.3"):
            self.orthant("run", "c.ini", f"traffic.load={load}", "-o", "r.csv", "--append", "-q")
        rows = self.rows(self.text("r.csv"))
        self.assertEqual([row["load"] for row in rows], ["0.1", "0.3"])
        self.assertIn("; row 2: orthant run r.csv.ini traffic.load=0.3\n", self.text("r.csv.ini"))
        again = self.orthant("run", "r.csv.ini", "traffic.load=0.3", "-q")
        self.assertEqual(self.rows(again.stdout), rows[1:])

    def test_appends_only_under_an_equal_header(self):
        (self.folder / "r.csv").write_text("a,b\n1,2\n")
        done = self.orthant("run", "c.ini", "-o", "r.csv", "--append", "-q", expect=2)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("its header differs", done.stderr)
        self.assertEqual(self.text("r.csv"), "a,b\n1,2\n")

    # The note of the second row would be that of the first one: overrides set keys, none takes one away.
    def test_appends_only_what_a_note_can_say(self):
        append = ("-o", "r.csv", "--append", "-q")
        self.orthant("run", "c.ini", "channel.latency_cycles.by_dimension=1 2", *append)
        done = self.orthant("run", "c.ini", *append, expect=2)
        self.assertEqual(done.stderr, "orthant: error: r.csv: made with channel.latency_cycles.by_dimension = 1 2, "
                                      "now not set; give another -o FILE\n")
        self.orthant("run", "c.ini", "channel.latency_cycles.by_dimension=2 1", *append)
        self.assertEqual(len(self.rows(self.text("r.csv"))), 2)

    def test_refuses_to_append_before_it_simulates(self):
        # A run that would take hours.
        long = ("run", "c.ini", "run.measure_cycles=10000000000", "-o", "r.csv", "--append", "-q")
        (self.folder / "r.csv").write_text("a,b\n1,2\n")
        self.assertIn("its header differs", self.orthant(*long, expect=2).stderr)
        (self.folder / "r.csv").unlink()
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        ini = self.text("r.csv.ini")
        (self.folder / "r.csv.ini").write_text(ini.replace("load = 0.2", "load = 0.1, 0.2"))
        done = self.orthant(*long, expect=2)
        self.assertIn("r.csv: was made by a sweep, as the 2 points of r.csv.ini say", done.stderr)
        # Another axis makes another header.
        self.orthant("sweep", "c.ini", "routing.ties=split,plus", "-o", "s.csv", "-q")
        done = self.orthant("run", "c.ini", "-o", "s.csv", "--append", "-q", expect=2)
        self.assertIn("s.csv: was made by a sweep, as the 2 points of s.csv.ini say", done.stderr)
        (self.folder / "r.csv.ini").write_text(ini.replace("; orthant ", "; orthant 0.0."))
        self.assertRegex(self.orthant(*long, expect=2).stderr,
                         r"r.csv: made with orthant 0\.0\.\S+, now orthant ")

    def test_replaces_its_own_result_only(self):
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        first = self.text("r.csv")
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        self.assertEqual(self.text("r.csv"), first)
        other = ("run", "c.ini", "traffic.load=0.3", "-o", "r.csv", "-q")
        done = self.orthant(*other, expect=2)
        self.assertIn("r.csv: made with traffic.load = 0.2, now 0.3; give another -o FILE, or "
                      "--overwrite to replace it", done.stderr)
        self.assertEqual(self.text("r.csv"), first)
        self.orthant("run", "c.ini", "traffic.load=0.3", "-o", "r.csv", "-q", "--append")
        done = self.orthant("run", "c.ini", "-o", "r.csv", "-q", expect=2)
        self.assertIn("r.csv: has 2 rows, this run makes 1", done.stderr)
        self.orthant(*other, "--overwrite")
        self.assertEqual([row["load"] for row in self.rows(self.text("r.csv"))], ["0.3"])
        (self.folder / "r.csv.ini").unlink()
        self.assertIn("r.csv.ini that says how it was made",
                      self.orthant(*other, expect=2).stderr)

    def test_does_not_replace_a_sweep_that_is_not_finished(self):
        (self.folder / "r.csv.partial").write_text("4 rows\n")
        done = self.orthant("run", "c.ini", "-o", "r.csv", "-q", expect=2)
        self.assertIn("r.csv.partial says that its sweep is not finished", done.stderr)
        self.orthant("run", "c.ini", "-o", "r.csv", "-q", "--overwrite")
        self.assertFalse((self.folder / "r.csv.partial").exists())

    def test_appends_from_several_processes_at_once(self):
        runs = [subprocess.Popen([ORTHANT, "run", "c.ini", f"run.seed={seed}", "-q", "--append",
                                  "-o", "r.csv"], cwd=self.folder) for seed in range(8)]
        self.assertEqual([run.wait() for run in runs], [0] * 8)
        rows = self.rows(self.text("r.csv"))
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
        self.assertEqual(self.rows(done.stdout), self.rows(self.text(name))[1:])
        self.assertFalse((self.folder / "bad").exists() or (self.folder / "worse").exists())

    def test_appends_again_what_another_input_file_made(self):
        matrix = ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.file=m.txt", "-o", "r.csv", "--append",
                  "-q")
        (self.folder / "m.txt").write_text("0 1\n1 0\n")
        self.orthant("run", "c.ini", *matrix)
        self.orthant("run", "c.ini", *matrix)
        self.assertEqual(len(self.rows(self.text("r.csv"))), 1)
        (self.folder / "m.txt").write_text("0 1.0\n1 0\n")
        for _ in range(2):
            self.orthant("run", "c.ini", *matrix)
            self.assertEqual(len(self.rows(self.text("r.csv"))), 2)
        self.assertRegex(self.text("r.csv.ini"),
                         r"\n; row 2: orthant run r.csv.ini # traffic.file m.txt: 10 bytes, FNV-1a \w+\n$")

    def test_does_not_append_to_a_file_of_unknown_origin(self):
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        (self.folder / "r.csv.ini").unlink()
        done = self.orthant("run", "c.ini", "-o", "r.csv", "--append", "-q", expect=2)
        self.assertEqual(done.stderr, "orthant: error: r.csv: exists, but r.csv.ini that says how it was made does "
                                      "not; give another -o FILE\n")

    def test_refuses_a_list(self):
        done = self.orthant("run", "c.ini", "traffic.load=0.1,0.2", expect=2)
        self.assertIn("sweep", done.stderr)
        self.assertIn("traffic.load", done.stderr)

    def test_writes_json_with_the_whole_config(self):
        document = json.loads(self.orthant("run", "c.ini", "--format", "json", "-q").stdout)
        self.assertEqual(document["config"]["topology.dimensions"], "4x4")
        self.assertEqual(document["config"]["router.traversal_delay_cycles"], "1")
        row, = document["rows"]
        self.assertEqual(list(row), f"{KEY_COLUMNS},{RUN_COLUMNS}".split(","))
        self.assertEqual((row["load"], row["latency_mean_ns"]), (0.2, None))

    def test_prints_a_table(self):
        done = self.orthant("run", "c.ini", "--format", "table", "-q")
        self.assertIn("\nverdict               stable\n", done.stdout)

    def test_writes_channels_and_a_histogram(self):
        done = self.orthant("run", "c.ini", "output.channels=ch.csv", "output.histogram=h.csv",
                            "-q")
        row, = self.rows(done.stdout)
        channels = self.rows(self.text("ch.csv"))
        self.assertEqual(len(channels), 64)
        mean = sum(float(channel["utilization"]) for channel in channels) / 64
        self.assertAlmostEqual(mean, float(row["channel_load_mean"]))
        self.assertEqual(max(float(channel["utilization"]) for channel in channels),
                         float(row["channel_load_max"]))
        packets = sum(int(entry["packets"]) for entry in self.rows(self.text("h.csv")))
        self.assertEqual(packets, int(row["packets"]))

    def test_writes_every_measured_packet_in_the_order_of_deliveries(self):
        done = self.orthant("run", "c.ini", "output.packets=p.csv", "-q")
        row, = self.rows(done.stdout)
        packets = self.rows(self.text("p.csv"))
        self.assertEqual(list(packets[0]), PACKET_COLUMNS.split(","))
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

    def test_tells_how_packets_were_led_astray(self):
        done = self.orthant("run", "c.ini", "output.packets=p.csv", "routing.algorithm=ofr",
                            "router.vcs=auto", "traffic.load=0.7", "time.cycle_ns=2.5", "-q")
        row, = self.rows(done.stdout)
        packets = self.rows(self.text("p.csv"))
        self.assertEqual(list(packets[0]), [*PACKET_COLUMNS.split(","), "latency_ns"])
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
        seeds = [packet["seed"] for packet in self.rows(self.text("one.csv"))]
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

    def start_with_packets(self, *words):
        return subprocess.Popen([ORTHANT, "run", "c.ini", "output.packets=p.csv", "-q", "-j", "1",
                                 *words], cwd=self.folder, stdout=subprocess.PIPE, text=True)

    def test_keeps_the_packets_of_finished_seeds_when_it_is_interrupted(self):
        run = self.start_with_packets("run.repetitions=100000")
        while not any(file.name.endswith(".9.tmp") for file in self.folder.iterdir()):
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        rows = self.rows(run.communicate(timeout=60)[0])
        self.assertEqual(run.returncode, 130)
        rows = [row for row in rows if row["verdict"] != "interrupted"]
        count = {}
        for packet in self.rows(self.text("p.csv")):
            count[packet["seed"]] = count.get(packet["seed"], 0) + 1
        self.assertEqual(count, {row["seed"]: int(row["packets"]) for row in rows})
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "p.csv", "p.csv.ini"])

    def test_keeps_the_packets_of_before_when_it_is_interrupted_early(self):
        (self.folder / "p.csv").write_text("before\n")
        run = self.start_with_packets("run.measure_cycles=10000000000", "--overwrite")
        while len(list(self.folder.iterdir())) < 3:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertEqual(self.text("p.csv"), "before\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "p.csv"])

    def test_stops_when_packets_cannot_be_written(self):
        limit = 200_000  # bytes

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        # Python ignores SIGXFSZ, and its child does so with restore_signals=False.
        done = subprocess.run([ORTHANT, "run", "c.ini", "output.packets=p.csv",
                               "run.measure_cycles=10000000000"], cwd=self.folder, timeout=60,
                              capture_output=True, text=True, check=False, restore_signals=False,
                              preexec_fn=limit_files)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "orthant: error: p.csv: cannot be written: File too large\n")
        self.assertEqual(os.listdir(self.folder), ["c.ini"])

    def test_exits_with_5_when_saturated_on_request_only(self):
        words = ("run", "c.ini", "traffic.load=0.5", "router.buffer_flits=1",
                 "run.measure_cycles=5000", "-q")
        self.assertEqual(self.rows(self.orthant(*words).stdout)[0]["verdict"], "saturated")
        self.orthant(*words, "--require-stable", expect=5)

    # Of a single packet nobody knows how far its latency is from the mean.
    def test_a_stable_row_has_an_interval_and_a_window_without_one_is_unfinished(self):
        words = ("run", "c.ini", "topology.dimensions=1", "traffic.load_unit=flits",
                 "traffic.load=0.1", "run.warmup_cycles=0", "-q")
        one, = self.rows(self.orthant(*words, "run.messages_per_node=1", expect=3).stdout)
        self.assertEqual((one["packets"], one["verdict"], one["latency_ci95"]),
                         ("1", "unfinished", ""))
        few, = self.rows(self.orthant(*words, "run.messages_per_node=9").stdout)
        self.assertEqual((few["packets"], few["verdict"]), ("9", "stable"))
        self.assertGreaterEqual(float(few["latency_ci95"]), 0)

    def test_ends_a_saturated_run_with_its_window_unless_told_otherwise(self):
        words = ("run", "c.ini", "traffic.load=0.5", "router.buffer_flits=1",
                 "run.warmup_cycles=1000", "run.measure_cycles=5000",
                 "run.drain_cycles=1000000", "-q")
        short, = self.rows(self.orthant(*words).stdout)
        whole, = self.rows(self.orthant(*words, "run.drain_saturated=yes").stdout)
        self.assertEqual((short["verdict"], whole["verdict"]), ("saturated", "saturated"))
        self.assertEqual(short["cycles"], "6000")
        self.assertGreater(int(whole["cycles"]), 6000)
        # The packets that were late are missing, and with them the means over all packets.
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

    def test_logs_a_circle_of_waits_on_request(self):
        words = ("run", "c.ini", "routing.algorithm=minimal_adaptive", "router.vcs=3",
                 "topology.dimensions=8x8", "router.buffer_flits=8", "traffic.packet_flits=8",
                 "traffic.load=1", "run.deadlock_cycles=20", "run.drain_cycles=100")
        self.assertIn("waited in a circle", self.orthant(*words, "-v").stderr)
        self.assertNotIn("circle", self.orthant(*words).stderr)

    def test_exits_with_3_when_the_load_never_settles(self):
        # Bursts as long as the pilot: some of the seeds see no steady state. A saturated one does not
        # matter without --require-stable, and comes first with it.
        words = ("run", "c.ini", "traffic.injection=on_off", "traffic.burst_flits=2000",
                 "traffic.duty=0.5", "run.warmup_cycles=auto", "run.repetitions=8", "-q")
        done = self.orthant(*words, expect=3)
        verdicts = [row["verdict"] for row in self.rows(done.stdout)]
        self.assertIn("unfinished", verdicts)
        self.assertNotIn("deadlocked", verdicts)

    def test_stops_when_interrupted(self):
        run = subprocess.Popen([ORTHANT, "run", "c.ini", "run.measure_cycles=1000000000"],
                               cwd=self.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertIn(b"interrupted: 0 of 1 run finished; ", err)

    def interrupted(self, *words):
        """Rows that a run prints which is interrupted within its window."""
        run = subprocess.Popen([ORTHANT, "run", "c.ini", "run.measure_cycles=10000000000", *words], cwd=self.folder,
                               stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        time.sleep(1.5)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        return self.rows(out), err

    def test_keeps_what_it_measured_when_it_is_interrupted(self):
        row, = self.interrupted()[0]
        self.assertEqual((row["verdict"], row["latency_mean"]), ("interrupted", ""))
        self.assertAlmostEqual(float(row["accepted_capacity"]), 0.2, delta=0.02)
        self.assertGreater(int(row["cycles"]), 500)
        rows, err = self.interrupted("-o", "r.csv", "output.channels=ch.csv")
        self.assertEqual(rows, [])
        self.assertIn("interrupted: 0 of 1 run finished; what there is is written", err)
        kept = self.text("r.csv")
        self.assertEqual([row["verdict"] for row in self.rows(kept)], ["interrupted"])
        self.assertEqual(len(self.rows(self.text("ch.csv"))), 64)
        # Another interrupt replaces nothing; the same run does when it ends.
        rows, err = self.interrupted("-o", "r.csv", "output.channels=ch.csv")
        self.assertEqual([row["verdict"] for row in rows], ["interrupted"])
        self.assertIn("goes to standard output, since files are there already", err)
        self.assertEqual(self.text("r.csv"), kept)
        # Nothing unfinished comes into a file that grows.
        rows, err = self.interrupted("-o", "a.csv", "--append")
        self.assertIn("nothing is written", err)
        self.assertFalse((self.folder / "a.csv").exists() and self.text("a.csv"))


AXES = ("traffic.load=0.02:0.2:0.02", "routing.ties=split,plus", "run.repetitions=2")  # 40 rows


class Sweep(Command):
    def whole(self):
        self.orthant("sweep", "c.ini", *AXES, "-o", "whole.csv", "-q", "-j", "1")
        return self.text("whole.csv")

    def test_writes_the_rows_of_all_points_in_order(self):
        rows = self.rows(self.whole())
        self.assertEqual(len(rows), 40)
        header = self.text("whole.csv").splitlines()[0]
        self.assertEqual(header, f"{KEY_COLUMNS},routing.ties,{RUN_COLUMNS}")
        loads = [row["load"] for row in rows]
        places = sorted({(row["routing.ties"], row["load"], row["seed"]) for row in rows})
        self.assertEqual(len(places), 40)
        self.assertEqual(loads[:5], ["0.02", "0.02", "0.02", "0.02", "0.04"])
        single = self.orthant("run", "c.ini", "traffic.load=0.06", "routing.ties=plus",
                              "--seed", "8", "-q")
        row, = self.rows(single.stdout)
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

    def test_ends_well_though_a_window_cannot_tell(self):
        words = ("sweep", "c.ini", "traffic.load=0.1,0.2", "run.measure_cycles=5", "-q")
        done = self.orthant(*words)
        self.assertEqual([r["verdict"] for r in self.rows(done.stdout)], ["unfinished"] * 2)
        self.assertIn("2 of 2 points unfinished", done.stderr)
        self.orthant(*words, "--require-stable", expect=3)
        self.orthant("run", "c.ini", "run.measure_cycles=5", "-q", expect=3)

    def kill_half_way(self, *words, signal_number):
        # Points of ten times the length, so that there is a half way.
        long = (*AXES, "run.measure_cycles=20000", *words)
        sweep = subprocess.Popen([ORTHANT, "sweep", "c.ini", *long, "-j", "2", "-o", "r.out",
                                  "--timing", "first.csv"], cwd=self.folder,
                                 stderr=subprocess.PIPE)
        timing = self.folder / "first.csv"
        while not timing.exists() or timing.read_text().count("\n") < 10:
            time.sleep(0.005)
            self.assertIsNone(sweep.poll(), "it was over before it could be stopped")
        sweep.send_signal(signal_number)
        _, err = sweep.communicate(timeout=60)
        return long, sweep.returncode, err.decode()

    def check_resumed(self, long, slack):
        before = self.computed("first.csv")
        self.assertLess(len(before), 40)
        self.orthant("sweep", "c.ini", *long, "-o", "r.out", "-j", "2", "-q",
                     "--timing", "second.csv")
        again = self.computed("second.csv")
        # Each row once; a row that was on disk but not yet in the timing file may be missing there.
        self.assertEqual(len(again), len(set(again)))
        self.assertFalse(set(before) & set(again))
        self.assertGreaterEqual(len(before) + len(again), 40 - slack)
        self.orthant("sweep", "c.ini", *long, "-o", "whole.out", "-q", "-j", "2")
        self.assertEqual(self.text("r.out"), self.text("whole.out"))
        self.assertEqual(self.text("r.out.ini"), self.text("whole.out.ini"))
        self.assertFalse((self.folder / "r.out.partial").exists())
        self.orthant("sweep", "c.ini", *long, "-o", "r.out", "-q", "--timing", "third.csv")
        self.assertEqual(self.computed("third.csv"), [])
        self.assertEqual(self.text("r.out"), self.text("whole.out"))

    def test_ends_with_the_same_file_after_a_kill(self):
        long, code, _ = self.kill_half_way(signal_number=signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.check_resumed(long, slack=1)

    def test_ends_with_the_same_json_after_a_kill(self):
        long, code, _ = self.kill_half_way("--format", "json", signal_number=signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.check_resumed(long, slack=1)
        self.assertEqual(len(json.loads(self.text("r.out"))["rows"]), 40)

    def test_keeps_what_is_finished_when_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                long, code, err = self.kill_half_way("--overwrite", signal_number=number)
                self.assertEqual(code, 130)
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
        self.assertEqual(self.rows(self.text("r.csv"))[0]["buffer_flits"], "5")

    def test_notices_rows_that_were_edited(self):
        self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-o", "r.csv", "-q")
        whole = self.text("r.csv")
        latency = self.rows(whole)[0]["latency_mean"]
        (self.folder / "r.csv").write_text(whole.replace(latency, "1"))
        done = self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-o", "r.csv", "-q", expect=2)
        self.assertEqual(done.stderr, "orthant: error: r.csv: was changed after it was written; give another -o FILE, "
                                      "or --overwrite to start afresh\n")

    def test_refuses_to_go_on_with_another_version_or_another_traffic_file(self):
        matrix = "0 1\n1 0\n"
        (self.folder / "m.txt").write_text(matrix)
        words = ("sweep", "c.ini", "topology.dimensions=2", "traffic.pattern=matrix",
                 "traffic.file=m.txt", "traffic.load=0.1,0.2", "-o", "r.csv", "-q")
        self.orthant(*words)
        self.orthant(*words)  # nothing to do
        before = self.text("r.csv")
        (self.folder / "m.txt").write_text("0 1\n1 0.\n")
        done = self.orthant(*words, expect=2)
        self.assertRegex(done.stderr, r"r.csv: made with traffic.file m.txt: 8 bytes, .*, now "
                                      r"traffic.file m.txt: 9 bytes")
        self.assertIn("--overwrite to start afresh", done.stderr)
        (self.folder / "m.txt").write_text(matrix)
        ini = self.folder / "r.csv.ini"
        ini.write_text(ini.read_text().replace("; orthant ", "; orthant 0.0."))
        done = self.orthant(*words, expect=2)
        self.assertRegex(done.stderr, r"r.csv: made with orthant 0\.0\.\S+, now orthant ")
        self.assertEqual(self.text("r.csv"), before)

    def test_finds_an_impossible_point_before_it_simulates(self):
        done = self.orthant("sweep", "c.ini", "topology.dimensions=4x4,8x4",
                            "traffic.pattern=transpose", "-o", "r.csv", "-q", expect=2)
        self.assertIn("traffic.pattern", done.stderr)
        self.assertFalse((self.folder / "r.csv").exists())
        self.assertFalse((self.folder / "r.csv.ini").exists())

    def test_leaves_out_loads_that_no_node_can_send(self):
        words = ("sweep", "c.ini", "traffic.packet_flits=1", "run.measure_cycles=2000",
                 "traffic.load=0.1:0.9:0.2", "run.repetitions=2")
        done = self.orthant(*words, "-o", "r.csv", "-q")
        self.assertEqual(
            done.stderr,
            "orthant: warning: not simulated: 2 of 5 points, with traffic.load from 0.7 on, are "
            "impossible; the capacity is 2 flits per node and cycle, and a node with bernoulli "
            "sends at most 1 flit per cycle, a load of 0.5\n")
        rows = self.rows(self.text("r.csv"))
        self.assertEqual([row["load"] for row in rows],
                         [load for load in ("0.1", "0.3", "0.5", "0.7", "0.9") for _ in range(2)])
        self.assertEqual({row["verdict"] for row in rows[:4]}, {"stable"})
        for row in rows[6:]:
            self.assertEqual((row["verdict"], row["limit"]), ("impossible", "node"))
            self.assertEqual((row["nodes"], row["vcs"], row["packets"], row["cycles"]),
                             ("16", "2", "0", "0"))
            self.assertEqual(row["accepted_flits"] + row["latency_mean"], "")
        self.assertEqual([row["seed"] for row in rows[6:]], ["7", "8"] * 2)
        # There already, and the same in pieces.
        before = self.text("r.csv")
        self.orthant(*words, "-o", "r.csv", "-q", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [])
        lines = before.splitlines(keepends=True)
        (self.folder / "r.csv").write_text("".join(lines[:-3]))
        ini = self.folder / "r.csv.ini"  # as a version without digests left it
        ini.write_text(ini.read_text().partition("; finished: ")[0])
        self.orthant(*words, "-o", "r.csv", "-q", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [8, 9, 10])
        self.assertEqual(self.text("r.csv"), before)
        self.orthant(*words, "--require-stable", "-q", expect=5)

    def test_refuses_a_sweep_without_a_possible_load(self):
        for words in (("sweep", "c.ini", "traffic.load=0.6,0.7"), ("run", "c.ini", "traffic.load=0.6")):
            done = self.orthant(*words, "traffic.packet_flits=1", expect=2)
            self.assertEqual(done.stderr,
                             "orthant: error: command line: traffic.load: a load of 1.2 flits per "
                             "node and cycle is 1.2 messages per cycle; bernoulli makes at most 1 "
                             "(poisson makes more)\n")

    def test_does_with_the_threads_that_the_system_allows(self):
        if "ORTHANT_SANITIZED" in os.environ:
            self.skipTest("a sanitizer reserves more address space than any limit")
        # Every thread reserves the limit of the stack.
        limited = ("prlimit", "--as=1200000000", "--stack=400000000:unlimited")
        words = ("sweep", "c.ini", "traffic.load=0.1:0.35:0.05", "run.measure_cycles=1000", "-q")
        done = self.orthant(*words, "-j", "6", prefix=limited)
        self.assertRegex(done.stderr, r"[12] of 6 threads could be started: Resource temporarily "
                                      r"unavailable\n$")
        self.assertEqual(done.stdout, self.orthant(*words, "-j", "1").stdout)
        done = self.orthant(*words, "-j", "6", prefix=("prlimit", "--as=1200000000",
                                                       "--stack=2000000000:unlimited"), expect=2)
        self.assertEqual(done.stderr, "orthant: error: no thread can be started: Resource "
                                      "temporarily unavailable; allowed: more memory, threads and "
                                      "processes\n")

    def test_says_what_limits_a_saturated_network(self):
        # Node channels of half a flit per cycle are full long before anything else; all nodes that
        # send over one channel fill it; dimension order with small buffers fills neither.
        for words, limit in (
                (("channel.node_bandwidth=0.5", "traffic.load=0.3", "router.buffer_flits=16"), "node"),
                (("traffic.pattern=tornado", "topology.dimensions=8", "traffic.load=1",
                  "traffic.packet_flits=1", "router.buffer_flits=16"), "channel"),
                (("topology.dimensions=8x8", "traffic.load=0.9"), "routing")):
            row, = self.rows(self.orthant("run", "c.ini", *words, "-q").stdout)
            self.assertEqual((row["verdict"], row["limit"]), ("saturated", limit))
        row, = self.rows(self.orthant("run", "c.ini", "-q").stdout)
        self.assertEqual((row["verdict"], row["limit"]), ("stable", ""))

    def test_names_keys_that_no_point_reads_once(self):
        both = ("routing.algorithm=dor,minimal_adaptive", "router.vcs=3", "traffic.load=0.1,0.2", "-q")
        # One of the points reads it.
        self.assertEqual(self.orthant("sweep", "c.ini", *both, "router.selection=most_free").stderr, "")
        self.assertEqual(self.orthant("sweep", "c.ini", *both, "traffic.hotspot_share=0.5").stderr,
                         "orthant: warning: not read by this run: traffic.hotspot_share\n")
        # One of the values is the default.
        self.assertEqual(self.orthant("sweep", "c.ini", "traffic.duty=0.5,0.6", "-q").stderr,
                         "orthant: warning: not read by this run: traffic.duty\n")
        self.assertEqual(self.orthant("sweep", "c.ini", "routing.algorithm=up_down", "routing.ties=split,plus", "-q").stderr,
                         "orthant: warning: not read by this run: routing.ties\n")

    def test_refuses_point_files(self):
        for key in ("output.channels", "output.histogram", "output.packets", "output.flows", "output.timeline",
                    "output.energy"):
            for verb in ("sweep", "saturate"):
                done = self.orthant(verb, "c.ini", f"{key}=x.csv", expect=2)
                self.assertEqual(done.stderr, f"orthant: error: command line: {key}: is written by "
                                              "run only, since each point has its own\n")

    def test_reproduces_itself_from_the_config_beside_it(self):
        whole = self.whole()
        self.orthant("sweep", "whole.csv.ini", "-o", "again.csv", "-q")
        self.assertEqual(self.text("again.csv"), whole)
        self.assertEqual(self.text("again.csv.ini"), self.text("whole.csv.ini"))
        sections = [line for line in self.text("whole.csv.ini").splitlines() if "[" in line]
        self.assertEqual(len(sections), len(set(sections)))

    def test_refuses_more_rows_than_fit_before_it_makes_a_file(self):
        # 10^5 points of 10^6 repetitions.
        done = self.orthant("sweep", "c.ini", "traffic.load=0.00001:1:0.00001", "run.repetitions=1000000", "-o",
                            "r.csv", expect=2)
        self.assertEqual(done.stderr, "orthant: error: sweep: 100000000000 rows in all; allowed: at most 10000000\n")
        self.assertEqual(os.listdir(self.folder), ["c.ini"])

    @unittest.skipUnless(shutil.which("mpirun"), "no mpirun")
    def test_alone_is_for_many_ranks(self):
        mpirun = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2")
        for verb, words in (("run", ("c.ini", "-o", "r.csv", "--append")), ("check", ("c.ini",)), ("analyze", ("c.ini",)),
                            ("list", ())):
            done = self.orthant(verb, *words, prefix=mpirun, expect=2)
            self.assertIn(f"orthant: error: mpirun: 2 ranks, but {verb} is computed by one; allowed: ", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["c.ini"])

    @unittest.skipUnless(shutil.which("mpirun"), "no mpirun")
    def test_is_the_same_on_mpi_ranks(self):
        mpirun = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3")
        if "libmpi" not in subprocess.run(["ldd", ORTHANT], capture_output=True, text=True,
                                          check=True).stdout:
            self.skipTest("built without MPI")
        whole = self.whole()
        self.orthant("sweep", "c.ini", *AXES, "-o", "mpi.csv", "-q", prefix=mpirun)
        self.assertEqual(self.text("mpi.csv"), whole)
        done = self.orthant("sweep", "c.ini", *AXES, "router.vcs=77", expect=2, prefix=mpirun)
        self.assertIn("router.vcs", done.stderr)


class Saturate(Command):
    def test_finds_the_knee_with_and_without_a_load(self):
        (self.folder / "bare.ini").write_text(CONFIG.replace("load = 0.2\n", ""))
        words = ("router.buffer_flits=2,4", "-q")
        self.orthant("saturate", "bare.ini", *words, "-j", "1", "-o", "one.csv")
        self.orthant("saturate", "c.ini", *words, "traffic.load=0.1,0.2", "-j", "2", "-o",
                     "two.csv")
        self.assertEqual(self.text("one.csv"), self.text("two.csv"))
        header = self.text("one.csv").splitlines()[0]
        self.assertEqual(header, f"{KEY_COLUMNS},{SATURATE_COLUMNS}")
        small, large = self.rows(self.text("one.csv"))
        self.assertLess(float(small["saturation_load"]), float(large["saturation_load"]))
        for row in (small, large):
            # Deterministic routing has a sharp knee.
            self.assertEqual([row[name] for name in ("verdict", "seeds", "metastable_from", "collapsed_share",
                                                     "collapse_cycles_median")], ["stable", "5", "", "", ""])
        for row in (small, large):
            load = float(row["saturation_load"])
            self.assertEqual(float(row["saturation_flits"]), 2 * load)
            self.assertEqual(row["saturation_capacity"], row["saturation_load"])
            self.assertEqual(row["tolerance"], "0.01")
            # Just below it the network is stable, well above it it is not.
            for factor, verdict in ((0.9, "stable"), (1.2, "saturated")):
                done = self.orthant("run", "c.ini", "-q",
                                    f"router.buffer_flits={row['buffer_flits']}",
                                    f"traffic.load={factor * load!r}")
                simulated, = self.rows(done.stdout)
                self.assertEqual(simulated["verdict"], verdict)
                if factor == 0.9:
                    self.assertEqual(simulated["latency_mean"], row["latency_at_90_percent"])
            self.assertGreater(float(row["accepted_beyond_flits"]), load)

    def test_reports_a_deadlock_that_the_search_met(self):
        words = ("saturate", "c.ini", "topology.dimensions=8x8", "router.vcs=1",
                 "routing.allow_deadlock=yes", "router.buffer_flits=1", "run.tolerance=0.25",
                 "run.deadlock_cycles=1000", "run.warmup_cycles=50000", "-o", "s.csv", "-q")
        done = self.orthant(*words, expect=4)
        self.assertRegex(done.stderr, r"load \S+, seed \d+: deadlock: seen in cycle \d+")
        self.assertRegex(done.stderr, KNOT)
        row, = self.rows(self.text("s.csv"))
        self.assertEqual(row["accepted_beyond_flits"], "")  # it came before the window
        self.assertGreater(float(row["deadlock_load"]), float(row["saturation_load"]))
        self.orthant(*words, expect=4)  # all rows are there already

    # Minimal adaptive routing with little room gives way sooner or later, by seed.
    def test_reads_no_load_and_says_so_of_other_keys_only(self):
        done = self.orthant("saturate", "c.ini", "traffic.duty=0.5", "run.tolerance=0.5", "-q")
        self.assertEqual(done.stderr, "orthant: warning: not read by this run: traffic.duty\n")

    def test_names_its_search_where_a_load_is_beyond_those_of_the_key(self):
        # A ring of 10,000 carries 8 / 10,000 flits per node and cycle; a node sends one.
        ring = ("saturate", "c.ini", "topology.dimensions=10000", "-q")
        self.assertEqual(
            self.orthant(*ring, expect=2).stderr.splitlines()[-1],
            "orthant: error: c.ini:13: traffic.load_unit: the search for the largest stable load begins at 1250 times the "
            "capacity, the most that a node can send, and loads in this unit are at most 1000; allowed: flits")

    METASTABLE = ("saturate", "c.ini", "topology.dimensions=8x8", "routing.algorithm=minimal_adaptive",
                  "router.vcs=4", "router.buffer_flits=8", "traffic.packet_flits=8",
                  "run.measure_cycles=5000", "run.warmup_cycles=2000", "run.tolerance=0.02", "-q")

    def test_asks_all_seeds(self):
        one, many = (self.rows(self.orthant(*self.METASTABLE, "run.seed=1", f"run.saturate_seeds={seeds}").stdout)[0]
                     for seeds in (1, 8))
        self.assertEqual([one[name] for name in ("verdict", "seeds", "metastable_from", "collapsed_share",
                                                 "collapse_cycles_median")], ["stable", "1", "", "", ""])
        self.assertEqual([many["verdict"], many["seeds"]], ["metastable", "8"])
        self.assertLessEqual(float(many["saturation_load"]), float(one["saturation_load"]))
        # What single runs say of the metastable load.
        done = self.orthant("sweep", *self.METASTABLE[1:], f"traffic.load={many['metastable_from']}",
                            "run.seed=1", "run.repetitions=8")
        collapses = [float(row["collapse_cycles"]) for row in self.rows(done.stdout)
                     if row["collapse_cycles"] != ""]
        self.assertEqual(float(many["collapsed_share"]), len(collapses) / 8)
        self.assertEqual(float(many["collapse_cycles_median"]), statistics.median(collapses))
        self.assertGreater(float(many["metastable_from"]), float(many["saturation_load"]))

    def test_refuses_a_file_from_before_there_were_seeds(self):
        words = ("saturate", "c.ini", "run.tolerance=0.1", "-q", "-o", "s.csv")
        self.orthant(*words)
        ini = self.folder / "s.csv.ini"
        ini.write_text(re.sub(r"saturate_seeds.*\n", "", ini.read_text()))
        done = self.orthant(*words, expect=2)
        self.assertEqual(done.stderr, "orthant: error: s.csv: made with run.saturate_seeds not set, now 5; give another "
                                      "-o FILE, or --overwrite to start afresh\n")

    def test_progress_never_goes_backwards(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([ORTHANT, "saturate", "c.ini", "run.measure_cycles=20000", "-j", "1"],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while part := os.read(ours, 4096):
                shown += part
        os.close(ours)
        self.assertEqual(process.wait(), 0)
        shares = [int(share) for share in re.findall(r"(\d+) %", shown.decode())]
        self.assertGreater(len(shares), 3)
        self.assertEqual(shares, sorted(shares))

    def test_skips_what_is_finished(self):
        words = ("saturate", "c.ini", "run.tolerance=0.1", "router.buffer_flits=1,4", "-q", "-o", "s.csv")
        self.orthant(*words)
        self.orthant(*words, "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [])


class Check(Command):
    def test_reports_what_can_be_known_before(self):
        facts = json.loads(self.orthant("check", "c.ini", "--format", "json").stdout)
        self.assertEqual(facts["points"], 1)
        network, = facts["networks"]
        self.assertEqual((network["routers"], network["channels"], network["ports_max"]),
                         (16, 64, 5))
        self.assertEqual(network["capacity_flits"], 2)
        self.assertEqual(network["load_flits"], 0.4)
        self.assertEqual(network["deadlock_free"], "yes")
        self.assertEqual(network["vc_classes"], 2)
        # Two hops in the mean, 4 flits: 1 + 3 + 2 + 1 + 3; none and four hops: 6 and 14.
        self.assertEqual([network[f"zero_load_latency_{what}"] for what in ("mean", "min", "max")],
                         [10, 6, 14])
        self.assertEqual(network["credit_loop_flits"], 4)
        self.assertEqual(network["warnings"], [])

    def test_warns_of_small_buffers_and_overload(self):
        done = self.orthant("check", "c.ini", "router.buffer_flits=2", "traffic.load=0.7")
        self.assertIn("warning: buffers of 2 flits are below the credit loop of 4", done.stdout)
        self.assertIn("warning: the load of 1.4 flits per node and cycle is above 1, at which the "
                      "channels of the busiest node are full\n", done.stdout)

    def test_warns_of_loads_near_what_node_channels_carry(self):
        full = "at which the channels of the busiest node are full"
        near = f"are at least 0.8 of 1, {full}: the nodes, not the network, may be what saturates there"
        for loads, warnings in (
                # The 4x4 torus carries 2 flits per node and cycle, its nodes 1.
                ("0.1:0.35:0.05", []),
                ("0.1:0.5:0.1", [f"loads from 0.8 flits per node and cycle on {near}"]),
                ("0.1:0.9:0.1", [f"loads from 0.8 flits per node and cycle on {near}",
                                 f"loads from 1.2 flits per node and cycle on are above 1, {full}",
                                 "loads from 1.2 flits per node and cycle on are impossible: a node "
                                 "with bernoulli sends at most 1"])):
            facts = json.loads(self.orthant("check", "c.ini", "traffic.packet_flits=1",
                                            f"traffic.load={loads}", "--format", "json").stdout)
            network, = facts["networks"]
            self.assertEqual(network["warnings"], warnings)
            self.assertEqual(network["node_limit_flits"], 1)
            self.assertEqual(network["load_flits"], 0.2)

    def test_knows_what_the_node_of_a_hotspot_receives(self):
        # Of 16 nodes each sends half of its messages to one, which takes 16 / 2 of their flits, and
        # 1 / 32 of the other half of each: full at 1 / 8.5.
        network, = json.loads(self.orthant(
            "check", "c.ini", "traffic.pattern=hotspot", "traffic.hotspot_nodes=3",
            "traffic.hotspot_share=0.5", "--format", "json").stdout)["networks"]
        self.assertAlmostEqual(network["node_limit_flits"], 1 / 8.5, delta=0.001)
        network, = json.loads(self.orthant(
            "check", "c.ini", "traffic.pattern=hotspot", "traffic.hotspot_nodes=3",
            "traffic.hotspot_share=0.5", "channel.ejection=immediate", "--format",
            "json").stdout)["networks"]
        self.assertEqual(network["node_limit_flits"], 1)

    def test_lists_keys_that_are_not_read(self):
        done = self.orthant("check", "c.ini", "traffic.hotspot_share=0.5")
        self.assertIn("not read by this run: traffic.hotspot_share", done.stdout)

    def test_leaves_no_blanks_at_the_end_of_a_line(self):
        for vcs, code in (("2", 0), ("1", 4)):
            done = self.orthant("check", "c.ini", f"router.vcs={vcs}", "routing.allow_deadlock=yes",
                                expect=code)
            lines = done.stdout.split("\n")
            self.assertEqual([line for line in lines if line != line.rstrip()], [])
            self.assertEqual(lines.pop(), "")
            self.assertNotEqual(lines[-1], "")

    def test_needs_no_load(self):
        (self.folder / "bare.ini").write_text(CONFIG.replace("load = 0.2\n", ""))
        done = self.orthant("check", "bare.ini")
        self.assertIn("note: no traffic.load is given", done.stdout)
        self.assertNotIn("load_flits", done.stdout)
        self.assertNotIn("no traffic.load", self.orthant("check", "c.ini").stdout)

    def test_needs_no_traffic(self):
        (self.folder / "bare.ini").write_text(CONFIG[:CONFIG.index("[traffic]")])
        network, = json.loads(self.orthant("check", "bare.ini", "--format",
                                           "json").stdout)["networks"]
        self.assertEqual(network["deadlock_free"], "yes")
        self.assertEqual((network["pattern"], network["load_unit"]), (None, None))
        self.assertEqual(network["zero_load_hops_mean"], 2)
        self.assertEqual(network["warnings"], [])
        self.assertEqual(network["notes"], [
            "no traffic.pattern is given: zero_load_*, node_limit_flits and channel_limit_flits "
            "are of uniform traffic",
            "no traffic.load is given: nothing is said about load"])
        # What could deadlock is found without traffic, too.
        self.orthant("check", "bare.ini", "router.vcs=1", "routing.allow_deadlock=yes", expect=4)
        # A load says nothing without its unit.
        done = self.orthant("check", "bare.ini", "traffic.load=0.1", expect=2)
        self.assertEqual(done.stderr, "orthant: error: bare.ini: traffic.load_unit: missing; "
                                      "allowed: capacity, flits\n")

    def test_answers_soon_for_a_network_that_would_not_fit(self):
        # A million routers: gigabytes to simulate, a second to check.
        words = ("check", "c.ini", "topology.dimensions=1024x1024")
        start = time.monotonic()
        network, = json.loads(self.orthant(*words, "--format", "json").stdout)["networks"]
        self.assertLess(time.monotonic() - start, 60)  # on a busy machine too
        self.assertGreater(network["router_state_bytes"], 1e9)
        self.assertEqual(network["memory_bytes"], sum(
            network[part] for part in ("router_state_bytes", "flit_buffer_bytes",
                                       "topology_bytes")))
        self.assertAlmostEqual(network["zero_load_hops_mean"], 512, delta=10)
        self.assertIn("drawn at random", network["notes"][0])
        self.assertIn("channel_limit_flits", network["notes"][1])

    def test_gives_memory_in_a_readable_unit_too(self):
        self.assertRegex(self.orthant("check", "c.ini").stdout,
                         r"router_state_bytes +\d+ \([\d.]+ KiB\)")

    def test_says_that_there_is_no_channel(self):
        alone = ("check", "c.ini", "topology.dimensions=1x1")
        text = "this network has no channels between routers, so that it has no capacity"
        self.assertIn(text, self.orthant(*alone, expect=2).stderr)
        self.assertIn(text, self.orthant(*alone, "traffic.load_unit=flits").stdout)

    def test_predicts_what_is_simulated_with_slow_channels(self):
        # Neighbours in x only, so far apart in time that they do not meet.
        words = ("c.ini", "traffic.pattern=neighbor", "traffic.dimensions=0",
                 "traffic.load_unit=flits", "traffic.load=1e-5", "traffic.packet_flits=8",
                 "channel.bandwidth=2/3", "channel.node_bandwidth=0.75",
                 "router.routing_delay_cycles=2", "router.buffer_flits=16",
                 "run.measure_cycles=1000000", "--format", "json", "-q")
        network, = json.loads(self.orthant("check", *words).stdout)["networks"]
        row, = json.loads(self.orthant("run", *words).stdout)["rows"]
        self.assertGreater(row["packets"], 10)
        self.assertEqual(network["warnings"], [])
        self.assertEqual(row["latency_mean"], network["zero_load_latency_mean"])


if __name__ == "__main__":
    unittest.main()
