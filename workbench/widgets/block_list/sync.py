"""Synchronizes a working copy with the lesson on the service: reads it, sends one edit at a time, and retries.

An edit that the service refuses is reverted; one that conflicts with others' changes is rebased onto them, or is
marked as a conflict; one that may not have arrived is kept, and the lesson is read again before anything is sent.
Runs on the calling thread, and does not hold the lock during requests.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

from workbench.authoring.transaction import Transaction
from workbench.client.thread_pool import TaskPool
from workbench.errors import (
    AnswerUnreadable,
    Conflict,
    NotAllowed,
    NotConnected,
    NotFound,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.lesson import Lesson
from workbench.widgets.block_list.remote_lesson import LessonCapabilities, LessonUpdate, RemoteLesson
from workbench.widgets.block_list.working_copy import WorkingCopy
from workbench.widgets.kit.failure_text import service_away_text

MOST_ROUNDS: Final = 5
"""How often an edit is automatically rebased onto others' changes before a person is asked to try again."""
PAUSES_SECONDS: Final = (2.0, 4.0, 8.0, 15.0, 30.0)
"""Pause before the next attempt after one failure, two failures, and so on."""
TRANSIENT_ERRORS: Final = (Unreachable, ServiceUnwell, TooManyRequests, SignInNeeded, NotConnected, AnswerUnreadable)
"""Errors after which edits are kept and sent again."""


