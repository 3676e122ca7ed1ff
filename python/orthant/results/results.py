"""Rows of run, sweep, saturate, analyze and design with all that they were made with, and which are
one line.

Rows are distinguished by their key columns and every key in which the configs FILE.ini differ,
contents of input files and the version of the program included. A file without FILE.ini is
distinguished by its name."""
import os
import re

from . import facts
from .config import in_one_form, read_config
from .kinds import KINDS, read_table
from .names import describe, name_and_unit, title_of
from .reader import InputError
from .rows import Rows, cell_text, follows
from .titles import NAMED, default_of

DERIVED_KEYS = {"routers", "nodes"}  # determined by topology and dimensions
ALWAYS_NAMED = {*NAMED, "traffic.burst_flits", "traffic.duty"}
HASHED = re.compile(r"(.*) \(FNV-1a (\w+)\)")
FILE = "file"
# Sections whose keys belong to the routing or pattern that prefixes their name.
OWNERS = (("routing", "routing", "."), ("pattern", "traffic", "_"))


class Results:
    """`rows`, `keys` (the columns of `rows` that distinguish them), `notes` (what a reader has to
    know)."""

    def __init__(self, paths):
        self.notes = []
        self.tables = [read_table(path) for path in paths]
        self.configs = [read_config(path) for path in paths]
        columns = self._key_columns()
        self.keys = list(columns)
        for name in dict.fromkeys(name for table in self.tables for name in table.columns):
            if name not in columns:
                number = facts.holds_numbers(name) and name != "seed"
                columns[name] = [
                    value for table in self.tables
                    for value in (table.numbers(name) if number else table.texts(name))]
        columns["source"] = [table.path for table in self.tables for _ in table.rows]
        columns["row"] = [row for table in self.tables for row in range(1, len(table) + 1)]
        self.rows = self._without_repeated(Rows(columns))

    def _key_columns(self):
        """{key: its values in all rows}, of key columns and of keys in which rows differ."""
        files = [(table, config, own_keys(table, config), settings_of_rows(table, config))
                 for table, config in zip(self.tables, self.configs)]
        names = list(dict.fromkeys(name for _, _, keys, _ in files for name in keys))
        hidden = {key for *_, rows in files
                  for row in {id(row): row for row in rows}.values() for key in row}
        columns = {}
        for key in [*names, *sorted(hidden - {*names})]:
            # FILE.ini omits defaults that its run does not read.
            default = in_one_form(key, facts.default_of(key), {})
            known = {row.get(key, default)
                     for _, config, _, rows in files if config for row in rows}
            assumed = known.pop() if len(known) == 1 else "unknown" if known else ""
            values = []
            for table, config, keys, rows in files:
                if key not in keys:
                    values += [row.get(key, default if config else assumed) for row in rows]
                elif "." in key and config:
                    values += [in_one_form(key, text, config.contents_of(row))
                               for row, text in enumerate(table.texts(key), 1)]
                else:
                    values += table.texts(key)
            if key in names or len({*values}) > 1:
                columns[key] = values
        if len(files) > 1 and None in self.configs:
            columns[FILE] = ["" if config else table.path for table, config, *_ in files
                             for _ in table.rows]
            self.notes += [
                f"{table.path}.ini, which says how {table.path} was made, is not there: its rows "
                "are lines of their own" for table, config, *_ in files if not config]
        return columns

    def _without_repeated(self, rows):
        """Drops rows that another file repeats; the same run with another result is an error."""
        runs = [name for name in ("seed", "load") if name in rows and name not in self.keys]
        runs = [] if "capacity_flits" in rows else runs
        # A file may leave out what is empty in all of its rows.
        cells = [{name: text for name, text in zip(table.columns, row) if text}
                 for table in self.tables for row in zip(*map(table.texts, table.columns))]
        first, kept, twice = {}, [], {}
        for i, values in enumerate(zip(*(rows[name] for name in [*self.keys, *runs]))):
            other = first.setdefault(str(values), i)
            if other == i:
                kept.append(i)
                continue
            source, its = rows["source"][i], rows["source"][other]
            if source == its or cells[i] != cells[other]:
                words = [f"{name} {text}" for name in runs if (text := cell_text(rows[name][i]))]
                raise InputError(
                    f"{source}: row {rows['row'][i]} and row {rows['row'][other]} of {its} are the "
                    f"same run: equal keys{', ' if words else ''}{' and '.join(words)}; it would "
                    "count twice; allowed: once")
            twice.setdefault((source, its), []).append(rows["row"][i])
        for (source, other), own in twice.items():
            which = f"row {own[0]} is" if len(own) == 1 else f"{len(own)} rows are"
            self.notes.append(f"{source}: {which} in {other} too, and drawn once")
        return rows if len(kept) == len(rows) else rows.take(kept)

    def numeric(self):
        """The columns of numbers that are no keys."""
        return [name for name in self.rows.numeric() if name not in self.keys]

    def simplify(self, wanted=()):
        """Clears keys that a row does not read, drops rows that are equal then, and shortens file
        names. Keys of axes and panels (`wanted`) are kept."""
        columns = dict(self.rows.columns)
        for key in self.keys:
            column, readers = facts.read_where().get(key, (None, ()))
            if column in columns and key not in wanted and len({*columns[key]}) > 1:
                columns[key] = [value if owner in readers else ""
                                for value, owner in zip(columns[key], columns[column])]
            columns[key] = with_short_files(columns[key])
        same = [*self.keys, *(name for name in ("seed", "load") if name in columns)]
        self.rows = Rows(columns).first_of(same)
        return self


