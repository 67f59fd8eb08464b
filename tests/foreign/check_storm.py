#!/usr/bin/env python3
"""Checks the numbers that chancetree prints for every game by exact computation in Storm.

    python3 tests/foreign/check_storm.py BINARY

Where several players decide, each player plays best against the policies of the others: `--show 1`, `--show 2`, or a saved
policy. Needs the packages of requirements.txt.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import stormpy


class Program:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def run(self, words):
        return subprocess.run([self.binary, *words.split()], cwd=self.folder, check=True, capture_output=True).stdout

    def odds(self, words):
        return json.loads(self.run(f"odds {words} --format json"))

    def storm(self, words, *properties, kind=None):
        """Returns Storm's result for a graph; in a model with decisions, the maximum."""
        self.run(f"graph {words} --as drn -o graph.drn --force -q")
        model = stormpy.build_model_from_drn[stormpy.Rational](str(self.folder / "graph.drn"))
        if kind:
            equal(f"{words}: kind", model.model_type.name, kind)
        start, answers = model.initial_states[0], []
        labels = model.labeling.get_labels()
        for text in properties:
            if '[F "' in text and text.split('"')[-2] not in labels:
                # A label without states is missing, and its event cannot happen.
                answers.append(Fraction(0))
                continue
            if model.model_type.name == "DTMC":
                text = text.replace("max=", "=").replace("min=", "=")
            (wanted,) = stormpy.parse_properties(text)
            result = stormpy.model_checking(model, wanted)
            got = result.get_value(start) if hasattr(result, "get_value") else result.at(start)
            answers.append(Fraction(str(got)))
        return answers


def equal(what, got, wanted):
    if got != wanted:
        raise SystemExit(f"{what}: {got}, expected {wanted}")


def exact(number):
    return Fraction(number["exact"])


def pairs(seat):
    return f'R{{"pairs_{seat}"}}max=? [C]'


def robots(program):
    """Games without decisions: the odds and the pairs."""
    for words in ["memory --pairs 6", "memory --pairs 4 --players 3", "memory --pairs 3 --shape tree"]:
        odds = program.odds(words.replace(" --shape tree", ""))
        seats = range(1, len(odds["win"]) + 1)
        wanted = [exact(share) for share in [*odds["win"], odds["draw"]]]
        properties = [*(f'P=? [F "won_{seat}"]' for seat in seats), 'P=? [F "drawn"]']
        equal(words, program.storm(words, *properties, kind="DTMC"), wanted)
        found = program.storm(words, *map(pairs, seats))
        equal(f"{words}: all pairs are taken", sum(found), odds["parameters"]["pairs"])


def pairs_of_all(program):
    """Best play for pairs, also with limited memory: the values of all, and the best value of each against the others."""
    for words in [
        "memory --pairs 5 --play best",
        "memory --pairs 4 --play best --rules tactical",
        "memory --pairs 4 --play best --rules free-pass",
        "memory --pairs 4 --players 3 --play best",
        "memory --pairs 5 --play best,robots",
        "memory --pairs 5 --play safe,best",
        "memory --pairs 4 --memory 2 --play best",
        "memory --pairs 3 --memory 3 --singles 2 --play best",
        "memory --pairs 4 --memory 1 --play safe,best",
        "memory --pairs 3 --memory 1,2 --play best",
        "memory --pairs 3 --memory unlimited,1 --play best,bold",
    ]:
        wanted = [exact(number) for number in program.odds(words)["expected_pairs"]]
        seats = range(1, len(wanted) + 1)
        equal(words, program.storm(words, *map(pairs, seats), kind="DTMC"), wanted)
        for seat in seats:
            equal(f"{words}, player {seat}", program.storm(f"{words} --show {seat}", pairs(seat)), [wanted[seat - 1]])


def winning(program):
    """Best play to win: the score is 1 for a win and 1/2 for a draw, so the value is twice the score minus 1."""
    for words in [
        "memory --pairs 5 --play best --objective win",
        "memory --pairs 4 --play best --objective win --rules tactical",
        "memory --pairs 4 --play best --objective win --rules tactical --stalemate score",
    ]:
        odds = program.odds(words)
        wanted = [exact(number) for number in [*odds["win"], odds["draw"], *odds["expected_pairs"]]]
        properties = ['P=? [F "won_1"]', 'P=? [F "won_2"]', 'P=? [F "drawn"]', pairs(1), pairs(2)]
        found = program.storm(words, *properties, kind="DTMC")
        equal(words, found[:3], wanted[:3])
        for seat in (1, 2):
            value = (1 if seat == 1 else -1) * exact(odds["value"])
            (score,) = program.storm(f"{words} --show {seat}", f'R{{"score_{seat}"}}max=? [C]', kind="MDP")
            equal(f"{words}, player {seat}", 2 * score - 1, value)


def policies(program):
    """The same, by a saved policy."""
    for objective, reward in (("pairs", "pairs"), ("win", "score")):
        words = f"memory --pairs 4 --objective {objective}"
        program.run(f"best {words} --save p.json --force -q")
        odds = program.odds(f"{words} --play best")
        for seat, plays in ((1, "best,p.json"), (2, "p.json,best")):
            properties = f'R{{"{reward}_{seat}"}}max=? [C]'
            (found,) = program.storm(f"{words} --play {plays} --show all", properties, kind="MDP")
            wanted = exact(odds["expected_pairs"][seat - 1])
            if objective == "win":
                found, wanted = 2 * found - 1, (1 if seat == 1 else -1) * exact(odds["value"])
            equal(f"{words}, {plays}", found, wanted)


def guessing(program):
    for words in [
        "guess --numbers 9",
        "guess --numbers 7 --players 3",
        "guess --numbers 6 --guesses 2",
        "guess --numbers 5 --weights 3,1,0,2,2",
    ]:
        wanted = [exact(number) for number in program.odds(words)["win"]]
        properties = [f'Pmax=? [F "won_{seat}"]' for seat in range(1, len(wanted) + 1)]
        equal(words, program.storm(words, *properties, kind="DTMC"), wanted)
        for seat, formula in enumerate(properties, 1):
            equal(f"{words}, player {seat}", program.storm(f"{words} --show {seat}", formula), [wanted[seat - 1]])


def solitaire(program):
    for words in ["solitaire --pairs 6", "solitaire --pairs 3 --recall 3/4,1/8,4/5"]:
        wanted = exact(program.odds(words)["turns"]["mean"])
        equal(words, program.storm(words, 'R{"turns"}=? [F "done"]', kind="DTMC"), [wanted])


def mines(program):
    board = "mines --rows 3 --cols 3 --mines 2"
    for more, kind, operator in [
        ("", "DTMC", "P="),
        ("--ties last --start corner", "DTMC", "P="),
        ("--ties best", "MDP", "Pmax="),
        ("--ties worst", "MDP", "Pmin="),
        ("--play best", "MDP", "Pmax="),
        ("--play best --start chosen", "MDP", "Pmax="),
    ]:
        wanted = exact(program.odds(f"{board} {more}")["win"])
        words = f"{board} {more} --show all"
        equal(words, program.storm(words, f'{operator}? [F "won_1"]', kind=kind), [wanted])
        equal(words, program.storm(f"{board} {more}", 'P=? [F "won_1"]', 'P=? [F "lost"]', kind="DTMC"), [wanted, 1 - wanted])


def main():
    binary = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(binary, Path(folder))
        for check in (robots, pairs_of_all, winning, policies, guessing, solitaire, mines):
            check(program)
            print(f"{check.__name__}: as printed")


main()
