"""The texts for sharing: what cannot be shared as it is, what is public or pending, and why something was refused.

Pure; titles and names are people's texts, and are escaped or shown as text here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.errors import CallFailed, OpenAuthorNotes, OpenPlaces
from workbench.procedures.lesson import AUTHOR_NOTES
from workbench.procedures.publications import Publication, PublicationChange, PublicationChanges
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import tag, user_text
from workbench.widgets.kit.failure_text import sentence
from workbench.widgets.kit.moments import moment_html
from workbench.widgets.kit.rows import Row
from workbench.wording import count_text

MOST_TITLES: Final = 5
COURSE: Final = "course"
"""The id of the row that stands for the course's own title."""
_KINDS: Final = {
    "added": ("New", "good"),
    "removed": ("Removed", "bad"),
    "changed": ("Changed", "warn"),
    "renamed": ("Renamed", "plain"),
    "moved": ("Moved", "plain"),
    "courseRenamed": ("Course renamed", "plain"),
}
_COUNTS: Final = {
    "authorNotes": ("note for authors", "notes for authors"),
    "openPlaces": ("placeholder", "placeholders"),
    "pictures": ("picture without a description", "pictures without a description"),
    "errors": ("error", "errors"),
}
_REASONS: Final = {
    "notApproved": "not approved",
    "ownApproval": "approved by one of its editors",
    "notChecked": "couldn't be checked",
}
_NEVER_OVERRIDDEN: Final = frozenset({AUTHOR_NOTES, "alternativeText"})


def unfinished_text(refusals: Sequence[OpenPlaces]) -> str:
    """Return the question asked before lessons with open places are shared."""
    titles = _titles([place for one in refusals for place in one.facts.get("openPlaces", [])], "openPlaces")
    return f"Placeholders (✎) remain in {titles}. Learners would see them. Continue anyway?"


def notes_text(refusals: Sequence[OpenAuthorNotes]) -> str:
    """Return why courses with notes for authors could not be shared, and what to do."""
    titles = _titles([note for one in refusals for note in one.facts.get("authorNotes", [])], "authorNotes")
    return (
        f"There are notes for authors in {titles}. Add what each note asks for and delete the note, then share again."
    )


def _titles(lessons: Sequence[object], count: str) -> str:
    """Return the first titles of lessons, each with its count."""
    known = [lesson for lesson in lessons if isinstance(lesson, dict)]
    titles = [f"“{display_text(str(lesson.get('title', '')))}” ({lesson.get(count)})" for lesson in known[:MOST_TITLES]]
    return ", ".join(titles) + (f" and {len(known) - MOST_TITLES:,} more" if len(known) > MOST_TITLES else "")


@dataclass(frozen=True, slots=True)
class ChangedLesson:
    """The differences of one lesson, or of the course's title (`lesson_id` is None)."""

    lesson_id: str | None
    kinds: tuple[str, ...]
    title: str
    published_title: str | None
    published_revision: int | None
    revision: int | None
    titles: tuple[str, str] | None = field(default=None)
    """Old and new title, if they differ."""

    @property
    def id(self) -> str:
        """Id of its row."""
        return self.lesson_id or COURSE

    @property
    def sentence(self) -> str:
        """Return a sentence on the comparison."""
        if self.lesson_id is None:
            return (
                f"The course is called “{display_text(self.title)}” now; learners "
                f"see “{display_text(self.published_title or '')}”."
            )
        if self.published_revision is None:
            return "Learners don't see this lesson yet."
        if self.revision is None:
            return "No longer in the course; learners see it until you publish."
        if self.published_revision == self.revision:
            return "The lesson's content has not changed."
        return f"Comparing revision {self.published_revision:,} (published) with revision {self.revision:,}."


