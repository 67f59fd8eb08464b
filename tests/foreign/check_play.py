#!/usr/bin/env python3
"""Plays the pages of `play --as html` in a browser, by clicks and by keys, and compares every number with the program's.

    python3 tests/foreign/check_play.py BINARY [PART/PARTS] [CHECK...]

CHANCETREE_EXPORT_DIR names the folder of the pages that `cargo test --test export` writes, with the program's results for every
state of their games. Needs Debian's chromium-headless-shell, poppler-utils and the packages of requirements.txt.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from fractions import Fraction
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from page_prints import prints
from PIL import Image
from pages import Page, colours, launch, named_checks
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

SIZES = [(1400, 900), (390, 844)]

# One page of each kind is also played on a phone; the others have the same layout.
ON_PHONES = {"robots", "forgets", "alone-three", "beginner", "solitaire", "guess"}

GAMES = [
    ("robots", "memory --pairs 8 --seed 3", 2),
    ("best", "memory --pairs 5 --seats human,best,human --people best --seed 5", 3),
    ("forgets", "memory --pairs 6 --memory 2 --seats human,best,human --people safe --seed 5", 3),
    ("alone", "memory --pairs 7 --memory 1,3 --seats human,best --seed 5", 2),
    ("alone-three", "memory --pairs 4 --memory 1,3,2 --seats human,safe,human --people safe --seed 5", 3),
    ("passing", "memory --pairs 4 --seats human,zwick-paterson --passing --seed 1", 2),
]

# Compares the page with the program's results for every state. Returns the differences.
COMPARE = """all => {
    const odds = Play.by(Frame.data.odds);
    const text = value => `${value.above}/${value.below}`;
    const texts = values => values.map(text);
    const wrong = [];
    const differ = (what, moment, one, other) => {
        if (JSON.stringify(one) !== JSON.stringify(other) && wrong.length < 5) wrong.push([what, moment, one, other]);
    };
    const worth = list => list.map(hint => text(hint.worth));
    let compared = 0;
    for (const expected of all) {
        const moment = expected.moment;
        const check = (what, one, other) => { compared += 1; differ(what, moment, one, other); };
        check("between", texts(odds.between(moment)), expected.between);
        check("plan", odds.plan(moment, null), expected.plan);
        const hints = expected.hints && Play.by(Frame.data.hints[moment.mover]);
        if (hints) check("hints", worth(hints.hints(moment, null)), expected.hints);
        for (const [begin, values] of Object.entries(expected.begun)) check(`begun ${begin}`, texts(odds.begun(moment, begin)), values);
        for (const [first, values] of Object.entries(expected.opened)) {
            check(`opened ${first}`, texts(odds.opened(moment, first)), values);
            check(`plan after ${first}`, odds.plan(moment, first), expected.plans[first]);
            if (hints) check(`hints after ${first}`, worth(hints.hints(moment, first)), expected.then[first]);
        }
        // With separate memories, it matters who remembers the first card and the card that is shown.
        for (const { first, seen, opened, plan, then, chosen } of expected.alone || []) {
            const at = { ...moment, seen };
            check(`opened ${first}`, texts(odds.opened(at, first)), opened);
            check(`plan after ${first}`, odds.plan(moment, first), plan);
            if (hints) check(`hints after ${first}`, worth(hints.hints(at, first)), then);
            for (const { second, shown, odds: values } of chosen)
                check(`chosen ${first} ${second}`, texts(odds.chosen({ ...at, shown: shown || undefined }, first, second)), values);
        }
        for (const [way, values] of Object.entries(expected.chosen)) check(`chosen ${way}`, texts(odds.chosen(moment, ...way.split(" "))), values);
    }
    return [compared, wrong];
}"""


def moments(browser, file, _):
    """Odds, plans and hints of every state of a board are exact."""
    page = Page(browser, file)
    compared, wrong = page.page.evaluate(COMPARE, json.loads(file.with_suffix(".json").read_text()))
    assert compared > 100 and not wrong, json.dumps(wrong)
    page.close()


# Games of the program, step by step in the page: the mines are at the same cells, and every risk is equal.
FIELDS = """games => {
    const text = value => `${value.above}/${value.below}`;
    const wrong = [];
    let [compared, incomplete] = [0, 0];
    const check = (what, game, one, other) => {
        compared += 1;
        if (JSON.stringify(one) !== JSON.stringify(other) && wrong.length < 3) wrong.push([what, game.seed, one, other]);
    };
    for (const given of games) {
        for (const { cells, risks, least } of given.positions) {
            const found = Risk.of({ around: Play.state.around, mines: Frame.data.mines, cells });
            if (!found.complete) { incomplete += 1; continue; }
            check("risks", given, found.risks.map(risk => risk && text(risk)), risks);
        }
        const state = game.begin(Frame.data, BigInt(given.seed));
        for (const line of given.log.trim().split("\\n").slice(1)) {
            const step = JSON.parse(line);
            const [row, column] = step.open || step.flag;
            const place = (row - 1) * Frame.data.cols + column - 1;
            const why = step.open ? game.open(state, place) : game.flag(state, place);
            if (why) wrong.push([why, given.seed, line]);
        }
        const parsed = log => log.trim().split("\\n").map(line => JSON.parse(line));
        check("log", given, parsed(game.log(state))[0].parameters.seed, parsed(given.log)[0].parameters.seed);
        check("steps", given, parsed(game.log(state)).slice(1), parsed(given.log).slice(1));
        const { survived, meter } = game.sums(state);
        check("survived", given, text(survived), given.survived);
        check("luck", given, text(meter.luck[0]), given.luck);
        check("choice", given, text(meter.choice[0]), given.choice);
    }
    return [compared, incomplete, wrong];
}"""


def fields(browser, file, _):
    """The solver of the page agrees with the program on every position of many games."""
    page = Page(browser, file)
    compared, incomplete, wrong = page.page.evaluate(FIELDS, json.loads(file.with_suffix(".json").read_text()))
    assert compared > 60 and incomplete == 0 and not wrong, f"{compared} compared, {incomplete} incomplete: {json.dumps(wrong)[:600]}"
    page.close()


def watched(browser, file, _):
    """Games among robots are the same in the page and in the program, card by card."""
    page = Page(browser, file)
    page.page.wait_for_selector("body[data-over='1']")
    assert page.page.evaluate("game.log(Play.state)") == file.with_suffix(".jsonl").read_text()
    page.close()


def accessible(page):
    results = Axe().run(page.page)
    assert results.violations_count == 0, results.generate_report()


def replayed(binary, log, folder):
    """Returns the program's report on the log of a game."""
    file = Path(folder) / "game.jsonl"
    file.write_text(log)
    out = subprocess.run([binary, "replay", file, "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(out.stdout)


def fraction(given):
    return Fraction(given["exact"])


# Picks a card that may be turned, by a number: a known or a new card.
ALLOWED = """number => {
    const state = Play.state;
    const fits = place => {
        const copy = { ...state, past: [] };
        return game.turn(copy, place) === null;
    };
    const places = state.deal.map((_, place) => place).filter(fits);
    return places[number % places.length];
}"""


def shown(page):
    """A button that a thumb can reach, and a key, show the known cards and name them."""
    button = page.page.locator("#known")
    box = button.bounding_box()
    thumb = 40 if page.page.viewport_size["width"] < 760 else 30
    assert box and box["height"] >= thumb and box["width"] >= thumb, box
    button.click()
    face_down = page.page.locator(".card.hinted").count()
    assert button.get_attribute("aria-pressed") == "true" and page.text("#live").startswith("Known cards shown: ")
    assert face_down <= page.text("#live").count("card ")
    button.press("Enter")
    assert button.get_attribute("aria-pressed") == "false" and page.text("#live") == "Known cards hidden."
    assert page.page.locator(".card.hinted").count() == 0


def hinted(page):
    """A hint marks exactly the cards that can be taken."""
    page.press("h")
    message, marked = page.text("#message"), page.page.locator(".card.best")
    assert (marked.count() > 0) == ("Best: take" in message), message
    assert all(label.endswith(", the best") for label in marked.evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))"))


def looked_ahead(page):
    """Waits until the worker of a page of Minesweeper, if there is one, has looked ahead."""
    page.page.wait_for_function("() => Play.state.now.position?.advice !== 'waiting'")


# The table of luck and choice: the rows with numbers, and the signs of the numbers by the odds of the state.
TABLE = """() => {
    const rows = [...document.querySelectorAll("#meter tbody tr:not(.exact-row)")];
    const number = cell => Number(cell.textContent.replace("−", "-"));
    return rows.map(row => [row.className, [...row.querySelectorAll("td")].map(number)]);
}"""


# The numbers of this table as fractions: at the start, the changes, now, and the last change.
EXACT_TABLE = """() => {
    const { now, past } = Play.state;
    const seats = Frame.data.seats.length;
    const shares = values => values.slice(0, Math.min(values.length, seats + 1)).map(Exact.text);
    const changes = Frame.data.seats.flatMap((play, seat) => {
        const { luck, choice } = now.meter.by[seat];
        return play === "human" ? [luck, choice] : [luck];
    });
    return [(past[0] ?? now).values, ...changes, now.values, now.meter.last].map(shares);
}"""


def adds_up(page):
    """The columns of luck and choice add up from the start to now, and a row of changes adds up to 0."""
    rows = page.page.evaluate(TABLE)
    start, *changes, now, last = rows
    assert start[0] == now[0] == "sum" and len(changes) >= 2 and all(kind == "change" for kind, _ in changes), rows
    for column, end in enumerate(now[1]):
        assert abs(start[1][column] + sum(values[column] for _, values in changes) - end) < 1e-6, rows
    assert all(abs(sum(values)) < 1e-6 for _, values in [*changes, last]), rows
    assert abs(sum(start[1]) - 100) < 1e-6 and abs(sum(now[1]) - 100) < 1e-6, rows
    # Every number is rounded up or down to a tenth; the changes also hold the rounding of the start and of now.
    exact = page.page.evaluate(EXACT_TABLE)
    for (_, shown), values, room in zip(rows, exact, [0.1, *[0.2] * len(changes), 0.1, 0.1]):
        assert all(abs(one - 100 * float(Fraction(other))) < room + 1e-6 for one, other in zip(shown, values, strict=True)), (shown, values)
    texts = page.page.locator("#meter td").all_inner_texts()
    assert not any(text in ("−0.0", "+0.0", "-0.0") for text in texts), texts
    # The odds of the players are the numbers of now, unless a number is almost 0 or 100.
    odds = page.page.locator("#chances tbody tr:not(.exact-row) td:nth-of-type(1), #chances tbody tr:not(.exact-row) td:nth-of-type(2)").all_inner_texts()
    odds = [text for text in odds if text.endswith("%")]
    assert len(odds) == len(now[1]), odds
    for text, number in zip(odds, now[1]):
        assert text[0] in "<>" or abs(float(text.split()[0]) - number) < 1e-6, (odds, now)


# The texts in the strip that do not fit into their parts.
CLIPPED = """() => [...document.querySelectorAll(".strip > span")].filter(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const [text, room] = [range.getBoundingClientRect(), part.getBoundingClientRect()];
    return text.width > room.width + 1;
}).map(part => part.textContent)"""


def fits(page):
    """A long headline pushes no card off the screen, and no text in the strip is cut."""
    before = page.page.viewport_size
    page.page.set_viewport_size({"width": 800, "height": 900})
    page.page.wait_for_timeout(300)
    board = page.page.evaluate("document.getElementById('board').getBoundingClientRect().bottom")
    assert board <= 900, f"the board ends at {board}"
    assert page.page.evaluate(CLIPPED) == []
    page.page.set_viewport_size(before)


def result_stays(page, places):
    """After the end, clicks and hints leave the result in the headline."""
    result = page.text("#message")
    page.page.locator(places).first.click(force=True)
    page.press("h")
    assert page.text("#message") == result and page.text("#live") != result


def saved_picture(page):
    """The table is saved as PNG, as wide as a slide, in the colours of the page."""
    with page.page.expect_download() as download:
        page.press("p")
    assert download.value.suggested_filename.endswith(".png")
    picture = Image.open(download.value.path())
    assert picture.width >= 1900 and picture.height > 300, picture.size
    assert colours(Path(download.value.path()).read_bytes()) > 20


def stays(page):
    """A new game needs a confirmation only while a game is being played."""
    before = page.page.get_attribute("body", "data-steps")
    page.press("n")
    assert page.page.locator("#ask").is_visible()
    accessible(page)
    page.answer("#ask-no")
    assert not page.page.locator("#ask").is_visible() and page.page.get_attribute("body", "data-steps") == before


def again(page, place):
    """A new game is announced, and the keyboard focus stays on the board."""
    page.page.locator(place).last.focus()
    page.page.evaluate("document.getElementById('live').textContent = ''")
    page.press("n")
    assert page.text("#live") != "" and page.page.locator(place).first.evaluate("one => one === document.activeElement")


def assumed(page):
    """The page says what it assumes of each player: those who play alike are named together, each player once."""
    seats, people = page.page.evaluate("[Frame.data.seats, Frame.data.people]")
    text = page.text("#odds p")
    begin, *clauses = text.removesuffix(".").split("; ")
    assert begin.startswith("Assumed from now on: ") and "remember" in begin or begin.endswith("no one forgets"), text
    manners = {"robots": "boldly", "bold": "boldly", "T6": "boldly", "safe": "safely", "T5": "safely", "best": "as well as possible"}
    plays = [people if seat == "human" else seat for seat in seats]
    names = page.page.evaluate("Frame.data.seats.map((_, seat) => Chances.inside(seat))")
    for name, play in zip(names, plays):
        own = [clause for clause in clauses if name in re.split(r" plays? ", clause)[0].replace(" and ", ", ").split(", ")]
        assert len(own) == 1 and manners.get(play, " by the ") in own[0], (name, play, clauses)


# Whole games are played without motion; games among robots are watched with motion.
STILL = {"reduced_motion": "reduce"}

# A player is to move, or the game is over.
WAITS = "body[data-over='1'], body[data-waits='1']"


def memory(browser, file, given):
    """A whole game by clicks, with any play by people; then the log is replayed, and every number is the program's."""
    binary, folder, size, seats = given
    page = Page(browser, file, *size, **STILL)
    accessible(page)
    assert page.page.locator("#pairs option").first.inner_text() == "1 pair"
    assert page.page.evaluate("[1n, -1n, 200n, -200n].map(above => Frame.points({ above, below: 100000n }))") == ["0.0", "0.0", "+0.2", "−0.2"]
    assumed(page)
    called = page.page.locator("#chances th[scope=row]").all_inner_texts()
    assert len(called) == seats + 1 and all("you" in name or f"player {seat + 1}" in name or "robot" in name for seat, name in enumerate(called[:-1])), called
    assert not any("robots" in name for name in called), called
    cards = page.page.locator(".card")
    turned = 0
    while page.page.get_attribute("body", "data-over") != "1":
        page.page.wait_for_selector(WAITS)
        if page.page.get_attribute("body", "data-over") == "1":
            break
        if turned % 3 == 2:
            hinted(page)
        place = page.page.evaluate(ALLOWED, 7 * turned + 3)
        before = page.page.get_attribute("body", "data-steps")
        if turned % 3 == 1:
            # By keys: the focus moves over the board.
            cards.nth(place).focus()
            page.press("Enter")
        else:
            cards.nth(place).click()
        page.page.wait_for_selector(f"body:not([data-steps='{before}'])")
        turned += 1
        if turned == 3:
            page.press("h", "f", "k")
            fits(page)
            if page.page.evaluate("game.isHuman(Play.state) && !game.isOver(Play.state)"):
                assert page.page.locator("#hints tr.best").count() > 0
            accessible(page)
            page.press("k", "f")
            shown(page)
            stays(page)
            saved_picture(page)
            page.press("u")
            page.page.wait_for_selector(WAITS)
            assert page.page.evaluate("game.steps(Play.state).length === Play.state.past.length")
    message = page.text("#message")
    assert "win" in message or "draw" in message, message
    result_stays(page, ".card")
    assert (page.page.get_attribute("body", "data-won") != "") == ("win" in message) and page.text("#go") == "Play again"
    adds_up(page)
    assert page.text("#live") != ""
    accessible(page)
    wide = page.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], f"{wide} wide"
    assert colours(page.page.screenshot()) > 20
    replay = replayed(binary, page.page.evaluate("game.log(Play.state)"), folder)
    assert replay["over"]
    history = page.page.evaluate("game.history(Play.state).map(values => values.map(Exact.text))")
    assert len(history) == len(replay["moments"])
    names = [f"win_{seat + 1}" for seat in range(seats)] + ["draw"]
    names += [f"expected_pairs_{seat + 1}" for seat in range(seats)]
    for values, moment in zip(history, replay["moments"]):
        assert [Fraction(value) for value in values] == [fraction(moment["odds"][name]) for name in names]
    for kind in ["luck", "choice"]:
        values = page.page.evaluate(f"Play.state.now.meter.{kind}.map(Exact.text)")
        for value, name in zip(values, names):
            assert Fraction(value) == fraction(replay["moved"][name][kind]), f"{kind}: {name}"
    # The next game begins with the seat that favours the winner least, or, after a draw, with the same seat.
    begins = page.page.evaluate("""() => {
        const { scores } = Play.state.now.moment;
        const winner = scores.indexOf(Math.max(...scores));
        if (scores.lastIndexOf(scores[winner]) !== winner) return 0;
        const start = mover => game.opening(Play.state.setup, Play.state.deal.length / 2, mover);
        const chances = scores.map((_, mover) => Play.by(Frame.data.odds).between(start(mover))[winner]);
        const sizes = chances.map(({ above, below }) => Number(above) / Number(below));
        return sizes.indexOf(Math.min(...sizes));
    }""")
    again(page, ".card")
    assert page.page.evaluate("Play.state.starter") == begins
    # No robot is about to move.
    page.page.wait_for_selector(WAITS)
    # The log begins with the first player.
    page.page.evaluate("""() => {
        const state = Play.state;
        // Cancels the timers of the page: its robots would otherwise turn a card after the end.
        for (let due = setTimeout(() => {}); due > 0; due--) clearTimeout(due);
        // The places are pseudo-random: in a periodic order, players who forget might never find a pair.
        for (let number = 1; !game.isOver(state);) {
            number = (Math.imul(number, 1103515245) + 12345) >>> 0;
            game.turn(state, (number >>> 8) % state.deal.length);
        }
    }""")
    # No part of a state grows with the game; otherwise a long game would need quadratic memory.
    assert page.page.evaluate("Object.values(Play.state.now).filter(Array.isArray).every(list => list.length <= Play.state.deal.length)")
    assert page.page.evaluate("Play.state.past.length > Play.state.deal.length")
    replay = replayed(binary, page.page.evaluate("game.log(Play.state)"), folder)
    last = page.page.evaluate("Play.state.now.meter.luck.map(Exact.text)")
    names = [f"win_{(seat - begins) % seats + 1}" for seat in range(seats)]
    assert replay["over"] and [Fraction(value) for value in last[:seats]] == [fraction(replay["moved"][name]["luck"]) for name in names]
    page.close()


