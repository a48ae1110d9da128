"""Asking for help with a block so that it is paid for once, and the edit that applies a proposal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.authoring.lessons import block, lessons
from workbench.authoring.block import Block
from workbench.authoring.comparison import compare_blocks
from workbench.authoring.transaction import apply
from workbench.client.block_help import call_until_answered, suggestion_call, suggestion_edit
from workbench.errors import Conflict, EditRejected
from workbench.procedures.suggestions import BlockSuggestion, ProposedContent

REQUEST: dict[str, Any] = {"lesson_id": "l", "block_id": block("a").id, "action": "shorten", "revision": 3}


def proposal(about: Block, *, is_new: bool = False) -> BlockSuggestion:
    """A text that is proposed for a block, or a question about it."""
    made = ProposedContent(type="quiz", content={"question": "Why?"}) if is_new else None
    return BlockSuggestion(
        lesson_id="l",
        block_id=about.id,
        revision=1,
        block=made or ProposedContent(type="text", content={"markdown": "A proposal."}),
        is_new=is_new,
        findings=[],
        writer="scripted",
    )


def test_the_same_request_has_the_same_key() -> None:
    """From whatever kernel it is sent, so it is paid for once; every other request has another one."""
    others = [
        {"attempt": 1},
        {"revision": 4},
        {"action": "expand"},
        {"instruction": "For sailors."},
        {"max_credits": 1},
        {"block_id": block("b").id},
        {"lesson_id": "m"},
    ]
    keys = [suggestion_call(**{**REQUEST, **other}).key for other in ({}, *others)]

    assert suggestion_call(**REQUEST).key == suggestion_call(**REQUEST, instruction="  ").key == keys[0]
    assert len(set(keys)) == len(keys) and None not in keys


class Busy:
    """A client whose calls are worked on elsewhere so many times, and then answered."""

    def __init__(self, times: int, *, retry_after: float | None = 5.0) -> None:
        self.left, self.retry_after = times, retry_after

    def call(self, call: Any) -> str:
        self.left -= 1
        if self.left >= 0:
            raise Conflict("The same request is being worked on.", retry_after_seconds=self.retry_after)
        return "the answer"


def test_a_call_that_is_worked_on_elsewhere_is_waited_for() -> None:
    """As long as the service says, and then sent again with its key."""
    pauses: list[float] = []
    client: Any = Busy(2)

    assert str(call_until_answered(client, suggestion_call(**REQUEST), pause=pauses.append)) == "the answer"
    assert pauses == [5.0, 5.0]


@pytest.mark.parametrize("busy", [Busy(9, retry_after=None), Busy(9, retry_after=60.0)])
def test_other_conflicts_and_long_waits_are_raised(busy: Busy) -> None:
    """A lesson that has changed is none that time mends."""
    client: Any = busy
    with pytest.raises(Conflict):
        call_until_answered(client, suggestion_call(**REQUEST), seconds=10, pause=lambda seconds: None)
    assert busy.left == 8


@given(lessons)
def test_applying_a_proposal_changes_exactly_its_block(content: list[tuple[str, str]]) -> None:
    """Every other block stays, where it was; a new one stands right behind it."""
    before = tuple(block(letter, text) for letter, text in content)
    for index, asked_block in enumerate(before):
        after = apply([suggestion_edit(proposal(asked_block), before)], before)
        added = apply([suggestion_edit(proposal(asked_block, is_new=True), before)], before)

        assert [one.id for one in after] == [one.id for one in before]
        assert [one for one in after if one.id != asked_block.id] == [one for one in before if one.id != asked_block.id]
        assert after[index].content == {"markdown": "A proposal."}
        assert (added[: index + 1], added[index + 2 :]) == (before[: index + 1], before[index + 1 :])
        assert added[index + 1].type == "quiz"


def test_a_proposal_can_become_a_block_of_its_own() -> None:
    """Behind its block, or at the end where that is gone."""
    here, gone = (block("a", "one"), block("b", "two")), (block("b", "two"),)
    behind, last = (
        apply([suggestion_edit(proposal(block("a")), version, as_new=True)], version) for version in (here, gone)
    )

    assert [result_block.content.get("markdown") for result_block in behind] == ["one", "A proposal.", "two"]
    assert [result_block.content.get("markdown") for result_block in last] == ["two", "A proposal."]
    assert compare_blocks(here, behind).changed == ()


def test_a_block_that_is_gone_is_not_brought_back() -> None:
    """The edit is refused."""
    blocks = (block("b", "two"),)
    with pytest.raises(EditRejected):
        apply([suggestion_edit(proposal(block("a")), blocks)], blocks)
