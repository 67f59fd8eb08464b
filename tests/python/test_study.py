"""The study that docs/python reproduces."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path

STUDY = Path(__file__).resolve().parent.parent.parent / "docs" / "python" / "bondarenko.py"


def test_the_study_has_the_table_and_writes_the_figure(tmp_path: Path) -> None:
    study = runpy.run_path(str(STUDY))
    study["main"](tmp_path)
    table = study["table"](8)
    # The example of the study: two cells are known, and six pairs are unknown.
    assert table.loc[(14, 2)].to_dict() == {
        "B": Fraction(2, 14),
        "C": Fraction(12, 14) * Fraction(1, 13),
        "D": Fraction(12, 14) * Fraction(2, 13),
        "E": Fraction(12, 14) * Fraction(10, 13),
    }
    assert study["differences"](table) == 0
    assert (tmp_path / "favoured.png").read_bytes().startswith(b"\x89PNG")
    boards = study["favoured"](10)
    assert (boards["ahead"] < 0).tolist() == [False, True, True, False, True, True, False, False, True, False]
