"""Base of tests of pages: a folder with the scripts, studies and configs of the tree, in which
pasted commands run."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from program import ORTHANT

ROOT = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)  # of a page: language and text


class Pasted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "orthant").symlink_to(ORTHANT)
        for name in ("scripts", "studies", "configs"):
            (self.folder / name).symlink_to(ROOT / name)

    def shell(self, command):
        return subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True)
