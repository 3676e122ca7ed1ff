"""Configs in the form of BookSim 2 as INI files: every key, every default, and what is refused.

Usage: booksim_test.py ORTHANT_BINARY [unittest options]
"""

import unittest

from command import Command

SMALL = """// A small torus.
topology = torus; k = 4; n = 2;   /* two keys
on a line */
routing_function = dim_order;
injection_rate = 0.2;
"""

AS_INI = """# small, a config of BookSim 2, as one of Orthant.

[topology]
kind = torus
dimensions = 4x4

[routing]
algorithm = dor
# BookSim fixes the VC class when a packet enters a ring
dor.dateline = static

[router]
vcs = 16
buffer_flits = 8
routing_delay_cycles = 1
vc_allocation_delay_cycles = 1
switch_allocation_delay_cycles = 1
# st_prepare_delay + st_final_delay
traversal_delay_cycles = 1
# credit_delay, and the cycle in which BookSim hands a credit to the channel
credit_delay_cycles = 1
allocator = islip
vc_reuse = safe
switch_hold = flit
speculative = no
arbitration = round_robin
injection_vc = round_robin
# BookSim's nodes send on all VCs
injection_vcs = all
selection = first

[channel]
# BookSim's length of the channels of a folded layout (use_noc_latency = 1)
latency_cycles = 2
# what BookSim takes to write and to read the channel of a source
injection_latency_cycles = 2
ejection_latency_cycles = 1

[traffic]
pattern = uniform
injection = bernoulli
packet_flits = 1
load = 0.2
load_unit = flits

[run]
# warmup_periods of sample_period
warmup_cycles = 3000
# max_samples of sample_period; BookSim ends earlier when its means stop changing
measure_cycles = 10000
# the random numbers are others
seed = 0
repetitions = 1
"""