class LessonSync:
    """Sends steps to the service and brings others' changes back.

    `on_change(sentence)` is called when there is something new; the sentence may be empty.
    """

    def __init__(
        self,
        remote: RemoteLesson,
        copy: WorkingCopy,
        language: str,
        *,
        lock: AbstractContextManager[Any],
        on_change: Callable[[str], None],
        is_complete: bool = False,
    ) -> None:
        """`is_complete`: the copy has all the lesson's blocks, even if the service cannot confirm that."""
        self.capabilities: LessonCapabilities | None = None
        """The service's capabilities; `None` until they were requested."""
        self.title = ""
        self.course_id = ""
        self.language = language
        self.outage = ""
        """Why nothing can be sent just now; empty when nothing is wrong."""
        self.is_unreadable = False
        """Whether the lesson could not be read: it does not exist, or this person has no access."""
        self.authors: dict[str, tuple[str, str]] = {}
        """Who last changed each block, as far as known: name and time by block id."""
        self.refused: frozenset[str] = frozenset()
        """Blocks whose last change the service refused."""
        self.remote, self._copy, self._lock, self._on_change = remote, copy, lock, on_change
        self._is_complete = is_complete
        self._io_lock = threading.RLock()  # a cell may refresh while a worker sends; they must take turns
        self._failures = 0
        self._retry_at = 0.0

    @property
    def known_capabilities(self) -> LessonCapabilities:
        """Capabilities of the service; none before the first answer."""
        return self.capabilities or LessonCapabilities()

    @property
    def can_order(self) -> bool:
        """Whether blocks can be reordered: an order that omits blocks might lose them."""
        return self.known_capabilities.read or self._is_complete

    @property
    def is_due(self) -> bool:
        """Whether it is time for another try; always, while nothing has failed."""
        return time.monotonic() >= self._retry_at

    def refresh(self) -> None:
        """Read the lesson and send pending edits. A concurrent call waits for the first one."""
        with self._io_lock:
            self.capabilities = self.remote.capabilities()
            if self._copy.waiting and self.capabilities.watch and self._copy.revision is not None:
                self._catch_up()  # the answer also says who changed blocks that have pending edits here
            elif self.capabilities.read:
                self._adopt_lesson(self._read())
            self.deliver()

    def deliver(self) -> None:
        """Send pending edits, one call at a time, until none is left or a person has to resolve a conflict."""
        with self._io_lock:
            for _ in range(MOST_ROUNDS):
                if self._copy.is_unsure:
                    self._catch_up()
                with self._lock:
                    transactions = self._copy.next_transactions()
                    revision = self._copy.revision if self.known_capabilities.base_revision else None
                    self._on_change("")
                if not transactions:
                    self._reset_failures()
                    return
                self._send(transactions, revision)
        if self._copy.waiting:
            raise Conflict(
                "Others keep changing this lesson, so your changes are not saved yet. Try again in a moment."
            )

    def poll(self) -> None:
        """Apply what others have changed since the last read."""
        update, revision = self._changes()
        self._reset_failures()
        with self._lock:
            if update is not None and self._copy.revision == revision and not self._copy.in_flight:
                self._adopt(update)
                self._on_change(
                    f"{update.summary} The list is up to date." if update.summary else "Others changed this lesson."
                )

    def attempt(self, work: Callable[[], None]) -> None:
        """Do the work. A transient failure is noted and raised; it is retried while the list is visible."""
        try:
            work()
        except TRANSIENT_ERRORS as error:
            self.note_failure(error)
            raise

    def note_failure(self, error: Exception) -> None:
        """Note a failure; after a transient one, schedule a retry."""
        if isinstance(error, TRANSIENT_ERRORS):
            with self._lock:
                pause = PAUSES_SECONDS[min(self._failures, len(PAUSES_SECONDS) - 1)]
                self._failures += 1
                self._retry_at = time.monotonic() + max(pause, error.retry_after_seconds or 0)
                ended = isinstance(error, SignInNeeded)
                self.outage = "The session has ended." if ended else service_away_text(self.remote.address)
                self._on_change("")

    def _send(self, transactions: Sequence[Transaction], revision: int | None) -> None:
        try:
            self.remote.send(transactions, self.language, revision)
        except Conflict:
            if not self.known_capabilities.read:
                self._revert()
                raise
        except TRANSIENT_ERRORS:
            raise
        except WorkbenchError:
            self._revert()
            raise
        else:
            with self._lock:
                self._copy.confirm()
        finally:
            with self._lock:
                if self._copy.in_flight:  # whatever ended it: nothing stays in flight
                    self._copy.requeue(is_unsure=True)
                self._on_change("")

    def _read(self) -> Lesson:
        try:
            lesson = self.remote.read()
        except (NotFound, NotAllowed):
            with self._lock:
                self.is_unreadable = True
                self._on_change("")
            raise
        self.is_unreadable = False
        return lesson

    def _revert(self) -> None:
        with self._lock:
            self.refused = self._copy.reject()

    def _adopt_lesson(self, lesson: Lesson) -> None:
        with self._lock:
            self.title, self.language, self.course_id = lesson.title, lesson.language, lesson.course_id
            self._copy.adopt(tuple(lesson.blocks), lesson.revision)
            self._on_change("")

    def _catch_up(self) -> None:
        """Read the lesson before resending: an edit may have arrived, and others may have changed the lesson."""
        if self.known_capabilities.watch and self._copy.revision is not None:
            update, _ = self._changes()
            with self._lock:
                if update is None:
                    self._copy.is_unsure = False  # what was sent did not arrive
                else:
                    self._adopt(update)
                self._on_change("")
        elif self.known_capabilities.read:
            self._adopt_lesson(self.remote.read())

    def _changes(self) -> tuple[LessonUpdate | None, int | None]:
        with self._lock:
            revision, blocks, gone = self._copy.revision, self._copy.confirmed, frozenset(self._copy.gone)
        return (None if revision is None else self.remote.changes_since(revision, blocks, gone)), revision

    def _adopt(self, update: LessonUpdate) -> None:
        self.title = update.title
        self.authors |= update.authors
        self._copy.adopt(update.blocks, update.revision, by=update.by)

    def _reset_failures(self) -> None:
        with self._lock:
            was_away, self.outage = bool(self.outage), ""
            self._failures, self._retry_at = 0, 0.0
            self._on_change("The service is available again." if was_away else "")


@dataclass(frozen=True, slots=True)
class ListContext:
    """The lesson of a list and how a part works on it; `organization_id` is the one whose credits are shown.

    `edit(transaction)` makes an edit in the list; `on_change(sentence)` shows what is new, from any thread.
    """

    sync: LessonSync
    copy: WorkingCopy
    organization_id: str | None
    workers: TaskPool
    lock: AbstractContextManager[Any]
    edit: Callable[[Transaction], None]
    on_change: Callable[[str], None]
