"""Which figures files of channels have, and where the channels of a grid are."""
import math
import os
import re

from input_error import InputError
from row_configs import read_config

NEEDED = ["from", "from_port", "to"]
MADE_BY = "a file of `output.channels` or `orthant analyze --channels`"
# What can be drawn, the first that a file has filled by default, with the label of its scale.
LABELS = {"utilization": "utilization",
          "pattern_load": "load under the pattern\n(flits/cycle)",
          "uniform_load": "load under uniform traffic\n(flits/cycle)",
          "worst_case_load": "load under the worst\npermutation (flits/cycle)"}
MOST_CELLS = 4_000_000  # of a heat map
NEARLY_ALIKE, ROUNDING = 0.8, 1e-9
WITHIN_NOISE = "differences are within the noise"
PROGRAMS = {"workload", "schedule"}  # injections that draw no packets by chance
GRIDS = {"torus", "mesh", "hypercube"}


def choose_column(path, present, filled, wanted):
    """The column to draw: the wanted one, else the first of LABELS that holds values."""
    if wanted and wanted not in present:
        raise InputError(f"{path}: no column {wanted!r}; allowed: {', '.join(present) or 'none'}")
    if wanted and wanted not in filled:
        raise InputError(f"{path}: column {wanted!r} is empty: no traffic.pattern was analysed; allowed: {', '.join(filled) or 'none'}")
    if not filled:
        raise InputError(f"{path}: none of the columns {', '.join(LABELS)}; expected {MADE_BY}")
    return wanted or filled[0]


def begin_of_colours(least, top, noise=0):
    """0, or the least value where that is at least half of the largest: there colours tell high values apart. Nearly alike
    ones are told apart no further than 20 % of the largest, equal ones (but for rounding) and those no further apart than
    `noise` not at all."""
    if least < 0.5 * top or least > (1 - ROUNDING) * top or is_noise(least, top, noise):
        return 0
    return min(least, NEARLY_ALIKE * top)


def is_noise(least, top, noise):
    return 0 < top - least <= noise


def noise_of(path, flits, value):
    """How far the least and the largest of so many values of this mean lie apart by chance, where all are expected to be equal:
    of n counts of packets drawn at random (Poisson) about twice sqrt(2 ln n) deviations. `flits`: the counts, of all repetitions.
    0 where nothing says how long packets are, or a program sends them."""
    clump = flits_together(path)
    counts = [count for count in flits if not math.isnan(count)]
    if clump is None or len(counts) < 2 or sum(counts) <= 0:
        return 0
    return value * 2 * math.sqrt(2 * math.log(len(counts)) * clump * len(counts) / sum(counts))


def flits_together(path):
    """Flits of a message, or of a burst where that is longer; None where the config does not say."""
    settings = read_config(f"{path}.ini").settings if os.path.exists(f"{path}.ini") else {}
    if settings.get("traffic.injection", "workload") in PROGRAMS:
        return None
    try:
        longest = max(float(part.partition(":")[0]) for part in settings["traffic.packet_flits"].split())
        packets = float(settings.get("traffic.message_packets", 1))
        burst = float(settings.get("traffic.burst_flits", 0)) if settings["traffic.injection"] == "on_off" else 0
    except (KeyError, ValueError):
        return None
    return max(longest * packets, burst)


def grid_of(path):
    """The radices that the config beside a file names, () where the network is no grid, None without a config."""
    if not os.path.exists(f"{path}.ini"):
        return None
    settings = read_config(f"{path}.ini").settings
    radices = settings.get("topology.dimensions", "").split("x")
    if settings.get("topology.kind") not in GRIDS or not all(re.fullmatch(r"[1-9][0-9]{0,6}", radix) for radix in radices):
        return ()
    check_cells_of_map(f"{path}.ini", math.prod(map(int, radices)))
    return tuple(map(int, radices))


def check_cells_of_map(path, count):
    """Refuses a map that no picture has room for, as of ids in a damaged file."""
    if count > MOST_CELLS:
        raise InputError(f"{path}: a map of {count} cells; allowed: at most {MOST_CELLS}")


def direction(port):
    return f"{'+-'[port % 2]}{'xyz'[port // 2]}"
