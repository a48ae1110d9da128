"""Lessons are checked in the background, by one process at a time."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.faults.reviewing import edit
from tests.service.asking import Asking
from workbench.service.findings import checks as lesson_checks
from workbench.service.findings.background_checks import check_some, store_not_checked
from workbench.service.findings.checks import NOT_CHECKED, RULESET
from workbench.service.findings.store import stored_findings
from workbench.service.glossary.store import recheck_lessons

pytestmark = pytest.mark.anyio


async def test_what_is_due_is_checked_once_and_by_one_process(ana: Asking) -> None:
    """The next pass has nothing to do; another process leaves it to the first."""
    made = (await ana.starter("Tides"))["lessonId"]
    first = await check_some(ana.service, "one")
    again = await check_some(ana.service, "one")
    await ana.starter("Moon")
    elsewhere = await check_some(ana.service, "two")
    stored = await ana.service.store.read(lambda db: stored_findings(db, [made], ruleset=RULESET))

    assert (first, again, elsewhere, stored[made].revision) == (1, 0, 0, 1)


async def test_a_list_counts_findings_from_the_first_check_on(ana: Asking) -> None:
    """Before it they are unknown, not none."""
    await ana.starter("Tides")
    before = (await ana.data("lesson.listLessons", {"organizationId": ana.organization_id}))["lessons"][0]
    await check_some(ana.service, "one")
    after = (await ana.data("lesson.listLessons", {"organizationId": ana.organization_id}))["lessons"][0]

    assert [before[name] for name in ("errors", "warnings", "hints")] == [None, None, None]
    assert after["errors"] == 0
    assert after["warnings"] + after["hints"] > 0


async def ask(person: Asking, lesson_id: str) -> None:
    """Somebody looks at the findings before the background comes to the lesson."""
    await person.data("lesson.getFindings", {"lessonId": lesson_id})


async def check_in_background(person: Asking, lesson_id: str) -> None:
    """The lesson is due."""
    await check_some(person.service, "one")


@pytest.mark.parametrize("meet", [ask, check_in_background])
async def test_a_lesson_that_ends_the_process_is_not_tried_again_by_another(
    meet: Callable[[Asking, str], object], ana: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lesson that could not be checked is stored immediately, so that other workers know it, also after a restart."""
    lesson_id = (await ana.done("lesson.createLesson", {"title": "Tides", "language": "EN"}))["lessonId"]
    await edit(ana, lesson_id, random.Random(1))
    with monkeypatch.context() as slow:
        slow.setattr(lesson_checks, "SECONDS", -4.0)
        await meet(ana, lesson_id)  # type: ignore[misc]
        await store_not_checked(ana.service)
    lesson_checks._given_up.clear()  # as another process begins
    answer = lesson_checks.AnsweringProcess.answer
    monkeypatch.setattr(lesson_checks.AnsweringProcess, "answer", lambda *_, **__: pytest.fail("it was checked again"))
    shown = (await ana.data("lesson.getFindings", {"lessonId": lesson_id}))["findings"]
    await ana.service.store.write(lambda db: recheck_lessons(db, ana.organization_id, "EN"))
    again = await check_some(ana.service, "two")

    assert [finding["rule"] for finding in shown] == [NOT_CHECKED]
    assert again == 0
    monkeypatch.setattr(lesson_checks.AnsweringProcess, "answer", answer)
    await edit(ana, lesson_id, random.Random(2))
    assert NOT_CHECKED not in str(await ana.data("lesson.getFindings", {"lessonId": lesson_id}))
