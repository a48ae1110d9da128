"""Findings of checks in lessons, and the rules that produce them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.authoring.checks.lesson_view import LessonView


class Severity(StrEnum):
    """The severity of a finding: an error is a mistake in the lesson, a warning should be looked at first, a note is a
    hint.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Part(StrEnum):
    """The part of a lesson that a rule checks: a question, the text of a block, or the whole lesson."""

    QUESTION = "question"
    PASSAGE = "passage"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class LessonFinding:
    """One finding. `block_id` is None for the whole lesson; `evidence` is text of the lesson: untrusted."""

    rule: str
    block_id: str | None
    severity: Severity
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A match of a rule: a block's position from 0 (None: the lesson), a sentence, and the matched words."""

    place: int | None
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its name, severity, what it checks, its message and reason, its source, and the function.

    `is_certain` says that it looks at a field and at no words, so that it cannot miss or be mistaken.
    """

    name: str
    severity: Severity
    part: Part
    about: str
    why: str
    source: str
    hits: Callable[[LessonView], Iterator[Hit]]
    is_certain: bool = False
