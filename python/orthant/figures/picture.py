"""Chooses the picture of files and its title."""
import math
import re

from ..results.config import unfinished
from ..results.kinds import EXACT, KINDS, RESULTS, common_kind
from ..results.reader import InputError
from ..results.results import Results, differing_keys, loads_unit
from ..results.rows import cell_text, check_verdicts
from ..results.titles import (DETAILS, UNITS, common_title, details_of, one_value, parts_of, shared,
                              titles_of)
from . import histogram, maps, packets, spans, tables, tradeoff
from .bars import Bars
from .curves import Curves
from .describe import COLUMN_INCHES, PAGE_INCHES, fitted, seeds_note

# Kinds of pictures of a file; the first is the default.
PICTURES = {
    **dict.fromkeys(("points", "analysis", "design", "policy", "messages", "means"),
                    ["curve", "bar"]),
    "saturation": ["bar", "curve"], "schedule": ["bar"], "timeline": ["curve"],
    **dict.fromkeys(("channels", "flows", "energy", "channel_timeline"), ["heat"]),
    **dict.fromkeys(("histogram", "packets"), ["histogram", "tail"]),
    **dict.fromkeys(("operations", "trace", "gantt"), ["gantt"])
}
MAPS = {"channels": maps.channels, "flows": maps.pairs, "energy": maps.routers,
        "channel_timeline": maps.channels_over_time, "operations": spans.operations_figure,
        "trace": packets.picture}
WIDE = {"operations", "trace"}


def describe(options):
    """Returns the figure description of the files."""
    twice = next((path for i, path in enumerate(options.files) if path in options.files[:i]), None)
    if twice:
        raise InputError(f"{twice}: given twice; allowed: once")
    kind = common_kind(options.files)
    picture = fitting_kind(kind, options)
    if kind == "gantt":
        return spans.schedule_figure(options)
    if kind in EXACT and picture == "curve" and not (options.y or options.facet) and \
            options.x in (None, *tradeoff.THROUGHPUTS):
        return tradeoff.describe(options, config_title(options, COLUMN_INCHES, "worst_case_load"))
    if kind in RESULTS:
        return results_figure(kind, picture, options)
    column = maps.load_column(options) if kind == "channels" else options.y or ""
    title = config_title(options, PAGE_INCHES if kind in WIDE else COLUMN_INCHES, column)
    if kind in tables.KINDS:
        return tables.describe(options, kind, picture, title)
    if kind in MAPS:
        return MAPS[kind](options, title)
    return histogram.describe(options, picture, title)


def fitting_kind(kind, options):
    if options.kind is None:
        return PICTURES[kind][0]
    if options.kind not in PICTURES[kind]:
        raise InputError(f"{options.files[0]}: --kind {options.kind}: not for a file of "
                         f"{KINDS[kind].writer}; allowed: {', '.join(PICTURES[kind])}")
    return options.kind


def config_title(options, inches, column=None):
    if options.title is not None:
        return options.title
    return fitted(*common_title(options.files, column), inches)


# --- results ---

def results_figure(kind, picture, options):
    results = Results(options.files)
    tables.check_names(results.rows, results.keys, options)
    results.simplify({options.x, options.facet})
    figure = figure_of(results, kind, picture, options)
    figure["notes"] = [*results.notes, *figure["notes"]]
    if kind in ("points", "saturation"):
        found = unfinished(options.files)
        figure["warnings"] = [warning for warning, _ in found]
        figure["title"] = "\n".join(
            filter(None, [figure["title"], *(f"({short})" for _, short in found)]))
    return figure


def figure_of(results, kind, picture, options):
    rows, keys, unit, exact = results.rows, results.keys, "capacity", kind in EXACT
    if not exact:
        unit = options.unit or loads_unit(rows)
    if options.y == "accepted" and (options.x or picture == "bar"):
        options.y = f"accepted_{unit}"

    def title(runs, inches):
        if options.title is not None:
            return options.title
        return results_title(results, kind, options, runs, inches)
    if kind == "points":
        return points_figure(results, unit, picture, options, title)
    if exact:
        keys = [key for key in keys if key != "load"]
    options.y = options.y or ("worst_case_throughput" if exact else f"saturation_{unit}")
    if not exact and all(value != value for value in rows[options.y]):
        raise InputError("no row has a saturation load; allowed: one or more that have")
    writer = {"saturation": "saturate", "analysis": "analyze", "design": "design"}[kind]
    rows = rows.with_columns(verdict=["stable"] * len(rows))
    if picture == "bar":
        return Bars(rows, keys, options.y, options, unit, writer).figure(title)
    if options.x is None:
        differing = differing_keys(rows, keys)
        options.x = next(
            (key for key in differing if all(re.fullmatch(r"[\d.]+", text) for text in rows[key])),
            next(iter(differing), keys[0]))
    return Curves(rows, keys, options, unit, exact, writer).figure(title)


def points_figure(results, unit, picture, options, title):
    rows, keys, notes = results.rows, results.keys, results.notes
    # Workloads and schedules end when everything has arrived.
    if all(math.isnan(load) for load in rows["load"]):
        options.y = options.y or ("completion_cycles" if "completion_cycles" in rows else "cycles")
        picture = options.kind or ("curve" if options.x else "bar")
        keys = [key for key in keys if key != "load"]
    if picture == "curve":
        if options.x == "load":
            options.x = None
        if options.x is None and any(load != load for load in rows["load"]):
            with_load = [i for i, load in enumerate(rows["load"]) if load == load]
            notes.append(f"not drawn: {len(rows) - len(with_load)} rows without a load")
            rows = rows.take(with_load)
        return Curves(rows, keys, options, unit, writer="run").figure(title)
    check_verdicts(rows, over_load=False)
    keys = [key for key in keys if key != "load"]
    if options.y != "load":
        if len({load for load in rows["load"] if load == load}) > 1 or options.x == "load":
            keys.append("load")
        rows = rows.with_columns(load=list(map(cell_text, rows["load"])))
    return Bars(rows, keys, options.y or "latency_mean", options, unit, writer="run").figure(title)


def results_title(results, kind, options, runs, inches):
    """Titles a figure by what all rows share: network, routing, traffic, load, number of seeds;
    VCs, buffers and packets where they fit."""
    rows, titles = results.rows, titles_of(options.files)
    network, routing, traffic = parts_of(rows)
    loads = {load for load in rows.columns.get("load", []) if load == load}
    load = f"load {loads.pop():g} {UNITS.get(one_value(rows, 'load_unit'), '')}".rstrip() \
        if kind == "points" and len(loads) == 1 else ""
    channels = []
    if titles:
        networks = {title.network() for title in titles}
        traffics = {title.traffic() for title in titles}
        named = networks.pop() if len(networks) == 1 else ""
        network = named if named.startswith(("graph ", "random graph ")) else network
        traffic = traffics.pop() if len(traffics) == 1 else traffic
        channels = shared([title.channels() for title in titles])
    if kind in EXACT and not (options.y or "").startswith("pattern_"):
        traffic = ""  # only pattern_load depends on the pattern
    details = [] if kind in EXACT else details_of({key: one_value(rows, key) for key in DETAILS})
    return fitted([network, routing, traffic, load, *channels, seeds_note(runs)], details, inches)
