"""What the page about Python shows is what comes."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import chancetree as ct

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "python.md"


def test_every_example_of_the_page_is_as_it_says() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    from fractions import Fraction

    test = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {"Fraction": Fraction}, PAGE.name, str(PAGE), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0 and runner.tries > 15


def test_the_examples_in_the_package_are_as_they_say() -> None:
    assert doctest.testmod(ct).failed == 0
