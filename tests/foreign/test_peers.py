"""The peers of benches/compare must be correct before anything is compared with them."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PEERS = Path(__file__).resolve().parents[2] / "benches" / "compare"

# Pairs; the probabilities of first, second and draw (memory-odds, orientation values); states; transitions.
KNOWN = [
    (2, ["1/3", "2/3", "0"], 6, 5),
    (3, ["7/15", "8/15", "0"], 19, 21),
    (4, ["3/5", "4/15", "2/15"], 47, 65),
    (5, ["143/315", "172/315", "0"], 96, 153),
]

GRAPH = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="n_label" for="node" attr.name="label" attr.type="string"/>
<key id="n_reach" for="node" attr.name="reach" attr.type="double"/>
<key id="e_event" for="edge" attr.name="event" attr.type="string"/>
<graph id="G" edgedefault="directed">
<node id="n0"><data key="n_label">0:0</data><data key="n_reach">1</data></node>
<node id="n1"><data key="n_label">1:0</data><data key="n_reach">0.5</data></node>
<edge id="e0" source="n0" target="n1"><data key="e_event">B</data></edge>
<edge id="e1" source="n0" target="n1"><data key="e_event">C</data></edge>
</graph>
</graphml>
"""


def answer(name, *arguments):
    command = [sys.executable, str(PEERS / f"peer_{name}.py"), *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Odds(unittest.TestCase):
    def test_fractions(self):
        for pairs, chances, states, _ in KNOWN:
            got = answer("fractions", pairs, 2)
            self.assertEqual([*got["win"], got["draw"]], chances, pairs)
            self.assertEqual(got["states"], states, pairs)

    def test_counts(self):
        for pairs, chances, *_ in KNOWN:
            got = answer("counts", pairs)
            self.assertEqual([*got["win"], got["draw"]], chances, pairs)
        # Far beyond the boards that can be dealt: against the independent recursion.
        got, plain = answer("counts", 31), answer("fractions", 31, 2)
        self.assertEqual((got["win"], got["draw"]), (plain["win"], plain["draw"]))

    def test_fractions_of_three_players(self):
        self.assertEqual(answer("fractions", 4, 3)["states"], 61)

    def test_storm(self):
        for pairs, chances, states, transitions in KNOWN:
            got = answer("storm", pairs)
            self.assertEqual([got["win1"], got["win2"], got["draw"]], chances, pairs)
            self.assertEqual((got["states"], got["transitions"]), (states, transitions), pairs)
            self.assertEqual(answer("storm", pairs, "--only", "win1")["win1"], chances[0], pairs)


class Solitaire(unittest.TestCase):
    def test_plain(self):
        # Lardjane 2024, and the count of all deals by hand.
        got = answer("solitaire", 5)
        self.assertEqual(got["turns"], "793/105")
        self.assertEqual(got["distribution"], [[5, "1"], [6, "40"], [7, "370"], [8, "504"], [9, "30"]])


class Writers(unittest.TestCase):
    def test_they_write_the_graph_they_read(self):
        import rustworkx

        for name in ("igraph", "rustworkx"):
            with tempfile.TemporaryDirectory() as folder:
                source, target = Path(folder) / "in.graphml", Path(folder) / "out.graphml"
                source.write_text(GRAPH)
                got = answer(name, source, "--output", target)
                self.assertEqual((got["nodes"], got["edges"]), (2, 2), name)
                # networkx does not: rustworkx gives a node column and an edge column the same key.
                [graph] = rustworkx.read_graphml(str(target))
                nodes = [(data["label"], data["reach"]) for data in graph.nodes()]
                self.assertEqual(nodes, [("0:0", 1.0), ("1:0", 0.5)], name)
                events = sorted(data["event"] for data in graph.edges())
                self.assertEqual(events, ["B", "C"], name)


if __name__ == "__main__":
    unittest.main()
