"""Gantt charts: frames of a schedule by channel, and operations of a workload by rank."""
import math

from ..results.kinds import GANTT, read_table
from ..results.reader import InputError, counted, json_of
from .describe import (COLUMN_INCHES, PAGE_INCHES, axis, box_entry, cell_edges, cells, figure,
                       fitted, legend, linear_ticks, panel, rects, series, shade, texts)

# --- schedules ---

MADE_BY = f"a file of orthant {GANTT}"
VERDICTS = {
    "liquid": "liquid", "not_liquid": "no schedule is liquid", "unknown":
    "whether one is liquid is unknown"
}
NUMBERS = {2: "two", 3: "three"}
MOST_CAPACITY, MOST_CELLS = 1024, 20_000_000
# The members of each object of the document and what they are.
FORMS = {
    "result": {"transfers": (int, float), "duration": (int, float), "verdict": str}, "channels":
    {"channel": int, "name": (str, type(None)), "load": (int, float), "bottleneck":
     bool}, "transfers":
    {"transfer": int, "source": (int, type(None)), "name": (str, type(None)), "channels": list}
}
# Distinct without seeing red or green (Okabe & Ito 2008, without black and yellow).
FEW_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"]
MOST_NAMED_CHANNELS, FEW_CHANNELS = 64, 32
MOST_NAMED_FRAMES, MOST_LETTERS = 16, 14
MOST_HINTS = 20_000
SIDE_INCHES = 1.6  # beside the frames


def check_members(found, what):
    if not isinstance(found, dict):
        raise InputError(f"an entry of '{what}' is no object; allowed: {MADE_BY}")
    for name, kinds in FORMS[what].items():
        value = found.get(name, found)
        if not isinstance(value, kinds) or isinstance(value, bool) and kinds is not bool:
            raise InputError(
                f"'{name}' of an entry of '{what}' is missing or of another kind; "
                f"allowed: {MADE_BY}")


def list_of(found, name):
    if not isinstance(found, dict) or not isinstance(found.get(name), list):
        raise InputError(f"'{name}' is missing or no list; allowed: {MADE_BY}")
    return found[name]


def check_document(document):
    channels, frames = list_of(document, "channels"), list_of(document, "frames")
    check_members(document.get("result"), "result")
    if document["result"]["verdict"] not in VERDICTS:
        raise InputError(
            f"'verdict' is {document['result']['verdict']!r}; allowed: {', '.join(VERDICTS)}")
    for name in ("topology", "dimensions", "routing", "collective"):
        if not isinstance(document.get(name, 0), (str, type(None))):
            raise InputError(f"'{name}' is missing or no text; allowed: {MADE_BY}")
    for channel in channels:
        check_members(channel, "channels")
        if channel.get("capacity", 1) not in range(1, MOST_CAPACITY + 1):
            raise InputError(
                f"'capacity' of channel {channel['channel']} is {channel['capacity']!r}; "
                f"allowed: 1 to {MOST_CAPACITY}")
    ids = {channel["channel"] for channel in channels}
    for transfer in (transfer for frame in frames for transfer in list_of(frame, "transfers")):
        check_members(transfer, "transfers")
        for channel in transfer["channels"]:
            if not isinstance(channel, int) or channel not in ids:
                raise InputError(f"transfer {transfer['transfer']} uses channel {channel!r}; "
                                 "allowed: those of 'channels'")
    if len(frames) * sum(channel.get("capacity", 1) for channel in channels) > MOST_CELLS:
        raise InputError(
            f"{len(frames)} frames of {len(channels)} channels; allowed: at most {MOST_CELLS} cells"
        )


