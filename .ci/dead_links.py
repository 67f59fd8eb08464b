"""Fails if a page of the public crate has a dead link, or a link that rustdoc left as text.

    python3 .ci/dead_links.py target/doc
"""

import os
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
dead = set()
for page in sorted((root / "chancetree").rglob("*.html")):
    # Blanket implementations have the docs of other crates, with links that cannot be resolved here.
    text = page.read_text().partition('id="main-content"')[2].partition('id="blanket-implementations"')[0]
    links = (link for link in re.findall(r'href="([^"#]+)', text) if not re.match(r"\w+:[^:]", link))
    dead |= {(page, link) for link in links if not os.path.exists(page.parent / link)}
    dead |= {(page, f"[{name}]") for name in re.findall(r"\[<code>(\w+)", text)}
for page, link in sorted(dead):
    print(f"{page.relative_to(root)}: {link}")
sys.exit(bool(dead))
