"""Find and replace in one lesson: what is found, and the one step that replaces it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.lessons import blocks_of
from workbench.authoring.block import Blocks
from workbench.authoring.transaction import MAX_MUTATIONS, apply
from workbench.changes.replacing import Replacement
from workbench.errors import EditRejected
from workbench.widgets.document.replacing import find_matches, replacement_edit

QUIZ: dict[str, Any] = {
    "question": "Which tide?",
    "choices": [{"text": "The low tide", "isCorrect": True}, {"text": "None", "isCorrect": False}],
    "feedback": "",
}


@pytest.fixture
def blocks() -> Blocks:
    """A heading, a text with a link, a quiz, and a block of a type that nobody knows."""
    return blocks_of(
        [
            ("heading", {"text": "Tide", "level": 2}),
            ("text", {"markdown": "The tide, [a tide](https://example.org/tide), tides."}),
            ("quiz", QUIZ),
            ("video.v2", {"tide": "tide"}),
        ]
    )


def contents(blocks: Blocks, wanted: Replacement) -> list[dict[str, Any]]:
    """What the blocks hold after the replacement."""
    edit = replacement_edit(blocks, wanted)
    assert edit is not None
    return [block.content for block in apply((edit,), blocks, ())]


def test_every_field_is_searched(blocks: Blocks) -> None:
    """By whole words, each with what is around it; addresses and unknown types are left out."""
    found = find_matches(blocks, Replacement("tide", ""))

    assert [match.block_id for match in found] == [blocks[at].id for at in (0, 1, 1, 2, 2)]
    assert found[3].around == "Which tide?"


def test_all_is_replaced_in_one_step(blocks: Blocks) -> None:
    """Capitals stay; the address of a link and a block of an unknown type stay as they are."""
    heading, text, quiz, unknown = contents(blocks, Replacement("tide", "current"))

    assert heading["text"] == "Current"
    assert text["markdown"] == "The current, [a current](https://example.org/tide), tides."
    assert (quiz["question"], quiz["choices"][0]["text"]) == ("Which current?", "The low current")
    assert unknown == {"tide": "tide"}


def test_parts_of_words_and_capitals_where_they_are_asked_for(blocks: Blocks) -> None:
    """As in many lessons."""
    _, text, _, _ = contents(blocks, Replacement("tide", "wave", words=False, case=True))

    assert text["markdown"].endswith("waves.")
    assert contents(blocks, Replacement("tide", "wave", words=False, case=True))[0]["text"] == "Tide"


def test_without_a_match_there_is_nothing_to_do(blocks: Blocks) -> None:
    """No empty step."""
    assert replacement_edit(blocks, Replacement("moon", "sun")) is None
    assert replacement_edit(blocks, Replacement("Which tide", "Which tide")) is None


@pytest.mark.parametrize("wanted", [Replacement(" ", "x"), Replacement("x" * 201, ""), Replacement("x", "y" * 2_001)])
def test_a_text_that_cannot_be_searched_for_is_refused(blocks: Blocks, wanted: Replacement) -> None:
    """Both by the search and by the edit."""
    for refuse in (find_matches, replacement_edit):
        with pytest.raises(EditRejected):
            refuse(blocks, wanted)


def test_nothing_is_changed_where_a_block_would_be_invalid(blocks: Blocks) -> None:
    """The sentence names the block."""
    with pytest.raises(EditRejected, match="Block 1, Heading, would be invalid"):
        replacement_edit(blocks, Replacement("Tide", "", case=True))


def test_one_step_changes_at_most_as_much_as_the_service_takes() -> None:
    """More blocks are refused with their number."""
    many = blocks_of([("text", {"markdown": "tide"})] * (MAX_MUTATIONS + 1))

    with pytest.raises(EditRejected, match="201 blocks"):
        replacement_edit(many, Replacement("tide", "wave"))
