"""What the checks find in lessons, as their authors and reports read it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from workbench.procedures.findings import ListFindingsOutput
from workbench.service.findings.background_checks import check_some
from workbench.service.findings.checks import RULESET
from workbench.service.findings.store import StoredFindings, store_findings

pytestmark = pytest.mark.anyio

PAGE = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


async def made(person: Asking, markdown: str) -> str:
    """The id of a lesson with one block of text."""
    lesson = await person.done("lesson.createLesson", {"title": "Tides", "language": "EN"})
    block = {"id": PAGE, "type": "text", "content": {"markdown": markdown}}
    await changed(person, lesson["lessonId"], {"type": "lessonBlockInsert", "block": block})
    return str(lesson["lessonId"])


async def changed(person: Asking, lesson_id: str, mutation: dict[str, Any]) -> None:
    """The lesson after an edit."""
    transaction = {"label": "edit", "mutations": [mutation]}
    edit = {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", edit)


async def found(person: Asking, lesson_id: str) -> dict[str, tuple[str | None, str]]:
    """Block and severity of each rule that finds something."""
    findings = (await person.data("lesson.getFindings", {"lessonId": lesson_id}))["findings"]
    return {finding["rule"]: (finding["blockId"], finding["severity"]) for finding in findings}


async def test_findings_follow_edits(ana: Asking) -> None:
    """They are those of the lesson as it is now, whether it was checked before or not; mended, they are gone."""
    lesson_id = await made(ana, "TODO: write this.")
    before = await found(ana, lesson_id)
    await check_some(ana.service, "test")
    stored = await found(ana, lesson_id)
    await changed(ana, lesson_id, {"type": "lessonBlockDelete", "id": PAGE})
    after = await found(ana, lesson_id)

    assert before["placeholder"] == (PAGE, "error")
    assert before["no-objectives"] == (None, "warning")
    assert stored == before
    assert "placeholder" not in after


async def test_a_list_reads_what_is_stored(ana: Asking) -> None:
    """What is stored of a lesson's revision is not found again; what is not stored yet is."""
    first, second = await made(ana, "TODO: write this."), await made(ana, "TODO: write that.")
    stored = StoredFindings(first, 2, (("refusal", "error", PAGE, "<i>It declines.</i>"),))
    await ana.service.store.write(lambda db: store_findings(db, [stored], ruleset=RULESET))
    listed = (await ana.data("lesson.listFindings"))["lessons"]
    rules = {lesson["lessonId"]: [finding["rule"] for finding in lesson["findings"]] for lesson in listed}
    (one,) = (await ana.data("lesson.listFindings", {"lessonIds": [first]}))["lessons"]

    assert rules[first] == ["refusal"]
    assert "placeholder" in rules[second]
    assert (one["lessonId"], one["findings"][0]["message"]) == (first, "<i>It declines.</i>")


async def test_a_made_up_cursor_of_findings_is_refused(ana: Asking) -> None:
    """As in the list of lessons."""
    assert (await ana.get("lesson.listFindings", {"cursor": "x"})).status_code == 400


async def test_a_list_has_the_declared_form(ana: Asking) -> None:
    """It is written by hand: every field is there with its type, whatever is in a title."""
    title = 'Tides "and" \\ <b>\u2028{"lessonId": 1}'
    await ana.done("lesson.createLesson", {"title": title, "language": "EN"})
    await made(ana, "TODO: write this.")
    first = await ana.data("lesson.listFindings", {"limit": 1})
    second = await ana.data("lesson.listFindings", {"limit": 1, "cursor": first["nextCursor"]})

    assert second["lessons"][0]["title"] == title.replace("\u2028", " ")
    for page in (first, second):
        assert ListFindingsOutput.model_validate(page).model_dump(mode="json", by_alias=True) == page
