"""Help with the blocks of a list: proposals as they are written, shown and put into the lesson."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.helping import HALF, SEA, balance
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.model_server import ModelServer, failing, malformed, saying
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import EditRejected
from workbench.widgets.block_list.panel import BlockList


class LaterPool(InlinePool):
    """Workers that do what they were given when a test says so."""

    def __init__(self) -> None:
        self.later: list[Callable[[], object]] = []
        self.is_inline = True

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Does it immediately, or keeps it."""
        if self.is_inline:
            return super().submit(function, *args, **kwargs)
        self.later.append(lambda: function(*args, **kwargs))
        return None

    def work(self) -> None:
        """Do all that was kept."""
        self.is_inline = True
        while self.later:
            self.later.pop(0)()


@pytest.fixture
def workers() -> LaterPool:
    """Workers that work at once until a test says otherwise."""
    return LaterPool()


@pytest.fixture
def blocks(helping: Client, tides: str, workers: LaterPool) -> BlockList:
    """The list of the lesson about the sea, read."""
    made = BlockList(helping, tides, workers=workers)
    made.refresh()
    return made


@pytest.fixture
def writing(helping: Client) -> Writing:
    """The lessons of the service, as somebody else changes them."""
    return Writing(helping)


def gesture(panel: BlockList, intent: str, **fields: object) -> None:
    """What the browser says that a person did."""
    panel.view._handle_custom_msg({"intent": intent, "view": "v", "n": 1, **fields}, [])


def text_of(writing: Writing, panel: BlockList, place: int = 1) -> Any:
    """What a block holds at the service."""
    return writing.read(panel.lesson_id).blocks[place].content


def becomes(writing: Writing, panel: BlockList, *changed: Block) -> None:
    """Somebody else gives the lesson these blocks in place of its second one."""
    now = writing.read(panel.lesson_id).blocks
    writing.become(panel.lesson_id, [now[0], *changed, *now[2:]])
    panel.poll()


def test_a_proposal_is_shown_and_changes_nothing(blocks: BlockList, writing: Writing) -> None:
    """The view is told that there is one, and asks for it; no text is widget state."""
    block_id = blocks.value[1]
    gesture(blocks, "suggest", id=block_id, action="shorten", instruction="For sailors.")
    details = blocks.suggestions.details(block_id)

    assert blocks.view.proposals == {block_id: "ready"}
    assert blocks.view.announcement["text"] == "A suggestion for block 2 is ready."
    assert (details["state"], details["instruction"], details["meanwhile"]) == ("ready", "For sailors.", "")
    assert "<del> a day because" in details["difference"] and "twice." in details["html"]
    assert "twice a day" not in json.dumps(blocks.view.get_state(), default=str).replace(SEA, "")
    assert text_of(writing, blocks) == {"markdown": SEA}


def test_accepting_it_is_one_edit_that_undo_takes_back(blocks: BlockList, writing: Writing) -> None:
    """The block stays where it is, and the proposal goes."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "shorten")
    gesture(blocks, "proposal", id=block_id, choice="accept")
    assert text_of(writing, blocks) == {"markdown": HALF}
    assert (blocks.view.proposals, blocks.value[1]) == ({}, block_id)

    blocks.undo()
    assert text_of(writing, blocks) == {"markdown": SEA}


def test_a_question_becomes_a_block_behind(blocks: BlockList, writing: Writing) -> None:
    """Whatever happened to the block in the meantime, nothing of it is overwritten."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "makeQuestion")
    blocks.edit(block_id, {"markdown": "Mine."})
    assert blocks.view.proposals == {block_id: "ready"}
    blocks.suggestions.accept(block_id)

    assert [block.type for block in writing.read(blocks.lesson_id).blocks] == ["heading", "text", "quiz", "summary"]
    assert text_of(writing, blocks) == {"markdown": "Mine."}


def test_what_is_not_saved_yet_is_saved_first(blocks: BlockList, model: ModelServer, workers: LaterPool) -> None:
    """The model is given what the author sees."""
    block_id = blocks.value[1]
    workers.is_inline = False
    blocks.edit(block_id, {"markdown": "The tide turns twice each day, as sailors know."})
    blocks.suggestions.ask(block_id, "shorten")
    assert blocks.view.proposals == {block_id: "writing"}
    workers.work()

    assert "tide turns" in str(model.requests[-1]["messages"])
    assert blocks.suggestions.details(block_id)["state"] == "ready"


def test_a_lesson_that_others_just_changed_is_read_again(blocks: BlockList, writing: Writing, helping: Client) -> None:
    """The proposal is for what holds now, and paid once."""
    left = balance(helping)
    writing.append(blocks.lesson_id, "Theirs.")
    blocks.suggestions.ask(blocks.value[1], "shorten")

    assert set(blocks.view.proposals.values()) == {"ready"}
    assert (balance(helping), len(blocks.value)) == (left - 1, 4)


