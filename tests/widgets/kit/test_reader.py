"""A place to read in."""

from __future__ import annotations

import json

import pytest

from workbench.widgets.kit.reader import Reader


@pytest.fixture
def sent() -> list[dict[str, str]]:
    """What went to the browser."""
    return []


@pytest.fixture
def reader(sent: list[dict[str, str]]) -> Reader:
    """An empty place whose messages are kept."""
    made = Reader("The lesson as it was")
    made.send = lambda said, buffers=None: sent.append(said)
    return made


def test_what_is_read_is_in_no_state(reader: Reader) -> None:
    """A notebook that saves its widgets saves no word of it."""
    reader.put("<p>canary</p>")

    assert "canary" not in json.dumps(reader.get_state(), default=str) + repr(reader)


def test_a_view_that_is_drawn_later_is_told_everything(reader: Reader, sent: list[dict[str, str]]) -> None:
    """What was put, and what was added."""
    reader.put("<p>one</p>", language="AR")
    reader.add("<p>two</p>")
    sent.clear()

    reader._handle_custom_msg({"intent": "ready"}, [])

    assert sent == [{"html": "<p>one</p><p>two</p>", "language": "ar", "direction": "rtl"}]


def test_what_comes_next_is_added_alone(reader: Reader, sent: list[dict[str, str]]) -> None:
    """Nobody loses the place to which they have scrolled."""
    reader.put("<p>one</p>", more="Show the next blocks")
    sent.clear()

    reader.add("<p>two</p>")

    assert sent == [{"add": "<p>two</p>"}]
    assert reader.more == ""


def test_more_is_asked_for_only_where_there_is_more(reader: Reader) -> None:
    """Whatever a view says."""
    heard: list[str] = []
    reader.on_more(lambda: heard.append("more"))

    reader._handle_custom_msg({"intent": "more"}, [])
    reader.put("<p>one</p>", more="Show the next blocks")
    reader._handle_custom_msg({"intent": "more"}, [])

    assert heard == ["more"]
