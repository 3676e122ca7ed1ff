"""FILE.ini, the config of a result: how its rows were made, and whether all of them are there.
"""
import os
import re
import shlex

from . import facts
from .reader import InputError, lines_of, read_once

SILENT_KEYS = {"run.repetitions", "routing.table_cache"}  # no result depends on these
SILENT_SECTIONS = {"output", "policy"}
MAX_ADDED = 1_000_000  # rows added by one command
MAX_EXACT = 2 ** 53
# Matches notes of rows that `run --append` added: overrides, then input files after #.
NOTE = re.compile(r"; (?:being added: )?rows? (\d+)(?: to (\d+))?: (orthant run .*)")
INPUT_FILE = re.compile(r"(\S+\.\S+) (.*): \d+ bytes, FNV-1a (\w+)")
VERSION = re.compile(r"; orthant (\S+)(?: \(commit (\w+\+?)\))?")
FINISHED = re.compile(r"; finished: (\d+) bytes")
AXIS = re.compile(r".*,.*|[^: ]+:[^: ]+:[^: ]+")
SHARD = re.compile(r".* --shard (\d+)/(\d+)\b.*")


def is_axis(value):
    """True for a list or a range; the commas of coordinates, as in (1,2), make no list."""
    return bool(AXIS.fullmatch(re.sub(r"\([^()]*\)", "", value)))


class Config:
    """The settings of the first rows, and what differs in rows that were added."""

    def __init__(self, path):
        # contents: {(key, input file): hash}
        self.path, self.settings, self.contents = path, {}, {}
        self.added, self.changed = {}, {}  # {row: overrides}, {row: contents}
        self.notes = []  # commands that added rows
        self.version = self.commit = ""
        self.made_by = ""  # the verb, with the options that change a result
        self.finished_bytes = None  # size of the file when its sweep finished
        section = ""
        for line in map(str.strip, lines_of(path)):
            if line.startswith((";", "#")):
                self._read_comment(line, not section)
            elif line.startswith("["):
                section = line[1:].partition("]")[0]
            elif "=" in line:
                key, _, value = line.partition("=")
                self.settings[f"{section}.{key.strip()}"] = value.strip()
        self.is_sweep = any(map(is_axis, self.settings.values()))
        repetitions = "" if self.is_sweep else self.settings.get("run.repetitions", "")
        self.repetitions = int(repetitions) if repetitions else MAX_EXACT

    def _read_comment(self, line, in_heading):
        if note := NOTE.fullmatch(line):
            self._read_note(note)
        elif version := VERSION.fullmatch(line):
            self.version, self.commit = version[1], version[2] or ""
        elif finished := FINISHED.match(line):
            self.finished_bytes = int(finished[1])
        elif found := contents_in(line[2:]):
            self.contents |= found
        elif in_heading and not self.made_by:
            self.made_by = line[1:].strip()

    def _read_note(self, note):
        words = shlex.split(note[3], comments=True)[3:]
        overrides, changed = dict(word.split("=", 1) for word in words if "=" in word), {}
        for text in note[3].split(" # ")[1:]:
            changed |= contents_in(text)
        first, last = int(note[1]), int(note[2] or note[1])
        if not first <= last < first + MAX_ADDED:
            raise ValueError(f"rows {first} to {last}")
        self.notes.append(note[3])
        for row in range(first, last + 1):
            self.added[row], self.changed[row] = overrides, changed

    def verb(self):
        return self.made_by.partition(" ")[0]

    def stated(self):
        """The settings that hold for all rows."""
        changed = {key for overrides in self.added.values() for key in overrides}
        return {key: value for key, value in self.settings.items() if key not in changed}

    def of_row(self, row):
        """Returns the settings of a row, counted from 1, that have no fixed column."""
        if row not in self.added and not self.is_sweep and row > self.repetitions:
            raise InputError(
                f"{self.path}: does not say how row {row} of {self.path.removesuffix('.ini')} was "
                "made; allowed: both files as orthant wrote them")
        contents = self.contents_of(row)
        settings = self.settings | self.added.get(row, {})
        return {key: in_one_form(key, value, contents)
                for key, value in settings.items() if not is_silent(key)}

    def contents_of(self, row):
        return self.contents | self.changed.get(row, {})

    def origin_of(self, row):
        return row if row in self.added or row > self.repetitions else 0

    def change(self, path):
        """Describes how the size of the file differs from that when it was finished, None where it
        does not."""
        size, now = self.finished_bytes, os.path.getsize(path)
        if size is None or size == now:
            return None
        return f"{path} was changed after it was written: {now} bytes, by its FILE.ini {size}"


def contents_in(text):
    """{(key, input file): hash} of a comment."""
    found = INPUT_FILE.fullmatch(text)
    return {(found[1], found[2]): found[3]} if found else {}


def is_silent(key):
    return key in SILENT_KEYS or key.partition(".")[0] in SILENT_SECTIONS


def read_config(path):
    """The config of a result file, None where there is no FILE.ini."""
    path = f"{path}.ini"
    return config_of(path) if os.path.exists(path) else None


@read_once()
def config_of(path):
    try:
        return Config(path)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path}: not a config: {error}; allowed: FILE.ini as orthant wrote it") from None


def settings_of(path):
    """The settings of a result file, none where there is no FILE.ini."""
    config = read_config(path)
    return config.settings if config else {}


def plain(value):
    """One form for equal numbers."""
    try:
        number = float(value)
    except ValueError:
        return value
    if number.is_integer():
        return str(int(number)) if abs(number) < MAX_EXACT else value
    return repr(number)


def in_one_form(key, value, contents):
    content = contents.get((key, value))
    return f"{value} (FNV-1a {content})" if content else plain(value)


def unfinished(paths):
    """Returns [(warning, short form)] of files that lack rows of their configs."""
    found, shards = [], {}
    for path in paths:
        config, name = read_config(path), os.path.basename(path)
        if config is None:
            continue
        if changed := config.change(path):
            found.append((changed, f"{name} was changed"))
        elif os.path.exists(f"{path}.partial") or (config.finished_bytes is None
                                                   and config.is_sweep):
            found.append((f"{path} is not finished: the sweep that writes it was interrupted, or "
                          "is still running", f"{name} is not finished"))
        if shard := SHARD.fullmatch(config.made_by):
            shards.setdefault(int(shard[2]), {})[int(shard[1])] = path
    for of, parts in shards.items():
        if len(parts) < of:
            part = f"part {', '.join(map(str, sorted(parts)))} of {of} of a sweep"
            files = ", ".join(parts.values())
            found.append((f"{files}: {part}; the other parts are not drawn", part))
    return found


def shown_key(key):
    """Returns the fixed column of a key, or the key where it has none."""
    return facts.key_columns().get(key, key)
