"""The answers of the engine: one class for each kind of query."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._values import Distribution, Record, decimal, html_of, is_long, rows, text, text_of


class Report(Record):
    """An answer, with its numbers as attributes; ``parameters`` repeats the query."""

    _left_out = ("schema", "family", "parameters")
    _kind = "Report"

    @property
    def title(self) -> str:
        """The kind of the answer and the parameters of the query."""
        parameters = self._values.get("parameters") or {}
        parts = [f"{name}={formatted(value)}" for name, value in parameters.items() if value is not None]
        return f"{self._kind}: {self._values.get('family', '')} {', '.join(parts)}".strip()

    def _rows(self) -> list[tuple[str, str, str]]:
        return [row for name, value in self._values.items() if name not in self._left_out for row in rows(name, value)]

    def __repr__(self) -> str:
        return text_of(self.title, self._rows())

    def _repr_html_(self) -> str:
        return html_of(self.title, self._rows())


def formatted(value: Any) -> str:
    """Returns the text of a parameter."""
    if isinstance(value, Record):
        return "(" + ", ".join(f"{name} {formatted(one)}" for name, one in value.items()) + ")"
    if isinstance(value, tuple):
        return "(" + ", ".join(formatted(one) for one in value) + ")"
    return text(value)


def brief(value: Fraction) -> str:
    """Returns the text of a fraction, or its decimal if the fraction is too long to read."""
    return decimal(value) if is_long(value) else str(value)


class Reports(list[Any]):
    """The answers to a range of queries, in order."""

    def to_pandas(self) -> Any:
        """Converts the answers to a pandas table with one row each; fractions are kept in columns of objects."""
        import pandas

        return pandas.DataFrame([flat(report) for report in self])

    def _repr_html_(self) -> str:
        return "".join(report._repr_html_() for report in self)


def flat(report: Report) -> dict[str, Any]:
    """Returns the parameters and numbers of an answer by name: ``win`` of two players is ``win_1`` and ``win_2``."""
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
    """Exact odds of Memory. If players decide for pairs, only ``expected_pairs`` is known without a distribution."""

    win: tuple[Fraction, ...]
    draw: Fraction
    expected_pairs: tuple[Fraction, ...]
    favoured: Record | None
    states: int
    transitions: int
    distribution: Distribution


class GuessOdds(Odds):
    """Exact odds of guessing a number; ``value`` is the mover's probability of winning."""

    win: tuple[Fraction, ...]
    value: Fraction
    states: int
    transitions: int
    ties: int


class Quantity(Record):
    """A quantity of a game of chance: its expected value, variance, extremes, quantiles and distribution."""

    mean: Fraction
    variance: Fraction
    min: Record
    max: Record
    quantiles: Record
    distribution: Distribution


class SolitaireOdds(Odds):
    """The distributions of solitaire Memory, each with its mean and variance."""

    turns: Quantity
    lucky: Quantity
    first_position: Quantity
    first_turn: Quantity
    remembered: Quantity
    score: Quantity


class MinesOdds(Odds):
    """Exact odds of Minesweeper; ``left_if_lost`` exists only if the player makes no decisions."""

    win: Fraction
    left_if_lost: tuple[Record, ...]
    mean_left_if_lost: Fraction
    states: int
    transitions: int


class ModelOdds(Odds):
    """Exact odds of a game written in Python; ``win`` and ``draw`` count points, ``value`` is the expected payoff."""

    win: tuple[Fraction, ...]
    draw: Fraction
    expected_points: Any
    value: Any
    states: int
    cycles: bool


class Best(Report):
    """Optimal play: the value of every action."""

    _kind = "Best"

    value: Fraction
    actions: tuple[Record, ...]
    ties: int
    states: int


class Count(Report):
    """The numbers of states, transitions and ends, and the size of the tree without merging."""

    _kind = "Count"

    states: int
    transitions: int
    merged: int
    ends: int
    tree_nodes: int
    tree_leaves: int
    layers: tuple[Record, ...]


class Plan(Report):
    """The cost of exact odds; ``states.number`` and so on, each with the way it was obtained.

    Time and memory are ``None`` if too few smaller games were computed in time for an estimate."""

    _kind = "Plan"

    states: Record
    transitions: Record
    seconds: Record | None
    bytes: Record | None


class Fair(Report):
    """Which player should begin, and what makes a board fair."""

    _kind = "Fair"


class Simulation(Report):
    """Estimates from simulated games with their errors, and the exact values for comparison."""

    _kind = "Simulation"

    games: int
    estimates: tuple[Record, ...]


class Fit(Report):
    """Estimates of how well a player remembers."""

    _kind = "Fit"

    games: int
    turns: int
    estimates: tuple[Record, ...]


class Information(Report):
    """The information that a game gives about a player."""

    _kind = "Information"


class Risk(Report):
    """The probability of a mine in every hidden cell."""

    _kind = "Risk"

    cells: tuple[tuple[Fraction | None, ...], ...]
    placements: int
    safest: tuple[tuple[int, int], ...]

    @property
    def fractions(self) -> list[list[Fraction | None]]:
        """The risk of each cell, row by row; ``None`` for open cells."""
        return [list(row) for row in self._values["cells"]]

    @property
    def array(self) -> Any:
        """The risks as a numpy array of doubles; ``nan`` for open cells."""
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
