"""The limit on an answer's size, checked while it is read, so that the excess is never read.

Little may be read directly in the event loop; larger answers are read in a thread. Source: ours (service 1).
"""

from __future__ import annotations

from workbench.service.kernel.errors import HandlerError

ANSWER_BYTES = 16_000_000
"""The elements of one answer together; the first is whole whatever it weighs."""
BYTES_AT_ONCE = 384_000
"""Bytes that are read and written in the event loop; more would delay other callers."""
REASON = "answerFull"


class TooMuchAtOnce(Exception):
    """More is requested than may be read in the event loop. It is read again in a thread."""


class AnswerBudget:
    """The bytes of one answer. `at_once` is for a read in the event loop, which raises `TooMuchAtOnce`."""

    __slots__ = ("at_once", "is_full", "taken")

    def __init__(self, *, at_once: bool) -> None:
        self.at_once = at_once
        self.taken = 0
        self.is_full = False

    def expect(self, weight: int) -> None:
        """Announce a read. Raises `HandlerError` if there is no room for it, `TooMuchAtOnce` in the loop."""
        if self.at_once:
            self.count(weight)
        elif not self.fits(weight):
            raise answer_full()

    def admits(self, size: int) -> bool:
        """Count a read if the answer has room for it; otherwise it accepts nothing more."""
        admitted = self.at_once or self.fits(size)
        if admitted:
            self.count(size)
        return admitted

    def fits(self, size: int) -> bool:
        """Return whether the answer has room for this too; if not, it accepts nothing more."""
        self.is_full = self.is_full or (self.taken > 0 and self.taken + size > ANSWER_BYTES)
        return not self.is_full

    def close(self) -> None:
        """Stop reading: the caller is gone."""
        self.is_full = True

    def count(self, size: int) -> None:
        """Count a read. Raises `TooMuchAtOnce` in the loop."""
        self.taken += size
        if self.at_once and self.taken > BYTES_AT_ONCE:
            raise TooMuchAtOnce


def answer_full() -> HandlerError:
    """Return the failure of an element that no longer fits in the answer."""
    message = f"The answer has {ANSWER_BYTES // 1_000_000} MB already. Request this separately."
    return HandlerError("PAYLOAD_TOO_LARGE", message, reason=REASON)
