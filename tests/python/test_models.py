"""Games written in Python are explored and solved like built-in games."""

from __future__ import annotations

import copy
import pickle
import time
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancetree as ct
from games import Pig, Urn, game_with, urn_scores

FEW = settings(max_examples=25, deadline=None)


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


def test_a_game_has_a_graph(tmp_path: Path) -> None:
    graph = ct.Model(Pig(3)).graph()
    table = pyarrow.table(graph.nodes)
    table.validate(full=True)
    assert "(0, 0, 2)" in table["state"].to_pylist()
    assert graph.to_networkx().number_of_edges() == graph.edges.num_rows
    for form in ("gexf", "dot", "html", "csv"):
        graph.write(tmp_path / f"pig.{form}")
    assert (tmp_path / "pig.nodes.csv").exists() and (tmp_path / "pig.gexf").stat().st_size > 1000
    assert "<svg" in graph.svg() and "<html" in graph.explore().html


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


def test_names_and_ties_are_in_reports() -> None:
    model = ct.Model(Wager(), names=["Anna", "Ben"])
    odds, best = model.odds(), model.best()
    assert odds.ties == best.ties == 1 and odds.value == (0, 0)
    assert repr(odds).splitlines()[0] == "Odds: Wager names=(Anna, Ben)"
    assert "value[Ben]" in repr(best) and "value[Anna]" in odds._repr_html_()
    assert model.count().parameters["names"] == ("Anna", "Ben")
    with pytest.raises(ValueError, match=r"names=\['Anna'\]: 2 names are needed"):
        ct.Model(Wager(), names=["Anna"]).odds()
    with pytest.raises(ValueError, match="1 name is needed"):
        ct.Model(Urn(1, 1, 1, 0), names=["Anna", "Ben"]).odds()
    for same in (["Anna", "Anna"], ["Anna", " "]):
        with pytest.raises(ValueError, match="names must be different and not empty"):
            ct.Model(Wager(), names=same)
    for wrong in ("AB", [1, 2], []):
        with pytest.raises(TypeError, match="a list of texts is needed"):
            ct.Model(Wager(), names=wrong)  # type: ignore[arg-type]


@FEW
@given(red=st.integers(0, 4), white=st.integers(0, 4), seats=st.integers(1, 3), blank=st.integers(-3, 1))
def test_distributions_agree_with_plain_recursion(red: int, white: int, seats: int, blank: int) -> None:
    model = ct.Model(Urn(red, white, seats, blank))
    found = model.distribution()
    scores = urn_scores(red, white, seats, blank=blank)
    assert found == (scores if seats > 1 else {score: chance for (score,), chance in scores.items()})
    assert found.mean() == model.odds().expected_points


def test_payoffs_have_a_distribution() -> None:
    found = ct.Model(Wager()).distribution()
    assert found == {(Fraction(1, 2), Fraction(-1, 2)): Fraction(2, 5), (Fraction(-1, 3), Fraction(1, 3)): Fraction(3, 5)}
    # The game has cycles, and the winner may have any seat.
    pig = ct.Model(Pig())
    assert pig.distribution() == {(1, 0): pig.best().value[0], (0, 1): pig.best().value[1]}
    with pytest.raises(ct.StatesError):
        ct.Model(game_with(lambda state: {"go": [(1, "on", "here"), (1, "off", "end")]} if state == "here" else None)).distribution(
            payoff=Steps(), max_states=1000
        )


class Steps:
    """Pays 1 for every event."""

    def event(self, event: Any) -> int:
        return 1

    def end(self, state: Any, seat: int) -> int:
        return 0


def test_games_of_a_model_are_simulated() -> None:
    pig = ct.Model(Pig(), names=["Anna", "Ben"])
    found = pig.simulate(games=400, seed=7)
    assert found == pig.simulate(games=400, seed=7, threads=1) and found != pig.simulate(games=400, seed=8)
    assert found.games == 400 and found.parameters.seed == 7 and found.parameters["names"] == ("Anna", "Ben")
    for one, value in zip(found.estimates, pig.best().value):
        assert one.exact == value and abs(one.value - float(value)) < 6 * one.error
    assert [one.quantity for one in found.estimates] == ["expected_payoff_1", "expected_payoff_2"]
    urn = ct.Model(Urn(2, 2)).simulate(games=50)
    assert [one.quantity for one in urn.estimates] == ["win_1", "win_2", "draw", "expected_points_1", "expected_points_2"]
    assert urn.estimates[2].exact == ct.Model(Urn(2, 2)).odds().draw
    alone = ct.Model(Urn(2, 1, 1)).simulate(games=5).estimates[0]
    assert (alone.value, alone.exact, alone.error) == (2, 2, 0)
    thirds = ct.Model(Wager()).simulate(games=300).estimates[0]
    assert thirds.exact == 0 and 0 < abs(thirds.value) < 0.2
    with pytest.raises(ct.TimeLimitError):
        pig.simulate(games=10**9, timeout=0.2)
    with pytest.raises(ValueError, match="games=0: a whole number from 1 to 18446744073709551615 is needed"):
        pig.simulate(games=0)


