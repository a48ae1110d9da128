"""Compute spent, held and granted credits from the ledger. Pure; uses a ledger's frame, no service.

A reservation deducts credits, its settlement moves none, a release or the end of its lease returns them. So the amount
spent is the sum of settled reservations; one that is neither settled nor returned is still held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas

_FACTS: Final = ["purpose", "reason", "person_id", "person_name", "run", "project_id"]


def settled_payments(ledger: pandas.DataFrame) -> pandas.DataFrame:
    """Return one row per settled payment.

    Columns: organization, lesson, purpose, person, run, project, `credits` (> 0), `at`.
    """
    took = ledger.loc[ledger["kind"] == "reserve", ["organization_id", "reservation_id", "credits"]]
    closed = ledger.loc[ledger["kind"] == "settle"].drop(columns=["credits"])
    both = closed.merge(took, on=["organization_id", "reservation_id"], how="inner")
    names = ["organization", "organization_id", "reservation_id", "lesson_id", *_FACTS, "credits", "at"]
    return both.assign(credits=-both["credits"])[names].sort_values("at", kind="stable").reset_index(drop=True)


def open_reservations(ledger: pandas.DataFrame) -> pandas.DataFrame:
    """Return the open reservations: neither settled nor returned; `credits` is positive."""
    closed = ledger.loc[ledger["kind"].isin(["settle", "release", "expire"]), "reservation_id"]
    open_now = ledger[(ledger["kind"] == "reserve") & ~ledger["reservation_id"].isin(closed)]
    return open_now.assign(credits=-open_now["credits"]).reset_index(drop=True)


def daily(ledger: pandas.DataFrame) -> pandas.DataFrame:
    """Return one row per organization and day (UTC), from its first payment to its last entry, gaps included.

    An entry whose time or balance cannot be read is in no day. Columns `organization`, `organization_id`,
    `day`, `spent_credits`, `balance_credits` at the end of the day.
    """
    import pandas

    ledger = ledger.dropna(subset=["at", "credits", "balance_after"])
    parts = [_daily(frame) for _, frame in ledger.groupby("organization_id", dropna=False)]
    empty = pandas.DataFrame(columns=["organization", "organization_id", "day", "spent_credits", "balance_credits"])
    return pandas.concat(parts, ignore_index=True) if parts else empty


def _daily(ledger: pandas.DataFrame) -> pandas.DataFrame:
    import pandas

    by_time = ledger.assign(order=pandas.to_numeric(ledger["entry_id"], errors="coerce")).sort_values(["at", "order"])
    day = by_time["at"].dt.floor("D")
    days = pandas.date_range(day.min(), day.max(), freq="D")
    paid = settled_payments(ledger)
    per_day = paid.groupby(paid["at"].dt.floor("D"))["credits"].sum()
    balance = by_time.groupby(day)["balance_after"].last()
    return pandas.DataFrame(
        {
            "organization": by_time["organization"].iloc[0],
            "organization_id": by_time["organization_id"].iloc[0],
            "day": days,
            "spent_credits": _on(per_day, days).fillna(0).astype("int64").to_numpy(),
            "balance_credits": _on(balance, days).ffill().astype("int64").to_numpy(),
        }
    )


def _on(series: pandas.Series, days: pandas.DatetimeIndex) -> pandas.Series:
    plain = series.astype("float64")
    plain.index = plain.index.astype(days.dtype)
    return plain.reindex(days)
