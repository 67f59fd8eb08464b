"""The possible command lines, read from the program's help, so that a new command, game or option is tested without changes here."""

import dataclasses
import re
import shlex
import subprocess

OPTION = re.compile(r"^ {2,6}(?:-\w, )?(--[a-z][\w-]*)(\[?[ =]?<[^>]*>\]?)?")
ENTRY = re.compile(r"^ {2}(\[?<?[A-Za-z][\w-]*>?\]?(?:\.\.\.)?)(?: {2,}|$)")
POSSIBLE = re.compile(r"\[possible values: ([^\]]*)\]")
# Options that every command has and the attack sets itself.
LIMITS = ("--timeout", "--max-memory")


@dataclasses.dataclass
class Option:
    name: str
    # The name of the value; None for a switch.
    value: str | None
    # Whether the value is optional.
    optional: bool
    possible: list[str]


@dataclasses.dataclass
class Leaf:
    """A command, or a command and a game, followed only by options and file names."""

    path: list[str]
    options: list[Option]
    positional: list[tuple[str, list[str]]]
    # Working commands of this kind, without the path.
    examples: list[list[str]] = dataclasses.field(default_factory=list)

    def option(self, name):
        return next((option for option in self.options if option.name == name), None)

    @property
    def name(self):
        return " ".join(self.path)


def sections(text):
    """Returns the paragraphs of a help text by heading, each a list of (first line, text of the whole entry)."""
    found, heading = {}, ""
    for line in text.splitlines():
        if re.match(r"^[A-Z][\w ]*:$", line):
            heading = line[:-1]
            found[heading] = []
        elif heading and line.startswith(" "):
            option, entry = OPTION.match(line), ENTRY.match(line)
            if option or entry:
                found[heading].append([line, line.strip()])
            elif found[heading]:
                found[heading][-1][1] += " " + line.strip()
        elif not line.startswith(" ") and line:
            heading = ""
    return found


def examples(text):
    """Returns the commands under Examples as lists of words, without the program's name and the command they are piped into."""
    _, _, rest = text.partition("\nExamples:\n")
    lines = rest.split("\n\n")[0].replace("\\\n", " ").splitlines()
    commands = [re.split(r"\s[|>]|\s#", line[line.index("chancetree "):])[0] for line in lines if "chancetree " in line]
    return [shlex.split(command)[1:] for command in commands]


class Grammar:
    def __init__(self, binary, more):
        self.leaves = []
        self.known = []
        self._read(binary, [])
        self.values = {}
        for words in self.known + more:
            self._learn(words)

    def _read(self, binary, path):
        ran = subprocess.run([binary, *path, "-h"], capture_output=True, text=True, timeout=60)
        assert ran.returncode == 0 and ran.stdout, (path, ran.stderr)
        found = sections(ran.stdout)
        self.known += examples(ran.stdout)
        usage = re.search(r"^Usage: .*?(<[A-Z]+>)?$", ran.stdout, re.M)
        options, deeper, positional = [], [], []
        for heading, entries in found.items():
            for line, text in entries:
                possible = POSSIBLE.search(text)
                possible = possible.group(1).split(", ") if possible else []
                option = OPTION.match(line)
                if option:
                    name, value = option.groups()
                    options.append(Option(name, value and value.strip("[]=<> "), bool(value and "[" in value), possible))
                elif heading == "Arguments":
                    positional.append((ENTRY.match(line).group(1).strip("[]<>."), possible))
                elif heading not in ("Examples", "Options", "Usage") and usage and usage.group(1):
                    deeper.append(ENTRY.match(line).group(1))
        if not deeper:
            self.leaves.append(Leaf(path, options, positional))
        for name in deeper:
            if name != "help":
                self._read(binary, [*path, name])

    def leaf(self, words):
        paths = [leaf for leaf in self.leaves if leaf.path == words[: len(leaf.path)]]
        return max(paths, key=lambda leaf: len(leaf.path), default=None)

    def _learn(self, words):
        leaf = self.leaf(words)
        if leaf is None:
            return
        rest = words[len(leaf.path):]
        if rest not in leaf.examples and "--help" not in rest:
            leaf.examples.append(rest)
        for word, value in zip(rest, rest[1:]):
            if leaf.option(word) and leaf.option(word).value:
                self.values.setdefault(word, set()).add(value)
