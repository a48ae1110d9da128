"""Find existing lessons: by the topic they were made from, or by title if none is stored. Reads only.

Also check whether lessons that are done in the journal still exist on the service, including the trash: the service may
have been restored from a backup, or replaced by a copy. Source: ours (bulk).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from workbench.authoring.topic import fold_topic
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import every_item
from workbench.errors import CallFailed, SignInNeeded, Unreachable
from workbench.patterns import Pattern
from workbench.procedures.lesson import LessonSummary, get_lesson, list_lessons

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


def read_existing(client: CallingClient, target: RunTarget) -> ExistingLessons:
    """Return every lesson of the organization, page by page, or none if the service has no such list."""
    existing = ExistingLessons()
    if not target.lists_lessons:
        existing.notes = ("This service doesn't list lessons, so existing lessons can't be found.",)
        return existing
    for count, lesson in enumerate(all_lessons(client, target), 1):
        existing.lesson_ids.add(lesson.lesson_id)
        language = lesson.language.upper()
        if lesson.topic is not None:
            existing.by_topic.setdefault((language, fold_topic(lesson.topic)), []).append(lesson.lesson_id)
        existing.by_title.setdefault((language, loose_form(lesson.title)), lesson.lesson_id)
        if count >= MAX_LESSONS:
            existing.notes = (f"More than {MAX_LESSONS:,} lessons exist; only these were checked.",)
            break
    return existing


def all_lessons(
    client: CallingClient, target: RunTarget, *, in_trash: bool = False, course_id: str | None = None
) -> Iterator[LessonSummary]:
    """Yield every lesson of the place's organization, its trash or one course, newest first, page by page."""
    organization_id = target.organization_id if target.takes_organization else None
    which: dict[str, Any] = {"organization_id": organization_id, "course_id": course_id, "in_trash": in_trash or None}
    return every_item(client, list_lessons(**which, sort_preference="recently-created"))


def loose_form(text: str) -> str:
    """Return a form shared by similar texts, for warnings only.

    It has no accents, signs or case, and the words are in alphabetical order.
    """
    if text.isascii():
        return " ".join(sorted(_ASCII_SIGNS.sub(" ", text.lower()).split()))
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(
        character if character.isalnum() else " " for character in plain if not unicodedata.combining(character)
    )
    return " ".join(sorted(letters.split()))


LOOKED_UP_AT_ONCE: Final = 50
_NOT_FOUND: Final = 404


def missing_lessons(
    client: CallingClient, target: RunTarget, lesson_ids: Collection[str], *, listed: Collection[str] = ()
) -> set[str]:
    """Return the lessons that the service certainly does not have.

    These are in no list, not in the trash, and not found by their id. `listed` were in its list just now. If
    the service cannot say, the result is empty. Raises if the session has ended or no answer came.
    """
    left = set(lesson_ids).difference(listed)
    capabilities = client.capabilities() if left else None
    if (
        capabilities is None
        or get_lesson.name not in capabilities.procedures
        or "inTrash" not in capabilities.additions
    ):
        return set()
    for in_trash in (False, True):
        if left and target.lists_lessons and (in_trash or not listed):
            left.difference_update(
                lesson.lesson_id for lesson in islice(all_lessons(client, target, in_trash=in_trash), MAX_LESSONS)
            )
    # A lesson moved between two pages is in neither: the remaining ones are looked up by id.
    still_there, ids = set(), sorted(left)
    for start in range(0, len(ids), LOOKED_UP_AT_ONCE):
        some = ids[start : start + LOOKED_UP_AT_ONCE]
        for lesson_id, answer in zip(
            some, client.outcomes(*(get_lesson(lesson_id=wanted_id) for wanted_id in some)), strict=True
        ):
            if isinstance(answer, SignInNeeded | Unreachable):
                raise answer
            if isinstance(answer, CallFailed) and answer.http_status == _NOT_FOUND:
                still_there.add(lesson_id)
    return still_there
