"""Runs queries in the syntax of the command line."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

from . import _engine
from ._progress import Progress

# The arguments that limit the work; every call accepts them.
WORK = ("threads", "max_states", "max_memory", "timeout")

# Options for printing and saving, which the methods do not have because results are returned.
PRINTED = {"format", "output", "force", "digits", "columns", "percent", "checkpoint", "checkpoint-every", "help", "version", "lines"}
PRINTED |= {"quiet", "timing", "processes", "hosts", "process", "wait", "sequence", "latex", "show-matrix", "width"}

# Whether the option ``approximate`` comes from the argument ``precision``, which errors then name.
BY_PRECISION: ContextVar[bool] = ContextVar("BY_PRECISION", default=False)


def whole(value: int) -> str:
    """Returns a whole number as decimal digits of any length, which Python itself may refuse beyond 640."""
    sign, value = ("-", -value) if value < 0 else ("", value)
    parts = []
    while value >= 10**600:
        value, part = divmod(value, 10**600)
        parts.append(f"{part:0600d}")
    return "".join([sign, str(value), *reversed(parts)])


def option_text(name: str, given: object) -> str:
    """Returns a value in the syntax of the command line."""
    value: Any = given
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ValueError(f"{name}: {value!a} is not valid Unicode")
        return value
    if isinstance(value, Fraction):
        return whole(value.numerator) + (f"/{whole(value.denominator)}" if value.denominator > 1 else "")
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, os.PathLike):
        return option_text(name, os.fsdecode(value))
    if hasattr(value, "total_seconds"):
        return repr(value.total_seconds())
    if isinstance(value, range):
        if len(value) > 1 and value.step == 1:
            return f"{whole(value.start)}..={whole(value.stop - 1)}"
        return ",".join(map(whole, value))
    with suppress(TypeError):
        # An array has this method, too, but is not a number.
        return whole(operator.index(value))
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        texts = [option_text(name, one) for one in value]
        for text in texts:
            if "," in text:
                raise ValueError(f"{name}: {text!r} in a list contains a comma")
        return ",".join(texts)
    if hasattr(value, "__float__"):
        return repr(float(value)) if hasattr(value, "dtype") else str(value)
    raise TypeError(f"{name}: a number, a text, a fraction or a list is needed, not {type(value).__name__}")


def player_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of the players, which must be different and not empty."""
    found = () if isinstance(names, str) else tuple(names)
    if not found or not all(isinstance(name, str) for name in found):
        raise TypeError(f"names={names!r}: a list of texts is needed, such as ['Anna', 'Ben']")
    if len(set(found)) < len(found) or not all(name.strip() for name in found):
        raise ValueError(f"names={list(found)}: names must be different and not empty")
    return found


def options(parameters: Mapping[str, Any]) -> list[str]:
    """Returns parameters as options: ``known_pairs=3`` is ``--known-pairs=3``; ``None`` and ``False`` are omitted."""
    options = []
    for name, value in parameters.items():
        option = "--" + name.strip("_").replace("_", "-")
        if value is True:
            options.append(option)
        elif value is not None and value is not False:
            options.append(f"{option}={option_text(name, value)}")
    return options


def with_doubles(command: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Converts ``precision="exact"``, ``"float"`` or a number, as for models, to the options ``approximate`` and ``precision``."""
    precision = parameters.get("precision")
    if command == "graph" and precision in ("exact", "decimal"):
        return parameters
    if precision == "exact":
        return {**parameters, "precision": None}
    if precision == "float":
        return {**parameters, "approximate": True, "precision": None}
    if precision is None or command == "graph" and not isinstance(precision, float):
        return parameters
    with suppress(TypeError, ValueError, OverflowError):
        if not isinstance(precision, bool):
            return {**parameters, "approximate": True, "precision": float(precision)}
    raise ValueError(f'precision={precision!r}: "exact", "float" or a positive number is needed')


@contextmanager
def as_typed(parameters: Mapping[str, Any]) -> Iterator[None]:
    """Lets errors about ``parameters``, which are those of :func:`with_doubles`, name the arguments that the caller typed."""
    token = BY_PRECISION.set("approximate" in parameters and "precision" in parameters)
    try:
        yield
    finally:
        BY_PRECISION.reset(token)


def ask(
    command: str,
    family: str,
    parameters: Mapping[str, Any],
    *,
    more: Iterable[str] = (),
    words: Iterable[str] = (),
    text: tuple[str, bytes] | None = None,
    tables: bool = False,
    raw: bool = False,
    progress: bool = True,
) -> Any:
    """Runs a query and returns its answer."""
    args = [command, family, *options(parameters), *more, *words]
    with as_typed(parameters), Progress(progress, f"{command} {family}") as bar:
        return _engine.ask(args, text, tables=tables, raw=raw, progress=bar if progress else None)
