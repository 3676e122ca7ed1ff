"""Maps: channels and routers of a grid, pairs of nodes, channels over time; other networks as a
drawing.

Several files are drawn side by side with the same colours.
"""
import collections
import math
import re

from ..results.config import settings_of
from ..results.kinds import check_column, read_table
from ..results.names import column_title
from ..results.reader import InputError
from ..results.rows import known, mean
from ..results.titles import names_of
from . import network
from .describe import (COLUMN_INCHES, PAGE_INCHES, VIRIDIS, axis, cell_axis, cell_edges, cells,
                       figure, linear_ticks, number, panel, text_of, wrapped)

LOADS = ("utilization", "pattern_load", "uniform_load", "worst_case_load")
ROUTERS = ("picojoules", "buffer_writes", "buffer_reads", "crossbar", "link", "vc_allocations",
           "switch_allocations")
GRIDS = {"torus", "mesh", "hypercube"}
PROGRAMS = {"workload", "schedule"}  # injections without random packet generation
MAX_CELLS = 4_000_000
MAX_PLANES_INCHES = 5.5
HIGH_CELLS = 3.2  # height over width of a map of many planes
# rows of a channel timeline; more channels are averaged over groups of neighbours
MAX_STRIP_LINES = 250
MAX_SPANS = 500
COLOUR_TICKS = 5
NEARLY_ALIKE, ROUNDING = 0.8, 1e-9


def grid_of(path):
    """The radices of the network of a file by its FILE.ini; () where it is not a grid, None without
    FILE.ini."""
    settings = settings_of(path)
    if not settings:
        return None
    radices = settings.get("topology.dimensions", "").split("x")
    if settings.get("topology.kind") not in GRIDS or not all(
            re.fullmatch(r"[1-9]\d{0,6}", radix) for radix in radices):
        return ()
    check_size(f"{path}.ini", math.prod(map(int, radices)))
    return tuple(map(int, radices))


def is_drawn_as_grid(radices):
    return bool(radices) and len(radices) <= 3


def check_size(path, count):
    if count > MAX_CELLS:
        raise InputError(f"{path}: a map of {count} cells; allowed: at most {MAX_CELLS}")


def direction(port):
    return f"{'+-'[port % 2]}{'xyz'[port // 2]}"


def of_files(options, read):
    """Reads all files by `read(path, title)`, with '' as the title of a single file. Returns their
    panels, their values and the largest noise."""
    names, several = names_of(options.files), len(options.files) > 1
    found = [read(path, options.named(names[path]) if several else "") for path in options.files]
    return ([one for panels, _, _ in found for one in panels],
            [value for _, values, _ in found for value in values], max(one[2] for one in found))


def title_lines(*lines):
    return "\n".join(filter(None, lines))


# --- colours ---

def begin_of_colours(least, top, noise):
    """0, or the least value where that is at least half of the largest, so that colours distinguish
    high values. Values nearly alike are distinguished no further than 20 % of the largest, values
    within the noise not at all."""
    if least < 0.5 * top or least > (1 - ROUNDING) * top or 0 < top - least <= noise:
        return 0
    return min(least, NEARLY_ALIKE * top)


def noise_of(path, flits, value):
    """The expected spread, least to largest, of values that differ by chance only: about
    2 sqrt(2 ln n) standard deviations for n random (Poisson) packet counts."""
    clump, counts = flits_together(path), known(flits)
    if clump is None or len(counts) < 2 or sum(counts) <= 0:
        return 0
    return value * 2 * math.sqrt(2 * math.log(len(counts)) * clump * len(counts) / sum(counts))


def flits_together(path):
    """Flits of a message, or of a burst where that is longer; None where the config leaves it open.
    """
    settings = settings_of(path)
    if settings.get("traffic.injection", "workload") in PROGRAMS:
        return None
    try:
        longest = max(
            float(part.partition(":")[0]) for part in settings["traffic.packet_flits"].split())
        bursts = settings["traffic.injection"] == "on_off"
        return max(longest * float(settings.get("traffic.message_packets", 1)),
                   float(settings.get("traffic.burst_flits", 0)) if bursts else 0)
    except (KeyError, ValueError):
        return None


