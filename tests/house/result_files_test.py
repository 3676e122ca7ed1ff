"""Tests of scripts/result_files.py: which rows are the same experiment, and which runs come twice."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot  # noqa: E402
from result_files import read_results  # noqa: E402
from tables import InputError  # noqa: E402

COLUMNS = "topology,dimensions,routing,pattern,vcs,load_unit"
MEASURED = "load,seed,verdict,offered_flits,accepted_flits,offered_capacity,accepted_capacity,latency_mean"


def rows(*loads, seed=1, latency=20, keys="torus,8x8,dor,uniform,2,capacity"):
    return [f"{keys},{load},{seed},stable,{load},{load},{load},{load},{latency}" for load in loads]


def config(latency="1", load="0.1:0.3:0.1", seed="1", repetitions="1", version="0.1.0", file="", notes=()):
    return "\n".join([f"; orthant {version}", *([f"; traffic.file {file}"] if file else []), "[topology]",
                      "kind = torus", "", "[channel]", f"latency_cycles = {latency}", "", "[traffic]",
                      f"load = {load}", *(["file = m.txt"] if file else []), "", "[run]", f"seed = {seed}",
                      f"repetitions = {repetitions}", "", "[output]", f"csv = {latency}.csv", *notes]) + "\n"


class ResultFilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, lines, ini=None, header=f"{COLUMNS},{MEASURED}"):
        path = self.folder / name
        path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
        if ini is not None:
            (self.folder / f"{name}.ini").write_text(ini, encoding="utf-8")
        return str(path)

    def lines(self, *paths):
        """{label: loads} of what would be drawn."""
        series, _ = plot.make_series(*read_results(paths), "capacity")
        return {label: list(points["offered"]) for label, _, points in series}

    def refusal(self, *paths):
        with self.assertRaises(InputError) as refused:
            read_results(paths)
        return str(refused.exception).replace(f"{self.folder}/", "")

    def test_columns_of_a_class_hold_words_too(self):
        header = f"{COLUMNS},{MEASURED},bulk.verdict,bulk.latency_mean"
        path = self.write("classes.csv", [f"{row},saturated,30" for row in rows(0.1, 0.2)], config(), header)
        table, _ = read_results([path])
        self.assertEqual(list(table["bulk.verdict"]), ["saturated"] * 2)
        self.assertEqual(list(table["bulk.latency_mean"]), [30, 30])

    # Both sweeps have the same columns, seed and loads.
    def test_sweeps_that_differ_in_a_key_without_a_column_are_two_lines(self):
        near = self.write("near.csv", rows(0.1, 0.2), config("1"))
        far = self.write("far.csv", rows(0.1, 0.2), config("4"))
        self.assertEqual(self.lines(near, far), {"1": [0.1, 0.2], "4": [0.1, 0.2]})
        _, columns = read_results([near, far])
        self.assertEqual(columns[-1], "channel.latency_cycles")
        self.assertEqual(plot.make_series(*read_results([near, far]), "capacity")[1],
                         "channel latency (cycles)")

    def test_loads_seeds_and_outputs_are_no_other_experiment(self):
        low = self.write("low.csv", rows(0.1), config(load="0.1"))
        high = self.write("high.csv", rows(0.5, seed=2), config(load="0.5", seed="2", repetitions="3"))
        self.assertEqual(self.lines(low, high), {"": [0.1, 0.5]})

    def test_equal_numbers_are_equal_however_they_are_written(self):
        files = [self.write(f"{i}.csv", rows(load), config(text))
                 for i, (load, text) in enumerate(((0.1, "2"), (0.2, "2.0"), (0.3, "2.50")))]
        self.assertEqual(self.lines(*files), {"2": [0.1, 0.2], "2.5": [0.3]})

    def test_the_column_of_a_swept_key_is_compared_with_the_config_of_another_file(self):
        header = f"{COLUMNS},channel.latency_cycles,{MEASURED}"
        swept = self.write("swept.csv", [*rows(0.1, keys="torus,8x8,dor,uniform,2,capacity,1"),
                                         *rows(0.1, keys="torus,8x8,dor,uniform,2,capacity,4")],
                           config("1, 4"), header)
        alone = self.write("alone.csv", rows(0.2), config("4"))
        self.assertEqual(self.lines(swept, alone), {"1": [0.1], "4": [0.1, 0.2]})
        again = self.write("again.csv", rows(0.1), config("4"))
        self.assertEqual(self.refusal(swept, again), "again.csv: row 1 and row 2 of swept.csv are the same run: "
                                                     "equal keys, seed 1 and load 0.1; it would count twice; allowed: once")

    def test_rows_that_were_added_are_told_apart_by_their_notes(self):
        notes = ("; row 2: orthant run 'a b.csv.ini' channel.latency_cycles=4",
                 "; rows 3 to 4: orthant run 'a b.csv.ini' traffic.load=0.2 run.repetitions=2 "
                 "'traffic.hotspot_nodes=1 2'")
        added = self.write("a b.csv", [*rows(0.1), *rows(0.1), *rows(0.2), *rows(0.2, seed=2)],
                           config(load="0.1", notes=notes))
        self.assertEqual(self.lines(added), {"channel latency 1 cycle": [0.1],
                                             "channel latency 4 cycles": [0.1],
                                             "channel latency 1 cycle, hotspot nodes 1 2": [0.2]})

    def test_a_row_that_no_note_explains_is_refused(self):
        explained = self.write("r.csv", [*rows(0.1), *rows(0.1, seed=2)], config(load="0.1", repetitions="2"))
        self.assertEqual(self.lines(explained), {"": [0.1]})
        lost = self.write("lost.csv", rows(0.1, 0.2), config(load="0.1"))
        self.assertEqual(self.refusal(lost), "lost.csv.ini: does not say how row 2 of lost.csv was made; allowed: both files as orthant wrote them")

    def test_other_contents_of_an_input_file_and_another_version_are_another_experiment(self):
        files = [self.write(f"{i}.csv", rows(0.1), config(load="0.1", version=version,
                                                          file=f"m.txt: 512 bytes, FNV-1a {content}"))
                 for i, (version, content) in enumerate((("0.1.0", "ab"), ("0.1.0", "cd"), ("0.2.0", "ab")))]
        self.assertEqual(list(self.lines(*files)), ["file m.txt (FNV-1a ab), version 0.1.0",
                                                    "file m.txt (FNV-1a cd), version 0.1.0",
                                                    "file m.txt (FNV-1a ab), version 0.2.0"])
        changed = self.write("changed.csv", [*rows(0.1), *rows(0.1)],
                             config(load="0.1", file="m.txt: 512 bytes, FNV-1a ab", notes=(
                                 "; being added, bytes 9 to 12: row 2: orthant run r.csv.ini "
                                 "# traffic.file m.txt: 512 bytes, FNV-1a cd",)))
        self.assertEqual(list(self.lines(changed)), ["m.txt (FNV-1a ab)", "m.txt (FNV-1a cd)"])

    def test_the_same_run_twice_is_refused(self):
        twice = self.write("a.csv", rows(0.1, 0.2, 0.1))
        self.assertEqual(self.refusal(twice), "a.csv: row 3 and row 1 of a.csv are the same run: equal keys, "
                                              "seed 1 and load 0.1; it would count twice; allowed: once")
        self.assertEqual(self.lines(self.write("b.csv", [*rows(0.1), *rows(0.1, seed=2)])), {"": [0.1]})

    def test_a_file_without_its_config_stands_alone(self):
        known = self.write("known.csv", rows(0.1), config())
        unknown = self.write("unknown.csv", rows(0.2))
        self.assertEqual(self.lines(unknown), {"": [0.2]})
        self.assertEqual(self.refusal(known, unknown),
                         "unknown.csv: unknown.csv.ini, which says how it was made, is not there; its rows and "
                         "those of known.csv would make one line; allowed: both with it")
        other = self.write("other.csv", rows(0.2, keys="torus,8x8,o1turn,uniform,2,capacity"))
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(self.lines(known, other), {"dor": [0.1], "o1turn": [0.2]})
        self.assertIn(f"{other}.ini, which says how {other} was made, is not there: keys without a column are "
                      "taken to be as in the other files\n", said.getvalue())

    def test_keys_may_be_averaged_over(self):
        files = [self.write(f"{i}.csv", rows(0.1, latency=20 + 2 * i), config(str(i))) for i in (1, 2)]
        (_, _, points), = plot.make_series(*read_results(files), "capacity",
                                           over=["channel.latency_cycles"])[0]
        self.assertEqual(list(points["latency"]), [23])


if __name__ == "__main__":
    unittest.main()
