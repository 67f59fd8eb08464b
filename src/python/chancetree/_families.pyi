# Written by src/python/stubs.py from the descriptions of the engine.

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Literal, SupportsFloat, SupportsIndex, Union

from ._graph import Graph
from ._logs import Log
from ._reports import (
    Best,
    Count,
    Fair,
    Fit,
    GuessOdds,
    Information,
    MemoryOdds,
    MinesOdds,
    Plan,
    Report,
    Risk,
    Simulation,
    SolitaireOdds,
)
from ._values import Distribution

Number = Union[SupportsIndex, SupportsFloat, str]
Value = Union[Number, Iterable[Number], None]
Flag = Union[bool, Number]
File = Union[str, PathLike[str], None]

WORK: tuple[str, ...]
PRINTED: set[str]
FAMILIES: dict[str, type[Family]]
REPORTS: dict[str, type[Report]]

def question(verb: str, family: str) -> dict[str, Any]: ...
def parameters_of(verb: str, family: str) -> list[str]: ...
def argument(name: str) -> str: ...

class Family:
    """A game with its parameters. Queries are methods, which also accept the parameters of the work:

    threads: Threads [default: one per core]
    max_states: Stop once more than N states have been found
    max_memory: Stop before using more memory than SIZE, such as 4G
    timeout: Stop after this time: 30, 90s, 5m or 1h
    progress: Whether tqdm shows progress
    """

    family: str
    verbs: tuple[str, ...]
    parameters: dict[str, Any]
    _text: tuple[str, bytes] | None
    def _typed(self, verb: str, more: Mapping[str, Any]) -> dict[str, Any]: ...
    def help(self, verb: str = "odds") -> str:
        """Returns the help of a command and its parameters."""

