"""Draws what happened to packets when, from a file of output.trace: a row for each packet, a colour for what its head
does or waits for, and the routers on its way."""
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch

from pictures import PAGE_INCHES, plt, set_style
from tables import InputError, read_table
from trace_rows import CAUSES, EVENTS, MADE_BY

MOST_PACKETS = 150
MOST_EVENTS = 2_000_000
DOES = {event: where for event, where in EVENTS.items() if where}
WAITS = {cause: what for cause, (what, _) in CAUSES.items()}
LOOKS = {"source": ("in the source", "#DDDDDD"), "channel": ("on a channel", "#56B4E9"), "router": ("in a router", "#0072B2"),
         "behind": ("waits behind a packet", "#999999"), "vc": ("waits for a VC", "#D55E00"),
         "credit": ("waits for a credit", "#CC79A7"), "switch": ("waits for the switch", "#F0E442"),
         "tail": ("the tail follows", "#B7DDB0")}


def read_trace(path):
    """The events of the first seed, in the order of the file."""
    table = read_table(path, ["seed", "cycle", "event", "packet", "flit", "router", "cause", "flits"], MADE_BY, "events",
                       dtype={"packet": str, "cause": str, "event": str, "blocked_by": str})
    if len(table) > MOST_EVENTS:
        raise InputError(f"{path}: {len(table)} events; allowed in a picture: at most {MOST_EVENTS}")
    for name in ("cycle", "flit", "router", "flits"):
        if table[name].dtype.kind not in "if" or not np.isfinite(table[name]).all():
            raise InputError(f"{path}: column '{name}' has entries that are no numbers; allowed: {MADE_BY}")
    for event in sorted(set(table["event"].dropna()) - {*DOES, "blocked"}):
        raise InputError(f"{path}: event is '{event}'; allowed: {', '.join([*DOES, 'blocked'])}")
    blocked = table["event"] == "blocked"
    for cause in sorted(set(table["cause"][blocked].fillna("")) - set(WAITS)):
        raise InputError(f"{path}: cause is '{cause}'; allowed: {', '.join(WAITS)}")
    if table["packet"].isna().any() or table["event"].isna().any():
        raise InputError(f"{path}: an event or a packet is missing; allowed: {MADE_BY}")
    table = table[table["seed"] == table["seed"].iloc[0]]
    packets = table["packet"].nunique()
    if packets > MOST_PACKETS:
        raise InputError(f"{path}: {packets} packets; allowed in a picture: at most {MOST_PACKETS}, as trace.packets, "
                         "trace.source or trace.one_in choose")
    return table


def segments(rows, last):
    """(from, to, what) of the head of a packet, and (from, to, router) of its stays."""
    does, stays = [], []
    what, since, router, entered = None, 0, None, 0
    for row in rows.itertuples():
        if row.flit != 0 and not (row.event == "eject" and row.flit + 1 == row.flits):
            continue
        if what is not None and row.cycle > since:
            does.append((since, row.cycle, what))
        if row.event in ("depart", "eject") and router is not None:
            stays.append((entered, row.cycle, router))
            router = None
        if row.event == "arrive":
            router, entered = row.router, row.cycle
        ends = row.event == "eject" and row.flit + 1 == row.flits
        what, since = None if ends else WAITS[row.cause] if row.event == "blocked" else DOES[row.event], row.cycle
    if what is not None and last > since:
        does.append((since, last, what))
        if router is not None:
            stays.append((entered, last, router))
    return does, stays


def figure(table, title):
    """What has not come to its end lasts to the right edge."""
    set_style()
    first, last = table["cycle"].min(), max(table["cycle"].max(), table["cycle"].min() + 1)
    packets = list(dict.fromkeys(table["packet"]))
    inches = min(max(1.2 + 0.22 * len(packets), 2), 9)
    fig, axes = plt.subplots(figsize=(PAGE_INCHES, inches), constrained_layout=True)
    bars = {what: [] for what in LOOKS}
    by_packet = dict(list(table.groupby("packet", sort=False)))
    for place, packet in enumerate(packets):
        does, stays = segments(by_packet[packet], last)
        for start, end, what in does:
            half = 0.22 if what in ("source", "channel", "tail") else 0.4
            bars[what].append([(start, place - half), (end, place - half), (end, place + half), (start, place + half)])
        for start, end, router in stays:
            wide = (end - start) / (last - first) * 80 > len(f"{router:.0f}")  # some 80 digits fit beside each other
            if wide and inches / len(packets) > 0.14:
                axes.text((start + end) / 2, place, f"{router:.0f}", ha="center", va="center", fontsize=6.5,
                          bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.75})
    drawn = []
    for what, (words, colour) in LOOKS.items():
        if bars[what]:
            axes.add_collection(PolyCollection(bars[what], facecolors=colour, edgecolors="white", linewidths=0.3))
            drawn.append(Patch(color=colour, label=words))
    axes.set_xlim(first, last)
    axes.set_ylim(len(packets) - 0.5, -0.5)
    axes.set_yticks(range(len(packets)), packets, fontsize=min(8, 72 * inches / len(packets) * 0.6))
    axes.set_xlabel("cycle")
    axes.set_ylabel("packet")
    axes.legend(handles=drawn, loc="lower center", bbox_to_anchor=(0.5, 1 + 0.25 / inches), ncols=4, frameon=False, fontsize=8,
                borderaxespad=0)
    if title:
        fig.suptitle(title)
    return fig
