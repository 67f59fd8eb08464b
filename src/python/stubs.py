#!/usr/bin/env python3
"""Writes `_families.pyi` from the descriptions of the engine: names, values and help. The package must be installed.

python3 src/python/stubs.py [FILE]
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Imports the installed package instead of the folder beside this file, which has no compiled engine.
sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]

from chancetree import _engine
from chancetree._ask import PRINTED, WORK
from chancetree._errors import pythonic
from chancetree._families import FAMILIES, REPORTS
from chancetree._reports import Report
from chancetree._signatures import argument, question

HEAD = '''# Written by src/python/stubs.py from the descriptions of the engine.

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Generic, Literal, SupportsFloat, SupportsIndex, TypedDict, Union, overload

from typing_extensions import TypeVar, Unpack

from ._graph import Graph
from ._logs import Log
from ._reports import (
    Best,
    BestProperties,
    Count,
    Fair,
    Fit,
    GuessOdds,
    Information,
    MemoryOdds,
    MinesOdds,
    Plan,
    Properties,
    Report,
    Reports,
    Risk,
    Simulation,
    SolitaireOdds,
)
from ._values import Distribution

Number = Union[SupportsIndex, SupportsFloat, str]
One = Union[Number, None]
Value = Union[One, Iterable[Number]]
Flag = Union[bool, Number]
File = Union[str, PathLike[str], None]

FAMILIES: dict[str, type[Family]]
REPORTS: dict[str, type[Report]]

class Single:
    """The kind of a single game."""

class Several:
    """The kind of a range of games, whose answers are lists."""

Kind = TypeVar("Kind", default=Single)

class Family:
'''

# The class that all games share, with the parameters of the work, which all methods accept.
FAMILY = "A game with its parameters. Queries are methods, which also accept the parameters of the work:"

MEMBERS = '''
    family: str
    commands: tuple[str, ...]
    parameters: dict[str, Any]
    _text: tuple[str, bytes] | None
    def _query_parameters(self, command: str, more: Mapping[str, Any]) -> dict[str, Any]: ...
    def _words(self) -> list[str]: ...
    def help(self, command: str = "odds") -> str:
        """Returns the help of a command and its parameters."""
'''

PROGRESS: dict[str, Any] = {"name": "progress", "flag": True, "value": None, "values": [], "help": "Show progress with tqdm"}

# Parameters by argument name.
Parameters = dict[str, dict[str, Any]]

# The methods of each class.
METHODS = {
    "memory": ("odds", "best", "count", "distribution", "simulate", "fair", "plan", "graph"),
    "guess": ("odds", "best", "count", "distribution", "simulate", "plan", "fair", "graph"),
    "solitaire": ("odds", "best", "count", "distribution", "simulate", "plan", "information", "fit", "graph"),
    "mines": ("odds", "best", "count", "distribution", "simulate", "plan", "risk", "graph"),
    "model": ("odds", "best", "count", "simulate", "plan", "graph"),
}

# The methods that answer about a range in one report: a range of mines is an uncertain number of mines.
SINGLE = ("information", "risk")

# The results of methods that do not return reports, and arguments that are not parameters of the program.
RESULTS = {"distribution": "Distribution", "graph": "Graph", "solitaire simulate": "Log"}
ARGUMENTS = {"model __init__": "model: str | PathLike[str]", "solitaire distribution": 'quantity: str = "turns"', "solitaire fit": "log: Any"}


def kind(parameter: dict[str, Any]) -> str:
    """Returns the type of an argument."""
    name, value = parameter["name"], parameter["value"] or ""
    if name == "board":
        return "Any"
    if name == "const":
        return "str | Mapping[str, Value] | None"
    if parameter["flag"]:
        return "bool"
    if name == "approximate":
        return "Flag"
    if parameter["values"] and "," not in value:
        names = ", ".join(f'"{one["name"]}"' for one in parameter["values"])
        return f"Literal[{names}] | None"
    return "File" if value == "FILE" else "Value"


def known(command: str, family: str) -> Parameters:
    """Returns the parameters of a query by argument name."""
    parameters = question(command, family)["parameters"]
    return {argument(one["name"]): one for one in parameters if one["name"] not in PRINTED and not one["positional"]}


def is_range(command: str, family: str, parameter: dict[str, Any]) -> bool:
    """Returns whether several values of a parameter are a range of games. The value name of such a parameter is a single letter."""
    if len(parameter["value"] or "") != 1:
        return False
    try:
        _engine.check([command, family, f"--{parameter['name']}=2..4"])
    except ValueError:
        return False
    return True


def typed(name: str, base: str, parameters: Parameters) -> str:
    """Returns the type of keyword arguments."""
    named = [f"    {one}: {kind(parameter)}\n" for one, parameter in parameters.items()]
    return f"\nclass {name}({base}, total=False):\n{''.join(named or ['    pass'])}"


def signed(first: str, parameters: Parameters, many: str = "", has_ranges: bool = True, of: str = "self") -> str:
    """Returns the arguments of a method: ``parameters`` by name, and the typed dict ``many``."""
    types = {name: kind(one) if has_ranges else "One" for name, one in parameters.items()}
    named = [f"{name}: {given} = ..." for name, given in types.items()]
    parts = [of, *([first] if first else []), *(["*", *named] if named else [])]
    return "".join(f"        {part},\n" for part in [*parts, *([f"**more: Unpack[{many}]"] if many else [])])


def overloaded(name: str, gives: tuple[str, str], of: tuple[str, str], ranges: Parameters, many: str, about: str) -> str:
    """Returns the two signatures of a method: about a single game, and about a range."""
    one = signed("", ranges, many, False, of[0])
    several = signed("", ranges, many, True, of[1])
    ignored = "  # type: ignore[overload-overlap]" if name != "__init__" else ""
    return (
        f"    @overload\n    def {name}({ignored}\n{one}    ) -> {gives[0]}:\n{about}"
        f"    @overload\n    def {name}(\n{several}    ) -> {gives[1]}: ...\n"
    )


def documented(text: str, parameters: Parameters, indent: str = " " * 8) -> str:
    """Returns a docstring: a description, then each argument."""
    lines = textwrap.wrap(pythonic(text), 108)
    if parameters:
        lines.append("")
    for name, one in parameters.items():
        lines += textwrap.wrap(f"{name}: {pythonic(one['help'] or '')}", 108, subsequent_indent="    ")
        for value in one["values"]:
            lines += textwrap.wrap(f"    {value['name']}: {value['help'] or ''}", 108, subsequent_indent="        ")
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines)
    return f'{indent}"""{body.strip()}\n{indent}"""\n'


def written() -> Iterator[str]:
    """Yields the stub, part by part."""
    yield HEAD
    odds = known("odds", "memory")
    work = {**{name: odds[name] for name in WORK}, "progress": PROGRESS}
    yield documented(FAMILY, work, " " * 4) + MEMBERS
    yield typed("Work", "TypedDict", work)
    for family, cls in FAMILIES.items():
        types, body = [], []
        own: Parameters = {}
        ranges: Parameters = {}
        for command in cls.commands:
            for name, one in known(command, family).items():
                if name not in work:
                    own.setdefault(name, one)
                    if is_range(command, family, one):
                        ranges.setdefault(name, one)
        kinds = (f"self: {family}[Single]", f"self: {family}[Several]")
        others = {name: one for name, one in own.items() if name not in ranges}
        types.append(typed(f"_{family}", "TypedDict", others))
        about = documented(question(cls.commands[0], family)["about"], own)
        if ranges:
            body.append(overloaded("__init__", ("None", "None"), kinds, ranges, f"_{family}", about))
        else:
            takes = signed(ARGUMENTS[f"{family} __init__"], {}, f"_{family}")
            body.append(f"    def __init__(\n{takes}    ) -> None:\n{about}")
        for method in METHODS[family]:
            command = "odds" if method == "distribution" else method
            report = REPORTS.get(f"{command} {family}") or REPORTS.get(command, Report)
            gives = RESULTS.get(f"{family} {method}") or RESULTS.get(method)
            parameters = known(command, family)
            if method == "distribution":
                parameters.pop("distribution", None)
                own_text = (inspect.getdoc(getattr(cls, method)) or "").split("\n\n")[0]
                about = documented(f"{own_text} It takes the parameters of odds.", {})
            else:
                text = question(command, family)["more"] or question(command, family)["about"] or ""
                # The first paragraph is a title without a full stop.
                text = re.sub(r"(?<!\.)\n\n", ". ", text).replace("\n\n", " ")
                about = documented(text, {name: one for name, one in parameters.items() if name not in work})
            of_command = {name: one for name, one in parameters.items() if is_range(command, family, one)}
            others = {name: one for name, one in parameters.items() if name not in work and name not in of_command}
            if gives or not of_command or method in SINGLE:
                takes = signed(ARGUMENTS.get(f"{family} {method}", ""), {**parameters, "progress": PROGRESS})
                body.append(f"    def {method}(\n{takes}    ) -> {gives or report.__name__}:\n{about}")
                continue
            types.append(typed(f"_{family}_{method}", "Work", others))
            results = (report.__name__, f"Reports[{report.__name__}]")
            body.append(overloaded(method, results, (kinds[0], "self"), of_command, f"_{family}_{method}", about))
        yield from types
        yield f"\nclass {family}(Family, Generic[Kind]):\n"
        yield from body


def main() -> None:
    """Writes the stub."""
    here = Path(__file__).resolve().parent / "chancetree" / "_families.pyi"
    if sys.argv[1:2] and sys.argv[1].startswith("-"):
        sys.exit("usage: stubs.py [FILE]")
    (Path(sys.argv[1]) if len(sys.argv) > 1 else here).write_text("".join(written()))


if __name__ == "__main__":
    main()
