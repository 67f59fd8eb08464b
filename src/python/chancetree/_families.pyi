# Written by src/python/stubs.py from the descriptions of the engine.

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Generic, Literal, SupportsFloat, SupportsIndex, TypedDict, Union, overload

from typing_extensions import TypeVar, Unpack

from ._graph import Graph
from ._logs import Log
from ._reports import (
    Best,
    BestProperties,
    Count,
    Fair,
    Fit,
    GuessOdds,
    Information,
    MemoryOdds,
    MinesOdds,
    Plan,
    Properties,
    Report,
    Reports,
    Risk,
    Simulation,
    SolitaireOdds,
)
from ._values import Distribution

Number = Union[SupportsIndex, SupportsFloat, str]
One = Union[Number, None]
Value = Union[One, Iterable[Number]]
Flag = Union[bool, Number]
File = Union[str, PathLike[str], None]

FAMILIES: dict[str, type[Family]]
REPORTS: dict[str, type[Report]]

class Single:
    """The kind of a single game."""

class Several:
    """The kind of a range of games, whose answers are lists."""

Kind = TypeVar("Kind", default=Single)

class Family:
    """A game with its parameters. Queries are methods, which also accept the parameters of the work:

    threads: Number of threads [if not set: one per core]
    max_states: Stop once more than N states have been found
    max_memory: Stop before using more memory than SIZE, such as 4G
    timeout: Stop after this time: 30, 90s, 5m or 1h
    progress: Show progress with tqdm
    """

    family: str
    commands: tuple[str, ...]
    parameters: dict[str, Any]
    _text: tuple[str, bytes] | None
    def _query_parameters(self, command: str, more: Mapping[str, Any]) -> dict[str, Any]: ...
    def _words(self) -> list[str]: ...
    def help(self, command: str = "odds") -> str:
        """Returns the help of a command and its parameters."""

class Work(TypedDict, total=False):
    threads: Value
    max_states: Value
    max_memory: Value
    timeout: Value
    progress: bool

class _memory(TypedDict, total=False):
    names: Value
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value
    distribution: bool
    approximate: Flag
    precision: Value
    continue_: Literal["best", "pure"] | None
    save: File
    games: Value
    seed: Value
    show: Value
    shape: Literal["dag", "tree"] | None
    depth: Value
    label: Literal["counts", "board", "odds"] | None
    merge_parallel: bool
    direction: Literal["down", "right"] | None
    slide: bool
    compare: Value

class _memory_odds(Work, total=False):
    names: Value
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value
    distribution: bool
    approximate: Flag
    precision: Value

class _memory_best(Work, total=False):
    names: Value
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value
    continue_: Literal["best", "pure"] | None
    save: File
    approximate: bool
    precision: Value

class _memory_count(Work, total=False):
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value

class _memory_simulate(Work, total=False):
    names: Value
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value
    games: Value
    seed: Value
    approximate: bool
    precision: Value

class _memory_fair(Work, total=False):
    names: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value
    compare: Value
    approximate: bool
    precision: Value

class _memory_plan(Work, total=False):
    scores: Value
    position: Value
    lead: Value
    play: Value
    tactics: Value
    rules: Literal["no-pass", "tactical", "free-pass"] | None
    one_flip: bool
    objective: Literal["pairs", "win"] | None
    stalemate: Literal["draw", "score"] | None
    memory: Value

