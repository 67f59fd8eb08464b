"""Invalid queries, limits and Ctrl-C."""

from __future__ import annotations

import _thread
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import chancetree as ct
from chancetree import _engine
from chancetree._errors import pythonic


@pytest.mark.parametrize(
    ("ask", "kind", "what"),
    [
        (lambda: ct.memory(pairs=0), ValueError, "pairs=0: a whole number from 1 to 30000 is needed"),
        (lambda: ct.memory(players=17), ValueError, "players=17: a whole number from 1 to 16 is needed"),
        (lambda: ct.memory(pears=3), TypeError, 'unexpected argument "pears"'),
        (lambda: ct.memory(pairs=3).odds(precision="flot"), ValueError, '"exact", "float" or a positive number'),
        (lambda: ct.memory(pairs=3).odds(precision=True), ValueError, 'precision=True: "exact", "float" or a positive number'),
        (lambda: ct.memory(pairs=[]), ValueError, "pairs"),
        (lambda: ct.memory(pairs="x"), ValueError, 'pairs=x: "x" is not a whole number: write 8, range(1, 41) or [2, 4, 8]'),
        (lambda: ct.memory(pairs=2.5), ValueError, "pairs=2.5"),
        (lambda: ct.memory(pairs=-1), ValueError, "pairs=-1"),
        (lambda: ct.memory(pairs=object()), TypeError, "pairs: a number, a text, a fraction or a list is needed, not object"),
        (lambda: ct.memory(pairs={1: 2}), TypeError, "pairs: a number"),
        (lambda: ct.memory(pairs=b"8"), TypeError, "pairs: a number"),
        (lambda: ct.memory(pairs=3, names=["A", "A"]), ValueError, "names must be different and not empty"),
        (lambda: ct.guess(names=("", "B")), ValueError, "names must be different and not empty"),
        (lambda: ct.memory(pairs=3, names=["A,B", "C"]), ValueError, "names: 'A,B' in a list contains a comma"),
        (lambda: ct.memory(pairs=3, unknown=9).odds(), ValueError, "9 unknown and 0 known pairs are more than the 3 left"),
        (lambda: ct.memory(rules="free"), ValueError, "rules=free: one of no-pass, tactical, free-pass is needed"),
        (lambda: ct.memory(pairs=3).odds(format="csv"), TypeError, "unexpected argument 'format'"),
        (lambda: ct.memory(pairs=3, timeout=3), TypeError, "timeout is not a parameter of memory"),
        (lambda: ct.memory(pairs=3).odds(max_states=0), ValueError, "max_states=0"),
        (lambda: ct.memory(pairs=3).count(distribution=True), TypeError, "distribution is an option of odds, not of count"),
        (lambda: ct.memory(*[8]), TypeError, "memory() takes keyword arguments: memory(pairs=8)"),
        (lambda: ct.Model(int), TypeError, "a game is needed, not its class: Model(int())"),
        (lambda: ct.mines(rows=3).odds(), ValueError, "rows, cols and mines are required together"),
        (lambda: ct.mines(board="zz\n", mines=1).risk(), ValueError, "the board"),
        (lambda: ct.mines(board=3, mines=1), TypeError, "board: a text, rows of cells or a path is needed, not int"),
        (lambda: ct.mines(board=[3, 4], mines=1), TypeError, "board: a text, cells or a path is needed, not int"),
        (lambda: ct.mines(board=[[object()]], mines=1), TypeError, "board: in a cell a number of neighbours"),
        (lambda: ct.mines(board=[[1.5, None]], mines=1), ValueError, "board: a cell has 0 to 8 mines around it, not 1.5"),
        (lambda: ct.mines(board=[[12, None]], mines=1), ValueError, "board: a cell has 0 to 8 mines around it, not 12"),
        (lambda: ct.mines(rows=3, cols=3, mines=1).risk(), ValueError, "a board is missing"),
        (lambda: ct.solitaire(pairs=2).simulate(), ValueError, "recall is missing"),
        (lambda: ct.solitaire(pairs=3).fit(3), TypeError, "log: a path, a text, a table or rows of turns are needed"),
        (lambda: ct.solitaire(pairs=3).fit([1, 2]), TypeError, "log: a path, a text, a table or rows of turns are needed"),
        (lambda: ct.solitaire(pairs=3).fit("no-such-file"), FileNotFoundError, "no-such-file"),
        (lambda: ct.memory(pairs="\ud800"), ValueError, "is not valid Unicode"),
        (lambda: ct.memory(pairs=[2, 3]).distribution(), ValueError, "a distribution needs a single game, not a range"),
        (lambda: ct.guess(numbers=[2, 3]).distribution(), ValueError, "a distribution needs a single game, not a range"),
        (lambda: ct.solitaire(pairs=[2, 3]).distribution(), ValueError, "a distribution needs a single game, not a range"),
        (lambda: ct.memory(pairs=2).graph().write("graph.jpg"), ValueError, "graph.jpg: jpg is not a format of this package"),
        (lambda: ct.memory(pairs=2).graph().write("graph"), ValueError, "the extension must be that of a format"),
        (lambda: ct.guess(numbers=3, weights=[0, 0, 0]).odds(), ValueError, "weight"),
    ],
)
def test_an_invalid_query_is_one_clear_line(ask: Any, kind: type[Exception], what: str) -> None:
    with pytest.raises(kind) as raised:
        ask()
    assert what in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("ask", "help"),
    [
        (lambda: ct.memory(pairs=0), 'chancetree.memory(...).help("odds")'),
        (lambda: ct.solitaire(pairs=2).simulate(), "recall='3/4,1/8,4/5'"),
        (lambda: ct.memory(players=3, names="Anna,Ben").odds(), "names='Anna,Ben,P3'"),
        (lambda: ct.memory(pairs=2).graph().write("graph.efg"), "shape='tree', show='all'"),
        (lambda: ct.solitaire(pairs=4, recall="3/4,1/8,4/5").best(), "chancetree.solitaire(pairs=4, recall='3/4,1/8,4/5').odds()"),
        (lambda: ct.memory(pairs=range(2, 5)).best(precision="float"), "leave out precision"),
    ],
)
def test_help_is_python(ask: Any, help: str | None) -> None:
    with pytest.raises((ValueError, TypeError)) as raised:
        ask()
    found = getattr(raised.value, "help")
    assert "--" not in str(raised.value) and "--" not in (found or "")
    assert help is None or found == help


