"""Handler of the lesson router's search."""

from __future__ import annotations

import re

from workbench.procedures import lesson
from workbench.procedures.lesson import FoundLesson, SearchInput, SearchOutput
from workbench.service.context import Context
from workbench.service.handler_error import HandlerError
from workbench.service.handlers.binding import serves
from workbench.service.handlers.lesson import summary
from workbench.service.membership import here
from workbench.service.search_hits import hits_of
from workbench.service.search_query import read_query
from workbench.service.store import courses
from workbench.service.store.search import found

SEARCH_PAGE = 20
_CURSOR = re.compile(r"s\.([0-9]{1,9})", re.ASCII)


@serves(lesson.search, requires="read", long=True)
async def search_lessons(context: Context, request: SearchInput) -> SearchOutput:
    """A page of the lessons that are found, each with the places of the words."""
    standing = await here(context, request.organization_id)
    which = read_query(request.query, now=context.service.clock())
    limit, offset = request.limit or SEARCH_PAGE, _offset(request.cursor)
    page = await found.found_page(context.db, standing.organization_id, which, limit=limit, offset=offset)
    names = await courses.course_names(context.db, [each.item.course_id for each in page.items])
    lessons = []
    for each in page.items:
        shown = summary(each.item)
        hits = hits_of(shown.title, shown.tags or (), each.blocks, which.terms)
        course, project = names.get(shown.course_id, (None, None))
        lessons.append(FoundLesson(**shown.model_dump(), course_title=course, project_name=project, hits=hits))
    seen = offset + len(lessons)
    return SearchOutput(
        lessons=lessons, total=page.total, next_cursor=f"s.{seen}" if lessons and seen < page.total else None
    )


def _offset(cursor: str | None) -> int:
    found = None if cursor is None else _CURSOR.fullmatch(cursor)
    if cursor is not None and found is None:
        raise HandlerError("BAD_REQUEST", "cursor: it is none that this search gave. Start again without a cursor.")
    return 0 if found is None else int(found[1])
