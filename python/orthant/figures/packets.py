"""What happened to packets, from a file of output.trace: a row for each, and on a page their heads
cycle by cycle."""
import math
import re

from ..results.reader import InputError, number_of, read_once, rows_of
from .describe import PAGE_INCHES, axis, box_entry, figure, legend, panel, rects, texts

MADE_BY = "a file of output.trace"
NEEDED = ("seed", "cycle", "event", "packet", "flit", "router", "cause", "blocked_by", "flits")
MOST_PACKETS = 150  # in a picture
MOST_EVENTS = 2_000_000  # of heads
MOST_ROWS = 200  # of a file in the table of a page
# Where the head of a packet is after an event; `blocked` leaves it where it is.
EVENTS = {
    "birth": "source", "inject": "channel", "arrive": "router", "route": "router", "vc_allocated":
    "router", "blocked": None, "switch_won": "router", "depart": "channel", "eject": "tail"
}
# What it waits for, and that in words.
CAUSES = {
    "behind": ("behind", "behind another packet"), "no_vc": ("vc", "no output VC is free"),
    "lost_vc": ("vc", "other heads were granted the VCs"), "no_credit": ("credit", "no credit"),
    "lost_switch": ("switch", "another flit has the switch"), "channel_busy":
    ("switch", "the channel is busy"), "injection_limit": ("vc", "the injection limit"),
    "marked_slot": ("credit", "only the marked slot is free"), "node_full":
    ("vc", "the node takes no more requests"), "refused": ("credit", "its queue is full")
}
# waits that last until the packet that is named moves
LASTING = {"behind", "no_vc", "no_credit", "marked_slot"}
LOOKS = {"source": ("in the source", "#CCCCCC"), "channel": ("on a channel", "#56B4E9"),
         "router": ("in a router", "#0072B2"), "behind": ("waits behind a packet", "#999999"),
         "vc": ("waits for a VC", "#D55E00"), "credit": ("waits for a credit", "#CC79A7"),
         "switch": ("waits for the switch", "#F0E442"), "tail": ("the tail follows", "#B7DDB0")}
PACKET = re.compile(r"\d{1,10}:\d{1,20}", re.ASCII)
WHOLE = re.compile(r"\d{1,9}", re.ASCII)
# times the longest life of a packet: packets of a longer trace are drawn from their generation on
APART = 3


class Trace:
    """Events of heads, and of tails that are ejected, of the first seed: {packet: [(cycle, event,
    router, cause, by)]}. `kept`: the first rows of the file, `count` of all.

    Of more than MOST_EVENTS events the last one of each packet that is under way is kept
    (`is_cut`)."""

    def __init__(self, path):
        self.path, self.count, self.heads, self.kept, self.is_cut = path, 0, {}, [], False
        self.first, self.last, self.seed, self.more_seeds = math.inf, 0, None, False
        lines = rows_of(path)
        self.columns = next(lines)
        place = {name: i for i, name in enumerate(self.columns)}
        missing = next((name for name in NEEDED if name not in place), None)
        if missing:
            raise InputError(f"{path}: column '{missing}' is missing; allowed: {MADE_BY}")
        at, events = [place[name] for name in NEEDED], 0
        for line in lines:
            self.count += 1
            if self.count <= MOST_ROWS:
                self.kept.append(line)
            events += self._read([line[i] for i in at])
            if events == MOST_EVENTS and not self.is_cut:
                self.is_cut = True
                self.heads = {
                    packet: own[-1:]
                    for packet, own in self.heads.items() if own[-1][1] != "done"
                }
        if not self.count:
            raise InputError(f"{path}: no rows; allowed: one or more")

    def _refuse(self, what, allowed):
        raise InputError(f"{self.path}: row {self.count}: {what}; allowed: {allowed}")

    def _read(self, cells):
        """Whether the row was of a head."""
        seed, cycle, event, packet, flit, router, cause, by, flits = cells
        self.seed = seed if self.seed is None else self.seed
        if seed != self.seed:
            self.more_seeds = True
            return False
        if event not in EVENTS:
            self._refuse(f"event is '{event}'", ", ".join(EVENTS))
        time = number_of(cycle)
        if time is None or not 0 <= time < 2 ** 31:
            self._refuse(f"cycle is '{cycle}'", "a number from 0 on")
        if time < self.last:
            self._refuse(f"cycle {time:g} after cycle {self.last:g}",
                         "the order of cycles, as orthant writes it")
        for name, text in (("flit", flit), ("router", router), ("flits", flits)):
            if not WHOLE.fullmatch(text):
                self._refuse(f"{name} is '{text}'", "a whole number from 0 on")
        for name, text in (("packet", packet), ("blocked_by", by)):
            if not PACKET.fullmatch(text) and (text or name == "packet"):
                self._refuse(f"{name} is '{text}'", "SOURCE:NUMBER")
        if int(flit) >= int(flits):
            self._refuse(f"flit {flit} of a packet of {flits}", "flits below the length")
        if (cause != "") != (event == "blocked") or cause and cause not in CAUSES:
            self._refuse(f"cause of {event} is '{cause}'", ", ".join(CAUSES) + ", of blocked alone")
        self.first, self.last = min(self.first, time), time
        tail = event == "eject" and int(flit) + 1 == int(flits)
        if flit != "0" and not tail:
            return False
        entry = time, "done" if tail else event, int(router), cause, by
        if not self.is_cut:
            self.heads.setdefault(packet, []).append(entry)
        elif tail:
            self.heads.pop(packet, None)
        else:
            self.heads[packet] = [entry]
        return True

    def circles(self):
        """Packets whose heads wait for each other after the last event, each for the next one, the
        last for the first."""
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
    """[(from, to, what)] of the head of a packet, and [(from, to, router)] of its stays."""
    does, stays, what, since, router, entered = [], [], None, 0, None, 0
    for time, event, at, cause, _ in [*events, (last, None, None, "", "")]:
        if what is not None and time > since:
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


