"""Gantt charts: frames of a schedule by channel, and operations of a workload by rank."""
import math

from ..results.kinds import GANTT, read_table
from ..results.reader import InputError, counted, json_of
from .describe import (COLUMN_INCHES, PAGE_INCHES, TICK_INCHES, axis, box_entry, cell_edges, cells,
                       figure, fitted, legend, linear_ticks, panel, rects, series, shade, texts)

# --- schedules ---

MADE_BY = f"a file of orthant {GANTT}"
VERDICTS = {"liquid": "liquid", "not_liquid": "no schedule is liquid",
            "unknown": "whether one is liquid is unknown"}
MAX_CAPACITY, MAX_CELLS = 1024, 20_000_000
# Colours distinguishable to colour-blind readers (Okabe & Ito 2008, without black and yellow).
FEW_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"]
MAX_NAMED_CHANNELS, FEW_CHANNELS = 64, 32
MAX_NAMED_FRAMES, MAX_CHARACTERS = 16, 14
MAX_SENDERS = 16  # senders in a legend
MAX_HINTS = 20_000
SIDE_INCHES = 1.6  # width of labels and legend


class Schedule:
    """`cells` by [channel][frame] hold the number of the transfer's source, None if idle. A channel
    that carries several transfers at a time has a row for each; bottlenecks come first."""

    def __init__(self, document):
        result, frames = document["result"], document["frames"]
        self.frames, self.transfers = len(frames), int(result["transfers"])
        self.duration, self.verdict = int(result["duration"]), VERDICTS[result["verdict"]]
        network = f"{document['dimensions'] or ''} {document['topology'] or ''}".strip()
        self.what = [part.replace("_", " ")
                     for part in (network, document["routing"], document["collective"]) if part]
        channels = sorted(document["channels"],
                          key=lambda one: (not one["bottleneck"], -one["load"], one["channel"]))
        self.channels = [(one["channel"], str(one["name"] or one["channel"]), one["load"],
                          bool(one["bottleneck"])) for one in channels
                         for _ in range(min(one.get("capacity", 1), MAX_CAPACITY))]
        self.bottlenecks = sum(bottleneck for *_, bottleneck in self.channels)
        if self.frames * len(self.channels) > MAX_CELLS:
            raise ValueError(f"{self.frames} frames of {len(self.channels)} channels are more than "
                             f"{MAX_CELLS} cells")
        self.cells = [[None] * self.frames for _ in self.channels]
        self.texts = {}
        self.place(frames, {channel: name for channel, name, *_ in self.channels})
        used = sum(cell is not None for row in self.cells[:self.bottlenecks] for cell in row)
        self.busy = used / max(1, self.bottlenecks * self.frames)

    def place(self, frames, names):
        sent = [(column, transfer, source_of(transfer, names))
                for column, frame in enumerate(frames) for transfer in frame["transfers"]]
        self.sources = sorted({source for *_, source in sent}, key=by_number)
        number_of = {source: i for i, source in enumerate(self.sources)}
        rows_of = {}
        for row, (channel, *_) in enumerate(self.channels):
            rows_of.setdefault(channel, []).append(row)
        for column, transfer, source in sent:
            for channel in transfer["channels"]:
                row = next((row for row in rows_of[channel] if self.cells[row][column] is None),
                           None)
                if row is None:
                    raise ValueError(f"more transfers of frame {column} than channel {channel} "
                                     "carries")
                self.cells[row][column] = number_of[source]
                self.texts[row, column] = str(transfer["name"] or transfer["transfer"])

    def title(self, inches):
        size = f"{counted(self.transfers, 'transfer')} in {counted(self.frames, 'frame')}"
        facts = [f"duration {self.duration}", self.verdict,
                 f"bottlenecks busy {100 * self.busy:.3g} % of the time"]
        what = [*self.what[:-1], f"{self.what[-1]}: {size}" if self.what else size]
        return f"{fitted(what, [], inches)}\n{fitted(facts, [], inches)}"


