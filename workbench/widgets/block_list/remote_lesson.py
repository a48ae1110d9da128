"""A lesson at the service, as far as the service can tell it: what it can do, reading it, sending edits of it.

Knows the procedures and which of them are announced; knows no widget. A service with the interface only tells no
blocks: then there is what somebody gave, and it is reordered only when it is said to be complete.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.authoring.block import Blocks
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate
from workbench.authoring.transaction import Transaction, apply
from workbench.client.sync import Client
from workbench.errors import EditRejected
from workbench.procedures.history import LessonChange
from workbench.procedures.lesson import Lesson, get_history, get_lesson
from workbench.procedures.realtime import execute_transactions, get_changes


@dataclass(frozen=True, slots=True)
class LessonCapabilities:
    """What can be done with the lesson here."""

    read: bool = False
    write: bool = False
    """Whether blocks can be given content and be taken out (mutations of ours)."""
    watch: bool = False
    """Whether the service tells of others' changes."""
    base_revision: bool = False
    history: bool = False
    """Whether the service tells how the lesson was."""


@dataclass(frozen=True, slots=True)
class LessonUpdate:
    """A lesson as others have left it: title, revision and blocks, who they are, and what was done last in words."""

    title: str
    revision: int
    blocks: Blocks
    by: tuple[str, ...]
    said: str
    authors: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Who changed a block last, and when (ISO 8601), by its id; empty where the changes are not told one by one."""


class RemoteLesson:
    """One lesson at one service. All methods ask the service and block."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        self._client = client
        self.lesson_id = lesson_id

    def powers(self) -> LessonCapabilities:
        """What the service announces. The client asks it once a connection."""
        told = self._client.capabilities()
        if told is None:
            return LessonCapabilities()
        additions = set(told.additions)
        return LessonCapabilities(
            read=get_lesson.name in told.procedures,
            write={"lessonBlockUpdate", "lessonBlockDelete"} <= additions,
            watch=get_changes.name in told.procedures,
            base_revision="baseRevision" in additions,
            history=get_history.name in told.procedures,
        )

    def read(self) -> Lesson:
        """The lesson as it is now."""
        return self._client.call(get_lesson(lesson_id=self.lesson_id))

    def news(self, revision: int, blocks: Blocks, gone: Collection[str]) -> LessonUpdate | None:
        """What became of the blocks that the lesson had at the revision; `None` when nothing did."""
        told = self._client.call(get_changes(lesson_id=self.lesson_id, since_revision=revision))
        if told.revision == revision:
            return None
        said = [f"{_who(each).rstrip(',')}: {each.summary}" for each in told.changes]
        by = dict.fromkeys(_who(each) for each in told.changes)
        try:
            if not told.reload:
                now = apply([one for each in told.changes for one in each.transactions], blocks, gone)
                return LessonUpdate(
                    told.title, told.revision, now, tuple(by), said[-1] if said else "", _authors(told.changes)
                )
        except EditRejected:
            pass  # it does not fit what is here: read it whole
        lesson = self.read()
        return LessonUpdate(lesson.title, lesson.revision, tuple(lesson.blocks), tuple(by), said[-1] if said else "")

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


def _authors(changes: Sequence[LessonChange]) -> dict[str, tuple[str, str]]:
    authors: dict[str, tuple[str, str]] = {}
    for change in changes:
        for mutation in (each for one in change.transactions for each in one.mutations):
            if isinstance(mutation, LessonBlockInsert):
                authors[mutation.block.id] = (_who(change).rstrip(","), change.at)
            elif not isinstance(mutation, LessonBlockOrderUpdate):
                authors[mutation.id] = (_who(change).rstrip(","), change.at)
    return authors


def _who(change: LessonChange) -> str:
    name = change.person_name or "Somebody"
    return "You, elsewhere," if name == "You" else name  # the owner of this computer's service has no other name
