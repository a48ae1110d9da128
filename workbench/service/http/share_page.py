"""The share page of a public course: server-rendered, readable without scripts, nothing from elsewhere.

Private, deleted and never existed are the same 404, byte for byte. Source: interface 2 (`shareUrl`); the page is ours.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response

from workbench.authoring.block import Block, below_title
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.labels import direction
from workbench.authoring.rendering.media import MediaLink
from workbench.service.context import Service
from workbench.service.long_reads import Turn, finished
from workbench.service.renderings import Renderings, Time
from workbench.service.sources.published import published_passages
from workbench.service.store import courses
from workbench.service.store.assets import assets
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons.lessons import LessonRow, blocks_of, lessons_without_blocks
from workbench.service.store.sources.citations import publishable_sources

_MOST_CHARACTERS = 8_000_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fbfaf7;--soft:#59626e;--line:#e4e0d8;--accent:#1a5a94;--card:#fff;
--tint:#eef4fa;--good:#1e6b3c}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e3;--paper:#15171a;--soft:#a6aeb8;--line:#343940;--accent:#8fc3f2;
--card:#1c1f23;--tint:#1a2530;--good:#86d3a3}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif}
main{max-width:43rem;margin:0 auto;padding:3.5rem 1.25rem 5rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.8rem,5vw,2.4rem);line-height:1.2;letter-spacing:-.01em;margin:0 0 1.25rem;text-wrap:balance}
h2{font-size:1.7rem}h3{font-size:1.35rem}h4{font-size:1.1rem}h2,h3,h4{line-height:1.3;margin:0;text-wrap:balance}
article+article{border-top:1px solid var(--line);margin-top:4rem;padding-top:2.5rem}
nav{margin:1.5rem 0 3rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;
background:var(--card)}
nav ol{margin:0;padding-inline-start:1.5rem}
section.block{margin:1.5rem 0}section.block>:first-child{margin-top:0}section.block>:last-child{margin-bottom:0}
section.heading{margin:2.75rem 0 -.5rem}section.blank{display:none}
section.objectives,section.keyTerms,section.example,section.quiz,section.reflection,section.summary{
background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem 1.4rem}
section.objectives,section.summary,section.reflection{background:var(--tint);border-color:transparent}
.objectives>h3,.keyTerms>h3,.example>h3,.quiz>h3,.reflection>h3,.summary>h3{
font-size:1rem;color:var(--accent);margin:0 0 .6rem}
ul,ol{padding-inline-start:1.5rem}li{margin:.3rem 0}li::marker{color:var(--soft)}
blockquote{margin:1.25rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--soft)}
dl{margin:0}dt{font-weight:650;margin-top:.75rem}dt:first-child{margin-top:0}dd{margin:0;color:var(--soft)}
.quiz>p{font-weight:600;margin:.25rem 0 .75rem}.quiz ol{list-style:upper-alpha;margin:.5rem 0}
.quiz details{border-top:1px solid var(--line);margin-top:1rem;padding-top:.75rem}
.quiz details strong{color:var(--good)}
.reflection>p{font-size:1.15rem}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.2rem}
summary{cursor:pointer;color:var(--accent);font-weight:600}
code{font-size:.92em}pre{overflow:auto;padding:.9rem 1rem;background:var(--card);border:1px solid var(--line);
border-radius:.5rem;line-height:1.5}
table{border-collapse:collapse;display:block;overflow:auto}
td,th{border-bottom:1px solid var(--line);padding:.4rem .9rem;
text-align:start}th{color:var(--soft);font-size:.92em}
.sources{margin-top:1rem;font-size:.85rem;color:var(--soft)}.sources p{margin:0}.sources ul{margin:.2rem 0 0}
figure.media{margin:1.5rem 0}figure.media img,figure.media video{display:block;max-width:100%;height:auto;
border-radius:.5rem;background:var(--card)}figure.media audio{width:100%}
figcaption{margin-top:.5rem;color:var(--soft);font-size:.95em}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
@media print{body{background:#fff;color:#000}nav{display:none}main{padding:0;max-width:none}
section.block{break-inside:avoid}audio,video{display:none!important}}
""".strip()
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "content-security-policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; img-src 'self'; media-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors https: http:"
    ),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
}


