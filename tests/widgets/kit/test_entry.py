"""A field to type in."""

from __future__ import annotations

import json

import pytest

from workbench.widgets.kit.entry import TextEntry


@pytest.fixture
def entry() -> TextEntry:
    """An empty field of one line."""
    return TextEntry("Topic", hint="What should it teach?")


def test_what_is_typed_arrives(entry: TextEntry) -> None:
    """As `value`."""
    entry._handle_custom_msg({"intent": "typed", "text": "Bees"}, [])

    assert entry.value == "Bees"


def test_what_is_typed_is_in_no_state(entry: TextEntry) -> None:
    """A notebook that saves its widgets saves no word of it."""
    entry._handle_custom_msg({"intent": "typed", "text": "Bees in May"}, [])

    assert "Bees" not in json.dumps(entry.get_state(), default=str)


def test_the_enter_key_is_told_after_the_text(entry: TextEntry) -> None:
    """Anyone who listens finds the text there."""
    heard: list[str] = []
    entry.on_enter(lambda: heard.append(entry.value))

    entry._handle_custom_msg({"intent": "entered", "text": "Bees"}, [])

    assert heard == ["Bees"]


def test_what_python_sets_is_sent_to_the_browser(entry: TextEntry) -> None:
    """As a message, not as state."""
    sent: list[object] = []
    entry.send = lambda said, buffers=None: sent.append(said)

    entry.value = "Bees"

    assert sent == [{"text": "Bees"}]


def test_what_the_browser_typed_is_not_sent_back(entry: TextEntry) -> None:
    """Or letters would be lost while somebody types on."""
    sent: list[object] = []
    entry.send = lambda said, buffers=None: sent.append(said)

    entry._handle_custom_msg({"intent": "typed", "text": "Bees"}, [])

    assert sent == []


def test_a_field_that_is_drawn_asks_what_stands_in_it(entry: TextEntry) -> None:
    """A second view of it shows the same."""
    entry.value = "Bees"
    sent: list[object] = []
    entry.send = lambda said, buffers=None: sent.append(said)

    entry._handle_custom_msg({"intent": "ready"}, [])

    assert sent == [{"text": "Bees"}]


@pytest.mark.parametrize("said", [None, [], {"intent": "typed"}, {"intent": "typed", "text": 7}, {"text": "Bees"}])
def test_a_message_of_another_form_is_nothing(entry: TextEntry, said: object) -> None:
    """What comes from a browser is not trusted to have a form."""
    entry._handle_custom_msg(said, [])

    assert entry.value == ""


def test_its_text_says_nothing_that_was_typed(entry: TextEntry) -> None:
    """A stock field's text repeats its value."""
    entry.value = "Bees"

    assert repr(entry) == "A text field: Topic."
