"""Handlers of publications, made, undone, listed, compared, and of courses as their authors see them."""

from __future__ import annotations

from workbench.procedures import course
from workbench.procedures.course import CourseInput, CourseWithLessons, ListCoursesInput, ListCoursesOutput
from workbench.procedures.history import MAX_REVISION
from workbench.procedures.publications import (
    LessonInPublication,
    ListPublicationsInput,
    ListPublicationsOutput,
    Publication,
    PublicationChanges,
    PublicationInput,
    PublishCourseInput,
    RestorePublicationInput,
    UnpublishedCourse,
)
from workbench.service.courses import store as courses
from workbench.service.courses.listed import course_at, course_summary, find_course
from workbench.service.courses.store import CourseFilter, CourseRow
from workbench.service.db.listing import CursorRejected
from workbench.service.db.seam import Db
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves, serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_course, check_filters, here
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.wire_form import wire_form
from workbench.service.lessons import lists
from workbench.service.lessons.handlers import summaries
from workbench.service.publications import store as publications
from workbench.service.publications.changes import differing_courses, publication_changes
from workbench.service.publications.link_expiry import start_share
from workbench.service.publications.page_rendering import PageRenderer
from workbench.service.publications.publishing import (
    RevisionFacts,
    check_base,
    check_page_sizes,
    check_public,
    override_facts,
    publish,
    revision_facts,
)
from workbench.service.publications.store import CourseState, PublicationRow
from workbench.service.publications.visibility import trashed_lessons


@serves_alone(course.publish_course, requires="share")
async def publish_course(asker: Caller, request: PublishCourseInput) -> Publication:
    """Publish the course and return the publication that learners now see.

    Heavy pages are rendered before anything is locked.
    """
    await check_page_sizes(asker, request.course_id)
    with asker.service.gate.write():
        return await asker.service.store.write(lambda db: _publish(asker.in_unit(db), request))


async def _publish(context: Context, request: PublishCourseInput) -> Publication:
    standing = await at_course(context, request.course_id)
    row = await find_course(context, standing.organization_id, request.course_id)
    number = await publish(
        context,
        row,
        note=request.note,
        confirmed=request.confirm_open_places,
        base_number=request.base_number,
        override_reason=request.override_reason,
    )
    return await _publication(context, row.course_id, number)


@serves(course.unpublish_course, requires="share")
async def unpublish_course(context: Context, request: CourseInput) -> UnpublishedCourse:
    """Make the course private; repeating the call changes nothing."""
    await unpublish(context, await course_at(context, request.course_id))
    return UnpublishedCourse(course_id=request.course_id)


async def unpublish(context: Context, row: CourseRow) -> None:
    """Take the course out of learners' sight, if it is in it."""
    if row.publication is not None:
        now = context.service.clock()
        await publications.show_publication(context.db, row.course_id, None, now=now)
        await record(context, row.organization_id, row.course_id, isPublic=False)


@serves_alone(course.restore_publication, requires="share")
async def restore_publication(asker: Caller, request: RestorePublicationInput) -> Publication:
    """Make an earlier publication current again and return it.

    Its lessons never change, so they are read before anything is locked.
    """

    async def read_facts(db: Db) -> RevisionFacts:
        context = asker.in_unit(db)
        organization_id = (await at_course(context, request.course_id)).organization_id
        existing(await publications.publication_by_number(db, request.course_id, request.number))
        lessons = await publications.published_lessons(db, request.course_id, request.number)
        return await revision_facts(context, organization_id, lessons)

    facts = await asker.service.store.read(read_facts, long=True)
    with asker.service.gate.write():
        return await asker.service.store.write(lambda db: _restore(asker.in_unit(db), request, facts))