def changed_lessons(answer: PublicationChanges) -> tuple[ChangedLesson, ...]:
    """Return the changes grouped by lesson, in the order of the course."""
    by_lesson: dict[str, list[PublicationChange]] = {}
    for change in answer.changes:
        by_lesson.setdefault(change.lesson_id or COURSE, []).append(change)
    return tuple(_changed_lesson(changes) for changes in by_lesson.values())


def _changed_lesson(changes: list[PublicationChange]) -> ChangedLesson:
    first = changes[0]
    title = first.title or first.published_title or ""
    is_renamed = first.title is not None and first.published_title not in (None, first.title)
    return ChangedLesson(
        lesson_id=first.lesson_id,
        kinds=tuple(change.kind for change in changes),
        title=title,
        published_title=first.published_title,
        published_revision=first.published_revision,
        revision=first.revision,
        titles=(first.published_title or "", title) if is_renamed else None,
    )


def change_row(lesson: ChangedLesson) -> Row:
    """Return a changed lesson as a row."""
    was = f"was “{lesson.published_title}”" if lesson.titles else ""
    return Row(lesson.id, lesson.title, was, tuple(_KINDS.get(kind, (kind, "plain")) for kind in lesson.kinds))


def waiting_text(count: int) -> str:
    """Such as `3 changes`."""
    return f"{count_text(count, 'change')}"


def state_html(current: Publication | None, changes: int) -> str:
    """Return what learners see, and how much is not public yet."""
    if current is None:
        return '<p class="wb-hint">Learners cannot see this course. Earlier publications are listed below.</p>'
    by = f" by {user_text(current.person_name)}" if current.person_name else ""
    lessons = f"{count_text(current.lesson_count, 'lesson')}"
    seen = f"Learners see publication {current.number:,}, {moment_html(current.at)}{by}: {lessons}."
    if not changes:
        return f"<p>{seen} {tag('Up to date', 'good')}</p>"
    are = "is" if changes == 1 else "are"
    return f"<p>{seen} <strong>{waiting_text(changes)} {are} not published yet.</strong></p>"


def publication_row(publication: Publication) -> Row:
    """Return a publication as a row: number, title and lessons, note, publisher and time."""
    parts = [
        f"{count_text(publication.lesson_count, 'lesson')}",
        publication.person_name or "",
        publication.note or "",
    ]
    if publication.override_reason:
        parts.append(f"policy overridden: {publication.override_reason}")
    tags = (("Current", "good"),) if publication.is_current else ()
    return Row(
        str(publication.number),
        f"{publication.number:,} · {publication.title}",
        " · ".join(part for part in parts if part),
        tags,
        at=publication.at,
    )


def refusal_html(error: CallFailed) -> str:
    """Return why nothing was published: the sentence, and each lesson with its reasons."""
    lessons = [entry for entries in error.facts.values() if isinstance(entries, list) for entry in entries]
    items = "".join(f"<li>{_refusal_text(lesson)}</li>" for lesson in lessons if isinstance(lesson, Mapping))
    listed = f'<ul class="wb-troubles">{items}</ul>' if items else ""
    why = f'<p class="wb-caution">Not published. {escape_html(sentence(error), longest=2000)}</p>'
    return f'<div role="alert">{why}{listed}</div>'


def can_be_overridden(error: CallFailed) -> bool:
    """Return whether an owner may override with a reason: a refusal by policy that is not absolute."""
    return error.facts.get("reason") not in _NEVER_OVERRIDDEN and bool(error.facts.get("reason"))


def _refusal_text(lesson: Mapping[str, Any]) -> str:
    counts = [
        count_text(lesson[name], *nouns)
        for name, nouns in _COUNTS.items()
        if isinstance(lesson.get(name), int) and lesson[name]
    ]
    codes = lesson.get("reasons")
    reasons = [_REASONS[reason] for reason in codes if reason in _REASONS] if isinstance(codes, list) else []
    return f"{user_text(lesson.get('title', ''))}: {escape_html(', '.join([*reasons, *counts]))}"
