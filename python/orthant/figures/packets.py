"""Draws a file of output.trace: a row for each packet, and on a page their heads cycle by cycle."""
import math
import re

from ..results.reader import InputError, number_of, read_once, rows_of
from .describe import PAGE_INCHES, axis, box_entry, figure, legend, panel, rects, texts

MADE_BY = "a file of output.trace"
MAX_PACKETS = 150  # packets in a picture
MAX_EVENTS = 2_000_000  # events of packet heads that are kept
MAX_ROWS = 200  # rows of a file shown in a table
# Location of a packet's head after an event; `blocked` does not move it.
EVENTS = {"birth": "source", "inject": "channel", "arrive": "router", "route": "router",
          "vc_allocated": "router", "blocked": None, "switch_won": "router", "depart": "channel",
          "eject": "tail"}
# Causes of waiting: (state, words).
CAUSES = {
    "behind": ("behind", "behind another packet"), "no_vc": ("vc", "no output VC is free"),
    "lost_vc": ("vc", "other heads were granted the VCs"), "no_credit": ("credit", "no credit"),
    "lost_switch": ("switch", "another flit has the switch"), "channel_busy":
    ("switch", "the channel is busy"), "injection_limit": ("vc", "the injection limit"),
    "marked_slot": ("credit", "only the marked slot is free"), "node_full":
    ("vc", "the node takes no more requests"), "refused": ("credit", "its queue is full")
}
# Causes that end when the packet named by blocked_by moves.
LASTING = {"behind", "no_vc", "no_credit", "marked_slot"}
# Words, colour and hatch by state.
LOOKS = {"source": ("in the source queue", "#CCCCCC", ""),
         "channel": ("on a channel", "#56B4E9", ""), "router": ("in a router", "#0072B2", ""),
         "behind": ("waits behind a packet", "#999999", ""),
         "vc": ("waits for a VC", "#D55E00", "/"), "credit": ("waits for a credit", "#CC79A7", "."),
         "switch": ("waits for the switch", "#F0E442", ""), "tail": ("tail follows", "#B7DDB0", "")}
LOW = {"source", "channel", "tail"}  # states with lower bars
WHOLE = (r"\d{1,9}", "a whole number from 0 on", int)
# Columns that are read: (pattern of a cell, its description, type).
FORMS = {"seed": (".*", "", str), "cycle": (".*", "a number from 0 on", number_of),
         "event": ("|".join(EVENTS), ", ".join(EVENTS), str),
         "packet": (r"\d{1,10}:\d{1,20}", "SOURCE:NUMBER", str), "flit": WHOLE, "router": WHOLE,
         "cause": ("|".join(["", *CAUSES]), ", ".join(CAUSES) + ", of blocked alone", str),
         "blocked_by": (r"(\d{1,10}:\d{1,20})?", "SOURCE:NUMBER", str), "flits": WHOLE}
# Longer traces, in longest packet lifetimes, count time from each packet's generation.
APART = 3


def checked(name, text):
    """Returns the value of a cell, or refuses it."""
    form, allowed, value_of = FORMS[name]
    value = value_of(text) if re.fullmatch(form, text, re.ASCII) else None
    if value is None or name == "cycle" and not 0 <= value < 2 ** 31:
        raise ValueError(f"{name} is '{text}'; allowed: {allowed}")
    return value


def events_of(path):
    """Yields the columns, then (row, values of the columns of FORMS) of each row."""
    lines = rows_of(path)
    columns, last, known = next(lines), 0, {name: {} for name in FORMS}
    if missing := [name for name in FORMS if name not in columns]:
        raise InputError(f"{path}: column '{missing[0]}' is missing; allowed: {MADE_BY}")
    at = [(known[name], name, columns.index(name)) for name in FORMS]
    yield columns
    count = 0
    for count, row in enumerate(lines, 1):
        try:
            for values, name, i in at:
                if row[i] not in values:
                    values[row[i]] = checked(name, row[i])
            found = [values[row[i]] for values, _, i in at]
            _, cycle, event, _, flit, _, cause, _, flits = found
            if cycle < last:
                raise ValueError(f"cycle {cycle:g} after cycle {last:g}; allowed: the order of "
                                 "cycles, as orthant writes it")
            if flit >= flits:
                raise ValueError(f"flit {flit} of a packet of {flits}; allowed: flits below the "
                                 "length")
            if (cause != "") != (event == "blocked"):
                raise ValueError(f"cause of {event} is '{cause}'; allowed: {FORMS['cause'][1]}")
        except ValueError as error:
            raise InputError(f"{path}: row {count}: {error}") from None
        last = cycle
        yield row, found
    if not count:
        raise InputError(f"{path}: no rows; allowed: one or more")


