"""The page of `orthant report`: one HTML file with figure descriptions, what draws them, and how
the files were made.

Each section has views: figures of the same files, of which the reader chooses one. The browser
decides nothing else."""
import json
import math
import pathlib

from ..figures import maps, packets, picture
from ..figures.describe import COLOURS
from ..figures.options import Options
from ..figures.tradeoff import LENGTH
from ..figures.whole_file import whole_file
from ..results import facts
from ..results.kinds import EXACT, KINDS, RESULTS, kind_of, read_table
from ..results.names import UNIT_NAMES, column_title, title_of
from ..results.reader import InputError, counted
from ..results.results import Results, differing_keys, units_of
from ..results.rows import Rows
from ..results.titles import common_title, parts_of
from . import origin, steps
from .origin import text

FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ("../figures/draw.js", "page.js", "steps.js")
# The browser enforces that the page loads nothing from the network.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
MAX_VIEWED = 5000  # rows of results up to which all views are made, not only the main ones
MAX_COLUMNS = 40  # columns that get a view
HIDDEN = {"load", "seed", "latency_ci95", "offered_flits", "offered_capacity"}
# Kinds in page order: (heading, whether files of the kind share a section).
HEADINGS = {"points": ("Latency and accepted load", True),
            "saturation": ("Largest stable loads", True),
            "analysis": ("Throughput against path length", True), "schedule": ("Schedules", True),
            "histogram": ("Latencies of packets", True), "packets": ("Latencies of packets", True),
            "channels": ("Channels", False), "channel_timeline": ("Channels over time", False),
            "flows": ("Pairs of nodes", False), "energy": ("Routers", False),
            "timeline": ("Runs over time", True), "policy": ("Delivery of messages", True),
            "messages": ("Delivery of messages", True),
            "means": ("Mean delivery of messages", True), "operations": ("Ranks", False),
            "trace": ("Packets", False), "gantt": ("Frames", False)}
# Views of kinds that do not depend on the columns of the file.
OF_LATENCIES = [("density and cumulative share", {}), ("tail", {"kind": "tail"})]
OF_DELIVERY = [("over the distance", {}),
               ("over the probability that a link is healthy", {"x": "p"}),
               ("a panel for each offset", {"facet": "offset"}), ("bars", {"kind": "bar"})]
VIEWS = {"histogram": OF_LATENCIES, "packets": OF_LATENCIES, "policy": OF_DELIVERY,
         "messages": OF_DELIVERY, "trace": [("a row for each packet", {})]}
# By kind: the column that is drawn first, and the key columns.
COLUMNS = {"flows": ("accepted_flits", {"seed", "source", "destination"}),
           "timeline": ("latency_mean", {"seed", "cycle"}), "schedule": ("liquid_throughput", set())}


# --- views ---

def columns_of(files, but):
    """Returns numeric columns with values, except keys and ids."""
    found = [read_table(path) for path in files]
    names = dict.fromkeys(name for table in found for name in table.columns)
    return [name for name in names if name not in but and facts.holds_numbers(name)
            and "." not in name and any(table.has_values(name) for table in found)][:MAX_COLUMNS]


def views_of(kind, files):
    """Returns [(name, options)] of the figures of files of one kind; the first is the default."""
    if kind in ("points", "saturation"):
        return result_views(kind, files)
    if kind == "analysis":
        names = columns_of(files, {"routers", "nodes", "load", LENGTH})
        return [("path length against worst-case throughput", {}),
                *((column_title(name), {"y": name, "kind": "bar"}) for name in names)]
    columns = []
    if kind == "channels":
        columns = maps.columns_of(files[0])
    elif kind == "energy":
        columns = filter(read_table(files[0]).has_values, maps.ROUTERS)
    elif kind in COLUMNS:
        first, keys = COLUMNS[kind]
        columns = [first, *columns_of(files, keys | {first})]
    writer = KINDS[kind].writer.partition(",")[0]
    views = [(column_title(name, writer), {"y": name}) for name in columns]
    return views or VIEWS.get(kind, [("", {})])


def result_views(kind, files):
    results = Results(files).simplify()
    rows, names = results.rows, [name for name in results.numeric() if name not in HIDDEN]
    keys = differing_keys(rows, results.keys)
    columns = [(column_title(name), {"y": name}) for name in names[:MAX_COLUMNS]]
    units = [(f"loads as {UNIT_NAMES[unit]}", {"unit": unit}) for unit in units_of(rows)[1:]]
    without_load = kind == "points" and all(math.isnan(load) for load in rows["load"])
    if kind == "saturation" or without_load:
        groups = [(f"groups by {title_of(key)}", {"x": key}) for key in keys]
        return [("as plotted", {}), *(groups + columns if without_load else units + groups)]
    views = [("latency and accepted load", {}),
             ("latency, logarithmic", {"y": "latency_mean", "logy": True}), *units]
    if len(rows) > MAX_VIEWED:
        return views
    if percentiles := tuple(name for name in names
                            if name.startswith("latency_p") and "." not in name):
        views.append(("percentiles of the latency", {"y": percentiles}))
    views += [(f"a panel for each {title_of(key)}", {"facet": key}) for key in keys]
    return views + [(f"over {title_of(key)}", {"x": key}) for key in keys] + columns


def has_loads(path):
    return read_table(path).has_values("load")


def section(kind, files):
    """Makes a heading with all views that can be drawn, or the reason why there is none."""
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
    if not views and any(is_damage(reason, files) for reason in reasons):
        raise InputError(reasons[0])
    words = f"Not drawn: {reasons[0]}" if reasons and not views else ""
    return {"title": heading if together else named, "short": named, "views": views, "words": words}


