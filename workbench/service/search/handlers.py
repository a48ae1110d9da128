"""Handler of the lesson router's search."""

from __future__ import annotations

from workbench.patterns import ASCII, Pattern
from workbench.procedures import lesson
from workbench.procedures.lesson import FoundLesson, SearchInput, SearchOutput
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import here
from workbench.service.lessons.handlers import summary_fields
from workbench.service.lessons.status import lesson_statuses
from workbench.service.search import query as found
from workbench.service.search.hits import find_hits
from workbench.service.search.query_text import read_query

SEARCH_PAGE = 20
_CURSOR = Pattern(r"s\.([0-9]{1,9})", ASCII)


@serves(lesson.search, requires="read", long=True)
async def search_lessons(context: Context, request: SearchInput) -> SearchOutput:
    """Return a page of the matching lessons, each with the places where the words occur."""
    standing = await here(context, request.organization_id)
    now = context.service.clock()
    which = read_query(request.query, now=now)
    limit, offset = request.limit or SEARCH_PAGE, _offset(request.cursor)
    page = await found.found_page(context.db, standing.organization_id, which, limit=limit, offset=offset)
    ids = [item.item.lesson_id for item in page.items]
    statuses = await lesson_statuses(context.db, ids, now=now)
    lessons = []
    for item in page.items:
        shown = summary_fields(item.item, statuses)
        hits = find_hits(item.item.title, shown["tags"], item.blocks, which.terms)
        found_lesson = FoundLesson(**shown, course_title=item.course_title, project_name=item.project_name, hits=hits)
        lessons.append(found_lesson)
    seen = offset + len(lessons)
    return SearchOutput(
        lessons=lessons, total=page.total, next_cursor=f"s.{seen}" if lessons and seen < page.total else None
    )


def _offset(cursor: str | None) -> int:
    match = None if cursor is None else _CURSOR.fullmatch(cursor)
    if cursor is not None and match is None:
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this search. Start again without a cursor.")
    return 0 if match is None else int(match[1])
