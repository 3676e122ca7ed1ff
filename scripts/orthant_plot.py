#!/usr/bin/python3
"""The script behind `orthant plot`: says what the files are, which picture suits them, and has it drawn.

The command has checked that the files are there and how the picture's name ends. Mistakes are one line on stderr
and exit code 2.
"""
import argparse
import sys
import warnings

import pandas as pd

import bar_figures
import channel_course
import figures
import heat_maps
import plot_histogram
import plot_operations
import plot_routers
import plot_schedule
import plot_trace
import plot_tradeoff
import saturation_bars
import unfinished
from config_titles import DETAILS, common_channels, common_network, common_traffic, config_title, details_of, fitted, names_of, wrapped
from curves import differing_keys, with_short_files, without_unread
from file_kinds import MADE_BY, check_column, common_kind, made_by, named_by, some_of
from input_error import without_controls
from names import title_of
from pictures import COLUMN_INCHES, note, plt, save
from plot_style import choose_unit, common_title, paper_style
from result_files import read_results
from row_configs import SHOWN_KEYS
from tables import InputError, read_table

# What a file can be drawn as; the first is the default.
PICTURES = {"points": ["curve", "bar"], "saturation": ["bar", "curve"], "analysis": ["curve", "bar"],
            "design": ["curve", "bar"], "policy": ["curve", "bar"], "messages": ["curve", "bar"], "means": ["curve", "bar"], "schedule": ["bar"], "channels": ["heat"], "histogram": ["histogram"],
            "packets": ["histogram"], "flows": ["heat"], "timeline": ["curve"], "channel_timeline": ["heat"], "energy": ["heat"],
            "operations": ["gantt"], "trace": ["gantt"], "gantt": ["gantt"]}
# Of files without a config that tells rows apart: what a line is told by, and what is drawn over what.
# Kinds whose rows do not say what they are of: their title comes from the configs beside them.
SIDE = {"policy", "messages", "means", "schedule", "channels", "histogram", "packets", "flows", "timeline", "channel_timeline", "energy", "operations", "trace"}
TITLE_INCHES = {"operations": 6.5, "trace": 6.5, "histogram": 3, "packets": 3, "energy": 3.2}  # else the width of the picture
PLAIN = {"policy": (["dimensions", "policy", "offset", "file"], "p", "delivery"),
         "messages": (["dimensions", "policy", "offset", "file"], "p", "delivery"),
         "means": (["topology", "dimensions", "policy", "file"], "p", "delivery_mean"),
         "timeline": (["seed", "file"], "cycle", "latency_mean")}
OF_TRANSFERS = {"transfers", "duration", "bottlenecks", "skeleton"}  # columns of schedules that no schedule changes
LIQUID = {"liquid": "stable", "not_liquid": "not liquid", "unknown": "not known to be liquid"}  # verdicts of schedules, and their bars
SCHEDULE_KEYS = {"topology", "routing", "collective", "file"}  # columns; those of keys that were swept have a dot


def fitting_kind(kind, options):
    if kind not in PICTURES:
        raise InputError(f"{options.files[0]}: a file of {made_by(kind)} has no picture"
                         + ("; allowed: its --frames FILE.json" if kind == "frames" else f"; allowed: a file of {MADE_BY}"))
    if options.kind is None:
        return PICTURES[kind][0]
    if options.kind not in PICTURES[kind]:
        raise InputError(f"{options.files[0]}: --kind {options.kind}: not for a file of {made_by(kind)}; "
                         f"allowed: {', '.join(PICTURES[kind])}")
    return options.kind


def only(options, *names):
    """Refuses the options that this picture does not read."""
    for name in ("x", "y", "facet"):
        if getattr(options, name) and name not in names:
            raise InputError(f"{options.files[0]}: --{name}: not read for this picture"
                             + (f"; allowed: {', '.join('--' + other for other in names)}" if names else "; allowed: no --x, --y or --facet"))


def numeric(table):
    return [name for name in table if pd.api.types.is_numeric_dtype(table[name]) and name != "row"]


def check_names(table, keys, options):
    for name in ("x", "facet"):
        wanted = getattr(options, name)
        if wanted is None:
            continue
        allowed = [*keys, *["load"] * ("offered_flits" in table)]
        wanted = named_by(SHOWN_KEYS.get(wanted, wanted), allowed)
        if name == "facet" and wanted in table and wanted not in allowed:
            raise InputError(f"{options.files[0]}: --facet: '{wanted}' is a result, not a key; allowed: {some_of(allowed)}")
        allowed += [column for column in numeric(table) if name == "x" and column not in allowed]
        setattr(options, name, check_column(options.files, allowed, wanted, f"--{name}"))
    if options.y:
        options.y = check_column(options.files, ["accepted"] * ("accepted_flits" in table) + numeric(table), options.y, "--y")


