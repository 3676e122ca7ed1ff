"""Rates of an application and permutations from a file: offered loads, channel loads against
exact ones, and errors."""

import json
import re
import shutil

from command import ROOT, Command
from small_torus import ini

DATA = ROOT / "tests" / "data" / "flows"
CONFIG = ini("topology: kind=mesh, dimensions=4x3", "routing: algorithm=dor",
             "router: vcs=2, buffer_flits=8", "traffic: pattern=flows, file=app.flows",
             "run: warmup_cycles=2000, measure_cycles=40000")
# The file's rates in MB/s; a flit of 4 bytes in a cycle of 1 ns is 4000 MB/s.
RATES = {0: 190, 1: 60, 2: 600, 3: 40, 4: 910, 5: 32, 6: 670, 7: 173, 8: 500, 9: 250}
PHYSICAL = ("traffic.rate_unit=MB/s", "time.cycle_ns=1", "channel.flit_bytes=4")
MEAN = sum(RATES.values()) / len(RATES)
OTHERS = ("topology.kind=torus", "topology.dimensions=4x4", "traffic.load=0.1", "traffic.load_unit=flits")


class Flows(Command):
    FILES = {"c.ini": CONFIG}

    def setUp(self):
        super().setUp()
        shutil.copy(DATA / "mesh_4x3.flows", self.folder / "app.flows")

    def test_need_no_load_and_each_source_sends_its_own(self):
        row = self.row("run", "c.ini", *PHYSICAL, "output.flows=f.csv")
        self.assertEqual((row["load_unit"], row["verdict"]), ("flits", "stable"))
        self.assertAlmostEqual(float(row["load"]), MEAN / 4000, delta=1e-12)
        self.assertAlmostEqual(float(row["offered_flits"]), MEAN / 4000, delta=0.003)
        self.assertGreater(float(row["source_accepted_min"]), 0.95)
        flows = {int(flow["source"]): float(flow["accepted_flits"]) for flow in self.table("f.csv")}
        self.assertEqual(set(flows), set(RATES))
        for source, rate in RATES.items():  # 4 deviations of a Bernoulli process
            self.assertAlmostEqual(flows[source], rate / 4000, delta=4 * (rate / 4000 / 40000) ** 0.5 + 1e-4)

    def test_have_one_factor_for_all(self):
        scaled = self.row("run", "c.ini", *PHYSICAL, "traffic.scale=2")
        self.assertAlmostEqual(float(scaled["load"]), 2 * MEAN / 4000, delta=1e-12)
        # The same rates, given by their mean, reproduce the run to the last digit.
        loaded = self.row("run", "c.ini", f"traffic.load={2 * MEAN / 4000}")
        for column in ("offered_flits", "latency_mean", "channel_load_max"):
            self.assertEqual(scaled[column], loaded[column])
        rows = self.rows_of("sweep", "c.ini", *PHYSICAL, "traffic.scale=0.5,1,2")
        self.assertEqual([row["traffic.scale"] for row in rows], ["0.5", "1", "2"])
        for row, scale in zip(rows, (0.5, 1, 2)):
            self.assertAlmostEqual(float(row["load"]), scale * MEAN / 4000, delta=1e-12)
        self.assertEqual(rows[2]["latency_mean"], scaled["latency_mean"])

    def test_are_exact_in_analyze(self):
        row = self.row("analyze", "c.ini", *PHYSICAL, "traffic.scale=3", "--channels", "exact.csv")
        # Every flow uses the one channel of its pair, except 7 to 4, which crosses its whole row.
        self.assertAlmostEqual(float(row["channel_load_max"]), 3 * 910 / 4000, delta=1e-9)
        self.assertAlmostEqual(float(row["pattern_scale"]), 4000 / 910, delta=1e-6)
        self.assertAlmostEqual(float(row["pattern_throughput_flits"]), MEAN / 910, delta=1e-6)
        run = self.row("run", "c.ini", *PHYSICAL, "traffic.scale=3", "output.channels=seen.csv")
        self.assertEqual(run["verdict"], "stable")
        seen = {row["channel"]: float(row["flits"]) / 40000 for row in self.table("seen.csv")}
        for channel in self.table("exact.csv"):
            load = float(channel["pattern_load"])
            self.assertAlmostEqual(seen[channel["channel"]], load, delta=4 * (load / 40000) ** 0.5 + 1e-9)

    def test_have_the_predicted_latency_at_zero_load(self):
        network, = json.loads(self.orthant("check", "c.ini", *PHYSICAL, "traffic.scale=0.02",
                                           "--format", "json").stdout)["networks"]
        self.assertAlmostEqual(network["load_flits"], 0.02 * MEAN / 4000, delta=1e-12)
        self.assertAlmostEqual(network["node_limit_flits"], MEAN / 910, delta=1e-6)
        self.assert_holds(network, zero_load_sources=10, warnings=[])
        run = self.row("run", "c.ini", *PHYSICAL, "traffic.scale=0.02", "run.measure_cycles=2000000")
        self.assertAlmostEqual(float(run["latency_mean"]), network["zero_load_latency_mean"], delta=0.05)
        self.assertAlmostEqual(float(run["hops_mean"]), network["zero_load_hops_mean"], delta=0.05)

    def test_saturate_where_the_busiest_source_is_full(self):
        row = self.row("saturate", "c.ini", *PHYSICAL, "run.tolerance=0.005", "run.saturate_seeds=2",
                       "run.measure_cycles=10000", "traffic.injection=messages")
        # Node 4 sends to its neighbour alone: its own channel is the limit.
        self.assertLess(float(row["saturation_flits"]), MEAN / 910 + 1e-9)
        self.assertGreater(float(row["saturation_flits"]), 0.9 * MEAN / 910)
        self.assertAlmostEqual(float(row["saturation_scale"]), float(row["saturation_flits"]) / (MEAN / 4000), delta=1e-6)

    def test_change_with_time(self):
        self.write("app.flows", "0 1 0.2\n0 2 0.4 0 30000\n4 1 0.3 30000 60000\n")
        words = ("run.warmup_cycles=0", "run.measure_cycles=60000", "output.timeline=t.csv",
                 "output.timeline_cycles=30000")
        self.assertEqual(self.row("run", "c.ini", *words)["verdict"], "stable")
        first, second, *_ = [float(row["born_flits"]) for row in self.table("t.csv")]
        self.assertAlmostEqual(2 * first, 0.6, delta=0.02)
        self.assertAlmostEqual(2 * second, 0.5, delta=0.02)
        # Channel 0 to 1 carries 0.6, later 0.2; the two channels of 4 to 1 carry 0.3
        # later; at most 0.6.
        row = self.row("analyze", "c.ini", "--channels", "exact.csv")
        self.assertAlmostEqual(float(row["channel_load_max"]), 0.6, delta=1e-9)
        loads = sorted(float(channel["pattern_load"]) for channel in self.table("exact.csv"))
        for got, expected in zip(loads[-4:], (0.3, 0.3, 0.4, 0.6)):
            self.assertAlmostEqual(got, expected, delta=1e-9)
        self.assertEqual(
            self.refused("run", "c.ini", "run.warmup_cycles=auto"),
            "orthant: error: command line: run.warmup_cycles: auto finds where a steady state begins, and rates in "
            "traffic.file change with time; allowed: a number of cycles")
        self.assertEqual(
            self.refused("run", "c.ini", "traffic.load=0.1", "traffic.load_unit=capacity"),
            "orthant: error: command line: traffic.load_unit: capacity, but rates in traffic.file change with time, "
            "so that no load is a share of it; allowed: flits")
        self.assertIn("rates change with time, and saturate measures longer", self.refused("saturate", "c.ini"))
        self.assertIn("rates change with time, and a routing is designed for one matrix",
                      self.refused("design", "c.ini", "design.objective=pattern"))

    def test_are_a_pattern_that_routings_are_designed_for(self):
        row = self.row("design", "c.ini", "design.objective=pattern", *PHYSICAL)
        self.assertEqual(row["status"], "optimal")
        # Node 4 has two channels to share its 910, but its own channel to the router has one flit a cycle.
        self.assertAlmostEqual(float(row["pattern_throughput"]) * float(row["capacity_flits"]), MEAN / 910, delta=1e-6)

    def test_are_one_of_several_classes(self):
        self.write("c.ini", CONFIG.replace("pattern = flows\nfile = app.flows\n", "").replace(
            "[run]", "rate_unit = MB/s\n[time]\ncycle_ns = 1\n[channel]\nflit_bytes = 4\n"
            "[traffic.app]\npattern = flows\nfile = app.flows\n[traffic.noise]\npattern = uniform\nload = 0.05\n[run]"))
        row = self.row("run", "c.ini", "traffic.load_unit=flits")
        per_node = 10 / 12  # of twelve nodes ten send flows, and all send noise
        self.assertAlmostEqual(float(row["app.offered_flits"]), per_node * MEAN / 4000, delta=0.003)
        self.assertAlmostEqual(float(row["noise.offered_flits"]), 0.05, delta=0.003)

    def test_are_refused_where_a_source_cannot_send_them(self):
        busy = ("orthant: error: c.ini:12: traffic.file: app.flows: node 4 sends 910 flits per cycle at this traffic.scale "
                "or traffic.load; bernoulli makes at most 1; allowed: a lower one, or another traffic.injection")
        for verb in ("run", "sweep", "check"):
            self.assertEqual(self.refused(verb, "c.ini"), busy)
        done = self.orthant("sweep", "c.ini", *PHYSICAL, "traffic.scale=1,5", "run.measure_cycles=2000", "-q")
        self.assertIn("not simulated: 1 of 2 points", done.stderr)
        self.assertIn("since the busiest source sends", done.stderr)
        self.assertEqual([row["verdict"] for row in self.rows(done.stdout)][1], "impossible")

    def test_say_what_is_missing_or_too_much(self):
        self.assertIn("app.flows:2: a rate in MB/s needs time.cycle_ns and channel.flit_bytes, which are missing",
                      self.refused("run", "c.ini", "traffic.rate_unit=MB/s"))
        self.write("app.flows", "3 3 0.1\n")
        self.assertIn("traffic.self: no, but node 3 sends to itself; allowed: yes, or other flows",
                      self.refused("run", "c.ini", "traffic.self=no"))

    def test_are_named_in_the_error_of_a_matrix_of_rates(self):
        self.write("m.txt", "0 910\n32 0\n")
        line = self.refused("run", "c.ini", "traffic.pattern=matrix", "traffic.file=m.txt", "traffic.load=0.1",
                            "traffic.load_unit=flits", "topology.dimensions=2")
        self.assertTrue(line.endswith(
            "'910' is no probability; allowed: numbers from 0 to 1, traffic.pattern = flows for rates, or "
            "traffic.normalize = yes for weights, with which all nodes send alike: a row of 32 and one of 910 "
            "become equal"), line)

    def test_are_named_in_a_copy_of_the_config(self):
        self.orthant("run", "c.ini", "-q", *PHYSICAL, "-o", "r.csv")
        again = self.row("run", "r.csv.ini")
        first, = self.table("r.csv")
        self.assertEqual(again, first)


