"""Memory for two players, robots with perfect memory, by OpenSpiel: a game written for it, and its own value iteration.

    python3 peer_openspiel.py PAIRS

Prints one JSON object: value (the probability that the first player wins minus that of the second, as a double) and states.
OpenSpiel has no exact numbers.
"""

import argparse
import json
import sys

import pyspiel
from open_spiel.python.algorithms import value_iteration

TURN = 0
KIND = pyspiel.GameType(
    short_name="python_memory",
    long_name="Memory",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


def events(c, d, e):
    """Returns the events of a turn: probability, pairs taken, the table after it, and whether the turn passes."""
    if c:
        return [(1.0, 1, (0, d, e), False)]
    known, unknown = d, d + 2 * e
    mate = known / unknown
    found = [(mate, 1, (0, d - 1, e), False)]
    if e:
        fresh = (1 - mate) / (unknown - 1)
        found.append((fresh, 1, (0, d, e - 1), False))
        found.append((fresh * known, 0, (1, d, e - 1), True))
        found.append((fresh * (unknown - known - 2), 0, (0, d + 2, e - 2), True))
    return [event for event in found if event[0] > 0]


class Memory(pyspiel.Game):
    """The game. A turn is a single action, as there are no decisions, followed by chance."""

    def __init__(self, pairs):
        info = pyspiel.GameInfo(
            num_distinct_actions=1,
            max_chance_outcomes=4,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=4 * pairs,
        )
        super().__init__(KIND, info, {})
        self.pairs = pairs

    def new_initial_state(self):
        return Board(self)


class Board(pyspiel.State):
    """A state: the pairs of each player, the table, the mover, and whether chance is next."""

    def __init__(self, game):
        super().__init__(game)
        self.scores, self.left, self.mover, self.is_drawing = (0, 0), (0, 0, game.pairs), 0, False

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.is_drawing else self.mover

    def is_terminal(self):
        return not any(self.left)

    def returns(self):
        lead = self.scores[0] - self.scores[1] if self.is_terminal() else 0
        sign = float((lead > 0) - (lead < 0))
        return [sign, -sign]

    def chance_outcomes(self):
        return [(place, event[0]) for place, event in enumerate(events(*self.left))]

    def _legal_actions(self, player):
        return [TURN]

    def _apply_action(self, action):
        if not self.is_drawing:
            self.is_drawing = True
            return
        _, taken, self.left, passes = events(*self.left)[action]
        self.scores = tuple(score + taken * (seat == self.mover) for seat, score in enumerate(self.scores))
        self.mover ^= passes
        self.is_drawing = False

    def _action_to_string(self, player, action):
        return f"{player}:{action}"

    def __str__(self):
        return f"{self.scores} {self.left} {self.mover} {self.is_drawing}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    pairs = parser.parse_args().pairs
    sys.setrecursionlimit(1_000_000)
    game = Memory(pairs)
    # States that are reached again are not expanded again; the iteration ends without any change.
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0, cyclic_game=True)
    json.dump({"value": values[str(game.new_initial_state())], "states": len(values)}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
