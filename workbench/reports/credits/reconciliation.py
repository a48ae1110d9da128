"""The report on reconciliation: whether ledger, balance and lessons agree, or which entries do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.columns import FLAG, INTEGER, ORGANIZATION, TEXT, Column, arrow_frame, arrow_table, rows_of_organizations
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_credit_ledger
from workbench.reports.credits.ledger import ledger_call, received_balances, received_entries, wallet_call
from workbench.reports.credits.spending import settled_payments
from workbench.reports.lessons import all_lessons, lessons_call
from workbench.reports.report import Answers, Need, Report, ReportCall
from workbench.reports.scope import ReportOrganization, Scope
from workbench.reports.tables.figures import Figure

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("check", TEXT, "", "The comparison."),
    Column("agrees", FLAG, "", "Whether it agrees; missing if one side is incomplete."),
    Column("expected", INTEGER, "", "The value on one side: credits, or rows."),
    Column("found", INTEGER, "", "What the other says."),
    Column("differing", TEXT, "", "Ids of the first twenty disagreements; missing if there are none."),
)
_SHOWN: Final = 20
_DRAFTED, _PAID = "each drafted lesson was paid for", "each lesson paid for is there"
_RUNS: Final = "each lesson that this computer's runs made is there"
_OF_LESSONS: Final = (_DRAFTED, _PAID, _RUNS)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the ledger, the balance and the lessons of each organization, the trash included."""
    calls = []
    for organization in scope.organizations:
        calls += [ledger_call(organization, needs_all=True), wallet_call(organization, beside=True)]
        calls += [lessons_call(organization, beside=True), lessons_call(organization, in_trash=True, beside=True)]
    return calls


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per organization and check.

    A value is missing if it is compared with a side that is not complete.
    """
    ledger, lessons, balances = received_entries(answers), all_lessons(answers), received_balances(answers)
    whole = answers.whole(get_credit_ledger.name)
    organizations = [
        organization
        for organization in answers.whole(list_lessons.name)
        if organization in whole and _has_both_lists(answers, organization)
    ]
    rows: list[dict[str, Any]] = []
    for chosen in dict.fromkeys(answer.request.organization for answer in answers.of(get_credit_ledger.name)):
        key = chosen.organization_id
        entries, own = (table[rows_of_organizations(table, [key])] for table in (ledger, lessons))
        checks = [*_checks(entries, balances.get(key), own), *_of_runs(answers.scope.run_lessons.get(key, ()), own)]
        for check in checks:
            is_known = chosen in (organizations if check["check"] in _OF_LESSONS else whole)
            values = check if is_known else {"check": check["check"]}
            rows.append({"organization": chosen.name, "organization_id": key, **values})
    return arrow_frame(COLUMNS, arrow_table(COLUMNS, rows))


def _has_both_lists(answers: Answers, organization: ReportOrganization) -> bool:
    # Lessons in use, and lessons in the trash.
    return [answer.request.organization for answer in answers.of(list_lessons.name)].count(organization) == 2


def _checks(entries: pandas.DataFrame, balance: int | None, lessons: pandas.DataFrame) -> Iterator[dict[str, Any]]:
    oldest_first = entries.iloc[::-1]
    total = int(oldest_first["credits"].sum())
    yield _check("the entries add up to the balance", balance, total)
    running = oldest_first["credits"].cumsum()
    off = oldest_first.loc[running != oldest_first["balance_after"], "entry_id"]
    yield _check("each entry's balance follows from those before", len(oldest_first), len(oldest_first) - len(off), off)
    paid = settled_payments(entries)
    is_unnamed = paid["lesson_id"].isna() & paid["reason"].isna() & paid["purpose"].fillna("unknown").eq("unknown")
    unnamed = paid.loc[is_unnamed, "reservation_id"]
    yield _check("each payment has a purpose", len(paid), len(paid) - len(unnamed), unnamed)
    twice = paid.loc[paid["lesson_id"].duplicated() & paid["lesson_id"].notna(), "lesson_id"]
    yield _check("no lesson was paid for twice", len(paid), len(paid) - len(twice), twice)
    drafted = lessons.loc[lessons["writer"].notna(), "lesson_id"]
    free = drafted[~drafted.isin(paid["lesson_id"])]
    yield _check(_DRAFTED, len(drafted), len(drafted) - len(free), free)
    gone = paid.loc[paid["lesson_id"].notna() & ~paid["lesson_id"].isin(lessons["lesson_id"]), "lesson_id"]
    yield _check(_PAID, len(paid), len(paid) - len(gone), gone)


def _of_runs(made: Sequence[str], lessons: pandas.DataFrame) -> Iterator[dict[str, Any]]:
    # A service restored from a backup agrees with itself, but not with this computer's runs.
    if made:
        there = set(lessons["lesson_id"])
        gone = [lesson_id for lesson_id in made if lesson_id not in there]
        yield _check(_RUNS, len(made), len(made) - len(gone), gone)


def _check(what: str, expected: int | None, actual: int, differing: Iterable[Any] | None = None) -> dict[str, Any]:
    ids = [] if differing is None else [str(differing_id) for differing_id in differing]
    listed = ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else "")
    agrees = None if expected is None else expected == actual
    return {"check": what, "agrees": agrees, "expected": expected, "found": actual, "differing": listed or None}


REPORT: Final = Report(
    "reconciliation",
    "whether ledger, balance and lessons agree",
    COLUMNS,
    ask,
    frame,
    needs=(Need("run_lessons"),),
    figures=(Figure("agrees", "true", "agree"),),
)