@pytest.mark.parametrize(
    ("ask", "what", "help"),
    [
        (
            lambda: ct.memory(pairs=3).best(distribution=True, timeout=5),
            "distribution is an option of odds, not of best",
            "chancetree.memory(pairs=3, distribution=True).odds(timeout=5)",
        ),
        (
            lambda: ct.memory(pairs=3, names="A b,C").best(games=3),
            "games is an option of simulate, not of best",
            "chancetree.memory(pairs=3, names='A b,C').simulate(games=3)",
        ),
        (
            lambda: ct.mines(rows=3, cols=3, mines=2).count(precision="float"),
            "precision is an option of odds, not of count",
            "chancetree.mines(rows=3, cols=3, mines=2, precision='float').odds()",
        ),
        (
            lambda: ct.solitaire(pairs=4, recall="3/4,1/8,4/5").simulate(precision="float"),
            "precision is an option of odds, not of simulate",
            'chancetree.solitaire(...).help("odds")',
        ),
        (lambda: ct.memory(pairs=range(2, 5)).best(precision="float"), "needs fractions", "leave out precision"),
        (lambda: ct.memory(pairs=range(2, 5)).best(approximate=True), "needs fractions", "leave out approximate"),
    ],
)
def test_help_has_the_arguments_of_the_caller(ask: Any, what: str, help: str) -> None:
    with pytest.raises((TypeError, ValueError), match=what) as raised:
        ask()
    assert getattr(raised.value, "help") == help


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("--depth 6, or --shape dag", "depth=6, or shape='dag'"),
        ("a smaller board, or --max-memory 4G", "a smaller board, or max_memory='4G'"),
        ("leave out --known-pairs", "leave out known_pairs"),
        ("--prop 'P=? [ F x=1 ]', or --props FILE", "prop='P=? [ F x=1 ]', or props='FILE'"),
        ("play=best", "play='best'"),
        ("unknown=9 and --known-pairs 3: too many", "unknown=9 and known_pairs=3: too many"),
        ("chancetree best memory --pairs 8 --rules no-pass", "chancetree.memory(pairs=8, rules='no-pass').best()"),
        ("estimate the time: chancetree plan memory --pairs 300 --players 4", "estimate the time: chancetree.memory(pairs=300, players=4).plan()"),
        ("chancetree fit solitaire --pairs=4 -", "chancetree.solitaire(pairs=4).fit(…)"),
        ("chancetree best model die.pm '--prop=P=? [ F x=1 ]'", "chancetree.model('die.pm', prop='P=? [ F x=1 ]').best()"),
        ("chancetree simulate mines --board=- --mines=2 --games 5 --timeout=5", "chancetree.mines(board=…, mines=2).simulate(games=5, timeout=5)"),
        ("no option at all", "no option at all"),
    ],
)
def test_options_become_arguments(text: str, arguments: str) -> None:
    assert pythonic(text) == arguments


