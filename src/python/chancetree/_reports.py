"""What the engine answers: numbers with names, exact where a fraction exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

# A fraction longer than this is not for people.
LONGEST = 40


def decimal(value: Fraction, digits: int = 6) -> str:
    """A fraction with so many digits after the point, correctly rounded, whatever its size."""
    scaled = round(abs(value) * 10**digits)
    text = str(scaled).rjust(digits + 1, "0")
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}"


def is_long(value: Fraction) -> bool:
    """Whether a fraction is too long for people."""
    return value.numerator.bit_length() + value.denominator.bit_length() > 3 * LONGEST


def shown(value: Any) -> tuple[str, str]:
    """A value in two columns: as it is, and as a decimal beside it."""
    if isinstance(value, Fraction):
        return ("…" if is_long(value) else str(value), decimal(value))
    if isinstance(value, float):
        return ("", f"{value:.6g}")
    if isinstance(value, bool):
        return ("yes" if value else "no", "")
    return (str(value), "")


class Record(Mapping[str, Any]):
    """Named values: as attributes, and as items."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {
            name: made(chances(value) if name == "distribution" else value) for name, value in values.items()
        }

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("_values", {})
        if name in values:
            return values[name]
        known = ", ".join(values)
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {known}")

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return self._values == other._values
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def to_dict(self) -> dict[str, Any]:
        """The same in plain dicts and lists, with the fractions as they are."""
        plain: dict[str, Any] = unmade(self)
        return plain

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"{type(self).__name__}({inner})"


def made(value: Any) -> Any:
    """A value of JSON as this package hands it over: dicts are records, lists are tuples."""
    if isinstance(value, (Record, Distribution)):
        return value
    if isinstance(value, Mapping):
        return Record({name: chances(one) if name == "distribution" else one for name, one in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(made(one) for one in value)
    return value


def chances(value: Any) -> Any:
    """A list of values, each with its probability, as a distribution."""
    if not isinstance(value, list):
        return value
    if all(isinstance(one, list) and len(one) == 2 and isinstance(one[1], Fraction) for one in value):
        return Distribution(value)
    if all(isinstance(one, dict) and list(one) == ["scores", "probability"] for one in value):
        return Distribution((tuple(one["scores"]), one["probability"]) for one in value)
    return value


def unmade(value: Any) -> Any:
    """The way back."""
    if isinstance(value, Record):
        return {name: unmade(one) for name, one in value.items()}
    if isinstance(value, Distribution):
        return dict(value)
    if isinstance(value, tuple):
        return [unmade(one) for one in value]
    return value


class Distribution(dict[Any, Fraction]):
    """Probabilities that add up to 1, as fractions, by what they are of."""

    def mean(self) -> Fraction:
        """The expected value of what the probabilities are of, if those are numbers."""
        return sum((Fraction(value) * chance for value, chance in self.items()), Fraction(0))

    def _rows(self) -> list[tuple[str, str, str]]:
        found = [(str(value), *shown(chance)) for value, chance in list(self.items())[:MOST_CHANCES]]
        left = len(self) - len(found)
        return [*found, ("…", f"{left} more", "")] if left else found

    def __repr__(self) -> str:
        return text_of("Distribution", self._rows())

    def _repr_html_(self) -> str:
        return html_of("Distribution", self._rows())


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
    return str(value)


# Rows of one name that are shown to people, and of one distribution among others.
MOST_ROWS = 24
MOST_CHANCES = 60
FEW_CHANCES = 8


def rows(name: str, value: Any) -> list[tuple[str, str, str]]:
    """The rows of a named value: one, or one for each value in it; none for what is not known."""
    if value is None:
        return []
    if isinstance(value, Distribution):
        found = [(f"{name} {one}", *shown(chance)) for one, chance in list(value.items())[:FEW_CHANCES]]
        left = len(value) - len(found)
        return [*found, (f"{name} …", f"{left} more", "")] if left else found
    if isinstance(value, Record):
        if all(isinstance(one, int) for one in value.values()):
            return [(name, ", ".join(f"{part}: {one}" for part, one in value.items()), "")]
        return [row for part, one in value.items() for row in rows(f"{name}.{part}", one)]
    if isinstance(value, tuple):
        if not any(isinstance(one, (Record, tuple, Fraction)) for one in value):
            return [(name, ", ".join(str(one) for one in value), "")] if value else []
        found = [row for place, one in enumerate(value) for row in rows(f"{name}[{place}]", one)]
        left = len(found) - MOST_ROWS
        return found if left <= 0 else [*found[:MOST_ROWS], (f"{name}[…]", f"{left} more", "")]
    return [(name, *shown(value))]


def text_of(title: str, rows: list[tuple[str, str, str]]) -> str:
    """Rows as text."""
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    lines = [f"  {name.ljust(widths[0])}  {exact.ljust(widths[1])}  {rounded}".rstrip() for name, exact, rounded in rows]
    return "\n".join([title, *lines])


def html_of(title: str, rows: list[tuple[str, str, str]]) -> str:
    """Rows as a table of HTML."""
    from html import escape

    cell = '<td style="text-align: left">{}</td><td style="text-align: left">{}</td><td>{}</td>'
    lines = "".join(f"<tr>{cell.format(*map(escape, row))}</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><tbody>{lines}</tbody></table>"


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
    """What exact odds would take; ``states.number`` and so on, each with how it is known."""

    _kind = "Plan"

    states: Record
    transitions: Record
    seconds: Record
    bytes: Record


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
        cells = [["·" if cell is None else str(cell) for cell in row] for row in self._values["cells"]]
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
            return f'<td title="{value}" style="background: {colour}; color: #000">{share:.3f}</td>'

        lines = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in self._values["cells"])
        return f"<table><caption>{escape(self.title)}</caption><tbody>{lines}</tbody></table>"
