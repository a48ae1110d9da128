"""What adding and updating a source share on a terminal."""

from __future__ import annotations

from collections.abc import Callable

COUNTED = "pages read, or passages sent"
STOPPED = "Stopped. What was sent stays, and is used for nothing: the same command goes on with it."


def shown_progress(count: Callable[[int], object]) -> Callable[[str, int, int | None], object]:
    """The progress of `wb.sources.add` as the number that `stoppable` shows."""
    return lambda what, done, total: count(done)
