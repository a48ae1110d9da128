"""Count what the publishing policy would refuse: facts of revisions, and public courses with such lessons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select

from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, among, columns_of
from workbench.service.db.tables import course, lesson, published_lesson, review
from workbench.service.reviews.store import APPROVED


class CheckedRevision(NamedTuple):
    """Stored check data of a lesson: its current revision and the one in which `errors` were counted."""

    lesson_id: str
    revision: int
    checked_revision: int
    errors: int
    language: str
    topic: str | None
    order: str
    found_rules: str


_CHECKED = Statement(
    select(*columns_of(CheckedRevision, lesson, lesson_id=lesson.c.id, order=lesson.c.ord)).where(
        among(lesson.c.id, "lesson_ids")
    )
)
_later = review.alias("later")


def _is_approved(*more: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that the last review of the published revision approves it."""
    return exists().where(
        review.c.lesson_id == published_lesson.c.lesson_id,
        review.c.revision == published_lesson.c.revision,
        review.c.verdict == bindparam("approved"),
        *more,
        ~exists().where(
            _later.c.lesson_id == review.c.lesson_id,
            _later.c.revision == review.c.revision,
            _later.c.number > review.c.number,
        ),
    )


_HAS_ERRORS = and_(
    lesson.c.revision == published_lesson.c.revision,
    lesson.c.checked_revision == lesson.c.revision,
    lesson.c.errors > 0,
)
_PUBLIC = (
    select(func.count(course.c.id.distinct()))
    .join(
        published_lesson,
        and_(published_lesson.c.course_id == course.c.id, published_lesson.c.number == course.c.publication),
    )
    .join(lesson, lesson.c.id == published_lesson.c.lesson_id)
    .where(
        course.c.organization_id == bindparam("organization_id"),
        course.c.deleted_at.is_(None),
        or_(course.c.expires_at.is_(None), course.c.expires_at > bindparam("now")),
        lesson.c.deleted_at.is_(None),
    )
)
_REFUSED, _REFUSED_OWN = (
    Statement(_PUBLIC.where(or_(_HAS_ERRORS, ~_is_approved(*more))))
    for more in ((), (review.c.has_own_edits == bindparam("no", type_=review.c.has_own_edits.type),))
)


async def checked_revisions(db: Db, lesson_ids: Sequence[str]) -> dict[str, CheckedRevision]:
    """Return the checked revisions by lesson, including those in the trash."""
    rows = await db.rows(_CHECKED, lesson_ids=json.dumps(list(lesson_ids)))
    return {row[0]: CheckedRevision(*row) for row in rows}


async def refused_courses(db: Db, organization_id: str, *, by_somebody_else: bool, now: int) -> int:
    """Return how many public courses show a lesson that is unapproved as published or has stored errors.

    With `by_somebody_else` an approval by somebody who had edited the lesson does not count.
    """
    values: dict[str, Value] = {"organization_id": organization_id, "approved": APPROVED, "now": now}
    if by_somebody_else:
        row = await db.row(_REFUSED_OWN, no=False, **values)
    else:
        row = await db.row(_REFUSED, **values)
    return 0 if row is None else int(row[0])
