"""Courses of an organization, and their sharing."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.client.paged import Paged
from tests.finishing import finish
from workbench.api.content.course_sharing import HERE_ONLY
from workbench.api.content.courses import Courses
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotConfirmed, OpenAuthorNotes, OpenPlaces
from workbench.procedures.lesson import create_starter_lesson, get_lesson


@pytest.fixture
def course_id(workbench: Workbench) -> str:
    """A course that was just made."""
    lesson = workbench.client.call(create_starter_lesson(topic="Glaciers", language="EN"))
    finish(workbench.client, lesson.lesson_id)
    return workbench.client.call(get_lesson(lesson_id=lesson.lesson_id)).course_id


def test_a_new_course_is_private(workbench: Workbench, course_id: str) -> None:
    """Nobody reads it by its link."""
    link = workbench.courses.sharing(course_id)

    assert not link.is_public
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(link.url)


def test_a_shared_course_opens(workbench: Workbench, course_id: str) -> None:
    """By the link that comes back, marked as being of this computer."""
    link = workbench.courses.share(course_id)

    with urllib.request.urlopen(link.url) as page:
        assert b"Glaciers" in page.read()
    assert link.reach == HERE_ONLY


def test_open_places_are_shared_only_when_that_is_confirmed(workbench: Workbench, course_id: str) -> None:
    """The error names the lesson and says what to do."""
    (lesson,) = workbench.courses.get(course_id).lessons
    Writing(workbench.client).append(lesson.lesson_id, "✎ Say what it is.")

    with pytest.raises(OpenPlaces, match="“Glaciers”.*Fill them in, or confirm"):
        workbench.courses.share(course_id)

    assert not workbench.courses.sharing(course_id).is_public
    assert workbench.courses.share(course_id, confirm_open_places=True).is_public


def test_a_planning_sheet_is_shared_by_no_confirmation(workbench: Workbench) -> None:
    """The error names it and says what to do; finished, it is shared."""
    made = workbench.client.call(create_starter_lesson(topic="Moraines", language="EN"))
    course_id = workbench.lessons.get(made.lesson_id).lesson.course_id

    with pytest.raises(OpenAuthorNotes, match=r"“Moraines”\. Add what each note asks for.*then try again"):
        workbench.courses.share(course_id, confirm_open_places=True)
    assert not workbench.courses.sharing(course_id).is_public
    finish(workbench.client, made.lesson_id)
    assert workbench.courses.share(course_id).is_public


def test_taken_back_it_opens_no_more(workbench: Workbench, course_id: str) -> None:
    """Immediately."""
    workbench.courses.share(course_id)

    assert not workbench.courses.unshare(course_id).is_public


def test_it_is_listed(workbench: Workbench, course_id: str) -> None:
    """With the others of the organization."""
    assert course_id in set(workbench.courses.list()["course_id"])


def test_a_course_goes_through_its_whole_life(workbench: Workbench) -> None:
    """By its title: made in a project, renamed, moved, deleted, restored."""
    name = uuid4().hex[:8]
    project = workbench.projects.create(f"Project {name}")
    courses = workbench.courses
    made = courses.create(f"Knots {name}", project=f"Project {name}")
    assert made.project_id == project.project_id

    courses.rename(f"Knots {name}", f"Hitches {name}")
    assert courses.move(f"Hitches {name}", project="Starter lessons").project_id != project.project_id
    courses.delete(f"Hitches {name}")
    assert made.course_id in set(courses.list(in_trash=True)["course_id"])
    assert courses.restore(f"Hitches {name}").course_id == made.course_id
    assert courses.get(made.course_id).title == f"Hitches {name}"


def test_a_public_course_is_deleted_only_when_it_is_confirmed(workbench: Workbench, course_id: str) -> None:
    """Its link would stop working; restored, it is private. Its title waits for the next publication."""
    workbench.courses.share(course_id)

    with pytest.raises(NotConfirmed, match="its link will stop working"):
        workbench.courses.delete(course_id)
    assert workbench.courses.rename(course_id, "Seen later").title == "Seen later"
    workbench.courses.delete(course_id, confirm_public=True)
    assert not workbench.courses.restore(course_id).is_public


def test_a_list_of_courses_is_whole() -> None:
    """More than a page."""
    client: Any = Paged(2_500)

    assert len(Courses(client, None).list()) == len(list(Courses(client, None).iter())) == 2_500


def test_a_second_course_of_a_title_is_asked_about(workbench: Workbench) -> None:
    """With the id, the project and the date of the one that is there, wherever it is; confirmed, it is made."""
    name = uuid4().hex[:8]
    project = workbench.projects.create(f"Project {name}")
    first = workbench.courses.create(f"Reefs {name}", project=f"Project {name}")

    there = rf"{first.course_id} \(0 lessons in the project {project.name}, created \d{{4}}-"
    with pytest.raises(NotConfirmed, match=there):
        workbench.courses.create(f"Reefs {name}")
    made = workbench.courses.create(f"Reefs {name}", confirm_same_name=True)
    with pytest.raises(InputRejected, match=f"2 courses are named.*in the project {project.name}"):
        workbench.courses.delete(f"Reefs {name}")
    assert made.course_id != first.course_id


def test_a_taken_title_is_asked_about_wherever_it_is_given(workbench: Workbench) -> None:
    """Regression: only `create` asked.

    A course that comes out of the trash needs a confirmation like one that is renamed.
    """
    title, courses = f"Tides {uuid4().hex[:8]}", workbench.courses
    first, other = courses.create(title), courses.create(f"{title} 2")

    with pytest.raises(NotConfirmed, match=rf"{first.course_id} \(0 lessons in the project .*Nothing was changed"):
        courses.rename(other.course_id, title.upper())
    assert courses.get(other.course_id).title == f"{title} 2"
    courses.delete(first.course_id)
    assert courses.rename(other.course_id, title).title == title
    with pytest.raises(NotConfirmed, match=other.course_id):
        courses.restore(first.course_id)
    assert title not in {course.title for course in courses.iter(in_trash=False) if course.course_id == first.course_id}
    assert courses.restore(first.course_id, confirm_same_name=True).title == title
    assert courses.rename(first.course_id, title, confirm_same_name=True).title == title


def test_a_course_is_moved_unasked(workbench: Workbench) -> None:
    """Titles are compared in the whole organization, so no move makes two of one title."""
    title = f"Reefs {uuid4().hex[:8]}"
    first, project = workbench.courses.create(title), workbench.projects.create(f"Coast {title}")
    assert workbench.courses.move(first.course_id, project=project.name or "").project_id == project.project_id
    with pytest.raises(NotConfirmed, match=first.course_id):
        workbench.courses.create(title)


def test_several_courses_are_moved_deleted_and_restored(workbench: Workbench) -> None:
    """By a table, a list of answers, or of titles; a list of answers, where one course gives one answer."""
    title = f"Several {uuid4().hex[:8]}"
    made = [workbench.courses.create(f"{title} {index}") for index in range(2)]
    project = workbench.projects.create(title)

    assert {course.project_id for course in workbench.courses.move(made, project=project)} == {project.project_id}
    assert len(workbench.courses.delete(workbench.courses.list(project=project))) == 2
    assert [course.title for course in workbench.courses.restore([course.title for course in made])] == [
        course.title for course in made
    ]
    assert workbench.courses.delete(made[0]).lesson_count == 0
