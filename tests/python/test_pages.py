"""Runs the examples of the documentation."""

from __future__ import annotations

import doctest
import re
from fractions import Fraction
from pathlib import Path

import chancetree as ct

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "python.md"


def examples(page: Path) -> int:
    """Runs the examples of a page, and returns their number."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    names = {"Fraction": Fraction, "chancetree": ct}
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), names, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0
    return runner.tries


def test_the_examples_of_the_page_work() -> None:
    assert examples(PAGE) > 15


def test_the_examples_of_the_readme_work() -> None:
    assert examples(ROOT / "README.md") == 3


def test_the_examples_in_the_package_work() -> None:
    assert doctest.testmod(ct).failed == 0