def zoom(page, cells):
    """The cell that was looked at last stays in view, however large the cells are."""
    cells.last.focus()
    for _ in range(4):
        page.press("+")
    cell, size = cells.last.bounding_box(), page.page.evaluate("[window.innerWidth, window.innerHeight]")
    assert 0 <= cell["x"] and cell["x"] + cell["width"] <= size[0] + 1, (cell, size)
    assert 0 <= cell["y"] and cell["y"] + cell["height"] <= size[1] + 1, (cell, size)
    for _ in range(4):
        page.press("-")


def tools(page):
    """The levels, the clock, chords and larger cells; then the board of the page again."""
    cells = page.page.locator(".cell")
    first, side = cells.count(), cells.first.bounding_box()["width"]
    page.press("+")
    assert cells.first.bounding_box()["width"] > side
    page.press("-")
    zoom(page, cells)
    level = page.page.locator("#level").input_value()
    page.page.select_option("#level", label="Intermediate")
    assert cells.count() == 256 and "16 x 16" in page.text("#title") and page.text("#left") == "⚑ 40" and page.text("#clock") == "0:00"
    cells.nth(100).click()
    page.page.wait_for_function("() => document.getElementById('clock').textContent >= '0:01'")
    # A number next to hidden cells, first without its flags, then with them.
    number = page.page.evaluate("""() => {
        const { now, around } = Play.state;
        const safe = near => now.cells[near] < 0 && !now.mined[near];
        return now.cells.findIndex((cell, place) => cell > 0 && around[place].some(safe));
    }""")
    if number >= 0:
        cells.nth(number).click()
        assert page.text("#message").startswith("A click on the "), page.text("#message")
        for place in page.page.evaluate("number => Play.state.around[number].filter(near => Play.state.now.mined[near])", number):
            cells.nth(place).click(button="right")
        steps = page.page.get_attribute("body", "data-steps")
        cells.nth(number).click()
        assert page.page.evaluate("number => Play.state.around[number].every(near => Play.state.now.cells[near] !== game.HIDDEN)", number)
        assert page.page.evaluate("Play.state.now.won") is not False
        page.press("u")
        assert page.page.get_attribute("body", "data-steps") == steps, "one step back takes back all cells of a chord"
    page.page.select_option("#level", level)
    page.answer("#ask-yes")
    assert cells.count() == first


