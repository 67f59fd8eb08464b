"""Games written in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from numbers import Real
from time import monotonic
from typing import Any, Callable, NamedTuple, Optional, Protocol, Union

from . import _engine
from ._ask import WORK, options, player_names
from ._errors import LimitError, refused
from ._graph import PICTURE, Graph, picture_of
from ._progress import Progress
from ._reports import Count, ModelOdds, Report, Simulation
from ._texts import BoundedFloat, printable
from ._values import Distribution, Record, Records

# The weight, the event and the next state.
Event = tuple[Union[int, Fraction], Hashable, Hashable]
Choices = Union[None, Iterable[Event], Mapping[Any, Iterable[Event]]]
# An exact number.
Exact = Union[int, Fraction, str]
Payoff = Optional[Union[Callable[[Any, int], Exact], "PayoffObject", "EventPayoffObject"]]


# The parameters of a graph.
DRAWN = ("shape", "depth", "merge_parallel")


class QueryArgs(NamedTuple):
    """The limits of a query in the syntax of the command line, whether progress is shown, and when the call began. All parts of a
    call share its limit of time."""

    options: list[str]
    progress: bool
    begun: float


def with_progress(args: QueryArgs, what: str, ask: Callable[[_engine.QueryArgs], Any]) -> Any:
    """Runs ``ask`` with a progress bar and returns its answer."""
    with Progress(args.progress, what) as bar:
        return ask((args.options, bar if args.progress else None, monotonic() - args.begun))


def per_seat(values: Iterable[Any]) -> Any:
    """Returns the number of the only player, or one number for each player."""
    found = tuple(map(printable, values))
    return found[0] if len(found) == 1 else found


def whole_if_whole(value: Fraction) -> Fraction | int:
    """Returns a whole number as ``int``."""
    return value.numerator if value.denominator == 1 else value


class Game(Protocol):
    """The methods of a game; the names of their arguments do not matter."""

    def start(self) -> Any:
        """Returns the state in which play begins; any hashable object."""

    def expand(self, state: Any, /) -> Choices:
        """Returns what can happen in a state.

        An end returns ``None`` or something empty. If chance moves, the result is a list of events ``(weight, event,
        state)``; if the player to move decides, it is a dict of actions with their events. Weights are whole numbers or fractions: the
        probability of an event is its weight divided by the sum of the weights.
        """


class EventPayoffObject(Protocol):
    """A payoff of events. It may also have the method ``end`` of a :class:`PayoffObject`."""

    def event(self, event: Any, /) -> Exact:
        """Returns the payoff of an event for the mover."""


class PayoffObject(Protocol):
    """A payoff of ends. It may also have the method ``event`` of an :class:`EventPayoffObject`."""

    def end(self, state: Any, seat: int, /) -> Exact:
        """Returns the payoff of an end for the seat that is ``seat`` places after the mover there: a whole number, a
        fraction, or a text such as ``"1/3"``, of 64 bits."""


class Action(NamedTuple):
    """An action and its value for each seat, the mover first."""

    action: Any
    values: tuple[Any, ...]


def width_of(precision: str | float) -> float | None:
    """Returns the distance of the bounds of doubles, or ``None`` for fractions."""
    if precision == "exact":
        return None
    error = 1e-9 if precision == "float" else precision
    if isinstance(error, bool) or not isinstance(error, Real) or not 0 < error < float("inf"):
        raise ValueError(f'precision={precision!r}: "exact", "float" or a positive number is needed')
    return 2 * float(error)


class Play(Report):
    """Optimal play: its values and its action in every state."""

    _kind = "Best"

    value: Any
    action: Any
    actions: tuple[Record, ...]
    ties: int

    def __init__(self, solved: _engine.Solved, head: dict[str, Any]) -> None:
        self._solved, error = solved, solved.error
        self._number: Callable[[Any], Any] = printable if error is None else partial(BoundedFloat.within, error=error)
        actions = Records(
            Record({"action": action, "value": per_seat(map(self._number, own))}) for action, own in solved.actions()
        )
        found = {"value": per_seat(map(self._number, solved.value())), "action": solved.taken()}
        ties = {"ties": solved.ties} if error is None else {}
        super().__init__({**head, **found, **ties, "actions": actions})

    def values_in(self, state: Any) -> tuple[Any, ...]:
        """Returns the expected value of each seat in a state, the mover first."""
        return tuple(map(self._number, self._solved.value(state)))

    def action_in(self, state: Any) -> Any:
        """Returns the optimal action in a state, or ``None`` if there is no decision."""
        return self._solved.taken(state)

    def actions_in(self, state: Any) -> list[Action]:
        """Returns every action of a state with its values, or an empty list if there is no decision. The actions with the highest
        value for the mover are as good as each other."""
        return [Action(action, tuple(map(self._number, values))) for action, values in self._solved.actions(state)]

    def policy(self) -> dict[Any, Any]:
        """Returns the optimal action of every state with several actions."""
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

    ``names`` are the names of the players in reports, in seat order. The game is explored once, by the first query. Each
    query has its own limits.
    """

    def __init__(self, game: Game, *, names: Sequence[str] | None = None) -> None:
        if isinstance(game, type):
            raise TypeError(f"a game is needed, not its class: Model({game.__name__}())")
        self.game = game
        self.names = None if names is None else player_names(names)
        self._explored: _engine.Explored | None = None
        self._last: _engine.Solved | None = None

    def __repr__(self) -> str:
        return f"Model({self.game!r})"

    def __getstate__(self) -> dict[str, Any]:
        # The engine explores the game again where it is needed.
        return {**self.__dict__, "_explored": None, "_last": None}

    def _head(self, seats: int) -> dict[str, Any]:
        """Returns the name of the game and of its players, which begin a report."""
        if self.names is not None and len(self.names) != seats:
            needed = "1 name is" if seats == 1 else f"{seats} names are"
            raise ValueError(f"names={list(self.names)}: {needed} needed")
        return {"family": type(self.game).__name__, "parameters": {} if self.names is None else {"names": self.names}}

    def _query_args(self, work: Mapping[str, Any], *own: str, known: Sequence[str] = WORK) -> QueryArgs:
        """Returns the arguments of a query beside its ``own``, which Python has read."""
        work = dict(work)
        progress = bool(work.pop("progress", True))
        for name in work:
            if name not in known:
                every = [*own, *known, "progress"]
                meant = "".join(f"; did you mean {one}?" for one in get_close_matches(name, every, 1))
                help = f"known arguments: {', '.join(every)}"
                raise refused("unknown", f"unexpected argument {name!r}{meant}", help, None, (name,))
        return QueryArgs(options(work), progress, monotonic())

    def _counts(self, payoff: Payoff) -> bool:
        """Returns whether points are the payoff."""
        return payoff is None and not hasattr(self.game, "end")

    def _of(self, args: QueryArgs) -> _engine.Explored:
        if self._explored is None:
            self._explored = with_progress(args, "exploring", lambda args: _engine.explore(self.game, args))
        return self._explored

    def _solve(self, payoff: Any, args: QueryArgs, width: float | None = None) -> _engine.Solved:
        explored = self._of(args)
        if payoff is None and hasattr(self.game, "end"):
            payoff = self.game
        last = self._last
        self._last = with_progress(args, "solving", lambda args: explored.solve(payoff, width, last, args))
        return self._last

    def odds(self, payoff: Payoff = None, *, precision: str | float = "exact", **work: Any) -> ModelOdds:
        """Returns the exact odds, under optimal play for the payoff if players decide.

        ``win`` and ``draw`` count points, and ``value`` is the expected payoff (a number for one player, or one number per
        player in seat order). The payoff is a function of an end and a seat, or an object with methods ``end(state, seat)``
        and ``event(event)``. By default it is the game itself if it has ``end``, and points otherwise. ``ties`` is the number
        of states in which several actions are optimal.

        With ``precision="float"`` only ``value`` is computed, in doubles with a proven ``error`` of at most 1e-9, or of the
        number that is given as ``precision``. This takes far less time in games with large cycles, in which no one decides, one
        player decides, or two players decide whose payoffs add up to the same number in every play. A game with other deciding
        players is solved in fractions and rounded if it has no cycles, and raises an ``Error`` otherwise. If a limit stops the
        work, ``so_far`` of the ``LimitError`` has the odds with the errors reached.
        """
        args, width = self._query_args(work, "payoff", "precision"), width_of(precision)
        explored = self._of(args)
        found = self._head(explored.seats)
        if width is None:
            found.update(self._exact_odds(payoff, args))
        else:
            own = self.game if payoff is None and hasattr(self.game, "end") else payoff
            try:
                bounds = with_progress(args, "bounds", lambda args: explored.bounds(own, width, args))
            except LimitError as stop:
                if stop.so_far is not None:
                    stop.so_far = self._bounded_odds(found, explored, stop.so_far)
                raise
            return self._bounded_odds(found, explored, bounds)
        found["states"], found["cycles"] = explored.states, explored.cycles
        return ModelOdds(found)

    def _bounded_odds(
        self, found: dict[str, Any], explored: _engine.Explored, bounds: Iterable[tuple[float, float]]
    ) -> ModelOdds:
        value = per_seat(BoundedFloat.between(lower, upper) for lower, upper in bounds)
        return ModelOdds({**found, "value": value, "states": explored.states, "cycles": explored.cycles})

    def _exact_odds(self, payoff: Payoff, args: QueryArgs) -> dict[str, Any]:
        solved = self._solve(payoff, args)
        found: dict[str, Any] = {}
        found["value"] = per_seat(solved.value())
        if hasattr(self.game, "points"):
            by_points = with_progress(args, "odds", solved.odds)
            by_points["expected_points"] = per_seat(by_points["expected_points"])
            found.update(by_points)
        return {**found, "ties": solved.ties}

    def ends(self, payoff: Payoff = None, **work: Any) -> Distribution:
        """Returns the probability of each end."""
        args = self._query_args(work, "payoff")
        solved = self._solve(payoff, args)
        found = Distribution(with_progress(args, "ends", solved.ends))
        return Distribution((state, printable(chance)) for state, chance in found.items())

    def distribution(self, payoff: Payoff = None, **work: Any) -> Distribution:
        """Returns the distribution of the final payoffs: of numbers for one player, and of tuples in seat order for several.

        Play is optimal if players decide. If play can come back to a state with other payoffs, the payoffs have no bound, and a
        ``ModelError`` names the state.
        """
        args = self._query_args(work, "payoff")
        solved = self._solve(payoff, args)
        found = with_progress(args, "distribution", solved.distribution)
        return Distribution((per_seat(map(whole_if_whole, values)), printable(chance)) for values, chance in found)

    def simulate(self, games: int = 1000, seed: int = 1, payoff: Payoff = None, **work: Any) -> Simulation:
        """Simulates games under optimal play: the payoffs, or the share of wins and the points, with their errors and the exact
        values. The same seed gives the same games."""
        args = self._query_args(work, "games", "seed", "payoff")
        solved = self._solve(payoff, args)
        head = self._head(self._of(args).seats)
        for name, number, least in (("games", games, 1), ("seed", seed, 0)):
            if not least <= number < 2**64:
                raise ValueError(f"{name}={number}: a whole number from {least} to {2**64 - 1} is needed")
        found = with_progress(
            args, "simulate", lambda args: solved.simulate((games, seed), self.names, self._counts(payoff), args)
        )
        return Simulation({**found, **head, "parameters": {**found["parameters"], **head["parameters"]}})

    def best(self, payoff: Payoff = None, *, precision: str | float = "exact", **work: Any) -> Play:
        """Returns optimal play, in which every player maximizes their own payoff.

        With ``precision="float"`` the values are doubles with a proven ``error``, as in :meth:`odds`. Actions whose values are
        nearer to each other than the errors may be taken for each other, and there are no ``ties``.
        """
        args, width = self._query_args(work, "payoff", "precision"), width_of(precision)
        return Play(self._solve(payoff, args, width), self._head(self._of(args).seats))

    def count(self, **work: Any) -> Count:
        """Returns the numbers of states, transitions and ends, and the size of the tree without merging."""
        args = self._query_args(work)
        explored = self._of(args)
        return Count({**self._head(explored.seats), **with_progress(args, "count", explored.count)})

    def graph(self, payoff: Payoff = None, **more: Any) -> Graph:
        """Returns the graph of states, actions and events, with their values.

        ``shape="tree"`` is the tree of histories, and ``depth`` the number of events after which it is cut. ``show`` is "all" for
        all actions, "best" for those that are taken, or the number of a player, whose actions are all shown. ``merge_parallel``,
        ``direction`` and ``slide`` change pictures, as in the built-in games.
        """
        show = str(more.pop("show", "all"))
        picture = picture_of(more)
        file = partial(graph_file, self, payoff, show, self._query_args(more, "payoff", known=(*WORK, *DRAWN, "show", *PICTURE)))
        return Graph(file(more=["--format=csv"], tables=True), file, picture)


def graph_file(
    model: Model, payoff: Payoff, show: str, args: QueryArgs, more: Sequence[str], tables: bool = False
) -> Any:
    """Returns the graph of a model as tables, or the file that the options ``more`` describe."""
    # A file is a call of its own.
    args = args._replace(begun=monotonic())
    limits = [option for option in args.options if option[2:].partition("=")[0].replace("-", "_") in WORK]
    solved = model._solve(payoff, args._replace(options=limits))
    seats = model._of(args._replace(options=limits)).seats
    if show.isdecimal() and not 1 <= int(show) <= seats:
        raise ValueError(f"show={show}: the players of this game are 1 to {seats}")
    counts = model._counts(payoff)
    title = type(model.game).__name__
    worth = "the points to come" if counts else "what play is worth"
    whole = args._replace(options=[*args.options, *more])
    return with_progress(whole, "graph", lambda args: solved.graph(args, title, worth, show, counts, tables))
