"""The block list without a browser, against a real service."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.interface_only import interface_only
from tests.browser.lessons import Writing
from tests.widgets.held import Held
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import EditRejected
from workbench.procedures.lesson import rename_lesson
from workbench.widgets.block_list.panel import BlockList


@pytest.fixture
def lesson_id(writing: Writing) -> str:
    """A lesson of four texts."""
    return writing.of_texts("one", "two", "three", "four")


@pytest.fixture
def pages(client: Client, lesson_id: str, inline: InlinePool) -> BlockList:
    """Its block list, read; what it does is done immediately."""
    made = BlockList(client, lesson_id, workers=inline)
    made.refresh()
    return made


@pytest.fixture
def others(client: Client, lesson_id: str, inline: InlinePool) -> BlockList:
    """The same lesson in somebody else's notebook."""
    made = BlockList(client, lesson_id, workers=inline)
    made.refresh()
    return made


def words(panel: BlockList) -> list[str]:
    """What its rows say, in order."""
    cards = {**panel.view.cards, **panel.view.patch}
    return [cards[block_id][1] or cards[block_id][0] for block_id in panel.view.order]


def gesture(panel: BlockList, intent: str, **fields: object) -> None:
    """What the browser says that a person did."""
    panel.view._handle_custom_msg({"intent": intent, "view": "v", "n": 1, **fields}, [])


def test_making_it_asks_nothing(client: Client, lesson_id: str) -> None:
    """The first look does."""
    assert BlockList(client, lesson_id).value == ()


