"""Lists how the files of a page were made: commands, versions, configs and warnings."""
import collections
import html
import os
import shlex

from ..results.config import is_axis, read_config, unfinished
from ..results.kinds import KINDS, RESULTS
from ..results.reader import counted
from ..results.rows import STABLE

WRITTEN = {*RESULTS, "policy", "schedule"}  # kinds of files written by -o
MAX_NOTES = 20
# Key prefixes that a verb does not read.
NO_RUN = ("run.", "traffic.load", "output.", "trace.", "energy.", "workload.", "policy.")
UNREAD = {**dict.fromkeys(("run", "sweep", "saturate"), ("policy.", "design.")),
          **dict.fromkeys(("analyze", "schedule"), (*NO_RUN, "design.")),
          "design": (*NO_RUN, "routing.", "router."),
          "policy": ("run.", "output.", "trace.", "energy.", "workload.", "routing.", "router.",
                     "channel.", "traffic.", "schedule.", "design.")}
NOT_READ = "not read"


def text(value):
    return html.escape(str(value), quote=True)


def table(header, rows, differing=0):
    """Makes a table of texts; the first `differing` rows are marked."""
    def row(cells, tag="td", mark=""):
        return f"<tr{mark}>" + "".join(f"<{tag}>{text(cell)}</{tag}>" for cell in cells) + "</tr>\n"

    body = "".join(
        row(cells, mark=" class=differs" if i < differing else "") for i, cells in enumerate(rows))
    head = f"<thead>{row(header, 'th')}</thead>"
    return f'<div class="scroll"><table>{head}<tbody>\n{body}</tbody></table></div>\n'


class Origin:
    def __init__(self, path, kind):
        self.path, self.kind, self.config = path, kind, read_config(path)
        self.version = self.config.version if self.config else ""

    def command(self):
        """Returns the command that writes the file again, under another name because FILE.ini is
        its input."""
        if self.config is None or not self.config.made_by:
            return ""
        try:
            verb, *words = shlex.split(self.config.made_by)
        except ValueError:  # unbalanced quotation marks
            return ""
        verb = "sweep" if self.kind == "points" and self.config.is_sweep else verb
        name = os.path.basename(self.path)
        again = f"again_{name}"
        if self.kind in WRITTEN:
            words += ["-o", again]
        elif words:  # the last word names the option or key of the file
            words[-1:] = [words[-1], again
                          ] if words[-1].startswith("--") else [f"{words[-1]}={again}"]
        return shlex.join(["orthant", verb, f"{name}.ini", *words])

    def warnings(self):
        if self.config is None:
            apart = ": its rows are lines of their own" if self.kind in WRITTEN else ""
            return [f"{self.path}.ini, which says how {self.path} was made, is not there{apart}."]
        return [f"{warning}." for warning, _ in unfinished([self.path])
                if self.kind in ("points", "saturation")
                and (self.kind == "points" or self.config.change(self.path))]

    def value(self, key):
        if key.startswith(UNREAD.get(self.config.verb(), ())):
            return NOT_READ
        return self.version if key == "version" else self.config.settings.get(key, "not set")


def warnings(origins, tables):
    found = [line for origin in origins for line in origin.warnings()]
    versions = sorted({origin.version for origin in origins if origin.version})
    if len(versions) > 1:
        found.append(f"The files are of different versions: {', '.join(versions)}.")
    for own in tables:
        counts = collections.Counter(own.texts("verdict"))
        bad = [f"{count} {verdict}" for verdict, count in counts.most_common() if verdict
               and verdict not in STABLE]
        if bad:
            found.append(f"{own.path}: {', '.join(bad)} of {counted(len(own), 'row')}.")
    return found


def file_table(origins, counts):
    lines = [[one.path, KINDS[one.kind].writer, counts.get(one.path, ""), f"orthant {one.version}"
              if one.version else "unknown", one.command() or "unknown"] for one in origins]
    notes = [note for one in origins if one.config for note in one.config.notes]
    more = "".join(f"<p><code>{text(note)}</code></p>\n" for note in notes[:MAX_NOTES])
    if len(notes) > MAX_NOTES:
        more += (f"<p class=soft>{len(notes) - MAX_NOTES} more commands stand at the end of "
                 "the configs.</p>\n")
    if more:
        more = f"<details><summary>Commands of rows that were added</summary>\n{more}</details>\n"
    return table(["file", "written by", "rows", "version", "made again, in its folder, by"],
                 lines) + more


def config_table(origins):
    """Lists all keys. Keys that differ between files that read them, or have several values, come
    first and are marked."""
    origins = [one for one in origins if one.config]
    if not origins:
        return "<p>There is no FILE.ini for the files.</p>\n"
    keys = dict.fromkeys(["version", *(key for one in origins for key in one.config.settings)])
    rows = {key: [one.value(key) for one in origins] for key in keys}
    differing = [key for key in keys if len({*rows[key]} - {NOT_READ}) > 1]
    swept = [key for key in keys if key not in differing and key != "version"
             and any(map(is_axis, rows[key]))]
    rest = [key for key in keys if key not in differing and key not in swept]
    first = [[key, *rows[key], "differs"]
             for key in differing] + [[key, *rows[key], "several values"] for key in swept]
    header = ["key", *(f"{one.path}.ini" for one in origins), ""]
    marked = table(header, first,
                   len(differing)) if first else "<p>No key differs or has several values.</p>\n"
    same = [[key, next((value for value in rows[key] if value != NOT_READ), NOT_READ)]
            for key in rest]
    return (marked + f"<details><summary>{len(rest)} keys that are the same everywhere</summary>\n"
            + table(["key", "value"], same) + "</details>\n")
