"""A page of `graph --as html` or `play --as html`, opened in a browser."""

import io
import shutil
import sys
from fractions import Fraction

from PIL import Image


def launch(playwright):
    """Returns a browser that paints in its own process, because there is no graphics card."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert chromium, "chromium is missing"
    args = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--in-process-gpu"]
    return playwright.chromium.launch(executable_path=chromium, args=args)


def named_checks(checks):
    """Returns the checks that the arguments name, or all. A check begins with its function. The argument 1/2 selects every second
    check from the first on: two browsers can run at the same time, because a browser waits more than it works."""
    part, parts = next((map(int, given.split("/")) for given in sys.argv[2:] if "/" in given), (1, 1))
    wanted = {given for given in sys.argv[2:] if "/" not in given}
    return [check for check in checks if not wanted or check[0].__name__ in wanted][part - 1 :: parts]


class Page:
    """A page, with its messages and its requests."""

    def __init__(self, browser, file, width=1300, height=800, hash="", **options):
        self.page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
        self.troubles = []
        self.page.on("console", lambda message: self.troubles.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self.request)
        self.url = file.resolve().as_uri()
        self.page.goto(self.url + hash)
        self.page.wait_for_selector("body[data-ready='1']", timeout=30_000)

    def request(self, request):
        # Data and blobs, such as the script of a worker, do not come from the network.
        if request.url.partition("#")[0] != self.url and not request.url.startswith(("data:", "blob:")):
            self.troubles.append(f"request: {request.url}")

    def text(self, selector):
        return self.page.locator(selector).inner_text()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self, button):
        """Answers the question whether to discard the game, and waits until the page has processed the answer."""
        # The page acts on the event of the closed dialog, which comes after the click.
        self.page.evaluate("() => { window.answered = new Promise(done => document.getElementById('ask').addEventListener('close', done, { once: true })); }")
        self.page.click(button)
        self.page.evaluate("() => window.answered.then(() => true)")

    def ahead(self):
        """Follows the marked event, along the direction of time."""
        self.press("ArrowRight" if self.page.evaluate("Layout.now.rightwards") else "ArrowDown")

    def back(self):
        self.press("ArrowLeft" if self.page.evaluate("Layout.now.rightwards") else "ArrowUp")

    def aside(self):
        """Marks the next event."""
        self.press("ArrowDown" if self.page.evaluate("Layout.now.rightwards") else "ArrowRight")

    def selected(self):
        return int(self.text("#what").split()[1])

    def number(self, name):
        """Returns the fraction of the selected situation in the panel."""
        return Fraction(self.fractions("#numbers")[name][0])

    def fractions(self, table):
        """Returns the fractions of each row of a table. A search by role would cover the whole page with its data."""
        rows = """table => [...document.querySelectorAll(`${table} tbody tr`)].map(row =>
            [row.firstChild.textContent, [...row.querySelectorAll(".fraction")].map(cell => cell.textContent)])"""
        return dict(self.page.evaluate(rows, table))

    def close(self):
        assert self.text("#error") == "", self.text("#error")
        assert not self.troubles, self.troubles
        self.page.context.close()


def colours(picture):
    return len(Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 24))
