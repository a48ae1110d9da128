"""Pages of lists: how long they are, and where the next one begins."""

from __future__ import annotations

from workbench.service.kernel.errors import HandlerError

DEFAULT_PAGE = 100


MOST_ENTRIES = 10**18 - 1


def entry_before(cursor: str | None, *, most: int = MOST_ENTRIES) -> int | None:
    """Return the number of the entry, at `most` this, that ended the previous page.

    Raises `HandlerError` for others.
    """
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18 and int(cursor) <= most):
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this service.")
    return int(cursor)
