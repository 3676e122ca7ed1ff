#!/usr/bin/env python3
"""The id of the simulator: other comments and white space leave it, any other change of a source that checkpoints
depend on makes another one.

Usage: simulator_id_test.py [unittest options]
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[2] / "cmake" / "simulator_id.cmake"
SOURCE = """\
// Counts flits.
// As "many" as there are.
#include <cstdint>

int next(int flits) {  // after one
  return flits + 1;
}
"""


@unittest.skipIf(shutil.which("cmake") is None, "no cmake")
class SimulatorId(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="orthant_id_"))
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("base", "topology", "routing", "traffic", "sim", "app"):
            (self.root / folder / "part").mkdir(parents=True)
            (self.root / folder / "part" / "flits.cpp").write_text(SOURCE)

    def id(self, path=None, text=None):
        """With this file changed, which is as it was again then."""
        if path:
            before = (self.root / path).read_text()
            (self.root / path).write_text(text)
        out = self.root / "id.cpp"
        subprocess.run(["cmake", f"-DROOT={self.root}", f"-DOUT={out}", "-P", SCRIPT], check=True)
        if path:
            (self.root / path).write_text(before)
        return re.search('return "([0-9a-f]{16})";', out.read_text())[1]

    def test_comments_and_white_space_leave_it(self):
        made = self.id()
        for text in (SOURCE.replace("Counts flits.", "Counts them; each [one] of \"all\"."),
                     SOURCE.replace("// As \"many\" as there are.\n", ""),
                     SOURCE.replace("  // after one", ""),
                     SOURCE.replace("next(int flits) {", "next(\n    int flits) {   // at last"),
                     "\n" + SOURCE.replace("  return", "\treturn").replace("\n", "\r\n"),
                     SOURCE.rstrip("\n")):
            self.assertEqual(self.id("sim/part/flits.cpp", text), made, text)
        self.assertEqual(self.id("app/part/flits.cpp", "int other;\n"), made)

    def test_code_does_not(self):
        ids = {self.id()}
        for folder in ("base", "topology", "routing", "traffic", "sim"):
            for text in (SOURCE.replace("+ 1", "+ 2"), SOURCE.replace("flits +", "flits -"),
                         SOURCE.replace("  return flits + 1;", "  // return flits + 1;"), SOURCE + "int other;\n",
                         SOURCE.replace("int next(int flits)", "int next(int flits, const char* = \"a://b\")")):
                ids.add(self.id(f"{folder}/part/flits.cpp", text))
        self.assertEqual(len(ids), 26)
        self.assertNotEqual(self.id("sim/part/flits.cpp", SOURCE.replace("1", "1 + f(\"a://b\")")),
                            self.id("sim/part/flits.cpp", SOURCE.replace("1", "1 + f(\"a://c\")")))


if __name__ == "__main__":
    unittest.main()
