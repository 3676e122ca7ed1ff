"""Facts about keys and columns, as `orthant list --format json` states them."""
import functools
import json
import re
import subprocess

from ..command import executable
from ..errors import Error

# Key columns whose cells may hold words or mixes, such as `auto` or `1:0.5 5:0.5`.
MIXED = {"packet_flits", "vcs", "buffer_flits", "routers", "nodes"}
NAMED_BY_SECTION = {"topology.kind": "topology", "routing.algorithm": "routing"}
CONDITION = re.compile(r"(\S+) = (.+)")


@functools.lru_cache(maxsize=1)
def listed():
    done = subprocess.run([executable(), "list", "--format", "json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"{executable()} list: exit code {done.returncode}")
    return json.loads(done.stdout)


def forget():
    """Has the program asked again: another one may have other facts."""
    for fact in (listed, keys, columns, words, key_columns, read_where):
        fact.cache_clear()


@functools.lru_cache(maxsize=1)
def keys():
    return {key["name"]: key for key in listed()["keys"]}


@functools.lru_cache(maxsize=1)
def columns():
    """{name: [its entries]}: several files have a column `packets`."""
    found = {}
    for column in listed()["columns"]:
        found.setdefault(column["name"], []).append(column)
    return found


@functools.lru_cache(maxsize=1)
def words():
    return {
        name
        for name, entries in columns().items() if all(entry["kind"] == "word" for entry in entries)
    }


@functools.lru_cache(maxsize=1)
def key_columns():
    """{key: its column} of the keys that have a fixed column in every result."""
    names = [column["name"] for column in listed()["columns"]]
    fixed = {*names[:names.index("load") + 1], "seed"}
    shown = {key: NAMED_BY_SECTION.get(key, key.partition(".")[2]) for key in keys()}
    sections = ("topology", "routing", "router", "traffic", "run")
    return {
        key: column
        for key, column in shown.items() if column in fixed and key.split(".")[0] in sections
    }


def holds_numbers(column):
    """Whether a column of a result, or of a class of traffic as NAME.verdict, holds numbers alone.
    """
    return column not in keys() and column.rpartition(".")[2] not in words() | MIXED


def unit_of(column, writer=""):
    """The unit of a column; `writer` chooses among several of one name."""
    entries = columns().get(column) or columns().get(f"NAME.{column.rpartition('.')[2]}", [])
    own = [entry for entry in entries if writer and writer in entry["verbs"].split(", ")]
    return next((entry["unit"] or "" for entry in own or entries), "")


def default_of(key):
    return keys()[key]["default"] or "" if key in keys() else ""


@functools.lru_cache(maxsize=1)
def read_where():
    """{key: (column, values)} of keys that only rows with these values of a key column read."""
    found = {}
    for name, key in keys().items():
        if condition := CONDITION.fullmatch(key["when"] or ""):
            column = key_columns().get(condition[1])
            if column:
                found[name] = column, set(re.split(", | or ", condition[2]))
    return found
