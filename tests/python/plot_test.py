"""The command `orthant plot`: it finds what draws, passes on its options, and every mistake is one
line."""

import pathlib
import re
import shutil
import subprocess
import sys

from figure_files import Figures
from package import ORTHANT, ROOT

KNOWN = ("run, sweep, saturate, analyze, design, policy, policy --faults, policy --means, "
         "schedule, output.channel_timeline, output.channels, analyze --channels, "
         "output.histogram, output.packets, output.flows, output.timeline, output.energy, "
         "output.operations, output.trace, schedule --frames FILE.json")


class Plot(Figures):
    FILES = True

    def refuse(self, words, message, **environment):
        done = self.orthant("plot", *words.split(), "-o", "x.png", **environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", f"orthant: error: {message}\n"))
        self.assertFalse((self.folder / "x.png").exists())

    def test_draws_with_all_its_options(self):
        done = self.orthant(
            *"plot sweep.csv far.csv --facet routing --logy --ymin 5 --ymax 50 --size 6,3 --order o1turn,dor --label dor=DOR "
            "--y latency_mean -o x.svg --title".split(), "one & two")
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
        words = re.findall("<text[^>]*>([^<]*)</text>",
                           (self.folder / "x.svg").read_text(encoding="utf-8"))
        self.assertTrue({"one &amp; two", "DOR", "o1turn", "10"} <= {*words}, words)
        self.assertLess(words.index("o1turn"), words.index("DOR"))
        self.assertEqual(
            self.orthant("plot", "sweep.csv", "--title", "", "-o", "x.svg").returncode, 0)
        self.assertNotIn("4x4 torus", (self.folder / "x.svg").read_text(encoding="utf-8"))

    def test_notes_are_reported(self):
        self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "saturated", 99))
        done = self.orthant("plot", "points.csv", "-o", "notes.png")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "orthant: info: not drawn: val, without a stable point\n"))

    def test_mistakes_are_one_line(self):
        self.write("other.csv", "a,b\n1,2\n")
        self.write("empty.csv", "")
        self.write("broken.json", "{")
        self.write("other.json", "{}")
        self.write("frames.csv", "frame,source,destination\n0,1,2\n")
        self.orthant("run", "t.ini", "--format", "json", "-q", "-o", "results.json")
        a_file = f"allowed: a file of {KNOWN}"
        for words, message in (
                *((name, f"{name}: a file of {writer} has no picture; {a_file}")
                  for name, writer in (
                    ("timing.csv", "--timing"), ("deaths.csv", "policy --deaths"),
                    ("thresholds.csv", "policy --thresholds"), ("pairs.csv", "analyze --pairs"),
                    ("counter.csv", "policy --counterexample"), ("roots.csv", "analyze --roots"),
                    ("permutation.csv", "analyze --permutation"),
                    ("frames.csv", "schedule --frames"))),
                ("other.csv", f"other.csv: its columns are those of no known file; {a_file}"),
                ("empty.csv", f"empty.csv: the file is empty; {a_file}"),
                ("t.ini", f"t.ini: a config, which holds no results; {a_file}"),
                ("events.json", "events.json: a trace for Perfetto and other viewers, which has no "
                 "picture; allowed: output.trace = FILE.csv"),
                ("sweep.csv --facet load", "--facet load: a curve is drawn over the load; "
                 "allowed: with --x KEY or --kind bar"),
                ("broken.json", "broken.json: not JSON: Expecting property name enclosed in double "
                 "quotes: line 1 column 2 (char 1); allowed: a file that orthant wrote"),
                *((name, f"{name}: JSON, but no schedule; allowed: schedule --frames FILE.json, or "
                   f"CSV of {KNOWN}") for name in ("other.json", "results.json")),
                ("sweep.csv histogram.csv", "histogram.csv: a file of output.histogram beside one "
                 "of run, sweep; allowed in a picture: one kind"),
                ("sweep.csv --kind heat",
                 "sweep.csv: --kind heat: not for a file of run, sweep; allowed: curve, bar"),
                ("limits.csv --facet saturation_load",
                 "limits.csv: --facet: 'saturation_load' is a result, not a key; allowed: topology, "
                 "dimensions, routers, nodes, routing, pattern, injection, switching, "
                 "flow_control, vcs, buffer_flits, packet_flits, load_unit"),
                ("no_p.csv", "no_p.csv: column 'delivery' is empty, as policy.p was not given; "
                 "allowed: a file made with policy.p=P"),
                ("channels.csv --x vcs",
                 "channels.csv: --x: not read for this picture; allowed: --y"),
                ("histogram.csv --facet vcs", "histogram.csv: --facet: not read for this picture; "
                 "allowed: no --x, --y or --facet"),
                ("sweep.csv --size 5",
                 "command line: --size: '5' is no size; allowed: W,H in inches, 1 to 50 each"),
                ("sweep.csv --ymax soon",
                 "command line: --ymax: 'soon' is no number; allowed: a finite number"),
                ("sweep.csv sweep.csv", "sweep.csv: given twice; allowed: once")):
            with self.subTest(words):
                self.assertEqual(self.run_main("plot", "x.png", *words.split()),
                                 (2, f"orthant: error: {message}\n"))
        for words, said in ((("--y", "latency_p98"),
                             r"--y: no column 'latency_p98', did you mean latency_p99?"),
                            (("--facet", "ruoting"),
                             r"--facet: no column 'ruoting', did you mean routing?")):
            done = self.orthant("plot", "sweep.csv", *words, "-o", "x.png")
            self.assertRegex(done.stderr,
                             f"^orthant: error: sweep.csv: {re.escape(said)}.*; allowed: .*\n$")
        done = self.orthant("plot", "sweep.csv", "-o", "nowhere/x.png")
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, "orthant: error: nowhere/x.png: cannot write: No such file or directory\n"))

    def test_says_which_package_is_missing(self):
        self.refuse("sweep.csv",
                    "plot: /nowhere/python3 is missing; allowed with: the Debian package python3",
                    ORTHANT_PYTHON="/nowhere/python3")
        python = self.folder / "python"
        python.write_text("#!/bin/sh\nexit 10\n")
        python.chmod(0o755)
        self.refuse("sweep.csv", f"plot: {python} has no matplotlib; allowed with: the Debian "
                    "package python3-matplotlib", ORTHANT_PYTHON=str(python))
        self.refuse("sweep.csv", "plot: orthant/figures/__main__.py is missing in /nowhere; "
                    "allowed: ORTHANT_SCRIPTS=FOLDER with the Python package of Orthant",
                    ORTHANT_SCRIPTS="/nowhere")

    def test_a_report_needs_the_library_of_python_alone(self):
        names = ["sweep.csv", "limits.csv", "trace.csv", "frames.json", "graph_channels.csv", "policy.csv"]
        code = ("import sys\n"
                f"sys.path.insert(0, {str(ROOT / 'python')!r})\n"
                "sys.modules.update(dict.fromkeys(('numpy', 'pandas', 'matplotlib')))\n"
                "from orthant.figures.__main__ import main\n"
                f"sys.exit(main(['report', '--output=x.html', *{names!r}]))\n")
        done = subprocess.run([sys.executable, "-B", "-c", code], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    # The working directory has files named like modules of Python and of the package.
    def test_no_file_of_the_folder_is_taken_for_a_module(self):
        folder = self.folder / "own"
        folder.mkdir()
        for name in ("json.py", "orthant.py", "argparse.py", "describe.py"):
            (folder / name).write_text("raise SystemExit(9)\n")
        done = subprocess.run([ORTHANT, "plot", "../sweep.csv", "-o", "x.png"],
                              cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    # cmake --install puts bin/orthant next to lib/python3.11/dist-packages.
    def test_finds_its_package_next_to_an_installed_program(self):
        program, packages = self.folder / "bin" / "orthant", self.folder / "lib" / "python3.11" / "dist-packages"
        program.parent.mkdir()
        packages.mkdir(parents=True)
        shutil.copy(ORTHANT, program)
        (packages / "orthant").symlink_to(pathlib.Path(ORTHANT).parent / "python" / "orthant")
        done = subprocess.run([program, "plot", "sweep.csv", "-o", "installed.png"],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
