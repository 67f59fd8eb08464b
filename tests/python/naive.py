"""Plain recursions with fractions, which share no line with the engine."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=None)
def memory_scores(unknown: int, half: int, scores: tuple[int, ...], mover: int) -> dict[tuple[int, ...], Fraction]:
    """Returns the distribution of the final scores of robots with perfect memory.

    No card of ``unknown`` pairs is known, and one card of ``half`` pairs. The mover turns unknown cards: one if its mate is known, else two.
    """
    if unknown == 0:
        # The mates of all other cards are known, so the mover takes every pair.
        final = list(scores)
        final[mover] += half
        return {tuple(final): Fraction(1)}

    def taken(by: int, number: int = 1) -> tuple[int, ...]:
        return tuple(score + number * (seat == by) for seat, score in enumerate(scores))

    found: dict[tuple[int, ...], Fraction] = {}

    def add(chance: Fraction, after: dict[tuple[int, ...], Fraction]) -> None:
        for final, more in after.items():
            found[final] = found.get(final, Fraction(0)) + chance * more

    cards = 2 * unknown + half
    following = (mover + 1) % len(scores)
    if half:
        add(Fraction(half, cards), memory_scores(unknown, half - 1, taken(mover), mover))
    first = Fraction(2 * unknown, cards)
    # The second card is the mate of the first card, the mate of a known card, or another card.
    add(first * Fraction(1, cards - 1), memory_scores(unknown - 1, half, taken(mover), mover))
    if half:
        # The second card reveals a pair, which the next player takes.
        after = memory_scores(unknown - 1, half, taken(following), following)
        add(first * Fraction(half, cards - 1), after)
    if unknown > 1:
        after = memory_scores(unknown - 2, half + 2, scores, following)
        add(first * Fraction(2 * (unknown - 1), cards - 1), after)
    return found


def memory_odds(pairs: int, players: int) -> tuple[list[Fraction], Fraction]:
    """Returns the probability that each player wins, and the probability of a draw."""
    win, draw = [Fraction(0)] * players, Fraction(0)
    for scores, chance in memory_scores(pairs, 0, (0,) * players, 0).items():
        if scores.count(max(scores)) == 1:
            win[scores.index(max(scores))] += chance
        else:
            draw += chance
    return win, draw


@lru_cache(maxsize=None)
def guess_odds(weights: tuple[int, ...], players: int) -> tuple[Fraction, ...]:
    """Returns the probability that each player wins, the mover first. Of equally good guesses, the lowest is made."""
    total = sum(weights)
    if total == 0:
        return (Fraction(0),) * players
    best: tuple[Fraction, ...] | None = None
    for place, weight in enumerate(weights):
        own = [Fraction(weight, total)] + [Fraction(0)] * (players - 1)
        for side in (weights[:place], weights[place + 1 :]):
            if side and sum(side):
                after = guess_odds(side, players)
                share = Fraction(sum(side), total)
                for seat in range(players):
                    own[(seat + 1) % players] += share * after[seat]
        if best is None or own[0] > best[0]:
            best = tuple(own)
    assert best is not None
    return best


def guess_count(weights: tuple[int, ...]) -> Fraction:
    """Returns the least expected number of guesses of a single player."""
    total = sum(weights)
    if total == 0:
        return Fraction(0)
    counts = []
    for place in range(len(weights)):
        sides = (weights[:place], weights[place + 1 :])
        counts.append(sum((Fraction(sum(side), total) * guess_count(side) for side in sides), Fraction(1)))
    return min(counts)


def mines_risk(rows: list[str], mines: int) -> list[list[Fraction | None]]:
    """Returns the share of consistent placements in which each hidden cell is a mine."""
    from itertools import combinations

    cells = {(row, col): cell for row, line in enumerate(rows) for col, cell in enumerate(line)}
    hidden = [place for place, cell in cells.items() if cell == "."]
    hits, fitting = {place: 0 for place in hidden}, 0
    for placement in combinations(hidden, mines):
        laid = set(placement)

        def fits(place: tuple[int, int]) -> bool:
            row, col = place
            around = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
            return len(around & laid) == int(cells[place])

        if all(fits(place) for place, cell in cells.items() if cell != "."):
            fitting += 1
            for place in placement:
                hits[place] += 1
    width = len(rows[0])
    return [
        [Fraction(hits[row, col], fitting) if (row, col) in hits else None for col in range(width)]
        for row in range(len(rows))
    ]
