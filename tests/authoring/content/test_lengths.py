"""How long texts may be is what the schemas say."""

from __future__ import annotations

import pytest

from workbench.authoring.content.lengths import max_characters


@pytest.mark.parametrize(
    ("block_type", "place", "most"),
    [
        ("heading", "text", 500),
        ("text", "markdown", 20_000),
        ("quiz", "question", 2_000),
        ("quiz", "choices.12.text", 500),
        ("quiz", "choices.0.feedback", 2_000),
        ("objectives", "items.3", 500),
        ("fillIn", "gaps.0.answers.2", 500),
        ("keyTerms", "terms.0.meaning", 2_000),
        ("shortAnswer", "modelAnswer", 2_000),
        ("image", "alternativeText", 500),
        ("quiz", "choices", None),
        ("quiz", "nothing", None),
        ("ofAnotherMaker", "text", None),
    ],
)
def test_a_text_has_its_schemas_limit(block_type: str, place: str, most: int | None) -> None:
    """By its place, within lists too; None where no schema says so."""
    assert max_characters(block_type, place) == most
