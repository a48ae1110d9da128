"""The report on runs, from this computer's journals. It makes no call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from workbench.columns import INTEGER, MOMENT, TEXT, Column, rows_frame
from workbench.reports.report import PERIOD, Answers, Need, Report, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.figures import SPENT, Figure
from workbench.reports.tables.listing import within

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("name", TEXT, "", "The run."),
    Column("origin", TEXT, "", "The service that it ran on."),
    Column("organization", TEXT, "", "Name of the organization it was made in; missing if unknown."),
    Column("created_at", MOMENT, "UTC", "When it was planned."),
    Column("rows", INTEGER, "rows", "Rows of the plan."),
    Column("done", INTEGER, "rows", "Rows that became a lesson."),
    Column("refused", INTEGER, "rows", "Rows that the service refused."),
    Column("unsure", INTEGER, "rows", "Rows whose outcome is unknown."),
    Column("planned", INTEGER, "rows", "Rows still to be made."),
    Column("sends", INTEGER, "calls", "Paid calls that were sent."),
    Column("spent_credits", INTEGER, "credits", "Cost of the rows that are done; missing if a price is unknown."),
    Column("fault", TEXT, "", "Why the journal could not be read; missing if it could."),
)
_COUNTS: Final = ("rows", "done", "refused", "unsure", "sends", "spent_credits")


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return no calls: runs are known only on this computer."""
    return []


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per run, newest first; a journal that cannot be read is a row with its fault."""
    rows = []
    for run in answers.scope.runs:
        counts = dict.fromkeys((*_COUNTS, "planned")) if run.fault else {name: getattr(run, name) for name in _COUNTS}
        if not run.fault:
            counts["planned"] = run.rows - run.done - run.refused - run.unsure
        created_at = datetime.fromtimestamp(run.made_at / 1000, UTC) if run.made_at else None
        known = {"name": run.name, "origin": run.origin or None, "organization": run.organization or None}
        rows.append({**known, "created_at": created_at, "fault": run.fault or None, **counts})
    unread = [f"The journal {run.name} cannot be read: {run.fault}" for run in answers.scope.runs if run.fault]
    return within(rows_frame(COLUMNS, rows, missing=unread), "created_at", answers)


REPORT: Final = Report(
    "runs",
    "what was generated from this computer",
    COLUMNS,
    ask,
    frame,
    PERIOD,
    needs=(Need("runs"),),
    figures=(SPENT, Figure("done", "sum", "done"), Figure("unsure", "sum", "unsure")),
)
