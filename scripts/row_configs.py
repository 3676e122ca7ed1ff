"""What the rows of a result file were made with: its columns of keys, and the config FILE.csv.ini beside it.

FILE.csv.ini says of rows that `run --append` added with which overrides they were made.
"""
import os
import re
import shlex

from input_error import InputError
from sound_files import lines_of

MADE_BY = "the CSV of `orthant sweep`, `run` or `saturate`"
CURVE_COLUMNS = ["load", "seed", "verdict", "offered_flits", "accepted_flits", "latency_mean"]
LIMIT_COLUMNS = ["saturation_load", "saturation_flits", "saturation_capacity"]
EXACT_COLUMNS = ["capacity_flits", "worst_case_throughput", "path_length_normalized"]

# Keys that a fixed column shows.
SHOWN_KEYS = {"topology.kind": "topology", "topology.dimensions": "dimensions",
              "routing.algorithm": "routing", "traffic.pattern": "pattern",
              "traffic.injection": "injection", "router.switching": "switching",
              "router.flow_control": "flow_control", "router.vcs": "vcs",
              "router.buffer_flits": "buffer_flits", "traffic.packet_flits": "packet_flits",
              "traffic.load_unit": "load_unit", "traffic.load": "load", "run.seed": "seed"}
DERIVED_KEYS = {"routers", "nodes"}  # columns that follow from topology and dimensions
# Keys on which no row depends.
SILENT_KEYS = {"run.repetitions", "routing.table_cache"}
SILENT_SECTIONS = {"output", "policy"}
# Keys that only rows with these values of a column read.
BURSTS, SHIFTS = ("injection", {"on_off"}), ("pattern", {"tornado", "neighbor"})
READ_WHERE = {"traffic.burst_flits": BURSTS, "traffic.duty": BURSTS, "traffic.message_period": ("injection", {"messages"}),
              "traffic.dimensions": SHIFTS, "traffic.pattern_seed": ("pattern", {"random_permutation"}),
              "traffic.hotspot_nodes": ("pattern", {"hotspot"}), "traffic.hotspot_share": ("pattern", {"hotspot"}),
              "traffic.file": ("pattern", {"matrix", "flows", "permutation"}),
              "traffic.scale": ("pattern", {"flows"}), "traffic.rate_unit": ("pattern", {"flows"})}
MOST_ADDED = 1_000_000  # rows of one command
MOST_EXACT = 2 ** 53  # beyond it not every whole number is a float
WORD_COLUMNS = {"verdict", "limit", "status"}  # of all traffic or, as NAME.verdict, of a class

# Of rows that were added, or were being added when their writer ended: overrides, and behind # input files
# that held something else by then.
NOTE = re.compile(r"; (?:being added, bytes \d+ to \d+: )?rows? (\d+)(?: to (\d+))?: (orthant run .*)")
INPUT_FILE = re.compile(r"(\S+\.\S+) (.*): \d+ bytes, FNV-1a (\w+)")
FINISHED = re.compile(r"; finished: (\d+) bytes")
AXIS = re.compile(r".*,.*|[^: ]+:[^: ]+:[^: ]+")


