"""What the checks find in a list of blocks, and the edits that mend it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from workbench.authoring.block import Block, Blocks
from workbench.authoring.transaction import apply
from workbench.errors import EditRejected
from workbench.widgets.block_list.findings import fix_of, shown_findings


def lesson(*contents: tuple[str, dict[str, Any]]) -> Blocks:
    """Blocks of these types and contents."""
    return tuple(
        Block(id=str(UUID(int=(4 << 76) + (8 << 60) + number)), type=kind, content=content)
        for number, (kind, content) in enumerate(contents, 1)
    )


def question(text: str, *choices: str) -> tuple[str, dict[str, Any]]:
    """A question whose second choice is right."""
    marked = [{"text": each, "isCorrect": place == 1, "feedback": "So."} for place, each in enumerate(choices)]
    return "quiz", {"question": text, "choices": marked}


TWICE = ("text", {"markdown": "Salt water rises in the estuary twice a day."})
QUESTIONS = [
    question(f"What about {each}?", "Bread", "Salt", "Wood", "Iron") for each in ("one", "two", "three", "four")
]


def fixed(blocks: Blocks, rule: str) -> Blocks:
    """The blocks after the first offered edit for a rule."""
    finding = next(each for each in shown_findings(blocks, "EN") if each["rule"] == rule)
    assert finding["fix"]
    return apply((fix_of(blocks, rule, finding["block"], "EN"),), blocks, set())


@pytest.mark.parametrize(
    ("rule", "blocks"),
    [
        ("duplicate-block", lesson(TWICE, TWICE)),
        ("empty-block", lesson(TWICE, ("blank", {}))),
        (
            "heading-order",
            lesson(("heading", {"text": "A", "level": 1}), ("heading", {"text": "B", "level": 3}), TWICE),
        ),
        ("key-position", lesson(*QUESTIONS)),
    ],
)
def test_what_is_mended_is_found_no_more(rule: str, blocks: Blocks) -> None:
    """By one edit; nothing else is lost."""
    after = fixed(blocks, rule)

    assert rule not in {each["rule"] for each in shown_findings(after, "EN")}
    assert len(after) >= len(blocks) - 1


def test_mixed_choices_keep_their_feedback_and_are_mixed_the_same_each_time() -> None:
    """Each question has the same choices, the right one at each of the four places once."""
    blocks = lesson(*QUESTIONS)
    after = fixed(blocks, "key-position")
    places = [[each["isCorrect"] for each in block.content["choices"]].index(True) for block in after]

    assert sorted(places) == [0, 1, 2, 3]
    assert after == fixed(blocks, "key-position")
    assert [sorted(each["text"] for each in block.content["choices"]) for block in after] == [
        ["Bread", "Iron", "Salt", "Wood"]
    ] * 4


def test_choices_that_refer_to_each_other_stay() -> None:
    """It says so instead."""
    bound = [question(f"What about {each}?", "Bread", "All of the above", "Wood") for each in "abcd"]
    with pytest.raises(EditRejected, match="by hand"):
        fix_of(lesson(*bound), "key-position", "", "EN")


def test_what_is_found_no_more_is_not_mended() -> None:
    """Two presses of one button delete one block."""
    blocks = lesson(TWICE)
    with pytest.raises(EditRejected, match="nothing to mend"):
        fix_of(blocks, "duplicate-block", blocks[0].id, "EN")
