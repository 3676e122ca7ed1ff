"""The functions of the package against the CSV that the command writes itself."""

import concurrent.futures
import csv
import decimal
import fractions
import io
import math
import os
import pathlib
import random
import re
import tomllib
import warnings

import numpy as np
import pandas as pd

from package import CONFIG, ORTHANT, ROOT, SECTIONS, Package, orthant

SHORT = {"run": {"measure_cycles": 1000, "tolerance": 0.1}}
# (verb, overrides, options, equivalent words of the command line)
CALLS = [
    ("run", {"traffic.load": 0.3, "run.repetitions": 2}, {}, ["traffic.load=0.3", "run.repetitions=2"]),
    ("sweep", {"traffic.load": [0.1, 0.2], "routing.ties": ["split", "plus"]}, {"threads": 2},
     ["traffic.load=0.1,0.2", "routing.ties=split,plus"]),
    ("saturate", SHORT, {}, ["run.measure_cycles=1000", "run.tolerance=0.1"]),
    ("analyze", {"routing.algorithm": ["dor", "val"]}, {}, ["routing.algorithm=dor,val"]),
    ("design", {"design.objective": "worst_case"}, {}, ["design.objective=worst_case"]),
    ("policy", {"policy.p": [0.5, 0.9]}, {}, ["policy.p=0.5,0.9"]),
    ("policy", {}, {"thresholds": True}, ["--thresholds"]),
    ("schedule", {"schedule.ports": False}, {}, ["schedule.ports=no"]),
]


def setUpModule():
    warnings.simplefilter("ignore", orthant.OrthantWarning)  # short windows cause warnings


