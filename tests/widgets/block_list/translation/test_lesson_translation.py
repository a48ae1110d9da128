"""The block list of a translation: next to its source, tied again, and accepted with undo."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.lessons import Writing, blocks_of
from tests.colleague import colleague
from tests.helping import ServiceWithModel
from tests.widgets.block_list.translation.scene import SUN, Scene
from tests.widgets.block_list.translation.scene import scene as scene
from workbench.authoring.block import Block, new_block_id
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import create_lesson, tie_translation
from workbench.widgets.block_list.panel import BlockList


def test_the_state_says_what_is_to_be_done_without_a_text(scene: Scene) -> None:
    """The line above the list has it as soon as the lesson was checked; rows come when both are shown."""
    before = dict(scene.panel.view.translation)
    scene.gesture("beside", open=True)
    state = scene.panel.view.translation

    assert before == {
        "kind": "translation",
        "text": "Translation from English (EN): 2 blocks to do",
        "isOpen": False,
        "open": 2,
        **{name: before[name] for name in before.keys() - {"kind", "text", "isOpen", "open"}},
    }
    assert [row[2] for row in state["rows"]] == ["current", "current", "stale", "missing", "current"]
    assert state["cost"].startswith("Costs 1 credit; ")
    assert SUN not in json.dumps(state)


def test_a_row_shows_both_and_what_changed_in_the_source(scene: Scene) -> None:
    """Words that went and came; a row that is not there any more has nothing."""
    scene.gesture("beside", open=True)
    text, more = scene.source_ids[1:3]
    rows = scene.pairs(text, more, new_block_id())

    assert "The sun pulls, too." in rows[text]["source"] and "La lune" in rows[text]["html"]
    assert "<del>" in rows[text]["changed"] and "sun" in rows[text]["changed"]
    assert (rows[more]["html"], rows[more]["changed"]) == ("", "")
    assert [row for row in rows.values() if "source" not in row] == [{"proposal": {}}]


def test_it_still_says_the_same_changes_no_text(scene: Scene) -> None:
    """It is announced, and nothing of the lesson is another."""
    scene.gesture("beside", open=True)
    before = scene.writing.read(scene.panel.lesson_id).revision
    scene.gesture("stillSame", key=scene.source_ids[1])

    assert scene.states() == ["current", "current", "missing", "current"]
    assert scene.writing.read(scene.panel.lesson_id).revision == before
    assert scene.panel.view.announcement["text"] == "Mark as current. 1 block to do."


def test_the_last_one_is_said_once(scene: Scene) -> None:
    """Regression: “It is up to date. All up to date.”"""
    heading, text, _, summary = scene.writing.read(scene.source).blocks
    scene.writing.become(scene.source, [heading, text, summary])
    scene.gesture("beside", open=True)
    scene.gesture("stillSame", key=text.id)

    assert scene.panel.view.announcement["text"] == "Everything is up to date."


def test_what_was_changed_again_is_not_called_the_same(scene: Scene) -> None:
    """Somebody edits the source between reading and saying so: one has to read it again."""
    scene.gesture("beside", open=True)
    scene.source_says("The moon and the sun.")
    scene.gesture("stillSame", key=scene.source_ids[1])

    assert scene.states()[1] == "stale"
    assert "has just changed again" in scene.panel.view.translation["problem"]
    scene.gesture("stillSame", key=scene.source_ids[1])
    assert (scene.states()[1], scene.panel.view.translation["problem"]) == ("current", "")


def test_an_edit_elsewhere_in_the_source_does_not_matter(scene: Scene) -> None:
    """The block is tied anyway, and the other one is stale."""
    scene.gesture("beside", open=True)
    heading, *rest = scene.writing.read(scene.source).blocks
    changed = Block(id=heading.id, type="heading", content={"text": "High tides", "level": 2})
    scene.writing.become(scene.source, [changed, *rest])
    scene.gesture("stillSame", key=scene.source_ids[1])

    assert scene.states() == ["stale", "current", "missing", "current"]


def test_an_edit_of_the_source_shows_while_one_works(scene: Scene) -> None:
    """It is reported, once."""
    scene.gesture("beside", open=True)
    heading, *rest = scene.writing.read(scene.source).blocks
    changed = Block(id=heading.id, type="heading", content={"text": "High tides", "level": 2})
    scene.writing.become(scene.source, [changed, *rest])
    scene.panel.poll()

    assert scene.panel.view.translation["open"] == 3
    assert scene.panel.view.announcement["text"] == "The source was changed: 3 blocks to do."


def test_a_copy_is_put_there_to_be_written(scene: Scene) -> None:
    """In the source's place; it stays marked until somebody says that it is done."""
    scene.gesture("beside", open=True)
    key, new = scene.source_ids[2], new_block_id()
    scene.gesture("writeTranslation", key=key, id=new)
    blocks = scene.writing.read(scene.panel.lesson_id).blocks

    assert (blocks[2].id, blocks[2].content) == (new, {"markdown": "Ebb and flood."})
    assert scene.states()[2] == "stale"
    scene.panel.edit(new, {"markdown": "Flux et reflux."})
    scene.gesture("stillSame", key=key)
    assert scene.states()[2] == "current"


