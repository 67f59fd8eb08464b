#!/usr/bin/env python3
"""Runs two processes in two network namespaces, joined by a virtual cable, as on two machines.

    check_network.py BINARY

They must find the result of one process, refuse the network unless it is trusted, and end with one line each when the cable
is cut. Makes the namespaces with unshare, nsenter and ip; fails where that is impossible.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE, THERE, PORT = "10.77.0.1", "10.77.0.2", 7000
QUESTIONS = [
    "odds memory --pairs 9 --players 3 --format json",
    "odds memory --pairs 7 --play best --objective win --format json",
    "odds mines --rows 3 --cols 4 --mines 3 --start corner --format json",
    "odds guess --numbers 40 --players 3 --format json",
    "odds solitaire --pairs 9 --format json",
]
# Takes much longer than the system's timeout for a lost connection.
LONG = "odds memory --pairs 300 --players 3"


def command(*words: str | int) -> None:
    """Runs a command that must succeed."""
    subprocess.run([str(word) for word in words], check=True)


class Machines:
    """Two network namespaces: this one and that of a sleeping process."""

    def __init__(self, binary: str) -> None:
        self.binary = binary
        self.started: list[subprocess.Popen[str]] = []
        own = os.readlink("/proc/self/ns/net")
        self.sleeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        there = self.sleeper.pid
        until = time.monotonic() + 10
        while os.readlink(f"/proc/{there}/ns/net") == own:
            assert self.sleeper.poll() is None and time.monotonic() < until, "no second network namespace"
            time.sleep(0.01)
        self.enter = ["nsenter", f"--target={there}", "--net"]
        command("ip", "link", "add", "cable-here", "type", "veth", "peer", "name", "cable-there", "netns", there)
        command("ip", "address", "add", f"{HERE}/24", "dev", "cable-here")
        command("ip", "link", "set", "cable-here", "up")
        command(*self.enter, "ip", "address", "add", f"{THERE}/24", "dev", "cable-there")
        command(*self.enter, "ip", "link", "set", "cable-there", "up")

    def start(self, process: int, words: str) -> subprocess.Popen[str]:
        """Starts a process on its machine."""
        enter = self.enter if process else []
        more = ["--hosts", "hosts", "--process", str(process), "--threads", "1", "--quiet"]
        started = subprocess.Popen(
            [*enter, self.binary, *words.split(), *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.started.append(started)
        return started

    def both(self, words: str) -> list[subprocess.Popen[str]]:
        """Starts a process on each machine."""
        return [self.start(process, words) for process in (0, 1)]

    def close(self) -> None:
        for process in [self.sleeper, *self.started]:
            if process.poll() is None:
                process.kill()
            process.wait()


def ended(process: subprocess.Popen[str], timeout: float) -> tuple[int, str, str]:
    """Returns the status, stdout and stderr of a process that has ended."""
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err


def check_fractions(machines: Machines) -> None:
    for words in QUESTIONS:
        single = subprocess.run([machines.binary, *words.split()], check=True, capture_output=True, text=True).stdout
        assert '"exact"' in single, words
        one, other = machines.both(f"{words} --trusted-network")
        assert ended(one, 60) == (0, single, ""), words
        assert ended(other, 60) == (0, "", ""), words


def check_refusal(machines: Machines) -> None:
    for process in machines.both(QUESTIONS[0]):
        status, out, err = ended(process, 10)
        assert (status, out) == (2, ""), err
        first, second = err.splitlines()
        assert first.startswith(f"error: hosts, line 1: {HERE}:{PORT} is not a loopback address"), err
        assert second.startswith("help: --trusted-network"), err


def check_cut(machines: Machines) -> None:
    processes = machines.both(f"{LONG} --trusted-network")
    time.sleep(3)
    assert all(process.poll() is None for process in processes), [ended(process, 1) for process in processes]
    command("ip", "link", "set", "cable-here", "down")
    for me, process in enumerate(processes):
        status, out, err = ended(process, 120)
        assert (status, out) == (1, ""), err
        assert f"error: process {1 - me} (" in err and "is lost: no data for a minute" in err, err
        assert len(err.splitlines()) == 2, err


def main() -> int:
    binary = str(Path(sys.argv[1]).resolve())
    if "--inside" not in sys.argv:
        unshare = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
        return subprocess.run([*unshare, sys.executable, __file__, binary, "--inside"]).returncode
    machines = Machines(binary)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("hosts").write_text(f"{HERE}:{PORT}\n{THERE}:{PORT}\n")
            for check in (check_fractions, check_refusal, check_cut):
                check(machines)
                print(f"{check.__name__[6:]}: ok", flush=True)
            os.chdir("/")
    finally:
        machines.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
