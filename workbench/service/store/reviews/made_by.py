"""Who wrote a revision of a lesson, and when it was approved, for those who read it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import bindparam, select

from workbench.learner_pages.made_by import MadeBy
from workbench.service.ai.planning_sheet import NAME as PLANNING_SHEET
from workbench.service.store.db.seam import Db
from workbench.service.store.db.statement import Statement
from workbench.service.store.reviews.reviews import APPROVED, REQUESTED
from workbench.service.store.tables import lesson, organization, review

_DECIDED: Final = (
    select(review.c.at, review.c.verdict)
    .where(
        review.c.lesson_id == bindparam("lesson_id"),
        review.c.revision == bindparam("revision"),
        review.c.verdict != REQUESTED,
    )
    .order_by(review.c.number.desc())
    .limit(1)
    .subquery()
)
_MADE_BY = Statement(
    select(organization.c.name, lesson.c.writer, _DECIDED.c.at, _DECIDED.c.verdict)
    .join(lesson, lesson.c.organization_id == organization.c.id)
    .outerjoin(_DECIDED, lesson.c.id.is_not(None))
    .where(lesson.c.id == bindparam("lesson_id"))
)


async def made_by(db: Db, lesson_id: str, revision: int) -> MadeBy:
    """Who wrote the revision; it is approved when the last decision about it says so.

    A planning sheet is made of people's own words, so that they count as its writers.
    """
    found = await db.row(_MADE_BY, lesson_id=lesson_id, revision=revision)
    assert found is not None
    name, writer, at, verdict = found
    return MadeBy(
        str(name),
        model=None if writer == PLANNING_SHEET else writer,
        has_edits=revision > 1,
        approved_on=datetime.fromtimestamp(at / 1000, UTC).date().isoformat() if verdict == APPROVED else None,
    )
