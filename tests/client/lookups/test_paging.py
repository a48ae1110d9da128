"""A list in pages comes to an end, or is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.paged import Paged
from workbench.client.lookups.paging import MAX_EMPTY_PAGES, PageCount, every_item
from workbench.errors import AnswerUnreadable
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.course import list_courses


def test_a_list_ends_where_no_further_page_is_named() -> None:
    """Some pages may be empty before."""
    pages = PageCount("lesson.listLessons")

    assert [pages.next("a", 1), pages.next("b", 0), pages.next(None, 2)] == ["a", "b", None]


def test_a_page_that_was_read_is_not_read_again() -> None:
    """Two that name each other would be read for ever."""
    pages = PageCount("lesson.listLessons")
    pages.next("a", 1)
    pages.next("b", 1)

    with pytest.raises(AnswerUnreadable) as refused:
        pages.next("a", 1)
    assert refused.value.procedure == "lesson.listLessons"


def test_empty_pages_come_to_an_end() -> None:
    """Each may name a new one."""
    pages = PageCount("lesson.listLessons")
    [pages.next(f"{index}", 0) for index in range(MAX_EMPTY_PAGES)]

    with pytest.raises(AnswerUnreadable, match="keeps returning more pages"):
        pages.next("one more", 0)


def test_every_list_in_pages_names_its_items() -> None:
    """So that each can be read to its end in one way; the largest page is the input's own bound."""
    paged = [value for value in CATALOGUE.values() if "next_cursor" in value.output.model_fields]

    assert [
        procedure.name
        for procedure in paged
        if procedure.items not in procedure.output.model_fields or procedure.page_size < 50
    ] == []
    assert [value.name for value in CATALOGUE.values() if value.items and value not in paged] == []


@pytest.mark.parametrize(("limit", "pages"), [(None, [1000, 1000, 500]), (1_200, [1000, 200]), (0, [])])
def test_no_page_is_read_before_it_is_needed(limit: int | None, pages: list[int]) -> None:
    """Nor larger than what is left of a limit."""
    client: Any = Paged(2_500)
    read: list[int] = []

    courses = every_item(client, list_courses(), limit=limit, on_page=lambda page: read.append(len(page.courses)))
    assert read == []

    assert len(list(courses)) == sum(pages)
    assert read == pages
