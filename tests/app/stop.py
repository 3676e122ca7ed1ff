"""Stops the program at a call that changes a file (stop_at_call.cpp)."""

import os
import sys


def library():
    """The library named by the first word of the command line, which is removed; None where
    there is none."""
    return os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].endswith(".so") else None


def environment(library, at, how="kill", counter=None):
    """Environment in which a program is killed before the call with this number, or in which this
    call fails (how="fail"); 0 changes no call. The file `counter` receives the number of calls."""
    stop = {"LD_PRELOAD": library, "ORTHANT_STOP_AT": str(at), "ORTHANT_STOP_HOW": how}
    return os.environ | stop | ({"ORTHANT_STOP_COUNT": str(counter)} if counter else {})