def test_a_block_that_somebody_changed_is_not_overwritten(blocks: BlockList, writing: Writing) -> None:
    """It is reported; the proposal stays, to take its place or are after it."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "shorten")
    becomes(writing, blocks, Block(id=block_id, type="text", content={"markdown": "Theirs."}))
    assert blocks.view.proposals == {block_id: "stale"}
    assert blocks.suggestions.details(block_id)["meanwhile"] == "changed"
    with pytest.raises(EditRejected, match="has changed"):
        blocks.suggestions.accept(block_id)

    blocks.suggestions.accept(block_id, as_new=True)
    assert [text_of(writing, blocks, place) for place in (1, 2)] == [{"markdown": "Theirs."}, {"markdown": HALF}]
    blocks.suggestions.ask(block_id, "rewrite")


def test_a_block_that_was_changed_can_be_replaced_on_purpose(blocks: BlockList, writing: Writing) -> None:
    """Undo brings theirs back."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "shorten")
    becomes(writing, blocks, Block(id=block_id, type="text", content={"markdown": "Theirs."}))
    gesture(blocks, "proposal", id=block_id, choice="replace")
    assert text_of(writing, blocks) == {"markdown": HALF}

    blocks.undo()
    assert text_of(writing, blocks) == {"markdown": "Theirs."}


def test_a_block_that_is_gone_keeps_its_proposal(blocks: BlockList, writing: Writing) -> None:
    """It can be put at the end; the deleted block does not come back."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "shorten")
    becomes(writing, blocks)
    assert (blocks.view.proposals, block_id in blocks.value) == ({block_id: "stale"}, False)
    with pytest.raises(EditRejected, match="was deleted"):
        blocks.suggestions.accept(block_id, replace=True)

    gesture(blocks, "proposal", id=block_id, choice="behind")
    assert text_of(writing, blocks, 2) == {"markdown": HALF}


def test_a_block_that_was_moved_is_the_same(blocks: BlockList, writing: Writing) -> None:
    """The proposal goes with it."""
    block_id = blocks.value[1]
    blocks.suggestions.ask(block_id, "shorten")
    blocks.move([block_id], before=blocks.value[0])
    blocks.suggestions.accept(block_id)

    assert text_of(writing, blocks, 0) == {"markdown": HALF}


def test_who_stops_waiting_gets_it_later_for_nothing(
    blocks: BlockList, workers: LaterPool, model: ModelServer, helping: Client
) -> None:
    """The same request finds what was paid for, in this list and in another kernel's; `again` is another proposal."""
    block_id, left = blocks.value[1], balance(helping)
    workers.is_inline = False
    blocks.suggestions.ask(block_id, "shorten")
    blocks.suggestions.discard(block_id)
    workers.work()
    assert (blocks.view.proposals, balance(helping)) == ({}, left - 1)

    blocks.suggestions.ask(block_id, "shorten")
    elsewhere = BlockList(helping, blocks.lesson_id, workers=InlinePool())
    elsewhere.refresh()
    elsewhere.suggestions.ask(block_id, "shorten")
    assert (elsewhere.view.proposals, balance(helping), len(model.requests)) == ({block_id: "ready"}, left - 1, 1)

    blocks.suggestions.ask(block_id, "shorten", again=True)
    assert (balance(helping), len(model.requests)) == (left - 2, 2)


def test_a_failure_is_said_beside_the_block(blocks: BlockList, model: ModelServer, helping: Client) -> None:
    """Nothing is paid; the next try, after a refused draft too, asks the model again."""
    block_id, left = blocks.value[1], balance(helping)
    model.answer_with(malformed())
    blocks.suggestions.ask(block_id, "shorten")
    details = blocks.suggestions.details(block_id)
    assert (details["state"], blocks.view.proposals) == ("failed", {block_id: "failed"})
    assert "no usable block" in details["problem"] and balance(helping) == left

    model.answer_with(failing(401))
    blocks.suggestions.ask(block_id, "shorten")
    assert "Nothing was charged" in blocks.suggestions.details(block_id)["problem"]
    assert len(model.requests) == 1


def test_two_are_written_at_a_time(blocks: BlockList, workers: LaterPool) -> None:
    """Panels share a few threads, and a model may take minutes."""
    workers.is_inline = False
    for block_id in blocks.value[:2]:
        blocks.suggestions.ask(block_id, "rewrite")
    with pytest.raises(EditRejected, match="Two suggestions are being written"):
        blocks.suggestions.ask(blocks.value[2], "rewrite")
    workers.work()

    assert set(blocks.view.proposals.values()) == {"ready", "failed"}  # a heading that has half of no words


def test_the_menu_says_what_it_costs(blocks: BlockList, helping: Client) -> None:
    """And what is left, before the first proposal and after each."""
    gesture(blocks, "help")
    left = balance(helping)
    assert blocks.view.cost == f"Costs 1 credit; {left:,} left."

    blocks.suggestions.ask(blocks.value[1], "shorten")
    assert blocks.view.cost == f"Costs 1 credit; {left - 1:,} left."


def test_without_a_model_the_menu_says_so(client: Client, inline: InlinePool, lesson_id: str) -> None:
    """Nothing can be requested."""
    made = BlockList(client, lesson_id, workers=inline)
    made.refresh()

    assert made.suggestions.refusal() == "This service has no AI model, so it can't suggest changes."
    with pytest.raises(EditRejected, match="no AI model"):
        made.suggestions.ask(made.value[0], "rewrite")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_model_becomes_markup(blocks: BlockList, model: ModelServer, text: str) -> None:
    """What the view gets is escaped or sanitised, or the proposal was refused."""
    model.answer_with(saying(json.dumps({"block": {"type": "text", "markdown": f"The moon. {text}"}})))
    blocks.suggestions.ask(blocks.value[1], "rewrite")
    details = blocks.suggestions.details(blocks.value[1])

    assert seen(details.get("difference", "") + details.get("html", "")).dangers == []
