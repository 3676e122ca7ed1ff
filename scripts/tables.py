"""Reads the CSV files that Orthant writes, for the scripts that plot or tell of them."""
import functools
import pathlib
import sys

import pandas as pd


class InputError(Exception):
    """The user's mistake, in one line."""


def in_one_line(main):
    """`main` of a script; where it meets an InputError, it says so on stderr, after the script's name, and returns 2."""
    @functools.wraps(main)
    def careful(*arguments):
        try:
            return main(*arguments)
        except InputError as error:
            print(f"{pathlib.Path(main.__code__.co_filename).name}: {error}", file=sys.stderr)
            return 2
    return careful


def read_table(path, needed, made_by, rows, **options):
    """The table in `path`, which has the columns `needed` and at least one row.

    `made_by` says where such a file comes from, `rows` what an empty one lacks.
    """
    try:
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