def read_plain(paths, needed=()):
    """The rows of all files; what the name of a file says is in column `file`."""
    frames = [read_table(path, list(needed), f"a file of {MADE_BY}", "rows", dtype={"offset": str, "coordinates": str})
              .assign(file=path) for path in paths]
    return pd.concat(frames, ignore_index=True)


def results(kind, picture, options):
    table, keys = read_results(options.files)
    if kind in ("analysis", "design"):
        table = table.drop(columns="load", errors="ignore")
    check_names(table, keys, options)
    table = with_short_files(without_unread(table, keys, {options.x, options.facet}), keys)
    unit = choose_unit(table, None) if kind in ("points", "saturation") else "capacity"
    title, options.title = options.title, None
    fig = results_figure(kind, picture, table, keys, unit, options)
    remarks = tell_unfinished(options.files) if kind in ("points", "saturation") else []
    title = "\n".join(filter(None, [table_title(kind, table, options, fig.get_figwidth()) if title is None else title, *remarks]))
    if title:
        fig.suptitle(title)
    return fig


def table_title(kind, table, options, inches):
    """What all rows share, with what the configs say of the traffic, and VCs, buffers and packets where there is room."""
    traffic = common_traffic(options.files)
    if kind in ("analysis", "design") and not (options.y or "").startswith("pattern_"):
        table = table.drop(columns="pattern", errors="ignore")  # no other column is of the pattern
    of_pattern = kind in ("points", "saturation") or "pattern" in table
    title = common_title(table, traffic if of_pattern else None, common_network(options.files))
    title = ", ".join(filter(None, [title, *common_channels(options.files)]))
    if kind not in ("points", "saturation"):
        return wrapped(title, inches)
    return fitted(title, details_of({key: str(table[key].iloc[0]) for key in DETAILS if key in table and table[key].nunique() == 1}), inches)


def results_figure(kind, picture, table, keys, unit, options):
    if kind == "points":
        return points(table, keys, unit, picture, options)
    if kind == "saturation" and picture == "bar" and not (options.y or options.facet) and options.x in (None, *differing_keys(table, keys)):
        return saturation_bars.figure(table, keys, unit, options)
    default = f"saturation_{unit}" if kind == "saturation" else "worst_case_throughput"
    options.y = options.y or default
    table = table.assign(verdict="stable")
    if picture == "bar":
        return bar_figures.bar_figure(table, keys, options.y, options)
    if options.x is None:
        differing = differing_keys(table, keys)
        options.x = next((key for key in differing if pd.to_numeric(table[key], errors="coerce").notna().all()),
                         next(iter(differing), keys[0]))
    return figures.curve_figure(table, keys, unit, options)


def tell_unfinished(paths):
    """Warns of files that lack rows; returns the same for the title."""
    found = unfinished.remarks(paths)
    for warning, _ in found:
        note(warning, "warning")
    return [f"({short})" for _, short in found]


def points(table, keys, unit, picture, options):
    if options.x == "load":
        options.x = None
    if table["load"].isna().all():  # workloads and schedules, which are over when all has arrived
        options.y = options.y or ("completion_cycles" if "completion_cycles" in table else "cycles")
        picture = options.kind or ("curve" if options.x else "bar")
    figures.plot.check_points(table, over_load=picture == "curve" and options.x is None)
    if picture == "curve":
        if not options.x:
            keys = [key for key in keys if key != "traffic.scale"]  # of flows, whose load follows from it
        if options.x and options.y == "accepted":
            options.y = f"accepted_{unit}"
        return figures.curve_figure(table, keys, unit, options)
    if table["load"].nunique() > 1 and options.x != "load":
        keys = [*keys, "load"]
        table = table.assign(load=table["load"].map("{:g}".format))
    y = f"accepted_{unit}" if options.y == "accepted" else options.y or "latency_mean"
    return bar_figures.bar_figure(table, keys, y, options)


