"""What translators are told about a text: where it stands, what it is for, and how long it may be. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.authoring.content.lengths import most_characters
from workbench.authoring.title import MAX_TITLE_CHARACTERS

_FIELDS: Final = {
    "alternativeText": "what the picture shows, for who cannot see it",
    "answers": "an answer that fits into the gap",
    "caption": "the caption",
    "feedback": "what is said after the answer",
    "items": "an item",
    "left": "the left side of a pair",
    "meaning": "what the term means",
    "modelAnswer": "the model answer",
    "prompt": "the task",
    "question": "the question",
    "right": "what belongs to the left side",
    "term": "a term",
    "title": "the title",
}
_TYPES: Final = {
    "heading": "Heading",
    "text": "Text",
    "objectives": "Learning objectives",
    "keyTerms": "Key terms",
    "example": "Worked example",
    "callout": "Callout",
    "quiz": "Quiz",
    "ordering": "Ordering question, items in the right order",
    "matching": "Matching question",
    "fillIn": "Text with gaps",
    "shortAnswer": "Question for a short answer",
    "image": "Picture",
    "audio": "Sound recording",
    "video": "Video",
    "file": "File",
    "reflection": "Reflection",
    "summary": "Summary",
}


def text_context(block_type: str, content: Mapping[str, Any], place: str) -> str:
    """What a text of a block is, in a line.

    >>> text_context("quiz", {"choices": [{"text": "Yes", "isCorrect": True}]}, "choices.0.text")
    'Quiz: choice 1, a right answer'
    """
    about = _TYPES.get(block_type, block_type)
    steps = place.split(".")
    number = next((int(each) + 1 for each in steps if each.isdigit()), None)
    field = next(each for each in reversed(steps) if not each.isdigit())
    if block_type == "quiz" and steps[0] == "choices" and number is not None:
        is_right = content["choices"][number - 1].get("isCorrect") is True
        what = "" if field == "text" else f", {_FIELDS['feedback']}"
        return f"{about}: choice {number}, a {'right' if is_right else 'wrong'} answer{what}"
    if field not in _FIELDS:
        return about
    return f"{about}: {_FIELDS[field]}{'' if number is None else f', number {number}'}"


def longest_note(block_type: str, place: str) -> str:
    """How long the text may be; empty where nothing is said. Titles have no block."""
    most = most_characters(block_type, place) if block_type else MAX_TITLE_CHARACTERS
    return f"At most {most:,} characters." if most else ""
