"""Check whether learners may see restored content: a lesson or course out of the trash, a source that is opened."""

from __future__ import annotations

from workbench.service.kernel.context import Context
from workbench.service.kernel.shown_again import judges
from workbench.service.publications.publishing import check_shown_again
from workbench.service.publications.visibility import lessons_quoting, published_in_trash


@judges("lesson")
async def check_lesson(context: Context, organization_id: str, lesson_id: str) -> None:
    """Judge the lesson where courses show it, before it leaves the trash. Raises `HandlerError`."""
    if shown := await published_in_trash(context.db, lesson_id=lesson_id, now=context.service.clock()):
        await check_shown_again(context, organization_id, shown)


@judges("course")
async def check_course(context: Context, organization_id: str, course_id: str) -> None:
    """Judge the course's lessons that other courses show, before they leave the trash. Raises `HandlerError`."""
    if shown := await published_in_trash(context.db, course_id=course_id, now=context.service.clock()):
        await check_shown_again(context, organization_id, shown)


@judges("source")
async def check_source(context: Context, organization_id: str, source_id: str) -> None:
    """Judge the lessons that learners see and that quote the source, or only who opens it. Raises `HandlerError`."""
    now = context.service.clock()
    shown = await lessons_quoting(context.db, source_id, organization_id=organization_id, now=now)
    await check_shown_again(context, organization_id, shown)
