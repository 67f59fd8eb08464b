"""Memory for two players, robots with perfect memory, by Gambit: the whole tree as an extensive game, with payoffs as fractions.

    python3 peer_gambit.py PAIRS

Prints one JSON object: win (a list, seat 1 first), draw and nodes. Gambit does not merge equal states.
"""

import argparse
import io
import json
import sys
from fractions import Fraction

import pygambit

# An end: its number, its name, and its payoffs.
ENDS = {1: '1 "first" { 1, 0 }', 0: '2 "nobody" { 0, 0 }', -1: '3 "second" { 0, 1 }'}


def events(c, d, e):
    """Returns the events of a turn: name, probability, pairs taken, the table after it, and whether the turn passes."""
    if c:
        return [("A", Fraction(1), 1, (0, d, e), False)]
    known, unknown = d, d + 2 * e
    mate = Fraction(known, unknown)
    found = [("B", mate, 1, (0, d - 1, e), False)]
    if e:
        fresh = (1 - mate) / (unknown - 1)
        found.append(("C", fresh, 1, (0, d, e - 1), False))
        found.append(("D", fresh * known, 0, (1, d, e - 1), True))
        found.append(("E", fresh * (unknown - known - 2), 0, (0, d + 2, e - 2), True))
    return [event for event in found if event[1] > 0]


def tree(pairs):
    """Returns the board in Gambit's format, and the number of its nodes."""
    lines = ['EFG 2 R "Memory" { "first" "second" }']
    # The table, the mover's lead, and the mover; the next node is the last of the list.
    waiting = [((0, 0, pairs), 0, 0)]
    moves = 0
    while waiting:
        left, lead, mover = waiting.pop()
        if not any(left):
            lead = -lead if mover else lead
            lines.append(f't "" {ENDS[(lead > 0) - (lead < 0)]}')
            continue
        moves += 1
        all_of = events(*left)
        outcomes = " ".join(f'"{name}" {chance}' for name, chance, *_ in all_of)
        lines.append(f'c "" {moves} "" {{ {outcomes} }} 0')
        for _, _, taken, after, passes in reversed(all_of):
            ahead = lead + taken
            waiting.append((after, -ahead if passes else ahead, mover ^ passes))
    return "\n".join(lines), len(lines) - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    text, nodes = tree(parser.parse_args().pairs)
    game = pygambit.read_efg(io.BytesIO(text.encode()))
    profile = game.mixed_behavior_profile(rational=True)
    # Versions 16 and 17 have different names for it.
    payoff = getattr(profile, "payoff", None) or profile.payoffs.__getitem__
    win = [Fraction(str(payoff(player))) for player in ("first", "second")]
    json.dump({"win": list(map(str, win)), "draw": str(1 - sum(win)), "nodes": nodes}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