def test_it_shows_the_pages_in_order(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Their ids are its value."""
    assert words(pages) == ["one", "two", "three", "four"]
    assert list(pages.value) == [block.id for block in writing.read(lesson_id).blocks]


def test_a_move_is_in_the_service(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Before another page."""
    pages.move([pages.value[3]], before=pages.value[1])

    assert writing.texts(lesson_id) == ["one", "four", "two", "three"] == words(pages)


def test_several_pages_move_together(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """In the order in which they stand, to the end."""
    pages.move([pages.value[2], pages.value[0]])

    assert writing.texts(lesson_id) == ["two", "four", "one", "three"]


def test_it_says_what_was_done(pages: BlockList) -> None:
    """For who does not see the rows move."""
    pages.move([pages.value[0]], before=pages.value[2])

    assert pages.view.announcement["text"] == "Block 1 moved to position 2 of 4."


def test_a_blank_page_is_inserted(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Before another one."""
    made = pages.insert(before=pages.value[1])

    assert writing.texts(lesson_id) == ["one", "blank", "two", "three", "four"]
    assert pages.value[1] == made


def test_a_page_is_edited(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Its type may change with it."""
    pages.edit(pages.value[0], {"text": "A heading", "level": 1}, "heading")

    assert writing.read(lesson_id).blocks[0].content == {"text": "A heading", "level": 1}


def test_a_content_that_is_wrong_is_not_sent(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """The sentence says what is wrong."""
    with pytest.raises(EditRejected, match="The text is empty"):
        pages.edit(pages.value[0], {"text": " "}, "heading")
    assert writing.texts(lesson_id)[0] == "one"


def test_what_is_typed_in_a_visit_is_one_step_back(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """It is saved at every pause, and nothing of it is read out; undo takes all of it back."""
    said = pages.view.announcement
    for text in ("o", "on", "one more"):
        gesture(pages, "edit", id=pages.value[0], type="text", content={"markdown": text}, visit="a1")
        assert writing.texts(lesson_id)[0] == text
    assert pages.view.announcement == said

    gesture(pages, "undo")

    assert writing.texts(lesson_id)[0] == "one"


def test_an_unfinished_block_is_saved_while_somebody_writes(
    pages: BlockList, writing: Writing, lesson_id: str, failures: list[str]
) -> None:
    """What is missing is a finding; what the service would refuse is not sent."""
    edit = {"id": pages.value[0], "type": "heading", "visit": "a1"}
    gesture(pages, "edit", content={"text": "", "level": 2}, **edit)
    assert writing.read(lesson_id).blocks[0].content == {"text": "", "level": 2}

    gesture(pages, "edit", content={"text": "a" * 501, "level": 2}, **edit)

    assert writing.read(lesson_id).blocks[0].content == {"text": "", "level": 2}
    assert "longer than 500" in failures.pop()


@pytest.mark.parametrize(
    "text", ["  spaces  \n\n", "a\r\nb\r\n", "1) a\n", "2 * 3 * 4", "\u200f\u0627 \U0001f30a\ufe0f"]
)
def test_what_is_typed_is_stored_to_the_byte(pages: BlockList, writing: Writing, lesson_id: str, text: str) -> None:
    """No line end and no space is added or taken away, here and at the service."""
    gesture(pages, "edit", id=pages.value[0], type="text", content={"markdown": text}, visit="a1")

    assert writing.texts(lesson_id)[0] == text


def test_a_copy_stands_behind_the_page(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """With an id of its own."""
    made = pages.duplicate(pages.value[1])

    assert writing.texts(lesson_id) == ["one", "two", "two", "three", "four"]
    assert pages.value[2] == made


def test_a_text_is_split_in_one_step(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """The browser chose the new block's id; undo brings back the whole text, redo the two."""
    whole, new = pages.value[0], str(uuid4())

    gesture(pages, "split", id=whole, new=new, content={"markdown": "o"}, rest={"markdown": "ne"})

    assert writing.texts(lesson_id) == ["o", "ne", "two", "three", "four"]
    assert pages.value[:2] == (whole, new)
    pages.undo()
    assert writing.texts(lesson_id) == ["one", "two", "three", "four"]
    pages.redo()
    assert writing.texts(lesson_id) == ["o", "ne", "two", "three", "four"]


def test_two_texts_are_joined_in_one_step(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """The first block stays; undo brings the second back in its place."""
    before = pages.value

    gesture(pages, "join", id=before[0], gone=before[1], content={"markdown": "onetwo"})

    assert writing.texts(lesson_id) == ["onetwo", "three", "four"]
    pages.undo()
    assert writing.texts(lesson_id) == ["one", "two", "three", "four"]
    assert pages.value == before


def test_a_text_that_others_deleted_is_not_split(
    pages: BlockList, others: BlockList, writing: Writing, lesson_id: str
) -> None:
    """Both versions are shown, and what was typed is there to choose."""
    others.delete([others.value[0]])

    gesture(pages, "split", id=pages.value[0], new=str(uuid4()), content={"markdown": "o"}, rest={"markdown": "ne"})

    assert pages.view.state == "dispute"
    pages.choose("mine")
    assert writing.texts(lesson_id) == ["o", "ne", "two", "three", "four"]


def test_a_deletion_is_undone_and_done_again(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Each time a new transaction; the page keeps its id and place."""
    before = pages.value
    pages.delete([pages.value[1], pages.value[2]])
    pages.undo()
    assert pages.value == before
    pages.redo()
    assert writing.texts(lesson_id) == ["one", "four"]
    pages.undo()

    assert writing.texts(lesson_id) == ["one", "two", "three", "four"]


def test_an_unknown_type_is_kept_as_it_is(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """Nothing is known of its fields, so nothing is refused."""
    pages.edit(pages.value[0], {"anything": [1, {"deep": None}]}, "video.v2")

    assert writing.read(lesson_id).blocks[0].content == {"anything": [1, {"deep": None}]}


def test_others_changes_are_taken_in(pages: BlockList, others: BlockList) -> None:
    """And it is reported who did what."""
    others.move([others.value[3]], before=others.value[0])

    pages.poll()

    assert words(pages) == ["four", "one", "two", "three"]
    assert "The list is up to date." in pages.view.announcement["text"]


def test_an_edit_goes_on_top_of_what_others_did_elsewhere(pages: BlockList, others: BlockList) -> None:
    """They added a page, I moved one: nobody is asked."""
    others.insert("text", {"markdown": "five"})

    pages.move([pages.value[3]], before=pages.value[0])
    others.refresh()

    assert words(pages) == words(others) == ["four", "one", "two", "three", "five"]


def test_a_rename_elsewhere_did_not_disturb_an_open_editor(
    pages: BlockList, client: Client, lesson_id: str, writing: Writing
) -> None:
    """What is edited on the revision before the rename is saved, once and again; nothing is in dispute."""
    client.call(rename_lesson(lesson_id=lesson_id, title="Spring tides"))
    pages.edit(pages.value[0], {"markdown": "first"})
    pages.edit(pages.value[1], {"markdown": "second"})
    pages.poll()

    assert writing.texts(lesson_id)[:2] == ["first", "second"]
    assert (pages.view.state, pages.header.label) == ("saved", "Spring tides")


def test_two_orders_are_shown_with_a_choice(pages: BlockList, others: BlockList) -> None:
    """Neither is lost."""
    others.move([others.value[3]], before=others.value[0])

    pages.move([pages.value[0]], before=pages.value[2])

    dispute = pages.view.dispute
    assert [row.get("text") for row in dispute["theirs"] if row.get("mark")] == ["four"]
    assert [row.get("text") for row in dispute["mine"] if row.get("mark")] == ["one"]
    assert pages.view.state == "dispute"


@pytest.mark.parametrize(
    ("version", "order"), [("theirs", ["four", "one", "two", "three"]), ("mine", ["four", "two", "one", "three"])]
)
def test_the_choice_holds(pages: BlockList, others: BlockList, version: str, order: list[str]) -> None:
    """For both, and nobody loses a page."""
    others.move([others.value[3]], before=others.value[0])
    pages.move([pages.value[0]], before=pages.value[2])

    gesture(pages, version)
    others.refresh()

    assert words(pages) == words(others) == order


def test_two_edits_of_one_page_are_shown_with_a_choice(pages: BlockList, others: BlockList) -> None:
    """Nobody's words are replaced unasked."""
    others.edit(others.value[1], {"markdown": "theirs"})
    pages.edit(pages.value[1], {"markdown": "mine"})
    others.refresh()

    assert "a block that you changed too" in pages.view.dispute["sentence"]
    assert words(others)[1] == "theirs"


def test_a_conflict_shows_who_when_and_both_texts_and_both_can_be_kept(
    pages: BlockList, others: BlockList, writing: Writing
) -> None:
    """It named nobody and hid what they had written."""
    others.edit(others.value[1], {"markdown": "theirs"})
    pages.edit(pages.value[1], {"markdown": "mine"})

    (told,) = pages.view.dispute["texts"]
    assert (told["place"], told["theirs"], told["mine"]) == (2, "theirs", "mine")
    assert told["who"].startswith("You")
    assert told["at"].endswith("Z")
    gesture(pages, "both")

    assert words(pages) == ["one", "theirs", "mine", "three", "four"]
    assert writing.texts(pages.lesson_id) == words(pages)


def test_a_gesture_while_one_is_in_flight_leaves_next(client: Client, lesson_id: str, writing: Writing) -> None:
    """One edit at a time; nothing is lost."""
    held = Held()
    pages = BlockList(client, lesson_id, workers=held)
    pages.refresh()
    one, two = pages.value[:2]

    pages.move([one])
    pages.move([two])

    assert len(held.jobs) == 1
    assert pages.view.state == "unsaved"
    held.work()
    assert writing.texts(lesson_id) == ["three", "four", "one", "two"]
    assert pages.view.state == "saved"


def test_pending_pages_are_marked(client: Client, lesson_id: str) -> None:
    """Until the service has them."""
    held = Held()
    pages = BlockList(client, lesson_id, workers=held)
    pages.refresh()

    pages.move([pages.value[0]])
    pending = pages.view.pending
    held.work()

    assert (pending, pages.view.pending) == ([pages.value[3]], [])


def test_what_the_browser_says_is_done(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """A drop is a move."""
    gesture(pages, "move", ids=[pages.value[0]], before=None)

    assert writing.texts(lesson_id) == ["two", "three", "four", "one"]
    assert pages.view.acknowledged == {"v": 1}


def test_a_refused_gesture_says_why_and_is_taken_back(pages: BlockList, failures: list[str]) -> None:
    """The row goes back; the panel's head has the sentence."""
    gesture(pages, "edit", id=pages.value[0], type="heading", content={"text": ""})

    assert pages.error == failures.pop().removeprefix("Blocks of a lesson: ") == "The text is empty."
    assert words(pages)[0] == "one"
    assert pages.view.acknowledged == {"v": 1}


def test_a_message_of_another_form_does_nothing(pages: BlockList) -> None:
    """What comes up from a browser is not trusted to have a form."""
    gesture(pages, "move", ids="everything", before=7)
    gesture(pages, "format the disk")

    assert pages.error == ""
    assert words(pages) == ["one", "two", "three", "four"]


def test_a_disabled_list_hears_no_gesture(pages: BlockList) -> None:
    """Anyone who composes panels can switch it off."""
    pages.disabled = True
    gesture(pages, "delete", ids=list(pages.value))

    assert len(pages.value) == 4
    assert pages.view.can["move"] is False


def test_more_than_one_call_can_hold_is_refused_with_the_limit(pages: BlockList) -> None:
    """200 changes a transaction."""
    with pytest.raises(EditRejected, match="at most 200"):
        pages.delete([str(uuid4()) for _ in range(201)])


def test_contents_are_no_state(pages: BlockList) -> None:
    """A notebook saved with widget state holds what the rows say, not what the pages hold."""
    pages.edit(pages.value[0], {"markdown": "word " * 60 + "and the end of it"})

    assert "and the end of it" not in str(pages.view.get_state())


def test_without_a_kernel_it_reads_as_a_list(pages: BlockList) -> None:
    """Position, type and beginning of each page; escaped."""
    pages.edit(pages.value[0], {"markdown": "<b>one</b> & more"})
    bundle = pages._repr_mimebundle_()

    assert "   2. Text: two" in bundle["text/plain"]
    assert "&lt;b&gt;one&lt;/b&gt; &amp; more" in bundle["text/html"]


# A service with the interface only


@pytest.fixture
def bare(inline: InlinePool) -> BlockList:
    """Two pages that somebody named, on a service that tells none."""
    with interface_only() as (base_url, _), Client(base_url, "good") as client:
        made = BlockList(client, "lesson-1", block_ids=[str(uuid4()), str(uuid4())], workers=inline)
        made.refresh()
        yield made


def test_an_incomplete_list_is_not_reordered(bare: BlockList) -> None:
    """The pages that nobody named might be lost; it says so."""
    with pytest.raises(EditRejected, match="is_complete=True"):
        bare.move([bare.value[0]])
    assert "could leave some out" in bare.view.hint
    assert bare.view.can["move"] is False


def test_nothing_is_sent_that_is_not_announced(bare: BlockList) -> None:
    """No editing, copying or deleting."""
    with pytest.raises(EditRejected, match="can't edit"):
        bare.delete([bare.value[0]])


def test_a_lesson_that_is_not_there_is_not_being_read_for_ever(
    client: Client, inline: InlinePool, failures: list[str]
) -> None:
    """`block_list("nope")` showed its error and "Reading the lesson…" for ever."""
    panel = refreshed(BlockList(client, "nope", workers=inline))

    assert "Not found, or you don’t have access" in failures.pop()
    assert (panel.view.state, panel.view.sentence) == ("failed", "This lesson couldn't be loaded.")


def test_another_try_by_itself_raises_no_alarm(nobody: Client, inline: InlinePool, failures: list[str]) -> None:
    """The line above the list says how it stands."""
    blocks = refreshed(BlockList(nobody, "l", workers=inline))
    first = failures.pop()
    blocks._sync._retry_at = 0.0

    blocks.poll()

    assert first.startswith("Blocks of a lesson: ")
    assert (blocks.error, blocks.view.state, failures) == ("", "away", [])


def test_a_finding_is_mended_and_undone(pages: BlockList, writing: Writing, lesson_id: str) -> None:
    """By the view's button, as any edit; the view is told what is found when it asks."""
    gesture(pages, "duplicate", id=pages.value[0], new=str(uuid4()))
    gesture(pages, "fix", rule="duplicate-block", block=pages.value[1])
    mended = writing.texts(lesson_id)
    pages.undo()

    assert mended == ["one", "two", "three", "four"]
    assert writing.texts(lesson_id) == ["one", "one", "two", "three", "four"]
