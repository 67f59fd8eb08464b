"""Games written in Python are explored and solved like built-in games."""

from __future__ import annotations

import _thread
import copy
import pickle
import threading
import time
from collections.abc import Callable
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
from games import Pig, Urn, urn_scores

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


class Broken(Exception):
    """An exception of the user's code."""


def failing(where: str) -> Urn:
    def fail(*_: Any) -> Any:
        raise Broken(where)

    game = Urn(3, 3)
    setattr(game, where, fail)
    return game


@pytest.mark.parametrize("where", ["start", "expand", "layer", "passes", "points"])
def test_an_exception_of_the_game_is_raised_unchanged(where: str) -> None:
    with pytest.raises(Broken, match=where) as raised:
        ct.Model(failing(where)).odds()
    assert any(entry.name == "fail" for entry in raised.traceback)


def test_an_exception_of_the_payoff_is_raised_unchanged() -> None:
    def payoff(state: Any, seat: int) -> int:
        raise Broken("payoff")

    model = ct.Model(Urn(2, 2))
    with pytest.raises(Broken):
        model.best(payoff=payoff)
    assert model.odds().draw >= 0


def game_with(expand: Callable[[Any], Any], layer: Callable[[Any], Any] = lambda state: 0) -> Any:
    class Game:
        def start(self) -> str:
            return "here"

    game: Any = Game()
    game.expand, game.layer = expand, layer
    return game


@pytest.mark.parametrize(
    ("game", "kind", "what"),
    [
        (game_with(lambda state: {"go": []}), ct.ModelError, "a choice in 'here' has no event of positive weight"),
        (game_with(lambda state: [(0, "a", "there")]), ct.ModelError, "a choice in 'here' has no event of positive weight"),
        (
            game_with(lambda state: [(1, "a", "there")] if state == "here" else None, lambda state: -(state == "there") + 1),
            ct.ModelError,
            "the layer falls from state 'here' to state 'there'",
        ),
        (game_with(lambda state: [(1, "a", "here")]), ct.ModelError, "play may never end from 'here'"),
        (game_with(lambda state: [(Fraction(-1, 2), "a", "there")]), ct.ModelError, "gives the weight Fraction(-1, 2); a whole number"),
        (game_with(lambda state: [("1/2", "a", "there")]), ct.ModelError, "expand of 'here' gives the weight '1/2'"),
        (
            game_with(lambda state: [(Fraction(1, 2**40 - part), event, event) for part, event in enumerate("abc")]),
            ct.ModelError,
            "weights that exceed 64 bits over one denominator",
        ),
        (game_with(lambda state: [(-1, "a", "there")]), ct.ModelError, "expand of 'here' gives the weight -1; a whole number"),
        (game_with(lambda state: [(0.5, "a", "there")]), ct.ModelError, "expand of 'here' gives the weight 0.5"),
        (game_with(lambda state: [(1 << 64, "a", "there")]), ct.ModelError, "expand of 'here' gives the weight 18446744073709551616"),
        (game_with(lambda state: [("a", "there")]), ct.ModelError, "an event is (weight, event, state)"),
        (game_with(lambda state: 7), ct.ModelError, "expand of 'here' gives 7; events (weight, event, state)"),
        (game_with(lambda state: [(1, "a", [])]), TypeError, "unhashable type"),
        (game_with(lambda state: None, lambda state: "x"), ct.ModelError, "layer of 'here' is 'x'; a whole number from 0"),
        (game_with(lambda state: None, lambda state: -1), ct.ModelError, "layer of 'here' is -1"),
        (game_with(lambda state: [(1 << 63, "a", "x"), (1 << 63, "b", "x")]), ct.ModelError, "the weights in 'here' add up"),
        (object(), TypeError, "it has no method start; start and expand are needed"),
    ],
)
def test_a_broken_contract_is_reported_with_its_state(game: Any, kind: type[Exception], what: str) -> None:
    with pytest.raises(kind) as raised:
        ct.Model(game).odds()
    assert what in str(raised.value)
    if kind is ct.ModelError:
        assert getattr(raised.value, "state") == "here"


def test_weights_can_be_fractions() -> None:
    thirds = [(Fraction(1, 3), "a", "won"), (Fraction(1, 2), "b", "lost"), (1, "c", "won"), (Fraction(0), "d", "lost")]
    game = ct.Model(game_with(lambda state: thirds if state == "here" else None, lambda state: state != "here"))
    assert game.odds(lambda state, seat: state == "won").value == Fraction(8, 11)


class Huge:
    """A choice between two numbers too long for Python to format, and a cycle if ``loops``."""

    def __init__(self, loops: bool = False) -> None:
        self.loops = loops

    def start(self) -> tuple[int]:
        return (10**5000,)

    def expand(self, state: tuple[int]) -> Any:
        if state == self.start():
            chance = [(1, state[0] + step, state if self.loops else (state[0] + step,)) for step in (1, 2)]
            return {10**6000: chance}
        return None

    def layer(self, state: tuple[int]) -> int:
        return 0

    def end(self, state: tuple[int], seat: int) -> int:
        return int(state[0] % 10)


