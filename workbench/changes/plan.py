"""The change plan: rows with before and after, at one place, under one name. A frozen value. Source: ours (changes 2).

It can be shown, saved, approved and run. Making it or looking at it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from workbench.bulk.planning.approval import FREE_ROWS
from workbench.bulk.planning.plan import sha256
from workbench.changes.comparison import counts_of
from workbench.changes.plan_card import change_card, change_extent, change_text, changed_things
from workbench.changes.row import (
    COURSE,
    NEW_COURSE,
    NEW_LESSON,
    POSITION,
    TRASH,
    ChangeConditions,
    ChangeRow,
    ChangeTarget,
    ChangeVerdict,
    shown_value,
    trash_count,
)
from workbench.columns import FLAG, TEXT, WHOLE, Column, rows_frame
from workbench.errors import PlanRejected
from workbench.wording import counted

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("line", WHOLE, "", "The line of the table."),
    Column("verdict", TEXT, "", "change, unchanged, changed since it was read, or why it cannot be made."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("lesson_title", TEXT, "", "Its title now."),
    Column("block_id", TEXT, "", "The block, where its text is changed."),
    Column("field", TEXT, "", "What is changed."),
    Column("before", TEXT, "", "Its value when the table was compared."),
    Column("after", TEXT, "", "The value wanted."),
    Column("reason", TEXT, "", "The verdict explained; empty where it says all."),
    Column("before_name", TEXT, "", "The name of the course or project in `before`."),
    Column("after_name", TEXT, "", "The name of the course or project in `after`."),
    Column("course_id", TEXT, "", "The course; of a lesson, the one that it is in."),
    Column("course_title", TEXT, "", "Its title."),
    Column("is_public", FLAG, "", "Whether learners would see the change at once; others wait until it is published."),
)


@dataclass(frozen=True, slots=True)
class ChangeApproval:
    """A person's yes to a plan, with the number of its changes and that of lessons that go into the trash."""

    plan_digest: str
    changes: int
    trash: int = 0


