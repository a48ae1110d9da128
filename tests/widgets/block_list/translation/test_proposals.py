"""Proposals for rows of a translation: requested knowingly, accepted as an edit with its tie, and taken back."""

from __future__ import annotations

import json

import pytest

from tests.helping import balance
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.model_server import ModelServer, good, malformed, saying
from tests.widgets.block_list.translation.scene import Scene
from tests.widgets.block_list.translation.scene import scene as scene
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import EditRejected
from workbench.procedures.lesson import rename_lesson
from workbench.widgets.block_list.panel import BlockList


def proposals(scene: Scene) -> dict[str, str]:
    """How the proposals stand."""
    found: dict[str, str] = scene.panel.view.translation["proposals"]
    return found


def test_all_that_is_to_be_done_is_asked_for_once(scene: Scene, helping: Client) -> None:
    """One price; nothing is changed before somebody accepts."""
    left, before = balance(helping), scene.writing.read(scene.panel.lesson_id)
    scene.gesture("beside", open=True)
    scene.gesture("askTranslation", keys=[])
    text, more = scene.source_ids[1:3]
    rows = scene.pairs(text, more)

    assert proposals(scene) == {text: "ready", more: "ready"}
    assert "<ins>" in rows[text]["proposal"]["difference"] and "La lune" in rows[more]["proposal"]["html"]
    assert scene.writing.read(scene.panel.lesson_id) == before
    assert (left - balance(helping), scene.panel.view.announcement["text"]) == (1, "2 suggestions are ready.")


def test_accepting_ties_and_undo_makes_it_stale_again(scene: Scene) -> None:
    """As one edit; done again, it is up to date again."""
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    before = scene.panel._copy.blocks[1]
    scene.gesture("askTranslation", keys=[key])
    scene.gesture("translationChoice", key=key, choice="accept")
    accepted = scene.states()
    scene.panel.undo()
    undone = scene.states()
    changed = scene.pairs(key)[key]["changed"]
    scene.panel.redo()

    assert (accepted[1], undone[1], scene.states()[1]) == ("current", "stale", "current")
    assert "<ins>" in changed
    assert not scene.panel._copy.blocks[1].same_as(before) and proposals(scene) == {}


def test_a_missing_block_is_put_in_its_place_and_taken_out_again(scene: Scene) -> None:
    """Behind the translation of the block before it."""
    scene.gesture("beside", open=True)
    key = scene.source_ids[2]
    scene.gesture("askTranslation", keys=[key])
    scene.gesture("translationChoice", key=key, choice="accept")
    blocks = scene.writing.read(scene.panel.lesson_id).blocks
    accepted = scene.states()
    scene.panel.undo()

    assert [block.type for block in blocks] == ["heading", "text", "text", "summary"]
    assert (accepted[2], scene.states()[2]) == ("current", "missing")


def test_a_source_that_goes_on_leaves_the_block_marked(scene: Scene) -> None:
    """What was paid for is put there, and what the source says now is shown."""
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    scene.gesture("askTranslation", keys=[key])
    scene.source_says("Nothing pulls.")
    scene.panel.poll()
    assert scene.pairs(key)[key]["proposal"]["isSourceChanged"]
    scene.gesture("translationChoice", key=key, choice="accept")

    assert (scene.states()[1], proposals(scene)) == ("stale", {})
    assert "<ins>Nothing</ins>" in scene.pairs(key)[key]["changed"]


def test_a_source_that_goes_on_unseen_leaves_the_block_marked_too(scene: Scene) -> None:
    """Though the list had not noticed when it was accepted."""
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    scene.gesture("askTranslation", keys=[key])
    scene.source_says("Nothing pulls.")
    scene.gesture("translationChoice", key=key, choice="accept")

    assert scene.states()[1] == "stale"
    assert scene.panel.view.translation["problem"] == ""


