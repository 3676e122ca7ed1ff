"""Every exception of the package, and which command it finds."""

import os
import pathlib
import pickle
import random
import re
import shutil
import stat
import subprocess
import sys
import warnings

from package import ORTHANT, ROOT, SECTIONS, Package, orthant

BAD = ROOT / "tests" / "bad_configs"
KNOT = {"topology.dimensions": "8x8", "router.vcs": 1, "routing.allow_deadlock": True, "traffic.load": 1, "router.buffer_flits": 1,
        "run.deadlock_cycles": 1000, "run.warmup_cycles": 50000}


class ConfigErrors(Package):
    def caught(self, *words, **options):
        return self.raised(orthant.ConfigError, orthant.run, *words, **options)

    def test_say_file_line_key_and_message(self):
        """Parses the expected line of every bad config."""
        count = 0
        for expected in sorted(BAD.glob("*.expected")):
            line = expected.read_text(encoding="utf-8")
            found = re.fullmatch(r"orthant: error: (?P<file>[\w]+\.ini):((?P<line>\d+):)? ('?(?P<key>[a-z_]+\.[\w.]+)'?: )?(?P<message>.*)\n", line)
            error = orthant.ConfigError(line[len("orthant: error: "):].strip(), files=["other.ini", found["file"]])
            with self.subTest(expected.name):
                self.assertEqual((error.file, error.line and str(error.line), error.key, error.message),
                                 (found["file"], found["line"], found["key"], found["message"]))
                count += 1
        self.assertGreater(count, 90)
        os.chdir(BAD)
        for name in ("misspelt_key", "load_without_unit", "open_section"):
            self.assertEqual(f"orthant: error: {self.caught(f'{name}.ini')}\n", (BAD / f"{name}.expected").read_text())

    def test_of_any_text_are_errors(self):
        draw = random.Random(1)
        words = ["config", "command line", "--case", ":", ": ", "12", "a.ini", "router.vcs", "'", "\n", " ", "\u00e4", "default value"]
        for _ in range(5000):
            text = "".join(draw.choice(words) for _ in range(draw.randint(0, 8)))
            error = orthant.ConfigError(text, files=["a.ini"])
            self.assertEqual(str(error), text)
            self.assertTrue(text.endswith(error.message))

    def test_say_no_file_where_the_config_is_none(self):
        text = "[topology]\nkind = torus\n[router]\nvc = 3\n"
        for config, overrides, expected in [
                (text, None, (None, 4, "router.vc", "unknown key, did you mean router.vcs?")),
                ({"router": {"vc": 3}}, None, (None, None, "router.vc", "unknown key, did you mean router.vcs?")),
                ("c.ini", {"router.vc": 3}, (None, None, "router.vc", "unknown key, did you mean router.vcs?")),
                ("c.ini", {"load": 3}, (None, None, None, "'load=3' is no override, did you mean traffic.load=3?; allowed: section.key=value")),
                ("c.ini", {"router.switching": "virtual_cut_through", "traffic.packet_flits": 16, "router.buffer_flits": 8},
                 (None, None, "router.buffer_flits", "8 flits do not hold the longest packet; allowed: at least 16, or router.switching = wormhole")),
                ("[topology\n", None, (None, 1, None, "'[topology' is no section; allowed: [section]"))]:
            error = self.caught(config, overrides)
            self.assertEqual((error.file, error.line, error.key, error.message), expected)
        self.assertIn("config:4: ", str(self.caught(text)))
        self.assertRegex(str(self.caught({})), "^config: topology.kind: missing; ")

    def test_of_files_and_options(self):
        self.assertEqual(self.caught("none.ini").file, "none.ini")
        self.assertEqual(str(self.caught("none: 3.ini").message), "no such file; allowed: an INI file")
        self.assertIn("did you mean --threads?", str(self.caught("c.ini", threds=2)))
        self.assertRaisesRegex(orthant.ConfigError, "the config is missing", orthant.run)
        self.assertRaises(TypeError, orthant.run, "c.ini", format="json")
        error = self.raised(orthant.ConfigError, orthant.run, "c.ini", output="nowhere/r.csv")
        self.assertEqual((error.file, error.key), ("nowhere/r.csv", None))
        self.assertEqual(error.command, "orthant run c.ini --output=nowhere/r.csv")

    def test_can_be_pickled(self):
        error = self.caught("c.ini", {"router.vc": 3})
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.key, copy.command), (str(error), error.key, error.command))


