"""Reads files of output.trace row by row: the events of the first seed, and where every flit is after the last of them."""
import array
import math
import re

from input_error import InputError
from sound_files import rows_of

MADE_BY = "a file of output.trace"
COLUMNS = ["seed", "cycle", "event", "packet", "flit", "router", "port", "vc", "out_port", "out_vc", "cause", "blocked_by", "destination",
           "flits"]
# Where the head of a packet is after an event; it waits where it was after one that says that it is blocked.
EVENTS = {"birth": "source", "inject": "channel", "arrive": "router", "route": "router", "vc_allocated": "router", "blocked": None,
          "switch_won": "router", "depart": "channel", "eject": "tail"}
# What it waits for, and that in words.
CAUSES = {"behind": ("behind", "behind another packet"), "no_vc": ("vc", "no output VC is free"),
          "lost_vc": ("vc", "other heads were granted the VCs"), "no_credit": ("credit", "no credit"),
          "lost_switch": ("switch", "another flit has the switch"), "channel_busy": ("switch", "the channel is busy"),
          "injection_limit": ("vc", "the injection limit"), "marked_slot": ("credit", "only the marked slot is free"),
          "node_full": ("vc", "the node takes no more requests"), "refused": ("credit", None)}  # output-queued: on no page
EVENT_NAMES = list(EVENTS)
CAUSE_WORDS = {"": ""} | {name: words for name, (_, words) in CAUSES.items() if words}
EVENT_NUMBER = {name: i for i, name in enumerate(EVENT_NAMES)}
CAUSE_NUMBER = {name: i for i, name in enumerate(CAUSE_WORDS)}
# What an event cannot be without.
NEEDED = {"arrive": ("port", "vc"), "route": ("port", "vc"), "vc_allocated": ("port", "vc", "out_port", "out_vc"), "blocked": ("port",),
          "switch_won": ("port", "vc", "out_port"), "depart": ("out_port",)}
# Waits that last until the packet that is named moves; of the others another one took its turn.
LASTING = {"behind", "no_vc", "no_credit", "marked_slot"}
PACKET = re.compile(r"[0-9]{1,10}:[0-9]{1,20}")
NONE = -1
MOST_ROWS = 200  # that are kept as text
LARGEST = 1 << 31  # cycle
MOST_DIGITS = 9  # of other numbers


class Whole(dict):
    """Numbers by their text, each read once."""
    def __missing__(self, text):
        if not self.reads(text):
            raise ValueError
        self[text] = int(text)
        return self[text]

    def reads(self, text):
        return text in self or text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


