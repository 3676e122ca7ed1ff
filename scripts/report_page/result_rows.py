"""Rows of result files with all that they were made with, read with nothing but Python's own library.

Rows are told apart as in result_files.py, but a file without a config beside it is a line of its own: nothing says that
it was made as another one.
"""
import math

from channel_files import WITHIN_NOISE, begin_of_colours, is_noise
from file_kinds import check_cells
from input_error import InputError
from names import describe, title_of
from row_configs import DERIVED_KEYS, READ_WHERE, WORD_COLUMNS, RowConfigs, columns_of, is_unread
from sound_files import IDS, LARGEST, MOST_ID, number_of, rows_of

FILE_KEY = "file"  # tells rows apart where a config is missing


class ResultRows:
    """The cells of a file: columns, and rows of text."""

    def __init__(self, path):
        self.path = path
        self.columns, self.rows = read_cells(path)
        self.count = len(self.rows)
        self.place = {name: i for i, name in enumerate(self.columns)}
        check_cells(path, self.columns, lambda name: (row[self.place[name]] for row in self.rows))
        self.configs = RowConfigs(path, self.columns) if columns_of(self.columns)[0] in self.place else None

    def number(self, row, column):
        text = self.rows[row][self.place[column]] if column in self.place else ""
        if not text:
            return math.nan
        number = number_of(text)
        if number is None:
            raise InputError(f"{self.path}: row {row + 1}: {column} is {text!r}; allowed: a number")
        return number

    def whole(self, row, column):
        number = self.number(row, column)
        if not number.is_integer() or not 0 <= number < (MOST_ID if column in IDS else LARGEST):
            raise InputError(f"{self.path}: row {row + 1}: {column} is {self.text(row, column)!r}; allowed: a whole number from 0 on")
        return int(number)

    def text(self, row, column):
        return self.rows[row][self.place[column]] if column in self.place else ""

    def numeric(self):
        """Columns of numbers with a value in some row, behind the keys."""
        first = self.place[columns_of(self.columns)[0]]
        found = []
        for i, name in enumerate(self.columns[first:], first):
            if name.rpartition(".")[2] not in WORD_COLUMNS and any(row[i] for row in self.rows):
                found.append(name)
        return found


def read_cells(path):
    columns, *rows = rows_of(path)
    if not rows:
        raise InputError(f"{path}: no rows; allowed: one or more")
    return columns, rows


