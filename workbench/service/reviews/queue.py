"""The review queue: lessons in one state of their review, those with the worst stored findings first.

Among equals, the one that has waited longest comes first; of those requested together, the one that was made first.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, literal_column, select, tuple_

from workbench.patterns import ASCII, Pattern
from workbench.service.db.listing import CursorRejected, Page
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import course, credit_entry, lesson, person, review
from workbench.service.reviews.store import REQUESTED

_CURSOR = Pattern(r"(0|-[1-9][0-9]{0,15})\.([0-9]{1,15})\.([a-z0-9]{1,64})", ASCII)


class QueueFilter(NamedTuple):
    """A filter for the queue; None does not filter. `run` created the lessons, `rule` found something in them."""

    state: str = "inReview"
    run: str | None = None
    project_id: str | None = None
    language: str | None = None
    writer: str | None = None
    rule: str | None = None

    def values(self) -> dict[str, Value]:
        """Return the parameters of the filters that are set; the state is not among them."""
        given = {name: value for name, value in self._asdict().items() if value is not None and name != "state"}
        if self.rule is not None:
            given["rule"] = f"%,{self.rule},%"
        return given


class QueuedRow(NamedTuple):
    """A lesson of the queue; `requested` is the name of who asked last for a review, and when."""

    lesson_id: str
    title: str
    course_id: str
    course_title: str
    project_id: str
    language: str
    writer: str | None
    revision: int
    state: str
    approved_revision: int | None
    review_id: str | None
    errors: int
    warnings: int
    hints: int
    findings_order: int
    reviewed_at: int
    requested: tuple[str | None, int] | None = None


_ROW = select(
    lesson.c.id,
    lesson.c.title,
    lesson.c.course_id,
    course.c.title,
    lesson.c.project_id,
    lesson.c.language,
    lesson.c.writer,
    lesson.c.revision,
    lesson.c.review_state,
    lesson.c.approved_revision,
    lesson.c.review_id,
    lesson.c.errors,
    lesson.c.warnings,
    lesson.c.hints,
    lesson.c.findings_order,
    lesson.c.reviewed_at,
).join(course, course.c.id == lesson.c.course_id)
_OF_RUN = Statement(
    select(credit_entry.c.lesson_id).where(
        credit_entry.c.organization_id == bindparam("organization_id"),
        credit_entry.c.run == bindparam("run"),
        credit_entry.c.lesson_id.is_not(None),
    )
)
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "run": among(lesson.c.id, "run"),
    "project_id": lesson.c.project_id == bindparam("project_id"),
    "language": lesson.c.language == bindparam("language"),
    "writer": lesson.c.writer == bindparam("writer"),
    "rule": lesson.c.found_rules.like(bindparam("rule")),
}
_ORDER = (lesson.c.findings_order, lesson.c.reviewed_at, lesson.c.number)
_before = lesson.alias("before")
_NUMBER_BEFORE = select(_before.c.number).where(_before.c.id == bindparam("after_id")).scalar_subquery()
_later = review.alias("later")
_REQUESTS = Statement(
    select(review.c.lesson_id, person.c.name, review.c.at)
    .outerjoin(person, person.c.id == review.c.person_id)
    .where(
        among(review.c.lesson_id, "lesson_ids"),
        review.c.verdict == bindparam("requested"),
        ~exists().where(
            _later.c.lesson_id == review.c.lesson_id,
            _later.c.verdict == bindparam("requested"),
            _later.c.number > review.c.number,
        ),
    )
)


async def queue_page(
    db: Db, organization_id: str, which: QueueFilter, *, limit: int = 100, cursor: str | None = None
) -> Page[QueuedRow]:
    """Return a page of the queue and the total number of matching lessons. Raises CursorRejected."""
    after = _place(cursor)
    values: dict[str, Value] = {"organization_id": organization_id, **which.values()}
    shape = frozenset(values) - {"organization_id"}
    if which.run is not None:
        made = await db.rows(_OF_RUN, organization_id=organization_id, run=which.run)
        values["run"] = json.dumps([lesson_id for (lesson_id,) in made])
    total = await db.row(_count(which.state, shape), **values)
    read = await db.rows(_page(which.state, shape, bool(after)), limit=limit + 1, **values, **after)
    rows = [QueuedRow(*row) for row in read[:limit]]
    ids = json.dumps([row.lesson_id for row in rows])
    requests = {row[0]: (row[1], row[2]) for row in await db.rows(_REQUESTS, lesson_ids=ids, requested=REQUESTED)}
    items = tuple([row._replace(requested=requests.get(row.lesson_id)) for row in rows])
    following = None
    if len(read) > limit:
        last = rows[-1]
        following = f"{last.findings_order}.{last.reviewed_at}.{last.lesson_id}"
    return Page(items, total[0] if total else 0, following)


def _place(cursor: str | None) -> dict[str, Value]:
    if cursor is None:
        return {}
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise CursorRejected
    return {"after_order": int(match[1]), "after_at": int(match[2]), "after_id": match[3]}


@cache
def _count(state: str, shape: frozenset[str]) -> Statement:
    return Statement(_apply_filters(select(func.count()).select_from(lesson), state, shape))


@cache
def _page(state: str, shape: frozenset[str], continued: bool) -> Statement:
    query = _apply_filters(_ROW, state, shape)
    if continued:
        position = (bindparam("after_order", type_=_ORDER[0].type), bindparam("after_at", type_=_ORDER[1].type))
        query = query.where(tuple_(*_ORDER) > tuple_(*position, _NUMBER_BEFORE))
    return Statement(query.order_by(*_ORDER).limit(bindparam("limit")))


def _apply_filters(query: Select[*tuple[Any, ...]], state: str, shape: frozenset[str]) -> Select[*tuple[Any, ...]]:
    # The state is written out: with a parameter neither database could tell that the partial index holds all of them.
    states = [lesson.c.review_state == literal_column(f"'{state}'")]
    if state != "draft":
        states.append(lesson.c.review_state != literal_column("'draft'"))
    mine: ColumnElement[str] = lesson.c.organization_id
    if "run" in shape:  # so that no index has it: else PostgreSQL walks the whole queue for the few of a run
        mine = mine.concat("")
    return query.where(
        mine == bindparam("organization_id"),
        *states,
        lesson.c.deleted_at.is_(None),
        *(condition for name, condition in _CONDITIONS.items() if name in shape),
    )
