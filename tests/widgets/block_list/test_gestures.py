"""What the browser may say."""

from __future__ import annotations

import pytest

from tests.authoring.lessons import id_of
from workbench.widgets.block_list.gestures import Move, SimpleGesture, parse_message

A = id_of("a")


def test_a_gesture_is_understood() -> None:
    """By its intent."""
    said = {"intent": "move", "view": "v", "n": 1, "ids": [A.upper()], "before": None}

    assert parse_message(said) == Move(view="v", n=1, intent="move", ids=[A], before=None)


def test_a_simple_one_needs_no_more_than_its_name() -> None:
    """Undo is undo."""
    assert parse_message({"intent": "undo"}) == SimpleGesture(intent="undo")


@pytest.mark.parametrize(
    "said",
    [
        None,
        "move",
        {},
        {"intent": "reboot"},
        {"intent": "move", "ids": A, "before": None},
        {"intent": "move", "ids": [A]},
        {"intent": "insert", "id": "x", "type": "text", "before": None},
        {"intent": "edit", "id": A, "type": "<b>", "content": {}},
        {"intent": "edit", "id": A, "type": "text", "content": []},
        {"intent": "comments"},
        {"intent": "undo", "n": "1"},
    ],
)
def test_what_has_another_form_is_nothing(said: object) -> None:
    """No message makes an error of its own."""
    assert parse_message(said) is None
