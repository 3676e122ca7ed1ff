"""Results and tables of names as DataFrames."""
from __future__ import annotations

import csv
import io
import math
import os
import pathlib
import re
from collections.abc import Iterable
from functools import lru_cache

import pandas as pd

from .command import PathLike, call, executable
from .errors import ConfigError, Error

NUMBERS = ("number", "whole number", "number or fraction", "whole number or word")  # types of keys

MIXES = ("packet_flits",)  # of keys that may be a mix of several
# What commands a terminal or ends a text, but for tab and the ends of lines.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@lru_cache(maxsize=64)
def _listing(path: str, changed: int, topic: str) -> pd.DataFrame:
    finished = call(["list", topic, "--format=csv"])
    if finished.code != 0:
        raise Error(finished.said("error"), finished.command)
    return pd.read_csv(io.StringIO(finished.stdout), dtype=str, keep_default_na=False)


def listing(topic: str) -> pd.DataFrame:
    """`orthant list TOPIC` (topologies, routings, patterns, injections, workloads, keys, columns, verbs, options), all as texts."""
    path = executable()
    return _listing(path, os.stat(path).st_mtime_ns, topic).copy()


def keys() -> pd.DataFrame:
    """All config keys: name, type, unit, default, allowed values, when it is read, help."""
    return listing("keys")


def columns() -> pd.DataFrame:
    """All columns of results: name, unit, kind (word or number), the verbs that write it, meaning."""
    return listing("columns")


def _describe(names: Iterable[str], made_by: str) -> dict[str, tuple[str, bool]]:
    """Unit of each column, and whether it holds words. `made_by`: "run", "analyze --pairs", "run output.flows"."""
    writers = [made_by, made_by.partition(" ")[2], made_by.partition(" ")[0], ""]
    listed: dict[str, list[tuple[list[str], str, bool]]] = {}
    for name, unit, kind, verbs, _ in columns().itertuples(index=False):
        listed.setdefault(name, []).append(([*verbs.split(", "), ""], unit, kind == "word"))
    of_keys = {name: (unit, kind not in NUMBERS) for name, kind, unit, *_ in keys().itertuples(index=False)}

    def describe(name: str) -> tuple[str, bool]:
        section, _, last = name.rpartition(".")  # NAME.latency_mean of a class or a job, traffic.NAME.load of a key
        for key in (name, f"routing.{name}", f"{section.partition('.')[0]}.{last}"):
            if key in of_keys:
                return of_keys[key]
        rows = listed.get(name) or listed.get(f"NAME.{last}", [])
        return next(((unit, word) for writer in writers for verbs, unit, word in rows if writer in verbs), ("", False))
    return {name: describe(name) for name in names}


def units_of(names: Iterable[str], made_by: str) -> dict[str, str]:
    return {name: unit for name, (unit, _) in _describe(names, made_by).items()}


def _origin(path: PathLike) -> dict[str, object]:
    """What FILE.ini says of a result."""
    comments, config, section = [], {}, ""
    ini = pathlib.Path(f"{os.fspath(path)}.ini")
    for line in map(str.strip, _text(ini).splitlines() if ini.exists() else []):
        if line.startswith(";"):
            comments += [line[1:].strip()] if not section else []
        elif line.startswith("["):
            section = line[1:-1]
        elif line:
            key, _, value = line.partition("=")
            config[f"{section}.{key.strip()}"] = value.strip()
    version = next((line.split()[1] for line in comments if line.startswith("orthant ")), "")
    made_by = next((line for line in comments if not line.startswith("orthant ") and ", FNV-1a " not in line), "")
    return {"version": version, "made_by": made_by, "config": config}


def _text(path: PathLike) -> str:
    """The text of a file; a mark that other programs put in front of it is left out."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{os.fspath(path)}: not a text file; allowed: UTF-8, as orthant writes it") from None
    if control := CONTROL.search(text):
        line = 1 + text.count("\n", 0, control.start())
        raise ConfigError(f"{os.fspath(path)}:{line}: byte 0x{ord(control[0]):02x}; allowed: text, as orthant writes it")
    return text


def _checked_names(path: PathLike, text: str) -> list[str]:
    """The columns of a table whose rows are all as wide as its header."""
    try:
        header, *rows = filter(None, csv.reader(io.StringIO(text, newline=""), strict=True)) if text.strip() else [[]]
    except csv.Error as error:
        raise ConfigError(f"{os.fspath(path)}: not a readable CSV file: {error}; allowed: a file that orthant wrote") from None
    if not {*header} & {*columns()["name"], *keys()["name"]}:
        raise ConfigError(f"{os.fspath(path)}: no column of a result; allowed: a CSV file that orthant wrote")
    twice = next((name for i, name in enumerate(header) if name in header[:i]), None)
    if twice is not None:
        raise ConfigError(f"{os.fspath(path)}: column '{twice}' is there twice; allowed: once")
    for number, row in enumerate(rows, 1):
        if len(row) != len(header):
            raise ConfigError(f"{os.fspath(path)}: row {number} has {len(row)} cells; allowed: {len(header)}, as the header has")
    return header


def _check_numbers(path: PathLike, frame: pd.DataFrame) -> None:
    """Refuses words, and what is no finite number, in columns that hold numbers alone."""
    listed = columns()
    words = {*listed.loc[listed["kind"] == "word", "name"], *MIXES}
    for name in [name for name in frame if name in {*listed["name"]} - words]:
        column = frame[name].astype(str) if frame[name].dtype == bool else frame[name]
        numbers = pd.to_numeric(column, errors="coerce").abs()
        wrong = frame[name].notna() & ~(numbers < math.inf)
        if wrong.any():
            row = int(wrong.argmax())
            raise ConfigError(f"{os.fspath(path)}: row {row + 1}: {name} is {str(frame[name].iloc[row])!r}; allowed: nothing, or a number")


def read(path: PathLike) -> pd.DataFrame:
    """Reads a CSV file that the command wrote: of a verb, or of what options and keys write beside it.

    Words are texts also where they look like numbers (dimensions "8"), numbers are exact, empty fields are missing values,
    a last line that is cut off is left out. attrs: units (column to unit; empty for a number of things, an id, a word),
    and from FILE.ini version, made_by (the verb, and the option that asked for the file) and config (section.key to
    value, complete), which are empty where there is none. Raises FileNotFoundError, CommandNotFoundError, and ConfigError
    where the file is damaged, or no column is one that the command writes.
    """
    text = _text(path)
    text = text[:text.rfind("\n") + 1]
    origin = _origin(path)
    names = _checked_names(path, text)
    what = _describe(names, str(origin["made_by"]))
    frame = pd.read_csv(io.StringIO(text), dtype={name: str for name, (_, word) in what.items() if word},
                        keep_default_na=False, na_values=[""], float_precision="round_trip", low_memory=False)
    _check_numbers(path, frame)
    frame.attrs.update(units={name: unit for name, (unit, _) in what.items()}, **origin)
    return frame