def test_states_may_contain_very_long_numbers() -> None:
    model = ct.Model(Huge())
    best = model.best()
    assert best.value == Fraction(3, 2) and best.action == 10**6000
    assert "1.000000e+6000" in repr(best) and "1.000000e+6000" in best._repr_html_()
    ends = model.ends()
    assert list(ends.values()) == [Fraction(1, 2)] * 2 and "(1.000000e+5000,)" in repr(ends)
    assert model.graph().edges.column("event")[:2] == ["1.000000e+6000", "1.000000e+5000"]
    with pytest.raises(ct.ModelError, match=r"play may never end from \(1\.000000e\+5000,\)"):
        ct.Model(Huge(loops=True)).odds()


def test_unknown_states_and_arguments_are_errors() -> None:
    with pytest.raises(KeyError, match="play never reaches"):
        ct.Model(Pig()).best().values_in((9, 9, 9))
    with pytest.raises(TypeError, match="unexpected argument 'games'"):
        ct.Model(Pig()).odds(games=3)


class Endless:
    """A walk that never returns."""

    def start(self) -> int:
        return 0

    def expand(self, state: int) -> Any:
        return [(1, "on", state + 1), (1, "over", state + 2)]

    def layer(self, state: int) -> int:
        return state


def test_limits_stop_an_exploration() -> None:
    with pytest.raises(ct.StatesError, match="more than 1000 states"):
        ct.Model(Endless()).odds(max_states=1000)
    with pytest.raises(ct.TimeLimitError, match="the time of 0.2 s ran out") as raised:
        ct.Model(Endless()).odds(timeout=0.2)
    assert "smaller board" not in (raised.value.help or "")


def test_ctrl_c_stops_an_exploration() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ct.Model(Endless()).odds()
    assert time.monotonic() - started < 60


def test_ctrl_c_stops_a_call_that_never_returns() -> None:
    calls = [0]

    def expand(state: Any) -> Any:
        while True:
            calls[0] += 1

    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ct.Model(game_with(expand)).odds()
    with pytest.raises(ct.TimeLimitError):
        ct.Model(game_with(expand)).odds(timeout=0.1)
    # The threads in the call have ended.
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        before = calls[0]
        time.sleep(0.2)
        if calls[0] == before:
            return
    raise AssertionError("the call still runs")


def test_an_interrupt_of_the_game_itself_is_raised() -> None:
    def expand(state: Any) -> Any:
        raise KeyboardInterrupt("quit")

    for timeout in (None, 60):
        with pytest.raises(KeyboardInterrupt, match="quit"):
            ct.Model(game_with(expand)).odds(timeout=timeout)


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


def test_a_game_that_queries_itself_in_its_rules_is_refused() -> None:
    def expand(state: Any) -> Any:
        return model.odds()

    model = ct.Model(game_with(expand))
    with pytest.raises(RecursionError, match="must not query the game itself"):
        model.odds()

    def payoff(state: Any, seat: int) -> Any:
        return urn.odds(payoff).value

    urn = ct.Model(Urn(1, 1))
    with pytest.raises(RecursionError, match="must not query the game itself"):
        urn.odds(payoff)
    assert urn.odds().draw >= 0


def test_a_game_may_query_smaller_games_in_its_rules() -> None:
    class Chain:
        def __init__(self, length: int) -> None:
            self.length = length

        def start(self) -> int:
            return self.length

        def expand(self, state: int) -> Any:
            if state == 0:
                return None
            smaller = ct.Model(Chain(state - 1)).count().states if state == self.length else 0
            return [(1, smaller, state - 1)]

    assert ct.Model(Chain(6)).count().states == 7


class Slow:
    """A game of chance that takes 0.1 s for each state, and 0.1 s for the payoff of each end."""

    def start(self) -> int:
        return 0

    def expand(self, state: int) -> Any:
        time.sleep(0.1)
        return None if state else [(1, end, end) for end in range(1, 6)]

    def end(self, state: int, seat: int) -> int:
        time.sleep(0.1)
        return state


def test_a_call_has_one_limit_of_time() -> None:
    # Exploring takes 0.6 s at least, and the payoffs take 0.5 s at least.
    for query in ("odds", "best", "ends", "distribution", "graph"):
        with pytest.raises(ct.TimeLimitError, match="the time of 1 s ran out"):
            getattr(ct.Model(Slow()), query)(timeout=1)
    # Another call has a limit of its own, also for a file of a graph.
    model = ct.Model(Slow())
    with pytest.raises(ct.TimeLimitError):
        model.odds(timeout=1)
    assert model.odds(timeout=5).value == 3
    graph = model.graph(timeout=5)
    time.sleep(0.2)
    assert graph.svg().startswith("<svg")
