"""Expressions whose types the checkers must infer, or must reject."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chancetree as ct

first: Fraction = ct.memory(pairs=8, players=2).odds(threads=1).win[0]
expected: tuple[Fraction, ...] = ct.memory(pairs=8, rules="tactical").odds(play=["best", "robots"]).expected_pairs
turns: Fraction = ct.solitaire(pairs=8, recall=[Fraction(3, 4), "1/8", 0.8]).odds().turns.mean
log: ct.Log = ct.solitaire(pairs=3, recall="3/4,1/8,4/5").simulate(games=3, seed=2)
chances: dict[Any, Fraction] = ct.guess(numbers=4, weights=[1, 2, 3, 4]).distribution()
risk: list[list[Fraction | None]] = ct.mines(board=["1..", "..."], mines=2).risk().fractions
uncertain: list[list[Fraction | None]] = ct.mines(board=["1...", "...."], mines=range(1, 3)).risk(advise=True).fractions
graph: ct.Graph = ct.memory(pairs=3).graph(shape="tree", depth=3)
names: list[str] = graph.nodes.column_names

several: ct.Reports[Any] = ct.memory(pairs=range(2, 8)).odds()
ahead: list[bool] = [one.win[0] > one.win[1] for one in ct.memory(pairs=range(2, 8)).odds()]
later: list[tuple[Fraction, ...]] = [one.expected_pairs for one in ct.memory().odds(pairs=[2, 3])]
kept: ct.memory = ct.memory(pairs=3, shape="tree", depth=4)
counted: list[int] = [one.states for one in ct.mines(rows=2, cols=[2, 3], mines=1).count()]
one_size: int = ct.guess(numbers=4).count(players=3).states

wrong_name = ct.memory(pears=3)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
wrong_value = ct.memory(rules="sometimes")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
wrong_query = ct.memory(pairs=3).odds(pear=3)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
wrong_list = ct.memory(pairs=range(2, 5)).odds().win  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
wrong_type: str = ct.memory(pairs=8).odds().draw  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]


class Coin:
    """A coin is thrown until it shows a head."""

    def start(self) -> str:
        return "throw"

    def expand(self, state: str) -> list[tuple[int, str, str]] | None:
        return [(1, "head", "over"), (1, "tail", "throw")] if state == "throw" else None

    def layer(self, state: str) -> int:
        return 0


class NoGame:
    """A class without the method ``expand``."""

    def start(self) -> str:
        return "throw"


coin: ct.Play = ct.Model(Coin()).best(payoff=lambda state, seat: 1)


class Heads:
    """A payoff of events."""

    def event(self, event: str) -> int:
        return 1 if event == "head" else 0


heads: Any = ct.Model(Coin()).odds(payoff=Heads()).value
no_game = ct.Model(NoGame())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
