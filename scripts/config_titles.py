"""What files are of, told by the configs beside them: '8x8 torus, dor, uniform traffic, load 0.3 of capacity', and what tells them apart."""
import os
import re
import textwrap

from names import describe
from row_configs import AXIS, SHOWN_KEYS, SILENT_KEYS, SILENT_SECTIONS, plain, read_config

LETTER_INCHES = 0.057  # of a title
MOST_LINES = 2  # of a title with details
MOST_NODES = 4  # that a title names
UNITS = {"capacity": "of capacity", "flits": "flits/node/cycle"}
EXACT = ("analyze", "design")  # have no load
NO_TRAFFIC = ("policy",)
SEARCHED = ("saturate",)  # find the load
WATCHING = {"trace", "energy"}  # sections that change no run
WITHOUT_BYTES = {"barrier"}  # kinds of workloads
PROGRAMS = {"workload": "workload.kind", "schedule": "schedule.collective"}  # injections that read neither pattern nor load, and what they read
# What is said of loads of channels, whatever traffic.pattern is.
TRAFFIC_OF = {"worst_case_load": "", "uniform_load": "uniform traffic"}
LINK = re.compile(r"\d+-\d+")
DETAILS = {"vcs": "{} VCs", "buffer_flits": "{}-flit buffers", "packet_flits": "{}-flit packets"}


def one_value(settings, key):
    """'' of a key that is swept."""
    value = settings.get(key, "")
    return "" if AXIS.fullmatch(value) else value.replace("_", " ")


def traffic_of(settings):
    """'uniform traffic', 'hotspot traffic (0.05 to nodes 0 36)', 'uniform traffic in bursts of 32 flits', 'ring allreduce traffic of 640 bytes'."""
    injection = settings.get("traffic.injection")
    if injection == "workload":
        return workload_of(settings)
    if injection in PROGRAMS:
        kind = one_value(settings, PROGRAMS[injection])
        return f"{kind} traffic" if kind else ""
    pattern = one_value(settings, "traffic.pattern")
    words = f"{pattern} traffic" if pattern else ""
    nodes = one_value(settings, "traffic.hotspot_nodes")
    if pattern == "hotspot" and nodes:
        count = len(nodes.split())
        to = f"{count} nodes" if count > MOST_NODES else f"node{'s' if count > 1 else ''} {nodes}"
        words += f" ({' '.join(filter(None, [one_value(settings, 'traffic.hotspot_share'), 'to', to]))})"
    burst = one_value(settings, "traffic.burst_flits")
    return f"{words} in bursts of {burst} flits" if words and burst and settings.get("traffic.injection") == "on_off" else words


def workload_of(settings):
    """The algorithm where it is named, the kind and its bytes; of a file its name."""
    kind = one_value(settings, "workload.kind")
    if not kind:
        name = os.path.basename(settings.get("workload.file", ""))
        return f"traffic of {name}" if name else ""
    count = "" if kind in WITHOUT_BYTES else one_value(settings, "workload.bytes")
    size = f"of {count} byte{'' if count == '1' else 's'}" if count else ""
    return " ".join(filter(None, [one_value(settings, "workload.algorithm"), kind, "traffic", size]))


def parts_of(settings, verb, column):
    """The parts of the title of one config."""
    def of(key):
        return one_value(settings, key)
    kind = of("topology.kind")
    shape = os.path.basename(settings.get("topology.file", "")) or of("topology.dimensions")
    if kind == "random":  # whatever dimensions are given for other kinds
        kind, shape = "random graph", f"of {of('topology.routers')} routers" if of("topology.routers") else ""
    parts = [" ".join(filter(None, [kind, shape] if kind in ("graph", "random graph") else [shape, kind]))]
    if verb in NO_TRAFFIC:
        return parts
    if verb == "schedule":
        return [*parts, of("routing.algorithm"), of("schedule.collective")]
    parts.append("" if verb == "design" else of("routing.algorithm"))
    parts.append(TRAFFIC_OF.get(column, traffic_of(settings)))
    if settings.get("traffic.injection") in PROGRAMS:
        return parts
    if of("traffic.load") and verb not in (*EXACT, *SEARCHED):
        parts.append(f"load {plain(of('traffic.load'))} {UNITS.get(of('traffic.load_unit'), '')}".rstrip())
    return parts


