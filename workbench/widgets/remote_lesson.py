"""A lesson at the service, as far as the service can tell it: what it can do, reading it, sending edits of it.

Knows the procedures and which of them are announced; knows no widget. A service with the interface only tells no
blocks: then there is what somebody gave, and it is reordered only when it is said to be complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.procedures.lesson import Lesson, get_lesson
from workbench.procedures.realtime import execute_transactions


@dataclass(frozen=True, slots=True)
class Powers:
    """What can be done with the lesson here."""

    read: bool = False
    write: bool = False
    """Whether blocks can be given content and be taken out (mutations of ours)."""
    watch: bool = False
    """Whether the service tells of others' changes."""
    base_revision: bool = False


class RemoteLesson:
    """One lesson at one service. All methods ask the service and block."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        self._client = client
        self.lesson_id = lesson_id

    def powers(self) -> Powers:
        """What the service announces. The client asks it once a connection."""
        told = self._client.capabilities()
        if told is None:
            return Powers()
        additions = set(told.additions)
        return Powers(
            read="lesson.getLesson" in told.procedures,
            write={"lessonBlockUpdate", "lessonBlockDelete"} <= additions,
            watch="realtime.getChanges" in told.procedures,
            base_revision="baseRevision" in additions,
        )

    def read(self) -> Lesson:
        """The lesson as it is now."""
        return self._client.call(get_lesson(lesson_id=self.lesson_id))

    def changed_since(self, revision: int | None) -> Lesson | None:
        """The lesson, when it has changed since the revision; else `None`."""
        lesson = self.read()
        return None if lesson.revision == revision else lesson

    def send(self, transactions: Sequence[Transaction], language: str, base_revision: int | None) -> None:
        """Have the transactions stored, all or none. Raises `Conflict` when the lesson is not what they expect."""
        self._client.call(
            execute_transactions(
                lesson_id=self.lesson_id,
                language=language,
                transactions=list(transactions),
                base_revision=base_revision,
            )
        )
