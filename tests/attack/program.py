"""Runs the program and checks its guarantees for any command line."""

import dataclasses
import os
import re
import shlex
import signal
import subprocess
import threading
import time

# The guaranteed statuses: done, failed, wrong usage, stopped by a limit.
PROMISED = (0, 1, 2, 3)
INTERRUPTED = 130
# CPU seconds in which the program must stop after its time has run out, in a debug build on a busy machine.
LATE = 4.0
# Seconds in which the program must end even if it does nothing.
LOST = 60.0
# Bytes of the program itself, in addition to ten per cent of the limit.
OWN = 6 << 20
KEPT = 1 << 18
LONGEST_ERROR = 1200
MIB = 1 << 20

# Control characters except tabs and line ends, and the second set of control characters as UTF-8.
CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xc2[\x80-\x9f]")
BINARY = (b"\x89PNG", b"%PDF")
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclasses.dataclass
class Ended:
    words: list
    status: int
    out: bytes
    err: bytes
    control: bytes | None
    peak: int
    # The reason why the process had to be killed, if any.
    hung: str | None
    seconds: float

    def shown(self):
        return shown(self.words)


def shown(words):
    return " ".join(shlex.quote(os.fsdecode(word)) if os.fsdecode(word).isprintable() else ansi(word) for word in words)


def ansi(word):
    letters = "".join(chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{letters}'"


class Stream(threading.Thread):
    """Reads a pipe to its end, and keeps only the beginning."""

    def __init__(self, pipe):
        super().__init__(daemon=True)
        self.pipe, self.kept, self.control = pipe, b"", None
        self.start()

    def run(self):
        binary = False
        while block := self.pipe.read1(1 << 16):
            binary = binary or (not self.kept and block.startswith(BINARY))
            if self.control is None and not binary and (found := CONTROL.search(block)):
                self.control = block[max(0, found.start() - 20):found.end() + 20]
            if len(self.kept) < KEPT:
                self.kept += block


class Program:
    def __init__(self, binary):
        self.binary = os.path.realpath(binary)
        # The memory of an idle process.
        self.idle = self.run(["games"], os.getcwd(), 60.0).peak

    def start(self, words, folder, stdin=None):
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        return subprocess.Popen(
            [self.binary, *words], cwd=folder, env=environment, start_new_session=True,
            stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, words, folder, timeout, stdin=None, meanwhile=None):
        """Runs the program to its end and calls `meanwhile` with the process from time to time."""
        began = time.monotonic()
        child = self.start(words, folder, stdin)
        out, err = Stream(child.stdout), Stream(child.stderr)
        hung = cpu_then = None
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if meanwhile:
                meanwhile(child)
            late = time.monotonic() - began - timeout
            if hung is None and late > 0:
                cpu = processor(child.pid)
                cpu_then = cpu if cpu_then is None else cpu_then
                if cpu - cpu_then > LATE or late > LOST:
                    hung = f"{late:.1f} s and {cpu - cpu_then:.1f} s of the processor after its time"
                    kill(child, signal.SIGKILL)
            time.sleep(0.002 if time.monotonic() - began < 0.2 else 0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.join()
        err.join()
        child.stdout.close()
        child.stderr.close()
        return Ended(words, child.returncode, out.kept, err.kept, out.control or err.control,
                     used.ru_maxrss * 1024, hung, time.monotonic() - began)

    def broken(self, ended, limit=None, statuses=PROMISED):
        """Returns the guarantees that the run broke."""
        found = []
        if ended.hung:
            return [f"hang: {ended.hung}"]
        if b"panicked" in ended.err or b"memory allocation" in ended.err:
            found.append("panic: " + ended.err.decode(errors="replace")[:300])
        if ended.status not in statuses:
            found.append(f"status {ended.status}")
        lines = ended.err.split(b"\n")
        errors = [line for line in lines if line.startswith(b"error:")]
        if len(errors) != int(ended.status != 0):
            found.append(f"{len(errors)} error lines with status {ended.status}: {ended.err[:200]!r}")
        if any(len(line) > LONGEST_ERROR for line in errors):
            found.append(f"an error line of {max(map(len, errors))} bytes")
        if ended.control is not None:
            found.append(f"control characters: {ended.control!r}")
        most = max(limit or 0, self.idle)
        if limit and ended.peak > most * 1.1 + OWN:
            found.append(f"memory: {ended.peak / MIB:.0f} MiB, limit {limit / MIB:.0f} MiB, {ended.peak / limit - 1:+.0%}")
        return found


def kill(child, name):
    try:
        os.killpg(child.pid, name)
    except ProcessLookupError:
        pass


def processor(pid):
    """Returns the CPU seconds of a process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            words = file.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


def listens(child):
    """Returns whether the process handles interrupts."""
    try:
        with open(f"/proc/{child.pid}/status") as file:
            mask = next(line for line in file if line.startswith("SigCgt:"))
        return bool(int(mask.split()[1], 16) & 2)
    except (OSError, StopIteration):
        return False


def left(folder):
    """Returns the partial files that are still there."""
    return sorted(str(name) for _, _, names in os.walk(folder) for name in names if name.startswith(".chancetree-"))
