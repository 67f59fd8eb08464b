"""Logs of games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, overload

from ._tables import Row, Tabular, grid, html_of_grid


class Turn(NamedTuple):
    """A turn: the numbers of the game and the turn, from 1, and the two cards; ``3a`` and ``3b`` are a pair."""

    game: int
    turn: int
    first: str
    second: str


class Log(Sequence[Turn], Tabular):
    """The turns of simulated games; ``csv`` is the text of the log."""

    def __init__(self, text: str) -> None:
        self.csv = text
        rows = (line.split(",") for line in text.splitlines()[1:])
        self._turns = [Turn(int(game), int(turn), first, second) for game, turn, first, second in rows]

    @overload
    def __getitem__(self, place: int) -> Turn: ...
    @overload
    def __getitem__(self, place: slice) -> list[Turn]: ...
    def __getitem__(self, place: int | slice) -> Turn | list[Turn]:
        return self._turns[place]

    def __len__(self) -> int:
        return len(self._turns)

    def __eq__(self, other: object) -> bool:
        return self.csv == other.csv if isinstance(other, Log) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.csv)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self._turns)

    def __repr__(self) -> str:
        games = self._turns[-1].game if self._turns else 0
        return f"<chancetree.Log: {games} games, {len(self)} turns>"

    def _records(self) -> list[Row]:
        return [turn._asdict() for turn in self._turns]

    def _repr_html_(self) -> str:
        return html_of_grid(repr(self), grid(self._records()))


def log_text(log: Any) -> bytes:
    """Returns a log in the format that the engine reads."""
    if isinstance(log, Log):
        return log.csv.encode()
    if isinstance(log, bytes):
        return log
    if isinstance(log, os.PathLike) or (isinstance(log, str) and "\n" not in log):
        with open(log, "rb") as file:
            return file.read()
    if isinstance(log, str):
        return log.encode()
    if hasattr(log, "to_csv"):
        return str(log.to_csv(index=False)).encode()
    if hasattr(log, "write_csv"):
        return str(log.write_csv()).encode()
    wrong = "log: a path, a text, a table or rows of turns are needed, not "
    if not isinstance(log, Iterable):
        raise TypeError(wrong + type(log).__name__)
    rows = [Turn._fields, *log]
    for row in rows:
        if not isinstance(row, Iterable) or isinstance(row, (str, bytes)):
            raise TypeError(f"{wrong}rows of {type(row).__name__}")
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()
