"""Reads the CSV files that Orthant writes, for the scripts that plot or tell of them."""
import numpy as np
import pandas as pd

from file_kinds import check_cells, kind_of_columns
from input_error import InputError, in_one_line  # noqa: F401, for those who read tables
from sound_files import IDS, LARGEST, LARGEST_SEED, MOST_ID, SEEDS, WANTED_NUMBER, holds_numbers, rows_of


def read_table(path, needed, made_by, rows, **options):
    """The table in `path`, which has the columns `needed` and at least one row.

    `made_by` says where such a file comes from, `rows` what an empty one lacks.
    """
    try:
        sound = rows_of(path)
        columns = next(sound)
        for _ in sound:
            pass
        empty = {} if "keep_default_na" in options else {"keep_default_na": False, "na_values": [""]}
        table = pd.read_csv(path, low_memory=False, **empty, **options)
    except (ValueError, OSError, OverflowError) as error:
        raise InputError(f"{path}: not a readable CSV file: {str(error).splitlines()[0]}; expected {made_by}") from None
    missing = [name for name in needed if name not in table.columns]
    if missing:
        raise InputError(f"{path}: column {missing[0]!r} is missing; expected {made_by}")
    if table.empty:
        raise InputError(f"{path}: no {rows}; allowed: one or more")
    kind = kind_of_columns(columns)
    if kind and options.get("dtype") is not str:
        for name in filter(holds_numbers, columns):
            table[name] = numbers_in(path, table, name)
        check_cells(path, columns, lambda name: table[name].fillna("").astype(str))
    return table


def numbers_in(path, table, name):
    """The numbers of a column, nan where it is empty; refuses any other entry, and what no number of such a column may be."""
    values = table[name].astype(str) if table[name].dtype == bool else table[name]
    if values.dtype.kind not in "iuf":
        found = pd.to_numeric(values.where(values != ""), errors="coerce")
        refuse_entry(path, table, name, found.isna() & values.notna() & (values != ""), WANTED_NUMBER)
        values = found.astype(float) if found.dtype.kind not in "iuf" else found
    known = values.to_numpy(dtype=float)
    refuse_entry(path, table, name, ~(np.isnan(known) | (np.abs(known) <= (LARGEST_SEED if name in SEEDS else LARGEST))), WANTED_NUMBER)
    if name in IDS:
        known = known[~np.isnan(known)]
        refuse_entry(path, table[values.notna()], name, (known != np.floor(known)) | (known < 0) | (known >= MOST_ID), "a whole number from 0 on")
    return values


def refuse_entry(path, table, name, wrong, allowed):
    """The first row that is wrong, if there is one."""
    place = next(iter(np.flatnonzero(wrong)), None)
    if place is not None:
        raise InputError(f"{path}: row {table.index[place] + 1}: {name} is '{table[name].iloc[place]}'; allowed: {allowed}")
