"""Checks of pages on A4 paper: a PDF by the browser, and the positions in its print layout."""

import io
import subprocess
import unicodedata

from PIL import Image
from pages import Page
from pypdf import PdfReader

INCH = 72  # dots of a picture of a page, and points of a PDF
MARGIN = 12 / 25.4 * INCH
SHEETS = {"portrait": (210, 297), "landscape": (297, 210)}

# Parts of a page that must not overlap, and how far they extend beyond the paper.
PARTS = """wide => {
    const parts = [...document.querySelectorAll("h1, #message, #strip > *, .card, .cell, .number, #stage > canvas, aside section")];
    const boxes = parts.map(part => [part.id || part.className || part.innerText.split("\\n")[0], part.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
    const wrong = boxes.filter(([, box]) => box.left < -0.5 || box.right > wide + 0.5).map(([name]) => name);
    for (const [at, [one, a]] of boxes.entries())
        for (const [two, b] of boxes.slice(0, at))
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) wrong.push([one, two]);
    return [boxes.length, wrong];
}"""


def laid_out(page, orientation):
    """Nothing overlaps and nothing is wider than the paper."""
    wide, high = (round((side - 24) / 25.4 * 96) for side in SHEETS[orientation])
    page.page.set_viewport_size({"width": wide, "height": high})
    page.page.emulate_media(media="print")
    count, wrong = page.page.evaluate(PARTS, wide)
    assert count > 3 and not wrong, f"{orientation}: {wrong[:5]}"
    assert page.page.evaluate("document.documentElement.scrollWidth") <= wide
    page.page.emulate_media(media="screen")


def drawn(page, picture, orientation):
    """The drawing of the graph is on the first sheet: it has a size, and its colours are there, above the panel."""
    wide, high = (round((side - 24) / 25.4 * 96) for side in SHEETS[orientation])
    page.page.set_viewport_size({"width": wide, "height": high})
    page.page.emulate_media(media="print")
    box = page.page.locator("#canvas").bounding_box()
    page.page.emulate_media(media="screen")
    assert box and box["width"] > 0.9 * wide and box["height"] > 500, f"{orientation}: the canvas is {box}"
    left, top, right, bottom = (MARGIN + side / 96 * INCH for side in (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]))
    part = picture.crop((round(left), round(top), round(right), min(round(bottom), picture.height)))
    inked = sum(pixel != (255, 255, 255) for pixel in part.getdata())
    assert inked > part.width * part.height / 200, f"{orientation}: {inked} dots of the drawing are inked"
    # The panel has black letters on white; situations and lines of the drawing have colours.
    rich = sum(max(pixel) - min(pixel) > 60 for pixel in part.getdata())
    assert rich > 40, f"{orientation}: {rich} dots of the drawing have a colour"


def sheets(page, orientation):
    """Returns the PDF of a page, and a picture of its first sheet."""
    pdf = page.page.pdf(format="A4", landscape=orientation == "landscape")
    reader = PdfReader(io.BytesIO(pdf))
    box = reader.pages[0].mediabox
    expected = [side / 25.4 * 72 for side in SHEETS[orientation]]
    assert abs(float(box.width) - expected[0]) < 2 and abs(float(box.height) - expected[1]) < 2, box
    command = ["pdftoppm", "-r", str(INCH), "-f", "1", "-l", "1", "-png", "-"]
    picture = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout
    return reader, Image.open(io.BytesIO(picture)).convert("RGB")


def words(reader):
    """Returns the text of a PDF without spaces, with ligatures as letters."""
    text = "".join(sheet.extract_text() for sheet in reader.pages)
    return "".join(unicodedata.normalize("NFKC", text).split())


def is_back(pixel):
    """Returns whether a colour is that of a card's back or of a hidden cell."""
    red, green, blue = pixel
    return red < 75 and 95 < green < 160 and blue > 150


def backs(picture):
    """Returns the boxes of the areas in the colour of the backs."""
    wide, high = picture.size
    pixels = picture.load()
    left = {(x, y) for x in range(wide) for y in range(high) if is_back(pixels[x, y])}
    boxes = []
    while left:
        edge = [left.pop()]
        area = list(edge)
        while edge:
            x, y = edge.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
                    area.append(near)
        if len(area) > 60:  # dots of a card, not of the edge of a letter
            xs, ys = zip(*area)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return boxes


def prints(browser, file, _):
    """A game on paper: every face-down card and hidden cell is there in its colour, complete, separate and equally large."""
    for orientation in SHEETS:
        for scheme in ("light", "dark"):
            page = Page(browser, file, 1400, 900, color_scheme=scheme, reduced_motion="reduce")
            reader, picture = sheets(page, orientation)
            found = backs(picture)
            hidden = page.page.locator(".card, .cell.hidden").count()
            assert len(found) == hidden, f"{orientation}, {scheme}: {len(found)} of {hidden}"
            for left, top, right, bottom in found:
                assert left >= MARGIN - 1 and top >= MARGIN - 1, "in the margin"
                assert right <= picture.width - MARGIN + 1 and bottom <= picture.height - MARGIN + 1, "in the margin"
            widths = {right - left for left, _, right, _ in found}
            heights = {bottom - top for _, top, _, bottom in found}
            assert not found or (max(widths) - min(widths) <= 2 and max(heights) - min(heights) <= 2), (widths, heights)
            # All numbers are on the first sheet.
            numbers = page.page.locator(".number").count()
            assert not any(str(numbers) in sheet.extract_text().split() for sheet in reader.pages[1:] if numbers), orientation
            # The panel is on paper, but the buttons are not.
            text = words(reader)
            headings = page.page.locator("aside section:not(:has(#log)) h2:visible").all_inner_texts()
            assert headings and all("".join(heading.split()) in text for heading in headings)
            assert "Newgame" not in text and "Savelog" not in text
            laid_out(page, orientation)
            page.close()


def explored(browser, file, _):
    """The explorer on paper: everything that is open, and the meaning of every code and line; afterwards the screen is unchanged."""
    for orientation in SHEETS:
        page = Page(browser, file, color_scheme="dark")
        state = "[Drawing.view, document.documentElement.dataset.theme, document.getElementById('codes').open]"
        before = page.page.evaluate(state)
        reader, picture = sheets(page, orientation)
        assert page.page.evaluate(state) == before
        drawn(page, picture, orientation)
        text = words(reader)
        meanings = page.page.evaluate("[...Data.meta.codes ?? [], ...Data.meta.events.filter((_, at) => Data.style.includes(at))].flat()")
        assert meanings and all("".join(part.split()) in text for part in meanings), meanings
        assert "Searchstates" not in text and "SaveSVG" not in text
        assert picture.getpixel((3, 3)) == (255, 255, 255), "paper is white"
        page.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        inside = page.page.evaluate("""() => {
            const { wide, high } = Drawing.size();
            return Drawing.shown.every(node => Drawing.left(node) > 0 && Drawing.left(node) < wide && Drawing.top(node) > 0 && Drawing.top(node) < high);
        }""")
        assert inside, "a situation lies outside the drawing"
        laid_out(page, orientation)
        page.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        page.close()
