"""Reads results of `orthant run`, `sweep` and `saturate` together with the configs beside them.

A row is told from another one by all that it was made with: the key columns, and every key in which the
configs FILE.csv.ini differ, contents of input files and the version of the program included. FILE.csv.ini
says of rows that `run --append` added with which overrides they were made. Rows that agree in all of this
and in seed and load are the same run, and would count twice: they are refused.
"""
import math
import os
import re
import shlex
import sys

import pandas as pd

from tables import InputError, read_table

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
# Keys on which no row depends.
SILENT_KEYS = {"run.repetitions", "routing.table_cache"}
SILENT_SECTIONS = {"output", "policy"}
MOST_EXACT = 2 ** 53  # beyond it not every whole number is a float
WORD_COLUMNS = {"verdict", "limit", "status"}  # of all traffic or, as NAME.verdict, of a class

# Of rows that were added, or were being added when their writer ended: overrides, and behind # input files
# that held something else by then.
NOTE = re.compile(r"; (?:being added, bytes \d+ to \d+: )?rows? (\d+)(?: to (\d+))?: (orthant run .*)")
INPUT_FILE = re.compile(r"(\S+\.\S+) (.*): \d+ bytes, FNV-1a (\w+)")
AXIS = re.compile(r".*,.*|[^: ]+:[^: ]+:[^: ]+")


class Config:
    """A FILE.ini: the settings of the first rows, and what differs in those that were added."""

    def __init__(self, path):
        self.path = path
        self.settings = {}
        self.contents = {}   # (key of an input file, its path): hash
        self.added = {}      # row: its overrides
        self.changed = {}    # row: contents that differ for it
        section = ""
        with open(path, encoding="utf-8") as file:
            for line in file:
                line = line.strip()
                if line.startswith((";", "#")):
                    self.read_comment(line)
                elif line.startswith("["):
                    section = line[1:line.index("]")]
                elif "=" in line:
                    key, _, value = line.partition("=")
                    self.settings[f"{section}.{key.strip()}"] = value.strip()
        self.is_sweep = any(AXIS.fullmatch(value) for value in self.settings.values())

    def read_comment(self, line):
        note = NOTE.fullmatch(line)
        if note is None:
            if line.startswith("; orthant "):
                self.settings["version"] = line.removeprefix("; orthant ")
            self.read_input_file(line[2:], self.contents)
            return
        words = shlex.split(note[3], comments=True)[3:]
        overrides = dict(word.split("=", 1) for word in words if "=" in word)
        changed = {}
        for text in note[3].split(" # ")[1:]:
            self.read_input_file(text, changed)
        for row in range(int(note[1]), int(note[2] or note[1]) + 1):
            self.added[row], self.changed[row] = overrides, changed

    @staticmethod
    def read_input_file(text, contents):
        if found := INPUT_FILE.fullmatch(text):
            contents[found[1], found[2]] = found[3]

    def of_row(self, row):
        """The settings of a row, counted from 1, and its contents of input files."""
        if row not in self.added and not self.is_sweep and \
                row > int(self.settings.get("run.repetitions", row)):
            raise InputError(f"{self.path}: does not say how row {row} of "
                             f"{self.path.removesuffix('.ini')} was made")
        return (self.settings | self.added.get(row, {}), self.contents | self.changed.get(row, {}))


