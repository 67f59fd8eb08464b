"""Builds of chancetree side by side: processor time and memory of whole commands.

    python3 benches/compare/builds.py NAME=PATH NAME=PATH ... [--runs 5] [--only WORDS]

The builds take turns (A B C A B C ...), each command separately; the output is discarded. Prints the median CPU time in seconds,
the least peak memory in MB, and for each build after the first the ratio to the first. To compare the release that people
build with the one that is shipped, and both with an earlier release:

    cargo build --release && cargo build --profile dist
    python3 benches/compare/builds.py before=OLD/chancetree dist=target/dist/chancetree release=target/release/chancetree
"""

import argparse
import statistics
import sys

from compare import Failure, Run

COMMANDS = (
    "odds memory --pairs 300",
    "odds memory --pairs 500",
    "odds memory --pairs 200 --players 3",
    "odds memory --pairs 36 --players 6",
    "odds memory --pairs 1..=300",
    "odds memory --pairs 1000 --approximate",
    "count memory --pairs 300",
    "graph memory --pairs 100 --as drn -o /dev/null --force",
    "graph memory --pairs 100 --as csv -o /dev/null --force",
    "graph memory --pairs 100 --as graphml -o /dev/null --force",
    "best memory --pairs 60",
    "best memory --pairs 200",
    "best memory --pairs 30 --memory 6",
    "odds mines --rows 3 --cols 5 --mines 4",
    "odds mines --rows 4 --cols 5 --mines 5",
    "odds solitaire --pairs 100",
    "odds solitaire --pairs 1..=60",
    "odds guess --numbers 2000",
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("builds", metavar="NAME=PATH", nargs="+", help="a build and its name; the first is the base")
    parser.add_argument("--runs", type=int, default=5, help="runs of each command by each build")
    parser.add_argument("--only", default="", help="only commands with these words")
    options = parser.parse_args()
    builds = dict(build.split("=", 1) for build in options.builds)
    try:
        print(f"{'':60}" + "".join(f"{name:>26}" for name in builds))
        for command in (command for command in COMMANDS if options.only in command):
            seconds, memory = {name: [] for name in builds}, {name: [] for name in builds}
            for _ in range(options.runs):
                for name, binary in builds.items():
                    run = Run([binary, *command.split(), "--quiet"])
                    seconds[name].append(run.processor)
                    memory[name].append(run.memory / 1e6)
            line, base = f"{command:60}", None
            for name in builds:
                now = statistics.median(seconds[name]), min(memory[name])
                base = base or now
                ratios = f"({now[0] / base[0]:.2f}, {now[1] / base[1]:.2f})"
                line += f"{now[0]:8.3f}{now[1]:6.0f} {ratios:>11}"
            print(line, flush=True)
    except (Failure, OSError, ValueError) as failure:
        sys.exit(f"error: {failure}")


if __name__ == "__main__":
    main()
