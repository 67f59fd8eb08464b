"""Games written in Python."""

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

# The weight, the event and the next state.
Event = tuple[int, Hashable, Hashable]
Choices = Union[None, Iterable[Event], Mapping[Any, Iterable[Event]]]
# An exact number.
Exact = Union[int, Fraction, str]
Payoff = Optional[Union[Callable[[Any, int], Exact], "Worth"]]


# The limits of a query in the syntax of the command line, and whether progress is shown.
QueryArgs = tuple[list[str], bool]


def shown(args: QueryArgs, what: str, ask: Callable[[_engine.QueryArgs], Any]) -> Any:
    """Runs ``ask`` with a progress bar and returns its answer."""
    typed, progress = args
    with Progress(progress, what) as bar:
        return ask((typed, bar if progress else None))


class Game(Protocol):
    """The methods of a game; the names of their arguments do not matter."""

    def start(self) -> Any:
        """Returns the state in which play begins; any hashable object."""

    def expand(self, state: Any, /) -> Choices:
        """Returns what can happen in a state.

        An end returns ``None`` or something empty. If chance moves, the result is a list of events ``(weight, event,
        state)``; if the player to move decides, it is a dict of actions with their events. Weights are whole numbers: the
        probability of an event is its weight divided by the sum of the weights.
        """


class Worth(Protocol):
    """A payoff."""

    def end(self, state: Any, seat: int, /) -> Exact:
        """Returns the payoff of an end for the seat that is ``seat`` places after the mover there: a whole number, a
        fraction, or a text such as ``"1/3"``, of 64 bits."""


class Action(NamedTuple):
    """An action and its value for each seat, the mover first."""

    action: Any
    values: tuple[Fraction, ...]


class Play(Report):
    """Optimal play: its values and its action in every state."""

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
        """Returns the expected value of each seat in a state, the mover first."""
        return tuple(map(printable, self._solved.value(state)))

    def action_in(self, state: Any) -> Any:
        """Returns the optimal action in a state, or ``None`` if there is no decision."""
        return self._solved.taken(state)

    def actions_in(self, state: Any) -> list[Action]:
        """Returns every action of a state with its values, or an empty list if there is no decision."""
        return [Action(action, tuple(map(printable, values))) for action, values in self._solved.actions(state)]

    def policy(self) -> dict[Any, Any]:
        """Returns the optimal action of every state with a decision."""
        return self._solved.policy()

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("best play is tied to its game and cannot be pickled; policy() can")


class Model:
    """A game written in Python: an object with methods ``start`` and ``expand``; see :class:`Game`.

    The game may also have ``seats``, the number of players (1 by default); ``passes(event)``, the number of seats by
    which the turn moves on; ``points(event)``, the points of the mover, -65535 to 65535; and ``end(state, seat)``, the
    payoff of an end: a whole number, a ``Fraction``, or a text such as ``"1/3"``, of 64 bits.

    Every player sees the whole state, and chance is the only unknown. Games with hidden information, such as cards in
    a hand, are not supported. The engine cannot detect hidden information in a state, and assumes that all players
    see it. For Kuhn poker with both cards in the state it computes the value 0; in the real game the first player
    loses 1/18 (Kuhn 1950).

    The game is explored once, by the first query. Each query has its own limits.
    """

    def __init__(self, game: Game) -> None:
        if isinstance(game, type):
            raise TypeError(f"a game is needed, not its class: Model({game.__name__}())")
        self.game = game
        self._explored: _engine.Explored | None = None
        self._solved: list[tuple[Any, _engine.Solved]] = []

    def __repr__(self) -> str:
        return f"Model({self.game!r})"

    def _query_args(self, work: Mapping[str, Any]) -> QueryArgs:
        work = dict(work)
        progress = bool(work.pop("progress", True))
        for name in work:
            if name not in WORK:
                raise TypeError(f"unexpected argument {name!r}: {', '.join(WORK)} and progress are known")
        return words(work), progress

    def _of(self, args: QueryArgs) -> _engine.Explored:
        if self._explored is None:
            self._explored = shown(args, "exploring", lambda args: _engine.explore(self.game, args))
        return self._explored

    def _solve(self, payoff: Any, args: QueryArgs) -> _engine.Solved:
        explored = self._of(args)
        if payoff is None and hasattr(self.game, "end"):
            payoff = self.game
        for known, solved in self._solved:
            if known is payoff:
                return solved
        found: _engine.Solved = shown(args, "solving", lambda args: explored.solve(payoff, args))
        self._solved.append((payoff, found))
        return found

    def odds(self, payoff: Payoff = None, **work: Any) -> ModelOdds:
        """Returns the exact odds, under optimal play for the payoff if players decide.

        ``win`` and ``draw`` count points, and ``value`` is the expected payoff (a number for one player, or one number per
        player in seat order). The payoff is a function of an end and a seat, or an object with methods ``end(state, seat)``
        and ``event(event)``. By default it is the game itself if it has ``end``, and points otherwise.
        """
        args = self._query_args(work)
        solved = self._solve(payoff, args)
        explored = self._of(args)
        found: dict[str, Any] = {"family": "model"}
        if payoff is not None or hasattr(self.game, "end"):
            values = tuple(solved.value())
            found["value"] = values[0] if explored.seats == 1 else values
        if hasattr(self.game, "points"):
            by_points = shown(args, "odds", solved.odds)
            if explored.seats == 1:
                (by_points["expected_points"],) = by_points["expected_points"]
            found.update(by_points)
        found["states"], found["cycles"] = explored.states, explored.cycles
        return ModelOdds(found)

    def ends(self, payoff: Payoff = None, **work: Any) -> Distribution:
        """Returns the probability of each end."""
        args = self._query_args(work)
        solved = self._solve(payoff, args)
        found = Distribution(shown(args, "ends", solved.ends))
        return Distribution((state, printable(chance)) for state, chance in found.items())

    def best(self, payoff: Payoff = None, **work: Any) -> Play:
        """Returns optimal play, in which every player maximizes their own payoff."""
        args = self._query_args(work)
        return Play(self._solve(payoff, args), self._of(args).seats)

    def count(self, **work: Any) -> Count:
        """Returns the numbers of states, transitions and ends, and the size of the tree without merging."""
        args = self._query_args(work)
        explored = self._of(args)
        return Count({"family": "model", **shown(args, "count", explored.count)})

    def graph(self, payoff: Payoff = None, **work: Any) -> Graph:
        """Returns the graph of states, actions and events, with their values."""
        args = self._query_args(work)
        solved = self._solve(payoff, args)
        counts = payoff is None and not hasattr(self.game, "end")
        title = type(self.game).__name__
        worth = "the points to come" if counts else "what play is worth"

        def ask(more: list[str], tables: bool) -> Any:
            whole = ([*args[0], *more], args[1])
            return shown(whole, "graph", lambda args: solved.graph(args, title, worth, counts, tables))

        def file(more: list[str]) -> bytes:
            text: bytes = ask(more, False)
            return text

        return Graph(ask(["--format=csv"], True), file)
