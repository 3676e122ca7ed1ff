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
# Keys that have no column, with their defaults; of studies that simulate nothing only the bandwidths count.
WITHOUT_COLUMN = {"router.preset": "none", "channel.bandwidth": "1", "channel.bandwidth.by_dimension": "", "channel.bandwidth_gbps": "",
                  "channel.node_bandwidth": "1", "channel.node_bandwidth_gbps": "", "channel.latency_cycles": "1",
                  "channel.latency_cycles.by_dimension": "", "channel.latency_ns": "", "channel.injection_latency_cycles": "1",
                  "channel.ejection_latency_cycles": "1", "channel.node_latency_ns": ""}
# What legends name wherever some curves have it, unless it is this default.
NAMED = {**WITHOUT_COLUMN, "traffic.burst_flits": "", "traffic.duty": ""}
PROGRAMS = {"workload": "workload.kind", "schedule": "schedule.collective"}  # injections that read neither pattern nor load, and what they read
# What is said of loads of channels, whatever traffic.pattern is.
TRAFFIC_OF = {"worst_case_load": "", "uniform_load": "uniform traffic"}
LINK = re.compile(r"\d+-\d+")
DETAILS = {"vcs": "{} VCs", "buffer_flits": "{}-flit buffers", "packet_flits": "{}-flit packets"}


def one_value(settings, key):
    """'' of a key that is swept."""
    value = settings.get(key, "")
    return "" if AXIS.fullmatch(value) else value.replace("_", " ")


def file_name(settings, key):
    """'' of several."""
    value = settings.get(key, "")
    return "" if AXIS.fullmatch(value) else os.path.basename(value)


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
    if pattern in ("matrix", "flows", "permutation") and (name := file_name(settings, "traffic.file")):
        words += f" ({name})"
    bursts = bursts_of(settings)
    if "," in settings.get("traffic.injection", ""):  # not of all rows
        return ", ".join(filter(None, [words, bursts and f"on off in {bursts}"]))
    return " in ".join(filter(None, [words, bursts]))


def bursts_of(settings):
    """'bursts of 32 flits', 'bursts of 32 flits at duty 0.5'."""
    burst, duty = one_value(settings, "traffic.burst_flits"), one_value(settings, "traffic.duty")
    if "on_off" not in settings.get("traffic.injection", "").split(",") or not burst + duty:
        return ""
    return " ".join(["bursts", *[f"of {burst} flits"] * bool(burst), *[f"at duty {duty}"] * bool(duty)])


def channels_of(settings, verb):
    """['channel latency 4 cycles', ...]: what is not at its default."""
    if verb in (*NO_TRAFFIC, "schedule"):
        return []
    return [describe(key, value, True) for key, default in WITHOUT_COLUMN.items()
            if (value := one_value(settings, key)) and plain(value) != default and not (verb in EXACT and "bandwidth" not in key)]


def network_of(settings):
    """'8x8 torus', 'graph g.edges', 'random graph of 64 routers'."""
    kind = one_value(settings, "topology.kind")
    shape = file_name(settings, "topology.file") or one_value(settings, "topology.dimensions")
    if kind == "random":  # whatever dimensions are given for other kinds
        routers = one_value(settings, "topology.routers")
        kind, shape = "random graph", f"of {routers} routers" if routers else ""
    return " ".join(filter(None, [kind, shape] if kind in ("graph", "random graph") else [shape, kind]))


def verb_of(config):
    return config.made_by.partition(" ")[0]


def stated(config):
    """The settings of all rows: without those that differ in rows that were added."""
    return {key: value for key, value in config.settings.items() if not any(key in changed for changed in config.added.values())}


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
    parts = [network_of(settings)]
    if verb in NO_TRAFFIC:
        return [*parts, f"p = {plain(of('policy.p'))}"] if of("policy.p") and not settings.get("faults.links") else parts
    if verb == "schedule":
        return [*parts, of("routing.algorithm"), of("schedule.collective")]
    parts.append("" if verb == "design" else of("routing.algorithm"))
    parts.append(TRAFFIC_OF.get(column, traffic_of(settings)))
    channels = channels_of(settings, verb)
    if settings.get("traffic.injection") in PROGRAMS:
        return parts + channels
    if of("traffic.load") and verb not in (*EXACT, *SEARCHED):
        parts.append(f"load {plain(of('traffic.load'))} {UNITS.get(of('traffic.load_unit'), '')}".rstrip())
    return parts + channels


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
    verbs = [verb_of(config) for config in configs]
    details = shared([details_of(counting(config.settings)) for config in configs])
    title = ", ".join(shared([parts_of(config.settings, verb, column) + failed_of(config) for config, verb in zip(configs, verbs)]))
    return title, [] if {*verbs} & {*EXACT, *NO_TRAFFIC, "schedule"} else details


def common_traffic(paths):
    """What the configs of all files say of the traffic, None where they differ or one is missing."""
    configs = read_all(paths)
    said = {traffic_of(stated(config)) for config in configs or []}
    return said.pop() if len(said) == 1 else None


def common_network(paths):
    """'graph g.edges' or 'random graph of 64 routers' where the configs of all files say so: no column does."""
    said = {network_of(stated(config)) for config in read_all(paths) or []}
    network = said.pop() if len(said) == 1 else ""
    return network if network.startswith(("graph ", "random graph ")) else None


def common_channels(paths):
    """What the configs of all files say of channels that are not as they are by default."""
    configs = read_all(paths)
    return shared([channels_of(stated(config), verb_of(config)) for config in configs]) if configs else []


def names_of(paths):
    """{file: its name, by the keys in which the configs differ}; by the file where they do not tell."""
    configs = read_all(paths)
    settings = [{SHOWN_KEYS.get(key, key): value for key, value in config.settings.items()
                 if key not in SILENT_KEYS and key.partition(".")[0] not in SILENT_SECTIONS | WATCHING} for config in configs or []]
    keys = [key for key in dict.fromkeys(key for own in settings for key in own)
            if (key in WITHOUT_COLUMN or all(own.get(key) for own in settings)) and len({own.get(key) for own in settings}) > 1]
    names = [", ".join(describe(key, own[key], True) for key in keys if own.get(key)) for own in settings]
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
