"""The report on credits: spending by person, project, language, purpose, run, day, week or month.

A project is the one in which a lesson was paid for, which never changes, or its current one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from workbench.client.lookups.names import distinct_names
from workbench.columns import INTEGER, MOMENT, NUMBER, ORGANIZATION, TEXT, Column, fit_columns, rows_of_organizations
from workbench.procedures.organization import get_credit_ledger, get_members
from workbench.reports.credits.ledger import ledger_call, received_entries
from workbench.reports.credits.spending import settled_payments
from workbench.reports.lessons import all_lessons, lessons_call
from workbench.reports.projects import project_names, projects_call
from workbench.reports.report import PERIOD, Answers, Need, Report, ReportCall
from workbench.reports.scope import WORD, Parameter, Scope
from workbench.reports.tables.figures import SPENT, Figure
from workbench.reports.tables.listing import list_rows, within

if TYPE_CHECKING:
    import pandas

    from workbench.reports.charts import Chart

UNKNOWN: Final = "unknown"
AT_CHARGE, NOW = "project_at_charge", "project_now"
BY: Final = ("person", AT_CHARGE, NOW, "language", "purpose", "run", "day", "week", "month")
COLUMNS: Final = (
    *ORGANIZATION,
    Column("by", TEXT, "", f"Spending by: {', '.join(BY)}."),
    Column(
        "name",
        TEXT,
        "",
        "The person, project, language, purpose, run, or first day; missing if there is none or it is "
        "unknown. Two people or projects with one name have their e-mail address, first day or id in "
        "brackets.",
    ),
    Column("group_id", TEXT, "", "Id of the person or project; missing for the others."),
    Column("spent_credits", INTEGER, "credits", "Credits paid, without returned reservations."),
    Column("lessons", INTEGER, "lessons", "Lessons that were paid for."),
    Column("credits_per_lesson", NUMBER, "credits", "The one by the other."),
    Column("share", NUMBER, "", "Share of the organization's spending, 0 to 1; missing if that may not be seen."),
    Column("first_at", MOMENT, "UTC", "The first payment."),
    Column("last_at", MOMENT, "UTC", "The last payment."),
)
_EMAILS: Final = (
    *ORGANIZATION,
    Column("person_id", TEXT, "", "The person."),
    Column("email", TEXT, "", "E-mail address; missing for callers who may not manage people."),
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the ledger of each organization, and for the names of people and projects.

    For languages and present projects these are the lessons, those in the trash included.
    """
    needs_all = scope.get("by", "person") != "person"
    calls = [ledger_call(organization, needs_all=needs_all) for organization in scope.organizations]
    if scope.get("by", "person") in (NOW, "language"):
        for organization in scope.organizations:
            calls += [lessons_call(organization, beside=True), lessons_call(organization, in_trash=True, beside=True)]
    if scope.get("by", "person") == "person":
        for organization in scope.organizations:
            call = get_members(organization_id=organization.organization_id)
            calls.append(ReportCall(call, organization, "members", _EMAILS, beside=True))
    if scope.get("by", "person") in (AT_CHARGE, NOW):
        calls += [
            projects_call(organization, include_archived=True, beside=True) for organization in scope.organizations
        ]
    return calls


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per organization and name, the largest spender first; days, weeks and months in order.

    If a role sees only its own ledger entries, `by` person has only the person's own row, and says so; the others are
    refused.
    """
    by = answers.scope.get("by", "person")
    whole = [organization.organization_id for organization in answers.whole(get_credit_ledger.name)]
    paid = within(settled_payments(received_entries(answers)), "at", answers)
    if by != "person":
        paid = paid[rows_of_organizations(paid, whole)]
    ids = _ids(paid, by, answers)
    spending = paid.assign(group_id=ids, name=_names(paid, ids, by, answers))
    groups = spending.groupby(["organization", "organization_id", "group_id", "name"], dropna=False, as_index=False)
    table = groups.agg(
        spent_credits=("credits", "sum"), lessons=("lesson_id", "count"), first_at=("at", "min"), last_at=("at", "max")
    )
    total = table.groupby("organization_id", dropna=False)["spent_credits"].transform("sum").astype("float64")
    amounts, lessons = table["spent_credits"].astype("float64"), table["lessons"].astype("float64")
    table = table.assign(
        by=by,
        credits_per_lesson=(amounts / lessons).where(lessons > 0),
        share=(amounts / total).where((total > 0) & rows_of_organizations(table, whole)),
    )
    is_time = by in ("day", "week", "month")
    order = ["name"] if is_time else ["spent_credits", "name"]
    sorted_rows = table.sort_values(
        ["organization", "organization_id", *order], ascending=[True, True, *([True] if is_time else [False, True])]
    )
    return fit_columns(COLUMNS, sorted_rows)


def _ids(paid: pandas.DataFrame, by: str, answers: Answers) -> pandas.Series:
    """Return the ids by which payments are added up; missing for things that have only a name."""
    if by == "person":
        return paid["person_id"]
    if by == AT_CHARGE:
        return paid["project_id"]
    if by == NOW:
        return _of_lessons(paid, "project_id", answers)
    return paid["person_id"].where(paid["person_id"].isna(), None)


def _names(paid: pandas.DataFrame, ids: pandas.Series, by: str, answers: Answers) -> pandas.Series:
    if by == "person":
        return _with_names(ids, _person_names(paid, answers))
    if by in (AT_CHARGE, NOW):
        return _with_names(ids, project_names(answers))
    if by == "purpose":
        return paid["purpose"].fillna(UNKNOWN)
    if by == "run":
        here = paid["lesson_id"].map(dict(answers.scope.run_names)).astype(paid["run"].dtype)
        return paid["run"].fillna(here)
    if by == "language":
        return _of_lessons(paid, "language", answers)
    zone = ZoneInfo(answers.scope.get("tz", "UTC"))
    naive = paid["at"].astype("datetime64[ms, UTC]").dt.tz_convert(zone).dt.tz_localize(None)
    freq = {"day": "D", "week": "W-SUN", "month": "M"}[by]
    return naive.dt.to_period(freq).dt.start_time.dt.strftime("%Y-%m-%d").astype(paid["lesson_id"].dtype)


def _of_lessons(paid: pandas.DataFrame, column: str, answers: Answers) -> pandas.Series:
    lessons = all_lessons(answers).drop_duplicates("lesson_id").set_index("lesson_id")[column]
    return paid["lesson_id"].map(dict(lessons.items())).astype(paid["lesson_id"].dtype)


def _with_names(ids: pandas.Series, names: dict[str, str]) -> pandas.Series:
    return ids.map(names).astype(ids.dtype).fillna(ids)


def _person_names(paid: pandas.DataFrame, answers: Answers) -> dict[str, str]:
    """Return the payers' names by id; equal names with the e-mail address, if it is visible."""
    members = list_rows(answers, get_members.name, _EMAILS).to_pylist()
    emails = {member["person_id"]: member["email"] or "" for member in members}
    payers = paid[["person_id", "person_name"]].dropna().drop_duplicates("person_id")
    return distinct_names(
        (id_, name, emails.get(id_, "")) for id_, name in zip(payers["person_id"], payers["person_name"], strict=True)
    )


def chart(frame: pandas.DataFrame) -> Chart:
    """Draw it as `charts.spending` does."""
    from workbench.reports import charts

    return charts.spending(frame)


REPORT: Final = Report(
    "credits",
    "what was spent, by person, project, language, purpose, run or time",
    COLUMNS,
    ask,
    frame,
    (Parameter("by", WORD, f"{', '.join(BY)}; default: person.", BY), *PERIOD),
    needs=(Need("run_names", lambda given: given.get("by") == "run"),),
    chart=chart,
    figures=(SPENT, Figure("lessons", "sum", "lessons"), Figure("last_at", "last", "last payment")),
)
