"""The texts of numbers and other values."""

from __future__ import annotations

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_UP, Context, Decimal
from fractions import Fraction
from math import inf, nextafter
from typing import Any

# The number of digits above which a fraction or whole number is abbreviated in texts.
LONGEST = 40

# The largest size, in bits, of a whole number that Python always formats. It may refuse numbers of more than
# 640 digits.
MAX_BITS = 2_100


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


class BoundedFloat(float):
    """A double with a proven bound on its error: the exact value lies between ``lower`` and ``upper``."""

    error: float
    lower: float
    upper: float

    def __new__(cls, value: float, error: float, lower: float | None = None, upper: float | None = None) -> BoundedFloat:
        found = super().__new__(cls, value)
        found.error = error
        found.lower = nextafter(value - error, -inf) if lower is None else lower
        found.upper = nextafter(value + error, inf) if upper is None else upper
        return found

    @classmethod
    def between(cls, lower: float, upper: float) -> BoundedFloat:
        """Returns the middle of two bounds."""
        middle = lower if lower == upper else lower / 2 + upper / 2
        return cls(middle, nextafter(max(middle - lower, upper - middle), inf) if lower < upper else 0.0, lower, upper)

    @classmethod
    def within(cls, value: Fraction, error: float) -> BoundedFloat:
        """Returns a fraction with a bound on its error."""
        least, most = value - Fraction(error), value + Fraction(error)
        lower, upper = float(least), float(most)
        return cls.between(
            lower if lower <= least else nextafter(lower, -inf), upper if upper >= most else nextafter(upper, inf)
        )

    def __reduce__(self) -> Any:
        return BoundedFloat, (float(self), self.error, self.lower, self.upper)

    def __repr__(self) -> str:
        error = Context(prec=2, rounding=ROUND_UP).create_decimal(Decimal(self.error))
        return f"{float(self)!r} ± {float(error):.2g}"

    __str__ = __repr__


def printable(value: Any) -> Any:
    """Returns an equal number that always has a text, because Python refuses to format more than 4,300 digits."""
    if type(value) is int and value.bit_length() > MAX_BITS:
        return LongInt(value)
    if type(value) is Fraction and max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        return LongFraction(value)
    return value


def shown(value: Any) -> tuple[str, str]:
    """Returns the text of a value and its decimal, for two columns."""
    if isinstance(value, Fraction):
        return ("…" if is_long(value) else str(value), decimal(value))
    if isinstance(value, BoundedFloat):
        return (str(value), "")
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
        parts = ", ".join(text(one, write if isinstance(one, Fraction) else repr) for one in value)
        if type(value) is list:
            return f"[{parts}]"
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    try:
        return write(value)
    except ValueError:
        # The value contains a number that Python refuses to format.
        return object.__repr__(value)
