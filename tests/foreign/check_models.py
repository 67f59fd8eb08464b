#!/usr/bin/env python3
"""Builds the models of tests/models in Storm, checks their properties exactly, and compares states, transitions and values.

    python3 tests/foreign/check_models.py BINARY

BINARY is the program, built for release if the printed times matter. A property that Storm does not check exactly is printed;
the known values of the tests cover it. Needs the packages of requirements.txt.
"""

import csv
import json
import re
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import stormpy
from game_values import Game, agrees

# Fractions may have more digits than Python reads by default.
sys.set_int_max_str_digits(0)

FOLDER = Path(__file__).resolve().parents[1] / "models"


# Models by others that come with stormpy, with constants. Only their sizes are compared.
PUBLISHED = {
    "dtmc": {
        "brp-16-2.pm": "", "brp.pm": "N=16,MAX=2", "crowds-5-5.pm": "", "crowds5_5.pm": "", "die.pm": "", "infinite.pm": "",
        "leader-3-5.pm": "", "leader3_5.pm": "", "nand-5-2.pm": "", "negativevals.pm": "", "test_conditional.pm": "",
    },
    "mdp": {
        "SmallPrismTest.nm": "", "SmallPrismTest2.nm": "", "coin2-2.nm": "", "coin2.nm": "K=2", "csma2-2.nm": "", "csma2_2.nm": "",
        "die_c1.nm": "", "die_selection.nm": "", "firewire.nm": "delay=3,fast=0.5", "firewire3-0.5.nm": "", "leader3.nm": "",
        "leader4.nm": "", "maze_2.nm": "", "maze_2_multigoal.nm": "", "multiobjective1.nm": "", "multiobjective2.nm": "",
        "scheduler_generation.nm": "", "slipgrid.nm": "", "tiny_rewards.nm": "", "two_dice.nm": "", "wlan0-2-2.nm": "",
        "wlan0_collide.nm": "COL=2,TRANS_TIME_MAX=10",
    },
    "pdtmc": {
        "brp_rewards16_2.pm": "pL=0.9,pK=0.8,TOMsg=1,TOAck=1", "crowds3_5.pm": "PF=0.8,badC=0.1", "herman5.pm": "p=1/3",
        "parametric_die.pm": "p=1/3,q=2/5",
    },
    "pmdp": {"coin2_2.pm": "p1=0.4,p2=0.6", "two_dice.nm": "p1=0.4,p2=0.6"},
    "smg": {"example_smg.nm": ""},
}


def own_instances():
    """Returns the models and constants of the known values."""
    with open(FOLDER / "values.csv", newline="") as file:
        return [(row["model"], row["constants"]) for row in csv.DictReader(file)]


def ask(binary, command, model, constants, *options):
    """Returns an answer of the program about a model."""
    words = [binary, command, "model", model, "--format", "json", *options]
    words += ["--const", constants] if constants else []
    return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)


def own_sizes(answer):
    """Returns the numbers of states, choices and transitions."""
    return [answer[name] for name in ("states", "choices", "transitions")]


def own_text(value):
    """Returns the text of a value: a fraction, `infinity`, a range, `true` or `false`."""
    match value:
        case bool():
            return str(value).lower()
        case {"exact": exact}:
            return exact
        case {"least": least, "greatest": greatest}:
            return f"[{own_text(least)}, {own_text(greatest)}]"
    return value


def own_answers(binary, model, constants):
    """Returns the sizes and values that chancetree prints, and the time for the values."""
    started = time.monotonic()
    path = FOLDER / model
    answer = ask(binary, "odds", path, constants, "--props", path.with_suffix(".props"))
    seconds = time.monotonic() - started
    values = [own_text(entry["value"]) for entry in answer["properties"]]
    # `odds` leaves out the states behind those in which all properties are decided.
    return own_sizes(ask(binary, "count", path, constants)), values, seconds


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


def storm_program(path, constants):
    """Returns the program with values for its constants."""
    program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
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


def written_sizes(binary, model, constants, folder):
    """Returns the numbers of states, choices and transitions that Storm finds in the DRN file of a model."""
    file = Path(folder) / "model.drn"
    words = [binary, "graph", "model", FOLDER / model, "-o", file, "--force", "-q"]
    subprocess.run([*words, *(["--const", constants] if constants else [])], check=True)
    space = stormpy.build_model_from_drn[stormpy.Rational](str(file))
    return [space.nr_states, space.nr_choices, space.nr_transitions]


def published(binary):
    """Compares the sizes of the models by others. Returns the numbers of compared and of wrong models."""
    folder, compared, wrong = Path(stormpy.__file__).parent / "examples" / "files", 0, 0
    for kind, models in PUBLISHED.items():
        for model, constants in models.items():
            path = folder / kind / model
            sizes = own_sizes(ask(binary, "count", path, constants))
            space = storm_space(storm_program(path, constants), [])
            expected = [space.nr_states, space.nr_choices, space.nr_transitions]
            compared += 1
            if sizes != expected:
                wrong += 1
                print(f"{kind}/{model}: {sizes}, Storm {expected}")
    return compared, wrong


def main(binary, folder):
    compared, skipped, wrong = 0, [], 0
    for model, constants in dict.fromkeys(own_instances()):
        name = f"{model} {constants}".strip()
        sizes, values, own_time = own_answers(binary, model, constants)
        started = time.monotonic()
        program = storm_program(FOLDER / model, constants)
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
        # Storm builds games from programs only.
        if not game and (found := written_sizes(binary, model, constants, folder)) != sizes:
            wrong += 1
            print(f"{name}: {sizes}, Storm reads {found} from DRN")
        print(f"{name}: {sizes[0]} states, {own_time:.3f} s, Storm {time.monotonic() - started:.3f} s")
    compared_models, wrong_models = published(binary)
    wrong += wrong_models
    for text in skipped:
        print(f"not compared: {text}")
    print(f"{compared} values compared, {len(skipped)} not compared, {compared_models} models of others, {wrong} wrong")
    sys.exit(wrong > 0 or compared < 305)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(sys.argv[1], temporary)
