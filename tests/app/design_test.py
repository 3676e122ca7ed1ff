"""orthant design, its tables, and the routings that are solved on first use."""

import json
import os
import signal

from command import Command
from small_torus import TORUS

COLUMNS = ("topology,dimensions,objective,paths,locality,capacity_flits,worst_case_throughput,"
           "average_case_throughput,path_length_normalized,dual_gap,variables,constraints,status,"
           "pattern_throughput,average_case_true,average_case_ci95,load,load_bound,"
           "path_length_bound,table_paths,turns_max,vc_classes")
CONFIG = "[topology]\nkind = torus\ndimensions = 8x8\n[design]\nobjective = worst_case\nthen = path_length\n"
NETWORK = TORUS.replace("4x4", "6x6").replace("dor", "two_turn")


class Design(Command):
    FILES = {"design.ini": CONFIG, "network.ini": NETWORK}

    def designed(self, *words):
        return self.rows_of("design", "design.ini", *words)

    def test_has_one_row_for_all_routings_and_routers(self):
        done = self.orthant("design", "design.ini", "topology.dimensions=4x4", "routing.algorithm=dor,val",
                            "router.vcs=2,4", "--routing", "best.paths")
        self.assertEqual(len(self.rows(done.stdout)), 1)
        self.assertIn("routing.algorithm: its 2 values are not read by design", done.stderr)
        self.assertTrue((self.folder / "best.paths").exists())

    def test_finds_the_shortest_paths_of_the_best_worst_case(self):
        done = self.orthant("design", "design.ini", "-q")
        self.assertEqual(done.stdout.splitlines()[0], COLUMNS)
        row, = self.rows(done.stdout)
        self.assert_holds(row, status="optimal", objective="worst_case", paths="any", locality="")
        self.assertAlmostEqual(float(row["worst_case_throughput"]), 0.5, places=9)
        self.assertAlmostEqual(float(row["path_length_normalized"]), 11359 / 7680, places=9)
        self.assertLess(abs(float(row["dual_gap"])), 1e-7)
        two_turn, = self.designed("design.paths=turns")
        self.assertAlmostEqual(float(two_turn["path_length_normalized"]), 95 / 64, places=9)
        self.assertEqual((two_turn["turns_max"], two_turn["vc_classes"]), ("2", "4"))
        minimal, = self.designed("design.paths=minimal")
        self.assertAlmostEqual(float(minimal["worst_case_throughput"]), 2 / 7, places=9)

    def test_writes_a_table_with_the_designed_worst_case(self):
        row, = self.designed("design.locality=1.2", "--routing", "best.paths")
        self.write("table.ini", NETWORK.replace("6x6", "8x8").replace("two_turn", "table\ntable_file = best.paths"))
        table = self.row("analyze", "table.ini")
        for column in "worst_case_throughput", "path_length_normalized":
            self.assertAlmostEqual(float(table[column]), float(row[column]), delta=1e-9)
        self.assertEqual(table["vc_classes"], row["vc_classes"])
        notes = self.text("best.paths").splitlines()[:9]
        self.assertIn("# designed for worst_case, paths: any", notes)

    # The README designs a routing with a config that sweeps loads.
    def test_does_not_read_loads(self):
        row, = self.designed("topology.dimensions=4x4", "traffic.pattern=uniform", "traffic.load=0.1:0.9:0.1",
                             "--routing", "best.paths")
        self.assertEqual(row["status"], "optimal")
        self.assertTrue((self.folder / "best.paths").exists())
        done = self.orthant("design", "design.ini", "topology.dimensions=4x4,3x3", "traffic.load=0.1:0.9:0.1")
        self.assertEqual(len(self.rows(done.stdout)), 2)
        self.assertIn("traffic.load: its 9 values are not read by design", done.stderr)

    def test_traces_a_curve_and_resumes_it(self):
        words = ["design", "design.ini", "design.then=path_length", "topology.dimensions=4x4",
                 "design.locality=1:1.3:0.1", "design.paths=any,turns"]
        self.orthant(*words, "-q", "-o", "curve.csv")
        text = self.text("curve.csv")
        rows = self.rows(text)
        self.assertEqual([row["locality"] for row in rows if row["paths"] == "any"],
                         ["1", "1.1", "1.2", "1.3"])
        worst = [float(row["worst_case_throughput"]) for row in rows if row["paths"] == "any"]
        self.assertEqual(worst, sorted(worst))
        again = self.orthant(*words, "-o", "curve.csv")
        self.assertIn("8 of 8 designs there already", again.stderr)
        self.assertEqual(self.text("curve.csv"), text)

    # Inverts the curve: the throughput found for a length limit yields that length again.
    def test_finds_the_shortest_paths_for_a_throughput(self):
        limited, = self.designed("design.locality=1.2")
        reached = limited["worst_case_throughput"]
        rows = self.designed(f"design.throughput={reached},0.4,0.285", "design.paths=any,turns")
        found = {(row["paths"], row["design.throughput"]): row for row in rows}
        self.assertAlmostEqual(float(found["any", reached]["path_length_normalized"]), 1.2, places=8)
        self.assertAlmostEqual(float(found["any", "0.4"]["worst_case_throughput"]), 0.4, places=9)
        self.assertEqual((found["any", "0.4"]["load"], found["any", "0.4"]["load_bound"]), ("2.5", ""))
        self.assertLess(abs(float(found["any", "0.4"]["dual_gap"])), 1e-9)
        # Minimal routings reach 2/7.
        self.assertAlmostEqual(float(found["turns", "0.285"]["path_length_normalized"]), 1, places=9)

    def test_reports_an_infeasible_throughput(self):
        done = self.orthant("design", "design.ini", "design.throughput=0.51", expect=3)
        row, = self.rows(done.stdout)
        self.assertEqual((row["status"], row["path_length_normalized"]), ("infeasible", ""))

    def test_names_other_axes_in_columns_of_their_own(self):
        rows = self.designed("topology.dimensions=4x4", "design.paths=turns",
                             "design.turns=2,1", "design.objective=capacity")
        self.assertEqual([row["design.turns"] for row in rows], ["2", "1"])

    def test_designs_for_patterns_and_averages(self):
        tornado, = self.designed("design.objective=pattern", "traffic.pattern=tornado")
        self.assertAlmostEqual(float(tornado["pattern_throughput"]), 8 / 15, places=9)
        self.assertAlmostEqual(float(tornado["load"]), 15 / 8, places=9)
        average, = self.designed("design.objective=average_case", "topology.dimensions=4x4",
                                 "analysis.average_samples=20")
        self.assertAlmostEqual(1 / float(average["load"]) / float(average["capacity_flits"]),
                               float(average["average_case_throughput"]), places=7)
        self.assertTrue(average["average_case_ci95"])

    def test_agrees_with_analyze_at_a_hotspot(self):
        words = ["topology.dimensions=4x4", "traffic.pattern=hotspot", "traffic.hotspot_nodes=5",
                 "traffic.hotspot_share=0.5"]
        row, = self.designed("design.objective=pattern", "--routing", "hot.paths", *words)
        table = self.row("analyze", "design.ini", "routing.algorithm=table",
                                        "routing.table_file=hot.paths", *words)
        # Half of all traffic and 1/16 of the rest go to one of 16 nodes.
        self.assertAlmostEqual(float(row["pattern_throughput"]) * float(row["capacity_flits"]),
                               1 / (16 * (0.5 + 0.5 / 16)), places=9)
        self.assertAlmostEqual(float(table["pattern_throughput"]),
                               float(row["pattern_throughput"]), places=9)

    def test_keeps_the_best_routing_at_a_time_limit(self):
        words = "topology.dimensions=8x8", "design.time_limit_seconds=0.001"
        done = self.orthant("design", "design.ini", *words, "--routing", "some.paths")
        row, = self.rows(done.stdout)
        self.assertEqual(row["status"], "time_limit")
        self.assertIn("time_limit: the best routing so far", done.stderr)
        # The machine determines which program hits the limit; the optima are 2 and 1.479036.
        self.assertLess(float(row["load_bound"] or 0), 2 + 1e-9)
        self.assertLess(float(row["path_length_bound"] or 0), 1.4791)
        self.assertGreater(float(row["load"]), 2 - 1e-6)
        self.assertAlmostEqual(float(row["worst_case_throughput"]), 1 / float(row["load"]), places=8)
        table = self.row("analyze", "design.ini", "topology.dimensions=8x8", "routing.algorithm=table",
                         "routing.table_file=some.paths")
        self.assertAlmostEqual(float(table["worst_case_throughput"]), float(row["worst_case_throughput"]), places=8)
        several = self.orthant("design", "design.ini", "topology.dimensions=4x4,16x16",
                               "design.time_limit_seconds=0.05", "-o", "some.csv")
        self.assertIn("time_limit", several.stderr)
        statuses = [row["status"] for row in self.table("some.csv")]
        self.assertEqual(statuses, ["optimal", "time_limit"])

    def test_fails_at_a_time_limit_where_no_routing_is_within_the_limits(self):
        row, = self.rows(self.orthant("design", "design.ini", "topology.dimensions=16x16", "design.then=none",
                                      "design.throughput=0.6", "design.time_limit_seconds=0.01", expect=3).stdout)
        self.assertEqual((row["status"], row["worst_case_throughput"]), ("time_limit", ""))

    def test_an_interrupt_ends_it(self):
        done = self.interrupted("design", "design.ini", "topology.dimensions=24x24")
        self.assertEqual(done.stdout, "")
        self.assertIn("interrupted", done.stderr)

    def test_an_interrupt_ends_a_large_program_that_is_set_up(self):
        # It takes some minutes.
        self.interrupted("design", "design.ini", "topology.dimensions=64x64", "design.then=none", how=signal.SIGTERM,
                         until=lambda process: "design worst_case: the program is being set up" in process.stderr.readline())

    def test_writes_the_program(self):
        self.designed("topology.dimensions=4x4", "--write-mps", "program.mps")
        text = self.text("program.mps")
        self.assertIn("\nROWS", text)
        self.assertTrue(text.rstrip().endswith("ENDATA"))

    def test_gives_the_same_by_both_methods(self):
        simplex, = self.designed("design.method=simplex")
        inner, = self.designed("design.method=interior_point")
        for column in "path_length_normalized", "worst_case_throughput":
            self.assertAlmostEqual(float(simplex[column]), float(inner[column]), delta=1e-7)

    def test_prints_a_table_and_json(self):
        self.assertIn("worst_case_throughput",
                      self.orthant("design", "design.ini", "--format", "table").stdout)
        result = json.loads(self.orthant("design", "design.ini", "--format", "json").stdout)
        self.assertEqual(result["config"]["design.objective"], "worst_case")


