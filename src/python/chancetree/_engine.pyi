from collections.abc import Callable
from fractions import Fraction
from typing import Any

__version__: str

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

class Explored:
    """A game, explored."""

    @property
    def states(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def decides(self) -> bool: ...
    @property
    def cycles(self) -> bool: ...
    def count(self, words: list[str], progress: Callable[[float], None] | None = None) -> dict[str, int]: ...
    def solve(
        self, payoff: object, words: list[str], progress: Callable[[float], None] | None = None
    ) -> Solved: ...

class Solved:
    """Best play of an explored game."""

    @property
    def ties(self) -> int: ...
    def value(self, state: object = None) -> list[Fraction]: ...
    def taken(self, state: object = None) -> Any: ...
    def actions(self, state: object = None) -> list[tuple[Any, list[Fraction]]]: ...
    def policy(self) -> dict[Any, Any]: ...
    def odds(self, words: list[str], progress: Callable[[float], None] | None = None) -> dict[str, Any]: ...
    def ends(self, words: list[str], progress: Callable[[float], None] | None = None) -> dict[Any, Fraction]: ...
    def graph(
        self,
        words: list[str],
        title: str,
        worth: str,
        counts: bool,
        *,
        tables: bool = False,
        progress: Callable[[float], None] | None = None,
    ) -> Any: ...

def explore(game: object, words: list[str], progress: Callable[[float], None] | None = None) -> Explored: ...