class Config:
    """A FILE.ini: the settings of the first rows, and what differs in those that were added."""

    def __init__(self, path):
        self.path = path
        self.settings = {}
        self.contents = {}   # (key of an input file, its path): hash
        self.added = {}      # row: its overrides
        self.changed = {}    # row: contents that differ for it
        self.notes = []      # of rows that were added: the command of each
        self.made_by = ""    # the verb, with the options that change a result
        self.finished_bytes = None  # of a sweep: how long its file was when it ended
        section = ""
        for line in map(str.strip, lines_of(path)):
            if line.startswith((";", "#")):
                self.read_comment(line, not section)
            elif line.startswith("["):
                section = line[1:line.index("]")]
            elif "=" in line:
                key, _, value = line.partition("=")
                self.settings[f"{section}.{key.strip()}"] = value.strip()
        self.is_sweep = any(AXIS.fullmatch(value) for value in self.settings.values())
        repetitions = "" if self.is_sweep else self.settings.get("run.repetitions", "")
        self.repetitions = int(repetitions) if repetitions else MOST_EXACT

    def read_comment(self, line, in_heading):
        note = NOTE.fullmatch(line)
        if note is None:
            if line.startswith("; orthant "):
                self.settings["version"] = line.removeprefix("; orthant ")
            elif finished := FINISHED.match(line):
                self.finished_bytes = int(finished[1])
            elif in_heading and not INPUT_FILE.fullmatch(line[2:]):
                self.made_by = line[2:]
            self.read_input_file(line[2:], self.contents)
            return
        self.notes.append(note[3])
        words = shlex.split(note[3], comments=True)[3:]
        overrides = dict(word.split("=", 1) for word in words if "=" in word)
        changed = {}
        for text in note[3].split(" # ")[1:]:
            self.read_input_file(text, changed)
        first, last = int(note[1]), int(note[2] or note[1])
        if not first <= last < first + MOST_ADDED:
            raise ValueError(f"rows {first} to {last}")
        for row in range(first, last + 1):
            self.added[row], self.changed[row] = overrides, changed

    @staticmethod
    def read_input_file(text, contents):
        if found := INPUT_FILE.fullmatch(text):
            contents[found[1], found[2]] = found[3]

    def of_row(self, row):
        """The settings of a row, counted from 1, and its contents of input files."""
        if row not in self.added and not self.is_sweep and row > self.repetitions:
            raise InputError(f"{self.path}: does not say how row {row} of {self.path.removesuffix('.ini')} was made; "
                             "allowed: both files as orthant wrote them")
        return (self.settings | self.added.get(row, {}), self.contents | self.changed.get(row, {}))


def read_config(path):
    if not os.path.exists(path):
        return None
    try:
        return Config(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: not a config: {error}; allowed: FILE.ini as orthant wrote it") from None


def plain(value):
    """One form for equal numbers."""
    try:
        number = float(value)
    except ValueError:
        return value
    if number.is_integer():
        return str(int(number)) if abs(number) < MOST_EXACT else value
    return repr(number)


class RowConfigs:
    """The configs of the rows of a file: what all rows share is read once."""

    def __init__(self, path, columns):
        first = columns_of(columns)[0]
        self.config = read_config(f"{path}.ini")
        fixed = columns.index(first)
        behind = [name for name in columns[fixed:] if self.config and name in self.config.settings]  # as design has them
        self.key_columns = columns[:fixed] + behind
        self.swept = [key for key in self.key_columns if "." in key]
        self._shown = set(SHOWN_KEYS) - ({"run.seed"} if first == "saturation_load" else set())
        self._common = {}  # by the row that says what was added

    def of_row(self, row, cells):
        """What no fixed column shows of a row, counted from 1: what it shares with others, and what a swept key
        has in its column, whose cells are given by name."""
        settings, contents = self.config.of_row(row) if self.config else ({}, {})
        origin = row if self.config and row in self.config.added else 0
        if origin not in self._common:
            self._common[origin] = {key: in_one_form(key, value, contents) for key, value in settings.items()
                                    if not self._is_silent(key)}
        return self._common[origin], {key: in_one_form(key, cells[key], contents) for key in self.swept}

    def _is_silent(self, key):
        return (key in self._shown or key in SILENT_KEYS or
                key.partition(".")[0] in SILENT_SECTIONS)


def in_one_form(key, value, contents):
    """A number in one form; of an input file also what it held."""
    content = contents.get((key, value))
    return f"{value} (FNV-1a {content})" if content else plain(value)


def is_unread(key, value_of):
    """Whether a row, of which `value_of(column)` is a value, reads no such key."""
    if key not in READ_WHERE:
        return False
    column, readers = READ_WHERE[key]
    return value_of(column) not in readers


def columns_of(columns):
    """What a file of these columns needs; the first is the first that is no key."""
    if "saturation_load" in columns:
        return LIMIT_COLUMNS
    return EXACT_COLUMNS if "capacity_flits" in columns else CURVE_COLUMNS
