#!/usr/bin/env python3
"""Runs the tests of one file of tests/app/ or tests/python/.

Usage: run_file.py FILE_test.py ORTHANT_BINARY [what else the file takes] [unittest options]
"""

import pathlib
import sys
import unittest

FILE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path[0] = str(FILE.parent)
sys.dont_write_bytecode = True
unittest.main(module=FILE.stem)
