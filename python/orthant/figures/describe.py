"""The parts of a figure description: plain data that both drawers draw and nothing else decides
upon.

figure  {"title", "size": [inches], "columns": panels in a row, "panels", "legends", "notes",
         and of maps "colours": {"label", "limits", "ticks", "below"}}
panel   {"title", "x": axis, "y": axis, "marks", "equal": whether both axes have one scale}
axis    {"label", "limits", "scale": "linear" or "log", "ticks": [[place, text]], "grid"}
legend  {"title", "entries": [{"label", and a look: "colour", "marker", "fill", "line", ...}]}
mark    {"kind": "series", "rects", "cells", "links" or "texts", ...}, as the functions below make

Places and values are numbers, None where there is none. Colours are "c0" to "c7", "ink", "grey",
"pale", "paper" or #rrggbb. Lengths are inches on paper."""
import dataclasses
import math
import re
import textwrap

from ..errors import ConfigError as InputError

COLUMN_INCHES, PAGE_INCHES = 3.5, 7.16  # widths of a two-column paper
LETTER_INCHES = 0.057
MARKERS = ["circle", "square", "triangle", "diamond", "down", "plus", "cross", "hexagon"]
HATCHES = ["", "/", ".", "x", "\\", "-", "+", "o"]
COLOURS = 8
FACETS_IN_A_ROW = 3
MOST_TOGETHER = 6  # curves in a panel, where panels are chosen
MOST_TITLE_LINES = 2  # of a title with details
VIRIDIS = [(68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141),
           (39, 173, 129), (92, 200, 99), (170, 220, 50), (253, 231, 37)]


@dataclasses.dataclass
class Options:
    """What the command line asks for."""

    files: list
    kind: str = None
    x: str = None
    y: str = None
    facet: str = None
    title: str = None
    ymin: float = None
    ymax: float = None
    logy: bool = False
    size: tuple = None
    order: tuple = ()
    label: dict = dataclasses.field(default_factory=dict)
    unit: str = None  # of loads: that of the configs
    cut: bool = False  # draw the first curves of too many, where else they are refused

    def named(self, label):
        """A label with the names that --label gives to its parts."""
        return self.label.get(label) or ", ".join(
            self.label.get(part, part) for part in label.split(", "))

    def place(self, label):
        """Where --order puts a label: behind all that it names, if not among them."""
        parts = {label, *label.split(", "), self.named(label), *self.named(label).split(", ")}
        return next((i for i, name in enumerate(self.order) if parts & {*spellings(name)}),
                    len(self.order))

    def in_order(self, items, label_of=str):
        return sorted(items, key=lambda item: self.place(label_of(item)))

    def only(self, *names):
        """Refuses options that this picture does not read."""
        for name in ("x", "y", "facet"):
            if getattr(self, name) and name not in names:
                allowed = ", ".join(f"--{other}" for other in names) or "no --x, --y or --facet"
                raise InputError(
                    f"{self.files[0]}: --{name}: not read for this picture; allowed: {allowed}")

    def one_file(self):
        """The file of a picture of one file, which reads no key."""
        self.only()
        if len(self.files) > 1:
            raise InputError(f"{self.files[1]}: a second file; allowed for this picture: one")
        return self.files[0]


def option_size(text):
    found = re.fullmatch(r"(\d+\.?\d*),(\d+\.?\d*)", text, re.ASCII)
    size = tuple(map(float, found.groups())) if found else ()
    if not size or not all(1 <= inches <= 50 for inches in size):
        raise InputError(
            f"command line: --size: '{text}' is no size; allowed: W,H in inches, 1 to 50 each")
    return size


def option_number(name, text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"command line: --{name}: '{text}' is no number; allowed: a finite number")
    return number


def option_labels(text):
    pairs = [part.partition("=") for part in re.split(r",(?=[^,=]+=)", text or "") if part]
    wrong = next(("".join(pair) for pair in pairs if not pair[0] or not pair[1]), None)
    if wrong is not None:
        raise InputError(f"command line: --label: '{wrong}' names nothing; allowed: OLD=NEW")
    return {name: new for old, _, new in pairs for name in spellings(old)}


