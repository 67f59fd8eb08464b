#!/usr/bin/env python3
"""Takes the screenshots of pages in the docs: writes each page, opens it in Chromium, and makes some moves.

    python3 docs/pictures/take.py BINARY [FOLDER]

FOLDER is docs/pictures by default. Needs Debian's chromium-headless-shell, and playwright and pillow as tests/foreign does.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
WAITS = "body[data-waits='1'], body[data-over='1']"


def memory(page):
    """The middle of a game: some cards are taken, one is open, and the hint is shown."""
    for _ in range(9):
        page.wait_for_selector(WAITS)
        place = page.evaluate("game.robot(Play.state)")
        page.locator(".card").nth(place).click()
    page.wait_for_selector(WAITS)
    page.keyboard.press("h")


def mines(page):
    """A board after a few clicks, with the risk of every cell."""
    for _ in range(4):
        place = page.evaluate("game.safest(Play.state)[0]")
        page.locator(".cell").nth(place).click()
    page.keyboard.press("r")


def solitaire(page):
    """A game that is nearly over."""
    for move in range(24):
        place = page.evaluate("""() => {
            const { now, deal } = Play.state;
            const hint = game.hint(Play.state);
            return hint !== null ? hint : deal.findIndex((_, at) => game.face && !game.face(Play.state, at) && now.cards[at] !== "collected" && now.cards[at] !== "turned");
        }""")
        page.locator(".card").nth(place).click()


def explorer(page):
    """The start, after two steps along the most likely path."""
    for key in ["ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)


# The name of each picture, the command that writes its page, the width and height, and the function that makes the moves.
PICTURES = [
    ("memory", "play memory --pairs 12 --seats human,robots --seed 7 --pause 0", (1280, 860), memory),
    ("memory-phone", "play memory --pairs 8 --seats human,robots --seed 2 --pause 0", (390, 844), memory),
    ("mines", "play mines --preset intermediate --seed 7", (1280, 860), mines),
    ("solitaire", "play solitaire --pairs 12 --seed 7", (1280, 860), solitaire),
    ("explorer", "graph memory --pairs 4 --play best --show all --format html", (1280, 860), explorer),
]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("error: name the chancetree that writes the pages, as in docs/pictures/take.py target/release/chancetree")
    binary = Path(sys.argv[1]).resolve()
    folder = Path(sys.argv[2]) if len(sys.argv) == 3 else HERE
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert chromium, "chromium is missing"
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, words, (width, height), use in PICTURES:
            file = Path(work) / f"{name}.html"
            subprocess.run([binary, "-q", *words.split(), "-o", file], check=True)
            page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="light")
            page.goto(file.as_uri())
            page.wait_for_selector("body[data-ready='1']", timeout=60_000)
            use(page)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(300)
            target = folder / f"{name}.png"
            page.screenshot(path=target)
            page.close()
            # A page has few colours, so 128 are enough and keep the file small.
            Image.open(target).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(target, optimize=True)
            print(f"{target} ({target.stat().st_size // 1000} kB)")
        browser.close()


main()
