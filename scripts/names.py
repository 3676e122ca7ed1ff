"""What people call the keys of a config, for legends."""

# Names that do not follow from the key.
NAMES = {"vcs": ("VCs", ""), "buffer_flits": ("buffer", "flits"),
         "packet_flits": ("packet length", "flits"), "p": ("probability that a link is healthy", ""),
         "distance": ("distance, mean over its offsets", "hops"),
         "router.preset": ("router preset", ""),
         "channel.bandwidth": ("channel bandwidth", "flits/cycle"),
         "channel.node_bandwidth": ("node bandwidth", "flits/cycle")}
UNITS = {"cycles": "cycles", "ns": "ns", "flits": "flits", "bytes": "bytes", "gbps": "Gbit/s",
         "seconds": "s"}
TEXT_KEYS = {"topology", "dimensions", "routing", "pattern", "injection", "switching",
             "flow_control", "load_unit"}


def name_and_unit(key):
    """What people call a key: traffic.burst_flits is a burst in flits."""
    if key in NAMES:
        return NAMES[key]
    section, _, words = key.partition(".") if "." in key else ("", "", key)
    words, by_dimension, _ = words.partition(".by_dimension")
    words = (f"channel {words}" if section == "channel" else words).replace(".", " ").split("_")
    unit = UNITS.get(words[-1], "") if len(words) > 1 else ""
    name = " ".join(words[:-1] if unit else words)
    return (f"{name} by dimension" if by_dimension else name), unit


def title_of(key):
    """'burst (flits)'."""
    name, unit = name_and_unit(key)
    return f"{name} ({unit})" if unit else name


def describe(key, value, several):
    """The value of one key in the label of a line; with its name where several keys differ."""
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