def clicks_agree(page, binary, folder):
    """The verdicts on the clicks of a finished game of Minesweeper are those of the program."""
    replay = replayed(binary, page.page.evaluate("game.log(Play.state)"), folder)
    assert replay["over"]
    last = replay["moments"][-1]["odds"]["safe_so_far"]
    assert Fraction(page.page.evaluate("Exact.text(game.sums(Play.state).survived)")) == fraction(last)
    for kind in ["luck", "choice"]:
        assert Fraction(page.page.evaluate(f"Exact.text(game.sums(Play.state).meter.{kind}[0])")) == fraction(replay["moved"]["safe_clicks"][kind])


def mines(browser, file, given):
    """A whole game of Minesweeper by clicks, keys and touches, flags and risks; then it is replayed."""
    binary, folder, size = given
    page = Page(browser, file, *size, has_touch=True, **STILL)
    accessible(page)
    assert page.page.evaluate("[1, 2].map(number => say(Words.mines.number, { number }))") == ["1 mine around", "2 mines around"]
    tools(page)
    page.press("h")
    assert page.text("#message").startswith("The first cell is safe"), page.text("#message")
    cells = page.page.locator(".cell")
    cells.first.click(button="right")
    assert "flag" in cells.first.get_attribute("aria-label")
    cells.first.click()
    assert "flag" in page.text("#message"), "a cell with a flag is not opened"
    cells.first.focus()
    page.press("Space")
    assert "hidden" in cells.first.get_attribute("aria-label")
    # A long touch, as a browser reports it.
    touch = "cell => cell.dispatchEvent(new PointerEvent('pointerNAME', { pointerType: 'touch', bubbles: true }))"
    cells.nth(1).evaluate(touch.replace("NAME", "down"))
    page.page.wait_for_selector(".cell:nth-child(2).flag")
    cells.nth(1).evaluate(touch.replace("NAME", "up"))
    cells.nth(1).dispatch_event("click")
    assert "flag" in cells.nth(1).get_attribute("aria-label"), "the click after a long touch opens nothing"
    cells.nth(1).click(button="right")
    page.press("r")
    moves = 0
    while page.page.get_attribute("body", "data-over") != "1":
        place = page.page.evaluate("at => { const all = game.safest(Play.state); return all[at % all.length]; }", moves)
        if moves % 2:
            cells.nth(place).focus()
            page.press("Enter")
        else:
            cells.nth(place).click()
        moves += 1
        # The first click is safe. A later click may end the game, whose mines are random.
        if moves == 1:
            page.press("h", "f")
            advised(page, binary, folder)
            assert page.page.locator(".cell.risk").count() > 0
            accessible(page)
            page.press("f", "u")
            stays(page)
            saved_picture(page)
    result_stays(page, ".cell")
    accessible(page)
    assert page.page.locator("#moves tbody tr").count() >= page.page.evaluate("game.moves(Play.state).length") > 0
    assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    clicks_agree(page, binary, folder)
    again(page, ".cell")
    assert page.page.get_attribute("body", "data-steps") == "0"
    page.close()


