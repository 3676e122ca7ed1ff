"""The program that is tested: the word after the file for tests/run_file.py."""

import os
import sys

if not sys.argv[0].endswith("run_file.py"):
    sys.exit("usage: tests/run_file.py FILE_test.py ORTHANT_BINARY [unittest options]")
ORTHANT = os.path.abspath(sys.argv.pop(1))
