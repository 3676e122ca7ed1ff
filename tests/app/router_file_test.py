"""Routers that differ, from outside: router.file in run and check."""

import json

from command import Command
from small_torus import ini

DELAYS = ("routing", "vc_allocation", "switch_allocation", "traversal", "credit")
# Four routers in a row; all send to the one across the middle, over the channels 1 > 2 and 2 > 1.
LINE = ini("topology: kind=mesh, dimensions=4", "channel: latency_cycles=8",
           "routing: algorithm=dor", "router: vcs=2, buffer_flits=18",
           "traffic: pattern=bit_complement, packet_flits=2, load_unit=flits, load=0.45",
           "run: warmup_cycles=1000, measure_cycles=5000, drain_cycles=5000")


class RouterFile(Command):
    def network(self, *words):
        network, = json.loads(self.orthant("check", "line.ini", *words, "--format", "json").stdout)["networks"]
        return network

    def test_with_the_values_of_the_section_changes_no_byte(self):
        for delays in ((0, 0, 0, 1, 1), (1, 2, 2, 2, 3)):
            for words in (("router.vcs=2",), ("router.vcs=4", "routing.algorithm=minimal_adaptive"),
                          ("router.vcs=4", "router.vc_reuse=atomic", "router.speculative=yes", "traffic.load=0.9"),
                          ("router.vcs=4", "router.switching=virtual_cut_through", "router.flow_control=bubble",
                           "router.injection_limit=alo", "router.switch_hold=packet")):
                keys = [*words, *(f"router.{name}_delay_cycles={delay}" for name, delay in zip(DELAYS, delays))]
                columns = ",".join(f"{name}_delay_cycles" for name in DELAYS)
                self.write("same.csv", f"vcs,buffer_flits,{columns}\n{words[0][-1]},8,{','.join(map(str, delays))}\n")
                plain = self.orthant("run", "c.ini", *keys, "router.buffer_flits=8", "-q")
                self.assertEqual(self.orthant("run", "c.ini", *keys, "router.buffer_flits=8", "router.file=same.csv",
                                              "-q").stdout, plain.stdout)

    def test_is_an_axis_and_noted_in_the_config_of_the_result(self):
        self.write("a.csv", "buffer_flits\n4\n")
        self.write("b.csv", "buffer_flits\n16\n")
        self.orthant("sweep", "c.ini", "router.file=a.csv,b.csv", "-o", "r.csv", "-q")
        rows = self.table("r.csv")
        self.assertEqual([row["router.file"] for row in rows], ["a.csv", "b.csv"])
        self.assertNotEqual(rows[0]["latency_mean"], rows[1]["latency_mean"])
        self.assertIn("; router.file a.csv: 15 bytes, FNV-1a ", self.text("r.csv.ini"))

    def test_is_not_read_where_queues_are_at_the_outputs(self):
        done = self.orthant("run", "c.ini", "router.model=output_queued", "router.vcs=1",
                            "router.file=nowhere.csv", "-q")
        self.assertIn("not read by this run: router.buffer_flits, router.file\n", done.stderr)

    def test_mistakes_are_one_line(self):
        self.write("bad.csv", "routers,vcs\n0-3,2\n16,2\n")
        self.assert_refused("command line: router.file: bad.csv:3: \"16\": no router; allowed: 0 "
                            "to 15, or a range of them", "run", "c.ini", "router.file=bad.csv")
        self.write("bad.csv", "routers,vcs\n0-3,1\n")
        self.assert_refused("command line: router.file: bad.csv:2: vcs: 1 of router.vcs = 2, and "
                            "there are 2 VC classes; allowed: 2 to 2", "check", "c.ini",
                            "router.file=bad.csv")

    # Nodes 0 and 1 send over 1 > 2: 2 flits for each that a node sends. A slot is in use for 18 cycles.
    def test_check_names_the_channel_that_is_full_first(self):
        self.write("line.ini", LINE)
        network = self.network()
        self.assertEqual((network["channel_limit_flits"], network["bottleneck_flits"]), (0.5, 0.5))
        self.assertEqual(network["bottleneck"], "router 1 port 0 to router 2, load 2: bandwidth 1")
        self.assertEqual(network["warnings"], [])
        self.write("short.csv", "routers,ports,buffer_flits,vcs\n2,x-,6,\n1,x+,9,1\n")
        network = self.network("router.file=short.csv")
        # Downstream of 2 > 1 there is one VC of 9 flits, downstream of 1 > 2 there are two of 6.
        self.assertEqual((network["channel_limit_flits"], network["bottleneck_flits"]), (0.5, 0.25))
        self.assertEqual(network["bottleneck"], "router 2 port 1 to router 1, load 2: buffers of router 1: 1 VC of 9 "
                         "flits carry 0.5 of 1 flits per cycle; a round trip of 18 cycles needs 18 flits")
        full, short = network["warnings"]
        self.assertEqual(full, "the load of 0.45 flits per node and cycle is above 0.25, at which the buffers of router 1 "
                         "are full")
        self.assertEqual(short, "buffers of 6 flits at port 1 of router 2 (and some of 1 more ports) are below the "
                         "credit loop of 18: a VC streams at 0.333 of the channel's rate, and zero-load latencies of longer "
                         "packets are above the prediction")

    def test_the_bottleneck_of_check_limits_the_simulation(self):
        self.write("line.ini", LINE)
        self.write("short.csv", "routers,ports,buffer_flits,vcs\n2,x-,9,1\n1,x+,9,1\n")
        row = self.row("run", "line.ini", "router.file=short.csv", "output.channels=ch.csv")
        self.assertEqual(row["verdict"], "saturated")
        middle = [float(channel["flits"]) / 5000 for channel in self.table("ch.csv")
                  if {channel["from"], channel["to"]} == {"1", "2"}]
        for flits in middle:
            self.assertLessEqual(flits, 0.501)
            self.assertGreater(flits, 0.49)
        self.assertAlmostEqual(float(row["accepted_flits"]), 0.25, delta=0.005)
