"""Memory's exact odds for two players in optimised Python: counted arrangements, whole distributions packed into one integer.

    python3 peer_counts.py PAIRS

The distribution of player 1's pairs in a situation is a polynomial with whole coefficients, and so an integer in a base above
every coefficient. A pair for player 1 is a shift, a step a multiplication by a small number. Situations are the numbers of
half-known and unknown pairs; only the current row and the next are kept. Prints one JSON object: win (player 1 first) and
draw.
"""

import argparse
import json
from fractions import Fraction
from math import prod


def distribution(pairs):
    """Returns the number of arrangements for each number of pairs of player 1."""
    total = prod(range(1, 2 * pairs, 2))
    slot = total.bit_length() + 1
    # By half-known pairs: the distributions with player 1 and with player 2 to move, in a row for one number of pairs left.
    row = {0: (1, 0)}
    for left in range(pairs, 0, -1):
        below = {}
        for half in range(left + 1):
            if half not in row:
                continue
            first, second = row.pop(half)
            unknown = left - half
            taken = (first << slot, second)
            if half:
                one, two = below.get(half - 1, (0, 0))
                below[half - 1] = (one + half * taken[0], two + half * taken[1])
            if unknown:
                # Two cards that match; or a mate is completed, and the other player takes that pair and moves again.
                one, two = below.get(half, (0, 0))
                below[half] = (one + taken[0] + half * (second << slot), two + taken[1] + half * first)
            if unknown > 1:
                one, two = row.get(half + 2, (0, 0))
                row[half + 2] = (one + second, two + first)
        row = below
    packed = sum(row[0])
    mask = (1 << slot) - 1
    counts = [packed >> (slot * pairs_of_one) & mask for pairs_of_one in range(pairs + 1)]
    assert sum(counts) == total
    return counts, total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int)
    pairs = parser.parse_args().pairs
    counts, total = distribution(pairs)
    won = sum(count for own, count in enumerate(counts) if 2 * own > pairs)
    drawn = counts[pairs // 2] if pairs % 2 == 0 else 0
    shares = [Fraction(count, total) for count in (won, total - won - drawn, drawn)]
    print(json.dumps({"win": [str(share) for share in shares[:2]], "draw": str(shares[2])}))


if __name__ == "__main__":
    main()
