"""Counts instructions, for machines that are too noisy for times: some commands under valgrind, with one thread each.

    python3 benches/compare/instructions.py [--binary PATH] [--against PATH]

Prints the instructions of each command in millions; with --against, also those of another build, such as the commit before,
and the ratio. Repeated runs differ by about a thousandth. valgrind must be installed.
"""

import argparse
import re
import subprocess
import sys

from compare import Failure, build

COMMANDS = (
    "odds memory --pairs 100",
    "odds memory --pairs 200",
    "odds memory --pairs 60 --players 3",
    "odds memory --pairs 30 --players 4",
    "odds memory --pairs 1..=60",
    "count memory --pairs 200",
    "best memory --pairs 40",
    "odds solitaire --pairs 60",
)


def instructions(binary, command):
    """Returns the instructions of one run, which must succeed; its output is discarded."""
    words = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", binary]
    run = subprocess.run([*words, *command.split(), "--threads", "1", "--quiet"], capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode or not found:
        raise Failure(f"{command}: {run.stderr.strip()[-400:]}")
    return int(found[1].replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="a chancetree that is built already")
    parser.add_argument("--against", help="another one, to compare with")
    options = parser.parse_args()
    try:
        binary = options.binary or build()
        print(f"{'command':40}{'millions':>12}" + (f"{'against':>12}{'ratio':>8}" if options.against else ""))
        for command in COMMANDS:
            own = instructions(binary, command)
            line = f"{command:40}{own / 1e6:12.1f}"
            if options.against:
                other = instructions(options.against, command)
                line += f"{other / 1e6:12.1f}{own / other:8.3f}"
            print(line, flush=True)
    except (Failure, subprocess.CalledProcessError, OSError) as failure:
        sys.exit(f"error: {failure}")


if __name__ == "__main__":
    main()
