"""Draws results of `orthant saturate`: a bar for the largest stable load of every combination of keys."""
import math

import pandas as pd

from curves import following_keys, follows
from legends import place_legend
from names import describe, title_of
from palette import MARKS
from pictures import COLUMN_INCHES, PAGE_INCHES, light_grid, plt
from plot_style import COLOURS, UNIT_NAMES
from students_t import half_width
from tables import InputError

HATCHES = ["", "///", "...", "xxx", "\\\\\\", "---", "++", "oo"]
NUMBER_INCHES = 0.2  # of a bar with its value in its foot, where no mark covers it

def in_unit(rows, column, unit):
    """Loads of a column in `unit`; NaN where they cannot be converted, at a saturation load of 0."""
    scale = rows[f"saturation_{unit}"] / rows["saturation_flits" if column.endswith("_flits") else
                                              "saturation_load"]
    return rows[column] * scale.where(scale.map(math.isfinite))


def differing_keys(table, key_columns, over):
    return [key for key in key_columns
            if key not in {"routers", "nodes", "run.seed", *over} and table[key].nunique() > 1]


def bars_of(table, key_columns, unit, over=()):
    """The bars, a row each, with a column for every key that differs; repetitions are averaged."""
    keys = differing_keys(table, key_columns, over)
    bars = []
    groups = table.groupby(keys if len(keys) > 1 else keys[0], sort=False) if keys else [((), table)]
    for values, rows in groups:
        values = values if isinstance(values, tuple) else (values,)
        loads = rows[f"saturation_{unit}"]
        bar = dict(zip(keys, values)) | {
            "load": loads.mean(), "repetitions": len(rows),
            "half_width": half_width(loads) if len(rows) > 1 else math.nan}
        bar |= {column: in_unit(rows, column, unit).mean() for column in MARKS if column in rows}
        bars.append(bar)
    return keys, pd.DataFrame(bars)


def split(keys, bars):
    """The keys that tell the bars of a group apart (by colour), and those that tell the groups. VCs that follow from the others,
    as `auto` does, split no group: they stand in the name of a colour, or nowhere."""
    colour = "routing" if "routing" in keys else keys[-1] if keys else None
    others = [key for key in keys if key != colour]
    if "vcs" in others and follows(bars, "vcs", [key for key in keys if key != "vcs"]):
        others.remove("vcs")
        return ([colour, "vcs"] if follows(bars, "vcs", [colour]) else [colour]), others
    return [colour] if colour else [], others


def split_over(x, keys, bars):
    """The keys of the colours, and that of the groups, where it was chosen; keys that follow from it split none."""
    following = following_keys(bars, keys, x)
    return [key for key in keys if key != x and key not in following], [x]


def in_order(bars, x):
    """Groups of numbers by their size, words as they come."""
    numbers = pd.to_numeric(bars[x], errors="coerce")
    return bars if numbers.isna().any() else bars.iloc[numbers.argsort(kind="stable")]


def label(bar, keys):
    return "\n".join(describe(key, bar[key], len(keys) > 1) for key in keys if bar[key] != "" or len(keys) == 1)


def figure(table, key_columns, unit, options):
    keys, bars = bars_of(table, key_columns, unit, options.over)
    if bars["load"].isna().all():
        raise InputError("no row has a saturation load; allowed: one or more that have")
    colour_keys, group_keys = split_over(options.x, keys, bars) if getattr(options, "x", None) else split(keys, bars)
    if not group_keys:  # the names stand under the bars, and there is nothing to colour
        colour_keys, group_keys = [], [key for key in keys if key not in colour_keys[1:]]
    if getattr(options, "x", None):
        bars = in_order(bars, options.x)
    groups = list(dict.fromkeys(label(bar, group_keys) for _, bar in bars.iterrows()))
    name_of = {number: ", ".join(label(bar, colour_keys).split("\n")) for number, bar in bars.iterrows()}
    colours = list(dict.fromkeys(name_of.values()))
    if len(colours) > len(COLOURS):
        raise InputError(f"{len(colours)} bars side by side; allowed: at most {len(COLOURS)}; give --x or --facet another key")
    width = 0.8 / len(colours)
    inches = 1.0 + 0.3 * len(groups) * max(len(colours), 1.6)
    size = options.size or (COLUMN_INCHES if inches <= COLUMN_INCHES else PAGE_INCHES, 2.6)
    fig, axes = plt.subplots(figsize=size, constrained_layout=True)
    marked = set()
    for number_, bar in bars.iterrows():
        index = colours.index(name_of[number_])
        x = groups.index(label(bar, group_keys)) + (index - (len(colours) - 1) / 2) * width
        marked |= draw_bar(axes, x, bar, width * 0.9, index)
        if options.size is None and (size[0] - 1) * width / len(groups) >= NUMBER_INCHES:
            number(axes, x, bar["load"], index)
    finish(axes, groups, group_keys, unit, size[0] / len(groups))
    add_legend(fig, colours if colour_keys else [], colour_keys, marked)
    if options.title:
        fig.suptitle(options.title)
    return fig