def read_config(path):
    if not os.path.exists(path):
        return None
    try:
        return Config(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: not a config: {error}") from None


def plain(value):
    """One form for equal numbers."""
    try:
        number = float(value)
    except ValueError:
        return value
    if number.is_integer():
        return str(int(number)) if abs(number) < MOST_EXACT else value
    return repr(number)


class ResultFile:
    """A CSV file and what each of its rows was made with."""

    def __init__(self, path):
        self.path = path
        self.table = read_csv(path)
        columns = list(self.table.columns)
        first = columns_of(columns)[0]
        self.key_columns = columns[:columns.index(first)]
        self.shown = set(SHOWN_KEYS) - ({"run.seed"} if first == "saturation_load" else set())
        self.config = read_config(f"{path}.ini")
        self.settings = [self.row_settings(row) for row in range(1, len(self.table) + 1)]

    def row_settings(self, row):
        """What no fixed column shows; what a swept key has in its column comes first."""
        settings, contents = self.config.of_row(row) if self.config else ({}, {})
        settings = {key: value for key, value in settings.items() if not self.is_silent(key)}
        settings |= {key: self.table[key].iat[row - 1] for key in self.key_columns if "." in key}
        for key, value in settings.items():
            content = contents.get((key, value))
            settings[key] = f"{value} (FNV-1a {content})" if content else plain(value)
        return settings

    def is_silent(self, key):
        return (key in self.shown or key in SILENT_KEYS or
                key.partition(".")[0] in SILENT_SECTIONS)


def columns_of(columns):
    """What a file of these columns needs; the first is the first that is no key."""
    if "saturation_load" in columns:
        return LIMIT_COLUMNS
    return EXACT_COLUMNS if "capacity_flits" in columns else CURVE_COLUMNS


def read_csv(path):
    table = read_table(path, [], MADE_BY, "result rows", dtype=str, keep_default_na=False)
    needed = columns_of(table.columns)
    missing = [name for name in needed if name not in table.columns]
    if missing:
        raise InputError(f"{path}: column {missing[0]!r} is missing; expected {MADE_BY}")
    first = list(table.columns).index(needed[0])
    for column in table.columns[first:]:
        if column.rpartition(".")[2] in WORD_COLUMNS:
            continue
        try:
            table[column] = pd.to_numeric(table[column].replace("", math.nan))
        except ValueError as error:
            raise InputError(f"{path}: column {column!r}: {error}") from None
    return table


def read_results(paths):
    """The rows of all files, and the columns that hold what they were made with."""
    files = [ResultFile(path) for path in paths]
    kinds = {"saturation_load" in file.table for file in files}
    if len(kinds) > 1:
        raise InputError("results of saturate and of other verbs in one picture; allowed: one kind")
    table = pd.concat([file.table.assign(source=file.path, row=range(1, len(file.table) + 1))
                       for file in files], ignore_index=True)
    columns = list(dict.fromkeys(key for file in files for key in file.key_columns))
    for key in sorted({key for file in files for row in file.settings for key in row}):
        values = values_of(key, files)
        if key in columns or len(set(values)) > 1:
            table[key] = values
            columns += [key] if key not in columns else []
    table[columns] = table[columns].fillna("")
    refuse_unknown(files, table)
    refuse_repeated(table, columns)
    return table, columns


def values_of(key, files):
    """The values of a key in the rows of all files, '' where it is not set."""
    known = {row.get(key, "") for file in files if file.config for row in file.settings}
    assumed = known.pop() if len(known) == 1 else "unknown" if known else ""
    return [row.get(key, "" if file.config else assumed) for file in files for row in file.settings]


def refuse_unknown(files, table):
    """A file without FILE.ini may stand alone: its columns are all that a sweep varies."""
    for file in files:
        if file.config is not None or len(files) == 1:
            continue
        for _, line in table.groupby(file.key_columns, sort=False):
            sources = list(line["source"].unique())
            if file.path in sources and len(sources) > 1:
                sources.remove(file.path)
                raise InputError(f"{file.path}: {file.path}.ini, which says how it was made, is not "
                                 f"there; its rows and those of {sources[0]} would make one line")
        print(f"{os.path.basename(sys.argv[0])}: {file.path}.ini, which says how {file.path} was made, is "
              "not there: keys without a column are taken to be as in the other files", file=sys.stderr)


def refuse_repeated(table, columns):
    what = columns + [name for name in ("seed", "load") if name in table]
    repeated = table.duplicated(what, keep=False)
    if not repeated.any():
        return
    _, same = next(iter(table[repeated].groupby(what, sort=False, dropna=False)))
    first, second = same.iloc[0], same.iloc[1]
    values = " and ".join(f"{name} {first[name]:g}" for name in ("seed", "load") if name in what)
    raise InputError(f"{second['source']}: row {second['row']} and row {first['row']} of {first['source']} "
                     f"are the same run: equal keys{', ' if values else ''}{values}; it would count twice")