def plain(kind, picture, options):
    keys, x, y = PLAIN[kind]
    table = read_plain(options.files).assign(verdict="stable")
    if kind in ("policy", "messages", "means"):
        refuse_without_p(table, y)
    given = kind == "messages" and table[["exact", "ci95_low"]].isna().all(axis=None)  # the failed links, so that p says nothing
    if given:
        refuse_p(options)
        table = of_pairs(table)
    if kind in ("policy", "messages"):
        table, keys, x = by_distance(table, options)
    table["file"] = table["file"].map(names_of(options.files))
    for key in keys:
        table[key] = table[key].map("{:g}".format) if key in ("p", "distance") else table[key].astype(str)
    check_names(table, [*keys, x], options)
    options.y = check_column(options.files, numeric(table), options.y or y, "--y")
    if picture == "bar":
        options.x = options.x or ("policy" if x == "p" and kind != "means" else None if x == "cycle" else x)
        fig = bar_figures.bar_figure(table.assign(**{x: table[x].map("{:g}".format)}) if x not in keys else table, list(dict.fromkeys([*keys, x])), options.y, options)
    else:
        options.x = options.x or x
        fig = figures.curve_figure(table, keys, "flits", options)
    if given:
        say_pairs(fig)
    return fig


def schedules(options):
    """Bars of one column, by what the rows were made with; open where no liquid schedule was found, but for what the transfers alone say."""
    table = read_plain(options.files)
    facts = options.y in OF_TRANSFERS or "verdict" not in table
    if not facts:
        for _, row in table[~table["verdict"].isin(LIQUID)][:1].iterrows():
            raise InputError(f"{row['file']}: verdict is '{row['verdict']}'; allowed: {', '.join(LIQUID)}")
    table["verdict"] = "stable" if facts else table["verdict"].map(LIQUID)
    table["file"] = table["file"].map(names_of(options.files))
    keys = [name for name in table if name in SCHEDULE_KEYS or "." in name]
    table[keys] = table[keys].fillna("").astype(str)
    check_names(table, keys, options)
    return bar_figures.bar_figure(table, keys, options.y or "liquid_throughput", options)


def refuse_p(options):
    for name in ("x", "facet"):
        if getattr(options, name) == "p":
            raise InputError(f"{options.files[0]}: --{name} p: the failed links were given, whatever p is; allowed: distance, offset, policy")


def of_pairs(table):
    """Of given links one row for each pair of a file, policy and offset, whatever p is: an order that differs with p, which only
    the optimal one can, is one of its own."""
    pair = ["file", "dimensions", "policy", "offset"]
    several = table.groupby(pair)["delivered"].nunique().groupby(["file", "policy"]).max() > 1
    depends = [bool(several[place]) for place in zip(table["file"], table["policy"])]
    table = table.assign(policy=[f"{policy}, p = {p:g}" if own else policy for policy, p, own in zip(table["policy"], table["p"], depends)])
    return table.drop_duplicates(pair).drop(columns="p").reset_index(drop=True)


def say_pairs(fig):
    """On the axes, what is known of given links: no probability, and a distance has all its pairs."""
    words = {figures.LABELS["delivery"]: "share of pairs delivered", title_of("distance"): "distance (hops)"}
    for panel in fig.axes:
        panel.set_xlabel(words.get(panel.get_xlabel().replace("\n", " "), panel.get_xlabel()))
        panel.set_ylabel(words.get(panel.get_ylabel(), panel.get_ylabel()))


def refuse_without_p(table, column):
    empty = table[table[column].isna()] if column in table else table
    for _, row in empty[:1].iterrows():
        raise InputError(f"{row['file']}: column '{column}' is empty, as policy.p was not given; allowed: a file made with "
                         "policy.p=P")


def by_distance(table, options):
    """The rows, the keys of a curve and what it is over: the mean over all offsets of a distance, since a file has too many
    of them for curves of their own, unless they are asked for."""
    wanted = {options.x, options.facet}
    of_p = ["p"] if "p" in table else []
    if "offset" in wanted:
        return table, ["dimensions", "policy", *of_p, "offset", "file"], "p" if of_p else "policy"
    table["distance"] = table["offset"].map(lambda offset: sum(map(int, offset.split("x"))))
    keys = ["dimensions", "policy", *of_p, "file"]
    if options.facet is None and options.x == "p":
        options.facet = "distance"
    elif options.facet is None and of_p and table["p"].nunique() > 1:
        options.facet = "p"
    numbers = [name for name in numeric(table) if name not in keys and name not in ("p", "distance")]
    means = table.groupby(["file", "dimensions", "policy", *of_p, "distance"], sort=False, dropna=False)[numbers].mean().reset_index()
    if not of_p:  # the share of all pairs: offsets have different numbers of them
        means["delivery"] = means["delivered"] / means["messages"]
    if options.facet == "distance":
        note("the value of a distance is the mean over its offsets")
    x = "p" if options.facet == "distance" else "distance"
    # A distance is a point of a curve or a curve of its own, but never joined with others.
    over_distance = (options.x or x) == "distance" and options.facet != "distance"
    return means.assign(verdict="stable"), keys if over_distance and "distance" not in wanted else [*keys, "distance"], x


