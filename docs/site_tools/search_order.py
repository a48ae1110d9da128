"""Guides before decisions in the site's search: a hook of MkDocs, named in `mkdocs.yml`."""

from __future__ import annotations

from typing import Any

WEIGHTS = {"decisions/": 0.1, "changelog.md": 0.1, "api/": 0.5, "procedures.md": 0.5, "interface.md": 0.5}
"""How much a match counts on pages whose path begins like this; on all others 1."""


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> None:
    """Give the page its weight; the theme's search writes it into the index."""
    for beginning, weight in WEIGHTS.items():
        if page.file.src_uri.startswith(beginning):
            page.meta.setdefault("search", {})["boost"] = weight