def test_extra_blocks_stand_where_they_are(scene: Scene) -> None:
    """A note of the translator's is no block that is missing in the source."""
    scene.panel.insert("text", {"markdown": "Note"}, before=scene.panel.value[1])
    scene.gesture("beside", open=True)
    rows = scene.panel.view.translation["rows"]

    assert [row[2] for row in rows] == ["current", "current", "extra", "stale", "missing", "current"]
    assert "Note" in scene.pairs(rows[2][0])[rows[2][0]]["html"]


def test_a_viewer_is_told_and_changes_nothing(scene: Scene, shared_model: ServiceWithModel) -> None:
    """One sentence above the rows."""
    with colleague(shared_model.service, shared_model.folder, role="viewer", name="Vi") as client:
        panel = BlockList(client, scene.panel.lesson_id, workers=InlinePool())
        panel.refresh()
        panel.translation.lesson.read()
        theirs = Scene(panel, scene.writing, scene.source)
        theirs.gesture("beside", open=True)
        theirs.gesture("stillSame", key=scene.source_ids[1])
        problem = panel.view.translation["problem"]
        theirs.gesture("askTranslation", keys=[scene.source_ids[1]])
        row = theirs.pairs(scene.source_ids[1])[scene.source_ids[1]]

    assert "role" in problem
    assert (row["proposal"]["state"], scene.states()[1]) == ("failed", "stale")


def test_a_source_says_which_translations_it_has(scene: Scene) -> None:
    """By language, with what is to be done in each."""
    panel = BlockList(scene.panel.client, scene.source, workers=InlinePool())
    panel.refresh()
    panel.translation.lesson.read()

    assert panel.view.translation == {
        "kind": "source",
        "text": "Translated into French · français (FR) (2 blocks to do)",
    }


def test_a_lesson_that_is_neither_says_nothing(scene: Scene) -> None:
    """There is no line for it."""
    panel = BlockList(scene.panel.client, scene.writing.of_texts("one"), workers=InlinePool())
    panel.refresh()
    panel.translation.lesson.read()

    assert panel.view.translation == {"kind": "none", "text": ""}


def tied_by_hand(client: Client, writing: Writing, source: str, texts: list[str], language: str) -> str:
    """The id of a lesson that translates the source's blocks one by one."""
    made = client.call(create_lesson(title="x", language=language)).lesson_id
    blocks = blocks_of([("text", {"markdown": text}) for text in texts])
    writing.become(made, blocks)
    lesson = writing.read(source)
    pairs: list[Any] = [
        {"blockId": mine.id, "sourceBlockId": theirs.id} for mine, theirs in zip(blocks, lesson.blocks, strict=True)
    ]
    client.call(
        tie_translation(
            lesson_id=made,
            source_lesson_id=source,
            source_revision=lesson.revision,
            blocks=pairs,
            is_title_current=True,
        )
    )
    return made


def test_a_translation_from_right_to_left_has_two_directions(helping: Client) -> None:
    """The source's texts stay as they are read."""
    writing = Writing(helping)
    source = writing.of_texts("The moon pulls.")
    panel = BlockList(helping, tied_by_hand(helping, writing, source, ["القمر يجذب."], "AR"), workers=InlinePool())
    panel.refresh()
    panel.translation.lesson.read()
    Scene(panel, writing, source).gesture("beside", open=True)
    state = panel.view.translation

    assert (panel.view.direction, state["direction"], state["language"]) == ("rtl", "ltr", "EN")


def test_two_hundred_blocks_are_shown_in_parts(helping: Client) -> None:
    """The state has their names alone; a view asks for some at a time, and for no more than sixty."""
    writing = Writing(helping)
    source = writing.of_texts(*(f"Sentence {number}." for number in range(200)))
    texts = [f"Satz {number}." for number in range(200)]
    panel = BlockList(helping, tied_by_hand(helping, writing, source, texts, "DE"), workers=InlinePool())
    panel.refresh()
    panel.translation.lesson.read()
    large = Scene(panel, writing, source)
    large.gesture("beside", open=True)
    keys = [row[0] for row in panel.view.translation["rows"]]

    assert len(keys) == 201 and len(json.dumps(panel.view.translation)) < 25_000
    assert len(large.pairs(*keys[1:61])) == 60
    assert large.pairs(*keys[1:62]) == {}
