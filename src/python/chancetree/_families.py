"""The built-in games, with the parameters and answers of the program."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from . import _engine, _reports
from ._ask import PRINTED, WORK, ask, as_typed, option_text, options, player_names, with_doubles
from ._graph import Graph
from ._logs import Log, log_text
from ._reports import Report, Reports
from ._signatures import Described, Query, described, parameters_of
from ._texts import printable, text
from ._values import Distribution

REPORTS: dict[str, type[Report]] = {
    "odds memory": _reports.MemoryOdds,
    "odds guess": _reports.GuessOdds,
    "odds solitaire": _reports.SolitaireOdds,
    "odds mines": _reports.MinesOdds,
    "odds model": _reports.Properties,
    "best model": _reports.BestProperties,
    "best": _reports.Best,
    "count": _reports.Count,
    "plan": _reports.Plan,
    "fair": _reports.Fair,
    "simulate": _reports.Simulation,
    "fit": _reports.Fit,
    "information": _reports.Information,
    "risk": _reports.Risk,
}

# The commands whose answers name no player. The names of a game set only the number of players there.
NAMELESS = ("count", "plan")

class Family(metaclass=Described):
    about = "A game with its parameters; queries are methods."

    family = ""
    commands: tuple[str, ...] = ()

    def __init__(self, *values: Any, **parameters: Any) -> None:
        if values:
            first = parameters_of(self.commands[0], self.family)[0]
            raise TypeError(f"{self.family}() takes keyword arguments: {self.family}({first}={text(values[0], repr)})")
        self.parameters = {name: value for name, value in parameters.items() if value is not None}
        self._text: tuple[str, bytes] | None = None
        self._take()
        self._check()

    def _take(self) -> None:
        """Reads parameters that cannot be passed as text on a command line."""

    def _check(self) -> None:
        """Raises an error about the parameters if no command accepts them."""
        for name in self.parameters:
            if name in WORK or name.strip("_").replace("_", "-") in PRINTED:
                raise TypeError(f"{name} is not a parameter of {self.family}; pass it to a query, as in .odds({name}=…)")
        names = self.parameters.get("names")
        if isinstance(names, (list, tuple)):
            player_names(names)
        failed: list[TypeError | ValueError] = []
        for command in self.commands:
            try:
                parameters = self._query_parameters(command, {})
                with as_typed(parameters):
                    _engine.check([command, self.family, *options(parameters), *self._words()])
                return
            except (TypeError, ValueError) as error:
                failed.append(error)
        if failed:
            # A wrong value is a better reason than a parameter that only another command knows.
            raise next((error for error in failed if isinstance(error, ValueError)), failed[0])

    def _query_parameters(self, command: str, more: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the parameters of a query."""
        for name in more:
            if name.strip("_").replace("_", "-") in PRINTED:
                raise TypeError(f"unexpected argument {name!r}: results are returned, not printed")
        known = dict(self.parameters)
        if command in NAMELESS and "names" in known:
            known["players"] = len(option_text("names", known.pop("names")).split(","))
        return with_doubles(command, {**known, **more})

    def _ask(self, command: str, more: Mapping[str, Any]) -> Any:
        more = dict(more)
        progress = more.pop("progress", True)
        parameters = self._query_parameters(command, more)
        found = ask(command, self.family, parameters, more=["--format=json"], words=self._words(), text=self._text, progress=progress)
        return reports(REPORTS.get(f"{command} {self.family}") or REPORTS[command], found)

    def _words(self) -> list[str]:
        """Returns the arguments of a query that are no options."""
        return []

    def _one(self, report: Any) -> Any:
        """Returns the only answer, if an answer about a range makes no sense."""
        if isinstance(report, Reports):
            raise ValueError("a distribution needs a single game, not a range")
        return report

    def __repr__(self) -> str:
        return f"{self.family}({', '.join(f'{name}={text(value, repr)}' for name, value in self.parameters.items())})"

    def _compared(self) -> dict[str, Any]:
        """Returns the parameters, except for those that are compared as text."""
        return {name: value for name, value in self.parameters.items() if name != "board" or self._text is None}

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Family):
            return (self.family, self._text, self._compared()) == (other.family, other._text, other._compared())
        return NotImplemented

    def __hash__(self) -> int:
        parameters = frozenset((name, hashed(value)) for name, value in self._compared().items())
        return hash((self.family, self._text, parameters))

    @Query
    def odds(self, **more: Any) -> Any:
        """Returns exact odds: the probability that each player wins, the favoured player and expected values."""
        return self._ask("odds", more)

    @Query
    def best(self, **more: Any) -> Any:
        """Returns optimal play: the value of every action."""
        return self._ask("best", more)

    @Query
    def count(self, **more: Any) -> Any:
        """Returns the numbers of states, transitions and ends, and the size of the tree without merging."""
        return self._ask("count", more)

    @Query
    def plan(self, **more: Any) -> Any:
        """Returns the cost of exact odds: states, memory and time."""
        return self._ask("plan", more)

    @Query
    def graph(self, **more: Any) -> Graph:
        """Returns the graph of states, as two tables."""
        return Graph.of(self, more)

    def help(self, command: str = "odds") -> str:
        """Returns the help of a command and its parameters."""
        return described(command, self.family)


