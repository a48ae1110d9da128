"""The report on the credit ledger: every movement, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, INTEGER, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.organization import (
    MAX_LEDGER_PAGE,
    PURPOSES,
    CreditLedgerOutput,
    get_credit_ledger,
    get_user_data,
)
from workbench.reports.report import PERIOD, Answers, Missing, Report, ReportCall
from workbench.reports.scope import ReportOrganization, Scope
from workbench.reports.tables.figures import LAST_ENTRY, PROJECT_COUNT
from workbench.reports.tables.listing import list_rows, within

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("entry_id", TEXT, "", "The entry; they rise with time."),
    Column("at", MOMENT, "UTC", "When."),
    Column("kind", TEXT, "", "grant, reserve, settle, release or expire."),
    Column("credits", INTEGER, "credits", "Signed; a reservation is negative, its settlement 0."),
    Column("balance_after", INTEGER, "credits", "The balance after this entry."),
    Column("person_id", TEXT, "", "Who caused it."),
    Column("person_name", TEXT, "", "That person's name."),
    Column("lesson_id", TEXT, "", "The lesson it paid for."),
    Column("reservation_id", TEXT, "", "The reservation it belongs to."),
    Column("run", TEXT, "", "The run that requested it."),
    Column("purpose", TEXT, "", f"The purpose: {', '.join(PURPOSES)}; missing if nothing is paid for."),
    Column("reason", TEXT, "", "The reason given for a grant, or for returning credits."),
    Column("project_id", TEXT, "", "The project in which the lesson was paid for; missing if unknown."),
    EXTRA,
)
SEE_THE_LEDGER: Final = "Owners, admins and analysts"
"""The roles that see everyone's entries."""
_REFUSAL: Final = (
    "Your role does not see everyone's entries of the credit ledger, so nothing is added up. "
    f"{SEE_THE_LEDGER} see them all."
)
BALANCE: Final = "ai_credit_balance"
_WALLET: Final = (*ORGANIZATION, Column(BALANCE, INTEGER, "credits", "The reported balance."))


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the ledger of each organization, page by page."""
    return [ledger_call(organization) for organization in scope.organizations]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per entry, newest first."""
    return within(received_entries(answers), "at", answers)


def received_entries(answers: Answers) -> pandas.DataFrame:
    """Return every entry that was received, whatever the period."""
    return arrow_frame(COLUMNS, list_rows(answers, get_credit_ledger.name, COLUMNS))


def received_balances(answers: Answers) -> dict[str | None, int]:
    """Return the balances that were received, by the organization's id."""
    rows = list_rows(answers, get_user_data.name, _WALLET).to_pylist()
    return {row["organization_id"]: row[BALANCE] for row in rows if row[BALANCE] is not None}


def wallet_call(organization: ReportOrganization, *, beside: bool = False) -> ReportCall:
    """Return a call for the balance of one organization, which every role may read."""
    return ReportCall(get_user_data(organization_id=organization.organization_id), organization, "", _WALLET, beside)


def ledger_call(organization: ReportOrganization, *, beside: bool = False, needs_all: bool = False) -> ReportCall:
    """Return a call for the ledger of one organization; incomplete if a role may read only its own entries.

    With `needs_all` such a role is refused.
    """
    call = get_credit_ledger(organization_id=organization.organization_id, limit=MAX_LEDGER_PAGE)
    return ReportCall(call, organization, "entries", COLUMNS, beside, _missing, _REFUSAL if needs_all else "")


def _missing(answer: CreditLedgerOutput) -> Missing | None:
    if answer.covers_everyone:
        return None
    if answer.covers_everyone is None:
        return Missing("the service does not say whether the credit ledger is everyone's, so nothing is added up.")
    return Missing(
        "your role sees only your own entries of the credit ledger, so nothing is added up for the organization. "
        f"{SEE_THE_LEDGER} see them all.",
        is_refusal=True,
    )


REPORT: Final = Report(
    "ledger",
    "every movement of AI credits",
    COLUMNS,
    ask,
    frame,
    PERIOD,
    key=("entry_id",),
    figures=(PROJECT_COUNT, LAST_ENTRY),
)
