#!/usr/bin/env python3
"""The peak memory of commands that a memory limit stops.

    python3 benches/limits.py target/release/chancetree [LIMIT COMMAND]

A COMMAND, in quotes, with its LIMIT in megabytes replaces the commands below. Prints the peak of the resident memory of each command
in megabytes, and by how much it is above the limit. Fails if a peak is more than 10 % above its limit, or if a command is not stopped
by it.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = [
    (40, "odds memory --pairs 300 --players 3 --threads 1"),
    (40, "odds memory --pairs 300 --players 3 --threads 4"),
    (40, "odds memory --pairs 1000 --players 16"),
    (40, "odds memory --pairs 60 --players 8 --approximate"),
    (60, "odds memory --pairs 20 --memory 18,18"),
    (40, "best guess --numbers 3000 --players 3"),
    (40, "odds solitaire --pairs 500"),
    (60, "odds mines --rows 5 --cols 5 --mines 8"),
    (60, "odds model lines.tra --prop P=?[F\"far\"]"),
    (60, "odds model walk.prism --prop P=?[Fx=0]"),
    (60, "best memory --pairs 300"),
    (60, "best mines --rows 9 --cols 6 --mines 5"),
    (60, "count memory --pairs 1000 --players 16"),
    (60, "simulate memory --pairs 60 --memory 20,20 --games 1000000"),
    (40, "graph memory --pairs 1000 --players 16 --format csv -o here"),
    (60, "graph memory --pairs 11 --shape tree --format csv -o here"),
    (60, "graph memory --pairs 40 --format svg --max-states 50000 -o here"),
    (60, "graph memory --pairs 300"),
    (40, "graph guess --numbers 1500 --show all --format csv -o here"),
    (60, "graph model walk.prism --prop P=?[Fx=0] -o here"),
    (40, "risk mines --board board.txt --mines 90"),
]
MARGIN = 0.1
STOPPED = 3


def write_inputs(folder):
    """Writes the files that the commands read: a random walk, a long list of transitions, and a board."""
    size = 1000
    walk = [
        f"dtmc const int N={size}; module walk x : [0..N] init 500; y : [0..N] init 500;",
        "[] x>0 & x<N & y>0 & y<N -> 1/4:(x'=x+1) + 1/4:(x'=x-1) + 1/4:(y'=y+1) + 1/4:(y'=y-1);",
        "[] x=0 | x=N | y=0 | y=N -> true; endmodule",
    ]
    (folder / "walk.prism").write_text("\n".join(walk))
    states = 1_500_000
    # Line by line: a child process counts the peak of its parent as its own.
    with (folder / "lines.tra").open("w") as lines:
        lines.write(f"{states} {2 * states}\n")
        for state in range(states):
            lines.write(f"{state} {min(state + 1, states - 1)} 0.5\n{state} 0 0.5\n")
    (folder / "lines.lab").write_text(f'0="init" 1="far"\n0: 0\n{states - 1}: 1\n')
    (folder / "board.txt").write_text(("?" * 40 + "\n" + "?2" * 20 + "\n") * 20)


def peak(program, command, limit, folder):
    """Runs a command under a limit. Returns its peak in megabytes and its exit status."""
    args = [program, *command.split(), "--max-memory", f"{limit}M", "--quiet"]
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    return used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    program = os.path.abspath(sys.argv[1])
    commands = [(int(sys.argv[2]), sys.argv[3])] if len(sys.argv) > 3 else COMMANDS
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(Path(folder))
        for limit, command in commands:
            most, status = peak(program, command, limit, folder)
            above = most / limit - 1
            wrong = above > MARGIN or status != STOPPED
            failed += wrong
            note = f" (exit status {status})" if status != STOPPED else ""
            print(f"{most:6.1f} of {limit} MB {above:+6.1%}  {command}{note}{'  WRONG' if wrong else ''}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
