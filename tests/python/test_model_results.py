"""The results of games written in Python: names, distributions, simulations, and doubles with a proven error."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancetree as ct
from games import FEW, Pig, Urn, Wager, game_with, urn_scores


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


class Steps:
    """Pays 1 for every event."""

    def event(self, event: Any) -> int:
        return 1

    def end(self, state: Any, seat: int) -> int:
        return 0


def test_payoffs_have_a_distribution() -> None:
    found = ct.Model(Wager()).distribution()
    assert found == {(Fraction(1, 2), Fraction(-1, 2)): Fraction(2, 5), (Fraction(-1, 3), Fraction(1, 3)): Fraction(3, 5)}
    # The game has cycles, and the winner may have any seat.
    pig = ct.Model(Pig())
    assert pig.distribution() == {(1, 0): pig.best().value[0], (0, 1): pig.best().value[1]}


class Stake:
    """A fair toss for a stake, which is lost or doubled; a payoff of its ends and one of its events."""

    stake = 1

    def start(self) -> str:
        return "toss"

    def expand(self, state: str) -> list[tuple[int, str, str]] | None:
        return [(1, "head", "won"), (2, "tail", "lost")] if state == "toss" else None

    def end(self, state: str, seat: int) -> int:
        return 2 * self.stake if state == "won" else -self.stake


def test_payoffs_that_change_are_solved_again() -> None:
    game = Stake()
    model = ct.Model(game)
    for stake in (1, 10, 4):
        game.stake = stake
        for payoff in (None, lambda state, seat: game.end(state, seat) + 3 * stake):
            mean = Fraction(0 if payoff is None else 3 * stake)
            assert model.odds(payoff=payoff).value == model.best(payoff=payoff).value == mean
            assert model.distribution(payoff=payoff).mean() == mean
            assert model.odds(payoff=payoff, precision="float").value == float(mean)
            assert model.simulate(payoff=payoff).estimates[0].exact == mean
            assert Fraction(str(model.graph(payoff=payoff).nodes.column("value_exact")[0])) == mean


def test_payoffs_without_a_bound_have_no_distribution() -> None:
    loop = game_with(lambda state: [(1, "on", "here"), (1, "off", "end")] if state == "here" else None)
    with pytest.raises(ct.ModelError, match="play can return to 'here' with other payoffs each time") as raised:
        ct.Model(loop).distribution(payoff=Steps())
    assert raised.value.state == "here"
    # Each step to the right gains a point, and each step to the left loses it: all ways to a place have the same payoff.
    walk = game_with(lambda place: [(1, 1, place + 1), (1, -1, place - 1)] if place in (0, 1) else None)
    walk.start, walk.points = lambda: 0, lambda step: step
    assert ct.Model(walk).distribution() == {2: Fraction(1, 3), -1: Fraction(2, 3)}
    # The players alternate, so one of them gains what the other loses again and again.
    walk.seats, walk.passes = 2, lambda step: 1
    with pytest.raises(ct.ModelError, match="with other payoffs each time"):
        ct.Model(walk).distribution()


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
