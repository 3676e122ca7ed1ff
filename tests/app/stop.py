"""Stops the program at a call that changes a file (stop_at_call.cpp)."""

import os
import sys


def library():
    """The library named by the first word of the command line, which is removed; None where
    there is none."""
    return os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].endswith(".so") else None


def environment(library, at, how="kill", counter=None):
    """Of a program that is killed before the call with this number, or where that fails (how="fail"); 0: none. The
    number of calls is in the file `counter` at the end."""
    stop = {"LD_PRELOAD": library, "ORTHANT_STOP_AT": str(at), "ORTHANT_STOP_HOW": how}
    return os.environ | stop | ({"ORTHANT_STOP_COUNT": str(counter)} if counter else {})
