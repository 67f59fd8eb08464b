"""Times mine probabilities of chancetree and of ms_toollib on the same positions, and prints a comparison.

    python3 benches/compare/mines.py [--runs 3] [--seconds 10] [--positions FILE]

The positions are expert boards (16 x 30, 99 mines): games stopped where no cell is safe, and numbers scattered over a
closed board. `cargo bench -p benches --bench positions` makes them, times chancetree (every cell as a fraction), and prints
boards, times and probabilities; FILE is an earlier output. ms_toollib is timed here, in process, in CPU time, which other work
on the machine does not affect, with its board ready before the clock starts; for both, the fastest of some runs counts.
ms_toollib computes with doubles: a position with a probability that differs by more than 1e-6 counts as different. If it
exceeds --seconds, that limit counts as its time, and the position as late. Needs `pip install ms_toollib`.
"""

import argparse
import collections
import json
import multiprocessing
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import ms_toollib

ROOT = Path(__file__).resolve().parent.parent.parent
CLOSED = 10


def made():
    command = ["cargo", "bench", "--quiet", "--locked", "--bench", "positions"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def timed(board, mines, runs):
    """Returns the seconds of the fastest run, and the probabilities row by row."""
    best, found = float("inf"), None
    for _ in range(runs):
        given = [row[:] for row in board]
        start = time.process_time()
        found, _ = ms_toollib.cal_probability_onboard(given, mines)
        best = min(best, time.process_time() - start)
        if best > 1:
            break
    return best, found


def differs(position, board, found):
    """Returns whether the probability of a closed cell differs."""
    risks = iter(position["risks"])
    pairs = [(theirs, next(risks), cell) for row, cells in zip(found, board) for theirs, cell in zip(row, cells)]
    return any(cell == CLOSED and abs(theirs - own) > 1e-6 for theirs, own, cell in pairs)


class Worker:
    """A separate process, which can be abandoned if it takes too long."""

    def __init__(self):
        self.pool = None

    def run(self, seconds, *work):
        """Returns the result of `timed`, or `None` if it takes too long."""
        self.pool = self.pool or multiprocessing.Pool(1)
        try:
            return self.pool.apply_async(timed, work).get(seconds)
        except multiprocessing.TimeoutError:
            self.pool.terminate()
            self.pool = None
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--positions", type=Path, help="the output of an earlier run of the bench")
    options = parser.parse_args()
    text = options.positions.read_text() if options.positions else made()
    kinds = collections.defaultdict(list)
    for line in text.splitlines():
        position = json.loads(line)
        kinds[position["kind"]].append(position)
    print(f"Python {sys.version.split()[0]}, ms_toollib {version('ms_toollib')}; milliseconds")
    print(f"{'':24}{'positions':>10}{'median':>10}{'worst':>10}{'theirs':>10}{'worst':>11}{'ratio':>8}{'different':>11}{'late':>6}")
    worker = Worker()
    for kind, positions in kinds.items():
        own, theirs, different, late = [], [], 0, 0
        for position in positions:
            board = [[CLOSED if cell in ".F" else int(cell) for cell in row] for row in position["rows"]]
            own.append(position["nanoseconds"] / 1e6)
            answer = worker.run(options.seconds, board, position["mines"], options.runs)
            late += answer is None
            theirs.append(1000 * (answer[0] if answer else options.seconds))
            different += answer is not None and differs(position, board, answer[1])
        median, other = statistics.median(own), statistics.median(theirs)
        print(
            f"{kind:24}{len(own):10}{median:10.3f}{max(own):10.3f}{other:10.3f}{max(theirs):11.3f}"
            f"{other / median:8.1f}{different:11}{late:6}",
            flush=True,
        )


if __name__ == "__main__":
    main()
