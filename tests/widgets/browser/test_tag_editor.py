"""The editor of tags."""

from __future__ import annotations

import json

import pytest

from workbench.widgets.browser.tag_editor import TagEditor


@pytest.fixture
def saved() -> list[list[str]]:
    """What was saved."""
    return []


@pytest.fixture
def editor(saved: list[list[str]]) -> TagEditor:
    """One that is open, with a tag."""
    made = TagEditor()
    made.on_save(saved.append)
    made.edit("Tags of “Tides”", ["sea"], known=["moon", "sea"])
    return made


def say(editor: TagEditor, **message: object) -> None:
    """What the browser says."""
    editor._handle_custom_msg(message, [])


def test_saved_tags_arrive(editor: TagEditor, saved: list[list[str]]) -> None:
    """As they are; they are checked where they are set."""
    say(editor, intent="save", tags=["sea", "<b>"])

    assert saved == [["sea", "<b>"]]


@pytest.mark.parametrize("tags", ["sea", [7], None, {"sea": 1}])
def test_what_are_no_tags_is_not_saved(editor: TagEditor, saved: list[list[str]], tags: object) -> None:
    """A browser may say anything."""
    say(editor, intent="save", tags=tags)

    assert saved == []


def test_a_tag_is_searched_for(editor: TagEditor) -> None:
    """From its chip, by mouse and by keys."""
    searched: list[str] = []
    editor.on_search(searched.append)
    say(editor, intent="search", tag="sea")
    say(editor, intent="search", tag=7)

    assert searched == ["sea"]


def test_nothing_arrives_once_it_is_closed(editor: TagEditor, saved: list[list[str]]) -> None:
    """Or while the panel works; nothing is left of what was there."""
    editor.disabled = True
    say(editor, intent="save", tags=["a"])
    editor.disabled = False
    say(editor, intent="cancel")
    say(editor, intent="save", tags=["a"])

    assert saved == [] and editor.layout.display == "none"


def test_it_says_what_it_is_for() -> None:
    """Without a tag that somebody wrote becoming markup."""
    editor = TagEditor()
    editor.edit("Tags of “<b>\u202e”", [], known=[])

    assert editor.label == "Tags of “<b>\\u202e”" and repr(editor).startswith("Tag editor")
    assert "<script" not in json.dumps(editor.get_state(), default=str)
