"""Which courses differ from the publication that learners see, for many courses by one statement."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import and_, func, or_, select, union

from workbench.service.courses.order import BY_POSITION
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import course, lesson, publication, published_lesson

_IS_LISTED = among(course.c.id, "course_ids")


_IS_SHOWN = and_(course.c.id == published_lesson.c.course_id, course.c.publication == published_lesson.c.number)
_LESSONS = (
    select(
        lesson.c.course_id,
        and_(published_lesson.c.revision == lesson.c.revision, published_lesson.c.title == lesson.c.title).label(
            "same"
        ),
        published_lesson.c.position.label("place"),
        func.lag(published_lesson.c.position)
        .over(partition_by=lesson.c.course_id, order_by=BY_POSITION)
        .label("place_before"),
    )
    .join(course, and_(course.c.id == lesson.c.course_id, course.c.organization_id == lesson.c.organization_id))
    .outerjoin(published_lesson, and_(_IS_SHOWN, published_lesson.c.lesson_id == lesson.c.id))
    .where(_IS_LISTED, course.c.publication.is_not(None), lesson.c.deleted_at.is_(None))
    .subquery()
)
_CHANGED = select(_LESSONS.c.course_id).where(
    or_(_LESSONS.c.same.is_not(True), _LESSONS.c.place_before > _LESSONS.c.place)
)
_GONE = (
    select(course.c.id)
    .join(published_lesson, _IS_SHOWN)
    .outerjoin(
        lesson,
        and_(
            lesson.c.id == published_lesson.c.lesson_id,
            lesson.c.course_id == course.c.id,
            lesson.c.deleted_at.is_(None),
        ),
    )
    .where(_IS_LISTED, lesson.c.id.is_(None))
)
_RENAMED = (
    select(course.c.id)
    .join(
        publication,
        and_(publication.c.course_id == course.c.id, publication.c.number == course.c.publication),
    )
    .where(_IS_LISTED, publication.c.title != course.c.title)
)
_DIFFERING = Statement(union(_CHANGED, _GONE, _RENAMED))


async def differing_courses(db: Db, course_ids: Collection[str]) -> frozenset[str]:
    """Return the courses that another publication would change, excluding those without a publication.

    A course differs by its title and by its lessons: which there are, their revisions, titles and order.
    """
    rows = await db.rows(_DIFFERING, course_ids=json.dumps(list(course_ids)))
    return frozenset(str(row[0]) for row in rows)
