"""What a search finds is read to the end, each lesson once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.bulk.fake_service import lesson_summary
from workbench.client.lookups.search import search_lessons
from workbench.errors import CallFailed, InputRejected, NotAllowed, NotFound
from workbench.procedures.lesson import FoundLesson, SearchOutput, search


class Finding:
    """A service on which each search finds so many lessons; `shift` of them move a page back while they are read."""

    def __init__(self, count: int, *, shift: int = 0, refusal: CallFailed | None = None) -> None:
        self.count, self.shift, self.refusal = count, shift, refusal
        self.limits: list[int] = []
        self.procedures = [search.name]

    def capabilities(self) -> Any:
        """It has what is in `procedures`."""
        return SimpleNamespace(procedures=self.procedures)

    def call(self, call: Any) -> Any:
        """A page."""
        if self.refusal is not None:
            raise self.refusal
        self.limits.append(call.input.limit)
        start = int(call.input.cursor or 0)
        end = min(self.count, start + call.input.limit)
        first = max(0, start - self.shift) if start else 0
        lessons = [
            FoundLesson(**lesson_summary(f"l{number}", "Bread", None).model_dump(), hits=[])
            for number in range(first, end)
        ]
        return SearchOutput(lessons=lessons, total=self.count, next_cursor=str(end) if end < self.count else None)


def test_every_lesson_is_read() -> None:
    """In the service's order, 100 a page."""
    service = Finding(250)
    found = search_lessons(service, None, "bread")

    assert [lesson.lesson_id for lesson in found.lessons] == [f"l{number}" for number in range(250)]
    assert (found.total, service.limits) == (250, [100, 100, 100])


def test_a_limit_reads_no_more() -> None:
    """And how many there are is known."""
    service = Finding(250)
    found = search_lessons(service, None, "bread", limit=120)

    assert (len(found.lessons), found.total, service.limits) == (120, 250, [100, 20])


def test_a_lesson_on_two_pages_is_there_once() -> None:
    """While others write, pages shift."""
    found = search_lessons(Finding(150, shift=3), None, "bread")

    assert len({lesson.lesson_id for lesson in found.lessons}) == len(found.lessons) == 150


@pytest.mark.parametrize(("query", "limit"), [("x" * 1_001, None), ("bread", 0)])
def test_what_can_never_be_searched_for_is_not_sent(query: str, limit: int | None) -> None:
    """Too long, or nothing wanted."""
    service = Finding(1)

    with pytest.raises(InputRejected, match=r"1,000 characters|1 or more"):
        search_lessons(service, None, query, limit=limit)
    assert service.limits == []


def test_what_the_service_does_not_understand_is_said_in_its_words() -> None:
    """The filter, and what it takes; any other refusal is the service's own."""
    wrong = CallFailed("query: quiz: takes none or some.", code="BAD_REQUEST", http_status=400)
    with pytest.raises(InputRejected, match=r"^Invalid search: quiz: takes none or some\.$"):
        search_lessons(Finding(1, refusal=wrong), None, "quiz:x")
    with pytest.raises(NotAllowed):
        search_lessons(Finding(1, refusal=NotAllowed("No.", code="FORBIDDEN", http_status=403)), None, "bread")


def test_a_service_without_search_is_not_asked() -> None:
    """One that has the interface only."""
    service = Finding(1)
    service.procedures = []

    with pytest.raises(NotFound, match="can't search lessons"):
        search_lessons(service, None, "bread")
