"""The values of turn-based games by iteration over the space that Storm builds, because Storm does not check games exactly."""

import re
from fractions import Fraction

import stormpy

PATTERN = re.compile(r'<<(?P<players>[^>]*)>> (?P<kind>P|R(?:\{"(?P<reward>\w+)"\})?)(?P<side>max|min)=\? \[ (?P<path>.*) \]')
STEPS = 3000


class Game:
    """A game as lists: for each state its player and its choices, which are lists of probabilities and targets."""

    def __init__(self, path, constants):
        program, self.space = build(path.read_text(), path.parent, constants)
        matrix = self.space.transition_matrix
        starts = [*matrix.row_group_indices] if hasattr(matrix, "row_group_indices") else None
        rows = [[(Fraction(str(entry.value)), entry.column) for entry in matrix.get_row(row)] for row in range(matrix.nr_rows)]
        ends = starts or [matrix.get_row_group_start(state) for state in range(self.space.nr_states)] + [matrix.nr_rows]
        self.choices = [rows[ends[state] : ends[state + 1]] for state in range(self.space.nr_states)]
        self.owners = self.space.get_state_player_indications()
        self.players = re.findall(r"^player (\w+)", path.read_text(), flags=re.M)
        # The same model without players: Storm finds the states of formulas there.
        text = re.sub(r"^player .*? endplayer", "", path.read_text().replace("\nsmg\n", "\nmdp\n"), flags=re.S | re.M)
        self.program, _ = build(text, path.parent, constants)

    def states(self, formula):
        """Returns the states that satisfy a formula."""
        (parsed,) = stormpy.parse_properties(f"P>=1 [ F<=0 ({formula}) ]", self.program)
        (other,) = stormpy.parse_properties("P>=1 [ F false ]", self.program)
        options = stormpy.BuilderOptions([parsed, other], self.program)
        options.set_build_all_labels()
        space = stormpy.build_model[stormpy.Rational](self.program, options=options)
        truths = stormpy.model_checking(space, parsed).get_truth_values_vector()
        return [bool(truths[state]) for state in range(space.nr_states)]

    def value(self, text):
        """Returns the value of a property, exact or as a double, or `None` if it is of another kind."""
        if not (found := PATTERN.fullmatch(text)):
            return None
        names = [name for name in found["players"].split(",") if name]
        coalition = {int(name) - 1 if name.isdigit() else self.players.index(name) for name in names}
        path = re.fullmatch(r"(?:(.*) U|([FG]))(?:<=(\d+))? (.*)", found["path"])
        if not path:
            return None
        stay, letter, bound, goal = path.groups()
        is_maximum = found["side"] == "max"
        if letter == "G":
            goal, is_maximum = f"!({goal})", not is_maximum
        goals = self.states(goal)
        stays = self.states(stay) if stay else [True] * len(goals)
        rewards = [0] * len(goals)
        if found["kind"] != "P":
            rewards = self.rewards(found["reward"])
        number = Fraction if bound else float
        choices = [[[(number(p), target) for p, target in row] for row in rows] for rows in self.choices]
        maximizes = [(owner in coalition) == is_maximum for owner in self.owners]
        at_goal = number(found["kind"] == "P")
        values = [at_goal if goal else number(0) for goal in goals]
        for _ in range(int(bound) if bound else STEPS):
            values = [
                values[state]
                if goals[state] or not stays[state]
                else number(rewards[state])
                + (max if maximizes[state] else min)(sum(p * values[target] for p, target in row) for row in choices[state])
                for state in range(len(values))
            ]
        value = values[self.space.initial_states[0]]
        return 1 - value if letter == "G" else value

    def rewards(self, name):
        models = self.space.reward_models
        return [Fraction(str(value)) for value in models[name or next(iter(models))].state_rewards]


def build(text, folder, constants):
    path = folder / ".game.prism"
    path.write_text(text)
    try:
        program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
    finally:
        path.unlink()
    values = stormpy.developer.SymbolicModelDescription(program).parse_constant_definitions(constants)
    program = program.define_undefined_constants(values).substitute_constants()
    return program, stormpy.build_model[stormpy.Rational](program)


def agrees(value, printed):
    """Returns whether a printed fraction is the exact value, or close to a double."""
    expected = Fraction(printed)
    return expected == value if isinstance(value, Fraction) else abs(float(expected) - value) < 1e-6
