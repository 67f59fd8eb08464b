"""Games written in Python, for tests and for the page about Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from hypothesis import settings

FEW = settings(max_examples=25, deadline=None)


class Pig:
    """The mover throws a die until they bank the points of the turn, or lose them with a 1. The first player to bank ``goal`` wins."""

    seats = 2

    def __init__(self, goal: int = 6) -> None:
        self.goal = goal

    def start(self) -> tuple[int, int, int]:
        return (0, 0, 0)

    def expand(self, state: tuple[int, int, int]) -> Any:
        own, other, turn = state
        if other >= self.goal:
            return None
        throw = [(1, 1, (other, own, 0))]
        throw += [(1, eyes, (own, other, min(turn + eyes, self.goal - own))) for eyes in range(2, 7)]
        if not turn:
            return {"throw": throw}
        return {"throw": throw, "bank": [(1, "bank", (other, own + turn, 0))]}

    def layer(self, state: tuple[int, int, int]) -> int:
        return state[0] + state[1]

    def passes(self, event: Any) -> int:
        return 1 if event in (1, "bank") else 0

    def end(self, state: tuple[int, int, int], seat: int) -> int:
        return int(seat == 1)


class Urn:
    """Players draw balls in turn until none is left: a red ball scores a point, a white ball ``blank``, which may be negative."""

    def __init__(self, red: int, white: int, seats: int = 2, blank: int = 0) -> None:
        self.red, self.white, self.seats, self.blank = red, white, seats, blank

    def start(self) -> tuple[int, int]:
        return (self.red, self.white)

    def expand(self, state: tuple[int, int]) -> Iterator[tuple[int, str, tuple[int, int]]]:
        red, white = state
        if red:
            yield (red, "red", (red - 1, white))
        if white:
            yield (white, "white", (red, white - 1))

    def layer(self, state: tuple[int, int]) -> int:
        return self.red + self.white - sum(state)

    def passes(self, event: str) -> int:
        return 1 % self.seats

    def points(self, event: str) -> int:
        return 1 if event == "red" else self.blank


def urn_scores(
    red: int, white: int, seats: int, mover: int = 0, blank: int = 0
) -> dict[tuple[int, ...], Fraction]:
    """Returns the distribution of the final scores, by plain recursion."""
    if red + white == 0:
        return {(0,) * seats: Fraction(1)}
    found: dict[tuple[int, ...], Fraction] = {}
    for number, is_red in ((red, True), (white, False)):
        if number:
            point = 1 if is_red else blank
            after = urn_scores(red - is_red, white - (not is_red), seats, (mover + 1) % seats, blank)
            for scores, chance in after.items():
                own = tuple(score + point * (seat == mover) for seat, score in enumerate(scores))
                found[own] = found.get(own, Fraction(0)) + chance * Fraction(number, red + white)
    return found


def game_with(expand: Callable[[Any], Any], layer: Callable[[Any], Any] = lambda state: 0) -> Any:
    """Returns a game with these rules, which begins with "here"."""

    class Game:
        def start(self) -> str:
            return "here"

    game: Any = Game()
    game.expand, game.layer = expand, layer
    return game


class Bet:
    """A state that supports only hashing and equality; payoffs are fractions."""

    def __init__(self, stake: int, result: str = "open") -> None:
        self.stake, self.result = stake, result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bet) and (self.stake, self.result) == (other.stake, other.result)

    def __hash__(self) -> int:
        return hash((self.stake, self.result))

    def __repr__(self) -> str:
        return f"{self.stake} {self.result}"


class Wager:
    """Player 1 chooses a stake, wins half of it with probability 2/5, or pays a third of it to player 2."""

    seats = 2

    def start(self) -> Bet:
        return Bet(0)

    def expand(self, state: Bet) -> Any:
        if not state.stake:
            return {stake: [(1, f"bet {stake}", Bet(stake))] for stake in (1, 2)}
        return [(2, "win", Bet(state.stake, "won")), (3, "lose", Bet(state.stake, "lost"))] if state.result == "open" else ()

    def end(self, state: Bet, seat: int) -> Fraction:
        gain = state.stake * (Fraction(1, 2) if state.result == "won" else Fraction(-1, 3))
        return gain if seat == 0 else -gain
