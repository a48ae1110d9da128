"""The order of a course's lessons: read under a lock, and set. Callers decide which order to set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select, update

from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement
from workbench.service.db.tables import course, lesson


@dataclass(frozen=True, slots=True)
class CourseOrder:
    """The order of a course's lessons and its version: positions by lesson id, in order, including trashed lessons."""

    version: int
    positions: dict[str, int]
    trashed: frozenset[str]

    def without_trashed(self, lesson_ids: Iterable[str]) -> list[str]:
        """Return those lessons that are not in the trash."""
        return [lesson_id for lesson_id in lesson_ids if lesson_id not in self.trashed]


BY_POSITION = (lesson.c.position, lesson.c.created_at, lesson.c.id)
"""The order of a course's lessons; several may have one position, and there may be gaps."""

_IN_COURSE = (
    lesson.c.course_id == bindparam("course_id"),
    lesson.c.organization_id == bindparam("organization_id"),
)
_LOCK = Statement(select(lesson.c.id).where(*_IN_COURSE).order_by(lesson.c.id).with_for_update())
_VERSION = Statement(
    select(course.c.order_version)
    .where(
        course.c.id == bindparam("course_id"),
        course.c.organization_id == bindparam("organization_id"),
        course.c.deleted_at.is_(None),
    )
    .with_for_update()
)
_ORDER = Statement(
    select(lesson.c.id, lesson.c.position, lesson.c.deleted_at).where(*_IN_COURSE).order_by(*BY_POSITION)
)
_LAST = Statement(select(func.coalesce(func.max(lesson.c.position), 0)).where(*_IN_COURSE))
_SET_POSITION = Statement(
    update(lesson).values(position=bindparam("new_position")).where(lesson.c.id == bindparam("lesson_id"))
)
_RAISE_VERSION = Statement(
    update(course)
    .values(order_version=course.c.order_version + 1, updated_at=bindparam("now"))
    .where(course.c.id == bindparam("course_id"))
)


async def lock_lessons(db: Db, course_id: str, *, organization_id: str) -> None:
    """Lock the course's lessons, always before locking the course itself, since edits lock in that order too."""
    await db.rows(_LOCK, course_id=course_id, organization_id=organization_id)


async def locked_order(db: Db, course_id: str, *, organization_id: str) -> CourseOrder | None:
    """Lock and return the order of the course's lessons, until the unit ends; None if the course is missing."""
    course_of = {"course_id": course_id, "organization_id": organization_id}
    await lock_lessons(db, **course_of)
    row = await db.row(_VERSION, **course_of)
    if row is None:
        return None
    lessons = await db.rows(_ORDER, **course_of)
    return CourseOrder(
        int(row[0]),
        {lesson_id: position for lesson_id, position, _ in lessons},
        frozenset(lesson_id for lesson_id, _, deleted_at in lessons if deleted_at is not None),
    )


async def set_order(db: Db, course_id: str, order: CourseOrder, lesson_ids: Sequence[str], *, now: int) -> int:
    """Number the lessons from 1; return the order's new version. `order` is locked and has the same lessons."""
    moved: list[dict[str, Value]] = [
        {"lesson_id": lesson_id, "new_position": position}
        for position, lesson_id in enumerate(lesson_ids, 1)
        if order.positions[lesson_id] != position
    ]
    await db.run_many(_SET_POSITION, moved)
    await raise_version(db, course_id, now=now)
    return order.version + 1


async def raise_version(db: Db, course_id: str, *, now: int) -> None:
    """Raise the version of the course's lesson order."""
    await db.run(_RAISE_VERSION, course_id=course_id, now=now)


async def next_position(db: Db, course_id: str, *, organization_id: str) -> int:
    """Return the position after all lessons of the course, the trash included; the caller locks its row."""
    row = await db.row(_LAST, course_id=course_id, organization_id=organization_id)
    return 1 if row is None else int(row[0]) + 1
