"""The author of a lesson's revision and the date of its approval, for the lesson's readers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import bindparam, select

from workbench.learner_pages.made_by import MadeBy
from workbench.service.ai.planning_sheet import NAME as PLANNING_SHEET
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import lesson, organization, publishing_policy, review
from workbench.service.reviews.store import APPROVED, REQUESTED

_DECIDED: Final = (
    select(review.c.at, review.c.verdict, review.c.has_own_edits)
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
    select(
        organization.c.name,
        lesson.c.writer,
        _DECIDED.c.at,
        _DECIDED.c.verdict,
        _DECIDED.c.has_own_edits,
        publishing_policy.c.review_by_somebody_else,
    )
    .join(lesson, lesson.c.organization_id == organization.c.id)
    .outerjoin(publishing_policy, publishing_policy.c.organization_id == organization.c.id)
    .outerjoin(_DECIDED, lesson.c.id.is_not(None))
    .where(lesson.c.id == bindparam("lesson_id"))
)
_WRITERS = Statement(
    select(lesson.c.id, lesson.c.writer, lesson.c.revision).where(
        among(lesson.c.id, "lesson_ids"),
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
    )
)
_DECISIONS = Statement(
    select(
        review.c.lesson_id,
        review.c.revision,
        review.c.at,
        review.c.verdict,
        review.c.has_own_edits,
        publishing_policy.c.review_by_somebody_else,
    )
    .outerjoin(publishing_policy, publishing_policy.c.organization_id == review.c.organization_id)
    .where(
        among(review.c.lesson_id, "lesson_ids"),
        review.c.organization_id == bindparam("organization_id"),
        review.c.verdict != REQUESTED,
    )
    .order_by(review.c.lesson_id, review.c.number)
)


async def made_by(db: Db, lesson_id: str, revision: int, shown_name: str = "") -> MadeBy:
    """Return who wrote the revision, and its approval if the last decision about it approves it.

    Where the policy wants somebody else's approval, that of a person who had edited the lesson does not count.
    A planning sheet is made of people's own words, so they count as its writers. `shown_name` is the
    organization's name on its pages, if that differs from its own name.
    """
    row = await db.row(_MADE_BY, lesson_id=lesson_id, revision=revision)
    assert row is not None
    name, writer, *decided = row
    return _new_made_by(shown_name or str(name), writer, revision, _Decided(*decided))


async def made_by_each(
    db: Db, lessons: Sequence[tuple[str, int]], shown_name: str, *, organization_id: str
) -> list[MadeBy] | None:
    """Return `made_by` for each lesson, given by id and revision, in that order.

    `shown_name` is the organization's name on its pages. Returns None if a lesson does not belong to the
    organization, is in the trash, or never had that revision.
    """
    ids = json.dumps([lesson_id for lesson_id, _ in lessons])
    rows = await db.rows(_WRITERS, lesson_ids=ids, organization_id=organization_id)
    known = {lesson_id: (writer, newest) for lesson_id, writer, newest in rows}
    if any(lesson_id not in known or revision > known[lesson_id][1] for lesson_id, revision in lessons):
        return None
    decided = await db.rows(_DECISIONS, lesson_ids=ids, organization_id=organization_id)
    last = {(lesson_id, revision): _Decided(*facts) for lesson_id, revision, *facts in decided}
    return [_new_made_by(shown_name, known[pair[0]][0], pair[1], last.get(pair, _UNDECIDED)) for pair in lessons]


class _Decided(NamedTuple):
    """The last decision about a revision, and whether the policy of now wants somebody else's."""

    at: int | None
    verdict: str | None
    has_own_edits: bool | None
    by_somebody_else: bool | None

    @property
    def approved_at(self) -> int | None:
        """Time at which the revision was approved by somebody whose approval counts, or None."""
        counts = self.verdict == APPROVED and not (self.has_own_edits and self.by_somebody_else)
        return self.at if counts else None


_UNDECIDED: Final = _Decided(None, None, None, None)


def _new_made_by(name: str, writer: str | None, revision: int, decided: _Decided) -> MadeBy:
    at = decided.approved_at
    return MadeBy(
        name,
        model=None if writer == PLANNING_SHEET else writer,
        has_edits=revision > 1,
        approved_on=None if at is None else datetime.fromtimestamp(at / 1000, UTC).date().isoformat(),
    )
