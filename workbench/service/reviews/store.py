"""Reviews: added to a lesson's earlier ones, never changed; the last one's outcome is stored with the lesson."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, ScalarSelect, and_, bindparam, case, exists, func, or_, select, update

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among, columns_of, insert_of
from workbench.service.db.tables import lesson, lesson_revision, person, review
from workbench.service.kernel.ids import new_id

REQUESTED, APPROVED, CHANGES_REQUESTED = "requested", "approved", "changesRequested"
STATES: Final = {REQUESTED: "inReview", APPROVED: "approved", CHANGES_REQUESTED: "changesRequested"}
"""The state of a lesson by its last review's verdict; without one, and after an edit of an approved one, `draft`."""
LAST: Final = 2**31 - 1


class LessonReview(NamedTuple):
    """The state of a lesson's review; `review_id` is its last review."""

    lesson_id: str
    organization_id: str
    revision: int
    state: str
    review_id: str | None
    approved_revision: int | None


class ReviewRow(NamedTuple):
    """One review of a lesson."""

    review_id: str
    number: int
    revision: int
    verdict: str
    note: str | None
    has_own_edits: bool
    person_id: str | None
    person_name: str | None
    at: int


class NewReview(NamedTuple):
    """A new decision on a revision, or a request for a review."""

    revision: int
    verdict: str
    note: str | None
    person_id: str
    has_own_edits: bool = False


_LESSON = select(*columns_of(LessonReview, lesson, lesson_id=lesson.c.id, state=lesson.c.review_state)).where(
    lesson.c.id == bindparam("lesson_id"), lesson.c.deleted_at.is_(None)
)
_OF_LESSON = Statement(_LESSON)
_LOCKED = Statement(_LESSON.with_for_update())
_REVIEW = (
    select(*columns_of(ReviewRow, review, review_id=review.c.id, person_name=person.c.name))
    .outerjoin(person, person.c.id == review.c.person_id)
    .where(review.c.lesson_id == bindparam("lesson_id"))
)
_BEFORE = Statement(
    _REVIEW.where(review.c.number < bindparam("before")).order_by(review.c.number.desc()).limit(bindparam("limit"))
)
_LAST_NUMBER = Statement(
    select(func.coalesce(func.max(review.c.number), 0)).where(review.c.lesson_id == bindparam("lesson_id"))
)
_INSERT = insert_of(review)
_later = review.alias("later")


def _approved_revision(*more: ColumnElement[bool]) -> ScalarSelect[int]:
    """Return the revision of the lesson's last approval not withdrawn by sending that revision back."""
    return (
        select(review.c.revision)
        .where(
            review.c.lesson_id == lesson.c.id,
            review.c.verdict == APPROVED,
            ~exists().where(
                _later.c.lesson_id == review.c.lesson_id,
                _later.c.revision == review.c.revision,
                _later.c.number > review.c.number,
                _later.c.verdict == CHANGES_REQUESTED,
            ),
            *more,
        )
        .order_by(review.c.number.desc())
        .limit(1)
        .correlate(lesson)
        .scalar_subquery()
    )