class memory(Family):
    about = "Memory (Concentration, Pairs)."

    family = "memory"
    commands = ("odds", "best", "simulate", "graph", "fair", "count")

    @Query
    def distribution(self, **more: Any) -> Distribution:
        """The joint distribution of the final scores: a probability for each tuple of scores."""
        report = self._one(self.odds(**{**more, "distribution": True}))
        found: Distribution = report.distribution
        return found

    @Query
    def fair(self, **more: Any) -> Any:
        """Returns who should begin, and which boards are fairest."""
        return self._ask("fair", more)

    @Query
    def simulate(self, games: int = 1000, seed: int = 1, **more: Any) -> Any:
        """Simulates games: the share of wins and the pairs of each player; the same seed gives the same games."""
        return self._ask("simulate", {"games": games, "seed": seed, **more})


class guess(Family):
    about = "Guess a secret number in turn, with answers lower or higher."

    family = "guess"
    commands = ("odds", "best", "simulate", "graph", "count", "fair")

    @Query
    def distribution(self, **more: Any) -> Distribution:
        """The probability that each player wins, by player number; key 0, if present, is the probability that no one wins."""
        report = self._one(self.odds(**more))
        # A single player without a limit of guesses always wins.
        wins = report.get("win", (1,))
        found = Distribution(enumerate(wins, 1))
        no_winner = 1 - sum(wins)
        if no_winner:
            found[0] = printable(no_winner)
        return found

    @Query
    def fair(self, **more: Any) -> Any:
        """Returns who should begin, and which games are fairest."""
        return self._ask("fair", more)

    @Query
    def simulate(self, games: int = 1000, seed: int = 1, **more: Any) -> Any:
        """Simulates games of optimal players: the share of wins of each player; the same seed gives the same games."""
        return self._ask("simulate", {"games": games, "seed": seed, **more})


