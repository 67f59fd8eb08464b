"""Runs chancetree and its peers side by side and prints how they compare.

    python3 benches/compare/compare.py [--pairs 100] [--runs 5] [--only NAME] [--binary PATH]

Six comparisons, for two players of Memory (robots, except in best and forgetting) and for one player:

    odds        exact odds: chancetree, plain Python with fractions and lru_cache, Storm with exact numbers
    graph       every state with exact numbers: chancetree writes its graph as tables, Storm builds and checks
    export      the same graph as GraphML: chancetree, igraph, rustworkx
    best        best play without passing, on at most 60 pairs: chancetree, plain Python with fractions and lru_cache
    forgetting  bold or safe at every table, with 6 cards of memory on at most 30 pairs and without a limit on at
                most 60: chancetree, plain Python with fractions and lru_cache
    solitaire   one player, all six distributions: chancetree; only the distribution of turns: plain Python with whole numbers

The contenders of a comparison take turns (A B C A B C ...). Times are of whole processes, including start and end; memory is
the peak of the process, as counted by the kernel. For GraphML only the writing is timed, of all three contenders, into a new
file each, with no data left to be written to disk; chancetree's whole process (build, numbers and writing), whose phases
--timing prints, is below. A ratio is a median over the median of the first line.

Every result is compared with chancetree's as a fraction; a difference or a missing program ends in status 1. --only selects
one comparison (odds, graph, export, best, forgetting, solitaire) or one peer (fractions, storm,
storm-win1, igraph, rustworkx, recursion, plain). Without --binary the release build is made first. Needs the packages
of tests/foreign/requirements.txt.
"""

import argparse
import csv
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = {
    "odds": ("fractions", "storm", "storm-win1"),
    "graph": ("storm",),
    "export": ("igraph", "rustworkx"),
    "best": ("recursion",),
    "forgetting": ("recursion",),
    "solitaire": ("plain",),
}


class Failure(Exception):
    """A contender failed or gave a different result."""


class Run:
    """One run of one process: its output, its seconds, its CPU seconds, and its peak memory in bytes."""

    def __init__(self, command):
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            start = time.perf_counter()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            self.processor = usage.ru_utime + usage.ru_stime
            self.memory = usage.ru_maxrss * 1024
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read()
        if process.returncode != 0:
            line = " ".join(str(part) for part in command)
            raise Failure(f"{line}\nexits with {process.returncode}: {self.err.strip()[-800:]}")

    def phases(self):
        """Returns the seconds of each phase, as --timing prints them, one JSON object per line."""
        seconds = {}
        for line in self.err.splitlines():
            if line.startswith('{"phase"'):
                phase = json.loads(line)
                seconds[phase["phase"]] = seconds.get(phase["phase"], 0) + phase["seconds"]
        return seconds


class Contender:
    """One line of a table: a command, the check of its result, and the seconds that count."""

    def __init__(self, name, command, check, seconds=lambda run: run.seconds, output=None):
        self.name, self.command, self.check, self.counted, self.output = name, command, check, seconds, output
        self.seconds, self.memory, self.phases = [], [], {}

    def go(self):
        # Work that the previous run left to the kernel must not slow this run down.
        if self.output:
            self.output.unlink(missing_ok=True)
        os.sync()
        run = Run(self.command)
        self.check(run)
        self.seconds.append(self.counted(run))
        self.memory.append(run.memory)
        for phase, seconds in run.phases().items():
            self.phases.setdefault(phase, []).append(seconds)
        if self.output:
            self.phases.setdefault("whole process", []).append(run.seconds)


def same(what, got, wanted):
    if got != wanted:
        raise Failure(f"{what}: {str(got)[:200]}\nbut chancetree: {str(wanted)[:200]}")


def peer(name, *arguments):
    return [sys.executable, str(HERE / f"peer_{name}.py"), *map(str, arguments)]


def ours(binary, command, pairs, *more):
    return [binary, command, "memory", "--pairs", str(pairs), "--players", "2", *map(str, more)]


