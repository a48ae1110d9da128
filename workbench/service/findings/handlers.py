"""Handlers of the lesson router's findings. They read stored findings, and check lessons that have none yet."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial

from workbench.procedures import lesson
from workbench.procedures.declare import WrittenAnswer
from workbench.procedures.findings import CheckFinding, LessonFindings, ListFindingsOutput
from workbench.procedures.lesson import LessonInput, ListLessonsInput
from workbench.service.findings.checks import RULESET, check_now
from workbench.service.findings.source_staleness import in_order_of_severity, outdated_finding, outdated_findings
from workbench.service.findings.store import (
    StoredFinding,
    findings_page,
    lessons_to_check_by_id,
    read_wire_text,
    stored_findings,
    wire_text,
)
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import existing
from workbench.service.kernel.membership import at_lesson, here
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.lessons import lists
from workbench.service.lessons.handlers import requested_page
from workbench.service.lessons.lists import LessonItem
from workbench.service.sources.citations import OutdatedCitation, outdated_citations


@serves(lesson.get_findings, requires="read", long=True)
async def get_findings(context: Context, request: LessonInput) -> LessonFindings:
    """Return what the checks find in the lesson as it is now."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    now = existing(await lists.lesson_item(context.db, request.lesson_id, organization_id=organization_id))
    checked = (await stored_findings(context.db, [now.lesson_id], ruleset=RULESET)).get(now.lesson_id)
    is_stored = checked is not None and checked.revision == now.revision
    if is_stored and not await outdated_citations(context.db, [now.lesson_id], organization_id=organization_id):
        assert checked is not None
        return LessonFindings(findings=_to_wire(checked.findings), revision=checked.revision, ruleset=RULESET)
    context.expect(now.weight)
    (due,) = await lessons_to_check_by_id(context.db, [now.lesson_id], organization_id=organization_id)
    if checked is None or not is_stored:
        checked = check_now(context.service, due)
    outdated = await outdated_findings(context.db, due.lesson_id, due.blocks, organization_id=organization_id)
    shown = in_order_of_severity([*checked.findings, *outdated])
    return LessonFindings(findings=_to_wire(shown), revision=checked.revision, ruleset=RULESET)


@serves(lesson.list_findings, requires="read", long=True)
async def list_findings(context: Context, request: ListLessonsInput) -> WrittenAnswer[ListFindingsOutput]:
    """Return the findings of a page of the organization's lessons, checking a few unchecked ones now.

    Findings are stored in their wire form and sent unchanged: making records of them took longer than
    everything else.
    """
    page = await requested_page(partial(findings_page, ruleset=RULESET), context, request, most=DEFAULT_PAGE)
    unchecked = [item.lesson_id for item, stored in page.items if stored is None]
    organization_id = (await here(context, request.organization_id)).organization_id
    due = await lessons_to_check_by_id(context.db, unchecked, organization_id=organization_id) if unchecked else []
    checked: dict[str, str] = {}
    for check in due:  # citations are stored with findings, so these lessons have none stored yet
        cited = await outdated_findings(context.db, check.lesson_id, check.blocks, organization_id=organization_id)
        shown = in_order_of_severity([*check_now(context.service, check).findings, *cited])
        checked[check.lesson_id] = wire_text(shown)
    ids = [item.lesson_id for item, stored in page.items if stored is not None]
    outdated = await outdated_citations(context.db, ids, organization_id=organization_id)
    lessons = ",".join(
        [
            _item_json(item, _with_outdated(stored or checked.get(item.lesson_id), outdated.get(item.lesson_id)))
            for item, stored in page.items
        ]
    )
    return WrittenAnswer(
        f'{{"lessons":[{lessons}],"total":{page.total},"nextCursor":{json.dumps(page.next_cursor)}}}'.encode()
    )


def _with_outdated(findings: str | None, outdated: list[OutdatedCitation] | None) -> str | None:
    """Return the findings of a lesson in wire form, including those of its outdated citations."""
    if findings is None or outdated is None:
        return findings
    every = [*read_wire_text(findings), *[outdated_finding(citation) for citation in outdated]]
    return wire_text(in_order_of_severity(every))


def _item_json(item: LessonItem, findings: str | None) -> str:
    title = json.dumps(item.title, ensure_ascii=False)
    return (
        f'{{"lessonId":"{item.lesson_id}","courseId":"{item.course_id}","title":{title},"language":"{item.language}",'
        f'"revision":{item.revision},"findings":{findings or "null"}}}'
    )


def _to_wire(findings: Iterable[StoredFinding]) -> list[CheckFinding]:
    return [
        CheckFinding(rule=rule, block_id=block_id, severity=severity, message=message)
        for rule, severity, block_id, message in findings
    ]
