"""Gestures: what an author does is one transaction that does exactly that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.authoring.lessons import block, id_of, insert, lesson, letters, order
from workbench.authoring.block import Blocks
from workbench.authoring.gesture import (
    delete_blocks,
    duplicate_block,
    edit_block,
    insert_blocks,
    join_blocks,
    move_blocks,
    split_block,
)
from workbench.authoring.transaction import Transaction, apply
from workbench.errors import EditRejected


def after(blocks: Blocks, done: Transaction) -> str:
    """The lesson's letters after the gesture."""
    return letters(apply([done], blocks))


def test_a_page_is_inserted_as_the_interface_shows() -> None:
    """Interface 4.5: label `insertPages`, the order first, the insert second."""
    done = insert_blocks(lesson("ab"), lesson("x"))
    assert done == Transaction(label="insertPages", mutations=[order("abx"), insert("x")])


@pytest.mark.parametrize(("at", "result"), [(0, "xab"), (1, "axb"), (2, "abx"), (None, "abx"), (9, "abx")])
def test_a_page_is_inserted_before_a_position(at: int | None, result: str) -> None:
    """0 is the first, `None` and anything beyond is the end."""
    assert after(lesson("ab"), insert_blocks(lesson("ab"), lesson("x"), at=at)) == result


def test_several_blocks_are_inserted_together() -> None:
    """In the order given."""
    assert after(lesson("ab"), insert_blocks(lesson("ab"), lesson("xy"), at=1)) == "axyb"


@pytest.mark.parametrize(
    ("moved", "before", "result"),
    [("a", "c", "bacd"), ("d", "a", "dabc"), ("ca", None, "bdac"), ("ac", "b", "acbd"), ("", "a", "abcd")],
)
def test_blocks_move_before_another(moved: Sequence[str], before: str | None, result: str) -> None:
    """They keep the order they are in, however they were picked; `None` is the end."""
    done = move_blocks(lesson("abcd"), [id_of(letter) for letter in moved], before=id_of(before) if before else None)
    assert after(lesson("abcd"), done) == result


def test_a_block_is_not_moved_before_itself() -> None:
    """There is no such place."""
    with pytest.raises(EditRejected, match="before itself"):
        move_blocks(lesson("ab"), [id_of("a")], before=id_of("a"))


def test_a_move_before_a_block_that_is_gone_is_a_conflict() -> None:
    """The lesson has changed in the meantime."""
    with pytest.raises(EditRejected) as refused:
        move_blocks(lesson("ab"), [id_of("a")], before=id_of("z"))
    assert refused.value.conflict and refused.value.unknown == (id_of("z"),)


def test_an_edit_replaces_the_content() -> None:
    """And the type, where one is given."""
    done = edit_block(id_of("a"), {"markdown": "new"}, "text")
    assert apply([done], lesson("a")) == (block("a", "new"),)


def test_deleted_blocks_are_gone() -> None:
    """Several at once are one step."""
    assert after(lesson("abc"), delete_blocks([id_of("a"), id_of("c")])) == "b"


def test_a_copy_stands_right_behind_its_original() -> None:
    """It holds the same under another id."""
    before = (block("a", "text"), block("b"))
    changed = apply([duplicate_block(before, id_of("a"), new_id=id_of("x"))], before)
    assert changed == (block("a", "text"), block("x", "text"), block("b"))


def test_a_text_is_split_and_joined_again_by_one_transaction_each() -> None:
    """Its second part stands right behind it under its own id; the joined text is that of the first block."""
    before = (block("a", "one two"), block("b"))
    first, second = block("a", "one"), block("x", "two")
    split = split_block(before, id_of("a"), first.content, second)

    changed = apply([split], before)
    assert changed == (first, second, block("b"))

    joined = join_blocks(id_of("a"), id_of("x"), before[0].content)
    assert apply([joined], changed) == before


def test_what_is_gone_is_not_split() -> None:
    """Somebody else has deleted it."""
    with pytest.raises(EditRejected, match="no longer in the lesson"):
        split_block(lesson("a"), id_of("z"), {}, block("x"))


def test_what_is_gone_is_not_copied() -> None:
    """The lesson has changed in the meantime."""
    with pytest.raises(EditRejected, match="no longer in the lesson"):
        duplicate_block(lesson("a"), id_of("z"))


def test_a_step_too_large_for_one_transaction_is_refused_in_words() -> None:
    """A panel shows the sentence; it does not meet the model's own error."""
    with pytest.raises(EditRejected, match="at most 200"):
        delete_blocks([id_of("a")] * 201)
