"""The page of `orthant report`: one HTML file with figure descriptions, what draws them, and how
the files were made.

Each section has views: figures of the same files, of which the reader chooses one. The browser
decides nothing else."""
import json
import math
import os
import pathlib

from ..figures import maps, packets, picture
from ..figures.describe import Options
from ..figures.tradeoff import LENGTH
from ..figures.whole_file import whole_file
from ..results import facts
from ..results.kinds import EXACT, KINDS, RESULTS, WRITERS, kind_of, read_table
from ..results.names import UNIT_NAMES, column_title, title_of
from ..results.reader import InputError, counted
from ..results.results import Results, differing_keys, units_of
from ..results.rows import Rows
from ..results.titles import common_title, parts_of
from . import origin, steps

FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ("../figures/draw.js", "page.js", "steps.js")
# The page asks the network for nothing, and the browser sees to it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
MOST_VIEWED = 5000  # rows of results with all views; more have the main ones
MOST_COLUMNS = 40  # views of columns
HIDDEN = {"load", "seed", "latency_ci95", "offered_flits", "offered_capacity"}
# Kinds in the order of the page: heading, and whether files of the kind share a section.
HEADINGS = {
    "points": ("Latency and accepted load", True), "saturation": ("Largest stable loads", True),
    "analysis": ("Throughput against path length", True), "schedule": ("Schedules", True),
    "histogram": ("Latencies of packets", True), "packets": ("Latencies of packets", True),
    "channels": ("Channels", False), "channel_timeline": ("Channels over time", False), "flows":
    ("Pairs of nodes", False), "energy": ("Routers", False), "timeline":
    ("The course of runs", True), "policy": ("Delivery of messages", True), "messages":
    ("Delivery of messages", True), "means": ("Mean delivery of messages", True), "operations":
    ("Ranks", False), "trace": ("Packets", False), "gantt": ("Frames", False)
}
DRAWN = [name for name, *_ in KINDS if name in picture.PICTURES]


# --- views ---

def columns_of(tables, but=()):
    """Columns of numbers with a value, but for keys and ids."""
    names = dict.fromkeys(name for table in tables for name in table.columns)
    return [
        name for name in names
        if name not in but and facts.holds_numbers(name) and "." not in name and any(
            table.has_values(name) for table in tables)
    ][:MOST_COLUMNS]


def views_of(kind, files):
    """[(name, options)] of the figures of files of one kind; the first is shown first."""
    if kind in ("points", "saturation"):
        return result_views(kind, files)
    tables = [read_table(path) for path in files] if kind not in ("gantt", "trace") else []
    if kind == "analysis":
        lengths = columns_of(tables, {"routers", "nodes", "load"})
        return [("path length against worst-case throughput", {}),
                *((column_title(name), {"y": name, "kind": "bar"})
                  for name in lengths if name != LENGTH)]
    if kind == "channels":
        return [(column_title(name, "output.channels"), {"y": name})
                for name in maps.columns_of(files[0])] or [("", {})]
    if kind in ("histogram", "packets"):
        return [("density and cumulative share", {}), ("tail", {"kind": "tail"})]
    if kind == "energy":
        return [(column_title(name, "output.energy"), {"y": name}) for name in maps.ROUTERS
                if tables[0].has_values(name)]
    if kind == "flows":
        names = columns_of(tables, {"seed", "source", "destination", "accepted_flits"})
        return [(column_title(name, "output.flows"), {"y": name})
                for name in ("accepted_flits", *names)]
    if kind == "timeline":
        names = columns_of(tables, {"seed", "cycle", "latency_mean"})
        return [(column_title(name, "output.timeline"), {"y": name})
                for name in ("latency_mean", *names)]
    if kind in ("policy", "messages"):
        return [("over the distance", {}),
                ("over the probability that a link is healthy", {"x": "p"}),
                ("a panel for each offset", {"facet": "offset"}), ("bars", {"kind": "bar"})]
    if kind == "schedule":
        names = columns_of(tables, {"liquid_throughput"})
        return [(column_title(name, "schedule"), {"y": name})
                for name in ("liquid_throughput", *names)]
    return [("a row for each packet" if kind == "trace" else "", {})]


