"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Something went wrong that is neither a wrong value nor a wrong name: a file could not be written, a check failed.

    ``help`` is a line that says what helps, or ``None``.
    """

    help: str | None = None


class LimitError(Error):
    """The work was stopped by a limit; ``so_far`` is the part of the answer that was done, or ``None``."""

    so_far: Any = None


class StatesError(LimitError):
    """More states than ``max_states``."""


class MemoryLimitError(LimitError, MemoryError):
    """More memory than ``max_memory``."""


class TimeLimitError(LimitError, TimeoutError):
    """More time than ``timeout``."""


class ModelError(Error, ValueError):
    """A game of one's own breaks a promise of the contract; ``state`` is the state in which it does."""

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
    """The exception for a promise that a game breaks in a state."""
    error = ModelError(what)
    error.state = state
    return error


def refused(reason: str, what: str, help: str | None, so_far: Any) -> BaseException:
    """The exception for what the engine refuses."""
    error = KINDS[reason](what)
    error.help = help  # type: ignore[attr-defined]
    if isinstance(error, LimitError):
        error.so_far = so_far
    if help and hasattr(error, "add_note"):
        error.add_note(f"help: {help}")
    return error
