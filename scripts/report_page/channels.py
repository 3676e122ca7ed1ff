"""What the page draws of files of channels: heat maps by direction of grids of one to three dimensions, else the network."""
import math

from channel_files import LABELS, choose_column, direction, grid_of, noise_of
from config_titles import TRAFFIC_OF
from repetitions import mean

from report_page.result_rows import colours, short
from report_page.titles import titled

MOST_DRAWN = 1500  # routers of a network that is no grid of up to three dimensions
MOST_SPANS = 200


def section(file):
    places = places_of(file)
    columns = [column(file, name, list(places.values())) for name in LABELS if name in file.place]
    filled = [one for one in columns if one]
    choose_column(file.path, [name for name in LABELS if name in file.place], [one["name"] for one in filled], None)
    return network(file, places, filled, "Grey cells have no channel.")


def course(file):
    """A column for each span of a file of output.channel_timeline, all with the same colours."""
    places = places_of(file)
    seeds = len({file.text(row, "seed") for row in range(len(file.rows))})
    spans = {}
    for place, rows in enumerate(places.values()):
        for row in rows:
            values = spans.setdefault(file.whole(row, "cycle"), [0] * len(places))
            values[place] += file.number(row, "utilization") / seeds
    joined, together = joined_spans(spans)
    top = max(map(max, joined.values()), default=0) or 1
    ends = sorted(joined)
    columns = [{"name": str(end), "title": f"utilization, cycles {begin} to {end}", "values": [short(value) for value in joined[end]],
                "begin": 0, "top": top} for begin, end in zip([0, *ends], ends)]
    said = f" Of {len(spans)} spans each {together} neighbours are one, with their mean over the cycles." if together > 1 else ""
    return network(file, places, columns, f"Grey cells carried nothing in any span.{said}")


def joined_spans(spans):
    """At most MOST_SPANS, {end: values}, and how many neighbours are one: means weighted by their lengths."""
    together = -(-len(spans) // MOST_SPANS)
    ends = sorted(spans)
    lengths = {end: end - begin for begin, end in zip([0, *ends], ends)}
    joined = {}
    for first in range(0, len(ends), max(together, 1)):
        own = ends[first:first + together]
        cycles = sum(lengths[end] for end in own) or 1
        joined[own[-1]] = [math.fsum(lengths[end] * value for end, value in zip(own, values)) / cycles for values in zip(*(spans[end] for end in own))]
    return joined, together


def places_of(file):
    """{(router, port): rows of the channel}."""
    places = {}
    for row in range(len(file.rows)):
        places.setdefault((file.whole(row, "from"), file.whole(row, "from_port")), []).append(row)
    return places


def network(file, places, columns, grey):
    ends = [file.whole(rows[0], "to") for rows in places.values()]
    radices = grid_of(file.path) or ()
    is_grid = 1 <= len(radices) <= 3
    routers = math.prod(radices) if is_grid else 1 + max([*ends, *(router for router, _ in places)])
    title = titled("Channels", file.path, column=traffic_in(columns))
    if not is_grid and routers > MOST_DRAWN:
        return {"kind": "words", **title, "words": f"Not drawn: {routers} routers; at most {MOST_DRAWN} are."}
    return {"kind": "channels", **title, "columns": columns, "grey": grey, "from": [router for router, _ in places],
            "port": [port for _, port in places], "to": ends, "routers": routers, "radices": list(radices) if is_grid else [],
            "directions": [direction(port) for port in range(2 * len(radices))] if is_grid else []}


def traffic_in(columns):
    """A column whose traffic the title names; of several exact ones, which are of other traffic each, one that names none."""
    exact = [one["name"] for one in columns if one["name"] in TRAFFIC_OF]
    return "worst_case_load" if exact and len(columns) > 1 else columns[0]["name"]


def column(file, name, groups):
    """The means over repetitions, None where there are none."""
    values = [mean(file.number(row, name) for row in rows) for rows in groups]
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return None
    counted = name == "utilization" and "flits" in file.place
    noise = noise_of(file.path, [sum(file.number(row, "flits") for row in rows) for rows in groups], mean(known)) if counted else 0
    return {"name": name, "title": LABELS[name].replace("\n", " "), "values": [short(value) for value in values], **colours(known, noise)}
