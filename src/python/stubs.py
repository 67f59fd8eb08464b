#!/usr/bin/env python3
"""Writes `_families.pyi` from the descriptions of the engine: names, values and help. The package must be installed.

python3 src/python/stubs.py [FILE]
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Imports the installed package instead of the folder beside this file, which has no compiled engine.
sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]

from chancetree._ask import WORK
from chancetree._families import FAMILIES, PRINTED, REPORTS, argument, question
from chancetree._reports import Report

HEAD = '''# Written by src/python/stubs.py from the descriptions of the engine.

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Literal, SupportsFloat, SupportsIndex, Union

from ._graph import Graph
from ._logs import Log
from ._reports import (
    Best,
    Count,
    Fair,
    Fit,
    GuessOdds,
    Information,
    MemoryOdds,
    MinesOdds,
    Plan,
    Report,
    Risk,
    Simulation,
    SolitaireOdds,
)
from ._values import Distribution

Number = Union[SupportsIndex, SupportsFloat, str]
Value = Union[Number, Iterable[Number], None]
Flag = Union[bool, Number]
File = Union[str, PathLike[str], None]

WORK: tuple[str, ...]
PRINTED: set[str]
FAMILIES: dict[str, type[Family]]
REPORTS: dict[str, type[Report]]

def question(verb: str, family: str) -> dict[str, Any]: ...
def parameters_of(verb: str, family: str) -> list[str]: ...
def argument(name: str) -> str: ...

class Family:
'''

# The class that all games share, with the parameters of the work, which all methods accept.
FAMILY = "A game with its parameters. Queries are methods, which also accept the parameters of the work:"

MEMBERS = '''
    family: str
    verbs: tuple[str, ...]
    parameters: dict[str, Any]
    _text: tuple[str, bytes] | None
    def _typed(self, verb: str, more: Mapping[str, Any]) -> dict[str, Any]: ...
    def help(self, verb: str = "odds") -> str:
        """Returns the help of a command and its parameters."""
'''

PROGRESS: dict[str, Any] = {"name": "progress", "flag": True, "value": None, "values": [], "help": "Show progress with tqdm"}

# The methods of each class.
METHODS = {
    "memory": ("odds", "best", "count", "distribution", "simulate", "fair", "plan", "graph"),
    "guess": ("odds", "best", "count", "distribution", "simulate", "plan", "fair", "graph"),
    "solitaire": ("odds", "best", "count", "distribution", "simulate", "plan", "information", "fit", "graph"),
    "mines": ("odds", "best", "count", "distribution", "simulate", "plan", "risk", "graph"),
}

# The results of methods that do not return reports, and arguments that are not parameters of the program.
RESULTS = {"distribution": "Distribution", "graph": "Graph", "solitaire simulate": "Log"}
ARGUMENTS = {"solitaire distribution": 'quantity: str = "turns"', "solitaire fit": "log: Any"}


def kind(parameter: dict[str, Any]) -> str:
    """Returns the type of an argument."""
    name, value = parameter["name"], parameter["value"] or ""
    if name == "board":
        return "Any"
    if parameter["flag"]:
        return "bool"
    if name == "approximate":
        return "Flag"
    if parameter["values"] and "," not in value:
        names = ", ".join(f'"{one["name"]}"' for one in parameter["values"])
        return f"Literal[{names}] | None"
    return "File" if value == "FILE" else "Value"


def known(verb: str, family: str) -> dict[str, dict[str, Any]]:
    """Returns the parameters of a query by argument name."""
    parameters = question(verb, family)["parameters"]
    return {argument(one["name"]): one for one in parameters if one["name"] not in PRINTED and not one["positional"]}


def signed(first: str, parameters: dict[str, dict[str, Any]]) -> str:
    """Returns the arguments of a method."""
    named = [f"{name}: {kind(one)} = ..." for name, one in parameters.items()]
    parts = ["self", *([first] if first else []), *(["*", *named] if named else [])]
    return "".join(f"        {part},\n" for part in parts)


def documented(text: str, parameters: dict[str, dict[str, Any]], indent: str = " " * 8) -> str:
    """Returns a docstring: a description, then each argument."""
    lines = textwrap.wrap(text, 108)
    if parameters:
        lines.append("")
    for name, one in parameters.items():
        lines += textwrap.wrap(f"{name}: {one['help'] or ''}", 108, subsequent_indent="    ")
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
    for family, cls in FAMILIES.items():
        own: dict[str, dict[str, Any]] = {}
        for verb in cls.verbs:
            for name, one in known(verb, family).items():
                if name not in WORK and one["heading"] != "Graph":
                    own.setdefault(name, one)
        about = question(cls.verbs[0], family)["about"]
        yield f"\nclass {family}(Family):\n"
        yield f"    def __init__(\n{signed('', own)}    ) -> None:\n{documented(about, own)}"
        for method in METHODS[family]:
            verb = "odds" if method == "distribution" else method
            report = REPORTS.get(f"{verb} {family}") or REPORTS.get(verb, Report)
            gives = RESULTS.get(f"{family} {method}") or RESULTS.get(method) or report.__name__
            parameters = {**known(verb, family), "progress": PROGRESS}
            if method == "distribution":
                parameters.pop("distribution", None)
                about, own = f"{inspect.getdoc(getattr(cls, method))} It takes the parameters of odds.", {}
            else:
                about = (question(verb, family)["more"] or question(verb, family)["about"] or "").replace("\n\n", " ")
                own = {name: one for name, one in parameters.items() if name not in work}
            takes = signed(ARGUMENTS.get(f"{family} {method}", ""), parameters)
            yield f"    def {method}(\n{takes}    ) -> {gives}:\n{documented(about, own)}"


def main() -> None:
    """Writes the stub."""
    here = Path(__file__).resolve().parent / "chancetree" / "_families.pyi"
    (Path(sys.argv[1]) if len(sys.argv) > 1 else here).write_text("".join(written()))


if __name__ == "__main__":
    main()
