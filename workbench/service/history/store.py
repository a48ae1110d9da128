"""Reads a lesson's history: its revisions, the changes since one, and the steps back. `lesson_edits` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from sqlalchemy import bindparam, func, select

from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, columns_of
from workbench.service.db.tables import lesson, lesson_revision, membership, person


@dataclass(frozen=True, slots=True)
class FollowedLesson:
    """The facts about a lesson that its followers need: its organization, their role, its revision and title."""

    organization_id: str
    role: str
    revision: int
    title: str


@dataclass(frozen=True, slots=True)
class LessonOrigin:
    """A lesson's current revision, and who created it and when."""

    revision: int
    person_id: str | None
    person_name: str | None
    at: int


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One change in the lesson's history; `changes` is JSON text, the titles are null if the title did not change."""

    revision: int
    label: str
    changes: str
    person_id: str | None
    person_name: str | None
    at: int
    title: str | None
    title_before: str | None
    change_set: str | None


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """JSON text of the step to a revision from the previous one, or of the step back."""

    revision: int
    transactions: str


_WATCHED = Statement(
    select(*columns_of(FollowedLesson, lesson, role=membership.c.role))
    .join(membership, membership.c.organization_id == lesson.c.organization_id)
    .where(
        lesson.c.id == bindparam("lesson_id"),
        lesson.c.deleted_at.is_(None),
        membership.c.person_id == bindparam("person_id"),
    )
)
_MAKING = Statement(
    select(lesson.c.revision, lesson.c.created_by, person.c.name, lesson.c.created_at)
    .outerjoin(person, person.c.id == lesson.c.created_by)
    .where(lesson.c.id == bindparam("lesson_id"))
)
_IN_LESSON = lesson_revision.c.lesson_id == bindparam("lesson_id")
_REVISION = (
    select(*columns_of(RevisionRow, lesson_revision, person_name=person.c.name))
    .outerjoin(person, person.c.id == lesson_revision.c.person_id)
    .where(_IN_LESSON)
    .limit(bindparam("limit"))
)
_BEFORE = Statement(
    _REVISION.where(lesson_revision.c.revision < bindparam("before")).order_by(lesson_revision.c.revision.desc())
)
_AFTER = Statement(
    _REVISION.where(lesson_revision.c.revision > bindparam("after")).order_by(lesson_revision.c.revision)
)
_CHARACTERS_AFTER = Statement(
    select(func.coalesce(func.sum(func.length(lesson_revision.c.transactions)), 0)).where(
        _IN_LESSON, lesson_revision.c.revision > bindparam("after")
    )
)
_FORTH = Statement(  # without `inverse`, which keeps deleted text in full
    select(lesson_revision.c.revision, lesson_revision.c.transactions)
    .where(_IN_LESSON, lesson_revision.c.revision > bindparam("after"))
    .order_by(lesson_revision.c.revision)
    .limit(bindparam("limit"))
)
_BACK = Statement(
    select(lesson_revision.c.revision, lesson_revision.c.inverse)
    .where(_IN_LESSON, lesson_revision.c.revision <= bindparam("start"), lesson_revision.c.revision > bindparam("end"))
    .order_by(lesson_revision.c.revision.desc())
    .limit(bindparam("limit"))
)
_BACK_SIZES = Statement(
    select(func.length(lesson_revision.c.inverse))
    .where(_IN_LESSON, lesson_revision.c.revision <= bindparam("start"), lesson_revision.c.revision > bindparam("end"))
    .order_by(lesson_revision.c.revision.desc())
    .limit(bindparam("limit"))
)
MOST_CHARACTERS_BACK = 4_000_000


_TITLE_BEFORE = Statement(
    select(lesson_revision.c.title_before)
    .where(_IN_LESSON, lesson_revision.c.revision > bindparam("after"), lesson_revision.c.title_before.is_not(None))
    .order_by(lesson_revision.c.revision)
    .limit(bindparam("limit"))
)


async def followed_lesson(db: Db, lesson_id: str, *, person_id: str) -> FollowedLesson | None:
    """Return the lesson, in one statement; None if it is missing, in the trash, or another organization's."""
    row = await db.row(_WATCHED, lesson_id=lesson_id, person_id=person_id)
    return None if row is None else FollowedLesson(*row)


async def lesson_origin(db: Db, lesson_id: str) -> LessonOrigin | None:
    """Return how the lesson was created; the caller checks that it may be read."""
    row = await db.row(_MAKING, lesson_id=lesson_id)
    return None if row is None else LessonOrigin(*row)


async def revisions_before(db: Db, lesson_id: str, *, before: int | None = None, limit: int = 100) -> list[RevisionRow]:
    """Return changes older than revision `before` (None: all), newest first."""
    rows = await db.rows(_BEFORE, lesson_id=lesson_id, before=2**31 - 1 if before is None else before, limit=limit)
    return [RevisionRow(*row) for row in rows]


async def revisions_after(db: Db, lesson_id: str, revision: int, *, limit: int = 100) -> list[RevisionRow]:
    """Return changes after the revision, oldest first."""
    return [RevisionRow(*row) for row in await db.rows(_AFTER, lesson_id=lesson_id, after=revision, limit=limit)]


async def characters_after(db: Db, lesson_id: str, revision: int) -> int:
    """Return the number of characters of the transactions after the revision."""
    row = await db.row(_CHARACTERS_AFTER, lesson_id=lesson_id, after=revision)
    return 0 if row is None else int(row[0])


async def steps_after(db: Db, lesson_id: str, revision: int, *, limit: int = 100) -> list[HistoryStep]:
    """Return the steps forward from the revision, oldest first."""
    return [HistoryStep(*row) for row in await db.rows(_FORTH, lesson_id=lesson_id, after=revision, limit=limit)]


async def read_steps_back(db: Db, lesson_id: str, *, start: int, end: int, limit: int = 100) -> list[HistoryStep]:
    """Return the steps from revision `start` down to, but not including, the one of `end`; newest first.

    Fewer if they are long, to limit memory use; at least one, if there is one.
    """
    which: dict[str, Value] = {"lesson_id": lesson_id, "start": start, "end": end}
    sizes = accumulate(size for (size,) in await db.rows(_BACK_SIZES, limit=limit, **which))
    few = max(1, sum(size <= MOST_CHARACTERS_BACK for size in sizes))
    return [HistoryStep(*row) for row in await db.rows(_BACK, limit=few, **which)]


async def title_before(db: Db, lesson_id: str, revision: int) -> str | None:
    """Return the title at the revision, from the first rename after it; None if there was none since."""
    row = await db.row(_TITLE_BEFORE, lesson_id=lesson_id, after=revision, limit=1)
    return None if row is None else str(row[0])