def result_views(kind, files):
    results = Results(files).simplify()
    rows, names = results.rows, [name for name in picture.numeric(results) if name not in HIDDEN]
    keys = differing_keys(rows, results.keys)
    without_load = kind == "points" and all(math.isnan(load) for load in rows["load"])
    if kind == "saturation" or without_load:
        first = [("the default groups", {})] + [(f"loads as {UNIT_NAMES[unit]}", {"unit": unit})
                                                for unit in units_of(rows)[1:]
                                                if kind == "saturation"]
        return (first + [(f"groups by {title_of(key)}", {"x": key}) for key in keys] +
                [(column_title(name), {"y": name})
                 for name in names[:MOST_COLUMNS if without_load else 0]])
    views = [("latency and accepted load", {}),
             ("latency, logarithmic", {"y": "latency_mean", "logy": True})]
    views += [(f"loads as {UNIT_NAMES[unit]}", {"unit": unit}) for unit in units_of(rows)[1:]]
    percentiles = tuple(name for name in names if name.startswith("latency_p") and "." not in name)
    if len(rows) > MOST_VIEWED:
        return views
    views += [("percentiles of the latency", {"y": percentiles})] if percentiles else []
    views += [(f"a panel for each {title_of(key)}", {"facet": key}) for key in keys]
    views += [(f"over {title_of(key)}", {"x": key}) for key in keys]
    return views + [(column_title(name), {"y": name}) for name in names[:MOST_COLUMNS]]


def has_loads(path):
    return read_table(path).has_values("load")


def section(kind, files):
    """A heading with the views that can be drawn; what cannot be drawn says why."""
    heading, together = HEADINGS[kind]
    if kind == "points" and not has_loads(files[0]):
        heading = "Runs without a load"
    named = heading if together and len(files) > 1 else f"{heading} of {files[0]}"
    views, reasons = [], []
    for name, given in views_of(kind, files):
        try:
            figure = picture.describe(Options(list(files), cut=True, **given))
            views.append({"name": name, "figure": figure})
        except InputError as error:
            reasons.append(str(error))
    views += steps.views(files[0]) if kind == "trace" else []
    if not views and reasons and any(is_damage(reason, files) for reason in reasons):
        raise InputError(reasons[0])
    words = "" if views else f"Not drawn: {reasons[0]}" if reasons else ""
    return {"title": heading if together else named, "short": named, "views": views, "words": words}


def is_damage(reason, files):
    """Whether a file is to blame, and not that it has too much, or nothing, to draw."""
    found = any(reason.startswith(f"{path}{mark}") for path in files for mark in (":", ".ini:"))
    return found and not any(words in reason
                             for words in ("allowed in a picture", "a map of", ": --"))


# --- the page ---

class Cells:
    """The rows of a file for the page: columns, the first rows, and how many there are."""

    def __init__(self, path, kind):
        self.path = path
        if kind == "trace":
            trace = packets.read(path)
            self.columns, self.rows, self.count = trace.columns, trace.kept, trace.count
        else:
            table = read_table(path)
            self.columns, self.rows, self.count = table.columns, table.rows, len(table)

    def html(self):
        most = packets.MOST_ROWS
        filled = [i for i, _ in enumerate(self.columns) if any(row[i] for row in self.rows)]
        said = f"{counted(self.count, 'row')}."
        if self.count > most:
            said = f"The first {most} of {self.count} rows; the others stand in the file."
        return (f"<h3>{origin.text(self.path)}</h3>\n<p class=soft>{said}</p>\n" +
                origin.table([self.columns[i] for i in filled],
                             [[row[i] for i in filled] for row in self.rows[:most]]))


