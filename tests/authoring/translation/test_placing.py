"""A new translation of a block is where its source stands among those that are translated."""

from __future__ import annotations

import pytest

from workbench.authoring.translation import place_of_translation

SOURCE = ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("tied", "order", "place"),
    [
        ({"a": "x", "c": "z"}, ["x", "note", "z"], 1),
        ({"c": "z"}, ["note", "z", "end"], 1),
        ({"a": "gone", "d": "w"}, ["note", "w"], 1),
        ({}, ["note"], 1),
        ({"c": "z", "a": "x"}, ["z", "x", "note"], 2),
    ],
    ids=["behind the one before", "before the one behind", "a block that is gone", "nothing translated", "moved"],
)
def test_it_goes_behind_the_nearest_before(tied: dict[str, str], order: list[str], place: int) -> None:
    """In the order of the source, whatever else the translation has."""
    assert place_of_translation("b", SOURCE, tied, order) == place


def test_a_block_that_is_not_in_the_source_goes_behind_all() -> None:
    """It was deleted there in the meantime."""
    assert place_of_translation("e", SOURCE, {"a": "x", "d": "w"}, ["x", "w", "note"]) == 2
