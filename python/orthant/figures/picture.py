"""Files to a figure description: which picture suits them, and what its title says."""
import math
import re

from ..results.config import shown_key, unfinished
from ..results.kinds import (EXACT, GANTT, MADE_BY, RESULTS, WRITERS, check_column, common_kind,
                             named_by, some_of)
from ..results.reader import InputError
from ..results.results import Results, differing_keys, loads_unit
from ..results.rows import cell_text, check_verdicts
from ..results.titles import (DETAILS, UNITS, common_title, details_of, one_value, parts_of, shared,
                              titles_of)
from . import histogram, maps, packets, policy, spans, tradeoff
from .bars import LIQUID, Bars
from .curves import Curves
from .describe import COLUMN_INCHES, PAGE_INCHES, fitted, seeds_said

# What a file can be drawn as; the first is the default.
PICTURES = {
    "points": ["curve", "bar"], "saturation": ["bar", "curve"], "analysis": ["curve", "bar"],
    "design": ["curve", "bar"], "policy": ["curve", "bar"], "messages": ["curve", "bar"], "means": [
        "curve", "bar"
    ], "schedule": ["bar"], "channels": ["heat"], "flows": ["heat"], "energy": ["heat"],
    "histogram": ["histogram", "tail"], "packets": ["histogram", "tail"], "timeline": ["curve"],
    "channel_timeline": ["heat"], "operations": ["gantt"], "trace": ["gantt"], "gantt": ["gantt"]
}
# columns that no schedule changes
OF_TRANSFERS = {"transfers", "duration", "bottlenecks", "skeleton"}
SCHEDULE_KEYS = {"topology", "routing", "collective", "file"}


def describe(options):
    """The figure of the files."""
    twice = next((path for i, path in enumerate(options.files) if path in options.files[:i]), None)
    if twice:
        raise InputError(f"{twice}: given twice; allowed: once")
    kind = common_kind(options.files)
    picture = fitting_kind(kind, options)
    if kind == "gantt":
        return spans.schedule_figure(options)
    if kind in RESULTS:
        if kind in EXACT and picture == "curve" and \
                not (options.x or options.y or options.facet):
            return tradeoff.describe(options, config_title(options, COLUMN_INCHES,
                                                           "worst_case_load"))
        return results_figure(kind, picture, options)
    if kind == "schedule":
        return schedules(options)
    wide = PAGE_INCHES if kind in ("operations", "trace") else COLUMN_INCHES
    column = maps.load_column(options) if kind == "channels" else options.y or ""
    title = config_title(options, wide, column)
    if kind in policy.KINDS:
        return policy.describe(options, kind, picture, title)
    make = {"channels": maps.channels, "flows": maps.pairs, "energy": maps.routers,
            "channel_timeline": maps.course, "operations": spans.operations_figure,
            "trace": packets.picture}.get(kind)
    return make(options, title) if make else histogram.describe(options, picture, title)


def fitting_kind(kind, options):
    path = options.files[0]
    if kind not in PICTURES:
        raise InputError(f"{path}: a file of {WRITERS[kind]} has no picture; allowed: " +
                         (f"its {GANTT.removeprefix('schedule ')}" if kind ==
                          "frames" else f"a file of {MADE_BY}"))
    if options.kind is None:
        return PICTURES[kind][0]
    if options.kind not in PICTURES[kind]:
        raise InputError(f"{path}: --kind {options.kind}: not for a file of {WRITERS[kind]}; "
                         f"allowed: {', '.join(PICTURES[kind])}")
    return options.kind


def config_title(options, inches, column=None):
    if options.title is not None:
        return options.title
    return fitted(*common_title(options.files, column), inches)


# --- results ---

