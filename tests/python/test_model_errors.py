"""Errors, limits and interrupts of games written in Python."""

from __future__ import annotations

import _thread
import threading
import time
from fractions import Fraction
from typing import Any

import pytest

import chancetree as ct
from games import Pig, Urn, game_with


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


class Points:
    """Events in turn with these points, between two seats."""

    seats = 2

    def __init__(self, *points: int) -> None:
        self.scores = points

    def start(self) -> int:
        return 0

    def expand(self, state: int) -> Any:
        return [(1, state, state + 1)] if state < len(self.scores) else None

    def points(self, event: int) -> int:
        return self.scores[event]


def test_too_many_points_break_the_contract() -> None:
    for points, what in (
        ((30_000, 30_000, 30_000), "more than 65535 points"),
        ((20_000, 20_000, -1), "or than 32767 if points can be negative"),
        ((-9000, -9000, -9000), "a seat may have fewer than -16383 points"),
    ):
        with pytest.raises(ct.ModelError, match=what) as raised:
            ct.Model(Points(*points)).odds()
        assert raised.value.state is None


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
    with pytest.raises(TypeError, match="unexpected argument 'games'(?!;)"):
        ct.Model(Pig()).odds(games=3)
    for query, typed, meant in (("odds", "precison", "precision"), ("simulate", "game", "games"), ("graph", "deph", "depth")):
        with pytest.raises(TypeError, match=f"unexpected argument '{typed}'; did you mean {meant}\\?") as raised:
            getattr(ct.Model(Pig()), query)(**{typed: 3})
        help = getattr(raised.value, "help")
        assert help.startswith("known arguments: ") and meant in help and "payoff" in help


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