def test_a_translation_that_somebody_changed_is_not_overwritten(scene: Scene) -> None:
    """It is reported; it can be put in its place on purpose, and undo brings theirs back."""
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    scene.gesture("askTranslation", keys=[key])
    heading, text, summary = scene.writing.read(scene.panel.lesson_id).blocks
    theirs = Block(id=text.id, type="text", content={"markdown": "Le soleil aussi."})
    scene.writing.become(scene.panel.lesson_id, [heading, theirs, summary])
    scene.panel.poll()
    assert proposals(scene) == {key: "stale"}
    with pytest.raises(EditRejected, match="has changed since you asked"):
        scene.panel.translation.proposals.accept(key)

    scene.gesture("translationChoice", key=key, choice="replace")
    assert scene.states()[1] == "current"
    scene.panel.undo()
    assert scene.writing.read(scene.panel.lesson_id).blocks[1].content == theirs.content


def test_the_same_request_is_paid_once(scene: Scene, helping: Client, model: ModelServer) -> None:
    """In another kernel too; to ask again is another proposal."""
    left = balance(helping)
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    scene.gesture("askTranslation", keys=[key])
    scene.gesture("translationChoice", key=key, choice="discard")
    elsewhere = BlockList(helping, scene.panel.lesson_id, workers=InlinePool())
    elsewhere.refresh()
    theirs = Scene(elsewhere, scene.writing, scene.source)
    elsewhere.translation.lesson.read()
    theirs.gesture("beside", open=True)
    theirs.gesture("askTranslation", keys=[key])
    assert (proposals(theirs), left - balance(helping)) == ({key: "ready"}, 1)

    theirs.gesture("askTranslation", keys=[key], again=True)
    assert left - balance(helping) == 2


def test_what_a_model_cannot_do_is_said_and_not_charged(scene: Scene, helping: Client, model: ModelServer) -> None:
    """The next try asks the model again."""
    left = balance(helping)
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    model.answer_with(malformed())
    scene.gesture("askTranslation", keys=[key])
    failed = scene.pairs(key)[key]["proposal"]
    model.answer_with(good())
    scene.gesture("askTranslation", keys=[key])

    assert (failed["state"], "no usable translation" in failed["problem"]) == ("failed", True)
    assert (proposals(scene), left - balance(helping)) == ({key: "ready"}, 1)


def test_a_title_is_translated_and_accepted(scene: Scene, helping: Client) -> None:
    """The row of both titles is one like others."""
    helping.call(rename_lesson(lesson_id=scene.source, title="Tides and the sun"))
    scene.gesture("beside", open=True)
    assert scene.panel.view.translation["rows"][0] == ["title", "", "stale"]
    scene.gesture("askTranslation", keys=["title"])
    assert "difference" in scene.pairs("title")["title"]["proposal"]
    scene.gesture("translationChoice", key="title", choice="accept")

    assert scene.panel.view.translation["rows"][0] == ["title", "", "current"]
    assert proposals(scene) == {}


def test_a_title_that_still_says_the_same(scene: Scene, helping: Client) -> None:
    """It is tied again."""
    helping.call(rename_lesson(lesson_id=scene.source, title="The tides"))
    scene.gesture("beside", open=True)
    scene.gesture("stillSame", key="title")

    assert scene.panel.view.translation["rows"][0] == ["title", "", "current"]


@pytest.mark.parametrize("text", HOSTILE[:3])
def test_no_text_of_a_model_becomes_markup(scene: Scene, model: ModelServer, text: str) -> None:
    """What the view gets is escaped or sanitised, or the proposal was refused."""
    model.answer_with(saying(json.dumps({"texts": [{"number": 1, "text": f"La lune attire la mer. {text}"}]})))
    scene.gesture("beside", open=True)
    key = scene.source_ids[1]
    scene.gesture("askTranslation", keys=[key])
    found = scene.pairs(key)[key]["proposal"]

    assert seen(found.get("difference", "") + found.get("html", "")).dangers == []
