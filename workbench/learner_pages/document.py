"""A page for learners as one document: its style and its script are in it, and its policy lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from workbench.authoring.share_settings import frame_ancestors
from workbench.languages.reader import direction
from workbench.learner_pages.theme import PageTheme

NO_THEME: Final = PageTheme()
_FOLDER: Final = Path(__file__).parent
STYLE: Final = (_FOLDER / "learner.css").read_text(encoding="utf-8").strip()
SCRIPT: Final = (_FOLDER / "learner.min.js").read_text(encoding="utf-8").strip()


def policy_hash(text: str) -> str:
    """Return the source expression of a content security policy for an inline style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_SCRIPT_HASH: Final = policy_hash(SCRIPT)


@lru_cache(256)
def _style_hash(added: str) -> str:
    return policy_hash(STYLE + added)


def page_headers(
    embed_origins: Sequence[str] | None = None, *, indexing: bool = False, theme: PageTheme = NO_THEME
) -> dict[str, str]:
    """Return the headers of a page that these origins may embed (None: any).

    Search engines list the page with `indexing`.
    """
    headers = {
        "content-security-policy": (
            f"default-src 'none'; style-src {_style_hash(theme.style())}; script-src {_SCRIPT_HASH}; img-src 'self'; "
            f"media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frame_ancestors(embed_origins)}"
        ),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
    return headers if indexing else {**headers, "x-robots-tag": "noindex"}


HEADERS: Final = page_headers()


def file_policy(*sources: str, theme: PageTheme = NO_THEME) -> str:
    """Return the policy of a page that is a file without headers; `sources` locate its pictures and recordings."""
    shown = " ".join(("'self'", "file:", *sources))
    return (
        f"default-src 'none'; style-src {_style_hash(theme.style())}; script-src {_SCRIPT_HASH}; base-uri 'none'; "
        f"form-action 'none'; img-src {shown}; media-src 'self' file:"
    )


def document(
    title: str,
    body: str,
    *,
    language: str,
    data: dict[str, str] | None = None,
    policy: str = "",
    theme: PageTheme = NO_THEME,
) -> str:
    """Return the page.

    `data` is what its script reads (course, lesson, words as JSON); without it the page has no script. `policy`
    is written into a page that no service sends.
    """
    code = escape(language.lower(), quote=True)
    fields = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in (data or {}).items())
    script = f"<script>{SCRIPT}</script>\n" if data else ""
    rule = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">\n' if policy else ""
    return (
        f'<!doctype html>\n<html lang="{code}" dir="{direction(language)}">\n<head>\n<meta charset="utf-8">\n{rule}'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}{theme.style()}</style>\n</head>\n<body>\n{theme.header()}<main{fields}>\n{body}\n</main>\n"
        f"{theme.foot()}{script}</body>\n</html>\n"
    )


def script_data(course_id: str, lesson_id: str, words: dict[str, str]) -> dict[str, str]:
    """Return the data that the page's script reads; a page of a course has no lesson."""
    return {"course": course_id, "lesson": lesson_id, "words": json.dumps(words, ensure_ascii=False)}
