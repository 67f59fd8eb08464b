#!/usr/bin/env python3
"""Tests the pages of `graph --as html` in a browser, and the pictures of `--as svg`.

    python3 tests/foreign/check_page.py BINARY [PART/PARTS] [CHECK...]

BINARY writes them. With CHECK, only the named checks are made. Chromium opens the files from disk, and every number that it
shows is compared with the JSON graph. A missing browser is a failure. Needs Debian's chromium-headless-shell, poppler-utils
and the packages of requirements.txt.
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

from page_prints import explored
from page_views import by_hand, coloured, fractions, linked, readable, saved, sides, turned
from pages import Page, colours, launch, named_checks
from playwright.sync_api import sync_playwright

BOARDS = {
    "memory": "memory --pairs 8",
    "three players": "memory --pairs 4 --players 3",
    "tree": "memory --pairs 3 --shape tree",
    "cut": "memory --pairs 30 --depth 6",
    "decisions": "memory --pairs 4 --play best --show all",
    "limited": "memory --pairs 4 --memory 2 --play best --show all",
    "match": "memory --pairs 4 --play best --show all --objective win",
    "three pairs": "memory --pairs 3 --play best --show all",
    "guess": "guess --numbers 6 --show all",
    "solitaire": "solitaire --pairs 4",
    "mines": "mines --rows 3 --cols 3 --mines 2 --play best --show all",
    "large": "memory --pairs 31",
}


# The styles of all kinds of pages in dark mode.
DARK = {"memory", "decisions", "mines", "difficult"}


def opens(browser, file, graph):
    """The page loads, counts correctly, draws something, and makes no network requests; in dark mode, too."""
    drawn = []
    schemes = ["light", "dark"] if file.stem in DARK else ["light"]
    for scheme in schemes:
        page = Page(browser, file, color_scheme=scheme)
        body = page.page.locator("body")
        assert body.get_attribute("data-nodes") == str(len(graph["nodes"]))
        assert body.get_attribute("data-edges") == str(len(graph["edges"]))
        page.press("a")
        page.page.wait_for_timeout(300)
        drawn.append(page.page.locator("#canvas").screenshot())
        assert colours(drawn[-1]) > 20, f"only {colours(drawn[-1])} colours"
        page.close()
    assert len(set(drawn)) == len(schemes), "light and dark look the same"


def numbers(browser, file, graph):
    """Exact fractions appear on demand and equal those of the graph, on a path of keys."""
    page = Page(browser, file)
    names = [name[: -len("_exact")] for name in graph["nodes"][0] if name.endswith("_exact")]
    assert not page.page.locator("#numbers .fraction").first.is_visible()
    page.page.locator("#stage").focus()
    page.press("f")
    assert page.page.locator("#numbers .fraction").first.is_visible()
    assert page.page.locator("#fractions").get_attribute("aria-pressed") == "true"
    chance = Fraction(1)
    for _ in range(6):
        here = page.selected()
        node = graph["nodes"][here]
        for name in names:
            if name == "difference" and node["what"] != "action":
                continue
            # Most ends have nothing left to win.
            if name.startswith("value") and node["end"] and node[name] == 0:
                continue
            shown = "probability of being reached" if name == "reach" else page.page.evaluate("name => Perspective.words(name)", name)
            assert page.number(shown) == Fraction(node[f"{name}_exact"]), f"{name} of {here}"
        edges = [edge for edge in graph["edges"] if edge["source"] == here]
        if not edges:
            break
        best = max(edge["prob"] for edge in edges)
        page.ahead()
        there = page.selected()
        taken = [edge for edge in edges if edge["target"] == there]
        assert max(edge["prob"] for edge in taken) == best, "the likeliest is marked"
        chance *= Fraction(max(taken, key=lambda edge: edge["prob"])["prob_exact"])
        assert Fraction(page.text("#chance .fraction")) == chance
        assert page.text("#live"), "nothing for a screen reader"
    last = page.selected()
    page.back()
    assert page.selected() != last
    page.press("Home")
    assert page.selected() == 0
    page.close()


def keys(browser, file, graph):
    """Opening and closing, successors by number, the search, the dialog."""
    page = Page(browser, file)
    page.page.locator("#stage").focus()
    page.press("r")
    page.press("a")
    everything = page.text("#count")
    assert "open" not in everything and everything.startswith(f"{len(graph['nodes'])} states")
    page.press("Enter")
    assert page.text("#count").startswith("1 of"), "the start alone"
    assert page.text("#open").startswith("Open")
    page.press("Enter")
    assert page.text("#count") == everything
    page.press("Shift+Enter", "Enter")
    after = sorted({edge["target"] for edge in graph["edges"] if edge["source"] == 0})
    assert page.text("#count").startswith(f"{len(after) + 1} of"), "the start and what follows"
    first = page.text("#next li:nth-child(2) button:first-child").split(":")[0]
    page.press("2")
    assert page.selected() in after and first in page.text("#path")
    page.press("?")
    assert page.page.locator("#keys").is_visible()
    page.press("Escape")
    assert not page.page.locator("#keys").is_visible()
    page.press("/")
    assert page.page.evaluate("document.activeElement.id") == "search"
    wanted = graph["nodes"][len(graph["nodes"]) // 2]
    page.page.keyboard.type(wanted["state"])
    found = int(page.text("#matches").split()[0])
    words = wanted["state"].lower().split()
    least = [node for node in graph["nodes"] if all(word in node["state"].lower().split() for word in words)]
    assert found >= len(least) > 0, f"{found} found, {len(least)} at least"
    page.press("Enter")
    assert all(word in graph["nodes"][page.selected()]["state"].lower() for word in words)
    page.press("Escape")
    assert page.text("#matches") == "" and page.page.evaluate("document.activeElement.id") == "stage"
    page.press("Home", "m")
    end = page.selected()
    assert not any(edge["source"] == end for edge in graph["edges"]), "the most likely line leads to an end"
    page.close()


def searches(browser, file, graph):
    """A search finds exactly the matching situations, by numbers of the JSON graph; the best matches come first."""
    page = Page(browser, file)
    nodes = graph["nodes"]
    scores = [tuple(value for name, value in node.items() if name.startswith("score_")) for node in nodes]

    def found(text):
        page.page.fill("#search", text)
        every = page.page.evaluate("[...Drawing.mark.found]")
        assert page.text("#matches").split()[0] == f"{len(every):,}", text
        if every:
            page.page.locator("#search").press("Enter")
            assert page.selected() == every[0], "the first one is selected"
        return every

    def matching(test):
        return [at for at, node in enumerate(nodes) if test(node, scores[at])]

    for seat in range(1, len(scores[0]) + 1):
        wins = matching(lambda node, _: node["outcome"] == f"won_{seat}")
        assert wins and found(f"player {seat} wins") == wins
        # Also during typing.
        assert found(f"Player {seat} wi") == wins
    assert found("draw") == matching(lambda node, _: node["outcome"] == "drawn")
    rest = (0,) * (len(scores[0]) - 2)
    ahead = " : ".join(["1", "0", *(["0"] * len(rest))])
    half = next(node["half_known_pairs"] for node, score in zip(nodes, scores) if score == (1, 0, *rest) and node["half_known_pairs"])
    for typed in [f"{ahead} d={half}", f"{ahead.replace(' ', '')}  d = {half}"]:
        both = matching(lambda node, score: score == (1, 0, *rest) and node["half_known_pairs"] == half and node["unknown_pairs"] + node["known_pairs"] + half > 0)
        assert both and found(typed) == both, typed
    assert found(ahead) == matching(lambda _, score: score == (1, 0, *rest))
    assert found("e=2") == matching(lambda node, _: "e=2" in node["state"].split()), "and not e=20"
    # Codes may be anywhere.
    states = [node["state"].split() for node, score in zip(nodes, scores) if score == (1, 0, *rest)]
    codes = max(states, key=len)
    assert len(codes) > 1 and sorted(found(" ".join(codes))) == sorted(found(" ".join(reversed(codes))))
    forward, backward = found(f"{ahead} {' '.join(codes)}"), found(f"{' '.join(reversed(codes))} {ahead}")
    assert forward and sorted(forward) == sorted(backward)
    # Other words in another order are another text, and a part of a score is no score.
    assert found("wins player 1") == [] and found("1 :  0 :  0 :  0") == []
    # A match by number comes first, and whole lines come before parts of lines.
    assert found("7")[0] == 7
    state = nodes[-2]["state"]
    whole = matching(lambda node, _: node["state"] == state)
    assert found(state)[: len(whole)] == whole
    page.close()


def what_if(browser, file, graph):
    """The odds after an event are those of the next situation, and so are the remaining ends."""
    page = Page(browser, file)
    edges = [edge for edge in graph["edges"] if edge["source"] == 0]
    page.press("f")
    page.page.locator("#next button", has_text="what if").first.click()
    assert page.page.locator("#supposed").is_visible()
    to = graph["nodes"][page.selected()]
    assert page.selected() == edges[0]["target"]
    for name in ["win_1", "win_2", "draw"]:
        row = page.fractions("#changes")[page.page.evaluate("name => Perspective.words(name)", name)]
        before, after, change = (Fraction(text) for text in row)
        assert before == Fraction(graph["nodes"][0][f"{name}_exact"])
        assert after == Fraction(to[f"{name}_exact"])
        assert change == after - before
    # The probability of an end that is assumed next, by plain recursion over the JSON graph.
    page.press("m")
    goal = page.selected()
    known = {goal: Fraction(1)}
    for node in sorted(graph["nodes"], key=lambda node: -node["ply"]):
        if node["id"] != goal:
            out = [edge for edge in graph["edges"] if edge["source"] == node["id"]]
            known[node["id"]] = sum((Fraction(edge["prob_exact"]) * known[edge["target"]] for edge in out), Fraction(0))
    assert Fraction(page.text("#given .fraction")) == known[edges[0]["target"]]
    page.press("Escape")
    assert not page.page.locator("#supposed").is_visible()
    page.close()


# A point of a line that no card covers, in the geometry of the page.
MIDDLE = """edge => {
    const points = Route.points(edge);
    const [from, to] = [points[points.length / 2 - 1] ?? points[0], points[points.length >> 1]];
    return points.length % 2 ? to : [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}"""


def lines(browser, file, graph):
    """A click on a line assumes its event, near and far away, and so does a key; the path to it stays."""
    page = Page(browser, file)
    stage = page.page.locator("#stage")
    seen = set()
    for zoom in [0.6, 0.3]:
        page.press("Escape", "r")
        page.page.evaluate("zoom => { Drawing.fit(); Drawing.zoom(zoom / Drawing.view.zoom); }", zoom)
        for place, edge in [(place, edge) for place, edge in enumerate(graph["edges"]) if edge["source"] == 0]:
            x, y = page.page.evaluate(MIDDLE, place)
            stage.hover(position={"x": x, "y": y})
            assert edge["event"] in page.text("#tip") and "what if" in page.text("#tip")
            stage.click(position={"x": x, "y": y})
            assert page.selected() == edge["target"] and page.page.locator("#supposed").is_visible()
            assert f", {edge['event']} (" in page.text("#condition")
            seen.add(edge["event"])
            page.press("Escape")
            assert not page.page.locator("#supposed").is_visible()
            page.page.evaluate("zoom => { Drawing.fit(); Drawing.zoom(zoom / Drawing.view.zoom); }", zoom)
    assert len(seen) > 1
    # The same by keys, one step further: the second event is marked and assumed.
    page.press("Home")
    page.ahead()
    here = page.selected()
    out = [edge for edge in graph["edges"] if edge["source"] == here]
    page.aside()
    page.press("w")
    assert page.selected() in {edge["target"] for edge in out} and page.page.locator("#supposed").is_visible()
    assert "Supposed" in page.text("#live")
    assert page.page.locator("#path li").count() == 3
    page.close()


def filters(browser, file, graph):
    """Events that are switched off are not followed."""
    page = Page(browser, file)
    boxes = page.page.locator("#events label").evaluate_all("labels => labels.map(label => [label.dataset.name, label.title, label.innerText])")
    assert sorted(name for name, _, _ in boxes) == sorted({edge["event"] for edge in graph["edges"]})
    for name, title, text in boxes:
        assert title.startswith(f"{name}: ") and title[len(name) + 2 :] in text, f"{name} is not explained"
    assert page.page.locator("#meanings dt").count() > 0
    events = sorted({edge["event"] for edge in graph["edges"] if edge["source"] == 0})
    page.page.locator(f"#events label[data-name='{events[0]}']").locator("input").uncheck()
    shown = page.page.locator("#next li").all_inner_texts()
    assert len(shown) == len(events) - 1 and not any(text.startswith(f"{events[0]}:") for text in shown)
    page.page.locator("#seats label[data-name='player 1']").locator("input").uncheck()
    assert page.page.locator("#next li").all_inner_texts() == ["Nothing that is shown."]
    page.close()


def dashes(browser, file, _):
    """All lines of an event are solid or all are dashed, as in the legend."""
    page = Page(browser, file, 1600, 1000)
    drawn = page.page.evaluate("""() => {
        const { pen } = Drawing;
        const [dash, stroke, drawn] = [pen.setLineDash, pen.stroke, {}];
        let style = "solid";
        pen.setLineDash = (list) => {
            style = list.length ? "dashed" : "solid";
            dash.call(pen, list);
        };
        pen.stroke = (...path) => {
            (drawn[pen.strokeStyle] ??= new Set()).add(style);
            stroke.apply(pen, path);
        };
        Drawing.now();
        const colours = Data.meta.events.map((_, at) => Colour.paint.events[at]);
        const own = Data.meta.events.flatMap((kind, at) => (drawn[colours[at]] && colours.filter((colour) => colour === colours[at]).length === 1 ? [[[kind].flat()[0], at]] : []));
        return own.map(([name, at]) => [[...drawn[colours[at]]], Filter.swatch(name).style.borderTopStyle === "solid"]);
    }""")
    assert len(drawn) > 2 and all(styles == ["solid" if is_solid else "dashed"] for styles, is_solid in drawn), drawn
    page.close()


def mouse(browser, file, _):
    """A click on the start closes it, a second opens it; the wheel zooms; dragging moves."""
    page = Page(browser, file)
    page.press("r")
    before = page.text("#count")
    x, y = page.page.evaluate("[Drawing.left(Data.meta.start), Drawing.top(Data.meta.start)]")
    stage = page.page.locator("#stage")
    stage.click(position={"x": x, "y": y})
    assert page.text("#count").startswith("1 of")
    stage.click(position={"x": x, "y": y})
    assert page.text("#count") != before or not before.startswith("1 of")
    zoom = page.page.evaluate("Drawing.view.zoom")
    page.page.mouse.wheel(0, -300)
    page.page.wait_for_timeout(100)
    assert page.page.evaluate("Drawing.view.zoom") > zoom
    left = page.page.evaluate("Drawing.view.left")
    page.page.mouse.down()
    page.page.mouse.move(700, 500, steps=4)
    page.page.mouse.up()
    assert page.page.evaluate("Drawing.view.left") != left
    page.close()


def decisions(browser, file, graph):
    """The best action is marked, the others have their difference, and the meaning of each code is below it."""
    page = Page(browser, file)
    page.press("a")
    node = next(node for node in graph["nodes"] if node["difference"] < 0)
    at = next(edge["source"] for edge in graph["edges"] if edge["target"] == node["id"])
    page.page.evaluate("at => Drawing.at && Explorer.select(at)", at)
    lines = page.page.locator("#next li button:first-child").all_inner_texts()
    actions = [graph["nodes"][edge["target"]] for edge in graph["edges"] if edge["source"] == at]
    assert len(lines) == len(actions)
    for text, action in zip(lines, actions):
        line, *meaning = text.split("\n")
        known = page.page.evaluate("code => Codes.meaning(code)", line.split(":")[0])
        assert meaning == ([known] if known else []), text
        if action["taken"]:
            assert line.endswith(": best"), line
        elif action["difference"] == 0:
            assert line.endswith(": as good"), line
        else:
            assert "difference" in line and action["difference_exact"] in line, line
    page.close()


def explained(browser, file, graph):
    """A legend under the drawing explains the visible codes, and a tooltip explains the code of a card or a line."""
    page = Page(browser, file)
    page.page.mouse.move(*page.page.evaluate("""() => {
        const { left, top } = document.getElementById("stage").getBoundingClientRect();
        return [left + Drawing.left(0), top + Drawing.top(0)];
    }"""))
    [[code, meaning], *_] = page.page.evaluate("Codes.ofNode(0)")
    assert f"{code}: {meaning}" in page.text("#tip")
    legend = dict(page.page.locator("#key-list > div").evaluate_all("parts => parts.map(part => [...part.children].map(one => one.textContent))"))
    assert legend[code] == meaning
    # Codes with other numbers than the example are explained, too.
    unknown = page.page.evaluate("Drawing.lines.filter(edge => !Codes.meaning(Data.event(edge)) && !Codes.ofLine(edge).length).map(Data.event)")
    assert not unknown, unknown
    examples = page.page.evaluate("[...Drawing.shown.flatMap(Codes.ofNode), ...Drawing.lines.flatMap(Codes.ofLine)]")
    assert all(legend[name] == words for name, words in examples), legend
    # The legend hides no card.
    assert page.page.evaluate("Drawing.view.zoom <= Drawing.whole() + 1e-9")
    events = page.page.evaluate("[...new Set(Drawing.lines.map(edge => Data.meta.events[Data.style[edge]].join('|')))]")
    assert events and all(legend[name] == words for name, words in (event.split("|") for event in events)), legend
    names = page.page.locator("#numbers th").all_inner_texts()
    assert names and not any("_" in name or name in ("layer", "end") for name in names), names
    large = Page(browser, file, 1920, 1080)
    letters = [one.page.evaluate("[parseFloat(getComputedStyle(document.body).fontSize) * document.querySelector('aside').currentCSSZoom, Drawing.view.zoom]") for one in (page, large)]
    assert letters[1][0] > letters[0][0] * 1.2 and letters[1][1] >= 0.78, letters
    large.close()
    page.close()


DIFFICULT = "</script><script>window.stolen=1</script><img src=http://x.invalid/ onerror='window.stolen=1'>&lt;b&gt;"


def bounded(browser, file, graph):
    """Values in doubles: what the bound on errors could explain is 0, in differences, values and changes."""
    error = float(graph["graph"]["facts"]["error"])
    assert 0 < error < 1e-12
    assert all(node["difference"] == 0 or node["difference"] < -2 * error for node in graph["nodes"])
    page = Page(browser, file)
    page.press("a")
    tiny = """() => Array.from({ length: Data.count }, (_, node) => node).flatMap(node => {
        Explorer.select(node);
        const isError = (one) => one.closest("tr")?.querySelector("th")?.textContent === "bound on the error of each value";
        return [...document.querySelectorAll("#numbers td, #next button, #what")].filter(one => !isError(one)).map(one => one.textContent);
    }).filter(text => /e-1\\d/.test(text))"""
    assert page.page.evaluate(tiny) == []
    assert "bound on the error of each value" in page.text("#numbers")
    # A guess whose answer leaves the chances as they were.
    page.page.evaluate("Explorer.select(0)")
    page.press("w")
    assert not re.search(r"e-1\d", page.text("#changes")), page.text("#changes")
    page.close()


def difficult(browser, file, _):
    """Labels and events that look like markup are text everywhere on the page."""
    block = re.compile('(<script type="application/json" data-part="(?:nodes|edges)">)(.*?)(</script>)', re.S)

    def spoil(match):
        data = json.loads(match[2])
        for texts in [data.get("label"), data.get("event"), *data.get("columns", [])]:
            if isinstance(texts, dict):
                texts["t"] = [text + DIFFICULT for text in texts["t"]]
        return match[1] + json.dumps(data).replace("<", "\\u003c") + match[3]

    spoilt = file.with_suffix(".difficult.html")
    spoilt.write_text(block.sub(spoil, file.read_text()))
    page = Page(browser, spoilt)
    page.press("a", "f")
    page.ahead()
    page.press("w", "/")
    page.page.keyboard.type("script")
    page.page.wait_for_timeout(200)
    assert page.text("#matches").startswith("403 found")
    assert DIFFICULT in page.text("#found li:first-child")
    assert page.page.evaluate("typeof window.stolen") == "undefined"
    assert page.page.locator("img, iframe, object, embed").count() == 0
    page.close()


PICTURES = {
    "memory": "memory --pairs 3",
    "tree": "memory --pairs 3 --shape tree",
    "words": "memory --pairs 4 --label odds --players 3",
    "decisions": "memory --pairs 3 --play best --show all",
    "limited": "memory --pairs 3 --memory 2",
    "guess": "guess --numbers 4 --show all",
    "solitaire": "solitaire --pairs 3",
    "mines": "mines --rows 2 --cols 2 --mines 1 --play best --show all",
}
OVERLAPS = """() => {
    const all = [...document.querySelectorAll("text")].map(text => [text.getBoundingClientRect(), text.textContent]);
    const page = document.documentElement.getBoundingClientRect();
    const bad = all.filter(([box]) => box.right > page.right || box.left < page.left).map(([, text]) => text);
    for (const [place, [a, one]] of all.entries())
        for (const [b, two] of all.slice(0, place))
            if (a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2) bad.push([one, two]);
    return [all.length, bad];
}"""


def picture(browser, file, _):
    """The picture is well-formed, and no text overlaps another or leaves the page, in the browser's fonts."""
    subprocess.run(["xmllint", "--noout", file], check=True)
    page = browser.new_page()
    page.goto(file.resolve().as_uri())
    count, bad = page.evaluate(OVERLAPS)
    assert count > 20 and not bad, bad[:5]
    assert colours(page.screenshot()) > 20
    page.close()


def spoilt(browser, file, _):
    """A picture with the most difficult labels is well-formed, and a browser shows it."""
    subprocess.run(["xmllint", "--noout", file], check=True)
    page = browser.new_page()
    page.goto(file.resolve().as_uri())
    assert page.evaluate("document.documentElement.localName") == "svg"
    assert page.evaluate("document.querySelectorAll('text').length") > 20
    assert page.evaluate("document.querySelectorAll('script, image').length") == 0
    page.close()


def main():
    binary = Path(sys.argv[1]).resolve()
    failures = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        files = {}
        for name, words in BOARDS.items():
            stem = Path(folder) / name.replace(" ", "-")
            for form in ["html", "json"]:
                command = [binary, "-q", "graph", *words.split(), "--as", form, "-o", f"{stem}.{form}"]
                subprocess.run(command, check=True)
            files[name] = (stem.with_suffix(".html"), json.loads(stem.with_suffix(".json").read_text()))
        approximate = Path(folder) / "approximate"
        for form in ["html", "json"]:
            words = "guess --numbers 9 --show all --approximate".split()
            subprocess.run([binary, "-q", "graph", *words, "--as", form, "-o", f"{approximate}.{form}"], check=True)
        browser = launch(playwright)
        checks = [(opens, name) for name in files]
        checks += [(numbers, name) for name in files]
        checks += [(keys, name) for name in ["memory", "decisions", "mines", "solitaire"]]
        checks += [(searches, name) for name in ["memory", "three players", "large"]]
        checks += [(what_if, "memory"), (lines, "memory"), (filters, "memory"), (dashes, "memory"), (mouse, "memory")]
        checks += [(decisions, name) for name in ["decisions", "guess", "mines", "limited"]]
        checks += [(explained, name) for name in ["memory", "decisions", "limited", "guess", "solitaire", "mines"]]
        checks += [(readable, name) for name in files]
        checks += [(turned, "memory"), (turned, "solitaire"), (linked, "memory"), (linked, "decisions"), (saved, "memory"), (saved, "mines")]
        checks += [(coloured, "memory"), (coloured, "decisions"), (coloured, "mines"), (fractions, "memory"), (fractions, "solitaire")]
        checks += [(sides, name) for name in ["decisions", "match", "guess"]] + [(by_hand, "three pairs")]
        checks += [(explored, name) for name in ["memory", "three players", "decisions", "guess", "solitaire", "mines"]]
        checks.append((difficult, "memory"))
        files["approximate"] = (approximate.with_suffix(".html"), json.loads(approximate.with_suffix(".json").read_text()))
        checks.append((bounded, "approximate"))
        # The graphs of the tests, if a folder is given.
        tests = [Path(os.environ["CHANCETREE_EXPORT_DIR"])] if "CHANCETREE_EXPORT_DIR" in os.environ else []
        for stem in [path / name for path in tests for name in ("difficult", "difficult-board")]:
            files[stem.name] = (stem.with_suffix(".html"), json.loads(stem.with_suffix(".json").read_text()))
            files[f"{stem.name}.svg"] = (stem.with_suffix(".svg"), None)
            checks += [(opens, stem.name), (spoilt, f"{stem.name}.svg")]
        for name, words in PICTURES.items():
            file = Path(folder) / f"{name}.svg"
            subprocess.run([binary, "-q", "graph", *words.split(), "--as", "svg", "-o", file], check=True)
            files[f"picture of {name}"] = (file, None)
            checks.append((picture, f"picture of {name}"))
        checks = named_checks(checks)
        for check, name in checks:
            try:
                check(browser, *files[name])
            except Exception:
                failures.append(f"{check.__name__}, {name}")
                print(f"FAILED: {failures[-1]}\n{traceback.format_exc(limit=3)}")
        browser.close()
    print(f"{len(checks) - len(failures)} of {len(checks)} checks of pages and pictures passed")
    sys.exit(1 if failures else 0)


main()
