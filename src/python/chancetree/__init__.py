"""Exact odds for games of chance and memory: fractions, not simulations.

>>> import chancetree as ct
>>> odds = ct.memory(pairs=8, players=2).odds()
>>> odds.win[0]
Fraction(185527, 405405)
"""

from __future__ import annotations

from ._engine import Table, __version__
from ._errors import Error, LimitError, MemoryLimitError, ModelError, StatesError, TimeLimitError
from ._families import Family, guess, memory, mines, model, solitaire
from ._graph import Graph, Page
from ._logs import Log, Turn
from ._model import Action, Game, Model, Play
from ._reports import Report, Reports
from ._texts import BoundedFloat
from ._values import Distribution, Record, Records

__all__ = [
    "Action",
    "BoundedFloat",
    "Distribution",
    "Error",
    "Family",
    "Game",
    "Graph",
    "LimitError",
    "Log",
    "MemoryLimitError",
    "Model",
    "ModelError",
    "Page",
    "Play",
    "Record",
    "Records",
    "Report",
    "Reports",
    "StatesError",
    "Table",
    "TimeLimitError",
    "Turn",
    "__version__",
    "guess",
    "memory",
    "mines",
    "model",
    "solitaire",
]
