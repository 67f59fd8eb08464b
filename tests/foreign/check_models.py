#!/usr/bin/env python3
"""Has Storm build the models of tests/models and check their properties exactly, and compares states, transitions and values.

    python3 tests/foreign/check_models.py CHECK

CHECK is the example `check` of the crate chancetree-prism, built for release if the printed times matter. A property that Storm
does not check exactly is printed; the known values of the tests cover it. Needs the packages of requirements.txt.
"""

import csv
import re
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import stormpy
from game_values import Game, agrees

# Fractions may have more digits than Python reads by default.
sys.set_int_max_str_digits(0)

FOLDER = Path(__file__).resolve().parents[1] / "models"


def own_instances():
    """Returns the models and constants of the known values."""
    with open(FOLDER / "values.csv", newline="") as file:
        return [(row["model"], row["constants"]) for row in csv.DictReader(file)]


def own_answers(check, model, constants):
    """Returns the sizes and values that chancetree prints, and its time."""
    begun = time.monotonic()
    words = [check, FOLDER / model, (FOLDER / model).with_suffix(".props"), constants]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    sizes = [int(part.split()[0]) for part in lines[0].split(", ")]
    return sizes, lines[1:], time.monotonic() - begun


def property_texts(model):
    """Returns the properties of a property file, which has one on each line, with the values of its constants."""
    lines = (FOLDER / model).with_suffix(".props").read_text().splitlines()
    constants, texts = {}, []
    for line in lines:
        if declared := re.fullmatch(r"const int (\w+) = (\d+);", line):
            constants[declared[1]] = declared[2]
            continue
        for name, value in constants.items():
            line = re.sub(rf"\b{name}\b", value, line)
        texts.append(line.rstrip(";"))
    return texts


def storm_program(model, constants):
    """Returns the program with values for its constants."""
    program = stormpy.parse_prism_program(str(FOLDER / model), prism_compatibility=True)
    values = stormpy.developer.SymbolicModelDescription(program).parse_constant_definitions(constants)
    return program.define_undefined_constants(values).substitute_constants()


def storm_space(program, properties):
    # With one property, Storm explores no further than that property needs.
    more = stormpy.parse_properties("P=? [ F false ]; P=? [ F true ]".replace("P=?", "P>=0"), program)
    options = stormpy.BuilderOptions([*properties, *more], program)
    options.set_build_all_labels()
    options.set_build_all_reward_models()
    return stormpy.build_model[stormpy.Rational](program, options=options)


def value_text(value):
    value = str(value)
    if value in ("inf", "infinity"):
        return "infinity"
    fraction = Fraction(value)
    return f"{fraction.numerator}/{fraction.denominator}"


class StormProperty:
    """A property as Storm parses it. Filters are applied here, to all initial states."""

    def __init__(self, program, text):
        self.operation = None
        if text.startswith('"') and ":" in text:
            text = text.split(":", 1)[1].strip()
        if text.startswith("filter("):
            self.operation, text = text[len("filter(") : -1].split(",", 1)
            text, states = text.rsplit(",", 1) if "," in text else (text, "")
            if states.strip() != '"init"':
                raise ValueError("a filter of states that are not initial")
        (self.parsed,) = stormpy.parse_properties(text, program)

    def answer(self, space):
        """Returns the value as chancetree prints it."""
        result = stormpy.model_checking(space, self.parsed)
        if result is None:
            raise ValueError("Storm does not check games exactly")
        if hasattr(result, "get_truth_values_vector"):
            truths = result.get_truth_values_vector()
            return str(all(truths[state] for state in space.initial_states)).lower()
        values = [value_text(result.get_value(state)) for state in space.initial_states]
        values.sort(key=lambda text: (text == "infinity", Fraction(0) if text == "infinity" else Fraction(text)))
        low, high = values[0], values[-1]
        if self.operation:
            return low if self.operation == "min" else high
        return low if low == high else f"[{low}, {high}]"


def main(check):
    compared, skipped, wrong = 0, [], 0
    for model, constants in dict.fromkeys(own_instances()):
        name = f"{model} {constants}".strip()
        sizes, values, own_time = own_answers(check, model, constants)
        begun = time.monotonic()
        program = storm_program(model, constants)
        game = Game(FOLDER / model, constants) if model.endswith(".prism") else None
        properties = []
        for text, value in zip(property_texts(model), values, strict=True):
            if game and (found := game.value(text)) is not None:
                compared += 1
                if not agrees(found, value):
                    wrong += 1
                    print(f"{name}: {text}: {value}, by iteration {found}")
                continue
            try:
                properties.append((text, value, StormProperty(program, text)))
            except (RuntimeError, ValueError) as error:
                skipped.append(f"{name}: {text}: {str(error).splitlines()[0][:100]}")
        space = storm_space(program, [entry[2].parsed for entry in properties])
        found = [space.nr_states, space.nr_choices, space.nr_transitions]
        if found != sizes:
            wrong += 1
            print(f"{name}: {sizes}, Storm {found}")
        for text, value, entry in properties:
            try:
                expected = entry.answer(space)
            except (RuntimeError, ValueError) as error:
                skipped.append(f"{name}: {text}: {str(error).splitlines()[0][:100]}")
                continue
            compared += 1
            if expected != value:
                wrong += 1
                print(f"{name}: {text}: {value}, Storm {expected}")
        print(f"{name}: {sizes[0]} states, {own_time:.3f} s, Storm {time.monotonic() - begun:.3f} s")
    for text in skipped:
        print(f"not compared: {text}")
    print(f"{compared} values compared, {len(skipped)} not compared, {wrong} wrong")
    sys.exit(wrong > 0 or compared < 280)


if __name__ == "__main__":
    main(sys.argv[1])
