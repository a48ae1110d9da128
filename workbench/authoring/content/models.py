"""Validation of block content by the schema of its type (ours; the interface names only `blank`).

On the wire the fields are camelCase, in Python snake_case; fields that we do not know are kept. Only a field
named `markdown` holds Markdown. Every other text is plain and must be shown unchanged, escaped. This module
does not know blocks, lessons, storage or the author of the content. An unknown block type is never validated.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from workbench.authoring.blocks.fields import LINK_REFUSED, BlockContent
from workbench.authoring.blocks.question import Question
from workbench.authoring.blocks.registry import BLOCK_TYPES, QUESTION_TYPES
from workbench.authoring.source_quotes import SOURCES, sources_problem
from workbench.errors import EditRejected

CONTENT_MODELS: Final[Mapping[str, type[BlockContent]]] = MappingProxyType(
    {name: block_type.model for name, block_type in BLOCK_TYPES.items()}
)
"""The model of each block type that we write, by its name on the wire."""


def content_problem(block_type: str, content: Mapping[str, Any]) -> str | None:
    """Return a plain sentence about what is wrong with a content, or None if it is valid or not our type."""
    model = CONTENT_MODELS.get(block_type)
    if model is None:
        return None
    try:
        model.model_validate(dict(content))
    except ValidationError as error:
        return error_sentence(error.errors(include_url=False, include_input=False)[0])
    return sources_problem(content[SOURCES]) if SOURCES in content else None


def valid_content(block_type: str, content: Mapping[str, Any]) -> BlockContent | None:
    """Return the content as its type's model, or None if it has a problem or its type is unknown."""
    model = CONTENT_MODELS.get(block_type)
    if model is None or (SOURCES in content and sources_problem(content[SOURCES]) is not None):
        return None
    try:
        return model.model_validate(dict(content))
    except ValidationError:
        return None


def question_in_block(block_type: str, content: Mapping[str, Any]) -> Question | None:
    """Return the question that learners answer on the block's page, or None if invalid or not a question."""
    if block_type not in QUESTION_TYPES:
        return None
    valid = valid_content(block_type, content)
    return None if valid is None else BLOCK_TYPES[block_type].to_question(valid)


def shape_problem(block_type: str, content: Mapping[str, Any]) -> str | None:
    """Return why a content cannot be stored, as a sentence; None if it can be, or if the type is not ours.

    Types, lengths and links must be valid. Missing parts, and answers that do not fit together, are left to
    `content_problem`: they are findings, and only prevent publishing.
    """
    model = CONTENT_MODELS.get(block_type)
    if model is None:
        return None
    try:
        model.model_validate(dict(content))
    except ValidationError as refused:
        for error in refused.errors(include_url=False):
            if not _is_unfinished(error):
                return error_sentence(error)
    return sources_problem(content[SOURCES]) if SOURCES in content else None


def _is_unfinished(error: ErrorDetails) -> bool:
    if error["type"] == "string_pattern_mismatch":
        return not str(error["input"]).strip()
    if error["type"] == LINK_REFUSED:
        return False
    return error["type"] in ("missing", "string_too_short", "too_short") or "sentence" in error.get("ctx", {})


def checked_content(block_type: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with its defaults filled in, ready to be stored; unchanged for an unknown type.

    Raises EditRejected with the sentence of `content_problem`.
    """
    model = CONTENT_MODELS.get(block_type)
    if model is None:
        return dict(content)
    problem = sources_problem(content[SOURCES]) if SOURCES in content else None
    if problem is not None:
        raise EditRejected(problem)
    try:
        return model.model_validate(dict(content)).to_wire()
    except ValidationError as error:
        raise EditRejected(error_sentence(error.errors(include_url=False, include_input=False)[0])) from None


def storable_content(block_type: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content as it is stored: with its defaults if it is complete, unchanged if something is missing.

    Raises EditRejected with the sentence of `shape_problem`.
    """
    if content_problem(block_type, content) is None:
        return checked_content(block_type, content)
    problem = shape_problem(block_type, content)
    if problem is not None:
        raise EditRejected(problem)
    return dict(content)


_NAMES = {
    "alternativeText": "alternative text",
    "asset": "picture or file",
    "decorative": "mark of decoration",
    "isCorrect": "correct mark",
    "markdown": "text",
    "modelAnswer": "model answer",
    "multiple": "choice of one or several answers",
    "left": "left side",
    "right": "right side",
}
_PARTS = {"items": "item", "terms": "term", "choices": "choice", "pairs": "pair", "gaps": "gap", "answers": "answer"}


def error_sentence(error: ErrorDetails) -> str:
    """Return a sentence for an author about a schema error. It repeats no text except the address of a refused link."""
    if "sentence" in error.get("ctx", {}):
        return error["msg"]
    steps = [part for part in error["loc"] if isinstance(part, str)]
    position = next((part for part in error["loc"] if isinstance(part, int)), None)
    field = steps[-1] if steps else "content"
    name = _PARTS.get(field, field) if error["loc"] and isinstance(error["loc"][-1], int) else _NAMES.get(field, field)
    if position is None:
        return f"The {name} {_complaint(error)}."
    part = f"{_PARTS.get(steps[0], steps[0])} {position + 1}"
    return f"{part.capitalize() if field == steps[0] else f'The {name} of {part}'} {_complaint(error)}."


def _complaint(error: ErrorDetails) -> str:
    limits = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "is missing"
        case "string_pattern_mismatch" | "string_too_short":
            return "is empty"
        case "string_too_long":
            return f"is longer than {limits['max_length']:,} characters"
        case "too_short":
            return "are missing" if limits["min_length"] == 1 else f"are fewer than {limits['min_length']}"
        case "too_long":
            return f"are more than {limits['max_length']}"
        case "string_type":
            return "must be text"
        case "bool_type":
            return "must be yes or no"
        case "tuple_type":
            return "must be a list"
        case "literal_error":
            return f"must be {limits['expected']}"
        case "int_type" | "int_from_float" | "int_parsing":
            return "must be a whole number"
        case "greater_than_equal":
            return f"must be at least {limits['ge']:,}"
        case "less_than_equal":
            return f"must be at most {limits['le']:,}"
        case _:
            return "does not have the right form"