class TraceRows:
    """`events`: a list for each of FIELDS, of the first `most_events` events at most; `count` of all rows of the file.

    Packets are numbers into `packets`, their names. `last`: {(packet, flit): its last event}, an event as in FIELDS; without flits
    that are at their node. `held`: {packet: its channels}, each (router, output port, output VC), from a first flit to the tail.
    """
    FIELDS = ("cycle", "event", "packet", "flit", "router", "port", "vc", "out_port", "out_vc", "cause", "by")

    def __init__(self, path, most_events):
        self.path, self.columns, self.rows, self.count = path, [], [], 0
        self.configs = None
        self.events = {name: array.array("i") for name in self.FIELDS}
        self.number, self.packets, self.flits, self.event_count = {}, [], {}, 0
        self.last, self.held = {}, {}
        self.links, self.node_ports, self.routers, self.most_vc = {}, set(), set(), 0
        self.seed, self.more_seeds, self.last_cycle = None, False, 0
        self._whole, self._place, self._most = Whole(), Whole({"": NONE}), most_events
        lines = rows_of(path)
        self._read_header(next(lines))
        for line in lines:
            self._read(line)
        if not self.count:
            raise InputError(f"{path}: no rows; allowed: one or more")

    def text(self, row, column):
        return self.rows[row][self.place[column]] if column in self.place else ""

    def _read_header(self, columns):
        self.columns, self.place = columns, {name: i for i, name in enumerate(columns)}
        missing = [name for name in COLUMNS if name not in self.place]
        if missing:
            raise InputError(f"{self.path}: column '{missing[0]}' is missing; allowed: {MADE_BY}")
        self._at = [self.place[name] for name in COLUMNS]

    def _refuse(self, what, allowed):
        raise InputError(f"{self.path}: row {self.count}: {what}; allowed: {allowed}")

    def _read(self, line):
        self.count += 1
        if len(self.rows) < MOST_ROWS:
            self.rows.append(line)
        seed, cycle, event, packet, *_ = cells = [line[i] for i in self._at]
        self.seed = seed if self.seed is None else self.seed
        if seed != self.seed:
            self.more_seeds = True
            return
        if event not in EVENT_NUMBER:
            self._refuse(f"event is '{event}'", ", ".join(EVENT_NAMES))
        if line[self.place["cause"]] == "refused" or event == "arrive" and line[self.place["vc"]] == "":
            raise InputError(f"{self.path}: packets in output-queued routers; allowed on a page: input-queued ones (orthant plot draws both)")
        for name in NEEDED.get(event, ()):
            if line[self.place[name]] == "":
                self._refuse(f"{event} without {name}", MADE_BY)
        self._add(cells, (self._cycle(cycle), EVENT_NUMBER[event], self._packet(packet, "packet"), *self._numbers(cells), *self._wait(cells)))

    def _cycle(self, text):
        """The cycle in which it happened; times between cycles belong to the one before."""
        try:
            cycle = math.floor(float(text))
        except (ValueError, OverflowError):
            cycle = NONE
        if not 0 <= cycle < LARGEST:
            self._refuse(f"cycle is '{text}'", "a number from 0 on")
        if cycle < self.last_cycle:
            self._refuse(f"cycle {cycle} after cycle {self.last_cycle}", "the order of cycles, as orthant writes it")
        self.last_cycle = cycle
        return cycle

    def _packet(self, name, column):
        number = self.number.get(name)
        if number is None:
            if not PACKET.fullmatch(name):
                self._refuse(f"{column} is '{name}'", "SOURCE:NUMBER")
            number = self.number[name] = len(self.packets)
            self.packets.append(name)
        return number

    def _numbers(self, cells):
        whole, place = self._whole, self._place
        try:
            flit, router, flits = whole[cells[4]], whole[cells[5]], whole[cells[13]]
            places = [place[text] for text in cells[6:10]]
        except ValueError:
            readers = [(4, whole), (5, whole), *((i, place) for i in range(6, 10)), (13, whole)]
            wrong = next(i for i, reader in readers if not reader.reads(cells[i]))
            self._refuse(f"{COLUMNS[wrong]} is '{cells[wrong]}'", "a whole number from 0 on")
        if flit >= flits:
            self._refuse(f"flit {flit} of a packet of {flits}", "flits below the length")
        if self.flits.setdefault(self.number[cells[3]], flits) != flits:
            self._refuse(f"flits is {flits}", f"{self.flits[self.number[cells[3]]]}, as before of packet {cells[3]}")
        return flit, router, *places

    def _wait(self, cells):
        cause, by = cells[10], cells[11]
        if cause not in CAUSE_NUMBER or (cause != "") != (cells[2] == "blocked"):
            self._refuse(f"cause of {cells[2]} is '{cause}'", ", ".join(filter(None, CAUSE_WORDS)) + ", of blocked alone")
        return CAUSE_NUMBER[cause], self._packet(by, "blocked_by") if by else NONE

    def _add(self, cells, event):
        self.event_count += 1
        if self.event_count <= self._most:
            for column, value in zip(self.events.values(), event):
                column.append(value)
        _, _, packet, flit, router, port, vc, out_port, out_vc, *_ = event
        self.routers.add(router)
        self.most_vc = max(self.most_vc, vc, out_vc)
        kind = cells[2]
        before = self.last.get((packet, flit))
        if kind in ("birth", "inject"):
            self.node_ports.add((router, port))
        if kind == "depart":
            self.held.setdefault(packet, {})[router, out_port, out_vc] = None
        elif kind in ("arrive", "eject") and before and EVENT_NAMES[before[1]] == "depart":
            left = before[4], before[7], before[8]
            if kind == "arrive":
                self.links.setdefault(left[:2], (router, port))
            if flit + 1 == self.flits[packet]:
                self.held.get(packet, {}).pop(left, None)
        if kind == "eject":
            self.last.pop((packet, flit), None)
            if flit + 1 == self.flits[packet]:
                self.held.pop(packet, None)
        else:
            self.last[packet, flit] = event

    def circles(self):
        """Packets whose heads wait for each other after the last event, each for the next one, the last one for the first."""
        cause, by = self.FIELDS.index("cause"), self.FIELDS.index("by")
        names = list(CAUSE_WORDS)
        waits = {packet: event[by] for (packet, flit), event in self.last.items()
                 if flit == 0 and names[event[cause]] in LASTING and event[by] not in (NONE, packet)}
        found, seen = [], set()
        for start in waits:
            way, packet = {}, start
            while packet in waits and packet not in seen:
                seen.add(packet)
                way[packet] = len(way)
                packet = waits[packet]
            if packet in way:
                found.append(list(way)[way[packet]:])
        return found