def own_keys(table, config):
    """Returns the key columns of a file: all before the first result, and swept keys after it."""
    results = {kind.first for kind in KINDS.values()}
    first = next(i for i, name in enumerate(table.columns) if name in results)
    behind = [name for name in table.columns[first:] if config and name in config.settings]
    return [*table.columns[:first], *behind]


def settings_of_rows(table, config):
    """Returns the settings of each row that have no fixed column; rows share the dictionaries."""
    if config is None:
        return [{}] * len(table)
    shown = {*facts.key_columns()} - ({"run.seed"} if "saturation_load" in table else set())
    found, rows = {}, []
    for row in range(1, len(table) + 1):
        origin = config.origin_of(row)
        if origin not in found:
            found[origin] = {key: value for key, value in config.of_row(row).items()
                             if key not in shown} | {"version": config.version}
        rows.append(found[origin])
    return rows


def with_short_files(values):
    """Input files by their names alone, with their hash only where files of one name differ."""
    parts = {value: found.groups() for value in {*values} if (found := HASHED.fullmatch(value))}
    short = {}
    for value, (path, content) in parts.items():
        name = os.path.basename(path)
        alike = [own for own in parts.values() if os.path.basename(own[0]) == name]
        if len(alike) == 1:
            short[value] = name
        elif len({own for _, own in alike}) == len(alike):
            short[value] = f"{name} ({content})"
    return [short.get(value, value) for value in values] if short else values


def differing_keys(rows, keys, but=()):
    return [key for key in keys if key not in DERIVED_KEYS and key not in but
            and len({*rows[key]}) > 1]


def without_following(rows, keys, x, notes):
    """Drops keys determined by the other keys together with that of the axis, but not by the others
    alone: they would leave one point in every line."""
    kept, following = differing_keys(rows, keys, {x}), []
    for key in list(kept):
        others = [other for other in kept if other != key]
        if follows(rows, key, [x, *others]) and not follows(rows, key, others):
            kept.remove(key)
            following.append(key)
    if following:
        names = ", ".join(name_and_unit(key)[0] for key in following)
        verb = "follows" if len(following) == 1 else "follow"
        notes.append(f"not distinguished: {names}, which {verb} from {name_and_unit(x)[0]}")
    return [key for key in keys if key not in following]


def lines_of(rows, keys):
    """Returns [({key: value}, label, rows)], a line for each combination of the keys that differ,
    and the title of the legend."""
    differing = differing_keys(rows, keys)
    if not differing:
        return [({}, "", rows)], ""
    groups = [(dict(zip(differing, values)), own) for values, own in rows.groups(differing)]
    naming = naming_keys([values for values, _ in groups], differing)
    kept = [key for key in differing if any(key in line for line in naming)]
    lines = [(values, ", ".join(describe(key, line[key], len(kept) > 1)
                                for key in kept if key in line) or "none", own)
             for (values, own), line in zip(groups, naming)]
    return lines, title_of(kept[0]) if len(kept) == 1 else ""


def naming_keys(lines, keys):
    """Returns the keys that name each line. Keys that a line does not read are left out, and keys
    that only some lines have, with one value that is the default, unless they distinguish lines."""
    read = [{key: value for key, value in line.items() if is_read(key, line, lines)}
            for line in lines]
    if not distinct(read):
        read = [{key: value for key, value in line.items() if value != ""} for line in lines]
    if not distinct(read):
        return lines
    for key in keys:
        values = {line[key] for line in read if key in line}
        without = [{other: value for other, value in line.items() if other != key} for line in read]
        partial = len(values) == 1 and not all(key in line for line in read) and (
            key not in ALWAYS_NAMED or values <= {default_of(key)})
        if (partial or key == "load_unit" or not values) and all(without) and distinct(without):
            read = without
    return read


def is_read(key, line, lines):
    """Tells whether the key has a value in the line and does not belong to a routing or pattern of
    other lines."""
    section, _, rest = key.partition(".")
    for column, of_section, mark in OWNERS:
        if section == of_section:
            owners = {other[column] for other in lines
                      if column in other and rest.startswith(other[column] + mark)}
            if owners and line[column] not in owners:
                return False
    return line[key] != ""


def distinct(lines):
    return len({tuple(line.items()) for line in lines}) == len(lines)


def loads_unit(rows):
    """Returns the unit of loads in the configs; where they differ, fractions of capacity if all
    capacities are known."""
    if {*rows.columns.get("load_unit", [""])} == {"flits"}:
        return "flits"
    return "capacity" if "capacity" in units_of(rows) else "flits"


def units_of(rows):
    """The units in which all loads are known."""
    def has(unit):
        pairs = [(name, f"{name}_{unit}") for name in ("offered", "accepted", "saturation")
                 if f"{name}_{unit}" in rows]
        return bool(pairs) and all(value == value or flits != flits for name, column in pairs
                                   for value, flits in zip(rows[column], rows.get(f"{name}_flits")))
    return [unit for unit in ("capacity", "flits") if has(unit)]