class Schedule:
    """`cells` by [channel][frame]: the number of the transfer's source, None if idle. A channel
    that carries several transfers at a time has a row for each; bottlenecks come first."""

    def __init__(self, document):
        check_document(document)
        self.result, self.frames = document["result"], len(document["frames"])
        network = " ".join(document[key] for key in ("dimensions", "topology") if document[key])
        self.what = [
            part.replace("_", " ")
            for part in (network, document["routing"], document["collective"]) if part
        ]
        channels = sorted(document["channels"],
                          key=lambda one: (not one["bottleneck"], -one["load"], one["channel"]))
        self.channels = [channel for channel in channels for _ in range(channel.get("capacity", 1))]
        self.bottlenecks = sum(channel["bottleneck"] for channel in self.channels)
        names = {
            channel["channel"]: channel["name"] or str(channel["channel"])
            for channel in self.channels
        }
        transfers = [transfer for frame in document["frames"] for transfer in frame["transfers"]]
        self.sources = sorted({source_of(transfer, names) for transfer in transfers}, key=by_number)
        self.cells = [[None] * self.frames for _ in self.channels]
        self.texts = {}
        self.place(document["frames"], names)
        used = sum(cell is not None for row in self.cells[:self.bottlenecks] for cell in row)
        self.busy = used / max(1, self.bottlenecks * self.frames)

    def place(self, frames, names):
        rows_of, number_of = {}, {source: i for i, source in enumerate(self.sources)}
        for row, channel in enumerate(self.channels):
            rows_of.setdefault(channel["channel"], []).append(row)
        for column, frame in enumerate(frames):
            for transfer, channel in ((transfer, channel) for transfer in frame["transfers"]
                                      for channel in transfer["channels"]):
                row = next((row for row in rows_of[channel] if self.cells[row][column] is None),
                           None)
                if row is None:
                    many = len(rows_of[channel]) + 1
                    raise InputError(
                        f"{NUMBERS.get(many, many)} transfers of frame {column} use channel "
                        f"{channel}; allowed: no more than it carries")
                self.cells[row][column] = number_of[source_of(transfer, names)]
                self.texts[row, column] = transfer["name"] or str(transfer["transfer"])

    def title(self, inches):
        size = f"{counted(self.result['transfers'], 'transfer')} in {counted(self.frames, 'frame')}"
        said = [f"duration {self.result['duration']}", VERDICTS[self.result["verdict"]],
                f"bottlenecks busy {100 * self.busy:.3g}% of the time"]
        return "\n".join([
            fitted([*self.what[:-1], f"{self.what[-1]}: {size}" if self.what else size], [],
                   inches),
            fitted(said, [], inches)
        ])


def source_of(transfer, names):
    """The node that sends; of a case what its name says, else its first channel."""
    if transfer["source"] is not None:
        return str(transfer["source"])
    source, arrow, _ = (transfer["name"] or "").partition("->")
    return source if arrow or not transfer["channels"] else names[transfer["channels"][0]]


def by_number(text):
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def read_schedule(path):
    document = json_of(path, GANTT)
    try:
        schedule = Schedule(document)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if not schedule.texts:
        raise InputError(f"{path}: no transfer uses a channel; allowed: {MADE_BY}")
    return schedule


def schedule_figure(options):
    """A row for each channel, a column for each frame; the colour says who sends."""
    schedule = read_schedule(options.one_file())
    rows, columns = len(schedule.cells), schedule.frames
    named, few = rows <= MOST_NAMED_CHANNELS, rows <= FEW_CHANNELS
    longest = max(map(len, schedule.texts.values()))
    with_text = named and columns <= MOST_NAMED_FRAMES and longest <= MOST_LETTERS
    row_inches = (0.25 if few else 0.115) if named else 5.5 / rows
    needed = columns * (max(0.07 * longest + 0.12, 0.6) if with_text else 0.1) + SIDE_INCHES
    width = COLUMN_INCHES if needed <= COLUMN_INCHES else PAGE_INCHES
    size = options.size or (width, rows * row_inches + 1.1)
    colours = source_colours(len(schedule.sources))
    hints = schedule.texts if len(schedule.texts) < MOST_HINTS else {}
    marks = [
        cells(cell_edges(columns), range(rows + 1), schedule.cells[::-1], palette=colours,
              ruled=named and columns <= 32,
              hints=[[
                  rows - 1 - row, column,
                  f"transfer {text}, sent by {schedule.sources[schedule.cells[row][column]]}"
              ] for (row, column), text in hints.items()])
    ]
    with_text = with_text and needed <= size[0]
    if with_text:
        marks += [
            texts([column for _, column in places], [rows - row - 0.5 for row, _ in places],
                  words, colour=ink) for ink, places, words in texts_of(schedule, colours)
        ]
    x = axis("frame",
             -0.5, columns - 0.5,
             ticks=linear_ticks(0, columns - 1, max(2, int(size[0] / 0.4)), True), grid=False)
    loads = {channel["load"] for channel in schedule.channels}
    y = axis(f"{rows} channels" + (", the busiest first" if len(loads) > 1 else ""),
             0, rows, ticks=[], grid=False)
    if named:
        y = axis("channel (its load)", 0, rows, grid=False, ticks=[
            [rows - row - 0.5, f"{channel['name'] or channel['channel']}  ({channel['load']})"]
            for row, channel in enumerate(schedule.channels)])
    end = schedule.bottlenecks
    if end < rows:
        marks.append(
            series("", [-0.5, columns - 0.5], [rows - end] * 2, "ink", marker=None, width=0.8))
    notes = [
        "all channels are bottlenecks"
        if end == rows else f"above the line: {counted(end, 'bottleneck')}"
    ]
    entries = []
    if not with_text and len(schedule.sources) <= 16:
        entries = list(map(box_entry, schedule.sources, colours))
    if not with_text and not entries:
        notes.append(f"dark to bright: sent by {schedule.sources[0]} to {schedule.sources[-1]}")
    title = schedule.title(size[0]) if options.title is None else options.title
    return figure("gantt", [panel(x, y, marks)],
                  size, 1, title, [legend(entries, "sent by")], shown=notes)


