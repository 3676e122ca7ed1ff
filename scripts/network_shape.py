"""Where routers are: on a grid, or drawn so that neighbours are near."""
import math

import numpy as np

STEPS = 150  # of the drawing
CLEARANCE = 0.05  # between a link and a router that it does not end at
BENDS = [0, *(sign * bend for bend in (0.15, 0.3, 0.45, 0.6, 0.8) for sign in (1, -1))]  # of a link, in its length
MOST_BENT = 200  # routers of a drawing whose links are led round others


def channel_maps(channels, radices):
    """Values by [direction][z][y][x] of channels by (router, port); nan where there is none. Up to three dimensions."""
    shape = [*radices, 1, 1][:3]
    result = np.full((2 * len(radices), shape[2], shape[1], shape[0]), np.nan)
    for (router, port), value in channels["value"].items():
        if port < len(result):
            x, rest = router % shape[0], router // shape[0]
            result[port, rest // shape[1], rest % shape[1], x] = value
    return result


def place(routers, links):
    """Coordinates within the unit square, (routers, 2), by springs (Fruchterman & Reingold 1991) from a circle."""
    angle = 2 * math.pi * np.arange(routers) / max(routers, 1)
    spot = 0.5 + 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if routers > 2000 or not len(links):  # the forces are between all pairs
        return spot
    ends = np.array(sorted({(min(a, b), max(a, b)) for a, b in links if a != b}), dtype=int).reshape(-1, 2)
    length = 1 / math.sqrt(routers)
    for step in range(STEPS):
        gap = spot[:, None] - spot[None]
        square = (gap ** 2).sum(-1) + 1e-9
        force = (gap * (length ** 2 / square)[..., None]).sum(1)
        pull = spot[ends[:, 0]] - spot[ends[:, 1]]
        pull *= (np.sqrt((pull ** 2).sum(-1)) / length)[:, None]
        np.add.at(force, ends[:, 0], -pull)
        np.add.at(force, ends[:, 1], pull)
        norm = np.sqrt((force ** 2).sum(-1)) + 1e-9
        spot = spot + force / norm[:, None] * np.minimum(norm, 0.15 * (1 - step / STEPS))[:, None]
    low, high = spot.min(0), spot.max(0)
    return (spot - low) / np.maximum(high - low, 1e-9)


def bent(begin, end, bend):
    """Points of a link, at most half of `bend` times its length beside the straight one (a quadratic Bézier curve)."""
    t = np.linspace(0, 1, 21)[:, None]
    aside = np.array([begin[1] - end[1], end[0] - begin[0]])
    return (1 - t) * begin + t * end + 2 * t * (1 - t) * bend * aside


def path(spots, link):
    """Points of a link that passes under no other router, as straight as can be; of several the one with the most room."""
    begin, end = spots[list(link)]
    others = np.delete(spots, list(link), axis=0)
    if not len(others) or len(spots) > MOST_BENT:
        return bent(begin, end, 0)

    def room(bend):
        points = bent(begin, end, bend)
        return min(np.sqrt(((points[:, None] - others[None]) ** 2).sum(-1)).min(), CLEARANCE)
    return bent(begin, end, max(BENDS, key=room))
