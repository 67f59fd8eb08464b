"""Memory's exact odds in plain Python: recursion, fractions and lru_cache, the obvious implementation.

    python3 peer_fractions.py PAIRS PLAYERS

Prints one JSON object: win (a list, seat 1 first), draw and states, ends included.
"""

import argparse
import json
import sys
import threading
from fractions import Fraction
from functools import lru_cache

ZERO, ONE = Fraction(0), Fraction(1)


@lru_cache(maxsize=None)
def chances(d, e):
    """Returns the probabilities of B, C, D and E without a known pair."""
    known, unknown = d, d + 2 * e
    mate = Fraction(known, unknown)
    if e == 0:
        return mate, ZERO, ZERO, ZERO
    fresh = (1 - mate) / (unknown - 1)
    return mate, fresh, fresh * known, fresh * (unknown - known - 2)


def solve(pairs, players):
    """Returns the probabilities of each seat to win and of a draw, and the number of states."""

    @lru_cache(maxsize=None)
    def wins(scores, c, d, e, mover):
        if c == d == e == 0:
            best = max(scores)
            if scores.count(best) > 1:
                return (ZERO,) * players
            return tuple(ONE if score == best else ZERO for score in scores)

        taken = (*scores[:mover], scores[mover] + 1, *scores[mover + 1 :])
        if c > 0:
            return wins(taken, 0, d, e, mover)

        after = (mover + 1) % players
        b_chance, c_chance, d_chance, e_chance = chances(d, e)
        events = []
        if b_chance:
            events.append((b_chance, wins(taken, 0, d - 1, e, mover)))
        if c_chance:
            events.append((c_chance, wins(taken, 0, d, e - 1, mover)))
        if d_chance:
            events.append((d_chance, wins(scores, 1, d, e - 1, after)))
        if e_chance:
            events.append((e_chance, wins(scores, 0, d + 2, e - 2, after)))
        return tuple(sum(chance * win[seat] for chance, win in events) for seat in range(players))

    win = wins((0,) * players, 0, 0, pairs, 0)
    return win, 1 - sum(win), wins.cache_info().currsize


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    parser.add_argument("players", type=int)
    options = parser.parse_args()
    win, draw, states = solve(options.pairs, options.players)
    json.dump({"win": [str(chance) for chance in win], "draw": str(draw), "states": states}, sys.stdout)
    print()


if __name__ == "__main__":
    # A game has a few hundred events, each with a frame of Python and one of lru_cache.
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 * 1024 * 1024)
    worker = threading.Thread(target=main)
    worker.start()
    worker.join()
