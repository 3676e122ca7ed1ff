"""What a file of Orthant is, told by its header line, and mistakes with its columns."""
import difflib
import json
import re

from input_error import InputError

# The first kind all of whose columns a file has; the name, and the columns.
KINDS = [
    ("points", ("load", "verdict", "offered_flits", "latency_mean"), "run, sweep"),
    ("saturation", ("saturation_load", "saturation_flits"), "saturate"),
    ("analysis", ("routing", "uniform_throughput", "path_length_normalized"), "analyze"),
    ("design", ("objective", "dual_gap"), "design"),
    ("policy", ("policy", "offset", "distance", "delivery"), "policy"),
    ("messages", ("policy", "offset", "messages", "delivery"), "policy --faults"),
    ("means", ("policy", "p", "delivery_mean", "delivery_min"), "policy --means"),
    ("schedule", ("collective", "liquid_throughput"), "schedule"),
    ("channel_timeline", ("cycle", "channel", "flits", "utilization"), "output.channel_timeline"),
    ("channels", ("from", "from_port", "to"), "output.channels, analyze --channels"),
    ("histogram", ("latency_from", "latency_to", "packets"), "output.histogram"),
    ("packets", ("birth", "arrival", "latency"), "output.packets"),
    ("flows", ("source", "destination", "accepted_flits"), "output.flows"),
    ("timeline", ("cycle", "born_flits", "backlog_flits"), "output.timeline"),
    ("energy", ("router", "coordinates", "picojoules"), "output.energy"),
    ("operations", ("rank", "operation_kind", "start", "end"), "output.operations"),
    ("trace", ("event", "packet", "blocked_by"), "output.trace"),
    ("frames", ("frame", "source", "destination"), "schedule --frames"),
]
# What no picture shows, told in the same way.
NO_PICTURE = [
    ("deaths", ("policy", "offset", "died"), "policy --deaths"),
    ("thresholds", ("p_from", "p_to", "turning_point"), "policy --thresholds"),
    ("counterexample", ("policy", "delivery_optimal", "loss"), "policy --counterexample"),
    ("pairs", ("source", "destination", "length_mean"), "analyze --pairs"),
    ("roots", ("root", "stretch_max"), "analyze --roots"),
    ("timing", ("row", "seconds", "flit_hops"), "--timing"),
    ("permutation", ("source", "destination"), "analyze --permutation"),
]
FIRST_WORDS = {"Unicast lids": ("forwarding", "analyze --forwarding")}  # of files without columns
CONFIG_LINE = re.compile(r"\[\w+\]\s*$|[#;]")  # the first of a config
EXACT = {"analysis", "design"}  # they go into one picture
MADE_BY = ", ".join(made_by for _, _, made_by in KINDS)


MOST_NAMES = 15  # of columns in a message


def read_header(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline(1 << 16)
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file; allowed: a file of {MADE_BY}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}") from None


def kind_of(path):
    """The name of the first kind that fits."""
    header = read_header(path)
    if path.endswith(".ini") or CONFIG_LINE.match(header):
        raise InputError(f"{path}: a config, which holds no results; allowed: a file of {MADE_BY}")
    if header.startswith(("{", "[")):
        return kind_of_json(path)
    columns = set(header.rstrip("\r\n").split(","))
    for kind, needed, _ in [*KINDS, *NO_PICTURE]:
        if columns.issuperset(needed):
            return kind
    for words, (kind, _) in FIRST_WORDS.items():
        if header.startswith(words):
            return kind
    raise InputError(f"{path}: the file is empty; allowed: a file of {MADE_BY}" if not header else
                     f"{path}: its columns are those of no known file; allowed: a file of {MADE_BY}")


def kind_of_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}; allowed: schedule --frames FILE.json") from None
    if "frames" in document and "channels" in document:
        return "gantt"
    events = document if isinstance(document, list) else document.get("traceEvents")
    if events and isinstance(events[0], dict) and "ph" in events[0]:
        raise InputError(f"{path}: a trace for Perfetto and other viewers, which has no picture; allowed: output.trace = FILE.csv")
    if isinstance(document, list) or "config" in document:
        raise InputError(f"{path}: JSON results cannot be drawn; allowed: CSV, as without --format json")
    raise InputError(f"{path}: JSON, but no schedule; allowed: schedule --frames FILE.json, or CSV of {MADE_BY}")


def common_kind(paths):
    kinds = {path: kind_of(path) for path in paths}
    for path, kind in kinds.items():
        if kind != kinds[paths[0]] and not {kind, kinds[paths[0]]} <= EXACT:
            raise InputError(f"{path}: a file of {made_by(kind)} beside one of {made_by(kinds[paths[0]])}; "
                             "allowed in a picture: one kind")
    return kinds[paths[0]]


def made_by(kind):
    named = {name: text for name, _, text in [*KINDS, *NO_PICTURE]} | dict(FIRST_WORDS.values())
    return named.get(kind, "schedule --frames FILE.json")


def named_by(wanted, columns):
    """The column of this name, or the one key whose last word it is, as `workload.rounds` of `rounds`; else `wanted`."""
    ends = [column for column in columns if column.rpartition(".")[2] == wanted]
    return ends[0] if len(ends) == 1 and wanted not in columns else wanted


def some_of(names):
    """The first names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def check_column(paths, columns, wanted, option):
    """The wanted column, that of which it is the last word, or a line that names the nearest one."""
    columns = list(columns)
    wanted = named_by(wanted, columns)
    if wanted in columns:
        return wanted
    names = {column.rpartition(".")[2]: column for column in columns} | {column: column for column in columns}
    near = difflib.get_close_matches(wanted, names, 1)
    guess = f", did you mean {names[near[0]]}?" if near else ""
    raise InputError(f"{paths[0]}: {option}: no column '{wanted}'{guess}; allowed: {some_of(columns)}")