class solitaire(Family):
    about = "Memory for one player, with perfect or imperfect memory."

    family = "solitaire"
    commands = ("odds", "best", "simulate", "graph", "information", "count")

    @Query
    def distribution(self, quantity: str = "turns", **more: Any) -> Distribution:
        """The distribution of a quantity of :meth:`odds`: ``turns``, ``lucky``, ``score`` and so on."""
        report = self._one(self.odds(**more))
        known = [name for name, value in report.items() if isinstance(value, Mapping) and "distribution" in value]
        if quantity not in known:
            raise ValueError(f"quantity {quantity}: one of {', '.join(known)} is needed")
        found: Distribution = report[quantity].distribution
        return found

    @Query
    def information(self, **more: Any) -> Any:
        """Returns the information that a game gives about a player, by the size of the board."""
        return self._ask("information", more)

    @Query
    def simulate(self, games: int = 1, seed: int = 1, *, progress: bool = True, **more: Any) -> Log:
        """Simulates games of a player who forgets, turn by turn; the same seed gives the same games."""
        parameters = self._query_parameters("simulate", {"games": games, "seed": seed, **more})
        text = ask("simulate", self.family, parameters, more=["--format=csv"], raw=True, progress=progress)
        return Log(text.decode())

    @Query
    def fit(self, log: Any, *, progress: bool = True, **more: Any) -> Any:
        """Returns the maximum likelihood estimates of p, p' and p'' from a log of games.

        ``log`` is a :class:`Log`, a path, the text of a log, a table of pandas or polars, or rows ``(game, turn, first,
        second)``.
        """
        known = {name: value for name, value in self.parameters.items() if name == "pairs"}
        text = log_text(log)
        found = ask(
            "fit", self.family, {**known, **more}, more=["--format=json", "-"], text=("the log", text), progress=progress
        )
        return reports(_reports.Fit, found)


class mines(Family):
    about = "Minesweeper: lowest risk, best play, the risk of every cell."

    family = "mines"
    commands = ("odds", "best", "simulate", "graph", "risk", "count")

    def _take(self) -> None:
        board = self.parameters.get("board")
        if board is not None and not isinstance(board, os.PathLike):
            self._text = ("the board", board_text(board).encode())

    def _query_parameters(self, command: str, more: Mapping[str, Any]) -> dict[str, Any]:
        parameters = super()._query_parameters(command, more)
        if self._text is not None and "board" in parameters:
            parameters["board"] = "-"
        return parameters

    @Query
    def distribution(self, **more: Any) -> Distribution:
        """The distribution of the unidentified mines in a lost game."""
        report = self._one(self.odds(**more))
        if "left_if_lost" not in report:
            raise ValueError("a distribution exists only if no player decides: leave out play and ties")
        return Distribution({entry.left: entry.probability for entry in report.left_if_lost})

    @Query
    def risk(self, **more: Any) -> Any:
        """Returns the probability of a mine in every hidden cell: ``fractions``, and ``array`` for numpy."""
        if "board" not in self.parameters:
            raise ValueError("a board is missing: mines(board=…)")
        return self._ask("risk", more)

    @Query
    def simulate(self, games: int = 1000, seed: int = 1, **more: Any) -> Any:
        """Simulates games: the share of wins, with its error; the same seed gives the same games."""
        return self._ask("simulate", {"games": games, "seed": seed, **more})


class model(Family):
    about = "A model of a model checker: a file, or a text in the language of PRISM."

    family = "model"
    commands = ("odds", "best", "count", "graph", "simulate", "plan")

    positional = ("model",)

    def __init__(self, model: str | os.PathLike[str], **parameters: Any) -> None:
        if not isinstance(model, (str, os.PathLike)):
            raise TypeError(f"model: a path or the text of a model is needed, not {type(model).__name__}")
        # The name of a file has one line.
        is_text = isinstance(model, str) and "\n" in model
        self.model = model
        self._place = "-" if is_text else option_text("model", model)
        super().__init__(**parameters)
        self._text = ("the model", model.encode()) if isinstance(model, str) and is_text else None

    def _query_parameters(self, command: str, more: Mapping[str, Any]) -> dict[str, Any]:
        parameters = super()._query_parameters(command, more)
        known = parameters_of(command, self.family)
        for name in ("prop", "props"):
            # The number of states, for one, needs no property.
            if name not in known and name not in more:
                parameters.pop(name, None)
        const = parameters.get("const")
        if isinstance(const, Mapping):
            parameters["const"] = [f"{name}={constant_text(value)}" for name, value in const.items()]
        prop = parameters.get("prop")
        if isinstance(prop, Iterable) and not isinstance(prop, str):
            parameters["prop"] = "; ".join(prop)
        return parameters

    def _words(self) -> list[str]:
        return [self._place]

    def __repr__(self) -> str:
        return f"model({', '.join([repr(self.model), *(f'{name}={text(value, repr)}' for name, value in self.parameters.items())])})"

    def __eq__(self, other: object) -> bool:
        found = super().__eq__(other)
        return found and self.model == other.model if isinstance(other, model) else found

    def __hash__(self) -> int:
        return hash((super().__hash__(), hashed(self.model)))

    @Query
    def simulate(self, games: int = 1000, seed: int = 1, **more: Any) -> Any:
        """Simulates runs: the mean of a property, with its error; the same seed gives the same runs."""
        return self._ask("simulate", {"games": games, "seed": seed, **more})


