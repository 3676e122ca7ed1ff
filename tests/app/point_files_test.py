"""Files that a simulation writes in addition to its result: flows and timelines."""

import os
import signal

from command import Command

FLOW_COLUMNS = ("seed,source,destination,packets,accepted_flits,latency_mean,latency_p50,latency_p95,latency_p99,"
                "latency_max")
TIMELINE_COLUMNS = ("seed,cycle,born_flits,injected_flits,accepted_flits,packets,latency_mean,backlog_flits,"
                    "network_flits,channel_load_mean,channel_load_max")
OUTPUT_QUEUED = ("router.model=output_queued", "router.flow_control=bubble", "router.switching=store_and_forward",
                 "router.vcs=auto")


class Flows(Command):
    def test_add_up_to_the_row(self):
        for words in ((), OUTPUT_QUEUED):
            done = self.orthant("run", "c.ini", "output.flows=f.csv", "traffic.packet_flits=1", "traffic.self=no",
                                "--overwrite", "-q", *words)
            row, = self.rows(done.stdout)
            flows = self.table("f.csv")
            self.assertEqual(list(flows[0]), FLOW_COLUMNS.split(","))
            pairs = [(int(flow["source"]), int(flow["destination"])) for flow in flows]
            self.assertEqual(pairs, [(s, d) for s in range(16) for d in range(16) if s != d])
            packets = [int(flow["packets"]) for flow in flows]
            self.assertEqual(sum(packets), int(row["packets"]))
            self.assertAlmostEqual(sum(float(flow["accepted_flits"]) for flow in flows) / 16,
                                   float(row["accepted_flits"]))
            means = [float(flow["latency_mean"]) for flow in flows]
            self.assertAlmostEqual(sum(p * m for p, m in zip(packets, means)) / sum(packets),
                                   float(row["latency_mean"]))
            self.assertEqual(max(float(flow["latency_max"]) for flow in flows), float(row["latency_max"]))
            for flow in flows:
                self.assertLessEqual(float(flow["latency_p50"]), float(flow["latency_p95"]))
                self.assertLessEqual(float(flow["latency_p95"]), float(flow["latency_max"]))

    def test_are_those_of_the_packets(self):
        self.orthant("run", "c.ini", "output.flows=f.csv", "output.packets=p.csv", "-q")
        latencies = {}
        for packet in self.table("p.csv"):
            latencies.setdefault((packet["source"], packet["destination"]), []).append(int(packet["latency"]))
        flows = self.table("f.csv")
        self.assertEqual(len(flows), len(latencies))
        for flow in flows:
            own = sorted(latencies[flow["source"], flow["destination"]])
            self.assertEqual(int(flow["packets"]), len(own))
            self.assertAlmostEqual(float(flow["latency_mean"]), sum(own) / len(own))
            self.assertEqual(int(flow["latency_max"]), own[-1])
            self.assertLess(own[-1], 256)  # so the percentiles are exact
            for share in (50, 95, 99):
                below = -(-share * len(own) // 100)
                exact = str(own[below - 1]) if len(own) * (100 - share) >= 100 else ""
                self.assertEqual(flow[f"latency_p{share}"], exact)

    def test_of_all_seeds_are_in_one_file(self):
        words = ("run", "c.ini", "run.repetitions=3", "run.measure_cycles=2000", "-q")
        self.orthant(*words, "output.flows=one.csv", "-j", "1")
        self.orthant(*words, "output.flows=three.csv", "-j", "3")
        self.assertEqual(self.text("one.csv"), self.text("three.csv"))
        seeds = [int(flow["seed"]) for flow in self.table("one.csv")]
        self.assertEqual(seeds, sorted(seeds))
        self.assertEqual(set(seeds), {7, 8, 9})

    def test_have_no_latencies_where_some_packet_did_not_arrive(self):
        done = self.orthant("run", "c.ini", "traffic.load=0.9", "router.buffer_flits=1", "run.measure_cycles=3000",
                            "output.flows=f.csv", "-q")
        self.assertEqual([(row["verdict"], row["latency_mean"]) for row in self.rows(done.stdout)], [("saturated", "")])
        flows = self.table("f.csv")
        self.assertGreater(sum(float(flow["accepted_flits"]) for flow in flows), 1)
        self.assertEqual({flow["latency_mean"] + flow["latency_p50"] + flow["latency_max"] for flow in flows}, {""})

    def test_are_refused_where_the_pairs_are_too_many(self):
        words = ("run", "c.ini", "topology.dimensions=46x46", "output.flows=f.csv")
        self.assert_refused("command line: output.flows: more than 4194304 pairs of nodes have "
                            "traffic; allowed: fewer nodes, a pattern of fewer pairs, or "
                            "output.packets", *words)
        self.assertEqual(os.listdir(self.folder), ["c.ini"])
        self.orthant(*words, "traffic.pattern=transpose", "run.warmup_cycles=0", "run.measure_cycles=100",
                     "traffic.load=0.01", "-q")
        self.assertLessEqual(len(self.table("f.csv")), 46 * 46)


class Timeline(Command):
    def test_adds_up_to_the_row(self):
        # Window: cycles 500 to 10500.
        for words in ((), OUTPUT_QUEUED):
            done = self.orthant("run", "c.ini", "output.timeline=t.csv", "output.timeline_cycles=250", "--overwrite", "-q",
                                *words)
            row, = self.rows(done.stdout)
            spans = self.table("t.csv")
            self.assertEqual(list(spans[0]), TIMELINE_COLUMNS.split(","))
            ends = [int(span["cycle"]) for span in spans]
            self.assertEqual(ends[:3], [250, 500, 750])
            self.assertEqual(ends[-1], int(row["cycles"]))
            window = [span for span in spans if 500 < int(span["cycle"]) <= 10500]
            self.assertEqual(len(window), 40)
            for column, total in (("born_flits", "offered_flits"), ("accepted_flits", "accepted_flits"),
                                  ("channel_load_mean", "channel_load_mean")):
                self.assertAlmostEqual(sum(float(span[column]) for span in window) / 40, float(row[total]))
            self.assertAlmostEqual(sum(float(span["latency_mean"]) for span in window) / 40, float(row["latency_mean"]),
                                   delta=0.02 * float(row["latency_mean"]))
            start, end = spans[1], window[-1]
            generated, injected, accepted = (sum(float(span[column]) for span in window) * 250 * 16
                                        for column in ("born_flits", "injected_flits", "accepted_flits"))
            self.assertAlmostEqual(int(end["backlog_flits"]) - int(start["backlog_flits"]), generated - injected)
            self.assertAlmostEqual(int(end["network_flits"]) - int(start["network_flits"]), injected - accepted)

    def test_has_spans_of_a_thousand_cycles_by_itself_and_changes_nothing(self):
        plain = self.orthant("run", "c.ini", "run.warmup_cycles=auto", "-q").stdout
        done = self.orthant("run", "c.ini", "run.warmup_cycles=auto", "output.timeline=t.csv", "-q")
        self.assertEqual(done.stdout, plain)
        ends = [int(span["cycle"]) for span in self.table("t.csv")]
        self.assertEqual(ends[:-1], [1000 * (i + 1) for i in range(len(ends) - 1)])

    def test_shows_how_a_drained_run_ends(self):
        done = self.orthant("run", "c.ini", "run.until=drained", "run.messages_per_node=40", "output.timeline=t.csv",
                            "output.timeline_cycles=50", "-q")
        row, = self.rows(done.stdout)
        spans = self.table("t.csv")
        self.assertEqual(sum(int(span["packets"]) for span in spans), int(row["packets"]))
        self.assertEqual(spans[-1]["cycle"], row["cycles"])
        self.assertEqual((spans[-1]["backlog_flits"], spans[-1]["network_flits"]), ("0", "0"))

    def test_of_channels_adds_up_to_their_file(self):
        # The window is cycles 0 to 2000; the packets in flight arrive within one more span.
        for words in ((), OUTPUT_QUEUED, ("channel.bandwidth=0.5", "traffic.load=0.2")):
            done = self.orthant("run", "c.ini", "run.warmup_cycles=0", "run.measure_cycles=2000", "output.channels=c.csv",
                                "output.channel_timeline=t.csv", "output.timeline_cycles=250", "--overwrite", "-q", *words)
            row, = self.rows(done.stdout)
            spans = self.table("t.csv")
            self.assertNotIn("0", {span["flits"] for span in spans})
            ends = list(dict.fromkeys(int(span["cycle"]) for span in spans))
            self.assertEqual(ends[:-1], [*range(250, 250 * len(ends), 250)])
            self.assertLessEqual(ends[-1], int(row["cycles"]))
            for channel in self.table("c.csv"):
                own = [span for span in spans if span["channel"] == channel["channel"] and int(span["cycle"]) <= 2000]
                self.assertEqual({(span["from"], span["to_port"]) for span in own}, {(channel["from"], channel["to_port"])})
                self.assertEqual(sum(int(span["flits"]) for span in own), int(channel["flits"]))
                self.assertAlmostEqual(sum(float(span["utilization"]) for span in own) / 8, float(channel["utilization"]))

    def stopped(self, *words, **how):
        """Ends a run by a signal when four lines of its timeline are written."""
        def written(process):
            self.pid = process.pid
            return any(file.read_text().count("\n") > 3 for file in self.folder.glob("*.tmp"))
        return self.interrupted("run", "c.ini", "output.timeline=t.csv", "-q", *words, until=written, **how)

    def test_of_an_interrupted_run_holds_what_there_was(self):
        for words in (("run.measure_cycles=10000000000",), ("run.warmup_cycles=10000000000", "--overwrite")):
            row, = self.rows(self.stopped(*words).stdout)
            self.assertEqual(row["verdict"], "interrupted")
            ends = [int(span["cycle"]) for span in self.table("t.csv")]
            self.assertGreater(len(ends), 2)
            self.assertEqual(ends[-1], int(row["cycles"]))
            self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "t.csv", "t.csv.ini"])
            os.remove(self.folder / "t.csv")

    def test_of_a_killed_run_is_in_its_temporary_file(self):
        self.stopped("run.measure_cycles=10000000000", how=signal.SIGKILL, expect=-signal.SIGKILL)
        left, = self.folder.glob(f"t.csv.{self.pid}.7*")
        self.assertEqual([span["cycle"] for span in self.rows(left.read_text())][:3], ["1000", "2000", "3000"])