async def _restore(context: Context, request: RestorePublicationInput, facts: RevisionFacts) -> Publication:
    organization_id = (await at_course(context, request.course_id)).organization_id
    course_id, number = request.course_id, request.number
    await check_public(context, organization_id)
    await publications.lock_published_lessons(context.db, course_id, number)
    state = existing(await publications.locked_course(context.db, course_id, organization_id=organization_id))
    row = await find_course(context, organization_id, course_id)
    if state.number != number or not row.is_public:
        check_base(request.base_number, state.number)
        permission = await check_public(
            context,
            organization_id,
            await publications.published_lessons(context.db, course_id, number),
            confirmed=request.confirm_open_places,
            override_reason=request.override_reason,
            known=facts,
        )
        await publications.show_publication(context.db, course_id, number, now=context.service.clock())
        await start_share(context, row, permission.policy)
        context.service.part(PageRenderer).schedule(course_id)
        override = override_facts(request.override_reason, permission.overridden)
        await record(
            context, organization_id, course_id, publication=number, insteadOf=state.number, isPublic=True, **override
        )
    return await _publication(context, course_id, number)


@serves(course.list_publications, requires="read")
async def list_publications(context: Context, request: ListPublicationsInput) -> ListPublicationsOutput:
    """Return a page of the course's publications."""
    course_row = await course_at(context, request.course_id)
    limit, before = request.limit or DEFAULT_PAGE, entry_before(request.cursor, most=MAX_REVISION)
    rows = await publications.publications_before(context.db, course_row.course_id, before=before, limit=limit + 1)
    page = rows[:limit]
    return ListPublicationsOutput(
        publications=[_to_wire(row, course_row.publication) for row in page],
        next_cursor=str(page[-1].number) if len(rows) > limit else None,
    )


@serves(course.get_publication, requires="read")
async def get_publication(context: Context, request: PublicationInput) -> Publication:
    """Return a publication with its lessons."""
    course_row = await course_at(context, request.course_id)
    number = request.number or course_row.publication
    if number is None:
        raise HandlerError("NOT_FOUND", "Learners see no publication of this course. Name one by its number.")
    row = existing(await publications.publication_by_number(context.db, course_row.course_id, number))
    trashed = await trashed_lessons(context.db, course_row.course_id, number)
    lessons = [
        LessonInPublication(
            lesson_id=lesson.lesson_id,
            revision=lesson.revision,
            title=lesson.title,
            language=lesson.language,
            is_in_trash=lesson.lesson_id in trashed,
        )
        for lesson in await publications.published_lessons(context.db, course_row.course_id, number)
    ]
    return _to_wire(row, course_row.publication, lessons)


@serves(course.get_publication_changes, requires="read")
async def get_publication_changes(context: Context, request: CourseInput) -> PublicationChanges:
    """Return the differences between the course and what learners see."""
    state = await present_state(context, request.course_id)
    changes = await publication_changes(context.db, state)
    return PublicationChanges(course_id=state.course_id, number=state.number, changes=changes)


async def present_state(context: Context, course_id: str) -> CourseState:
    """Return the current state of the course to a caller who may read it. Raises `HandlerError`."""
    organization_id = (await at_course(context, course_id)).organization_id
    return existing(await publications.course_state(context.db, course_id, organization_id=organization_id))


async def _publication(context: Context, course_id: str, number: int) -> Publication:
    return _to_wire(existing(await publications.publication_by_number(context.db, course_id, number)), number)


def _to_wire(row: PublicationRow, current: int | None, lessons: list[LessonInPublication] | None = None) -> Publication:
    return wire_form(Publication, row, is_current=row.number == current, lessons=lessons)


@serves(course.list_courses, requires="read", long=True)
async def list_courses(context: Context, request: ListCoursesInput) -> ListCoursesOutput:
    """Return a page of the organization's courses."""
    standing = await here(context, request.organization_id)
    await check_filters(context, project_id=request.project_id)
    which = CourseFilter(request.project_id, request.search, bool(request.in_trash), request.title, request.tag)
    try:
        page = await courses.courses_page(
            context.db,
            standing.organization_id,
            which,
            now=context.service.clock(),
            sort=request.sort_preference,
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
    row = await course_at(context, request.course_id)
    lessons = await lists.lessons_in_course(context.db, row.course_id, organization_id=row.organization_id)
    unpublished: int | None = None
    if row.is_public:
        unpublished = len(await publication_changes(context.db, await present_state(context, row.course_id)))
    return CourseWithLessons(
        **course_summary(context, row).model_dump(),
        lessons=await summaries(context, lessons),
        unpublished_changes=unpublished,
    )
