"""What a file of Orthant is, told by its header line, and mistakes with its columns."""
import difflib
import re

from input_error import InputError
from sound_files import check_entry, json_of, lines_of

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
    ("map", ("router", "router_name", "port", "channel"), "analyze --map"),
    ("hops", ("hop", "router", "vc_class", "class_name"), "analyze --hops"),
    ("roots", ("root", "stretch_max"), "analyze --roots"),
    ("timing", ("row", "seconds", "flit_hops"), "--timing"),
    ("permutation", ("source", "destination"), "analyze --permutation"),
]
FIRST_WORDS = {"Unicast lids": ("forwarding", "analyze --forwarding")}  # of files without columns
CONFIG_LINE = re.compile(r"\[\w+\]\s*$|[#;]")  # the first of a config
# Of files beside a result, what every row has.
FILLED = {"channel_timeline": ("seed", "cycle", "channel", "from", "from_port", "to", "utilization"), "channels": ("from", "from_port", "to"),
          "histogram": ("latency_from", "latency_to", "packets"), "flows": ("source", "destination"), "timeline": ("cycle",),
          "energy": ("router", "coordinates"), "operations": ("rank", "operation_kind"), "policy": ("dimensions", "policy", "offset"),
          "messages": ("dimensions", "policy", "offset", "delivered", "messages"), "means": ("topology", "dimensions", "policy"),
          "trace": ("cycle", "event", "packet")}
PRESENT = {"timeline": ("seed",), "messages": ("p", "exact", "ci95_low"), "policy": ("p",), "means": ("p",)}  # may be empty
EXACT = {"analysis", "design"}  # they go into one picture
MADE_BY = ", ".join(made_by for _, _, made_by in KINDS)


MOST_NAMES = 15  # of columns in a message


def read_header(path):
    return next(lines_of(path, in_parts=True), "")


def kind_of(path):
    """The name of the first kind that fits."""
    header = read_header(path)
    if path.endswith(".ini") or CONFIG_LINE.match(header):
        raise InputError(f"{path}: a config, which holds no results; allowed: a file of {MADE_BY}")
    if header.startswith(("{", "[")):
        return kind_of_json(path)
    for words, (kind, _) in FIRST_WORDS.items():
        if header.startswith(words):
            return kind
    kind = kind_of_columns(header.rstrip("\r\n").split(","))
    if kind is None:
        raise InputError(f"{path}: the file is empty; allowed: a file of {MADE_BY}" if not header.strip() else
                         f"{path}: its columns are those of no known file; allowed: a file of {MADE_BY}")
    return kind


def kind_of_columns(columns):
    """None: of no known one."""
    return next((kind for kind, needed, _ in [*KINDS, *NO_PICTURE] if set(columns).issuperset(needed)), None)


def check_cells(path, columns, cells_of):
    """Refuses a file that lacks a column, or an entry, that every file of its kind has; `cells_of(column)`: its entries, "" where
    there is none."""
    kind = kind_of_columns(columns)
    for name in (*FILLED.get(kind, ()), *PRESENT.get(kind, ())):
        if name not in columns:
            raise InputError(f"{path}: column {name!r} is missing; allowed: a file of {made_by(kind)}")
    filled = FILLED.get(kind, ())
    for name in (*filled, *PRESENT.get(kind, ())):
        for row, entry in enumerate(cells_of(name), 1):
            if entry or name in filled:
                check_entry(path, row, name, entry)


def kind_of_json(path):
    document = json_of(path, "schedule --frames FILE.json")
    if isinstance(document, dict) and "frames" in document and "channels" in document:
        return "gantt"
    events = document if isinstance(document, list) else document.get("traceEvents")
    if events and isinstance(events, list) and isinstance(events[0], dict) and "ph" in events[0]:
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
