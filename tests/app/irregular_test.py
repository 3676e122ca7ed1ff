"""Graphs from files and random ones, from the command line."""

from command import ROOT, Command
from small_torus import ini

DATA = ROOT / "tests" / "data" / "fabric"
FABRIC = ini("topology: kind=graph, format=ibnetdiscover, file={network}",
             "routing: algorithm=lft, lft.file={tables}", "router: vcs=4, buffer_flits=4",
             "traffic: pattern=uniform, packet_flits=4, load=0.05, load_unit=flits",
             "run: warmup_cycles=200, measure_cycles=1000, drain_cycles=1000")

RANDOM = ini("topology: kind=random, routers=16, degree=4, graph_seed=1",
             "routing: algorithm=up_down", "router: vcs=1, buffer_flits=4",
             "traffic: pattern=uniform, self=no, packet_flits=20, load=0.2, load_unit=flits",
             "run: warmup_cycles=1000, measure_cycles=4000, drain_cycles=4000")


class Irregular(Command):
    FILES = {"random.ini": RANDOM}

    def row(self, verb, *words):
        return super().row(verb, "random.ini", *words)

    def test_a_written_network_gives_the_same_results(self):
        for verb in "analyze", "run":
            drawn = self.row(verb)
            for name in "net.edges", "net.anynet", "net.graphml":
                self.orthant("analyze", "random.ini", "-q", "--graph", name)
                read = self.row(verb, "topology.kind=graph", f"topology.file={name}",
                                f"topology.format={name.split('.')[1]}")
                self.assertEqual({**read, "topology": "random"}, drawn)

    def test_a_written_network_warns_of_what_its_format_cannot_hold(self):
        self.write("slow.edges", "0 1 5 1/2\n1 2 5 1/2\n2 3 5 1/2\n3 0 5 1/2\n")
        slow = ("topology.kind=graph", "traffic.packet_flits=4", "traffic.load=0.1", "run.measure_cycles=20000")
        drawn = self.row("run", *slow, "topology.file=slow.edges")
        for name, keys, verb in (("x.ibnetdiscover", "channel.latency_cycles = 5 and channel.bandwidth = 0.5", "say"),
                                 ("x.anynet", "channel.bandwidth = 0.5", "says"), ("x.edges", "", ""), ("x.graphml", "", "")):
            written = self.orthant("analyze", "random.ini", *slow, "topology.file=slow.edges", "-q", "--graph", name).stderr
            if keys:
                self.assertIn(f"warning: --graph: {name} cannot hold what {keys} {verb}; a config that reads it has to set that\n", written)
            else:
                self.assertNotIn("--graph", written)
            settings = [key.replace(" ", "") for key in keys.split(" and ") if key]
            self.assertEqual(self.row("run", *slow, f"topology.file={name}", *settings), drawn)

    def test_routers_without_nodes_need_no_line_of_their_own(self):
        links = "".join(f"{leaf} {spine}\n" for leaf in range(4) for spine in (4, 5))
        self.write("short.edges", "".join(f"nodes {leaf} 2\n" for leaf in range(4)) + links)
        self.write("long.edges", "nodes 4 0\nnodes 5 0\n" + self.text("short.edges"))
        words = ("topology.kind=graph", "routing.up_down.root=4")
        short = self.row("run", *words, "topology.file=short.edges", "topology.nodes_per_router=0")
        self.assertEqual(short["nodes"], "8")
        self.assertEqual(short, self.row("run", *words, "topology.file=long.edges"))

    def test_attributes_of_links_that_are_not_read_are_named_once(self):
        self.write("data.edges", "0 1 {'lat': 2}\n1 2 {'lat': 3, 'capacity': 4}\n2 0 {'bandwidth': 1}\n")
        words = ("topology.kind=graph", "topology.file=data.edges")
        text = ("warning: data.edges: links have attributes that are not read: capacity, lat; those that are: latency, "
                "latency_back, bandwidth, message_classes\n")
        self.assertEqual(self.orthant("check", "random.ini", *words).stdout.count(text), 1)
        for verb in "run", "analyze":
            self.assertEqual(self.orthant(verb, "random.ini", *words).stderr.count(text), 1)

    def test_a_latency_of_an_anynet_file_is_of_one_direction(self):
        self.write("one.anynet", "router 0 node 0 router 1 15\nrouter 1 node 1\n")
        network = ("topology.kind=graph", "topology.file=one.anynet", "routing.algorithm=shortest", "traffic.packet_flits=1")
        warning = ("warning: 1 of 1 links have another latency back: in an anynet file a latency is that of one direction, "
                   "and where none is given it is channel.latency_cycles\n")
        self.assertIn(warning, self.orthant("check", "random.ini", *network).stdout)
        # Packets are so rare that none waits: one direction takes 14 cycles longer.
        run = self.orthant("run", "random.ini", *network, "traffic.load=0.005", "output.flows=flows.csv",
                           "run.measure_cycles=50000")
        self.assertIn(warning, run.stderr)
        flows = {(row["source"], row["destination"]): row for row in self.table("flows.csv")}
        there, back = (float(flows[pair]["latency_mean"]) for pair in (("0", "1"), ("1", "0")))
        self.assertEqual(there - back, 14)
        self.write("one.anynet", "router 0 node 0 router 1 15\nrouter 1 node 1 router 0 15\n")
        self.assertNotIn("latency back", self.orthant("check", "random.ini", *network).stdout)

    def test_any_number_of_threads_gives_the_same_bytes(self):
        # With more than 256 routers, loads are summed in several parts.
        network = ("topology.routers=290", "topology.degree=5")
        files = ("--channels", "--pairs", "--routing")
        for rule in ((), ("up_down.tie=random", "up_down.knowledge=mixed", "up_down.cluster_size=40"),
                     ("up_down.forwarding=destination",), ("up_down.virtual_networks=2",)):
            found = []
            for threads in ("1", "2", "3"):
                words = [word for option in files for word in (option, f"{option[2:]}.txt")]
                done = self.orthant("analyze", "random.ini", *network, *rule, "analysis.worst_case=no", "-q",
                                    "--format", "csv", "--overwrite", "-j", threads, *words)
                check = self.orthant("check", "random.ini", *network, *rule, "router.vcs=2", "-j", threads)
                found.append([done.stdout, check.stdout] + [self.text(f"{option[2:]}.txt") for option in files])
            self.assertEqual(found[1], found[0])
            self.assertEqual(found[2], found[0])
            self.assertIn("free of deadlock by acyclic channel dependencies", found[0][1])

    def test_a_cycle_is_the_same_for_any_number_of_threads(self):
        refused = [self.orthant("check", "random.ini", "routing.algorithm=shortest", "-j", threads, expect=4).stdout
                   for threads in ("1", "2", "3")]
        self.assertIn("each held while the next is waited for", refused[0])
        self.assertEqual(refused, [refused[0]] * 3)

    def trunk(self, *words):
        self.write("trunk.edges", "nodes 0 4\nnodes 1 4\n" + 4 * "0 1\n")
        return ("topology.kind=graph", "topology.file=trunk.edges", "traffic.packet_flits=4", "router.vcs=4", *words)

    def loads(self, *words):
        self.orthant("analyze", "random.ini", *words, "-q", "--channels", "loads.csv", "--overwrite")
        return [float(row["pattern_load"]) for row in self.table("loads.csv")]

    # Four nodes at each end send 4/7 of their packets over four links.
    def test_packets_spread_over_parallel_links(self):
        for algorithm in "up_down", "shortest":
            words = self.trunk(f"routing.algorithm={algorithm}")
            for load in self.loads(*words):
                self.assertAlmostEqual(load, 4 / 7, places=12)
            for load, first in zip(self.loads(*words, "routing.parallel_links=first"), [16 / 7] * 2 + [0] * 6):
                self.assertAlmostEqual(load, first, places=12)
            row = self.row("run", *words, "traffic.load=0.5", "run.measure_cycles=20000", "output.channels=simulated.csv", "--overwrite")
            self.assertEqual(row["verdict"], "stable")
            for channel in self.table("simulated.csv"):
                self.assertAlmostEqual(float(channel["utilization"]), 2 / 7, delta=0.02)
        row = self.row("run", *words, "traffic.load=0.5", "routing.parallel_links=first")
        self.assertEqual(row["verdict"], "saturated")

    def test_idle_channels_are_warned_of(self):
        words = self.trunk("routing.parallel_links=first")
        text = "warning: 6 of 8 channels are on no path of any pair of nodes, such as router 0 port 1 to router 1\n"
        self.assertIn(text, self.orthant("check", "random.ini", *words).stdout)
        self.assertIn(text, self.orthant("analyze", "random.ini", *words).stderr)
        self.assertNotIn("on no path", self.orthant("check", "random.ini", *self.trunk()).stdout)
        self.assertNotIn("on no path", self.orthant("run", "random.ini", *self.trunk()).stderr)
        # The warning appears once for all points of a network.
        short = ("run.warmup_cycles=10", "run.measure_cycles=100", "run.drain_cycles=100")
        self.assertEqual(self.orthant("run", "random.ini", *words, *short, expect=0).stderr.count(text), 1)
        swept = self.orthant("sweep", "random.ini", *words, *short, "traffic.load=0.1, 0.2", expect=0)
        self.assertEqual(swept.stderr.count(text), 1)
        self.assertEqual(self.orthant("saturate", "random.ini", *words, *short, "run.tolerance=0.2",
                                      "run.saturate_seeds=1", expect=0).stderr.count(text), 1)

    # Four leaves (0 to 3) of four nodes and two spines, two links from each leaf to each spine. The
    # nodes of a leaf send 12/15 of their packets over its four links.
    def test_all_spines_of_a_fat_tree_are_used(self):
        links = "".join(2 * f"{leaf} {spine}\n" for leaf in range(4) for spine in (4, 5))
        self.write("tree.edges", "".join(f"nodes {r} {4 * (r < 4)}\n" for r in range(6)) + links)
        tree = ("topology.kind=graph", "topology.file=tree.edges", "traffic.packet_flits=4", "router.vcs=4")
        for rule in (("routing.up_down.root=4",),
                     ("routing.algorithm=shortest", "routing.shortest.tie=spread")):
            for load in self.loads(*tree, *rule):
                self.assertAlmostEqual(load, 0.8, places=12)
            self.assertNotIn("on no path", self.orthant("check", "random.ini", *tree, *rule).stdout)
            row = self.row("run", *tree, *rule, "traffic.load=0.5", "run.measure_cycles=20000",
                           "output.channels=simulated.csv", "--overwrite")
            self.assertEqual(row["verdict"], "stable")
            # 2,000 packets each: a standard deviation of 0.009.
            for channel in self.table("simulated.csv"):
                self.assertAlmostEqual(float(channel["utilization"]), 0.4, delta=0.04)
        lowest = ("routing.up_down.root=4", "routing.up_down.tie=lowest_id")
        self.assertEqual(sorted(self.loads(*tree, *lowest)), [0] * 16 + [1.6] * 16)

    # Two pods of two edge switches with two nodes each; four cores above the two aggregation switches
    # of each pod. The nodes of an edge switch send 6/7 of their packets up, those of a pod 8/7.
    def test_all_cores_of_a_tree_of_three_levels_are_used(self):
        edges, above = [0, 1, 2, 3], {0: (4, 5), 1: (4, 5), 2: (6, 7), 3: (6, 7),
                                      4: (8, 9), 5: (10, 11), 6: (8, 9), 7: (10, 11)}
        self.write("tree.edges", "".join(f"nodes {r} {2 * (r in edges)}\n" for r in range(12)) +
            "".join(f"{r} {up}\n" for r, ups in above.items() for up in ups))
        loads = self.loads("topology.kind=graph", "topology.file=tree.edges", "routing.up_down.root=8")
        self.assertEqual(len(loads), 32)
        for load in loads:
            self.assertTrue(abs(load - 6 / 7) < 1e-12 or abs(load - 4 / 7) < 1e-12, load)

    # A fat tree of k = 4: all 64 channels are used, and the busiest have what all nodes of an edge switch
    # send over two links, 2 x 14/15 / 2.
    def test_a_fat_tree_of_three_levels_is_used_from_a_core(self):
        lines = [f"nodes {r} {2 if r < 8 else 0}" for r in range(20)]
        for pod in range(4):
            lines += [f"{2 * pod + i} {8 + 2 * pod + j}" for i in range(2) for j in range(2)]
            lines += [f"{8 + 2 * pod + i} {16 + 2 * i + j}" for i in range(2) for j in range(2)]
        self.write("tree.edges", "\n".join(lines) + "\n")
        tree = ("topology.kind=graph", "topology.file=tree.edges")
        for root in "16", "best":
            loads = self.loads(*tree, f"routing.up_down.root={root}")
            self.assertEqual(len(loads), 64)
            self.assertAlmostEqual(max(loads), 14 / 15, places=12)
            self.assertGreater(min(loads), 0)

    def test_one_path_is_taken_where_one_is_needed(self):
        words = self.trunk()
        self.orthant("analyze", "random.ini", *words, "-q", "--forwarding", "trunk.lft")
        self.orthant("schedule", "random.ini", *words, "-q")
        self.write("square.edges", "0 1\n0 2\n1 3\n2 3\n")
        square = ("topology.kind=graph", "topology.file=square.edges")
        self.orthant("analyze", "random.ini", *square, "-q", "--forwarding", "square.lft")
        self.assertIn("a schedule needs one route for every pair: routing.up_down.tie = lowest_id "
                      "instead of spread", self.orthant("schedule", "random.ini", *square).stderr)
        done = self.orthant("check", "random.ini", *words, "routing.up_down.forwarding=destination",
                            "routing.parallel_links=spread", expect=2)
        self.assertIn("routing.parallel_links: spread does not go with up_down.forwarding = destination", done.stderr)
        done = self.orthant("check", "random.ini", *words, "routing.up_down.forwarding=destination",
                            "routing.up_down.tie=spread", expect=2)
        self.assertIn("routing.up_down.tie: spread gives a destination several ports", done.stderr)

    def test_a_torus_can_be_written(self):
        torus = ["topology.kind=torus", "topology.dimensions=4x4"]
        first = self.row("analyze", *torus, "--graph", "torus.edges")
        again = self.row("analyze", "topology.kind=graph", "topology.file=torus.edges")
        self.assertEqual(again["path_length_mean"], first["path_length_mean"])

    def test_seeds_are_a_sweep_over_graphs(self):
        rows = self.rows_of("analyze", "random.ini", "topology.graph_seed=1:4:1",
                            "analysis.worst_case=no")
        self.assertEqual([row["topology.graph_seed"] for row in rows], ["1", "2", "3", "4"])
        self.assertGreater(len({row["path_length_mean"] for row in rows}), 1)
        self.assertEqual({row["worst_case_throughput_flits"] for row in rows}, {""})

    def test_a_small_graph_has_a_capacity(self):
        row = self.row("analyze")
        capacity = float(row["capacity_flits"])
        self.assertAlmostEqual(float(row["uniform_throughput"]) * capacity, float(row["uniform_throughput_flits"]), 9)
        self.assertLess(float(row["uniform_throughput"]), 1 + 1e-8)
        # Significant digits.
        for name in ("capacity_flits", "uniform_throughput", "worst_case_throughput"):
            self.assertLessEqual(len(row[name].replace(".", "").lstrip("0")), 11 if name == "capacity_flits" else 10, row[name])
        self.assertIn(f"{capacity:.6g}", self.orthant("check", "random.ini").stdout)
        share = self.row("run", "traffic.load_unit=capacity", "traffic.load=0.1")
        self.assertAlmostEqual(float(share["offered_flits"]) / (0.1 * capacity), 1, 1)
        self.assertAlmostEqual(float(share["offered_capacity"]) * capacity, float(share["offered_flits"]), 9)
        # The best design has no lower load.
        design = self.row("design", "design.objective=capacity")
        self.assertEqual(design["capacity_flits"], row["capacity_flits"])
        self.assertAlmostEqual(1 / float(design["load"]) / capacity, 1, 6)

    def test_a_capacity_is_left_out_where_asked(self):
        self.assertEqual(self.row("analyze", "analysis.capacity=no")["capacity_flits"], "")

    def test_the_busiest_channels_are_reported(self):
        loads = [float(row["pattern_load"]) for row in self.rows(self.channels("channels.csv"))]
        done = self.orthant("analyze", "random.ini", "--format", "csv")
        said = [line for line in done.stderr.splitlines() if "busy channel" in line]
        self.assertEqual(len(said), 10)
        self.assertIn(f"{max(loads):.4g} of its bandwidth", said[0])

    def channels(self, name):
        self.orthant("analyze", "random.ini", "-q", "--channels", name)
        return self.text(name)

    def test_links_that_are_named_from_both_sides_are_warned_of(self):
        links = ["0 1", "1 2", "2 0"]
        both = [" ".join(reversed(link.split())) for link in links]
        for name, lines in (("once", links), ("twice", links + both), ("partly", links + both[:2])):
            self.write(f"{name}.edges", "\n".join(lines) + "\n")
        words = ("check", "random.ini", "topology.kind=graph", "routing.algorithm=up_down")
        warning = "all neighbours have two links or more between them"
        self.assertIn(warning, self.orthant(*words, "topology.file=twice.edges").stdout)
        for name in ("once", "partly"):
            self.assertNotIn(warning, self.orthant(*words, f"topology.file={name}.edges").stdout)

    def test_a_changed_network_is_noticed(self):
        self.write("ring.edges", "0 1\n1 2\n2 3\n3 0\n")
        words = ["sweep", "random.ini", "topology.kind=graph", "topology.file=ring.edges",
                 "traffic.load=0.1,0.2", "-q", "-o", "r.csv"]
        self.orthant(*words)
        self.assertIn("; topology.file ring.edges: 16 bytes", self.text("r.csv.ini"))
        self.write("ring.edges", "0 1\n1 2\n2 3\n3 0\n0 2\n")
        self.assertIn("ring.edges", self.orthant(*words, expect=2).stderr)

    def test_roots_are_compared(self):
        self.row("analyze", "--roots", "roots.csv")
        roots = self.table("roots.csv")
        self.assertEqual([row["root"] for row in roots], [str(r) for r in range(16)])
        best = self.row("analyze", "up_down.root=best")
        least = min(float(row["channel_load_max"]) for row in roots)
        self.assertEqual(float(best["channel_load_max"]), least)

    def test_forwarding_tables_are_read_as_they_were_written(self):
        written = self.row("analyze", "up_down.forwarding=destination", "--forwarding", "r.lft")
        read = self.row("analyze", "routing.algorithm=lft", "lft.file=r.lft")
        self.assertEqual({**read, "routing": "up_down"}, written)
        self.orthant("check", "random.ini", "routing.algorithm=lft", "lft.file=r.lft")
        self.assertIn("dor needs a torus",
                      self.refused("analyze", "random.ini", "routing.algorithm=dor", "--forwarding",
                                   "no.lft"))

    def test_shortest_paths_with_a_cycle_are_refused(self):
        self.write("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 0\n")
        ring = ["topology.kind=graph", "topology.file=ring.edges", "routing.algorithm=shortest"]
        done = self.orthant("check", "random.ini", *ring, expect=4)
        self.assertIn("cycle of 5 channels", done.stdout)
        done = self.orthant("run", "random.ini", *ring, expect=4)
        self.assertIn("cycle of 5 channels", done.stderr)
        self.write("line.edges", "0 1\n1 2\n2 3\n")
        self.orthant("check", "random.ini", "topology.kind=graph", "topology.file=line.edges",
                     "routing.algorithm=shortest")

    def test_a_log_is_not_added_to_a_network(self):
        self.write("ring.edges", "0 1\n1 2\n2 0\n")
        words = ["topology.kind=graph", "topology.file=ring.edges"]
        self.assertIn("ring.edges is there and no log",
                      self.refused("check", "random.ini", *words, "--log", "ring.edges"))
        for _ in range(2):
            self.orthant("check", "random.ini", *words, "--log", "run.log")
        self.assertEqual(self.text("run.log").count("orthant "), 2)

    def test_a_result_of_another_network_is_not_replaced(self):
        self.write("ring.edges", "0 1\n1 2\n2 0\n")
        for verb in "run", "analyze":
            words = [verb, "random.ini", "topology.kind=graph", "topology.file=ring.edges", "-o", f"{verb}.csv"]
            self.orthant(*words)
            self.orthant(*words)
            self.write("ring.edges", self.text("ring.edges") + "2 3\n")
            self.assertIn("ring.edges: ", self.orthant(*words, expect=2).stderr)
            self.orthant(*words, "--overwrite")

    def test_names_of_routers_are_shown(self):
        names = ["left", "top", "right", "low", "bottom"]
        nodes = "".join(f"<node id='{name}'/>" for name in names)
        edges = "".join(f"<edge source='{a}' target='{b}'/>" for a, b in zip(names, names[1:] + names[:1]))
        self.write("ring.graphml", f"<graphml><graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>")
        done = self.orthant("check", "random.ini", "topology.kind=graph", "topology.file=ring.graphml",
                            "topology.format=graphml", "routing.algorithm=shortest", expect=4)
        for number, name in enumerate(names):
            self.assertIn(f"router {number} ({name})", done.stdout)

    def test_messages_are_simulated_as_the_load_bound_says(self):
        bound = float(self.row("analyze")["pattern_throughput_flits"])
        stable = self.row("run", f"traffic.load={0.3 * bound}", "run.measure_cycles=40000")
        self.assertEqual(stable["verdict"], "stable")
        over = self.row("run", f"traffic.load={1.2 * bound}")
        self.assertEqual(over["verdict"], "saturated")
        loads = self.row("analyze")
        self.assertAlmostEqual(float(stable["channel_load_max"]),
                               0.3 * bound * float(loads["channel_load_max"]), delta=0.05)


