"""A corrected list and its plan, row by row: which rows a person may look at, in which order, and how they read.

Reads from the service like every plan; writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from workbench.bulk.planning.approval import Approval
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.client.sync import Client
from workbench.widgets.bulk.edited_list import FIELDS, MAPPING, EditedList, ListRow

MOST_SHOWN: Final = 5_000
"""Rows of a table that are shown together; filter and search lead to the others."""
LEFT_OUT: Final = "excluded"
CHECKED: Final = "being checked"
_SETTLED: Final = frozenset({Verdict.READY, Verdict.BEGUN, Verdict.EXISTS, Verdict.DUPLICATE})


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row of the list with its verdict; `planned` is `None` if it is excluded, and until it is planned again.

    With several copies `planned` is one with a problem, else one that will be created.
    """

    row: ListRow
    planned: PlanRow | None

    @property
    def is_problem(self) -> bool:
        """Whether the row needs a correction before it can be created."""
        return self.planned is not None and self.planned.verdict not in _SETTLED

    @property
    def values(self) -> dict[str, str]:
        """Cells as shown; a line that names no language has the one in which it is made."""
        values = {name: self.row.values[name] for name in FIELDS}
        if not values["language"] and self.planned is not None:
            values["language"] = self.planned.language
        return values

    @property
    def verdict(self) -> str:
        """In a few words."""
        if self.planned is None:
            return LEFT_OUT if self.row.is_left_out else CHECKED
        return str(self.planned.verdict)

    @property
    def tone(self) -> str:
        """The tone of its verdict: `good`, `warn`, `bad` or `plain`."""
        if self.planned is None:
            return "plain"
        if self.planned.verdict is Verdict.READY:
            return "warn" if self.planned.warning else "good"
        return "bad" if self.is_problem else "plain"

    def as_state(self) -> dict[str, Any]:
        """Return the state for the browser: text, never HTML."""
        row, planned = self.row, self.planned
        return {
            "id": row.id,
            "line": row.line,
            **{name: _sendable(value) for name, value in self.values.items()},
            "verdict": self.verdict,
            "reason": "" if planned is None else _sendable(planned.verdict_text),
            "warning": "" if planned is None else _sendable(planned.warning),
            "tone": self.tone,
            "original": {name: _sendable(row.original[name]) for name in row.corrected_fields},
            "isLeftOut": row.is_left_out,
        }


@dataclass(frozen=True, slots=True)
class PlannedList:
    """A list, its plan and its rows. `plan` is `None` where every row is left out."""

    edited: EditedList
    plan: Plan | None
    rows: tuple[PlannedRow, ...]

    @property
    def left_out(self) -> int:
        """Number of rows that a person excluded."""
        return sum(row.row.is_left_out for row in self.rows)

    @property
    def approval(self) -> Approval | None:
        """Approval given by a confirmation: the lessons that budget and balance allow; `None` without a plan."""
        return None if self.plan is None else self.plan.cost.approve_payable(self.plan.digest)

    @property
    def problems(self) -> int:
        """Number of rows that will not be made unless somebody corrects them."""
        return sum(row.is_problem for row in self.rows)


def plan_list(edited: EditedList, client: Client, *, organization_id: str | None, run_name: str = "") -> PlannedList:
    """Plan the list in its current form. Raises `PlanRejected`.

    The run's name is the given one, else that of the list before any correction, so a list that two people
    correct differently is still one run.
    """
    rows, settings = tuple(edited.rows()), edited.settings
    target = PlanTarget(
        organization_id=organization_id, project=settings.project or None, course=settings.course or None
    )
    options = PlanOptions(columns=MAPPING, copies=settings.copies, budget=settings.budget, lesson=settings.lesson)
    table, plan, language = edited.table(), None, settings.assumed_language or None
    if table.lines:
        if not run_name and edited.corrections:
            original = edited.original().table()
            run_name = plan_topics(original, client, language=language, target=target, options=options).name
        plan = plan_topics(table, client, language=language, name=run_name or None, target=target, options=options)
        plan = _join_warnings(plan, settings.columns.template, {row.line: row.warning for row in rows if row.warning})
    planned = iter(plan.rows if plan else ())
    return PlannedList(
        edited,
        plan,
        tuple(
            PlannedRow(row, None if row.is_left_out else min(islice(planned, settings.copies), key=_copy_weight))
            for row in rows
        ),
    )


def _join_warnings(plan: Plan, template: str | None, warnings: Mapping[int, str]) -> Plan:
    """Return the plan with the template's warnings, since the planner saw only the topics that it made."""
    rows = plan.rows
    if warnings:
        rows = tuple(
            replace(row, warning="; ".join(filter(None, (warnings.get(row.line, ""), row.warning))))
            if row.verdict is Verdict.READY
            else row
            for row in rows
        )
    return replace(plan, rows=rows, template=template)


def _copy_weight(row: PlanRow) -> int:
    return 1 if row.verdict is Verdict.READY else 2 if row.verdict in _SETTLED else 0


def without_plan(before: PlannedList, edited: EditedList) -> PlannedList:
    """Return the rows of a changed list until it is planned again; unchanged rows keep their verdict."""
    known = {row.row.id: row for row in before.rows}
    rows = []
    for row in edited.rows():
        was = known.get(row.id)
        rows.append(was if was is not None and was.row == row else PlannedRow(row, None))
    return PlannedList(edited, None, tuple(rows))


PROBLEMS_FIRST: Final = "problems first"
FILTERS: Final[dict[str, tuple[str, Callable[[PlannedRow], bool]]]] = {
    PROBLEMS_FIRST: ("All rows, problems first", lambda planned_row: True),
    "all": ("All rows, in list order", lambda planned_row: True),
    "problems": ("Problems", lambda planned_row: planned_row.is_problem),
    "warnings": ("Warnings", lambda planned_row: bool(planned_row.planned and planned_row.planned.warning)),
    "ready": (
        "To create",
        lambda planned_row: bool(planned_row.planned and planned_row.planned.verdict is Verdict.READY),
    ),
    "settled": (
        "Duplicates and existing lessons",
        lambda planned_row: planned_row.tone == "plain" and planned_row.planned is not None,
    ),
    "changed": (
        "Corrected or excluded",
        lambda planned_row: bool(planned_row.row.corrected_fields) or planned_row.row.is_left_out,
    ),
}
"""Filters of rows: a name, and whether a row belongs to it."""


def filter_rows(rows: Sequence[PlannedRow], chosen: str, search: str = "") -> list[PlannedRow]:
    """Return the rows of a filter that contain the words in any of their texts, case-insensitively."""
    belongs, words = FILTERS[chosen][1], search.casefold().split()
    matching = [row for row in rows if belongs(row) and _holds(row, words)]
    return sorted(matching, key=_weight) if chosen == PROBLEMS_FIRST else matching


def _holds(row: PlannedRow, words: Sequence[str]) -> bool:
    if not words:
        return True
    verdict = "" if row.planned is None else f"{row.planned.verdict_text} {row.planned.warning}"
    text = " ".join((f"{row.row.line}", *row.values.values(), verdict)).casefold()
    return all(word in text for word in words)


def _weight(row: PlannedRow) -> int:
    return ("bad", "warn").index(row.tone) if row.tone in ("bad", "warn") else 2


def _sendable(text: str) -> str:
    # A message to the browser cannot carry half a character, which a row that is not sent may have.
    return text.encode(errors="replace").decode()