def draw_bar(axes, x, bar, width, index):
    axes.bar(x, bar["load"], width, color=COLOURS[index % len(COLOURS)],
             hatch=HATCHES[index % len(HATCHES)], edgecolor="white", linewidth=0)
    if bar["half_width"] > 0:
        axes.errorbar(x, bar["load"], yerr=bar["half_width"], fmt="none", ecolor="0.2", elinewidth=0.8,
                      capsize=2)
    shown = {column for column in MARKS if not math.isnan(bar.get(column, math.nan))}
    for column in shown:
        axes.plot([x], [bar[column]], **mark(column))
    return shown


def number(axes, x, load, index):
    axes.annotate(f"{load:.3g}", (x, 0), (0, 4), textcoords="offset points", ha="center", fontsize=6.5,
                  color="white", bbox={"facecolor": COLOURS[index % len(COLOURS)], "edgecolor": "none",
                                       "pad": 0.8})


def mark(column):
    _, marker, filled = MARKS[column]
    return {"marker": marker, "linestyle": "none", "markersize": 4, "color": "0.15",
            "markerfacecolor": "0.15" if filled else "white", "markeredgewidth": 0.9, "zorder": 4}


def finish(axes, groups, group_keys, unit, room):
    """`room`: inches for the name of a group; a letter takes about 0.065."""
    axes.set_xticks(range(len(groups)), groups)
    axes.set_xlim(min(-0.6, len(groups) / 2 - 1.6), max(len(groups) - 0.4, len(groups) / 2 + 0.6))
    if max(len(line) for name in groups for line in name.split("\n")) * 0.065 > room:
        plt.setp(axes.get_xticklabels(), rotation=30, ha="right", rotation_mode="anchor")
    if len(group_keys) == 1:
        axes.set_xlabel(title_of(group_keys[0]))
    axes.set_ylabel(f"largest stable load\n({UNIT_NAMES[unit]})")
    axes.set_ylim(bottom=0)
    light_grid(axes, axis="y")


def add_legend(fig, colours, colour_keys, marked):
    handles = [plt.Rectangle((0, 0), 1, 1, facecolor=COLOURS[i % len(COLOURS)], edgecolor="white",
                             linewidth=0, hatch=HATCHES[i % len(HATCHES)], label=value)
               for i, value in enumerate(colours)]
    below = place_legend(fig, handles, title_of(colour_keys[0]) if colours else None, handlelength=1.6)
    marks = [plt.Line2D([], [], label=MARKS[column][0], **mark(column)) for column in MARKS if column in marked]
    place_legend(fig, marks, None, below, handlelength=1.6)


def print_table(table, key_columns, unit, over):
    keys, bars = bars_of(table, key_columns, unit, over)
    names = [", ".join(describe(key, bar[key], len(keys) > 1) for key in keys) or "all"
             for _, bar in bars.iterrows()]
    width = max(map(len, [*names, "combination"]))
    print(f"largest stable load in {UNIT_NAMES[unit]}, of repetitions with its 95 % interval\n")
    print(f"{'combination':{width}}     load    +-95%  repetitions")
    for name, (_, bar) in zip(names, bars.iterrows()):
        half = "" if math.isnan(bar["half_width"]) else f"{bar['half_width']:.3f}"
        print(f"{name:{width}}  {bar['load']:7.3f}  {half:>7}  {bar['repetitions']:>11.0f}")