class memory(Family, Generic[Kind]):
    @overload
    def __init__(
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory],
    ) -> None:
        """Memory between robots with perfect memory (Bondarenko 2021), or between players who decide (Gerez 1983)

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        distribution: Also show the joint distribution of the final scores
        approximate: Compute doubles with proven bounds, for larger boards
        precision: exact, float, or the wanted distance of the bounds of doubles
        continue_: How play continues after a bold or safe turn [default: best]
            best: As well as possible
            pure: All best players keep their strategy for ever
        save: Write the policy to a file, for play
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        compare: Compare strategies, each used by all players
        """
    @overload
    def __init__(
        self: memory[Several],
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory],
    ) -> None: ...
    @overload
    def odds(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_odds],
    ) -> MemoryOdds:
        """Memory between robots with perfect memory (Bondarenko 2021), or between players who decide (Gerez 1983).
        Prints P(each player wins), P(draw) and the expected pairs, as fractions. A player wins with strictly more
        pairs than every other player; every tie for the most pairs is a draw. For players who decide and play for
        pairs, prints only the expected pairs without distribution. Other names of the game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        distribution: Also show the joint distribution of the final scores
        approximate: Compute doubles with proven bounds, for larger boards
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def odds(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_odds],
    ) -> Reports[MemoryOdds]: ...
    @overload
    def best(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_best],
    ) -> Best:
        """Memory as a game of decisions (Gerez 1983). Lists every tactic that the cards and the rules allow, its value
        to the mover, and its difference from the best tactic. The value is the expected number of further pairs, or
        P(win) - P(loss) with objective win. For a range of boards, prints the best tactic for each number of pairs
        and known singles. With memory or singles, the mover plays bold or safe. The value of a strategy is that of
        playing it once, with best play afterwards. If play can return to the same table, another value is that of
        playing the strategy at every return (Sjölund & Åstrand). Other names of the game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        continue_: How play continues after a bold or safe turn [default: best]
            best: As well as possible
            pure: All best players keep their strategy for ever
        save: Write the policy to a file, for play
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def best(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_best],
    ) -> Reports[Best]: ...
    @overload
    def count(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_count],
    ) -> Count:
        """Memory between robots with perfect memory (Bondarenko 2021). A state consists of the scores, the numbers of
        pairs with two, one and no known cards, and the player to move. Ends are states, too; the player to move at
        an end is the player who took the last pair. The tree is counted without being built. Other names of the
        game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        """
    @overload
    def count(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_count],
    ) -> Reports[Count]: ...
    def distribution(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        names: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        one_flip: bool = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        approximate: Flag = ...,
        precision: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The joint distribution of the final scores: a probability for each tuple of scores. It takes the parameters
        of odds.
        """
    @overload
    def simulate(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_simulate],
    ) -> Simulation:
        """Memory between the players that odds supports. Estimates the probabilities of winning and the expected
        pairs, with their standard errors, next to the exact values. Each game is a random path through the state
        graph. The same seed gives the same games with any number of threads. An interrupted simulation prints the
        results so far. Other names of the game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def simulate(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_simulate],
    ) -> Reports[Simulation]: ...
    @overload
    def fair(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_fair],
    ) -> Fair:
        """Memory: who is favoured, and what makes the board fair. Prints for every board the seat that wins most often
        and its lead over the next seat, the points before the first turn that make the board fairest, the seats of
        the next game, and the strategy that makes the board fairest. The spread is P(win) of the best seat minus
        P(win) of the worst seat; the fairest board has the smallest spread. With a head start of 1 point, a player
        begins with 1 point, and all pairs stay on the table. A compensation gives points to each player, so that
        their shares are as equal as possible, on boards with up to 500,000 final scores. A share is P(win) plus an
        equal part of each tie for the most pairs. Without play or memory, the players are robots that forget
        nothing (Bondarenko 2021). With two players, best plays to win, unless objective is pairs; with three or
        more, it plays for pairs. Other names of the game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [if not set: win between two, else pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        compare: Compare strategies, each used by all players
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def fair(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_fair],
    ) -> Reports[Fair]: ...
    @overload
    def plan(  # type: ignore[overload-overlap]
        self: memory[Single],
        *,
        pairs: One = ...,
        cards: One = ...,
        players: One = ...,
        unknown: One = ...,
        known_pairs: One = ...,
        singles: One = ...,
        unknown_singles: One = ...,
        **more: Unpack[_memory_plan],
    ) -> Plan:
        """Memory between robots with perfect memory (Bondarenko 2021). Computes smaller boards on this machine, with
        the same number of threads. States and transitions are polynomials in the number of pairs; the polynomials
        are found from small boards and confirmed on further boards. Time and memory are extrapolated, and marked as
        estimates. In tests, estimates of memory were at most 35 % too low (six players) and 1 % too high. Other
        names of the game: concentration, pairs.

        pairs: Number of pairs: 8, range(1, 41) or [2, 4, 8] [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        """
    @overload
    def plan(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        **more: Unpack[_memory_plan],
    ) -> Reports[Plan]: ...
    def graph(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        names: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        one_flip: bool = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal", "float"] | None = ...,
        approximate: bool = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Memory between robots with perfect memory (Bondarenko 2021). Every node has its state, scores, mover, layer
        and ply, the probability of reaching it, and the odds from there, as fractions and as decimals. Every edge
        has its event, weight and probability. Other names of the game: concentration, pairs.

        pairs: Number of pairs [default: 8]
        cards: Number of cards instead of pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        unknown: Pairs with no known card [if not set: the rest]
        known_pairs: Pairs of two known cards, 0 to 30000 [default: 0]
        scores: Pairs each player has taken [if not set: 0 each]
        position: The cards on the table, instead of pairs
        lead: Lead of player 1 in pairs, instead of scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        one_flip: A player who takes a pair does not move again
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: No one wins
            score: The leading player wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate, 0 to 30000 [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        precision: Write exact fractions, or decimals only
            exact: Doubles and fractions
            decimal: Doubles only
            float: Doubles with a proven bound on each error
        approximate: Values in doubles with a proven bound on each error, instead of fractions
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """

class _guess(TypedDict, total=False):
    names: Value
    weights: Value
    approximate: bool
    precision: Value
    every: bool
    games: Value
    seed: Value
    show: Value
    shape: Literal["dag", "tree"] | None
    depth: Value
    label: Literal["counts", "board", "odds"] | None
    merge_parallel: bool
    direction: Literal["down", "right"] | None
    slide: bool

class _guess_odds(Work, total=False):
    names: Value
    weights: Value
    approximate: bool
    precision: Value

class _guess_best(Work, total=False):
    names: Value
    weights: Value
    every: bool
    approximate: bool
    precision: Value

class _guess_count(Work, total=False):
    weights: Value

class _guess_simulate(Work, total=False):
    names: Value
    weights: Value
    games: Value
    seed: Value
    approximate: bool
    precision: Value

class _guess_plan(Work, total=False):
    weights: Value

class _guess_fair(Work, total=False):
    names: Value
    weights: Value
    approximate: bool
    precision: Value

class guess(Family, Generic[Kind]):
    @overload
    def __init__(
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess],
    ) -> None:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand)

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        every: Show every state with a decision, not only the first
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """
    @overload
    def __init__(
        self: guess[Several],
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess],
    ) -> None: ...
    @overload
    def odds(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_odds],
    ) -> GuessOdds:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def odds(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_odds],
    ) -> Reports[GuessOdds]: ...
    @overload
    def best(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_best],
    ) -> Best:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        every: Show every state with a decision, not only the first
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def best(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_best],
    ) -> Reports[Best]: ...
    @overload
    def count(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_count],
    ) -> Count:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        """
    @overload
    def count(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_count],
    ) -> Reports[Count]: ...
    def distribution(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        names: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        approximate: bool = ...,
        precision: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The probability that each player wins, by player number; key 0, if present, is the probability that no one
        wins. It takes the parameters of odds.
        """
    @overload
    def simulate(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_simulate],
    ) -> Simulation:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def simulate(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_simulate],
    ) -> Reports[Simulation]: ...
    @overload
    def plan(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_plan],
    ) -> Plan:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        """
    @overload
    def plan(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_plan],
    ) -> Reports[Plan]: ...
    @overload
    def fair(  # type: ignore[overload-overlap]
        self: guess[Single],
        *,
        numbers: One = ...,
        players: One = ...,
        guesses: One = ...,
        **more: Unpack[_guess_fair],
    ) -> Fair:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def fair(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        guesses: Value = ...,
        **more: Unpack[_guess_fair],
    ) -> Reports[Fair]: ...
    def graph(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        names: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal", "float"] | None = ...,
        approximate: bool = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand). Each player maximises
        their own probability of winning; among equally good guesses, players take the lowest number. With guesses,
        the game may end in a draw. A single player without guesses minimises the expected number of guesses.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        names: Names instead of players; the first player begins
        weights: Weights of the numbers 1, 2, 3 and so on [if not set: all equal]
        guesses: Guesses of all players until the game is a draw [if not set: no limit]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        precision: Write exact fractions, or decimals only
            exact: Doubles and fractions
            decimal: Doubles only
            float: Doubles with a proven bound on each error
        approximate: Values in doubles with a proven bound on each error, instead of fractions
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """

class _solitaire(TypedDict, total=False):
    blind: bool
    recall: Value
    model: Literal["K", "L"] | None
    tail: Value
    symbolic: bool
    score: Value
    failed: Literal["C", "A", "B"] | None
    means: bool
    approximate: bool
    precision: Value
    objective: Literal["turns", "score"] | None
    games: Value
    seed: Value
    show: Value
    shape: Literal["dag", "tree"] | None
    depth: Value
    label: Literal["counts", "board", "odds"] | None
    merge_parallel: bool
    direction: Literal["down", "right"] | None
    slide: bool

class _solitaire_odds(Work, total=False):
    blind: bool
    recall: Value
    model: Literal["K", "L"] | None
    tail: Value
    symbolic: bool
    score: Value
    failed: Literal["C", "A", "B"] | None
    means: bool
    approximate: bool
    precision: Value

class _solitaire_best(Work, total=False):
    blind: bool
    objective: Literal["turns", "score"] | None
    score: Value
    failed: Literal["C", "A", "B"] | None
    approximate: bool
    precision: Value

class _solitaire_count(Work, total=False):
    blind: bool
    recall: Value
    model: Literal["K", "L"] | None

class _solitaire_plan(Work, total=False):
    blind: bool
    recall: Value
    model: Literal["K", "L"] | None

class solitaire(Family, Generic[Kind]):
    @overload
    def __init__(
        self: solitaire[Single],
        *,
        pairs: One = ...,
        **more: Unpack[_solitaire],
    ) -> None:
        """Memory for one player with perfect memory (Lardjane 2024)

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        tail: Cut off infinite distributions when the rest has less probability than this [default: 1e-9]
        symbolic: Print expectations as functions of p, p' and p'', for up to 12 pairs
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        means: Print expectations only, for larger boards
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        objective: The objective of the player [default: turns]
            turns: Few turns
            score: Many points
        games: Games [default: 1]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """
    @overload
    def __init__(
        self: solitaire[Several],
        *,
        pairs: Value = ...,
        **more: Unpack[_solitaire],
    ) -> None: ...
    @overload
    def odds(  # type: ignore[overload-overlap]
        self: solitaire[Single],
        *,
        pairs: One = ...,
        **more: Unpack[_solitaire_odds],
    ) -> SolitaireOdds:
        """Memory for one player with perfect memory (Lardjane 2024). Prints the exact distributions, over all (2N -
        1)!! deals, of the turns until all pairs are collected, the lucky turns, the place and the turn of the first
        pair, the cards to remember, and the score. With blind, prints the turns, the lucky turns and the cards to
        remember.

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        tail: Cut off infinite distributions when the rest has less probability than this [default: 1e-9]
        symbolic: Print expectations as functions of p, p' and p'', for up to 12 pairs
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        means: Print expectations only, for larger boards
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def odds(
        self,
        *,
        pairs: Value = ...,
        **more: Unpack[_solitaire_odds],
    ) -> Reports[SolitaireOdds]: ...
    @overload
    def best(  # type: ignore[overload-overlap]
        self: solitaire[Single],
        *,
        pairs: One = ...,
        **more: Unpack[_solitaire_best],
    ) -> Best:
        """Memory for one player with perfect memory (Lardjane 2024). Prints the fewest expected turns or the best
        expected score, the gain over taking every pair at once, and the policy. Moves: collect a known pair, or
        after the first card take its known mate; fresh: turn a fresh card (not turned before); known-fresh: turn a
        known card without a known mate, then a fresh card; paired-fresh: turn a known card with a known mate, then
        a fresh card; known: turn a known card that is not the mate.

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        objective: The objective of the player [default: turns]
            turns: Few turns
            score: Many points
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def best(
        self,
        *,
        pairs: Value = ...,
        **more: Unpack[_solitaire_best],
    ) -> Reports[Best]: ...
    @overload
    def count(  # type: ignore[overload-overlap]
        self: solitaire[Single],
        *,
        pairs: One = ...,
        **more: Unpack[_solitaire_count],
    ) -> Count:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024). A state is (n, k, p): n pairs left,
        k cards that were turned and are not collected, and p known pairs among these cards. With perfect memory, a
        player ends the game as soon as possible. With recall, a player finds a mate that was turned before with
        probability p, mistakes another turned card for the mate with probability p', and knows with probability p''
        that the mate is fresh (not turned before).

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        """
    @overload
    def count(
        self,
        *,
        pairs: Value = ...,
        **more: Unpack[_solitaire_count],
    ) -> Reports[Count]: ...
    def distribution(
        self,
        quantity: str = "turns",
        *,
        pairs: Value = ...,
        blind: bool = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        tail: Value = ...,
        symbolic: bool = ...,
        score: Value = ...,
        failed: Literal["C", "A", "B"] | None = ...,
        means: bool = ...,
        approximate: bool = ...,
        precision: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The distribution of a quantity of :meth:`odds`: ``turns``, ``lucky``, ``score`` and so on. It takes the
        parameters of odds.
        """
    def simulate(
        self,
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        games: Value = ...,
        seed: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Log:
        """Memory for one player with imperfect memory. Prints one line for every turn: the numbers of the game and the
        turn, from 1, and the two cards. A card is a symbol and the letter a or b: 3a and 3b are a pair. The same
        seed gives the same games. With checkpoint, a resumed run prints only the remaining games, without a header,
        so that an appended log contains no game twice.

        pairs: Number of pairs, 1 to 1000 [default: 8]
        recall: Probabilities of recall p,p',p'', required: 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        games: Games [default: 1]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    @overload
    def plan(  # type: ignore[overload-overlap]
        self: solitaire[Single],
        *,
        pairs: One = ...,
        **more: Unpack[_solitaire_plan],
    ) -> Plan:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024). A state is (n, k, p): n pairs left,
        k cards that were turned and are not collected, and p known pairs among these cards. With perfect memory, a
        player ends the game as soon as possible. With recall, a player finds a mate that was turned before with
        probability p, mistakes another turned card for the mate with probability p', and knows with probability p''
        that the mate is fresh (not turned before).

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        """
    @overload
    def plan(
        self,
        *,
        pairs: Value = ...,
        **more: Unpack[_solitaire_plan],
    ) -> Reports[Plan]: ...
    def information(
        self,
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Information:
        """Memory for one player with imperfect memory. Prints for each board the expected turns, the expected cards to
        remember, the expected number of observations about p and p' (F), about p only (R) and about p'' (S), and
        the variance of an estimate after one game and after one turn. This variance, divided by the number of games
        or turns, is the square of the standard error.

        pairs: Number of pairs, 1 to 60 [default: 8]
        recall: Probabilities of recall p,p',p'', required: 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        """
    def fit(
        self,
        log: Any,
        *,
        pairs: Value = ...,
        level: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Fit:
        """Memory for one player with imperfect memory. Prints the maximum likelihood estimates of p, p' and p'' as
        fractions, and their standard errors, intervals and tests of fit as floats. A log is a table
        game,turn,first,second, or one JSON object with these keys on each line; 3a and 3b are a pair. `simulate
        solitaire` writes such logs, and the logs of `play solitaire` and `play memory` work, too. With a column
        player, a log can have games of several people, and each player has separate estimates. Other columns are
        ignored.

        pairs: Number of pairs, for unfinished games
        level: Confidence level of the intervals, between 0 and 1 [default: 0.95]
        """
    def graph(
        self,
        *,
        pairs: Value = ...,
        blind: bool = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal", "float"] | None = ...,
        approximate: bool = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024). A state is (n, k, p): n pairs left,
        k cards that were turned and are not collected, and p known pairs among these cards. With perfect memory, a
        player ends the game as soon as possible. With recall, a player finds a mate that was turned before with
        probability p, mistakes another turned card for the mate with probability p', and knows with probability p''
        that the mate is fresh (not turned before).

        pairs: Number of pairs, 1 to 30000 [default: 8]
        blind: Name both cards of a turn before either is turned
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        precision: Write exact fractions, or decimals only
            exact: Doubles and fractions
            decimal: Doubles only
            float: Doubles with a proven bound on each error
        approximate: Values in doubles with a proven bound on each error, instead of fractions
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """

class _mines(TypedDict, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    play: Literal["lowest", "best"] | None
    ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None
    start: Value
    first_click: Literal["any", "safe", "opening"] | None
    approximate: bool
    precision: Value
    up_to: Value
    lowest: bool
    compare: Value
    games: Value
    seed: Value
    unmerged: bool
    every_order: bool
    show: Value
    shape: Literal["dag", "tree"] | None
    depth: Value
    label: Literal["counts", "board", "odds"] | None
    merge_parallel: bool
    direction: Literal["down", "right"] | None
    slide: bool
    advise: bool
    method: Literal["islands", "binary"] | None
    graph: File

class _mines_odds(Work, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    play: Literal["lowest", "best"] | None
    ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None
    start: Value
    first_click: Literal["any", "safe", "opening"] | None
    approximate: bool
    precision: Value

class _mines_best(Work, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    first_click: Literal["any", "safe", "opening"] | None
    up_to: Value
    lowest: bool
    approximate: bool
    precision: Value

class _mines_count(Work, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    play: Literal["lowest", "best"] | None
    ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None
    start: Value
    first_click: Literal["any", "safe", "opening"] | None
    unmerged: bool
    every_order: bool

class _mines_simulate(Work, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    play: Literal["lowest", "strong", "best"] | None
    ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None
    start: Value
    first_click: Literal["any", "safe", "opening"] | None
    compare: Value
    games: Value
    seed: Value
    approximate: bool
    precision: Value

class _mines_plan(Work, total=False):
    preset: Literal["beginner", "intermediate", "expert"] | None
    board: Any
    play: Literal["lowest", "best"] | None
    ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None
    start: Value
    first_click: Literal["any", "safe", "opening"] | None
    unmerged: bool
    every_order: bool

class mines(Family, Generic[Kind]):
    @overload
    def __init__(
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines],
    ) -> None:
        """Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        up_to: Compare lowest risk with best ties to best play, on all boards up to R rows and C columns and with
            every number of mines
        lowest: Also show lowest risk with the best tie rule
        compare: Compare several strategies on the same boards
            random:
            last:
            first:
            corner-edge-random:
            strong:
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        unmerged: Do not merge states that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        advise: Rank the cells to open next, with reasons
        method: The algorithm [default: islands]
            islands: Split into islands, merge equal cells, and eliminate numbers one by one
            binary: As in the paper: Gauss-Jordan elimination, then try all values of free variables
        graph: A position on any graph: lines 'mines M', 'node NAME NUMBER', 'edge NAME NAME ...'
        """
    @overload
    def __init__(
        self: mines[Several],
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines],
    ) -> None: ...
    @overload
    def odds(  # type: ignore[overload-overlap]
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines_odds],
    ) -> MinesOdds:
        """Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play. Prints P(every mine is identified
        before one is opened). Without decisions, also prints the distribution of the mines left in lost games.
        Other names of the game: minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def odds(
        self,
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines_odds],
    ) -> Reports[MinesOdds]: ...
    @overload
    def best(  # type: ignore[overload-overlap]
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines_best],
    ) -> Best:
        """Minesweeper on a small board: how many mine placements each first cell wins. Prints how many mine placements
        best play wins after each first cell, or after each hidden cell of a position. With up_to, shows for all
        small boards whether lowest risk (Lindgren 2000) wins as many placements. Other names of the game:
        minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        up_to: Compare lowest risk with best ties to best play, on all boards up to R rows and C columns and with
            every number of mines
        lowest: Also show lowest risk with the best tie rule
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def best(
        self,
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines_best],
    ) -> Reports[Best]: ...
    @overload
    def count(  # type: ignore[overload-overlap]
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines_count],
    ) -> Count:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000). A state is the visible part of
        the board, up to rotation and reflection. All won games end in one state. Lost games end in one state, too,
        or, without decisions, in one state for each number of mines left. Other names of the game: minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge states that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        """
    @overload
    def count(
        self,
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines_count],
    ) -> Reports[Count]: ...
    def distribution(
        self,
        *,
        preset: Literal["beginner", "intermediate", "expert"] | None = ...,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        board: Any = ...,
        play: Literal["lowest", "best"] | None = ...,
        ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None = ...,
        start: Value = ...,
        first_click: Literal["any", "safe", "opening"] | None = ...,
        approximate: bool = ...,
        precision: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The distribution of the unidentified mines in a lost game. It takes the parameters of odds.
        """
    @overload
    def simulate(  # type: ignore[overload-overlap]
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines_simulate],
    ) -> Simulation:
        """Minesweeper (Lindgren 2000) on boards of any size. Estimates how often a game is won, with the standard
        error. Small boards also have the exact value. Safe cells are opened at once; a game is won when every mine
        is identified. The same seed gives the same games with any number of threads, and the same boards for every
        strategy. An interrupted simulation prints the results so far. Other names of the game: minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 255
        cols: Columns of the board, 1 to 255
        mines: Number of mines, 0 to 65025
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            strong: A cell near the lowest risk that helps most with the next click; exact where few placements are
                left
            best: The cell with the highest probability of winning, on small boards
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        compare: Compare several strategies on the same boards
            random:
            last:
            first:
            corner-edge-random:
            strong:
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    @overload
    def simulate(
        self,
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines_simulate],
    ) -> Reports[Simulation]: ...
    @overload
    def plan(  # type: ignore[overload-overlap]
        self: mines[Single],
        *,
        rows: One = ...,
        cols: One = ...,
        mines: One = ...,
        **more: Unpack[_mines_plan],
    ) -> Plan:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000). A state is the visible part of
        the board, up to rotation and reflection. All won games end in one state. Lost games end in one state, too,
        or, without decisions, in one state for each number of mines left. Other names of the game: minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge states that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        """
    @overload
    def plan(
        self,
        *,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        **more: Unpack[_mines_plan],
    ) -> Reports[Plan]: ...
    def risk(
        self,
        *,
        mines: Value = ...,
        preset: Literal["beginner", "intermediate", "expert"] | None = ...,
        advise: bool = ...,
        method: Literal["islands", "binary"] | None = ...,
        show: Literal["cells", "equations"] | None = ...,
        board: Any = ...,
        graph: File = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Risk:
        """Minesweeper (Lindgren 2000): a position of a board or of any graph. A board is text. The first line is
        'mines M', the number of all mines, unless mines or preset sets it. The other lines are the rows, with one
        character for each cell: 0 to 8 for an open cell; . ? # - _ H or X for a hidden cell; F f or ! for a hidden
        cell with a flag, which changes nothing; * for a known mine. Other lines that begin with # are ignored.
        Blank lines separate several boards; the command stops at the first invalid board. Boards of other programs
        are read, too, such as tables, CSV and emoji. format json prints one list. advise ranks the cells to open
        next. If no cell is certainly safe, it ranks all cells by the exact probability of winning; if too many
        placements are left, it ranks the candidates of the strong player of `simulate mines` by an estimate, or all
        cells by their risks if the number of mines is uncertain. A game is won when every mine is identified. Other
        names of the game: minesweeper.

        mines: The number of mines, if the text does not give it
        preset: A standard board, if the text does not give the number of mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        advise: Rank the cells to open next, with reasons
        method: The algorithm [default: islands]
            islands: Split into islands, merge equal cells, and eliminate numbers one by one
            binary: As in the paper: Gauss-Jordan elimination, then try all values of free variables
        show: The contents of a graph file [default: cells]
            cells: Every cell and its neighbours
            equations: Every equation and its hidden cells
        board: The file of the board, as FILE
        graph: A position on any graph: lines 'mines M', 'node NAME NUMBER', 'edge NAME NAME ...'
        """
    def graph(
        self,
        *,
        preset: Literal["beginner", "intermediate", "expert"] | None = ...,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        board: Any = ...,
        play: Literal["lowest", "best"] | None = ...,
        ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None = ...,
        start: Value = ...,
        first_click: Literal["any", "safe", "opening"] | None = ...,
        unmerged: bool = ...,
        every_order: bool = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal", "float"] | None = ...,
        approximate: bool = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000). A state is the visible part of
        the board, up to rotation and reflection. All won games end in one state. Lost games end in one state, too,
        or, without decisions, in one state for each number of mines left. Other names of the game: minesweeper.

        preset: A standard board, instead of rows, cols and mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Number of mines, 0 to 64
        board: Start from a position, in the format of `risk mines`; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell with the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within each group
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe; with board: any]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge states that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        precision: Write exact fractions, or decimals only
            exact: Doubles and fractions
            decimal: Doubles only
            float: Doubles with a proven bound on each error
        approximate: Values in doubles with a proven bound on each error, instead of fractions
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """

