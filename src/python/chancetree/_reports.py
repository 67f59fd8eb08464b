"""What the engine answers: one class for each question."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._values import Distribution, Record, decimal, html_of, is_long, rows, text, text_of


class Report(Record):
    """An answer: its numbers as attributes; ``parameters`` repeats the question."""

    _left_out = ("schema", "family", "parameters")
    _kind = "Report"

    @property
    def title(self) -> str:
        """The kind of the answer, and what was asked."""
        parameters = self._values.get("parameters") or {}
        said = [f"{name}={asked(value)}" for name, value in parameters.items() if value is not None]
        return f"{self._kind}: {self._values.get('family', '')} {', '.join(said)}".strip()

    def _rows(self) -> list[tuple[str, str, str]]:
        return [row for name, value in self._values.items() if name not in self._left_out for row in rows(name, value)]

    def __repr__(self) -> str:
        return text_of(self.title, self._rows())

    def _repr_html_(self) -> str:
        return html_of(self.title, self._rows())


def asked(value: Any) -> str:
    """A parameter as it is repeated."""
    if isinstance(value, Record):
        return "(" + ", ".join(f"{name} {asked(one)}" for name, one in value.items()) + ")"
    if isinstance(value, tuple):
        return "(" + ", ".join(asked(one) for one in value) + ")"
    return text(value)


def brief(value: Fraction) -> str:
    """A fraction, or the decimal of one that is too long for people."""
    return decimal(value) if is_long(value) else str(value)


class Reports(list[Any]):
    """Answers to a range of questions, in order."""

    def to_pandas(self) -> Any:
        """A table with a row for each answer: fractions as they are, in columns of objects."""
        import pandas

        return pandas.DataFrame([flat(report) for report in self])

    def _repr_html_(self) -> str:
        return "".join(report._repr_html_() for report in self)


def flat(report: Report) -> dict[str, Any]:
    """The parameters and the numbers of an answer, each under one name: ``win`` of two players is ``win_1``, ``win_2``."""
    found: dict[str, Any] = {}

    def put(name: str, value: Any) -> None:
        if isinstance(value, Record):
            for part, one in value.items():
                put(f"{name}_{part}", one)
        elif isinstance(value, tuple):
            if all(not isinstance(one, (Record, tuple)) for one in value):
                for place, one in enumerate(value, 1):
                    put(f"{name}_{place}", one)
        elif value is not None:
            found[name] = value

    for name, value in (report.get("parameters") or {}).items():
        put(name, value)
    for name, value in report.items():
        if name not in Report._left_out:
            put(name, value)
    return found


class Odds(Report):
    """Exact odds."""

    _kind = "Odds"


class MemoryOdds(Odds):
    """Exact odds of Memory. Where players decide for pairs, only ``expected_pairs`` is known without a distribution."""

    win: tuple[Fraction, ...]
    draw: Fraction
    expected_pairs: tuple[Fraction, ...]
    favoured: Record | None
    states: int
    transitions: int
    distribution: Distribution


class GuessOdds(Odds):
    """Exact odds of guessing a number; ``value`` is the chance of the mover."""

    win: tuple[Fraction, ...]
    value: Fraction
    states: int
    transitions: int
    ties: int


class Quantity(Record):
    """A quantity of a game of chance: its expected value, its spread and its distribution."""

    mean: Fraction
    variance: Fraction
    min: Record
    max: Record
    quantiles: Record
    distribution: Distribution


class SolitaireOdds(Odds):
    """The distributions of solitaire Memory, each with its mean and its variance."""

    turns: Quantity
    lucky: Quantity
    first_position: Quantity
    first_turn: Quantity
    remembered: Quantity
    score: Quantity


class MinesOdds(Odds):
    """Exact odds of Minesweeper; ``left_if_lost`` only where nobody decides."""

    win: Fraction
    left_if_lost: tuple[Record, ...]
    mean_left_if_lost: Fraction
    states: int
    transitions: int


class ModelOdds(Odds):
    """Exact odds of a game of one's own; ``win`` and ``draw`` by points, ``value`` by a payoff, where there is one."""

    win: tuple[Fraction, ...]
    draw: Fraction
    expected_points: Any
    value: Any
    states: int
    cycles: bool


class Best(Report):
    """Best play: what every action is worth."""

    _kind = "Best"

    value: Fraction
    actions: tuple[Record, ...]
    ties: int
    states: int


class Count(Report):
    """States, transitions and ends, and the size of the tree without merging."""

    _kind = "Count"

    states: int
    transitions: int
    merged: int
    ends: int
    tree_nodes: int
    tree_leaves: int
    layers: tuple[Record, ...]


class Plan(Report):
    """What exact odds would take; ``states.number`` and so on, each with how it is known.

    Time and memory are ``None`` where too few smaller games were done in time to tell them from."""

    _kind = "Plan"

    states: Record
    transitions: Record
    seconds: Record | None
    bytes: Record | None


class Fair(Report):
    """Who should begin, and what makes a board fair."""

    _kind = "Fair"


class Simulation(Report):
    """How often what happened in random games, with errors, and the exact values beside."""

    _kind = "Simulation"

    games: int
    estimates: tuple[Record, ...]


class Fit(Report):
    """Estimates of how well somebody remembers."""

    _kind = "Fit"

    games: int
    turns: int
    estimates: tuple[Record, ...]


class Information(Report):
    """How much a game tells about a player."""

    _kind = "Information"


class Risk(Report):
    """How likely a mine is in every cell that is still hidden."""

    _kind = "Risk"

    cells: tuple[tuple[Fraction | None, ...], ...]
    placements: int
    safest: tuple[tuple[int, int], ...]

    @property
    def fractions(self) -> list[list[Fraction | None]]:
        """The risk of each cell, row by row; ``None`` where a cell is open."""
        return [list(row) for row in self._values["cells"]]

    @property
    def array(self) -> Any:
        """The same as a numpy array of doubles; ``nan`` where a cell is open."""
        import numpy

        cells = [[float("nan") if cell is None else float(cell) for cell in row] for row in self._values["cells"]]
        return numpy.array(cells, dtype=float)

    def _rows(self) -> list[tuple[str, str, str]]:
        return [row for row in super()._rows() if not row[0].startswith("cells[")]

    def __repr__(self) -> str:
        cells = [["·" if cell is None else brief(cell) for cell in row] for row in self._values["cells"]]
        width = max((len(cell) for row in cells for cell in row), default=0)
        board = ["  " + " ".join(cell.rjust(width) for cell in row) for row in cells]
        return "\n".join([super().__repr__(), *board])

    def _repr_html_(self) -> str:
        from html import escape

        def cell(value: Fraction | None) -> str:
            if value is None:
                return '<td style="background: #ddd"></td>'
            share = float(value)
            colour = f"rgb({int(255 - 30 * (1 - share))}, {int(255 - 150 * share)}, {int(255 - 200 * share)})"
            return f'<td title="{brief(value)}" style="background: {colour}; color: #000">{share:.3f}</td>'

        lines = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in self._values["cells"])
        return f"<table><caption>{escape(self.title)}</caption><tbody>{lines}</tbody></table>"
