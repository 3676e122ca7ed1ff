"""Orthant from Python: the verbs of the command `orthant` as functions that return DataFrames.

    import orthant
    curve = orthant.sweep("torus.ini", {"traffic.load": [0.1, 0.2, 0.3]})
    print(curve[["load", "verdict", "latency_mean"]], curve.attrs["units"]["latency_mean"])

The command does all the work; `executable()` is its path.
"""
import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .command import Progress, executable  # noqa: F401
    from .errors import (CommandNotFoundError, ConfigError, DeadlockError, Error,  # noqa: F401
                         Interrupted, OrthantWarning, SaturatedError)
    from .frames import columns, keys, listing, read  # noqa: F401
    from .verbs import (analyze, check, design, plot, policy, report, run, saturate,  # noqa: F401
                        schedule, sweep)

# Where each name is defined; modules are imported when they are asked for, since some need pandas.
_PLACES = {
    "command": "Progress executable",
    "errors": "CommandNotFoundError ConfigError DeadlockError Error Interrupted OrthantWarning SaturatedError",
    "frames": "columns keys listing read",
    "verbs": "analyze check design plot policy report run saturate schedule sweep",
}
_MODULE_OF = {name: module for module, names in _PLACES.items() for name in names.split()}
__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name in _MODULE_OF:
        return getattr(importlib.import_module(f".{_MODULE_OF[name]}", __name__), name)
    if name in _PLACES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
