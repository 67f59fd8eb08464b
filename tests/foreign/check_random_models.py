#!/usr/bin/env python3
"""Compares random models in the PRISM language with Storm: states, choices, transitions and values, exactly.

    python3 tests/foreign/check_random_models.py BINARY [MODELS [SEED]]

Needs the packages of requirements.txt.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import stormpy
from check_models import own_sizes, own_text, value_text
from random_models import RandomModel, own_form

PROPERTIES = 5


def own_answer(binary, command, path, constants, *options):
    words = [binary, command, "model", path, "--format", "json", "-q", *options]
    ran = subprocess.run([*words, *(["--const", constants] if constants else [])], capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{path.read_text()}\n{constants}\n{options}: {ran.stderr}")
    return json.loads(ran.stdout)


def storm_space(path, constants, properties):
    """Returns the space that Storm builds, and the properties as it parses them."""
    # Storm drops rewards when it simplifies a program with constant conditions.
    program = stormpy.parse_prism_program(str(path), prism_compatibility=True, simplify=False)
    values = stormpy.developer.SymbolicModelDescription(program).parse_constant_definitions(constants)
    program = program.define_undefined_constants(values).substitute_constants()
    parsed = [stormpy.parse_properties(text, program)[0] for text in properties]
    # With one property, Storm explores no further than that property needs.
    more = stormpy.parse_properties("P>=0 [ F false ]; P>=0 [ F true ]", program)
    options = stormpy.BuilderOptions([*parsed, *more], program)
    options.set_build_all_labels()
    options.set_build_all_reward_models()
    return stormpy.build_model[stormpy.Rational](program, options=options), parsed


def storm_value(space, parsed):
    """Returns a value as chancetree prints it."""
    result = stormpy.model_checking(space, parsed)
    values = [value_text(result.get_value(state)) for state in space.initial_states]
    values.sort(key=lambda text: (text == "infinity", Fraction(0 if text == "infinity" else text)))
    return values[0] if values[0] == values[-1] else f"[{values[0]}, {values[-1]}]"


def main(binary, models, seed, folder):
    sizes = values = refused = wrong = 0
    for number in range(seed, seed + models):
        model = RandomModel(number)
        properties = [model.property(model.whole(0, 2)) for _ in range(PROPERTIES)]
        constants = ",".join(f"{name}={value}" for name, value in model.constants.items())
        own, other = folder / "own.prism", folder / "storm.prism"
        own.write_text(model.own_text())
        other.write_text(model.storm_text())
        try:
            space, parsed = storm_space(other, constants, [model.storm_form(text) for text in properties])
        except RuntimeError as error:
            # No state satisfies the init block, or Storm fails on one of its expressions.
            print(f"model {number}: {str(error).splitlines()[0]}")
            refused += 1
            continue
        answer = own_answer(binary, "count", own, constants)
        found, expected = own_sizes(answer), [space.nr_states, space.nr_choices, space.nr_transitions]
        sizes += 1
        if found != expected:
            wrong += 1
            print(f"{own.read_text()}\n{constants}\nmodel {number}: {found}, Storm {expected}")
            continue
        for text, entry in zip(properties, parsed):
            # Storm gives deadlocks no reward of the state, and PRISM does.
            if "R{" in text and answer["deadlocks"]:
                continue
            row = own_answer(binary, "best", own, constants, "--prop", own_form(text))["properties"][0]
            found, expected = own_text(row["value"]), storm_value(space, entry)
            values += 1
            if found != expected:
                wrong += 1
                print(f"{own.read_text()}\n{constants}\nmodel {number}: {text}: {found}, Storm {expected}")
    print(f"{sizes} models and {values} values compared, {refused} models refused by Storm, {wrong} wrong")
    sys.exit(wrong > 0 or sizes < models * 3 // 4 or values < models * 2)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        models, seed = (int(word) for word in [*sys.argv[2:], *["120", "1"][len(sys.argv) - 2 :]])
        main(sys.argv[1], models, seed, Path(temporary))