def constant_text(value: Any) -> str:
    """Returns the value of a constant in the language of PRISM, or a range of values."""
    if isinstance(value, range) and value:
        return f"{value[0]}:{abs(value.step)}:{value[-1]}" if value.step > 0 else constant_text(value[::-1])
    if isinstance(value, (range, list, tuple)):
        raise ValueError(f"const: {value!r}: a value or a range such as range(2, 9) is needed; other values need a query each")
    return str(value).lower() if isinstance(value, bool) else option_text("const", value)


FAMILIES: dict[str, type[Family]] = {
    "memory": memory,
    "guess": guess,
    "solitaire": solitaire,
    "mines": mines,
    "model": model,
}


def hashed(value: Any) -> int:
    """Returns the hash of a value, or 0 for values that are not hashable, such as lists."""
    try:
        return hash(value)
    except TypeError:
        return 0


def reports(kind: type[Report], found: Any) -> Any:
    """Returns one answer, or the answers to a range of queries."""
    if isinstance(found, list):
        return Reports(kind(one) for one in found)
    return kind(found)


def board_text(board: Any) -> str:
    """Returns a board as text: a string unchanged, or the rows of a table. Each cell of a row is a character or a
    number of mines; a closed cell is ``None``, ``nan`` or negative."""
    if isinstance(board, str):
        # A line of text is not a row of cells, but may be the name of a file.
        if "\n" not in board and any(letter.isalpha() and letter not in "FfH" for letter in board):
            what = f"board: {board!a} is one line of text, but not a row of cells"
            raise ValueError(f"{what}; a file is given as a path: pathlib.Path({board!a})")
        return option_text("board", board)
    if hasattr(board, "to_numpy"):
        # Iterating over a data frame yields its columns instead of its rows.
        board = board.to_numpy()
    rows = [(row, [cell_text(cell) for cell in parts(row, "cells")]) for row in parts(board, "rows of cells")]
    # A blank is an opened cell, also at the end of a row, unless the row is a text.
    is_blank = any(not isinstance(row, str) and len(cells) > 1 and not all(map(str.strip, cells)) for row, cells in rows)
    lines = (",".join(f'"{cell}"' for cell in cells) if is_blank else "".join(cells) for _, cells in rows)
    return "".join(f"{line}\n" for line in lines)


def parts(whole: Any, what: str) -> Iterable[Any]:
    """Returns an iterable over the rows of a board or the cells of a row."""
    if isinstance(whole, Iterable) and not isinstance(whole, (bytes, Mapping)):
        return whole
    raise TypeError(f"board: a text, {what} or a path is needed, not {type(whole).__name__}")


def cell_text(cell: Any) -> str:
    """Returns the character of a cell."""
    if isinstance(cell, str):
        return option_text("board", cell)
    if cell is None:
        return "."
    try:
        number = float(cell)
    except (TypeError, ValueError):
        wrong = f"a number of neighbours, a character or None is needed, not {type(cell).__name__}"
        raise TypeError(f"board: in a cell {wrong}") from None
    if number != number or number < 0:
        return "."
    if number not in range(9):
        raise ValueError(f"board: a cell has 0 to 8 mines around it, not {cell}; a closed cell is None or -1")
    return str(int(number))


__all__ = ["FAMILIES", "Family", "Fraction", "guess", "memory", "mines", "model", "solitaire"]
