"""Facts about keys and columns, as `orthant list --format json` states them."""
import functools
import json
import re
import subprocess

from ..command import executable
from ..errors import Error

# Key columns that may hold words or mixes, such as `auto` or `1:0.5 5:0.5`.
MIXED = {"packet_flits", "vcs", "buffer_flits", "routers", "nodes"}
NAMED_BY_SECTION = {"topology.kind": "topology", "routing.algorithm": "routing"}
CONDITION = re.compile(r"(\S+) = (.+)")
COLUMN_SECTIONS = {"topology", "routing", "router", "traffic", "run"}


@functools.lru_cache(maxsize=1)
def listed():
    done = subprocess.run([executable(), "list", "--format", "json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"{executable()} list: exit code {done.returncode}")
    return json.loads(done.stdout)


def forget():
    """Drops cached facts, since another program may have others."""
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
        found.setdefault(column["name"], []).append(column | {"verbs": column["verbs"].split(", ")})
    return found


@functools.lru_cache(maxsize=1)
def words():
    return {name for name, entries in columns().items()
            if all(entry["kind"] == "word" for entry in entries)}


@functools.lru_cache(maxsize=1)
def key_columns():
    """{key: its column} of the keys that have a fixed column in every result."""
    names = [*columns()]
    fixed = {*names[:names.index("load") + 1], "seed"}
    found = {key: NAMED_BY_SECTION.get(key, key.partition(".")[2]) for key in keys()}
    return {key: column for key, column in found.items()
            if column in fixed and key.partition(".")[0] in COLUMN_SECTIONS}


def entries_of(column):
    """Returns the entries of a column; NAME.verdict is looked up as the column of a class."""
    return columns().get(column) or columns().get(f"NAME.{column.rpartition('.')[2]}", [])


def holds_numbers(column):
    """Whether a column of a result holds numbers alone."""
    return column not in keys() and column.rpartition(".")[2] not in words() | MIXED


def unit_of(column, writer=""):
    """Returns the unit of a column; `writer` selects among columns of the same name."""
    entries = entries_of(column)
    own = [entry for entry in entries if writer in entry["verbs"]]
    return next((entry["unit"] or "" for entry in own or entries), "")


def writer_of(header):
    """Returns the verb or option that writes a file with these columns and the fewest others, or
    None."""
    sizes, common = {}, None
    for name, entries in columns().items():
        verbs = {verb for entry in entries for verb in entry["verbs"]}
        for verb in verbs:
            sizes[verb] = sizes.get(verb, 0) + 1
        if name in header:
            common = verbs if common is None else common & verbs
    unknown = [name for name in header if name not in columns() and name not in keys()]
    return None if unknown or not common else min(common, key=sizes.get)


def default_of(key):
    return keys()[key]["default"] or "" if key in keys() else ""


@functools.lru_cache(maxsize=1)
def read_where():
    """Returns {key: (column, values)} of keys read only where a key column has these values."""
    found = {}
    for name, key in keys().items():
        condition = CONDITION.fullmatch(key["when"] or "")
        if condition and (column := key_columns().get(condition[1])):
            found[name] = column, set(re.split(", | or ", condition[2]))
    return found
