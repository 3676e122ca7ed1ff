"""Where routers are: on a grid, or drawn so that neighbours are near."""
import math

import numpy as np

STEPS = 150  # of the drawing


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
