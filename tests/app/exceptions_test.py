"""Exceptions and faults of a network, from the command line."""

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
            self.assertEqual((row["capacity_flits"], row["capacity_at_least"], row["capacity_at_most"]), (capacity, "", ""))
            report = self.orthant("check", "c.ini", *words).stdout
            self.assertRegex(report, rf"capacity_left_flits +{capacity}\n")

    def test_capacity_of_a_large_broken_network_is_bounded(self):
        row = self.row("analyze", "c.ini", "topology.dimensions=6x6x6", "faults.link_probability=0.05",
                       "faults.fault_seed=1", "analysis.worst_case=no", "analysis.capacity_seconds=60")
        low, high = float(row["capacity_at_least"]), float(row["capacity_at_most"])
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

    def test_groups_are_named(self):
        row = self.row("analyze", "c.ini", "faults.groups=groups.txt", "faults.links=row", "analysis.worst_case=no")
        self.assertAlmostEqual(float(row["capacity_flits"]), 1.5, places=9)

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
                            (["faults.routers=5", "traffic.pattern=butterfly"], "butterfly sends to every node"),
                            (["topology.kind=hypercube", "topology.dimensions=2x2", "faults.routers=0 3"], "parts")):
            self.assertIn(what, self.refused("run", "c.ini", *words))

    def test_policies_are_for_whole_grids(self):
        self.assertIn("topology.exceptions: policies are for grids with all channels",
                      self.refused("policy", "c.ini", "topology.exceptions=link.txt", "policy.p=0.9"))
