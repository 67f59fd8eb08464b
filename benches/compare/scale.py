"""The reach of exact odds: chancetree and its peers, board by board, in one run.

    python3 benches/compare/scale.py [--runs 3] [--large] [--binary PATH]

Exact odds of robots, whole processes in turn, as in compare.py: plain Python with fractions and lru_cache, optimised Python
(arrangements counted in packed integers, two players), Storm with exact numbers (two players). Only chancetree runs on boards
that would take a peer more than some minutes or gigabytes. --large adds the largest boards: 2 players and 1000 pairs, 3 and
200, 4 and 100, 6 and 36. Every result is compared as a fraction.
"""

import argparse
import json
import subprocess
import sys
from fractions import Fraction

from compare import Contender, Failure, Run, build, compare, facts, peer, same

# Players, pairs, and the peers that can solve the board.
BOARDS = (
    (2, 100, ("storm", "fractions", "counts")),
    (2, 300, ("counts",)),
    (3, 40, ("fractions",)),
    (3, 100, ()),
    (4, 30, ("fractions",)),
    (4, 60, ()),
)
LARGE = ((2, 500, ("counts",)), (2, 1000, ()), (3, 200, ()), (4, 100, ()), (6, 36, ()))


def contenders(binary, players, pairs, peers):
    """chancetree comes first; all others must give the same result."""
    command = [binary, "odds", "memory", "--pairs", str(pairs), "--players", str(players), "--format", "json"]
    found = []

    def own(run):
        answer = json.loads(run.out)
        found[:] = [Fraction(number["exact"]) for number in (*answer["win"], answer["draw"])]

    def other(run):
        answer = json.loads(run.out)
        if "win1" in answer:
            got = [Fraction(answer[goal]) for goal in ("win1", "win2", "draw")]
        else:
            got = [Fraction(text) for text in (*answer["win"], answer["draw"])]
        same(f"{players} players, {pairs} pairs", got, found)

    yield Contender("chancetree", [*command, "--quiet"], own)
    commands = {
        "storm": peer("storm", pairs),
        "fractions": peer("fractions", pairs, players),
        "counts": peer("counts", pairs),
    }
    for name in peers:
        yield Contender(name, commands[name], other)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="the largest boards, too")
    parser.add_argument("--binary", help="a chancetree that is built already")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs starts at 1")
    try:
        facts()
        binary = options.binary or build()
        Run([binary, "odds", "memory", "--pairs", "3", "--quiet"])
        for players, pairs, peers in (*BOARDS, *(LARGE if options.large else ())):
            compare(f"{players} players, {pairs} pairs", list(contenders(binary, players, pairs, peers)), options.runs)
    except (Failure, subprocess.CalledProcessError, OSError) as failure:
        sys.exit(f"error: {failure}")
    print("\nAll answers are the same fractions.")


if __name__ == "__main__":
    main()
