"""Reads result files. Whatever is wrong with a file, such as a missing end, is a ConfigError of one
line."""
import csv
import functools
import json
import math
import os
import re

from ..errors import ConfigError as InputError
from . import facts

# Control characters other than tab and line ends.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", re.ASCII)
LARGEST = 2 ** 53  # above this, floats skip whole numbers
LARGEST_SEED = 2 ** 64
MAX_ID = 2 ** 31
MAX_CHARACTERS = 1 << 20  # characters of a line
IDS = {"router", "from", "from_port", "to", "to_port", "channel", "source", "destination", "rank"}
WANTED, WHOLE = "nothing, or a number of at most 2^53 in size", "a whole number from 0 on"
# Columns of structured words, with an example.
FORMS = {"offset": (re.compile(r"\d{1,6}(x\d{1,6})*", re.ASCII), "as 3x1"), "p": (NUMBER, "as 0.9"),
         "coordinates": (re.compile(r"\d{1,6}( \d{1,6})*", re.ASCII), "as 3 1")}
WROTE = "allowed: a file that orthant wrote"


def without_controls(text):
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", text)


def counted(count, what):
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def lines_of(path, in_parts=False, torn=False):
    """Yields the lines of a text file. Long lines come in parts with `in_parts` and are refused
    otherwise; `torn` drops a last line without an end."""
    number = 0
    try:
        # Other programs write a byte order mark.
        with open(path, encoding="utf-8-sig", newline="") as file:
            while line := file.readline(MAX_CHARACTERS):
                number += 1
                if control := CONTROL.search(line):
                    raise InputError(f"{path}:{number}: byte 0x{ord(control[0]):02x}; "
                                     "allowed: text, as orthant writes it")
                if len(line) == MAX_CHARACTERS and not in_parts:
                    raise InputError(f"{path}:{number}: the line is longer than {MAX_CHARACTERS} "
                                     f"characters; {WROTE}")
                if not torn or line.endswith("\n"):
                    yield line
    except UnicodeDecodeError:
        raise InputError(f"{path}: the file is not text; "
                         "allowed: UTF-8, as orthant writes it") from None
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; {WROTE}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}; {WROTE}") from None


def read_once(most=64):
    """Caches a function of a path until the file changes."""
    def decorate(read):
        @functools.lru_cache(maxsize=most)
        def kept(path, _):
            return read(path)

        @functools.wraps(read)
        def current(path):
            try:
                state = os.stat(path)
            except OSError:
                return read(path)
            return kept(path, (state.st_mtime_ns, state.st_size, state.st_ino))
        return current
    return decorate


def rows_of(path, torn=False):
    """The columns of a table, then its rows, each as wide as the columns; `torn`: without a last
    line that has no end."""
    cells = csv.reader(lines_of(path, torn=torn), strict=True)
    try:
        columns = next(cells, [])
        check_header(path, columns)
        yield columns
        for count, row in enumerate(filter(None, cells), 1):
            if len(row) != len(columns):
                why = ", as where a file is cut off" if len(row) < len(columns) else ""
                raise InputError(f"{path}: row {count} has {counted(len(row), 'cell')}{why}; "
                                 f"allowed: {len(columns)}, as the header has")
            yield row
    except csv.Error as error:
        raise InputError(f"{path}: not a readable CSV file: {error}; {WROTE}") from None


def check_header(path, columns):
    if not any(columns):
        raise InputError(f"{path}: the file is empty; {WROTE}")
    if "" in columns:
        raise InputError(f"{path}: column {1 + columns.index('')} has no name; "
                         "allowed: columns as orthant writes them")
    twice = next((name for i, name in enumerate(columns) if name in columns[:i]), None)
    if twice is not None:
        raise InputError(f"{path}: column '{twice}' is there twice; allowed: once")


@read_once(2)
def json_of(path):
    def no_constant(name):
        raise ValueError(f"{name} is no number of JSON")
    try:
        return json.loads("".join(lines_of(path, in_parts=True)), parse_constant=no_constant)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}; {WROTE}") from None
    except RecursionError:
        raise InputError(f"{path}: not JSON of a result: too many lists within lists; {WROTE}"
                         ) from None


def number_of(text, largest=LARGEST):
    """Returns the finite number in a cell: nan where it is empty, None where it is not a number."""
    if text == "":
        return math.nan
    if not NUMBER.fullmatch(text) or abs(number := float(text)) > largest:
        return None
    return number


def is_whole(number, most):
    return number is not None and number.is_integer() and 0 <= number < most


class Table:
    """A CSV file whose cells were checked: columns, and rows of text.

    `first`: the first column that is no key; keys may hold words. `filled`: columns without an
    empty cell; `present`: columns that have to be there. `torn`: a last line without an end is
    dropped."""

    def __init__(self, path, first="", filled=(), present=(), made_by="a result", torn=False,
                 may_be_empty=False):
        self.path = path
        self.columns, *self.rows = rows_of(path, torn)
        self.place = {name: i for i, name in enumerate(self.columns)}
        self.numbers_of = {}  # columns parsed so far
        for name in (*filled, *present):
            if name not in self.place:
                raise InputError(
                    f"{path}: column {name!r} is missing; allowed: a file of {made_by}")
        if not self.rows and not may_be_empty:
            raise InputError(f"{path}: no rows; allowed: one or more")
        values = self.columns[self.place.get(first, 0):]
        for name in values:
            if facts.holds_numbers(name):
                self.numbers(name)
        for name in {*filled, *present} & {*values, *FORMS}:
            form, example = FORMS.get(name, (None, ""))
            self._check(name, lambda text: (text or name not in filled) and not (
                text and form and not form.fullmatch(text)),
                        f"a value {example or 'in every row'}")

    def __len__(self):
        return len(self.rows)

    def __contains__(self, name):
        return name in self.place

    def texts(self, name):
        """Returns the cells of a column, empty ones where the file lacks it."""
        place = self.place.get(name)
        return [""] * len(self.rows) if place is None else [row[place] for row in self.rows]

    def numbers(self, name):
        """The numbers of a column, nan where it is empty or the file has none."""
        if name not in self.numbers_of:
            largest = LARGEST_SEED if name == "seed" else LARGEST
            value = {text: number_of(text, largest) for text in {*self.texts(name)}}
            self._check(name, lambda text: value[text] is not None, WANTED)
            if name in IDS:
                self._check(name, lambda text: not text or is_whole(value[text], MAX_ID), WHOLE)
            self.numbers_of[name] = [value[text] for text in self.texts(name)]
        return self.numbers_of[name]

    def wholes(self, name):
        """Ids and other whole numbers, one in every row."""
        numbers = self.numbers(name)
        self._check(name, lambda text: is_whole(number_of(text), LARGEST), WHOLE)
        return list(map(int, numbers))

    def has_values(self, name):
        return name in self.place and any(self.texts(name))

    def _check(self, name, is_sound, allowed):
        """Refuses a column in which a text is not sound."""
        texts = self.texts(name)
        if wrong := {text for text in {*texts} if not is_sound(text)}:
            row = next(i for i, text in enumerate(texts) if text in wrong)
            found = f"'{texts[row]}'" if texts[row] else "empty"
            raise InputError(f"{self.path}: row {row + 1}: {name} is {found}; allowed: {allowed}")
