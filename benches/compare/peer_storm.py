"""Memory's exact odds for two players by Storm, on the same Markov chain written in PRISM's language.

    python3 peer_storm.py PAIRS [--only win1] [--print-model]

Prints one JSON object: the exact probabilities, states, transitions (of the board and with the self-loops that Storm requires
at ends) and the seconds of building and of checking. With --only, only the named probability is checked. The equation solver
is Storm's own choice, which was the fastest of its exact solvers on this chain.
"""

import argparse
import json
import sys
import tempfile
import time

GOALS = {"win1": "s1 > s2", "win2": "s2 > s1", "draw": "s1 = s2"}

HEAD = """dtmc

const int pairs = {pairs};
formula known = d;
formula unknown = d + 2 * e;
formula over = c = 0 & d = 0 & e = 0;
formula fresh = 1 - known / unknown;

module memory
  s1 : [0..pairs] init 0;
  s2 : [0..pairs] init 0;
  c : [0..1] init 0;
  d : [0..pairs] init 0;
  e : [0..pairs] init pairs;
  mover : [1..2] init 1;

"""

# {me} moves and {other} is the opponent: A; only B, if no card with an unknown mate is left; B to E.
TURN = """  [] mover = {me} & c = 1 -> (s{me}' = s{me} + 1) & (c' = 0);
  [] mover = {me} & c = 0 & d > 0 & e = 0 -> (s{me}' = s{me} + 1) & (d' = d - 1);
  [] mover = {me} & c = 0 & d = 0 & e = 1 -> (s{me}' = s{me} + 1) & (e' = e - 1);
  [] mover = {me} & c = 0 & d = 0 & e > 1 ->
       fresh * 1 / (unknown - 1) : (s{me}' = s{me} + 1) & (e' = e - 1)
     + fresh * (unknown - known - 2) / (unknown - 1) : (d' = d + 2) & (e' = e - 2) & (mover' = {other});
  [] mover = {me} & c = 0 & d > 0 & e = 1 ->
       known / unknown : (s{me}' = s{me} + 1) & (d' = d - 1)
     + fresh * 1 / (unknown - 1) : (s{me}' = s{me} + 1) & (e' = e - 1)
     + fresh * known / (unknown - 1) : (c' = 1) & (e' = e - 1) & (mover' = {other});
  [] mover = {me} & c = 0 & d > 0 & e > 1 ->
       known / unknown : (s{me}' = s{me} + 1) & (d' = d - 1)
     + fresh * 1 / (unknown - 1) : (s{me}' = s{me} + 1) & (e' = e - 1)
     + fresh * known / (unknown - 1) : (c' = 1) & (e' = e - 1) & (mover' = {other})
     + fresh * (unknown - known - 2) / (unknown - 1) : (d' = d + 2) & (e' = e - 2) & (mover' = {other});
"""


def prism(pairs):
    """Returns the board as a program in PRISM's language."""
    turns = "".join(TURN.format(me=me, other=3 - me) for me in (1, 2))
    labels = "".join(f'label "{name}" = over & {goal};\n' for name, goal in GOALS.items())
    return HEAD.format(pairs=pairs) + turns + "  [] over -> true;\nendmodule\n\n" + labels


def solve(pairs, goals):
    """Builds and checks the board. Returns the object to print."""
    import stormpy

    start = time.perf_counter()
    with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(prism(pairs))
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    properties = {goal: stormpy.parse_property(f'P=? [F "{goal}"]', program) for goal in goals}
    model = stormpy.build_model[stormpy.Rational](program, list(properties.values()))
    built = time.perf_counter()

    [initial] = model.initial_states
    answer = {}
    for goal, query in properties.items():
        result = stormpy.model_checking(model, query)
        answer[goal] = str(result.get_value(initial))
    checked = time.perf_counter()

    ends = sum(model.labeling.get_states(goal).get_number_of_set_bits() for goal in goals)
    return answer | {
        "states": model.nr_states,
        "transitions": model.nr_transitions - ends if len(goals) == len(GOALS) else None,
        "transitions_with_loops": model.nr_transitions,
        "build_seconds": round(built - start, 3),
        "check_seconds": round(checked - built, 3),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    parser.add_argument("--only", choices=GOALS)
    parser.add_argument("--print-model", action="store_true", help="print the program instead of solving it")
    options = parser.parse_args()
    if options.print_model:
        sys.stdout.write(prism(options.pairs))
        return
    goals = [options.only] if options.only else list(GOALS)
    json.dump(solve(options.pairs, goals), sys.stdout)
    print()


if __name__ == "__main__":
    main()
