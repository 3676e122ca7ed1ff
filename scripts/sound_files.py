"""Reads files of results as text: whatever is wrong with one, as with a file that was cut off or is none, is an InputError in one line."""
import csv
import json
import re

from input_error import InputError

# What commands a terminal or ends a text, but for tab and the ends of lines.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
LARGEST = 2 ** 53  # beyond it not every whole number is a float
MOST_LETTERS = 1 << 20  # of a line
MOST_ID = 2 ** 31  # of a router, a port, a node, a channel or a rank
IDS = {"router", "from", "from_port", "to", "to_port", "channel", "source", "destination", "rank"}
SEEDS, LARGEST_SEED = {"seed"}, 2 ** 64
WANTED_NUMBER = "nothing, or a number of at most 2^53 in size"
# Columns that hold words; all others of a result hold numbers, but for keys. As `orthant list columns` has them.
WORDS = {"blank", "blocked_by", "bottleneck", "cause", "class_name", "collective", "complete",
         "coordinates", "deadlock_free", "deadlock_theorem", "deadlock_walked", "detour",
         "dimensions", "direction", "dor_retry_optimal", "escape", "event", "flow_control",
         "idle", "injection", "limit", "liquid", "load_unit", "method", "mp_optimal",
         "objective", "offset", "operation_kind", "optimal", "packet", "paths", "pattern",
         "policy", "polynomial", "problem", "router_name", "routing", "skeleton", "status",
         "switching", "topology", "traffic_class", "valid", "vc_split", "verdict", "what",
         "workload", "z2_optimal"}
KEYS = {"packet_flits", "vcs", "buffer_flits", "routers", "nodes"}  # a mix of lengths, say, is no number
# Words of a form of their own, and how that looks.
FORMS = {"offset": (re.compile(r"\d{1,6}(x\d{1,6})*", re.ASCII), "as 3x1"),
         "p": (NUMBER, "as 0.9"), "coordinates": (re.compile(r"\d{1,6}( \d{1,6})*", re.ASCII), "as 3 1")}


def holds_numbers(column):
    """Whether a column of a result holds numbers alone: those of keys, which have a dot, may hold words."""
    return "." not in column and column not in WORDS | KEYS


def lines_of(path, in_parts=False):
    """The lines of a file of text; `in_parts`: long ones in several parts, else they are refused."""
    number = 0
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:  # other programs put a mark in front
            while line := file.readline(MOST_LETTERS):
                number += 1
                if control := CONTROL.search(line):
                    raise InputError(f"{path}:{number}: byte 0x{ord(control[0]):02x}; allowed: text, as orthant writes it")
                if len(line) == MOST_LETTERS and not in_parts:
                    raise InputError(f"{path}:{number}: the line is longer than {MOST_LETTERS} letters; allowed: a file that orthant wrote")
                yield line
    except UnicodeDecodeError:
        raise InputError(f"{path}: the file is not text; allowed: UTF-8, as orthant writes it") from None
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; allowed: a file that orthant wrote") from None
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}; allowed: a file that orthant wrote") from None


def text_of(path):
    return "".join(lines_of(path, in_parts=True))


def rows_of(path):
    """The columns of a table, and then its rows, each as wide as the columns."""
    cells, count, short = csv.reader(lines_of(path), strict=True), 0, None
    try:
        columns = next(cells, [])
        check_header(path, columns)
        yield columns
        for row in cells:
            if not row:
                continue
            if short:
                break
            count += 1
            if len(row) < len(columns):
                short = len(row)  # the last one of a file that was cut off
            elif len(row) > len(columns):
                raise InputError(f"{path}: row {count} has {len(row)} cells; allowed: {len(columns)}, as the header has")
            else:
                yield row
        else:
            if short:
                raise InputError(f"{path}: the last row has {short} cell{'s' if short > 1 else ''}: the file is cut off; allowed: "
                                 f"{len(columns)}, as the header has")
            return
    except csv.Error as error:
        raise InputError(f"{path}: not a readable CSV file: {error}; allowed: a file that orthant wrote") from None
    raise InputError(f"{path}: row {count} has {short} cell{'s' if short > 1 else ''}; allowed: {len(columns)}, as the header has")


def check_header(path, columns):
    if not any(columns):
        raise InputError(f"{path}: the file is empty; allowed: a file that orthant wrote")
    if "" in columns:
        raise InputError(f"{path}: column {1 + columns.index('')} has no name; allowed: columns as orthant writes them")
    twice = next((name for i, name in enumerate(columns) if name in columns[:i]), None)
    if twice is not None:
        raise InputError(f"{path}: column '{twice}' is there twice; allowed: once")


def check_entry(path, row, name, entry):
    """Refuses an empty entry, and one that has not the form of its column."""
    form, example = FORMS.get(name, (None, ""))
    if entry == "" or form and not form.fullmatch(entry):
        said = "empty" if entry == "" else repr(entry)
        raise InputError(f"{path}: row {row}: {name} is {said}; allowed: {f'a value {example}' if form else 'a value in every row'}")


def number_of(text):
    """The finite number that a cell holds, None where it holds none."""
    if not NUMBER.fullmatch(text) or abs(number := float(text)) > LARGEST:
        return None
    return number


def no_constant(name):
    raise ValueError(f"{name} is no number of JSON")


def json_of(path, allowed):
    try:
        return json.loads(text_of(path), parse_constant=no_constant)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}; allowed: {allowed}") from None
    except RecursionError:
        raise InputError(f"{path}: not JSON of a result: too many lists within lists; allowed: {allowed}") from None
