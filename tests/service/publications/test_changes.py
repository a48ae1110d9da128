"""Which lessons moved, as few as can be."""

from __future__ import annotations

import pytest

from workbench.service.lessons.contents import PublishedLesson
from workbench.service.publications.changes import moved_lessons


def lessons(ids: str) -> tuple[PublishedLesson, ...]:
    """A lesson for each letter."""
    return tuple(PublishedLesson(id_, 1, id_, "EN") for id_ in ids)


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("abc", "abc", ""),
        ("abc", "cab", "c"),
        ("abcd", "bcda", "a"),
        ("abc", "xayc", ""),
        ("ab", "ba", "b"),
        ("", "ab", ""),
    ],
)
def test_only_what_changed_places_is_moved(before: str, after: str, moved: str) -> None:
    """What came or went moves nothing."""
    assert moved_lessons(lessons(before), lessons(after)) == set(moved)
