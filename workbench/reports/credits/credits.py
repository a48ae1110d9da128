"""The report on credits: what was spent, by person, project, language, purpose, run, day, week or month.

A project is the one that a lesson was paid for in, which nothing changes afterwards, or the one that it is in now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import MOMENT, NUMBER, ORGANIZATION, TEXT, WHOLE, Column, fitted, of_places
from workbench.procedures.organization import get_credit_ledger
from workbench.reports.credits.ledger import ledger_call, ledger_of
from workbench.reports.credits.spending import spent
from workbench.reports.lessons import lessons_call, lessons_of
from workbench.reports.projects import project_names, projects_call
from workbench.reports.report import PERIOD, Answers, Report, ReportCall
from workbench.reports.scope import WORD, Parameter, Scope
from workbench.reports.tables.listing import within

if TYPE_CHECKING:
    import pandas

STARTER_LESSON: Final = "starter lesson"
AT_CHARGE, NOW = "project_at_charge", "project_now"
BY: Final = ("person", AT_CHARGE, NOW, "language", "purpose", "run", "day", "week", "month")
COLUMNS: Final = (
    *ORGANIZATION,
    Column("by", TEXT, "", f"What is added up: {', '.join(BY)}."),
    Column(
        "name",
        TEXT,
        "",
        "The person, project, language, purpose, run, or first day; missing when there is none or it is not known.",
    ),
    Column("spent_credits", WHOLE, "credits", "What was paid; reservations given back are not in it."),
    Column("lessons", WHOLE, "lessons", "Lessons that were paid for."),
    Column("credits_per_lesson", NUMBER, "credits", "The one by the other."),
    Column("share", NUMBER, "", "Part of what the organization spent, 0 to 1; missing where that is not told."),
    Column("first_at", MOMENT, "UTC", "The first payment."),
    Column("last_at", MOMENT, "UTC", "The last payment."),
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """The ledger of each organization; for projects and languages its lessons too, those in the trash included."""
    calls = [ledger_call(place) for place in scope.places]
    if scope.given("by", "person") in (NOW, "language"):
        for place in scope.places:
            calls += [lessons_call(place, beside=True), lessons_call(place, in_trash=True, beside=True)]
    if scope.given("by", "person") in (AT_CHARGE, NOW):
        calls += [projects_call(place, include_archived=True, beside=True) for place in scope.places]
    return calls


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each organization and name, the largest spender first; days, weeks and months in order of time.

    Where a role sees only its own ledger entries, `by` person has the person's own row alone.
    """
    by = answers.scope.given("by", "person")
    whole = [each.organization_id for each in answers.whole(get_credit_ledger.name)]
    paid = within(spent(ledger_of(answers)), "at", answers)
    if by != "person":
        paid = paid[of_places(paid, whole)]
    spending = paid.assign(name=_names(paid, by, answers))
    groups = spending.groupby(["organization", "organization_id", "name"], dropna=False, as_index=False)
    found = groups.agg(
        spent_credits=("credits", "sum"), lessons=("lesson_id", "count"), first_at=("at", "min"), last_at=("at", "max")
    )
    total = found.groupby("organization_id", dropna=False)["spent_credits"].transform("sum").astype("float64")
    amounts, lessons = found["spent_credits"].astype("float64"), found["lessons"].astype("float64")
    found = found.assign(
        by=by,
        credits_per_lesson=(amounts / lessons).where(lessons > 0),
        share=(amounts / total).where((total > 0) & of_places(found, whole)),
    )
    is_time = by in ("day", "week", "month")
    order = ["name"] if is_time else ["spent_credits", "name"]
    sorted_rows = found.sort_values(["organization", *order], ascending=[True, *([True] if is_time else [False, True])])
    return fitted(COLUMNS, sorted_rows)


def _names(paid: pandas.DataFrame, by: str, answers: Answers) -> pandas.Series:
    if by == "person":
        return paid["person_name"].fillna(paid["person_id"])
    if by == "purpose":
        return paid["reason"].where(paid["lesson_id"].isna(), STARTER_LESSON)
    if by == "run":
        here = paid["lesson_id"].map(dict(answers.scope.run_names)).astype(paid["run"].dtype)
        return paid["run"].fillna(here)
    if by == AT_CHARGE:
        names = paid["project_id"].map(project_names(answers)).astype(paid["project_id"].dtype)
        return names.fillna(paid["project_id"])
    if by in (NOW, "language"):
        column = "project" if by == NOW else by
        lessons = lessons_of(answers).drop_duplicates("lesson_id").set_index("lesson_id")[column]
        return paid["lesson_id"].map(dict(lessons.items())).astype(paid["lesson_id"].dtype)
    naive = paid["at"].astype("datetime64[ms, UTC]").dt.tz_localize(None)
    freq = {"day": "D", "week": "W-SUN", "month": "M"}[by]
    return naive.dt.to_period(freq).dt.start_time.dt.strftime("%Y-%m-%d").astype(paid["lesson_id"].dtype)


REPORT: Final = Report(
    "credits",
    "what was spent, by person, project, language, purpose, run or time",
    COLUMNS,
    ask,
    frame,
    (Parameter("by", WORD, f"{', '.join(BY)}; default: person.", BY), *PERIOD),
)
