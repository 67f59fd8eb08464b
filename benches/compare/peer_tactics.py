"""Best play of Memory by plain recursion: fractions, lru_cache, the nine classes of tactics as printed (Gerez 1983).

    python3 peer_tactics.py PAIRS

Prints one JSON object: the mover's expected pairs on a fresh board without passing, and the number of positions that were
evaluated.
"""

import json
import sys
from fractions import Fraction
from functools import lru_cache

sys.setrecursionlimit(1_000_000)


@lru_cache(maxsize=None)
def w(k, b, p):
    """Returns the mover's greatest expected cards at <k,B,P>."""
    if k == 0:
        return Fraction(0)
    u = k - b
    values = []
    if p >= 2:
        values.append(2 + w(k - 2, b - 2, p - 2))
    if u >= 1:
        p1, p2 = Fraction(b - p, u), Fraction(k + p - 2 * b, u)
        low = k - w(k, b + 1, p + 2) if p1 else 0
        one = k - w(k, b + 1, p) if p2 else 0
        take = 2 + w(k - 2, b - 1, p) if p1 else 0
        two, both = 0, 0
        if p2:
            p5, p6, p7 = Fraction(1, u - 1), Fraction(b - p, u - 1), Fraction(k + p - 2 * b - 2, u - 1)
            two = p5 * (2 + w(k - 2, b, p))
            two += p6 * (k - w(k, b + 2, p + 2)) if p6 else 0
            two += p7 * (k - w(k, b + 2, p)) if p7 else 0
        if p1 and u >= 2:
            p8, p9 = Fraction(b - p - 1, u - 1), Fraction(k + p - 2 * b, u - 1)
            both = p8 * (k - w(k, b + 2, p + 4)) if p8 else 0
            both += p9 * (k - w(k, b + 2, p + 2)) if p9 else 0
        if p >= 2 or (b - p >= 2 and k + p == 2 * b):
            values.append(p1 * low + p2 * one)
        if b >= p + 1:
            p3, p4 = Fraction(1, u), Fraction(b - p - 1, u)
            values.append(p3 * take + p4 * low + p2 * one)
        if b >= 1:
            values.append(p1 * take + p2 * one)
        values.append(p1 * take + p2 * two)
        if b == p or p >= 2 or b - p >= 2:
            values.append(p1 * low + p2 * two)
        if u >= 2 and b >= 1:
            values.append(p1 * both + p2 * one)
        if u >= 2:
            values.append(p1 * both + p2 * two)
    return max(values)


if __name__ == "__main__":
    value = w(2 * int(sys.argv[1]), 0, 0) / 2
    json.dump({"value": str(value), "positions": w.cache_info().currsize}, sys.stdout)
    print()
