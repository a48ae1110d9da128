"""A lesson that a person says is a row's: looked up before it is believed. Reads only. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from workbench.bulk.planning.target import Conversations
from workbench.bulk.running.resolve import RowDecision
from workbench.client.sanitize import shown
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import get_lesson

_NOT_THERE: Final = frozenset({400, 403, 404})


def looked_up(choice: RowDecision, client: Conversations) -> RowDecision:
    """The choice, with the title of the lesson that it names. A service that tells no lessons by id is believed.

    Raises `PlanRejected` when the service has no such lesson for this session.
    """
    lesson_id = (choice.lesson_id or "").strip()
    known = client.capabilities() if lesson_id else None
    if known is None or get_lesson.name not in known.procedures:
        return choice
    try:
        found = client.call(get_lesson(lesson_id=lesson_id))
    except CallFailed as refused:
        if refused.http_status not in _NOT_THERE:
            raise
        raise PlanRejected(
            f"There is no lesson {shown(lesson_id, longest=60)} that you may read. Look its id up. Nothing was changed."
        ) from None
    return replace(choice, lesson_id=lesson_id, title=choice.title or found.title)