class Rows(Package):
    def assert_rows(self, frame, text):
        """Every field of a CSV text, as the number or the word that it is."""
        header, *rows = list(csv.reader(io.StringIO(text)))
        self.assertEqual(list(frame.columns), header)
        self.assertEqual(len(frame), len(rows))
        for c, name in enumerate(header):
            for value, field in zip(frame[name], (row[c] for row in rows)):
                if field == "":
                    self.assertTrue(math.isnan(value), name)
                else:
                    self.assertEqual(value, field if isinstance(value, str) else float(field), name)

    def test_are_those_of_the_command(self):
        for verb, overrides, options, words in CALLS:
            with self.subTest(verb, **overrides):
                text = self.command(verb, "c.ini", *words, "--format", "csv", "-q")
                frame = getattr(orthant, verb)("c.ini", overrides, **options)
                self.assert_rows(frame, text)
                self.assertTrue(all(frame.attrs["units"][name] is not None for name in frame))
                self.assertEqual(frame.attrs["exit_code"], 0)
                self.assertEqual(frame.attrs["command"].split(" ")[:3], ["orthant", verb, "c.ini"])

    def test_come_with_units_version_and_the_config(self):
        frame = orthant.run("c.ini", {"traffic.load": 0.3})
        self.assertEqual({name: frame.attrs["units"][name] for name in ("latency_mean", "accepted_flits", "load", "routing", "nodes")},
                         {"latency_mean": "cycles", "accepted_flits": "flits/node/cycle", "load": "load_unit", "routing": "", "nodes": ""})
        self.assertIn(self.command("--version"), [f"orthant {frame.attrs['version']} (commit {frame.attrs['commit']})\n",
                                                  f"orthant {frame.attrs['version']}\n"])
        self.assertEqual(frame.attrs["config"]["traffic.load"], "0.3")
        self.assertEqual(frame.attrs["config"]["topology.nodes_per_router"], "1")
        self.assertEqual(frame.attrs["command"], "orthant run c.ini traffic.load=0.3")
        again = orthant.run(frame.attrs["config"])
        pd.testing.assert_frame_equal(again, frame)

    def test_of_every_option_that_names_a_file_have_their_units(self):
        orthant.run("c.ini", {"output.flows": "flows.csv", "output.channels": "channels.csv"})
        orthant.analyze("c.ini", pairs="pairs.csv", channels="loads.csv")
        flows, pairs = orthant.read("flows.csv"), orthant.read("pairs.csv")
        self.assertEqual(flows.attrs["units"]["accepted_flits"], "flits/cycle")
        self.assertEqual(flows.attrs["made_by"], "run output.flows")
        self.assertEqual(pairs.attrs["made_by"], "analyze --pairs")
        self.assertEqual(pairs.attrs["units"]["length_mean"], "hops")
        for name in ("flows", "channels", "pairs", "loads"):
            self.assert_rows(orthant.read(f"{name}.csv"), pathlib.Path(f"{name}.csv").read_text())

    def test_of_classes_and_swept_keys_have_units_and_words(self):
        config = {**SECTIONS, "traffic.urgent": {"load": 0.1, "packet_flits": 1}, "traffic.bulk": {"load": 0.2}}
        frame = orthant.sweep(config, {"router.buffer_flits": [4, 8], "channel.latency_cycles": [1, 2], "traffic.bulk.load": [0.1, 0.2],
                                       "topology.dimensions": ["4", "5"], "run.measure_cycles": 500, "run.seed": 3})
        self.assertEqual(frame.attrs["units"]["urgent.latency_mean"], "cycles")
        self.assertEqual(frame.attrs["units"]["channel.latency_cycles"], "cycles")
        self.assertEqual(list(frame["dimensions"].unique()), ["4", "5"])
        self.assertEqual(frame["channel.latency_cycles"].dtype, np.int64)
        self.assertEqual(frame["traffic.bulk.load"].dtype, np.float64)

    def test_are_kept_in_output_and_computed_once(self):
        frame = orthant.sweep("c.ini", {"traffic.load": [0.1, 0.2]}, output="curve.csv", timing="first.csv")
        self.assert_rows(frame, pathlib.Path("curve.csv").read_text())
        self.assertTrue(pathlib.Path("curve.csv.ini").exists())
        again = orthant.sweep("c.ini", {"traffic.load": [0.1, 0.2]}, output=pathlib.Path("curve.csv"), timing="second.csv")
        pd.testing.assert_frame_equal(frame, again)
        self.assertEqual([len(orthant.read(f"{name}.csv")) for name in ("first", "second")], [2, 0])
        self.assertRaisesRegex(orthant.ConfigError, "made with", orthant.sweep, "c.ini", {"traffic.load": [0.3]}, output="curve.csv")
        self.assertEqual(len(orthant.sweep("c.ini", {"traffic.load": [0.3]}, output="curve.csv", overwrite=True)), 1)

    def test_of_two_threads_at_once_are_their_own(self):
        loads = [0.1, 0.2, 0.3, 0.4]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            frames = list(pool.map(lambda load: orthant.run("c.ini", {"traffic.load": load}, threads=1), loads))
        for load, frame in zip(loads, frames):
            pd.testing.assert_frame_equal(frame, orthant.run("c.ini", {"traffic.load": load}))

    def test_of_check_are_networks(self):
        frame = orthant.check("c.ini", {"routing.algorithm": ["dor", "val"], "router.vcs": 4})
        self.assertEqual(list(frame["routing"]), ["dor", "val"])
        self.assertEqual(list(frame["deadlock_free"]), ["yes", "yes"])
        self.assertEqual(frame.attrs["units"]["capacity_flits"], "flits/node/cycle")
        pd.testing.assert_frame_equal(orthant.check("c.ini", {"routing.algorithm": ["dor", "val"], "router.vcs": 4}, output="r.json"), frame)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(orthant.check("c.ini", {"ofr.eta": 3})["unread_keys"][0], ["routing.ofr.eta"])

    def test_of_a_case_need_no_config(self):
        orthant.schedule("c.ini", {"schedule.ports": False}, frames="frames.csv")
        frames = pathlib.Path("frames.csv").read_text().splitlines()
        pathlib.Path("short.csv").write_text("\n".join(frames[:-1]) + "\n")
        for name, valid in (("frames.csv", "yes"), ("short.csv", "no")):
            self.assertEqual(list(orthant.schedule("c.ini", {"schedule.ports": False}, verify=name)["valid"]), [valid])
        pathlib.Path("two.txt").write_text("links 2\n")
        error = self.raised(orthant.ConfigError, orthant.schedule, case="two.txt")
        self.assertEqual((error.file, error.line), ("two.txt", 1))

    def test_of_a_program_that_did_not_converge_are_no_error(self):
        frame = orthant.schedule("c.ini", {"topology.dimensions": "6x6", "schedule.ports": False, "schedule.method": "milp",
                                           "schedule.time_limit_seconds": 0.05})
        self.assertEqual((frame.attrs["exit_code"], frame["verdict"][0]), (3, "unknown"))

    def test_of_a_saturated_point_are_no_error(self):
        frame = orthant.run("c.ini", {"traffic.load": 0.9})
        self.assertEqual((frame["verdict"][0], frame.attrs["exit_code"]), ("saturated", 0))
        error = self.raised(orthant.SaturatedError, orthant.run, "c.ini", {"traffic.load": 0.9},
                            require_stable=True)
        pd.testing.assert_frame_equal(error.frame, frame)