class Permutations(Command):
    FILES = {"g.edges": "nodes 0 2\nnodes 1 1\nnodes 2 3\nnodes 3 0\n0 1\n1 2\n2 3\n3 0\n1 3\n"}

    def test_are_those_that_analyze_writes(self):
        networks = [("topology.kind=torus", "topology.dimensions=4x4", f"routing.algorithm={routing}")
                    for routing in ("dor", "val", "romm", "o1turn")]
        networks += [("topology.kind=mesh", "topology.dimensions=3x4", "routing.algorithm=dor"),
                     ("topology.kind=graph", "topology.file=g.edges", "routing.algorithm=up_down"),
                     ("topology.kind=graph", "topology.file=g.edges", "routing.algorithm=shortest")]
        for network in networks:
            with self.subTest(network=network):
                self.write("n.ini", "[topology]\n")
                self.orthant("analyze", "n.ini", *network, "--permutation", "p.csv", "-o", "a.csv", "-q", "--overwrite")
                worst, = self.table("a.csv")
                row = self.row("analyze", "n.ini", *network, "traffic.pattern=permutation",
                               "traffic.file=p.csv")
                self.assertAlmostEqual(float(row["pattern_throughput_flits"]),
                                       float(worst["worst_case_throughput_flits"]), delta=1e-9)

    def test_of_one_routing_are_run_with_an_adaptive_one(self):
        self.orthant("analyze", "c.ini", "-q", "routing.algorithm=dor", "--permutation", "p.csv", "-o", "a.csv")
        row = self.row("run", "c.ini", "routing.algorithm=minimal_adaptive", "router.vcs=4",
                       "traffic.pattern=permutation", "traffic.file=p.csv", "traffic.load=0.1")
        self.assertEqual((row["pattern"], row["verdict"]), ("permutation", "stable"))


