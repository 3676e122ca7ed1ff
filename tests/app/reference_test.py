#!/usr/bin/env python3
"""docs/reference.md is what the program writes.

usage: reference_test.py ORTHANT docs/reference.md
"""
import difflib
import subprocess
import sys
from pathlib import Path


def main():
    page = subprocess.run([sys.argv[1], "list", "--format", "markdown"], check=True,
                          capture_output=True, text=True).stdout
    committed = Path(sys.argv[2]).read_text()
    for line in difflib.unified_diff(committed.splitlines(), page.splitlines(), sys.argv[2],
                                     "orthant list --format markdown", lineterm="", n=0):
        print(line)
    return 0 if page == committed and len(page) > 1000 else 1


if __name__ == "__main__":
    sys.exit(main())
