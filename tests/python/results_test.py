"""Which rows are the same experiment, which runs come twice, and how they are averaged."""

from figure_files import Figures

from orthant.errors import ConfigError
from orthant.results import facts
from orthant.results.results import Results, lines_of
from orthant.results.rows import half_width

COLUMNS = "topology,dimensions,routing,pattern,vcs,load_unit"
MEASURED = "load,seed,verdict,offered_flits,accepted_flits,offered_capacity,accepted_capacity,latency_mean"
KEYS = "torus,8x8,dor,uniform,2,capacity"


def rows(*loads, seed=1, latency=20, keys=KEYS):
    return [f"{keys},{load},{seed},stable,{load},{load},{load},{load},{latency}" for load in loads]


def config(latency="1",
           load="0.1:0.3:0.1", seed="1", repetitions="1", version="0.1.0", file="", notes=()):
    return "\n".join([f"; orthant {version}", *([f"; traffic.file {file}"] if file else []),
                      "[topology]", "kind = torus", "", "[channel]", f"latency_cycles = {latency}",
                      "", "[traffic]", f"load = {load}", *(["file = m.txt"] if file else []), "",
                      "[run]", f"seed = {seed}", f"repetitions = {repetitions}", "", "[output]",
                      f"csv = {latency}.csv", *notes]) + "\n"


