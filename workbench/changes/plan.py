"""The change plan: rows with before and after, at one place, under one name. A frozen value. Source: ours (changes 2).

It can be shown, saved, approved and run. Making it or looking at it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.planning.approval import FREE_ROWS
from workbench.bulk.planning.plan import sha256
from workbench.changes.comparison import count_verdicts
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
from workbench.columns import FLAG, INTEGER, TEXT, Column, rows_frame
from workbench.errors import PlanRejected
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("line", INTEGER, "", "The line of the table."),
    Column("verdict", TEXT, "", "change, unchanged, changed since it was read, or why it is not possible."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("lesson_title", TEXT, "", "Its title now."),
    Column("block_id", TEXT, "", "The block, where its text is changed."),
    Column("field", TEXT, "", "The changed field."),
    Column("before", TEXT, "", "Its value when the table was compared."),
    Column("after", TEXT, "", "The new value."),
    Column("reason", TEXT, "", "The reason for the verdict, if it needs one."),
    Column("before_name", TEXT, "", "The name of the course or project in `before`."),
    Column("after_name", TEXT, "", "The name of the course or project in `after`."),
    Column("course_id", TEXT, "", "The course, or the course of the lesson."),
    Column("course_title", TEXT, "", "Its title."),
    Column(
        "is_public",
        FLAG,
        "",
        "Whether learners would see the change immediately; other changes wait until they are published.",
    ),
)


@dataclass(frozen=True, slots=True)
class ChangeApproval:
    """A person's yes to a plan, with the number of its changes and that of things that go into the trash."""

    plan_digest: str
    changes: int
    trash: int = 0


class ChangeHooks(Protocol):
    """Steps before the changes of an approved plan are stored, and after they were made.

    `left_out` has the reason for each item that could not be prepared; the plan continues without it.
    """

    left_out: tuple[str, ...]

    def prepare(self, plan: ChangePlan) -> ChangePlan:
        """Return the plan as it will be carried out, for example with the ids of uploaded assets."""

    def finish(self, plan: ChangePlan, done: Collection[str]) -> list[str]:
        """Return the paths of rewritten files; `done` are the lessons whose changes were all made."""


@checks_arguments
@dataclass(frozen=True, slots=True)
class ChangePlan:
    """A plan of changes under a name. `rows` are in the table's order; `source` is the table's name.

    `read_at` is when the service's state was read, epoch milliseconds. `hooks` is a `ChangeHooks` if files belong to
    the plan; a saved plan has none.
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
        """Number of rows with each verdict that occurs."""
        return count_verdicts(self.rows)

    @property
    def lessons(self) -> int:
        """Number of lessons that would be changed."""
        return len({row.lesson_id for row in self.changes} - {""})

    @property
    def courses(self) -> int:
        """Number of courses that would be changed themselves, for example their tags or links."""
        return len({row.course_id for row in self.changes if not row.lesson_id} - {""})

    @property
    def public_changes(self) -> int:
        """Number of changes that learners would see immediately: those of links, and of lessons restored to them.

        Others wait for the next publication.
        """
        return sum(row.is_public for row in self.changes)

    @property
    def needs_approval(self) -> bool:
        """Whether a run needs `plan.approve(changes=…)` first.

        True for more than 25 changes, for a change that learners would see immediately, and if a course would
        be made, or a lesson or course moved to the trash.
        """
        is_large = len(self.changes) > FREE_ROWS
        return is_large or self.public_changes > 0 or any(row.field in (NEW_COURSE, TRASH) for row in self.changes)

    @property
    def digest(self) -> str:
        """Digest of what is approved: the target, the name and every change. 64 hexadecimal digits."""
        rows = [
            [row.lesson_id, row.course_id, row.block_id, row.field, row.before, row.after, row.base_revision]
            for row in self.changes
        ]
        orders = [[order.course_id, order.version, order.after] for order in self.conditions.orders if order.after]
        return sha256([*self.target.identity, self.name, rows, *([orders] if orders else [])])

    def approve(self, *, changes: int, trash: int = 0) -> ChangeApproval:
        """Approve all changes, and what is moved to the trash, by giving their numbers; return the approval.

        `changes` is the number of all changes, `trash` the number of lessons and courses among them that are moved
        to the trash. Raises `PlanRejected` for other numbers.
        """
        is_wrong = any(isinstance(number, bool) for number in (changes, trash))
        if is_wrong or (changes, trash) != (len(self.changes), trash_count(self.rows)):
            raise PlanRejected(f"This plan has {change_extent(self)}: {self.how_to_approve()}. Nothing was sent.")
        return ChangeApproval(self.digest, changes, trash)

    def how_to_approve(self) -> str:
        """Return the expression that approves the plan."""
        count = trash_count(self.rows)
        trash = f", trash={count}" if count else ""
        return f"`plan.approve(changes={len(self.changes)}{trash})`"

    def sample(self, count: int) -> ChangePlan:
        """Return the plan with only its first `count` changes.

        A course is reordered only with all of its changes.
        """
        rows, rest = self.changes[: max(0, count)], self.changes[max(0, count) :]
        parted = {row.course_id for row in rest if row.field == POSITION}
        parted |= {course_id for row in rest if row.field == COURSE for course_id in (row.before, row.after)}
        parted |= {row.course_id for row in rest if row.field in (NEW_LESSON, TRASH)}
        return replace(self, rows=tuple(row for row in rows if row.field != POSITION or row.course_id not in parted))

    def connect_to(self, runner: Callable[..., Any]) -> Self:
        """Return the same plan with `runner`, to which `run` passes it with its approval."""
        return replace(self, runner=runner)

    def run(self, approval: ChangeApproval | None = None) -> Any:
        """Carry the plan out; a repeated call continues where it stopped.

        Where `needs_approval` is true, it needs `plan.approve(changes=…)`. Raises `PlanRejected` for a plan
        that was loaded from a file without a connection: `wb.changes.run(plan)`.

        Example: `plan.run(plan.approve(changes=40))`.
        """
        if self.runner is None:
            raise PlanRejected(
                "This plan isn't connected to a service. Run it with `wb.changes.run(plan)`. Nothing was sent."
            )
        return self.runner(self, approval)

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each row of the plan, in the columns of COLUMNS."""
        values = [
            {column.name: getattr(row, column.name) for column in COLUMNS}
            | {name: shown_value(row.field, row.block_id, getattr(row, name)) for name in ("before", "after")}
            for row in self.rows
        ]
        return rows_frame(COLUMNS, values)

    def __repr__(self) -> str:
        return f"ChangePlan({self.name!r}: {count_text(len(self.changes), 'change')} in {changed_things(self)})"

    def __str__(self) -> str:
        return change_text(self)

    def _repr_html_(self) -> str:
        return change_card(self)


def check_approval(plan: ChangePlan, approval: ChangeApproval | None) -> None:
    """Raise `PlanRejected` unless the plan may be run with this approval."""
    if approval is not None and approval.plan_digest != plan.digest:
        raise PlanRejected("This approval is for another plan. Approve this plan.")
    if approval is None and plan.needs_approval:
        raise PlanRejected(
            f"This plan makes {change_extent(plan)}. To continue: {plan.how_to_approve()}. Nothing was sent."
        )
