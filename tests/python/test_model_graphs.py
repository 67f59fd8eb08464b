"""The graphs of games written in Python."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pyarrow
import pytest

import chancetree as ct
from games import Pig, Urn, Wager


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
