"""The report on reconciliation: whether ledger, balance and lessons agree, or which entries do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.procedures.organization import get_user_data
from workbench.reports.column import FLAG, ORGANIZATION, TEXT, WHOLE, Column, frame_of, table_of
from workbench.reports.ledger import asked_ledger, ledger_of
from workbench.reports.lessons import asked_lessons, lessons_of
from workbench.reports.listing import listed
from workbench.reports.report import Answers, Asked, Report
from workbench.reports.scope import Scope
from workbench.reports.spending import spent

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("check", TEXT, "", "What is compared."),
    Column("agrees", FLAG, "", "Whether it agrees."),
    Column("expected", WHOLE, "", "What the one side says: credits, or rows."),
    Column("found", WHOLE, "", "What the other says."),
    Column("differing", TEXT, "", "Ids of what does not agree, the first twenty; missing when all does."),
)
_WALLET: Final = (*ORGANIZATION, Column("ai_credit_balance", WHOLE, "credits", "The balance told."))
_SHOWN: Final = 20


def ask(scope: Scope) -> Sequence[Asked]:
    """The ledger, the balance and the lessons of each organization, those in the trash included."""
    asked = []
    for place in scope.places:
        wallet = get_user_data(organization_id=place.organization_id)
        asked += [asked_ledger(place), Asked(wallet, place, "", _WALLET)]
        asked += [asked_lessons(place, beside=True), asked_lessons(place, in_trash=True, beside=True)]
    return asked


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each organization and check. Of an author, who sees the own spend only, the sums cannot agree."""
    ledger, lessons = ledger_of(answers), lessons_of(answers)
    wallet = frame_of(_WALLET, listed(answers, get_user_data.name, _WALLET))
    rows: list[dict[str, Any]] = []
    for (name, key), entries in ledger.groupby(["organization", "organization_id"], dropna=False):
        balance = wallet.loc[wallet["organization_id"] == key, "ai_credit_balance"]
        own = lessons[lessons["organization_id"] == key]
        place = {"organization": name, "organization_id": key}
        rows += [{**place, **each} for each in _checks(entries, balance, own)]
    return frame_of(COLUMNS, table_of(COLUMNS, rows))


def _checks(entries: pandas.DataFrame, balance: pandas.Series, lessons: pandas.DataFrame) -> Iterator[dict[str, Any]]:
    oldest_first = entries.iloc[::-1]
    total = int(oldest_first["credits"].sum())
    told = None if balance.empty else int(balance.iloc[0])
    yield _check("the entries add up to the balance", told, total)
    running = oldest_first["credits"].cumsum()
    off = oldest_first.loc[running != oldest_first["balance_after"], "entry_id"]
    yield _check("each entry's balance follows from those before", len(oldest_first), len(oldest_first) - len(off), off)
    paid = spent(entries)
    unpaid = paid.loc[paid["lesson_id"].isna(), "reservation_id"]
    yield _check("each payment names a lesson", len(paid), len(paid) - len(unpaid), unpaid)
    twice = paid.loc[paid["lesson_id"].duplicated() & paid["lesson_id"].notna(), "lesson_id"]
    yield _check("no lesson was paid for twice", len(paid), len(paid) - len(twice), twice)
    drafted = lessons.loc[lessons["writer"].notna(), "lesson_id"]
    free = drafted[~drafted.isin(paid["lesson_id"])]
    yield _check("each drafted lesson was paid for", len(drafted), len(drafted) - len(free), free)
    gone = paid.loc[paid["lesson_id"].notna() & ~paid["lesson_id"].isin(lessons["lesson_id"]), "lesson_id"]
    yield _check("each lesson paid for is there", len(paid), len(paid) - len(gone), gone)


def _check(what: str, expected: int | None, found: int, differing: pandas.Series | None = None) -> dict[str, Any]:
    ids = [] if differing is None else [str(each) for each in differing]
    said = ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else "")
    agrees = None if expected is None else expected == found
    return {"check": what, "agrees": agrees, "expected": expected, "found": found, "differing": said or None}


REPORT: Final = Report(
    "reconciliation", "whether ledger, balance and lessons agree, or what does not", COLUMNS, ask, frame
)