def is_damage(reason, files):
    """Tells whether the file is damaged, not merely too large or empty."""
    found = any(reason.startswith(f"{path}{mark}") for path in files for mark in (":", ".ini:"))
    return found and not any(words in reason
                             for words in ("allowed in a picture", "a map of", ": --"))


def sections_of(kinds):
    found = []
    for kind, (_, together) in HEADINGS.items():
        own = [path for path, its in kinds.items()
               if its in (EXACT if kind == "analysis" else {kind})]
        parts = [own] if together else [[path] for path in own]
        if kind == "points":
            parts = [[path for path in own if has_loads(path) is loaded]
                     for loaded in (True, False)]
        found += [section(kind, part) for part in parts if part]
    return found


# --- the page ---

def rows_of(path, kind):
    """Returns the columns of a file, its first rows, and the number of all rows."""
    if kind == "trace":
        trace = packets.read(path)
        return trace.columns, trace.kept, trace.count
    table = read_table(path)
    return table.columns, table.rows[:packets.MAX_ROWS], len(table)


def rows_table(path, columns, rows, count):
    filled = [i for i, _ in enumerate(columns) if any(row[i] for row in rows)]
    words = f"{counted(count, 'row')}."
    if count > len(rows):
        words = f"The first {len(rows)} of {count} rows; the others are in the file."
    return (f"<h3>{text(path)}</h3>\n<p class=soft>{words}</p>\n" +
            origin.table([columns[i] for i in filled], [[row[i] for i in filled] for row in rows]))


def build(files, title):
    kinds = {}
    for path in files:
        if path in kinds:
            raise InputError(f"{path}: given twice; allowed: once")
        kinds[path] = kind_of(path)
    cells = {path: rows_of(path, kind) for path, kind in kinds.items() if kind != "gantt"}
    sections = sections_of(kinds)
    origins = [origin.Origin(path, kind) for path, kind in kinds.items()]
    results = [read_table(path) for path, kind in kinds.items() if kind in ("points", "saturation")]
    counts = {path: count for path, (*_, count) in cells.items()}
    closing = {"config": ("How it was made", origin.file_table(origins, counts) +
                          f"<h3>Config</h3>\n{origin.config_table(origins)}")}
    introduction = counted(len(files), "file")
    if cells:
        introduction += f", {counted(sum(counts.values()), 'row')}"
        closing["rows"] = ("Rows", "".join(rows_table(path, *found)
                                           for path, found in cells.items()))
    return document(title or title_of_files(origins), introduction,
                    origin.warnings(origins, results), sections, closing)


def title_of_files(origins):
    """Returns what the configs of all files (or all rows) share, else the names of the files."""
    files = [one.path for one in origins]
    if all(one.config and not one.config.added for one in origins):
        if parts := [part for part in common_title(files)[0] if part]:
            return ", ".join(parts)
    if all(one.kind in RESULTS for one in origins):
        rows = Rows({name: [cell for path in files for cell in read_table(path).texts(name)]
                     for name in ("dimensions", "topology", "routing", "pattern")})
        if parts := [part for part in parts_of(rows) if part]:
            return ", ".join(parts)
    return f"{len(files)} files" if len(files) > 1 else pathlib.Path(files[0]).name


def as_json(data):
    """Returns JSON that cannot close an HTML element, whatever the name of a file contains."""
    written = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for mark in "<\u2028\u2029":
        written = written.replace(mark, f"\\u{ord(mark):04x}")
    return written


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
{style}</style>
</head>
<body>
<header><h1>{title}</h1>
<p class=soft>{introduction}</p>
<nav>{links}</nav>
</header>
<main>
{warnings}{drawn}{closing}</main>
<footer>Written by orthant report.</footer>
<script type="application/json" id="data">{data}</script>
{scripts}</body>
</html>
"""


def document(title, introduction, warnings, sections, closing):
    drawn = {f"s{i}": (one["title"], f'<div id="section-{i}"></div>', one["short"])
             for i, one in enumerate(sections)}
    links = {mark: short for mark, (_, _, short) in drawn.items()} | {
        mark: mark.capitalize() for mark in closing}
    colours = " ".join(f"--c{i}: {colour};" for i, colour in enumerate(COLOURS))
    noted = "".join(f"<p>{text(warning)}</p>" for warning in warnings)
    scripts = [*((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS), "Page.start();"]
    return PAGE.format(
        title=text(title), introduction=text(introduction), policy=POLICY,
        style=f":root {{ {colours} }}\n" + (FOLDER / "page.css").read_text(encoding="utf-8"),
        links="".join(f'<a href="#{mark}">{text(words)}</a>' for mark, words in links.items()),
        warnings=f'<div class="warnings">{noted}</div>\n' if warnings else "",
        drawn="".join(titled(mark, heading, body) for mark, (heading, body, _) in drawn.items()),
        closing="".join(titled(mark, *parts) for mark, parts in closing.items()),
        data=as_json({"sections": sections}),
        scripts="".join(f"<script>\n{script}\n</script>\n" for script in scripts))


def titled(mark, heading, body):
    return f'<section><h2 id="{mark}">{text(heading)}</h2>{body}</section>\n'


def write(files, output, title):
    page = build(files, title)
    with whole_file(output) as temporary:
        # File names may contain bytes that are not valid text.
        pathlib.Path(temporary).write_text(page, encoding="utf-8", errors="replace")