class Configs(Package):
    def test_are_a_path_a_text_or_sections(self):
        expected = orthant.run("c.ini", {"traffic.load": 0.3})
        odd = self.folder / "Ä b \u4e2d" / "x=[1].ini"
        odd.parent.mkdir()
        odd.write_text(CONFIG)
        (self.folder / "-c.ini").write_text(CONFIG)
        flat = {f"{section}.{key}": value for section, settings in SECTIONS.items() for key, value in settings.items()}
        for config in (odd, str(odd), "-c.ini", CONFIG, SECTIONS, flat):
            frame = orthant.run(config, {"traffic": {"load": 0.3}}, output=odd.parent / "-o.csv")
            pd.testing.assert_frame_equal(frame, expected)
            self.assertEqual(frame.attrs["config"], expected.attrs["config"])
        self.assertEqual(len(orthant.run(odd, {"traffic.load": 0.3}, output="-o.csv")), 1)
        self.assertTrue((self.folder / "-o.csv").exists())

    def test_have_values_of_every_kind(self):
        for value, text in [(True, "yes"), (np.bool_(False), "no"), (0.1, "0.1"), (np.float32(0.1), "0.1"), (np.float64(1e-7), "1e-07"),
                            (np.int64(3), "3"), (fractions.Fraction(1, 3), "1/3"), (decimal.Decimal("0.10"), "0.10"),
                            ("1 1 4", "1 1 4"), ([1, 2.5, "auto"], "1,2.5,auto"), ((True, False), "yes,no"), (range(3), "0,1,2"),
                            (np.array([0.1, 0.2]), "0.1,0.2"), (pd.Series([1, 2]), "1,2"), (pathlib.Path("a b"), "a b"),
                            ([], ""), ("0.1:0.9:0.1", "0.1:0.9:0.1")]:
            self.assertEqual(orthant.command.value_text("key", value), text)
        for value in (None, {1, 2}, b"x", object(), [[1, 2]], np.ones((2, 2))):
            error = self.raised(orthant.ConfigError, orthant.run, "c.ini", {"traffic.load": value})
            self.assertEqual((error.key, error.file), ("traffic.load", None))
        self.assertEqual(orthant.run("c.ini", {"traffic.self": np.bool_(False)}).attrs["config"]["traffic.self"], "no")

    def test_in_sections_may_have_overrides_for_their_keys(self):
        frame = orthant.sweep(SECTIONS, {"traffic": {"load": np.array([0.1, 0.3])}, "run.measure_cycles": 500})
        self.assertEqual(list(frame["load"]), [0.1, 0.3])
        self.assertIn("traffic.load=0.1,0.3", frame.attrs["command"])

    def test_in_toml_are_those_of_the_page(self):
        page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        config = tomllib.loads(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])
        frame = orthant.sweep(config, {"run.measure_cycles": 500, "router.vcs": 4, "routing.algorithm": "dor"})
        self.assertEqual(list(frame["load"]), [0.1, 0.2, 0.3, 0.4, 0.5])
        self.assertEqual(frame.attrs["config"]["routing.dor.dateline"], "static")
        self.assertEqual(len(orthant.check(config, {"router.vcs": 4})), 2)

    def test_in_sections_hold_settings_alone(self):
        for bad, key in (({"load": 3}, None), ({"traffic": {"load": "0.3\n[run]"}}, "traffic.load"), ({"a.b\nc.d": 3}, None), ({"": {"": 3}}, None)):
            error = self.raised(orthant.ConfigError, orthant.run, {**SECTIONS, **bad})
            self.assertEqual((error.key, error.line), (key, None))


