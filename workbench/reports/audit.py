"""The report on the audit log: actions and their authors, newest first; for those who may read it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.member import MAX_AUDIT_PAGE
from workbench.procedures.organization import get_audit_log
from workbench.reports.period import period
from workbench.reports.report import PERIOD, Answers, Report, ReportCall
from workbench.reports.scope import ACTION, PERSON, Parameter, Scope
from workbench.reports.tables.figures import LAST_ENTRY
from workbench.reports.tables.listing import list_rows, within

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("entry_id", TEXT, "", "The entry; they rise with time."),
    Column("at", MOMENT, "UTC", "When."),
    Column("action", TEXT, "", "The procedure or command that did it."),
    Column("subject", TEXT, "", "Id of the thing concerned."),
    Column("subject_name", TEXT, "", "Its current name or title; missing if it has none, or was deleted permanently."),
    Column("person_id", TEXT, "", "Who did it; missing for an administrator of the service."),
    Column("person_name", TEXT, "", "That person's name."),
    EXTRA,
)
PARAMETERS: Final = (
    *PERIOD,
    Parameter("person", PERSON, "A person's id: only what that person did."),
    Parameter("action", ACTION, "An action, such as lesson.deleteLesson: only such entries."),
)
_INSTANT: Final = timedelta(milliseconds=1)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for each organization's audit log, page by page: the UTC days that the period covers."""
    wanted = period(scope.parameters)
    calls = []
    for organization in scope.organizations:
        call = get_audit_log(
            organization_id=organization.organization_id,
            limit=MAX_AUDIT_PAGE,
            person_id=scope.get("person"),
            action=scope.get("action"),
            since=None if wanted.start is None else wanted.start.date().isoformat(),
            until=None if wanted.end is None else (wanted.end - _INSTANT).date().isoformat(),
        )
        calls.append(ReportCall(call, organization, "entries", COLUMNS))
    return calls


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per entry, newest first; further details of an entry are in `extra`."""
    table = arrow_frame(COLUMNS, list_rows(answers, get_audit_log.name, COLUMNS))
    for column, parameter in (("person_id", "person"), ("action", "action")):
        wanted = answers.scope.get(parameter)
        if wanted is not None:
            table = table[table[column] == wanted]
    return within(table, "at", answers)


REPORT: Final = Report(
    "audit",
    "who did what, and when",
    COLUMNS,
    ask,
    frame,
    PARAMETERS,
    figures=(LAST_ENTRY,),
)
