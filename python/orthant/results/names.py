"""What people call keys and columns, in legends, on axes and in titles."""
import re

from . import facts

UNIT_NAMES = {"capacity": "fraction of capacity", "flits": "flits/node/cycle"}
# Names that do not follow from the key.
NAMES = {
    "vcs": ("VCs", ""), "buffer_flits": ("buffer", "flits"), "packet_flits":
    ("packet length", "flits"), "p": ("probability that a link is healthy", ""), "distance":
    ("distance, mean over its offsets", "hops"), "router.preset": ("router preset", ""),
    "channel.bandwidth": ("channel bandwidth", "flits/cycle"), "channel.node_bandwidth":
    ("node bandwidth", "flits/cycle")
}
# Keys whose values say what they are.
TEXT_KEYS = {
    "topology", "dimensions", "routing", "pattern", "injection", "switching", "flow_control",
    "load_unit", "file"
}
UNIT_WORDS = {"cycles": "cycles", "ns": "ns", "flits": "flits", "bytes": "bytes", "gbps": "Gbit/s",
              "seconds": "s"}
COLUMN_NAMES = {
    "latency_mean": "mean packet latency", "path_length_normalized":
    "mean path length (minimal = 1)", "path_length_mean": "mean path length",
    "worst_case_throughput": "worst-case throughput", "average_case_throughput":
    "average-case throughput", "uniform_throughput": "throughput under uniform traffic",
    "picojoules": "energy of the window", "pattern_throughput": "throughput under the pattern",
    "delivery": "probability of delivery", "delivery_mean": "mean probability of delivery",
    "buffer_writes": "flits written", "delivery_min": "least probability of delivery",
    "buffer_reads": "flits read", "crossbar": "flits through the switch", "link":
    "flits to other routers", "vc_allocations": "grants of VCs", "switch_allocations":
    "grants of the switch", "pattern_load": "load under the pattern", "uniform_load":
    "load under uniform traffic", "worst_case_load": "load under the worst permutation"
}
PERCENTILE = re.compile(r"latency_p(\d+)")
WITHOUT_UNIT = {"probability", "share"}


def name_and_unit(key):
    """What people call a key: traffic.burst_flits is a burst in flits."""
    if key in NAMES:
        return NAMES[key]
    section, _, words = key.partition(".") if "." in key else ("", "", key)
    words, by_dimension, _ = words.partition(".by_dimension")
    words = (f"channel {words}" if section == "channel" else words).replace(".", " ").split("_")
    unit = UNIT_WORDS.get(words[-1], "") if len(words) > 1 else ""
    name = " ".join(words[:-1] if unit else words)
    return (f"{name} by dimension" if by_dimension else name), unit


def title_of(key):
    """'burst (flits)'."""
    name, unit = name_and_unit(key)
    return f"{name} ({unit})" if unit else name


def describe(key, value, several):
    """The value of a key in the label of a line; with the key's name where several keys differ."""
    value = value.replace("_", " ") if value else "none"
    if not several or key in TEXT_KEYS:
        return value
    name, unit = name_and_unit(key)
    if key in ("p", "distance"):
        return f"p = {value}" if key == "p" else f"distance {value}"
    if key == "vcs":
        return "1 VC" if value == "1" else f"{value} VCs"
    if value == "1" and unit in ("cycles", "flits", "bytes"):
        unit = unit.removesuffix("s")
    return f"{name} {value} {unit}".rstrip()


def column_title(column, writer="", unit=None):
    """The label of an axis: 'mean packet latency (cycles)'. `unit`: that of loads, for `accepted`.
    """
    if column in ("accepted", "offered"):
        return f"{column} load ({UNIT_NAMES[unit]})"
    for name, words in (("saturation_", "largest stable load"), ("accepted_", "accepted load"),
                        ("offered_", "offered load")):
        if column.startswith(name) and column.removeprefix(name) in UNIT_NAMES:
            if facts.unit_of(column, writer) == "flits/cycle":  # of a pair of nodes
                return f"{words} (flits/cycle)"
            return f"{words} ({UNIT_NAMES[column.removeprefix(name)]})"
    words = COLUMN_NAMES.get(column) or PERCENTILE.sub(percentile, column).replace("_", " ")
    said = facts.unit_of(column, writer)
    said = {"capacity": "fraction of capacity"}.get(said, said)
    if words.endswith(f" {said}"):
        words = words.removesuffix(f" {said}")
    plain = not said or said in WITHOUT_UNIT or said in words.split() or "(" in words
    return words if plain else f"{words} ({said})"


def percentile(match):
    digits = match[1]
    return f"latency, percentile {digits[:2]}" + (f".{digits[2:]}" if len(digits) > 2 else "")
