#!/usr/bin/python3
"""Verifies a certificate of `orthant policy --certificate FILE` with exact arithmetic of its own: in every
interval of q = 1 - p each offset's order sorts its neighbours by probability of delivery, and mp (most shortest
paths first), z2 (longest remaining way first) and dor_retry (dimension order) are optimal there (yes), with
another rule for ties only (tie), or not (no).

usage: scripts/check_policy_certificate.py FILE
"""

import itertools
import json
import sys
from fractions import Fraction
from math import comb


def minus(a, b):
    return [x - y for x, y in itertools.zip_longest(a, b, fillvalue=0)]


def sign(c, low, high):
    """Sign of a polynomial without a root in (low, high), by Descartes' rule on ever smaller intervals."""
    if not any(c):
        return 0
    n = len(c) - 1  # coefficients of (1 + t)^n c((low + high t) / (1 + t)): Bernstein's, times binomials
    taylor = [sum(c[j] * comb(j, i) * low ** (j - i) for j in range(i, n + 1)) * (high - low) ** i for i in range(n + 1)]
    bernstein = [sum(taylor[j] * comb(n - j, i - j) for j in range(i + 1)) for i in range(n + 1)]
    assert bernstein[0] * bernstein[-1] >= 0, "changes its sign"  # the values at low and high
    signs = {(x > 0) - (x < 0) for x in bernstein if x}
    middle = (low + high) / 2
    halves = signs if len(signs) == 1 else {sign(c, low, middle), sign(c, middle, high)}
    assert len(halves) == 1, "changes its sign"
    return halves.pop()


def check(network):
    k, torus = network["radices"], network["torus"]
    rings = [torus and radix > 2 for radix in k]
    most = [radix // 2 if ring else radix - 1 for radix, ring in zip(k, rings)]
    offsets = [x[::-1] for x in itertools.product(*(range(m + 1) for m in reversed(most)))]
    step = lambda x, d: x[:d] + (x[d] - 1,) + x[d + 1:]  # noqa: E731
    ways = lambda x, d: 2 if rings[d] and 2 * x[d] == k[d] else 1  # noqa: E731
    paths = {offsets[0]: 1}
    for x in offsets[1:]:
        paths[x] = sum(ways(x, d) * paths[step(x, d)] for d in range(len(k)) if x[d])
    keys = {"mp": lambda x, d: -paths[step(x, d)], "z2": lambda x, d: -x[d], "dor_retry": lambda x, d: d}
    for piece in network["pieces"]:
        low, high, best = Fraction(piece["from"]), Fraction(piece["to"]), {offsets[0]: [1]}
        delivery = lambda x, order: [sum(column) for column in itertools.zip_longest(  # noqa: E731
            *([0] * i + best[step(x, d)] for i, d in enumerate(d for d in order for _ in range(ways(x, d)))), fillvalue=0)]
        verdicts = dict.fromkeys(keys, "yes")
        for x, order in zip(offsets[1:], piece["orders"][1:]):
            assert sorted(order) == [d for d in range(len(k)) if x[d]], f"{x}: not its dimensions"
            for a, b in zip(order, order[1:]):
                assert sign(minus(best[step(x, a)], best[step(x, b)]), low, high) >= 0, f"{x}: wrong order"
            best[x] = delivery(x, order)
            for policy, key in keys.items():
                ties = sorted(sorted(order), key=lambda d: (key(x, d), -x[d]))
                if any(minus(delivery(x, sorted(order, key=lambda d: key(x, d))), best[x])):
                    verdicts[policy] = "no"
                elif any(minus(delivery(x, ties), best[x])) and verdicts[policy] == "yes":
                    verdicts[policy] = "tie"
        assert all(piece[policy] == verdict for policy, verdict in verdicts.items()), (piece["from"], verdicts)
    ends = [(Fraction(a["to"]), Fraction(b["from"])) for a, b in zip(network["pieces"], network["pieces"][1:])]
    assert network["pieces"][0]["from"] == "0" and network["pieces"][-1]["to"] == "1" and all(a <= b for a, b in ends)
    for piece in network["pieces"]:
        print(f"{'x'.join(map(str, k))}: q from {float(Fraction(piece['from'])):.12g} to {float(Fraction(piece['to'])):.12g}: "
              f"orders optimal, mp {piece['mp']}, z2 {piece['z2']}, dor_retry {piece['dor_retry']}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as certificate:
            check(json.load(certificate))
    except (AssertionError, KeyError, OSError, RecursionError, ValueError) as wrong:
        sys.exit(f"{sys.argv[1]}: {wrong}")