def failed_of(config):
    """'3 failed links' of a file of `policy --faults` whose config names them."""
    links = config.settings.get("faults.links", "").split()
    if not links or "--faults" not in config.made_by:
        return []
    if not all(LINK.fullmatch(link) for link in links):
        return [f"failed links of {os.path.basename(' '.join(links))}"]
    return [f"{len(links)} failed link{'s' if len(links) > 1 else ''}"]


def details_of(values):
    """'4 VCs', '8-flit buffers', ... of the values of DETAILS that are numbers; 'auto VCs' where the routing says how many."""
    found = [words.format(values[key]) for key, words in DETAILS.items() if values.get(key, "").isdecimal() or values.get(key) == "auto"]
    return [part.removesuffix("s") if part == "1 VCs" else part for part in found]


def counting(settings):
    """{column: value} of the keys that a run reads: of the two for the length of packets one."""
    values = {SHOWN_KEYS.get(key): value for key, value in settings.items()}
    if settings.get("traffic.injection") == "workload":
        values["packet_flits"] = settings.get("workload.packet_flits", "")
    return values


def shared(lists):
    return [part for part in lists[0] if part and all(part in other for other in lists)]


def read_all(paths):
    """The configs, None where one is missing."""
    configs = [read_config(f"{path}.ini") for path in paths]
    return None if None in configs else configs


def config_title(paths, inches, column=None):
    """What the configs of all files share, '' where there is none; with VCs, buffers and packets where there is room."""
    return fitted(*title_and_details(paths, column), inches)


def title_and_details(paths, column=None):
    """What the configs of all files share, '' where there is none, and its details."""
    configs = read_all(paths)
    if not configs:
        return "", []
    verbs = [config.made_by.partition(" ")[0] for config in configs]
    details = shared([details_of(counting(config.settings)) for config in configs])
    title = ", ".join(shared([parts_of(config.settings, verb, column) + failed_of(config) for config, verb in zip(configs, verbs)]))
    return title, [] if {*verbs} & {*EXACT, *NO_TRAFFIC, "schedule"} else details


def common_traffic(paths):
    """What the configs of all files say of the traffic, None where they differ or one is missing."""
    configs = read_all(paths)
    said = {traffic_of(config.settings) for config in configs or []}
    return said.pop() if len(said) == 1 else None


def names_of(paths):
    """{file: its name, by the keys in which the configs differ}; by the file where they do not tell."""
    configs = read_all(paths)
    settings = [{SHOWN_KEYS.get(key, key): value for key, value in config.settings.items()
                 if key not in SILENT_KEYS and key.partition(".")[0] not in SILENT_SECTIONS | WATCHING} for config in configs or []]
    keys = [key for key in dict.fromkeys(key for own in settings for key in own) if all(own.get(key) for own in settings) and len({own[key] for own in settings}) > 1]
    names = [", ".join(describe(key, own[key], True) for key in keys) for own in settings]
    if len({*names} - {""}) < len(paths):
        names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    return dict(zip(paths, names))


def wrapped(title, inches):
    """In lines that fit, broken between parts."""
    solid = ", ".join(part.replace(" ", "\u00a0") for part in title.split(", "))
    return "\n".join(textwrap.wrap(solid, int(inches / LETTER_INCHES))).replace("\u00a0", " ")


def fitted(title, details, inches):
    """The title in lines that fit, with as many details as have room in two lines."""
    for count in range(len(details), 0, -1):
        text = wrapped(", ".join(filter(None, [title, *details[:count]])), inches)
        if text.count("\n") < MOST_LINES:
            return text
    return wrapped(title, inches)
