"""The words for lessons that cannot be shared as they are. Pure; titles are shown as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.errors import OpenAuthorNotes, OpenPlaces
from workbench.text import shown

MOST_TITLES: Final = 5


def unfinished_text(found: Sequence[OpenPlaces]) -> str:
    """The question before lessons with open places are shared."""
    titles = _titles([place for one in found for place in one.facts.get("openPlaces", [])], "openPlaces")
    return f"Notes for authors remain (✎): {titles}. Learners would see them. Continue anyway?"


def notes_text(found: Sequence[OpenAuthorNotes]) -> str:
    """Why courses could not be shared whose lessons have notes for authors, and what to do."""
    titles = _titles([note for one in found for note in one.facts.get("authorNotes", [])], "authorNotes")
    return (
        f"There are notes for authors in {titles}. Put what is missing in place of each note and delete the note, "
        "then share again."
    )


def _titles(lessons: Sequence[object], count: str) -> str:
    """The first titles of lessons, each with its count."""
    known = [lesson for lesson in lessons if isinstance(lesson, dict)]
    titles = [f"“{shown(str(lesson.get('title', '')))}” ({lesson.get(count)})" for lesson in known[:MOST_TITLES]]
    return ", ".join(titles) + (f" and {len(known) - MOST_TITLES:,} more" if len(known) > MOST_TITLES else "")
