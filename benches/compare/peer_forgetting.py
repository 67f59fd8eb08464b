"""Bold or safe with limited memory by plain recursion: fractions, lru_cache, the rules of Sjölund & Åstrand (2013).

    python3 peer_forgetting.py PAIRS MEMORY

MEMORY is a number of cards or "unlimited". Prints one JSON object: the mover's expected pairs on a fresh board, and for every
table the decision (0 safe, 1 bold, 2 forced or equal).
"""

import json
import sys
from fractions import Fraction
from functools import lru_cache

sys.setrecursionlimit(1_000_000)


def recursion(memory):
    """Returns the values of bold and safe, and the better of them, at n pairs of which j are unknown."""

    @lru_cache(maxsize=None)
    def both(n, j):
        old, unseen = n - j, n + j
        # The unknown pairs after `new` cards: at most `memory` pairs have a known card.
        after = lambda new: n - min(memory, old + new)  # noqa: E731
        hit = Fraction(old, unseen) * (1 + best(n - 1, j)) if old else 0
        if not j:
            return hit, hit
        miss = Fraction(2 * j, unseen)
        taken, passed = hit, {}

        # Two new cards.
        second = miss / (unseen - 1)
        taken += second * (1 + best(n - 1, j - 1))
        surplus = max(0, old + 2 - memory)
        passed[after(2)] = second * (2 * j - 2)
        if old:
            breaks = min(Fraction(1), Fraction(surplus, old))
            passed[after(2)] += second * old * breaks
            if breaks < 1:
                taken += second * old * (1 - breaks) * (n - 1 - best(n - 1, j - 1 + surplus))
        bold = passing(n, j, taken, passed)
        safe = passing(n, j, hit, {after(1): miss}) if old else bold
        return bold, safe

    def passing(n, j, taken, passed):
        """Returns the value if play returns to the same table with the turn passed: v = a + p(n - v)."""
        back = passed.pop(j, 0)
        others = sum(chance * (n - best(n, to)) for to, chance in passed.items() if chance)
        return (taken + others + back * n) / (1 + back)

    @lru_cache(maxsize=None)
    def best(n, j):
        return max(both(n, j)) if n else Fraction(0)

    return both, best


def decision(n, j, bold, safe):
    if n == j or bold == safe:
        return 2
    return int(bold > safe)


if __name__ == "__main__":
    pairs = int(sys.argv[1])
    # On n pairs at most n cards are remembered between turns, and two more within a turn.
    memory = 2 * pairs if sys.argv[2] == "unlimited" else int(sys.argv[2])
    both, best = recursion(memory)
    cells = [
        {"pairs": n, "unknown": j, "decision": decision(n, j, *both(n, j))}
        for n in range(1, pairs + 1)
        for j in range(max(1, n - memory), n + 1)
    ]
    json.dump({"value": str(best(pairs, pairs)), "cells": cells}, sys.stdout)
    print()
