"""Titles of files by their configs: '8x8 torus, dor, uniform traffic, load 0.3 of
capacity'."""
import os
import re

from . import facts
from .config import is_axis, is_silent, plain, read_config, shown_key
from .names import describe
from .reader import counted

MAX_NODES = 4  # nodes, links or routers that a title lists
UNITS = {"capacity": "of capacity", "flits": "flits/node/cycle"}
EXACT = ("analyze", "design")  # verbs without a load
WITHOUT_BYTES = {"barrier"}  # workload kinds without a size
WATCHING = {"trace", "energy"}  # sections that do not affect a simulation
# Keys by which a network differs from its kind and dimensions.
CHANGES = ("topology.twist", "topology.wrap", "topology.express", "topology.exceptions",
           "faults.links", "faults.routers", "faults.link_probability")
# Keys that a title names unless at their default.
NAMED = (*CHANGES, "router.preset", "channel.bandwidth", "channel.bandwidth.by_dimension",
         "channel.bandwidth_gbps", "channel.node_bandwidth", "channel.node_bandwidth_gbps",
         "channel.latency_cycles", "channel.latency_cycles.by_dimension", "channel.latency_ns",
         "channel.injection_latency_cycles", "channel.ejection_latency_cycles",
         "channel.node_latency_ns")
# Injections without pattern and load: the key that names their traffic.
PROGRAMS = {"workload": "workload.kind", "schedule": "schedule.collective"}
# Columns whose traffic is fixed, whatever traffic.pattern is.
TRAFFIC_OF = {"worst_case_load": "", "uniform_load": "uniform traffic"}
OF_FILES = ("matrix", "flows", "permutation")  # patterns that read a file
DETAILS = {"vcs": "{} VCs", "buffer_flits": "{}-flit buffers", "packet_flits": "{}-flit packets"}
LINK = re.compile(r"\d+-\d+")


def joined(*words):
    return " ".join(filter(None, words))


class Title:
    """Words for the settings of a config; '' for a swept key."""

    def __init__(self, config):
        self.config, self.settings, self.verb = config, config.stated(), config.verb()
        self.injection = self.settings.get("traffic.injection", "")

    def of(self, key):
        value = self.settings.get(key, "")
        return "" if is_axis(value) else value.replace("_", " ")

    def file(self, key):
        value = self.settings.get(key, "")
        return "" if is_axis(value) else os.path.basename(value)

    def network(self):
        kind = self.of("topology.kind")
        if kind == "random":
            routers = self.of("topology.routers")
            return joined("random graph", routers and f"of {routers} routers")
        shape = self.file("topology.file") or self.of("topology.dimensions")
        return joined(kind, shape) if kind == "graph" else joined(shape, kind)

    def traffic(self):
        """'hotspot traffic (0.05 to nodes 0 36)', 'ring allreduce traffic of 640 bytes'."""
        if self.injection == "workload":
            return self.workload()
        if self.injection in PROGRAMS:
            kind = self.of(PROGRAMS[self.injection])
            return f"{kind} traffic" if kind else ""
        pattern, nodes, more = self.of("traffic.pattern"), self.of("traffic.hotspot_nodes"), ""
        if pattern == "hotspot" and nodes:
            count = len(nodes.split())
            few = f"node{'s' if count > 1 else ''} {nodes}"
            more = joined(self.of("traffic.hotspot_share"), "to",
                          f"{count} nodes" if count > MAX_NODES else few)
        if pattern in OF_FILES:
            more = self.file("traffic.file")
        words = joined(pattern and f"{pattern} traffic", more and f"({more})")
        bursts = self.bursts()
        if "," in self.injection and bursts:  # some rows have no bursts
            return ", ".join(filter(None, [words, f"on off in {bursts}"]))
        return " in ".join(filter(None, [words, bursts]))

    def bursts(self):
        burst, duty = self.of("traffic.burst_flits"), self.of("traffic.duty")
        if "on_off" not in self.injection.split(",") or not burst + duty:
            return ""
        return joined("bursts", burst and f"of {burst} flits", duty and f"at duty {duty}")

    def workload(self):
        kind = self.of("workload.kind")
        if not kind:
            name = self.file("workload.file")
            return f"traffic of {name}" if name else ""
        count = "" if kind in WITHOUT_BYTES else self.of("workload.bytes")
        return joined(self.of("workload.algorithm"), kind, "traffic",
                      count and f"of {count} byte{'' if count == '1' else 's'}")

    def channels(self):
        """['channel latency 4 cycles', ...]: what is not at its default."""
        if self.verb in ("policy", "schedule"):
            return []
        words = [self.words_of(key, value) for key in NAMED
                 if (value := self.of(key)) not in ("", "none") and plain(value) != default_of(key)
                 and not (self.verb in EXACT and key not in CHANGES and "bandwidth" not in key)]
        return list(filter(None, words))

    def words_of(self, key, value):
        """'router (3,2) down', '9 routers down', 'links fail with probability 0.05'."""
        if key == "faults.link_probability":
            return "" if value in ("0", "0%") else f"links fail with probability {plain(value)}"
        if key not in ("faults.links", "faults.routers"):
            return describe(key, value, True)
        what, items = key.partition(".")[2], value.split()
        if len(items) > MAX_NODES:
            return f"{len(items)} {what} down"
        return f"{what if len(items) > 1 else what[:-1]} {value} down"

    def load(self):
        load = self.of("traffic.load")
        if not load or self.verb in (*EXACT, "saturate") or self.injection in PROGRAMS:
            return ""
        return joined("load", plain(load), UNITS.get(self.of("traffic.load_unit")))

    def failed(self):
        """'3 failed links' of a file of `policy --faults` whose config names them."""
        links = self.settings.get("faults.links", "").split()
        if not links or "--faults" not in self.config.made_by:
            return ""
        if not all(map(LINK.fullmatch, links)):
            return f"failed links of {os.path.basename(' '.join(links))}"
        return counted(len(links), "failed link")

    def parts(self, column):
        if self.verb == "policy":
            p = self.of("policy.p")
            given = p and not self.settings.get("faults.links")
            return [self.network(), f"p = {plain(p)}" if given else "", self.failed()]
        routing = "" if self.verb == "design" else self.of("routing.algorithm")
        if self.verb == "schedule":
            return [self.network(), routing, self.of("schedule.collective")]
        return [self.network(), routing, TRAFFIC_OF.get(column, self.traffic()), self.load(),
                *self.channels()]

    def details(self):
        if self.verb in (*EXACT, "policy", "schedule"):
            return []
        values = {shown_key(key): value for key, value in self.settings.items()}
        if self.injection == "workload":
            values["packet_flits"] = self.settings.get("workload.packet_flits", "")
        return details_of(values)


