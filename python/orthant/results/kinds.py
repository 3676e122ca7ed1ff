"""What a file of Orthant is, recognized by its header line, and mistakes in names of columns."""
import difflib
import re

from .reader import InputError, Table, json_of, lines_of, read_once

# The first kind all of whose columns a file has: name, columns, writer, columns filled in every
# row, others present.
KINDS = [
    ("points", "load verdict offered_flits latency_mean", "run, sweep", "", "seed accepted_flits"),
    ("saturation", "saturation_load saturation_flits", "saturate", "", "saturation_capacity"),
    ("analysis", "routing uniform_throughput path_length_normalized", "analyze", "",
     "capacity_flits worst_case_throughput"),
    ("design", "objective dual_gap", "design", "",
     "capacity_flits worst_case_throughput path_length_normalized"),
    ("policy", "policy offset distance delivery", "policy", "dimensions policy offset", "p"),
    ("messages", "policy offset messages delivery", "policy --faults",
     "dimensions policy offset delivered messages", "p exact ci95_low"),
    ("means", "policy p delivery_mean delivery_min", "policy --means", "topology dimensions policy",
     "p"),
    ("schedule", "collective liquid_throughput", "schedule", "", ""),
    ("channel_timeline", "cycle channel flits utilization", "output.channel_timeline",
     "seed cycle channel from from_port to utilization", ""),
    ("channels", "from from_port to", "output.channels, analyze --channels", "from from_port to",
     ""),
    ("histogram", "latency_from latency_to packets", "output.histogram",
     "latency_from latency_to packets", ""),
    ("packets", "birth arrival latency", "output.packets", "", ""),
    ("flows", "source destination accepted_flits", "output.flows", "source destination", ""),
    ("timeline", "cycle born_flits backlog_flits", "output.timeline", "cycle", "seed"),
    ("energy", "router coordinates picojoules", "output.energy", "router coordinates", ""),
    ("operations", "rank operation_kind start end", "output.operations", "rank operation_kind",
     "seed operation cycles"),
    ("trace", "event packet blocked_by", "output.trace", "cycle event packet", ""),
    ("frames", "frame source destination", "schedule --frames", "", ""),
]
# Kinds without a picture, recognized in the same way.
NO_PICTURE = [
    ("deaths", "policy offset died", "policy --deaths"),
    ("thresholds", "p_from p_to turning_point", "policy --thresholds"),
    ("counterexample", "policy delivery_optimal loss", "policy --counterexample"),
    ("pairs", "source destination length_mean", "analyze --pairs"),
    ("map", "router router_name port channel", "analyze --map"),
    ("hops", "hop router vc_class class_name", "analyze --hops"),
    ("roots", "root stretch_max", "analyze --roots"),
    ("timing", "row seconds flit_hops", "--timing"),
    ("permutation", "source destination", "analyze --permutation"),
]
FORWARDING = "Unicast lids"  # how a file of `analyze --forwarding` begins, which has no columns
GANTT = "schedule --frames FILE.json"
CONFIG_LINE = re.compile(r"\[\w+\]\s*$|[#;]")  # the first line of a config
EXACT = {"analysis", "design"}  # these go into one picture
RESULTS = {"points", "saturation", *EXACT}
# The first column of a result that is no key.
FIRST = {
    "points": "load", "saturation": "saturation_load", "analysis": "capacity_flits", "design":
    "capacity_flits"
}
WRITERS = {kind[0]: kind[2]
           for kind in [*KINDS, *NO_PICTURE]
           } | {"forwarding": "analyze --forwarding", "gantt": GANTT}
MADE_BY = ", ".join(kind[2] for kind in KINDS)
MOST_NAMES = 15  # of columns in a message


def kind_of_columns(columns):
    return next(
        (kind for kind, needed, *_ in [*KINDS, *NO_PICTURE] if {*needed.split()} <= {*columns}),
        None)


def kind_of(path):
    header = next(lines_of(path, in_parts=True), "")
    if path.endswith(".ini") or CONFIG_LINE.match(header):
        raise InputError(f"{path}: a config, which holds no results; allowed: a file of {MADE_BY}")
    if header.startswith(("{", "[")):
        return kind_of_json(path)
    if header.startswith(FORWARDING):
        return "forwarding"
    kind = kind_of_columns(header.rstrip("\r\n").split(","))
    if kind is None:
        wrong = "its columns are those of no known file" if header.strip() else "the file is empty"
        raise InputError(f"{path}: {wrong}; allowed: a file of {MADE_BY}")
    return kind


def kind_of_json(path):
    document = json_of(path, GANTT)
    if isinstance(document, dict) and "frames" in document and "channels" in document:
        return "gantt"
    events = document if isinstance(document, list) else document.get("traceEvents")
    if events and isinstance(events, list) and isinstance(events[0], dict) and "ph" in events[0]:
        raise InputError(f"{path}: a trace for Perfetto and other viewers, which has no picture; "
                         "allowed: output.trace = FILE.csv")
    if isinstance(document, list) or "config" in document:
        raise InputError(
            f"{path}: JSON results cannot be drawn; allowed: CSV, as without --format json")
    raise InputError(f"{path}: JSON, but no schedule; allowed: {GANTT}, or CSV of {MADE_BY}")


def common_kind(paths):
    kinds = {path: kind_of(path) for path in paths}
    first = kinds[paths[0]]
    for path, kind in kinds.items():
        if kind != first and not {kind, first} <= EXACT:
            raise InputError(f"{path}: a file of {WRITERS[kind]} beside one of {WRITERS[first]}; "
                             "allowed in a picture: one kind")
    return first


@read_once()
def read_table(path):
    """A file of any kind that is drawn, with its cells checked."""
    kind = kind_of(path)
    _, needed, writer, filled, present = next(entry for entry in KINDS if entry[0] == kind)
    return Table(path, FIRST.get(kind, ""), filled.split(), [*needed.split(), *present.split()],
                 writer)


def named_by(wanted, columns):
    """The column of this name, or the one key whose last word it is, as `workload.rounds` of
    `rounds`."""
    ends = [column for column in columns if column.rpartition(".")[2] == wanted]
    return ends[0] if len(ends) == 1 and wanted not in columns else wanted


def some_of(names):
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def check_column(path, columns, wanted, option):
    """The wanted column, the one whose last word it is, or a line that names the nearest one."""
    columns = list(columns)
    wanted = named_by(wanted, columns)
    if wanted in columns:
        return wanted
    names = {column.rpartition(".")[2]: column
             for column in columns} | {column: column
                                       for column in columns}
    near = difflib.get_close_matches(wanted, names, 1)
    guess = f", did you mean {names[near[0]]}?" if near else ""
    raise InputError(f"{path}: {option}: no column '{wanted}'{guess}; allowed: {some_of(columns)}")
