"""The command from outside: results have the columns that their runs can fill, and files that have others keep them.

Usage: result_columns_test.py ORTHANT_BINARY [unittest options]
"""

import json
import re
import unittest

from command import KEY_COLUMNS, RUN_COLUMNS, SATURATE_COLUMNS, Command
from fnv import fnv
from small_torus import CONFIG

BEFORE, BEHIND = RUN_COLUMNS.split(",wanted_free_fraction,")
DETOURS = "derouted_fraction"
INTERMEDIATE = "oidn_fraction,widn_fraction"
EXCESS = "oidn_excess_max,oidn_beyond_fraction"
WITH_DETOURS = f"{BEFORE},{DETOURS},{INTERMEDIATE},{EXCESS},wanted_free_fraction,{BEHIND}"
ALL = f"{BEFORE},{DETOURS},{INTERMEDIATE},latency_mean_ns,refused_fraction,{EXCESS},wanted_free_fraction,{BEHIND}"
OUTPUT_QUEUED = ("router.model=output_queued", "router.switching=store_and_forward", "router.vcs=1")
LOADS = "traffic.load=0.1,0.2"
ROUTINGS = "routing.algorithm=dor,por,ofr"


def joined(*parts):
    return ",".join(filter(None, (KEY_COLUMNS, *parts)))


