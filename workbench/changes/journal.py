"""Change sets in the journal: rows enrolled, sent, settled and undone. Functions over one write unit.

planned ─> done | conflict | refused. There is no lease and no key: a change is free and conditional, so the service
refuses whoever sends it second, and a lost answer is settled by reading. Source: ours (changes 2).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Final

from workbench.changes.ordering import place_after_neighbours
from workbench.changes.plan import ChangePlan
from workbench.changes.row import POSITION, ChangeConditions, ChangeRow, ChangeTarget, PlannedOrder, shown_value

ALREADY: Final = "ALREADY"
"""The code of a row that was so already: this set did not make the change, and does not undo it."""


class ChangeState(StrEnum):
    """The state of a row of a change set."""

    PLANNED = "planned"
    DONE = "done"
    CONFLICT = "conflict"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A row as the journal has it. Times are epoch milliseconds.

    `base_revision` is the revision that the change is based on, `sent_base` the one it was last sent with (its answer
    may be lost), and `made_revision` the resulting revision of the lesson; of a link the resulting publication, and of
    a restored course the number of its lessons. `course_title` is the course's title before.
    `before_name` and `after_name` are those of the courses or projects whose ids the values are, as in the plan.
    """

    row_id: int
    line: int
    lesson_id: str
    course_id: str
    block_id: str
    field: str
    before: str
    after: str
    base_revision: int
    lesson_title: str
    course_title: str
    state: ChangeState
    sent_base: int | None
    made_revision: int | None
    code: str | None
    message: str | None
    settled_at: int | None
    undone_at: int | None
    before_name: str = ""
    after_name: str = ""

    @property
    def title(self) -> str:
        """Title of the row's lesson or course; the id of a lesson without a title."""
        return self.lesson_title or self.course_title or self.lesson_id

    @property
    def shown_before(self) -> str:
        """Readable form of the value before."""
        return self.before_name or shown_value(self.field, self.block_id, self.before)

    @property
    def shown_after(self) -> str:
        """Readable form of the value after."""
        return self.after_name or shown_value(self.field, self.block_id, self.after)


@dataclass(frozen=True, slots=True)
class Settlement:
    """The outcome of a row; `made_revision` if it changed a lesson's title or blocks."""

    state: ChangeState
    code: str | None = None
    message: str | None = None
    made_revision: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """The number of rows of a set in each state."""

    planned: int = 0
    done: int = 0
    conflict: int = 0
    refused: int = 0
    undone: int = 0

    @property
    def total(self) -> int:
        """Total number of rows."""
        return self.planned + self.done + self.conflict + self.refused


_COLUMNS: Final = tuple(name for name in ChangeRecord.__dataclass_fields__ if name not in ("before_name", "after_name"))
_SELECT: Final = f"select id, {', '.join(_COLUMNS[1:])} from change_row where set_id = ?"  # noqa: S608  (our names)


def enrol_changes(db: sqlite3.Connection, plan: ChangePlan, now: int) -> int:
    """Store the plan's changes as planned rows and return the set's id.

    An existing row is kept if it was settled since the plan was made (the same plan is run again), and if its
    answer is in doubt; any other is planned again. Rows that were undone before are removed.
    """
    target = plan.target
    db.execute(
        "insert into change_set (person, name, origin, target, source, made_at) values (?, ?, ?, ?, ?, ?)"
        " on conflict do nothing",
        (target.person, plan.name, target.origin, _target_json(target, ChangeConditions(), {}), plan.source, now),
    )
    set_id, known = db.execute(
        "select id, target from change_set where person = ? and name = ?", (target.person, plan.name)
    ).fetchone()
    conditions = _merge_conditions(stored_conditions(known), plan.conditions)
    names = {**_stored_names(known), **_names_of(plan)}
    db.execute("update change_set set target = ? where id = ?", (_target_json(target, conditions, names), set_id))
    db.execute("delete from change_row where set_id = ? and undone_at < ?", (set_id, plan.read_at))
    # A course gets the order of this plan, whatever an earlier plan of that name wanted.
    db.executemany(
        "delete from change_row where set_id = ? and course_id = ? and field = ? and lesson_id <> '' and block_id = ''"
        " and state = 'planned' and sent_base is null",
        ((set_id, order.course_id, POSITION) for order in plan.conditions.orders if order.after),
    )
    db.executemany(
        "insert into change_row (set_id, position, line, lesson_id, course_id, block_id, field, before, after,"
        " base_revision, lesson_title, course_title) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " on conflict (set_id, lesson_id, course_id, block_id, field) do update set line = excluded.line,"
        " before = excluded.before, after = excluded.after, base_revision = excluded.base_revision,"
        " course_title = excluded.course_title, state = 'planned', made_revision = null, code = null, message = null,"
        " sent_base = null, settled_at = null, undone_at = null"
        " where iif(state = 'planned', sent_base is null or after <> excluded.after, settled_at < ?)",
        ((set_id, index, *_values(row), plan.read_at) for index, row in enumerate(plan.changes)),
    )
    return int(set_id)


def stored_target(origin: str, person: str, text: str) -> ChangeTarget:
    """Return the target as the journal stores it."""
    service, organization_id, *_ = json.loads(text)
    return ChangeTarget(service, origin, organization_id, person)


def stored_conditions(text: str) -> ChangeConditions:
    """Return the conditions as the journal stores them with the target."""
    _, _, *stored = json.loads(text)
    if not stored:
        return ChangeConditions()
    orders = (
        PlannedOrder(**{**order, "before": tuple(order["before"]), "after": tuple(order["after"])})
        for order in stored[0]["orders"]
    )
    return ChangeConditions(tuple(orders))


