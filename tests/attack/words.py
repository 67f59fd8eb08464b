"""Random command lines: changed command lines of the help and of tests/frozen, and others that consist of options only."""

import re

from grammar import LIMITS

HOSTILE = [
    "", "-1", "0", "1", "2", "3", "65535", "65536", "4294967296", "18446744073709551616", "1e400", "nan", "inf", "-",
    "--", "1..", "..5", "5..1", "1..=0", "1..9", "1,2,3", ",,,", "1,,2", "é", "\x1b[31mred", "\x9b31m", "x" * 5000,
    b"\xff\xfe", "1\n2", "error: no\nerror: yes", "\u0663", " 1", "1/0", "1/2", "-1/2", "0.5", "1e-9", "T1", "best",
    "T1,T1", "\"", "';#", "\u202etxt", "a\tb", "\r", "all", "0,0", "5,-5", "1000000", "99999,99999", "0x10", "+1", "01",
    "\ufeff1", "NaN", "1,2", "2,3,4,5", "text", "json", "csv", "%s%n", "$(id)", "=1+1", "1\x00"[:1],
]
JUNK_LIMITS = ["", "-1", "0", "abc", "1e400", "1X", "99999999999G", "nan", "1,2", "9" * 400]
# Places for files, and possible inputs: files in the folder of a try, and paths that are no files.
OUTPUTS = ["-", "out", "out.svg", "out.csv", "out.gexf", "out.json", "out.xyz", "no/folder/x", ".", "dangling", "there",
           "x\x1b[2J.dot", "\x9b.svg", "", "out.html", "out.drn", "out.dot", "out.graphml", "out.png"]
NUMBER = re.compile(r"\d+")
FILES = ("FILE", "LOG", "FILE|-", "DIR", "FOLDER")


def enlarge(word, random):
    """Returns a larger board: all numbers of a word grow by one factor."""
    factor = random.choice([2, 3, 5, 10, 30, 100, 1000])
    return NUMBER.sub(lambda found: str(int(found.group()) * factor), word)


def disturb(word, random):
    """Returns a word with one number or letter changed."""
    found = list(NUMBER.finditer(word))
    if found and random.random() < 0.8:
        number = random.choice(found)
        value = int(number.group())
        other = random.choice([0, 1, value + 1, value - 1, value * 2, value * 10, -value, 65536, 2**32, 2**64, value // 2])
        return word[:number.start()] + str(other) + word[number.end():]
    place = random.randrange(len(word) + 1)
    letter = random.choice(["", ",", "-", ".", "0", "/", "=", "\x1b", "é", " "])
    return word[:place] + letter + word[place + random.randrange(2):]


class Words:
    def __init__(self, grammar, inputs):
        self.grammar, self.inputs = grammar, inputs

    def value(self, option, possible, random):
        """Returns a valid or invalid value."""
        name = option.name if option else ""
        known = sorted(self.grammar.values.get(name, ()))
        where = (option.value if option else "FILE") or ""
        if name in ("-o", "--output"):
            return random.choice(OUTPUTS)
        if where.startswith(FILES) and random.random() < 0.8:
            return random.choice([*self.inputs, "missing", ".", "-", "dangling", "there"])
        dice = random.random()
        if possible and dice < 0.8:
            return random.choice(possible)
        if known and dice < 0.75:
            return random.choice(known)
        if known and dice < 0.9:
            return disturb(random.choice(known), random)
        return random.choice(HOSTILE)

    def one(self, option, random):
        """Returns an option with its value, if it takes one, in one of the possible spellings."""
        if option.value is None:
            return [option.name] if random.random() < 0.97 else [option.name + "=1"]
        if option.optional and random.random() < 0.4:
            return [option.name]
        value = self.value(option, option.possible, random)
        if isinstance(value, bytes):
            return [option.name, value]
        if option.optional or random.random() < 0.15:
            return [f"{option.name}={value}"]
        return [option.name, value]

    def options(self, leaf):
        return [option for option in leaf.options if option.name not in LIMITS]

    def changed(self, leaf, random, times):
        """Returns a working command of this kind with some options added, removed or given another value."""
        words = list(random.choice(leaf.examples)) if leaf.examples else []
        for _ in range(times):
            dice = random.random()
            if words and dice < 0.25:
                place = random.randrange(len(words))
                words[place] = disturb(words[place], random) if isinstance(words[place], str) else words[place]
            elif words and dice < 0.35:
                del words[random.randrange(len(words))]
            elif words and dice < 0.4:
                words.insert(random.randrange(len(words)), random.choice(HOSTILE))
            else:
                option = random.choice(self.options(leaf))
                fresh = self.one(option, random)
                at = words.index(option.name) if option.name in words else None
                if at is not None and random.random() < 0.9:
                    words[at:at + (2 if option.value else 1)] = fresh
                else:
                    words += fresh
        return words

    def fresh(self, leaf, random):
        """Returns a command of options only, and of file names where it takes files."""
        words = []
        for _, possible in leaf.positional:
            if random.random() < 0.8:
                words.append(self.value(None, possible, random))
        for option in random.sample(self.options(leaf), min(len(self.options(leaf)), random.randrange(7))):
            words += self.one(option, random)
        return words

    def random(self, random):
        """Returns any command line."""
        leaf = random.choice(self.grammar.leaves)
        if random.random() < 0.65 and leaf.examples:
            words = self.changed(leaf, random, random.choice([1, 1, 2, 3, 5]))
        else:
            words = self.fresh(leaf, random)
        if random.random() < 0.03:
            words += [random.choice(LIMITS), random.choice(JUNK_LIMITS)]
        if random.random() < 0.02:
            words.insert(0, random.choice(HOSTILE))
        return leaf, [*leaf.path, *words]

    def heavy(self, random):
        """Returns a working command on a larger board."""
        leaf = random.choice([leaf for leaf in self.grammar.leaves if leaf.examples])
        words = list(random.choice(leaf.examples))
        if random.random() < 0.3:
            words = self.changed(leaf, random, 1)
        numbers = [place for place, word in enumerate(words)
                   if isinstance(word, str) and NUMBER.search(word) and not word.startswith("--") and "." not in word[-6:-2]]
        for place in random.sample(numbers, min(len(numbers), random.choice([1, 1, 1, 2]))):
            words[place] = enlarge(words[place], random)
        return leaf, [*leaf.path, *words]
