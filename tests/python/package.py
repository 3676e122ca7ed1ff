"""Base of tests of the Python package of the source tree, in a folder with the config of
small_torus."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests" / "app")]

import orthant  # noqa: E402,F401
from program import ORTHANT  # noqa: E402
from small_torus import CONFIG  # noqa: E402

os.environ["ORTHANT"] = ORTHANT

HOURS = 10**10  # cycles; no test waits for the end of such a run
SECTIONS = {"topology": {"kind": "torus", "dimensions": "4x4"}, "routing": {"algorithm": "dor"},
            "router": {"vcs": 2, "buffer_flits": 4},
            "traffic": {"pattern": "uniform", "load": 0.2, "load_unit": "capacity", "packet_flits": 4},
            "run": {"warmup_cycles": 500, "measure_cycles": 10000, "drain_cycles": 20000, "seed": 7}}


class Package(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_python_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        (self.folder / "c.ini").write_text(CONFIG)

    def command(self, *words):
        """Standard output of the command itself."""
        return subprocess.run([ORTHANT, *words], capture_output=True, text=True, timeout=300, check=True).stdout

    def raised(self, kind, call, *words, **options):
        """The exception of a call."""
        with self.assertRaises(kind) as caught:
            call(*words, **options)
        return caught.exception
