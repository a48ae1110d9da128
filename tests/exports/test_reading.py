"""What is exported is read as it is now, or as learners see it."""

from __future__ import annotations

import pytest

from tests.browser.lessons import Writing
from workbench.client.sync import Client
from workbench.errors import NotFound, NotSent
from workbench.exports.reading import read_course, unseen
from workbench.procedures.course import create_course, publish_course
from workbench.procedures.lesson import create_lesson, delete_lesson


@pytest.fixture
def lesson_ids(client: Client) -> list[str]:
    """Two lessons of one course with a text each."""
    course_id = client.call(create_course(title="Sounding")).course_id
    ids = [
        client.call(create_lesson(title=title, language="EN", course_id=course_id)).lesson_id
        for title in ("Lead", "Line")
    ]
    for id_ in ids:
        Writing(client).append(id_, "Old words.")
    return ids


def test_what_learners_see_is_read_at_its_revisions(client: Client, lesson_ids: list[str]) -> None:
    """Without what is in the trash since; the present has the edit, and how many changes wait."""
    course_id = Writing(client).read(lesson_ids[0]).course_id
    client.call(publish_course(course_id=course_id))
    Writing(client).append(lesson_ids[0], "Other words.")
    client.call(delete_lesson(lesson_id=lesson_ids[1]))
    seen: list[int] = []
    published = read_course(client, course_id, seen.append, is_published=True, before=3)
    now = read_course(client, course_id, seen.append)

    assert [(lesson.revision, len(lesson.blocks)) for lesson in (*published.lessons, *now.lessons)] == [(2, 1), (3, 2)]
    assert (published.unpublished_changes, now.unpublished_changes) == (0, 2)
    assert seen == [4, 1]
    client.call(delete_lesson(lesson_id=lesson_ids[0]))
    with pytest.raises(NotSent, match="Learners see no lesson of “Sounding”"):
        read_course(client, course_id, unseen, is_published=True)


def test_a_course_that_is_not_published_is_told(client: Client, lesson_ids: list[str]) -> None:
    """By its title, with what to do."""
    with pytest.raises(NotFound, match="Learners do not see “Sounding”: it is not published"):
        read_course(client, Writing(client).read(lesson_ids[0]).course_id, unseen, is_published=True)
