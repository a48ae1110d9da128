"""Handlers of the lesson router's findings. They read what is stored, and check what is not stored yet."""

from __future__ import annotations

from functools import partial

from workbench.procedures import lesson
from workbench.procedures.findings import CheckedLesson, CheckFinding, LessonFindings, ListFindingsOutput
from workbench.procedures.lesson import LessonInput, ListLessonsInput
from workbench.service.context import Context
from workbench.service.handler_error import existing
from workbench.service.handlers.binding import serves
from workbench.service.handlers.lesson import requested_page
from workbench.service.handlers.organization import DEFAULT_PAGE
from workbench.service.lesson_checks import RULESET, findings_of
from workbench.service.membership import at_lesson, here
from workbench.service.store.lessons import lists
from workbench.service.store.lessons.findings import (
    StoredFindings,
    findings_page,
    stored_findings,
    these_to_check,
)


@serves(lesson.get_findings, requires="read", long=True)
async def get_findings(context: Context, request: LessonInput) -> LessonFindings:
    """What the checks find in the lesson as it is now."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    now = existing(await lists.lesson_item(context.db, request.lesson_id, organization_id=organization_id))
    found = (await stored_findings(context.db, [now.lesson_id], ruleset=RULESET)).get(now.lesson_id)
    if found is None or found.revision != now.revision:
        context.expect(now.weight)
        (due,) = await these_to_check(context.db, [now.lesson_id], organization_id=organization_id)
        found = findings_of(due)
    return LessonFindings(findings=_shown(found), revision=found.revision, ruleset=RULESET)


@serves(lesson.list_findings, requires="read", long=True)
async def list_findings(context: Context, request: ListLessonsInput) -> ListFindingsOutput:
    """What was found in a page of the organization's lessons; a few that are not checked yet are checked now."""
    page = await requested_page(partial(findings_page, ruleset=RULESET), context, request, most=DEFAULT_PAGE)
    unchecked = [item.lesson_id for item, found in page.items if found is None]
    organization_id = (await here(context, request.organization_id)).organization_id
    due = await these_to_check(context.db, unchecked, organization_id=organization_id) if unchecked else []
    checked = {each.lesson_id: findings_of(each) for each in due}
    shown = []
    for item, stored in page.items:
        found = stored or checked.get(item.lesson_id)
        shown.append(
            CheckedLesson(
                lesson_id=item.lesson_id,
                course_id=item.course_id,
                title=item.title,
                language=item.language,
                revision=item.revision,
                findings=None if found is None else _shown(found),
            )
        )
    return ListFindingsOutput(lessons=shown, total=page.total, next_cursor=page.next_cursor)


def _shown(found: StoredFindings) -> list[CheckFinding]:
    return [
        CheckFinding(rule=rule, block_id=block_id, severity=severity, message=message)
        for rule, severity, block_id, message in found.findings
    ]
