"""The parts of a figure description: plain data that both drawers draw and nothing else decides
upon.

figure  {"title", "size": [inches], "columns": panels in a row, "panels", "legends", "notes",
         and of maps "colours": {"label", "limits", "ticks", "below", "palette": [rgb]}}
panel   {"title", "x": axis, "y": axis, "marks", "equal": whether both axes have one scale}
axis    {"label", "limits", "scale": "linear" or "log", "ticks": [[place, text]], "grid",
         "slanted": whether the texts are}
legend  {"title", "entries": [{"label", and a look: "colour", "marker", "fill", "line", ...}]}
mark    {"kind": "series", "rects", "cells", "links" or "texts", ...}, as the functions below make

Places and values are numbers, None where there is none. Colours are "c0" to "c7", "ink", "grey",
"pale", "paper" or #rrggbb. Lengths are inches on paper."""
import math
import textwrap

from ..results.reader import InputError

COLUMN_INCHES, PAGE_INCHES = 3.5, 7.16  # figure widths of a two-column paper
CHAR_INCHES, LABEL_CHAR_INCHES, TICK_CHAR_INCHES = 0.057, 0.068, 0.06
MARKERS = ["circle", "square", "triangle", "diamond", "down", "plus", "cross", "hexagon"]
HATCHES = ["", "/", ".", "x", "\\", "-", "+", "o"]
# Distinguishable to colour-blind readers; neighbours also differ in greyscale.
COLOURS = ["#0b5394", "#e0702c", "#14705a", "#b36ab8", "#6e5400", "#5aa9dc", "#3d3d3d", "#d4678c"]
FACETS_IN_A_ROW = 3
MAX_TOGETHER = 6  # curves in a panel when panels are chosen automatically
MAX_TITLE_LINES = 2  # lines of a title with details
TICK_INCHES = 0.45  # distance between ticks of a numeric axis
# Samples of viridis (van der Walt & Smith 2015).
VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
           [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]]


def number(value):
    """Rounds a number to six digits, which distinguish all points of a picture; None for nan."""
    if value is None or not math.isfinite(value):
        return None
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2 ** 53 else rounded


def numbers(values):
    return [number(value) for value in values]


def text_of(value):
    """A number on an axis."""
    if abs(value) >= 1e7:
        return f"{value:.3g}".replace("e+0", "e").replace("e+", "e")
    return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:g}"


# --- axes ---

def step_of(span, most):
    """Returns the least step of 1, 2, 2.5 or 5 times a power of ten with at most so many ticks."""
    power = 10 ** math.floor(math.log10(span / most))
    return next(step * power for step in (1, 2, 2.5, 5, 10, 20) if span / (step * power) <= most)


def linear_ticks(low, high, most, whole=False):
    if not high > low:
        return [[number(low), text_of(low)]]
    step = step_of(high - low, max(most, 1))
    if whole:
        step = max(1, math.ceil(step))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [[number(i * step), text_of(float(f"{i * step:.6g}"))] for i in range(first, last + 1)]


