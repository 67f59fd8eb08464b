from collections.abc import Callable
from typing import Any

class Table:
    """A table whose columns have names; it knows the PyCapsule interface of Arrow."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def column(self, name: str) -> list[Any]:
        """The values of a column as a list."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def ask(
    words: list[str],
    input: tuple[str, bytes] | None = None,
    *,
    tables: bool = False,
    raw: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Any: ...
def check(words: list[str]) -> None: ...
def families() -> list[dict[str, Any]]: ...