def source_colours(count):
    """Different ones for few senders, from dark to bright for many."""
    return FEW_COLOURS[:count] if count <= len(FEW_COLOURS) else [
        shade(i / (count - 1)) for i in range(count)
    ]


def texts_of(schedule, colours):
    """[(ink, places, words)] of texts on dark and on bright cells."""
    found = {"#ffffff": ([], []), "#000000": ([], [])}
    for (row, column), text in schedule.texts.items():
        colour = colours[schedule.cells[row][column]]
        red, green, blue = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
        places, words = found["#ffffff" if 0.299 * red + 0.587 * green +
                              0.114 * blue < 128 else "#000000"]
        places.append((row, column))
        words.append(text.replace("->", "→"))
    return [(ink, places, words) for ink, (places, words) in found.items() if places]


# --- operations ---

MOST_OPERATIONS = 1_000_000
# From the back to the front: kind of operation, words, colour, height of a bar.
OPERATIONS = {"recv": ("waits for a message", "#CCCCCC", 0.9), "send": ("sends", "#0072B2", 0.5),
              "calc": ("computes", "#E69F00", 0.9)}


def operations_figure(options, title):
    """A row for each rank; the line is the critical path. Operations that never ended last to the
    right edge."""
    path = options.one_file()
    table = read_table(path)
    if len(table) > MOST_OPERATIONS:
        raise InputError(
            f"{path}: {len(table)} operations; allowed in a picture: at most {MOST_OPERATIONS}")
    for kind in sorted({*table.texts("operation_kind")} - {*OPERATIONS}):
        raise InputError(f"{path}: operation_kind is '{kind}'; allowed: {', '.join(OPERATIONS)}")
    seed = table.texts("seed")[0]
    numbers = map(table.numbers, ("start", "cycles", "end", "critical"))
    rows = [
        row[1:] for row in zip(table.texts("seed"), table.texts("operation_kind"),
                               table.wholes("rank"), *numbers, table.texts("operation"))
        if row[0] == seed
    ]
    times = [time for row in rows for time in (row[2], row[4]) if not math.isnan(time)]
    if not times:
        raise InputError(f"{path}: no operation has started; allowed: a file of output.operations")
    last, ranks = max(*times, 1), 1 + max(row[1] for row in rows)
    marks = [mark for kind in OPERATIONS if (mark := bars_of(kind, rows, last, ranks))["boxes"]]
    entries = [box_entry(mark["name"], mark["colour"]) for mark in marks]
    steps = sorted((row for row in rows if row[5] > 0), key=lambda row: row[5])
    if steps:
        marks.append(series("critical path", *critical_line(steps), "ink", marker=None))
        marks[-1]["ys"] = [ranks - 1 - rank for rank in marks[-1]["ys"]]
        entries.append({"label": "critical path", "colour": "ink", "line": "solid", "marker": None})
    size = options.size or (PAGE_INCHES, min(max(1.2 + 0.16 * ranks, 2), 7))
    y = axis(
        "rank", -0.5, ranks - 0.5, grid=False, ticks=[[ranks - 1 - rank, text]
               for rank, text in linear_ticks(0, ranks - 1, max(2, int(size[1] / 0.25)), True)])
    return figure("gantt", [panel(axis("cycle", 0, last, grid=False, most=8), y, marks)], size, 1,
                  title, [legend(entries)])


def bars_of(kind, rows, last, ranks):
    words, colour, height = OPERATIONS[kind]
    boxes, hints = [], []
    for own, rank, start, cycles, end, _, operation in rows:
        if own != kind or math.isnan(start):
            continue
        end = last if math.isnan(end) else end
        begin = end - cycles if kind == "calc" and not math.isnan(cycles) else start
        if end > begin:
            boxes.append([begin, end, ranks - 1 - rank - height / 2, ranks - 1 - rank + height / 2])
            hints.append(f"rank {rank} {words}, operation {operation}: cycles {begin:g} to {end:g}")
    return rects(words, boxes, colour, hints if len(hints) <= MOST_HINTS else (), raster=True)


def critical_line(steps):
    """Cycles and ranks of the corners of the critical path, whose operations are given in order; a
    message is a line from its send to its receive."""
    cycles, ranks = [], []
    for step, after in zip(steps, [*steps[1:], None]):
        kind, rank, start, took, end = step[:5]
        begin = {"calc": end - took, "send": start, "recv": end}[kind]
        stays = after is None or after[1] == rank  # else its message goes on
        corners = [begin, max(begin, min(end, after[2] if after else end))] if stays else [begin]
        cycles += corners
        ranks += [rank] * len(corners)
    return cycles, ranks
