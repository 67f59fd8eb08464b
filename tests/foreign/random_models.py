"""Random small models in the PRISM language, with properties that chancetree and Storm can check.

Storm differs from PRISM in a few points, which the models avoid: the precedence of `=>`, `mod` of negative numbers, and the rewards of
deadlocks. Storm does not know `<=>`, and does not rename the variables of formulas in a renamed module: it gets a text without both.
"""

import random
import re

COMPARISONS = ["=", "!=", "<", "<=", ">", ">="]


class RandomModel:
    """A model, its properties, and the values of its undefined constants."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kind = self.pick("dtmc", "mdp")
        self.constants, lines = {}, []
        for kind, name, value in (
            ("int", "N", str(self.whole(1, 4))),
            ("double", "p", self.pick("0.1", "1/3", "2.5e-1", "7/9", "0", "1")),
            ("bool", "B", self.pick("true", "false")),
        ):
            if self.chance(0.4):
                self.constants[name] = value
            lines.append(f"const {kind} {name}{'' if name in self.constants else ' = ' + value};")
        lines.append(f"const double q = p/2 + 1/(N+{self.whole(1, 3)});")
        modules = [self.variables(letter) for letter in "xyz"[: self.whole(1, 3)]]
        shared = [("g", 0, self.whole(1, 2))] if self.chance(0.3) else []
        self.names, self.formulas = [*sum(modules, []), *shared], {}
        self.formulas = {"fi": self.number(2), "fb": self.truth(2)} if self.chance(0.6) else {}
        has_starts = self.chance(0.85)
        lines += [f"global g : [0..{high}];" for _, _, high in shared]
        for place, own in enumerate(modules):
            lines += self.module(f"m{place}", own, shared, has_starts)
        if self.chance(0.4):
            renamed = [(name.replace("x", "w"), low, high) for name, low, high in modules[0]]
            pairs = [f"{old[0]}={new[0]}" for old, new in zip(modules[0], renamed)]
            pairs += [f"a={self.pick('b', 'c')}"] if self.chance(0.5) else []
            lines.append(f"module copy = m0 [ {', '.join(pairs)} ] endmodule")
            self.names += renamed
        lines += [f'label "l{number}" = {self.truth(2)};' for number in range(2)]
        for name in ("r0", "r1"):
            lines.append(f'rewards "{name}"')
            for place in range(self.whole(1, 3)):
                value = self.pick("1", "2", "0.5", "N", "q", f"max(0,{self.number(1)})")
                # Storm refuses `I=k` without rewards of states.
                action = self.pick("", "[] ", "[a] ") if place else ""
                lines.append(f"  {action}{self.truth(1)} : {value};")
            lines.append("endrewards")
        if not has_starts:
            lines.append(f"init {self.truth(2)} endinit")
        self.marked = "\n".join([self.kind, *lines, ""])

    def pick(self, *options):
        return self.random.choice(options)

    def whole(self, low, high):
        return self.random.randint(low, high)

    def chance(self, share):
        return self.random.random() < share

    def variables(self, letter):
        all = []
        for number in range(self.whole(1, 2)):
            low = self.pick(0, 0, 1, -2)
            all.append((f"{letter}{number}", None, None) if self.chance(0.25) else (f"{letter}{number}", low, low + self.whole(1, 3)))
        return all

    def number(self, depth):
        """Returns an expression with a whole number as value."""
        whole = [name for name, low, _ in self.names if low is not None]
        if depth == 0 or self.chance(0.25):
            return self.pick(*whole, *whole, "N", str(self.whole(0, 4)), *(["fi"] if "fi" in self.formulas else []))
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.pick(
            f"({a}+{b})", f"({a}-{b})", f"({a}*{b})", f"min({a},{b})", f"max({a},{b},1)", f"floor({a}/{self.whole(2, 4)})",
            f"ceil({a}/{self.whole(2, 4)})", f"mod(max(0,{a}),{self.whole(2, 4)})", f"({self.truth(depth - 1)} ? {a} : {b})",
            f"pow({self.whole(1, 2)},{self.whole(0, 3)})", f"(-({a}))", f"{a} + {b} - 1",
        )

    def truth(self, depth):
        """Returns an expression with a truth value. `\\1...\\2...\\3` is an equivalence."""
        if depth == 0 or self.chance(0.3):
            truths = [name for name, low, _ in self.names if low is None]
            more = ["fb"] if "fb" in self.formulas else []
            compared = [f"{name}{self.pick(*COMPARISONS)}{self.whole(low, high)}" for name, low, high in self.names if low is not None]
            return self.pick(*truths, *compared, *compared, "B", *more, f"{self.number(min(depth, 1))}{self.pick(*COMPARISONS)}{self.number(min(depth, 1))}")
        a, b = self.truth(depth - 1), self.truth(depth - 1)
        return self.pick(f"(({a}) & ({b}))", f"(({a}) | ({b}))", f"!({a})", f"(({a}) => ({b}))", f"\1{a}\2{b}\3", f"({a} ? {b} : B)")

    def share(self):
        """Returns an expression between 0 and 1."""
        whole = [(name, low, high) for name, low, high in self.names if low is not None]
        if not whole or self.chance(0.6):
            return self.pick("p", "1/2", "0.125", "3/7", "1", "0.9")
        name, low, high = self.pick(*whole)
        return self.pick(f"({name}-({low})+1)/({high - low + 2})", f"1/({name}-({low})+1)", f"pow(1/2,{name}-({low}))", f"({self.truth(1)} ? 1/4 : p)")

    def update(self, own):
        parts = []
        for name, low, high in own:
            if self.chance(0.6):
                value = self.truth(1) if low is None else self.pick(str(self.whole(low, high)), f"max({low},min({high},{self.number(2)}))")
                parts.append(f"({name}'={value})")
        return " & ".join(parts) or "true"

    def module(self, name, own, shared, has_starts):
        lines = [f"module {name}"]
        for variable, low, high in own:
            values = ["true", "false"] if low is None else [str(low), str(high)]
            start = f" init {self.pick(*values)}" if has_starts and self.chance(0.6) else ""
            lines.append(f"  {variable} : {'bool' if low is None else f'[{low}..{high}]'}{start};")
        for place in range(self.whole(1, 4)):
            # Rewards refer to the action of the first command.
            action, share = "a" if name == "m0" and place == 0 else self.pick("", "", "a", "b"), self.share()
            # Commands with an action must not write global variables.
            ways = [self.update(own if action else own + shared) for _ in range(self.whole(1, 3))]
            chances = {1: ["1"], 2: [share, f"1-({share})"], 3: [f"({share})/2", "1/2", f"(1-({share}))/2"]}[len(ways)]
            lines.append(f"  [{action}] {self.truth(2)} -> {' + '.join(f'{chance} : {way}' for chance, way in zip(chances, ways))};")
        return [*lines, "endmodule"]

    def states(self, depth):
        """Returns a state formula, in which properties may be nested."""
        if depth == 0 or self.chance(0.4):
            return self.pick('"l0"', '"l1"', '"init"', '"deadlock"', self.truth(1))
        a, b = self.states(depth - 1), self.states(depth - 1)
        return self.pick(f"({a} & {b})", f"({a} | {b})", f"!({a})", self.property(depth - 1, True))

    def property(self, depth, is_bound=False):
        """Returns a property with a number or, if `is_bound`, with a truth value."""
        extremum = "" if self.kind == "dtmc" else self.pick("max", "min")
        goal = self.pick(">=", ">", "<=", "<") + self.pick("0.5", "1", "1/3") if is_bound else f"{extremum}=?"
        k, j, a = self.whole(0, 6), self.whole(0, 3), self.states(depth)
        if self.chance(0.65):
            path = self.pick(
                f"F {a}", f"X {a}", f"G {a}", f"{a} U {self.states(depth)}", f"F<={k} {a}", f"F<{k + 1} {a}",
                f"{a} U<={k} {self.states(depth)}", f"F[{j},{j + k}] {a}",
            )
            return f"P{goal} [ {path} ]"
        return f'R{{"r{self.whole(0, 1)}"}}{goal} [ {self.pick(f"F {a}", "C", f"C<={k}", f"I={k}")} ]'

    def own_text(self):
        formulas = [f"formula {name} = {body};" for name, body in self.formulas.items()]
        kind, rest = self.marked.split("\n", 1)
        return own_form("\n".join([kind, *formulas, rest]))

    def storm_text(self):
        return self.storm_form(self.marked)

    def storm_form(self, text):
        """Returns a text without formulas and without `<=>`."""
        for name, body in self.formulas.items():
            text = re.sub(rf"\b{name}\b", lambda _: f"({body})", text)
        return text.replace("\1", "((").replace("\2", ") = (").replace("\3", "))")


def own_form(text):
    return text.replace("\1", "(").replace("\2", " <=> ").replace("\3", ")")
