"""Rules on a lesson as a whole."""

from __future__ import annotations

import pytest

from tests.authoring.checks.views import Blocks, heading, names, places, quiz, text, view
from tests.authoring.content.contents import CONTENTS
from workbench.authoring.blocks.registry import QUESTION_TYPES

GOALS = ("objectives", {"items": ["Tie a bowline"]})
LONG = text("The rope goes round the post, then up through the loop. " * 12)
QUESTION = quiz("Which knot holds?", "The bowline", "The granny", "The thief")


@pytest.mark.parametrize(
    ("rule", "blocks"),
    [
        ("no-objectives", [heading("Knots"), LONG, QUESTION]),
        ("objective-not-taught", [("objectives", {"items": ["Explain the tides"]}), LONG, QUESTION]),
        ("no-question", [GOALS, LONG, text("Tie a bowline.")]),
        ("empty-block", [GOALS, LONG, QUESTION, ("blank", {})]),
        ("empty-block", [GOALS, LONG, QUESTION, heading("And now")]),
        ("empty-block", [GOALS, heading("One"), heading("Two"), LONG, QUESTION]),
        ("duplicate-block", [GOALS, LONG, LONG, QUESTION]),
        ("heading-order", [GOALS, heading("Part", 3), LONG, QUESTION]),
        ("too-long", [GOALS, text("A word of many. " * 200), QUESTION]),
        ("too-long", [GOALS, *[text(f"Part {index}. " + "A word of many. " * 140) for index in range(8)], QUESTION]),
        ("too-short", [GOALS, text("Tie it."), QUESTION]),
        ("key-position", [GOALS, LONG, *[quiz(f"Question {index}?", "Yes", "Perhaps", "No") for index in range(4)]]),
    ],
)
def test_a_flaw_is_found(rule: str, blocks: Blocks) -> None:
    """In a lesson that has it."""
    assert rule in names(view(*blocks))


def test_a_whole_lesson_has_none_of_them() -> None:
    """Objectives that are taught, headings in order, questions with keys in different places."""
    questions = [quiz(f"How is knot {index} tied?", "Round the post", "In the air", at=index % 2) for index in range(6)]
    lesson = view(GOALS, heading("Bowline"), LONG, heading("Loops", 3), text("A bowline is a loop."), *questions)

    assert [name for name in names(lesson) if name not in ("key-longest", "answer-given-away")] == []


def test_a_key_in_another_place_is_an_excuse_only_of_few() -> None:
    """One of four differs: chance. One of six: still always the same."""
    here = [quiz(f"Question {index}?", "Yes", "Perhaps", "No") for index in range(5)]
    other = quiz("And now?", "Yes", "Perhaps", "No", at=2)

    assert "key-position" not in names(view(*here[:3], other))
    assert "key-position" in names(view(*here, other))


def test_the_topic_comes_up_in_some_form() -> None:
    """A lesson without any of its words is about something else; a short text may name it otherwise."""
    assert "other-topic" in names(view(LONG, topic="Photosynthesis"))
    assert "other-topic" not in names(view(LONG, topic="Loops and knots"))
    assert "other-topic" not in names(view(text("Plants live on light."), topic="Photosynthesis"))


def test_goals_may_be_said_in_a_sentence() -> None:
    """A block of objectives is not the only way."""
    assert "no-objectives" not in names(view(text("By the end you can tie a bowline."), language="EN"))


def test_the_place_of_a_finding_is_its_block() -> None:
    """The later of two that say the same."""
    assert list(places(view(LONG, QUESTION, LONG), "duplicate-block")) == [2]


@pytest.mark.parametrize("kind", QUESTION_TYPES)
def test_every_type_of_question_can_be_answered(kind: str) -> None:
    """A lesson with one has a question; one that its schema refuses is none."""
    assert names(view(text("The sea."), (kind, CONTENTS[kind])), "no-question") == []
    assert names(view(text("The sea."), (kind, {})), "no-question") == ["no-question"]
