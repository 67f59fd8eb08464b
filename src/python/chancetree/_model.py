"""Games of one's own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Callable, NamedTuple, Optional, Protocol, Union

from . import _engine
from ._ask import WORK, words
from ._graph import Graph
from ._progress import Progress
from ._reports import Count, ModelOdds, Report
from ._values import Distribution, Record, printable

# Weight, event, and the state that follows.
Event = tuple[int, Hashable, Hashable]
Choices = Union[None, Iterable[Event], Mapping[Any, Iterable[Event]]]
Payoff = Optional[Union[Callable[[Any, int], int], "Worth"]]


# The limits of a question in words, and whether progress is shown.
Asked = tuple[list[str], bool]


def shown(asked: Asked, what: str, ask: Callable[[_engine.Asked], Any]) -> Any:
    """What the engine answers, with its progress."""
    typed, progress = asked
    with Progress(progress, what) as bar:
        return ask((typed, bar if progress else None))


class Game(Protocol):
    """What a game must say; the names of the arguments do not matter."""

    def start(self) -> Any:
        """The state in which play begins; any hashable."""

    def expand(self, state: Any, /) -> Choices:
        """What may happen in a state.

        Nothing (``None`` or something empty) at an end; where chance plays, the events ``(weight, event, state)``; where the
        player to move decides, a dict of actions, each with its events. Weights are whole numbers: a probability is a weight
        over the sum of the weights.
        """

    def layer(self, state: Any, /) -> int:
        """A whole number from 0 to 4294967295 that never falls along an event; play can come back only within a layer."""


class Worth(Protocol):
    """What play is worth."""

    def end(self, state: Any, seat: int, /) -> int:
        """What an end is worth to the seat that sits ``seat`` places after the one to move there: a whole number of 64
        bits."""


class Action(NamedTuple):
    """An action, and what it is worth to each seat, the mover first."""

    action: Any
    values: tuple[Fraction, ...]


class Play(Report):
    """Best play: what it is worth, and what is done in every state."""

    _kind = "Best"

    value: Any
    action: Any
    actions: tuple[Record, ...]
    ties: int

    def __init__(self, solved: _engine.Solved, seats: int) -> None:
        values = tuple(solved.value())

        def of_seats(values: tuple[Fraction, ...]) -> Any:
            return values[0] if seats == 1 else values

        actions = [Record({"action": action, "value": of_seats(tuple(own))}) for action, own in solved.actions()]
        found = {"value": of_seats(values), "action": solved.taken(), "actions": actions, "ties": solved.ties}
        super().__init__({"family": "model", **found})
        self._solved = solved

    def values_in(self, state: Any) -> tuple[Fraction, ...]:
        """What each seat may still expect in a state, the mover first."""
        return tuple(map(printable, self._solved.value(state)))

    def action_in(self, state: Any) -> Any:
        """The action that is taken in a state; ``None`` where nobody decides."""
        return self._solved.taken(state)

    def actions_in(self, state: Any) -> list[Action]:
        """Every action of a state; none where nobody decides."""
        return [Action(action, tuple(map(printable, values))) for action, values in self._solved.actions(state)]

    def policy(self) -> dict[Any, Any]:
        """The action in every state in which somebody decides."""
        return self._solved.policy()

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("best play is tied to its game and cannot be pickled; policy() can")


class Model:
    """A game of one's own: a class with ``start``, ``expand`` and ``layer``, see :class:`Game`.

    It may also have ``seats``, the number of players (1, if it is not said); ``passes(event)``, how many seats the turn moves
    on; ``points(event)``, what an event gives to the mover, 0 to 65535; ``end(state, seat)``, what an end is worth, a whole
    number of 64 bits.

    Every player sees the whole state, and chance is the only unknown. A game with hidden information, such as cards in a
    hand, does not fit: the engine cannot notice that a state holds what a player must not know, and answers for players who
    see it. Of Kuhn poker, with both cards in the state, it says that neither player gains anything; in the true game the
    first player loses 1/18 (Kuhn 1950).

    The game is explored once, when it is first asked; limits go to each question.
    """

    def __init__(self, game: Game) -> None:
        if isinstance(game, type):
            raise TypeError(f"a game is needed, not its class: Model({game.__name__}())")
        self.game = game
        self._explored: _engine.Explored | None = None
        self._solved: list[tuple[Any, _engine.Solved]] = []

    def __repr__(self) -> str:
        return f"Model({self.game!r})"

    def _asked(self, work: Mapping[str, Any]) -> Asked:
        work = dict(work)
        progress = bool(work.pop("progress", True))
        for name in work:
            if name not in WORK:
                raise TypeError(f"unexpected argument {name!r}: {', '.join(WORK)} and progress are known")
        return words(work), progress

    def _of(self, asked: Asked) -> _engine.Explored:
        if self._explored is None:
            self._explored = shown(asked, "exploring", lambda asked: _engine.explore(self.game, asked))
        return self._explored

    def _solve(self, payoff: Any, asked: Asked) -> _engine.Solved:
        explored = self._of(asked)
        if payoff is None and hasattr(self.game, "end"):
            payoff = self.game
        for known, solved in self._solved:
            if known is payoff:
                return solved
        found: _engine.Solved = shown(asked, "solving", lambda asked: explored.solve(payoff, asked))
        self._solved.append((payoff, found))
        return found

    def odds(self, payoff: Payoff = None, **work: Any) -> ModelOdds:
        """Exact odds, where somebody decides under best play for the payoff.

        ``win`` and ``draw`` are by points, ``value`` by the payoff (of one player, or of each, from the first): a function of an end and a seat,
        or an object with methods ``end(state, seat)`` and ``event(event)``; if nothing is said, the game itself if it has
        ``end``, else points.
        """
        asked = self._asked(work)
        solved = self._solve(payoff, asked)
        explored = self._of(asked)
        found: dict[str, Any] = {"family": "model"}
        if payoff is not None or hasattr(self.game, "end"):
            values = tuple(solved.value())
            found["value"] = values[0] if explored.seats == 1 else values
        if hasattr(self.game, "points"):
            by_points = shown(asked, "odds", solved.odds)
            if explored.seats == 1:
                (by_points["expected_points"],) = by_points["expected_points"]
            found.update(by_points)
        found["states"], found["cycles"] = explored.states, explored.cycles
        return ModelOdds(found)

    def ends(self, payoff: Payoff = None, **work: Any) -> Distribution:
        """The probability that play ends in each end."""
        asked = self._asked(work)
        solved = self._solve(payoff, asked)
        found = Distribution(shown(asked, "ends", solved.ends))
        return Distribution((state, printable(chance)) for state, chance in found.items())

    def best(self, payoff: Payoff = None, **work: Any) -> Play:
        """Best play, everybody for himself: what it is worth, and what is done in every state."""
        asked = self._asked(work)
        return Play(self._solve(payoff, asked), self._of(asked).seats)

    def count(self, **work: Any) -> Count:
        """The number of states, transitions and ends, and the size of the tree without merging."""
        asked = self._asked(work)
        explored = self._of(asked)
        return Count({"family": "model", **shown(asked, "count", explored.count)})

    def graph(self, payoff: Payoff = None, **work: Any) -> Graph:
        """The graph of states, actions and events, with what each is worth."""
        asked = self._asked(work)
        solved = self._solve(payoff, asked)
        counts = payoff is None and not hasattr(self.game, "end")
        title = type(self.game).__name__
        worth = "the points to come" if counts else "what play is worth"

        def ask(more: list[str], tables: bool) -> Any:
            whole = ([*asked[0], *more], asked[1])
            return shown(whole, "graph", lambda asked: solved.graph(asked, title, worth, counts, tables))

        def file(more: list[str]) -> bytes:
            text: bytes = ask(more, False)
            return text

        return Graph(ask(["--format=csv"], True), file)
