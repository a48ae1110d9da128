"""Handlers of the courseRouter router."""

from __future__ import annotations

from typing import Any

from workbench.authoring.transaction import arranged
from workbench.procedures import course
from workbench.procedures.course import (
    Course,
    CourseInput,
    CourseWithLessons,
    CreateCourseInput,
    LessonOrder,
    ListCoursesInput,
    ListCoursesOutput,
    MoveCourseInput,
    OrderLessonsInput,
    RenameCourseInput,
    RestoreCourseInput,
    SetSharingInput,
    Sharing,
    TrashedCourse,
)
from workbench.procedures.outlines import ProposedOutline, ProposeOutlineInput
from workbench.service.courses import order
from workbench.service.courses import store as courses
from workbench.service.courses.listed import check_title, listed
from workbench.service.courses.store import CourseExists, CourseFilter
from workbench.service.credits.keyed_writes import made_once
from workbench.service.db.listing import CursorRejected
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves, serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_course, check_filters, here, project_for
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.lessons import lists, trash
from workbench.service.lessons.handlers import summary
from workbench.service.publications.changes import publication_changes
from workbench.service.publications.differences import differing_courses
from workbench.service.publications.handlers import present_state, unpublish
from workbench.service.publications.publishing import check_page_sizes, check_shown_again, publish
from workbench.service.publications.visibility import published_in_trash
from workbench.service.starter_lessons import course_outlines


@serves(course.get_course_sharing_info, requires="read")
async def get_course_sharing_info(context: Context, request: CourseInput) -> Sharing:
    """The three facts of a course's sharing."""
    return _sharing(context, await _course(context, request.course_id))


@serves(course.list_courses, requires="read", long=True)
async def list_courses(context: Context, request: ListCoursesInput) -> ListCoursesOutput:
    """A page of the organization's courses, last changed first."""
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
    shown = [listed(context, each) for each in page.items]
    if request.unpublished_changes:
        public = {each.course_id for each in shown if each.is_public}
        differing = await differing_courses(context.db, public)
        shown = [
            each.model_copy(update={"has_unpublished_changes": each.course_id in differing}) if each.is_public else each
            for each in shown
        ]
    return ListCoursesOutput(courses=shown, total=page.total, next_cursor=page.next_cursor)


@serves_alone(course.set_course_sharing, requires="share")
async def set_course_sharing(asker: Caller, request: SetSharingInput) -> Sharing:
    """The course made public as it is now, or private again; one that is public stays as it was published."""
    if request.is_public:
        await check_page_sizes(asker, request.course_id)
    with asker.service.gate.write():
        return await asker.service.store.write(lambda db: _set_sharing(asker.in_unit(db), request))


async def _set_sharing(context: Context, request: SetSharingInput) -> Sharing:
    found = await _course(context, request.course_id)
    if not request.is_public:
        await unpublish(context, found)
    elif not found.is_public:
        confirmed, known = request.confirm_open_places, found.publication or 0
        await publish(context, found, confirmed=confirmed, base_number=known)
    return Sharing(
        is_public=request.is_public,
        can_be_shared=found.can_be_shared,
        share_url=context.service.share_url(found.course_id),
    )


@serves(course.get_course, requires="read")
async def get_course(context: Context, request: CourseInput) -> CourseWithLessons:
    """The course with its lessons."""
    found = await _course(context, request.course_id)
    lessons = await lists.lessons_in_course(context.db, found.course_id, organization_id=found.organization_id)
    unpublished: int | None = None
    if found.is_public:
        unpublished = len(await publication_changes(context.db, await present_state(context, found.course_id)))
    return CourseWithLessons(
        **listed(context, found).model_dump(),
        lessons=[summary(each) for each in lessons],
        unpublished_changes=unpublished,
    )


