"""What the page draws of files of channels: heat maps by direction of grids of one to three dimensions, else the network."""
import math

from channel_files import LABELS, begin_of_colours, choose_column, direction, grid_of
from repetitions import mean

from report_page.result_rows import short

MOST_DRAWN = 1500  # routers of a network that is no grid of up to three dimensions


def section(file):
    places = {}
    for row in range(len(file.rows)):
        places.setdefault((file.whole(row, "from"), file.whole(row, "from_port")), []).append(row)
    columns = [column(file, name, list(places.values())) for name in LABELS if name in file.place]
    filled = [one for one in columns if one]
    choose_column(file.path, [name for name in LABELS if name in file.place], [one["name"] for one in filled], None)
    ends = [file.whole(rows[0], "to") for rows in places.values()]
    radices = grid_of(file.path) or ()
    is_grid = 1 <= len(radices) <= 3
    routers = math.prod(radices) if is_grid else 1 + max([*ends, *(router for router, _ in places)])
    title = f"Channels of {file.path}"
    if not is_grid and routers > MOST_DRAWN:
        return {"kind": "words", "title": title, "words": f"Not drawn: {routers} routers; at most {MOST_DRAWN} are."}
    return {"kind": "channels", "title": title, "columns": filled, "from": [router for router, _ in places],
            "port": [port for _, port in places], "to": ends, "routers": routers, "radices": list(radices) if is_grid else [],
            "directions": [direction(port) for port in range(2 * len(radices))] if is_grid else []}


def column(file, name, groups):
    """The means over repetitions, None where there are none."""
    values = [mean(file.number(row, name) for row in rows) for rows in groups]
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return None
    return {"name": name, "title": LABELS[name].replace("\n", " "), "values": [short(value) for value in values],
            "begin": begin_of_colours(min(known), max(known)), "top": max(known) or 1}