@pytest.mark.parametrize("game", [Pig(8), Wager(), Urn(2, 3, 2, -1)])
def test_doubles_have_a_proven_error(game: Any) -> None:
    model = ct.Model(game)
    exact = model.best().value
    for precision, most in (("float", 1e-9), (1e-3, 1e-3)):
        found = ct.Model(game).odds(precision=precision)
        for double, value in zip(found.value, exact):
            assert double.lower <= value <= double.upper and abs(Fraction(double) - value) <= Fraction(double.error)
            assert double.error <= most
        best, wanted = ct.Model(game).best(precision=precision), model.best()
        assert "ties" not in best and [one.action for one in best.actions] == [one.action for one in wanted.actions]
        pairs = zip([best, *best.actions], [wanted, *wanted.actions])
        for double, value in (pair for one, other in pairs for pair in zip(one.value, other.value)):
            assert double.lower <= value <= double.upper and double.error <= 1.001 * most
        assert best.values_in(model.game.start())[0].lower <= wanted.values_in(model.game.start())[0]
        assert best.action in {one.action for one in wanted.actions if wanted.value[0] - one.value[0] <= 2 * most} | {None}
    with pytest.raises(ValueError, match='precision=\'double\': "exact", "float" or a positive number is needed'):
        model.odds(precision="double")
    for wrong in (True, None, 0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="or a positive number is needed"):
            model.odds(precision=wrong)  # type: ignore[arg-type]


def test_large_cycles_are_solved_in_doubles() -> None:
    started = time.monotonic()
    # Neller and Presser (2004) for a goal of 100: 0.5306.
    value = ct.Model(Pig(30)).odds(precision="float").value
    assert sum(value) == pytest.approx(1, abs=1e-9) and 0.5 < value[0] < 0.7
    assert time.monotonic() - started < 60


class Three:
    """Three players, each of whom may continue or stop."""

    seats = 3

    def start(self) -> int:
        return 0

    def expand(self, state: int) -> Any:
        return {"on": [(1, "pass", 0)], "stop": [(1, "end", 1)]} if state == 0 else None

    def passes(self, event: str) -> int:
        return int(event == "pass")

    def end(self, state: int, seat: int) -> int:
        return int(seat == 0)


def test_doubles_need_opposite_interests() -> None:
    with pytest.raises(ct.Error, match="two players whose payoffs have a constant sum"):
        ct.Model(Three()).odds(precision="float")


def test_graphs_of_a_model_have_its_payoffs(tmp_path: Path) -> None:
    model = ct.Model(Wager())
    drn = model.graph().write(tmp_path / "wager.drn").read_text()
    assert "plies payoff_1 payoff_2" in drn and "[0, 0, 0]" in drn and "-1/10" not in drn
    tree = model.graph(shape="tree")
    efg = tree.write(tmp_path / "wager.efg").read_text()
    assert efg.splitlines()[:4] == [
        'EFG 2 R "Wager" { "player 1" "player 2" }',
        '""',
        "",
        'p "0 open" 1 1 "" { "1" "2" } 0',
    ]
    ends = [line.rpartition("{")[2].strip(" }") for line in efg.splitlines() if line.startswith("t ")]
    assert sorted(ends) == sorted(["1/2, -1/2", "-1/3, 1/3", "1, -1", "-2/3, 2/3"])
    assert len(model.graph(show="best")) < len(model.graph())
    assert len(model.graph(shape="tree", depth=1)) < len(tree)
    urn = ct.Model(Urn(2, 2, blank=-1)).graph()
    edges = urn.edges.to_pandas()
    assert (edges["gain"] == edges["points"]).all() and set(edges["points"]) == {1, -1}
    with pytest.raises(ValueError, match="the tree of histories is infinite") as raised:
        ct.Model(Pig()).graph(shape="tree")
    assert getattr(raised.value, "help") == "depth=6"
    with pytest.raises(ValueError, match="efg writes a tree of histories") as raised:
        model.graph().write(tmp_path / "dag.efg")
    assert getattr(raised.value, "help") == "shape='tree', show='all'"
    with pytest.raises(ValueError, match="show=some"):
        model.graph(show="some")
    for show in (0, 3, "7"):
        with pytest.raises(ValueError, match=f"show={show}: the players of this game are 1 to 2"):
            model.graph(show=show)
    with pytest.raises(ValueError, match="direction='left': one of down, right is needed"):
        model.graph(direction="left")


def test_the_order_of_exploration_is_deterministic() -> None:
    pictures = {ct.Model(Urn(3, 3)).graph().svg() for _ in range(8)}
    assert len(pictures) == 1


def test_models_and_their_graphs_are_pickled() -> None:
    model = ct.Model(Pig(3))
    value = model.best().value
    again = pickle.loads(pickle.dumps(model))
    assert again.best().value == copy.deepcopy(model).best().value == value
    graph = model.graph()
    other = pickle.loads(pickle.dumps(graph))
    assert other.svg() == graph.svg() and other.nodes.to_pandas().equals(graph.nodes.to_pandas())


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
