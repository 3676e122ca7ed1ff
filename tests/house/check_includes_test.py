"""Tests that scripts/check_includes.py accepts a clean tree and catches each kind of violation."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKER = pathlib.Path(__file__).parents[2] / "scripts" / "check_includes.py"

ALGORITHM = """// Dimension order.
//
// Source: somebody 1977.
// VCs: 1 class.
// Deadlock: dimensions only increase.
// Tested by: tests/routing/dor_test.cpp
#include "routing/routing.hpp"

RoutingDescription dor_description() {
  return {};
}
"""

CLEAN = {
    "base/ids.hpp": "// Ids.\n#pragma once\n#include <cstdint>\n",
    "topology/topology.hpp": '// Networks.\n#pragma once\n#include "base/ids.hpp"\n',
    "topology/grid.hpp": '// Grids.\n#pragma once\n#include "topology/topology.hpp"\n',
    "routing/routing.hpp": '// Routing.\n#pragma once\n#include "topology/topology.hpp"\n',
    "routing/dor.cpp": ALGORITHM,
    "traffic/traffic.hpp": '// Traffic.\n#pragma once\n#include "topology/topology.hpp"\n',
    "sim/simulation.hpp": '// One run.\n#pragma once\n#include "routing/routing.hpp"\n',
    "analysis/deadlock/deadlock.hpp": '// Deadlock.\n#pragma once\n#include "routing/routing.hpp"\n',
    "app/main.cpp": '// Main.\n#include <spdlog/spdlog.h>\n\n#include "sim/simulation.hpp"\n',
    "tests/routing/dor_test.cpp": '#include <random>\n\n#include "sim/simulation.hpp"\n',
}


def check(changes):
    """(exit code, output) of the checker on the clean tree with `changes` laid over it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**CLEAN, **changes}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True)
        return done.returncode, done.stdout


