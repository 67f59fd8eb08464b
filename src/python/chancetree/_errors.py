"""The exceptions of the package."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Any

from ._ask import BY_PRECISION, PRINTED, WORK


class Error(Exception):
    """An error other than an invalid value or name, such as a file that could not be written.

    ``help`` is a line with a remedy, or ``None``.
    """

    help: str | None = None


class LimitError(Error):
    """A limit stopped the work; ``so_far`` is the finished part of the answer, or ``None``."""

    so_far: Any = None


class StatesError(LimitError):
    """The work has found more states than ``max_states``."""


class MemoryLimitError(LimitError, MemoryError):
    """The work needs more memory than ``max_memory``."""


class TimeLimitError(LimitError, TimeoutError):
    """The work takes longer than ``timeout``."""


class ModelError(Error, ValueError, TypeError):
    """A game written in Python breaks its contract; ``state`` is the state in which it does, or ``None`` for an event."""

    state: Any = None


KINDS: dict[str, type[BaseException]] = {
    "failed": Error,
    "unknown": TypeError,
    "usage": ValueError,
    "limit": LimitError,
    "states": StatesError,
    "memory": MemoryLimitError,
    "time": TimeLimitError,
    "interrupted": KeyboardInterrupt,
}


def broken(what: str, state: Any) -> ModelError:
    """Returns the exception for a game that breaks its contract in a state."""
    error = ModelError(what)
    error.state = state
    return error


# Patterns for options in messages: an option with a text in quotes or a file; an option with its value, unless the next word belongs
# to the sentence; an option without a value; a list of options; and a query at the end of a message.
QUOTED = re.compile(r"--([a-z][a-z-]*) (?:'([^']* [^']*)'|(FILE)\b)")
VALUE = re.compile(r"--([a-z][a-z-]*)[ =]((?:[\d'\"]|[A-Z]\d)[^\s;]*?)(?=[,.:]?(?:\s|;|$))")
OPTION = re.compile(r"--([a-z][a-z-]*)")
OPTIONS = re.compile(r"(?:--([a-z][a-z-]*)(?: ([^\s-]\S*))?(?: |$))+")
QUERY = re.compile(r"chancetree (odds|best|count|plan|fair|simulate|fit|information|risk|graph) ([a-z]+) ?(.*)")


def argument_of(option: str, value: str) -> str:
    """Returns an option and its value as a Python argument. An option without a value is a flag, or ``precision="float"``."""
    if option == "precision" and not value:
        value = "float"
    is_number = re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", value) is not None
    text = value if is_number else repr(value.strip("'\"")) if value else "True"
    return f"{option.replace('-', '_')}={text}"


def arguments_of(options: str) -> str:
    """Returns a list of options as Python arguments."""
    return ", ".join(argument_of(*pair) for pair in re.findall(r"--([a-z][a-z-]*)(?: ([^\s-]\S*))?", options))


# The arguments of a query that belong to its method, not to the game.
OF_METHOD = (*WORK, "games", "seed")


def call_of(command: str, family: str, options: str) -> str | None:
    """Returns a query in the syntax of the command line as a call, without options for printing. Returns ``None`` for other texts."""
    try:
        words = shlex.split(options)
    except ValueError:
        return None
    of_game: list[str] = []
    of_method: list[str] = []
    while words:
        word = words.pop(0)
        option = re.fullmatch(r"--([a-z][a-z-]*)(?:=(.*))?", word, re.DOTALL)
        if option is None:
            if command != "fit" and family != "model":
                return None
            (of_method if command == "fit" else of_game).insert(0, "…" if word == "-" else repr(word))
            continue
        name, value = option[1], option[2]
        if value is None:
            value = words.pop(0) if words and not words[0].startswith("-") else ""
        if name not in PRINTED:
            known = of_method if name.replace("-", "_") in OF_METHOD else of_game
            # A text, such as that of a board, is no part of the command line.
            known.append(f"{name}=…" if value == "-" else argument_of(name, value))
    return f"chancetree.{family}({', '.join(of_game)}).{command}({', '.join(of_method)})"


# The examples of numbers in messages of the program: a number, a range and a list.
NUMBERS = re.compile(r"8, 1\.\.40,? or 2,4,8")

# What the program needs above the text of a board, and what Python needs beside a board of any form.
MINES = ("the first line must be 'mines M', such as 'mines 10'", "mines is missing, such as mines=10, or 'mines 10' above the text")


def pythonic(text: str) -> str:
    """Returns a message of the program with its options as Python arguments: ``--pairs 3`` is ``pairs=3``."""
    text = NUMBERS.sub("8, range(1, 41) or [2, 4, 8]", text).replace(*MINES)
    if BY_PRECISION.get():
        text = re.sub(r"--approximate\b(?!=)", "--precision", text)
    query = QUERY.search(text)
    if query and query[3] == "--help":
        return f'{text[: query.start()]}chancetree.{query[2]}(...).help("{query[1]}")'
    call = query and call_of(*query.groups())
    if query and call:
        return text[: query.start()] + call
    value = re.fullmatch(r"([a-z_]+)=(\S+)", text)
    if value:
        return argument_of(value[1], value[2])
    parts = re.split(r"(, or | or |, )", text)
    if all(OPTIONS.fullmatch(part) for part in parts[::2]):
        return "".join(arguments_of(part) or part for part in parts)
    text = QUOTED.sub(lambda found: f"{found[1].replace('-', '_')}={(found[2] or found[3])!r}", text)
    text = VALUE.sub(lambda found: argument_of(found[1], found[2]), text)
    return OPTION.sub(lambda found: found[1].replace("-", "_"), text)


def refused(
    reason: str,
    what: str,
    help: str | None,
    so_far: Any,
    arguments: Sequence[str] = (),
    value: str | None = None,
) -> BaseException:
    """Returns the exception for an error of the engine. ``arguments`` are the names of the wrong arguments."""
    error = KINDS[reason](pythonic(what))
    help = help and pythonic(help)
    error.help = help  # type: ignore[attr-defined]
    if arguments:
        typed = {"approximate": "precision"} if BY_PRECISION.get() else {}
        error.arguments = tuple(typed.get(name, name) for name in arguments)  # type: ignore[attr-defined]
        error.value = value  # type: ignore[attr-defined]
    if isinstance(error, LimitError):
        error.so_far = so_far
    if help and hasattr(error, "add_note"):
        error.add_note(f"help: {help}")
    return error