def tradeoff(options):
    rows = plot_tradeoff.read_rows(options.files, "worst_case")
    if options.title is None:
        options.title = config_title(options.files, options.width, "worst_case_load")
    return plot_tradeoff.figure(rows, argparse.Namespace(throughput="worst_case", interpolated=None, title=options.title))


def one_file(options):
    if len(options.files) > 1:
        raise InputError(f"{options.files[1]}: a second file; allowed for this picture: one")
    return options.files[0]


def shown_column(kind, options):
    return heat_maps.read_channels(one_file(options), options.y)[1] if kind == "channels" else options.y


def figure(kind, picture, options):
    if options.title is None and kind in SIDE:
        options.title = config_title(options.files, TITLE_INCHES.get(kind, options.width), shown_column(kind, options))
    if kind in ("analysis", "design") and picture == "curve" and not (options.x or options.y or options.facet):
        return tradeoff(options)
    if kind in ("points", "saturation", "analysis", "design"):
        return results(kind, picture, options)
    if kind == "schedule":
        return schedules(options)
    if kind in PLAIN:
        return plain(kind, picture, options)
    if kind == "channels":
        only(options, "y")
        return heat_maps.channels_figure(one_file(options), options.y, options)
    if kind == "flows":
        only(options, "y")
        table = read_plain([one_file(options)])
        column = check_column(options.files, numeric(table), options.y or "accepted_flits", "--y")
        return heat_maps.pairs_figure(table, column, options)
    if kind == "energy":
        only(options, "y")
        column = check_column(options.files, plot_routers.ROUTER_FIGURES, options.y or "picojoules", "--y")
        values = plot_routers.read_routers(one_file(options), column)
        return plot_routers.figure(values, column, options, plot_routers.noise_in(one_file(options), values))
    only(options)
    if kind == "channel_timeline":
        return channel_course.figure(one_file(options), options)
    if kind == "operations":
        return plot_operations.figure(plot_operations.read_operations(one_file(options)), options.title)
    if kind == "trace":
        return plot_trace.figure(plot_trace.read_trace(one_file(options)), options.title)
    if kind == "gantt":
        return plot_schedule.figure(plot_schedule.read_schedule(one_file(options)), options.title)
    make = plot_histogram.read_histogram if kind == "histogram" else plot_histogram.of_packets
    options.latency_max, options.size = None, (COLUMN_INCHES, 3.0)
    if len(options.files) > plot_histogram.MOST_FILES:
        raise InputError(f"{len(options.files)} files; allowed: at most {plot_histogram.MOST_FILES} in a picture")
    histograms = [make(path) for path in options.files]
    for histogram, name in zip(histograms, names_of(options.files).values()):
        histogram.name = name
    return plot_histogram.figure(histograms, options)


def parse(arguments):
    parser = argparse.ArgumentParser(prog="orthant plot")
    for name in ("output", "kind", "x", "y", "facet", "title"):
        parser.add_argument(f"--{name}")
    parser.add_argument("files", nargs="+")
    return parser.parse_args(arguments)


def drawn(options):
    options.width, options.size, options.over = COLUMN_INCHES, None, ()
    options.titled = options.title is not None
    kind = common_kind(options.files)
    picture = fitting_kind(kind, options)
    paper_style()
    plt.rcParams["text.parse_math"] = False  # a title, or the name of a file, may have $ in it
    return figure(kind, picture, options)


def main(arguments):
    options = parse(arguments)
    try:
        save(drawn(options), options.output, bbox_inches="tight", pad_inches=0.04)
    except InputError as error:
        print(without_controls(f"orthant: error: {error}"), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.argv[0] = "orthant plot"  # in front of warnings
    warnings.simplefilter("ignore")  # of letters that no font has, say: they are no lines of ours
    sys.exit(main(sys.argv[1:]))