class _model(TypedDict, total=False):
    const: str | Mapping[str, Value] | None
    prop: Value
    approximate: bool
    precision: Value
    props: File
    every: bool
    show: Value
    shape: Literal["dag", "tree"] | None
    depth: Value
    label: Literal["counts", "board", "odds"] | None
    merge_parallel: bool
    direction: Literal["down", "right"] | None
    slide: bool
    games: Value
    seed: Value

class model(Family, Generic[Kind]):
    def __init__(
        self,
        model: str | PathLike[str],
        **more: Unpack[_model],
    ) -> None:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games

        const: Values of the undefined constants, also N=2..8 or N=2:2:8
        prop: A property, or several separated by semicolons; may be repeated
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        props: Read the properties from a file, or - for stdin
        every: Show every state with a decision and a best strategy, not only the first
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def odds(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        prop: Value = ...,
        approximate: bool = ...,
        precision: Value = ...,
        props: File = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Properties:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. The operators are P
        and R with =?, min=?, max=? or a bound; the paths X, F, G, U, W and R, also within a number of steps; the
        rewards F, C, C<=k and I=k; and filters, sums and state formulas. <<p1,p2>> names the players of a
        coalition. The value is a fraction, infinity, true or false. Of several initial states, the least and the
        greatest value are shown.

        const: Values of the undefined constants, also N=2..8 or N=2:2:8
        prop: A property, or several separated by semicolons; may be repeated
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        props: Read the properties from a file, or - for stdin
        """
    def best(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        prop: Value = ...,
        every: bool = ...,
        approximate: bool = ...,
        precision: Value = ...,
        props: File = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> BestProperties:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. The operators are P
        and R with =?, min=?, max=? or a bound; the paths X, F, G, U, W and R, also within a number of steps; the
        rewards F, C, C<=k and I=k; and filters, sums and state formulas. <<p1,p2>> names the players of a
        coalition. The value is a fraction, infinity, true or false. Of several initial states, the least and the
        greatest value are shown.

        const: Values of the undefined constants, also N=2..8 or N=2:2:8
        prop: A property, or several separated by semicolons; may be repeated
        every: Show every state with a decision and a best strategy, not only the first
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        props: Read the properties from a file, or - for stdin
        """
    def count(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Count:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. Counts the reachable
        states, their choices and transitions, the initial states and the deadlocks.

        const: Values of the undefined constants, also N=2..8 or N=2:2:8
        """
    def simulate(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        prop: Value = ...,
        games: Value = ...,
        seed: Value = ...,
        approximate: bool = ...,
        precision: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Simulation:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. Players follow a best
        strategy. A run ends where the property is decided. Of several initial states, each run draws one with equal
        chances; a filter min, max, first or state selects one. timeout ends the simulation of long runs.

        const: Values of the undefined constants
        prop: The property that play decides: P=? [ ... ] or R=? [ ... ]
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        approximate: Doubles with a proven bound on each error, instead of fractions
        precision: exact, float, or the wanted distance of the bounds of doubles
        """
    def plan(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        prop: Value = ...,
        props: File = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Plan:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. Explores the model
        and checks the properties for at most 4 seconds, and reports the measured cost. If that is not enough, the
        number of states so far is a lower bound.

        const: Values of the undefined constants
        prop: A property, or several separated by semicolons; may be repeated
        props: Read the properties from a file, or - for stdin
        """
    def graph(
        self,
        *,
        const: str | Mapping[str, Value] | None = ...,
        prop: Value = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal", "float"] | None = ...,
        approximate: bool = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """A model in the PRISM language: Markov chains, decision processes and turn-based games. Play ends where the
        property is decided, whatever the players choose: in its goal, where the goal cannot be reached, where no
        reward follows, and after the last step that counts. It also ends where the value is 0 and best play never
        ends. The value of a state is the probability or the expected reward from there. Steps that count are part
        of a state. Without a property, the goal is any state that play cannot leave, and all actions are shown. Of
        several initial states, one is drawn with equal chances. DRN has all reachable states with their labels and
        rewards; Storm reads it, and so do odds, best and count.

        const: Values of the undefined constants
        prop: The property that play decides: P=? [ ... ] or R=? [ ... ]
        show: Which actions to draw
        shape: Graph of merged states, or tree of histories
            dag: States, with transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark the cut nodes
        label: The text in each node
            counts: The numbers of pairs and, between robots, the scores
            board: The board as small squares
            odds: Between robots, the probabilities of a win and a draw
        precision: Write exact fractions, or decimals only
            exact: Doubles and fractions
            decimal: Doubles only
            float: Doubles with a proven bound on each error
        approximate: Values in doubles with a proven bound on each error, instead of fractions
        merge_parallel: Merge all events between two states
        direction: The direction of time in dot and in pictures
            down: From the top down
            right: From left to right
        slide: Draw a picture for a 16:9 slide with readable text
        """