class Outcomes(Package):
    def test_deadlock_has_a_report_and_the_rows(self):
        error = self.raised(orthant.DeadlockError, orthant.run, "c.ini", KNOT)
        self.assertRegex(error.report, r"deadlock: seen in cycle \d+.*\n(.*\n)*  router \d+ \(\d+,\d+\) port")
        self.assertEqual(list(error.frame["verdict"]), ["deadlocked"])

    def test_deadlock_that_is_not_excluded_has_the_cycle(self):
        pathlib.Path("ring.edges").write_text("0 1\n1 2\n2 3\n3 4\n4 0\n")
        ring = {**SECTIONS, "topology": {"kind": "graph", "file": "ring.edges"}, "routing": {"algorithm": "shortest"}}
        for verb, rows in ((orthant.check, 1), (orthant.run, None)):
            error = self.raised(orthant.DeadlockError, verb, ring)
            self.assertIn("cycle of 5 channels", error.report)
            self.assertEqual(rows, None if error.frame is None else len(error.frame))

    def test_rows_of_an_earlier_call_are_not_those_of_one_that_is_refused(self):
        orthant.run("c.ini", output="r.csv")
        pathlib.Path("ring.edges").write_text("0 1\n1 2\n2 3\n3 4\n4 0\n")
        ring = {**SECTIONS, "topology": {"kind": "graph", "file": "ring.edges"}, "routing": {"algorithm": "shortest"}}
        error = self.raised(orthant.DeadlockError, orthant.run, ring, output="r.csv",
                            overwrite=True)
        self.assertIsNone(error.frame)
        self.assertEqual(len(orthant.read("r.csv")), 1)
        self.assertEqual(len(orthant.run("c.ini", output="r.csv")), 1)  # there already

    def test_a_value_that_an_ini_file_would_cut_is_refused(self):
        for file in ("net #2.edges", "net ;2.edges", "#2.edges", ";2.edges"):
            with self.assertRaisesRegex(orthant.ConfigError, "without line ends and comments"):
                orthant.run({**SECTIONS, "topology": {"kind": "graph", "file": file}})

    def test_warnings_are_warnings_where_the_call_is(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            orthant.run("c.ini", {"ofr.eta": 3})
            orthant.check({**SECTIONS, "traffic.load": 0.9, "topology.dimensions": "4"})
        self.assertEqual((str(said[0].message), said[0].category), ("not read by this run: routing.ofr.eta", orthant.OrthantWarning))
        self.assertEqual({warning.filename for warning in said}, {__file__})

    def test_other_exits_of_the_command_are_errors(self):
        for text, message in [("echo 'orthant: internal error: oh' >&2; exit 1", "oh"), ("exit 1", "orthant ended with exit code 1"),
                              ("kill -9 $$", "orthant ended with exit code -9"), ("echo oops >&2; exit 127", "oops"),
                              ("exit 0", "[^ ]*: the command wrote nothing")]:
            pathlib.Path("fake").write_text(f"#!/bin/sh\n[ \"$1\" = list ] && exec {ORTHANT} \"$@\"\n{text}\n")
            os.chmod("fake", stat.S_IRWXU)
            os.environ["ORTHANT"] = "./fake"
            self.addCleanup(os.environ.update, ORTHANT=ORTHANT)
            self.assertRaisesRegex(orthant.Error, f"^{message}$", orthant.run, "c.ini")
        pathlib.Path("fake").write_text("no program")
        self.assertRaisesRegex(orthant.Error, "cannot be started", orthant.run, "c.ini")


class Executable(Package):
    def python(self, program, expect=0, package=ROOT / "python", **environment):
        clean = {name: value for name, value in os.environ.items() if name not in ("ORTHANT", "PYTHONPATH")}
        done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=False,
                              env={**clean, "PYTHONPATH": str(package), **environment})
        self.assertEqual(done.returncode, expect, done.stderr)
        return done.stdout + done.stderr

    def program(self, *parts):
        path = self.folder.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(ORTHANT)
        return str(path)

    def test_is_found_by_variable_tree_prefix_or_path(self):
        where = "import orthant; print(orthant.executable(), end='')"
        packages = []
        for prefix in ("tree/python", "prefix/lib/python3/dist-packages", "elsewhere"):
            shutil.copytree(ROOT / "python" / "orthant", self.folder / prefix / "orthant")
            packages.append(self.folder / prefix)
        tree, prefix, elsewhere = packages
        on_path = {"PATH": os.path.dirname(self.program("bin", "orthant"))}
        self.assertEqual(self.python(where, package=tree, **on_path), str(self.folder / "bin" / "orthant"))
        self.assertEqual(self.python(where, package=elsewhere, **on_path), str(self.folder / "bin" / "orthant"))
        self.assertEqual(self.python(where, package=prefix, **on_path), str(self.folder / "bin" / "orthant"))
        in_tree, in_prefix = self.program("tree", "build", "orthant"), self.program("prefix", "bin", "orthant")
        self.assertEqual(self.python(where, package=tree, **on_path), in_tree)
        self.assertEqual(self.python(where, package=prefix, **on_path), in_prefix)
        named = self.program("a b", "orthant")
        self.assertEqual(self.python(where, package=tree, ORTHANT=named, **on_path), named)
        self.assertIn("/elsewhere/orthant", str(elsewhere / "orthant"))

    def test_that_is_missing_is_said(self):
        said = self.python("import orthant; orthant.run('c.ini')", expect=1, package=self.copied(), PATH="/nowhere")
        self.assertRegex(said, r"orthant.errors.CommandNotFoundError: there is no program orthant: .*; allowed: ")
        said = self.python("import orthant; orthant.run('c.ini')", expect=1, ORTHANT="/nowhere/orthant")
        self.assertIn("CommandNotFoundError: ORTHANT=/nowhere/orthant is no program; allowed: ", said)

    def copied(self):
        return shutil.copytree(ROOT / "python" / "orthant", self.folder / "lone" / "orthant").parent