def source_of(transfer, names):
    """Returns the sending node; in a case the source in the transfer's name, else its first
    channel."""
    if transfer["source"] is not None:
        return str(transfer["source"])
    source, arrow, _ = str(transfer["name"] or "").partition("->")
    return source if arrow or not transfer["channels"] else names[transfer["channels"][0]]


def by_number(text):
    return (0, int(text), "") if text.isdecimal() else (1, 0, text)


def read_schedule(path):
    document = json_of(path)
    try:
        schedule = Schedule(document)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f"{error} is missing or unknown" if isinstance(error, KeyError) else error
        raise InputError(f"{path}: not a schedule: {what}; allowed: {MADE_BY}") from None
    if not schedule.texts:
        raise InputError(f"{path}: no transfer uses a channel; allowed: {MADE_BY}")
    return schedule


def schedule_figure(options):
    """A row for each channel, a column for each frame; the colour identifies the sender."""
    schedule = read_schedule(options.one_file())
    rows, columns = len(schedule.cells), schedule.frames
    named, few = rows <= MAX_NAMED_CHANNELS, rows <= FEW_CHANNELS
    longest = max(map(len, schedule.texts.values()))
    with_text = named and columns <= MAX_NAMED_FRAMES and longest <= MAX_CHARACTERS
    row_inches = (0.25 if few else 0.115) if named else 5.5 / rows
    needed = columns * (max(0.07 * longest + 0.12, 0.6) if with_text else 0.1) + SIDE_INCHES
    width = COLUMN_INCHES if needed <= COLUMN_INCHES else PAGE_INCHES
    size = options.size or (width, rows * row_inches + 1.1)
    with_text = with_text and needed <= size[0]
    colours = source_colours(len(schedule.sources))
    marks = [cells(cell_edges(columns), range(rows + 1), schedule.cells[::-1], palette=colours,
                   ruled=named and columns <= 32, hints=hints_of(schedule))]
    if with_text:
        marks += texts_of(schedule, colours)
    end = schedule.bottlenecks
    notes = ["all channels are bottlenecks"]
    if end < rows:
        marks.append(series("", [-0.5, columns - 0.5], [rows - end] * 2, "ink", marker=None,
                            width=0.8))
        notes = [f"above the line: {counted(end, 'bottleneck')}"]
    with_legend = not with_text and len(schedule.sources) <= MAX_SENDERS
    entries = map(box_entry, schedule.sources, colours) if with_legend else []
    if not with_text and not with_legend:
        notes.append(f"dark to bright: sent by {schedule.sources[0]} to {schedule.sources[-1]}")
    x = axis("frame", -0.5, columns - 0.5, grid=False,
             ticks=linear_ticks(0, columns - 1, max(2, int(size[0] / TICK_INCHES)), True))
    title = schedule.title(size[0]) if options.title is None else options.title
    return figure("gantt", [panel(x, channel_axis(schedule, named), marks)], size, 1, title,
                  [legend(entries, "sent by")], shown=notes)


def channel_axis(schedule, named):
    rows = len(schedule.channels)
    if named:
        return axis("channel (its load)", 0, rows, grid=False, ticks=[
            [rows - row - 0.5, f"{name}  ({load})"]
            for row, (_, name, load, _) in enumerate(schedule.channels)])
    several = len({load for _, _, load, _ in schedule.channels}) > 1
    return axis(f"{rows} channels" + ", the busiest first" * several, 0, rows, ticks=[], grid=False)


def hints_of(schedule):
    """Returns [[row, column, text]] of the cells; rows are counted from below."""
    rows = len(schedule.cells)
    return [[rows - 1 - row, column,
             f"transfer {text}, sent by {schedule.sources[schedule.cells[row][column]]}"]
            for (row, column), text in schedule.texts.items()
            ] if len(schedule.texts) < MAX_HINTS else []


