"""Opens graphs with decisions, and with cycles, in other programs.

    python3 check_decisions.py BINARY

Gambit's extensive form is read here, since pygambit has no wheel: backward induction gives the expected payoffs of odds.

The edges that leave a node must have total probability 1, reach must be 1 over all ends, DOT, GraphML and GEXF must have the same
nodes and edges, and Storm must find a Markov decision process that ends with certainty under any decisions.
"""

import csv
import json
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from operator import mul
from pathlib import Path

import networkx
import stormpy
from check_graphs import PICTURE_LIMIT, counted, run

GAMES = [
    "memory --pairs 4 --play best --show all",
    "memory --pairs 5 --play best --rules tactical --show all",
    "memory --pairs 4 --play best --objective win --show best",
    "memory --pairs 4 --play best,robots --show all",
    "memory --pairs 4 --memory 2 --play best --show all",
    "memory --pairs 3 --memory 3 --singles 2 --play best --show all",
    "guess --numbers 7 --players 3 --show all",
]


def equal(what, got, wanted):
    if got != wanted:
        raise SystemExit(f"{what}: {got!r}, expected {wanted!r}")


def written(binary, game, form, folder):
    file = Path(folder) / f"graph.{form}"
    command = [binary, "graph", *game.split(), "--as", form, "-o", str(file), "--force", "-q"]
    subprocess.run(command, check=True)
    return file


def sums(what, edges):
    leaving = {}
    for source, exact in edges:
        leaving[source] = leaving.get(source, 0) + Fraction(exact)
    equal(f"{what}: what leaves a node", set(leaving.values()), {Fraction(1)})


def check(binary, game, folder):
    graph = json.loads(written(binary, game, "json", folder).read_text())
    size = (len(graph["nodes"]), len(graph["edges"]))
    sums("json", ((edge["source"], edge["prob_exact"]) for edge in graph["edges"]))
    reach = sum(Fraction(node["reach_exact"]) for node in graph["nodes"] if node["end"])
    equal("reach of all ends", reach, 1)
    for form, read in (("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf)):
        found = read(str(written(binary, game, form, folder)))
        equal(form, (found.number_of_nodes(), found.number_of_edges()), size)
        sums(form, ((source, data["prob_exact"]) for source, _, data in found.edges(data=True)))
    written(binary, game, "csv", folder)
    with (Path(folder) / "graph.edges.csv").open(newline="") as file:
        sums("csv", ((row["Source"], row["prob_exact"]) for row in csv.DictReader(file)))
    dot = str(written(binary, game, "dot", folder))
    equal("dot", counted(dot), size)
    if size[0] <= PICTURE_LIMIT:
        equal("nodes drawn", run("dot", "-Tsvg", dot).count('class="node"'), size[0])
    model = stormpy.build_model_from_drn(str(written(binary, game, "drn", folder)))
    equal("states", model.nr_states, size[0])
    chain = "--show best" in game
    equal("type", model.model_type.name, "DTMC" if chain else "MDP")
    # A strategy may cycle for ever; the policy of the graph may not.
    for least in [""] if chain else ["max"] if "--memory" in game else ["max", "min"]:
        text = f'P{least}=? [F "done"]'
        (wanted,) = stormpy.parse_properties(text)
        result = stormpy.model_checking(model, wanted)
        start = model.initial_states[0]
        got = result.get_value(start) if hasattr(result, "get_value") else result.at(start)
        equal(text, round(float(got), 9), 1)


# Trees for Gambit, each with the key of the expected payoffs in the output of odds.
TREES = [
    ("memory --pairs 3 --play best", "expected_pairs"),
    ("memory --pairs 3 --play safe,best", "expected_pairs"),
    ("memory --pairs 3 --players 3 --play best --rules no-pass", "expected_pairs"),
    ("guess --numbers 5 --players 2", "win"),
    ("mines --rows 1 --cols 3 --mines 1 --play best", "win"),
    ("mines --rows 2 --cols 3 --mines 2 --play best", "win"),
]


class ExtensiveForm:
    """A game in Gambit's extensive form, with nodes in the order of a depth-first walk."""

    def __init__(self, text):
        self.words = iter(re.findall(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{},"]+', text))
        equal("kind", [next(self.words) for _ in range(3)], ["EFG", "2", "R"])
        self.title, self.players = next(self.words), self.listed()
        next(self.words)
        self.sets = set()

    def listed(self):
        equal("a list", next(self.words), "{")
        return list(iter(lambda: next(self.words), "}"))

    def value(self):
        """Returns the payoffs of the next node if every player maximises."""
        kind, _ = next(self.words), next(self.words)
        if kind == "t":
            number, _ = next(self.words), next(self.words)
            equal("an outcome is of one end", number in self.sets, False)
            self.sets.add(number)
            return [Fraction(payoff) for payoff in self.listed()]
        player = int(next(self.words)) if kind == "p" else 0
        own = (player, next(self.words))
        equal("an information set is of one node", own in self.sets, False)
        self.sets.add(own)
        next(self.words)
        branches = self.listed()
        equal("an outcome at a node", next(self.words), "0")
        if kind == "p":
            return max((self.value() for _ in branches), key=lambda payoffs: payoffs[player - 1])
        chances = [Fraction(chance) for chance in branches[1::2]]
        equal("chances", sum(chances), 1)
        values = [self.value() for _ in chances]
        return [sum(map(mul, chances, payoffs)) for payoffs in zip(*values, strict=True)]


def extensive(binary, game, key, folder):
    tree = ExtensiveForm(written(binary, f"{game} --shape tree --show all", "efg", folder).read_text())
    answer = json.loads(run(binary, "odds", *game.split(), "--format", "json"))
    numbers = answer[key] if isinstance(answer[key], list) else [answer[key]]
    equal("players", len(tree.players), len(numbers))
    equal("expected payoffs", tree.value(), [Fraction(number["exact"]) for number in numbers])
    equal("the end of the file", next(tree.words, None), None)


def model_tree(binary, folder):
    """The tree of a model with two players: the value of the root is the value of the property."""
    model = Path(__file__).parent.parent / "models" / "dice_game.prism"
    words = f'model {model} --const N=2 --prop <<one>>Pmax=?[F("one")]'
    tree = ExtensiveForm(written(binary, f"{words} --shape tree --show all", "efg", folder).read_text())
    answer = json.loads(run(binary, "odds", *words.split(), "--format", "json"))
    value = Fraction(answer["properties"][0]["value"]["exact"])
    equal("players", len(tree.players), 2)
    equal("payoffs", tree.value(), [value, 1 - value])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            check(sys.argv[1], game, folder)
            print(game)
        for game, key in TREES:
            extensive(sys.argv[1], game, key, folder)
            print(f"{game}, in extensive form")
        model_tree(sys.argv[1], folder)
