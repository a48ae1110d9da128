"""Checking a stored lesson."""

from __future__ import annotations

import pytest

from workbench.authoring.block import Block
from workbench.service import lesson_checks
from workbench.service.lesson_checks import findings_of
from workbench.service.store.lessons.findings import LessonToCheck, StoredFindings

GERMAN = "Wer den Abfall trennt, der spart der Gemeinde viel Geld, und die Wälder danken es ihm auf ihre Weise."
PAGE = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"
LESSON = LessonToCheck("a", 3, "EN", "Waste", (Block(id=PAGE, type="text", content={"markdown": GERMAN}),))


def test_a_block_in_another_language_is_found() -> None:
    """By the detector, where it is installed; the block is named, its words are not stored."""
    found = findings_of(LESSON)

    assert ("other-language", "warning", PAGE) in [each[:3] for each in found.findings]
    assert GERMAN not in str(found)


def test_a_rule_that_fails_is_no_reason_to_check_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lesson's revision counts as checked, and the log has no word of its text."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(lesson_checks, "check", broken)

    assert findings_of(LESSON) == StoredFindings("a", 3, ())