class Files(Package):
    def test_are_drawn(self):
        orthant.sweep("c.ini", {"traffic.load": [0.1, 0.2], "run.measure_cycles": 500}, output="curve.csv")
        self.assertTrue(orthant.plot("curve.csv", "curve.png", title="A & B").read_bytes().startswith(b"\x89PNG"))
        frame = orthant.read("curve.csv")
        self.assertTrue(orthant.plot(frame, "frame.svg", title="", label="dor=DOR").read_text().startswith("<?xml"))
        orthant.plot("curve.csv", "again.svg", title="")
        self.assertEqual(pathlib.Path("frame.svg").read_text(), pathlib.Path("again.svg").read_text())
        self.assertIn("Latency", orthant.report([frame], "frame.html").read_text(encoding="utf-8"))
        page = orthant.report(["curve.csv"], self.folder / "page.html")
        self.assertIn("</html>", page.read_text(encoding="utf-8"))
        error = self.raised(orthant.ConfigError, orthant.plot, "none.csv", "x.png")
        self.assertEqual((error.file, error.message), ("none.csv", "no such file; allowed: a file of results"))

    def test_are_read_without_a_config_and_without_a_last_line_that_is_cut_off(self):
        orthant.sweep("c.ini", {"traffic.load": [0.1, 0.2], "run.measure_cycles": 500}, output="curve.csv")
        whole = orthant.read("curve.csv")
        os.remove("curve.csv.ini")
        text = pathlib.Path("curve.csv").read_text()
        pathlib.Path("curve.csv").write_text(text[:-20])
        cut = orthant.read("curve.csv")
        self.assertEqual((cut.attrs["config"], cut.attrs["version"], cut.attrs["units"]), ({}, "", whole.attrs["units"]))
        self.assertEqual(list(cut["latency_mean"]), [whole["latency_mean"][0]])
        self.assertRaises(FileNotFoundError, orthant.read, "none.csv")

    def test_have_the_units_of_the_program_that_is_there_now(self):
        orthant.run("c.ini", {"run.measure_cycles": 500}, output="r.csv")
        self.assertEqual(orthant.read("r.csv").attrs["units"]["latency_mean"], "cycles")
        other = self.folder / "other"
        other.write_text(f"#!/bin/sh\n'{ORTHANT}' \"$@\" | sed 's/\"cycles\"/\"ticks\"/'\n")
        other.chmod(0o755)
        self.addCleanup(os.environ.update, ORTHANT=ORTHANT)
        os.environ["ORTHANT"] = str(other)
        self.assertEqual(orthant.read("r.csv").attrs["units"]["latency_mean"], "ticks")

    def test_are_not_read_from_what_is_no_result(self):
        path = self.folder / "a.ini"
        path.write_text("[topology]\nkind = torus\n")
        error = self.raised(orthant.ConfigError, orthant.read, path)
        self.assertEqual(str(error), f"{path}: no column of a result; allowed: a CSV file that orthant wrote")

    def test_that_are_damaged_are_refused_in_one_line(self):
        orthant.run("c.ini", {"run.measure_cycles": 500}, output="r.csv")
        path = pathlib.Path("r.csv")
        whole = path.read_bytes()
        header, row = whole.split(b"\n")[:2]
        place = header.split(b",").index(b"cycles")
        cells = row.split(b",")

        def with_cycles(entry):
            return header + b"\n" + b",".join([*cells[:place], entry, *cells[place + 1:]]) + b"\n"
        for content, said in ((whole[:len(header) // 2], "no column of a result"), (b"", "no column of a result"), (b"\n\n", "no column of a result"),
                              (whole.decode().encode("utf-16"), "the file is not text"), (b"\xff" + whole, "the file is not text"),
                              (whole.replace(b"torus", b"to\x00rus"), "r.csv:2: byte 0x00"), (whole.replace(b"torus", b"\x1b[31m"), "r.csv:2: byte 0x1b"),
                              (whole + row + b",1\n", f"row 2 has {len(cells) + 1} cells"), (header + b"\n" + row.rpartition(b",")[0] + b"\n", "row 1 has"),
                              (header + b",cycles\n" + row + b",1\n", "column 'cycles' is there twice"), (whole + b'"\n', "not a readable CSV file"),
                              *((with_cycles(entry), "row 1: cycles is ") for entry in (b"word", b"nan", b"inf", b"1e400", b"0x10", b"True"))):
            path.write_bytes(content)
            with self.subTest(content[:40]), self.assertRaises(orthant.ConfigError) as caught:
                orthant.read(path)
            self.assertRegex(str(caught.exception), rf"^r\.csv:[^\n]*{said}[^\n]*; allowed: [^\n]*$" if "byte" not in said else rf"^{said}; allowed: [^\n]*$")
        path.write_bytes(b"\xef\xbb\xbf" + whole.replace(b"\n", b"\r\n"))  # as other programs write it
        self.assertEqual(len(orthant.read(path)), 1)

    def test_of_any_ini_are_read(self):
        pathlib.Path("r.csv").write_text("topology,load\ntorus,0.1\n")
        draw = random.Random(1)
        for _ in range(100):
            pathlib.Path("r.csv.ini").write_text("".join(draw.choice(["; ", "orthant ", "[", "]", "\n", "a", "=", " ", "1", ", FNV-1a "])
                                                         for _ in range(30)))
            self.assertEqual(list(orthant.read("r.csv")["load"]), [0.1])

    def test_of_names_are_the_tables_of_the_command(self):
        for topic in ("keys", "columns", "routings", "verbs"):
            frame = orthant.listing(topic)
            rows = list(csv.reader(io.StringIO(self.command("list", topic, "--format", "csv"))))
            self.assertEqual([list(frame.columns), *frame.values.tolist()], rows)
        orthant.keys()["name"] = ""  # does not change what the next call gives
        self.assertIn("router.vcs", list(orthant.keys()["name"]))
        self.assertIn(("latency_mean", "cycles"), set(orthant.columns()[["name", "unit"]].itertuples(index=False, name=None)))
        self.assertRaisesRegex(orthant.Error, "unknown topic", orthant.listing, "colours")
        self.assertEqual(orthant.executable(), ORTHANT)
