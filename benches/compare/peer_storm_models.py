"""The value of a property of a PRISM model by Storm: exact, or by one of its sound methods for doubles.

    python3 peer_storm_models.py MODEL PROPERTY exact|sound|ovi [--const N=3] [--precision 1e-9]

Prints one JSON object: the value in the initial state, the number of states, and the seconds of building and of checking. sound is
the method that Storm picks with --sound, and ovi is optimistic value iteration; both to an absolute precision.
"""

import argparse
import json
import sys
import time
from fractions import Fraction


def environment(stormpy, method, precision):
    """Returns the settings of a sound method."""
    kinds = stormpy.environments
    found = kinds.sound()
    solver = found.solver()
    if method == "ovi":
        solver.set_linear_equation_solver_type(kinds.EquationSolverType.NATIVE)
        solver.min_max().method = kinds.MinMaxMethod.OPTIMISTIC_VALUE_ITERATION
        solver.native().method = kinds.NativeLinearEquationSolverMethod.OPTIMISTIC_VALUE_ITERATION
    for part in (solver.min_max(), solver.native()):
        part.precision = stormpy.Rational(str(precision))
        part.relative_termination_criterion = False
    return found


def answer(path, constants, text, method, precision):
    import stormpy

    start = time.perf_counter()
    program = stormpy.parse_prism_program(path, prism_compatibility=True)
    values = stormpy.developer.SymbolicModelDescription(program).parse_constant_definitions(constants)
    program = program.define_undefined_constants(values).substitute_constants()
    (query,) = stormpy.parse_properties(text, program)
    if method == "exact":
        model = stormpy.build_model[stormpy.Rational](program, [query])
    else:
        model = stormpy.build_model(program, [query])
    built = time.perf_counter()
    if method == "exact":
        result = stormpy.model_checking(model, query)
    else:
        result = stormpy.model_checking(model, query, environment=environment(stormpy, method, precision))
    value = result.get_value(model.initial_states[0])
    checked = time.perf_counter()
    return {
        "value": str(value) if method == "exact" else float(value),
        "states": model.nr_states,
        "build_seconds": built - start,
        "check_seconds": checked - built,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("property")
    parser.add_argument("method", choices=("exact", "sound", "ovi"))
    parser.add_argument("--const", default="")
    parser.add_argument("--precision", type=Fraction, default="1e-9")
    options = parser.parse_args()
    json.dump(answer(options.model, options.const, options.property, options.method, options.precision), sys.stdout)
    print()


if __name__ == "__main__":
    main()