class memory(Family):
    def __init__(
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
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        distribution: bool = ...,
        approximate: Flag = ...,
        continue_: Literal["best", "pure"] | None = ...,
        save: File = ...,
        games: Value = ...,
        seed: Value = ...,
        compare: Value = ...,
    ) -> None:
        """Memory between robots with perfect memory (Bondarenko 2021), or between players who decide (Gerez 1983)

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names of the players, who are then as many; player 1 begins
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        distribution: Also show the joint distribution of the final scores
        approximate: Doubles with a proven bound, for larger boards
        continue_: How play continues after a bold or safe turn [default: best]
            best: As well as possible
            pure: All best players keep their strategy for ever
        save: Write the policy to a file, for --play
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        compare: Compare ways to play, each used by all players
        """
    def odds(
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
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        distribution: bool = ...,
        approximate: Flag = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> MemoryOdds:
        """Memory between robots with perfect memory (Bondarenko 2021), or between players who decide (Gerez 1983)
        P(each player wins), P(draw) and the expected pairs, as fractions. A player wins with strictly more pairs
        than every other; every tie for the most is a draw. Players who decide for pairs need --distribution for
        anything but expected pairs. Other names of the game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names of the players, who are then as many; player 1 begins
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        distribution: Also show the joint distribution of the final scores
        approximate: Doubles with a proven bound, for larger boards
        """
    def best(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        continue_: Literal["best", "pure"] | None = ...,
        save: File = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Best:
        """Memory as a game of decisions (Gerez 1983) Every tactic that the cards and the rules allow, its value to the
        mover (expected further pairs; to win, P(win) - P(loss)) and how much it falls short of the best. Of a range
        of boards, the table of best tactics by pairs and known singles. With --memory or --singles the mover is
        bold or safe. What is best is judged by playing a strategy once, with best play afterwards. Where play can
        come back to this table, there is also what it is worth to play it whenever that happens (Sjölund &
        Åstrand). Other names of the game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        continue_: How play continues after a bold or safe turn [default: best]
            best: As well as possible
            pure: All best players keep their strategy for ever
        save: Write the policy to a file, for --play
        """
    def count(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Count:
        """Memory between robots with perfect memory (Bondarenko 2021) A state is the scores, the pairs known whole, by
        half and not at all, and the player to move, ends included; the player to move at an end is the one who took
        the last pair. The tree is counted without being built. Other names of the game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        """
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
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        approximate: Flag = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The joint distribution of the final scores: a probability for each tuple of scores. It takes the parameters
        of odds.
        """
    def simulate(
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
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        games: Value = ...,
        seed: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Simulation:
        """Memory between the players that odds supports The probabilities of winning and the expected pairs, with
        their errors, next to the exact values. Each game is a random path through the explored game; the same seed
        gives the same games whatever the threads. If it is stopped early, it prints the results so far. Other names
        of the game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names of the players, who are then as many; player 1 begins
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def fair(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        names: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        compare: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Fair:
        """Memory: who is favoured, and what makes the board fair For every board: the seat that wins most often and by
        how much it leads the next seat, the points before the first turn that make the board fairest, the seats of
        the next game, and the way to play that makes the board fairest. The spread is P(win) of the best seat minus
        P(win) of the worst seat; the fairest board has the smallest spread. With a head start of 1 point, a player
        begins with 1 point, and all pairs stay on the table. A compensation gives points to each of up to 6
        players. It brings their shares nearest to each other; a share is P(win) and an equal part of each tie for
        the most. Without --play or --memory, the players are robots that forget nothing (Bondarenko 2021). With two
        players, best plays to win, unless --objective is pairs; with three or more, it plays for pairs. Other names
        of the game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        names: Names of the players, who are then as many; player 1 begins
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: win between two, else pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        compare: Compare ways to play, each used by all players
        """
    def plan(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Plan:
        """Memory between robots with perfect memory (Bondarenko 2021) Smaller boards are computed on this machine,
        with as many threads as the work would use. States and transitions follow a polynomial in the pairs, found
        by their differences and confirmed on further boards; time and memory are extrapolated, and labelled so. In
        tests, estimates of memory were at most 35 % too low (six players) and 1 % too high. Other names of the
        game: concentration, pairs.

        pairs: Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        """
    def graph(
        self,
        *,
        pairs: Value = ...,
        cards: Value = ...,
        players: Value = ...,
        unknown: Value = ...,
        known_pairs: Value = ...,
        scores: Value = ...,
        position: Value = ...,
        lead: Value = ...,
        play: Value = ...,
        tactics: Value = ...,
        rules: Literal["no-pass", "tactical", "free-pass"] | None = ...,
        objective: Literal["pairs", "win"] | None = ...,
        stalemate: Literal["draw", "score"] | None = ...,
        memory: Value = ...,
        singles: Value = ...,
        unknown_singles: Value = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal"] | None = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Memory between robots with perfect memory (Bondarenko 2021) Every node carries its situation, scores, mover,
        layer and ply, the probability of being reached, and the odds from there, as fractions and as numbers; every
        edge its event, weight and probability. Other names of the game: concentration, pairs.

        pairs: Pairs of the board [default: 8]
        cards: Cards of the board instead of --pairs, two for each pair
        players: Players, 1 to 16 [default: 2]
        unknown: Pairs with no known card [default: the rest]
        known_pairs: Pairs with two known cards [default: 0]
        scores: Pairs that each player has taken [default: 0 each]
        position: The cards on the table, instead of --pairs
        lead: Pairs that player 1 is ahead, instead of --scores
        play: robots, best, bold, safe, parity, T1 to T9, or a file
        tactics: Tactics that best may choose [default: all]
        rules: When a player may pass [default: no-pass]
            no-pass: Never
            tactical: With two known cards that do not match (T2)
            free-pass: Always
        objective: The objective of the players [default: pairs]
            pairs: As many pairs as possible
            win: To win
        stalemate: How endless passing counts when players play to win [default: draw]
            draw: Nobody wins
            score: Who leads wins
        memory: Cards remembered: a shared limit, or one each (2,5)
        singles: Singles: cards without a mate [default: 0]
        unknown_singles: Singles that no player remembers, 0 to 30000 [default: all]
        show: Which decisions to draw
        shape: Transpositions merged, or every history by itself
            dag: Situations, transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark what was cut
        label: What stands in the nodes
            counts: Scores and numbers of pairs
            board: The board as small squares
            odds: Win and draw from here
        precision: Whether numbers have their fractions beside them
            exact: Doubles and fractions
            decimal: Doubles only
        merge_parallel: One line for all events between two situations
        direction: Which way time goes, in dot and in pictures
            down: From the top down
            right: From left to right
        slide: A picture for a slide of 16:9 with readable text
        """

class guess(Family):
    def __init__(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        every: bool = ...,
        games: Value = ...,
        seed: Value = ...,
    ) -> None:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand)

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        every: Every position with a decision, not only the first
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def odds(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> GuessOdds:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        """
    def best(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        every: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Best:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        every: Every position with a decision, not only the first
        """
    def count(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Count:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        """
    def distribution(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The probability that each player wins, by player number; key 0, if present, is the probability that no one
        wins. It takes the parameters of odds.
        """
    def simulate(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        games: Value = ...,
        seed: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Simulation:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def plan(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Plan:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        """
    def fair(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Fair:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        """
    def graph(
        self,
        *,
        numbers: Value = ...,
        players: Value = ...,
        weights: Value = ...,
        guesses: Value = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal"] | None = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Guess a secret number in turn, told lower or higher (Sjölund and Åstrand) Each player maximises their own
        probability of winning; ties go to the lowest number. Where guesses are limited, the game may end in a draw.

        numbers: The greatest possible number, 1 to 10000 [default: 9]
        players: Players, 1 to 16 [default: 2]
        weights: Weight of each number, from 1 on [default: all equal]
        guesses: Guesses in all, after which the game is a draw [default: no limit]
        show: Which decisions to draw
        shape: Transpositions merged, or every history by itself
            dag: Situations, transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark what was cut
        label: What stands in the nodes
            counts: Scores and numbers of pairs
            board: The board as small squares
            odds: Win and draw from here
        precision: Whether numbers have their fractions beside them
            exact: Doubles and fractions
            decimal: Doubles only
        merge_parallel: One line for all events between two situations
        direction: Which way time goes, in dot and in pictures
            down: From the top down
            right: From left to right
        slide: A picture for a slide of 16:9 with readable text
        """

class solitaire(Family):
    def __init__(
        self,
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        tail: Value = ...,
        symbolic: bool = ...,
        score: Value = ...,
        failed: Literal["C", "A", "B"] | None = ...,
        means: bool = ...,
        objective: Literal["turns", "score"] | None = ...,
        games: Value = ...,
        seed: Value = ...,
    ) -> None:
        """Memory for one player with perfect memory (Lardjane 2024)

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        tail: Cut off infinite distributions when less than this is left [default: 1e-9]
        symbolic: Expectations as rational functions of p, p' and p'', for up to 5 pairs
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        means: Expectations only, for larger boards
        objective: What is wanted [default: turns]
            turns: Few turns
            score: Many points
        games: Games [default: 1]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def odds(
        self,
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        tail: Value = ...,
        symbolic: bool = ...,
        score: Value = ...,
        failed: Literal["C", "A", "B"] | None = ...,
        means: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> SolitaireOdds:
        """Memory for one player with perfect memory (Lardjane 2024) The exact distributions, over all (2N - 1)!!
        deals, of the turns until all pairs are collected, the lucky turns, the place and the turn of the first
        pair, the cards to remember, and the score.

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        tail: Cut off infinite distributions when less than this is left [default: 1e-9]
        symbolic: Expectations as rational functions of p, p' and p'', for up to 5 pairs
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        means: Expectations only, for larger boards
        """
    def best(
        self,
        *,
        pairs: Value = ...,
        objective: Literal["turns", "score"] | None = ...,
        score: Value = ...,
        failed: Literal["C", "A", "B"] | None = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Best:
        """Memory for one player with perfect memory (Lardjane 2024) The fewest expected turns, or the best expected
        score by a rule; how much that gains over taking every pair at once; and the policy.

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        objective: What is wanted [default: turns]
            turns: Few turns
            score: Many points
        score: Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023) [default: 3,1,-2]
        failed: Which turns without a pair count as failed [default: C]
            C: No pair, though one of the two cards was turned before
            A: No pair, though the second card was turned before
            B: Every turn without a pair
        """
    def count(
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
    ) -> Count:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024) A state is (n, k, p): the pairs that
        are left, the cards that were turned and are not collected, the pairs known among them. With perfect memory,
        a player ends as soon as possible. With --recall, a player finds a mate that was turned with p, mistakes
        another turned card for it with p', and knows with p'' that a mate is fresh; 3/4,1/8,4/5 or 0.75,0.125,0.8,
        read exactly.

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        """
    def distribution(
        self,
        quantity: str = "turns",
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        tail: Value = ...,
        symbolic: bool = ...,
        score: Value = ...,
        failed: Literal["C", "A", "B"] | None = ...,
        means: bool = ...,
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
        """Memory for one player with imperfect memory A line for every turn: the game and the turn, from 1, and the
        two cards. A card is its symbol and which of the two it is: 3a and 3b are a pair. The same seed gives the
        same games. With --checkpoint, a resumed run prints only the remaining games, without a header, so that an
        appended log contains no game twice.

        pairs: Pairs of the board, 1 to 1000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        games: Games [default: 1]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def plan(
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
    ) -> Plan:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024) A state is (n, k, p): the pairs that
        are left, the cards that were turned and are not collected, the pairs known among them. With perfect memory,
        a player ends as soon as possible. With --recall, a player finds a mate that was turned with p, mistakes
        another turned card for it with p', and knows with p'' that a mate is fresh; 3/4,1/8,4/5 or 0.75,0.125,0.8,
        read exactly.

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        """
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
        """Memory for one player with imperfect memory For each board: the expected turns, the expected cards to
        remember, the expected number of observations that depend on p and p' (F), about p only (R) and about p''
        (S), and the variance that an estimate has after one game, and after one turn: divided by the games or
        turns, the square of the standard error.

        pairs: Pairs of the board, 1 to 60 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
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
        """Memory for one player with imperfect memory The estimates of p, p', p'' that make the log likeliest, as
        fractions; their standard errors and intervals, and tests of fit, as floats. A log is a table
        game,turn,first,second, or the same as a JSON object on each line; 3a and 3b are a pair. `simulate
        solitaire` writes such logs. With a column player, games of several people are taken too, and each player
        has separate estimates; other columns are ignored. So are logs of `play solitaire` and `play memory`.

        pairs: Pairs of the board, for unfinished games
        level: Probability of the intervals, between 0 and 1 [default: 0.95]
        """
    def graph(
        self,
        *,
        pairs: Value = ...,
        recall: Value = ...,
        model: Literal["K", "L"] | None = ...,
        show: Value = ...,
        shape: Literal["dag", "tree"] | None = ...,
        depth: Value = ...,
        label: Literal["counts", "board", "odds"] | None = ...,
        precision: Literal["exact", "decimal"] | None = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Memory for one player, with perfect or imperfect memory (Lardjane 2024) A state is (n, k, p): the pairs that
        are left, the cards that were turned and are not collected, the pairs known among them. With perfect memory,
        a player ends as soon as possible. With --recall, a player finds a mate that was turned with p, mistakes
        another turned card for it with p', and knows with p'' that a mate is fresh; 3/4,1/8,4/5 or 0.75,0.125,0.8,
        read exactly.

        pairs: Pairs of the board, 1 to 30000 [default: 8]
        recall: Probabilities of recall p,p',p'': 3/4,1/8,4/5
        model: Which card a forgetful player turns first [default: K]
            K: One of a known pair, if there is one; else a fresh card
            L: A fresh card, as long as there is one
        show: Which decisions to draw
        shape: Transpositions merged, or every history by itself
            dag: Situations, transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark what was cut
        label: What stands in the nodes
            counts: Scores and numbers of pairs
            board: The board as small squares
            odds: Win and draw from here
        precision: Whether numbers have their fractions beside them
            exact: Doubles and fractions
            decimal: Doubles only
        merge_parallel: One line for all events between two situations
        direction: Which way time goes, in dot and in pictures
            down: From the top down
            right: From left to right
        slide: A picture for a slide of 16:9 with readable text
        """

class mines(Family):
    def __init__(
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
        up_to: Value = ...,
        lowest: bool = ...,
        compare: Value = ...,
        games: Value = ...,
        seed: Value = ...,
        unmerged: bool = ...,
        every_order: bool = ...,
        advise: bool = ...,
        method: Literal["islands", "binary"] | None = ...,
        show: Literal["cells", "equations"] | None = ...,
        graph: File = ...,
    ) -> None:
        """Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        up_to: All boards up to R rows and C columns, with every number of mines: whether lowest risk with the best
            ties wins as many as the best play
        lowest: Also show lowest risk with the best tie rule
        compare: Compare several ways to play on the same boards
            random:
            last:
            first:
            corner-edge-random:
            strong:
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        unmerged: Do not merge positions that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        advise: Rank the cells to open next, with reasons
        method: The algorithm [default: islands]
            islands: By islands: equal cells merged, numbers eliminated one by one
            binary: As in the paper: Gauss-Jordan elimination, free variables all tried
        show: The contents of a graph file [default: cells]
            cells: Every cell and its neighbours
            equations: Every equation and its hidden cells
        graph: A position on any graph: lines 'mines M', 'node NAME NUMBER', 'edge NAME NAME ...'
        """
    def odds(
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
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> MinesOdds:
        """Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play P(every mine is identified before
        one is opened), and without decisions the distribution of the mines left in a game that was lost. Other
        names of the game: minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        """
    def best(
        self,
        *,
        preset: Literal["beginner", "intermediate", "expert"] | None = ...,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        board: Any = ...,
        first_click: Literal["any", "safe", "opening"] | None = ...,
        up_to: Value = ...,
        lowest: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Best:
        """Minesweeper on a small board: how many placements each first cell wins The most placements that any play can
        win, exact, for every first cell, or for every hidden cell of a position; or of all small boards, whether
        lowest risk (Lindgren 2000) wins as many. Other names of the game: minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        up_to: All boards up to R rows and C columns, with every number of mines: whether lowest risk with the best
            ties wins as many as the best play
        lowest: Also show lowest risk with the best tie rule
        """
    def count(
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
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Count:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000) A state is what is seen of the
        board, up to turns and mirrors; all games that are won end in one state. Where there are no decisions, lost
        games end in one state for each number of mines left, else in one state. Other names of the game:
        minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge positions that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        """
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
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Distribution:
        """The distribution of the unidentified mines in a lost game. It takes the parameters of odds.
        """
    def simulate(
        self,
        *,
        preset: Literal["beginner", "intermediate", "expert"] | None = ...,
        rows: Value = ...,
        cols: Value = ...,
        mines: Value = ...,
        board: Any = ...,
        play: Literal["lowest", "strong", "best"] | None = ...,
        ties: Literal["random", "last", "first", "corner-edge-random", "best", "worst"] | None = ...,
        start: Value = ...,
        first_click: Literal["any", "safe", "opening"] | None = ...,
        compare: Value = ...,
        games: Value = ...,
        seed: Value = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Simulation:
        """Minesweeper (Lindgren 2000) on boards of any size How often a game is won, with its error: an estimate; of
        small boards, the exact value stands beside. Safe cells are opened at once; a game is won when every mine is
        identified. A game follows from the seed and its number, so the same seed gives the same games whatever the
        threads, and ways to play meet the same boards. If it is stopped early, it prints the results so far. Other
        names of the game: minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 255
        cols: Columns of the board, 1 to 255
        mines: Mines on it, 0 to 65025
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            strong: A cell near the lowest risk that helps most with the next click; exact where few placements are
                left
            best: The cell with the highest probability of winning, on small boards
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        compare: Compare several ways to play on the same boards
            random:
            last:
            first:
            corner-edge-random:
            strong:
        games: Games [default: 1000]
        seed: Seed of the random numbers; the same seed gives the same games [default: 1]
        """
    def plan(
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
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Plan:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000) A state is what is seen of the
        board, up to turns and mirrors; all games that are won end in one state. Where there are no decisions, lost
        games end in one state for each number of mines left, else in one state. Other names of the game:
        minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge positions that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        """
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
        """Minesweeper (Lindgren 2000): a position of a board or of any graph A board is written as text: first 'mines
        M', the mines in all, unless --mines or --preset says so; then its rows, one character a cell: 0 to 8
        opened; . ? # - _ or H not opened; F f or ! not opened and flagged (which changes nothing); * a mine that is
        known. Other lines that begin with # are ignored. Several boards, parted by blank lines, are answered in
        turn, up to a refused board; --format json prints one list. --advise ranks the cells to open next: certainly
        safe cells; else, if few placements are left, all cells by the exact probability of winning; else the
        candidates of the strong player of `simulate mines`, by an estimate. Other names of the game: minesweeper.

        mines: The number of mines, if the text does not give it
        preset: A standard board, if the text does not give the number of mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        advise: Rank the cells to open next, with reasons
        method: The algorithm [default: islands]
            islands: By islands: equal cells merged, numbers eliminated one by one
            binary: As in the paper: Gauss-Jordan elimination, free variables all tried
        show: The contents of a graph file [default: cells]
            cells: Every cell and its neighbours
            equations: Every equation and its hidden cells
        board: The same
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
        precision: Literal["exact", "decimal"] | None = ...,
        merge_parallel: bool = ...,
        direction: Literal["down", "right"] | None = ...,
        slide: bool = ...,
        threads: Value = ...,
        max_states: Value = ...,
        max_memory: Value = ...,
        timeout: Value = ...,
        progress: bool = ...,
    ) -> Graph:
        """Minesweeper on a small board, by lowest risk or best play (Lindgren 2000) A state is what is seen of the
        board, up to turns and mirrors; all games that are won end in one state. Where there are no decisions, lost
        games end in one state for each number of mines left, else in one state. Other names of the game:
        minesweeper.

        preset: A standard board, instead of --rows, --cols and --mines
            beginner: 9 x 9 cells, 10 mines
            intermediate: 16 x 16 cells, 40 mines
            expert: 16 x 30 cells, 99 mines
        rows: Rows of the board, 1 to 64
        cols: Columns of the board; at most 64 cells in all, 1 to 64
        mines: Mines on it, 0 to 64
        board: A position instead of a fresh board, as `risk mines` reads it; - for stdin
        play: How to choose cells [default: lowest]
            lowest: A cell of the lowest risk (Lindgren 2000)
            best: The cell with the highest probability of winning
        ties: Which cell to open among equal risks [default: random]
            random: One at random
            last: The last in reading order
            first: The first in reading order
            corner-edge-random: A corner, else an edge, else the middle; at random within those
            best: The cell that wins most often
            worst: The cell that wins least often
        start: The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN [default: anywhere]
        first_click: What the first cell may hide [default: safe]
            any: Anything: it may be a mine
            safe: No mine; the mines lie elsewhere
            opening: No mine, and none next to it
        unmerged: Do not merge positions that are equal by rotation or reflection
        every_order: Open safe cells in every order, as the program of the paper does
        show: Which decisions to draw
        shape: Transpositions merged, or every history by itself
            dag: Situations, transpositions merged
            tree: The tree of histories
        depth: Cut after D events, and mark what was cut
        label: What stands in the nodes
            counts: Scores and numbers of pairs
            board: The board as small squares
            odds: Win and draw from here
        precision: Whether numbers have their fractions beside them
            exact: Doubles and fractions
            decimal: Doubles only
        merge_parallel: One line for all events between two situations
        direction: Which way time goes, in dot and in pictures
            down: From the top down
            right: From left to right
        slide: A picture for a slide of 16:9 with readable text
        """
