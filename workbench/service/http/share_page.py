"""The share page of a public course: server-rendered, readable without scripts, nothing from elsewhere.

Private, deleted and never existed are the same 404, byte for byte. Source: interface 2 (`shareUrl`); the page is ours.
"""

from __future__ import annotations

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
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.service.context import Service
from workbench.service.http.learner_words import learner_words
from workbench.service.http.share_document import HEADERS, document, script_data
from workbench.service.long_reads import Turn, finished
from workbench.service.renderings import Renderings, Time
from workbench.service.sources.published import published_passages
from workbench.service.store import courses
from workbench.service.store.assets import assets
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons.lessons import LessonRow, blocks_of, lessons_without_blocks
from workbench.service.store.sources.citations import publishable_sources

_PATH = re.compile(r"(?P<course>[A-Za-z0-9_-]{1,64})(?:/(?P<lesson>[A-Za-z0-9_-]{1,64}))?")


async def share_page(service: Service, path: str, turn: Turn) -> Response:
    """The page of a public course or of one of its lessons, `<course_id>` or `<course_id>/<lesson_id>`, or the one 404.

    A page takes the turn of the course's organization. A course of one lesson is shown as that lesson.

    Raises `TakesLong` where there is much to render, and `Refused` where too many wait.
    """
    found = _PATH.fullmatch(path)
    if found is None:
        return missing_page()
    course_id, lesson_id = found["course"], found["lesson"]
    public = await service.store.read(lambda db: courses.public_course(db, course_id))
    if public is None:
        return missing_page()
    await turn.begin(public.organization_id)
    time = Time()
    address = urlsplit(service.share_url(course_id)).path

    async def unit(db: Db) -> str | None:
        course = await courses.public_course(db, course_id)
        if course is None:
            return None
        return await _page(db, service.renderings, time, course, lesson_id=lesson_id, address=address)

    shown = await finished(service.store.read(unit, long=True), time.give_up)
    return missing_page() if shown is None else HTMLResponse(shown, headers=HEADERS)


def busy_page() -> Response:
    """What a reader sees while the database is held by somebody else."""
    return HTMLResponse(_BUSY, status_code=503, headers={**HEADERS, "retry-after": "5"})


def missing_page() -> Response:
    """The one 404 of everything that learners may not see, or that is not there."""
    return HTMLResponse(_MISSING, status_code=404, headers=HEADERS)


async def _page(
    db: Db, renderings: Renderings, time: Time, course: courses.CourseRow, *, lesson_id: str | None, address: str
) -> str | None:
    """The course's outline, or the lesson that is wanted; None where the course has no such lesson."""
    lessons = await lessons_without_blocks(db, course.course_id)
    ids = [lesson.lesson_id for lesson, _ in lessons]
    if lesson_id is None and len(lessons) != 1:
        return _outline(course, [lesson for lesson, _ in lessons])
    if lesson_id is not None and lesson_id not in ids:
        return None
    place = 0 if lesson_id is None else ids.index(lesson_id)
    lesson, order = lessons[place]
    publishable = await publishable_sources(db, course.course_id)
    may_be_read = publishable.get(lesson.lesson_id, {})
    blocks = await _rendered(db, renderings, time, lesson, order, publishable=may_be_read, address=address)
    return _lesson(course, [lesson for lesson, _ in lessons], place, blocks)


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
        written = [each for each in await blocks_of(db, lesson.lesson_id, order) if each.type != AUTHOR_NOTE]
        blocks = below_title(written, lesson.title)
        passages = await published_passages(db, blocks, publishable, organization_id=lesson.organization_id)
        links = await _links(db, blocks, lesson.organization_id, address)
        shown = [*zip(blocks, section_levels(blocks), strict=True)]
        for each, level in shown[len(found.parts) :]:
            work = partial(blocks_html, [each], lesson.language, links=links, sections=[level], passages=passages)
            renderings.add(key, found, time.spend(work))
        renderings.add(key, found, time.spend(partial(answers_html, blocks, lesson.language)))
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


def _outline(course: courses.CourseRow, lessons: Sequence[LessonRow]) -> str:
    language = lessons[0].language if lessons else "EN"
    words = learner_words(language)
    links = "".join(
        f'<li><a href="{course.course_id}/{each.lesson_id}" data-lesson="{each.lesson_id}"'
        f' lang="{escape(each.language.lower(), quote=True)}" dir="auto">{escape(each.title)}</a></li>'
        for each in lessons
    )
    body = f'<h1 dir="auto">{escape(course.title)}</h1>\n'
    if lessons:
        body += f'<nav class="outline" aria-label="{escape(words["lessons"])}"><ol>{links}</ol></nav>'
    return document(course.title, body, language=language, data=script_data(course.course_id, "", words))


def _lesson(course: courses.CourseRow, lessons: Sequence[LessonRow], place: int, blocks: str) -> str:
    lesson = lessons[place]
    words = learner_words(lesson.language)
    is_alone = len(lessons) == 1
    title = course.title if is_alone else lesson.title
    above = below = ""
    if not is_alone:
        to_course = f'<a href="../{course.course_id}" dir="auto">{escape(course.title)}</a>'
        above = f'<nav class="course" aria-label="{escape(words["lessons"])}">{to_course}</nav>\n'
        before = lessons[place - 1] if place else None
        after = lessons[place + 1] if place + 1 < len(lessons) else None
        turns = f"{_turn('prev', words['previous'], before)}{_turn('next', words['next'], after)}"
        label = f"{words['previous']}, {words['next']}"
        below = f'\n<nav class="turn" aria-label="{escape(label)}">{turns}</nav>'
    language, way = escape(lesson.language.lower(), quote=True), direction(lesson.language)
    article = f'<article lang="{language}" dir="{way}">\n<h1 dir="auto">{escape(title)}</h1>\n{blocks}\n</article>'
    data = script_data(course.course_id, lesson.lesson_id, words)
    return document(title, f"{above}{article}{below}", language=lesson.language, data=data)


def _turn(rel: str, word: str, lesson: LessonRow | None) -> str:
    if lesson is None:
        return ""
    return f'<a rel="{rel}" href="{lesson.lesson_id}">{escape(word)}: <bdi>{escape(lesson.title)}</bdi></a>'


_MISSING = document(
    "Nothing here",
    "<h1>There is nothing here</h1>\n<p>This link leads to no public course. "
    "Ask the person who gave it to you for a new one.</p>",
    language="EN",
)
_BUSY = document(
    "One moment",
    "<h1>One moment, please</h1>\n<p>The service is busy just now. Load this page again in a few seconds.</p>",
    language="EN",
)
