"""Writes a copy of the crate that contains all mutants at once, each behind a check of the active mutant.

`cargo mutants --list --json` lists the changes; the syntax tree of a file (tree-sitter) gives the extent of the operands of an
operator. A binary operator becomes `(if on(7) { a - b } else { a + b })`, a function begins with `if on(8) { return
Default::default(); }`, a removed match arm gets the guard `!on(9)`. So the crate is compiled once, not once for each mutant.
"""

import dataclasses

import tree_sitter
import tree_sitter_rust

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
ON = "crate::mutant::on({})"


@dataclasses.dataclass
class Edit:
    """Text inserted at `start`, or, with `other`, a range with alternatives."""

    start: int
    end: int
    mutants: list  # of (number, text)


class File:
    """A file and the mutants in it."""

    def __init__(self, text, mutants):
        self.text = text
        self.root = PARSER.parse(text).root_node
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.mutants = mutants
        # Why a mutant is not included: its number, and the obstacle.
        self.out = {}

    def offset(self, place):
        line = self.lines[place["line"] - 1]
        return line + len(self.text[line:].split(b"\n", 1)[0].decode()[:place["column"] - 1].encode())

    def span(self, mutant):
        return self.offset(mutant["span"]["start"]), self.offset(mutant["span"]["end"])

    def above(self, start, end, kinds):
        """Returns the smallest node of one of these kinds that contains a range."""
        node = self.root.descendant_for_byte_range(start, end)
        while node is not None and node.type not in kinds:
            node = node.parent
        return node

    def takes_all(self, arm):
        """Returns whether this arm of a match is the catch-all arm."""
        pattern = arm.child_by_field_name("pattern")
        return pattern is not None and self.text[pattern.start_byte:pattern.end_byte] == b"_"

    def edits(self):
        """Returns the edits of a file."""
        stretches, inserts = {}, []
        for number, mutant in self.mutants:
            if number in self.out:
                continue
            start, end = self.span(mutant)
            new = mutant["replacement"].encode()
            kind = mutant["genre"]
            on = ON.format(number).encode()
            if kind == "FnValue" and "impl " in mutant["function"]["return_type"]:
                self.out[number] = "a type without a name: what returns it can return no other"
            elif kind == "FnValue":
                inserts.append((start, number, b"if " + on + b" { return " + new + b"; } "))
            elif kind in ("BinaryOperator", "UnaryOperator"):
                node = self.above(start, end, ("binary_expression", "compound_assignment_expr", "unary_expression"))
                if node is None:
                    self.out[number] = "no operator"
                    continue
                before, after = self.text[node.start_byte:start], self.text[end:node.end_byte]
                stretches.setdefault((node.start_byte, node.end_byte), []).append((number, before + b" " + new + b" " + after))
            elif kind == "StructField":
                node = self.above(start, end, ("struct_expression",))
                left = self.text[end:node.end_byte]
                comma = len(left) - len(left.lstrip().removeprefix(b","))
                text = self.text[node.start_byte:start] + left[comma:]
                stretches.setdefault((node.start_byte, node.end_byte), []).append((number, text))
            elif kind in ("MatchArm", "MatchArmGuard"):
                node = self.above(start, end, ("match_arm",))
                pattern = node.child_by_field_name("pattern")
                guard = pattern.child_by_field_name("condition")
                if kind == "MatchArm" and not any(map(self.takes_all, node.parent.named_children)):
                    self.out[number] = "no arm takes what it leaves"
                elif kind == "MatchArm" and guard is None:
                    inserts.append((pattern.end_byte, number, b" if !" + on))
                elif guard is None or guard.type in ("let_condition", "let_chain"):
                    self.out[number] = "a guard that binds"
                else:
                    text = new if kind == "MatchArmGuard" else b"false"
                    stretches.setdefault((guard.start_byte, guard.end_byte), []).append((number, text))
            else:
                self.out[number] = f"genre {kind}"
        return stretches, sorted(inserts)

    def written(self):
        """Returns the new text, and the position of each mutant in it; of each range, too, with all its mutants."""
        stretches, inserts = self.edits()
        order = sorted(stretches, key=lambda span: (span[0], -span[1]))
        parts, length, places = [], 0, []

        def write(text):
            nonlocal length
            parts.append(text)
            length += len(text)

        def plain(start, end):
            nonlocal insert
            while insert < len(inserts) and inserts[insert][0] < end:
                at, number, text = inserts[insert]
                write(self.text[start:at])
                places.append((length, length + len(text), [number]))
                write(text)
                start = at
                insert += 1
            write(self.text[start:end])

        def stretch(start, end, index):
            """Writes the text between, from the range numbered `index` on. Returns the first edit beyond."""
            at = start
            while index < len(order) and order[index][0] < end:
                first, last = order[index]
                plain(at, first)
                # An insertion that begins here belongs before the whole range, not in one of its branches.
                begin = length
                write(b"(")
                for number, text in stretches[order[index]]:
                    write(b"if " + ON.format(number).encode() + b" { ")
                    places.append((length, length + len(text), [number]))
                    write(text + b" } else ")
                write(b"{ ")
                numbers = [number for number, _ in stretches[order[index]]]
                index = stretch(first, last, index + 1)
                write(b" })")
                places.append((begin, length, numbers))
                at = last
            plain(at, end)
            return index

        insert = 0
        stretch(0, len(self.text), 0)
        return b"".join(parts), sorted(places, key=lambda place: place[1] - place[0])


def blamed(places, start, end):
    """Returns the mutants of the smallest place that contains an error."""
    for first, last, numbers in places:
        if first <= start and end <= last:
            return numbers
    return []


def round_of(places, start, end):
    """Returns the mutants of the smallest place inside an error, or around it, if no place contains the error in full."""
    for first, last, numbers in places:
        if first < end and start < last:
            return numbers
    return []
