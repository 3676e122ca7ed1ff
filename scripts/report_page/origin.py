"""How the files of a report were made: commands, versions, configs, and what a reader has to be warned of."""
import collections
import os
import shlex

import unfinished
from file_kinds import made_by
from repetitions import STABLE
from row_configs import AXIS, read_config

from report_page.page import table, text

RESULTS = {"points", "saturation", "analysis", "design", "policy", "schedule"}  # written by -o
MOST_NOTES = 20
# Beginnings of keys that a verb does not read: those of studies simulate nothing.
NO_RUN = ("run.", "traffic.load", "output.", "trace.", "energy.", "workload.", "policy.")
UNREAD = {"run": ("policy.", "design."), "sweep": ("policy.", "design."), "saturate": ("policy.", "design."),
          "analyze": (*NO_RUN, "design."), "schedule": (*NO_RUN, "design."), "design": (*NO_RUN, "routing.", "router."),
          "policy": ("run.", "output.", "trace.", "energy.", "workload.", "routing.", "router.", "channel.", "traffic.", "schedule.", "design.")}
NOT_READ = "not read"


class Origin:
    """Of one file: the program that made it, and the command that makes it again from FILE.ini."""

    def __init__(self, path, kind):
        self.path, self.kind = path, kind
        self.config = read_config(f"{path}.ini")
        self.version = self.config.settings.get("version", "") if self.config else ""

    def command(self):
        """Writes the same into a file of another name, since FILE.ini is an input of it."""
        if self.config is None or not self.config.made_by:
            return ""
        try:
            verb, *words = shlex.split(self.config.made_by)
        except ValueError:  # no end of a quotation
            return ""
        if self.kind == "points" and self.config.is_sweep:
            verb = "sweep"
        name = os.path.basename(self.path)
        again = f"again_{name}"
        if self.kind in RESULTS:
            words += ["-o", again]
        elif words:  # the option or key that names the file is the last one
            words[-1:] = [words[-1], again] if words[-1].startswith("--") else [f"{words[-1]}={again}"]
        return shlex.join(["orthant", verb, f"{name}.ini", *words])

    def warnings(self):
        if self.config is None:
            apart = ": its rows are lines of their own" if self.kind in RESULTS else ""
            return [f"{self.path}.ini, which says how {self.path} was made, is not there{apart}."]
        changed = unfinished.change(self.path, self.config)
        if self.kind in ("points", "saturation") and changed:
            return [f"{changed}."]
        if self.kind == "points" and self.config.is_sweep and self.config.finished_bytes is None:
            return [f"{unfinished.interruption(self.path)}."]
        return []


def file_table(origins, rows):
    lines = []
    for origin in origins:
        version = f"orthant {origin.version}" if origin.version else "unknown"
        lines.append([origin.path, made_by(origin.kind), rows.get(origin.path, ""), version, origin.command() or "unknown"])
    notes = [note for origin in origins if origin.config for note in origin.config.notes]
    more = "".join(f"<p><code>{text(note)}</code></p>\n" for note in notes[:MOST_NOTES])
    if len(notes) > MOST_NOTES:
        more += f"<p class=soft>{len(notes) - MOST_NOTES} more commands stand at the end of the configs.</p>\n"
    return (table(["file", "written by", "rows", "version", "made again, in its folder, by"], lines) +
            (f"<details><summary>Commands of rows that were added</summary>\n{more}</details>\n" if more else ""))


def version_warnings(origins):
    versions = sorted({origin.version for origin in origins if origin.version})
    return [f"The files are of different versions: {', '.join(versions)}."] if len(versions) > 1 else []


def verdict_warnings(files):
    """How many rows of each file say that they are no stable points."""
    found = []
    for file in files:
        counts = collections.Counter(file.text(row, "verdict") for row in range(len(file.rows)))
        bad = [f"{count} {verdict}" for verdict, count in counts.most_common() if verdict and verdict not in STABLE]
        if bad:
            found.append(f"{file.path}: {', '.join(bad)} of {len(file.rows)} row{'' if len(file.rows) == 1 else 's'}.")
    return found


def value_of(config, key):
    """The value of a key in a config, and words where it has none for its verb."""
    if key.startswith(UNREAD.get(config.made_by.partition(" ")[0], ())):
        return NOT_READ
    return config.settings.get(key, "not set")


def config_table(origins):
    """All keys; first, and marked, those that differ between files that read them or have several values."""
    configs = [(origin.path, origin.config) for origin in origins if origin.config]
    keys = dict.fromkeys(key for _, config in configs for key in config.settings)
    rows = {key: [value_of(config, key) for _, config in configs] for key in keys}
    differing = [key for key in keys if len(set(rows[key]) - {NOT_READ}) > 1]
    swept = [key for key in keys if key not in differing and key != "version" and any(map(AXIS.fullmatch, rows[key]))]
    rest = [key for key in keys if key not in differing and key not in swept]
    header = ["key", *(f"{path}.ini" for path, _ in configs), ""]
    if not configs:
        return "<p>No FILE.ini stands beside the files.</p>\n"
    first = [[key, *rows[key], "differs"] for key in differing] + [[key, *rows[key], "several values"] for key in swept]
    marked = table(header, first, range(len(differing))) if first else "<p>No key differs or has several values.</p>\n"
    return (marked + f"<details><summary>{len(rest)} keys that are the same everywhere</summary>\n"
            + table(["key", "value"], [[key, next((value for value in rows[key] if value != NOT_READ), NOT_READ)] for key in rest]) + "</details>\n")
