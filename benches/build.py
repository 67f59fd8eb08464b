#!/usr/bin/env python3
"""Measures the build time and the check time of the program, its size, and the number of its crates.

Works in a copy of the committed tree, with a separate target folder; dependencies are downloaded before the clock starts.
Prints each figure beside the goal and the value before evaluators worked on models (commit a5b3eef, 2 cores).

    benches/build.py            # everything: about a quarter of an hour on 2 cores
    benches/build.py release    # only figures whose names begin with this word: release, dev, test, size, crates
    benches/build.py ci         # .ci/run, which is not part of everything: 12 minutes alone, and it downloads what it needs
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USUAL = ["release", "size", "crates", "dev", "test"]
CLI, EVALUATOR = "src/cli/games.rs", "src/engine/evaluate/backward.rs"


def cargo(folder, words, **more):
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"), CARGO_NET_OFFLINE="true")
    done = subprocess.run(["cargo", *words.split()], cwd=folder, env=environment, capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"cargo {words}: {done.stderr[-2000:]}")
    return done.stdout


def seconds(folder, words):
    started = time.monotonic()
    cargo(folder, words)
    return time.monotonic() - started


def touched(folder, name, words):
    """Builds after a change of one line."""
    path = folder / name
    text = path.read_text()
    path.write_text(text.replace("\n\n", "\n\n// One line more.\n", 1))
    took = seconds(folder, words)
    path.write_text(text)
    cargo(folder, words)
    return took


def crates(folder, words):
    lines = cargo(folder, f"tree --edges normal --prefix none {words}").splitlines()
    return len({" ".join(line.split()[:2]) for line in lines if line.strip()}) - 1


def checked(folder):
    """Runs all of .ci/run, with nothing built before."""
    shutil.rmtree(folder / "target", ignore_errors=True)
    started = time.monotonic()
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"))
    done = subprocess.run([".ci/run"], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f".ci/run: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return time.monotonic() - started


def measures(folder):
    first = "run --release -- odds memory --pairs 8"
    yield "release: the first answer, from empty", 832, 120, "s", lambda: seconds(folder, first)
    yield "release: one line of the command line", 540, 30, "s", lambda: touched(folder, CLI, "build --release")
    yield "release: one line of an evaluator", None, 60, "s", lambda: touched(folder, EVALUATOR, "build --release")
    size = lambda: (folder / "target/release/chancetree").stat().st_size / 1e6
    yield "size of the program", 22, 10, "MB", size
    yield "crates of the program", 189, 130, "", lambda: crates(folder, "")
    yield "crates of the library alone", 188, 60, "", lambda: crates(folder, "--no-default-features")
    yield "dev: from empty", None, None, "s", lambda: seconds(folder, "build")
    yield "dev: one line of the command line", None, 10, "s", lambda: touched(folder, CLI, "build")
    yield "dev: one line of an evaluator", None, 20, "s", lambda: touched(folder, EVALUATOR, "build")
    shutil.rmtree(folder / "target", ignore_errors=True)
    yield "test: cargo test, from empty", None, 300, "s", lambda: seconds(folder, "test")
    yield "ci: .ci/run, from empty", None, 720, "s", lambda: checked(folder)


def main():
    wanted = sys.argv[1:] or USUAL
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "tree"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        subprocess.run(["cargo", "fetch", "--quiet", "--locked"], cwd=folder, check=True)
        print(f"{'':42} {'now':>8} {'before':>8} {'aim':>8}")
        for what, before, aim, unit, measure in measures(folder):
            if not any(what.startswith(start) for start in wanted):
                continue
            print(f"{what:42} {measure():8.1f} {before or '-':>8} {aim or '-':>8} {unit}", flush=True)


if __name__ == "__main__":
    main()