class Results:
    """The rows of several files, each (file, row), and the keys that differ among them."""

    def __init__(self, files):
        self.files = files
        for file in files:
            missing = [name for name in columns_of(file.columns) if name not in file.place]
            if missing:
                raise InputError(f"{file.path}: column {missing[0]!r} is missing; allowed: a result file as orthant writes it")
        self.rows = [(file, row) for file in files for row in range(len(file.rows))]
        self._settings = [file.configs.of_row(row + 1, {key: file.text(row, key) for key in file.configs.swept})
                          for file, row in self.rows]
        self.keys = self._find_keys()
        self._refuse_repeated()
        self._leave_out_unread()
        self.differing = [key for key, values in self.keys.items()
                          if key not in DERIVED_KEYS | {"run.seed"} and len(set(values)) > 1]

    def _find_keys(self):
        """Of every key that may differ its values, one per row."""
        keys = {}
        for key in dict.fromkeys(key for file in self.files for key in file.configs.key_columns):
            keys[key] = [file.text(row, key) if key in file.place else "" for file, row in self.rows]
        common = {id(settings): settings for settings, _ in self._settings}
        named = sorted({key for settings in common.values() for key in settings})
        for key in named:
            if key not in keys and len({settings.get(key, "") for settings in common.values()}) > 1:
                keys[key] = [settings.get(key, "") for settings, _ in self._settings]
        if len(self.files) > 1 and any(file.configs.config is None for file in self.files):
            keys[FILE_KEY] = ["" if file.configs.config else file.path for file, _ in self.rows]
        return {key: self._with_settings(key, values) for key, values in keys.items()}

    def _leave_out_unread(self):
        """Of rows that differ in keys alone that they do not read, the first stays, and its keys that it does not read are empty."""
        unread = [key for key, values in self.keys.items() if key in READ_WHERE and READ_WHERE[key][0] in self.keys and len(set(values)) > 1]
        if not unread:
            return
        for key in unread:
            column = READ_WHERE[key][0]
            self.keys[key] = ["" if is_unread(key, {column: value}.get) else text for text, value in zip(self.keys[key], self.keys[column])]
        first = {}
        for number, (file, row) in enumerate(self.rows):
            what = (*(values[number] for values in self.keys.values()), file.text(row, "seed"), file.text(row, "load"))
            first.setdefault(what, number)
        kept = sorted(first.values())
        self.rows, self._settings = [self.rows[number] for number in kept], [self._settings[number] for number in kept]
        self.keys = {key: [values[number] for number in kept] for key, values in self.keys.items()}

    def _with_settings(self, key, values):
        """A key with a column in one file only has its value in the config of the others."""
        if "." not in key:
            return values
        return [swept.get(key, common.get(key, value)) for value, (common, swept) in zip(values, self._settings)]

    def groups(self, keys, rows):
        """{values of the keys: those of these rows by number}, in the order of the first row of each."""
        found = {}
        columns = [self.keys[key] for key in keys]
        for number in rows:
            found.setdefault(tuple(column[number] for column in columns), []).append(number)
        return found

    def key_data(self, key):
        """What the page shows of a key: its values, as text, alone and with their name."""
        values = list(dict.fromkeys(self.keys[key]))
        return {"name": key, "title": title_of(key), "values": [describe(key, text, False) for text in values],
                "labels": ["" if text == "" else describe(key, text, True) for text in values], "numbers": numbers(values)}

    def indexed_groups(self, keys, rows):
        """[(which value each key has, rows)], as `groups`."""
        index = [{text: i for i, text in enumerate(dict.fromkeys(self.keys[key]))} for key in keys]
        return [([own[text] for own, text in zip(index, values)], group) for values, group in self.groups(keys, rows).items()]

    def record(self, number, names):
        """A row as a dict: numbers of these columns, and its verdict, load and unit."""
        file, row = self.rows[number]
        record = {name: file.number(row, name) for name in names}
        return record | {name: file.text(row, name) for name in ("verdict", "load_unit")}

    def choose_unit(self, units):
        """Of loads at first: that of the configs, else fractions of capacity where every network has one."""
        in_flits = set(self.keys.get("load_unit", [""])) == {"flits"}
        return "flits" if in_flits or "capacity" not in units else "capacity"

    def _refuse_repeated(self):
        seen = {}
        columns = [self.keys[key] for key in self.keys]
        for number, (file, row) in enumerate(self.rows):
            more = () if "capacity_flits" in file.place else tuple(file.text(row, name) for name in ("seed", "load"))
            first = seen.setdefault((tuple(column[number] for column in columns), more), number)
            if first != number:
                values = " and ".join(f"{name} {text}" for name, text in zip(("seed", "load"), more) if text)
                other, its_row = self.rows[first]
                raise InputError(f"{file.path}: row {row + 1} and row {its_row + 1} of {other.path} are the same run: equal "
                                 f"keys{', ' if values else ''}{values}; it would count twice; allowed: once")


def numbers(texts):
    """What the texts are as numbers, None where one is none."""
    try:
        found = [float(text) for text in texts]
    except ValueError:
        return None
    return found if all(map(math.isfinite, found)) else None


def short(number):
    """Six digits tell every point of a screen apart; None for what is not known."""
    if not math.isfinite(number):
        return None
    rounded = float(f"{number:.6g}")
    return int(rounded) if rounded.is_integer() else rounded


def colours(known, noise):
    """The ends of the colours of a heat map of these values, and what its scale says of them."""
    return {"begin": begin_of_colours(min(known), max(known), noise), "top": max(known) or 1,
            "said": WITHIN_NOISE if is_noise(min(known), max(known), noise) else ""}