class Fabrics(Command):
    """Tables as subnet managers write them, in tests/data/fabric."""

    def config(self, network, tables, *lines):
        text = FABRIC.format(network=DATA / f"{network}.ibnetdiscover", tables=DATA / tables)
        self.write("fabric.ini", text + "".join(f"{line}\n" for line in lines))

    def test_spines_need_no_routes_to_each_other(self):
        for network, tables in ("swap", "swap.lft"), ("ft", "ft.lft"), ("ft", "cyc.lft"):
            self.config(network, tables)
            self.assertIn("free of deadlock", self.orthant("check", "fabric.ini").stdout)
            self.orthant("run", "fabric.ini", "-q")
        for algorithm in "shortest", "up_down":
            self.orthant("check", "fabric.ini", f"routing.algorithm={algorithm}")

    def test_shortest_paths_of_a_fat_tree_are_free_of_deadlock(self):
        # k = 4: 8 edge switches with 2 nodes, 8 aggregation switches, 4 core switches.
        lines = ["nodes %d %d" % (r, 2 if r < 8 else 0) for r in range(20)]
        for pod in range(4):
            lines += ["%d %d" % (2 * pod + i, 8 + 2 * pod + j) for i in range(2) for j in range(2)]
            lines += ["%d %d" % (8 + 2 * pod + i, 16 + 2 * i + j) for i in range(2) for j in range(2)]
        self.write("tree.edges", "\n".join(lines) + "\n")
        self.config("ft", "ft.lft")
        tree = "topology.file=tree.edges", "topology.format=edges", "routing.algorithm=shortest"
        checked = self.orthant("check", "fabric.ini", *tree).stdout
        self.assertIn("all 64 pairs of routers with nodes of the graph of 20 routers", checked)
        # A path table restricted to pairs of edge switches.
        self.orthant("analyze", "fabric.ini", *tree, "--routing", "all.paths", "-q")
        keep, kept = True, []
        for line in self.text("all.paths").splitlines():
            if line.startswith("pair "):
                keep = all(int(router) < 8 for router in line.split()[1:])
            if line.startswith("checksum"):
                keep, line = True, "checksum none"
            kept += [line] if keep else []
        self.write("edge.paths", "\n".join(kept) + "\n")
        table = *tree[:2], "routing.algorithm=table", "routing.table_file=edge.paths"
        self.assertIn("free of deadlock", self.orthant("check", "fabric.ini", *table).stdout)
        self.orthant("analyze", "fabric.ini", *table, "--pairs", "pairs.csv", "-q")
        # And 12 routers without nodes.
        self.assertEqual(len(self.text("pairs.csv").splitlines()), 1 + 64 + 12)

    def test_service_levels_decide_about_deadlock(self):
        for engine in "2qos", "lash":
            self.config("torus", f"torus_{engine}.fdbs")
            self.assertIn("cycle of", self.orthant("check", "fabric.ini", expect=4).stdout)
            levels = f"routing.lft.service_levels={DATA / f'torus_{engine}.levels'}"
            self.assertIn("free of deadlock", self.orthant("check", "fabric.ini", levels).stdout)
            self.orthant("run", "fabric.ini", levels, "-q")

    def test_left_out_links_are_a_warning(self):
        text = (DATA / "ft.ibnetdiscover").read_text()
        text = text.replace('[1]\t"S-0000000000000030"[2]',
                            '[7]\t"S-0000000000000010"[8]\n[8]\t"S-0000000000000010"[7]\n'
                            '[1]\t"S-0000000000000030"[2]', 1)
        self.write("loop.ibnetdiscover", text)
        self.config("ft", "ft.lft")
        checked = self.orthant("check", "fabric.ini", "topology.file=loop.ibnetdiscover").stdout
        self.assertIn("warning: loop.ibnetdiscover:4: the link from port 7 of S-0000000000000010 to its own port 8 "
                      "is left out", checked)
