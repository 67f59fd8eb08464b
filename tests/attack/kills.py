"""Kills during work: during writing and during work with a checkpoint; and damaged checkpoints."""

import contextlib
import json
import os
import pathlib
import signal
import time

from damage import damaged
from program import INTERRUPTED, PROMISED, kill, left, listens

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
# Commands that print their finished results when they are stopped.
IN_PARTS = {"best", "count", "fair", "information", "odds", "simulate"}
FOLDER = pathlib.Path("kept")
# The most seconds of an undisturbed run.
WHOLE = 60.0


def killed(program, words, folder, name, when):
    """Runs a command and sends a signal once the command handles signals. Returns how it ended, and whether it still ran."""
    sent = []

    def meanwhile(child):
        # Before the program handles signals, a signal has its default effect.
        if not sent and time.monotonic() - began >= when and (name == signal.SIGKILL or listens(child)):
            sent.append(child)
            kill(child, name)

    began = time.monotonic()
    return program.run(words, folder, WHOLE, meanwhile=meanwhile), bool(sent)


def found(folder, before):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name not in before}


def is_part(words, data):
    """Returns whether a result is a complete part of a result in parts; a graph, a plot or a page has no parts."""
    command = next((word for word in words if word in IN_PARTS or word in ("graph", "play", "plot")), None)
    if command not in IN_PARTS:
        return False
    text = data.decode()
    if text.startswith(("{", "[")):
        with contextlib.suppress(ValueError):
            json.loads(text)
            return True
        return False
    return text.endswith("\n")


def writing(program, words, folder, random):
    """Kills a command twice while it writes, and then lets it finish: at any time a file is complete or absent."""
    before = {path.name for path in folder.iterdir()}
    whole = program.run(words, folder, WHOLE)
    if whole.status != 0:
        return program.broken(whole), words
    right = found(folder, before)
    for name in right:
        os.remove(folder / name)
    broken = []
    for _ in range(2):
        name = random.choice(SIGNALS)
        ended, was_sent = killed(program, words, folder, name, random.uniform(0, whole.seconds * 1.2))
        statuses = (0, INTERRUPTED, -signal.SIGKILL) if was_sent else (0,)
        if ended.status == -signal.SIGKILL and name == signal.SIGKILL:
            # The next run removes what a killed run left, once it is old enough.
            for part in left(folder):
                os.utime(folder / part, (1, 1))
        else:
            broken += program.broken(ended, statuses=statuses)
            broken += [f"left after {name.name}: {part}" for part in left(folder)]
        there = {name: data for name, data in found(folder, before).items() if not name.startswith(".chancetree-")}
        broken += [
            f"half a file after {name.name}: {part}"
            for part, data in there.items()
            if right.get(part) != data and not (ended.status == INTERRUPTED and is_part(words, data))
        ]
    last = program.run(words, folder, WHOLE)
    if (last.status, found(folder, before)) != (0, right):
        broken.append(f"status {last.status}, or other files, or left behind: {sorted(found(folder, before))}")
    return broken, words


def leave_checkpoints(program, words, folder, deadline=20.0):
    """Leaves checkpoints in the folder and returns their files; none if the work finishes too early."""
    child = program.start(words, folder)
    child.stdout.close()
    child.stderr.close()
    until = time.monotonic() + deadline
    while child.poll() is None and time.monotonic() < until and not checkpoints(folder):
        time.sleep(0.001)
    kill(child, signal.SIGKILL)
    child.wait()
    return checkpoints(folder)


def checkpoints(folder):
    """Returns the files of unfinished work."""
    return sorted((folder / FOLDER).glob("chancetree.checkpoint*"))


def resuming(program, words, folder, random):
    """Kills work with a checkpoint from time to time until it is done: the result is that of undisturbed work."""
    whole = program.run(words, folder, WHOLE)
    if whole.status != 0:
        return program.broken(whole), words
    keeping = [*words, "--checkpoint", "kept", "--checkpoint-every", random.choice(["0", "1ms", "20ms"])]
    broken = []
    for _ in range(4):
        name = random.choice(SIGNALS)
        ended, was_sent = killed(program, keeping, folder, name, random.uniform(0, whole.seconds * 0.8))
        if ended.status == -signal.SIGKILL and was_sent and name == signal.SIGKILL:
            continue
        broken += program.broken(ended, statuses=(0, INTERRUPTED))
        if ended.status == 0 and ended.out != whole.out:
            broken.append("a different answer after resuming")
    last = program.run([*keeping, "-q"], folder, WHOLE)
    broken += program.broken(last, statuses=(0,))
    if last.out != whole.out:
        broken.append("a different answer after resuming")
    if (folder / "kept").exists() and (rest := sorted(os.listdir(folder / "kept"))):
        broken.append(f"left behind: {rest}")
    return broken, keeping


def checkpoint(program, words, folder, random):
    """A damaged checkpoint is refused and left unchanged."""
    keeping = [*words, "--checkpoint", "kept", "--checkpoint-every", "0"]
    files = leave_checkpoints(program, keeping, folder)
    if not files:
        return [], keeping
    file = random.choice(files)
    good = file.read_bytes()
    whole = program.run(words, folder, WHOLE)
    bad = damaged(good, [good], random)
    file.write_bytes(bad)
    ended = program.run([*keeping, "-q"], folder, WHOLE)
    broken = program.broken(ended, statuses=PROMISED)
    if ended.status == 0 and ended.out != whole.out:
        broken.append("a different answer from a damaged checkpoint")
    if ended.status != 0 and bad != good and file.read_bytes() != bad:
        broken.append("a refused checkpoint was changed")
    return broken, keeping
