"""Graphs as tables, as graphs of other libraries, as files and as pictures."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import networkx
import pandas
import polars
import pyarrow
import pytest

import chancetree as ct
from chancetree._engine import has_pictures
from games import Urn


@pytest.fixture(scope="module")
def graph() -> ct.Graph:
    return ct.memory(pairs=4).graph()


def test_other_libraries_read_tables(graph: ct.Graph) -> None:
    assert len(graph) == graph.nodes.num_rows == len(graph.nodes) == 47
    assert graph.edges.num_rows == 65
    arrow = pyarrow.table(graph.edges)
    assert arrow.column_names == graph.edges.column_names
    arrow.validate(full=True)
    pyarrow.table(graph.nodes).validate(full=True)
    for name in graph.edges.column_names:
        values = graph.edges.column(name)
        assert arrow[name].to_pylist() == values
        assert pandas.DataFrame.from_arrow(graph.edges)[name].tolist() == values
        assert polars.DataFrame(graph.edges)[name].to_list() == values
    edges = graph.edges
    found = duckdb.sql("select count(*), sum(points) from edges")
    assert found is not None and found.fetchall() == [(65, sum(edges.column("points")))]
    with pytest.raises(KeyError):
        edges.column("none")


def test_no_copy_is_made(graph: ct.Graph) -> None:
    one, other = (pyarrow.table(graph.edges)["prob"].chunk(0).buffers()[1].address for _ in range(2))
    assert one == other


def test_probabilities_of_a_state_add_up_to_one(graph: ct.Graph) -> None:
    total: dict[int, Fraction] = {}
    for source, exact in zip(graph.edges.column("source"), graph.edges.column("prob_exact")):
        total[source] = total.get(source, Fraction(0)) + Fraction(exact)
    assert set(total.values()) == {Fraction(1)}
    ends = [node for node, end in zip(graph.nodes.column("id"), graph.nodes.column("end")) if end]
    assert len(total) + len(ends) == len(graph)


def test_tables_agree_with_the_program(graph: ct.Graph, tmp_path: Path) -> None:
    graph.write(tmp_path / "graph.csv")
    nodes = pandas.read_csv(tmp_path / "graph.nodes.csv")
    edges = pandas.read_csv(tmp_path / "graph.edges.csv")
    for name in ("win_1_exact", "layer", "outcome", "reach"):
        assert nodes[name].tolist() == graph.nodes.column(name)
    assert edges["Source"].tolist() == graph.edges.column("source")
    assert edges["prob_exact"].tolist() == graph.edges.column("prob_exact")
    assert edges["points"].tolist() == graph.edges.column("points")


def test_graphs_convert_to_networkx_and_igraph(graph: ct.Graph, tmp_path: Path) -> None:
    converted = graph.to_networkx()
    assert isinstance(converted, networkx.MultiDiGraph)
    assert (converted.number_of_nodes(), converted.number_of_edges()) == (47, 65)
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(converted))
    start = converted.nodes[converted.graph["start"]]
    assert start["win_1_exact"] == str(ct.memory(pairs=4).odds().win[0])
    # The weight of an edge is its probability.
    for _, _, edge in converted.edges(data=True):
        assert edge["weight"] == edge["prob"] == pytest.approx(float(Fraction(edge["weight_exact"])))
        assert edge["label"] == edge["event"]
    assert converted.graph["pairs"] == 4 and converted.graph["players"] == 2
    networkx.write_graphml(converted, tmp_path / "walked.graphml")
    other = graph.to_igraph()
    assert other.es["weight"] == graph.edges.column("prob")
    assert (other.vcount(), other.ecount()) == (47, 65)
    assert other.es["event"] == graph.edges.column("event")


@pytest.mark.parametrize("form", ["dot", "graphml", "gexf", "json", "drn", "html", "svg"])
def test_every_format_is_written(graph: ct.Graph, tmp_path: Path, form: str) -> None:
    path = graph.write(tmp_path / f"graph.{form}")
    text = path.read_text()
    assert len(text) > 1000
    if form in ("graphml", "gexf", "svg"):
        ElementTree.fromstring(text)
    with pytest.raises(ValueError, match="already exists"):
        graph.write(path)
    graph.write(path, force=True)
    assert path.read_text() == text


def test_the_help_for_an_unsupported_format_works(graph: ct.Graph, tmp_path: Path) -> None:
    with pytest.raises(ValueError) as raised:
        graph.write(tmp_path / ("graph.jpg" if has_pictures else "graph.pdf"))
    help: str = raised.value.help  # type: ignore[attr-defined]
    assert eval(help, {"graph": graph}).read_text().startswith("<svg")
    # CSV writes two files.
    nodes, edges = graph.write(tmp_path / "graph.csv")
    assert [nodes.name, edges.name] == ["graph.nodes.csv", "graph.edges.csv"]
    assert nodes.read_text().startswith("Id,") and edges.read_text().count("\n") == len(graph.edges.column("id")) + 1
    # A path may be bytes, and extensions have aliases.
    for name in ("graph.GV", "graph.htm"):
        assert graph.write(str(tmp_path / name).encode()).is_file()


@pytest.mark.skipif(not has_pictures, reason="built without the feature pictures")
def test_pictures_are_painted_as_the_program_paints_them(graph: ct.Graph, tmp_path: Path) -> None:
    small = ct.memory(pairs=3).graph()
    for form, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        picture = small.write(tmp_path / f"small.{form}").read_bytes()
        assert picture.startswith(begin) and len(picture) > 10_000
        # The direction of time is a parameter of pictures.
        down = ct.memory(pairs=3).graph(direction="down").write(tmp_path / f"down.{form}").read_bytes()
        assert down.startswith(begin) and down != picture


def test_notebooks_show_a_picture_or_a_page(graph: ct.Graph, tmp_path: Path) -> None:
    picture = graph._repr_svg_()
    assert picture is not None and picture.startswith('<svg style="max-width: 100%; height: auto" ') and "viewBox" in picture
    assert graph._repr_html_() is None
    large = ct.memory(pairs=8).graph()
    assert large._repr_svg_() is None and ".explore()" in (large._repr_html_() or "")
    page = graph.explore()
    assert "<html" in page.html and "<iframe" in page._repr_html_()
    assert page.save(tmp_path / "page.html").read_text() == page.html


def test_all_games_have_graphs() -> None:
    assert ct.guess(numbers=4).graph(show="all").nodes.num_rows > 4
    assert ct.solitaire(pairs=3).graph().nodes.num_rows > 3
    assert ct.mines(rows=2, cols=2, mines=1).graph(play="best").nodes.num_rows > 2
    assert ct.memory(pairs=3).graph(shape="tree").nodes.num_rows > 19
    assert ct.memory(pairs=20).graph(depth=2).nodes.num_rows < 20
    with pytest.raises(ct.StatesError, match="the graph has"):
        ct.memory(pairs=20).graph(max_states=5)


def graph_of(pairs: int) -> ct.Graph:
    return ct.memory(pairs=pairs).graph()


def test_graphs_are_copied_and_pickled(graph: ct.Graph, tmp_path: Path) -> None:
    for other in (pickle.loads(pickle.dumps(graph)), copy.copy(graph), copy.deepcopy(graph)):
        assert other.svg() == graph.svg() and other.title == graph.title and len(other) == len(graph)
        assert pyarrow.table(other.edges).equals(pyarrow.table(graph.edges))
    # Another process returns a graph, as with joblib.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        (found,) = pool.map(graph_of, [4])
    assert found.svg() == graph.svg() and found.to_networkx().number_of_edges() == 65


def test_parameters_of_pictures_change_pictures_only(graph: ct.Graph, tmp_path: Path) -> None:
    down = ct.memory(pairs=4).graph(direction="down")
    assert down.svg() != graph.svg() and down.nodes.to_pandas().equals(graph.nodes.to_pandas())
    assert down.write(tmp_path / "down.gexf").read_text() == graph.write(tmp_path / "graph.gexf").read_text()
    assert ct.Model(Urn(3, 3)).graph(slide=True).svg() != ct.Model(Urn(3, 3)).graph().svg()
    with pytest.raises(TypeError, match="width"):
        ct.memory(pairs=3).graph(width=300)  # type: ignore[call-arg]


class Over:
    """A game without events."""

    def start(self) -> str:
        return "x"

    def expand(self, state: str) -> None:
        return None

    def end(self, state: str, seat: int) -> str:
        return "-5/3"


def test_trees_are_written_in_the_format_of_gambit(tmp_path: Path) -> None:
    tree = ct.memory(pairs=2, play="best").graph(shape="tree", show="all")
    assert tree.write(tmp_path / "memory.efg").read_text().startswith("EFG 2 R ")
    # A game that is over at its start.
    over = ct.Model(Over()).graph(shape="tree", show="all")
    assert "{ -5/3 }" in over.write(tmp_path / "over.efg").read_text()


def test_a_small_graph_is_a_table_with_texts() -> None:
    graph = ct.memory(pairs=1).graph()
    assert pyarrow.table(graph.nodes).num_rows == 2
    assert all(isinstance(label, str) for label in graph.nodes.column("label"))
