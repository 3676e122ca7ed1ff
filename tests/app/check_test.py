"""The command from outside: check."""

import json
import time

from command import Command
from small_torus import CONFIG


class Check(Command):
    def test_reports_facts_known_before_a_simulation(self):
        facts = json.loads(self.orthant("check", "c.ini", "--format", "json").stdout)
        self.assertEqual(facts["points"], 1)
        network, = facts["networks"]
        self.assert_holds(network, routers=16, channels=64, ports_max=5, capacity_flits=2,
                          load_flits=0.4, deadlock_free="yes", vc_classes=2)
        # Two hops in the mean, 4 flits: 1 + 3 + 2 + 1 + 3; none and four hops: 6 and 14.
        self.assertEqual([network[f"zero_load_latency_{what}"] for what in ("mean", "min", "max")],
                         [10, 6, 14])
        self.assert_holds(network, credit_loop_flits=4, warnings=[])

    def test_warns_of_small_buffers_and_overload(self):
        done = self.orthant("check", "c.ini", "router.buffer_flits=2", "traffic.load=0.7")
        self.assertIn("warning: buffers of 2 flits are below the credit loop of 4", done.stdout)
        self.assertIn("warning: the load of 1.4 flits per node and cycle is above 1, at which the "
                      "channels of the busiest node are full\n", done.stdout)

    def test_prints_significant_digits_only(self):
        mesh = ("topology.kind=mesh", "topology.dimensions=6x6", "traffic.load_unit=flits")
        done = self.orthant("check", "c.ini", *mesh, "traffic.load=0.7")
        self.assertIn("warning: the load of 0.7 flits per node and cycle is above 0.666667, at which the busiest channel is full\n",
                      done.stdout)
        done = self.orthant("sweep", "c.ini", *mesh[:2], "traffic.load=0.1,1.7", "traffic.packet_flits=1", "-q")
        self.assertIn("the capacity is 0.666667 flits per node and cycle, and a node with bernoulli sends at most 1 flit per "
                      "cycle, a load of 1.5", done.stderr)
        # A load at the limit is not reported as above it because of rounding.
        done = self.orthant("check", "c.ini", *mesh[:2], "traffic.load=1")
        self.assertNotIn("at which the busiest channel is full", done.stdout)

    def test_predicts_the_size_of_a_trace_of_which_runs_warn(self):
        for words in (["output.trace=t.csv"], ["output.trace=t.json"], ["output.trace=t.csv", "trace.one_in=7"]):
            facts = json.loads(self.orthant("check", "c.ini", "--format", "json", *words).stdout)
            self.orthant("run", "c.ini", "-q", *words, "--overwrite")
            size = (self.folder / words[0].split("=")[1]).stat().st_size
            self.assertLess(abs(facts["networks"][0]["output_bytes"] / size - 1), 0.5, words)
        long = ["output.trace=t.csv", "run.measure_cycles=40000", "run.warmup_cycles=0"]
        done = self.orthant("run", "c.ini", *long, "--overwrite")
        self.assertRegex(done.stderr, r"warning: output.trace will hold about 0.1 GB; trace.one_in = 2, or another key")
        self.assertNotIn("will hold", self.orthant("run", "c.ini", *long, "trace.one_in=2", "--overwrite").stderr)

    def test_warns_where_bubble_marks_delay_a_single_packet(self):
        point = ["router.switching=virtual_cut_through", "router.flow_control=critical_bubble", "router.vcs=1",
                 "traffic.load=0.0005", "run.measure_cycles=200000"]
        warning = "which zero_load_latency_* leave out; 8 flits hold a slot beside the mark"
        for buffers, waits in ((4, True), (8, False)):
            self.assertEqual(warning in self.orthant("check", "c.ini", *point, f"router.buffer_flits={buffers}").stdout,
                             waits)
            row = self.row("run", "c.ini", *point, f"router.buffer_flits={buffers}")
            # A hop costs two cycles: 2 + 4 + 2 hops without a wait.
            extra = float(row["latency_mean"]) - 6 - 2 * float(row["hops_mean"])
            self.assertEqual(extra > 1, waits, row["latency_mean"])

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
            self.assert_holds(network, warnings=warnings, node_limit_flits=1, load_flits=0.2)

    def test_counts_what_the_hotspot_node_receives(self):
        # One node receives half of the messages of 16 nodes, 8 flits for each that a node sends,
        # and 1/16 of the other halves, 0.5 flits: its channel is full at 1 / 8.5.
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

    def test_has_no_trailing_blanks(self):
        for vcs, code in (("2", 0), ("1", 4)):
            lines = self.orthant("check", "c.ini", f"router.vcs={vcs}",
                                 "routing.allow_deadlock=yes", expect=code).stdout.split("\n")
            self.assertEqual([line for line in lines if line != line.rstrip()], [])
            self.assertEqual(lines.pop(), "")
            self.assertNotEqual(lines[-1], "")

    def test_needs_no_load(self):
        self.write("bare.ini", CONFIG.replace("load = 0.2\n", ""))
        done = self.orthant("check", "bare.ini")
        self.assertIn("note: no traffic.load is given", done.stdout)
        self.assertNotIn("load_flits", done.stdout)
        self.assertNotIn("no traffic.load", self.orthant("check", "c.ini").stdout)

    def test_needs_no_traffic(self):
        self.write("bare.ini", CONFIG[:CONFIG.index("[traffic]")])
        network, = json.loads(self.orthant("check", "bare.ini", "--format",
                                           "json").stdout)["networks"]
        self.assert_holds(network, deadlock_free="yes", pattern=None, load_unit=None,
                          zero_load_hops_mean=2, warnings=[],
                          notes=["no traffic.pattern is given: zero_load_*, node_limit_flits and "
                                 "channel_limit_flits are of uniform traffic",
                                 "no traffic.load is given: nothing is said about load"])
        # A possible deadlock is found without traffic, too.
        self.orthant("check", "bare.ini", "router.vcs=1", "routing.allow_deadlock=yes", expect=4)
        # A load needs its unit.
        self.assert_refused("bare.ini: traffic.load_unit: missing; allowed: capacity, flits",
                            "check", "bare.ini", "traffic.load=0.1")

    def test_is_quick_for_a_network_that_does_not_fit_into_memory(self):
        # A million routers: gigabytes to simulate, a second to check.
        words = ("check", "c.ini", "topology.dimensions=1024x1024")
        start = time.monotonic()
        network, = json.loads(self.orthant(*words, "--format", "json").stdout)["networks"]
        self.assertLess(time.monotonic() - start, 60)  # on a busy machine too
        self.assertGreater(network["router_state_bytes"], 1e9)
        self.assertEqual(network["memory_bytes"], sum(
            network[part] for part in ("router_state_bytes", "flit_buffer_bytes", "topology_bytes",
                                       "bookkeeping_bytes")))
        self.assertAlmostEqual(network["zero_load_hops_mean"], 512, delta=10)
        self.assertIn("drawn at random", network["notes"][0])
        self.assertIn("channel_limit_flits", network["notes"][1])

    def test_prints_memory_in_readable_units(self):
        self.assertRegex(self.orthant("check", "c.ini").stdout,
                         r"router_state_bytes +\d+ \([\d.]+ KiB\)")

    def test_names_a_network_without_channels(self):
        alone = ("check", "c.ini", "topology.dimensions=1x1")
        text = "this network has no channels between routers, so that it has no capacity"
        self.assertIn(text, self.refused(*alone))
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