def source_colours(count):
    """Gives few senders distinct colours, many senders shades from dark to bright."""
    return FEW_COLOURS[:count] if count <= len(FEW_COLOURS) else [
        shade(i / (count - 1)) for i in range(count)]


def texts_of(schedule, colours):
    """Marks of the texts on dark and on bright cells."""
    found, rows = {"#ffffff": [], "#000000": []}, len(schedule.cells)
    for (row, column), text in schedule.texts.items():
        colour = colours[schedule.cells[row][column]]
        red, green, blue = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 128
        found["#ffffff" if dark else "#000000"].append(
            (column, rows - row - 0.5, text.replace("->", "→")))
    return [texts(*zip(*own), colour=ink) for ink, own in found.items() if own]


# --- operations ---

MAX_OPERATIONS = 1_000_000
# Drawing order: kind of operation, words, colour, height of a bar.
OPERATIONS = {"recv": ("waits for a message", "#CCCCCC", 0.9), "send": ("sends", "#0072B2", 0.5),
              "calc": ("computes", "#E69F00", 0.9)}


def operations_figure(options, title):
    """Draws a row for each rank and the critical path as a line. Operations that never ended reach
    the right edge."""
    path = options.one_file()
    table = read_table(path)
    if len(table) > MAX_OPERATIONS:
        raise InputError(
            f"{path}: {len(table)} operations; allowed in a picture: at most {MAX_OPERATIONS}")
    for kind in sorted({*table.texts("operation_kind")} - {*OPERATIONS}):
        raise InputError(f"{path}: operation_kind is '{kind}'; allowed: {', '.join(OPERATIONS)}")
    numbers = map(table.numbers, ("start", "cycles", "end", "critical"))
    seeds = table.texts("seed")
    rows = [row for seed, *row in zip(seeds, table.texts("operation_kind"), table.wholes("rank"),
                                      *numbers, table.texts("operation")) if seed == seeds[0]]
    times = [time for row in rows for time in (row[2], row[4]) if not math.isnan(time)]
    if not times:
        raise InputError(f"{path}: no operation has started; allowed: a file of output.operations")
    last, ranks = max(*times, 1), 1 + max(row[1] for row in rows)
    marks = [mark for kind in OPERATIONS if (mark := bars_of(kind, rows, last, ranks))["boxes"]]
    entries = [box_entry(mark["name"], mark["colour"]) for mark in marks]
    if steps := sorted((row for row in rows if row[5] > 0), key=lambda row: row[5]):
        cycles, places = critical_line(steps)
        marks.append(series("critical path", cycles, [ranks - 1 - rank for rank in places], "ink",
                            marker=None))
        entries.append({"label": "critical path", "colour": "ink", "line": "solid", "marker": None})
    size = options.size or (PAGE_INCHES, min(max(1.2 + 0.16 * ranks, 2), 7))
    ticks = linear_ticks(0, ranks - 1, max(2, int(size[1] / 0.25)), True)
    y = axis("rank", -0.5, ranks - 0.5, grid=False,
             ticks=[[ranks - 1 - rank, text] for rank, text in ticks])
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
    return rects(words, boxes, colour, hints if len(hints) <= MAX_HINTS else (), raster=True)


def critical_line(steps):
    """Returns cycles and ranks of the corners of the critical path. Operations are given in order;
    a message is a line from its send to its receive."""
    cycles, ranks = [], []
    for step, after in zip(steps, [*steps[1:], None]):
        kind, rank, start, took, end = step[:5]
        begin = {"calc": end - took, "send": start, "recv": end}[kind]
        stays = after is None or after[1] == rank  # otherwise the path continues with its message
        corners = [begin, max(begin, min(end, after[2] if after else end))] if stays else [begin]
        cycles += corners
        ranks += [rank] * len(corners)
    return cycles, ranks
