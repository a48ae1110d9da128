"""The share page of a public course: server-rendered, readable without scripts, nothing from elsewhere.

Learners see the current publication (`store/publications`), whatever was edited since, and no lesson that is in the
trash. Private, deleted and never existed are the same 404, byte for byte. Source: interface 2 (`shareUrl`); the page is
ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from json import dumps
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response

from workbench.authoring.block import Block, below_title
from workbench.authoring.blocks.output import MediaLink
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.learner_pages.document import HEADERS, document, page_headers
from workbench.learner_pages.made_by import made_by_html
from workbench.learner_pages.pages import CoursePages, PageLesson
from workbench.service.assets import store as assets
from workbench.service.courses.store import read_origins
from workbench.service.db.seam import Db, StoreBusy
from workbench.service.history.rebuilding import blocks_at
from workbench.service.kernel.context import Service
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.long_reads import Turn, wait_until_finished
from workbench.service.lessons.store import read_blocks
from workbench.service.publications.page_rendering import PROCESS_SECONDS, PageContent, PageRenderer, RendersLong
from workbench.service.publications.renderings import Key
from workbench.service.publications.visibility import VisibleLesson, public_course, visible_lessons
from workbench.service.reviews.made_by import made_by
from workbench.service.sharing.theme import page_theme
from workbench.service.sources.citations import publishable_sources
from workbench.service.sources.public_passages import published_passages

LARGE_PAGE: Final = 384_000
"""Bytes from which on a lesson is read, and a page is sent, in its organization's turn."""
PAUSE_SECONDS: Final = 0.5


async def share_page(service: Service, course_id: str, lesson_id: str | None, turn: Turn) -> Response:
    """Return the page of a public course or of one of its lessons, or the one 404.

    A course of one lesson is shown as that lesson. Only a heavy lesson takes the turn of the course's
    organization: to be read if it is not rendered yet, and to be sent.

    Raises `RendersLong` if it is still being rendered, and `HandlerError` (503) if too many wait.
    """
    page = await service.store.read(lambda db: _find_page(db, service, course_id, lesson_id), long=True)
    if page is None:
        return missing_page()
    lesson, html = page.lesson, ""
    if lesson is not None:
        html = service.part(PageRenderer).renderings.get(lesson.key) or ""
        if not html:
            content = await _content(service, lesson, turn)
            html = await service.part(PageRenderer).html(lesson.key, content)
    shown = page.pages.outline() if lesson is None else page.pages.lesson(lesson.place, html, lesson.made_by)
    if len(shown) > LARGE_PAGE:
        await turn.begin(page.organization_id)
    return HTMLResponse(shown, headers=page.headers)


async def prepare_pages(service: Service, course_id: str) -> None:
    """Render those lessons of the course that learners see and that are not rendered yet."""
    lesson_ids = await service.store.read(lambda db: _visible_ids(db, service, course_id))
    for lesson_id in lesson_ids:
        page = await service.store.read(lambda db, of=lesson_id: _find_page(db, service, course_id, of), long=True)  # type: ignore[misc]
        lesson = None if page is None else page.lesson
        if lesson is not None and service.part(PageRenderer).renderings.get(lesson.key) is None:
            turn = Turn(service.long_reads)
            try:
                content = await _content(service, lesson, turn)
            finally:
                turn.end()
            await service.part(PageRenderer).html(lesson.key, content, wait=PROCESS_SECONDS)


async def keep_preparing(service: Service) -> None:
    """Render the pages of courses that are published, until this is cancelled. What fails is left to the readers."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        while (course_id := service.part(PageRenderer).next_course()) is not None:
            with suppress(StoreBusy, RendersLong, HandlerError):
                await prepare_pages(service, course_id)


def busy_page() -> Response:
    """Return what a reader sees while another process holds the database."""
    return HTMLResponse(_BUSY, status_code=503, headers={**HEADERS, "retry-after": "5"})


def missing_page() -> Response:
    """Return the one 404 of everything that does not exist or that learners may not see."""
    return HTMLResponse(_MISSING, status_code=404, headers=HEADERS)


@dataclass(frozen=True, slots=True)
class _Lesson:
    """A lesson that is wanted: `key` is what its rendering is kept under."""

    visible: VisibleLesson
    place: int
    made_by: str
    key: Key
    publishable: Mapping[str, int]
    address: str
    organization_id: str


@dataclass(frozen=True, slots=True)
class _Found:
    """The content of a page; without a lesson it is the course's outline."""

    organization_id: str
    pages: CoursePages
    headers: Mapping[str, str]
    lesson: _Lesson | None


