"""Checks of positions and colours on a page, and of its saved pictures and links."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from pages import Page
from PIL import Image

# Cards, names and badges as drawn, and lines that run under the cards of other nodes.
DRAWN = """() => {
    Drawing.now();
    const half = node => [Layout.now.wide / 2 * Drawing.view.zoom, Layout.height(node) / 2 * Drawing.view.zoom];
    const box = node => [Drawing.left(node) - half(node)[0], Drawing.top(node) - half(node)[1], Drawing.left(node) + half(node)[0], Drawing.top(node) + half(node)[1]];
    const inside = ([x, y], [left, top, right, bottom]) => x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;
    const under = !Layout.now.routed ? [] : Drawing.lines.filter(edge => Route.points(edge).some(point =>
        Drawing.shown.some(node => node !== Data.source[edge] && node !== Data.target[edge] && inside(point, box(node)))));
    return {
        close: Drawing.close, letters: 12 * Drawing.view.zoom, shown: Drawing.shown.length, under: under.map(Data.event),
        cards: Drawing.shown.map(box), names: Cards.texts(), wide: Drawing.size().wide, high: Drawing.size().high, start: box(Data.meta.start),
    };
}"""


def meet(a, b):
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


def readable(browser, file, graph):
    """A page opens with readable text, on a screen and on a phone; nothing overlaps."""
    for width, height in [(1400, 900), (390, 844)]:
        page = Page(browser, file, width, height)
        drawn = page.page.evaluate(DRAWN)
        assert drawn["close"] and drawn["letters"] >= 9, f"letters of {drawn['letters']:.1f} pixels"
        assert drawn["shown"] >= 3 or drawn["shown"] == len(graph["nodes"])
        left, top, right, bottom = drawn["start"]
        assert left > 0 and right < drawn["wide"] and top > 0 and bottom < drawn["high"], "the start is seen"
        assert not drawn["under"], f"under cards: {drawn['under']}"
        assert drawn["names"], "no name of an event"
        clashes(drawn)
        if width > 1000:
            page.press("a", "0")
            drawn = page.page.evaluate(DRAWN)
            routed = page.page.evaluate("Layout.now.routed")
            assert routed == (len(graph["nodes"]) <= 2000) and not (routed and drawn["under"]), drawn["under"]
            if drawn["close"]:
                clashes(drawn)
        page.close()


def clashes(drawn):
    boxes = drawn["cards"] + drawn["names"]
    for place, name in enumerate(drawn["names"], len(drawn["cards"])):
        for other in boxes[:place]:
            assert not meet(name, other), f"{name} lies on {other}"


def turned(browser, file, graph):
    """Time runs down or to the right, by choice; the arrow keys follow."""
    page = Page(browser, file)
    ways = []
    for _ in range(2):
        page.press("t", "Home")
        ways.append(page.page.evaluate("Layout.now.rightwards"))
        after = max((edge for edge in graph["edges"] if edge["source"] == 0), key=lambda edge: edge["prob"])["target"]
        page.ahead()
        assert page.selected() == after
        later = page.page.evaluate("at => Layout.now.rightwards ? Drawing.left(at) - Drawing.left(0) : Drawing.top(at) - Drawing.top(0)", after)
        assert later > 0
    assert sorted(ways) == [False, True]
    page.close()


def linked(browser, file, graph):
    """The address contains a situation and the path to it, and opens there."""
    page = Page(browser, file)
    page.ahead()
    page.ahead()
    here, path = page.selected(), page.text("#path")
    hash = page.page.evaluate("location.hash")
    assert f"situation={here}" in hash
    page.close()
    page = Page(browser, file, hash=hash)
    assert page.selected() == here and page.text("#path") == path
    page.page.evaluate("location.hash = '#situation=0'")
    page.page.wait_for_timeout(100)
    assert page.selected() == 0
    page.close()
    last = len(graph["nodes"]) - 1
    for hash, node in [(f"#situation={last}", last), ("#situation=99999999", 0), ("#path=1,2", 0), (f"#situation={last}&path=0,0", last)]:
        page = Page(browser, file, hash=hash)
        assert page.selected() == node, hash
        page.close()


def saved(browser, file, _):
    """The view as SVG is well-formed and has the texts of the cards."""
    page = Page(browser, file)
    with page.page.expect_download() as download:
        page.press("s")
    picture = Path(download.value.path()).read_text()
    assert picture == page.page.evaluate("Share.picture().text")
    tree = ElementTree.fromstring(picture)
    words = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert page.page.evaluate("Data.texts(0)[0]") in words and len(words) > 10
    legend = page.page.evaluate("Codes.shown().codes.map(code => code.join(': '))")
    assert legend and set(legend) <= set(words), legend
    with page.page.expect_download() as download:
        page.page.click("#png")
    assert download.value.suggested_filename.endswith(".png")
    assert Image.open(download.value.path()).width >= 1900
    page.close()


def coloured(browser, file, graph):
    """Each number gives other colours, and the legend has its least and its greatest value."""
    page = Page(browser, file)
    page.press("a")
    page.page.wait_for_timeout(100)
    assert page.text("#legend")
    seen = {page.page.locator("#canvas").screenshot()}
    names = page.page.locator("#colour option").evaluate_all("options => options.map(option => option.value)")
    reals = [name for name in graph["nodes"][0] if f"{name}_exact" in graph["nodes"][0]]
    assert {"reach", *reals} & set(names) and "" in names
    for name in ["reach", *[name for name in names if name.startswith(("win", "value", "difference"))]]:
        page.page.select_option("#colour", name)
        page.page.wait_for_timeout(100)
        values = [node[name] for node in graph["nodes"]]
        ends = [float(text) for text in page.page.locator("#legend .ends span").all_inner_texts()]
        assert len(ends) >= 2 and ends[0] <= min(max(values), 1) and ends[-1] >= max(values) - 1e-3
        if len(set(values)) > 2:
            seen.add(page.page.locator("#canvas").screenshot())
    assert len(seen) > 2
    page.close()


def fractions(browser, file, graph):
    """A fraction is on one line, and a button copies it."""
    page = Page(browser, file)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.press("f")
    for line in page.page.locator("#numbers .fraction").all():
        assert line.bounding_box()["height"] < 24
    copy = page.page.locator("#numbers tr", has=page.page.locator(".copy")).first
    copy.locator(".copy").click()
    page.page.wait_for_timeout(100)
    assert page.page.evaluate("navigator.clipboard.readText()") == copy.locator(".fraction").inner_text()
    assert page.page.locator("#seats").is_visible() == any(node.get("mover", 0) > 1 for node in graph["nodes"]), "an empty heading"
    x, y = page.page.evaluate("edge => Route.points(edge)[4]", 0)
    page.page.locator("#stage").hover(position={"x": x, "y": y})
    assert page.page.locator("#tip").is_visible()
    page.press("m")
    assert not page.page.locator("#tip").is_visible(), "a tooltip for an item that has moved away"
    page.close()


def sides(browser, file, graph):
    """A what-if uses one player's view from beginning to end, whoever moves, including the event's own points."""
    nodes, edges = graph["nodes"], graph["edges"]
    seats = sum(f"value_{seat}" in nodes[0] for seat in range(1, 9))
    assert seats == 2
    out = {node["id"]: [] for node in nodes}
    for edge in edges:
        out[edge["source"]].append(edge)
    worth = {}
    for node in sorted(nodes, key=lambda node: -node["ply"]):
        for seat in range(1, seats + 1):
            if not out[node["id"]]:
                worth[seat, node["id"]] = Fraction(node[f"value_{seat}_exact"])
                continue
            gains = [edge["gain"] if node["mover"] == seat else 0 for edge in out[node["id"]]]
            parts = zip(out[node["id"]], gains)
            worth[seat, node["id"]] = sum(Fraction(edge["prob_exact"]) * (gain + worth[seat, edge["target"]]) for edge, gain in parts)
    page = Page(browser, file)
    page.press("f")
    chance = [edge for edge in edges if edge["decision"] == "chance"]
    passing = [edge for edge in chance if nodes[edge["source"]]["mover"] != nodes[edge["target"]]["mover"]][:6]
    for edge in passing + [edge for edge in chance if edge["gain"]][:3]:
        source, target = edge["source"], edge["target"]
        page.page.evaluate("node => Explorer.select(node)", source)
        page.page.get_by_role("button", name=f"What if {edge['event']}", exact=True).first.click()
        assert page.selected() == target
        for seat in [1, 2]:
            page.page.select_option("#side", str(seat - 1))
            table = page.fractions("#changes")
            assert list(table) == [f"value to player {seat}"], table
            before, after = worth[seat, source], worth[seat, target]
            after += edge["gain"] if nodes[source]["mover"] == seat else 0
            assert [Fraction(text) for text in table[f"value to player {seat}"]] == [before, after, after - before]
        page.press("Escape")
    page.close()


def by_hand(browser, file, _):
    """3 pairs: player 1 takes 7/5 of them on average, and 3 - 5/3 if two new cards come: 1/15 less."""
    page = Page(browser, file)
    page.press("f")
    page.ahead()
    page.page.get_by_role("button", name="What if E", exact=True).click()
    assert page.fractions("#changes") == {"value to player 1": ["7/5", "4/3", "-1/15"]}
    page.close()