def advised(page, binary, folder):
    """A hint marks certainly safe cells in green, and nothing else in green; else it ranks the cells as the program does."""
    looked_ahead(page)
    cols, text = page.page.evaluate("[Frame.data.cols, game.text(Play.state)]")
    board = Path(folder) / "board.txt"
    board.write_text(text)
    out = subprocess.run([binary, "risk", "mines", board, "--advise", "--format", "json"], check=True, capture_output=True, text=True)
    report = json.loads(out.stdout)
    method, clicks = report["advice"]["method"], report["advice"]["clicks"]
    [best, marked] = [page.page.locator(kind).evaluate_all("cells => cells.map(cell => [...cell.parentElement.children].indexOf(cell))") for kind in (".cell.best", ".cell.advised")]
    places = [(row - 1) * cols + column - 1 for row, column in (click["cell"] for click in clicks)]
    assert page.page.locator("#advice tbody tr").count() > 0
    percents = page.page.locator(".cell.advised").all_text_contents()
    assert all(re.fullmatch(r"[0-9]{1,2}%|[✓✗⚑]", text) for text in percents), percents
    if method == "safe":
        assert sorted(best) == sorted(places) and not marked
        return
    assert not best and marked, (best, marked)
    [isExact, found] = page.page.evaluate("[game.advised(Play.state).isExact, Play.state.now.position.advice.map(({ place, win, score }) => [place, win ? Exact.text(win) : score])]")
    assert isExact == (method == "exact") and sorted(place for place, _ in found) == sorted(places), (method, found, clicks)
    assert ("not exact" in page.text("#message")) == (not isExact) and ("Not exact" in page.text("#advice")) == (not isExact)
    key = "win" if isExact else "score"
    number = (lambda value: fraction(value)) if isExact else (lambda value: value if isinstance(value, float) else value["float"])
    values = {place: number(click[key]) for place, click in zip(places, clicks)}
    for place, value in found:
        assert (Fraction(value) == values[place]) if isExact else abs(value - values[place]) < 1e-9, (place, value, values[place])
    assert places[0] in marked


def copied(browser, file, given):
    """The copied board and the saved log are positions for `risk mines`, with the risks of the page."""
    binary, folder, _ = given
    page = Page(browser, file, **STILL)
    page.page.locator(".cell").nth(40).click()
    page.page.locator(".cell").nth(page.page.evaluate(MINED)).click(button="right")
    page.page.evaluate("() => { Files.copy = text => (window.copied = text); }")
    page.page.click("#copy-board")
    texts = [page.page.evaluate("copied"), page.page.evaluate("game.log(Play.state)")]
    answers = [subprocess.run([binary, "risk", "mines", "-", "--format", "json"], input=text, check=True, capture_output=True, text=True).stdout for text in texts]
    assert answers[0] == answers[1]
    risks = [None if risk is None else Fraction(risk["exact"]) for row in json.loads(answers[0])["cells"] for risk in row]
    found = page.page.evaluate("Play.state.now.position.risks.map(risk => risk && Exact.text(risk))")
    assert [risk and Fraction(risk) for risk in found] == risks
    page.close()


def looking(browser, file, given):
    """In positions of many games the page ranks the cells as the program does, exactly if up to 2,000 placements are left, and has
    the same reasons for safe cells."""
    binary, folder, _ = given
    page = Page(browser, file)
    found, certain = page.page.evaluate("""() => {
        const [all, certain] = [[], []];
        const reason = (state, place) => {
            const number = game.satisfied(state, place);
            if (number !== undefined) return `the ${state.now.cells[number]} at ${game.at(state, number)} has all its mines`;
            return state.now.position.byTotal.has(place) ? "the numbers and the total leave no mine for it" : "several numbers together leave no mine for it";
        };
        for (const [rows, cols, mines, games] of [[4, 5, 5, 6], [3, 3, 3, 6], [9, 9, 12, 3], [2, 6, 4, 6]])
            for (let seed = 0; seed < games; seed++) {
                const state = game.begin({ rows, cols, mines, first_click: "safe" }, BigInt(seed));
                game.open(state, seed % (rows * cols));
                for (let step = 0; step < 60 && state.now.won === null; step++) {
                    const safest = game.safest(state);
                    if (game.least(state)?.above > 0n) {
                        const { total } = counting()(state.now.position.board, 1e9);
                        const advice = Risk.ahead(state.now.position, Risk.limits.worker);
                        all.push([game.text(state), cols, Number(total), advice.map(({ place, won, score }) => [place, won ? `${won[0]}/${won[1]}` : score])]);
                    } else if (state.now.mined && state.now.position.count === "done") certain.push([game.text(state), safest.map((place) => [game.at(state, place), reason(state, place)])]);
                    game.open(state, safest[(step + seed) % safest.length]);
                }
            }
        return [all, certain];
    }""")
    texts = "\n".join(text for text, _ in certain)
    out = subprocess.run([binary, "risk", "mines", "-", "--advise", "--lines"], input=texts, check=True, capture_output=True, text=True)
    kinds = set()
    for (text, reasons), line in zip(certain, out.stdout.splitlines(), strict=True):
        clicks = [[click["cell"], click["why"]] for click in json.loads(line)["advice"]["clicks"]]
        assert reasons == clicks, (text, reasons, clicks)
        kinds.update(why.split(" ", 1)[0] + why[-15:] for _, why in reasons)
    assert len(kinds) == 3, kinds
    exact = 0
    for text, cols, total, advice in found:
        out = subprocess.run([binary, "risk", "mines", "-", "--advise", "--format", "json"], input=text, check=True, capture_output=True, text=True)
        report = json.loads(out.stdout)["advice"]
        is_exact = isinstance(advice[0][1], str)
        assert is_exact == (total <= 2000), (text, total)
        exact += is_exact
        if is_exact == (report["method"] == "exact"):
            key = "win" if is_exact else "score"
            clicks = {(click["cell"][0] - 1) * cols + click["cell"][1] - 1: click[key] for click in report["clicks"]}
            assert len(clicks) == len(advice), (text, clicks, advice)
            for place, value in advice:
                other = clicks[place]
                same = Fraction(value) == fraction(other) if is_exact else abs(value - (other if isinstance(other, float) else other["float"])) < 1e-9
                assert same, (text, place, value, other)
    assert exact > 10 and exact < len(found), (exact, len(found))
    page.close()


