# %% [markdown]
# # Table 1 of Bondarenko (2021), and who is favoured
#
# B. P. Bondarenko (2021) asked what may follow in a game of Memory between robots that forget nothing, when `u` cells are
# unknown and `k` are known: A takes a known pair, B turns the mate of a known card, C finds a pair by luck, D shows where a
# pair is, E shows two new cards. Here the table comes from the graph of all states of a game, and the figure shows who
# is favoured on which board.
#
# Editors and notebooks can run the cells of this script one by one. `python docs/python/bondarenko.py FOLDER` writes the
# table and the figure into a folder.

# %%
from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pandas
from matplotlib import pyplot
from matplotlib.figure import Figure

import chancetree as ct

# %% [markdown]
# ## The table
#
# Nodes and edges are tables; pandas joins them. A row of the study's table is a state without a known pair.


# %%
def table(pairs: int) -> pandas.DataFrame:
    """The probability of each event, as fractions, by unknown and known cells."""
    graph = ct.memory(pairs=pairs, players=2).graph()
    nodes = pandas.DataFrame.from_arrow(graph.nodes).set_index("id")
    edges = pandas.DataFrame.from_arrow(graph.edges)
    nodes["k"] = nodes["half_known_pairs"]
    nodes["u"] = 2 * nodes["unknown_pairs"] + nodes["k"]
    edges = edges.join(nodes[["u", "k", "known_pairs"]], on="source")
    edges["P"] = edges["prob_exact"].map(Fraction)
    edges = edges.query("known_pairs == 0").drop_duplicates(["u", "k", "event"])
    return edges.pivot(index=["u", "k"], columns="event", values="P").fillna(Fraction(0))


# %% [markdown]
# The study prints formulas for more than one unknown cell: P(B) = k/u. If B does not happen, C, D and E have probabilities
# in proportion to 1, k and u - k - 2.


# %%
def printed(u: int, k: int) -> dict[str, Fraction]:
    """Table 1 of the study."""
    first, rest = Fraction(k, u), 1 - Fraction(k, u)
    return {
        "B": first,
        "C": rest * Fraction(1, u - 1),
        "D": rest * Fraction(k, u - 1),
        "E": rest * Fraction(u - k - 2, u - 1),
    }


def differences(found: pandas.DataFrame) -> int:
    """The number of states for which the study prints other probabilities."""
    return sum(
        any(found.loc[(u, k), event] != chance for event, chance in printed(u, k).items())
        for u, k in found.index.tolist()
        if u > 1
    )


# %% [markdown]
# ## The figure
#
# Who begins, by the number of pairs: P(first wins) - P(second wins), exact, drawn as doubles.


# %%
def favoured(most: int) -> pandas.DataFrame:
    """The odds of both players on all boards."""
    boards = ct.memory(pairs=range(1, most + 1), players=2).odds().to_pandas()
    boards["ahead"] = boards["win_1"] - boards["win_2"]
    return boards.set_index("pairs")


def figure(boards: pandas.DataFrame) -> Figure:
    """Bars above 0 where the first player is ahead, below where the second is."""
    drawn, axes = pyplot.subplots(figsize=(9, 4), layout="constrained")
    heights = boards["ahead"].astype(float)
    axes.bar(heights.index, heights, color=["#0072b2" if height > 0 else "#d55e00" for height in heights])
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_yscale("symlog", linthresh=0.01)
    axes.set_xlabel("pairs")
    axes.set_ylabel("P(first wins) - P(second wins)")
    axes.set_title("Memory between two robots that forget nothing")
    return drawn


# %%
def main(folder: Path) -> None:
    """Writes the table and the figure."""
    found, boards = table(8), favoured(30)
    print(found)
    print(f"{differences(found)} of {len(found)} states differ from Table 1")
    behind = [pairs for pairs, ahead in zip(boards.index, boards["ahead"]) if float(ahead) < 0]
    print(f"the second player is ahead with {', '.join(map(str, behind))} pairs")
    found.to_csv(folder / "table-1.csv")
    figure(boards).savefig(folder / "favoured.png", dpi=150)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
