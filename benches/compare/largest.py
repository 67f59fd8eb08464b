"""The largest board that each peer manages in a given CPU time, compared with the package on the same board.

Memory for two players, robots with perfect memory. Each peer is a separate process; a peer that is not installed is listed as
missing. Every result is compared with the package's.
"""

import functools
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import chancetree as ct

HERE = Path(__file__).resolve().parent
# The text for a peer that cannot be imported.
ABSENT = "missing: run `pip install {}`, if it has a package for this Python and machine"


class TooSlow(Exception):
    """A peer exceeds its limit."""


def answer(name, argument, seconds):
    """Returns the output of a peer and the CPU time of its process, within a limit in seconds."""
    limit = functools.partial(resource.setrlimit, resource.RLIMIT_CPU, (seconds, seconds))
    command = [sys.executable, str(HERE / f"peer_{name}.py"), *map(str, argument)]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0:
            raise TooSlow
        out.seek(0)
        err.seek(0)
        if process.returncode:
            raise SystemExit(f"{' '.join(command)} exits with {process.returncode}: {err.read().strip()[-800:]}")
        return json.loads(out.read()), usage.ru_utime + usage.ru_stime


def ours(pairs):
    """Returns the package's odds and the CPU time of its call."""
    started = time.process_time()
    odds = ct.memory(pairs=pairs).odds(progress=False)
    return odds, time.process_time() - started


def same(result, odds):
    """Checks a result, exactly if the peer is exact."""
    if "value" in result:
        assert abs(result["value"] - float(odds.win[0] - odds.win[1])) < 1e-9, result
        return "to 9 digits"
    chances = [Fraction(text) for text in (*result["win"], result["draw"])]
    assert chances == [*odds.win, odds.draw], result
    return "the same fractions"


def largest(ask, most):
    """Returns the largest number of pairs up to `most` for which `ask` succeeds, and its result, by doubling and then bisection."""
    found, last, step = None, 1, 1
    while step:
        try:
            if last + step > most:
                raise TooSlow
            found = (last + step, *ask(last + step))
        except TooSlow:
            # From here on, bisects between the largest success and the smallest failure.
            most, step = min(most, last + step - 1), step // 2
            continue
        last += step
        step = step * 2 if last + 2 * step <= most else (most - last + 1) // 2
    return found


def drn(pairs, seconds):
    """Runs Storm on the file that the package writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = ct.memory(pairs=pairs).graph(progress=False).write(Path(folder) / "memory.drn")
        return answer("drn", [path], seconds)


# The module, its package, its method, and the function that runs it.
PEERS = [
    ("pyspiel", "open_spiel", "a game of its own, merged, value iteration, doubles",
     lambda pairs, seconds: answer("openspiel", [pairs], seconds)),
    ("pygambit", "pygambit", "the tree as an extensive form, exact payoffs",
     lambda pairs, seconds: answer("gambit", [pairs], seconds)),
    ("stormpy", "stormpy", "the DRN file that the package writes, exact", drn),
]


def table(seconds, most):
    """Prints the table."""
    print(f"\n| the largest board in {seconds} s of processor time | pairs | its time | the package | its answer |")
    print("| --- | --- | --- | --- | --- |")
    for module, package, how, ask in PEERS:
        if importlib.util.find_spec(module) is None:
            print(f"| {package} | {ABSENT.format(package)} | | | |", flush=True)
            continue
        found = largest(lambda pairs: ask(pairs, seconds), most)
        if found is None:
            print(f"| {package}: {how} | none | | | |", flush=True)
            continue
        pairs, result, spent = found
        odds, own = ours(pairs)
        agreed = same(result, odds)
        line = f"{package} {version(package)}: {how} | {pairs} | {spent:.2f} s | {own:.4f} s | {agreed}"
        print(f"| {line} |", flush=True)
