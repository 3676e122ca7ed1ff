"""What people call keys and columns, in legends, on axes and in titles."""
import re

from . import facts

UNIT_NAMES = {"capacity": "fraction of capacity", "flits": "flits/node/cycle"}
LOADS = {"saturation": "largest stable load", "accepted": "accepted load",
         "offered": "offered load"}
# Names that cannot be derived from the key.
NAMES = {"vcs": ("VCs", ""), "packet_flits": ("packet length", "flits"), "workload.bytes":
         ("size", "bytes"), "p": ("probability that a link is healthy", ""), "router.preset":
         ("router preset", "")}
# Keys whose values are clear without a name.
TEXT_KEYS = {"topology", "dimensions", "routing", "pattern", "injection", "switching",
             "flow_control", "load_unit", "file", "workload.kind", "workload.algorithm",
             "collective"}
PHRASES = {"p": "p = {}", "distance": "distance {}", "vcs": "{} VCs",
           "workload.bytes": "{} bytes"}
PLURALS = ("cycles", "flits", "bytes", "VCs")
COLUMN_NAMES = {
    "latency_mean": "mean packet latency",
    "path_length_normalized": "mean path length (minimal = 1)",
    "worst_case_throughput": "worst-case throughput",
    "average_case_throughput": "average-case throughput",
    "uniform_throughput": "throughput under uniform traffic",
    "pattern_throughput": "throughput under the pattern",
    "kind_bound_share": "share of the bound",
    "delivery": "probability of delivery",
    "delivery_mean": "mean probability of delivery",
    "delivery_min": "least probability of delivery",
    "born_flits": "generated load",
    "picojoules": "energy of the window",
    "buffer_writes": "flits written", "buffer_reads": "flits read",
    "crossbar": "flits through the switch", "link": "flits to other routers",
    "vc_allocations": "grants of VCs", "switch_allocations": "grants of the switch",
    "pattern_load": "load under the pattern", "uniform_load": "load under uniform traffic",
    "worst_case_load": "load under the worst permutation"
}
PERCENTILE = re.compile(r"(.*latency)_p(\d\d)(\d*)")
UNIT_SUFFIX = re.compile(r"_(cycles|ns|flits|bytes|gbps|seconds|pj(_per_\w+)?)$")
EXTREMES = {"mean": "mean", "max": "largest", "min": "least"}
SHOWN_UNITS = {"capacity": "fraction of capacity", "seconds": "s", "load_unit": "", "share": "",
               "probability": "", None: ""}


def shown_unit(unit):
    return SHOWN_UNITS.get(unit, unit)


def spelled(name):
    return re.sub(r"\bvc(s?)\b", r"VC\1", name.replace(".", " ").replace("_", " "))


def name_and_unit(key):
    """What people call a key: traffic.burst_flits is a burst in flits."""
    if key in NAMES:
        return NAMES[key]
    unit = shown_unit(facts.keys()[key]["unit"] if key in facts.keys() else facts.unit_of(key))
    section, _, name = key.partition(".") if "." in key else ("", "", key)
    name, by_dimension, _ = name.partition(".by_dimension")
    name = spelled(UNIT_SUFFIX.sub("", name) if unit else name)
    if section == "channel" and not name.startswith("node"):
        name = f"channel {name}"
    return f"{name} by dimension" if by_dimension else name, unit


def title_of(key):
    """'burst (flits)'."""
    name, unit = name_and_unit(key)
    return f"{name} ({unit})" if unit else name


def describe(key, value, several):
    """The value of a key in the label of a line; with the key's name where several keys differ."""
    if not several or key in TEXT_KEYS:
        return value.replace("_", " ") or "none"
    name, unit = name_and_unit(key)
    if not value:
        return f"{name} none"
    words = PHRASES.get(key, f"{name} {{}} {unit}".rstrip()).format(value.replace("_", " "))
    return words.removesuffix("s") if value == "1" and words.endswith(PLURALS) else words


def column_title(column, writer="", unit=None):
    """Returns an axis label: 'mean packet latency (cycles)'. `unit` is that of accepted loads."""
    name, _, column = column.rpartition(".")
    if name:  # prefix of a traffic class
        return f"{name}: {column_title(column, writer, unit)}"
    own = facts.unit_of(column, writer)
    stem, _, last = column.rpartition("_")
    if column in LOADS:
        return f"{LOADS[column]} ({UNIT_NAMES[unit]})"
    if stem in LOADS and last in UNIT_NAMES:  # loads of node pairs have another unit
        return f"{LOADS[stem]} ({own if own == 'flits/cycle' else UNIT_NAMES[last]})"
    own = shown_unit(own)
    stem = UNIT_SUFFIX.sub("", column) if own else column
    words = COLUMN_NAMES.get(column) or COLUMN_NAMES.get(stem) or words_of(stem)
    return f"{words} ({own})" if own and own not in words.split() and "(" not in words else words


def words_of(stem):
    """'99.9th-percentile latency' of latency_p999, 'mean channel load' of channel_load_mean."""
    if found := PERCENTILE.fullmatch(stem):
        name, digits, more = found.groups()
        return f"{digits}{more and '.'}{more}th-percentile {spelled(name)}"
    words, _, last = stem.rpartition("_")
    return f"{EXTREMES[last]} {spelled(words)}" if words and last in EXTREMES else spelled(stem)
