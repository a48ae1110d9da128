"""A page for learners as one document: its style and its script are in it, and its policy lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import Final

from workbench.authoring.rendering.labels import direction

_FOLDER: Final = Path(__file__).parent
STYLE: Final = (_FOLDER / "learner.css").read_text(encoding="utf-8").strip()
SCRIPT: Final = (_FOLDER / "learner.min.js").read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


HEADERS: Final = {
    "content-security-policy": (
        f"default-src 'none'; style-src {_hash(STYLE)}; script-src {_hash(SCRIPT)}; img-src 'self'; "
        "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors https: http:"
    ),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
}


def document(title: str, body: str, *, language: str, data: dict[str, str] | None = None) -> str:
    """The page. `data` is what its script reads (course, lesson, words as JSON); without it there is no script."""
    code = escape(language.lower(), quote=True)
    fields = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in (data or {}).items())
    script = f"<script>{SCRIPT}</script>\n" if data else ""
    return (
        f'<!doctype html>\n<html lang="{code}" dir="{direction(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main{fields}>\n{body}\n</main>\n{script}</body>\n</html>\n"
    )


def script_data(course_id: str, lesson_id: str, words: dict[str, str]) -> dict[str, str]:
    """What the page's script reads; a page of a course has no lesson."""
    return {"course": course_id, "lesson": lesson_id, "words": json.dumps(words, ensure_ascii=False)}
