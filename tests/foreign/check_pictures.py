#!/usr/bin/env python3
"""Reads the PDF and PNG pictures of every drawing command with other programs.

    python3 tests/foreign/check_pictures.py BINARY

Every text of the SVG must be found in the PDF, in order, and the PNG must have its size and its colours. Needs the
packages of requirements.txt.
"""

import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from pypdf import PdfReader

BOARD = "mines 3\n1...\n....\n..2.\n....\n"

PICTURES = {
    "graph": "graph memory --pairs 3 -o - --as",
    "slide": "graph memory --pairs 8 --slide -o - --as",
    "tree": "graph memory --pairs 3 --shape tree -o - --as",
    "decisions": "graph memory --pairs 3 --play best --show all -o - --as",
    "guess": "graph guess --numbers 4 --show all -o - --as",
    "solitaire": "graph solitaire --pairs 4 -o - --as",
    "mines": "graph mines --rows 2 --cols 3 --mines 2 -o - --as",
    "risk": "risk mines --board board.txt --as",
    "deal": "deal solitaire --pairs 6 --name typical -o - --as",
    "tactics": "best memory --pairs 1..=12 --format",
    "table": "best memory --memory 3 --pairs 1..=12 --format",
}

PLOT = "plot first-mover --pairs 2..=12 -o"


def texts(svg):
    """Returns the texts of a picture, without those for screen readers only."""
    return ["".join(element.itertext()) for element in svg.iter() if element.tag.endswith("}text")]


def check(name, draw):
    files = {end: draw(end) for end in ("svg", "png", "pdf")}
    svg = ElementTree.fromstring(files["svg"].read_bytes())
    width, height = (float(svg.get(side)) for side in ("width", "height"))

    reader = PdfReader(files["pdf"])
    assert len(reader.pages) == 1
    box = reader.pages[0].mediabox
    assert abs(float(box.width) - width) < 0.5 and abs(float(box.height) - height) < 0.5, (box, width, height)
    title = next((element.text for element in svg if element.tag.endswith("}title")), None)
    assert title is None or reader.metadata.title == title, (reader.metadata.title, title)
    assert reader.metadata.creation_date is None
    found = "".join(reader.pages[0].extract_text().split())
    wanted = texts(svg)
    assert wanted, "a picture without a text"
    for text in wanted:
        assert "".join(text.split()) in found, f"{text!r} is not in the PDF"

    with Image.open(files["png"]) as image:
        image.load()
        assert abs(image.width - 2 * width) < 2 and abs(image.height - 2 * height) < 2, image.size
        colours = image.convert("RGB").getcolors(1 << 24)
        most = max(count for count, _ in colours)
        assert len(colours) > 20 and most < 0.99 * image.width * image.height, "blank"
    print(f"{name}: {len(wanted)} texts, {image.width} x {image.height} pixels")


def main():
    binary = Path(sys.argv[1]).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "board.txt").write_text(BOARD)

        def printed(words):
            def draw(end):
                file = folder / f"picture.{end}"
                done = subprocess.run([binary, *words.split(), end], cwd=folder, check=True, capture_output=True)
                file.write_bytes(done.stdout)
                return file

            return draw

        def plotted(end):
            subprocess.run([binary, *PLOT.split(), f"plot.{end}", "--force", "-q"], cwd=folder, check=True)
            return folder / f"plot.{end}"

        draws = {name: printed(words) for name, words in PICTURES.items()} | {"plot": plotted}
        for name, draw in draws.items():
            try:
                check(name, draw)
            except Exception:
                failed += 1
                print(f"FAILED: {name}")
                traceback.print_exc()
    sys.exit(1 if failed else 0)


main()