class SolvedOnFirstUse(Command):
    FILES = {"network.ini": NETWORK}

    def analyzed(self, *words):
        done = self.orthant("analyze", "network.ini", *words)
        row, = self.rows(done.stdout)
        return row, done.stderr

    def test_two_turn_is_solved_once_and_kept(self):
        row, log = self.analyzed("--cache", "kept")
        self.assertIn("is being solved", log)
        self.assertAlmostEqual(float(row["worst_case_throughput"]), 0.5, places=9)
        # The optimum of all routings, to which 2TURN is equal with radix 6.
        self.assertAlmostEqual(float(row["path_length_normalized"]), 545 / 378, places=9)
        self.assertEqual(row["vc_classes"], "4")
        file, = (self.folder / "kept").iterdir()
        again, log = self.analyzed("--cache", "kept")
        self.assertNotIn("solved", log)
        self.assertEqual(again, row)
        # A damaged table is solved again.
        file.write_text(file.read_text()[:-30])
        repaired, log = self.analyzed("--cache", "kept")
        self.assertIn("solved again", log)
        self.assertEqual(repaired, row)

    def test_two_turn_that_is_interrupted_is_not_kept(self):
        # Takes a minute on a mesh.
        for verb in "analyze", "check":
            begun = "two_turn for mesh 8x8 is being solved, which may take minutes"
            done = self.interrupted(verb, "network.ini", "topology.kind=mesh", "topology.dimensions=8x8", "--cache", "kept",
                                    until=lambda process: begun in process.stderr.readline())
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr, "orthant: warning: interrupted: two_turn is not solved, and nothing of it is kept\n"
                                          "orthant: interrupted: nothing is written\n")
            self.assertEqual(list((self.folder / "kept").iterdir()), [])

    def test_two_turn_a_has_the_better_average_case(self):
        rows = {}
        for name in "two_turn", "two_turn_a":
            rows[name], _ = self.analyzed(f"routing.algorithm={name}", "--cache", "kept",
                                          "analysis.average_samples=100", "analysis.average_seed=2")
        self.assertGreater(float(rows["two_turn_a"]["average_case_throughput"]),
                           float(rows["two_turn"]["average_case_throughput"]))
        self.assertLess(float(rows["two_turn_a"]["worst_case_throughput"]), 0.5)

    def test_networks_of_other_bandwidths_or_nodes_have_tables_of_their_own(self):
        self.analyzed("--cache", "kept")
        row, log = self.analyzed("--cache", "kept", "channel.bandwidth.by_dimension=1 2")
        self.assertIn("is being solved", log)
        _, log = self.analyzed("--cache", "kept", "topology.nodes_per_router=2")
        self.assertIn("is being solved", log)
        self.assertEqual(len(list((self.folder / "kept").iterdir())), 3)
        self.assertAlmostEqual(float(row["worst_case_throughput"]), 0.5, places=9)

    def test_the_cache_folder_of_the_user_is_the_default(self):
        self.orthant("analyze", "network.ini", "-q",
                     env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "xdg")})
        self.assertEqual(len(list((self.folder / "xdg" / "orthant").iterdir())), 1)

    def test_it_is_simulated(self):
        done = self.orthant("run", "network.ini", "traffic.pattern=uniform", "traffic.load=0.2",
                            "traffic.load_unit=capacity", "run.measure_cycles=2000",
                            "--cache", "kept", "-q")
        self.assertEqual(self.rows(done.stdout)[0]["verdict"], "stable")