def build(files, title):
    kinds = {}
    for path in files:
        if path in kinds:
            raise InputError(f"{path}: given twice; allowed: once")
        kinds[path] = kind_of(path)
    for path, kind in kinds.items():
        if kind not in picture.PICTURES:
            allowed = ", ".join(WRITERS[name] for name in [*DRAWN, "gantt"])
            raise InputError(f"{path}: a file of {WRITERS[kind]}; allowed in a report: {allowed}")
    cells = [Cells(path, kind) for path, kind in kinds.items() if kind != "gantt"]
    sections = []
    for kind, (_, together) in HEADINGS.items():
        alike = EXACT if kind == "analysis" else {kind}
        own = [path for path, its in kinds.items() if its in alike]
        parts = [own] if together else [[path] for path in own]
        if kind == "points":
            parts = [[path for path in own if has_loads(path) is loaded]
                     for loaded in (True, False)]
        sections += [section(kind, part) for part in parts if part]
    origins = [origin.Origin(path, kind) for path, kind in kinds.items()]
    results = [read_table(path) for path, kind in kinds.items() if kind in ("points", "saturation")]
    closing = ('<section><h2 id="config">How it was made</h2>\n' +
               origin.file_table(origins, {one.path: one.count
                                           for one in cells}) + "<h3>Config</h3>\n" +
               origin.config_table(origins) + "</section>\n" +
               ('<section><h2 id="rows">Rows</h2>\n' + "".join(one.html() for one in cells) +
                "</section>\n" if cells else ""))
    counts = [counted(len(files), "file")]
    if cells:
        counts.append(counted(sum(one.count for one in cells), "row"))
    return document(title or title_of_files(origins), ", ".join(counts),
                    origin.warnings(origins, results), sections, closing, bool(cells))


def title_of_files(origins):
    """What the configs of all files share, or the columns of all rows; else their names."""
    files = [one.path for one in origins]
    if all(one.config and not one.config.added for one in origins):
        if parts := [part for part in common_title(files)[0] if part]:
            return ", ".join(parts)
    if all(one.kind in RESULTS for one in origins):
        rows = Rows({name: [text for path in files for text in read_table(path).texts(name)]
                     for name in ("dimensions", "topology", "routing", "pattern")})
        if parts := [part for part in parts_of(rows) if part]:
            return ", ".join(parts)
    return f"{len(files)} files" if len(files) > 1 else os.path.basename(files[0])


def as_json(data):
    """JSON that ends no element: the name of a file may hold anything."""
    written = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for mark in "<\u2028\u2029":
        written = written.replace(mark, f"\\u{ord(mark):04x}")
    return written


def document(title, introduction, warnings, sections, closing, with_rows):
    text = origin.text
    drawn = "".join(
        f'<section><h2 id="s{i}">{text(one["title"])}</h2><div id="section-{i}"></div></section>\n'
        for i, one in enumerate(sections))
    links = "".join(f'<a href="#s{i}">{text(one["short"])}</a>' for i, one in enumerate(sections))
    rows = "<a href=#rows>Rows</a>" if with_rows else ""
    noted = "".join(f"<p>{text(warning)}</p>" for warning in warnings)
    scripts = [*((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS), "Page.start();"]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta '
        f'charset="utf-8">\n<title>{text(title)}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<style>\n{(FOLDER / "page.css").read_text(encoding="utf-8")}</style>\n</head>\n<body>\n'
        f"<header><h1>{text(title)}</h1>\n<p class=soft>{text(introduction)}</p>\n"
        f'<nav>{links}<a href="#config">Config</a>{rows}</nav>\n</header>\n'
        "<main>\n" + (f'<div class="warnings">{noted}</div>\n' if warnings else "") + drawn +
        closing + "</main>\n<footer>Written by orthant report.</footer>\n"
        f'<script type="application/json" id="data">{as_json({"sections": sections})}</script>\n' +
        "".join(f"<script>\n{script}\n</script>\n" for script in scripts) + "</body>\n</html>\n")


def write(files, output, title):
    page = build(files, title)
    with whole_file(output) as temporary:
        # The name of a file may have bytes that are no text.
        pathlib.Path(temporary).write_text(page, encoding="utf-8", errors="replace")