async def share_page(service: Service, course_id: str, turn: Turn) -> Response:
    """The page of a public course, or the one 404; a page takes the turn of the course's organization.

    Raises `TakesLong` where there is much to render, and `Refused` where too many wait.
    """
    if not _ID.fullmatch(course_id):
        return missing_page()
    public = await service.store.read(lambda db: courses.public_course(db, course_id))
    if public is None:
        return missing_page()
    await turn.begin(public.organization_id)
    time = Time()
    address = urlsplit(service.share_url(course_id)).path

    async def unit(db: Db) -> str | None:
        found = await courses.public_course(db, course_id)
        return (
            None
            if found is None
            else await _page(db, service.renderings, time, course_id, found.title, address=address)
        )

    shown = await finished(service.store.read(unit, long=True), time.give_up)
    return missing_page() if shown is None else HTMLResponse(shown, headers=_HEADERS)


def busy_page() -> Response:
    """What a reader sees while the database is held by somebody else."""
    return HTMLResponse(_BUSY, status_code=503, headers={**_HEADERS, "retry-after": "5"})


def missing_page() -> Response:
    """The one 404 of everything that learners may not see, or that is not there."""
    return HTMLResponse(_MISSING, status_code=404, headers=_HEADERS)


async def _page(db: Db, renderings: Renderings, time: Time, course_id: str, title: str, *, address: str) -> str:
    lessons = await lessons_without_blocks(db, course_id)
    publishable = await publishable_sources(db, course_id)
    articles: list[str] = []
    size = 0
    for place, (lesson, order) in enumerate(lessons):
        if size > _MOST_CHARACTERS:
            articles.append("<p>This course is too long for one page: what comes next is not shown.</p>")
            break
        may_be_read = publishable.get(lesson.lesson_id, {})
        blocks = await _rendered(db, renderings, time, lesson, order, publishable=may_be_read, address=address)
        articles.append(_article(place, lesson, blocks, alone=len(lessons) == 1))
        size += len(articles[-1])
    all_lessons = [lesson for lesson, _ in lessons]
    language = all_lessons[0].language if all_lessons else "EN"
    body = "\n".join(articles)
    return _document(title, f"<h1>{escape(title)}</h1>\n{_contents(all_lessons)}{body}", language=language)


async def _rendered(
    db: Db,
    renderings: Renderings,
    time: Time,
    lesson: LessonRow,
    order: str,
    *,
    publishable: Mapping[str, int],
    address: str,
) -> str:
    sources = " ".join(f"{source_id}@{updated_at}" for source_id, updated_at in publishable.items())
    key = (lesson.lesson_id, lesson.revision, lesson.title, lesson.language, f"{address} {sources}")
    found = renderings.of(key)
    if not found.is_whole:
        shown = [each for each in await blocks_of(db, lesson.lesson_id, order) if each.type != AUTHOR_NOTE]
        blocks = below_title(shown, lesson.title)
        passages = await published_passages(db, blocks, publishable, organization_id=lesson.organization_id)
        links = await _links(db, blocks, lesson.organization_id, address)
        for each in blocks[len(found.parts) :]:
            work = partial(blocks_html, [each], lesson.language, links=links, passages=passages)
            renderings.add(key, found, time.spend(work))
        found.is_whole = True
    return "\n".join(found.parts)


async def _links(db: Db, blocks: Sequence[Block], organization_id: str, address: str) -> dict[str, MediaLink]:
    """Where learners find the assets of the blocks: below the course's page."""
    found = await assets.assets_by_id(db, assets.asset_ids(blocks), organization_id=organization_id)
    return {
        each.asset_id: MediaLink(
            f"{address}/a/{each.sha256}.{MEDIA_TYPES[each.media_type].extension}",
            each.media_type,
            each.file_name,
            each.width,
            each.height,
        )
        for each in found.values()
    }


def _article(place: int, lesson: LessonRow, blocks: str, *, alone: bool) -> str:
    head = "" if alone else f"<h2>{escape(lesson.title)}</h2>\n"
    language = escape(lesson.language.lower(), quote=True)
    way = direction(lesson.language)
    return f'<article id="lesson-{place + 1}" lang="{language}" dir="{way}">\n{head}{blocks}\n</article>'


def _contents(lessons: Sequence[LessonRow]) -> str:
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
