"""How edits reach the service when it does not make it easy."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from tests.authoring.lessons import id_of, lesson, letters
from workbench.authoring.block import Blocks
from workbench.authoring.gesture import delete_blocks, move_blocks
from workbench.authoring.transaction import Transaction, apply
from workbench.errors import Conflict, NotAllowed, Unreachable, WorkbenchError
from workbench.procedures.lesson import Lesson
from workbench.widgets.block_list.remote_lesson import LessonCapabilities, LessonUpdate, RemoteLesson
from workbench.widgets.block_list.sync import PAUSES_SECONDS, LessonSync
from workbench.widgets.block_list.working_copy import WorkingCopy


class Scripted(RemoteLesson):
    """A lesson that fails as the test says: each failure once, before or after the edit is stored."""

    address = "https://service.test"

    def __init__(self) -> None:
        self.blocks: Blocks = lesson("abcd")
        self.revision = 1
        self.before: list[WorkbenchError] = []
        self.after: list[WorkbenchError] = []
        self.sent: list[Sequence[Transaction]] = []

    def capabilities(self) -> LessonCapabilities:
        return LessonCapabilities(read=True, write=True, watch=True, base_revision=True)

    def read(self) -> Lesson:
        return Lesson.model_construct(
            course_id="c", title="Tides", language="EN", revision=self.revision, blocks=list(self.blocks)
        )

    def changes_since(self, revision: int, blocks: Blocks, gone: object) -> LessonUpdate | None:
        return None if revision == self.revision else LessonUpdate("Tides", self.revision, self.blocks, ("Ada",), "")

    def send(self, transactions: Sequence[Transaction], language: str, base_revision: int | None) -> None:
        if self.before:
            raise self.before.pop(0)
        if base_revision != self.revision:
            raise Conflict
        self.sent.append(transactions)
        self.stored(apply(transactions, self.blocks))
        if self.after:
            raise self.after.pop(0)

    def stored(self, blocks: Blocks) -> None:
        """Somebody changed the lesson."""
        self.blocks, self.revision = blocks, self.revision + 1


@pytest.fixture
def remote() -> Scripted:
    """The lesson abcd at a service."""
    return Scripted()


@pytest.fixture
def copy() -> WorkingCopy:
    """Somebody's copy of it."""
    return WorkingCopy()


@pytest.fixture
def said() -> list[str]:
    """The sentences that were told."""
    return []


@pytest.fixture
def sync(remote: Scripted, copy: WorkingCopy, said: list[str]) -> LessonSync:
    """Between both; read once."""
    made = LessonSync(remote, copy, "EN", lock=threading.RLock(), on_change=said.append)
    made.refresh()
    return made


def move(copy: WorkingCopy, letter: str, before: str) -> None:
    """Move a letter's block."""
    moving = move_blocks(copy.blocks, [id_of(letter)], before=id_of(before))
    copy.do(moving, moved=frozenset([id_of(letter)]))


def test_what_may_have_arrived_is_not_sent_twice(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """It was stored, and the answer was lost."""
    remote.after = [Unreachable()]
    move(copy, "d", "a")
    with pytest.raises(Unreachable):
        sync.deliver()

    sync.deliver()

    assert len(remote.sent) == 1
    assert (letters(copy.confirmed), copy.unsaved_steps) == ("dabc", 0)


def test_what_did_not_arrive_is_sent_again(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """Nothing that was done is lost."""
    remote.before = [Unreachable(sent=False)]
    move(copy, "d", "a")
    with pytest.raises(Unreachable):
        sync.deliver()
    assert letters(copy.blocks) == "dabc"

    sync.deliver()

    assert letters(remote.blocks) == "dabc"


def test_what_others_did_first_goes_below(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """They added a page: the edit is put on top and sent again by itself."""
    move(copy, "d", "a")
    remote.stored(lesson("abcdx"))

    sync.deliver()

    assert letters(remote.blocks) == "dabcx" == letters(copy.blocks)


def test_a_refused_edit_is_taken_back_and_its_pages_named(
    remote: Scripted, copy: WorkingCopy, sync: LessonSync
) -> None:
    """And the failure goes to who shows it."""
    remote.before = [NotAllowed()]
    copy.do(delete_blocks([id_of("b")]))

    with pytest.raises(NotAllowed):
        sync.deliver()

    assert letters(copy.blocks) == "abcd"
    assert sync.refused == {id_of("b")}


def test_others_who_never_stop_are_not_fought_for_ever(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """After some rounds a person is asked; the edit is kept."""
    remote.before = [Conflict()] * 99
    move(copy, "d", "a")

    with pytest.raises(Conflict, match="keep changing"):
        sync.deliver()

    assert copy.unsaved_steps == 1


def test_nothing_stays_in_flight_whatever_happens(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """A fault of ours neither loses the edit nor stops the next one."""
    remote.before = [RuntimeError("a fault")]  # type: ignore[list-item]
    move(copy, "d", "a")
    with pytest.raises(RuntimeError, match="a fault"):
        sync.deliver()

    assert (copy.in_flight, copy.unsaved_steps) == ((), 1)


def test_a_failure_is_waited_out(sync: LessonSync) -> None:
    """Not asked again immediately."""
    sync.note_failure(Unreachable())

    assert not sync.is_due
    assert sync.outage == "The service at https://service.test is not responding."
    assert PAUSES_SECONDS[0] <= 2


def test_that_it_answers_again_is_said(sync: LessonSync, said: list[str]) -> None:
    """Once."""
    sync.note_failure(Unreachable())

    sync.deliver()
    sync.deliver()

    assert said.count("The service is available again.") == 1
    assert sync.outage == ""


def test_a_look_that_comes_too_late_changes_nothing(remote: Scripted, copy: WorkingCopy, sync: LessonSync) -> None:
    """While it was asked, an edit of one's own has arrived."""
    remote.stored(lesson("abcdx"))
    sync.poll()
    sync.poll()

    assert (letters(copy.blocks), copy.revision) == ("abcdx", 2)
