"""A title that can be changed where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.widgets.kit.editable_title import LONGEST, EditableTitle


class _Typed(EditableTitle):
    """The title of a course; `typed` is what a person typed, `answers` what the browser is reported."""

    def __init__(self) -> None:
        super().__init__("Rename the course")
        self.typed: list[tuple[str, str, str]] = []
        self.answers: list[Any] = []
        self.fill("course:c", "Knots", (("Public", "good"),))
        self.editable = True
        self.on_retitle(lambda *typed: self.typed.append(typed))

    def send(self, content: Any, buffers: Any = None) -> None:
        self.answers.append(content)

    def type(self, **message: object) -> None:
        """What its script sends."""
        self._handle_custom_msg({"intent": "retitle", **message}, [])


@pytest.fixture
def title() -> _Typed:
    """The title of a course."""
    return _Typed()


def test_what_is_typed_is_handed_on(title: _Typed) -> None:
    """With what stood there when the typing began; no state of the widget holds it."""
    title.type(ids=["course:c"], text="Hitches", base="Knots")

    assert title.typed == [("course:c", "Hitches", "Knots")]
    assert "Hitches" not in json.dumps(title.get_state(), default=str)


@pytest.mark.parametrize(
    "message",
    [
        {"ids": ["course:other"], "text": "Hitches", "base": "Knots"},
        {"ids": ["course:c"], "text": 7, "base": "Knots"},
        {"ids": ["course:c"], "text": "Hitches"},
    ],
)
def test_what_names_nothing_known_is_not_saved(title: _Typed, message: dict[str, object]) -> None:
    """A browser may say anything; the person continues in the field."""
    title.type(**message)

    assert title.typed == []
    assert title.answers == [{"titled": message["ids"][0], "isSaved": False}]  # type: ignore[index]


def test_a_title_that_cannot_be_changed_is_not_changed(title: _Typed) -> None:
    """Whatever the browser sends."""
    title.editable = False
    title.type(ids=["course:c"], text="Hitches", base="Knots")

    assert title.typed == []


@pytest.mark.parametrize("ids", [[], ["a", "b"], [7], None])
def test_a_message_without_one_id_is_ignored(title: _Typed, ids: object) -> None:
    """There is no field to answer."""
    title.type(ids=ids, text="Hitches", base="Knots")

    assert title.typed == title.answers == []


def test_too_much_is_cut(title: _Typed) -> None:
    """The service says how long a title may be."""
    title.type(ids=["course:c"], text="x" * (LONGEST + 1), base="Knots")

    assert len(title.typed[0][1]) == LONGEST


def test_what_steers_a_terminal_is_made_visible(title: _Typed) -> None:
    """As in a list."""
    title.fill("course:c", "a\u202eb")

    assert title.text == "a\\u202eb"
