"""orthant analyze, and its worst permutation as traffic."""

import json

from command import KEY_COLUMNS, Command
from small_torus import TORUS

ANALYZE_COLUMNS = ("capacity_flits,uniform_throughput,worst_case_throughput,"
                   "average_case_throughput,average_case_true,average_case_ci95,"
                   "pattern_throughput,path_length_mean,path_length_normalized,channel_load_max,"
                   "vc_classes,uniform_throughput_flits,worst_case_throughput_flits,"
                   "pattern_throughput_flits,path_length_max,stretch_max,class_load_max,"
                   "capacity_flits_at_least,capacity_flits_at_most")


class Analyze(Command):
    FILES = {"bare.ini": TORUS.replace("4x4", "8x8")}

    def analyzed(self, *words):
        return self.rows_of("analyze", "bare.ini", *words)

    def test_writes_one_row_per_combination(self):
        done = self.orthant("analyze", "bare.ini", "routing.algorithm=dor,val", "-q")
        self.assertEqual(done.stdout.splitlines()[0], f"{KEY_COLUMNS},{ANALYZE_COLUMNS}")
        dor, val = self.rows(done.stdout)
        self.assertEqual(dor["worst_case_throughput"], repr(2 / 7))
        self.assert_holds(val, worst_case_throughput="0.5", path_length_normalized="2")
        self.assert_holds(dor, pattern="", load_unit="", pattern_throughput="",
                          average_case_throughput="", uniform_throughput_flits="1",
                          path_length_max="8")
        self.assertAlmostEqual(float(val["worst_case_throughput_flits"]), 0.5, places=12)

    def test_needs_no_load_and_ignores_buffers_and_vcs(self):
        row, = self.analyzed("routing.algorithm=ival", "traffic.pattern=tornado", "router.vcs=1",
                             "router.buffer_flits=1", "traffic.packet_flits=9")
        self.assertEqual((row["vc_classes"], row["vcs"]), ("4", "1"))
        self.assertAlmostEqual(float(row["pattern_throughput"]), 8 / 15, places=12)

    def test_writes_paths_that_are_read_as_a_table(self):
        ival, = self.analyzed("routing.algorithm=ival", "traffic.pattern=tornado",
                              "--routing", "ival.paths", "--channels", "ival.csv")
        for algorithm in "table", "two_turn":
            table, = self.analyzed(f"routing.algorithm={algorithm}", "traffic.pattern=tornado",
                                   "routing.table_file=ival.paths", "--channels", "table.csv",
                                   "--routing", "again.paths", "--overwrite")
            self.assertEqual(table, {**ival, "routing": algorithm})
            self.assertEqual(self.table("table.csv"), self.table("ival.csv"))
            paths, again = ([line for line in self.text(name).splitlines()
                             if not line.startswith(("#", "checksum"))]
                            for name in ("ival.paths", "again.paths"))
            self.assertEqual(paths, again)

    def test_does_not_repeat_rows_for_axes_that_it_does_not_read(self):
        done = self.orthant("analyze", "bare.ini", "traffic.load=0.1,0.2", "run.seed=1,2")
        self.assertEqual(len(self.rows(done.stdout)), 1)
        self.assertIn("traffic.load: its 2 values are not read", done.stderr)
        refused = self.orthant("analyze", "c.ini", "traffic.load=0.1,0.2", "routing.algorithm=minimal_adaptive", "router.vcs=4", expect=2)
        self.assertRegex(refused.stderr, "^orthant: error: command line: routing.algorithm: minimal_adaptive is adaptive: [^\n]*\n$")

    def test_takes_the_load_of_the_pattern_where_one_is_given(self):
        uniform, tornado = (self.analyzed(*words)[0] for words in
                            ((), ("traffic.pattern=tornado",)))
        self.assertEqual(float(uniform["channel_load_max"]), 1)
        self.assertEqual(float(tornado["channel_load_max"]), 3)
        self.assertAlmostEqual(float(tornado["pattern_throughput"]), 1 / 3, places=12)

    def test_counts_what_a_node_can_receive(self):
        self.write("m.txt", "1 0 0 0\n1 0 0 0\n1 0 0 0\n0 0 0 1\n")
        row, = self.analyzed("topology.dimensions=4", "traffic.pattern=matrix",
                             "traffic.file=m.txt")
        # Node 2 is half way round and splits, so node 1's channel carries 1.5; node 0 receives 3.
        self.assertEqual(float(row["channel_load_max"]), 1.5)
        self.assertAlmostEqual(float(row["pattern_throughput"]) * float(row["capacity_flits"]),
                               1 / 3, places=12)

    def test_gives_the_worst_permutation_as_a_file_and_as_a_pattern(self):
        self.analyzed("--permutation", "p.csv", "--channels", "c.csv", "-o", "r.csv")
        row, = self.table("r.csv")
        permutation = self.table("p.csv")
        self.assertEqual([int(r["source"]) for r in permutation], list(range(64)))
        self.assertEqual(sorted(int(r["destination"]) for r in permutation), list(range(64)))
        worst = max(float(r["worst_case_load"]) for r in self.table("c.csv"))
        self.assertAlmostEqual(1 / worst, float(row["worst_case_throughput"]), places=12)
        as_pattern, = self.analyzed("traffic.pattern=worst_case")
        self.assertEqual(as_pattern["pattern_throughput"], row["worst_case_throughput"])
        matrix = "".join(" ".join("1" if int(r["destination"]) == t else "0" for t in range(64))
                         + "\n" for r in permutation)
        self.write("m.txt", matrix)
        as_matrix, = self.analyzed("traffic.pattern=matrix", "traffic.file=m.txt")
        self.assertEqual(as_matrix["pattern_throughput"], row["worst_case_throughput"])

    def test_leaves_no_node_idle_in_the_worst_permutation(self):
        # Under VAL every permutation is as bad as any other.
        for routing in ("val", "ival", "dor"):
            self.analyzed(f"routing.algorithm={routing}", "--permutation", "p.csv", "-o", "r.csv",
                          "--overwrite")
            self.assertFalse([r for r in self.table("p.csv") if r["source"] == r["destination"]])

    def test_simulates_the_worst_permutation(self):
        for load, verdict in (("0.24", "stable"), ("0.34", "saturated")):
            row = self.row("run", "bare.ini", "traffic.pattern=worst_case",
                           "traffic.load_unit=capacity", f"traffic.load={load}", "router.vcs=4",
                           "router.buffer_flits=16")
            self.assertEqual((row["verdict"], row["pattern"]), (verdict, "worst_case"))

    def test_writes_the_lengths_of_all_pairs(self):
        self.analyzed("routing.algorithm=val", "topology.dimensions=4x3", "--pairs", "l.csv",
                      "-o", "r.csv")
        pairs = self.table("l.csv")
        self.assertEqual(len(pairs), 144)
        row, = self.table("r.csv")
        mean = sum(float(r["length_mean"]) for r in pairs) / 144
        minimal = sum(float(r["length_min"]) for r in pairs) / 144
        self.assertAlmostEqual(mean, float(row["path_length_mean"]), places=12)
        self.assertAlmostEqual(mean / minimal, float(row["path_length_normalized"]), places=12)

    def test_is_the_same_for_any_number_of_threads(self):
        words = ("routing.algorithm=romm,rlb", "analysis.average_samples=7",
                 "analysis.average_sampling=permutation,sinkhorn,birkhoff",
                 "topology.dimensions=5x4")
        one = self.orthant("analyze", "bare.ini", *words, "-q", "-j", "1").stdout
        self.assertEqual(self.orthant("analyze", "bare.ini", *words, "-q", "-j", "3").stdout, one)
        single = ("routing.algorithm=romm", "analysis.average_samples=7", "--format", "csv")
        self.assertEqual(self.orthant("analyze", "bare.ini", *single, "-q", "-j", "1").stdout,
                         self.orthant("analyze", "bare.ini", *single, "-q", "-j", "3").stdout)

    def test_reproduces_itself_from_its_config(self):
        self.analyzed("routing.algorithm=interpolated", "interpolated.first=ival",
                      "interpolated.second=dor", "interpolated.alpha=0:1:0.5", "-o", "r.csv")
        self.orthant("analyze", "r.csv.ini", "-q", "-o", "again.csv")
        self.assertEqual(self.text("again.csv"), self.text("r.csv"))
        self.assertEqual([float(r["path_length_normalized"]) for r in self.table("r.csv")],
                         [1, 1.306640625, 1.61328125])

    def test_writes_json_with_the_config(self):
        document = json.loads(self.orthant("analyze", "bare.ini", "--format", "json", "-q").stdout)
        self.assertEqual(document["rows"][0]["routing"], "dor")
        self.assertEqual(document["config"]["topology.dimensions"], "8x8")

    def test_keeps_a_file_of_another_analysis(self):
        self.analyzed("-o", "r.csv")
        before = self.text("r.csv")
        self.assertIn("r.csv",
                      self.refused("analyze", "bare.ini", "routing.ties=plus", "-o", "r.csv"))
        self.assertEqual(self.text("r.csv"), before)
        self.orthant("analyze", "bare.ini", "routing.ties=plus", "-o", "r.csv", "--overwrite", "-q")