def log_ticks(low, high):
    """Returns powers of ten and, where there are fewer than three, their multiples."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    decades = [power for power in powers if low <= 10.0 ** power <= high]
    if len(decades) >= 3:
        word = power_of_ten if decades[0] < -3 or decades[-1] > 5 else lambda p: text_of(10.0 ** p)
        return [[number(10.0 ** power), word(power)]
                for power in decades[::max(1, len(decades) // 6)]]
    for steps, least in (((1, 2, 5), 3), (range(1, 10), 2)):
        places = [place for power in powers for step in steps
                  if low <= (place := step * 10.0 ** power) <= high]
        if len(places) >= least:
            return [[number(place), text_of(place)] for place in places]
    return linear_ticks(low, high, 4)


def power_of_ten(power):
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def axis(label, low, high, scale="linear", ticks=None, grid=True, most=5, whole=False):
    if ticks is None:
        ticks = log_ticks(low, high) if scale == "log" else linear_ticks(low, high, most, whole)
    return {"label": label, "limits": [number(low), number(high)], "scale": scale, "ticks": ticks,
            "grid": grid, "slanted": False}


def value_axis(label, values, options, low=0.0, top=None, free=True):
    """Makes an axis from 0 (or `low`) to above the largest value; --ymin, --ymax and --logy
    override it where `free`."""
    values = [value for value in values if value is not None and math.isfinite(value)]
    ymin, ymax = (options.ymin, options.ymax) if free else (None, None)
    log = options.logy and free
    if log:
        values = [value for value in values if value > 0]
        if not values:
            raise InputError(
                f"{options.files[0]}: --logy: no value above 0; allowed: an axis of values above 0")
        low, top = 0.8 * min(values), 1.25 * (top or max(values))
    else:
        low = min([low, *values])
        if top is None:
            top = max(values, default=1)
            top = low + 1.06 * (top - low) if top > low else low + 1
    low, top = low if ymin is None else ymin, top if ymax is None else ymax
    if not low < top or log and low <= 0:
        raise InputError(
            f"{options.files[0]}: --ymin, --ymax: the axis would go from {low:g} to {top:g}; "
            "allowed: upwards" + (", and above 0 with --logy" if log else ""))
    return axis(label, low, top, "log" if log else "linear")


def cell_axis(label, count):
    """Makes an axis of `count` cells centred on the whole numbers from 0 on."""
    return axis(label, -0.5, count - 0.5, grid=False, whole=True)


def cell_edges(count):
    return [i - 0.5 for i in range(count + 1)]


def word_axis(label, words, inches, margin=0.5, grid=False):
    """Makes an axis of words, which are wrapped to fit into `inches`, or slanted where they do not
    fit."""
    characters = int((inches - 0.55) / TICK_CHAR_INCHES / max(len(words), 1))
    lines = [[line for part in word.split("\n")
              for line in textwrap.wrap(part, max(characters, 1), break_long_words=False,
                                        break_on_hyphens=False)] for word in words]
    fit = all(len(own) <= max(2, 2 + word.count("\n"))
              and all(len(line) <= characters for line in own) for own, word in zip(lines, words))
    if fit:
        words = ["\n".join(own) for own in lines]
    found = axis(wrapped(label, inches - 0.6), -margin, len(words) - 1 + margin,
                 ticks=[[i, word] for i, word in enumerate(words)], grid=grid)
    return found | {"slanted": not fit and max(map(len, words)) > 6}


# --- marks ---

def series(name, xs, ys, colour, **more):
    """A line with markers: `below`, `above` (ends of intervals, as "band" or "bars" of `interval`),
    `verdicts`, `runs`, `fills` of the markers, `line`: "solid", "dashed", "dotted" or None,
    `marker`: None for none, `step`: a line of steps, `exit`: {"x", "y", "top", "end"}, a thin line
    by which the curve leaves the axis at the top, with a cross where `failed`."""
    return {"kind": "series", "name": name, "colour": colour, "xs": numbers(xs), "ys": numbers(ys),
            "line": "solid", "marker": "circle", "width": 1.0, "size": 3.2, "fills": "full", **more}


def rects(name, boxes, colour, hints=(), **more):
    """`boxes`: [[left, right, bottom, top]]; `hints`: what the pointer shows of each."""
    return {"kind": "rects", "name": name, "colour": colour,
            "boxes": [numbers(box) for box in boxes], "hints": list(hints), **more}


def cells(xs, ys, values, **more):
    """Makes cells between edges, with values by [y][x]; `palette` holds colours where values are
    indices into it."""
    return {"kind": "cells", "xs": numbers(xs), "ys": numbers(ys),
            "values": [numbers(row) for row in values], **more}


def texts(xs, ys, words, **more):
    return {"kind": "texts", "xs": numbers(xs), "ys": numbers(ys), "texts": list(words),
            "colour": "ink", "size": 6.5, **more}


def colour_of(i, count=0, ordered=False):
    """Returns the colour of the i-th line; many lines of a numeric key are coloured in its order.
    """
    if ordered and count > MAX_TOGETHER:
        return shade(0.9 * i / (count - 1))
    return f"c{i % len(COLOURS)}"


def shade(share):
    """A colour of viridis."""
    place = min(max(share, 0), 1) * (len(VIRIDIS) - 1)
    low = min(int(place), len(VIRIDIS) - 2)
    parts = [round(a + (b - a) * (place - low)) for a, b in zip(VIRIDIS[low], VIRIDIS[low + 1])]
    return "#" + "".join(f"{part:02x}" for part in parts)


# --- figures ---

def panel(x, y, marks, title="", equal=False):
    return {"title": title, "x": x, "y": y, "marks": marks, "equal": equal}


def figure(kind, panels, size, columns=1, title="", legends=(), notes=(), **more):
    share_labels(panels, columns)
    return {"kind": kind, "title": title, "size": numbers(size), "columns": columns,
            "panels": panels, "legends": [legend for legend in legends if legend["entries"]],
            "notes": list(notes), **more}


def share_labels(panels, columns):
    """Removes labels that repeat those of the panel to the left or below."""
    found = [dict(one) for one in panels]
    for i, (one, own) in enumerate(zip(panels, found)):
        if i % columns and panels[i - 1]["y"]["label"] == one["y"]["label"]:
            same = panels[i - 1]["y"] == one["y"]
            own["y"] = without_words(one["y"]) if same else one["y"] | {"label": ""}
        if i + columns < len(panels) and panels[i + columns]["x"] == one["x"]:
            own["x"] = without_words(one["x"])
    panels[:] = found


def without_words(own):
    return own | {"label": "", "ticks": [[place, ""] for place, _ in own["ticks"]]}


def legend(entries, title=""):
    return {"title": title, "entries": list(entries)}


def box_entry(label, colour, **look):
    return {"label": label, "colour": colour, "marker": "box", **look}


def columns_of(count):
    """Returns how many panels stand in a row."""
    return 2 if count == 4 else min(count, FACETS_IN_A_ROW)


def grid_size(count, columns, options, row_inches=2.0, wide=False):
    """Returns the size of a figure of `count` panels in rows of `columns`."""
    if options.size:
        return options.size
    width = PAGE_INCHES if columns > 1 or wide else COLUMN_INCHES
    return width, row_inches * -(-count // columns) + 0.3


# --- texts ---

def wrapped(text, inches, character=LABEL_CHAR_INCHES):
    """Wraps a label, before its unit where that suffices."""
    width = max(12, int(inches / character))
    name, _, unit = text.rpartition(" (")
    if name and len(text) > width and max(len(name), len(unit) + 1) <= width:
        return f"{name}\n({unit}"
    return "\n".join(textwrap.wrap(text, width))


def fitted(parts, details, inches):
    """Wraps a title between its parts, into lines of similar length, with as many details as two
    lines hold."""
    width = int(inches / CHAR_INCHES)
    for count in range(len(details), -1, -1):
        solid = ", ".join(
            part.replace(" ", "\u00a0") for part in [*parts, *details[:count]] if part)
        lines = textwrap.wrap(solid, width)
        if len(lines) <= MAX_TITLE_LINES or not count:
            break
    while width > 1:
        width -= 1
        narrower = textwrap.wrap(solid, width, break_long_words=False)
        if len(narrower) > len(lines) or any(len(line) > width for line in narrower):
            break
        lines = narrower
    return "\n".join(lines).replace("\u00a0", " ")


def seeds_note(counts):
    """'mean of 10 seeds' of the numbers of runs of all points."""
    least, most = min(counts, default=1), max(counts, default=1)
    if most < 2:
        return ""
    return f"mean of {most} seeds" if least == most else f"mean of up to {most} seeds"
