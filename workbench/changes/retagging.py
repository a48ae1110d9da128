"""Tags renamed and merged over an organization, as a change plan: lessons and courses that have them. Reads only.

Source: ours (changes 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.authoring.tags import clean_tag, clean_tags, fold_tag, tags_text
from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.target import Conversations
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name
from workbench.changes.present import PresentCourse, PresentLesson
from workbench.changes.reading import find_target, present_lesson, read_courses
from workbench.changes.row import TAGS, ChangeConditions, ChangeRow, ChangeVerdict
from workbench.client.sanitize import shown
from workbench.errors import PlanRejected


def plan_retagging(
    tags: Sequence[str],
    into: str | None,
    client: Conversations,
    *,
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """The plan that gives each lesson and course with one of the tags `into` instead, or nothing for `None`.

    Making it changes nothing. Raises `PlanRejected`.
    """
    check_name(name)
    try:
        folded, wanted = {fold_tag(clean_tag(each)) for each in tags}, None if into is None else clean_tag(into)
    except ValueError as refused:
        raise PlanRejected(f"This is no tag: {refused}. Nothing was changed.") from None
    place, target = find_target(client, organization_id)
    read_at = epoch_ms()
    courses = read_courses(client, place)
    lessons = [present_lesson(each) for each in all_lessons(client, place)]
    rows = tuple(_rows([*courses.values(), *lessons], folded, wanted))
    words = f"{', '.join(sorted(folded))} to {wanted or 'nothing'}"
    note = f"{len(lessons):,} lessons and {len(courses):,} courses were searched for {shown(words, longest=80)}."
    public = tuple(sorted(each.course_id for each in courses.values() if each.is_public))
    derived = f"{words[:80]} {content_digest([words])}"
    return ChangePlan(name or derived, "tags", target, rows, (note,), read_at, ChangeConditions(public_courses=public))


def _rows(things: Sequence[PresentCourse | PresentLesson], folded: set[str], wanted: str | None) -> Iterator[ChangeRow]:
    line = 0
    for each in things:
        stay = [tag for tag in each.tags or () if fold_tag(tag) not in folded]
        added = [] if wanted is None else [wanted]
        before, after = tags_text(each.tags or ()), tags_text(clean_tags([*added, *stay]))
        if len(stay) == len(each.tags or ()) or before == after:
            continue
        line += 1
        row = ChangeRow(line=line, verdict=ChangeVerdict.CHANGE, field=TAGS, before=before, after=after)
        if isinstance(each, PresentLesson):
            yield replace(row, lesson_id=each.lesson_id, base_revision=each.revision, lesson_title=each.title)
        else:
            yield replace(row, course_id=each.course_id, course_title=each.title)
