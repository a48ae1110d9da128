"""The plan: one row per line, language and copy, each with a verdict and a cost. Immutable.

It can be shown, saved, compared and approved; creating or viewing it sends no write. Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.idempotency import KEY_RULE, RunIdentity
from workbench.bulk.lesson_options import OPTION_COLUMNS
from workbench.bulk.planning.approval import Approval, Cost
from workbench.bulk.planning.plan_card import plan_card, plan_text
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.target import RunTarget
from workbench.columns import INTEGER, TEXT, Column, rows_frame
from workbench.errors import PlanRejected
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("row", INTEGER, "", "The line of the list, as a spreadsheet or an editor shows it."),
    Column("topic", TEXT, "", "What the lesson would be about."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("copy", INTEGER, "", "The number of the copy, from 1."),
    Column("verdict", TEXT, "", "ready, or why it is not created: already exists, duplicate, empty and so on."),
    Column("reason", TEXT, "", "The reason for the verdict, if it needs one."),
    Column("credits", INTEGER, "credits", "Its price; missing if the service reports none."),
    Column("warning", TEXT, "", "A warning that does not stop the row; or empty."),
    Column("lesson_id", TEXT, "", "The lesson that already exists."),
    Column("project", TEXT, "", "The project that it goes into: name or id; missing for the default one."),
    Column("course", TEXT, "", "The course that it goes into; missing if it gets its own."),
    *OPTION_COLUMNS,
)


@checks_arguments
@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one run at one place. `rows` are in the source's order.

    `destination` is the default destination of lessons; `template` is the text that joined columns into topics.
    `key_rule` is the rule for deriving keys of new rows; only plans from earlier versions have a different one.
    `runner` is called by `run`; a saved plan has none.
    """

    name: str
    source: str
    place: RunTarget
    rows: tuple[PlanRow, ...]
    notes: tuple[str, ...] = ()
    budget_credits: int | None = None
    destination: Destination = Destination()  # noqa: RUF009  (frozen)
    template: str | None = None
    key_rule: int = KEY_RULE
    runner: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    @property
    def identity(self) -> RunIdentity:
        """Run that this plan is for."""
        return RunIdentity(*self.place.identity, self.name)

    @property
    def ready(self) -> tuple[PlanRow, ...]:
        """Rows that would be made, and paid for."""
        return tuple(row for row in self.rows if row.verdict is Verdict.READY)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """Number of rows for each verdict that occurs."""
        counts = Counter(row.verdict for row in self.rows)
        return {verdict: counts[verdict] for verdict in Verdict if counts[verdict]}

    @property
    def cost(self) -> Cost:
        """Cost of this plan."""
        target = self.place
        return Cost(
            len(self.ready),
            target.price_credits,
            self.budget_credits,
            target.credit_noun,
            target.balance_credits,
            daily_cap_credits=target.daily_cap_credits,
            daily_left_credits=target.daily_left_credits,
        )

    @property
    def total_credits(self) -> int | None:
        """Cost of all ready rows, or `None` if no price is announced."""
        return self.cost.total_credits

    @property
    def balance_after_credits(self) -> int | None:
        """Balance after all ready rows are made; negative if it does not suffice, `None` if unknown."""
        if self.place.balance_credits is None or self.total_credits is None:
            return None
        return self.place.balance_credits - self.total_credits

    @property
    def rows_paid_for(self) -> int | None:
        """Number of ready rows that the balance pays for, or `None` if unknown."""
        return self.cost.rows_paid_for

    @property
    def needs_approval(self) -> bool:
        """Whether a run needs `plan.approve(...)` first.

        True above 25 rows, or if the cost exceeds the budget, the balance or the daily limit.
        """
        return self.cost.needs_approval

    @property
    def digest(self) -> str:
        """Digest of what is approved: target, run, rows, and which are still to be made; 64 hex digits.

        If the list is planned again after part of it was created, the digest differs: an approval covers only the rest.
        """
        default_destination = self.destination.identity
        rows = [
            [row.topic, row.language, row.copy, row.verdict]
            + ([row.destination.identity] if row.destination.identity != default_destination else [])
            + ([row.options.identity] if row.options.identity else [])
            for row in self.rows
            if row.is_in_run
        ]
        destination_key = (
            default_destination if default_destination.keys() - {"projectId"} else self.destination.project_id
        )
        return sha256([*self.place.identity, self.name, self.place.price_credits, destination_key, rows])

    def approve(self, *, credits: int | None = None, rows: int | None = None, beyond_balance: bool = False) -> Approval:
        """Return an approval for at most this amount: credits, or rows if the service announces no price.

        Raises `PlanRejected` for more than the organization's balance pays for. `beyond_balance=True` allows
        more, for credits that are added while it runs; without them the run stops when the balance is used up.
        """
        return self.cost.approve(self.digest, credits=credits, rows=rows, beyond_balance=beyond_balance)

    def sample(self, count: int) -> Plan:
        """Return the plan with only its first `count` ready rows to create, for the same run and with the same keys."""
        first = {row.row for row in self.ready[: max(0, count)]}
        reason = f"not among the first {count}"
        rows = (
            row if row.verdict is not Verdict.READY or row.row in first else _left_out(row, reason) for row in self.rows
        )
        return replace(self, rows=tuple(rows))

    def connect_to(self, runner: Callable[..., Any]) -> Self:
        """Return the plan with this `runner`, which `run` calls with the plan and its arguments."""
        return replace(self, runner=runner)

    def run(self, approval: Approval | None = None, *, wait: bool = True, executor: Any = None) -> Any:
        """Carry out the plan like `wb.bulk.run(plan)`, and return its run; a repeated call continues where it stopped.

        `executor` as in `workbench.bulk.running.executors`. Raises `PlanRejected` if it needs an approval, and for a
        plan without a connection.

        Example: `plan.run(plan.approve(credits=40))`.
        """
        return require_runner(self.runner)(self, approval, wait=wait, executor=executor)

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row per plan row, in the columns of `workbench.bulk.planning.plan.COLUMNS`."""
        return plan_frame(self.rows)

    def __repr__(self) -> str:
        # Notebooks save this text with the card, so it must stay short even for a hundred thousand rows.
        return f"Plan({self.name!r}: {count_text(len(self.rows), 'row')}, {len(self.ready):,} to create)"

    def __str__(self) -> str:
        return plan_text(self)

    def _repr_html_(self) -> str:
        return plan_card(self)


def require_runner(runner: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return what runs a plan. Raises `PlanRejected` where the plan is not connected."""
    if runner is None:
        raise PlanRejected("This plan has no connection. Run it with `wb.bulk.run(plan)`. Nothing was sent.")
    return runner


def _left_out(row: PlanRow, reason: str) -> PlanRow:
    credits = None if row.credits is None else 0
    return replace(row, verdict=Verdict.NOT_IN_SAMPLE, reason=reason, credits=credits)


def rows_digest(plan: Plan) -> str:
    """Return the digest of the run's rows alone, independent of their outcomes since they were first planned."""
    return sha256(
        [
            [row.topic, row.language, row.copy, *([row.options.identity] if row.options.identity else [])]
            for row in plan.rows
            if row.is_in_run
        ]
    )


def sha256(value: object) -> str:
    """Return the digest of JSON values, 64 hexadecimal digits; the same on every machine."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def plan_frame(rows: Sequence[PlanRow]) -> pandas.DataFrame:
    """Return the rows in order, in the columns of COLUMNS; without rows, the same columns."""
    return rows_frame(
        COLUMNS,
        [
            {
                "row": row.line,
                "topic": row.topic,
                "language": row.language,
                "copy": row.copy,
                "verdict": str(row.verdict),
                "reason": row.reason,
                "credits": row.credits,
                "warning": row.warning,
                "lesson_id": row.lesson_id,
                "project": row.destination.project_label,
                "course": row.destination.course_label,
                **row.options.values,
            }
            for row in rows
        ],
    )
