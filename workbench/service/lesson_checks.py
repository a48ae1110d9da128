"""Checking stored lessons: the rules of `authoring.checks`, with the language detector where it is installed."""

from __future__ import annotations

import logging
from functools import cache
from importlib.util import find_spec
from typing import Final

from workbench.authoring.checks import CheckContext, check
from workbench.authoring.checks.checking import RULESET as RULESET
from workbench.service.ai import detector
from workbench.service.store.lessons.findings import LessonToCheck, StoredFindings
from workbench.service.store.sources.citations import citations_of

_LOG = logging.getLogger("workbench.service")
FEWEST_LETTERS: Final = 60
"""Below this many letters no language is told of a block."""


def findings_of(lesson: LessonToCheck) -> StoredFindings:
    """What the rules find in the lesson. Takes milliseconds, and about a second the first time: call it in a thread."""
    context = CheckContext(lesson.topic, lesson.language, _language_of if _has_detector() else None, lesson.glossary)
    try:
        found = check(lesson.blocks, context)
    except Exception as error:  # a rule's fault; the lesson is not tried again and again
        reason = type(error).__name__  # its text may be the lesson's
        _LOG.error("lesson %s could not be checked at revision %d (%s)", lesson.lesson_id, lesson.revision, reason)
        found = []
    findings = tuple([(each.rule, str(each.severity), each.block_id, each.message) for each in found])
    return StoredFindings(lesson.lesson_id, lesson.revision, findings, citations_of(lesson.blocks))


def _language_of(text: str, language: str) -> str | None:
    return detector.other_language(text, language, fewest_letters=FEWEST_LETTERS)


@cache
def _has_detector() -> bool:
    """Whether the extra `ai` is installed, which brings the detector."""
    return find_spec("py3langid") is not None