def long_names(browser, file, _):
    """Names of any length are wrapped: nothing is wider than the screen, and no heading of a column is cut. A typed name replaces the
    old one."""
    for wide in (1400, 1000, 800, 390, 320):
        page = Page(browser, file, wide, 844, **STILL)
        for place in (0, 1, 2):
            page.page.locator(".card, .number").nth(place).click()
        sizes = page.page.evaluate("[document.documentElement, document.getElementById('odds')].map(part => [part.scrollWidth, part.clientWidth])")
        assert all(scroll <= client for scroll, client in sizes), f"{wide}: {sizes}"
        head = page.page.locator("#chances thead th").last.bounding_box()
        assert head["x"] + head["width"] <= wide, f"{wide}: {head}"
        assert page.page.evaluate(CLIPPED) == []
        page.page.locator("button.name").first.click()
        page.page.keyboard.type("Lisa")
        page.page.keyboard.press("Enter")
        names = page.page.locator("button.name")
        assert names.first.inner_text() == "Lisa"
        if page.page.locator("#begins").count():
            assert "Lisa begins" in page.page.locator("#begins option").all_text_contents()
            assert "Lisa" in page.page.locator("#keys-note").text_content()
        # No two players have the same name.
        other = names.nth(1).inner_text()
        names.nth(1).click()
        page.page.keyboard.type("Lisa")
        page.page.keyboard.press("Enter")
        assert page.page.locator("#live").text_content() == "Another player has the name Lisa." and names.nth(1).inner_text() == other != "Lisa"
        # Escape keeps the old name.
        names.nth(1).click()
        page.page.keyboard.type("Tim")
        page.page.keyboard.press("Escape")
        assert names.nth(1).inner_text() == other and page.page.locator("#chances input").count() == 0
        page.close()


# The pixels by which the page and the sections of its panel are wider than there is room for.
OVERFLOW = """() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll("aside section > div")].map(part => part.scrollWidth - part.clientWidth)].map(more => Math.max(more, 0))"""


def fractions_fit(browser, file, _):
    """Fractions of any length stay within the screen."""
    for wide in (320, 390, 768, 912, 1280, 1920):
        page = Page(browser, file, wide, 900, **STILL)
        for place in (0, 3):
            page.page.locator(".card, .cell, .number").nth(place).click()
        page.press("h", "f")
        looked_ahead(page)
        assert page.page.locator("aside .fraction").count() > 0
        assert not any(page.page.evaluate(OVERFLOW)), f"{wide}: {page.page.evaluate(OVERFLOW)}"
        page.close()


# A safe hidden cell, and a mine.
SAFE = "Play.state.now.cells.findIndex((cell, place) => cell < 0 && !(Play.state.now.mined && Play.state.now.mined[place]))"
MINED = "Play.state.now.mined.indexOf(true)"


def undecided(browser, file, _):
    """Where the risk of a click is unknown, the page reports that, gives no verdict and does not count the click."""
    page = Page(browser, file, **STILL)
    cells = page.page.locator(".cell")
    cells.nth(40).click()
    page.page.evaluate("""() => {
        const { position } = Play.state.now;
        Play.state.now.position = { ...position, risks: position.risks.map(() => null), least: null, count: "failed" };
    }""")
    page.press("h")
    assert page.text("#message") == "This position has too many possibilities for the page to count; chancetree risk mines may count them."
    cells.nth(page.page.evaluate(MINED)).click()
    unknown = "The risk of 1 click is unknown, so there is no verdict on luck and choice."
    assert page.text("#message") == f"A mine: the game is lost. {unknown}"
    assert page.text("#moves p:first-child") == unknown
    rows = dict(page.page.locator(":is(#odds, #meter) tr:not(.exact-row)").evaluate_all("rows => rows.map(row => [row.children[0].innerText, row.children[1].innerText])"))
    assert rows["clicks of unknown risk"] == "1" and rows["chance to get this far"] == "?", rows
    assert [rows[name] for name in ["last click", "luck", "choice"]] == ["?", "?", "?"], rows
    assert page.page.locator("#moves tbody tr").last.locator("td").all_inner_texts() == ["?", "?", "✹"]
    accessible(page)
    page.close()


# A worker that answers when the test allows it.
WAITING = """() => {
    window.workers = [];
    window.Worker = class {
        postMessage({ board, limits }) {
            // Looking ahead is another task, which is answered soon.
            if (limits) return void setTimeout(() => this.over || this.onmessage({ data: advising(counting())(board, limits) }));
            workers.push(this);
            this.answer = () => this.onmessage({ data: counting()(board, 1e9) });
        }
        terminate() { this.over = true; }
    };
    Risk.budgets.atOnce = 0;
}"""


def late(browser, file, _):
    """Play continues while risks are computed; a hint appears with its risks, unless the position has changed."""
    page = Page(browser, file, **STILL)
    page.page.evaluate(WAITING)
    cells = page.page.locator(".cell")
    cells.nth(42).click()
    counting = "The risks of this position are still being counted; play can go on."
    assert page.text("#odds p") == counting
    page.press("h")
    assert page.text("#message") == counting and page.page.locator(".cell.best").count() == 0
    page.page.evaluate("workers[0].answer()")
    looked_ahead(page)
    assert page.text("#message").startswith("Best") or "certainly safe" in page.text("#message"), page.text("#message")
    assert page.page.locator(".cell.best, .cell.advised").count() > 0 and page.page.locator("#odds p").count() == 0
    # The second position is left before its risks arrive: they are no hint for the third position.
    cells.nth(page.page.evaluate(SAFE)).click()
    page.press("h")
    cells.nth(page.page.evaluate(SAFE)).click()
    message = page.text("#message")
    page.page.evaluate("workers[1].answer()")
    assert page.text("#message") == message and page.page.locator(".cell.best, .cell.advised").count() == 0
    assert page.page.evaluate("workers[1].over && Play.state.now.position.count") == "waiting"
    assert page.page.evaluate("game.sums(Play.state).unknown") == 1
    # The current position is computed first, then the position that was left.
    page.page.evaluate("workers[2].answer()")
    assert page.page.get_attribute("body", "data-counting") == "1"
    page.page.evaluate("workers[3].answer()")
    assert page.page.get_attribute("body", "data-counting") == "" and page.page.evaluate("workers.length") == 4
    assert page.page.evaluate("game.sums(Play.state).unknown") == 0
    # A finished game waits for its verdict. A game with the last click undone has none.
    page.page.evaluate("Play.state.now.position.count = 'waiting'; Object.assign(Play.state.now.position, { least: null, risks: Play.state.now.position.risks.map(() => null) })")
    cells.nth(page.page.evaluate(MINED)).click()
    assert page.text("#message") == "A mine: the game is lost. The risks of your clicks are still being counted."
    page.page.evaluate("workers[4].answer()")
    # The risks are 0, 1/8, 1/2 and 1/2, where the best cells have 0, 1/8, 0 and 0: 7/32 is 21.9 %, and 50 points are lost twice.
    assert page.text("#message") == "A mine: the game is lost. The chance that all your clicks were safe was 21.9\u00a0%. You gave away 100 percentage points of safety.", page.text("#message")
    page.press("u")
    page.press("n")
    page.answer("#ask-yes")
    assert page.page.get_attribute("body", "data-counting") == ""
    page.close()


