"""How a lesson stands towards the service, in words."""

from __future__ import annotations

import threading

import pytest

from tests.authoring.lessons import id_of, lesson
from workbench.authoring.gesture import move_blocks
from workbench.client.sync import Client
from workbench.errors import SignInNeeded, Unreachable
from workbench.widgets.block_list.remote_lesson import LessonCapabilities, RemoteLesson
from workbench.widgets.block_list.sync import LessonSync
from workbench.widgets.block_list.sync_status import sync_status
from workbench.widgets.block_list.working_copy import WorkingCopy


@pytest.fixture
def copy() -> WorkingCopy:
    """A copy of the lesson abc."""
    made = WorkingCopy()
    made.adopt(lesson("abc"), 1)
    return made


@pytest.fixture
def sync(copy: WorkingCopy, nobody: Client) -> LessonSync:
    """The way to a service that can do everything; nothing is asked of it."""
    made = LessonSync(RemoteLesson(nobody, "l"), copy, "EN", lock=threading.RLock(), on_change=lambda said: None)
    made.capabilities = LessonCapabilities(read=True, write=True, watch=True, base_revision=True)
    return made


def moved(copy: WorkingCopy) -> None:
    """Move the last page to the front."""
    copy.do(move_blocks(copy.shown, [id_of("c")], before=id_of("a")), moved=frozenset([id_of("c")]))


def test_all_is_saved(copy: WorkingCopy, sync: LessonSync) -> None:
    """Nothing waits."""
    assert sync_status(copy, sync, is_complete=True).state == "saved"


def test_what_is_on_its_way_is_being_saved(copy: WorkingCopy, sync: LessonSync) -> None:
    """Until it has arrived."""
    moved(copy)
    copy.next_transactions()

    assert sync_status(copy, sync, is_complete=True).state == "saving"


def test_a_service_that_does_not_answer_is_said_with_what_waits(copy: WorkingCopy, sync: LessonSync) -> None:
    """Nobody wonders whether it is lost."""
    moved(copy)
    sync.failed(Unreachable())

    now = sync_status(copy, sync, is_complete=True)

    assert now.state == "unsaved"
    assert now.sentence == "The service at http://127.0.0.1:9 is not responding. 1 change is not saved yet. Retrying."


def test_a_session_that_has_ended_is_said(copy: WorkingCopy, sync: LessonSync) -> None:
    """It is another thing than a service that is away."""
    sync.failed(SignInNeeded())

    assert sync_status(copy, sync, is_complete=True).sentence.startswith("The session has ended.")


def test_a_dispute_names_who_and_what(copy: WorkingCopy, sync: LessonSync) -> None:
    """And has both versions."""
    moved(copy)
    copy.adopt(lesson("bac"), 2, by=["Ada Author"])

    now = sync_status(copy, sync, is_complete=True)

    assert now.dispute["sentence"].startswith("Ada Author changed the order of the blocks.")
    assert {"theirs", "mine"} < set(now.dispute)


def test_what_the_service_cannot_do_is_said(copy: WorkingCopy, sync: LessonSync) -> None:
    """In one sentence above the list."""
    sync.capabilities = LessonCapabilities()

    assert "no editing" in sync_status(copy, sync, is_complete=True).hint
    assert "could leave some out" in sync_status(copy, sync, is_complete=False).hint
