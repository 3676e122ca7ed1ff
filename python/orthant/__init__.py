"""Orthant from Python: the verbs of the command `orthant` as functions that return DataFrames.

    import orthant
    curve = orthant.sweep("torus.ini", {"traffic.load": [0.1, 0.2, 0.3]})
    print(curve[["load", "verdict", "latency_mean"]], curve.attrs["units"]["latency_mean"])

The command does all the work; `executable()` says which one.
"""
from .command import Progress, executable
from .errors import (CommandNotFoundError, ConfigError, DeadlockError, Error, Interrupted, OrthantWarning,
                     SaturatedError)
from .frames import columns, keys, listing, read
from .verbs import analyze, check, design, plot, policy, report, run, saturate, schedule, sweep

__all__ = ["CommandNotFoundError", "ConfigError", "DeadlockError", "Error", "Interrupted", "OrthantWarning", "Progress",
           "SaturatedError", "analyze", "check", "columns", "design", "executable", "keys", "listing", "plot", "policy",
           "read", "report", "run", "saturate", "schedule", "sweep"]