def certain(browser, file, _):
    """The verdict on a click on a mine that was certain, when no cell was undecided."""
    page = Page(browser, file, **STILL)
    for place in (0, 2, 3, 7, 10, 6):
        page.page.locator(".cell").nth(place).click()
    page.page.wait_for_function("() => !game.unadvised(Play.state)")
    assert page.text("#message").startswith("A mine: ") and page.text("#message").endswith("You gave away 100 percentage points of safety."), page.text("#message")
    page.close()


def background(browser, file, given):
    """A game computed in a worker, and a game without workers, have the results of the program."""
    binary, folder, _ = given
    for setup in ["", "window.Worker = undefined", "window.Worker = class { constructor() { setTimeout(() => this.onerror(new Event('error'))); } postMessage() {} terminate() {} }"]:
        page = Page(browser, file, **STILL)
        page.page.evaluate(f"() => {{ {setup}; Risk.budgets.atOnce = 0; }}")
        while page.page.get_attribute("body", "data-over") != "1":
            page.page.locator(".cell").nth(page.page.evaluate(SAFE)).click()
        page.page.wait_for_selector("body[data-counting='']")
        assert page.page.evaluate("game.sums(Play.state).unknown") == 0
        clicks_agree(page, binary, folder)
        page.close()
    # If the smaller count fails, too, the page reports it.
    page = Page(browser, file, **STILL)
    page.page.evaluate("() => { window.Worker = undefined; Object.assign(Risk.budgets, { atOnce: 0, fallback: 0 }); }")
    page.page.locator(".cell").nth(40).click()
    page.page.wait_for_selector("body[data-counting='']")
    assert page.text("#odds p").startswith("This position has too many possibilities")
    page.close()


def scattered(side):
    """Returns a board with many connected numbers: mines and open cells at random places."""
    state = 12345

    def random():
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**32
        return (state >> 8) / 2**24

    mined = [random() < 0.25 for _ in range(side * side)]

    def number(place):
        row, column = divmod(place, side)
        near = [(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2) if 0 <= r < side and 0 <= c < side]
        return sum(mined[r * side + c] for r, c in near)

    return sum(mined), [number(place) if not mined[place] and random() < 0.3 else -1 for place in range(side * side)]


def hard(browser, file, given):
    """On a board that is too large to compute at once, certain cells are known at once; a worker computes the program's risks."""
    binary, folder, _ = given
    mines, cells = scattered(20)
    board = Path(folder) / "hard.txt"
    rows = ["".join("." if cell < 0 else str(cell) for cell in cells[at : at + 20]) for at in range(0, 400, 20)]
    board.write_text(f"mines {mines}\n" + "\n".join(rows) + "\n")
    out = subprocess.run([binary, "risk", "mines", "--board", board, "--format", "json"], check=True, capture_output=True, text=True)
    risks = [None if risk is None else Fraction(risk["exact"]) for row in json.loads(out.stdout)["cells"] for risk in row]
    page = Page(browser, file)
    first, last = page.page.evaluate("""async ([cells, mines]) => {
        const texts = position => [position.count, position.least && Exact.text(position.least), position.risks.map(risk => risk && Exact.text(risk))];
        const position = Risk.position({ cells, mines, around: game.begin({ rows: 20, cols: 20, mines, first_click: "any" }, 1n).around });
        const first = texts(position);
        await new Promise(resolve => { Background.listen(resolve); Background.want([position]); });
        return [first, texts(position)];
    }""", [cells, mines])
    assert first[:2] == ["waiting", "0"] and last[:2] == ["done", "0"]
    assert [risk and Fraction(risk) for risk in last[2]] == risks
    known = [place for place, risk in enumerate(first[2]) if risk is not None]
    assert 0 in (risks[place] for place in known) and 1 in (risks[place] for place in known)
    assert all(Fraction(first[2][place]) == risks[place] for place in known)
    page.close()


# Compares the page with the program's results for every table of solitaire. Returns the differences.
TABLES = """all => all.filter(({ table, chances, lucky }) => {
    const text = value => `${value.above}/${value.below}`;
    const found = [...Turns.chances(table, 0)].map(([turns, chance]) => [turns, text(chance)]);
    return JSON.stringify(found) !== JSON.stringify(chances) || text(Turns.expected(table)[1]) !== lucky;
})"""


def tables(browser, file, _):
    """The distribution of turns from every table of a board is exact."""
    page = Page(browser, file)
    given = json.loads(file.with_suffix(".json").read_text())
    wrong = page.page.evaluate(TABLES, given)
    assert len(given) > 80 and not wrong, json.dumps(wrong)[:600]
    page.close()


# Returns the number of turns of each stored game.
KEPT = "SavedGames.all().map(({ steps }) => steps.length)"


def reopened(page, games):
    """The page has these games after it is opened again. A browser may store data with a short delay."""
    page.page.reload()
    page.page.wait_for_selector("body[data-ready='1']")
    try:
        page.page.wait_for_function(f"games => JSON.stringify({KEPT}) === games", arg=json.dumps(games, separators=(",", ":")), timeout=5_000)
    except PlaywrightTimeout:
        raise AssertionError(f"{games} turns were kept before the page was opened again, {page.page.evaluate(KEPT)} after") from None


def solitaire(browser, file, given):
    """Two games by clicks, of a forgetful player; then they are replayed, and the player's memory is estimated."""
    binary, folder, size = given
    page = Page(browser, file, *size, **STILL)
    accessible(page)
    cards = page.page.locator(".card")
    for games in [1, 2]:
        moves = 0
        while page.page.get_attribute("body", "data-over") != "1":
            # Any card on the table; three times out of four a known pair, if there is one.
            place = page.page.evaluate("""number => {
                const { now, deal } = Play.state;
                const hint = game.hint(Play.state);
                if (hint !== null && number % 4) return hint;
                const free = deal.map((_, at) => at).filter(at => now.cards[at] !== "collected" && !(now.open && now.open.place === at));
                return free[(number * 5) % free.length];
            }""", moves + games)
            if moves % 3 == 1:
                cards.nth(place).focus()
                page.press("Enter")
            else:
                cards.nth(place).click()
            moves += 1
            if moves == 5:
                page.press("h", "f", "k")
                accessible(page)
                stays(page)
                saved_picture(page)
                page.press("f", "k", "u")
        result_stays(page, ".card")
        accessible(page)
        assert "turns" in page.text("#message") and page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        replay = replayed(binary, page.page.evaluate("game.log(Play.state)"), folder)
        last = replay["moments"][-1]["odds"]
        values = [Fraction(value) for value in page.page.evaluate("Play.state.now.values.map(Exact.text)")]
        names = ["expected_turns", "expected_lucky"]
        assert replay["over"] and values == [fraction(last[name]) for name in names]
        for kind in ["luck", "choice"]:
            moved = page.page.evaluate(f"Play.state.now.meter.{kind}.map(Exact.text)")
            assert [Fraction(value) for value in moved] == [fraction(replay["moved"][name][kind]) for name in names]
        estimates = page.page.evaluate("Fit.estimates(SavedGames.all()).all.map(({ value, trials, interval }) => [value && Exact.text(value), trials, interval])")
        log = Path(folder) / "games.jsonl"
        log.write_text(page.page.evaluate("Play.whole()"))
        out = subprocess.run([binary, "fit", "solitaire", log, "--format", "json"], check=True, capture_output=True, text=True)
        for (value, trials, interval), fitted in zip(estimates, json.loads(out.stdout)["estimates"]):
            assert trials == fitted["trials"] > 0 and Fraction(value) == fraction(fitted["estimate"])
            assert all(abs(end - theirs["float"]) < 1e-9 for end, theirs in zip(interval, fitted["interval"]))
        if games == 1:
            again(page, ".card")
    # The games are there when the page is opened again, until they are deleted.
    before = page.page.evaluate(KEPT)
    assert len(before) == 2, f"{before} are the turns of the games before the page is opened again"
    reopened(page, before)
    assert page.page.evaluate("Fit.estimates(SavedGames.all()).all.map(({ value }) => value && Exact.text(value))") == [value for value, _, _ in estimates]
    # Another page of the same browser adds its games and removes none.
    other = page.page.context.new_page()
    other.goto(page.url)
    for place in [0, 1]:
        other.locator(".card").nth(place).click()
    page.page.wait_for_function(f"() => {KEPT}.length === 3 && document.querySelector('#memory p').textContent.includes('games: 3')")
    other.close()
    page.page.click("#forget")
    page.answer("#ask-no")
    assert len(page.page.evaluate(KEPT)) == 3
    page.page.click("#forget")
    assert "Delete" in page.text("#ask-what")
    page.answer("#ask-yes")
    assert page.page.evaluate(KEPT) == [] and page.text("#recall tbody").count("nothing is known yet") == 3
    reopened(page, [])
    # Invalid stored data count as no games.
    page.page.evaluate("localStorage.setItem('chancetree.solitaire', '[{}, 3, {\"pairs\": 2, \"steps\": [{}]}]')")
    reopened(page, [])
    accessible(page)
    page.close()


