#!/usr/bin/python3
"""Computes anew what the pages print, and says where they print something else.

Every figure of README.md and docs/ comes from a file that a command regenerates. Those that a command of some
seconds confirms are computed here and compared, digit by digit, with the page (scripts/page_figures.py says
which); the others are listed with their commands and how long they take. Figures that a test holds, and times
of this or that machine, are neither.

examples:
  scripts/check_figures.py                       all quick figures, some minutes of a core
  scripts/check_figures.py docs/analyze.md       those of a page; also by name, as 'lifetimes'
  scripts/check_figures.py --list                quick and slow ones

Exits with 1 where a page prints something else. Needs a built tree (scripts/build.sh orthant).
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import page_figures
from printed import ROOT, Page, PageError, prints


class Orthant:
    """Runs the program in a folder of its own, from which it sees configs/ and tests/ as from the root."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        for name in ("configs", "tests"):
            (self.folder / name).symlink_to(ROOT / name)

    def output(self, verb, config, *words, code=0):
        """What a command prints. `config`: a file in the tree, a config as text, or None."""
        source = []
        if config is not None:
            source = [config if config.endswith(".ini") else "c.ini"]
            if not config.endswith(".ini"):
                (self.folder / "c.ini").write_text(config, encoding="utf-8")
        command = [self.program, verb, *source, *words]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != code:
            raise PageError(f"{' '.join(command)}: ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def rows(self, verb, config, *words, code=0):
        """The rows of its result, each a dict of texts."""
        words = (*words, "-q", "--format", "csv")
        return list(csv.DictReader(self.output(verb, config, *words, code=code).splitlines()))

    def row(self, verb, config, *words, code=0):
        row, = self.rows(verb, config, *words, code=code)
        return row

    def file(self, name):
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def differences(figure, program):
    """(how many values were compared, lines about those that the page does not print)."""
    with tempfile.TemporaryDirectory() as folder:
        page, count, wrong = Page(figure.page), 0, []
        for where, printed, value in figure.values(Orthant(program, folder), page):
            count += 1
            if not prints(printed, value):
                wrong.append(f"{where}: {printed}, now {value if isinstance(value, str) else f'{value:.10g}'}")
    if not count:
        wrong.append("nothing was compared")
    return count, wrong


def chosen(names):
    figures = [figure for figure in page_figures.QUICK
               if not names or figure.page in names or figure.name in names]
    known = {figure.name for figure in page_figures.QUICK} | {figure.page for figure in page_figures.QUICK}
    for name in names:
        if name not in known:
            raise PageError(f"{name}: no such page or figure; allowed: {', '.join(sorted(known))}")
    return figures


def print_list():
    print("quick, computed by this script:")
    for figure in page_figures.QUICK:
        print(f"  {figure.page:28} {figure.name}: {figure.what}")
    print("\nslow, each by its own command:")
    for slow in page_figures.SLOW:
        print(f"  {slow.page:28} {slow.what}\n  {'':28}   {slow.command}    ({slow.time})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0],
                                     epilog=__doc__.split("\n\n", 1)[1],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="pages or figures; default: all")
    parser.add_argument("--orthant", default=os.environ.get("ORTHANT", str(ROOT / "build" / "orthant")),
                        metavar="FILE", help="the program; default: $ORTHANT, else build/orthant")
    parser.add_argument("--list", action="store_true", help="name the figures and compute nothing")
    options = parser.parse_args()
    if options.list:
        print_list()
        return 0
    stale = 0
    try:
        figures = chosen(options.names)
        if not os.access(options.orthant, os.X_OK):
            raise PageError(f"{options.orthant}: no such program; scripts/build.sh orthant builds it")
        program = str(pathlib.Path(options.orthant).resolve())
        for figure in figures:
            begun = time.monotonic()
            count, wrong = differences(figure, program)
            stale += len(wrong)
            print(f"{figure.page}: {figure.name}: {len(wrong)} of {count} differ "
                  f"({time.monotonic() - begun:.0f} s)", flush=True)
            for line in wrong:
                print(f"  {line}", flush=True)
    except PageError as error:
        print(f"check_figures.py: {error}", file=sys.stderr)
        return 2
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
