"""What a check finds in a lesson, and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.authoring.checks.lesson_view import LessonView


class Severity(StrEnum):
    """How much a finding weighs: an error is wrong in the lesson, a warning is looked at first, a note is a hint."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Part(StrEnum):
    """What a rule looks at: one question, the words of one block, or the lesson as a whole."""

    QUESTION = "question"
    PASSAGE = "passage"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class LessonFinding:
    """One finding. `block_id` is None where the whole lesson is meant; `evidence` is text of the lesson: untrusted."""

    rule: str
    block_id: str | None
    severity: Severity
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule's function yields: a block's place from 0 (None: the lesson), a sentence, and the words meant."""

    place: int | None
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its name, weight, what it looks at, what it says and why, who says so, and the function.

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