def spellings(name):
    """A value as configs and as legends write it: minimal_adaptive, minimal adaptive."""
    return dict.fromkeys((name.strip(), name.strip().replace("_", " ")))


def number(value):
    """A number of a description, None where there is none: six digits distinguish all points of a
    picture."""
    if value is None or not math.isfinite(value):
        return None
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2 ** 53 else rounded


def numbers(values):
    return [number(value) for value in values]


def text_of(value):
    """A number on an axis."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0e}".replace("e+0", "e")


# --- axes ---

def step_of(span, most):
    """The least step of 1, 2, 2.5 or 5 times a power of ten that makes at most so many ticks."""
    power = 10 ** math.floor(math.log10(span / most))
    return next(step * power for step in (1, 2, 2.5, 5, 10, 20) if span / (step * power) <= most)


def linear_ticks(low, high, most, whole=False):
    if not high > low:
        return [[number(low), text_of(low)]]
    step = step_of(high - low, max(most, 1))
    if whole:
        step = max(1, math.ceil(step))
    first = math.ceil(low / step - 1e-9)
    places = [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]
    return [[number(place), text_of(float(f"{place:.6g}"))] for place in places]


def log_ticks(low, high):
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    decades = [10.0 ** power for power in powers if low <= 10.0 ** power <= high]
    within = [step * 10.0 ** power for power in powers for step in (1, 2, 5)
              if low <= step * 10.0 ** power <= high]
    if len(within) < 3:
        within = [step * 10.0 ** power for power in powers for step in range(1, 10)
                  if low <= step * 10.0 ** power <= high]
    if len(within) < 2:
        return linear_ticks(low, high, 4)
    places = within if len(decades) < 3 else decades[::max(1, len(decades) // 6)]
    return [[
        number(place), text_of(place) if place >= 1e-3 else f"{place:.0e}".replace("e-0", "e-")
    ] for place in places]


def axis(label, low, high, scale="linear", ticks=None, grid=True, most=5, whole=False):
    if ticks is None:
        ticks = log_ticks(low, high) if scale == "log" else linear_ticks(low, high, most, whole)
    return {
        "label": label, "limits": [number(low), number(high)], "scale": scale, "ticks": ticks,
        "grid": grid
    }


def value_axis(label, values, options, low=0.0, top=None, log=None):
    """An axis of values from 0 (or `low`) to above the largest; --ymin, --ymax and --logy win."""
    values = [value for value in values if value is not None and math.isfinite(value)]
    if options.logy if log is None else log:
        positive = [value for value in values if value > 0]
        if not positive:
            raise InputError(
                f"{options.files[0]}: --logy: no value above 0; allowed: an axis of values above 0")
        low, high = options.ymin or 0.8 * min(positive), options.ymax or 1.25 * (top
                                                                                 or max(positive))
        check_limits(options, low, high, low > 0)
        return axis(label, low, high, "log")
    if values and min(values) < low:
        low = min(values)
    if top is None:
        top = max(values, default=1)
        top = low + 1.06 * (top - low) if top > low else low + 1
    low = low if options.ymin is None else options.ymin
    top = top if options.ymax is None else options.ymax
    check_limits(options, low, top)
    return axis(label, low, top)


def check_limits(options, low, high, sound=True):
    if not sound or not low < high:
        raise InputError(
            f"{options.files[0]}: --ymin, --ymax: the axis would go from {low:g} to {high:g}; "
            "allowed: upwards" + ("" if sound else ", and above 0 with --logy"))


def cell_axis(label, count):
    """An axis of so many cells, whose middles are whole numbers from 0 on."""
    return axis(label, -0.5, count - 0.5, grid=False, whole=True)


def cell_edges(count):
    return [i - 0.5 for i in range(count + 1)]


def word_axis(label, words, inches=COLUMN_INCHES):
    ticks = [[i, word] for i, word in enumerate(words)]
    return axis(wrapped(label, inches - 0.6), -0.6, len(words) - 0.4, ticks=ticks, grid=False)


# --- marks ---

def series(name, xs, ys, colour, **more):
    """A line with markers: `below`, `above` (ends of intervals, as "band" or "bars" of `interval`),
    `verdicts`, `runs`, `fills` of the markers, `line`: "solid", "dashed", "dotted" or None,
    `marker`: None for none, `step`: a line of steps, `exit`: {"x", "y", "end"}, where a thin line
    leaves the axis upwards."""
    ys = numbers(ys)
    return {
        "kind": "series", "name": name, "colour": colour, "xs": numbers(xs), "ys": ys, "line":
        "solid", "marker": "circle", "width": 1.0, "size": 3.2, "fills": "full", **more
    }


def rects(name, boxes, colour, hints=(), **more):
    """`boxes`: [[left, right, bottom, top]]; `hints`: what the pointer shows of each."""
    return {
        "kind": "rects", "name": name, "colour": colour, "boxes": [numbers(box) for box in boxes],
        "hints": list(hints), **more
    }


def cells(xs, ys, values, **more):
    """Cells between edges, values by [y][x]; `palette`: their colours, where values are numbers of
    them."""
    return {
        "kind": "cells", "xs": numbers(xs), "ys": numbers(ys), "values":
        [numbers(row) for row in values], **more
    }


def texts(xs, ys, words, **more):
    return {
        "kind": "texts", "xs": numbers(xs), "ys": numbers(ys), "texts": list(words), "colour":
        "ink", "size": 6.5, **more
    }


def colour_of(i, count=0, ordered=False):
    """The colour of the i-th line; many lines of a number have colours in its order."""
    return shade(0.9 * i / (count - 1)) if ordered and count > MOST_TOGETHER else f"c{i % COLOURS}"


def shade(share):
    """A colour of viridis (van der Walt & Smith 2015)."""
    place = min(max(share, 0), 1) * (len(VIRIDIS) - 1)
    low = min(int(place), len(VIRIDIS) - 2)
    parts = [round(a + (b - a) * (place - low)) for a, b in zip(VIRIDIS[low], VIRIDIS[low + 1])]
    return "#" + "".join(f"{part:02x}" for part in parts)


# --- figures ---

def panel(x, y, marks, title="", equal=False):
    return {"title": title, "x": x, "y": y, "marks": marks, "equal": equal}


def figure(kind, panels, size, columns=1, title="", legends=(), notes=(), **more):
    return {
        "kind": kind, "title": title, "size": [number(inches) for inches in size], "columns":
        columns, "panels": panels, "legends": [legend for legend in legends if legend["entries"]],
        "notes": list(notes), **more
    }


def legend(entries, title=""):
    return {"title": title, "entries": list(entries)}


def box_entry(label, colour, **look):
    return {"label": label, "colour": colour, "marker": "box", **look}


def columns_of(count):
    """How many of so many panels stand beside each other."""
    return 2 if count == 4 else min(count, FACETS_IN_A_ROW)


def grid_size(count, columns, options, row_inches=2.0):
    """The size of a figure of so many panels, so many beside each other."""
    if options.size:
        return options.size
    width = COLUMN_INCHES if columns == 1 else PAGE_INCHES
    return width, row_inches * -(-count // columns) + 0.3


def wrapped(text, inches, letter=0.065):
    return "\n".join(textwrap.wrap(text, max(12, int(inches / letter))))


def fitted(parts, details, inches):
    """A title in lines that break between its parts, with as many details as two lines
    hold."""
    for count in range(len(details), -1, -1):
        solid = ", ".join(
            part.replace(" ", "\u00a0") for part in [*parts, *details[:count]] if part)
        lines = textwrap.wrap(solid, int(inches / LETTER_INCHES))
        if len(lines) <= MOST_TITLE_LINES or not count:
            return "\n".join(lines).replace("\u00a0", " ")
    return ""


def seeds_said(counts):
    """'mean of 10 seeds' of the numbers of runs of all points."""
    least, most = min(counts, default=1), max(counts, default=1)
    if most < 2:
        return ""
    return f"mean of {most} seeds" if least == most else f"mean of up to {most} seeds"