def picture(options, title):
    """A row for each packet; packets of different times are drawn from their generation on."""
    trace = read(options.one_file())
    if trace.is_cut:
        raise InputError(
            f"{trace.path}: more than {MOST_EVENTS} events of heads; allowed in a picture: at most "
            "so many, as trace.packets, trace.source or trace.one_in choose")
    if len(trace.heads) > MOST_PACKETS:
        raise InputError(
            f"{trace.path}: {len(trace.heads)} packets; allowed in a picture: at most "
            f"{MOST_PACKETS}, as trace.packets, trace.source or trace.one_in choose")
    longest = max((events[-1][0] if events[-1][1] == "done" else trace.last) - events[0][0]
                  for events in trace.heads.values())
    relative = trace.last - trace.first > APART * max(longest, 1)
    begin, end = (0, max(longest, 1)) if relative else (trace.first,
                                                        max(trace.last, trace.first + 1))
    count = len(trace.heads)
    size = options.size or (PAGE_INCHES, min(max(1.2 + 0.22 * count, 1.8), 9))
    boxes, hints, names = {what: [] for what in LOOKS}, {what: [] for what in LOOKS}, []
    for place, (packet, events) in enumerate(trace.heads.items()):
        shift = events[0][0] if relative else 0
        y = count - 1 - place
        does, stays = segments(events, trace.last)
        for since, until, what in does:
            half = 0.22 if what in ("source", "channel", "tail") else 0.4
            boxes[what].append([since - shift, until - shift, y - half, y + half])
            hints[what].append(f"packet {packet} {LOOKS[what][0]}: cycles {since:g} to {until:g}")
        wide = 80 / (end - begin)  # some 80 digits fit beside each other
        names += [((since + until) / 2 - shift, y, str(router)) for since, until, router in stays
                  if (until - since) * wide > len(str(router)) and size[1] / count > 0.14]
    marks = [
        rects(words, boxes[what], colour, hints[what]) for what, (words, colour) in LOOKS.items()
        if boxes[what]
    ]
    if names:
        xs, ys, words = zip(*names)
        marks.append(texts(xs, ys, words, colour="#000000", box="#ffffff"))
    ticks = [[count - 1 - place, f"{packet}, from {events[0][0]:g}" if relative else packet]
             for place, (packet, events) in enumerate(trace.heads.items())]
    x = axis("cycles since the packet was generated" if relative else "cycle",
             begin, end, grid=False, most=8)
    y = axis("packet" + (", and its cycle" if relative else ""),
             -0.5, count - 0.5, ticks=ticks, grid=False)
    entries = [box_entry(mark["name"], mark["colour"]) for mark in marks if "boxes" in mark]
    return figure("gantt", [panel(x, y, marks)], size, 1, title, [legend(entries)])
