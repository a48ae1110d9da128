"""The share page of a public course: server-rendered, readable without scripts, nothing from elsewhere.

Private, deleted and never existed are the same 404, byte for byte. Source: interface 2 (`shareUrl`); the page is ours.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from html import escape

from starlette.responses import HTMLResponse, Response

from workbench.authoring.labels import direction
from workbench.authoring.rendered import blocks_html
from workbench.service.context import Service
from workbench.service.store import courses
from workbench.service.store.db import Db
from workbench.service.store.lessons import Lesson, lessons_of_course

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fdfcfa;--soft:#5b6470;--line:#e3e0da;--accent:#1c5d99;--card:#fff}
@media (prefers-color-scheme:dark){
:root{--ink:#e8e6e3;--paper:#16181b;--soft:#a3abb5;--line:#33373d;--accent:#8ec2f0;--card:#1d2024}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 4rem}
h1{font-size:2.1rem;line-height:1.2;margin:0 0 .75rem;text-wrap:balance}
h2{font-size:1.55rem;line-height:1.25;margin:2.5rem 0 .5rem}h3{font-size:1.15rem;margin:0 0 .5rem}
article+article{border-top:1px solid var(--line);margin-top:3rem;padding-top:1.5rem}
nav{margin:1.5rem 0;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
section.block{margin:1.5rem 0;overflow-wrap:anywhere}
section.objectives,section.keyTerms,section.example,section.quiz,section.reflection,section.summary{
background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.1rem 1.25rem}
section.objectives,section.summary{border-inline-start:4px solid var(--accent)}
section.blank{display:none}
section.heading{margin-bottom:-.5rem}
dt{font-weight:650}dd{margin:0 0 .6rem;color:var(--soft)}
a{color:var(--accent)}a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
pre{overflow:auto;padding:.75rem;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid var(--line);padding:.35rem .6rem}
footer{margin-top:3rem;color:var(--soft);font-size:.9rem}
@media print{body{background:#fff;color:#000}nav{display:none}}
""".strip()
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "content-security-policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors https: http:"
    ),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
}


async def share_page(service: Service, course_id: str) -> Response:
    """The page of a public course, or the one 404."""
    if not _ID.fullmatch(course_id):
        return _missing()

    async def unit(db: Db) -> tuple[str, list[Lesson]] | None:
        found = await courses.public_course(db, course_id)
        return None if found is None else (found.title, await lessons_of_course(db, course_id))

    shown = await service.store.read(unit, long=True)
    return _missing() if shown is None else HTMLResponse(_page(*shown), headers=_HEADERS)


def busy_page() -> Response:
    """What a reader sees while the database is held by somebody else."""
    return HTMLResponse(_BUSY, status_code=503, headers={**_HEADERS, "retry-after": "5"})


def _missing() -> Response:
    return HTMLResponse(_MISSING, status_code=404, headers=_HEADERS)


def _page(title: str, lessons: Sequence[Lesson]) -> str:
    language = lessons[0].language if lessons else "EN"
    articles = "\n".join(_article(place, each, alone=len(lessons) == 1) for place, each in enumerate(lessons))
    return _document(
        title,
        f"<h1>{escape(title)}</h1>\n{_contents(lessons)}{articles}",
        language=language,
    )


def _article(place: int, lesson: Lesson, *, alone: bool) -> str:
    head = "" if alone else f"<h2>{escape(lesson.title)}</h2>\n"
    language = escape(lesson.language.lower(), quote=True)
    way = direction(lesson.language)
    blocks = lesson.blocks
    if blocks and blocks[0].type == "heading" and blocks[0].content.get("text") == lesson.title:
        blocks = blocks[1:]  # the page says the title already
    return (
        f'<article id="lesson-{place + 1}" lang="{language}" dir="{way}">\n{head}'
        f"{blocks_html(blocks, lesson.language)}\n</article>"
    )


def _contents(lessons: Sequence[Lesson]) -> str:
    if len(lessons) < 2:
        return ""
    links = "".join(
        f'<li><a href="#lesson-{place + 1}">{escape(each.title)}</a></li>' for place, each in enumerate(lessons)
    )
    return f'<nav aria-label="Lessons"><ol>{links}</ol></nav>\n'


def _document(title: str, body: str, *, language: str) -> str:
    code = escape(language.lower(), quote=True)
    return (
        f'<!doctype html>\n<html lang="{code}" dir="{direction(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


_MISSING = _document(
    "Nothing here",
    "<h1>There is nothing here</h1>\n<p>This link leads to no public course. "
    "Ask the person who gave it to you for a new one.</p>",
    language="EN",
)
_BUSY = _document(
    "One moment",
    "<h1>One moment, please</h1>\n<p>The service is busy just now. Load this page again in a few seconds.</p>",
    language="EN",
)
