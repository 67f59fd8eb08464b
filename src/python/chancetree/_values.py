"""Named values and distributions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from ._tables import Row, Tabular, flat, grid, html_of, html_of_grid, text_of, text_of_grid
from ._texts import BoundedFloat, printable, shown, text

# The largest numbers of rows that are shown: of one named value, of a distribution, and of a distribution among other values, which
# shows the likeliest values.
MAX_PARTS = 24
MAX_CHANCES = 60
FEW_CHANCES = 8


class Record(Mapping[str, Any], Tabular):
    """Named values, available as attributes and as items."""

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
        """Converts the values to plain dicts and lists; fractions are kept."""
        plain: dict[str, Any] = unmade(self)
        return plain

    def _records(self) -> list[Row]:
        return [dict(flat(self))]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={text(value, repr)}" for name, value in self._values.items())
        return f"{type(self).__name__}({inner})"

    def _repr_html_(self) -> str:
        return html_of("", [row for name, value in self._values.items() for row in rows(name, value)])


class Records(tuple[Record, ...], Tabular):
    """A list of records, which is a table."""

    def _records(self) -> list[Row]:
        return [dict(flat(record)) for record in self]

    def _shown(self, names: Sequence[str]) -> list[Row]:
        """Returns the rows for people, with places, such as the cells of a board."""
        found = self._named(names)
        for row, record in zip(found, self):
            row.update({name: places_text(value) for name, value in record.items() if are_places(value)})
        return found

    def _lines(self, names: Sequence[str] = ()) -> list[str]:
        """Returns the lines of the table as text."""
        return text_of_grid(grid(self._shown(names), with_fractions=True), "    ")

    def _named(self, names: Sequence[str]) -> list[Row]:
        """Returns the rows with the names of players: the quantity ``win_1`` is ``win[Anna]``."""
        known = {f"_{place}": f"[{name}]" for place, name in enumerate(names, 1)}
        found = self._records()
        for row in found:
            head, line, place = str(row.get("quantity", "")).rpartition("_")
            if line + place in known:
                row["quantity"] = head + known[line + place]
        return found

    def __repr__(self) -> str:
        return "\n".join(["Records", *self._lines()]) if self else "Records()"

    def _repr_html_(self, title: str = "", names: Sequence[str] = ()) -> str:
        return html_of_grid(title, grid(self._shown(names), with_fractions=True))


def are_places(value: Any) -> bool:
    """Returns whether a value is a list of places, such as cells of a board."""
    return isinstance(value, tuple) and bool(value) and all(
        isinstance(one, tuple) and all(type(part) is int for part in one) for one in value
    )


def places_text(value: Sequence[Sequence[int]]) -> str:
    """Returns the text of places."""
    left = len(value) - MAX_PARTS
    cells = " ".join(",".join(map(text, one)) for one in value[:MAX_PARTS])
    return cells if left <= 0 else f"{cells} … {left} more"


def made(value: Any) -> Any:
    """Converts a JSON value: dicts become records, lists become tuples, and doubles keep their errors."""
    if isinstance(value, (Record, Distribution)):
        return value
    if isinstance(value, Mapping):
        if "float" in value and "error" in value:
            return BoundedFloat(*(float(value[name]) for name in ("float", "error", "lower", "upper") if name in value))
        return Record(value)
    if isinstance(value, (list, tuple)):
        found = tuple(made(one) for one in value)
        return Records(found) if found and all(type(one) is Record for one in found) else found
    return printable(value)


def chances(value: Any) -> Any:
    """Converts a list of values with probabilities to a distribution; returns other values unchanged."""
    if not isinstance(value, list):
        return value
    if all(isinstance(one, list) and len(one) == 2 and isinstance(one[1], Fraction) for one in value):
        return Distribution((one[0], printable(one[1])) for one in value)
    if all(isinstance(one, dict) and list(one) == ["scores", "probability"] for one in value):
        return Distribution((tuple(one["scores"]), printable(one["probability"])) for one in value)
    return value


def unmade(value: Any) -> Any:
    """Reverses :func:`made`."""
    if isinstance(value, Record):
        return {name: unmade(one) for name, one in value.items()}
    if isinstance(value, Distribution):
        return dict(value)
    if isinstance(value, tuple):
        return [unmade(one) for one in value]
    return value


class Distribution(dict[Any, Fraction], Tabular):
    """A probability for each value, as fractions with the sum 1.

    Values are numbers, tuples of one number for each player, or other objects. The mean and so on of tuples is a tuple.
    """

    def marginal(self, place: int) -> Distribution:
        """Returns the distribution of one place of the tuples, such as the score of one player; places begin with 0."""
        found = Distribution()
        for value, chance in self.items():
            found[value[place]] = found.get(value[place], Fraction(0)) + chance
        numbers = all(isinstance(value, Real) for value in found)
        return Distribution(sorted(found.items())) if numbers else found

    def mean(self) -> Any:
        """Returns the expected value: a ``Fraction``, or one for each place of the tuples. Raises ``TypeError`` for other
        values."""
        return self._each("a mean", lambda one: one._moment(1))

    def variance(self) -> Any:
        """Returns the variance: a ``Fraction``, or one for each place of the tuples. Raises ``TypeError`` for other values."""
        return self._each("a variance", lambda one: printable(one._moment(2) - one._moment(1) ** 2))

    def quantile(self, share: Any) -> Any:
        """Returns the least value that is not exceeded with a probability of ``share`` or more, from 0 to 1."""
        wanted = Fraction(share)
        if not 0 <= wanted <= 1:
            raise ValueError(f"share={share}: a number from 0 to 1 is needed")

        def least(one: Distribution) -> Any:
            total = Fraction(0)
            for value in sorted(one):
                total += one[value]
                if total >= wanted:
                    break
            return value

        return self._each("a quantile", least)

    def _each(self, what: str, of: Callable[[Distribution], Any]) -> Any:
        """Returns ``of`` the distribution, or of each place of the tuples."""
        values = list(self)
        if not values:
            raise ValueError(f"{what} needs a value")
        has_places = all(isinstance(value, tuple) and len(value) == len(values[0]) for value in values)
        for value in values:
            if not all(isinstance(number, Real) for number in (value if has_places else [value])):
                raise TypeError(f"{what} is of numbers or of tuples of numbers, not of {text(value, repr)}")
        return tuple(of(self.marginal(place)) for place in range(len(values[0]))) if has_places else of(self)

    def _moment(self, power: int) -> Fraction:
        """Returns the expected value of a power of the numbers."""
        found: Fraction = printable(sum((Fraction(value) ** power * chance for value, chance in self.items()), Fraction(0)))
        return found

    def _records(self) -> list[Row]:
        def named(value: Any) -> Row:
            has_numbers = isinstance(value, tuple) and all(isinstance(part, Real) for part in value)
            return {f"value_{place}": part for place, part in enumerate(value, 1)} if has_numbers else {"value": value}

        return [{**named(value), "probability": chance} for value, chance in self.items()]

    def _rows(self) -> list[tuple[str, str, str]]:
        found = [(text(value), *shown(chance)) for value, chance in list(self.items())[:MAX_CHANCES]]
        left = len(self) - len(found)
        return [*found, ("…", f"{left} more", "")] if left else found

    def __repr__(self) -> str:
        return text_of("Distribution", self._rows())

    def _repr_html_(self) -> str:
        return html_of("Distribution", self._rows())


def rows(name: str, value: Any, names: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """Returns the rows of a named value: one row, one row per inner value, or none if the value is unknown or a table. The values
    of players have the ``names`` of players."""
    if value is None:
        return []
    if isinstance(value, Distribution):
        least = sorted(value.values(), reverse=True)[:FEW_CHANCES][-1:]
        likely = [(one, chance) for one, chance in value.items() if [chance] >= least][:FEW_CHANCES]
        found = [(f"{name} {text(one)}", *shown(chance)) for one, chance in likely]
        left = len(value) - len(found)
        return [*found, (f"{name} …", f"{left} more", "")] if left else found
    if isinstance(value, Record):
        if all(isinstance(one, int) for one in value.values()):
            return [(name, ", ".join(f"{part}: {text(one)}" for part, one in value.items()), "")]
        return [row for part, one in value.items() for row in rows(f"{name}.{part}", one)]
    if isinstance(value, Records):
        return []
    if isinstance(value, tuple):
        if not any(isinstance(one, (Record, tuple, Fraction, float)) for one in value):
            return [(name, ", ".join(text(one) for one in value), "")] if value else []
        if are_places(value):
            return [(name, places_text(value), "")]
        called = names if len(names) == len(value) else range(len(value))
        found = [row for place, one in zip(called, value) for row in rows(f"{name}[{place}]", one)]
        left = len(found) - MAX_PARTS
        return found if left <= 0 else [*found[:MAX_PARTS], (f"{name}[…]", f"{left} more", "")]
    return [(name, *shown(value))]
