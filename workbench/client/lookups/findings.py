"""Read the findings of lessons, many in one request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import every_item
from workbench.errors import NotFound, WorkbenchError
from workbench.procedures.findings import CheckedLesson
from workbench.procedures.lesson import MAX_LESSON_IDS, MAX_LESSON_PAGE, get_findings, list_findings

A = TypeVar("A", bound=BaseModel)
MOST_SINGLE_CALLS: Final = 200
"""Largest number of unchecked lessons that are requested one by one."""


def checked_lessons(
    client: CallingClient,
    organization_id: str | None,
    lesson_ids: Sequence[str] | None = None,
    **which: str | None,
) -> list[CheckedLesson]:
    """Return the lessons with their findings, last changed first: those of `lesson_ids` or of the filters.

    A lesson that is waiting to be checked is requested individually; if there are many, `findings` of the
    others is `None`. Raises `NotFound` if the service does not check lessons.
    """
    capabilities = client.capabilities()
    if capabilities is None or list_findings.name not in capabilities.procedures:
        raise NotFound("This service doesn't check lessons.", code="NOT_FOUND", http_status=404)
    if lesson_ids is None:
        lessons = list(_pages(client, MAX_LESSON_PAGE, organization_id=organization_id, **which))
    else:
        lessons = []
        for ids in _in_parts(list(dict.fromkeys(lesson_ids))):
            lessons += _pages(client, MAX_LESSON_IDS, organization_id=organization_id, lesson_ids=ids, **which)
    waiting = [lesson.lesson_id for lesson in lessons if lesson.findings is None][:MOST_SINGLE_CALLS]
    answers = dict(
        zip(waiting, client.outcomes(*[get_findings(lesson_id=lesson_id) for lesson_id in waiting]), strict=True)
    )
    return [_with(lesson, answers.get(lesson.lesson_id)) for lesson in lessons]


def _in_parts(ids: list[str]) -> Iterator[list[str]]:
    return (ids[start : start + MAX_LESSON_IDS] for start in range(0, len(ids), MAX_LESSON_IDS))


def _with(lesson: CheckedLesson, answer: Any) -> CheckedLesson:
    if answer is None or isinstance(answer, WorkbenchError):
        return lesson
    return lesson.model_copy(update={"findings": answer.findings})


def _pages(client: CallingClient, page_size: int, **which: Any) -> Iterator[CheckedLesson]:
    return every_item(client, list_findings(**which), page_size=page_size)
