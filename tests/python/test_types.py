"""The types: what the checkers say of the package and of examples, and that the stubs name exactly the arguments that are there."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import chancetree
from chancetree import _families

HERE = Path(__file__).resolve().parent
PACKAGE = Path(chancetree.__file__).parent
STUDY = HERE.parent.parent / "docs" / "python" / "bondarenko.py"


def checked(*words: str) -> None:
    """Runs a checker, which must find nothing."""
    paths = {"MYPYPATH": str(HERE), "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, env={**os.environ, **paths})
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content(tmp_path: Path) -> None:
    options = ["--strict", "--ignore-missing-imports", f"--cache-dir={tmp_path}"]
    checked("mypy", *options, "--package", "chancetree")
    examples = ["typed.py", "games.py", "naive.py", "test_graphs.py", "test_models.py"]
    checked("mypy", *options, *(str(HERE / name) for name in examples), str(STUDY))


def test_pyright_is_content() -> None:
    checked("pyright", "--pythonpath", sys.executable, str(HERE / "typed.py"), str(STUDY))


def test_the_stubs_name_arguments_that_are_there() -> None:
    tree = ast.parse((PACKAGE / "_families.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    methods = 0
    for family, cls in _families.FAMILIES.items():
        for node in classes[family].body:
            assert isinstance(node, ast.FunctionDef)
            assert hasattr(cls, node.name)
            verb = "odds" if node.name == "distribution" else node.name
            if verb == "__init__":
                continue
            own = {arg.arg for arg in node.args.kwonlyargs} - {"progress"}
            wanted = set(_families.parameters_of(verb, family))
            if node.name == "distribution":
                wanted.discard("distribution")
            assert own == wanted, f"{family}.{node.name}: run src/python/stubs.py"
            methods += 1
    assert methods > 25


def test_the_stubs_are_written_by_their_script(tmp_path: Path) -> None:
    # Started as CONTRIBUTING.md says, it must ask what is installed, not the folder that it stands in.
    script = HERE.parent.parent / "src" / "python" / "stubs.py"
    subprocess.run([sys.executable, str(script), str(tmp_path / "families.pyi")], check=True)
    written = ast.parse((tmp_path / "families.pyi").read_text())
    assert set(_families.FAMILIES) <= {node.name for node in written.body if isinstance(node, ast.ClassDef)}


def test_families_tell_their_arguments() -> None:
    assert "known_pairs" in inspect.signature(chancetree.memory).parameters
    assert "Pairs with two known cards" in (chancetree.memory.__doc__ or "")
    assert "Lindgren" in (inspect.getdoc(chancetree.mines) or "")
    assert all(inspect.getdoc(getattr(chancetree, name)) for name in chancetree.__all__ if name != "__version__")
