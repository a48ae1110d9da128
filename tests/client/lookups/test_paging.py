"""A list in pages comes to an end, or is refused."""

from __future__ import annotations

import pytest

from workbench.client.lookups.paging import MAX_EMPTY_PAGES, PageCount
from workbench.errors import AnswerUnreadable


def test_a_list_ends_where_no_further_page_is_named() -> None:
    """Some pages may be empty before."""
    pages = PageCount("lesson.listLessons")

    assert [pages.next("a", 1), pages.next("b", 0), pages.next(None, 2)] == ["a", "b", None]


def test_a_page_that_was_read_is_not_read_again() -> None:
    """Two that name each other would be read for ever."""
    pages = PageCount("lesson.listLessons")
    pages.next("a", 1)
    pages.next("b", 1)

    with pytest.raises(AnswerUnreadable, match="lesson.listLessons"):
        pages.next("a", 1)


def test_empty_pages_come_to_an_end() -> None:
    """Each may name a new one."""
    pages = PageCount("lesson.listLessons")
    [pages.next(f"{at}", 0) for at in range(MAX_EMPTY_PAGES)]

    with pytest.raises(AnswerUnreadable, match="without end"):
        pages.next("one more", 0)
