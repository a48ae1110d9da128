"""Handlers of the courseRouter router."""

from __future__ import annotations

from workbench.procedures import course
from workbench.procedures.course import Course, CourseChosen, Courses, CoursesAsked, Sharing, SharingAsked
from workbench.service.context import Context, iso
from workbench.service.membership import member_here, member_of
from workbench.service.refused import Refused, not_found
from workbench.service.routers.organization import DEFAULT_PAGE
from workbench.service.serve import serves
from workbench.service.store import audit, courses
from workbench.service.store.courses import CourseRecord


@serves(course.get_course_sharing_info)
async def get_course_sharing_info(context: Context, asked: CourseChosen) -> Sharing:
    """The three facts of a course's sharing."""
    return _sharing(context, await _course(context, asked.course_id))


@serves(course.list_courses, long=True)
async def list_courses(context: Context, asked: CoursesAsked) -> Courses:
    """A page of the organization's courses, last changed first."""
    member = await member_here(context, asked.organization_id)
    page = await courses.page(
        context.db,
        member.organization_id,
        project_id=asked.project_id,
        search=asked.search,
        limit=asked.limit or DEFAULT_PAGE,
        cursor=asked.cursor,
    )
    if page is None:
        raise Refused("BAD_REQUEST", "cursor: it is none that this service gave.")
    return Courses(
        courses=[_listed(context, each) for each in page.courses], total=page.total, next_cursor=page.next_cursor
    )


@serves(course.set_course_sharing)
async def set_course_sharing(context: Context, asked: SharingAsked) -> Sharing:
    """The course made public, or private again."""
    found = await _course(context, asked.course_id)
    if asked.is_public and not found.can_be_shared:
        raise Refused("CONFLICT", _why_not(found))
    if asked.is_public != found.is_public:
        at = context.service.clock()
        await courses.set_public(context.db, found.course_id, asked.is_public, at)
        await audit.append(
            context.db,
            found.organization_id,
            context.person.person_id,
            context.procedure,
            found.course_id,
            {"isPublic": asked.is_public},
            at,
        )
    return Sharing(
        is_public=asked.is_public,
        can_be_shared=found.can_be_shared,
        share_url=context.service.share_url(found.course_id),
    )


async def _course(context: Context, course_id: str) -> CourseRecord:
    found = await courses.get(context.db, course_id)
    await member_of(context, found.organization_id if found else None)
    if found is None:
        raise not_found()
    return found


def _why_not(found: CourseRecord) -> str:
    if found.organization_status != "Active":
        return f"The organization is {found.organization_status}; only an Active one can share courses."
    return "The course has no page yet. Add one to a lesson, then share it."


def _sharing(context: Context, found: CourseRecord) -> Sharing:
    return Sharing(
        is_public=found.is_public,
        can_be_shared=found.can_be_shared,
        share_url=context.service.share_url(found.course_id),
    )


def _listed(context: Context, found: CourseRecord) -> Course:
    return Course(
        course_id=found.course_id,
        project_id=found.project_id,
        title=found.title,
        is_public=found.is_public,
        can_be_shared=found.can_be_shared,
        share_url=context.service.share_url(found.course_id),
        lesson_count=found.lesson_count,
        created_at=iso(found.created_at),
        updated_at=iso(found.updated_at),
        created_by=found.created_by,
    )
