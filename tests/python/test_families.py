"""The answers about built-in games, compared with plain recursions and known values."""

from __future__ import annotations

import copy
import functools
import math
import pickle
import sys
from fractions import Fraction
from math import comb, log
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancetree as ct
import naive

FEW = settings(max_examples=25, deadline=None)


@FEW
@given(pairs=st.integers(1, 9), players=st.integers(1, 4))
def test_memory_agrees_with_plain_recursion(pairs: int, players: int) -> None:
    game = ct.memory(pairs=pairs, players=players)
    odds = game.odds()
    win, draw = naive.memory_odds(pairs, players)
    assert (list(odds.win), odds.draw) == (win, draw)
    final = naive.memory_scores(pairs, 0, (0,) * players, 0)
    assert dict(game.distribution()) == final
    for seat, expected in enumerate(odds.expected_pairs):
        assert expected == sum(scores[seat] * chance for scores, chance in final.items())


@FEW
@given(weights=st.lists(st.integers(0, 5), min_size=1, max_size=7).filter(any), players=st.integers(1, 3))
def test_guess_agrees_with_plain_recursion(weights: list[int], players: int) -> None:
    odds = ct.guess(numbers=len(weights), weights=weights, players=players).odds()
    if players == 1:
        assert odds.value == naive.guess_count(tuple(weights))
    else:
        assert odds.value == naive.guess_odds(tuple(weights), players)[0]
    if players == 2:
        assert odds.win == naive.guess_odds(tuple(weights), players)


