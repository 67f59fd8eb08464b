"""Graphs of states as two tables, and their conversions."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ._ask import ask, options
from ._engine import has_pictures
from ._errors import refused

if TYPE_CHECKING:
    from pathlib import Path

    from ._engine import Table
    from ._families import Family

# The file formats, and alternative extensions for two of them. The package from a repository has PNG and PDF only if it was
# built with the feature pictures, which takes as long as the rest.
PAINTED = ("png", "pdf")
FORMATS = ("dot", "graphml", "gexf", "json", "csv", "drn", "efg", "html", "svg", *(PAINTED if has_pictures else ()))
ALSO = ("gv", "htm")

# The parameters of pictures, with the extensions of the files that they change.
PICTURE = {"direction": (".dot", ".gv", ".svg", ".png", ".pdf"), "slide": (".svg", ".png", ".pdf")}

# The largest number of nodes of a graph that a notebook shows as a picture.
MAX_DRAWN = 80


def picture_of(parameters: dict[str, Any]) -> dict[str, Any]:
    """Removes the parameters of pictures, which tables do not have, and returns them."""
    picture = {name: parameters.pop(name) for name in PICTURE if name in parameters}
    if picture.get("direction") not in (None, "down", "right"):
        raise ValueError(f"direction={picture['direction']!r}: one of down, right is needed")
    return picture


class Page:
    """An HTML page for exploring a graph, which a notebook or a browser shows."""

    def __init__(self, text: str) -> None:
        self.html = text

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page to a file."""
        from pathlib import Path

        Path(path).write_text(self.html, encoding="utf-8")
        return Path(path)

    def open(self) -> Path:
        """Opens the page in a browser, from a temporary file."""
        import tempfile
        import webbrowser

        handle, name = tempfile.mkstemp(suffix=".html", prefix="chancetree-")
        os.close(handle)
        path = self.save(name)
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str:
        import html

        return f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: 640px; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<chancetree.Page: {len(self.html)} characters; .open() shows it>"


class Graph:
    """A graph of states.

    ``nodes`` and ``edges`` are tables that pandas, polars, duckdb and pyarrow read without a copy, through the
    Arrow PyCapsule interface. ``edges`` has node ids in the columns ``source`` and ``target``.
    """

    def __init__(self, found: Mapping[str, Any], file: Callable[..., bytes], picture: Mapping[str, Any]) -> None:
        self.title: str = found["title"]
        self.facts: dict[str, str] = dict(found["facts"])
        self.start: int = found["start"]
        self.nodes: Table = found["nodes"]
        self.edges: Table = found["edges"]
        self._file = file
        self._picture = dict(picture)

    @classmethod
    def of(cls, game: Family, more: Mapping[str, Any]) -> Graph:
        """Creates the graph of a built-in game."""
        more = dict(more)
        progress = more.pop("progress", True)
        parameters = game._query_parameters("graph", more)
        picture = picture_of(parameters)
        query = partial(ask, "graph", game.family, parameters, words=game._words(), text=game._text, progress=progress)
        return cls(query(more=["--format=csv"], tables=True), partial(query, raw=True), picture)

    def __len__(self) -> int:
        return self.nodes.num_rows

    def __repr__(self) -> str:
        return f"<chancetree.Graph: {self.title}; {self.nodes.num_rows} nodes, {self.edges.num_rows} edges>"

    def _columns(self, table: Table) -> dict[str, list[Any]]:
        return {name: table.column(name) for name in table.column_names}

    def _edges(self) -> dict[str, list[Any]]:
        """Returns the columns of the edges, with the probability as the weight that graph libraries look for."""
        edges = self._columns(self.edges)
        for name in ("prob", "prob_exact"):
            if name in edges:
                edges[name.replace("prob", "weight")] = edges[name]
        return {**edges, "label": edges["event"]}

    def to_networkx(self) -> Any:
        """Converts the graph to a ``networkx.MultiDiGraph``, with node ids as nodes and edge ids as keys.

        ``weight`` of an edge is its probability, and ``weight_exact`` the fraction as text.
        """
        import networkx

        graph = networkx.MultiDiGraph()
        facts = {name: int(value) if value.isdecimal() else value for name, value in self.facts.items()}
        graph.graph.update(facts, title=self.title, start=self.start)
        nodes, edges = self._columns(self.nodes), self._edges()
        for node, *values in zip(nodes.pop("id"), *nodes.values()):
            graph.add_node(node, **dict(zip(nodes, values)))
        ends = zip(edges.pop("source"), edges.pop("target"), edges.pop("id"))
        for (source, target, key), *values in zip(ends, *edges.values()):
            graph.add_edge(source, target, key=key, **dict(zip(edges, values)))
        return graph

    def to_igraph(self) -> Any:
        """Converts the graph to a directed ``igraph.Graph``, with the weights of :meth:`to_networkx`."""
        import igraph

        nodes, edges = self._columns(self.nodes), self._edges()
        pairs = list(zip(edges.pop("source"), edges.pop("target")))
        graph = igraph.Graph(n=self.nodes.num_rows, edges=pairs, directed=True)
        graph["title"], graph["start"] = self.title, self.start
        for name, values in nodes.items():
            graph.vs[name] = values
        for name, values in edges.items():
            graph.es[name] = values
        return graph

    def write(self, path: str | bytes | os.PathLike[str], *, force: bool = False) -> Any:
        """Writes the graph to a file in the format of its extension: dot, graphml, gexf, json, csv, drn, efg, html, svg, png or pdf.

        Returns the path of the file. In csv format the graph becomes two files, and their paths are returned as a tuple:
        for ``graph.csv``, the paths of ``graph.nodes.csv`` and ``graph.edges.csv``. An existing file is only overwritten
        with ``force``. Raises ``ValueError`` for an unknown extension, and for png and pdf if the package was built without
        the feature pictures. The extensive form of Gambit, efg, needs a graph with ``shape="tree"`` and all actions.
        """
        from pathlib import Path

        target = Path(os.fsdecode(path))
        end = target.suffix.lower()
        if end[1:] not in (*FORMATS, *ALSO):
            what = f"{end[1:]} is not a format of this package" if end else "the extension must be that of a format"
            help = f"graph.write({str(target.with_suffix('.svg'))!r})"
            if end[1:] in PAINTED:
                what += ", which was built without the feature pictures"
            raise refused("usage", f"{target}: {what}; one of {', '.join(FORMATS)} is needed", help, None)
        picture = {name: value for name, value in self._picture.items() if end in PICTURE[name]}
        self._file(more=[f"--output={target}", *(["--force"] if force else []), *options(picture)])
        if end == ".csv":
            return target.with_suffix(".nodes.csv"), target.with_suffix(".edges.csv")
        return target

    def svg(self) -> str:
        """Returns a picture of the graph."""
        return self._file(more=["--format=svg", "--output=-", *options(self._picture)]).decode()

    def explore(self) -> Page:
        """Returns an HTML page for exploring the graph."""
        return Page(self._file(more=["--format=html", "--output=-"]).decode())

    def _repr_svg_(self) -> str | None:
        if self.nodes.num_rows > MAX_DRAWN:
            return None
        # The picture is as wide as the cell of a notebook at most.
        return self.svg().replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

    def _repr_html_(self) -> str | None:
        from html import escape

        if self.nodes.num_rows <= MAX_DRAWN:
            return None
        return f"{escape(repr(self))}<br>.explore() shows the graph as a page; .nodes and .edges are tables."
