"""Exceptions and faults of a network, from the command line."""

import json
import re

from command import Command
from small_torus import ini

CONFIG = ini("topology: kind=torus, dimensions=4x4", "routing: algorithm=up_down", "router: vcs=4",
             "traffic: pattern=uniform, packet_flits=2, load=0.1, load_unit=flits",
             "run: warmup_cycles=500, measure_cycles=5000")
MESH = ini("topology: kind=mesh, dimensions=4x4, exceptions=uneven.txt", "routing: algorithm=dor", "router: vcs=2",
           "traffic: pattern=uniform, packet_flits=2, load=0.1, load_unit=flits",
           "run: warmup_cycles=1000, measure_cycles=100000")


class Exceptions(Command):
    FILES = {"c.ini": CONFIG, "mesh.ini": MESH,
             "uneven.txt": "router (0,0) nodes 0\nrouter (1,1) nodes 2\nrouter (3,2) nodes 4\n"
                           "link (1,0) (2,0) bandwidth 0.25 latency 5\n",
             "link.txt": "link (1,2) (2,2) down\n", "added.txt": "link (0,0) (2,2) added\n",
             "groups.txt": "row (0,0)-(1,0) (1,0)-(2,0) (2,0)-(3,0)\n"}

    def test_capacity_is_of_what_is_left(self):
        for words in (["topology.exceptions=link.txt"], ["faults.links=0-1"]):
            self.assertAlmostEqual(float(self.row("analyze", "c.ini", *words)["capacity_flits"]), 1.75, places=9)
        self.assertAlmostEqual(float(self.row("analyze", "c.ini", "topology.dimensions=8x8", "faults.links=0-1",
                                              "analysis.worst_case=no")["capacity_flits"]), 0.9375, places=9)

    def test_capacity_of_what_is_left_is_exact_where_symmetries_make_the_program_small(self):
        for dimensions, capacity in ("16x16", "0.484375"), ("8x8", "0.9375"):
            words = f"topology.dimensions={dimensions}", "faults.links=0-1"
            row = self.row("analyze", "c.ini", *words, "analysis.worst_case=no")
            self.assertEqual((row["capacity_flits"], row["capacity_flits_at_least"], row["capacity_flits_at_most"]), (capacity, "", ""))
            report = self.orthant("check", "c.ini", *words).stdout
            self.assertRegex(report, rf"capacity_left_flits +{capacity}\n")

    def test_capacity_of_a_large_broken_network_is_bounded(self):
        row = self.row("analyze", "c.ini", "topology.dimensions=6x6x6", "faults.link_probability=0.05",
                       "faults.fault_seed=1", "analysis.worst_case=no", "analysis.capacity_seconds=60")
        low, high = float(row["capacity_flits_at_least"]), float(row["capacity_flits_at_most"])
        self.assertEqual(row["capacity_flits"], "")
        self.assertLess(low, high)
        self.assertLess(high, 1.00502 * low)
        self.assertLessEqual(high, 4 / 3)
        self.assertGreater(low, 1)

    def test_loads_are_shares_of_the_capacity_before_faults(self):
        for words, expected in ([["faults.links=0-1"], 2], [["topology.exceptions=link.txt"], 1.75]):
            row = self.row("run", "c.ini", "traffic.load_unit=capacity", "run.measure_cycles=500", *words)
            self.assertAlmostEqual(float(row["offered_flits"]) / float(row["offered_capacity"]), expected, places=5)

    def test_uneven_networks_are_loaded_as_analysed(self):
        self.orthant("analyze", "mesh.ini", "--channels", "loads.csv", "analysis.worst_case=no", "-o", "a.csv", "-q")
        row = self.row("run", "mesh.ini", "output.channels=used.csv")
        self.assertEqual((row["verdict"], row["nodes"]), ("stable", "19"))
        used = {channel["channel"]: float(channel["utilization"]) for channel in self.table("used.csv")}
        slow = 0
        for channel in self.table("loads.csv"):
            slow += float(channel["bandwidth"]) == 0.25
            expected = 0.1 * float(channel["pattern_load"]) / float(channel["bandwidth"])
            self.assertAlmostEqual(used[channel["channel"]], expected, delta=0.05 * expected + 0.003)
        self.assertEqual(slow, 2)

    def test_uneven_networks_have_the_latency_of_their_paths(self):
        # Packets of 2 flits: 1 cycle from the node, 1 for each router and channel, 1 to the node, 1 for the second
        # flit. The slow link takes 4 cycles more than others, and a flit every 4 cycles: the first arrives 3 cycles
        # later than with bandwidth 1, the second 3 more.
        nodes = {(0, 0): 0, (1, 1): 2, (3, 2): 4}
        homes = [(x, y) for y in range(4) for x in range(4) for _ in range(nodes.get((x, y), 1))]

        def latency(source, destination):
            (x, y), (to_x, to_y) = homes[source], homes[destination]
            hops = abs(x - to_x) + abs(y - to_y)
            is_slow = y == 0 and min(x, to_x) <= 1 and max(x, to_x) >= 2  # x first: (1,0) - (2,0)
            return 1 + (hops + 1) + hops + 1 + 1 + (4 + 3 + 3 if is_slow else 0)
        expected = {(s, d): latency(s, d) for s in range(19) for d in range(19)}
        facts = json.loads(self.orthant("check", "mesh.ini", "--format", "json", "-q").stdout)["networks"][0]
        self.assertAlmostEqual(facts["zero_load_latency_mean"], sum(expected.values()) / 361, places=6)
        analysis = self.row("analyze", "mesh.ini", "analysis.worst_case=no")
        self.assertAlmostEqual(float(analysis["path_length_mean"]), facts["zero_load_hops_mean"], places=6)
        self.row("run", "mesh.ini", "traffic.load=0.02", "output.packets=packets.csv")
        least = {}
        for packet in self.table("packets.csv"):
            pair = int(packet["source"]), int(packet["destination"])
            least[pair] = min(least.get(pair, 10 ** 6), int(packet["latency"]))
        self.assertEqual(least, expected)

    def test_nodes_of_routers_that_are_down_neither_send_nor_receive(self):
        for pattern in "uniform", "transpose", "bit_reverse", "shuffle", "bit_complement", "tornado", "neighbor":
            row = self.row("run", "c.ini", "faults.routers=(3,2)", f"traffic.pattern={pattern}", "run.measure_cycles=1000")
            self.assertEqual((row["nodes"], row["verdict"]), ("15", "stable"), pattern)
        row = self.row("run", "c.ini", "faults.routers=0", "routing.algorithm=minimal_adaptive", "run.measure_cycles=1000")
        self.assertEqual(row["verdict"], "stable")

    def test_draws_are_an_axis(self):
        rows = self.rows_of("sweep", "c.ini", "faults.link_probability=0.1", "faults.fault_seed=1:6:1",
                         "routing.algorithm=up_down,minimal_adaptive", "run.measure_cycles=500")
        self.assertEqual(len(rows), 12)
        self.assertGreater(len({row["hops_mean"] for row in rows if row["routing"] == "up_down"}), 3)

    def test_rows_say_how_many_links_a_draw_took_down(self):
        words = "faults.link_probability=0,0.1,1", "faults.fault_seed=1,2", "routing.algorithm=up_down", "traffic.load=0.01"
        rows = self.rows_of("sweep", "c.ini", *words, "run.measure_cycles=500")
        links = 32
        for row in rows:
            known = {"0": 0, "1": links}.get(row["faults.link_probability"])
            self.assertEqual(row["verdict"] == "disconnected", known == links)
            if known is not None:
                self.assertEqual(int(row["links_down"]), known)
            else:
                self.assertIn(int(row["links_down"]), range(1, links))

    def test_check_names_the_links_of_a_draw_as_the_key_reads_them(self):
        drawn = "routing.algorithm=minimal_adaptive", "faults.link_probability=0.1", "faults.fault_seed=2"
        words = "routing.algorithm=up_down", "traffic.load=0.02", "run.measure_cycles=500"
        text = self.orthant("check", "c.ini", *drawn).stdout
        names = re.search("^note: links down: (.*)$", text, re.MULTILINE).group(1)
        row = self.row("run", "c.ini", *drawn[1:], *words)
        named = self.row("run", "c.ini", f"faults.links={names}", *words)
        self.assertEqual(row["links_down"], str(len(names.split())))
        self.assertEqual(row["latency_mean"], named["latency_mean"])
        self.assertNotIn("links down", self.orthant("check", "c.ini").stdout)

    def swept_draws(self, draws, verdict, whose, reason, *words):
        """The rows of a sweep over so many draws, and the seeds of those with this verdict: they have no values, and
        a run of each alone is refused for the same reason."""
        done = self.orthant("sweep", "c.ini", *words, f"faults.fault_seed=1:{draws}:1", "-o", "sweep.csv")
        rows = self.table("sweep.csv")
        seeds = {row["faults.fault_seed"] for row in rows if row["verdict"] == verdict}
        self.assertIn(f"not simulated: {len(seeds)} of {draws} points, {whose}; the first: with faults.fault_seed = "
                      f"{min(seeds, key=int)}, {reason}", done.stderr)
        for row in rows:
            seed = row["faults.fault_seed"]
            self.assertEqual((row["latency_mean"], row["accepted_flits"]) == ("", ""), seed in seeds)
            if seed in seeds:
                self.assertIn(f"with faults.fault_seed = {seed}, {reason}",
                              self.refused("run", "c.ini", *words, f"faults.fault_seed={seed}"))
        return rows, seeds

    def test_draws_that_a_routing_does_not_serve_are_rows(self):
        draws = "faults.link_probability=0.1", "faults.fault_seed=1:8:1"
        words = "routing.algorithm=torus_2qos", "run.measure_cycles=500", draws[0]
        rows, seeds = self.swept_draws(8, "unroutable", "whose network the routing does not serve",
                                       "torus_2qos has no path from", *words)
        self.assertTrue(1 <= len(seeds) <= 6, seeds)
        for row in rows:
            if row["verdict"] != "unroutable":
                once = self.row("run", "c.ini", *words, f"faults.fault_seed={row['faults.fault_seed']}")
                self.assertEqual(once["latency_mean"], row["latency_mean"])
        limits = self.rows_of("saturate", "c.ini", words[0], *draws, "run.tolerance=0.2", "run.measure_cycles=500")
        self.assertEqual({row["faults.fault_seed"] for row in limits if row["verdict"] == "unroutable"}, seeds)
        analyses = self.rows_of("analyze", "c.ini", words[0], *draws)
        self.assertEqual({row["faults.fault_seed"] for row in analyses if row["path_length_mean"] == ""}, seeds)
        checked = self.orthant("check", "c.ini", words[0], *draws).stdout
        self.assertEqual(checked.count("not checked: with faults.fault_seed"), len(seeds))

    def test_draws_for_which_vcs_are_too_few_are_rows(self):
        words = "routing.algorithm=dor", "routing.detour=intermediate", "faults.link_probability=0.03", "run.measure_cycles=500"
        rows = self.rows_of("sweep", "c.ini", *words, "faults.fault_seed=1:8:1", "router.vcs=2")
        few = {row["faults.fault_seed"] for row in rows if row["verdict"] == "unroutable"}
        self.assertEqual(few, {row["faults.fault_seed"] for row in rows if row["links_down"] != "0"})
        self.assertTrue(1 <= len(few) <= 7, few)
        line = self.refused("run", "c.ini", *words, f"faults.fault_seed={min(few)}", "router.vcs=2")
        self.assertIn(f"router.vcs: with faults.fault_seed = {min(few)}, 2 is too few, dor needs 4 VCs here", line)
        # The VCs are enough for each draw, or for none.
        self.assertNotIn("unroutable", {row["verdict"] for row in self.rows_of(
            "sweep", "c.ini", *words, "faults.fault_seed=1:8:1", "router.vcs=4")})
        self.assertIn("needs 4 VCs", self.refused("sweep", "c.ini", *words, f"faults.fault_seed={min(few)}", "router.vcs=2,3"))

    def test_a_draw_that_is_not_served_keeps_its_own_reason_and_nodes(self):
        words = "routing.algorithm=dor", "routing.detour=intermediate", "run.measure_cycles=500"
        rows = self.rows_of("sweep", "c.ini", *words, "faults.link_probability=0.5", "faults.fault_seed=1:3:1", "router.vcs=1,8")
        by_vcs = [[row["verdict"] for row in rows if row["vcs"] == vcs] for vcs in ("1", "8")]
        self.assertIn("disconnected", by_vcs[1])
        for one, eight in zip(*by_vcs):
            self.assertEqual(one == "disconnected", eight == "disconnected")
        rows = self.rows_of("sweep", "c.ini", "topology.kind=mesh", "routing.algorithm=west_first,up_down", "faults.routers=none,5",
                            "run.measure_cycles=500")
        self.assertEqual([(row["routing"], row["nodes"], row["verdict"]) for row in rows],
                         [("west_first", "16", "stable"), ("west_first", "15", "unroutable"),
                          ("up_down", "16", "stable"), ("up_down", "15", "stable")])
        # What the traffic says of 15 nodes is not read for 16.
        self.write("m15.txt", ("1 " * 15 + "\n") * 15)
        rows = self.rows_of("sweep", "c.ini", "routing.algorithm=torus_2qos", "traffic.pattern=matrix", "traffic.file=m15.txt",
                            "traffic.normalize=yes", "faults.routers=5", "faults.link_probability=0.1",
                            "faults.fault_seed=1:4:1", "run.measure_cycles=500")
        self.assertIn("unroutable", {row["verdict"] for row in rows})
        self.assertEqual({row["nodes"] for row in rows}, {"15"})
        rows = self.rows_of("sweep", "c.ini", *words, "faults.link_probability=0.04", "router.message_classes=4", "router.vcs=8",
                            "faults.fault_seed=1:6:1")
        self.assertEqual({row["verdict"] for row in rows}, {"stable", "unroutable"})

    def test_a_routing_that_serves_no_broken_network_is_an_error(self):
        line = self.refused("sweep", "c.ini", "topology.kind=mesh", "routing.algorithm=dor", "faults.link_probability=0.1",
                            "faults.fault_seed=2,3")
        self.assertIn("routing.algorithm: dor needs a whole grid", line)

    def test_a_whole_network_is_a_point_of_an_axis_of_faults(self):
        rows = self.rows_of("sweep", "c.ini", "faults.links=none,0-1,(1,1)-(2,1) 0-1", "faults.routers=none,5",
                            "routing.algorithm=up_down", "run.measure_cycles=500")
        self.assertEqual([row["faults.links"] for row in rows[::2]], ["none", "0-1", "(1,1)-(2,1) 0-1"])
        self.assertEqual([row["nodes"] for row in rows], ["16", "15"] * 3)

    def test_draws_that_cut_the_network_apart_are_rows(self):
        words = ("topology.kind=mesh", "faults.link_probability=0.25", "faults.fault_seed=1:12:1", "run.measure_cycles=500",
                 "router.vcs=auto")
        _, cut = self.swept_draws(12, "disconnected", "whose network is cut apart", "the network falls into",
                                  *words[:2], *words[3:])
        self.assertTrue(2 <= len(cut) <= 10, cut)
        analyses = self.rows_of("analyze", "c.ini", *words[:3])
        self.assertEqual({row["faults.fault_seed"] for row in analyses if row["capacity_flits"] == "0"}, cut)
        self.assertEqual({row["faults.fault_seed"] for row in analyses if row["path_length_mean"] == ""}, cut)
        limits = self.rows_of("saturate", "c.ini", *words[:2], "faults.fault_seed=1,2,3,4", "run.tolerance=0.2",
                              "run.measure_cycles=500")
        for row in limits:
            self.assertEqual(row["verdict"] == "disconnected", row["faults.fault_seed"] in cut)
            self.assertEqual(row["saturation_load"] == "", row["faults.fault_seed"] in cut)
        checked = self.orthant("check", "c.ini", *words).stdout
        self.assertEqual(checked.count("not checked: with faults.fault_seed"), len(cut))
        self.assertEqual(checked.count("\nfree of deadlock by"), 12 - len(cut))
        self.assertEqual(self.orthant("sweep", "c.ini", *words, "--require-stable", expect=5).returncode, 5)
        seeds = ",".join(sorted(cut, key=int))
        self.assertIn("the network falls into", self.refused("sweep", "c.ini", *words[:2], f"faults.fault_seed={seeds}"))

    def test_rows_tell_a_changed_network_from_a_plain_one(self):
        plain = self.row("run", "c.ini")
        for words in (["topology.twist=1>0:2"], ["topology.wrap=yes no"], ["topology.express=2 0"],
                      ["topology.exceptions=link.txt"], ["faults.links=0-1 (1,2)-(2,2)"], ["faults.routers=(3,2)"],
                      ["faults.link_probability=0.02", "faults.fault_seed=3"]):
            given = dict(word.split("=", 1) for word in words)
            plain |= {"links_down": ""}
            row = self.row("run", "c.ini", *words)
            self.assertEqual({key: row[key] for key in row if key not in plain}, given)
            self.orthant("sweep", "c.ini", *words, "traffic.load=0.05,0.1", "-o", "s.csv", "--overwrite", "-q")
            rows = self.table("s.csv")
            self.assertEqual({key: row[key] for row in rows for key in row if key not in plain}, given)
            analysis = self.row("analyze", "c.ini", *words, "analysis.worst_case=no")
            self.assertEqual({key: analysis[key] for key in given}, given)
        design = self.row("design", "c.ini", "topology.twist=1>0:2", "design.objective=worst_case")
        self.assertEqual(design["topology.twist"], "1>0:2")
        rows = self.rows_of("sweep", "c.ini", "topology.twist=none,1>0:2", "run.measure_cycles=500")
        self.assertEqual([row["topology.twist"] for row in rows], ["none", "1>0:2"])
        self.assertEqual(list(rows[0]).count("topology.twist"), 1)
        rows = self.rows_of("sweep", "c.ini", "topology.kind=mesh,torus", "topology.twist=1>0:2", "run.measure_cycles=500")
        self.assertEqual([row["topology.twist"] for row in rows], ["", "1>0:2"])
        self.assertNotIn("topology.twist", self.orthant("check", "c.ini", "-q").stdout)
        self.assertIn("topology.twist", self.orthant("check", "c.ini", "topology.twist=1>0:2", "-q").stdout)

    def test_transposes_of_uneven_networks_exchange_routers(self):
        # Node 0 is on (1,0), 3 on (0,1), 17 on (2,3). (3,2) has the nodes 11 to 14, of which one has a partner.
        for pattern, pairs in (("transpose", {("0", "3"), ("3", "0"), ("11", "17"), ("17", "11")}),
                               ("anti_transpose", {("0", "11"), ("11", "0")})):
            self.row("run", "mesh.ini", f"traffic.pattern={pattern}", "run.measure_cycles=2000", "output.flows=flows.csv",
                     "traffic.load=0.2", "--overwrite")
            sent = {(flow["source"], flow["destination"]) for flow in self.table("flows.csv")}
            self.assertEqual(pairs - sent, set(), pattern)
            self.assertFalse({"12", "13", "14"} & {source for source, _ in sent}, pattern)

    def test_a_graph_leaves_out_routers_that_are_down(self):
        done = self.orthant("analyze", "c.ini", "faults.routers=5 (3,2)", "--graph", "left.edges", "-o", "a.csv")
        self.assertIn("--graph: without 2 routers that are down; the others are numbered anew", done.stderr)
        left = self.row("analyze", "c.ini", "faults.routers=5 (3,2)", "routing.up_down.root=0")
        self.write("graph.ini", CONFIG.replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = left.edges"))
        read = self.row("analyze", "graph.ini", "routing.up_down.root=0")
        self.assertEqual((read["routers"], read["nodes"]), ("14", "14"))
        for column in ("capacity_flits", "uniform_throughput", "worst_case_throughput", "path_length_mean", "path_length_max"):
            self.assertEqual(read[column], left[column], column)

    def test_links_are_named_alike_in_the_key_and_in_files(self):
        self.write("down.txt", "# three links\n(0,0) (1,0)\n5-6 row\n2, 3\n")
        self.write("rows.txt", "row (0,2)-(1,2) (1,2)-(2,2)\n")
        words = ("analyze", "c.ini", "analysis.worst_case=no", "faults.groups=rows.txt")
        from_file = self.row(*words, "faults.links=down.txt")
        named = self.row(*words, "faults.links=0-1 (1,1)-(2,1) row 2-3")
        self.assertEqual(from_file, named | {"faults.links": "down.txt"})
        self.assertNotEqual(from_file["capacity_flits"], self.row(*words, "faults.links=row")["capacity_flits"])
        self.write("down.txt", "0 1\n0 5\n")
        self.assertIn("faults.links: down.txt:2: '0-5': no link joins these routers; allowed: neighbours",
                      self.refused(*words, "faults.links=down.txt"))
        self.write("named.graphml", '<graphml><key id="name" for="node" attr.name="name" attr.type="string"/><graph '
                   'edgedefault="undirected">' + "".join(f'<node id="{i}"><data key="name">{name}</data></node>'
                                                         for i, name in enumerate(("leaf-1", "leaf-2", "spine-1")))
                   + '<edge source="0" target="1"/><edge source="1" target="2"/><edge source="0" target="2"/></graph></graphml>')
        self.write("graph.ini", CONFIG.replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = named.graphml"))
        self.assertEqual(self.row("analyze", "graph.ini", "faults.links=leaf-1-leaf-2")["path_length_max"], "2")

    def test_groups_are_named(self):
        row = self.row("analyze", "c.ini", "faults.groups=groups.txt", "faults.links=row", "analysis.worst_case=no")
        self.assertAlmostEqual(float(row["capacity_flits"]), 1.5, places=9)

    def test_exceptions_give_a_network_its_nodes(self):
        self.write("two.txt", "router (0,0) nodes 2\nrouter (2,2) nodes 1\n")
        row = self.row("analyze", "c.ini", "topology.exceptions=two.txt", "topology.nodes_per_router=0")
        self.assertEqual((row["nodes"], row["path_length_max"]), ("3", "4"))
        self.write("one.txt", "router 5 nodes 3\n")
        self.assertIn("traffic.load_unit: a single router of this network has nodes, and their packets cross no channel",
                      self.refused("run", "c.ini", "topology.exceptions=one.txt", "topology.nodes_per_router=0",
                                   "traffic.load_unit=capacity"))

    def test_express_channels_are_used_as_analysed(self):
        # A ring of 16 with 0-4-8-12-0. Distances to all routers sum up to 30 hops from 0 (to 1 to 15: 1 2 2 1 2 3 3 2
        # 3 3 2 1 2 2 1), to 41 from 1 and 3, to 47 from 2, and 30 + 41 + 47 + 41 = 159 over 4 x 16 pairs.
        words = ("topology.dimensions=16", "topology.express=4")
        row = self.row("run", "c.ini", *words, "routing.algorithm=minimal_adaptive", "output.channels=used.csv",
                       "run.measure_cycles=20000")
        self.assertEqual(row["verdict"], "stable")
        self.assertAlmostEqual(float(row["hops_mean"]), 159 / 64, delta=0.05)
        express = [channel for channel in self.table("used.csv") if int(channel["from_port"]) >= 2]
        self.assertEqual(len(express), 8)
        self.assertGreater(min(float(channel["utilization"]) for channel in express), 0.05)
        row = self.row("analyze", "c.ini", *words, "routing.algorithm=shortest", "routing.allow_deadlock=yes",
                       "analysis.worst_case=no")
        self.assertEqual(float(row["path_length_mean"]), 159 / 64)

    def test_a_design_for_what_is_left_is_simulated(self):
        self.orthant("design", "c.ini", "faults.links=0-1", "faults.routers=(3,3)", "design.objective=worst_case",
                     "--routing", "best.paths", "-q")
        row = self.row("run", "c.ini", "faults.links=0-1", "faults.routers=(3,3)", "routing.algorithm=table",
                       "routing.table_file=best.paths", "router.vcs=auto", "traffic.pattern=transpose", "traffic.load=0.4")
        self.assertEqual(row["verdict"], "stable")

    def test_mistakes_are_refused(self):
        for words, what in ((["topology.exceptions=nowhere"], "nowhere"),
                            (["faults.routers=(4,0)"], "faults.routers: '(4,0)' is no router"),
                            (["faults.links=0-5"], "faults.links: '0-5': no link joins"),
                            (["faults.links=0-1 0-3 0-4 0-12"], "router 0 (0,0) is cut off by 0-1, 0-3, 0-4 and 1 more"),
                            (["faults.link_probability=1.5"], "faults.link_probability"),
                            (["faults.links=0-1", "routing.algorithm=dor"], "packets from router 0 (0,0) to router 1 (1,0)"),
                            (["faults.routers=5", "routing.algorithm=dor"], "channels of this one are down"),
                            (["topology.exceptions=added.txt", "routing.algorithm=dor"], "links are added to this one"),
                            (["faults.groups=groups.txt"], "faults.groups: groups fail by name"),
                            (["topology.kind=mesh", "faults.link_probability=0.9", "faults.fault_seed=3"],
                             "with faults.fault_seed = 3, the network falls into"),
                            (["faults.links=0-1", "routing.algorithm=minimal_adaptive", "router.flow_control=bubble",
                              "router.switching=virtual_cut_through"],
                             "router.flow_control: bubble keeps rings moving, and channels of this network are missing"),
                            (["faults.links=0-1", "router.flow_control=flit_bubble"], "flit_bubble keeps rings moving"),
                            (["faults.links=0-1", "router.model=output_queued", "router.vcs=auto",
                              "router.flow_control.by_dimension=bubble bubble"],
                             "router.flow_control.by_dimension: bubble keeps rings moving"),
                            (["topology.express=2", "routing.algorithm=minimal_adaptive", "router.switching=virtual_cut_through",
                              "router.flow_control.by_dimension=bubble credit"],
                             "router.flow_control.by_dimension: bubble keeps rings moving"),
                            (["faults.routers=5", "traffic.pattern=butterfly"], "butterfly sends to every node"),
                            (["topology.kind=hypercube", "topology.dimensions=2x2", "faults.routers=0 3"], "parts")):
            self.assertIn(what, self.refused("run", "c.ini", *words))

    def test_bubbles_stay_where_there_were_no_rings(self):
        row = self.row("run", "c.ini", "topology.kind=mesh", "faults.links=0-1", "router.flow_control=bubble",
                       "router.switching=virtual_cut_through")
        self.assertEqual((row["verdict"], row["flow_control"]), ("stable", "bubble"))

    def test_policies_are_for_whole_grids(self):
        self.write("p.ini", "[topology]\nkind = torus\ndimensions = 4x4\n")
        for words, what in ((["faults.routers=5"], "faults.routers: policies are about failed links; allowed: faults.links"),
                            (["faults.link_probability=0.1"], "faults.link_probability: policies draw failed links with policy.p"),
                            (["faults.groups=groups.txt"], "faults.groups: groups fail by name in faults.links")):
            self.assertIn(what, self.refused("policy", "p.ini", "policy.p=0.9", *words))
        tables = []
        for words in ["faults.links=row", "faults.groups=groups.txt"], ["faults.links=0-1 1-2 (2,0)-(3,0)"]:
            self.orthant("policy", "p.ini", "policy.policies=mp", *words, "--faults", "f.csv", "--overwrite", "-q")
            tables.append(self.text("f.csv"))
        self.assertEqual(*tables)
        self.assertIn("topology.exceptions: policies are for grids with all channels",
                      self.refused("policy", "c.ini", "topology.exceptions=link.txt", "policy.p=0.9"))
