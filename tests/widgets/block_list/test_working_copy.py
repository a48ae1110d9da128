"""A lesson as one person works on it."""

from __future__ import annotations

import pytest

from tests.authoring.lessons import block, id_of, lesson, letters
from workbench.authoring.gesture import delete_blocks, edit_block, insert_blocks, move_blocks
from workbench.errors import EditRejected
from workbench.widgets.block_list.working_copy import WorkingCopy


@pytest.fixture
def copy() -> WorkingCopy:
    """A copy of the lesson abcd at revision 7."""
    made = WorkingCopy()
    made.adopt(lesson("abcd"), 7)
    return made


@pytest.fixture
def texts() -> WorkingCopy:
    """A copy of a lesson of the texts a, b, c and d."""
    made = WorkingCopy()
    made.adopt(tuple(block(letter, letter) for letter in "abcd"), 7)
    return made


def move(copy: WorkingCopy, letter: str, before: str | None) -> None:
    """Move a letter's block."""
    moving = move_blocks(copy.blocks, [id_of(letter)], before=before and id_of(before))
    copy.do(moving, moved=frozenset([id_of(letter)]))


def delete(copy: WorkingCopy, letter: str) -> None:
    """Delete a letter's block."""
    copy.do(delete_blocks([id_of(letter)]))


def sent(copy: WorkingCopy) -> None:
    """Everything that waits is sent and stored."""
    copy.next_transactions()
    copy.confirm()


def test_what_is_done_is_shown_at_once(copy: WorkingCopy) -> None:
    """And is not confirmed yet."""
    move(copy, "d", "a")

    assert (letters(copy.blocks), letters(copy.confirmed)) == ("dabc", "abcd")


def test_what_changes_nothing_is_nothing(copy: WorkingCopy) -> None:
    """A page dropped where it stood."""
    move(copy, "a", "b")

    assert copy.unsaved_steps == 0
    assert copy.past == []


def test_one_edit_is_in_flight_at_a_time(copy: WorkingCopy) -> None:
    """What is done in the meantime waits."""
    move(copy, "d", "a")
    copy.next_transactions()
    move(copy, "c", "a")

    assert copy.next_transactions() == ()
    assert letters(copy.blocks) == "dcab"


def test_what_waited_leaves_as_one_transaction(copy: WorkingCopy) -> None:
    """However many gestures it was."""
    move(copy, "d", "a")
    move(copy, "c", "a")
    delete(copy, "b")

    assert len(copy.next_transactions()) == 1


def test_there_and_back_sends_nothing(copy: WorkingCopy) -> None:
    """A move that was undone before it left."""
    move(copy, "d", "a")
    copy.undo()

    assert copy.next_transactions() == ()
    assert copy.unsaved_steps == 0


def test_what_arrived_is_confirmed_at_the_next_revision(copy: WorkingCopy) -> None:
    """The service's revision rises by one with a call that changes something."""
    move(copy, "d", "a")
    sent(copy)

    assert (letters(copy.confirmed), copy.revision, copy.unsaved_steps) == ("dabc", 8, 0)


def test_what_is_refused_is_taken_back_and_what_waits_stays(copy: WorkingCopy) -> None:
    """Only the refused edit goes."""
    delete(copy, "b")
    copy.next_transactions()
    move(copy, "d", "a")

    about = copy.reject()

    assert about == {id_of("b")}
    assert letters(copy.blocks) == "dabc"


def test_what_was_refused_cannot_be_undone(copy: WorkingCopy) -> None:
    """It never was."""
    delete(copy, "b")
    copy.next_transactions()
    copy.reject()

    assert copy.undo() is None


def test_undo_is_a_new_step(copy: WorkingCopy) -> None:
    """It is sent like any other."""
    delete(copy, "b")
    sent(copy)
    copy.undo()

    assert letters(copy.blocks) == "abcd"
    assert [transaction.label.startswith("undo deletePages") for transaction in copy.next_transactions()] == [True]


def test_redo_does_it_again(copy: WorkingCopy) -> None:
    """After an undo."""
    move(copy, "d", "a")
    copy.undo()
    copy.redo()

    assert letters(copy.blocks) == "dabc"


def test_a_new_step_forgets_what_was_undone(copy: WorkingCopy) -> None:
    """As everywhere."""
    move(copy, "d", "a")
    copy.undo()
    move(copy, "c", "a")

    assert copy.redo() is None


def test_a_page_brought_back_twice_is_never_taken_for_a_repetition(copy: WorkingCopy) -> None:
    """The service would apply nothing the second time."""
    delete(copy, "b")
    sent(copy)
    copy.undo()
    first = copy.next_transactions()
    copy.confirm()
    copy.redo()
    sent(copy)
    copy.undo()

    assert copy.next_transactions() != first


def test_others_changes_come_below_what_waits(copy: WorkingCopy) -> None:
    """They added a page, I deleted one."""
    delete(copy, "b")
    copy.adopt(lesson("abcdx"), 8)

    assert letters(copy.blocks) == "acdx"
    assert copy.dispute is None


def test_two_orders_are_disputed(copy: WorkingCopy) -> None:
    """A person chooses; both versions are there."""
    move(copy, "d", "a")
    copy.adopt(lesson("bacd"), 8)

    assert copy.dispute is not None
    assert (letters(copy.dispute.theirs), letters(copy.dispute.mine)) == ("bacd", "dbac")


def test_nothing_leaves_while_it_is_disputed(copy: WorkingCopy) -> None:
    """And nothing new is done."""
    move(copy, "d", "a")
    copy.adopt(lesson("bacd"), 8)

    assert copy.next_transactions() == ()
    with pytest.raises(EditRejected, match="First choose"):
        delete(copy, "a")


