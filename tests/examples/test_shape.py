"""Comparing shapes: each way of being another shape is found, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.shape import differences

SHOWN: dict[str, Any] = {"title": "Bread", "blocks": [{"id": "a", "content": {"text": "x"}}], "cursor": None}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"blocks": [{"id": "b", "content": {}}], "cursor": None}, ".title: missing"),
        ({**SHOWN, "colour": "red"}, ".colour: not shown"),
        ({**SHOWN, "title": 5}, ".title: int instead of str"),
        ({**SHOWN, "blocks": []}, ".blocks: nothing in it"),
        ({**SHOWN, "blocks": [*SHOWN["blocks"], {"id": "b"}]}, ".blocks.1.content: missing"),
        ([SHOWN], ": list instead of dict"),
    ],
)
def test_another_shape_is_found(given: Any, told: str) -> None:
    """With the place where it differs."""
    assert list(differences(SHOWN, given)) == [told]


@pytest.mark.parametrize("more", [{"title": "Wine"}, {"title": None}, {"cursor": "next"}])
def test_other_values_are_the_same_shape(more: dict[str, Any]) -> None:
    """Null has every shape."""
    assert list(differences(SHOWN, {**SHOWN, **more})) == []


def test_what_a_block_holds_is_not_compared() -> None:
    """It depends on who wrote it."""
    assert list(differences(SHOWN, {**SHOWN, "blocks": [{"id": "b", "content": {"level": 1}}]})) == []