class Board:
    """chancetree's results for a board, which all others must reproduce."""

    def __init__(self, binary, pairs, numbers):
        self.binary, self.pairs, self.numbers = binary, pairs, numbers
        self.first = json.loads(Run(ours(binary, "odds", pairs, "--format", "json")).out)
        self.win1, self.win2, self.draw = self.fractions(self.first)
        self.states, self.transitions = int(self.first["states"]), int(self.first["transitions"])
        self.timing = ["--timing"]

    @staticmethod
    def fractions(answer):
        return [Fraction(number["exact"]) for number in (*answer["win"], answer["draw"])]

    def odds(self, run):
        same("odds of a second run", self.fractions(json.loads(run.out)), [self.win1, self.win2, self.draw])

    def plain(self, run):
        answer = json.loads(run.out)
        chances = [Fraction(text) for text in (*answer["win"], answer["draw"])]
        same("odds by fractions", chances, [self.win1, self.win2, self.draw])
        same("states by fractions", answer["states"], self.states)

    def storm(self, run):
        answer = json.loads(run.out)
        for goal in ("win1", "win2", "draw"):
            if goal in answer:
                same(f"{goal} by Storm", Fraction(answer[goal]), getattr(self, goal))
        same("states by Storm", answer["states"], self.states)
        if answer["transitions"] is not None:
            same("transitions by Storm", answer["transitions"], self.transitions)

    def tables(self, folder):
        """The row of the start must have the exact odds, and the tables every state and transition."""
        rows = []
        for name in ("nodes", "edges"):
            found = sorted(folder.glob(f"*{name}*.csv"))
            if len(found) != 1:
                raise Failure(f"one table of {name} expected, found {[path.name for path in found]}")
            with found[0].open(newline="") as file:
                reader = csv.reader(file)
                next(reader)
                first = next(reader)
                rows.append(1 + sum(1 for _ in reader))
                if name == "nodes":
                    exact = {Fraction(cell) for cell in first if "/" in cell and cell.replace("/", "").isdigit()}
                    missing = {self.win1, self.win2, self.draw} - exact
                    same("odds missing in the start's row", [str(number) for number in missing], [])
            found[0].unlink()
        same("rows of the tables", rows, [self.states, self.transitions])

    def written(self, run):
        answer = json.loads(run.out)
        same("size of the graph", (answer["nodes"], answer["edges"]), (self.states, self.transitions))

    def odds_table(self):
        command = ours(self.binary, "odds", self.pairs, "--format", "json")
        yield Contender("chancetree", [*command, *self.timing], self.odds)
        yield Contender("fractions", peer("fractions", self.pairs, 2), self.plain)
        yield Contender("storm", peer("storm", self.pairs), self.storm)
        yield Contender("storm-win1", peer("storm", self.pairs, "--only", "win1"), self.storm)

    def graph_table(self, folder):
        tables = folder / "tables"
        tables.mkdir()
        graph = ours(self.binary, "graph", self.pairs, "--force", "--numbers", "exact")
        # Storm keeps its numbers in memory; the first row does the same work: all numbers computed, the chain written.
        chain = [*graph, "--as", "drn", "-o", folder / "board.drn", *self.timing]
        yield Contender("chancetree, numbers", chain, lambda _: None)
        written = [*graph, "--as", "csv", "-o", tables / "board.csv", *self.timing]
        yield Contender("chancetree, tables", written, lambda _: self.tables(tables))
        yield Contender("storm", peer("storm", self.pairs), self.storm)

    def export_table(self, folder):
        file = folder / "board.graphml"
        command = ours(self.binary, "graph", self.pairs, "--as", "graphml", "-o", file)
        command += ["--numbers", self.numbers]
        writing = lambda run: json.loads(run.out)["write_seconds"]  # noqa: E731
        ours_alone = lambda run: run.phases()["write"]  # noqa: E731
        yield Contender("chancetree", [*command, *self.timing], lambda _: None, ours_alone, file)
        yield Contender("igraph", peer("igraph", file), self.written, writing)
        yield Contender("rustworkx", peer("rustworkx", file), self.written, writing)


    def best_table(self):
        pairs = min(self.pairs, 60)
        value = []

        def own(run):
            value.append(Fraction(json.loads(run.out)["value"]["exact"]))

        def other(run):
            same("the value of best play", Fraction(json.loads(run.out)["value"]), value[-1])

        yield Contender("chancetree", ours(self.binary, "best", pairs, "--format", "json"), own)
        yield Contender("recursion", peer("tactics", pairs), other)

    def forgetting_table(self, memory, most):
        pairs = min(self.pairs, most)
        limit = ["--memory", memory]
        board = Run(ours(self.binary, "best", pairs, *limit, "--format", "json"))
        value, cells = Fraction(json.loads(board.out)["value"]["exact"]), []

        def own(run):
            cells[:] = json.loads(run.out)["cells"]

        def other(run):
            answer = json.loads(run.out)
            same("the value with limited memory", Fraction(answer["value"]), value)
            same("the tables with limited memory", len(answer["cells"]), len(cells))
            for got, wanted in zip(answer["cells"], cells):
                same("the decision with limited memory", got, wanted)

        table = ours(self.binary, "best", f"1..={pairs}", *limit, "--format", "json")
        yield Contender("chancetree", table, own)
        yield Contender("recursion", peer("forgetting", pairs, memory), other)

    def solitaire_table(self):
        value = []

        def own(run):
            value.append(Fraction(json.loads(run.out)["turns"]["mean"]["exact"]))

        def other(run):
            same("the expected turns of one player", Fraction(json.loads(run.out)["turns"]), value[-1])

        command = [self.binary, "odds", "solitaire", "--pairs", str(self.pairs), "--quiet", "--format", "json"]
        yield Contender("chancetree", command, own)
        yield Contender("plain", peer("solitaire", self.pairs), other)


