"""Configs in the form of BookSim 2 as INI files: every key, every default, and what is refused."""

from command import ROOT, Command

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
# what max_samples leaves; BookSim ends earlier when its means stop changing
measure_cycles = 7000
# the random numbers are others
seed = 0
repetitions = 1
"""


def cases(name):
    """Pairs of a line each; lines that begin with # are comments."""
    for line in (ROOT / "tests" / "data" / "booksim" / f"{name}.cases").read_text().splitlines():
        if not line.startswith("#"):
            yield line.encode().decode("unicode_escape").split(" => ")


class Booksim(Command):
    def imported(self, text, expect=0, name="small"):
        """Imports a config; what comes out passes `orthant check`."""
        self.write(name, text)
        done = self.orthant("import", "booksim", name, expect=expect)
        if expect == 0:
            self.write("imported.ini", done.stdout)
            self.orthant("check", "imported.ini")
        return done

    def settings(self, text, rest=SMALL):
        """{section.key: value} of SMALL with more, and the remarks at its head."""
        ini = self.imported(rest + text).stdout
        self.write("small.ini", ini)
        settings, section = {}, ""
        for line in ini.splitlines():
            if line.startswith("["):
                section = line[1:-1]
            elif " = " in line and not line.startswith(("#", ";")):
                key, value = line.split(" = ")
                settings[f"{section}.{key}"] = value
        return settings, [line.removeprefix("#   ") for line in ini.splitlines() if line.startswith("#   ")]

    def test_writes_out_the_defaults_of_booksim(self):
        self.assertEqual(self.imported(SMALL).stdout, AS_INI)
        self.orthant("import", "booksim", "small", "-o", "small.ini")
        self.orthant("check", "small.ini")
        self.orthant("run", "small.ini", "-q")

    def test_translates_settings(self):
        for text, expected in cases("settings"):
            with self.subTest(text):
                settings, remarks = self.settings(text)
                keys = dict(pair.split(" = ") for pair in expected.split("; ") if " = " in pair)
                self.assertEqual({key: settings.get(key, "(unset)") for key in keys}, keys)
                self.assertEqual(remarks, [])
                self.orthant("check", "small.ini")

    def test_gives_hot_spots_the_weights_of_booksim(self):
        for text, nodes, weights in (
                ("hotspot(5)", "5", None), ("hotspot({{2,7}})", "2 7", None), ("hotspot({{2,7},{3,1}})", "2 7", "3 1"),
                ("hotspot({{7,2},{6,3}})", "2 7", "1 2"), ("hotspot({{7,2},{3}})", "2 7", None),
                ("hotspot({{2,7,2},{1,3,1}})", "2 7", "2 3"),
                # Node 2 of weight 7; further lists are not read.
                ("hotspot({2,7})", "2", None), ("hotspot({2,7},{3,1})", "2", None)):
            with self.subTest(text):
                settings, remarks = self.settings(f"traffic = {text};")
                self.assertEqual([settings["traffic.pattern"], settings["traffic.hotspot_share"]], ["hotspot", "1"])
                self.assertEqual([settings.get(f"traffic.hotspot_{key}") for key in ("nodes", "weights")], [nodes, weights])
                self.assertEqual(remarks, [])
                self.orthant("check", "small.ini")
        for text, count in ("hotspot", 1), ("hotspot(-1)", 1), ("hotspot({{-1,5}})", 2):
            ini = self.imported(SMALL + f"traffic = {text};").stdout
            self.assertIn("# BookSim draws the hot node; another one was drawn here\nhotspot_nodes = ", ini)
            nodes = self.settings(f"traffic = {text};")[0]["traffic.hotspot_nodes"].split()
            self.assertEqual(len(nodes), count)
            self.assertTrue(all(0 <= int(node) < 16 for node in nodes), nodes)
            self.assertTrue(count == 1 or "5" in nodes, nodes)
        # Nodes 9 and 54 of the 8x8 nodes of BookSim: (1,1) on router (0,0), (6,6) on router (3,3).
        cmesh = "topology = cmesh; c = 4; xr = 2; yr = 2; routing_function = dor_no_express;"
        settings, _ = self.settings(cmesh + "traffic = hotspot({{9,54},{1,2}});")
        self.assertEqual([settings[f"traffic.hotspot_{key}"] for key in ("nodes", "weights")], ["3 60", "1 2"])

    def test_makes_a_section_of_each_class(self):
        settings, remarks = self.settings(
            "topology = mesh; classes = 2; injection_rate = {0.05,0.02}; traffic = {uniform,neighbor}; packet_size = {1,5};")
        self.assertEqual(remarks, [])
        self.assertEqual({key: value for key, value in settings.items() if key.startswith("traffic")}, {
            "traffic.load_unit": "flits",
            "traffic.class0.pattern": "uniform", "traffic.class0.injection": "bernoulli", "traffic.class0.packet_flits": "1",
            "traffic.class0.load": "0.05",
            "traffic.class1.pattern": "neighbor", "traffic.class1.injection": "bernoulli", "traffic.class1.packet_flits": "5",
            "traffic.class1.load": "0.1"})
        self.orthant("check", "small.ini")
        row = self.row("run", "small.ini")
        # BookSim: 19.5 and 26.9 cycles on this mesh with 4 VCs.
        self.assertAlmostEqual(float(row["class0.latency_mean"]), 19.5, delta=0.6)
        self.assertAlmostEqual(float(row["class1.latency_mean"]), 26.9, delta=0.8)
        # Priorities become levels; a class may have a mix of packet lengths.
        settings, remarks = self.settings(
            "classes = 3; priority = class; class_priority = {9,0,4}; packet_size = {2,{1,3}}; injection_rate = {0.1,0,0.2};")
        self.assertEqual(remarks, ["injection_rate: class 1 sends nothing, and is left out"])
        self.assertEqual([settings.get(f"traffic.class{c}.{key}") for key in ("priority", "packet_flits", "load") for c in range(3)],
                         ["2", None, "1", "2", None, "1:0.5 3:0.5", "0.2", None, "0.4"])
        self.orthant("check", "small.ini")

    def test_sends_requests_and_replies_as_one_mix(self):
        # 0.01 requests, each with a reply: half read, 1 and 5 flits, half write, 3 and 1.
        settings, remarks = self.settings("use_read_write = 1; read_reply_size = 5; write_request_size = 3; injection_rate = 0.01;"
                                          "read_request_end_vc = 7;")
        self.assertEqual([settings["traffic.packet_flits"], settings["traffic.load"]], ["1:0.5 5:0.25 3:0.25", "0.05"])
        self.assertEqual(remarks, [
            "use_read_write = 1: requests and replies are sent as one mix, replies without waiting",
            "read_request_end_vc = 7: VCs of requests and replies, for use_read_write = 1; all packets may take all VCs here"])
        settings, _ = self.settings("use_read_write = 1; write_fraction = 0.0; read_reply_size = 3;"
                                    "injection_rate = 0.2; injection_rate_uses_flits = 1;")
        # BookSim counts (1 + 3 + 1 + 1) / 2 flits a request, and sends 1 + 3.
        self.assertEqual([settings["traffic.packet_flits"], settings["traffic.load"]], ["1:0.5 3:0.5", "0.266666666667"])

    def test_comments_on_settings_without_counterpart(self):
        for text, expected in (
                ("print_activity = 1;", "print_activity = 1: what BookSim prints; output.* and --format say what is written here"),
                ("watch_out = -;", "watch_out = -: what BookSim prints; output.trace follows packets here"),
                ("read_reply_begin_vc = 4;", "read_reply_begin_vc = 4: VCs of requests and replies, for use_read_write = 1; "
                                             "all packets may take all VCs here"),
                ("read_reply_size = 5;", "read_reply_size = 5: BookSim reads it in other configs alone"),
                ("batch_size = 5;", "batch_size = 5: BookSim reads it in other configs alone"),
                ("channel_file = f;", "channel_file = f: BookSim itself never reads it"),
                ("private_buf_size = 5;", "private_buf_size = 5: only for buffers that VCs share; each VC has its own"),
                ("priority = age; sw_allocator = wavefront;",
                 "priority = age: wavefront matches ports without asking who comes first here"),
                ("vc_allocator = wavefront;", "vc_allocator = wavefront: VCs are allocated by iSLIP or, by age, input first"),
                ("priority = local_age;", "priority = local_age: no such priority; round robin takes its place"),
                ("alloc_iters = 2;", "alloc_iters = 2: changes nothing in BookSim, whose iterations are those in islip(2)"),
                ("watch_out = \033[31m;", "watch_out = \\x1b[31m: what BookSim prints; output.trace follows packets here"),
                ("router = event;", "router = event: the input-queued router takes its place"),
                ("output_speedup = 2;", "output_speedup = 2: outputs have no queue here, so that it would change nothing"),
                ("latency_thres = 100;", "latency_thres = 100: BookSim ends a run by thresholds; here a run has a window and a verdict"),
                ("topology = cmesh; c = 4; routing_function = dor;",
                 "routing_function = dor: takes express channels in BookSim, which are not built here")):
            self.assertEqual(self.settings(text)[1], [expected])
        for text, remark, line in (
                ("routing_function = none;", "BookSim needs one to run; dimension order here", "algorithm = dor"),
                ("hold_switch_for_packet = 1;",
                 "packet needs router.switching = virtual_cut_through or store_and_forward here", "switch_hold = flit"),
                ("wait_for_tail_credit = 1;", "in BookSim the VCs of a node's ejection channel wait for a credit, too, so that a "
                                              "busy node takes less", "vc_reuse = atomic"),
                ("routing_function = dim_order_ni;", "another division of VCs in BookSim", "algorithm = dor"),
                ("internal_speedup = 1.5;", "BookSim runs the whole router faster, with a queue at every output",
                 "speedup = 1.5")):
            self.assertIn(f"# {remark}\n{line}\n", self.imported(SMALL + text).stdout)

    def test_gives_one_of_several_subnets_its_share_of_the_load(self):
        ini = self.imported(SMALL + "subnets = 4; packet_size = 2;").stdout
        self.assertIn("# one of 4 subnets, of which each packet of BookSim draws one\nload = 0.1\n", ini)
        for more in ("use_read_write = 1;", "injection_process = on_off({0.1,0.2});"):
            error = self.imported(SMALL + "subnets = 2;" + more, expect=2).stderr
            self.assertIn("subnets = 2: requests and replies, and packets of bursts, are not alike on each; allowed: 1", error)

    def test_finds_a_network_file_next_to_the_config(self):
        config = "topology = anynet; network_file = net; routing_function = min; num_vcs = 1;\n"
        (self.folder / "beside").mkdir()
        error = self.imported(config, expect=2, name="beside/small").stderr
        self.assertEqual(error, "orthant: error: beside/small:1: network_file = net: there is neither 'beside/net' nor 'net'\n")
        network = "router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2\n"
        for where, name in (("net", "small"), ("net", "beside/small"), ("beside/net", "beside/small")):
            self.write(where, network)
            ini = self.imported(config, name=name).stdout
            self.assertIn(f"kind = graph\n# relative to the working directory of the import\nfile = {where}\nformat = anynet\n", ini)
            self.assertIn("# BookSim uses one of several links\nparallel_links = first\n", ini)
            self.write("beside/stored.ini", ini)
            self.orthant("check", "beside/stored.ini")
        self.write("net", "router 0 rooter 1\n")
        self.assertEqual(self.imported(config, expect=2).stderr,
                         "orthant: error: small:1: network_file = net: net:1: 'rooter' is neither router nor node; allowed: router or node, each with its number\n")

    def test_renumbers_the_nodes_of_a_network_file(self):
        self.write("net", "router 0 node 2 router 1\nrouter 1 node 0 node 1\n")
        config = "topology = anynet; network_file = net; routing_function = min; num_vcs = 1;"
        settings, remarks = self.settings("traffic = hotspot({{1,2},{3,1}});", config)
        self.assertEqual([settings[f"traffic.hotspot_{key}"] for key in ("nodes", "weights")], ["0 2", "1 3"])
        self.assertEqual(remarks, ["network_file: nodes have other numbers here, in the order of routers"])
        others = "nodes have other numbers on this network in Orthant, so that the pattern is another one"
        self.assertEqual(self.imported(config + "traffic = shuffle;", expect=2).stderr,
                         f"orthant: error: small:1: traffic = shuffle: {others}\n")

    def test_refuses_in_one_line(self):
        for text, message in cases("refused"):
            with self.subTest(text):
                self.assertEqual(self.imported(text, expect=2).stderr, f"orthant: error: {message}\n")
