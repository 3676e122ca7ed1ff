"""What the page draws of other files: of routers and pairs of nodes a cell each, of the course of a run and of policies lines."""
import collections
import math
import re

from channel_files import noise_of
from input_error import InputError
from names import describe, title_of
from palette import ROUTER_FIGURES
from repetitions import mean

from report_page.curves import column_title
from report_page.result_rows import colours, numbers, short
from report_page.titles import file_names, titled

MOST_NODES = 512  # of a map of pairs
COORDINATES = re.compile(r"\d{1,4}( \d{1,4}){0,2}")
FLOWS = {"accepted_flits": "accepted flits per cycle", "packets": "packets"} | {
    name: column_title(name) for name in ("latency_mean", "latency_p50", "latency_p95", "latency_p99", "latency_max")}


def groups_of(file, names):
    """{values of these columns: rows}: repetitions are averaged."""
    found = {}
    for row in range(len(file.rows)):
        found.setdefault(tuple(file.text(row, name) for name in names), []).append(row)
    return found


def columns_of(file, titles, groups, noisy=""):
    """The columns that are filled; `noisy`: one that counts flits, by which the others differ by chance."""
    flits = [math.fsum(file.number(row, noisy) for row in rows) for rows in groups] if noisy in file.place else []
    columns = []
    for name, title in titles.items():
        values = [mean(file.number(row, name) for row in rows) for rows in groups]
        known = [value for value in map(short, values) if value is not None]
        if known:
            columns.append({"name": name, "title": title, "values": list(map(short, values)), **colours(known, noise_of(file.path, flits, mean(known)))})
    if not columns:
        raise InputError(f"{file.path}: none of the columns {', '.join(titles)} holds a number; allowed: one that does")
    return columns


def energy(file):
    title = titled("Routers", file.path)
    groups = groups_of(file, ["router", "coordinates"])
    if not all(COORDINATES.fullmatch(coordinates) for _, coordinates in groups):
        return {"kind": "words", **title, "words": "Not drawn: routers are drawn that have one to three coordinates."}
    spots = [tuple(map(int, coordinates.split())) for _, coordinates in groups]
    spots = [(*spot, 0, 0)[:3] for spot in spots]
    width, height, depth = (1 + max(spot[i] for spot in spots) for i in range(3))
    maps = [{"title": f"z = {z}" if depth > 1 else "routers",
             "cells": [[spot[0], height - 1 - spot[1], place] for place, spot in enumerate(spots) if spot[2] == z]} for z in range(depth)]
    return {"kind": "cells", **title, "columns": columns_of(file, ROUTER_FIGURES, groups.values(), "crossbar"), "maps": maps, "width": width,
            "height": height, "in_a_row": min(depth, 4), "names": [f"Router {router} ({coordinates})" for router, coordinates in groups],
            "words": "A cell is a router; router 0 is at the lower left, x to the right, y upwards."}


def flows(file):
    groups = groups_of(file, ["source", "destination"])
    pairs = [(file.whole(rows[0], "source"), file.whole(rows[0], "destination")) for rows in groups.values()]
    nodes = 1 + max(map(max, pairs))
    title = titled("Pairs of nodes", file.path)
    if nodes > MOST_NODES:
        return {"kind": "words", **title, "words": f"Not drawn: {nodes} nodes; at most {MOST_NODES} are."}
    cells = [[destination, nodes - 1 - source, place] for place, (source, destination) in enumerate(pairs)]
    return {"kind": "cells", **title, "columns": columns_of(file, FLOWS, groups.values()),
            "maps": [{"title": "from (upwards), to (to the right)", "cells": cells}], "width": nodes, "height": nodes, "in_a_row": 1,
            "names": [f"From node {source} to {destination}" for source, destination in pairs],
            "words": "A row is a source, a column a destination; node 0 is at the lower left. Pairs without a cell sent nothing."}


def lines(files, title, across, x, y, keys):
    """A line for every combination of `keys` and file, over column x."""
    names = [name for name in files[0].columns if name not in {*keys, x} and is_numeric(files, name)]
    file_of = file_names([file.path for file in files])
    found = [({"file": file_of[file.path]} | dict(zip(keys, values)),
              {"x": [short(file.number(row, x)) for row in rows],
               "figures": {column: [short(file.number(row, column)) for row in rows] for column in names}})
             for file in files for values, rows in groups_of(file, keys).items()]
    return {"kind": "lines", **titled(title, *(file.path for file in files)), "across": across, "column": y, "columns": [{"name": name, "title": column_title(name)} for name in names],
            **told_apart(found)}


