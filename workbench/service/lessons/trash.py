"""The trash: courses and lessons put there and taken out again. Nothing is ever removed from the database by it.

A course takes its lessons along and takes the same ones out again: they bear the time at which the course went.
A course that was made together with its only lesson goes with that lesson (service 3).
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, func, select, update

from workbench.service.courses.order import lock_lessons
from workbench.service.courses.store import touch_course
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import course, lesson


@dataclass(frozen=True, slots=True)
class Trashed:
    """A lesson in the trash; whether its course went with it."""

    lesson_id: str
    course_id: str
    with_course: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """The course of a lesson that came out of the trash; whether it came along."""

    course_id: str
    with_course: bool


_IS_COURSE = and_(course.c.id == bindparam("of_course_id"), course.c.organization_id == bindparam("of_id"))
_IS_LESSON = and_(lesson.c.id == bindparam("of_lesson_id"), lesson.c.organization_id == bindparam("of_id"))
_IN_COURSE = lesson.c.course_id == bindparam("of_course_id")
_COURSE = Statement(select(course.c.created_at, course.c.deleted_at).where(_IS_COURSE).with_for_update())
_LESSON = Statement(
    select(lesson.c.course_id, lesson.c.created_at, lesson.c.deleted_at).where(_IS_LESSON).with_for_update()
)
_LIVING_LESSONS = Statement(select(func.count()).select_from(lesson).where(_IN_COURSE, lesson.c.deleted_at.is_(None)))
_DELETE_COURSE = Statement(update(course).values(deleted_at=bindparam("now"), publication=None).where(_IS_COURSE))
_DELETE_LESSONS = Statement(
    update(lesson).values(deleted_at=bindparam("now")).where(_IN_COURSE, lesson.c.deleted_at.is_(None))
)
_DELETE_LESSON = Statement(update(lesson).values(deleted_at=bindparam("now")).where(_IS_LESSON))
_RESTORE_COURSE = Statement(
    update(course).values(deleted_at=None, publication=None, updated_at=bindparam("now")).where(_IS_COURSE)
)
_RESTORE_LESSONS = Statement(
    update(lesson).values(deleted_at=None).where(_IN_COURSE, lesson.c.deleted_at == bindparam("went_at"))
)
_RESTORE_LESSON = Statement(update(lesson).values(deleted_at=None).where(_IS_LESSON))


async def delete_course(db: Db, course_id: str, *, organization_id: str, now: int) -> int | None:
    """Move the course and its lessons to the trash and make it private.

    Returns how many lessons were moved with it, or None when there is no such course.
    """
    await lock_lessons(db, course_id, organization_id=organization_id)
    course_row = await db.row(_COURSE, of_course_id=course_id, of_id=organization_id)
    if course_row is None or course_row[1] is not None:
        return None
    await db.run(_DELETE_COURSE, of_course_id=course_id, of_id=organization_id, now=now)
    return await db.run(_DELETE_LESSONS, of_course_id=course_id, now=now)


async def restore_course(db: Db, course_id: str, *, organization_id: str, now: int) -> bool:
    """Restore the course from the trash with the lessons deleted with it; return False when it was not there."""
    await lock_lessons(db, course_id, organization_id=organization_id)
    course_row = await db.row(_COURSE, of_course_id=course_id, of_id=organization_id)
    if course_row is None or course_row[1] is None:
        return False
    await db.run(_RESTORE_COURSE, of_course_id=course_id, of_id=organization_id, now=now)
    await db.run(_RESTORE_LESSONS, of_course_id=course_id, went_at=course_row[1])
    return True


async def delete_lesson(db: Db, lesson_id: str, *, organization_id: str, now: int) -> Trashed | None:
    """Move the lesson to the trash; return None when there is no such lesson.

    Its course is moved too if it was created with the lesson and is now empty.
    """
    lesson_row = await db.row(_LESSON, of_lesson_id=lesson_id, of_id=organization_id)
    if lesson_row is None or lesson_row[2] is not None:
        return None
    course_id, made_at, _ = lesson_row
    its_course = await db.row(_COURSE, of_course_id=course_id, of_id=organization_id)
    await db.run(_DELETE_LESSON, of_lesson_id=lesson_id, of_id=organization_id, now=now)
    living = await db.row(_LIVING_LESSONS, of_course_id=course_id)
    made_together = its_course is not None and its_course[0] == made_at
    if made_together and living is not None and living[0] == 0:
        await db.run(_DELETE_COURSE, of_course_id=course_id, of_id=organization_id, now=now)
        return Trashed(lesson_id, course_id, with_course=True)
    await touch_course(db, course_id, now=now)
    return Trashed(lesson_id, course_id, with_course=False)


async def restore_lesson(db: Db, lesson_id: str, *, organization_id: str, now: int) -> Restored | None:
    """Take the lesson out of the trash, and its course if that is there too. `None` if it was not there."""
    lesson_row = await db.row(_LESSON, of_lesson_id=lesson_id, of_id=organization_id)
    if lesson_row is None or lesson_row[2] is None:
        return None
    its_course = await db.row(_COURSE, of_course_id=lesson_row[0], of_id=organization_id)
    await db.run(_RESTORE_LESSON, of_lesson_id=lesson_id, of_id=organization_id)
    with_course = its_course is not None and its_course[1] is not None
    if with_course:
        await db.run(_RESTORE_COURSE, of_course_id=lesson_row[0], of_id=organization_id, now=now)
    else:
        await touch_course(db, lesson_row[0], now=now)
    return Restored(lesson_row[0], with_course)