class ChangeHooks(Protocol):
    """What is done before the changes of an approved plan are enrolled, and when they were made.

    `left_out` says of each thing that could not be prepared why; the plan goes on without it.
    """

    left_out: tuple[str, ...]

    def prepare(self, plan: ChangePlan) -> ChangePlan:
        """The plan as it is carried out, such as with the ids of what was uploaded."""

    def finish(self, plan: ChangePlan, done: Collection[str]) -> list[str]:
        """The paths of files that were written; `done` are the lessons whose changes were all made."""


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """A plan of changes under a name. `rows` are in the table's order; `source` is the table's name.

    `read_at` is when the service's state was read, epoch milliseconds. `hooks` is a `ChangeHooks` where files go along
    with the plan; a plan that is saved has none.
    """

    name: str
    source: str
    target: ChangeTarget
    rows: tuple[ChangeRow, ...]
    notes: tuple[str, ...] = ()
    read_at: int = 0
    conditions: ChangeConditions = field(default_factory=ChangeConditions, repr=False)
    runner: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    hooks: Any = field(default=None, repr=False, compare=False)

    @property
    def changes(self) -> tuple[ChangeRow, ...]:
        """The rows that would be changed."""
        return tuple(row for row in self.rows if row.verdict is ChangeVerdict.CHANGE)

    @property
    def counts(self) -> Mapping[ChangeVerdict, int]:
        """How many rows have each verdict; those that occur."""
        return counts_of(self.rows)

    @property
    def lessons(self) -> int:
        """How many lessons would be changed."""
        return len({row.lesson_id for row in self.changes} - {""})

    @property
    def courses(self) -> int:
        """How many courses would be changed themselves, such as their tags or links."""
        return len({row.course_id for row in self.changes if not row.lesson_id} - {""})

    @property
    def public_changes(self) -> int:
        """How many changes learners would see at once: those of links. Others wait for the next publication."""
        return sum(row.is_public for row in self.changes)

    @property
    def needs_approval(self) -> bool:
        """Whether a run needs `plan.approve(changes=…)` first.

        That is so over 25 changes, where learners would see one, where a course would be made or a lesson go into the
        trash.
        """
        is_large = len(self.changes) > FREE_ROWS
        return is_large or self.public_changes > 0 or any(row.field in (NEW_COURSE, TRASH) for row in self.changes)

    @property
    def digest(self) -> str:
        """What is approved: the place, the name and every change. 64 hexadecimal digits."""
        rows = [
            [row.lesson_id, row.course_id, row.block_id, row.field, row.before, row.after, row.base_revision]
            for row in self.changes
        ]
        orders = [[order.course_id, order.version, order.after] for order in self.conditions.orders if order.after]
        return sha256([*self.target.identity, self.name, rows, *([orders] if orders else [])])

    def approve(self, *, changes: int, trash: int = 0) -> ChangeApproval:
        """An approval of all changes, whose number a person names, and of the lessons that go into the trash.

        Those are among the changes, and named apart. Raises `PlanRejected` for other numbers.
        """
        is_wrong = any(isinstance(number, bool) for number in (changes, trash))
        if is_wrong or (changes, trash) != (len(self.changes), trash_count(self.rows)):
            raise PlanRejected(f"This plan has {change_extent(self)}: {self.how_to_approve()}. Nothing was sent.")
        return ChangeApproval(self.digest, changes, trash)

    def how_to_approve(self) -> str:
        """The words that approve it."""
        count = trash_count(self.rows)
        trash = f", trash={count}" if count else ""
        return f"`plan.approve(changes={len(self.changes)}{trash})`"

    def sample(self, count: int) -> ChangePlan:
        """The same plan with only its first `count` changes; a course is put in order only with all of its changes."""
        rows, rest = self.changes[: max(0, count)], self.changes[max(0, count) :]
        parted = {row.course_id for row in rest if row.field == POSITION}
        parted |= {course_id for row in rest if row.field == COURSE for course_id in (row.before, row.after)}
        parted |= {row.course_id for row in rest if row.field in (NEW_LESSON, TRASH)}
        return replace(self, rows=tuple(row for row in rows if row.field != POSITION or row.course_id not in parted))

    def connected(self, runner: Callable[..., Any]) -> Self:
        """The same plan, which `run` hands to `runner` with its approval."""
        return replace(self, runner=runner)

    def run(self, approval: ChangeApproval | None = None) -> Any:
        """Carry the plan out; run again, it goes on where it stopped.

        Where `needs_approval` is true, it needs `plan.approve(changes=…)`. Raises `PlanRejected` for a plan that was
        loaded from a file without a connection: `wb.changes.run(plan)`.

        Example: `plan.run(plan.approve(changes=40))`.
        """
        if self.runner is None:
            raise PlanRejected("This plan has no connection. Run it with `wb.changes.run(plan)`. Nothing was sent.")
        return self.runner(self, approval)

    def frame(self) -> pandas.DataFrame:
        """A DataFrame with a row for each row of the plan, in the columns of COLUMNS."""
        values = [
            {column.name: getattr(row, column.name) for column in COLUMNS}
            | {name: shown_value(row.field, row.block_id, getattr(row, name)) for name in ("before", "after")}
            for row in self.rows
        ]
        return rows_frame(COLUMNS, values)

    def __repr__(self) -> str:
        return f"ChangePlan({self.name!r}: {counted(len(self.changes), 'change')} in {changed_things(self)})"

    def __str__(self) -> str:
        return change_text(self)

    def _repr_html_(self) -> str:
        return change_card(self)


def check_approval(plan: ChangePlan, approval: ChangeApproval | None) -> None:
    """Raise `PlanRejected` unless the plan may be run with this approval."""
    if approval is not None and approval.plan_digest != plan.digest:
        raise PlanRejected("This approval is for another plan. Approve this one. Nothing was sent.")
    if approval is None and plan.needs_approval:
        raise PlanRejected(
            f"This plan makes {change_extent(plan)}. To go on: {plan.how_to_approve()}. Nothing was sent."
        )
