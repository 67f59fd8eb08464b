"""The answers of the engine: one class for each kind of query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from ._tables import Row, Tabular, flat, grid, html_of, html_of_grid, text_of, text_of_grid
from ._texts import decimal, is_long, text
from ._values import Distribution, Record, Records, rows

# The lists that are the rows of a table of answers, unless an answer has only single values.
MAIN = ("actions", "policy", "first_cells", "estimates", "boards", "properties")


# The largest number of rows and columns of a board that are all shown, and the number at each end of a longer side.
MAX_SIDE = 30
SHOWN_ENDS = 10


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

    def _items(self) -> Iterator[tuple[str, Any]]:
        return ((name, value) for name, value in self._values.items() if name not in self._left_out)

    def _records(self, brief: bool = False) -> list[Row]:
        parameters = dict(flat(self._values.get("parameters") or {}))
        for name in MAIN:
            main = self._values.get(name)
            if isinstance(main, Records):
                return [{**parameters, **dict(flat(record))} for record in main]
        return [{**parameters, **{part: one for name, value in self._items() for part, one in flat(value, name, brief)}}]

    def _names(self) -> Sequence[str]:
        """The names of the players, if they have any."""
        return (self._values.get("parameters") or {}).get("names") or ()

    def _rows(self) -> list[tuple[str, str, str]]:
        return [row for name, value in self._items() for row in rows(name, value, self._names())]

    def _lists(self) -> list[tuple[str, Records]]:
        """Returns the lists of records, which are shown as tables."""
        return [(name, value) for name, value in self._items() if isinstance(value, Records)]

    def __repr__(self) -> str:
        lists = [line for name, records in self._lists() for line in ("  " + name, *records._lines(self._names()))]
        return "\n".join([text_of(self.title, self._rows()), *lists])

    def _repr_html_(self) -> str:
        lists = "".join(records._repr_html_(name, self._names()) for name, records in self._lists())
        return html_of(self.title, self._rows()) + lists


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


def shown_places(count: int) -> list[int | None]:
    """Returns the rows or columns of a board that are shown, from 0, with ``None`` for those that are left out."""
    if count <= MAX_SIDE:
        return list(range(count))
    return [*range(SHOWN_ENDS), None, *range(count - SHOWN_ENDS, count)]


R = TypeVar("R", bound=Report)


class Reports(list[R], Tabular, Generic[R]):
    """The answers to a range of queries, in order."""

    def _records(self, brief: bool = False) -> list[Row]:
        return [row for report in self for row in report._records(brief)]

    def _shown(self) -> tuple[str, list[Row]]:
        """Returns a title with the parameters that all answers share, and the rows without these parameters."""
        found = self._records(brief=True)
        first = self[0] if self else Report({})
        shared = {
            name: value
            for name, value in flat(first.get("parameters") or {})
            if value is not None and all(row.get(name) == value for row in found)
        }
        parts = ", ".join(f"{name}={formatted(value)}" for name, value in shared.items())
        title = f"{first._kind}: {first.get('family', '')} {parts}".strip()
        return title, [{name: value for name, value in row.items() if name not in shared} for row in found]

    def __repr__(self) -> str:
        title, found = self._shown()
        return "\n".join([title, *text_of_grid(grid(found))])

    def _repr_html_(self) -> str:
        title, found = self._shown()
        return html_of_grid(title, grid(found))


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
    """Exact odds of guessing a number; ``value`` is the mover's probability of winning.

    A single player without a limit of guesses always wins, so ``expected_guesses`` and ``value`` are the expected number of guesses.
    """

    win: tuple[Fraction, ...]
    expected_guesses: tuple[Fraction, ...]
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
    """The distributions of solitaire Memory, each with its mean and variance.

    With blind turns there are only the turns, the lucky turns and the cards to remember.
    """

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


class Properties(Odds):
    """The values of the properties of a model, and its numbers of states, choices and transitions."""

    properties: Records
    states: int
    choices: int
    transitions: int

    @property
    def value(self) -> Any:
        """The value of the only property."""
        if len(self.properties) != 1:
            raise ValueError(f"{len(self.properties)} properties; properties[0].value is the first value")
        return self.properties[0].value


class BestProperties(Properties):
    """The best strategies for the properties of a model, with the values of the properties."""

    _kind = "Best"


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
    """Estimates of how well a player remembers.

    If a log has several players, ``players`` has the estimates of each, and ``estimates`` are those of one player who took all
    turns. Tables have a row for each player and probability.
    """

    _kind = "Fit"

    games: int
    turns: int
    estimates: tuple[Record, ...]

    def _several(self) -> tuple[Record, ...]:
        """Returns the players of a log of several players."""
        players: tuple[Record, ...] = self._values.get("players") or ()
        return players if len(players) > 1 else ()

    def _records(self, brief: bool = False) -> list[Row]:
        parameters = dict(flat(self._values.get("parameters") or {}))
        each = [
            {**parameters, "player": player.player, **dict(flat(one))}
            for player in self._several()
            for one in player.estimates
        ]
        return each or super()._records(brief)

    def _items(self) -> Iterator[tuple[str, Any]]:
        pooled = ("estimates", "fit") if self._several() else ()
        return ((name, value) for name, value in super()._items() if name not in pooled)

    def _lists(self) -> list[tuple[str, Records]]:
        of_players = [
            (f"{name} of {player.player}", player[name]) for player in self._several() for name in ("estimates", "fit")
        ]
        return super()._lists() + of_players


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

    def _records(self, brief: bool = False) -> list[Row]:
        parameters = dict(flat(self._values.get("parameters") or {}))
        places = ((row, column) for row, cells in enumerate(self.cells) for column in range(len(cells)))
        return [
            {**parameters, "row": row + 1, "column": column + 1, "risk": self.cells[row][column]}
            for row, column in places
            if self.cells[row][column] is not None
        ]

    def _rows(self) -> list[tuple[str, str, str]]:
        return [row for row in super()._rows() if not row[0].startswith(("cells[", "seen"))]

    def _lists(self) -> list[tuple[str, Records]]:
        clicks = (self._values.get("advice") or {}).get("clicks")
        return super()._lists() + ([("open next", clicks)] if isinstance(clicks, Records) else [])

    def __repr__(self) -> str:
        columns, rows = self._grid()

        def cell(value: Any) -> str:
            if value is ... or isinstance(value, str):
                return "…" if value is ... else str(value)
            return {0: "safe", 1: "mine"}.get(value, brief(value))

        lines = [["", *columns], *([row, *map(cell, cells)] for row, cells in rows)]
        width = max(len(cell) for line in lines for cell in line)
        board = ["  " + " ".join(cell.rjust(width) for cell in line) for line in lines]
        return "\n".join([super().__repr__(), *board])

    def _grid(self) -> tuple[list[str], list[tuple[str, list[Any]]]]:
        """Returns the names of the columns, and each row with its name: risks, the letters of cells without a risk, and ``...`` for what
        is left out of a large board."""
        cells, seen = self._values["cells"], self._values.get("seen")
        columns = shown_places(max(map(len, cells), default=0))

        def cell(row: int, column: int) -> Any:
            risk = cells[row][column]
            return risk if risk is not None else seen[row][column] if seen else "·"

        def row(place: int | None) -> list[Any]:
            return [... if place is None or column is None else cell(place, column) for column in columns]

        def name(place: int | None) -> str:
            return "…" if place is None else str(place + 1)

        return [name(column) for column in columns], [(name(place), row(place)) for place in shown_places(len(cells))]

    def _repr_html_(self) -> str:
        from html import escape

        def cell(value: Any) -> str:
            if value is ...:
                return "<td>…</td>"
            if isinstance(value, str):
                return f'<td style="background: #ddd; color: #000">{escape(value)}</td>'
            share = float(value)
            colour = f"rgb({int(255 - 30 * (1 - share))}, {int(255 - 150 * share)}, {int(255 - 200 * share)})"
            return f'<td title="{brief(value)}" style="background: {colour}; color: #000">{share:.3f}</td>'

        columns, rows = self._grid()
        head = "".join(f"<th>{column}</th>" for column in columns)
        lines = "".join(f"<tr><th>{row}</th>{''.join(map(cell, cells))}</tr>" for row, cells in rows)
        lines = f"<tr><th></th>{head}</tr>{lines}"
        lists = "".join(records._repr_html_(name) for name, records in self._lists())
        return f"<div>{escape(self.title)}</div><table><tbody>{lines}</tbody></table>{lists}"