@FEW
@given(st.data())
def test_risks_agree_with_all_placements(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    places = [(row, col) for row in range(height) for col in range(width)]
    laid = set(data.draw(st.lists(st.sampled_from(places), unique=True, max_size=len(places) - 1)))
    opened = set(data.draw(st.lists(st.sampled_from(sorted(set(places) - laid)), unique=True)))

    def cell(row: int, col: int) -> str:
        if (row, col) not in opened:
            return "."
        return str(sum(abs(row - other) <= 1 and abs(col - next) <= 1 for other, next in laid))

    rows = ["".join(cell(row, col) for col in range(width)) for row in range(height)]
    risk = ct.mines(board=rows, mines=len(laid)).risk()
    wanted = naive.mines_risk(rows, len(laid))
    assert risk.fractions == wanted
    array = risk.array
    assert array.shape == (height, width) and array.dtype == numpy.float64
    for row, col in places:
        found = wanted[row][col]
        assert numpy.isnan(array[row, col]) if found is None else array[row, col] == float(found)


def test_a_board_is_a_text_rows_an_array_or_a_file(tmp_path: Path) -> None:
    text = "1...\n....\n..2.\n....\n"
    (tmp_path / "board.txt").write_text(text)
    array = numpy.full((4, 4), -1)
    array[0, 0], array[2, 2] = 1, 2
    floats = numpy.where(array < 0, numpy.nan, array.astype(float))
    tables = [pandas.DataFrame(floats), polars.DataFrame(array)]
    boards = [text, text.split(), array, array.tolist(), floats, tmp_path / "board.txt", *tables]
    found = [ct.mines(board=board, mines=3).risk() for board in boards]
    assert all(risk == found[0] for risk in found)
    assert found[0].cells[0][1] == Fraction(3, 10)


def test_a_blank_cell_of_a_list_is_an_opened_cell() -> None:
    risk = ct.mines(board=[[" ", " ", 1, None], ["", " ", 1, None]], mines=1).risk()
    assert risk == ct.mines(board="001.\n001.\n", mines=1).risk()
    # Blanks around a row of text are no cells.
    assert ct.mines(board=[" 1. ", " 1. "], mines=1).risk() == ct.mines(board="1.\n1.\n", mines=1).risk()


def test_a_density_of_mines_is_a_parameter_of_the_game_or_of_the_query() -> None:
    rows = ["1.", "..", ".."]
    for density in (0.2, "20%", Fraction(1, 5)):
        risk = ct.mines(board=rows, mines=density).risk()
        assert risk == ct.mines(board=rows).risk(mines=density)
        assert risk.fractions == [[None, Fraction(1, 3)], [Fraction(1, 3)] * 2, [Fraction(1, 5)] * 2]
    with pytest.raises(ValueError, match="mines"):
        ct.mines(rows=2, cols=2, mines=0.2).odds()


def test_solitaire_has_distributions() -> None:
    odds = ct.solitaire(pairs=8).odds()
    for quantity in ("turns", "lucky", "first_turn", "score"):
        chances = ct.solitaire(pairs=8).distribution(quantity)
        assert sum(chances.values()) == 1
        assert chances.mean() == odds[quantity].mean
    assert ct.solitaire(pairs=2).odds().turns.mean == Fraction(8, 3)
    with pytest.raises(ValueError, match="quantity tunrs: one of turns, lucky"):
        ct.solitaire(pairs=2).distribution("tunrs")


def test_mines_has_odds_and_a_distribution() -> None:
    game = ct.mines(rows=2, cols=2, mines=1, first_click="any")
    assert game.odds().win == Fraction(1, 4)
    assert game.distribution() == {1: Fraction(1)}
    assert game.best().win == Fraction(1, 4)


def test_best_play_plans_and_counts_have_known_values() -> None:
    best = ct.memory(pairs=3).best()
    assert best.value == Fraction(7, 5)
    assert [action.action for action in best.actions] == ["T6", "T7", "T9"]
    assert ct.memory(pairs=8).count().states == 403
    # A double cannot represent this number of leaves.
    assert ct.memory(pairs=100).count().tree_leaves > 1 << 53
    assert ct.memory(pairs=100).plan().states.number == 685711
    assert ct.guess(numbers=9).plan().states.number == ct.guess(numbers=9).odds().states == 10
    assert ct.solitaire(pairs=8).plan().states.number == 65
    assert ct.guess(numbers=3).best().good == (1, 3)
    fair = ct.memory(pairs=8).fair()
    assert fair.parameters.pairs == 8
    columns = fair.plays.to_pandas()
    assert [*columns][:7] == ["play", "win_1", "win_1_exact", "win_2", "win_2_exact", "draw", "draw_exact"]
    assert Fraction(columns.win_2_exact[0]) == fair.win[1]


def test_a_range_has_an_answer_for_each_game() -> None:
    all_boards = ct.memory(pairs=range(2, 6)).odds()
    assert [one.parameters.pairs for one in all_boards] == [2, 3, 4, 5]
    assert all_boards[2] == ct.memory(pairs=4).odds()
    table = all_boards.to_pandas()
    assert list(table["win_1"]) == [float(one.win[0]) for one in all_boards]
    assert list(map(Fraction, table["win_1_exact"])) == [one.win[0] for one in all_boards]
    # A notebook shows one table, without the parameters that all rows share.
    shown = all_boards._repr_html_()
    assert shown.count("<table>") == 1 and shown.count("<tr>") == 5 and 'title="7/15">0.466667' in shown
    assert repr(all_boards).splitlines()[0] == "Odds: memory players=2, half_known=0, known_pairs=0, scores=0 0"
    assert repr(all_boards).splitlines()[2].split()[:3] == ["2", "2", "0.333333"]


def test_queries_accept_parameters() -> None:
    game = ct.memory(pairs=6, players=2)
    assert game.odds(play="best") == ct.memory(pairs=6, players=2, play="best").odds()
    assert game.odds(threads=1) == game.odds(threads=2) == game.odds()
    assert ct.memory(pairs=numpy.int64(6)).odds() == ct.memory(pairs=Fraction(6)).odds() == game.odds()
    assert ct.memory(pairs=numpy.arange(2, 6)).odds() == ct.memory(pairs=range(2, 6)).odds()
    assert ct.memory(pairs=pandas.Series([6])).odds() == game.odds()
    half = ct.solitaire(pairs=2, recall=[Fraction(1, 2), 0.25, "1"])
    assert half.odds().parameters.recall is not None or half.odds().turns.mean > 2


def test_a_seed_gives_the_same_games() -> None:
    game = ct.memory(pairs=4)
    assert game.simulate(games=50, seed=3) == game.simulate(games=50, seed=3, threads=1)
    assert game.simulate(games=50, seed=3) != game.simulate(games=50, seed=4)
    assert ct.mines(rows=4, cols=4, mines=2).simulate(games=20).estimates[0].played == 20


def test_a_log_is_fitted_in_any_form(tmp_path: Path) -> None:
    player = ct.solitaire(pairs=4, recall=["3/4", "1/8", "4/5"])
    log = player.simulate(games=40, seed=2)
    assert log[0].game == 1 and len(log) == len(list(log)) and pickle.loads(pickle.dumps(log)) == log
    assert "&lt;chancetree.Log: 40 games, " in log._repr_html_() and "<th>first</th>" in log._repr_html_()
    (tmp_path / "log.csv").write_text(log.csv)
    frame = log.to_pandas()
    forms = [log, log.csv, tmp_path / "log.csv", str(tmp_path / "log.csv"), frame, polars.DataFrame(frame), list(log)]
    fits = [player.fit(form) for form in forms]
    assert all(fit == fits[0] for fit in fits)
    assert [one.name for one in fits[0].estimates] == ["p", "p'", "p''"]
    assert isinstance(fits[0].estimates[0].estimate, Fraction)
    with pytest.raises(ValueError, match="the log, line 2"):
        player.fit([(1, 1, "1a", "nonsense")])


def test_each_player_of_a_log_is_fitted() -> None:
    player = ct.solitaire(pairs=4, recall=["3/4", "1/8", "4/5"])
    turns = [line.split(",") for line in player.simulate(games=40, seed=2).csv.splitlines()]
    names = ["player", *("Anna" if int(turn) % 2 else "Ben" for _, turn, *_ in turns[1:])]
    log = "\n".join(",".join([name, *cells]) for name, cells in zip(names, turns))
    fit = player.fit(log)
    table = fit.to_pandas()
    assert list(table.player) == ["Anna"] * 3 + ["Ben"] * 3
    exact = [str(one.estimate) for each in fit.players for one in each.estimates]
    assert list(table.estimate_exact) == exact
    assert "estimates of Ben" in repr(fit)


def test_answers_are_shown_and_pickled() -> None:
    odds = ct.memory(pairs=8).odds()
    assert "win[0]" in repr(odds) and "185527/405405" in repr(odds) and "0.457634" in repr(odds)
    assert "<table>" in odds._repr_html_() and "185527/405405" in odds._repr_html_()
    assert pickle.loads(pickle.dumps(odds)) == odds
    assert odds.to_dict()["win"][0] == odds["win"][0] == odds.win[0]
    assert "win" in dir(odds) and "win" in odds
    with pytest.raises(AttributeError, match="Odds has no 'won'; it has"):
        odds.won
    assert repr(ct.memory(pairs=8)) == "memory(pairs=8)"
    assert isinstance(pandas.DataFrame([odds.to_dict()]), pandas.DataFrame)


def test_fractions_may_have_any_length() -> None:
    # More digits than Python parses.
    odds = ct.solitaire(pairs=5000, means=True).odds()
    assert odds.turns.mean.denominator > 10**4300
    assert abs(float(odds.turns.mean) - (3 - 2 * log(2)) * 5000) < 1
    assert "…" in repr(odds)


def digits_of(value: int) -> str:
    """Returns all digits of a whole number; Python may refuse to format more than 640."""
    parts = []
    while value >= 10**600:
        value, part = divmod(value, 10**600)
        parts.append(f"{part:0600d}")
    return str(value) + "".join(reversed(parts))


def rounded(value: int) -> str:
    """Returns a whole number with seven digits and an exponent."""
    digits = digits_of(value)
    seven = str(int(digits[:7]) + (digits[7] >= "5"))
    return f"{seven[0]}.{seven[1:7]}e+{len(digits) - 1}"


def test_a_risk_shows_its_board_and_its_islands() -> None:
    risk = ct.mines(board=["1..*", "...2"], mines=3).risk()
    lines = [line.split() for line in repr(risk).splitlines()]
    assert lines[-2:] == [["1", "1", "1/3", "1/2", "mine"], ["2", "1/3", "1/3", "1/2", "2"]]
    assert '">1</td>' in risk._repr_html_() and '">2</td>' in risk._repr_html_()
    risk = ct.mines(board=["1..", "..."], mines=1).risk()
    lines = [line.split() for line in repr(risk).splitlines()]
    assert lines[-2:] == [["1", "1", "1/3", "safe"], ["2", "1/3", "1/3", "safe"]]
    assert ["A", "yes", "1,1", "1,2", "2,1", "2,2"] in lines


def test_the_likeliest_values_of_a_distribution_are_shown() -> None:
    odds = ct.solitaire(pairs=3, recall=["3/4", "1/8", "4/5"]).odds()
    whole = odds.score.distribution
    lines = [line.split() for line in repr(odds).splitlines() if line.startswith("  score.distribution ")]
    shown = [int(line[1]) for line in lines[:-1]]
    assert len(shown) == 8 < len(whole) and shown == sorted(shown) and lines[-1][1:] == ["…", str(len(whole) - 8), "more"]
    assert min(whole[value] for value in shown) >= max(chance for value, chance in whole.items() if value not in shown)


def test_long_numbers_of_placements_are_shown() -> None:
    risk = ct.mines(board="\n".join(["." * 200] * 200), mines=8000).risk()
    assert risk.placements == comb(40_000, 8000) > 10**4300
    line = f"  placements  …                                       {rounded(risk.placements)}"
    for shown in (repr(risk), str(risk)):
        assert [row.split() for row in shown.splitlines() if row.startswith("  placements")] == [line.split()]
        # The ends of a large board.
        lines = [line.split() for line in shown.splitlines()]
        assert lines[-1] == ["200", *["1/5"] * 10, "…", *["1/5"] * 10] and lines[-11] == ["…"] * 22
        assert lines[-22] == [*map(str, range(1, 11)), "…", *map(str, range(191, 201))]
        assert len(shown) < 6_000
    html = risk._repr_html_()
    assert html.count('title="1/5"') == 400 and len(html) < 60_000
    # The number has a text everywhere.
    assert repr(risk.placements) == str(risk.placements) == f"{risk.placements}" == rounded(risk.placements)
    assert rounded(risk.placements) in repr(risk.to_dict()) and type(risk.placements + 0) is int
    assert pickle.loads(pickle.dumps(risk)) == copy.deepcopy(risk) == risk
    frame = risk.to_pandas()
    assert len(frame) == 40_000 and set(frame["risk_exact"]) == {"1/5"}
    # The risk beside an open number is another fraction.
    cells = ["." * 30 for _ in range(30)]
    cells[15] = cells[15][:15] + "2" + cells[15][16:]
    risk = ct.mines(board="\n".join(cells), mines=175).risk()
    other, near = risk.cells[0][0], risk.cells[14][14]
    assert near == Fraction(2, 8) and other == Fraction(173, 891)
    html = risk._repr_html_()
    assert repr(risk).count(" 1/4") >= 8 and html.count('title="1/4"') == 8 and html.count('title="173/891"') == 891


def test_counts_of_thousands_of_pairs_are_shown() -> None:
    count = ct.memory(pairs=600).count()
    leaves = count.tree_leaves
    assert leaves > 10**400
    for shown in (repr(count), count._repr_html_()):
        assert rounded(leaves) in shown and rounded(count.tree_nodes) in shown and "…" in shown
    small = ct.memory(pairs=20).count()
    assert small.tree_nodes < 10**40 and str(small.tree_nodes) in repr(small)
    frame = ct.Reports([count, small]).to_pandas()
    assert frame["tree_leaves"].tolist() == [math.inf, float(small.tree_leaves)]
    assert frame["tree_leaves_exact"].tolist() == [digits_of(leaves), digits_of(small.tree_leaves)]


def test_long_fractions_have_a_text_everywhere() -> None:
    turns = ct.solitaire(pairs=5000, means=True).odds().turns
    mean = turns.mean
    assert mean.denominator > 10**4300 and isinstance(mean, Fraction)
    decimal = f"{float(mean):.6f}"
    assert repr(mean) == str(mean) == f"{mean}" == decimal
    assert f"mean={decimal}" in repr(turns) and decimal in repr(turns.to_dict()) and decimal in repr((mean, 1))
    assert pickle.loads(pickle.dumps(mean)) == copy.deepcopy(mean) == mean
    assert hash(mean) == hash(Fraction(mean)) and type(mean * 1) is Fraction
    with pytest.raises(ValueError, match="a whole number from 1 to"):
        ct.memory(pairs=10**5000)
    # Parameters are written in full, however long.
    tail = Fraction(1, 10**5000)
    with pytest.raises(ValueError, match="tail"):
        ct.solitaire(pairs=2, recall="1/2,0,1").odds(tail=-tail)
    assert repr(ct.memory(pairs=2, lead=10**5000 // 10**5000)) == "memory(pairs=2, lead=1)"


def test_python_formats_long_numbers_where_allowed() -> None:
    odds = ct.solitaire(pairs=5000, means=True).odds()
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)
        mean = odds.turns.mean
        assert str(mean) == f"{mean.numerator}/{mean.denominator}" and len(str(mean)) > 8600
        assert repr(mean) == f"Fraction({mean.numerator}, {mean.denominator})"
        # The smallest limit that Python accepts.
        sys.set_int_max_str_digits(640)
        count = ct.memory(pairs=900).count()
        assert count.tree_leaves > 10**640 and rounded(count.tree_leaves) == str(count.tree_leaves)
    finally:
        sys.set_int_max_str_digits(limit)


def test_a_mean_needs_numbers_or_tuples_of_numbers() -> None:
    for pairs, players in ((3, 2), (5, 3)):
        game = ct.memory(pairs=pairs, players=players)
        assert game.distribution().mean() == game.odds().expected_pairs
    assert ct.solitaire(pairs=2).distribution("turns").mean() == Fraction(8, 3)
    with pytest.raises(TypeError, match="a mean is of numbers or of tuples of numbers, not of 'red'"):
        ct.Distribution({"red": Fraction(1)}).mean()
    with pytest.raises(TypeError, match=r"not of \(0, 'red'\)"):
        ct.Distribution({(0, "red"): Fraction(1)}).mean()


def test_games_are_hashable() -> None:
    @functools.cache
    def win(game: Any) -> Fraction:
        found: Fraction = game.odds().win[0]
        return found

    assert win(ct.memory(pairs=3)) == win(ct.memory(pairs=3)) == Fraction(7, 15)
    assert win.cache_info().misses == 1
    board = numpy.full((3, 3), -1)
    games = {
        ct.memory(pairs=3),
        ct.memory(pairs=Fraction(3)),
        ct.memory(pairs=range(3, 5)),
        ct.memory(pairs=[3, 4]),
        ct.mines(board=board, mines=2),
        ct.mines(board=board.tolist(), mines=2),
        ct.mines(board=board, mines=3),
        ct.guess(numbers=3),
    }
    assert len(games) == 6
    assert ct.memory(pairs=[3, 4]) in games and ct.memory(pairs=[3, 5]) not in games


def test_a_word_is_not_a_board() -> None:
    for text in ("missing.txt", "folder/board", "C:\\board.txt"):
        with pytest.raises(ValueError, match="is one line of text, but not a row of cells; a file is given as a path"):
            ct.mines(board=text, mines=2)
    assert ct.mines(board="1..F", mines=1).risk().cells[0][1] is not None


def test_help_has_the_text_of_the_program() -> None:
    text = ct.memory(pairs=2).help("odds")
    assert "known_pairs: Pairs of two known cards" in text and "--format" not in text




def test_variations_of_the_rules() -> None:
    assert ct.memory(pairs=2, one_flip=True).odds().draw == 1
    assert ct.memory(pairs=4, one_flip=True).parameters == {"pairs": 4, "one_flip": True}
    odds = ct.solitaire(pairs=4, blind=True).odds()
    assert (odds.turns.mean, odds.lucky.mean) == (7, Fraction(4, 7))
    with pytest.raises(ValueError, match="blind cannot be combined with means"):
        ct.solitaire(pairs=4, blind=True).odds(means=True)


def test_a_precision_is_a_number_of_any_type() -> None:
    for precision in (1, 1e-9, "1e-9", "1e-6", Fraction(1, 1000)):
        value = ct.guess(numbers=5).best(precision=precision).value
        assert isinstance(value, float) and abs(value - 0.6) < 1e-9


def test_every_game_has_doubles():
    """Games that are answered in fractions round them."""
    for game, command in [
        (ct.solitaire(pairs=5), "odds"), (ct.mines(rows=3, cols=3, mines=2), "odds"), (ct.mines(rows=3, cols=3, mines=2), "best"),
        (ct.memory(pairs=4), "best"), (ct.memory(pairs=4), "fair"), (ct.memory(pairs=5, memory=2), "odds"),
    ]:
        answers = [getattr(game, command)(precision=precision) for precision in ["float", "exact"]]
        found, exact = [one.win if "win" in one else one.value if "value" in one else one.turns.mean for one in answers]
        pairs = list(zip(found, exact)) if isinstance(found, (list, tuple)) else [(found, exact)]
        for one, other in pairs:
            assert isinstance(one, ct.BoundedFloat) and abs(Fraction(float(one)) - other) <= Fraction(one.error)


def test_advice_is_a_table() -> None:
    risk = ct.mines(board="1..\n...\n", mines=2).risk(advise=True)
    clicks = risk.advice.clicks
    assert [click.cell for click in clicks] and "open next" in repr(risk)
    assert repr(risk).count("placements are won") == len(clicks)
    assert "placements are won" in risk._repr_html_()
