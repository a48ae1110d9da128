"""Handlers of courses as authors see them: lists, and one with its lessons and what its learners do not see yet."""

from __future__ import annotations

from workbench.procedures import course
from workbench.procedures.course import CourseInput, CourseWithLessons, ListCoursesInput, ListCoursesOutput
from workbench.service.courses import store as courses
from workbench.service.courses.listed import course_at, course_summary
from workbench.service.courses.store import CourseFilter
from workbench.service.db.listing import CursorRejected
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import check_filters, here
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.lessons import lists
from workbench.service.lessons.handlers import summary
from workbench.service.publications.changes import publication_changes
from workbench.service.publications.differences import differing_courses
from workbench.service.publications.handlers import present_state


@serves(course.list_courses, requires="read", long=True)
async def list_courses(context: Context, request: ListCoursesInput) -> ListCoursesOutput:
    """Return a page of the organization's courses, last changed first."""
    standing = await here(context, request.organization_id)
    await check_filters(context, project_id=request.project_id)
    which = CourseFilter(request.project_id, request.search, bool(request.in_trash), request.title)
    try:
        page = await courses.courses_page(
            context.db,
            standing.organization_id,
            which,
            now=context.service.clock(),
            limit=request.limit or DEFAULT_PAGE,
            cursor=request.cursor,
        )
    except CursorRejected as rejected:
        raise HandlerError("BAD_REQUEST", f"cursor: {rejected.message}") from None
    shown = [course_summary(context, item) for item in page.items]
    if request.unpublished_changes:
        public = {shown_course.course_id for shown_course in shown if shown_course.is_public}
        differing = await differing_courses(context.db, public)
        shown = [
            shown_course.model_copy(update={"has_unpublished_changes": shown_course.course_id in differing})
            if shown_course.is_public
            else shown_course
            for shown_course in shown
        ]
    return ListCoursesOutput(courses=shown, total=page.total, next_cursor=page.next_cursor)


@serves(course.get_course, requires="read")
async def get_course(context: Context, request: CourseInput) -> CourseWithLessons:
    """Return the course with its lessons."""
    found = await course_at(context, request.course_id)
    lessons = await lists.lessons_in_course(context.db, found.course_id, organization_id=found.organization_id)
    unpublished: int | None = None
    if found.is_public:
        unpublished = len(await publication_changes(context.db, await present_state(context, found.course_id)))
    return CourseWithLessons(
        **course_summary(context, found).model_dump(),
        lessons=[summary(lesson) for lesson in lessons],
        unpublished_changes=unpublished,
    )
