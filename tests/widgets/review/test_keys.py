"""Single keys of a panel."""

from __future__ import annotations

import pytest

from workbench.widgets.review.keys import KeyCommand, KeyCommands


@pytest.fixture
def given() -> list[tuple[str, str]]:
    """The commands that were given, each with its subject."""
    return []


@pytest.fixture
def keys(given: list[tuple[str, str]]) -> KeyCommands:
    """Two keys, of which one only moves the focus."""
    made = KeyCommands(
        [KeyCommand("a", "approve", "approve"), KeyCommand("l", "list", "to the list", "[role=listbox]")]
    )
    made.on_command(lambda name, subject: given.append((name, subject)))
    return made


def test_a_command_comes_with_what_was_shown(keys: KeyCommands, given: list[tuple[str, str]]) -> None:
    """So that a key that was pressed too late is not taken for the next thing."""
    keys._handle_custom_msg({"intent": "command", "name": "approve", "subject": "one"}, [])

    assert given == [("approve", "one")]


def test_escape_leaves(keys: KeyCommands, given: list[tuple[str, str]]) -> None:
    """It needs no entry in the list."""
    keys._handle_custom_msg({"intent": "command", "name": "leave", "subject": ""}, [])

    assert given == [("leave", "")]


@pytest.mark.parametrize(
    "message",
    [
        "approve",
        {"intent": "command", "name": "delete", "subject": ""},
        {"intent": "command", "name": "approve"},
        {"intent": "command", "name": ["approve"], "subject": ""},
        {"intent": "choose", "name": "approve", "subject": ""},
    ],
)
def test_a_message_of_another_form_is_ignored(keys: KeyCommands, given: list[tuple[str, str]], message: object) -> None:
    """Whatever a view says."""
    keys._handle_custom_msg(message, [])

    assert given == []


def test_the_focus_is_given_back_by_the_browser(keys: KeyCommands) -> None:
    """Python cannot know where it was."""
    sent: list[object] = []
    keys.send = lambda message, buffers=None: sent.append(message)  # type: ignore[method-assign]

    keys.return_focus()

    assert sent == [{"focus": True}]