class ResultFiles(Figures):
    def file(self, name, lines, ini=None, header=f"{COLUMNS},{MEASURED}"):
        (self.folder / f"{name}.ini").unlink(missing_ok=True)
        if ini is not None:
            self.write(f"{name}.ini", ini)
        self.write(name, "\n".join([header, *lines]) + "\n")
        return str(self.folder / name)

    def lines(self, *paths):
        """{label: loads} of what would be drawn, and what is noted."""
        results = Results(paths).simplify()
        self.notes = [note.replace(f"{self.folder}/", "") for note in results.notes]
        lines, self.title = lines_of(results.rows, results.keys)
        return {label: own["load"] for _, label, own in lines}

    def refusal(self, *paths):
        with self.assertRaises(ConfigError) as refused:
            Results(paths)
        return str(refused.exception).replace(f"{self.folder}/", "")

    # Both sweeps have the same columns, seed and loads.
    def test_sweeps_that_differ_in_a_key_without_a_column_are_two_lines(self):
        near, far = self.file("near.csv", rows(0.1, 0.2), config("1")), self.file(
            "far.csv", rows(0.1, 0.2), config("4"))
        self.assertEqual((self.lines(near, far), self.title),
                         ({"1": [0.1, 0.2], "4": [0.1, 0.2]}, "channel latency (cycles)"))

    def test_loads_seeds_and_outputs_are_no_other_experiment(self):
        low = self.file("low.csv", rows(0.1), config(load="0.1"))
        high = self.file("high.csv", rows(0.5, seed=2), config(load="0.5",
                                                               seed="2", repetitions="3"))
        self.assertEqual(self.lines(low, high), {"": [0.1, 0.5]})

    def test_equal_numbers_are_equal_however_they_are_written(self):
        files = [self.file(f"{i}.csv", rows(load), config(text))
                 for i, (load, text) in enumerate(((0.1, "2"), (0.2, "2.0"), (0.3, "2.50")))]
        self.assertEqual(self.lines(*files), {"2": [0.1, 0.2], "2.5": [0.3]})

    def test_the_column_of_a_swept_key_is_compared_with_the_config_of_another_file(self):
        header = f"{COLUMNS},channel.latency_cycles,{MEASURED}"
        swept = self.file("swept.csv", [*rows(0.1, keys=f"{KEYS},1"), *rows(0.1, keys=f"{KEYS},4")],
                          config("1, 4"), header)
        self.assertEqual(self.lines(swept, self.file("alone.csv", rows(0.2), config("4"))),
                         {"1": [0.1], "4": [0.1, 0.2]})

    # The same run in two files is drawn once, and reported; with other results, or twice in a
    # file, it is a mistake.
    def test_a_run_that_two_files_share_is_drawn_once(self):
        first, again = self.file("a.csv", rows(0.1, 0.2), config()), self.file(
            "b.csv", rows(0.2, 0.3), config())
        self.assertEqual((self.lines(first, again), self.notes),
                         ({"": [0.1, 0.2, 0.3]}, ["b.csv: row 1 is in a.csv too, and drawn once"]))
        wider = self.file("wider.csv", [f"{row},,0.5" for row in rows(0.2)], config(),
                          f"{COLUMNS},{MEASURED},derouted_fraction,wanted_free_fraction")
        narrower = self.file("narrower.csv", [f"{row},0.5" for row in rows(0.2)], config(),
                             f"{COLUMNS},{MEASURED},wanted_free_fraction")
        self.assertEqual(self.lines(wider, narrower), {"": [0.2]})
        other = self.file("c.csv", rows(0.2, latency=99), config())
        same = "are the same run: equal keys, seed 1 and load {}; it would count twice; allowed: once"
        self.assertEqual(self.refusal(first, other),
                         f"c.csv: row 1 and row 2 of a.csv {same.format(0.2)}")
        self.assertEqual(self.refusal(self.file("d.csv", rows(0.1, 0.1))),
                         f"d.csv: row 2 and row 1 of d.csv {same.format(0.1)}")

    def test_rows_that_were_added_are_distinguished_by_their_notes(self):
        notes = ("; row 2: orthant run 'a b.csv.ini' channel.latency_cycles=4",
                 "; rows 3 to 4: orthant run 'a b.csv.ini' traffic.load=0.2 run.repetitions=2 "
                 "'traffic.hotspot_nodes=1 2'")
        added = self.file("a b.csv", [*rows(0.1), *rows(0.1), *rows(0.2), *rows(0.2, seed=2)],
                          config(load="0.1", notes=notes))
        self.assertEqual({label: len(loads) for label, loads in self.lines(added).items()},
                         {"1": 3, "4": 1})  # only hotspot traffic reads hot nodes
        lost = self.file("lost.csv", rows(0.1, 0.2), config(load="0.1"))
        self.assertEqual(self.refusal(lost), "lost.csv.ini: does not say how row 2 of lost.csv was "
                         "made; allowed: both files as orthant wrote them")

    def test_other_contents_of_an_input_file_and_another_version_are_another_experiment(self):
        keys = KEYS.replace("uniform", "matrix")
        files = [self.file(f"{i}.csv", rows(0.1, keys=keys),
                           config(load="0.1", version=version,
                                  file=f"m.txt: 512 bytes, FNV-1a {content}"))
                 for i, (version, content) in enumerate((("0.1.0", "ab"), ("0.1.0", "cd"),
                                                         ("0.2.0", "ab")))]
        self.assertEqual(list(self.lines(*files)),
                         ["file m.txt (ab), version 0.1.0", "file m.txt (cd), version 0.1.0",
                          "file m.txt (ab), version 0.2.0"])

    def test_a_file_without_its_config_is_a_line_of_its_own(self):
        known, unknown = self.file("known.csv", rows(0.1), config()), self.file(
            "unknown.csv", rows(0.2))
        self.assertEqual(list(self.lines(known, unknown).values()), [[0.1], [0.2]])
        self.assertEqual(self.notes,
                         ["unknown.csv.ini, which says how unknown.csv was made, is not there: its "
                          "rows are lines of their own"])
        self.assertEqual((self.lines(unknown), self.notes), ({"": [0.2]}, []))

    def test_columns_of_a_class_hold_words_too(self):
        header = f"{COLUMNS},{MEASURED},bulk.verdict,bulk.latency_mean"
        results = Results([self.file("classes.csv",
                                     [f"{row},saturated,30" for row in rows(0.1, 0.2)], config(),
                                     header)])
        self.assertEqual((results.rows["bulk.verdict"], results.rows["bulk.latency_mean"]),
                         (["saturated"] * 2, [30, 30]))

    # Two samples that differ by d: 12.706 d / 2; 100 samples use the normal quantile 1.96.
    def test_intervals_are_those_of_student(self):
        self.assertAlmostEqual(half_width([1, 3]), 12.706, 6)
        self.assertAlmostEqual(half_width([0, 2] * 50), 1.96 * (100 / 99) ** 0.5 / 10, 6)


class Facts(Figures):
    def test_are_those_that_the_program_lists(self):
        self.assertEqual(facts.read_where()["traffic.burst_flits"], ("injection", {"on_off"}))
        self.assertEqual(facts.read_where()["traffic.file"],
                         ("pattern", {"matrix", "flows", "permutation"}))
        self.assertEqual(
            {
                key: facts.key_columns()[key]
                for key in ("topology.kind", "routing.algorithm", "router.vcs", "traffic.load",
                            "run.seed")
            }, {
                "topology.kind": "topology", "routing.algorithm": "routing", "router.vcs": "vcs",
                "traffic.load": "load", "run.seed": "seed"
            })
        self.assertNotIn("traffic.burst_flits", facts.key_columns())
        self.assertEqual(
            (facts.unit_of("latency_mean"), facts.unit_of("accepted_flits", "output.flows"),
             facts.unit_of("accepted_flits", "run")), ("cycles", "flits/cycle", "flits/node/cycle"))
        self.assertEqual([facts.holds_numbers(name)
                          for name in ("verdict", "latency_mean", "bulk.verdict", "vcs",
                                       "routing.order")], [False, True, False, False, False])