@serves(course.create_course, requires="edit")
async def create_course(context: Context, request: CreateCourseInput) -> Course:
    """A new, empty, private course; under a key that was used before, the course that was made then."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id

    async def make() -> str:
        if request.refuse_same_name:
            await check_title(context, organization_id, request.title)
        try:
            course_id = await courses.create_course(
                context.db,
                organization_id=organization_id,
                project_id=await project_for(context, organization_id, request.project_id),
                title=request.title,
                person_id=context.person.person_id,
                now=context.service.clock(),
                given_id=request.course_id,
            )
        except CourseExists as taken:
            raise HandlerError("CONFLICT", taken.message, reason="courseExists") from None
        await record(context, organization_id, course_id)
        return course_id

    fields = {"title": request.title, "projectId": request.project_id}
    if request.course_id is not None:
        fields["courseId"] = request.course_id
    course_id = await made_once(context, organization_id, fields, make)
    now = context.service.clock()
    if await courses.course_by_id(context.db, course_id, organization_id=organization_id, now=now) is None:
        raise HandlerError(
            "CONFLICT",
            "This course was made already and is in the trash. Restore it, or send the call with another key.",
            reason="courseInTrash",
            courseId=course_id,
        )
    return await listed_course(context, organization_id, course_id)


@serves_alone(course.propose_outline, requires="generate", needs_model=True)
async def propose_outline(asker: Caller, request: ProposeOutlineInput) -> ProposedOutline:
    """The outline of a course, written by a model from a brief and paid for."""
    return await course_outlines.propose(asker, request)


@serves(course.rename_course, requires="edit")
async def rename_course(context: Context, request: RenameCourseInput) -> Course:
    """The course with another title."""
    found, now = await _course(context, request.course_id), context.service.clock()
    organization_id = found.organization_id
    renamed = await courses.rename_course(
        context.db,
        request.course_id,
        organization_id=organization_id,
        title=request.title,
        base_title=request.base_title,
        now=now,
    )
    if not renamed:
        found = await _found(context, organization_id, request.course_id)
        raise HandlerError("CONFLICT", "The course has another title by now. Read it again.", title=found.title)
    if request.refuse_same_name and request.title != found.title:  # a refusal undoes the whole unit
        await check_title(context, organization_id, request.title, besides=request.course_id)
    await record(context, organization_id, request.course_id, titleBefore=found.title, title=request.title)
    return await listed_course(context, organization_id, request.course_id)


@serves(course.move_course, requires="edit")
async def move_course(context: Context, request: MoveCourseInput) -> Course:
    """The course and its lessons in another project."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    project_id = await project_for(context, organization_id, request.project_id)
    now = context.service.clock()
    moved = await courses.move_course(
        context.db,
        request.course_id,
        organization_id=organization_id,
        project_id=project_id,
        base_project_id=request.base_project_id,
        now=now,
    )
    if not moved:
        found = await _found(context, organization_id, request.course_id)
        raise HandlerError("CONFLICT", "The course was moved meanwhile. Read it again.", projectId=found.project_id)
    await record(context, organization_id, request.course_id, projectId=project_id)
    return await listed_course(context, organization_id, request.course_id)


@serves(course.order_lessons, requires="edit")
async def order_lessons(context: Context, request: OrderLessonsInput) -> LessonOrder:
    """The course's lessons in this order; those that are not listed stay behind the ones they stood behind."""
    course_id, listed = request.course_id, request.lesson_ids
    organization_id = (await at_course(context, course_id)).organization_id
    if len(set(listed)) < len(listed):
        raise HandlerError("BAD_REQUEST", "lessonIds: a lesson is listed twice.")
    known = existing(await order.locked_order(context.db, course_id, organization_id=organization_id))
    before = list(known.positions)
    facts: dict[str, Any] = {"orderVersion": known.version, "lessonIds": known.living(before)}
    unknown = [each for each in listed if each not in known.positions]
    if unknown:
        message = f"{len(unknown):,} of these are no lessons of the course. Read the course again."
        raise HandlerError("CONFLICT", message, unknown=unknown, **facts)
    after, version = arranged(before, listed), known.version
    if known.living(after) != facts["lessonIds"]:
        if request.base_version not in (None, version):
            message = "The order of the lessons has changed meanwhile. Read the course again."
            raise HandlerError("CONFLICT", message, **facts)
        version = await order.set_order(context.db, course_id, known, after, now=context.service.clock())
        await record(context, organization_id, course_id, orderVersion=version, lessonCount=len(known.living(after)))
    return LessonOrder(course_id=course_id, order_version=version, lesson_ids=known.living(after))


@serves(course.delete_course, requires="edit")
async def delete_course(context: Context, request: CourseInput) -> TrashedCourse:
    """The course in the trash, with its lessons."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    now = context.service.clock()
    lesson_count = existing(
        await trash.delete_course(context.db, request.course_id, organization_id=organization_id, now=now)
    )
    await record(context, organization_id, request.course_id, lessonCount=lesson_count)
    return TrashedCourse(course_id=request.course_id, lesson_count=lesson_count)


@serves(course.restore_course, requires="edit")
async def restore_course(context: Context, request: RestoreCourseInput) -> Course:
    """The course out of the trash; repeated it changes nothing."""
    organization_id = (await at_course(context, request.course_id, in_trash=True)).organization_id
    now = context.service.clock()
    if shown := await published_in_trash(context.db, course_id=request.course_id, now=now):  # in other courses
        await check_shown_again(context, organization_id, shown)
    if await trash.restore_course(context.db, request.course_id, organization_id=organization_id, now=now):
        await record(context, organization_id, request.course_id)
        if request.refuse_same_name:  # its title is known now; a refusal undoes the whole unit
            title = (await _found(context, organization_id, request.course_id)).title
            await check_title(context, organization_id, title, besides=request.course_id)
    return await listed_course(context, organization_id, request.course_id)


async def listed_course(context: Context, organization_id: str, course_id: str) -> Course:
    """The course as lists show it. Raises `HandlerError` when the organization has no such."""
    return listed(context, await _found(context, organization_id, course_id))


async def _course(context: Context, course_id: str) -> courses.CourseRow:
    standing = await at_course(context, course_id)
    return await _found(context, standing.organization_id, course_id)


async def _found(context: Context, organization_id: str, course_id: str) -> courses.CourseRow:
    now = context.service.clock()
    return existing(await courses.course_by_id(context.db, course_id, organization_id=organization_id, now=now))


def _sharing(context: Context, found: courses.CourseRow) -> Sharing:
    return Sharing(
        is_public=found.is_public,
        can_be_shared=found.can_be_shared,
        share_url=context.service.share_url(found.course_id),
    )