class ResultColumns(Command):
    FILES = {"c.ini": CONFIG.replace("vcs = 2", "vcs = 6").replace("measure_cycles = 10000", "measure_cycles = 3000")}

    def header(self, *words, verb="run"):
        return self.orthant(verb, "c.ini", "-q", "--format", "csv", *words).stdout.splitlines()[0]

    def sweep(self, *words, file="r.csv"):
        self.orthant("sweep", "c.ini", "-q", *words, "-o", file)

    def append(self, *words):
        self.orthant("run", "c.ini", "-q", *words, "-o", "r.csv", "--append")
        return self.rows(self.text("r.csv"))

    def fill_up(self, name, columns, finished=True):
        """Makes a file what a version wrote that left out no column: of these columns those that it lacks are empty."""
        names, text = columns.split(","), self.text(name)
        if name.endswith(".json"):
            for line in re.findall(r"^ +(\{.*\})", text, re.M):
                fields = dict(re.findall(r'"(\w+)": ([^,}]+)', line))
                more = ", ".join(f'"{column}": {fields.get(column, "null")}' for column in names)
                text = text.replace(line, f"{{{more}}}")
        else:
            lines = [",".join(row.get(column, "") for column in names) for row in self.rows(text)]
            text = "".join(f"{line}\n" for line in (columns, *lines))
        self.write(name, text)
        ini = self.text(f"{name}.ini").partition("; finished: ")[0]
        data = text.encode()
        self.write(f"{name}.ini", ini + f"; finished: {len(data)} bytes, FNV-1a {fnv(data):016x}\n" * finished)
        return text

    def test_are_those_that_a_run_can_fill(self):
        for words, columns in (
                ((), RUN_COLUMNS),
                (("time.cycle_ns=2",), f"{BEFORE},latency_mean_ns,wanted_free_fraction,{BEHIND}"),
                (("routing.algorithm=por",), f"{BEFORE},{DETOURS},wanted_free_fraction,{BEHIND}"),
                (("routing.algorithm=goal",), f"{BEFORE},{DETOURS},wanted_free_fraction,{BEHIND}"),
                (("routing.algorithm=ofr",), WITH_DETOURS),
                (OUTPUT_QUEUED, f"{BEFORE},refused_fraction,{BEHIND}")):
            with self.subTest(words=words):
                self.assertEqual(self.header(*words), joined(columns))

    def test_of_saturate_have_a_scale_with_flows_alone(self):
        words = ("run.tolerance=0.2",)
        self.assertEqual(self.header(*words, verb="saturate"), joined(SATURATE_COLUMNS))
        self.write("f.txt", "0 5 0.1\n3 4 0.1\n")
        flows = ("traffic.pattern=flows", "traffic.file=f.txt")
        config = self.text("c.ini").replace("load = 0.2\n", "").replace("load_unit = capacity\n", "")
        self.write("c.ini", config.replace("pattern = uniform\n", ""))
        self.assertEqual(self.header(*words, *flows, verb="saturate"), joined(SATURATE_COLUMNS, "saturation_scale"))

    def test_of_a_sweep_are_those_of_any_of_its_points(self):
        self.sweep(ROUTINGS)
        self.assertEqual(self.text("r.csv").splitlines()[0], joined(WITH_DETOURS))
        for row in self.rows(self.text("r.csv")):
            self.assertEqual((row["derouted_fraction"] != "", row["oidn_fraction"] != ""),
                             (row["routing"] != "dor", row["routing"] == "ofr"))
        self.sweep("router.model=input_queued,output_queued", *OUTPUT_QUEUED[1:], "topology.kind=mesh", file="m.csv")
        self.assertEqual(self.text("m.csv").splitlines()[0],
                         joined("router.model", BEFORE, "refused_fraction,wanted_free_fraction", BEHIND))
        self.assertEqual([(row["refused_fraction"] != "", row["wanted_free_fraction"] != "")
                          for row in self.rows(self.text("m.csv"))], [(False, True), (True, False)])

    def test_of_a_part_are_those_of_the_whole_sweep(self):
        self.sweep(ROUTINGS, file="whole.csv")
        names = [f"p{i}.csv" for i in (1, 2, 3)]
        for i, name in enumerate(names, 1):
            self.sweep(ROUTINGS, "--shard", f"{i}/3", file=name)
        self.orthant("merge", *names, "-o", "m.csv")
        self.assertEqual(self.text("m.csv"), self.text("whole.csv"))

    def test_of_json_are_the_same(self):
        self.sweep(LOADS, "--format", "json", file="r.json")
        rows = json.loads(self.text("r.json"))["rows"]
        self.assertEqual([",".join(row) for row in rows], [joined(RUN_COLUMNS)] * 2)

    def test_a_file_with_more_of_them_goes_on(self):
        for name, words in (("r.csv", ()), ("r.json", ("--format", "json"))):
            with self.subTest(name=name):
                self.sweep("traffic.load=0.1,0.2,0.3", *words, file="longer-" + name)
                self.sweep(LOADS, *words, file=name)
                old = self.fill_up(name, joined(ALL))
                self.sweep(LOADS, *words, "--timing", f"{name}.t1", file=name)
                self.assertEqual((self.text(name), self.computed(f"{name}.t1")), (old, []))
                self.sweep("traffic.load=0.1,0.2,0.3", *words, "--timing", f"{name}.t2", file=name)
                self.assertEqual(self.computed(f"{name}.t2"), [3])
                self.assertEqual(self.text(name), self.fill_up("longer-" + name, joined(ALL)))

    def test_a_file_with_more_of_them_that_was_interrupted_goes_on(self):
        self.sweep(LOADS)
        whole = self.fill_up("r.csv", joined(ALL))
        self.fill_up("r.csv", joined(ALL), finished=False)
        self.write("r.csv", "".join(whole.splitlines(keepends=True)[:2]))
        self.sweep(LOADS, "--timing", "t.csv")
        self.assertEqual((self.text("r.csv"), self.computed("t.csv")), (whole, [2]))

    def test_a_sweep_that_gains_a_routing_gains_its_columns(self):
        self.sweep(ROUTINGS, file="whole.csv")
        self.sweep("routing.algorithm=dor")
        self.sweep("routing.algorithm=dor,por", "--timing", "t1.csv")
        self.assertEqual(self.computed("t1.csv"), [2])
        self.sweep(ROUTINGS, "--timing", "t2.csv")
        self.assertEqual(self.computed("t2.csv"), [3])
        self.assertEqual(self.text("r.csv"), self.text("whole.csv"))
        self.assertEqual(self.text("r.csv.ini"), self.text("whole.csv.ini"))

    def test_parts_with_different_ones_are_merged(self):
        for i in (1, 2):
            self.sweep(LOADS, "--shard", f"{i}/2", file=f"p{i}.csv")
        self.sweep(LOADS)
        self.fill_up("p2.csv", joined(ALL))
        self.assertEqual(self.orthant("merge", "p1.csv", "p2.csv").stdout, self.fill_up("r.csv", joined(ALL)))
        self.fill_up("p1.csv", joined(RUN_COLUMNS.replace("limit", "bound")))
        done = self.orthant("merge", "p1.csv", "p2.csv", expect=2)
        self.assertEqual(done.stderr, "orthant: error: p1.csv: part 1/2 has other columns than p2.csv; allowed: parts as "
                                      "they were written\n")

    def test_runs_with_different_ones_are_appended(self):
        routings = "dor", "ofr", "por", "dor"
        single = [self.row("run", "c.ini", f"routing.algorithm={routing}") for routing in routings[:3]]
        for routing in routings:
            rows = self.append(f"routing.algorithm={routing}")
        self.assertEqual(self.text("r.csv").splitlines()[0], joined(WITH_DETOURS))
        self.assertEqual([{name: field for name, field in row.items() if field} for row in rows],
                         [{name: field for name, field in row.items() if field} for row in single])
        self.assertEqual(len(self.append(*OUTPUT_QUEUED)), 4)
        self.assertEqual(self.rows(self.text("r.csv"))[:3], [{**row, "refused_fraction": ""} for row in rows])
        again = self.orthant("run", "r.csv.ini", "routing.algorithm=ofr", "-q")
        self.assertEqual(self.rows(again.stdout), single[1:2])

    def test_a_run_is_appended_to_a_file_with_more_of_them(self):
        self.append()
        self.fill_up("r.csv", joined(ALL), finished=False)
        self.assertEqual([row["load"] for row in self.append("traffic.load=0.3")], ["0.2", "0.3"])
        self.assertEqual(self.text("r.csv").splitlines()[0], joined(ALL))
        self.assertEqual(len(self.append("traffic.load=0.3")), 2)

    def test_a_file_with_more_rows_is_not_replaced(self):
        self.append()
        self.append("traffic.load=0.3")
        self.fill_up("r.csv", joined(ALL), finished=False)
        done = self.orthant("run", "c.ini", "-q", "-o", "r.csv", expect=2)
        self.assertIn("r.csv: has 2 rows, this run makes 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
