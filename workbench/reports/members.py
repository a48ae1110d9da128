"""The report on members: names, roles and, if readable, activity and spending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import (
    EXTRA,
    FLAG,
    INTEGER,
    MOMENT,
    ORGANIZATION,
    TEXT,
    Column,
    arrow_frame,
    fit_columns,
    rows_frame,
    rows_of_organizations,
)
from workbench.procedures.member import MAX_AUDIT_PAGE, ListMembersOutput
from workbench.procedures.organization import get_audit_log, get_credit_ledger, get_members
from workbench.reports.credits.ledger import ledger_call, received_entries
from workbench.reports.credits.spending import settled_payments
from workbench.reports.report import Answers, Missing, Report, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.figures import SPENT, Figure
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("name", TEXT, "", "The person's name."),
    Column("person_id", TEXT, "", "The person."),
    Column("email", TEXT, "", "E-mail address; missing for callers who may not manage people."),
    Column("role", TEXT, "", "The person's role."),
    Column("since", MOMENT, "UTC", "When the person joined."),
    Column("is_disabled", FLAG, "", "Whether the person cannot sign in any more."),
    Column("is_removed", FLAG, "", "Whether the person is no longer a member, and did or spent something before."),
    Column("actions", INTEGER, "actions", "Writes in the audit log; missing where the log may not be read."),
    Column("last_action_at", MOMENT, "UTC", "The last of them."),
    Column("paid_lessons", INTEGER, "lessons", "Lessons that were paid for."),
    Column("spent_credits", INTEGER, "credits", "What these cost; missing where the ledger may not be read."),
    EXTRA,
)
_AUDIT: Final = (
    *ORGANIZATION,
    Column("person_id", TEXT, "", "Who did it."),
    Column("person_name", TEXT, "", "That person's name."),
    Column("at", MOMENT, "UTC", "When."),
)
_KEY: Final = ["organization_id", "person_id"]


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the members of each organization, and for its audit log and ledger."""
    calls = []
    for organization in scope.organizations:
        calls.append(
            ReportCall(
                get_members(organization_id=organization.organization_id),
                organization,
                "members",
                COLUMNS,
                missing=_missing,
            )
        )
        log = get_audit_log(organization_id=organization.organization_id, limit=MAX_AUDIT_PAGE)
        calls += [ReportCall(log, organization, "entries", _AUDIT, beside=True), ledger_call(organization, beside=True)]
    return calls


def _missing(answer: ListMembersOutput) -> Missing | None:
    if any(member.email is not None for member in answer.members):
        return None
    return Missing("your role does not see e-mail addresses. Owners and admins do.", rows=False)


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per member, by organization and name, then those removed, as far as log and ledger show."""
    table = arrow_frame(COLUMNS, list_rows(answers, get_members.name, COLUMNS))
    table = table.assign(is_removed=table["is_removed"].fillna(value=False))
    plain = _with_removed(table.drop(columns=["actions", "last_action_at", "paid_lessons", "spent_credits"]), answers)
    members = plain.merge(_activity(answers), on=_KEY, how="left").merge(_spending(answers), on=_KEY, how="left")
    for procedure, counted in (
        (get_audit_log.name, ["actions"]),
        (get_credit_ledger.name, ["paid_lessons", "spent_credits"]),
    ):
        where = rows_of_organizations(
            members, [organization.organization_id for organization in answers.whole(procedure)]
        )
        members.loc[where, counted] = members.loc[where, counted].fillna(0)
    return fit_columns(COLUMNS, members)


def _with_removed(members: pandas.DataFrame, answers: Answers) -> pandas.DataFrame:
    """Return the members and everybody else in the audit log or in the ledger of a charge, so that sums agree."""
    import pandas

    names = {"person_name": "name"}
    log = arrow_frame(_AUDIT, list_rows(answers, get_audit_log.name, _AUDIT))
    seen = pandas.concat([settled_payments(received_entries(answers)), log], ignore_index=True).rename(columns=names)
    listed_ids = [answer.request.organization.organization_id for answer in answers.of(get_members.name)]
    others = seen[["organization", "organization_id", "person_id", "name"]].dropna(subset=["person_id"])
    others = others[rows_of_organizations(others, listed_ids)].drop_duplicates(_KEY).sort_values(["name", "person_id"])
    known = set(zip(members["organization_id"].fillna(""), members["person_id"], strict=True))
    keys = zip(others["organization_id"].fillna(""), others["person_id"], strict=True)
    gone = others[[key not in known for key in keys]].astype(object).to_dict("records")
    rows = [{str(name): None if pandas.isna(value) else value for name, value in row.items()} for row in gone]
    removed = rows_frame(COLUMNS, [{**row, "is_removed": True} for row in rows])
    return pandas.concat([members, removed[list(members.columns)]], ignore_index=True)


def _activity(answers: Answers) -> pandas.DataFrame:
    log = arrow_frame(_AUDIT, list_rows(answers, get_audit_log.name, _AUDIT))
    return log.groupby(_KEY, as_index=False).agg(actions=("at", "size"), last_action_at=("at", "max"))


def _spending(answers: Answers) -> pandas.DataFrame:
    paid = settled_payments(received_entries(answers))
    return paid.groupby(_KEY, as_index=False).agg(paid_lessons=("lesson_id", "count"), spent_credits=("credits", "sum"))


REPORT: Final = Report(
    "members",
    "people, their roles, actions and spending",
    COLUMNS,
    ask,
    frame,
    key=("organization_id", "person_id"),
    listed=(
        "name",
        "email",
        "role",
        "since",
        "last_action_at",
        "paid_lessons",
        "spent_credits",
        "is_disabled",
        "is_removed",
        "person_id",
    ),
    figures=(SPENT, Figure("is_disabled", "true", "disabled")),
)
