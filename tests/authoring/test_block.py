"""Blocks: ids in one form, types of one shape."""

from __future__ import annotations

import pickle
from uuid import UUID

import pytest
from pydantic import ValidationError

from workbench.authoring.block import Block, block_id, new_block_id, stored_block

ID = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


def test_an_id_is_taken_in_any_case_and_kept_in_lower_case() -> None:
    """Two spellings of one id are one block."""
    assert block_id(ID.upper()) == ID


@pytest.mark.parametrize("text", ["", "x", ID[:-1], ID + "0", ID.replace("-", ""), "{" + ID + "}", ID + "\n"])
def test_what_is_no_canonical_uuid_is_no_id(text: str) -> None:
    """Only 8-4-4-4-12 is taken."""
    with pytest.raises(ValueError, match="is a UUID"):
        block_id(text)


def test_a_new_id_is_in_the_form_that_is_taken() -> None:
    """Ids are made by the client (interface 2)."""
    made = new_block_id()
    assert block_id(made) == made and UUID(made).version == 4


def test_a_kept_block_is_the_block_that_was_kept() -> None:
    """In every way that pydantic knows, though nothing of it is looked at again."""
    kept, made = stored_block(ID, "text", {"markdown": "x"}), Block(id=ID, type="text", content={"markdown": "x"})
    assert kept == made
    assert (kept.model_fields_set, kept.model_extra, repr(kept)) == (
        made.model_fields_set,
        made.model_extra,
        repr(made),
    )
    assert kept.to_wire() == made.to_wire() == kept.model_copy().to_wire()
    assert kept.same_as(made) and pickle.loads(pickle.dumps(kept)) == made


@pytest.mark.parametrize("kind", ["", "1st", "a b", "x" * 65, "<b>", "été"])
def test_a_type_is_a_short_word(kind: str) -> None:
    """It begins with a letter and holds letters, digits, dot, dash and underscore, at most 64."""
    with pytest.raises(ValidationError):
        Block(id=ID, type=kind, content={})


def test_a_type_that_nobody_knows_is_taken() -> None:
    """The interface names one type only; others are kept untouched."""
    assert Block(id=ID, type="video.v2", content={"url": 1}).content == {"url": 1}


def test_same_as_looks_at_what_a_block_holds() -> None:
    """Its id does not matter; type and content do."""
    one = Block(id=ID, type="text", content={"markdown": "a"})
    assert one.same_as(one.model_copy(update={"id": new_block_id()}))
    assert not one.same_as(one.model_copy(update={"content": {}}))
    assert not one.same_as(one.model_copy(update={"type": "note"}))


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, 1.0), ([1], [True])])
def test_what_json_tells_apart_is_not_the_same(one: object, other: object) -> None:
    """Though Python takes them for equal: an edit from one to the other would be lost."""
    first = Block(id=ID, type="quiz", content={"right": one})
    assert not first.same_as(Block(id=ID, type="quiz", content={"right": other}))


def test_the_order_of_fields_does_not_matter() -> None:
    """JSON objects have none."""
    first = Block(id=ID, type="quiz", content={"a": 1, "b": 2})
    assert first.same_as(Block(id=ID, type="quiz", content={"b": 2, "a": 1}))