def line(name, seconds, memory, base):
    middle = statistics.median(seconds)
    peak = f"{statistics.median(memory) / 1e6:9.1f}" if memory else f"{'':9}"
    spread = f"{middle:10.4f} {min(seconds):10.4f} {max(seconds):10.4f}"
    print(f"  {name:<22} {spread} {peak} {middle / base:9.1f}", flush=True)


def compare(title, contenders, runs):
    """Runs the contenders in turn and prints their table."""
    for _ in range(runs):
        for contender in contenders:
            contender.go()
    print(f"\n{title}, {runs} runs each\n  {'':<22} {'median s':>10} {'min s':>10} {'max s':>10} {'peak MB':>9} {'ratio':>9}")
    base = statistics.median(contenders[0].seconds)
    for contender in contenders:
        line(contender.name, contender.seconds, contender.memory, base)
        for phase, seconds in contender.phases.items():
            line(f"  {phase}", seconds, [], base)


def facts():
    """Returns a description of the machine, without its name."""
    model = "unknown"
    for entry in Path("/proc/cpuinfo").read_text().splitlines():
        if entry.startswith("model name"):
            model = entry.partition(":")[2].strip()
            break
    packages = ", ".join(f"{name} {version(name)}" for name in ("stormpy", "igraph", "rustworkx"))
    print(f"{len(os.sched_getaffinity(0))} cores of {model}; Python {platform.python_version()}; {packages}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    print(f"The kernel counts no process below its parent when it starts: {own:.1f} MB at least.")


def build():
    """Builds the release binary and returns its path."""
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked"]
    metadata = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return str(Path(json.loads(metadata.stdout)["target_directory"]) / "release" / "chancetree")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    names = [*PEERS, *dict.fromkeys(name for names in PEERS.values() for name in names)]
    parser.add_argument("--only", choices=names, help="one comparison or one peer")
    parser.add_argument("--numbers", choices=("decimal", "exact"), default="decimal", help="in the GraphML file")
    parser.add_argument("--binary", help="a chancetree that is built already")
    options = parser.parse_args()
    if options.pairs < 1 or options.runs < 1:
        parser.error("--pairs and --runs start at 1")

    try:
        facts()
        board = Board(options.binary or build(), options.pairs, options.numbers)
        print(f"{options.pairs} pairs, 2 players: {board.states} states, {board.transitions} transitions")
        with tempfile.TemporaryDirectory() as folder:
            sections = (
                ("odds", "Exact odds", lambda: board.odds_table()),
                ("graph", "Every state with exact numbers", lambda: board.graph_table(Path(folder))),
                ("export", "Written as GraphML", lambda: board.export_table(Path(folder))),
                ("best", "Best play", lambda: board.best_table()),
                ("forgetting", "Bold or safe, 6 cards of memory", lambda: board.forgetting_table("6", 30)),
                ("forgetting", "Bold or safe, no limit", lambda: board.forgetting_table("unlimited", 60)),
                ("solitaire", "One player", lambda: board.solitaire_table()),
            )
            for name, title, contenders in sections:
                if options.only in (None, name) or options.only in PEERS[name]:
                    first, *others = contenders()
                    chosen = [other for other in others if options.only in (None, name, other.name)]
                    compare(title, [first, *chosen], options.runs)
    except (Failure, subprocess.CalledProcessError, OSError) as failure:
        sys.exit(f"error: {failure}")
    print("\nAll answers are the same fractions.")


if __name__ == "__main__":
    main()