async def _visible_ids(db: Db, service: Service, course_id: str) -> list[str]:
    course = await public_course(db, course_id, now=service.clock())
    return [] if course is None else [lesson.published.lesson_id for lesson in await visible_lessons(db, course)]


async def _find_page(db: Db, service: Service, course_id: str, lesson_id: str | None) -> _Found | None:
    """Return the facts of the page, without the blocks; None if learners see no such course or lesson."""
    course = await public_course(db, course_id, now=service.clock())
    if course is None:
        return None
    address = urlsplit(service.share_url(course_id)).path
    theme = await page_theme(db, course.organization_id, address)
    headers = page_headers(read_origins(course.embed_origins), indexing=course.indexing, theme=theme)
    lessons = await visible_lessons(db, course)
    ids = [lesson.published.lesson_id for lesson in lessons]
    shown = [
        PageLesson(lesson.published.lesson_id, lesson.published.title, lesson.published.language) for lesson in lessons
    ]
    pages = CoursePages(course.course_id, course.title, shown, theme=theme)
    if lesson_id is None and len(lessons) != 1:
        return _Found(course.organization_id, pages, headers, None)
    if lesson_id is not None and lesson_id not in ids:
        return None
    index = 0 if lesson_id is None else ids.index(lesson_id)
    visible = lessons[index]
    lesson = visible.published
    made = await made_by(db, lesson.lesson_id, lesson.revision, theme.name)
    publishable = await publishable_sources(db, visible.source_ids, organization_id=course.organization_id)
    sources = " ".join(f"{source_id}@{updated_at}" for source_id, updated_at in publishable.items())
    depends_on = f"{address} {sources} {dumps(dict(visible.file_names))}"
    key = (lesson.lesson_id, lesson.revision, lesson.title, lesson.language, depends_on)
    wanted = _Lesson(
        visible, index, made_by_html(made, lesson.language), key, publishable, address, course.organization_id
    )
    return _Found(course.organization_id, pages, headers, wanted)


async def _content(service: Service, lesson: _Lesson, turn: Turn) -> PageContent:
    """Return the blocks of the lesson's published revision; a heavy one is read in its organization's turn."""
    if lesson.visible.weight > LARGE_PAGE:
        await turn.begin(lesson.organization_id)

    async def unit(db: Db) -> PageContent:
        published, organization_id = lesson.visible.published, lesson.organization_id
        newest = await read_blocks(db, published.lesson_id, lesson.visible.order)
        then = await blocks_at(db, published.lesson_id, published.revision, newest=lesson.visible.newest, blocks=newest)
        blocks = below_title([block for block in then if block.type != AUTHOR_NOTE], published.title)
        passages = await published_passages(db, blocks, lesson.publishable, organization_id=organization_id)
        links = await _links(db, blocks, organization_id, lesson.address, lesson.visible.file_names)
        return PageContent(blocks, published.language, links, passages)

    try:
        return await wait_until_finished(service.store.read(unit, long=True), lambda: None)
    finally:
        turn.end()


async def _links(
    db: Db, blocks: Sequence[Block], organization_id: str, address: str, names: Mapping[str, str]
) -> dict[str, MediaLink]:
    """Return the addresses of the blocks' assets, below the course's page, under their published file names."""
    by_id = await assets.assets_by_id(db, assets.asset_ids(blocks), organization_id=organization_id)
    return {
        value.asset_id: MediaLink(
            f"{address}/a/{value.sha256}.{MEDIA_TYPES[value.media_type].extension}",
            value.media_type,
            names.get(value.asset_id, value.file_name),
            value.width,
            value.height,
        )
        for value in by_id.values()
    }


_MISSING = document(
    "Nothing here",
    "<h1>There is nothing here</h1>\n<p>This link leads to no public course. "
    "Ask the person who gave it to you for a new one.</p>",
    language="EN",
)
_BUSY = document(
    "One moment",
    "<h1>One moment, please</h1>\n<p>The service is busy. Reload this page in a few seconds.</p>",
    language="EN",
)
