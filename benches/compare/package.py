#!/usr/bin/env python3
"""Times the Python package, the program, plain Python and networkx, and checks that their results agree.

    python3 benches/compare/package.py [--pairs 100] [--runs 5] [--binary PATH] [--seconds 60]

Needs the package (`pip install .`), pandas and networkx. open_spiel, pygambit and stormpy run if they are installed, on the
largest board that each manages in `--seconds` of CPU time (0: not at all). A time is the best of the runs. The program is timed
as a whole process, everything else but those three as a call in a running process. The program takes turns with the package,
and its ratio is the median over neighbouring runs.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import threading
import time
from fractions import Fraction

import chancetree as ct
import networkx
import pandas

import largest
import peer_fractions


# Peers do not run on more pairs than this.
MOST = 200


class Walk:
    """A game in plain Python: three counters, one of which grows in each turn, up to a sum."""

    seats = 2

    def __init__(self, last):
        self.last = last

    def start(self):
        return (0, 0, 0)

    def expand(self, state):
        one, two, three = state
        if one + two + three == self.last:
            return None
        return [(1, "one", (one + 1, two, three)), (2, "two", (one, two + 1, three)), (3, "three", (one, two, three + 1))]

    def layer(self, state):
        return sum(state)

    def passes(self, event):
        return 1

    def points(self, event):
        return int(event == "one")


def best(runs, work):
    """Returns the best time of some runs, and the result."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - started)
    return min(times), found


def deep(work):
    """Does work that recurses deeply."""
    found = []
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 << 20)
    worker = threading.Thread(target=lambda: found.append(work()))
    worker.start()
    worker.join()
    return found[0]


def into_pandas(graph):
    """Returns a graph as two tables of pandas."""
    return pandas.DataFrame.from_arrow(graph.nodes), pandas.DataFrame.from_arrow(graph.edges)


def into_networkx(nodes, edges):
    """Returns the same graph built with networkx, from the same columns in plain lists."""
    graph = networkx.MultiDiGraph()
    names = [name for name in nodes if name != "id"]
    for node, *values in zip(nodes["id"], *(nodes[name] for name in names)):
        graph.add_node(node, **dict(zip(names, values)))
    names = [name for name in edges if name not in ("id", "source", "target")]
    columns = (edges[name] for name in names)
    for edge, source, target, *values in zip(edges["id"], edges["source"], edges["target"], *columns):
        graph.add_edge(source, target, key=edge, **dict(zip(names, values)))
    return graph


class Spent:
    """Measures the seconds and the CPU time of calls and of finished child processes."""

    def __init__(self, whose):
        self.whose, self.seconds, self.busy = whose, [], []

    def go(self, work):
        """Returns the result of the work."""
        started, busy = time.perf_counter(), self.processor()
        found = work()
        self.seconds.append(time.perf_counter() - started)
        self.busy.append(self.processor() - busy)
        return found

    def processor(self):
        usage = resource.getrusage(self.whose)
        return usage.ru_utime + usage.ru_stime


def beside_the_program(binary, pairs, runs, odds):
    """Prints a comparison of the package and the program, which take turns."""
    own, other = Spent(resource.RUSAGE_SELF), Spent(resource.RUSAGE_CHILDREN)
    command = [binary, "odds", "memory", "--pairs", str(pairs), "--format", "json"]
    for _ in range(runs):
        assert own.go(lambda: ct.memory(pairs=pairs).odds(progress=False)) == odds
        output = other.go(lambda: subprocess.run(command, capture_output=True, check=True).stdout)
        assert [Fraction(one["exact"]) for one in json.loads(output)["win"]] == list(odds.win)
    print(f"\n| the package over the program, median of {runs} pairs of runs | package | program | ratio |")
    print("| --- | --- | --- | --- |")
    for name, mine, its in (("time", own.seconds, other.seconds), ("processor time", own.busy, other.busy)):
        ratio = statistics.median(one / two for one, two in zip(mine, its))
        print(f"| {name} | {statistics.median(mine):.4f} s | {statistics.median(its):.4f} s | {ratio:.3f} |", flush=True)


def line(name, seconds, first):
    """Prints a line of the table."""
    print(f"| {name} | {seconds:.4f} s | {seconds / first:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--binary", help="the program")
    parser.add_argument("--seconds", type=int, default=60, help="CPU seconds that each peer may take for a board")
    options = parser.parse_args()
    pairs, runs = options.pairs, options.runs

    print(f"\n| exact odds, two players, {pairs} pairs | time | ratio |\n| --- | --- | --- |")
    first, odds = best(runs, lambda: ct.memory(pairs=pairs).odds(progress=False))
    line("the package", first, first)
    seconds, (win, draw, _) = best(1, lambda: deep(lambda: peer_fractions.solve(pairs, 2)))
    line("plain Python, fractions and lru_cache", seconds, first)
    assert (tuple(win), draw) == (odds.win, odds.draw)
    if options.binary:
        beside_the_program(options.binary, pairs, 5 * runs, odds)
    if options.seconds:
        largest.table(options.seconds, most=MOST)

    print(f"\n| graph of {odds.states} states | time | ratio |\n| --- | --- | --- |")
    explored, graph = best(runs, lambda: ct.memory(pairs=pairs).graph(progress=False))
    first, (nodes, edges) = best(runs, lambda: into_pandas(graph))
    line("into pandas", first, first)
    nodes, edges = ({name: table[name].tolist() for name in table.columns} for table in (nodes, edges))
    seconds, graph = best(1, lambda: into_networkx(nodes, edges))
    line("built with networkx", seconds, first)
    print(f"\nEither comes after {explored:.4f} s, in which the package explores and evaluates the graph.")
    assert graph.number_of_nodes() == odds.states and graph.number_of_edges() == odds.transitions

    print("\n| a game written in Python | time | states a minute |\n| --- | --- | --- |")
    seconds, counted = best(1, lambda: ct.Model(Walk(105)).count(progress=False))
    states = 106 * 107 * 108 // 6
    print(f"| {states} states | {seconds:.2f} s | {60 * states / seconds:,.0f} |")
    assert counted.tree_leaves == 3**105


if __name__ == "__main__":
    main()
