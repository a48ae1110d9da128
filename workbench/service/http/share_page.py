"""The share page of a public course: server-rendered, readable without scripts, nothing from elsewhere.

Learners see the current publication (`store/publications`), whatever was edited since, and no lesson that is in the
trash. Private, deleted and never existed are the same 404, byte for byte. Source: interface 2 (`shareUrl`); the page is
ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from json import dumps
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response

from workbench.authoring.block import Block, below_title
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.media import MediaLink
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.learner_pages.document import HEADERS, document, page_headers
from workbench.learner_pages.made_by import made_by_html
from workbench.learner_pages.pages import CoursePages, PageLesson
from workbench.learner_pages.theme import PageTheme
from workbench.service.context import Service
from workbench.service.long_reads import Turn, finished
from workbench.service.renderings import Renderings, Time
from workbench.service.shares.page_theme import page_theme
from workbench.service.sources.published import published_passages
from workbench.service.store.assets import assets
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons.lessons import blocks_of
from workbench.service.store.lessons.rebuilding import blocks_at
from workbench.service.store.publications.visible import PublicCourse, VisibleLesson, public_course, visible_lessons
from workbench.service.store.reviews.made_by import made_by
from workbench.service.store.sharing.share_settings import read_origins
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
    public = await service.store.read(lambda db: public_course(db, course_id, now=service.clock()))
    if public is None:
        return missing_page()
    await turn.begin(public.organization_id)
    time = Time()
    address = urlsplit(service.share_url(course_id)).path

    async def unit(db: Db) -> Response | None:
        course = await public_course(db, course_id, now=service.clock())
        if course is None:
            return None
        theme = await page_theme(db, course.organization_id, address)
        shown = await _page(db, service.renderings, time, course, lesson_id=lesson_id, address=address, theme=theme)
        headers = page_headers(read_origins(course.embed_origins), indexing=course.indexing, theme=theme)
        return None if shown is None else HTMLResponse(shown, headers=headers)

    return await finished(service.store.read(unit, long=True), time.give_up) or missing_page()


def busy_page() -> Response:
    """What a reader sees while the database is held by somebody else."""
    return HTMLResponse(_BUSY, status_code=503, headers={**HEADERS, "retry-after": "5"})


def missing_page() -> Response:
    """The one 404 of everything that learners may not see, or that is not there."""
    return HTMLResponse(_MISSING, status_code=404, headers=HEADERS)


async def _page(
    db: Db,
    renderings: Renderings,
    time: Time,
    course: PublicCourse,
    *,
    lesson_id: str | None,
    address: str,
    theme: PageTheme,
) -> str | None:
    """The course's outline, or the lesson that is wanted; None where the course has no such lesson."""
    lessons = await visible_lessons(db, course)
    ids = [each.published.lesson_id for each in lessons]
    shown = [PageLesson(each.published.lesson_id, each.published.title, each.published.language) for each in lessons]
    pages = CoursePages(course.course_id, course.title, shown, theme=theme)
    if lesson_id is None and len(lessons) != 1:
        return pages.outline()
    if lesson_id is not None and lesson_id not in ids:
        return None
    place = 0 if lesson_id is None else ids.index(lesson_id)
    blocks = await _rendered(db, renderings, time, course, lessons[place], address=address)
    lesson = lessons[place].published
    made = await made_by(db, lesson.lesson_id, lesson.revision, theme.name)
    return pages.lesson(place, blocks, made_by_html(made, lesson.language))


async def _rendered(
    db: Db, renderings: Renderings, time: Time, course: PublicCourse, visible: VisibleLesson, *, address: str
) -> str:
    """The lesson's blocks as HTML, at the revision that is published."""
    lesson, organization_id = visible.published, course.organization_id
    publishable = await publishable_sources(db, visible.source_ids, organization_id=organization_id)
    sources = " ".join(f"{source_id}@{updated_at}" for source_id, updated_at in publishable.items())
    names = visible.file_names
    key = (lesson.lesson_id, lesson.revision, lesson.title, lesson.language, f"{address} {sources} {dumps(names)}")
    found = renderings.of(key)
    if not found.is_whole:
        newest = await blocks_of(db, lesson.lesson_id, visible.order)
        published = await blocks_at(db, lesson.lesson_id, lesson.revision, newest=visible.newest, blocks=newest)
        written = [each for each in published if each.type != AUTHOR_NOTE]
        blocks = below_title(written, lesson.title)
        passages = await published_passages(db, blocks, publishable, organization_id=organization_id)
        links = await _links(db, blocks, organization_id, address, names)
        shown = [*zip(blocks, section_levels(blocks), strict=True)]
        for each, level in shown[len(found.parts) :]:
            work = partial(blocks_html, [each], lesson.language, links=links, sections=[level], passages=passages)
            renderings.add(key, found, time.spend(work))
        renderings.add(key, found, time.spend(partial(answers_html, blocks, lesson.language)))
        found.is_whole = True
    return "\n".join(found.parts)


async def _links(
    db: Db, blocks: Sequence[Block], organization_id: str, address: str, names: Mapping[str, str]
) -> dict[str, MediaLink]:
    """Where learners find the assets of the blocks, below the course's page, under their published file names."""
    found = await assets.assets_by_id(db, assets.asset_ids(blocks), organization_id=organization_id)
    return {
        each.asset_id: MediaLink(
            f"{address}/a/{each.sha256}.{MEDIA_TYPES[each.media_type].extension}",
            each.media_type,
            names.get(each.asset_id, each.file_name),
            each.width,
            each.height,
        )
        for each in found.values()
    }


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
