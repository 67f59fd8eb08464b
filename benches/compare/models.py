"""Runs chancetree and Storm side by side on models in the PRISM language, and prints a table in Markdown.

    python3 benches/compare/models.py [--runs 3] [--limit 60] [--binary PATH]

Each model is built and one property is checked: exactly by both; in doubles with a proven bound by `--approximate`, and by two sound
methods of Storm, the one of --sound and optimistic value iteration, all to 1e-9, or to 1e-12 for snakes and ladders. chancetree is
timed as a whole process. Storm is timed without starting Python and loading its library: building, plus checking. Both explore no
further than the property needs. The contenders take turns; the table has medians, or the limit in seconds where a run takes longer.

Every exact value is compared as a fraction, and the bounds and the doubles are compared with it. A difference ends in status 1, and so
does a run of --approximate above the goal of its model. A sound method of Storm without a value, or with an error above the precision,
is shown as such. Where no exact value is found in time, the doubles are compared with the bounds. Without --binary the release build is
made first.
Needs the packages of tests/foreign/requirements.txt.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The greatest seconds of --approximate.
GOALS = {"pig_game.prism": 10, "ladders.pm": 1}
PRECISIONS = {"ladders.pm": "1e-12"}

# Fractions may have more digits than Python reads by default.
sys.set_int_max_str_digits(0)

# The folder of models that are written here.
FOLDER = tempfile.TemporaryDirectory()

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
    ("pig_game.prism", "N=100", '<<a>> Pmax=? [ F "a" ]'),
    ("ladders.pm", "", 'P=? [ F "first" ]'),
]
CONTENDERS = ["chancetree", "Storm, exact", "chancetree --approximate", "Storm, sound", "Storm, OVI"]


# The board of snakes and ladders of Milton Bradley (Althoen, King and Schilling 1993).
LADDERS = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67, 56: 53, 62: 19, 64: 60, 71: 91, 80: 100,
           87: 24, 93: 73, 95: 75, 98: 78}  # fmt: skip


def ladders():
    """Returns the model of snakes and ladders between two players, who move in turn. A throw that is too high is lost."""
    jumps = "".join(f"to={start} ? {end} : " for start, end in LADDERS.items())
    lines = ["dtmc", "module board", "  own : [0..100]; other : [0..100]; turn : [1..2];"]
    updates = []
    for eyes in range(1, 7):
        end = f"own+{eyes}>100 ? own : {jumps.replace('to', f'own+{eyes}')}own+{eyes}"
        updates.append(f"1/6 : (own'=other) & (other'={end}) & (turn'=3-turn)")
    lines += [f"  [] other<100 -> {' + '.join(updates)};", "  [] other=100 -> true;", "endmodule"]
    lines += ['label "first" = other=100 & turn=2;', ""]
    return "\n".join(lines)


def path(model):
    """Returns the file of a model. The model of snakes and ladders is written first."""
    if model != "ladders.pm":
        return ROOT / "tests/models" / model
    file = Path(FOLDER.name) / model
    file.write_text(ladders())
    return file


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
    words = [binary, "odds", "model", path(model), "--prop", text, *(["--const", constants] if constants else [])]
    if "--approximate" in options and model in PRECISIONS:
        options = (*options, "--precision", PRECISIONS[model])
    out, seconds = run([*map(str, words), "--format", "json", "-q", *options], limit)
    return out and json.loads(out), seconds


def storm(instance, limit, method):
    """Returns Storm's result as JSON, and its seconds of building and checking."""
    model, constants, text = instance
    peer = [sys.executable, HERE / "peer_storm_models.py", path(model), text, method, "--const", constants]
    peer += ["--precision", PRECISIONS.get(model, "1e-9")]
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
    model, *_ = instance
    goal = GOALS.get(model)
    if goal and not (bounds and statistics.median(times[2]) <= goal):
        wrong.append(f"--approximate takes more than {goal} s")
    if not bounds:
        return (exact or {}).get("states"), cells, wrong
    found = bounds["properties"][0]["value"]
    value = Fraction(exact["properties"][0]["value"]["exact"]) if exact else Fraction(found["float"])
    # A bound may be `infinity`.
    if not float(found["lower"]) <= value <= float(found["upper"]):
        wrong.append("the bounds do not contain the value")
    if exact and exact_storm and Fraction(exact_storm["value"]) != value:
        wrong.append("Storm has another value")
    precision = Fraction(PRECISIONS.get(model, "1e-9"))
    if float(found["upper"]) - float(found["lower"]) > max(precision, abs(value) / 2**50):
        wrong.append("the bounds are too far apart")
    for place, answer in enumerate(sound, 3):
        # A double is at best as close as the nearest double.
        if answer and abs(Fraction(answer["value"]) - value) > precision + abs(value) / 2**52:
            cells[place] += " (wrong)"
    return bounds["states"], cells, wrong


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
        name = ", ".join(filter(None, [model, constants]))
        print(f"| {name} | `{shown}` | {states or 0:,} | {' | '.join(cells)} |", flush=True)
        for what in wrong:
            failed = True
            print(f"{model}: {what}", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
