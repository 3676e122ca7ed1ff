"""Reads the CSV files that Orthant writes, for the scripts that plot or tell of them."""
import csv
import os

import pandas as pd

from input_error import InputError, in_one_line  # noqa: F401, for those who read tables


def check_last_row(path):
    """Refuses a file that ends within a row, as one that was cut off does."""
    with open(path, "rb") as file:
        header = file.readline()
        file.seek(0, os.SEEK_END)
        file.seek(max(len(header), file.tell() - (1 << 16)))
        rows = [row for row in file.read().splitlines() if row.strip()]
    cells = [len(next(csv.reader([row.decode(errors="replace")]), [])) for row in (header, *rows[-1:])]
    if cells[-1] != cells[0]:
        raise InputError(f"{path}: the last row has {cells[-1]} cell{'s' if cells[-1] > 1 else ''}: the file is cut off; allowed: {cells[0]}, as the header has")


def read_table(path, needed, made_by, rows, **options):
    """The table in `path`, which has the columns `needed` and at least one row.

    `made_by` says where such a file comes from, `rows` what an empty one lacks.
    """
    try:
        check_last_row(path)
        table = pd.read_csv(path, **options)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError, OSError) as error:
        raise InputError(f"{path}: not a readable CSV file: {str(error).splitlines()[0]}") from None
    missing = [name for name in needed if name not in table.columns]
    if missing:
        raise InputError(f"{path}: column {missing[0]!r} is missing; expected {made_by}")
    if table.empty:
        raise InputError(f"{path}: no {rows}")
    return table
