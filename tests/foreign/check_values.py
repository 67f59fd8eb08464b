#!/usr/bin/env python3
"""Computes every number of a graph again, from its two CSV files only.

    python3 tests/foreign/check_values.py BINARY

Needs no package. The rule is that of docs/files.md, for every game: an end has the value of its outcome; a chance node has the
mean of its successors' values, plus the mover's gains; a decision has the value of the action taken, and no action that is shown
is worth more to the mover.
"""

import csv
import subprocess
import sys
import tempfile
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

GRAPHS = [
    "memory --pairs 4",
    "memory --pairs 3 --players 3",
    "memory --pairs 3 --shape tree",
    "memory --pairs 6 --depth 3",
    "memory --pairs 2 --players 1",
    "memory --pairs 5 --play best --show all",
    "memory --pairs 5 --play best",
    "memory --pairs 4 --players 3 --play best --show all",
    "memory --pairs 5 --play best,robots --show all",
    "memory --pairs 5 --play safe,best --show all",
    "memory --pairs 5 --play best --rules tactical --show all",
    "memory --pairs 5 --play best --rules free-pass --show 2",
    "memory --pairs 5 --play best --objective win --show all",
    "memory --pairs 5 --play best --objective win --rules tactical --stalemate score --show all",
    "memory --pairs 5 --play best --objective win --show 1",
    "memory --pairs 6 --play best --show all --depth 2",
    "memory --pairs 4 --memory 2 --play best --show all",
    "memory --pairs 4 --memory 1 --play best,safe --show all",
    "memory --pairs 3 --memory 3 --singles 2 --play best --show all",
    "memory --pairs 4 --memory 3 --players 3 --play best",
    "memory --pairs 3 --memory 1,2 --play best --show all",
    "memory --pairs 3 --memory unlimited,1 --play best,bold --show all",
    "guess --numbers 7 --show all",
    "guess --numbers 6 --players 3 --show all",
    "guess --numbers 6 --guesses 2 --show all",
    "guess --numbers 5 --players 1 --guesses 2 --show all",
    "guess --numbers 4 --weights 1,2,0,3 --shape tree --show all",
    "solitaire --pairs 5",
    "solitaire --pairs 3 --shape tree",
    "solitaire --pairs 3 --recall 3/4,1/8,4/5",
    "mines --rows 2 --cols 3 --mines 2 --show all",
    "mines --rows 3 --cols 3 --mines 2 --play best --show all",
    "mines --rows 2 --cols 3 --mines 2 --ties worst --show all",
    "mines --rows 2 --cols 2 --mines 1 --play best --shape tree --show all",
]


def fail(what, *more):
    raise SystemExit(f"{what}: {', '.join(map(str, more))}")