def test_keeping_theirs_forgets_mine(copy: WorkingCopy) -> None:
    """There is nothing to undo then."""
    move(copy, "d", "a")
    copy.adopt(lesson("bacd"), 8)
    copy.choose("theirs")

    assert (letters(copy.blocks), copy.unsaved_steps, copy.past) == ("bacd", 0, [])


def test_mine_again_comes_on_top_of_theirs(copy: WorkingCopy) -> None:
    """Both moves hold, and mine can be undone."""
    move(copy, "d", "a")
    copy.adopt(lesson("bacd"), 8)
    copy.choose("mine")
    sent(copy)
    copy.undo()

    assert (letters(copy.confirmed), letters(copy.blocks)) == ("dbac", "bacd")


def test_what_may_have_arrived_and_did_is_not_sent_again(copy: WorkingCopy) -> None:
    """No answer came, but the lesson has it."""
    move(copy, "d", "a")
    copy.next_transactions()
    copy.requeue(is_unsure=True)
    copy.adopt(lesson("dabc"), 8)

    assert (copy.unsaved_steps, copy.dispute) == (0, None)


def test_what_others_wrote_over_is_not_undone(copy: WorkingCopy) -> None:
    """An undo never replaces another person's words."""
    copy.do(edit_block(id_of("b"), {"markdown": "mine"}, "text"))
    sent(copy)
    copy.adopt((block("a"), block("b", "theirs"), block("c"), block("d")), 9)

    assert copy.undo() is None


def test_pending_are_the_pages_that_are_not_confirmed(copy: WorkingCopy) -> None:
    """Moved or changed ones, until the service has them."""
    move(copy, "d", "a")
    copy.do(insert_blocks(copy.blocks, [block("x")]))

    assert copy.pending == {id_of("d"), id_of("x")}


def test_both_texts_of_a_disputed_block_can_be_kept(copy: WorkingCopy) -> None:
    """Theirs stays where it is, mine stands right behind it as a block of its own; undo takes mine away again."""
    copy.do(edit_block(id_of("b"), {"markdown": "mine"}))
    theirs = tuple(block(character, "theirs" if character == "b" else "") for character in "abcd")
    copy.adopt(theirs, 2, by=["Ana"])
    assert copy.dispute is not None

    copy.choose("both")

    assert [shown_block.content.get("markdown") for shown_block in copy.blocks][1:3] == ["theirs", "mine"]
    assert copy.blocks[2].id not in {their.id for their in theirs}
    assert copy.next_transactions()
    copy.confirm()
    copy.undo()
    assert copy.blocks == theirs


def test_mine_is_kept_beside_a_block_that_they_deleted(copy: WorkingCopy) -> None:
    """Under a new id: the old one is gone."""
    copy.do(edit_block(id_of("b"), {"markdown": "mine"}))
    copy.adopt(lesson("acd"), 2)

    copy.choose("both")

    assert [shown_block.content.get("markdown") == "mine" for shown_block in copy.blocks] == [False, True, False, False]
    assert id_of("b") not in {shown_block.id for shown_block in copy.blocks}


def write(copy: WorkingCopy, letter: str, text: str, visit: str) -> None:
    """Write in a letter's block, as an edit of a visit to it."""
    copy.do(edit_block(id_of(letter), {"markdown": text}, visit=visit))


def text_of(copy: WorkingCopy, letter: str) -> str:
    """The text of a letter's block."""
    found: str = next(one.content["markdown"] for one in copy.blocks if one.id == id_of(letter))
    return found


def test_one_visit_is_one_step_back(texts: WorkingCopy) -> None:
    """However often its text was saved meanwhile; the next visit is another step."""
    for text in ("o", "on", "one"):
        write(texts, "a", text, "v1")
        sent(texts)
    write(texts, "a", "one more", "v2")

    texts.undo()
    assert text_of(texts, "a") == "one"
    texts.undo()
    assert (text_of(texts, "a"), texts.past) == ("a", [])
    texts.redo()
    assert text_of(texts, "a") == "one"


def test_undoing_a_visit_leaves_what_others_did_during_it(texts: WorkingCopy) -> None:
    """They moved a block and wrote in another one between two of my pauses."""
    write(texts, "a", "mine", "v1")
    sent(texts)
    theirs = {
        id_of(letter): block(letter, text) for letter, text in zip("abcd", ("mine", "their", "c", "d"), strict=True)
    }
    texts.adopt(tuple(theirs[id_of(letter)] for letter in "dabc"), 9)
    write(texts, "a", "mine, longer", "v1")

    texts.undo()

    assert letters(texts.blocks) == "dabc"
    assert (text_of(texts, "a"), text_of(texts, "b")) == ("a", "their")


def test_a_visit_whose_last_edit_was_refused_keeps_its_step_back(texts: WorkingCopy) -> None:
    """What was saved before can be undone."""
    write(texts, "a", "saved", "v1")
    sent(texts)
    write(texts, "a", "refused", "v1")
    texts.next_transactions()
    texts.reject()
    assert text_of(texts, "a") == "saved"

    texts.undo()

    assert (text_of(texts, "a"), texts.past) == ("a", [])


def test_a_visit_that_changed_nothing_in_the_end_is_no_step(texts: WorkingCopy) -> None:
    """Typed, saved, and taken out again by hand."""
    write(texts, "a", "other", "v1")
    write(texts, "a", "a", "v1")

    assert texts.past == []