class CheckIncludes(unittest.TestCase):
    def expect_violation(self, changes, message):
        code, output = check(changes)
        self.assertEqual(code, 1, output)
        errors = [line for line in output.splitlines() if line.startswith("error:")]
        self.assertEqual(len(errors), 1, output)
        self.assertIn(message, errors[0])

    def test_circles_are_found_through_sources_too(self):
        self.expect_violation(
            {"topology/grid.cpp": '// Grids.\n#include "topology/names.hpp"\n',
             "topology/names.hpp": '// Names.\n#pragma once\n#include "topology/grid.hpp"\n'},
            "a circle of includes: topology/grid -> topology/names -> topology/grid")

    def test_folders_of_the_command_include_each_other_in_one_direction(self):
        files = {"app/output/csv.cpp": '// Rows.\n#include "app/jobs/workers.hpp"\n',
                 "app/jobs/workers.hpp": "// Threads.\n#pragma once\n",
                 "app/jobs/resume.cpp": '// What is there.\n#include "app/output/files.hpp"\n',
                 "app/output/files.hpp": "// Files.\n#pragma once\n"}
        self.expect_violation(files, "a circle of includes: app/jobs -> app/output -> app/jobs")
        del files["app/output/csv.cpp"]
        self.assertEqual(check(files)[0], 0)

    def test_so_do_the_subfolders_of_the_engine(self):
        files = {"sim/kernel/visits.hpp": '// Visits.\n#pragma once\n#include "sim/node/source.hpp"\n',
                 "sim/node/source.hpp": "// Sources.\n#pragma once\n",
                 "sim/node/network.hpp": '// Networks.\n#pragma once\n#include "sim/kernel/packets.hpp"\n',
                 "sim/kernel/packets.hpp": "// Packets.\n#pragma once\n"}
        self.expect_violation(files, "a circle of includes: sim/kernel -> sim/node -> sim/kernel")
        del files["sim/node/network.hpp"]
        self.assertEqual(check(files)[0], 0)

    def test_a_clean_tree_passes(self):
        code, output = check({})
        self.assertEqual(code, 0, output)
        self.assertIn("10 source files, 0 violations", output)

    def test_an_empty_tree_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)

    def test_each_direction_that_the_table_forbids(self):
        for folder, header in [("base", "topology/topology.hpp"), ("topology", "routing/routing.hpp"),
                               ("routing", "traffic/traffic.hpp"), ("traffic", "routing/routing.hpp"),
                               ("sim", "analysis/deadlock/deadlock.hpp"), ("analysis", "sim/simulation.hpp"),
                               ("schedule", "sim/simulation.hpp"), ("sim", "topology/grid.hpp"),
                               ("solver", "topology/topology.hpp"),
                               ("schedule", "analysis/deadlock/deadlock.hpp")]:
            with self.subTest(folder=folder, header=header):
                self.expect_violation({f"{folder}/wrong.cpp": f'// Wrong.\n#include "{header}"\n'},
                                      f"{folder}/wrong.cpp:2: {folder}/ may not include {header}")

    def test_sim_may_include_the_three_interfaces(self):
        text = "// Good.\n" + "".join(f'#include "{name}"\n' for name in (
            "topology/topology.hpp", "routing/routing.hpp", "traffic/traffic.hpp"))
        self.assertEqual(check({"sim/good.cpp": text})[0], 0)

    def test_foreign_headers_in_the_wrong_folder(self):
        for header, where in [("spdlog/spdlog.h", "sim"), ("boost/program_options.hpp", "routing"),
                              ("ClpSimplex.hpp", "analysis"), ("random", "traffic")]:
            with self.subTest(header=header):
                self.expect_violation({f"{where}/wrong.cpp": f"// Wrong.\n#include <{header}>\n"},
                                      f"{where}/wrong.cpp:2: <{header}>")

    def test_headers_are_named_by_folder_and_exist(self):
        self.expect_violation({"topology/near.cpp": '// Near.\n#include "grid.hpp"\n'},
                              'write our own headers as "folder/file.hpp"')
        self.expect_violation({"topology/gone.cpp": '// Gone.\n#include "topology/gone.hpp"\n'},
                              "topology/gone.hpp does not exist")

    def test_heads_of_files(self):
        self.expect_violation({"topology/bare.cpp": "int x;\n"}, "a file starts with a comment")
        self.expect_violation({"topology/twice.hpp": "// Twice.\nint x;\n"}, "#pragma once")
        self.assertEqual(check({"topology/grid.cpp": '#include "topology/grid.hpp"\n'})[0], 0)
        for test in ("tests/base/gone_test.cpp", "tests/app/gone_test.py"):
            self.expect_violation({"base/some.cpp": f"// Some.\n//\n// Tested by: {test}\n"},
                                  f"base/some.cpp:1: Tested by: {test} does not exist")

    def test_labels_of_a_routing_algorithm(self):
        for label in ("Source", "VCs", "Deadlock", "Tested by"):
            with self.subTest(label=label):
                text = ALGORITHM.replace(f"// {label}:", "// Note:")
                self.expect_violation({"routing/dor.cpp": text}, f'no "{label}:"')
        swapped = ALGORITHM.replace("// VCs: 1 class.\n", "").replace(
            "// Source:", "// VCs: 1 class.\n// Source:")
        self.expect_violation({"routing/dor.cpp": swapped}, "in the order")
        self.expect_violation({"routing/dor.cpp": ALGORITHM.replace("dor_test", "dora_test")},
                              "tests/routing/dora_test.cpp does not exist")

    def test_paths_of_one_machine_and_leftovers(self):
        self.expect_violation({"docs/page.md": "see /ho" "me/somebody/results.csv\n"},
                              "docs/page.md:1: a path of one machine")
        self.expect_violation({"app/main.cpp": "// Main. TO" "DO: write it\n"}, "leftover")

    def test_a_long_function_is_a_warning_only(self):
        body = "".join(f"  x += {i};\n" for i in range(70))
        code, output = check({"sim/long.cpp": f"// Long.\nint f(int x) {{\n{body}  return x;\n}}\n"})
        self.assertEqual(code, 0)
        self.assertIn("warning: sim/long.cpp:2: a function of 73 lines", output)


if __name__ == "__main__":
    unittest.main()
