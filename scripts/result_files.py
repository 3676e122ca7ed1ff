"""Reads results of `orthant run`, `sweep` and `saturate` together with the configs beside them.

A row is told from another one by all that it was made with: the key columns, and every key in which the
configs FILE.csv.ini differ, contents of input files and the version of the program included. FILE.csv.ini
says of rows that `run --append` added with which overrides they were made. Rows that agree in all of this
and in seed and load are the same run, and would count twice: they are refused.
"""
import os
import sys

import pandas as pd

from input_error import without_controls
from row_configs import MADE_BY, WORD_COLUMNS, RowConfigs, columns_of
from tables import InputError, numbers_in, read_table


class ResultFile:
    """A CSV file and what each of its rows was made with."""

    def __init__(self, path):
        self.path = path
        self.table = read_csv(path)
        self.configs = RowConfigs(path, list(self.table.columns))
        self.config, self.key_columns = self.configs.config, self.configs.key_columns
        self.settings = [self.row_settings(row) for row in range(1, len(self.table) + 1)]

    def row_settings(self, row):
        """What no fixed column shows; what a swept key has in its column comes first."""
        common, swept = self.configs.of_row(row, {key: self.table[key].iat[row - 1] for key in self.configs.swept})
        return common | swept


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
        table[column] = numbers_in(path, table, column)
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
                                 f"there; its rows and those of {sources[0]} would make one line; allowed: both with it")
        print(without_controls(f"{os.path.basename(sys.argv[0])}: {file.path}.ini, which says how {file.path} was made, is "
                               "not there: keys without a column are taken to be as in the other files"), file=sys.stderr)


def refuse_repeated(table, columns):
    what = columns + [name for name in ("seed", "load") if name in table]
    repeated = table.duplicated(what, keep=False)
    if not repeated.any():
        return
    _, same = next(iter(table[repeated].groupby(what, sort=False, dropna=False)))
    first, second = same.iloc[0], same.iloc[1]
    values = " and ".join(f"{name} {first[name]:g}" for name in ("seed", "load") if name in what)
    raise InputError(f"{second['source']}: row {second['row']} and row {first['row']} of {first['source']} "
                     f"are the same run: equal keys{', ' if values else ''}{values}; it would count twice; allowed: once")
