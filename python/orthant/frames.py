"""Results and tables of names as DataFrames."""
from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pandas as pd

from .command import PathLike, call, executable
from .errors import ConfigError, Error
from .results.config import read_config
from .results.reader import Table, rows_of

NUMBERS = ("number", "whole number", "number or fraction", "whole number or word")  # types of keys


@lru_cache(maxsize=64)
def _listing(path: str, changed: int, topic: str) -> pd.DataFrame:
    finished = call(["list", topic, "--format=csv"])
    if finished.code != 0:
        raise Error(finished.said("error"), finished.command)
    return pd.read_csv(io.StringIO(finished.stdout), dtype=str, keep_default_na=False)


def listing(topic: str) -> pd.DataFrame:
    """`orthant list TOPIC` (topologies, routings, patterns, injections, workloads, keys, columns,
    verbs, options), all as texts."""
    path = executable()
    return _listing(path, os.stat(path).st_mtime_ns, topic).copy()


def keys() -> pd.DataFrame:
    """All config keys: name, type, unit, default, allowed values, when it is read, help."""
    return listing("keys")


def columns() -> pd.DataFrame:
    """All columns of results: name, unit, kind (word or number), the verbs that write it, meaning.
    """
    return listing("columns")


def _describe(names: Iterable[str], made_by: str) -> dict[str, tuple[str, bool]]:
    """Unit of each column, and whether it holds words. `made_by`: "run", "analyze --pairs", "run
    output.flows"."""
    writers = [made_by, made_by.partition(" ")[2], made_by.partition(" ")[0], ""]
    listed: dict[str, list[tuple[list[str], str, bool]]] = {}
    for name, unit, kind, verbs, _ in columns().itertuples(index=False):
        listed.setdefault(name, []).append(([*verbs.split(", "), ""], unit, kind == "word"))
    of_keys = {
        name: (unit, kind not in NUMBERS)
        for name, kind, unit, *_ in keys().itertuples(index=False)
    }

    def describe(name: str) -> tuple[str, bool]:
        # NAME.latency_mean of a class or a job, traffic.NAME.load of a key
        section, _, last = name.rpartition(".")
        for key in (name, f"routing.{name}", f"{section.partition('.')[0]}.{last}"):
            if key in of_keys:
                return of_keys[key]
        rows = listed.get(name) or listed.get(f"NAME.{last}", [])
        return next(((unit, word) for writer in writers
                     for verbs, unit, word in rows if writer in verbs), ("", False))
    return {name: describe(name) for name in names}


def units_of(names: Iterable[str], made_by: str) -> dict[str, str]:
    return {name: unit for name, (unit, _) in _describe(names, made_by).items()}


def _origin(path: PathLike) -> dict[str, object]:
    """What FILE.ini says of a result."""
    config = read_config(os.fspath(path))
    if config is None:
        return {"version": "", "made_by": "", "config": {}}
    return {
        "version": config.version.partition(" ")[0], "made_by": config.made_by, "config":
        config.settings
    }


def read_table(path: PathLike, needed: Iterable[str] = (), made_by: str = "", rows: str = "rows",
               **options: Any) -> pd.DataFrame:
    """A CSV file of the command or of a study, with these columns and one row or more; `made_by`
    and `rows` are what a
    message calls it. `options` are those of pandas.read_csv."""
    columns, *found = rows_of(os.fspath(path))
    missing = [name for name in needed if name not in columns]
    if missing:
        raise ConfigError(
            f"{os.fspath(path)}: column {missing[0]!r} is missing; expected {made_by}")
    if not found:
        raise ConfigError(f"{os.fspath(path)}: no {rows}; allowed: one or more")
    empty = {} if "keep_default_na" in options else {"keep_default_na": False, "na_values": [""]}
    try:
        return pd.read_csv(path, low_memory=False, **empty, **options)
    except (ValueError, OverflowError) as error:
        said = str(error).splitlines()[0]
        raise ConfigError(
            f"{os.fspath(path)}: not a readable CSV file: {said}; expected {made_by}") from None


def _checked_rows(path: PathLike) -> list[list[str]]:
    """The columns and rows of a file; a last line without an end is left out."""
    name = os.fspath(path)
    known = {*columns()["name"], *keys()["name"]}
    try:
        header = next(rows_of(name, torn=True), [])
    except ConfigError as error:
        if "the file is empty" not in str(error):
            raise
        header = []
    if not {*header} & known:
        raise ConfigError(f"{name}: no column of a result; allowed: a CSV file that orthant wrote")
    table = Table(name, torn=True, may_be_empty=True)
    return [table.columns, *table.rows]


def read(path: PathLike) -> pd.DataFrame:
    """Reads a CSV file that the command wrote: of a verb, or of what options and keys write beside
    it.

    Words are texts also where they look like numbers (dimensions "8"), numbers are exact, empty
    fields are missing values, a last line that is cut off is left out. attrs: units (column to
    unit; empty for a number of things, an id, a word), and from FILE.ini version, made_by (the
    verb, and the option that asked for the file) and config (section.key to value, complete), which
    are empty where there is none. Raises FileNotFoundError, CommandNotFoundError, and ConfigError
    where the file is damaged, or no column is one that the command writes. """
    with open(path, "rb"):  # FileNotFoundError where there is none
        pass
    names, *rows = _checked_rows(path)
    origin = _origin(path)
    what = _describe(names, str(origin["made_by"]))
    text = io.StringIO(newline="")
    csv.writer(text).writerows([names, *rows])
    text.seek(0)
    frame = pd.read_csv(text,
                        dtype={name: str
                               for name, (_, word) in what.items() if word},
                        keep_default_na=False, na_values=[""], float_precision="round_trip",
                        low_memory=False)
    frame.attrs.update(units={name: unit for name, (unit, _) in what.items()}, **origin)
    return frame