def told_apart(found):
    """The keys that differ among lines, and the lines, each with its values of them by number and a name; `found`: [({key: text}, line)]."""
    keys = [key for key in found[0][0] if len({of[key] for of, _ in found}) > 1]
    texts = {key: list(dict.fromkeys(of[key] for of, _ in found)) for key in keys}
    data = [{"name": key, "title": "probability p" if key == "p" else title_of(key), "values": [described(key, text, False) for text in texts[key]],
             "labels": [described(key, text, True) for text in texts[key]]} for key in keys]
    return {"keys": data, "lines": [line | {"values": [texts[key].index(of[key]) for key in keys],
                                            "name": ", ".join(described(key, of[key], True) for key in keys) or of["file"]} for of, line in found]}


def described(key, text, several):
    return text if key == "file" else describe(key, text, several)


def is_numeric(files, name):
    """Whether a column of the files has numbers, and nothing else."""
    texts = {file.text(row, name) for file in files for row in range(len(file.rows))} - {""}
    return bool(texts) and numbers(texts) is not None


def timeline(files):
    return lines(files, "The course of runs", "cycle", "cycle", "latency_mean", ["seed"])


def policies(files):
    """Of given failed links, whatever p is, the share of all pairs over their distance; else over p."""
    given = [file for file in files if "messages" in file.place
             and not any(file.text(row, name) for name in ("exact", "ci95_low") for row in range(len(file.rows)))]
    drawn = [file for file in files if file not in given]
    return [make(own) for make, own in ((of_given_links, given), (by_distance, drawn), (policy, drawn)) if own]


def distance(offset):
    return sum(map(int, offset.split("x")))


def shares_of_pairs(file, rows):
    """{distance: share of its pairs delivered}."""
    pairs = {}
    for row in rows:
        of_distance = pairs.setdefault(distance(file.text(row, "offset")), [0, 0])
        of_distance[0] += file.number(row, "delivered")
        of_distance[1] += file.number(row, "messages")
    return {hops: short(pairs[hops][0] / pairs[hops][1]) for hops in sorted(pairs)}


def of_given_links(files):
    keys = ["dimensions", "policy"]
    groups = [(file, values, rows) for file in files for values, rows in groups_of(file, keys).items()]
    differing = [i for i in range(len(keys)) if len({values[i] for _, values, _ in groups}) > 1]
    found = []
    for file, values, rows in groups:
        name = ", ".join([*([file.path] if len(files) > 1 else []), *(f"{keys[i]} {values[i]}".replace("_", " ") for i in differing)])
        # An order that differs with p, which only the optimal one can, has a line for each.
        shares = {p: shares_of_pairs(file, own) for p in dict.fromkeys(file.text(row, "p") for row in rows)
                  if (own := [row for row in rows if file.text(row, "p") == p])}
        alike = len({tuple(own.items()) for own in shares.values()}) == 1
        for p, own in list(shares.items())[:1 if alike else None]:
            found.append({"name": (name or file.path) + ("" if alike else f", p {p}"), "x": list(own), "figures": {"delivery": list(own.values())}})
    return {"kind": "lines", **titled("Delivery of messages with given failed links", *(file.path for file in files)), "across": "distance (hops)", "column": "delivery",
            "columns": [{"name": "delivery", "title": "share of pairs delivered"}], "lines": found}


def by_distance(files):
    """The mean over all offsets of a distance, a line for each policy and probability; a panel for each probability."""
    keys = [key for key in ("dimensions", "policy", "p") if key in files[0].place]
    names = [name for name in files[0].columns if name not in {*keys, "offset"} and is_numeric(files, name)]
    file_of = file_names([file.path for file in files])
    found = []
    for file in files:
        for values, rows in groups_of(file, keys).items():
            at = {}
            for row in rows:
                at.setdefault(distance(file.text(row, "offset")), []).append(row)
            found.append(({"file": file_of[file.path]} | dict(zip(keys, values)), {"x": sorted(at), "figures": {
                name: [short(mean(file.number(row, name) for row in at[hops])) for hops in sorted(at)] for name in names}}))
    found.sort(key=lambda one: float(one[0].get("p") or 0))  # all policies of a probability together
    drawn = told_apart(found)
    return {"kind": "lines", **titled("Delivery of messages over the distance", *(file.path for file in files)), "across": "distance (hops), mean over its offsets", "column": "delivery",
            "columns": [{"name": name, "title": column_title(name)} for name in names], "facet": number_of(drawn, "p"), **drawn}


def number_of(drawn, name):
    """The place of a key, None where it does not differ."""
    return next((k for k, key in enumerate(drawn["keys"]) if key["name"] == name), None)


def policy(files):
    """Of all offsets that most lines have the farthest is drawn first."""
    section = lines(files, "Delivery of messages of each offset", "probability that a link is healthy", "p", "delivery",
                    [key for key in ("dimensions", "policy", "offset") if key in files[0].place])
    section["most"] = 1  # of p
    k = number_of(section, "offset")
    if k is not None:
        key = section["keys"][k]
        counts = collections.Counter(line["values"][k] for line in section["lines"])
        key["chosen"] = max(counts, key=lambda value: (counts[value], distance(key["values"][value])))
    return section
