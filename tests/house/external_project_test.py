#!/usr/bin/env python3
"""A project of somebody else's builds on ours with no more than add_subdirectory and a link.

Its code has a warning, which is its own affair, and it does not say which C++ it wants, which our
headers know.

usage: external_project_test.py CMAKE GENERATOR COMPILER
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

LISTS = f"""cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
add_subdirectory({ROOT} orthant)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE orthant_topology)
"""

CODE = """#include <cstdio>
#include "topology/topology.hpp"

int main() {
  int unused;
  const orthant::Topology torus = orthant::make_torus({.radices = {4, 4}});
  std::printf("%zu channels\\n", torus.channel_count());
}
"""


def call(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    cmake, generator, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "CMakeLists.txt").write_text(LISTS)
        (folder / "user.cpp").write_text(CODE)
        call(cmake, "-S", name, "-B", f"{name}/build", "-G", generator, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_UNITY_BUILD=ON",
             f"-DCMAKE_CXX_COMPILER={compiler}")
        call(cmake, "--build", f"{name}/build", "--target", "user")
        out = call(f"{name}/build/user")
        # 16 routers with 4 channels each.
        if out != "64 channels\n":
            sys.exit(f"the program says {out!r}")
        tests = call("ctest", "--test-dir", f"{name}/build", "-N")
        if "Total Tests: 0" not in tests:
            sys.exit(f"our tests are among the project's own:\n{tests}")


if __name__ == "__main__":
    main()
