"""Which figures files of channels have, and where the channels of a grid are."""
import os

from input_error import InputError
from row_configs import read_config

NEEDED = ["from", "from_port", "to"]
MADE_BY = "a file of `output.channels` or `orthant analyze --channels`"
# What can be drawn, the first that a file has filled by default, with the label of its scale.
LABELS = {"utilization": "utilization",
          "pattern_load": "load under the pattern\n(flits/cycle)",
          "uniform_load": "load under uniform traffic\n(flits/cycle)",
          "worst_case_load": "load under the worst\npermutation (flits/cycle)"}
NEARLY_ALIKE, ROUNDING = 0.95, 1e-9
GRIDS = {"torus", "mesh", "hypercube"}


def choose_column(path, present, filled, wanted):
    """The column to draw: the wanted one, else the first of LABELS that holds values."""
    if wanted and wanted not in present:
        raise InputError(f"{path}: no column {wanted!r}; it has: {', '.join(present) or 'none'}")
    if wanted and wanted not in filled:
        raise InputError(f"{path}: column {wanted!r} is empty: no traffic.pattern was analysed")
    if not filled:
        raise InputError(f"{path}: none of the columns {', '.join(LABELS)}; expected {MADE_BY}")
    return wanted or filled[0]


def begin_of_colours(least, top):
    """0, or the least value where that is at least half of the largest: there colours tell high values apart. Nearly alike
    ones are told apart no further than 5 % of the largest, equal ones (but for rounding) not at all."""
    if least < 0.5 * top or least > (1 - ROUNDING) * top:
        return 0
    return min(least, NEARLY_ALIKE * top)


def grid_of(path):
    """The radices that the config beside a file names, () where the network is no grid, None without a config."""
    if not os.path.exists(f"{path}.ini"):
        return None
    settings = read_config(f"{path}.ini").settings
    radices = settings.get("topology.dimensions", "").split("x")
    if settings.get("topology.kind") not in GRIDS or not all(radix.isdecimal() for radix in radices):
        return ()
    return tuple(map(int, radices))


def direction(port):
    return f"{'+-'[port % 2]}{'xyz'[port // 2]}"