@pytest.mark.parametrize(
    "args",
    [["play", "memory"], ["play", "guess"], ["replay", "memory"], ["deal", "solitaire", "--pairs=3"], ["reproduce", "gerez"]]
    + [["games"], ["completions", "bash"], ["man", "--output=no-such-folder"]],
)
def test_only_the_program_plays_draws_and_writes_files(args: list[str]) -> None:
    with pytest.raises(ValueError, match="only the program chancetree runs this command"):
        _engine.ask(args)
    with pytest.raises(ValueError, match="results are returned, not written to files"):
        _engine.ask(["odds", "memory", "--output=odds.json"])


@pytest.mark.parametrize("more", [["--processes=2"], ["--hosts=hosts", "--process=0"]])
@pytest.mark.parametrize("family", ["memory --pairs=4", "guess --numbers=4", "solitaire --pairs=4", "mines --rows=3 --cols=3 --mines=2"])
def test_only_the_program_runs_several_processes(family: str, more: list[str]) -> None:
    with pytest.raises(ValueError, match="only the program chancetree runs this command"):
        _engine.ask(["odds", *family.split(), *more])


def test_each_limit_has_its_exception() -> None:
    with pytest.raises(ct.StatesError, match="more than 10 states") as states:
        ct.memory(pairs=100).odds(max_states=10)
    assert states.value.help == "685711 states are needed: max_states=685711"
    with pytest.raises(ct.MemoryLimitError, match="of memory is needed"):
        ct.memory(pairs=400, players=3).odds(max_memory="1K")
    with pytest.raises(ct.TimeLimitError, match="the time of 0.05 s ran out") as times:
        ct.memory(pairs=4000).odds(timeout=0.05)
    with pytest.raises(ct.LimitError, match="after 2000 turns") as beyond:
        ct.solitaire(pairs=2, recall="1/1000000,0,1").odds()
    assert type(beyond.value) is ct.LimitError, "none of the given limits"
    for error in (states.value, times.value):
        assert isinstance(error, ct.LimitError)
    assert issubclass(ct.TimeLimitError, TimeoutError) and issubclass(ct.MemoryLimitError, MemoryError)


def test_an_exception_has_the_finished_answers() -> None:
    with pytest.raises(ct.TimeLimitError) as raised:
        ct.memory(pairs=[2, 3, 6000]).odds(timeout=0.4)
    done = raised.value.so_far
    assert [one["parameters"]["pairs"] for one in done] == [2, 3]
    assert done[0]["win"] == list(ct.memory(pairs=2).odds().win)


def test_ctrl_c_stops_long_work() -> None:
    timer = threading.Timer(0.5, _thread.interrupt_main)
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ct.memory(pairs=6000).odds()
    # The whole work takes hours.
    assert time.monotonic() - started < 60
    # The engine still works.
    assert ct.memory(pairs=2).count().states == 6


def test_threads_can_run_queries_together() -> None:
    wanted = [ct.memory(pairs=pairs).odds() for pairs in range(2, 10)]
    found: list[Any] = [None] * 8

    def work(place: int) -> None:
        found[place] = ct.memory(pairs=place + 2).odds()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == wanted


def test_nothing_is_printed_and_no_signal_handler_is_installed() -> None:
    code = (
        "import signal, chancetree as ct; before = signal.getsignal(signal.SIGINT);"
        "ct.memory(pairs=8).odds(); ct.memory(pairs=3).graph().svg();"
        "assert signal.getsignal(signal.SIGINT) is before"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_progress_is_shown_by_tqdm(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ct.TimeLimitError):
        ct.memory(pairs=4000).odds(timeout=1.5)
    assert "odds memory:" in capfd.readouterr().err
    with pytest.raises(ct.TimeLimitError):
        ct.memory(pairs=4000).odds(timeout=1.5, progress=False)
    assert capfd.readouterr().err == ""
