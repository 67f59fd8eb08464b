"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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


class ModelError(Error, ValueError):
    """A game written in Python breaks its contract; ``state`` is the state in which it does."""

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


def refused(
    reason: str,
    what: str,
    help: str | None,
    so_far: Any,
    arguments: Sequence[str] = (),
    value: str | None = None,
) -> BaseException:
    """Returns the exception for an error of the engine. ``arguments`` are the names of the wrong arguments."""
    error = KINDS[reason](what)
    error.help = help  # type: ignore[attr-defined]
    if arguments:
        error.arguments = tuple(arguments)  # type: ignore[attr-defined]
        error.value = value  # type: ignore[attr-defined]
    if isinstance(error, LimitError):
        error.so_far = so_far
    if help and hasattr(error, "add_note"):
        error.add_note(f"help: {help}")
    return error