def default_of(key):
    return plain(facts.default_of(key))


def details_of(values):
    """'4 VCs', '8-flit buffers', ... of the values that are one number, or `auto`."""
    found = [words.format(values[key]) for key, words in DETAILS.items()
             if values.get(key, "").isdecimal() or values.get(key) == "auto"]
    return [part.removesuffix("s") if part == "1 VCs" else part for part in found]


def shared(lists):
    return [part for part in lists[0] if part and all(part in other for other in lists)]


def one_value(rows, key):
    """Returns the value that all rows have in a key column, '' where there are several or none."""
    values = {*rows[key]} if key in rows else set()
    return values.pop().replace("_", " ") if len(values) == 1 else ""


def parts_of(rows):
    """Returns network, routing and traffic shared by all rows, '' where rows differ."""
    pattern = one_value(rows, "pattern")
    return [joined(one_value(rows, "dimensions"), one_value(rows, "topology")),
            one_value(rows, "routing"), f"{pattern} traffic" if pattern else ""]


def titles_of(paths):
    """The titles of the configs, None where one is missing."""
    configs = [read_config(path) for path in paths]
    return None if None in configs else [Title(config) for config in configs]


def common_title(paths, column=None):
    """([parts], [details]) that the configs of all files share."""
    titles = titles_of(paths)
    if not titles:
        return [], []
    return shared([title.parts(column) for title in titles]), shared(
        [title.details() for title in titles])


def names_of(paths):
    """Returns {file: name}, named by the keys in which the configs differ, else by the file name.
    """
    configs = [read_config(path) for path in paths]
    settings = [] if None in configs else [
        {shown_key(key): value for key, value in config.settings.items()
         if not is_silent(key) and key.partition(".")[0] not in WATCHING} for config in configs]
    keys = [key for key in dict.fromkeys(key for own in settings for key in own)
            if (key in NAMED or all(own.get(key) for own in settings))
            and len({own.get(key) for own in settings}) > 1]
    names = [", ".join(describe(key, own[key], True) for key in keys if own.get(key))
             for own in settings]
    if len({*names} - {""}) < len(paths):
        names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
        names = names if len({*names}) == len(names) else list(paths)
    return dict(zip(paths, names))
