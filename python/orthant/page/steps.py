"""A trace cycle by cycle, for a page: the network, the heads of packets on it, and packets that
wait in a circle at the end."""
import math

from ..figures import network, packets
from ..figures.describe import numbers
from ..figures.maps import grid_of
from ..figures.packets import CAUSES, EVENTS
from ..results.config import settings_of

MOST_EVENTS, MOST_ROUTERS, MOST_CIRCLES = 60_000, 1500, 12


def views(path):
    """The views of a trace on a page: its steps, and the circles of waits at its end."""
    trace = packets.read(path)
    spots, links, learned = places_of(trace)
    if len(spots) > MOST_ROUTERS:
        return []
    found, events = [], sum(map(len, trace.heads.values()))
    base = {
        "spots": {str(router): numbers(spot) for router, spot in spots.items()},
        "links": [[numbers(spots[a]), numbers(spots[b])] for a, b in links],
        "first": math.floor(trace.first), "last": math.floor(trace.last),
        "words": words_of(trace, learned)
    }
    if events <= MOST_EVENTS and not trace.is_cut:
        found.append({"name": "step by step", "steps": base | {"packets": {
            packet: states_of(own) for packet, own in trace.heads.items()}}})
    circles = trace.circles()
    for circle in circles[:MOST_CIRCLES]:
        held = {packet: states_of(trace.heads[packet])[-1:] for packet in circle}
        found.append({"name": f"circle of {len(circle)} waits at the end", "steps": base | {
            "packets": held, "first": base["last"], "circle": circle}})
    return found


def states_of(events):
    """[[cycle, router, next to it: 0 inside, 1 on a channel, 2 at a node; cause, by]] of a head,
    the last of each cycle."""
    found = {}
    for time, event, router, cause, by in events:
        where = {"router": 0, "channel": 1, "source": 2, "tail": 2}.get(
            EVENTS.get(event) or "router", 2)
        found[math.floor(time)] = [
            math.floor(time), router, -1 if event in ("done", "eject", "birth") else where,
            CAUSES[cause][1] if cause else "", by
        ]
    return list(found.values())


def places_of(trace):
    """{router: place}, pairs of routers that are neighbours, and whether they had to be learned
    from the trace."""
    radices = grid_of(trace.path) or ()
    seen = {event[2] for events in trace.heads.values() for event in events}
    if radices and len(radices) <= 3 and max(seen) < math.prod(radices) <= MOST_ROUTERS:
        return grid_places(radices) + (False,)
    links = set()
    for events in trace.heads.values():
        routers = [event[2] for event in events]
        links |= {(min(pair), max(pair))
                  for pair in zip(routers, routers[1:]) if pair[0] != pair[1]}
    ids = sorted(seen)
    index = {router: i for i, router in enumerate(ids)}
    if len(ids) > MOST_ROUTERS:
        return dict.fromkeys(ids, (0, 0)), [], True
    spots = network.place(len(ids), [(index[a], index[b]) for a, b in links])
    scale = max(2.0, math.sqrt(len(ids)) * 1.3)
    return {router: (scale * spots[i][0], scale * spots[i][1])
            for router, i in index.items()}, sorted(links), True


def grid_places(radices):
    width, height, depth = [*radices, 1, 1][:3]
    spots = {(z * height + y) * width + x: (x + z * (width + 0.6), y)
             for z in range(depth) for y in range(height) for x in range(width)}
    links = [(router, other) for router, (x, y) in spots.items()
             for other in (router + 1, router + width)
             if other in spots and abs(spots[other][0] - x) + abs(spots[other][1] - y) == 1]
    return spots, links


def words_of(trace, learned):
    chosen = [
        f"{key} = {value}" for key, value in settings_of(trace.path).items()
        if key.startswith("trace.") and value not in ("", "0" if key == "trace.from_cycle" else "1")
    ]
    words = ("A disc is the head of a traced packet, a diamond one that waits; a line leads to the "
             "packet that is in the way. ")
    words += (
        "The file says nothing of how routers are connected: those that heads visited are drawn. "
        if learned else "Router 0 is at the lower left; channels that wrap around are not drawn. ")
    if chosen:
        words += f"Traced are the packets of {', '.join(chosen)}."
    return words + (" Of several seeds the first is shown." if trace.more_seeds else "")