class Booksim(Command):
    def imported(self, text, expect=0, name="small"):
        (self.folder / name).write_text(text)
        return self.orthant("import", "booksim", name, expect=expect)

    def settings(self, text, rest=SMALL):
        """{section.key: value} of SMALL with more, and the remarks at its head."""
        ini = self.imported(rest + text).stdout
        (self.folder / "small.ini").write_text(ini)
        settings, section = {}, ""
        for line in ini.splitlines():
            if line.startswith("["):
                section = line[1:-1]
            elif " = " in line and not line.startswith(("#", ";")):
                key, value = line.split(" = ")
                settings[f"{section}.{key}"] = value
        return settings, [line.removeprefix("#   ") for line in ini.splitlines() if line.startswith("#   ")]

    def test_writes_out_what_booksim_takes_by_default(self):
        self.assertEqual(self.imported(SMALL).stdout, AS_INI)
        self.orthant("import", "booksim", "small", "-o", "small.ini")
        self.orthant("check", "small.ini")
        self.orthant("run", "small.ini", "-q")

    def test_turns_keys_into_keys(self):
        for text, expected in (
                ("topology = mesh; routing_function = xy_yx;", {"topology.kind": "mesh", "routing.algorithm": "o1turn",
                                                                "channel.latency_cycles": "1"}),
                ("topology = mesh; routing_function = romm;", {"routing.algorithm": "romm"}),
                ("topology = mesh; routing_function = valiant;", {"routing.algorithm": "val"}),
                ("routing_function = min_adapt;", {"routing.algorithm": "minimal_adaptive"}),
                ("topology = cmesh; c = 4; routing_function = dor_no_express;",
                 {"topology.kind": "mesh", "topology.nodes_per_router": "4", "channel.latency_cycles": "2"}),
                ("use_noc_latency = 0;", {"channel.latency_cycles": "1"}),
                ("k = 3; n = 3; num_vcs = 4; vc_buf_size = 5;", {"topology.dimensions": "3x3x3", "router.vcs": "4",
                                                                "router.buffer_flits": "5"}),
                ("routing_delay = 0; vc_alloc_delay = 2; sw_alloc_delay = 3; st_prepare_delay = 1; credit_delay = 2;",
                 {"router.routing_delay_cycles": "0", "router.vc_allocation_delay_cycles": "2",
                  "router.switch_allocation_delay_cycles": "3", "router.traversal_delay_cycles": "2",
                  "router.credit_delay_cycles": "3"}),
                ("sw_allocator = islip(2);", {"router.allocator": "islip", "router.allocator_iterations": "2"}),
                ("sw_allocator = wavefront; vc_allocator = wavefront;", {"router.allocator": "wavefront"}),
                ("wait_for_tail_credit = 1; hold_switch_for_packet = 1; speculative = 1; priority = age;",
                 {"router.vc_reuse": "atomic", "router.switch_hold": "flit", "router.speculative": "yes",
                  "router.arbitration": "age"}),
                ("internal_speedup = 2.0; input_speedup = 2;", {"router.speedup": "2", "router.input_speedup": "2"}),
                ("traffic = tornado;", {"traffic.pattern": "tornado", "traffic.dimensions": "0 1"}),
                ("traffic = randperm; perm_seed = 5;", {"traffic.pattern": "random_permutation", "traffic.pattern_seed": "5"}),
                ("packet_size = 20; injection_rate = 0.005;", {"traffic.packet_flits": "20", "traffic.load": "0.1"}),
                ("packet_size = 20; injection_rate = 0.3; injection_rate_uses_flits = 1;", {"traffic.load": "0.3"}),
                # Mean length (3 * 1 + 1 * 5) / 4 = 2.
                ("packet_size = {1,5}; packet_size_rate = {3,1};", {"traffic.packet_flits": "1:0.75 5:0.25", "traffic.load": "0.4"}),
                ("sample_period = 500; warmup_periods = 4; max_samples = 6; seed = 7; sim_count = 2;",
                 {"run.warmup_cycles": "2000", "run.measure_cycles": "3000", "run.seed": "7", "run.repetitions": "2"})):
            with self.subTest(text):
                settings, remarks = self.settings(text)
                self.assertEqual({key: settings.get(key) for key in expected}, expected)
                self.assertEqual(remarks, [])
                self.orthant("check", "small.ini")

    def test_says_what_has_no_counterpart(self):
        for text, expected in (
                ("print_activity = 1;", "print_activity = 1: what BookSim prints; output.* and --format say what is written here"),
                ("watch_out = -;", "watch_out = -: what BookSim prints; output.packets follows packets here"),
                ("use_read_write = 1;", "use_read_write = 1: requests and their replies; one kind of packets here"),
                ("read_reply_begin_vc = 8;", "read_reply_begin_vc = 8: VCs of requests and replies, only for use_read_write = 1"),
                ("read_reply_size = 5;", "read_reply_size = 5: length of requests or replies, only for use_read_write = 1"),
                ("priority = local_age;", "priority = local_age: no such priority; each in turn"),
                ("alloc_iters = 2;", "alloc_iters = 2: changes nothing in BookSim, whose iterations are those in islip(2)"),
                ("output_speedup = 2;", "output_speedup = 2: outputs have no queue here, so that it would change nothing"),
                ("latency_thres = 100;", "latency_thres = 100: BookSim ends a run by thresholds; here a run has a window and a verdict"),
                ("topology = cmesh; c = 4; routing_function = dor;",
                 "routing_function = dor: takes express channels in BookSim, which are not built here"),
                ("frobnicate = 3;", "frobnicate = 3: no counterpart")):
            self.assertEqual(self.settings(text)[1], [expected])
        for text, remark, line in (
                ("routing_function = none;", "BookSim needs one to run; dimension order here", "algorithm = dor"),
                ("hold_switch_for_packet = 1;",
                 "packet needs router.switching = virtual_cut_through or store_and_forward here", "switch_hold = flit"),
                ("injection_process = on_off;",
                 "no counterpart of on_off; traffic.injection = on_off has bursts of traffic.burst_flits",
                 "injection = bernoulli"),
                ("internal_speedup = 1.5;", "BookSim runs the whole router faster, with a queue behind every output",
                 "speedup = 1.5")):
            self.assertIn(f"# {remark}\n{line}\n", self.imported(SMALL + text).stdout)
        ini = self.imported(SMALL + "traffic = diagonal; routing_function = planar_adapt;").stdout
        self.assertIn("# no counterpart of traffic = diagonal: choose one\n; pattern =\n", ini)
        self.assertIn("# no counterpart of routing_function = planar_adapt: choose one\n; algorithm =\n", ini)

    def test_reads_a_network_file(self):
        (self.folder / "net").write_text("router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2\n")
        ini = self.imported("topology = anynet; network_file = net; routing_function = min; num_vcs = 1;\n").stdout
        (self.folder / "net.ini").write_text(ini)
        self.orthant("check", "net.ini")
        self.assertIn("kind = graph\n", ini)

    def test_refuses_in_one_line(self):
        for text, message in (
                ("topology = fattree;", "small:1: topology = fattree; allowed: torus, mesh, cmesh, anynet"),
                ("\n\nk = x;", "small:3: k = x; allowed: a number"),
                ("k = 2.5;", "small:1: k = 2.5; allowed: a whole number"),
                ("n = 9;", "small:1: n = 9; allowed: 1 to 8"),
                ("k = 4", "small:1: 'k = 4' is no setting; allowed: key = value;"),
                ("k = 4\nn = 2;", "small:1: 'k = 4' is no setting; allowed: key = value;"),
                ("injection_rate = nan; injection_rate_uses_flits = 1;",
                 "small: a value has no counterpart: traffic.load: 'nan' is not a finite number; allowed: "
                 "a number above 0, at most 1000"),
                ("k = 4;\nfoo;", "small:2: 'foo' is no setting; allowed: key = value;"),
                ("packet_size = {1,x};", "small:1: packet_size = {1,x}; allowed: numbers above 0"),
                ("routing_function = dor; num_vcs = 40;",
                 "small: a value has no counterpart: router.vcs: '40' is out of range; allowed: a whole number, 1 to 16, or auto")):
            self.assertEqual(self.imported(text, expect=2).stderr, f"orthant: error: {message}\n")
        for words, message in (([], "command line: import: the program is missing; allowed: booksim FILE"),
                               (["garnet", "x"], "command line: 'garnet': nothing to import from; allowed: booksim"),
                               (["booksim"], "command line: import booksim: the config is missing; allowed: a file"),
                               (["booksim", "a", "b"], "command line: 'b': one word too many for import"),
                               (["booksim", "none"], "none: no such file; allowed: a config of BookSim 2")):
            self.assertEqual(self.orthant("import", *words, expect=2).stderr, f"orthant: error: {message}\n")


if __name__ == "__main__":
    unittest.main()
