"""Asking for blocks of a translation so that they are paid once, and the edit that applies what comes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.authoring.lessons import block
from workbench.authoring.block import Block
from workbench.authoring.transaction import apply
from workbench.client.translations import TranslationPair, apply_proposals, proposal_call
from workbench.procedures.lesson import Lesson
from workbench.procedures.suggestions import ProposedContent
from workbench.procedures.translations import ProposedBlockTranslation, Tie, TiedBlock, Translation

A, B, C, X, Z, NOTE = (block(character) for character in "abcxzn")


def lesson(lesson_id: str, *blocks: Block) -> Lesson:
    """A lesson of these blocks."""
    facts = {"lessonId": lesson_id, "revision": 1, "title": "Tides", "language": "EN", "topic": "", "writer": ""}
    at = "2026-01-01T00:00:00.000Z"
    places = {"organizationId": "o", "projectId": "p", "courseId": "c", "createdAt": at, "updatedAt": at}
    return Lesson.model_validate({**facts, **places, "blockCount": len(blocks), "blocks": [*blocks]})


def tied(*pairs: tuple[Block, Block | None, Tie]) -> Translation:
    """How the source's blocks stand."""
    blocks = [
        TiedBlock(source_block_id=mine.id, block_id=theirs.id if theirs else None, state=state)
        for mine, theirs, state in pairs
    ]
    return Translation(
        lesson_id="t",
        language="DE",
        revision=1,
        source_lesson_id="s",
        source_language="EN",
        source_revision=1,
        translated_revision=1,
        is_title_stale=False,
        blocks=blocks,
        extra_block_ids=[],
    )


@pytest.fixture
def pair() -> TranslationPair:
    """A source of three blocks; the first is translated, the second not, the third's translation is stale."""
    ties = tied((A, X, "current"), (B, None, "missing"), (C, Z, "stale"))
    return TranslationPair(ties, lesson("t", NOTE, X, Z), lesson("s", A, B, C))


def proposed(source: Block, text: str) -> ProposedBlockTranslation:
    """A text for a block of the source."""
    content = ProposedContent(type="text", content={"markdown": text})
    return ProposedBlockTranslation(source_block_id=source.id, block_id=None, block=content)


def test_the_same_request_has_the_same_key() -> None:
    """Every other request has another one."""
    request: dict[str, Any] = {"lesson_id": "l", "source_block_ids": [A.id], "source_revision": 3}
    others: list[dict[str, Any]] = [
        {"attempt": 1},
        {"source_revision": 4},
        {"source_block_ids": [A.id, B.id]},
        {"with_title": True},
        {"lesson_id": "m"},
        {"max_credits": 1},
    ]
    keys = [proposal_call(**{**request, **other}).key for other in ({}, *others)]

    assert proposal_call(**request).key == keys[0]
    assert len(set(keys)) == len(keys) and None not in keys


def test_texts_go_to_their_blocks_and_new_ones_to_their_places(pair: TranslationPair) -> None:
    """What else the translation has stays where it is; each block is tied to its source."""
    edit, ties = apply_proposals([proposed(B, "neu"), proposed(C, "anders")], pair)
    after = apply(edit, tuple(pair.lesson.blocks))

    assert [result_block.content.get("markdown") for result_block in after[2:]] == ["neu", "anders"]
    assert [result_block.id for result_block in after[:2]] == [NOTE.id, X.id] and after[3].id == Z.id
    assert [(tie.block_id, tie.source_block_id) for tie in ties] == [(after[2].id, B.id), (Z.id, C.id)]


def test_new_blocks_beside_each_other_stand_as_the_source_does() -> None:
    """In an empty translation, too."""
    ties = tied(*((source_block, None, "missing") for source_block in (A, B, C)))
    empty = TranslationPair(ties, lesson("t"), lesson("s", A, B, C))
    edit, _ = apply_proposals([proposed(A, "1"), proposed(B, "2"), proposed(C, "3")], empty)

    assert [result_block.content["markdown"] for result_block in apply(edit, ())] == ["1", "2", "3"]


def test_a_block_that_was_deleted_meanwhile_is_made_anew(pair: TranslationPair) -> None:
    """Nothing is lost."""
    without = TranslationPair(pair.translation, lesson("t", X), pair.source)
    edit, ties = apply_proposals([proposed(C, "anders")], without)
    after = apply(edit, tuple(without.lesson.blocks))

    assert len(after) == 2 and ties[0].block_id == after[1].id
