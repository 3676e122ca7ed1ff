#!/usr/bin/env python3
"""The program of docs/library.md builds and runs against an installed copy, with the compiler's own default standard, and
calls functions alone that the page lists.

usage: library_test.py CMAKE GENERATOR COMPILER BUILD
BUILD is our build tree, which is installed into a folder of its own.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "library.md"


def call(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def blocks(language):
    """The code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def check_list(program):
    """Functions of ours that the program calls stand in the page's table of headers."""
    listed = re.findall(r"`(\w+)\(\)`", "\n".join(line for line in PAGE.read_text(encoding="utf-8").splitlines()
                                                   if line.startswith("|")))
    called = re.findall(r"(?<![\w.>:])([a-z]\w+)\(", program)
    missing = sorted(set(called) - {*listed, "main"})
    if missing or not called:
        sys.exit(f"docs/library.md: the program calls what the page does not list: {missing}")


def main():
    cmake, generator, compiler, build = sys.argv[1:]
    check_list(blocks("cpp")[0])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        call(cmake, "--install", build, "--prefix", f"{name}/installed")
        (folder / "CMakeLists.txt").write_text(blocks("cmake")[0])
        (folder / "me.cpp").write_text(blocks("cpp")[0])
        call(cmake, "-S", name, "-B", f"{name}/build", "-G", generator, "-DCMAKE_BUILD_TYPE=Debug",
             f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_CXX_FLAGS=-Wall", f"-DCMAKE_PREFIX_PATH={name}/installed")
        call(cmake, "--build", f"{name}/build")
        said, expected = call(f"{name}/build/me"), blocks("text")[0]
        if said != expected:
            sys.exit(f"the program says\n{said}and the page\n{expected}")
        version = call(f"{name}/installed/bin/orthant", "--version")
        if not version.startswith("orthant "):
            sys.exit(f"the installed command says {version!r}")


if __name__ == "__main__":
    main()
