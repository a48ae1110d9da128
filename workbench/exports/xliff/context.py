"""Context of a text for translators: where it occurs, its purpose, and its maximum length. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.authoring.blocks.registry import BLOCK_TYPES, FIELD_NOTES
from workbench.authoring.content.lengths import most_characters
from workbench.authoring.title import MAX_TITLE_CHARACTERS


def text_context(block_type: str, content: Mapping[str, Any], place: str) -> str:
    """Return the description of a block's text, in a line.

    >>> text_context("quiz", {"choices": [{"text": "Yes", "isCorrect": True}]}, "choices.0.text")
    'Quiz: choice 1, a right answer'
    """
    known = BLOCK_TYPES.get(block_type)
    about = (known.about or known.title) if known else block_type
    steps = place.split(".")
    number = next((int(step) + 1 for step in steps if step.isdigit()), None)
    field = next(step for step in reversed(steps) if not step.isdigit())
    note = FIELD_NOTES.get(field, "")
    if known and known.kind == "choice" and known.answer_places:
        for answer, is_right in known.answer_places(content):
            option, _, own_field = answer.rpartition(".")
            if place.startswith(f"{option}."):
                what = "" if field == own_field else f", {note}"
                return f"{about}: choice {number}, a {'right' if is_right else 'wrong'} answer{what}"
    if not note:
        return about
    return f"{about}: {note}{'' if number is None else f', number {number}'}"


def longest_note(block_type: str, place: str) -> str:
    """Return the maximum length of the text; empty if there is none. Titles have no block."""
    most = most_characters(block_type, place) if block_type else MAX_TITLE_CHARACTERS
    return f"At most {most:,} characters." if most else ""