def guess(browser, file, given):
    """A whole game of guessing by clicks, with suboptimal guesses; then it is replayed."""
    binary, folder, size = given
    page = Page(browser, file, *size, **STILL)
    accessible(page)
    page.press("w", "h", "f")
    # All guesses that are as good as the best, and no others.
    best = page.page.evaluate("""() => {
        const { low, high, mover } = Play.state.now;
        const worth = number => game.guessed(Play.state, number)[mover];
        const most = worth(game.bestOf(Play.state));
        return Array.from({ length: high - low + 1 }, (_, at) => low + at).filter(number => Exact.text(worth(number)) === Exact.text(most));
    }""")
    assert [int(text) for text in page.page.locator(".number.best > span:not(.worth)").all_inner_texts()] == best and best
    # The value of a guess is in its field, as a number.
    assert page.page.locator(".number small:last-child").first.inner_text().endswith("%")
    accessible(page)
    saved_picture(page)
    page.press("f")
    for move in range(100):
        page.page.wait_for_selector(WAITS)
        if page.page.get_attribute("body", "data-over") == "1":
            break
        number = page.page.evaluate("move => Play.state.now.low + Math.floor((Play.state.now.high - Play.state.now.low) * (move % 3) / 3)", move)
        before = page.page.get_attribute("body", "data-steps")
        page.page.locator(".number").nth(number - 1).click()
        page.page.wait_for_selector(f"body:not([data-steps='{before}'])")
        if move == 1:
            page.press("u")
    assert "win" in page.text("#message") and page.text("#go") == "Play again"
    result_stays(page, ".number")
    adds_up(page)
    accessible(page)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    replay = replayed(binary, page.page.evaluate("game.log(Play.state)"), folder)
    history = page.page.evaluate("game.history(Play.state).map(values => values.map(Exact.text))")
    assert replay["over"] and len(history) == len(replay["moments"])
    for values, moment in zip(history, replay["moments"]):
        assert [Fraction(value) for value in values] == [fraction(value) for value in moment["odds"].values()]
    names = list(replay["moved"])
    for kind in ["luck", "choice"]:
        # The last value of the page is the probability that no one wins, with limited guesses.
        moved = page.page.evaluate(f"Play.state.now.meter.{kind}.map(Exact.text)")[: len(names)]
        assert [Fraction(value) for value in moved] == [fraction(replay["moved"][name][kind]) for name in names]
    page.close()


def still(browser, file, _):
    """The page respects reduced motion, dark mode and forced colours."""
    page = Page(browser, file, color_scheme="dark", **STILL)
    assert page.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.page.evaluate("getComputedStyle(document.querySelector('.card')).transitionDuration") == "0s"
    accessible(page)
    page.close()
    page = Page(browser, file, forced_colors="active")
    seats = page.page.evaluate("[...document.querySelectorAll('.strip > .seat, .card .back')].map(part => getComputedStyle(part).backgroundColor)")
    assert len(set(seats[:2])) == 2, seats
    page.close()


def named(browser, file, _):
    """People are addressed as "you" until they enter a name."""
    page = Page(browser, file, **STILL)
    cards = page.page.locator(".card")
    place = page.page.evaluate(ALLOWED, 3)
    cards.nth(place).click()
    assert page.text("#message").startswith("You turn the "), page.text("#message")
    page.page.click(".name")
    page.page.keyboard.type("Anna, 6")
    accessible(page)
    page.press("Enter")
    assert page.text("#message").startswith("Anna, 6 turns the ") and page.text("#strip").startswith("Anna, 6")
    assert "luck of Anna, 6’s cards" in page.page.locator("#meter th[scope=row]").all_inner_texts()
    head = json.loads(page.page.evaluate("game.log(Play.state, Chances.logged())").splitlines()[0])
    names, seats = head["parameters"]["names"], head["parameters"]["seats"]
    assert "Anna, 6" in names and len(set(names)) == len(seats) and all(names), names
    assert page.page.get_attribute("body", "data-steps") == "1", "keys that are typed into a name do not play"
    page.close()
    # Fractions on a phone leave room for names: lines break between words only.
    page = Page(browser, file, 360, 844, **STILL)
    page.press("f")
    broken = "[...document.querySelectorAll('#chances tbody th > :not(.swatch)')].filter(name => name.getClientRects().length > name.innerText.split(/\\s/).length).map(name => name.innerText)"
    assert page.page.evaluate(broken) == [] and page.page.evaluate("document.documentElement.scrollWidth") == 360
    page.close()


def paced(browser, file, _):
    """A robot waits for a tap if that is chosen, and a win is celebrated with motion only if motion is allowed."""
    page = Page(browser, file)
    page.page.select_option("#pace", "tap")
    while page.page.evaluate("game.isHuman(Play.state)"):
        page.page.locator(".card").nth(page.page.evaluate(ALLOWED, 3)).click()
    assert page.page.locator("#go").is_visible() and page.text("#go") == "Go on"
    before = int(page.page.get_attribute("body", "data-steps"))
    page.page.wait_for_timeout(300)
    assert page.page.get_attribute("body", "data-steps") == str(before), "the robot does not wait"
    page.page.click("#go")
    assert page.page.get_attribute("body", "data-steps") == str(before + 1)
    page.page.locator(".card").first.click()
    assert page.page.get_attribute("body", "data-steps") == str(before + 2), "a tap on the table lets the robot go on"
    page.page.evaluate("Frame.celebrate(['#0072b2'])")
    assert page.page.locator(".party").count() == 1
    page.page.emulate_media(reduced_motion="reduce")
    page.page.evaluate("document.querySelector('.party').remove(); Frame.celebrate(['#0072b2'])")
    assert page.page.locator(".party").count() == 0
    page.close()


# On a wall, on a desk, and on a phone in both orientations.
SCREENS = [(1920, 1080), (2560, 1440), (1400, 900), (1024, 768), (390, 844), (844, 390)]


