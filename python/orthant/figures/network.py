"""A network that is no grid, drawn so that neighbours are near each other and no link runs under a
router."""
import math

from .describe import axis, numbers, panel

STEPS, WORK = 150, 4_000_000  # limits: iterations, and router pairs over all iterations
MAX_BY_SPRINGS = 700  # routers; larger networks are drawn on a circle
MAX_BENT = 60  # routers; links bend around routers in drawings up to this size
MAX_NAMED, LARGE = 40, 256
CLEARANCE = 0.05  # between a link and the routers that it passes
BENDS = [0, *(sign * bend for bend in (0.15, 0.3, 0.45, 0.6, 0.8) for sign in (1, -1))]


def place(routers, links):
    """Points within the unit square, by springs (Fruchterman & Reingold 1991) from a circle."""
    spots = [0.5 + 0.5 * complex(math.cos(angle), math.sin(angle))
             for angle in (2 * math.pi * i / max(routers, 1) for i in range(routers))]
    spots = [spot + 0.5j for spot in spots]
    ends = sorted({(min(a, b), max(a, b)) for a, b in links if a != b})
    if routers > MAX_BY_SPRINGS or not ends:
        return [(spot.real, spot.imag) for spot in within(spots)]
    length = 1 / math.sqrt(routers)
    steps = max(20, min(STEPS, 2 * WORK // routers ** 2))
    for step in range(steps):
        force = [0j] * routers
        for a in range(routers):
            for b in range(a):
                gap = spots[a] - spots[b]
                push = gap * length * length / (gap.real ** 2 + gap.imag ** 2 + 1e-9)
                force[a] += push
                force[b] -= push
        for a, b in ends:
            gap = spots[a] - spots[b]
            pull = gap * abs(gap) / length
            force[a] -= pull
            force[b] += pull
        most = 0.15 * (1 - step / steps)
        spots = [spot + own / (abs(own) + 1e-9) * min(abs(own), most)
                 for spot, own in zip(spots, force)]
    return [(spot.real, spot.imag) for spot in within(spots)]


def within(spots):
    xs, ys = [spot.real for spot in spots], [spot.imag for spot in spots]
    wide, high = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    return [complex((x - min(xs)) / wide, (y - min(ys)) / high) for x, y in zip(xs, ys)]


def bent(begin, end, bend):
    """Points of a quadratic Bézier curve, at most half of `bend` times its length away from
    the straight line."""
    aside = (begin[1] - end[1], end[0] - begin[0])
    steps = 20 if bend else 1
    return [tuple((1 - t) * begin[i] + t * end[i] + 2 * t * (1 - t) * bend * aside[i]
                  for i in (0, 1)) for t in (step / steps for step in range(steps + 1))]


def path(spots, link):
    """Points of a link that runs under no other router, as straight as can be; of several the one
    with most space."""
    begin, end = (spots[router] for router in link)
    others = [spot for router, spot in enumerate(spots) if router not in link]
    if not others or len(spots) > MAX_BENT:
        return bent(begin, end, 0)

    def space(bend):
        points = bent(begin, end, bend) if bend else bent(begin, end, 1e-9)
        return min(CLEARANCE, min(math.dist(point, other) for point in points for other in others))
    best = 0
    for bend in BENDS:
        if space(bend) > space(best):
            best = bend
        if space(best) >= CLEARANCE:
            break
    return bent(begin, end, best)


def panel_of(values, ends):
    """Every link has the colour of the busier of its two channels; the busiest are drawn last."""
    routers = 1 + max([*ends.values(), *(router for router, _ in values)])
    busiest = {}
    for (router, port), value in values.items():
        link = tuple(sorted((router, ends[router, port])))
        if value == value:
            busiest[link] = max(busiest.get(link, 0), value)
    spots = place(routers, list(busiest))
    links = sorted(busiest, key=busiest.get)
    top = max(busiest.values(), default=1) or 1
    width = 2 if routers <= 100 else 0.8
    mark = {
        "kind":
        "links", "paths": [[numbers(point) for point in path(spots, link)]
                           for link in links], "values":
        numbers(busiest[link] for link in links), "widths":
        numbers(
            width if routers <= LARGE else 0.8 * max(0.1, busiest[link] / top) for link in links),
        "hints": [f"{a} and {b}" for a, b in links], "routers": [numbers(spot) for spot in spots],
        "names": [str(router) for router in range(routers)] if routers <= MAX_NAMED else []
    }
    if routers > LARGE:
        mark["routers"] = []  # router marks would hide the links
    nothing = [axis("", -0.06, 1.06, ticks=[], grid=False) for _ in "xy"]
    return panel(*nothing, [mark], equal=True)
