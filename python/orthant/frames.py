"""Results and tables of names as DataFrames."""
from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from functools import lru_cache

import pandas as pd

from .command import PathLike, call, executable
from .errors import ConfigError, Error
from .results import facts
from .results.config import read_config
from .results.reader import Table, lines_of

NUMBERS = ("number", "whole number", "number or fraction", "whole number or word")  # key types


def listing(topic: str) -> pd.DataFrame:
    """`orthant list TOPIC` (topologies, routings, patterns, injections, workloads, keys, columns,
    verbs, options), all as texts."""
    finished = call(["list", topic, "--format=csv"])
    if finished.code != 0:
        raise Error(finished.messages_of("error"), finished.command)
    return pd.read_csv(io.StringIO(finished.stdout), dtype=str, keep_default_na=False)


@lru_cache(maxsize=1)
def _forget_facts(path: str, changed: int) -> None:
    facts.forget()


def _renew_facts() -> None:
    """A session may outlive the program: facts are those of the current one."""
    path = executable()
    _forget_facts(path, os.stat(path).st_mtime_ns)


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
    _renew_facts()
    writers = [made_by, made_by.partition(" ")[2], made_by.partition(" ")[0], ""]
    of_keys, listed = facts.keys(), facts.columns()

    def describe(name: str) -> tuple[str, bool]:
        # NAME.latency_mean of a class or a job, traffic.NAME.load of a key
        section, _, last = name.rpartition(".")
        for key in (name, f"routing.{name}", f"{section.partition('.')[0]}.{last}"):
            if key in of_keys:
                return of_keys[key]["unit"] or "", of_keys[key]["type"] not in NUMBERS
        entries = listed.get(name) or listed.get(f"NAME.{last}", [])
        return next(((entry["unit"] or "", entry["kind"] == "word") for writer in writers
                     for entry in entries if writer in ("", *entry["verbs"])), ("", False))
    return {name: describe(name) for name in names}


def units_of(names: Iterable[str], made_by: str) -> dict[str, str]:
    return {name: unit for name, (unit, _) in _describe(names, made_by).items()}


def _origin(path: PathLike) -> dict[str, object]:
    """Version, verb and config of a result by its FILE.ini."""
    config = read_config(os.fspath(path))
    if config is None:
        return {"version": "", "commit": "", "made_by": "", "config": {}}
    return {
        "version": config.version, "commit": config.commit, "made_by": config.made_by,
        "config": dict(config.settings)
    }


def _checked_rows(path: PathLike) -> list[list[str]]:
    """The columns and rows of a file; a last line without an end is left out."""
    name = os.fspath(path)
    _renew_facts()
    header = next(lines_of(name, torn=True), "").rstrip("\r\n").split(",")
    if not {*header} & {*facts.columns(), *facts.keys()}:
        raise ConfigError(f"{name}: no column of a result; allowed: a CSV file that orthant wrote")
    table = Table(name, torn=True, may_be_empty=True)
    return [table.columns, *table.rows]


def read(path: PathLike) -> pd.DataFrame:
    """Reads a CSV file that the command wrote, by a verb or by an option or key that names a file.

    Words are texts also where they look like numbers (dimensions "8"), numbers are exact, empty
    fields are missing values, a last line that is cut off is left out. attrs: units (column to
    unit; empty for a number of things, an id, a word), and from FILE.ini version, commit, made_by
    (the verb, and the option that asked for the file) and config (section.key to value: what was
    set, and the defaults of what the run read), which are empty where there is none. Raises
    FileNotFoundError, CommandNotFoundError, and ConfigError where the file is damaged, or no column
    is one that the command writes."""
    with open(path, "rb"):  # raises FileNotFoundError where the file is missing
        pass
    names, *rows = _checked_rows(path)
    origin = _origin(path)
    what = _describe(names, str(origin["made_by"]))
    text = io.StringIO(newline="")
    csv.writer(text).writerows([names, *rows])
    text.seek(0)
    frame = pd.read_csv(text, dtype={name: str for name, (_, word) in what.items() if word},
                        keep_default_na=False, na_values=[""], float_precision="round_trip",
                        low_memory=False)
    frame.attrs.update(units={name: unit for name, (unit, _) in what.items()}, **origin)
    return frame
