"""Small lessons as the rules read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import RULES, CheckContext
from workbench.authoring.checks.lesson_view import LessonView


def view(*blocks: tuple[str, dict[str, Any]], topic: str = "", language: str = "EN") -> LessonView:
    """A lesson of these blocks."""
    made = tuple(Block(id=new_block_id(), type=kind, content=content) for kind, content in blocks)
    return LessonView(made, CheckContext(topic, language))


def text(markdown: str) -> tuple[str, dict[str, Any]]:
    """A block of running text."""
    return "text", {"markdown": markdown}


def heading(words: str, level: int = 2) -> tuple[str, dict[str, Any]]:
    """A heading."""
    return "heading", {"text": words, "level": level}


def quiz(
    question: str, right: str, *wrong: str, at: int = 0, feedback: str = "It holds."
) -> tuple[str, dict[str, Any]]:
    """A question whose right choice is in that place."""
    choices = [{"text": choice, "isCorrect": False, "feedback": feedback} for choice in wrong]
    choices.insert(at, {"text": right, "isCorrect": True, "feedback": feedback})
    return "quiz", {"question": question, "multiple": False, "choices": choices}


def names(found: LessonView, *only: str) -> list[str]:
    """The rules that find something, of these names if any are given."""
    return [rule.name for rule in RULES if (not only or rule.name in only) and next(rule.hits(found), None)]


def places(found: LessonView, rule: str) -> Iterator[int | None]:
    """Where a rule finds something."""
    (chosen,) = [candidate for candidate in RULES if candidate.name == rule]
    return (hit.place for hit in chosen.hits(found))


Blocks = Sequence[tuple[str, dict[str, Any]]]