def set_conditions(db: sqlite3.Connection, set_id: int) -> ChangeConditions:
    """Return the conditions of a set."""
    (target,) = db.execute("select target from change_set where id = ?", (set_id,)).fetchone()
    return stored_conditions(target)


def store_conditions(db: sqlite3.Connection, set_id: int, target: ChangeTarget, conditions: ChangeConditions) -> None:
    """Record what a set goes by from now on."""
    (known,) = db.execute("select target from change_set where id = ?", (set_id,)).fetchone()
    text = _target_json(target, conditions, _stored_names(known))
    db.execute("update change_set set target = ? where id = ?", (text, set_id))


def _merge_conditions(known: ChangeConditions, planned: ChangeConditions) -> ChangeConditions:
    orders = {(order.course_id, order.version): order for order in known.orders}
    for order in planned.orders:
        earlier = orders.get((order.course_id, order.version))
        gone = [one for one in earlier.before if one not in order.before] if earlier else []
        before = place_after_neighbours([*order.before, *gone], gone, earlier.before) if earlier else order.before
        orders[order.course_id, order.version] = replace(order, before=tuple(before))
    return replace(planned, orders=tuple(orders.values()))


def _target_json(target: ChangeTarget, conditions: ChangeConditions, names: dict[str, str]) -> str:
    return json.dumps([target.service, target.organization_id, asdict(conditions), names])


def _stored_names(text: str) -> dict[str, str]:
    """Return the names of courses and projects by field and id; none for a set of before they were recorded."""
    stored: list[Any] = json.loads(text)
    return dict(stored[3]) if len(stored) > 3 else {}


def _names_of(plan: ChangePlan) -> dict[str, str]:
    names = {}
    for row in plan.changes:
        for value, name in ((row.before, row.before_name), (row.after, row.after_name)):
            if value and name:
                names[f"{row.field} {value}"] = name
    return names


def _values(row: ChangeRow) -> tuple[object, ...]:
    facts = row.line, row.lesson_id, row.course_id, row.block_id, row.field, row.before, row.after
    return (*facts, row.base_revision, row.lesson_title, row.course_title)


def change_records(
    db: sqlite3.Connection, set_id: int, *, state: ChangeState | None = None, most: int | None = None
) -> list[ChangeRecord]:
    """Return a set's rows in order, of one state or all, `most` at most."""
    query = _SELECT if state is None else f"{_SELECT} and state = '{state}'"
    rows = db.execute(f"{query} order by position, id limit ?", (set_id, -1 if most is None else most)).fetchall()
    (target,) = db.execute("select target from change_set where id = ?", (set_id,)).fetchone()
    names = _stored_names(target)
    return [_record(row, names) for row in rows]


def _record(row: tuple[Any, ...], names: dict[str, str]) -> ChangeRecord:
    facts: dict[str, Any] = dict(zip(("row_id", *_COLUMNS[1:]), row, strict=True))
    facts["state"] = ChangeState(facts["state"])
    before, after = (names.get(f"{facts['field']} {facts[name]}", "") for name in ("before", "after"))
    return ChangeRecord(**facts, before_name=before, after_name=after)


def mark_sent(db: sqlite3.Connection, records: Iterable[ChangeRecord]) -> None:
    """Record what the rows are sent on, before the first byte leaves."""
    db.executemany(
        "update change_row set sent_base = ? where id = ?",
        ((record.base_revision, record.row_id) for record in records),
    )


def unmark_sent(db: sqlite3.Connection, row_ids: Iterable[int]) -> None:
    """Forget that the rows were sent: the service answered that nothing was applied."""
    db.executemany("update change_row set sent_base = null where id = ?", ((row_id,) for row_id in row_ids))


def settle_rows(db: sqlite3.Connection, settled: Iterable[tuple[int, Settlement]], now: int) -> None:
    """Record the outcome of rows that are planned."""
    db.executemany(
        "update change_row set state = ?, code = ?, message = ?, made_revision = ?, settled_at = ?"
        " where id = ? and state = 'planned'",
        ((str(s.state), s.code, s.message, s.made_revision, now, row_id) for row_id, s in settled),
    )


def rebase_rows(db: sqlite3.Connection, based: Iterable[tuple[int, int, str]]) -> None:
    """Plan rows on another revision and title of their course, `(row id, revision, course title)`.

    Changes sent with this same revision may still arrive.
    """
    db.executemany(
        "update change_row set base_revision = ?, course_title = ?, sent_base = iif(sent_base = ?, sent_base, null)"
        " where id = ?",
        ((revision, title, revision, row_id) for row_id, revision, title in based),
    )


def mark_undone(db: sqlite3.Connection, row_ids: Iterable[int], now: int) -> None:
    """Record that the rows' changes were undone."""
    db.executemany("update change_row set undone_at = ? where id = ?", ((now, row_id) for row_id in row_ids))


def change_counts(db: sqlite3.Connection, set_id: int) -> ChangeCounts:
    """Return the number of a set's rows in each state."""
    by_state = dict(db.execute("select state, count(*) from change_row where set_id = ? group by state", (set_id,)))
    (undone,) = db.execute(
        "select count(*) from change_row where set_id = ? and undone_at is not null", (set_id,)
    ).fetchone()
    return ChangeCounts(**{str(state): by_state.get(str(state), 0) for state in ChangeState}, undone=undone)


def to_undo(records: Sequence[ChangeRecord]) -> list[ChangeRecord]:
    """Return the rows that this set changed and that were not undone."""
    return [
        record
        for record in records
        if record.state is ChangeState.DONE and record.code != ALREADY and record.undone_at is None
    ]
