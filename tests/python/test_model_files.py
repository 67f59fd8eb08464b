"""Models of model checkers: files and texts in the language of PRISM."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path

import chancetree as ct
import pytest

# A coin that is thrown until it shows heads N times in a row.
ROW = """dtmc
const int N;
module row
  n : [0..N] init 0;
  [] n<N -> 1/2 : (n'=n+1) + 1/2 : (n'=0);
  [] n=N -> true;
endmodule
rewards
  n<N : 1;
endrewards
"""


def test_a_text_and_a_file_have_the_same_values(tmp_path: Path) -> None:
    (tmp_path / "row.pm").write_text(ROW)
    prop = ["R=? [ F n=N ]", "P=? [ F<=2 n=N ]"]
    text, file = (ct.model(given, const={"N": 2}, prop=prop) for given in (ROW, tmp_path / "row.pm"))
    for model in (text, file):
        odds = model.odds()
        # 2 heads in a row take 2^3 - 2 throws.
        assert [one.value for one in odds.properties] == [6, Fraction(1, 4)]
        assert (odds.states, model.count().states) == (3, 3)
    assert text != file and text == ct.model(ROW, const={"N": 2}, prop=prop)
    assert hash(text) == hash(ct.model(ROW, const={"N": 2}, prop=prop))
    assert file.odds().to_pandas()["value_exact"].tolist() == ["6/1", "1/4"]
    with pytest.raises(ValueError, match="2 properties"):
        text.odds().value


def test_doubles_graphs_and_simulations_of_a_model() -> None:
    model = ct.model(ROW, const={"N": 3}, prop="P=? [ F<=3 n=N ]")
    assert model.odds().value == Fraction(1, 8)
    assert abs(model.odds(precision="float").value - 0.125) <= 1e-9
    assert abs(model.simulate(games=2000).estimates[0].value - 0.125) < 0.05
    several = ct.model(ROW, const={"N": range(5, 0, -2)}, prop="P=? [ F<=5 n=N ]").odds()
    assert several.to_pandas()["N"].tolist() == [1, 3, 5]
    game = ct.model(ROW, const={"N": 3}, prop="P=? [ F n=N ]")
    graph = game.graph()
    assert len(graph) == 4 and len(pickle.loads(pickle.dumps(graph))) == 4
    assert "n=3" in graph.svg()


@pytest.mark.parametrize(
    ("make", "kind", "what"),
    [
        (lambda: ct.model(3), TypeError, "a path or the text of a model is needed, not int"),
        (lambda: ct.model(ROW, const={"N": [1, 3]}).count(), ValueError, "a value or a range"),
        (lambda: ct.model(ROW, const={"N": 2}).odds(), ValueError, "a property is needed"),
        (lambda: ct.model(ROW, prop="P=? [ F n=N ]").odds(), ValueError, "N"),
        (lambda: ct.model("missing.pm", prop="P=? [ F n=N ]").odds(), ValueError, "missing.pm: no such file"),
        (lambda: ct.model(ROW, colour="red"), TypeError, "unexpected argument"),
    ],
)
def test_wrong_models_are_refused(make, kind: type[Exception], what: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kind, match=what):
        make()


def test_answers_are_titled_by_their_command() -> None:
    text = """mdp
module choice
  s : [0..2] init 0;
  [bold] s=0 -> 1/2:(s'=1) + 1/2:(s'=2);
  [timid] s=0 -> 1/3:(s'=1) + 2/3:(s'=2);
  [] s>0 -> true;
endmodule
"""
    model = ct.model(text, prop="Pmax=? [F s=1]")
    best = model.best()
    assert best.title.startswith("Best: model") and model.odds().title.startswith("Odds: model")
    assert best.value == Fraction(1, 2) == model.odds().value
