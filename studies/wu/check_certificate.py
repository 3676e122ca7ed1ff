#!/usr/bin/python3
"""Verifies a certificate of `orthant policy --certificate FILE` with exact arithmetic of its own:
in every interval of q = 1 - p each offset's order sorts its neighbours by probability of delivery,
and mp (most shortest paths first), z2 (longest remaining way first) and dor_retry (dimension order)
are optimal there (yes), with another rule for ties only (tie), or not (no). The intervals cover 0
to 1 but for gaps, each around a probability at which the orders change, of at most 10^-6.

usage: studies/wu/check_certificate.py FILE Exits with 0 where all holds, 1 where something does
not.
"""

import argparse
import itertools
import json
import sys
from fractions import Fraction
from math import comb

WIDEST_GAP = Fraction(1, 10**6)


class Refused(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Refused(what)


def minus(a, b):
    return [x - y for x, y in itertools.zip_longest(a, b, fillvalue=0)]


def sign(c, low, high):
    """Sign of a polynomial without a root in (low, high), by Descartes' rule on ever smaller
    intervals."""
    if not any(c):
        return 0
    # Coefficients of (1 + t)^n c((low + high t) / (1 + t)): Bernstein's, times binomials.
    n = len(c) - 1
    taylor = [sum(c[j] * comb(j, i) * low ** (j - i) for j in range(i, n + 1)) * (high - low) ** i
              for i in range(n + 1)]
    bernstein = [sum(taylor[j] * comb(n - j, i - j) for j in range(i + 1)) for i in range(n + 1)]
    # The values at low and high.
    require(bernstein[0] * bernstein[-1] >= 0, "an order changes within an interval")
    signs = {(x > 0) - (x < 0) for x in bernstein if x}
    middle = (low + high) / 2
    halves = signs if len(signs) == 1 else {sign(c, low, middle), sign(c, middle, high)}
    require(len(halves) == 1, "an order changes within an interval")
    return halves.pop()


def read(path):
    """(radices, torus, pieces), with the shape that they must have."""
    with open(path, encoding="utf-8") as file:
        network = json.load(file)
    require(isinstance(network, dict), "not a certificate")
    radices, torus, pieces = (network.get(key) for key in ("radices", "torus", "pieces"))
    require(isinstance(radices, list) and radices
            and all(type(k) is int and k > 0 for k in radices),
            "radices: allowed: a list of numbers above 0")
    require(isinstance(torus, bool), "torus: allowed: true, false")
    require(isinstance(pieces, list) and pieces and all(isinstance(piece, dict)
                                                        for piece in pieces),
            "pieces: allowed: a list of intervals")
    for piece in pieces:
        try:
            piece["from"], piece["to"] = Fraction(piece["from"]), Fraction(piece["to"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            raise Refused("from, to: allowed: fractions") from None
        require(isinstance(piece.get("orders"), list), "orders: allowed: a list")
    return radices, torus, pieces


def check_cover(pieces):
    require(pieces[0]["from"] == 0 and pieces[-1]["to"] == 1,
            "the intervals do not reach from 0 to 1")
    require(all(piece["from"] < piece["to"] for piece in pieces), "an empty interval")
    for a, b in zip(pieces, pieces[1:]):
        require(0 <= b["from"] - a["to"] <= WIDEST_GAP,
                f"from {float(a['to']):.12g} to {float(b['from']):.12g}: an overlap, or a gap "
                f"above 10^-6")


def check(k, torus, pieces):
    check_cover(pieces)
    rings = [torus and radix > 2 for radix in k]
    most = [radix // 2 if ring else radix - 1 for radix, ring in zip(k, rings)]
    offsets = [x[::-1] for x in itertools.product(*(range(m + 1) for m in reversed(most)))]
    step = lambda x, d: x[:d] + (x[d] - 1,) + x[d + 1:]  # noqa: E731
    ways = lambda x, d: 2 if rings[d] and 2 * x[d] == k[d] else 1  # noqa: E731
    paths = {offsets[0]: 1}
    for x in offsets[1:]:
        paths[x] = sum(ways(x, d) * paths[step(x, d)] for d in range(len(k)) if x[d])
    keys = {"mp": lambda x, d: -paths[step(x, d)], "z2": lambda x, d: -x[d],
            "dor_retry": lambda x, d: d}
    for piece in pieces:
        low, high, best = piece["from"], piece["to"], {offsets[0]: [1]}
        where = f"q from {float(low):.12g} to {float(high):.12g}"
        delivery = lambda x, order: [sum(column) for column in itertools.zip_longest(  # noqa: E731
            *([0] * i + best[step(x, d)] for i, d in enumerate(d for d in order
                                                               for _ in range(ways(x, d)))),
                                                                                     fillvalue=0)]
        verdicts = dict.fromkeys(keys, "yes")
        require(len(piece["orders"]) == len(offsets),
                f"{where}: {len(piece['orders'])} orders for {len(offsets)} offsets")
        for x, order in zip(offsets, piece["orders"]):
            require(isinstance(order, list) and sorted(order, key=str)
                    == [d for d in range(len(k)) if x[d]],
                    f"{where}: the order of {x} does not have its dimensions")
            if not order:
                continue
            for a, b in zip(order, order[1:]):
                require(sign(minus(best[step(x, a)], best[step(x, b)]), low, high) >= 0,
                        f"{where}: wrong order of {x}")
            best[x] = delivery(x, order)
            for policy, key in keys.items():
                ties = sorted(sorted(order), key=lambda d: (key(x, d), -x[d]))
                if any(minus(delivery(x, sorted(order, key=lambda d: key(x, d))), best[x])):
                    verdicts[policy] = "no"
                elif any(minus(delivery(x, ties), best[x])) and verdicts[policy] == "yes":
                    verdicts[policy] = "tie"
        for policy, verdict in verdicts.items():
            require(piece.get(policy) == verdict,
                    f"{where}: {policy} is {verdict}, not {piece.get(policy)}")
    for piece in pieces:
        print(f"{'x'.join(map(str, k))}: q from {float(piece['from']):.12g} to "
              f"{float(piece['to']):.12g}: "
              f"orders optimal, mp {piece['mp']}, z2 {piece['z2']}, dor_retry {piece['dor_retry']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    path = parser.parse_args().file
    try:
        check(*read(path))
    except (Refused, OSError, RecursionError, ValueError) as wrong:
        sys.exit(f"{path}: {wrong}")


if __name__ == "__main__":
    main()
