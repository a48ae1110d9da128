"""What a person can decide about a row of a run, and looking up the lesson that they name. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from workbench.bulk.planning.target import Conversations
from workbench.client.sanitize import shown
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import get_lesson

_NOT_THERE: Final = frozenset({400, 403, 404})


@dataclass(frozen=True, slots=True)
class Assign:
    """The lesson of this id is the row's. Its title is looked up where none is given."""

    lesson_id: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Unassign:
    """The lesson that was matched with the row is not its: the row is unsure again."""


@dataclass(frozen=True, slots=True)
class Resend:
    """Send the row once more, which may cost its credits twice; within 10 minutes of the last send only by `force`."""

    force: bool = False


@dataclass(frozen=True, slots=True)
class Dismiss:
    """The person has seen what the row may have made: it needs nobody any more."""


RowDecision = Assign | Unassign | Resend | Dismiss


def verify(decision: RowDecision, client: Conversations) -> RowDecision:
    """The decision; of `Assign` with the title of its lesson, if the service tells lessons by their id.

    Raises `PlanRejected` when the service has no such lesson for this session.
    """
    if not isinstance(decision, Assign):
        return decision
    lesson_id = decision.lesson_id.strip()
    known = client.capabilities() if lesson_id else None
    if known is None or get_lesson.name not in known.procedures:
        return decision
    try:
        found = client.call(get_lesson(lesson_id=lesson_id))
    except CallFailed as refused:
        if refused.http_status not in _NOT_THERE:
            raise
        raise PlanRejected(
            f"There is no lesson {shown(lesson_id, longest=60)} that you may read. Look its id up. Nothing was changed."
        ) from None
    return replace(decision, lesson_id=lesson_id, title=decision.title or found.title)
