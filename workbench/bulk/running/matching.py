"""Decide whether an unsure request made a lesson, by the recent lessons and the balance.

One new lesson, one price deducted, in the time of the request: matched, not proven. Anything else leaves the row
unsure; a field that the service does not show proves nothing. Pure functions. Source: ours (bulk).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from workbench.client.moments import moment
from workbench.procedures.organization import RecentItem, RecentItemsOutput, UserData

CLOCK_SLACK_MS: Final = 120_000


@dataclass(frozen=True, slots=True)
class RecentLesson:
    """A recent lesson. What the service does not show is `None`; times are epoch milliseconds."""

    lesson_id: str
    title: str | None = None
    language: str | None = None
    created_at: int | None = None
    created_by_id: str | None = None
    created_by: str | None = None


@dataclass(frozen=True, slots=True)
class LessonMaker:
    """The person who may have made a lesson: their id, and the name for services that show only names."""

    person_id: str | None
    name: str | None = None

    def may_have_made(self, item: RecentLesson) -> bool:
        """Compare by id where the service shows it, since two people may have one name, and by name elsewhere."""
        if item.created_by_id is not None:
            return self.person_id in (None, item.created_by_id)
        return item.created_by is None or self.name in (None, item.created_by)


UNKNOWN_MAKER: Final = LessonMaker(None)


@dataclass(frozen=True, slots=True)
class Reading:
    """Recent lessons and balance at one moment. `items` is `None` where the service shows no lesson ids."""

    items: tuple[RecentLesson, ...] | None
    balance_credits: int | None
    at: int

    def to_json(self) -> str:
        """Return the part that is stored with an attempt, as JSON."""
        ids = None if self.items is None else [item.lesson_id for item in self.items]
        return json.dumps({"ids": ids, "balance": self.balance_credits, "at": self.at})


@dataclass(frozen=True, slots=True)
class Baseline:
    """The facts read before a request, as the journal stores them."""

    ids: tuple[str, ...] | None
    balance_credits: int | None
    at: int


@dataclass(frozen=True, slots=True)
class UnsureSend:
    """A request whose outcome is unknown: its time, the state before it, and what the journal has made since."""

    language: str
    began_at: int
    before: Baseline | None
    made_since: int
    price_credits: int | None


class MatchFinding(StrEnum):
    """The result of the comparison."""

    MATCHED = "matched"
    NOT_SEEN = "not found yet"
    NO_EVIDENCE = "no evidence"
    SEVERAL = "cannot tell which"


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The finding, a sentence for people, and the candidates."""

    seen: MatchFinding
    message: str
    candidates: tuple[RecentLesson, ...] = ()


def reading(recent: RecentItemsOutput, user: UserData | None, now: int) -> Reading:
    """Return the reading made from the two answers."""
    items = recent.recent_items
    lessons: dict[str, RecentLesson] = {}
    for item in items:
        if item.lesson_id and (item.item_type in (None, "lesson")):
            lessons.setdefault(item.lesson_id, _item(item))
    unreadable = bool(items) and not lessons and all(item.item_type is None for item in items)
    return Reading(None if unreadable else tuple(lessons.values()), user.ai_credit_balance if user else None, now)


def before(text: str | None) -> Baseline | None:
    """Return the reading stored with an attempt, or `None` without one."""
    if text is None:
        return None
    fields = json.loads(text)
    return Baseline(None if fields["ids"] is None else tuple(fields["ids"]), fields["balance"], fields["at"])


def judge(
    send: UnsureSend, now: Reading, explained: set[str], unsure: int, me: LessonMaker = UNKNOWN_MAKER
) -> MatchReport:
    """Judge a send by `now`. `explained` are lessons of the journal, `unsure` counts all sends in doubt.

    `me` is the person who sends.
    """
    if send.before is None or send.before.ids is None or now.items is None:
        return MatchReport(MatchFinding.NO_EVIDENCE, "The service does not show which lessons are new.")
    if send.before.ids and not set(send.before.ids) & {item.lesson_id for item in now.items}:
        return MatchReport(
            MatchFinding.NO_EVIDENCE, "The list of recent lessons no longer reaches back to the time of the send."
        )
    new = tuple(i for i in now.items if i.lesson_id not in explained and i.lesson_id not in send.before.ids)
    if not new:
        return MatchReport(MatchFinding.NOT_SEEN, "No new lesson yet; the request may still be running.")
    if len(new) > 1 or unsure > 1:
        return MatchReport(
            MatchFinding.SEVERAL, f"{_count(len(new), 'new lesson')} for {_count(unsure, 'unknown send')}.", new
        )
    doubt = _unsure_reading(send, new[0], now, me)
    if doubt:
        return MatchReport(MatchFinding.NO_EVIDENCE, f"One new lesson, but {doubt}.", new)
    return MatchReport(
        MatchFinding.MATCHED, "One new lesson and one charge at the time of the request: matched, not proven.", new
    )


def _unsure_reading(send: UnsureSend, item: RecentLesson, now: Reading, me: LessonMaker) -> str:
    if send.price_credits is None or send.before is None:
        return "the service shows no price"
    if now.balance_credits is None or send.before.balance_credits is None:
        return "the service shows no balance"
    gone = send.before.balance_credits - now.balance_credits
    if gone != send.price_credits * (send.made_since + 1):
        return f"the balance changed by {gone} credits, which is not its cost"
    if item.created_at is None:
        return "the service does not show when it was made"
    if not send.began_at - CLOCK_SLACK_MS <= item.created_at <= now.at + CLOCK_SLACK_MS:
        return "it was created at another time"
    if item.language is not None and item.language.upper() != send.language.upper():
        return "it is in another language"
    if not me.may_have_made(item):
        return "someone else created it"
    return ""


def _item(item: RecentItem) -> RecentLesson:
    return RecentLesson(
        item.lesson_id or "", item.title, item.language, _epoch_ms(item.created_at), item.created_by_id, item.created_by
    )


def _epoch_ms(at: datetime | None) -> int | None:
    time = moment(at)
    return None if time is None else round(time.timestamp() * 1000)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def titles(candidates: Sequence[RecentLesson]) -> list[str]:
    """Return the candidates for people: id and title."""
    return [f"{item.lesson_id} ({item.title or 'no title shown'})" for item in candidates]