def screens(browser, file, _):
    """The board is visible at once where there is room for it, and nothing is wider than the screen."""
    for wide, high in SCREENS:
        page = Page(browser, file, wide, high)
        # A board that has to be scrolled shows part of a cell at the edge of a phone.
        seen = page.page.evaluate("""() => {
            const board = document.getElementById("board");
            const { right, bottom } = board.getBoundingClientRect();
            const cut = [...board.children].some(child => child.getBoundingClientRect().left < right - 6 && child.getBoundingClientRect().right > right + 6);
            return [document.documentElement.scrollWidth, bottom, board.scrollWidth > board.clientWidth, cut];
        }""")
        assert seen[0] <= wide, f"{seen[0]} wide of {wide}"
        assert seen[1] <= high or high < 500 or seen[2], f"{seen[1]} high of {high}"
        assert seen[3] or not seen[2] or wide > 500, f"at {wide} pixels, nothing shows that there are more columns"
        page.close()


# Numbers of pairs whose cards fill their rows on these screens. For others, such as 11, the cards of full rows would be too small.
FULL = {
    (1366, 768): [2, 3, 4, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 35, 36],
    (1920, 1080): [2, 3, 4, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 35, 36],
    (2560, 1440): [2, 3, 4, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 35, 36],
    (390, 844): [2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 27, 28, 32, 36],
}
# Columns by screen and pairs.
COLUMNS = {
    (1366, 768): {2: 2, 8: 4, 11: 6, 13: 7, 32: 8},
    (1920, 1080): {2: 2, 8: 4, 11: 6, 13: 7, 32: 8},
    (2560, 1440): {2: 2, 8: 4, 11: 6, 13: 7, 32: 8},
    (390, 844): {2: 2, 8: 4, 11: 4, 12: 4, 13: 5},
}


def rows(browser, file, _):
    """Cards fill their rows if their number has a suitable divisor, large enough for a thumb and all on the screen.

    A last row of fewer cards is centred.
    """
    for (wide, high), full in FULL.items():
        page = Page(browser, file, wide, high)
        for pairs in range(1, 37):
            page.page.select_option("#pairs", str(pairs))
            tops, side, bottom, ends = page.page.evaluate("""() => {
                const cards = [...document.querySelectorAll(".card")];
                const last = cards[cards.length - 1];
                const row = cards.filter(card => card.offsetTop === last.offsetTop);
                const board = document.getElementById("board");
                const ends = [row[0].offsetLeft, board.clientWidth - last.offsetLeft - last.offsetWidth];
                return [cards.map(card => card.offsetTop), cards[0].offsetWidth, board.getBoundingClientRect().bottom, ends];
            }""")
            columns = tops.count(tops[0])
            assert abs(ends[0] - ends[1]) <= 2, f"{pairs} pairs at {wide} x {high}: the last row has {ends} beside it"
            if pairs in full:
                assert 2 * pairs % columns == 0, f"{pairs} pairs at {wide} x {high}: {columns} columns"
            assert columns == COLUMNS[wide, high].get(pairs, columns), f"{pairs} pairs at {wide} x {high}: {columns} columns"
            assert side >= 36 and bottom <= high, f"{pairs} pairs at {wide} x {high}: cards of {side} end at {bottom}"
        page.close()


OTHERS = [
    (mines, "beginner", "mines --seed 2"),
    (mines, "opening", "mines --rows 8 --cols 12 --mines 14 --first-click opening --seed 4"),
    (certain, "certain", "mines --rows 4 --cols 4 --mines 2 --seed 5"),
    (solitaire, "solitaire", "solitaire --pairs 6 --seed 2"),
    (guess, "guess", "guess --numbers 30 --seats human,best,human --seed 6 --pause 0"),
    (guess, "weights", "guess --numbers 8 --seats human,best --weights 3,0,1,8,2,2,1,18446744073709551598 --seed 2 --pause 0"),
    (guess, "guesses", "guess --numbers 12 --seats human,human,best --guesses 3 --seed 3 --pause 0"),
    (guess, "both", "guess --numbers 9 --seats human,best --weights 3,0,1,8,2,2,1,4,4 --guesses 4 --seed 5 --pause 0"),
]


def sizes(name):
    return SIZES if name in ON_PHONES else SIZES[:1]


def main():
    binary = Path(sys.argv[1]).resolve()
    boards = sorted(Path(os.environ["CHANCETREE_EXPORT_DIR"]).glob("play-*.html"))
    assert len(boards) >= 8, "the pages of the tests are missing"
    failures = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        checks = [(moments, file.stem, file, None) for file in boards if file.with_suffix(".json").exists()]
        checks += [(watched, file.stem, file, None) for file in boards if file.with_suffix(".jsonl").exists()]
        checks += [(fields, file.stem, file, None) for file in sorted(Path(os.environ["CHANCETREE_EXPORT_DIR"]).glob("field-*.html"))]
        for name, words, seats in GAMES:
            file = Path(folder) / f"{name}.html"
            subprocess.run([binary, "-q", "play", *words.split(), "--pause", "0", "-o", file], check=True)
            checks += [(memory, f"{name}, {size[0]} wide", file, (binary, folder, size, seats)) for size in sizes(name)]
        checks.append((tables, "turns", Path(os.environ["CHANCETREE_EXPORT_DIR"]) / "turns.html", None))
        for check, name, words in OTHERS:
            file = Path(folder) / f"{name}.html"
            subprocess.run([binary, "-q", "play", *words.split(), "-o", file], check=True)
            checks += [(check, f"{name}, {size[0]} wide", file, (binary, folder, size)) for size in sizes(name)]
        checks += [(check, "beginner", Path(folder) / "beginner.html", (binary, folder, None)) for check in (undecided, late, background, hard, copied, looking)]
        checks += [(check, "robots", Path(folder) / "robots.html", None) for check in (still, named, paced)]
        expert = Path(folder) / "expert.html"
        subprocess.run([binary, "-q", "play", "mines", "--preset", "expert", "--seed", "21", "-o", expert], check=True)
        checks += [(screens, file.stem, file, None) for file in [expert, *(Path(folder) / f"{name}.html" for name in ["robots", "forgets", "beginner", "solitaire", "guess"])]]
        long = "Wolfeschlegelsteinhausenbergerdorffab,Wolfeschlegelsteinhausen"
        for name, words in [("long", f"memory --pairs 8 --names {long},Donaudampfschifffahrtsgesellschaft,Bo"), ("long-guess", f"guess --names {long} --guesses 4")]:
            file = Path(folder) / f"{name}.html"
            subprocess.run([binary, "-q", "play", *words.split(), "-o", file], check=True)
            checks.append((long_names, name, file, None))
        large = Path(folder) / "large.html"
        subprocess.run([binary, "-q", "play", "memory", "--pairs", "36", "-o", large], check=True)
        checks.append((rows, "large", large, None))
        many = Path(folder) / "many.html"
        subprocess.run([binary, "-q", "play", "guess", "--numbers", "60", "-o", many], check=True)
        checks += [(fractions_fit, file.stem, file, None) for file in [large, expert, *(Path(folder) / f"{name}.html" for name in ["robots", "forgets", "solitaire", "guess"])]]
        checks += [(prints, file.stem, file, None) for file in [large, many, expert, *(Path(folder) / f"{name}.html" for name in ["robots", "beginner", "solitaire", "guess"])]]
        checks = named_checks(checks)
        for check, name, file, given in checks:
            try:
                check(browser, file, given)
            except Exception:
                failures.append(f"{check.__name__}, {name}")
                print(f"FAILED: {failures[-1]}\n{traceback.format_exc(limit=3)}")
        browser.close()
    print(f"{len(checks) - len(failures)} of {len(checks)} checks of games in pages passed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