class Trace:
    """Events of the first seed: {packet: [(cycle, event, router, cause, by)]} of heads and of
    ejected tails. `kept` holds the first rows of the file, `count` the number of all rows.

    Of more than MAX_EVENTS events only the last one of each packet under way is kept (`is_cut`)."""

    def __init__(self, path):
        self.path, self.count, self.heads, self.kept, self.is_cut = path, 0, {}, [], False
        self.first, self.last, self.seeds, events = math.inf, 0, {}, events_of(path)
        self.columns, of_heads = next(events), 0
        for self.count, (row, (seed, cycle, event, packet, flit, router, cause, by, flits)) \
                in enumerate(events, 1):
            if self.count <= MAX_ROWS:
                self.kept.append(row)
            self.seeds[seed] = None
            if len(self.seeds) > 1:
                continue
            self.first, self.last = min(self.first, cycle), cycle
            done = event == "eject" and flit + 1 == flits
            if flit == 0 or done:
                of_heads += 1
                self.add(packet, (cycle, "done" if done else event, router, cause, by))
            if of_heads == MAX_EVENTS and not self.is_cut:
                self.is_cut = True
                self.heads = {packet: own[-1:] for packet, own in self.heads.items()
                              if own[-1][1] != "done"}

    def add(self, packet, entry):
        if not self.is_cut:
            self.heads.setdefault(packet, []).append(entry)
        elif entry[1] == "done":
            self.heads.pop(packet, None)
        else:
            self.heads[packet] = [entry]

    def circles(self):
        """Returns cycles of packets whose heads wait for each other after the last event: each
        waits for the next, the last for the first."""
        waits = {packet: events[-1][4] for packet, events in self.heads.items()
                 if events[-1][3] in LASTING and events[-1][4] not in ("", packet)}
        found, seen = [], set()
        for packet in waits:
            way = {}
            while packet in waits and packet not in seen:
                seen.add(packet)
                way[packet] = len(way)
                packet = waits[packet]
            if packet in way:
                found.append(list(way)[way[packet]:])
        return sorted(found, key=len)


def segments(events, last):
    """Returns the states of a packet's head, [(from, to, state)], and its stays at routers, [(from,
    to, router)]."""
    does, stays, what, since, router, entered = [], [], None, 0, None, 0
    for time, event, at, cause, _ in [*events, (last, None, None, "", "")]:
        if what is not None and time > since:
            if does and does[-1][1:] == (since, what):
                since = does.pop()[0]
            does.append((since, time, what))
        if event in ("depart", "eject", None) and router is not None and time > entered:
            stays.append((entered, time, router))
            router = None
        if event == "arrive":
            router, entered = at, time
        what = None if event in (
            "done", None) else CAUSES[cause][0] if event == "blocked" else EVENTS[event]
        since = time
    return does, stays


@read_once(2)
def read(path):
    return Trace(path)


def refuse_many(path):
    """Refuses files with more packets than a picture shows, before millions of events are read."""
    names, events = set(), events_of(path)
    next(events)
    for _, (_, _, _, packet, *_) in events:
        names.add(packet)
        if len(names) > MAX_PACKETS:
            raise InputError(f"{path}: more than {MAX_PACKETS} packets; allowed in a picture: at "
                             "most so many, as trace.packets, trace.source or trace.one_in choose")


def picture(options, title):
    """Draws a row for each packet; packets far apart in time all begin at their generation."""
    refuse_many(options.one_file())
    trace = read(options.files[0])
    count = len(trace.heads)
    longest = max((events[-1][0] if events[-1][1] == "done" else trace.last) - events[0][0]
                  for events in trace.heads.values())
    relative = trace.last - trace.first > APART * max(longest, 1)
    begin, end = (0, max(longest, 1)) if relative else (trace.first,
                                                        max(trace.last, trace.first + 1))
    size = options.size or (PAGE_INCHES, min(max(1.2 + 0.22 * count, 1.8), 9))
    boxes, hints, names = {what: [] for what in LOOKS}, {what: [] for what in LOOKS}, []
    for place, (packet, events) in enumerate(trace.heads.items()):
        shift, y = events[0][0] if relative else 0, count - 1 - place
        does, stays = segments(events, trace.last)
        for since, until, what in does:
            half = 0.22 if what in LOW else 0.4
            boxes[what].append([since - shift, until - shift, y - half, y + half])
            hints[what].append(f"packet {packet} {LOOKS[what][0]}: cycles {since:g} to {until:g}")
        wide = 80 / (end - begin)  # about 80 digits fit into the width of the figure
        names += [((since + until) / 2 - shift, y, str(router)) for since, until, router in stays
                  if (until - since) * wide > len(str(router)) and size[1] / count > 0.14]
    marks = [rects(words, boxes[what], colour, hints[what], hatch=hatch)
             for what, (words, colour, hatch) in LOOKS.items() if boxes[what]]
    entries = [box_entry(mark["name"], mark["colour"], hatch=mark["hatch"]) for mark in marks]
    if names:
        marks.append(texts(*zip(*names), colour="#000000", box="#ffffff"))
    ticks = [[count - 1 - place, f"{packet} ({events[0][0]:g})" if relative else packet]
             for place, (packet, events) in enumerate(trace.heads.items())]
    x = axis("cycles since the packet was generated" if relative else "cycle",
             begin, end, grid=False, most=8)
    y = axis("packet (cycle of its generation)" if relative else "packet",
             -0.5, count - 0.5, ticks=ticks, grid=False)
    return figure("gantt", [panel(x, y, marks)], size, 1, title, [legend(entries)])
