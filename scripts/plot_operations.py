"""Draws what every rank of a workload does when, from a file of output.operations: a row for each rank, a colour for
computing, sending and waiting for a message, a line for the critical path."""
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from operation_bars import LOOKS, MADE_BY, Operation, critical_line
from pictures import PAGE_INCHES, plt, set_style
from tables import InputError, read_table

MOST_OPERATIONS = 1_000_000


def read_operations(path):
    table = read_table(path, ["seed", "rank", "operation", "operation_kind", "start", "cycles", "end"], MADE_BY, "operations")
    if len(table) > MOST_OPERATIONS:
        raise InputError(f"{path}: {len(table)} operations; allowed in a picture: at most {MOST_OPERATIONS}")
    for kind in sorted(set(table["operation_kind"]) - set(LOOKS)):
        raise InputError(f"{path}: operation_kind is '{kind}'; allowed: {', '.join(LOOKS)}")
    if "critical" not in table:
        table["critical"] = 0
    if not (table["start"] >= 0).any():
        raise InputError(f"{path}: no operation has started; allowed: {MADE_BY}")
    first = table["seed"].iloc[0]
    return table[table["seed"] == first]


def critical_steps(table):
    rows = table[table["critical"] > 0].sort_values("critical")
    return [Operation(*row) for row in rows[list(Operation._fields)].itertuples(index=False)]


def figure(table, title):
    """The table of one run; operations that never ended last to the right edge."""
    set_style()
    ranks = int(table["rank"].max()) + 1
    last = table[["start", "end"]].max().max()
    fig, axes = plt.subplots(figsize=(PAGE_INCHES, min(max(1.2 + 0.16 * ranks, 2), 7)), constrained_layout=True)
    drawn = []
    for kind, (words, colour, height) in LOOKS.items():
        rows = table[(table["operation_kind"] == kind) & table["start"].notna()]
        end = rows["end"].fillna(last)
        start = (end - rows["cycles"]).fillna(rows["start"]) if kind == "calc" else rows["start"]
        if (end <= start).all():
            continue
        bars = np.array([[start, rows["rank"] - height / 2], [end, rows["rank"] - height / 2],
                         [end, rows["rank"] + height / 2], [start, rows["rank"] + height / 2]], dtype=float).transpose(2, 0, 1)
        axes.add_collection(PolyCollection(bars, facecolors=colour, edgecolors="none", rasterized=True))
        drawn.append(Patch(color=colour, label=words))
    if (table["critical"] > 0).any():
        axes.plot(*critical_line(critical_steps(table)), color="black", lw=1, solid_joinstyle="round")
        drawn.append(Line2D([], [], color="black", lw=1, label="critical path"))
    axes.set_xlim(0, last)
    axes.set_ylim(ranks - 0.5, -0.5)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("cycle")
    axes.set_ylabel("rank")
    fig.legend(handles=drawn, loc="lower right", bbox_to_anchor=(1, 1), ncols=len(drawn), frameon=False, borderaxespad=0)
    if title:
        axes.set_title(title, loc="left")
    return fig
