"""Guides before reference and decisions in the site's search: a hook of MkDocs, named in `mkdocs.yml`."""

from __future__ import annotations

from typing import Any

REFERENCE = (
    *("api/", "adding.md", "bulk-rules.md", "command-options.md", "interface.md", "journeys.md"),
    *("procedures.md", "reliability.md", "service.md", "words.md"),
)
"""Beginnings of the paths of pages that are looked up or are for contributors."""
WEIGHTS = {"decisions/": 0.1, "changelog.md": 0.1} | dict.fromkeys(REFERENCE, 0.5)
"""How much a match counts on pages whose path begins like this; on all others, the guides, 1."""


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> None:
    """Give the page its weight; the theme's search writes it into the index."""
    for beginning, weight in WEIGHTS.items():
        if page.file.src_uri.startswith(beginning):
            page.meta.setdefault("search", {})["boost"] = weight
