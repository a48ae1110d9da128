"""Change the tags of many lessons, as a change plan: rename and merge everywhere, or add and remove by a search.

Reads only. Source: ours (changes 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from workbench.authoring.tags import clean_tag, clean_tags, fold_tag, tags_text
from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name
from workbench.changes.present import PresentCourse, PresentLesson
from workbench.changes.reading import find_target, found_lessons, present_lesson, read_courses
from workbench.changes.row import TAGS, ChangeConditions, ChangeRow, ChangeVerdict
from workbench.client.calling import CallingClient
from workbench.errors import PlanRejected
from workbench.text import display_text
from workbench.wording import count_text

NewTags = Callable[[tuple[str, ...]], list[str]]
"""Returns the new tags of a thing from its current ones. Raises `ValueError` with a sentence."""


def plan_retagging(
    tags: Sequence[str],
    into: str | None,
    client: CallingClient,
    *,
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """Plan replacing the tags with `into`, or removing them for `None`, in all lessons and courses.

    Planning changes nothing. Raises `PlanRejected`.
    """
    check_name(name)
    old, new = _clean_tags(tags), _clean_tags(() if into is None else (into,))
    folded = {fold_tag(tag) for tag in old}
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    courses = read_courses(client, run_target)
    lessons = [present_lesson(lesson) for lesson in all_lessons(client, run_target)]
    things: list[PresentCourse | PresentLesson] = [*courses.values(), *lessons]
    having = [thing for thing in things if any(fold_tag(tag) in folded for tag in thing.tags or ())]

    def rename_tags(tags: tuple[str, ...]) -> list[str]:
        return clean_tags([*new, *(tag for tag in tags if fold_tag(tag) not in folded)])

    rows = tuple(_rows(having, rename_tags))
    words = f"{', '.join(sorted(folded))} to {', '.join(new) or 'nothing'}"
    note = (
        f"{count_text(len(lessons), 'lesson')} and {count_text(len(courses), 'course')} searched for "
        f"{display_text(words, longest=80)}."
    )
    derived = f"{words[:80]} {content_digest([words])}"
    return ChangePlan(name or derived, "tags", target, rows, (note,), read_at)


def plan_tagging(
    client: CallingClient,
    where: str,
    *,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """Plan adding tags to every lesson that a search finds, and removing others; remaining tags are kept.

    Planning changes nothing. Raises `PlanRejected`, with the part of the search that is not understood.
    """
    check_name(name)
    added, removed = _clean_tags(add), _clean_tags(remove)
    if not added and not removed:
        raise PlanRejected("There is no tag to add or remove. Nothing was changed.")
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    lessons = [present_lesson(lesson) for lesson in found_lessons(client, run_target, where)]
    folded = {fold_tag(tag) for tag in removed}

    def change_tags(tags: tuple[str, ...]) -> list[str]:
        return clean_tags([*(tag for tag in tags if fold_tag(tag) not in folded), *added])

    rows = tuple(_rows(lessons, change_tags))
    words = " ".join([*(f"+{tag}" for tag in added), *(f"-{tag}" for tag in removed)])
    note = (
        f"A search for {display_text(where, longest=80)!r} finds "
        f"{len(lessons):,} lesson{'' if len(lessons) == 1 else 's'}."
    )
    stem = "".join(character for character in f"{words} {where}" if character.isprintable())[:80]
    derived = f"{stem} {content_digest([words, where])}"
    return ChangePlan(name or derived, "tags", target, rows, (note,), read_at, ChangeConditions())


def _clean_tags(tags: Sequence[str]) -> list[str]:
    try:
        return [clean_tag(tag) for tag in tags]
    except ValueError as refused:
        raise PlanRejected(f"This is not a valid tag: {refused}. Nothing was changed.") from None


def _rows(things: Sequence[PresentCourse | PresentLesson], new_tags: NewTags) -> Iterator[ChangeRow]:
    line = 0
    for thing in things:
        before, verdict, reason = tags_text(thing.tags or ()), ChangeVerdict.CHANGE, ""
        try:
            after = tags_text(new_tags(thing.tags or ()))
        except ValueError as refused:
            after, verdict, reason = before, ChangeVerdict.NOT_ALLOWED, str(refused)
        if before == after and not reason:
            continue
        line += 1
        row = ChangeRow(line=line, verdict=verdict, field=TAGS, before=before, after=after, reason=reason)
        if isinstance(thing, PresentLesson):
            yield replace(row, lesson_id=thing.lesson_id, base_revision=thing.revision, lesson_title=thing.title)
        else:
            yield replace(row, course_id=thing.course_id, course_title=thing.title)
