"""The exact distribution of the turns of solitaire Memory in plain Python: whole numbers, a dictionary and lru_cache.

    python3 peer_solitaire.py PAIRS

Prints one JSON object: the expected turns as a fraction, and the number of deals for each number of turns.
"""

import argparse
import json
import sys
import threading
from collections import Counter
from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=None)
def distribution(singles, unseen):
    """Returns the arrangements of the fresh cards for each number of turns."""
    if singles == unseen == 0:
        return {0: 1}
    deals = Counter()

    def after(turns, ways, rest):
        for more, number in rest.items():
            deals[turns + more] += ways * number

    if singles:
        after(1, singles, distribution(singles - 1, unseen))
    if unseen:
        rest = distribution(singles, unseen - 1)
        after(1, 1, rest)
        if singles:
            after(2, singles, rest)
    if unseen > 1:
        after(1, 1, distribution(singles + 2, unseen - 2))
    return dict(deals)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    pairs = parser.parse_args().pairs
    deals = distribution(0, pairs)
    mean = Fraction(sum(turns * number for turns, number in deals.items()), sum(deals.values()))
    print(json.dumps({"turns": str(mean), "distribution": [[turns, str(deals[turns])] for turns in sorted(deals)]}))


if __name__ == "__main__":
    # The depth of the recursion.
    sys.setrecursionlimit(1_000_000)
    sys.set_int_max_str_digits(0)
    threading.stack_size(512 * 1024 * 1024)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
