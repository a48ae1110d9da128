"""The mutation shapes, told apart by their type, as interface 4.5 writes them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.authoring.lessons import block, delete, id_of, insert, order, update
from workbench.authoring.mutation import LessonBlockUpdate, Mutation

ANY: TypeAdapter[Mutation] = TypeAdapter(Mutation)


@pytest.mark.parametrize(
    ("mutation", "wire"),
    [
        (order("ab"), {"type": "lessonBlockOrderUpdate", "after": [id_of("a"), id_of("b")]}),
        (insert("x"), {"type": "lessonBlockInsert", "block": {"id": id_of("x"), "type": "blank", "content": {}}}),
        (delete("x"), {"type": "lessonBlockDelete", "id": id_of("x")}),
    ],
    ids=["order", "insert", "delete"],
)
def test_a_mutation_is_written_as_the_interface_shows(mutation: Mutation, wire: dict[str, Any]) -> None:
    """Interface 4.5, and ours in its style."""
    assert mutation.to_wire() == wire and ANY.validate_python(wire) == mutation


def test_an_update_says_its_type_only_when_it_changes() -> None:
    """Our optional fields are left out while they are `None`."""
    assert update("x", "new").to_wire() == {
        "type": "lessonBlockUpdate",
        "id": id_of("x"),
        "content": {"markdown": "new"},
    }


@pytest.mark.parametrize("kind", ["", "1st", "a b", "x" * 65])
def test_an_update_takes_no_type_that_a_block_could_not_have(kind: str) -> None:
    """Else the fault would show only when the edit is applied, and not as a refusal."""
    with pytest.raises(ValidationError):
        LessonBlockUpdate(id=id_of("x"), content={}, block_type=kind)


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "lessonBlockMove", "id": id_of("x")},
        {"id": id_of("x")},
        {"type": "lessonBlockDelete", "id": "x"},
        {"type": "lessonBlockDelete", "id": id_of("x"), "why": 1},
        {"type": "lessonBlockOrderUpdate", "after": id_of("x")},
        {"type": "lessonBlockInsert", "block": {"id": id_of("x"), "type": "blank"}},
        {"type": "lessonBlockInsert", "block": {**block("x").model_dump(), "content": []}},
        5,
    ],
    ids=["unknown", "none", "no uuid", "further field", "no list", "no content", "content no object", "number"],
)
def test_anything_else_is_refused(wire: object) -> None:
    """An edit that is half understood is not carried out."""
    with pytest.raises(ValidationError):
        ANY.validate_python(wire)
