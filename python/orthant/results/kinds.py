"""Recognizes files of Orthant by their header lines, and checks names of columns."""
import difflib
import re
from typing import NamedTuple

from . import facts
from .reader import InputError, Table, json_of, lines_of, read_once


class Kind(NamedTuple):
    needed: str  # columns that identify the kind; the first match wins
    writer: str
    filled: str = ""  # columns with a value in every row
    present: str = ""  # other columns that are read
    first: str = ""  # first column that is not a key


EXACT_COLUMNS = "worst_case_throughput path_length_normalized"
KINDS = {
    "points": Kind("load verdict offered_flits latency_mean", "run, sweep", "",
                   "seed accepted_flits", "load"),
    "saturation": Kind("saturation_load saturation_flits", "saturate", "", "saturation_capacity",
                       "saturation_load"),
    "analysis": Kind("routing uniform_throughput path_length_normalized", "analyze", "",
                     f"capacity_flits {EXACT_COLUMNS}", "capacity_flits"),
    "design": Kind("objective dual_gap", "design", "", f"capacity_flits {EXACT_COLUMNS}",
                   "capacity_flits"),
    "policy": Kind("policy offset distance delivery", "policy", "dimensions policy offset", "p"),
    "messages": Kind("policy offset messages delivery", "policy --faults",
                     "dimensions policy offset delivered messages", "p exact ci95_low"),
    "means": Kind("policy p delivery_mean delivery_min", "policy --means",
                  "topology dimensions policy", "p"),
    "schedule": Kind("collective liquid_throughput", "schedule"),
    "channel_timeline": Kind("cycle channel flits utilization", "output.channel_timeline",
                             "seed cycle channel from from_port to utilization"),
    "channels": Kind("from from_port to", "output.channels, analyze --channels",
                     "from from_port to"),
    "histogram": Kind("latency_from latency_to packets", "output.histogram",
                      "latency_from latency_to packets"),
    "packets": Kind("birth arrival latency", "output.packets"),
    "flows": Kind("source destination accepted_flits", "output.flows", "source destination"),
    "timeline": Kind("cycle born_flits backlog_flits", "output.timeline", "cycle", "seed"),
    "energy": Kind("router coordinates picojoules", "output.energy", "router coordinates"),
    "operations": Kind("rank operation_kind start end", "output.operations", "rank operation_kind",
                       "seed operation cycles"),
    "trace": Kind("event packet blocked_by", "output.trace", "cycle event packet"),
    "gantt": Kind("the members of a JSON document", "schedule --frames FILE.json"),
}
GANTT = KINDS["gantt"].writer
CONFIG_LINE = re.compile(r"\[\w+\]\s*$|[#;]")  # the first line of a config
EXACT = {"analysis", "design"}  # kinds that share a picture
RESULTS = {"points", "saturation", *EXACT}
MADE_BY = ", ".join(kind.writer for kind in KINDS.values())
MAX_NAMES = 15  # column names listed in a message


def kind_of(path):
    header = next(lines_of(path, in_parts=True), "")
    if path.endswith(".ini") or CONFIG_LINE.match(header):
        raise InputError(f"{path}: a config, which holds no results; allowed: a file of {MADE_BY}")
    if header.startswith(("{", "[")):
        return kind_of_json(path)
    columns = header.rstrip("\r\n").split(",")
    for name, kind in KINDS.items():
        if {*kind.needed.split()} <= {*columns}:
            return name
    writer, wrong = facts.writer_of(columns), "its columns are those of no known file"
    if writer or not header.strip():
        wrong = f"a file of {writer} has no picture" if writer else "the file is empty"
    raise InputError(f"{path}: {wrong}; allowed: a file of {MADE_BY}")


def kind_of_json(path):
    document = json_of(path)
    if isinstance(document, dict) and "frames" in document and "channels" in document:
        return "gantt"
    events = document if isinstance(document, list) else document.get("traceEvents")
    if events and isinstance(events, list) and isinstance(events[0], dict) and "ph" in events[0]:
        raise InputError(f"{path}: a trace for Perfetto and other viewers, which has no picture; "
                         "allowed: output.trace = FILE.csv")
    raise InputError(f"{path}: JSON, but no schedule; allowed: {GANTT}, or CSV of {MADE_BY}")


def common_kind(paths):
    kinds = {path: kind_of(path) for path in paths}
    first = kinds[paths[0]]
    for path, kind in kinds.items():
        if kind != first and not {kind, first} <= EXACT:
            raise InputError(f"{path}: a file of {KINDS[kind].writer} beside one of "
                             f"{KINDS[first].writer}; allowed in a picture: one kind")
    return first


@read_once()
def read_table(path):
    """A file of any kind that is drawn, with its cells checked."""
    kind = KINDS[kind_of(path)]
    return Table(path, kind.first, kind.filled.split(),
                 [*kind.needed.split(), *kind.present.split()], kind.writer)


def named_by(wanted, columns):
    """Returns the column of this name, or the only key that ends in it, as `workload.rounds` for
    `rounds`."""
    ends = [column for column in columns if column.rpartition(".")[2] == wanted]
    return ends[0] if len(ends) == 1 and wanted not in columns else wanted


def some_of(names):
    more = len(names) - MAX_NAMES
    return ", ".join(names[:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")


def check_column(path, columns, wanted, option):
    """Returns the column of this name, or the only one that ends in it. Else it names the nearest
    one in an error."""
    columns = list(columns)
    wanted = named_by(wanted, columns)
    if wanted in columns:
        return wanted
    names = {column.rpartition(".")[2]: column for column in columns}
    names |= {column: column for column in columns}
    near = difflib.get_close_matches(wanted, names, 1)
    guess = f", did you mean {names[near[0]]}?" if near else ""
    raise InputError(f"{path}: {option}: no column '{wanted}'{guess}; allowed: {some_of(columns)}")
