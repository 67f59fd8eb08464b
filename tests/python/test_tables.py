"""Answers as tables: for pandas, polars and Arrow, in notebooks and as text."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pandas
import pyarrow
import pytest

import chancetree as ct
from games import Pig, Urn

ANSWERS = {
    "odds": lambda: ct.memory(pairs=3).odds(),
    "odds of a range": lambda: ct.memory(pairs=range(2, 5)).odds(),
    "approximate odds": lambda: ct.memory(pairs=3).odds(approximate=True),
    "best": lambda: ct.memory(pairs=3).best(),
    "best of a range": lambda: ct.guess(numbers=range(2, 5)).best(),
    "fair": lambda: ct.memory(pairs=3).fair(),
    "fair play": lambda: ct.memory(pairs=3).fair().plays,
    "count": lambda: ct.memory(pairs=600).count(),
    "layers": lambda: ct.memory(pairs=3).count().layers,
    "simulate": lambda: ct.memory(pairs=3).simulate(games=10),
    "distribution": lambda: ct.memory(pairs=3).distribution(),
    "quantity": lambda: ct.solitaire(pairs=3).odds().turns,
    "information": lambda: ct.solitaire(pairs=3, recall="3/4,1/8,4/5").information(),
    "risk": lambda: ct.mines(board=["1...", "...."], mines=2).risk(),
    "plan": lambda: ct.memory(pairs=100).plan(),
    "log": lambda: ct.solitaire(pairs=3, recall="3/4,1/8,4/5").simulate(games=3),
    "model": lambda: ct.Model(Pig(3)).odds(),
    "bounds of a model": lambda: ct.Model(Pig(3)).odds(precision="float"),
    "best of a model": lambda: ct.Model(Pig(3)).best(),
    "ends of a model": lambda: ct.Model(Urn(2, 2)).ends(),
    "games of a model": lambda: ct.Model(Urn(2, 2)).simulate(games=10),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_table(name: str) -> None:
    answer: Any = ANSWERS[name]()
    arrow = pyarrow.RecordBatchReader.from_stream(answer).read_all()
    assert arrow.equals(answer.to_arrow())
    arrow.validate(full=True)
    assert arrow.num_rows >= 1 and arrow.num_columns >= 2
    frame, other = answer.to_pandas(), answer.to_polars()
    assert frame.columns.tolist() == other.columns == arrow.column_names
    for column in frame.columns:
        values = arrow[column].to_pylist()
        assert other[column].to_list() == values
        assert [None if pandas.isna(value) else value for value in frame[column]] == values
        # A column of fractions follows the column of doubles.
        if column.endswith("_exact"):
            pairs = [(double, exact) for double, exact in zip(frame[column[: -len("_exact")]], values) if exact]
            assert all(double == pytest.approx(float(Fraction(exact))) for double, exact in pairs if len(exact) < 99)
    assert "<table>" in answer._repr_html_() if name != "log" else len(frame) > 3


def test_columns_have_the_names_of_the_program() -> None:
    frame = ct.memory(pairs=range(2, 4)).odds().to_pandas()
    assert frame.columns.tolist()[:10] == (
        ["pairs", "players", "unknown", "half_known", "known_pairs", "scores", "win_1", "win_1_exact", "win_2", "win_2_exact"]
    )
    assert frame["win_1"].dtype == "float64" and frame["states"].dtype == "int64"
    assert frame["win_1_exact"].tolist() == ["1/3", "7/15"] and frame["scores"].tolist() == ["0 0", "0 0"]
    bounded = ct.memory(pairs=3).odds(approximate=True)
    assert 0 < bounded.to_pandas()["win_1_error"][0] < 1e-12
    assert bounded.win[0].lower < Fraction(7, 15) < bounded.win[0].upper and isinstance(bounded.win[0], float)
    assert "0.4666666666666667 ± 4.3e-15" in repr(bounded)
    assert pickle.loads(pickle.dumps(bounded)) == bounded
    assert ct.memory(pairs=3).odds(precision="float") == bounded
    weighted = ct.guess(numbers=5, weights=[1, 2, 3, 4, 5])
    for query in (weighted.odds, weighted.best, weighted.fair, weighted.simulate):
        assert "±" in repr(query(precision="float")) and "±" not in repr(query(precision="exact"))
    assert weighted.odds(precision=1e-3).win[0].error < 1e-15
    assert weighted.graph(precision="float").nodes.to_pandas()["value"][0] == pytest.approx(0.6)
    actions = ct.guess(numbers=range(2, 4)).best().to_polars()
    assert actions["numbers"].to_list() == [2, 2, 3, 3, 3] and actions["action"].to_list() == [1, 2, 1, 2, 3]
    # A value may be missing; a board has a row for each hidden cell.
    odds = ct.Reports([ct.memory(pairs=2).odds(), ct.memory(pairs=2, play="best").odds()])
    assert odds.to_polars()["win_1"].to_list() == [1 / 3, None]
    risk = ct.mines(board=["1..", "..."], mines=2).risk().to_pandas()
    assert risk[["row", "column"]].values.tolist()[0] == [1, 2] and len(risk) == 5


def test_long_numbers_have_all_digits() -> None:
    leaves = ct.memory(pairs=600).count().to_pandas()["tree_leaves_exact"][0]
    assert len(leaves) > 400 and leaves.isdigit()


def test_lists_of_records_are_shown_as_tables() -> None:
    best = ct.guess(numbers=3).best()
    assert isinstance(best.actions, ct.Records) and isinstance(best.actions, tuple)
    lines = repr(best).splitlines()
    assert lines[-5].split() == ["actions"] and lines[-4].split()[:2] == ["action", "value"]
    assert lines[-3].split()[:3] == ["1", "2/3", "0.666667"] and "actions[0]" not in repr(best)
    html = best._repr_html_()
    assert html.count("<table>") == 2 and "<td>2/3</td><td>0.666667</td>" in html
    assert "<table>" in best.actions._repr_html_()
    # Long tables are truncated, and text is escaped.
    assert "more" in repr(ct.memory(pairs=range(1, 80)).odds(progress=False))
    named = ct.memory(pairs=3, names="<b>,Ben").odds()
    assert "win[&lt;b&gt;]" in named._repr_html_() and "win[Ben]" in repr(named)


def test_tables_are_pickled_and_shown() -> None:
    nodes = ct.memory(pairs=3).graph().nodes
    again = pickle.loads(pickle.dumps(nodes))
    assert again.column_names == nodes.column_names and pyarrow.table(again).equals(pyarrow.table(nodes))
    assert nodes.to_pandas()["win_1_exact"].tolist() == nodes.to_polars()["win_1_exact"].to_list()
    assert "19 rows" in nodes._repr_html_() and "<th" in nodes._repr_html_()
    mixed = ct.Table([("flag", "flag", [True, None]), ("text", "text", [None, "é"]), ("number", "integer", [1, None])])
    arrow = pyarrow.table(mixed)
    arrow.validate(full=True)
    assert arrow.to_pylist() == [{"flag": True, "text": None, "number": 1}, {"flag": None, "text": "é", "number": None}]
    assert pickle.loads(pickle.dumps(mixed)).column("text") == [None, "é"]
    with pytest.raises(ValueError, match="the columns have different lengths"):
        ct.Table([("a", "real", [1.0]), ("b", "real", [])])
    with pytest.raises(ValueError, match="words is no kind of a column"):
        ct.Table([("a", "words", [])])


def test_distributions_have_variances_and_quantiles() -> None:
    turns = ct.solitaire(pairs=4).odds().turns
    assert turns.distribution.variance() == turns.variance
    assert [turns.distribution.quantile(share) for share in (0.05, "1/2", 0.95)] == list(turns.quantiles.values())[::2]
    assert turns.distribution.quantile(0) == turns.min.value and turns.distribution.quantile(1) == turns.max.value
    scores = ct.memory(pairs=3).distribution()
    assert scores.marginal(0) == {0: Fraction(2, 5), 1: Fraction(2, 15), 2: Fraction(2, 15), 3: Fraction(1, 3)}
    # The values of each player rise, also where the tuples do not.
    assert [list(scores.marginal(player)) for player in (0, 1)] == [[0, 1, 2, 3]] * 2
    mean = scores.marginal(0).mean()
    variance = sum((value - mean) ** 2 * chance for value, chance in scores.marginal(0).items())
    assert scores.variance() == (variance, variance) and scores.quantile(Fraction(1, 2)) == (1, 2)
    with pytest.raises(ValueError, match="share=2: a number from 0 to 1 is needed"):
        scores.quantile(2)
    with pytest.raises(TypeError, match="a variance is of numbers or of tuples of numbers, not of 'red'"):
        ct.Distribution({"red": Fraction(1)}).variance()
