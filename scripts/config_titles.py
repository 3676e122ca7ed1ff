"""What a file that a run writes beside its result is of, told by the config beside it: '8x8 torus, dor, uniform traffic, load 0.3 of capacity'."""
import os
import textwrap

from row_configs import AXIS, plain, read_config

LETTER_INCHES = 0.057  # of a title
UNITS = {"capacity": "of capacity", "flits": "flits/node/cycle"}
EXACT = ("analyze", "design")  # have no load
NO_TRAFFIC = ("policy",)
PROGRAMS = ("workload", "schedule")  # injections that read neither pattern nor load


def parts_of(settings, verb):
    """The parts of the title of one config."""
    def of(key):
        value = settings.get(key, "")
        return "" if AXIS.fullmatch(value) else value.replace("_", " ")
    kind = of("topology.kind")
    shape = os.path.basename(settings.get("topology.file", "")) or of("topology.dimensions")
    parts = [" ".join(filter(None, [kind, shape] if kind == "graph" else [shape, kind]))]
    if verb in NO_TRAFFIC:
        return parts
    parts.append(of("routing.algorithm"))
    injection = of("traffic.injection")
    if injection in PROGRAMS:
        return [*parts, " ".join(filter(None, [of("workload.kind") if injection == "workload" else "", injection]))]
    parts.append(f"{of('traffic.pattern')} traffic" if of("traffic.pattern") else "")
    if of("traffic.load") and verb not in EXACT:
        parts.append(f"load {plain(of('traffic.load'))} {UNITS.get(of('traffic.load_unit'), '')}".rstrip())
    return parts


def config_title(paths):
    """What the configs of all files share, '' where there is none."""
    found = []
    for path in paths:
        config = read_config(f"{path}.ini")
        if config is None:
            return ""
        found.append(parts_of(config.settings, config.made_by.partition(" ")[0]))
    return ", ".join(part for part in found[0] if part and all(part in other for other in found))


def wrapped(title, inches):
    """In lines that fit, broken between parts."""
    solid = ", ".join(part.replace(" ", "\u00a0") for part in title.split(", "))
    return "\n".join(textwrap.wrap(solid, int(inches / LETTER_INCHES))).replace("\u00a0", " ")