_APPROVED_NOW = _approved_revision()
_APPROVED_BY_OTHERS = _approved_revision(review.c.has_own_edits.is_(False))
"""An approval of one's own edits, from a time when the policy allowed it, is not an approval by somebody else."""
_REVIEWED = Statement(
    update(lesson)
    .values(
        review_state=bindparam("new_state"),
        review_id=bindparam("new_review_id"),
        reviewed_at=bindparam("now"),
        approved_revision=_APPROVED_NOW,
    )
    .where(lesson.c.id == bindparam("of_lesson_id"))
)
_EDITED_BY = Statement(
    select(lesson.c.id).where(
        lesson.c.id == bindparam("lesson_id"),
        (_APPROVED_BY_OTHERS.is_(None) & (lesson.c.created_by == bindparam("person_id")))
        | exists().where(
            lesson_revision.c.lesson_id == lesson.c.id,
            lesson_revision.c.revision > func.coalesce(_APPROVED_BY_OTHERS, 0),
            lesson_revision.c.person_id == bindparam("person_id"),
        ),
    )
)
_VERDICTS = Statement(
    select(review.c.lesson_id, review.c.revision, review.c.verdict, review.c.has_own_edits).where(
        among(review.c.lesson_id, "lesson_ids"),
        ~exists().where(
            _later.c.lesson_id == review.c.lesson_id,
            _later.c.revision == review.c.revision,
            _later.c.number > review.c.number,
        ),
    )
)
_LAST = (
    select(review.c.lesson_id, review.c.id, review.c.revision, review.c.verdict, review.c.at)
    .where(~exists().where(_later.c.lesson_id == review.c.lesson_id, _later.c.number > review.c.number))
    .subquery()
)
_IS_EDITED = and_(_LAST.c.verdict == APPROVED, _LAST.c.revision < lesson.c.revision)
_STATE = case((_IS_EDITED, "draft"), *((_LAST.c.verdict == key, state) for key, state in STATES.items()), else_="draft")
MISSTATED = Statement(
    select(lesson.c.id)
    .outerjoin(_LAST, _LAST.c.lesson_id == lesson.c.id)
    .where(
        or_(
            lesson.c.review_state != _STATE,
            lesson.c.review_id.is_distinct_from(_LAST.c.id),
            lesson.c.reviewed_at != func.coalesce(_LAST.c.at, 0),
            lesson.c.approved_revision.is_distinct_from(_APPROVED_NOW),
        )
    )
    .order_by(lesson.c.id)
)
"""The lessons whose row says something else of their review than their reviews do: none, unless changed by hand."""


async def read_review_state(db: Db, lesson_id: str) -> LessonReview | None:
    """Return the lesson's review state, or None when it does not exist or is in the trash."""
    row = await db.row(_OF_LESSON, lesson_id=lesson_id)
    return None if row is None else LessonReview(*row)


async def locked_review(db: Db, lesson_id: str) -> LessonReview | None:
    """Return the lesson's review state, locked against edits and reviews until the transaction ends."""
    row = await db.row(_LOCKED, lesson_id=lesson_id)
    return None if row is None else LessonReview(*row)


async def reviews_before(db: Db, lesson_id: str, *, before: int = LAST, limit: int = 100) -> list[ReviewRow]:
    """Return the lesson's reviews older than number `before`, newest first."""
    rows = await db.rows(_BEFORE, lesson_id=lesson_id, before=before, limit=limit)
    return [ReviewRow(*row)._replace(has_own_edits=bool(row[5])) for row in rows]


async def has_edited(db: Db, lesson_id: str, *, person_id: str) -> bool:
    """Return whether the person changed the lesson since a non-editor approved it, or since it was made.

    An approval that was withdrawn, because the same revision was sent back, does not count; neither does one by
    somebody who had edited the lesson.
    """
    return await db.row(_EDITED_BY, lesson_id=lesson_id, person_id=person_id) is not None


async def add_review(db: Db, known: LessonReview, new: NewReview, *, now: int) -> LessonReview:
    """Add a review of a locked lesson; return its new review state."""
    row = await db.row(_LAST_NUMBER, lesson_id=known.lesson_id)
    review_id = new_id()
    await db.run(
        _INSERT,
        id=review_id,
        organization_id=known.organization_id,
        lesson_id=known.lesson_id,
        number=1 + (row[0] if row else 0),
        at=now,
        **new._asdict(),
    )
    await db.run(
        _REVIEWED,
        of_lesson_id=known.lesson_id,
        new_state=STATES[new.verdict],
        new_review_id=review_id,
        now=now,
    )
    after = await read_review_state(db, known.lesson_id)
    assert after is not None, "the lesson is locked"
    return after


async def last_verdicts(db: Db, lesson_ids: Sequence[str]) -> dict[tuple[str, int], tuple[str, bool]]:
    """Return the last verdict on each reviewed revision of these lessons.

    The key is lesson and revision; the value is the verdict and whether it is by somebody who had edited the
    lesson.
    """
    rows = await db.rows(_VERDICTS, lesson_ids=json.dumps(list(lesson_ids)))
    return {(lesson_id, revision): (verdict, bool(own)) for lesson_id, revision, verdict, own in rows}
