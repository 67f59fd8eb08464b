"""The graph that chancetree writes for Storm, solved by Storm with exact numbers.

    python3 peer_drn.py FILE

Prints one JSON object: win (a list, seat 1 first), draw and states.
"""

import argparse
import json
import sys
from fractions import Fraction

import stormpy


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    model = stormpy.build_model_from_drn[stormpy.Rational](parser.parse_args().file)
    start, labels = model.initial_states[0], model.labeling.get_labels()

    def chance(label):
        if label not in labels:
            # A label without states is missing, and its event cannot happen.
            return "0"
        (wanted,) = stormpy.parse_properties(f'P=? [F "{label}"]')
        result = stormpy.model_checking(model, wanted)
        value = result.get_value(start) if hasattr(result, "get_value") else result.at(start)
        return str(Fraction(str(value)))

    answer = {"win": [chance("won_1"), chance("won_2")], "draw": chance("drawn"), "states": model.nr_states}
    json.dump(answer, sys.stdout)
    print()


if __name__ == "__main__":
    main()