def map_figure(panels, columns, options, title, values, label, noise=0, below=False, size=None):
    """Maps with one scale of colours, which begins at a tick."""
    values = known(values)
    if not values:
        raise InputError("no value to draw; allowed: a file with values")
    least, top = min(values), max(values) or 1
    begin = begin_of_colours(least, top, noise)
    ticks = linear_ticks(begin, top, COLOUR_TICKS)
    if begin and ticks:  # the axis begins at the tick below the least value
        step = ticks[1][0] - ticks[0][0] if len(ticks) > 1 else ticks[0][0] - begin
        begin = max(0.0, ticks[0][0] - step)
        ticks = linear_ticks(begin, top, COLOUR_TICKS + 1)
    if 0 < max(values) - least <= noise:
        label += " (differences are within the noise)"
    colours = {"label": wrapped(label, 2.4), "limits": [number(begin), number(top)],
               "below": below, "ticks": ticks, "palette": VIRIDIS}
    return figure("map", panels, options.size or size or map_size(panels, columns, below),
                  columns, title, colours=colours)


def map_size(panels, columns, below):
    """Returns the width of a column or page, and the height that equal cells need."""
    width = COLUMN_INCHES if columns <= 2 else PAGE_INCHES
    rows = -(-len(panels) // columns)
    inches = (width - 1.0) / columns * 0.85
    heights = [inches * (shape_of(one) if one["equal"] else min(shape_of(one), HIGH_CELLS))
               for one in panels]
    high = max(0.2, min(max(heights), MAX_PLANES_INCHES))
    lines = max(one["title"].count("\n") + 1 if one["title"] else 0 for one in panels)
    return width, round(rows * (high + 0.3 + 0.13 * lines) + (1.0 if below else 0.45), 3)


def shape_of(one):
    (low, high), (left, right) = one["y"]["limits"], one["x"]["limits"]
    return (high - low) / (right - left)


def averages(places, values):
    found = {}
    for place, value in zip(places, values):
        found.setdefault(place, []).append(value)
    return {place: mean(own) for place, own in found.items()}


def sums(places, values):
    found = collections.Counter()
    for place, value in zip(places, values):
        found[place] += value if value == value else 0
    return found


# --- channels of a grid, or of another network ---

def load_column(options):
    """Returns the column that is drawn: that of --y, else the first with values in the first file.
    """
    return column_in(read_table(options.files[0]), options.y)


def column_in(table, wanted):
    path, present = table.path, [name for name in LOADS if name in table]
    filled = columns_of(path)
    if wanted and wanted not in present:
        raise InputError(f"{path}: no column '{wanted}'; allowed: {', '.join(present) or 'none'}")
    if wanted and wanted not in filled:
        raise InputError(f"{path}: column '{wanted}' is empty: no traffic.pattern was analysed; "
                         f"allowed: {', '.join(filled) or 'none'}")
    if not filled:
        raise InputError(f"{path}: none of the columns {', '.join(LOADS)}; "
                         "allowed: a file of output.channels or analyze --channels")
    return wanted or filled[0]


def columns_of(path):
    """Returns the load columns with values, for a page that shows all of them."""
    table = read_table(path)
    return [name for name in LOADS if table.has_values(name)]


def read_channels(path, column):
    """Returns {(router, port): value} averaged over repetitions, {(router, port): router at the
    other end}, and the noise."""
    table = read_table(path)
    column_in(table, column)
    places = list(zip(table.wholes("from"), table.wholes("from_port")))
    values = averages(places, table.numbers(column))
    noise = 0
    if column == "utilization":
        noise = noise_of(path, sums(places, table.numbers("flits")).values(), mean(values.values()))
    return values, dict(zip(places, table.wholes("to"))), noise


def channels(options, title):
    options.only("y")
    column, grids = load_column(options), [grid_of(path) for path in options.files]

    def read(path, name):
        values, ends, noise = read_channels(path, column)
        radices = grid_of(path)
        if radices is None:
            raise InputError(f"{path}: {path}.ini, which says what network it is, is missing; "
                             "allowed: both files")
        panels = grid_panels(values, radices, name) if is_drawn_as_grid(radices) else [
            network.panel_of(values, ends) | {"title": name}]
        return panels, values.values(), noise
    panels, values, noise = of_files(options, read)
    label, files, radices = column_title(column, "output.channels"), len(grids), grids[-1]
    if not is_drawn_as_grid(radices):
        label += " of the busier channel of a link"
    each = len(panels) // files
    columns = each if files > 1 or len(radices) == 3 else min(2, each)
    if files > 1 and each == 1:
        columns = files
    elif files == 1 and len(radices) == 2 and 1 < radices[1] <= radices[0] / 3:
        columns = 1
    return map_figure(panels, columns, options, title, values, label, noise,
                      below=bool(radices) and radices[1:] in ((), (1,)))


def grid_panels(values, radices, name):
    """Draws a panel for each direction, and one for links beyond those of the grid; the planes of a
    third dimension are stacked, z = 0 at the bottom."""
    width, height, depth = [*radices, 1, 1][:3]
    panels, shown = [], list(range(depth))
    inches = (PAGE_INCHES - 1.3) / (2 * len(radices)) * 0.85
    most = max(2, int(MAX_PLANES_INCHES / inches * width / (height + 1)))
    if depth > most:
        shown = sorted({round(z * (depth - 1) / (most - 1)) for z in range(most)})
    planes = [[i * (height + 1) + (height - 1) / 2, str(z)] for i, z in enumerate(shown)]
    for port, own in by_direction(values, radices):
        rows = []
        for z in shown:
            rows += [[None] * width] if rows else []
            rows += [[own.get((z * height + y) * width + x) for x in range(width)]
                     for y in range(height)]
        some = known(own.values())
        between = "\n" if depth > 1 else ", "
        facts = f"mean {mean(some):.2f}{between}max {max(some):.2f}" if some else "no channel"
        y = cell_axis("y", height)
        if depth > 1 or height == 1:
            y = axis("plane z (rows: y)" if depth > 1 else "", -0.5, len(rows) - 0.5, grid=False,
                     ticks=planes if depth > 1 else [])
        panels.append(panel(cell_axis("x", width), y,
                            [cells(cell_edges(width), cell_edges(len(rows)), rows)],
                            title_lines(", ".join(filter(None, [name, port])), facts),
                            equal=1 < len(rows) <= 3 * width))
    return panels


def by_direction(values, radices):
    """Returns (title, {router: value}) of each direction; of several links beyond those of the grid
    the busiest one of a router."""
    found = [(direction(port), {router: value for (router, its), value in values.items()
                                if its == port}) for port in range(2 * len(radices))]
    added = {}
    for (router, port), value in values.items():
        if port >= 2 * len(radices):
            added[router] = max(value, added.get(router, value))
    return [*found, ("added links", added)] if added else found


# --- routers and pairs of nodes ---

def routers(options, title):
    """output.energy: a cell for each router of a grid of one to three dimensions."""
    options.only("y")
    column = check_column(options.files[0], ROUTERS, options.y or "picojoules", "--y")

    def read(path, name):
        table = read_table(path)
        if column not in table:
            raise InputError(
                f"{path}: column '{column}' is missing; allowed: a file of output.energy")
        spots = [tuple(map(int, text.split(" "))) for text in table.texts("coordinates")]
        if any(not 1 <= len(spot) <= 3 for spot in spots):
            raise InputError(f"{path}: not a grid of one to three dimensions; allowed: these alone")
        values = averages([(*spot, 0, 0)[:3] for spot in spots], table.numbers(column))
        counts = sums(spots, table.numbers("crossbar"))
        return (router_panels(path, values, name), values.values(),
                noise_of(path, counts.values(), mean(values.values())))
    panels, values, noise = of_files(options, read)
    columns = min(len(panels), 4)
    return map_figure(panels, columns, options, title, values,
                      column_title(column, "output.energy"), noise,
                      below=columns == 1 and shape_of(panels[0]) < 0.5)


def router_panels(path, values, name):
    width, height, depth = (1 + max(spot[i] for spot in values) for i in range(3))
    check_size(path, width * height * depth)
    some = known(values.values())
    facts = f"mean {short(mean(some))}, max {short(max(some, default=math.nan))}"
    return [panel(cell_axis("x", width), cell_axis("y", height),
                  [cells(cell_edges(width), cell_edges(height),
                         [[values.get((x, y, z)) for x in range(width)] for y in range(height)])],
                  title_lines(name, f"z = {z}" if depth > 1 else facts), equal=True)
            for z in range(depth)]


def short(value):
    return text_of(float(f"{value:.3g}"))


def pairs(options, title):
    """output.flows: a cell for every source (row) and destination (column)."""
    options.only("y")
    wanted = {"accepted": "accepted_flits"}.get(options.y, options.y) or "accepted_flits"

    def read(path, name):
        table = read_table(path)
        numeric = [name for name in table.columns if name not in ("seed", "source", "destination")
                   and table.has_values(name) and not any(map(math.isnan, table.numbers(name)[:1]))]
        column = check_column(path, dict.fromkeys(["accepted_flits", *numeric]), wanted, "--y")
        values = averages(zip(table.wholes("source"), table.wholes("destination")),
                          table.numbers(column))
        nodes = 1 + max(max(pair) for pair in values)
        check_size(path, nodes * nodes)
        grid = [[values.get((source, destination)) for destination in range(nodes)]
                for source in range(nodes)]
        return [panel(cell_axis("destination", nodes), cell_axis("source", nodes),
                      [cells(cell_edges(nodes), cell_edges(nodes), grid)], name, equal=True)
                ], values.values(), 0
    panels, values, _ = of_files(options, read)
    return map_figure(panels, min(len(panels), 3), options, title, values,
                      column_title(wanted, "output.flows"))


# --- channels over time ---

def channels_over_time(options, title):
    """Draws output.channel_timeline as a strip for each direction; a row is a channel, or the mean
    of a few neighbours."""
    options.only()

    def read(path, name):
        ends, strips = read_spans(path)
        return [panel(axis("cycle", 0, ends[-1], grid=False),
                      axis(strip, 0, len(lines), ticks=[], grid=False),
                      [cells(ends, range(len(lines) + 1), lines)], "" if i else name)
                for i, (strip, lines) in enumerate(strips)], [
                    value for _, lines in strips for line in lines for value in line], 0
    panels, values, _ = of_files(options, read)
    high = max(0.45, 1.8 / len(panels))
    return map_figure(panels, 1, options, title, [0, max(values)], "utilization",
                      size=(COLUMN_INCHES, len(panels) * (high + 0.08) + 0.9))


def read_spans(path):
    """Returns the edges of the spans, and [(name, rows of values by span)] without channels that
    carried nothing."""
    table = read_table(path)
    seeds = len({*table.texts("seed")})
    cycles = sorted({*table.numbers("cycle")})
    together = -(-len(cycles) // MAX_SPANS)
    column = {cycle: i // together for i, cycle in enumerate(cycles)}
    ends = [*cycles[together - 1::together], *([cycles[-1]] if len(cycles) % together else [])]
    radices = grid_of(path)
    values, strips = {}, {}
    for channel, port, cycle, value in zip(table.wholes("channel"), table.wholes("from_port"),
                                           table.numbers("cycle"), table.numbers("utilization")):
        values.setdefault(channel, [0.0] * len(ends))[column[cycle]] += value / seeds / together
        strip = min(port, 2 * len(radices)) if is_drawn_as_grid(radices) else None
        strips.setdefault(strip, set()).add(channel)
    return [0, *ends], [(strip_name(port, radices or ()),
                         in_few_lines([values[channel] for channel in sorted(strips[port])]))
                        for port in sorted(strips)]


def strip_name(port, radices):
    if port is None:
        return "all channels"
    return direction(port) if port < 2 * len(radices) else "added links"


def in_few_lines(lines):
    group = -(-len(lines) // MAX_STRIP_LINES)
    return [[mean(column) for column in zip(*lines[i:i + group])]
            for i in range(0, len(lines), group)]
