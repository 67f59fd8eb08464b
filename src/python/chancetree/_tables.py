"""Results as tables: columns for pandas, polars and Arrow, and rows for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import inf
from typing import Any

from ._ask import whole
from ._engine import Table
from ._texts import BoundedFloat, shown, text

# The largest number of rows of a table in texts and notebooks.
MAX_ROWS = 60

# A row of a table: a value for each name.
Row = dict[str, Any]

# A table for people: the names of the columns, and rows of cells. A cell is a text with a longer text for a tooltip, or an empty
# text.
Grid = tuple[list[str], list[list[tuple[str, str]]]]


class Tabular:
    """A result that is also a table.

    Other libraries read it through the Arrow PyCapsule interface. An exact number has a column of doubles
    and, with the suffix ``_exact``, a column of fractions as texts.
    """

    def _records(self) -> Sequence[Row]:
        """Returns the rows."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Converts the result to a pandas table."""
        return to_pandas(table_of(self._records()))

    def to_polars(self) -> Any:
        """Converts the result to a polars table."""
        return to_polars(table_of(self._records()))

    def to_arrow(self) -> Any:
        """Converts the result to a pyarrow table."""
        import pyarrow

        return pyarrow.table(table_of(self._records()))

    def __arrow_c_schema__(self) -> object:
        return table_of(self._records()).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return table_of(self._records()).__arrow_c_stream__(requested_schema)


def to_pandas(table: Table) -> Any:
    """Converts a table to a pandas table."""
    import pandas

    return pandas.DataFrame({name: table.column(name) for name in table.column_names})


def to_polars(table: Table) -> Any:
    """Converts a table to a polars table."""
    import polars

    return polars.DataFrame(table)


def flat(value: Any, name: str = "", brief: bool = False) -> Iterator[tuple[str, Any]]:
    """Yields the values of a record by column name: ``win`` of two players is ``win_1`` and ``win_2``.

    Records in a list and distributions are tables of their own, and are left out. A ``brief`` row has only the mean of a
    quantity.
    """
    if isinstance(value, dict):
        return
    if isinstance(value, Mapping):
        for part, one in value.items():
            if not brief or "mean" not in value or part == "mean":
                yield from flat(one, f"{name}_{part}" if name else part, brief)
    elif isinstance(value, (tuple, list)):
        if all(isinstance(one, (Fraction, float)) for one in value):
            yield from ((f"{name}_{place}", one) for place, one in enumerate(value, 1))
        elif not any(isinstance(one, (Mapping, tuple, list)) for one in value):
            yield name, " ".join(map(text, value))
    else:
        yield name, value


def table_of(rows: Sequence[Row]) -> Table:
    """Returns the table of rows. Columns without any value are left out."""
    names = dict.fromkeys(name for row in rows for name in row)
    return Table([one for name in names for one in columns(name, [row.get(name) for row in rows])])


def columns(name: str, values: list[Any]) -> Iterator[tuple[str, str, list[Any]]]:
    """Yields the columns of a quantity: its name, kind and values, and where there are any, its fractions and errors."""
    present = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in present):
        if present:
            yield name, "flag", values
    elif all(is_small(value) for value in present):
        yield name, "integer", values
    elif all(isinstance(value, (int, float, Fraction)) for value in present):
        yield name, "real", [None if value is None else double(value) for value in values]
        exact = [fraction_text(value) for value in values]
        if any(exact):
            yield f"{name}_exact", "text", exact
        if any(isinstance(value, BoundedFloat) for value in present):
            yield f"{name}_error", "real", [getattr(value, "error", None) for value in values]
    else:
        yield name, "text", [None if value is None else text(value) for value in values]


def is_small(value: Any) -> bool:
    """Returns whether a value is a whole number of 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def double(value: Any) -> float:
    """Returns the nearest double, which may be infinite."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def fraction_text(value: Any) -> str | None:
    """Returns a fraction as ``"1/3"`` and a whole number as digits, whatever their lengths."""
    if isinstance(value, Fraction):
        return f"{whole(value.numerator)}/{whole(value.denominator)}"
    return whole(value) if isinstance(value, int) else None


def grid(rows: Sequence[Row], with_fractions: bool = False) -> Grid:
    """Returns rows for people. Fractions are rounded, and ``with_fractions`` they also have a column of their own."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    heads: list[str] = []
    lines: list[list[tuple[str, str]]] = [[] for _ in rows[:MAX_ROWS]]
    for name in names:
        values = [row.get(name) for row in rows[:MAX_ROWS]]
        if all(value is None for value in values):
            continue
        has_two = with_fractions and any(isinstance(value, Fraction) for value in values)
        heads += [name, ""] if has_two else [name]
        for line, value in zip(lines, values):
            exact, rounded = ("", "") if value is None else shown(value)
            if has_two:
                line += [(exact, ""), (rounded, "")]
            else:
                line.append((rounded or exact, exact if rounded else ""))
    if len(rows) > MAX_ROWS and heads:
        lines.append([(f"… {len(rows) - MAX_ROWS} more", "")] + [("", "")] * (len(heads) - 1))
    return heads, lines


def text_of_grid(found: Grid, indent: str = "  ") -> list[str]:
    """Returns the lines of a grid as text."""
    heads, lines = found
    cells = [heads, *([cell for cell, _ in line] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return [(indent + "  ".join(cell.ljust(width) for cell, width in zip(line, widths))).rstrip() for line in cells]


def html_of_grid(title: str, found: Grid) -> str:
    """Returns a grid as an HTML table. A column without a name belongs to the column before it."""

    def cell(shown: tuple[str, str]) -> str:
        value, longer = shown
        hint = f' title="{escape(longer)}"' if longer else ""
        return f"<td{hint}{aligned([value])}>{escape(value)}</td>"

    heads, lines = found
    parts = []
    for place, name in enumerate(heads):
        span = ' colspan="2"' if heads[place + 1 : place + 2] == [""] else ""
        if name:
            parts.append(f"<th{span}{aligned([line[place][0] for line in lines])}>{escape(name)}</th>")
    body = "".join(f"<tr>{''.join(map(cell, line))}</tr>" for line in lines)
    return f"{titled(title)}<table><thead><tr>{''.join(parts)}</tr></thead><tbody>{body}</tbody></table>"


def aligned(values: list[str]) -> str:
    """Returns the style of the cells of a column. Notebooks align cells to the right, as is good for numbers only."""
    has_numbers = all(value.lstrip("-")[:1].isdigit() for value in values if value)
    return "" if has_numbers else ' style="text-align: left"'


def titled(title: str) -> str:
    """Returns a title above a table."""
    return f"<div>{escape(title)}</div>" if title else ""


def html_of_table(table: Table) -> str:
    """Returns the first rows of a table of Arrow columns as an HTML table."""
    heads = table.column_names
    values = [[shown(value) for value in table.column(name)[:MAX_ROWS]] for name in heads]
    lines = [[(rounded or exact, "") for exact, rounded in line] for line in zip(*values)]
    return html_of_grid(f"{table.num_rows} rows", (heads, lines))


def text_of(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """Returns names with exact and rounded values as text."""
    lines: Grid = (["", "", ""], [[(cell, "") for cell in row] for row in rows])
    return "\n".join([title, *text_of_grid(lines)[1:]])


def html_of(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """Returns names with exact and rounded values as an HTML table."""
    cell = '<td style="text-align: left">{}</td><td style="text-align: left">{}</td><td>{}</td>'
    lines = "".join(f"<tr>{cell.format(*map(escape, row))}</tr>" for row in rows)
    return f"{titled(title)}<table><tbody>{lines}</tbody></table>"