def read(stem, name):
    with stem.with_name(f"{stem.name}.{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


class Graph:
    def __init__(self, stem):
        self.nodes = read(stem, "nodes")
        self.leaving = defaultdict(list)
        self.signs = set()
        for edge in read(stem, "edges"):
            edge["chance"] = Fraction(edge["prob_exact"])
            self.leaving[int(edge["Source"])].append(edge)
        columns = self.nodes[0]
        # Nodes of robots have the odds, all others have a value for each seat; a single seat has no number.
        self.wins = [name for name in columns if name.startswith("win_") and not name.endswith("_exact")]
        values = [name for name in columns if name.startswith("value_") and name[6:].isdigit()]
        self.seats = len(self.wins or values) or 1
        self.names = self.wins + ["draw"] if self.wins else values or ["value"]

    def written(self, node):
        return [Fraction(self.nodes[node][f"{name}_exact"]) for name in self.names]

    def mover(self, node):
        return int(self.nodes[node]["mover"]) - 1

    def end(self, node):
        """Returns the value of an end by its outcome and its columns."""
        row, outcome = self.nodes[node], self.nodes[node]["outcome"]
        if self.wins:
            return [Fraction(outcome == name.replace("win_", "won_").replace("draw", "drawn")) for name in self.names]
        if any(edge["gain"] != "0" for edges in self.leaving.values() for edge in edges):
            # Nothing is left to gain, except the cards that two passing players share.
            left = sum(int(row[name]) for name in ("known_pairs", "half_known_pairs", "unknown_pairs") if name in row)
            return [Fraction(left, self.seats)] * self.seats
        if self.seats == 1:
            return [{"won_1": Fraction(1), "lost": Fraction(0)}[outcome]]
        if outcome == "drawn":
            return [Fraction(0)] * self.seats
        return [Fraction(1 if outcome == f"won_{seat}" else -1) for seat in range(1, self.seats + 1)]

    def after(self, edge, source):
        """Returns the value of a step for each seat, from the columns of its target."""
        worth = self.written(int(edge["Target"]))
        if not self.wins:
            worth[self.mover(source)] += Fraction(edge.get("gain_exact", edge["gain"]))
        return worth

    def check(self, node):
        row, edges = self.nodes[node], self.leaving[node]
        wanted = self.written(node)
        if not self.wins and wanted[self.mover(node) if self.seats > 1 else 0] != Fraction(row["value_exact"]):
            fail("value_exact is not the value of the mover", row)
        if row["end"] == "true" and wanted != self.end(node):
            fail("an end", row, self.end(node))
        if not edges:
            if row["outcome"] == "open":
                fail("an open node without edges", row)
            return
        if sum(edge["chance"] for edge in edges) != 1:
            fail("the probabilities do not add up to 1", row)
        found = [Fraction(0)] * len(wanted)
        for edge in edges:
            self.check_step(node, edge)
            step = self.after(edge, node)
            if edge.get("decision") in ("taken", "left"):
                self.check_difference(node, edge, step)
            found = [sum_ + edge["chance"] * worth for sum_, worth in zip(found, step)]
        if found != wanted:
            fail("a value", row, found)

    def check_difference(self, node, edge, step):
        """Checks decisions: each takes the greatest value, or each takes the least if the only player wants to lose."""
        less = self.written(node)[self.mover(node)] - step[self.mover(node)]
        if -abs(less) != Fraction(self.nodes[int(edge["Target"])]["difference_exact"]):
            fail("a difference", self.nodes[node], edge)
        if (less and edge["decision"] == "taken") or (less < 0 and self.seats > 1):
            fail("an action is better than the action taken", self.nodes[node], edge)
        self.signs.add((less > 0) - (less < 0))
        if {1, -1} <= self.signs:
            fail("some decisions take the greatest value and some take the least", self.nodes[node])

    def check_step(self, node, edge):
        """Checks the next mover and the points of a step."""
        row, target = self.nodes[node], self.nodes[int(edge["Target"])]
        if (self.mover(node) + int(edge["passes"])) % self.seats + 1 != int(target["mover"]):
            fail("the mover", row, edge, target)
        for seat in range(1, self.seats + 1):
            if f"score_{seat}" in row:
                more = int(edge["points"]) if seat == int(row["mover"]) else 0
                if int(target[f"score_{seat}"]) != int(row[f"score_{seat}"]) + more:
                    fail("a score", row, edge, target)

    def check_reach(self):
        """Checks that play begins in one node and ends, and that the visits of each node equal its inflow."""
        often = "visits_exact" if "visits_exact" in self.nodes[0] else "reach_exact"
        flow = [Fraction(row[often]) for row in self.nodes]
        inflow = [Fraction(0)] * len(flow)
        for source, edges in self.leaving.items():
            for edge in edges:
                inflow[int(edge["Target"])] += flow[source] * edge["chance"]
        begins = {node: have - more for node, (have, more) in enumerate(zip(flow, inflow)) if have != more}
        if list(begins.values()) != [1]:
            fail("the visits differ from the inflow", begins)
        if sum(Fraction(row["reach_exact"]) for row in self.nodes if row["outcome"] != "open") != 1:
            fail("the ends are not reached with probability 1")


def main():
    binary = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        for words in GRAPHS:
            stem = Path(folder) / "graph"
            command = [binary, "graph", *words.split(), "--as", "csv", "-o", stem, "--force", "-q"]
            subprocess.run(command, check=True)
            graph = Graph(stem)
            for node in range(len(graph.nodes)):
                graph.check(node)
            graph.check_reach()
            print(f"{words}: {len(graph.nodes)} nodes")


main()
