"""A review panel's state of the queue: the lessons read, the open one, and the decisions made here.

Pure: knows no widget, asks no service.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.procedures.reviews import QueuedLesson, ReviewQueue

Decision = Literal["", "approved", "changesRequested", "elsewhere"]
"""The decision on a lesson while it was shown here; `elsewhere`: somebody else decided, or it left the queue."""
MOST_DECIDED: Final = 8
"""Decided lessons that stay in the list, to be seen and undone."""


@dataclass(slots=True)
class QueueEntry:
    """A lesson of the queue, and the decision made here."""

    lesson: QueuedLesson
    decision: Decision = ""
    by: str = ""
    """The other person who decided, if known."""

    @property
    def id(self) -> str:
        """Id of the lesson."""
        return self.lesson.lesson_id


@dataclass(slots=True)
class LoadedQueue:
    """`entries` are in the queue's order, `current` is the id of the lesson that is open."""

    entries: list[QueueEntry] = field(default_factory=list)
    current: str | None = None
    waiting: int = 0
    """Lessons of the filter that are not decided, those included that are not read yet."""
    decided: int = 0
    """Lessons that were decided here since the filter was chosen."""
    cursor: str | None = None

    def load(self, page: ReviewQueue) -> None:
        """Start again with the first page of another filter, and open its first lesson."""
        self.entries, self.decided = [], 0
        self.current = None
        self.extend(page)
        self.current = self.first_waiting()

    def extend(self, page: ReviewQueue) -> None:
        """Add the next page; a lesson that is already listed keeps its place."""
        known = {entry.id for entry in self.entries}
        self.entries += [QueueEntry(lesson) for lesson in page.lessons if lesson.lesson_id not in known]
        self.waiting, self.cursor = page.total, page.next_cursor

    def update(self, page: ReviewQueue) -> list[QueueEntry]:
        """Merge the current first page; return the entries that others have removed from the queue.

        The open lesson stays, decided or not.
        """
        fresh = {lesson.lesson_id: lesson for lesson in page.lessons}
        is_whole = page.next_cursor is None
        gone = []
        for entry in self.entries:
            if entry.id in fresh:
                now = fresh.pop(entry.id)
                if now.last_review_id != entry.lesson.last_review_id or entry.decision == "elsewhere":
                    entry.decision = (
                        ""  # it was requested again; otherwise the page is older than the decision made here
                    )
                entry.lesson = now
            elif not entry.decision and is_whole:
                entry.decision = "elsewhere"
                gone.append(entry)
        self.entries += [QueueEntry(value) for value in fresh.values()]
        self.waiting = page.total
        self.cursor = page.next_cursor if len(self.entries) <= len(page.lessons) else self.cursor
        if self.current is None:
            self.current = self.first_waiting()
        return gone

    def shows(self, page: ReviewQueue) -> bool:
        """Return whether everything on the current first page is already shown."""
        known = {entry.id: entry.lesson for entry in self.entries}
        is_known = all(
            (old := known.get(lesson.lesson_id)) is not None
            and (old.revision, old.title) == (lesson.revision, lesson.title)
            for lesson in page.lessons
        )
        return is_known and page.total == self.waiting

    def entry(self, lesson_id: str | None) -> QueueEntry | None:
        """Return the entry of a lesson, or None."""
        return next((entry for entry in self.entries if entry.id == lesson_id), None)

    def first_waiting(self) -> str | None:
        """Return the first undecided lesson."""
        return next((entry.id for entry in self.entries if not entry.decision), None)

    def after(self, lesson_id: str | None, count: int = 1) -> list[str]:
        """Return the next undecided lessons after this one, continuing from the beginning at the end."""
        index = self._place(lesson_id)
        behind = [entry.id for entry in self.entries[index + 1 :] if not entry.decision]
        before = [entry.id for entry in self.entries[: max(index, 0)] if not entry.decision]
        return [*behind, *before][:count]

    def neighbour(self, step: int) -> str | None:
        """Return the lesson `step` places from the open one, decided or not; `None` beyond the ends."""
        index = self._place(self.current) + step
        return self.entries[index].id if 0 <= index < len(self.entries) else None

    def decide(self, lesson_id: str, decision: Decision, *, by: str = "") -> None:
        """Store a decision, and open the next lesson if it was the open one."""
        entry = self.entry(lesson_id)
        if entry is None or entry.decision:
            return
        entry.decision, entry.by = decision, by
        self.waiting = max(self.waiting - 1, 0)
        self.decided += decision != "elsewhere"
        if lesson_id == self.current:
            self.current = next(iter(self.after(lesson_id)), None)
        self._drop_old()

    def reopen(self, lesson_id: str) -> None:
        """Undo the decision made here, and open the lesson."""
        entry = self.entry(lesson_id)
        if entry is not None and entry.decision:
            self.decided -= entry.decision != "elsewhere"
            entry.decision, self.waiting = "", self.waiting + 1
        self.current = lesson_id

    def needs_more(self, ahead: int) -> bool:
        """Return whether fewer lessons than `ahead` are loaded after the open one, and the queue has more."""
        return self.cursor is not None and len(self.after(self.current, ahead)) < ahead

    def unread(self) -> Sequence[QueueEntry]:
        """Return the undecided entries."""
        return [entry for entry in self.entries if not entry.decision]

    def _place(self, lesson_id: str | None) -> int:
        return next((index for index, entry in enumerate(self.entries) if entry.id == lesson_id), -1)

    def _drop_old(self) -> None:
        decided = [entry.id for entry in self.entries if entry.decision and entry.id != self.current]
        dropped = set(decided[:-MOST_DECIDED])
        self.entries = [entry for entry in self.entries if entry.id not in dropped]
