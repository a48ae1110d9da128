"""Reading a list that comes in pages to its end. A service that never ends it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from workbench.client.calling import CallingClient
from workbench.errors import AnswerUnreadable, InputRejected
from workbench.procedures.declare import Call

MAX_EMPTY_PAGES: Final = 10
MAX_PAGES: Final = 20_000


class PageCount:
    """Counts the pages of one list. Raises `AnswerUnreadable` when they do not come to an end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seen: set[str] = set()
        self._empty = 0

    def next(self, cursor: str | None, items: int) -> str | None:
        """Return the cursor of the next page, `None` at the end. `items` is the number of items on the page."""
        if cursor is None:
            return None
        self._empty = 0 if items else self._empty + 1
        if cursor in self._seen or self._empty > MAX_EMPTY_PAGES or len(self._seen) >= MAX_PAGES:
            raise AnswerUnreadable(
                "The service keeps returning more pages, so the list can't be read in full.", procedure=self._name
            )
        self._seen.add(cursor)
        return cursor


def every_item(
    client: CallingClient,
    call: Call[Any],
    *,
    limit: int | None = None,
    page_size: int | None = None,
    on_page: Callable[[Any], object] | None = None,
) -> Iterator[Any]:
    """Iterate over the items of a list that comes in pages; a page is read when it is needed.

    `call` is one of a procedure that declares its `items`. `limit` is the largest number of items; `page_size` is the
    largest that the procedure accepts, unless given. `on_page` is called with each page. Raises `AnswerUnreadable` if
    the pages never end, and the errors of calls.
    """
    procedure = call.procedure
    if procedure.items is None:
        raise InputRejected(f"{procedure.name} does not return a list in pages. Send it with `client.call`.")
    pages, size = PageCount(procedure.name), page_size or procedure.page_size
    cursor: str | None = None
    received = 0
    while limit is None or received < limit:
        count = size if limit is None else min(limit - received, size)
        page = client.call(replace(call, input=call.input.model_copy(update={"limit": count, "cursor": cursor})))
        if on_page is not None:
            on_page(page)
        items = getattr(page, procedure.items)
        yield from items
        received += len(items)
        cursor = pages.next(page.next_cursor, len(items))
        if cursor is None:
            return