def check_names(results, options):
    rows, keys, path = results.rows, results.keys, options.files[0]
    loads = ["load"] * ("offered_flits" in rows)
    for name in ("x", "facet"):
        wanted = getattr(options, name)
        if wanted is None:
            continue
        allowed = [*keys, *loads]
        wanted = named_by(shown_key(wanted), allowed)
        if name == "facet" and wanted in rows and wanted not in allowed:
            raise InputError(
                f"{path}: --facet: '{wanted}' is a result, not a key; allowed: {some_of(allowed)}")
        if name == "x":
            allowed += [column for column in numeric(results) if column not in allowed]
        setattr(options, name, check_column(path, allowed, wanted, f"--{name}"))
    if isinstance(options.y, str):
        accepted = ["accepted"] * ("accepted_flits" in rows)
        options.y = check_column(path, [*accepted, *numeric(results)], options.y, "--y")


def numeric(results):
    return [name for name in results.rows.numeric() if name not in results.keys]


def results_figure(kind, picture, options):
    results = Results(options.files)
    check_names(results, options)
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
    rows, keys, unit = results.rows, results.keys, "capacity"
    if kind in ("points", "saturation"):
        unit = options.unit or loads_unit(rows)
    if options.y == "accepted" and (options.x or picture == "bar"):
        options.y = f"accepted_{unit}"

    def title(runs, inches):
        if options.title is not None:
            return options.title
        return results_title(results, kind, options, runs, inches)
    if kind == "points":
        return points_figure(results, unit, picture, options, title)
    exact = kind in EXACT
    if exact:
        keys = [key for key in keys if key != "load"]
    options.y = options.y or ("worst_case_throughput" if exact else f"saturation_{unit}")
    if kind == "saturation" and all(value != value for value in rows[options.y]):
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
    # workloads and schedules end when all has arrived
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
    loads = {*rows["load"]}
    if len({load for load in loads if load == load}) > 1 or options.x == "load":
        keys = [*keys, "load"]
    if options.y != "load":
        rows = rows.with_columns(load=list(map(cell_text, rows["load"])))
    else:
        keys = [key for key in keys if key != "load"]
    return Bars(rows, keys, options.y or "latency_mean", options, unit, writer="run").figure(title)


def results_title(results, kind, options, runs, inches):
    """What all rows share: network, routing, traffic, load; how many seeds a point has; VCs,
    buffers and packets where they fit."""
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
        traffic = ""  # no other column is of the pattern
    details = [] if kind in EXACT else details_of({key: one_value(rows, key) for key in DETAILS})
    parts = [network, routing, traffic, load, *channels, seeds_said(runs)]
    return fitted([part for part in parts if part], details, inches)


# --- schedules ---

def schedules(options):
    """Bars of one column; open where no liquid schedule was found, but for what the transfers alone
    say."""
    rows = policy.rows_of(options.files, SCHEDULE_KEYS | {"verdict"})
    if "verdict" in rows and options.y not in OF_TRANSFERS:
        wrong = next((i for i, verdict in enumerate(rows["verdict"]) if verdict not in LIQUID),
                     None)
        if wrong is not None:
            raise InputError(f"{rows['source'][wrong]}: verdict is '{rows['verdict'][wrong]}'; "
                             f"allowed: {', '.join(LIQUID)}")
    facts_alone = options.y in OF_TRANSFERS or "verdict" not in rows
    verdicts = [
        "stable" if facts_alone else LIQUID[verdict]
        for verdict in rows.columns.get("verdict", [""] * len(rows))
    ]
    keys = [name for name in rows.columns if name in SCHEDULE_KEYS or "." in name]
    rows = rows.with_columns(verdict=verdicts,
                             **{key: list(map(cell_text, rows[key])) for key in keys})
    policy.check_names(rows, keys, options)
    if options.y:
        options.y = check_column(options.files[0], rows.numeric(), options.y, "--y")
    title = config_title(options, COLUMN_INCHES)
    return Bars(rows, keys, options.y or "liquid_throughput", options,
                writer="schedule").figure(lambda runs, inches: title)
