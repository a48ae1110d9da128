"""The status of a lesson: how far its review is, and whether learners see it as it is now. The one definition of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, case, func, literal_column, select

from workbench.procedures.lesson import STATUSES
from workbench.procedures.reviews import APPROVED, CHANGES_REQUESTED, IN_REVIEW
from workbench.service.courses.store import IS_PUBLIC
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import course, lesson, published_lesson


def status_rank(status: str) -> int:
    """Return the place of a status among all of them, by which lessons are sorted and found."""
    return STATUSES.index(status)


def _rank(status: str) -> ColumnElement[Any]:
    return literal_column(str(status_rank(status)))


_IS_AS_PUBLISHED: Final = and_(
    published_lesson.c.revision == lesson.c.revision,
    published_lesson.c.title == lesson.c.title,
    published_lesson.c.course_id == lesson.c.course_id,
)
_SHOWN: Final = (  # a lesson that was moved is shown by its former course until that is published again
    select(func.max(case((_IS_AS_PUBLISHED, _rank("public")), else_=_rank("publicChanged"))))
    .select_from(published_lesson)
    .join(course, and_(course.c.id == published_lesson.c.course_id, course.c.publication == published_lesson.c.number))
    .where(published_lesson.c.lesson_id == lesson.c.id, lesson.c.deleted_at.is_(None), IS_PUBLIC)
    .correlate(lesson)
    .scalar_subquery()
)
STATUS_RANK: Final[ColumnElement[Any]] = case(
    (lesson.c.review_state == literal_column(f"'{IN_REVIEW}'"), _rank("inReview")),
    (lesson.c.review_state == literal_column(f"'{CHANGES_REQUESTED}'"), _rank("changesRequested")),
    else_=func.coalesce(
        _SHOWN,
        case((lesson.c.review_state == literal_column(f"'{APPROVED}'"), _rank("approved")), else_=_rank("draft")),
    ),
)
"""The `status_rank` of a row of `lesson` at the time of the parameter `now`."""
_STATUSES = Statement(select(lesson.c.id, STATUS_RANK).where(among(lesson.c.id, "lesson_ids")))
_STATUS = Statement(select(STATUS_RANK).where(lesson.c.id == bindparam("lesson_id")))


async def lesson_statuses(db: Db, lesson_ids: Iterable[str], *, now: int) -> dict[str, str]:
    """Return the status of each of these lessons, by id."""
    ids = list(lesson_ids)
    if not ids:
        return {}
    if len(ids) == 1:
        row = await db.row(_STATUS, lesson_id=ids[0], now=now)
        return {} if row is None else {ids[0]: STATUSES[row[0]]}
    rows = await db.rows(_STATUSES, lesson_ids=json.dumps(ids), now=now)
    return {lesson_id: STATUSES[rank] for lesson_id, rank in rows}