class Loads(Command):
    """check refuses every load that run refuses."""

    def test_that_run_refuses_are_refused_by_check(self):
        self.write("idle.txt", "1 0\n0 1\n")
        for words in (("traffic.load=1.2", "traffic.load_unit=flits", "traffic.packet_flits=1"),
                      ("traffic.load=0.6,0.9", "traffic.packet_flits=1"),
                      ("traffic.load=0.9", "traffic.injection=on_off", "traffic.burst_flits=32"),
                      ("traffic.load=0.4", "traffic.injection=on_off", "traffic.burst_flits=32", "traffic.duty=0.5"),
                      ("topology.dimensions=2", "traffic.pattern=matrix", "traffic.file=idle.txt", "traffic.self=no")):
            with self.subTest(words=words):
                verb = "sweep" if "," in words[0] else "run"
                run = self.orthant(verb, "c.ini", "-q", *words, expect=2)
                check = self.orthant("check", "c.ini", *words, expect=2)
                self.assertEqual(check.stderr, run.stderr)

    def test_that_sweep_simulates_in_part_are_warned_of(self):
        done = self.orthant("check", "c.ini", "traffic.load=0.2,0.9", "traffic.packet_flits=1")
        self.assertIn("are impossible: a node with bernoulli sends at most 1\n", done.stdout)

    def test_above_what_a_node_can_send_are_warned_of_once(self):
        words = ("traffic.load_unit=flits", "traffic.injection=poisson", "run.measure_cycles=5000", "-q")
        done = self.orthant("run", "c.ini", *words, "traffic.load=1.2", "run.repetitions=2")
        self.assertEqual(done.stderr.count("orthant: warning: a load of 1.2 asks for more than the 1 flit per cycle that "
                                           "a node can send: its source queue grows whatever the network does\n"), 1)
        done = self.orthant("sweep", "c.ini", *words, "traffic.load=0.1,1.1,1.2")
        self.assertEqual(done.stderr.count("orthant: warning: loads from 1.1 on ask for more than the 1 flit per cycle "
                                           "that a node can send"), 1)
        done = self.orthant("run", "c.ini", *words, "traffic.load=1.2", "channel.node_bandwidth=2")
        self.assertNotIn("source queue grows", done.stderr)

    def test_the_example_of_the_page_runs_as_it_is_pasted(self):
        page = (ROOT / "docs" / "traffic.md").read_text()
        blocks = re.findall(r"```(\w*)\n(.*?)```", page[page.index("## Flows"):], re.DOTALL)
        (lines, rates), (language, config) = blocks[:2]
        self.assertEqual((lines, language), ("", "ini"))
        self.write("application.flows", rates)
        self.write("page.ini", config)
        # 190 and 60 MB/s and 3.2 gbps in flits of 16 bytes and cycles of 1 ns, and one
        # rate of 0.25 flits.
        row = self.row("analyze", "page.ini")
        self.assertAlmostEqual(float(row["channel_load_max"]), 0.25, places=12)
        mean = (0.19 / 16 + 0.06 / 16 + 0.25 + 0.4 / 16) / 4
        row = self.row("run", "page.ini")
        self.assertEqual(row["verdict"], "stable")
        self.assertAlmostEqual(float(row["load"]), mean, places=9)
        self.assertAlmostEqual(float(row["offered_flits"]), mean, delta=0.05 * mean)
