"""Runs chancetree and Storm side by side on models in the PRISM language, and prints a table in Markdown.

    python3 benches/compare/models.py [--runs 3] [--limit 60] [--binary PATH]

Each model is built and one property is checked: exactly by both programs; in doubles with a proven bound by `--approximate`;
and by two sound methods of Storm (that of --sound, and optimistic value iteration), all to 1e-9. chancetree is timed as a
whole process. Storm is timed without starting Python and loading its library: building, plus checking. Storm explores no
further than a property needs, and chancetree explores all reachable states. The contenders take turns; the table has medians,
or the limit in seconds where a run takes longer.

Every exact value is compared as a fraction, and the bounds and the doubles are compared with it. A difference ends in status 1. A sound
method of Storm without a value, or with an error above 1e-9, is shown as such. Without --binary the release build is made first.
Needs the packages of tests/foreign/requirements.txt.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PRECISION = Fraction(1, 10**9)

# Fractions may have more digits than Python reads by default.
sys.set_int_max_str_digits(0)

MODELS = [
    ("consensus.nm", "K=60", 'Pmax=? [ F "finished" & !"agree" ]'),
    ("consensus.nm", "K=60", 'Rmax=? [ F "finished" ]'),
    ("crowds.pm", "BAD=3,RUNS=60", 'P=? [ F "exposed" ]'),
    ("ehrenfest.pm", "N=1000", 'R{"steps"}=? [ F left=0 ]'),
    ("gambler_bold.nm", "N=500", 'Pmax=? [ F "rich" ]'),
    ("grid.nm", "N=20", 'R{"moves"}min=? [ F "goal" | "crash" ]'),
    ("inventory.nm", "N=40,D=60", 'R{"cost"}min=? [ F day=D ]'),
    ("moran.pm", "N=1000", "P=? [ F i=N ]"),
    ("retransmission.pm", "N=400,MAX=5", 'P=? [ F "failed" ]'),
]
CONTENDERS = ["chancetree", "Storm, exact", "chancetree --approximate", "Storm, sound", "Storm, OVI"]


def run(command, limit):
    """Returns the output of a command and its seconds, or the reason why there is none."""
    started = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, f"> {limit} s"
    seconds = time.perf_counter() - started
    return (done.stdout, seconds) if done.returncode == 0 else (None, "no value")


def own(binary, instance, limit, *options):
    """Returns chancetree's result as JSON, and its seconds."""
    model, constants, text = instance
    words = [binary, "odds", "model", ROOT / "tests/models" / model, "--const", constants, "--prop", text]
    out, seconds = run([*map(str, words), "--format", "json", "-q", *options], limit)
    return out and json.loads(out), seconds


def storm(instance, limit, method):
    """Returns Storm's result as JSON, and its seconds of building and checking."""
    model, constants, text = instance
    peer = [sys.executable, HERE / "peer_storm_models.py", ROOT / "tests/models" / model, text, method, "--const", constants]
    # Loading the library may take some seconds.
    out, seconds = run([str(word) for word in peer], limit + 10)
    answer = out and json.loads(out)
    return answer, answer["build_seconds"] + answer["check_seconds"] if answer else seconds


def race(binary, instance, runs, limit):
    """Returns the cells of a row, and the differences between the results."""
    calls = [
        lambda: own(binary, instance, limit),
        lambda: storm(instance, limit, "exact"),
        lambda: own(binary, instance, limit, "--approximate"),
        lambda: storm(instance, limit, "sound"),
        lambda: storm(instance, limit, "ovi"),
    ]
    answers, times = [None] * len(calls), [[] for _ in calls]
    for _ in range(runs):
        for place, call in enumerate(calls):
            if not times[place] or answers[place]:
                answers[place], seconds = call()
                times[place].append(seconds)
    cells = [f"{statistics.median(all_):.2f}" if answer else all_[-1] for answer, all_ in zip(answers, times, strict=True)]
    exact, exact_storm, bounds, *sound = answers
    wrong = []
    if not exact or not bounds:
        return (bounds or exact or {}).get("states"), cells, wrong
    value = Fraction(exact["properties"][0]["value"]["exact"])
    found = bounds["properties"][0]["value"]
    # A bound may be `infinity`.
    if not float(found["lower"]) <= value <= float(found["upper"]):
        wrong.append("the bounds do not contain the value")
    if exact_storm and Fraction(exact_storm["value"]) != value:
        wrong.append("Storm has another value")
    for place, answer in enumerate(sound, 3):
        # A double is at best as close as the nearest double.
        if answer and abs(Fraction(answer["value"]) - value) > PRECISION + abs(value) / 2**52:
            cells[place] += " (wrong)"
    return exact["states"], cells, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--binary", type=Path)
    options = parser.parse_args()
    binary = options.binary
    if binary is None:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        binary = ROOT / "target/release/chancetree"
    print(f"| model | property | states | {' | '.join(CONTENDERS)} |")
    print("| --- | --- " + "| ---: " * (len(CONTENDERS) + 1) + "|")
    failed = False
    for instance in MODELS:
        states, cells, wrong = race(binary, instance, options.runs, options.limit)
        model, constants, text = instance
        shown = text.replace("|", "\\|")
        print(f"| {model}, {constants} | `{shown}` | {states:,} | {' | '.join(cells)} |", flush=True)
        for what in wrong:
            failed = True
            print(f"{model}: {what}", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
