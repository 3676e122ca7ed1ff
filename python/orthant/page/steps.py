"""Steps of a trace for a page: packet heads on the network cycle by cycle, the buffers and channels
they hold, and cyclic waits at the end."""
import math

from ..figures import network, packets
from ..figures.describe import numbers
from ..figures.maps import grid_of, is_drawn_as_grid
from ..figures.packets import CAUSES, EVENTS
from ..results.config import settings_of

MAX_EVENTS, MAX_ROUTERS, MAX_CIRCLES = 60_000, 1500, 12
MARGIN = 0.6  # margin around the network, in router distances
INSIDE, ON_CHANNEL, AT_NODE, NOWHERE = 0, 1, 2, -1
PLACES = {"router": INSIDE, "channel": ON_CHANNEL}
WORDS_OF_GRIDS = "Router 0 is at the lower left; channels that wrap around are not drawn. "
WORDS_OF_OTHER_CHANNELS = "Of the others those that heads crossed are drawn. "
WORDS_OF_OTHERS = ("The file does not state how routers are connected: those that heads visited "
                   "are drawn. ")


def views(path):
    """Returns the views of a trace on a page: its steps, and the cyclic waits at its end."""
    trace = packets.read(path)
    spots, links, words = places_of(trace)
    if len(spots) > MAX_ROUTERS:
        return []
    left, top = min(x for x, _ in spots.values()), max(y for _, y in spots.values())
    spots = {router: numbers((x - left + MARGIN, top - y + MARGIN)) for router, (x, y) in spots.items()}
    base = {
        "size": [max(spot[i] for spot in spots.values()) + MARGIN for i in (0, 1)],
        "spots": {str(router): spot for router, spot in spots.items()},
        "links": [[spots[a], spots[b]] for a, b in links],
        "first": math.floor(trace.first), "last": math.floor(trace.last),
        "words": words_of(trace, words)
    }
    found = []
    if sum(map(len, trace.heads.values())) <= MAX_EVENTS and not trace.is_cut:
        held = held_by(trace)
        found.append({"name": "step by step", "steps": base | {"packets": {
            packet: states_of(own, held.get(packet, {}), links)
            for packet, own in trace.heads.items()}}})
    circles = trace.circles()
    for circle in circles[:MAX_CIRCLES]:
        waits = {packet: states_of(trace.heads[packet], {}, links)[-1:] for packet in circle}
        found.append({"name": f"circle of {len(circle)} waits at the end", "steps": base | {
            "packets": waits, "first": base["last"], "circle": circle}})
    return found


def states_of(events, held, links):
    """Returns the last state of a packet in each cycle: [cycle, router of the head, its place
    there, cause, by, since, buffers, channels]. Buffers are [router, flits], channels pairs of
    routers."""
    heads, found, head, own = {}, [], None, {}
    for time, event, router, cause, by in events:
        place = PLACES.get(EVENTS.get(event) or "router", AT_NODE)
        if event in ("birth", "eject", "done"):
            place = NOWHERE
        heads[math.floor(time)] = [
            router, place, CAUSES[cause][1] if cause else "", by, math.floor(time)]
    for cycle in sorted({*heads, *held}):
        head, own = heads.get(cycle, head), held.get(cycle, own)
        way = list(own)
        channels = [pair for pair in zip(way, way[1:]) if (min(pair), max(pair)) in links]
        buffers = [[router, flits] for router, flits in own.items() if flits > 0]
        if head:
            found.append([cycle, *head, buffers, channels])
    return found


def held_by(trace):
    """Returns {packet: {cycle: {router: flits in its buffers}}} from the router of the tail to that
    of the head, without routers that take whole packets. A packet holds the channels between these
    routers."""
    if settings_of(trace.path).get("router.model") == "output_queued":
        return {}
    found, way, rows = {}, {}, packets.events_of(trace.path)
    next(rows)
    for _, (seed, cycle, event, packet, flit, router, _, _, flits) in rows:
        if seed != next(iter(trace.seeds)):
            break
        own, is_tail = way.setdefault(packet, {}), flit + 1 == flits
        if event == "arrive":
            own.setdefault(router, set()).add(flit)
        elif event in ("depart", "eject") and router in own:
            own[router].discard(flit)
        if is_tail and event == "arrive":
            for other in list(own)[:list(own).index(router)]:
                del own[other]
        if is_tail and event == "eject":
            own.clear()
        found.setdefault(packet, {})[math.floor(cycle)] = {
            router: len(stored) for router, stored in own.items()}
    return found


def places_of(trace):
    """Returns {router: place}, pairs of neighbouring routers, and words about them."""
    radices = grid_of(trace.path)
    seen = {event[2] for events in trace.heads.values() for event in events}
    if is_drawn_as_grid(radices) and max(seen) < math.prod(radices) <= MAX_ROUTERS:
        spots, links = grid_places(radices)
        if not has_other_channels(trace.path):
            return spots, links, WORDS_OF_GRIDS
        crossed = {pair for pair in crossed_by(trace) if not wraps(pair, radices)}
        return spots, crossed, WORDS_OF_GRIDS + WORDS_OF_OTHER_CHANNELS
    links, ids = crossed_by(trace), sorted(seen)
    index = {router: i for i, router in enumerate(ids)}
    if len(ids) > MAX_ROUTERS:
        return dict.fromkeys(ids, (0, 0)), links, WORDS_OF_OTHERS
    spots = network.place(len(ids), [(index[a], index[b]) for a, b in links])
    scale = max(2.0, math.sqrt(len(ids)) * 1.3)
    return {router: (scale * spots[i][0], scale * spots[i][1])
            for router, i in index.items()}, links, WORDS_OF_OTHERS


def crossed_by(trace):
    """Returns the pairs of routers between which heads moved."""
    links = set()
    for events in trace.heads.values():
        routers = [event[2] for event in events]
        links |= {(min(pair), max(pair))
                  for pair in zip(routers, routers[1:]) if pair[0] != pair[1]}
    return links


def has_other_channels(path):
    """Tells whether channels of the grid may be missing, or others added."""
    return any(value and key.startswith(("topology.exceptions", "topology.express", "faults."))
               for key, value in settings_of(path).items())


def wraps(pair, radices):
    for radix in radices:
        if radix > 2 and abs(pair[0] % radix - pair[1] % radix) == radix - 1:
            return True
        pair = [router // radix for router in pair]
    return False


def grid_places(radices):
    width, height, depth = [*radices, 1, 1][:3]
    spots = {(z * height + y) * width + x: (x + z * (width + 0.6), y)
             for z in range(depth) for y in range(height) for x in range(width)}
    links = {(router, other) for router, (x, y) in spots.items()
             for other in (router + 1, router + width)
             if other in spots and abs(spots[other][0] - x) + abs(spots[other][1] - y) == 1}
    return spots, links


def words_of(trace, words_of_places):
    chosen = [f"{key} = {value}" for key, value in settings_of(trace.path).items()
              if key.startswith("trace.")
              and value not in ("", "0" if key == "trace.from_cycle" else "1")]
    words = ("A disc is the head of a traced packet, a diamond one that waits; a square is the "
             "packet's flits in the buffers of a router, with their number, a thick line a channel "
             "that it holds; a dashed line leads to the packet that is in the way. ")
    words += words_of_places
    if chosen:
        words += f"Traced are the packets of {', '.join(chosen)}."
    return words + (" Of several seeds the first is shown." if len(trace.seeds) > 1 else "")
