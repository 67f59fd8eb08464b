#!/usr/bin/env python3
"""The cost of a resumed run: each command is stopped at half of its CPU time, and resumed.

    python3 benches/resume.py target/release/chancetree [SHARE [COMMAND...]]

SHARE replaces the share 0.5; a COMMAND, in quotes, replaces the commands below. Prints the table of docs/large.md: the CPU time
of the whole run, of the stopped run and of the resumed run, and the resumed run's share of the whole. Fails if the resumed run
prints or writes anything different from the whole run.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = [
    ("odds, two players", "odds memory --pairs 600"),
    ("odds, four players", "odds memory --pairs 90 --players 4"),
    ("odds, doubles", "odds memory --pairs 90 --players 4 --approximate"),
    ("best play in a cycle", "best memory --pairs 20 --memory 18,18"),
    ("best Minesweeper", "best mines --rows 4 --cols 7 --mines 6"),
    ("best Minesweeper, dense", "best mines --rows 4 --cols 5 --mines 7"),
    ("document of a graph", "graph memory --pairs 150 --format csv --force -o graph.csv"),
    ("range", "odds memory --pairs 1..400"),
    ("simulation", "simulate memory --pairs 50 --games 4000000"),
]


def run(program, command, folder, stop_after=None):
    """Runs a command in a folder. Returns its output with its files, and its CPU seconds.

    If `stop_after` is given, the command is interrupted after that many CPU seconds.
    """
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [program, *command.split()], stdout=out, stderr=subprocess.DEVNULL, cwd=folder
        )
        ticks = os.sysconf("SC_CLK_TCK")
        while stop_after is not None:
            if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            stat = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            if (int(stat[11]) + int(stat[12])) / ticks >= stop_after:
                process.send_signal(signal.SIGINT)
                break
            time.sleep(0.005)
        _, _, used = os.wait4(process.pid, 0)
        out.seek(0)
        files = {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}
        return (out.read(), files), used.ru_utime + used.ru_stime


def main():
    program = os.path.abspath(sys.argv[1])
    share = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    commands = [(command.split()[0], command) for command in sys.argv[3:]] or COMMANDS
    print("| work | command | whole | stopped after | resumed | share |")
    print("| --- | --- | --- | --- | --- | --- |")
    differ = []
    for name, command in commands:
        with tempfile.TemporaryDirectory() as folder:
            answer, whole = run(program, command, folder)
        with tempfile.TemporaryDirectory() as folder:
            saved = f"{command} --checkpoint saved"
            _, stopped = run(program, saved, folder, share * whole)
            again, resumed = run(program, saved, folder)
        if again != answer:
            differ.append(command)
        print(
            f"| {name} | `{command}` | {whole:.2f} s | {stopped:.2f} s | {resumed:.2f} s | {resumed / whole:.0%} |",
            flush=True,
        )
    if differ:
        sys.exit(f"resumed runs that differ: {differ}")


if __name__ == "__main__":
    main()
