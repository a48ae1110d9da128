"""Reading a list that comes in pages to its end. A service that never ends it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from workbench.errors import AnswerUnreadable

MAX_EMPTY_PAGES: Final = 10
MAX_PAGES: Final = 20_000

Item = TypeVar("Item")


class PageCount:
    """Counts the pages of one list. Raises `AnswerUnreadable` when they do not come to an end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seen: set[str] = set()
        self._empty = 0

    def next(self, cursor: str | None, items: int) -> str | None:
        """The cursor to go on with, `None` at the end. `items` is how many the page had."""
        if cursor is None:
            return None
        self._empty = 0 if items else self._empty + 1
        if cursor in self._seen or self._empty > MAX_EMPTY_PAGES or len(self._seen) >= MAX_PAGES:
            raise AnswerUnreadable(
                f"{self._name}: the service names further pages without end, so the list cannot be read whole. "
                "Nothing was changed."
            )
        self._seen.add(cursor)
        return cursor


def every_item(
    name: str,
    read: Callable[[int, str | None], tuple[Sequence[Item], str | None]],
    *,
    page_size: int,
    limit: int | None = None,
) -> Iterator[Item]:
    """The items of the list `name`, page by page; with `limit` no more than so many. Raises `AnswerUnreadable`.

    `read` is given how many items to ask for and the cursor, and returns the items and the next page's cursor.
    """
    pages = PageCount(name)
    cursor: str | None = None
    found = 0
    while limit is None or found < limit:
        items, next_cursor = read(page_size if limit is None else min(limit - found, page_size), cursor)
        yield from items
        found += len(items)
        cursor = pages.next(next_cursor, len(items))
        if cursor is None:
            return
