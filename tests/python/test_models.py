"""Games written in Python are explored and solved like built-in games."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancetree as ct
from games import FEW, Pig, Urn, urn_scores


@FEW
@given(red=st.integers(0, 5), white=st.integers(0, 5), seats=st.integers(1, 3), blank=st.integers(-3, 1))
def test_chance_agrees_with_plain_recursion(red: int, white: int, seats: int, blank: int) -> None:
    model = ct.Model(Urn(red, white, seats, blank))
    odds, scores = model.odds(), urn_scores(red, white, seats, blank=blank)
    expected = [sum(final[seat] * chance for final, chance in scores.items()) for seat in range(seats)]
    if seats == 1:
        assert odds.expected_points == expected[0]
        assert "win" not in odds
        return
    assert list(odds.expected_points) == expected
    assert odds.value == odds.expected_points
    for seat in range(seats):
        won = (chance for final, chance in scores.items() if final[seat] > max(final[:seat] + final[seat + 1 :]))
        assert odds.win[seat] == sum(won)
    assert sum(odds.win) + odds.draw == 1
    assert sum(model.ends().values()) == 1


@FEW
@given(values=st.tuples(*2 * [st.one_of(st.fractions(-(10**9), 10**9, max_denominator=99), st.integers(-9, 9))]), as_text=st.booleans())
def test_payoffs_may_be_fractions(values: tuple[Fraction | int, ...], as_text: bool) -> None:
    left, right = values

    def payoff(end: tuple[int, int], seat: int) -> Fraction | int | str:
        return str(values[seat]) if as_text else values[seat]

    best = ct.Model(Urn(1, 1)).best(payoff)
    assert best.value == (left, right)


@pytest.mark.parametrize("payoff", [0.5, "a third", None, 2**70, Fraction(1, 2**70)])
def test_payoffs_are_exact_numbers(payoff: Any) -> None:
    with pytest.raises(TypeError, match="a whole number or a fraction of 64 bits is needed"):
        ct.Model(Urn(1, 1)).best(lambda end, seat: payoff)


@dataclass(frozen=True)
class Node:
    """A state that is neither a number nor a tuple."""

    name: str


class Tree:
    """A game for one player, given as the choices of each state."""

    def __init__(self, choices: dict[str, Any], layers: dict[str, int] | None = None) -> None:
        self.choices, self.layers = choices, layers or {}

    def start(self) -> Node:
        return Node("start")

    def expand(self, state: Node) -> Any:
        return self.choices.get(state.name)

    def layer(self, state: Node) -> int:
        return self.layers.get(state.name, len(state.name))

    def end(self, state: Node, seat: int) -> int:
        return int(state.name.rsplit("/", 1)[-1])


def trees(depth: int) -> st.SearchStrategy[Any]:
    """Returns a strategy for trees of decisions and chance: an end is a number, a choice a list, a decision a dict."""
    ends = st.integers(-5, 5)
    if depth == 0:
        return ends
    below = trees(depth - 1)
    chance = st.lists(st.tuples(st.integers(0, 4), below), min_size=1, max_size=3).filter(
        lambda events: any(weight for weight, _ in events)
    )
    return st.one_of(ends, chance, st.dictionaries(st.sampled_from("abc"), chance, min_size=2, max_size=3))


def value_of(tree: Any) -> Fraction:
    """Returns the value of a tree, by plain recursion."""
    if isinstance(tree, int):
        return Fraction(tree)
    if isinstance(tree, dict):
        return max(value_of(events) for events in tree.values())
    total = sum(weight for weight, _ in tree)
    return sum((Fraction(weight, total) * value_of(below) for weight, below in tree if weight), Fraction(0))


@settings(max_examples=60, deadline=None)
@given(trees(3))
def test_decisions_agree_with_plain_recursion(tree: Any) -> None:
    choices: dict[str, Any] = {}

    def name(path: str, tree: Any) -> str:
        return f"{path}/{tree}" if isinstance(tree, int) else path

    def put(path: str, tree: Any) -> None:
        def events(path: str, tree: Any) -> list[tuple[int, str, Node]]:
            for place, (_, below) in enumerate(tree):
                put(name(f"{path}.{place}", below), below)
            return [
                (weight, f"e{place}", Node(name(f"{path}.{place}", below)))
                for place, (weight, below) in enumerate(tree)
            ]

        if isinstance(tree, dict):
            choices[path] = {action: events(path + action, below) for action, below in tree.items()}
        elif isinstance(tree, list):
            choices[path] = events(path, tree)

    if isinstance(tree, int):
        tree = [(1, tree)]
    put("start", tree)
    model = ct.Model(Tree(choices))
    best = model.best()
    assert best.value == value_of(tree) == model.odds().value
    if isinstance(tree, dict):
        assert value_of(tree[best.action]) == value_of(tree)
        assert {one.action: one.values[0] for one in best.actions_in(Node("start"))} == {
            action: value_of(events) for action, events in tree.items()
        }
        assert best.policy()[Node("start")] == best.action_in(Node("start")) == best.action


def test_pig_has_cycles_and_is_solved() -> None:
    model = ct.Model(Pig())
    best = model.best()
    assert best.value[0] > Fraction(1, 2) and sum(best.value) == 1
    assert best.action == "throw"
    assert best.action_in((0, 0, 6)) == "bank"
    assert model.odds().cycles is True
    assert model.count().states == model.odds().states
    for one in best.actions_in((0, 0, 3)):
        assert sum(one.values) == 1
    # The values satisfy the equations of the game.
    throw = {one.action: one.values for one in best.actions_in((0, 0, 0))}["throw"]
    after = [best.values_in((0, 0, eyes))[0] for eyes in range(2, 7)]
    assert throw[0] == (best.values_in((0, 0, 0))[1] + sum(after)) / 6


def test_payoffs_may_be_functions_and_objects() -> None:
    model = ct.Model(Pig())
    # If the winner's payoff is 0 and the loser's is 1, no player banks, and play never ends.
    with pytest.raises(ct.ModelError, match="play may never end from"):
        model.best(payoff=lambda state, seat: int(seat == 0))
    assert model.odds(payoff=lambda state, seat: 10 * (seat == 1)).value[0] == 10 * model.odds().value[0]

    class Throws:
        def event(self, event: Any) -> int:
            return 1

        def end(self, state: Any, seat: int) -> int:
            return 0

    lengths = ct.Model(Urn(2, 1, 1)).best(payoff=Throws())
    assert lengths.value == 3
    by_points = ct.Model(Urn(2, 2)).best()
    assert by_points.value == (1, 1)


def test_a_game_is_counted() -> None:
    counted = ct.Model(Urn(3, 3, 1)).count()
    assert counted.states >= 16 and counted.tree_leaves == 20


def test_a_game_with_cycles_agrees_with_a_recursion() -> None:
    game = Pig(4)

    # The game has cycles, so the recursion stops at a depth that no longer affects the value.
    @lru_cache(maxsize=None)
    def value(state: tuple[int, int, int], depth: int) -> float:
        choices = game.expand(state)
        if choices is None:
            return 0.0
        if depth == 0:
            return 0.5

        def after(event: Any, state: tuple[int, int, int]) -> float:
            return 1 - value(state, depth - 1) if game.passes(event) else value(state, depth - 1)

        values: list[float] = []
        for events in choices.values():
            total = sum(weight for weight, _, _ in events)
            values.append(sum(weight * after(event, state) for weight, event, state in events) / total)
        return max(values)

    exact = ct.Model(game).best().value[0]
    assert abs(float(exact) - value((0, 0, 0), 80)) < 1e-6
