"""Types: checkers accept the package and the examples, and the stubs have exactly the arguments of the package."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import chancetree
from chancetree import _families
from chancetree._ask import WORK
from chancetree._signatures import parameters_of

HERE = Path(__file__).resolve().parent
PACKAGE = Path(chancetree.__file__).parent
STUDY = HERE.parent.parent / "docs" / "python" / "bondarenko.py"


def check(*args: str) -> None:
    """Runs a type checker, which must report nothing."""
    paths = {"MYPYPATH": str(HERE), "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, "-m", *args], capture_output=True, text=True, env={**os.environ, **paths})
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_reports_nothing(tmp_path: Path) -> None:
    options = ["--strict", "--ignore-missing-imports", f"--cache-dir={tmp_path}"]
    check("mypy", *options, "--package", "chancetree")
    examples = ["typed.py", "games.py", "naive.py", "test_graphs.py", "test_models.py", "test_model_errors.py", "test_model_graphs.py", "test_model_results.py"]
    check("mypy", *options, *(str(HERE / name) for name in examples), str(STUDY))


def test_pyright_reports_nothing() -> None:
    check("pyright", "--pythonpath", sys.executable, str(HERE / "typed.py"), str(STUDY))


def arguments(node: ast.FunctionDef, classes: dict[str, ast.ClassDef]) -> set[str]:
    """Returns the names of keyword arguments, including those of a typed dict."""
    names = {arg.arg for arg in node.args.kwonlyargs}
    many = node.args.kwarg and node.args.kwarg.annotation
    found = [many.slice] if isinstance(many, ast.Subscript) else []
    while found and isinstance(found[-1], ast.Name) and found[-1].id in classes:
        typed = classes[found[-1].id]
        names |= {one.target.id for one in typed.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
        found.append(typed.bases[0])
    return names


def test_the_stubs_have_the_arguments_of_the_package() -> None:
    tree = ast.parse((PACKAGE / "_families.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    methods = 0
    for family, cls in _families.FAMILIES.items():
        for node in classes[family].body:
            assert isinstance(node, ast.FunctionDef)
            assert hasattr(cls, node.name)
            command = "odds" if node.name == "distribution" else node.name
            if command == "__init__":
                wanted = {name for one in cls.commands for name in parameters_of(one, family)} - set(WORK)
            else:
                wanted = set(parameters_of(command, family))
            own = arguments(node, classes) - {"progress"}
            if node.name == "distribution":
                wanted.discard("distribution")
            assert own == wanted, f"{family}.{node.name}: run src/python/stubs.py"
            methods += 1
    assert methods > 25


def test_the_script_writes_the_stubs(tmp_path: Path) -> None:
    # Started as CONTRIBUTING.md says, the script must import the installed package, not the folder beside it.
    script = HERE.parent.parent / "src" / "python" / "stubs.py"
    subprocess.run([sys.executable, str(script), str(tmp_path / "families.pyi")], check=True)
    written = ast.parse((tmp_path / "families.pyi").read_text())
    assert set(_families.FAMILIES) <= {node.name for node in written.body if isinstance(node, ast.ClassDef)}


def test_methods_have_signatures_and_documentation() -> None:
    assert "known_pairs" in inspect.signature(chancetree.memory).parameters
    game = chancetree.memory(pairs=3)
    assert {"known_pairs", "approximate", "max_states", "progress"} <= set(inspect.signature(game.odds).parameters)
    assert list(inspect.signature(game.simulate).parameters)[:2] == ["games", "seed"]
    assert "distribution" not in inspect.signature(game.distribution).parameters
    assert next(iter(inspect.signature(chancetree.solitaire(pairs=2).fit).parameters)) == "log"
    assert "Pairs of two known cards" in (inspect.getdoc(game.odds) or "")
    for family in _families.FAMILIES.values():
        assert "--" not in (family.__doc__ or "") and "--" not in family.__dict__.get("about")
    assert "Pairs of two known cards" in (chancetree.memory.__doc__ or "")
    assert "Lindgren" in (inspect.getdoc(chancetree.mines) or "")
    assert all(inspect.getdoc(getattr(chancetree, name)) for name in chancetree.__all__ if name != "__version__")
