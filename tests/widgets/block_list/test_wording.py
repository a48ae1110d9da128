"""The words that the block list says."""

from __future__ import annotations

import threading

import pytest

from tests.authoring.lessons import block, id_of, lesson
from workbench.authoring.gesture import move_blocks
from workbench.client.sync import Client
from workbench.errors import SignInNeeded, Unreachable
from workbench.widgets.block_list.change import Change
from workbench.widgets.block_list.remote_lesson import LessonCapabilities, RemoteLesson
from workbench.widgets.block_list.sync import LessonSync
from workbench.widgets.block_list.wording import card, describe_change, sync_status, version
from workbench.widgets.block_list.working_copy import WorkingCopy
from workbench.widgets.kit.block_names import block_type_name, step_name


def change(before: str, after: str, *moved: str) -> Change:
    """A change from one order of letters to another."""
    return Change("", lesson(before), lesson(after), frozenset(map(id_of, moved)))


def test_a_move_is_said_with_both_places() -> None:
    """From where to where, of how many."""
    assert describe_change(change("abcdefghi", "abdecfghi", "c")) == "Block 3 moved to position 5 of 9."


def test_a_move_of_several_is_said_with_the_range() -> None:
    """Pages that stand together."""
    assert describe_change(change("abcde", "cdeab", "a", "b")) == "2 blocks moved to position 4 to 5 of 5."


def test_an_insertion_and_a_deletion_are_said() -> None:
    """The second says how to take it back."""
    assert describe_change(change("ab", "axb")) == "Block inserted at position 2 of 3."
    assert describe_change(change("abc", "ac")) == "Block 2 deleted. Undo brings it back."


def test_an_edit_is_said_with_its_page() -> None:
    """Nothing of what was written."""
    edited = Change("editPage", lesson("ab"), (block("a"), block("b", "secret")))

    assert describe_change(edited) == "Block 2 changed."


def test_a_button_names_the_deed() -> None:
    """For an undo as for the step_name itself; an unknown label is told of nobody."""
    assert [step_name(text) for text in ("movePages", "undo movePages", "undo insertPages 3f2b8c1e", "other")] == [
        "moving",
        "moving",
        "inserting",
        "the last change",
    ]


def test_an_unknown_type_has_its_wire_name() -> None:
    """Ours have names that people use."""
    assert (block_type_name("keyTerms"), block_type_name("video.v2")) == ("Key terms", "video.v2")


def test_a_card_says_what_is_wrong() -> None:
    """Type, excerpt, problem."""
    assert card(block("a", "**Hi**")) == ["text", "Hi", ""]
    assert card(block("a").model_copy(update={"type": "heading"}))[2] == "The text is missing."


def test_a_version_shows_only_what_differs_and_its_neighbours() -> None:
    """With a gap where rows are left out."""
    rows = version(lesson("abcdefgh"), lesson("abdefcgh"))

    assert [(row.get("place"), row.get("mark")) for row in rows] == [
        (None, None),
        (5, ""),
        (6, "moved"),
        (7, ""),
        (None, None),
    ]


def test_new_and_changed_pages_are_marked() -> None:
    """Beside moved ones."""
    rows = version(lesson("ab"), (block("a", "x"), block("b"), block("c")))

    assert [row["mark"] for row in rows] == ["changed", "", "new"]


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
    copy.do(move_blocks(copy.blocks, [id_of("c")], before=id_of("a")), moved=frozenset([id_of("c")]))


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
    sync.note_failure(Unreachable())

    now = sync_status(copy, sync, is_complete=True)

    assert now.state == "unsaved"
    assert now.sentence == "The service at http://127.0.0.1:9 is not responding. 1 change is not saved yet. Retrying."


def test_a_session_that_has_ended_is_said(copy: WorkingCopy, sync: LessonSync) -> None:
    """It is another thing than a service that is away."""
    sync.note_failure(SignInNeeded())

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

    assert "can't edit" in sync_status(copy, sync, is_complete=True).hint
    assert "could leave some out" in sync_status(copy, sync, is_complete=False).hint
