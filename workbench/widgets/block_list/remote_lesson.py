"""A lesson at the service, as far as the service can tell it: what it can do, reading it, sending edits of it.

A service with the interface only tells no
blocks: then there is what somebody gave, and it is reordered only when it is said to be complete.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.authoring.block import Blocks
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate
from workbench.authoring.shape import wire_time
from workbench.authoring.transaction import Transaction, apply
from workbench.client.sync import Client
from workbench.errors import EditRejected
from workbench.procedures.comment import list_comments
from workbench.procedures.history import LessonChange
from workbench.procedures.lesson import Lesson, get_findings, get_history, get_lesson, list_reviews, suggest_block
from workbench.procedures.realtime import execute_transactions, get_changes
from workbench.procedures.service import AssetFacts


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
    check: bool = False
    """Whether the service checks lessons."""
    suggest: bool = False
    """Whether a model proposes other words for a block."""
    review: bool = False
    """Whether lessons are reviewed and commented on."""
    assets: AssetFacts | None = None
    """What may be uploaded; nothing where the service keeps no pictures and files."""


@dataclass(frozen=True, slots=True)
class LessonUpdate:
    """A lesson as others have left it: title, revision and blocks, who they are, and what was done last in words."""

    title: str
    revision: int
    blocks: Blocks
    by: tuple[str, ...]
    summary: str
    authors: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Who changed a block last, and when (ISO 8601), by its id; empty where the service gives no single changes."""


class RemoteLesson:
    """One lesson at one service. All methods ask the service and block."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        self.client = client
        self.lesson_id = lesson_id

    @property
    def address(self) -> str:
        """Where the service is."""
        return self.client.origin

    def capabilities(self) -> LessonCapabilities:
        """Return what the service announces; the client asks for it once per connection."""
        announced = self.client.capabilities()
        if announced is None:
            return LessonCapabilities()
        additions = set(announced.additions)
        return LessonCapabilities(
            read=get_lesson.name in announced.procedures,
            write={"lessonBlockUpdate", "lessonBlockDelete"} <= additions,
            watch=get_changes.name in announced.procedures,
            base_revision="baseRevision" in additions,
            history=get_history.name in announced.procedures,
            check=get_findings.name in announced.procedures,
            suggest=suggest_block.name in announced.procedures,
            review={list_reviews.name, list_comments.name} <= set(announced.procedures),
            assets=announced.assets,
        )

    def read(self) -> Lesson:
        """Return the current lesson."""
        return self.client.call(get_lesson(lesson_id=self.lesson_id))

    def changes_since(self, revision: int, blocks: Blocks, gone: Collection[str]) -> LessonUpdate | None:
        """Return the changes since the lesson had these blocks at the revision, or `None` if there are none."""
        answer = self.client.call(get_changes(lesson_id=self.lesson_id, since_revision=revision))
        if answer.revision == revision:
            return None
        summaries = [f"{_person_name(change).rstrip(',')}: {change.summary}" for change in answer.changes]
        summary = summaries[-1] if summaries else ""
        by = dict.fromkeys(_person_name(change) for change in answer.changes)
        try:
            if not answer.reload:
                now = apply([one for change in answer.changes for one in change.transactions], blocks, gone)
                return LessonUpdate(answer.title, answer.revision, now, tuple(by), summary, _authors(answer.changes))
        except EditRejected:
            pass  # it does not fit what is here: read it whole
        lesson = self.read()
        return LessonUpdate(lesson.title, lesson.revision, tuple(lesson.blocks), tuple(by), summary)

    def send(self, transactions: Sequence[Transaction], language: str, base_revision: int | None) -> None:
        """Have the transactions stored, all or none. Raises `Conflict` when the lesson is not what they expect."""
        self.client.call(
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
        for mutation in (mutation for one in change.transactions for mutation in one.mutations):
            if isinstance(mutation, LessonBlockInsert):
                authors[mutation.block.id] = (_person_name(change).rstrip(","), wire_time(change.at))
            elif not isinstance(mutation, LessonBlockOrderUpdate):
                authors[mutation.id] = (_person_name(change).rstrip(","), wire_time(change.at))
    return authors


def _person_name(change: LessonChange) -> str:
    name = change.person_name or "Someone"
    return (
        "You, in another window," if name == "You" else name
    )  # the owner of this computer's service has no other name
