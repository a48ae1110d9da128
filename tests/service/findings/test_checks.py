"""Checking a stored lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from workbench.authoring.block import Block
from workbench.child_process import AnsweringProcess
from workbench.service.findings import checking_child
from workbench.service.findings import checks as lesson_checks
from workbench.service.findings.checking_child import answer
from workbench.service.findings.checks import NOT_CHECKED, check_blocks
from workbench.service.findings.store import LessonToCheck

GERMAN = "Wer den Abfall trennt, der spart der Gemeinde viel Geld, und die Wälder danken es ihm auf ihre Weise."
PAGE = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"
LESSON = LessonToCheck("a", 3, "EN", "Waste", (Block(id=PAGE, type="text", content={"markdown": GERMAN}),))


def test_a_block_in_another_language_is_found() -> None:
    """By the detector, where it is installed; the block is named, its words are not stored."""
    found = check_blocks(LESSON)

    assert ("other-language", "warning", PAGE) in [finding[:3] for finding in found.findings]
    assert GERMAN not in str(found)


def test_a_rule_that_fails_is_no_reason_to_check_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer names the kind of error and has no word of the lesson's text."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError(GERMAN)

    monkeypatch.setattr(checking_child, "check", broken)

    assert answer(lesson_checks._request(LESSON)) == {"failed": "ZeroDivisionError"}


@pytest.fixture
def process() -> Iterator[AnsweringProcess]:
    """A process of its own, ended afterwards."""
    made = lesson_checks._checking_process()
    yield made
    made.stop()


def test_one_process_checks_many_lessons(process: AnsweringProcess) -> None:
    """It is started once; killed while it waits, it is started again and nothing is lost."""
    first, second = (lesson_checks._answer(process, lesson_checks._request(LESSON)) for _ in range(2))
    started = process._process
    assert started is not None
    started.kill()
    started.wait()
    third = lesson_checks._answer(process, lesson_checks._request(LESSON))

    assert first == second == third
    assert process._process is not started


@pytest.mark.parametrize(("limit", "value"), [("seconds", -4.0), ("memory", 0)])
def test_a_lesson_that_ends_the_process_is_never_checked_again(
    limit: str, value: float, process: AnsweringProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its finding is an error, so that nothing is published by the policy; other lessons are checked as before."""
    lesson = replace(LESSON, lesson_id=f"ended by {limit}")
    monkeypatch.setattr(lesson_checks, "_foreground", process)
    with monkeypatch.context() as hostile:
        if limit == "seconds":
            hostile.setattr(lesson_checks, "SECONDS", value)
        else:
            hostile.setattr(lesson_checks, "MEMORY_BYTES", 1 << 20)
        ended = check_blocks(lesson)
    monkeypatch.setattr(process, "answer", lambda *_, **__: pytest.fail("it was checked again"))
    again = check_blocks(lesson)
    monkeypatch.undo()

    assert [finding[:3] for finding in ended.findings] == [(NOT_CHECKED, "error", None)]
    assert again == ended
    assert [finding[0] for finding in check_blocks(LESSON).findings] != [NOT_CHECKED]


def test_a_proposal_that_ends_the_process_says_nothing_of_the_stored_lesson(
    process: AnsweringProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proposal is checked with the id and revision of the lesson around it, and may never be stored."""
    lesson = replace(LESSON, lesson_id="proposal")
    monkeypatch.setattr(lesson_checks, "_foreground", process)
    with monkeypatch.context() as slow:
        slow.setattr(lesson_checks, "SECONDS", -4.0)
        ended = check_blocks(lesson, is_draft=True)

    assert [finding[0] for finding in ended.findings] == [NOT_CHECKED]
    assert NOT_CHECKED not in [finding[0] for finding in check_blocks(lesson).findings]
