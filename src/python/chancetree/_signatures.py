"""The parameters of queries, as the signatures and the documentation of methods."""

from __future__ import annotations

import functools
import inspect
import keyword
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _engine
from ._ask import PRINTED, WORK
from ._errors import pythonic


class Described(type):
    """The metaclass of the games, which gets their documentation from the engine when it is needed."""

    @property
    def __doc__(cls) -> str | None:  # type: ignore[override]
        about = cls.__dict__.get("about")
        commands = cls.__dict__.get("commands")
        return f"{about}\n\n{described(commands[0], cls.__dict__['family'])}" if commands else about

    @property
    def __signature__(cls) -> inspect.Signature:
        names: dict[str, None] = {}
        for command in cls.__dict__.get("commands", ()):
            names.update(dict.fromkeys(parameters_of(command, cls.__dict__["family"])))
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        first = [inspect.Parameter(name, kind) for name in cls.__dict__.get("positional", ())]
        return signature(first, (name for name in names if name not in WORK))


def signature(first: list[inspect.Parameter], names: Iterable[str]) -> inspect.Signature:
    """Returns the signature with these first parameters, and the others as keywords."""
    known = {parameter.name for parameter in first}
    kind = inspect.Parameter.KEYWORD_ONLY
    defaults = {"progress": True}
    others = (inspect.Parameter(name, kind, default=defaults.get(name)) for name in names if name not in known)
    return inspect.Signature([*first, *others])


class Query:
    """A query, as a method of each family whose signature and documentation name the parameters of this family."""

    def __init__(self, ask: Callable[..., Any]) -> None:
        self.ask = ask
        self.__doc__ = ask.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Any, owner: Any) -> Any:
        method = self if not owner.commands else method_of(self.ask, self.name, owner)
        return method if game is None or method is self else method.__get__(game, owner)


@functools.lru_cache(maxsize=None)
def method_of(ask: Callable[..., Any], name: str, owner: Any) -> Any:
    """Returns the method of a family for a query."""

    @functools.wraps(ask)
    def method(game: Any, *args: Any, **more: Any) -> Any:
        return ask(game, *args, **more)

    command = "odds" if name == "distribution" else name
    first = [one for one in inspect.signature(ask).parameters.values() if one.kind is not one.VAR_KEYWORD]
    names = [one for one in parameters_of(command, owner.family) if one != name]
    method.__signature__ = signature(first, [*names, "progress"])  # type: ignore[attr-defined]
    method.__doc__ = f"{ask.__doc__}\n\n{described(command, owner.family)}"
    method.__qualname__ = f"{owner.__name__}.{name}"
    return method


@functools.lru_cache(maxsize=None)
def question(command: str, family: str) -> Mapping[str, Any]:
    """Returns the engine's description of a query and its parameters."""
    for known in _engine.families():
        if known["name"] != command:
            continue
        for one in known["families"]:
            if one["name"] == family:
                return {**one, "parameters": with_precision(one["parameters"])}
    raise ValueError(f"{command} of {family}: there is no such query")


def with_precision(parameters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the parameters of a query with ``precision="float"``, if the query can compute doubles."""
    known = {one["name"]: one for one in parameters}
    if "approximate" not in known:
        return parameters
    values = [{"name": "exact", "help": "Fractions"}, {"name": "float", "help": "Doubles with a proven bound on each error"}]
    precision = known.get("precision")
    if precision is None:
        new = {**known["approximate"], "name": "precision", "flag": False, "value": "PRECISION", "values": values}
        return [*parameters, {**new, "help": "Fractions or doubles", "more": None}]
    if precision["values"]:
        new = {**precision, "values": [*precision["values"], values[1]]}
    else:
        new = {**precision, "help": "exact, float, or the wanted distance of the bounds of doubles"}
    return [new if one is precision else one for one in parameters]


def parameters_of(command: str, family: str) -> list[str]:
    """Returns the argument names of a query."""
    parameters = question(command, family)["parameters"]
    return [argument(one["name"]) for one in parameters if one["name"] not in PRINTED and not one["positional"]]


def argument(name: str) -> str:
    """Returns the argument name of a parameter; a Python keyword gets a trailing underscore."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def described(command: str, family: str) -> str:
    """Returns the help on a query and its arguments."""
    return "\n".join(lines(question(command, family)))


def lines(one: Mapping[str, Any]) -> list[str]:
    """Returns the lines of the help on a query."""
    found = [pythonic(one["more"] or one["about"] or ""), ""]
    for parameter in one["parameters"]:
        if parameter["name"] in PRINTED:
            continue
        name = argument(parameter["name"])
        found.append(f"{name}: {pythonic(parameter['help'] or '')}")
        found.extend(f"    {value['name']}: {value['help'] or ''}" for value in parameter["values"])
    return found
