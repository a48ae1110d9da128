"""Lessons that are there already: by the topic they were made from, and by title where none is kept. Reads only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.authoring.topic import fold_topic
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import every_item
from workbench.patterns import Pattern
from workbench.procedures.lesson import LessonSummary, list_lessons

MAX_LESSONS = 200_000
_ASCII_SIGNS: Final = Pattern("[^0-9a-z]+")


@dataclass(slots=True)
class ExistingLessons:
    """Lesson ids by language and folded topic; titles by language and loose form, for warnings only."""

    by_topic: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    by_title: dict[tuple[str, str], str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    is_read: bool = True
    lesson_ids: set[str] = field(default_factory=set)


def read_existing(client: CallingClient, place: RunTarget) -> ExistingLessons:
    """Every lesson of the organization, page by page, where the service announces the list; else nothing."""
    found = ExistingLessons()
    if not place.lists_lessons:
        found.notes = ("This service does not list lessons, so lessons that exist already cannot be found.",)
        return found
    for count, each in enumerate(all_lessons(client, place), 1):
        found.lesson_ids.add(each.lesson_id)
        language = each.language.upper()
        if each.topic is not None:
            found.by_topic.setdefault((language, fold_topic(each.topic)), []).append(each.lesson_id)
        found.by_title.setdefault((language, loose_form(each.title)), each.lesson_id)
        if count >= MAX_LESSONS:
            found.notes = (f"More than {MAX_LESSONS:,} lessons exist; those behind them were not looked at.",)
            break
    return found


def all_lessons(
    client: CallingClient, place: RunTarget, *, in_trash: bool = False, course_id: str | None = None
) -> Iterator[LessonSummary]:
    """Every lesson of the place's organization, of its trash or of one course, newest first, read page by page."""
    organization_id = place.organization_id if place.takes_organization else None
    which: dict[str, Any] = {"organization_id": organization_id, "course_id": course_id, "in_trash": in_trash or None}
    return every_item(client, list_lessons(**which, sort_preference="recently-created"))


def loose_form(text: str) -> str:
    """A form that similar texts share: no accents, signs or case, words in order of the alphabet. Warns only."""
    if text.isascii():
        return " ".join(sorted(_ASCII_SIGNS.sub(" ", text.lower()).split()))
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(each if each.isalnum() else " " for each in plain if not unicodedata.combining(each))
    return " ".join(sorted(letters.split()))
