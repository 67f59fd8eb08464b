"""Named values, exact if possible, and their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context
from fractions import Fraction
from typing import Any

# The number of digits above which a fraction or whole number is abbreviated in texts.
LONGEST = 40

# The largest size, in bits, of a whole number that Python always formats. It may refuse numbers of more than
# 640 digits.
MOST_BITS = 2_100

# The largest number of rows of one name, of a distribution, and of a distribution among other values.
MOST_ROWS = 24
MOST_CHANCES = 60
FEW_CHANCES = 8


def scientific(value: int, digits: int = 6) -> str:
    """Returns a whole number in scientific notation, rounded to ``digits`` digits after the point."""
    return f"{Context(prec=digits + 1, Emax=MAX_EMAX, Emin=MIN_EMIN).create_decimal(value):.{digits}e}"


def decimal(value: Fraction, digits: int = 6) -> str:
    """Returns a fraction with ``digits`` digits after the point, correctly rounded, or in scientific notation if large."""
    if is_long_whole(int(value)):
        return scientific(int(value), digits)
    scaled = round(abs(value) * 10**digits)
    text = str(scaled).rjust(digits + 1, "0")
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}"


def is_long(value: Fraction) -> bool:
    """Returns whether a fraction is too long to read."""
    return value.numerator.bit_length() + value.denominator.bit_length() > 3 * LONGEST


def is_long_whole(value: int) -> bool:
    """Returns whether a whole number is too long to read."""
    return value.bit_length() > 3 * LONGEST and abs(value) >= 10**LONGEST


class LongInt(int):
    """A long ``int`` whose text is rounded if Python refuses to format all its digits."""

    def __repr__(self) -> str:
        try:
            return super().__repr__()
        except ValueError:
            return scientific(self)

    __str__ = __repr__


class LongFraction(Fraction):
    """A long ``Fraction`` whose text is a decimal if Python refuses to format all its digits."""

    def __repr__(self) -> str:
        try:
            return f"Fraction({self.numerator}, {self.denominator})"
        except ValueError:
            return decimal(self)

    def __str__(self) -> str:
        try:
            return super().__str__()
        except ValueError:
            return decimal(self)

    def __reduce__(self) -> Any:
        return LongFraction, (self.numerator, self.denominator)


def printable(value: Any) -> Any:
    """Returns an equal number that always has a text, because Python refuses to format more than 4,300 digits."""
    if type(value) is int and value.bit_length() > MOST_BITS:
        return LongInt(value)
    if type(value) is Fraction and max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        return LongFraction(value)
    return value


def shown(value: Any) -> tuple[str, str]:
    """Returns the text of a value and its decimal, for two columns."""
    if isinstance(value, Fraction):
        return ("…" if is_long(value) else str(value), decimal(value))
    if isinstance(value, float):
        return ("", f"{value:.6g}")
    if isinstance(value, bool):
        return ("yes" if value else "no", "")
    if isinstance(value, int) and is_long_whole(value):
        return ("…", scientific(value))
    return (text(value), "")


def text(value: Any, write: Callable[[Any], str] = str) -> str:
    """Returns ``write(value)``, with ``str`` or ``repr``; numbers that are too long to read are rounded."""
    if isinstance(value, int) and is_long_whole(value):
        return scientific(value)
    if isinstance(value, Fraction) and is_long(value):
        return decimal(value)
    if type(value) in (tuple, list):
        parts = ", ".join(text(one, repr) for one in value)
        if type(value) is list:
            return f"[{parts}]"
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    try:
        return write(value)
    except ValueError:
        # The value contains a number that Python refuses to format.
        return object.__repr__(value)


class Record(Mapping[str, Any]):
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

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={text(value, repr)}" for name, value in self._values.items())
        return f"{type(self).__name__}({inner})"


def made(value: Any) -> Any:
    """Converts a JSON value: dicts become records, lists become tuples."""
    if isinstance(value, (Record, Distribution)):
        return value
    if isinstance(value, Mapping):
        return Record({name: chances(one) if name == "distribution" else one for name, one in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(made(one) for one in value)
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


class Distribution(dict[Any, Fraction]):
    """A probability for each value, as fractions with the sum 1."""

    def mean(self) -> Any:
        """Returns the expected value: a ``Fraction`` if the values are numbers, and a tuple of one ``Fraction`` per place if
        they are tuples of numbers. Raises ``TypeError`` for other values."""
        values = list(self)
        if values and all(isinstance(value, tuple) and len(value) == len(values[0]) for value in values):
            return tuple(self._expected(place) for place in range(len(values[0])))
        return self._expected(None)

    def _expected(self, place: int | None) -> Fraction:
        """Returns the expected value of the numbers, or of one place of the tuples."""
        total = Fraction(0)
        for value, chance in self.items():
            try:
                number = Fraction(value if place is None else value[place])
            except (TypeError, ValueError):
                what = f"a mean is of numbers or of tuples of numbers, not of {text(value, repr)}"
                raise TypeError(what) from None
            total += number * chance
        found: Fraction = printable(total)
        return found

    def _rows(self) -> list[tuple[str, str, str]]:
        found = [(text(value), *shown(chance)) for value, chance in list(self.items())[:MOST_CHANCES]]
        left = len(self) - len(found)
        return [*found, ("…", f"{left} more", "")] if left else found

    def __repr__(self) -> str:
        return text_of("Distribution", self._rows())

    def _repr_html_(self) -> str:
        return html_of("Distribution", self._rows())


def rows(name: str, value: Any) -> list[tuple[str, str, str]]:
    """Returns the rows of a named value: one row, one row per inner value, or none if the value is unknown."""
    if value is None:
        return []
    if isinstance(value, Distribution):
        found = [(f"{name} {text(one)}", *shown(chance)) for one, chance in list(value.items())[:FEW_CHANCES]]
        left = len(value) - len(found)
        return [*found, (f"{name} …", f"{left} more", "")] if left else found
    if isinstance(value, Record):
        if all(isinstance(one, int) for one in value.values()):
            return [(name, ", ".join(f"{part}: {text(one)}" for part, one in value.items()), "")]
        return [row for part, one in value.items() for row in rows(f"{name}.{part}", one)]
    if isinstance(value, tuple):
        if not any(isinstance(one, (Record, tuple, Fraction)) for one in value):
            return [(name, ", ".join(text(one) for one in value), "")] if value else []
        found = [row for place, one in enumerate(value) for row in rows(f"{name}[{place}]", one)]
        left = len(found) - MOST_ROWS
        return found if left <= 0 else [*found[:MOST_ROWS], (f"{name}[…]", f"{left} more", "")]
    return [(name, *shown(value))]


def text_of(title: str, rows: list[tuple[str, str, str]]) -> str:
    """Returns rows as text."""
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(2)]
    lines = [f"  {name.ljust(widths[0])}  {exact.ljust(widths[1])}  {rounded}".rstrip() for name, exact, rounded in rows]
    return "\n".join([title, *lines])


def html_of(title: str, rows: list[tuple[str, str, str]]) -> str:
    """Returns rows as an HTML table."""
    from html import escape

    cell = '<td style="text-align: left">{}</td><td style="text-align: left">{}</td><td>{}</td>'
    lines = "".join(f"<tr>{cell.format(*map(escape, row))}</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><tbody>{lines}</tbody></table>"
