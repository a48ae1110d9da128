"""Where a new lesson goes: its course, and its place there."""

from __future__ import annotations

import pytest

from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course, get_course, order_lessons
from workbench.procedures.lesson import create_lesson
from workbench.procedures.project import create_project
from workbench.widgets.starter_form.course_place import places_in
from workbench.widgets.starter_form.panel import StarterLessonForm


@pytest.fixture
def project_id(client: Client) -> str:
    """A project of its own."""
    return client.call(create_project(name="Harbour")).project_id or ""


@pytest.fixture
def course_id(client: Client, project_id: str) -> str:
    """A course of three lessons in it."""
    made = client.call(create_course(title="Knots", project_id=project_id)).course_id
    for title in ("Bends", "Hitches", "Loops"):
        client.call(create_lesson(title=title, language="EN", course_id=made))
    return made


@pytest.fixture
def form(client: Client, inline: InlinePool, project_id: str, course_id: str) -> StarterLessonForm:
    """A form in which that project is chosen, with a topic in it."""
    made = refreshed(StarterLessonForm(client, workers=inline))
    made.project.value = project_id
    made.topic.value = "Splices"
    return made


def titles(client: Client, course_id: str) -> list[str]:
    """The lessons of a course, in order."""
    return [lesson.title for lesson in client.call(get_course(course_id=course_id)).lessons]


def test_the_courses_of_the_chosen_project_are_offered(form: StarterLessonForm, course_id: str) -> None:
    """And its own course, which is what happens unasked; another project has others."""
    before = [value for _, value in form.where.course.options]
    form.project.value = ""

    assert before == ["", course_id]
    assert course_id not in [value for _, value in form.where.course.options]
    assert form.where.course_id is None


def test_a_lesson_is_made_at_the_end_of_a_course(form: StarterLessonForm, client: Client, course_id: str) -> None:
    """Unless another place is chosen."""
    form.where.course.value = course_id
    form.start(form.create)

    assert titles(client, course_id) == ["Bends", "Hitches", "Loops", "Splices"]


def test_a_lesson_is_made_behind_another_one(form: StarterLessonForm, client: Client, course_id: str) -> None:
    """The others stay as they are."""
    form.where.course.value = course_id
    offered = [text for text, _ in form.where.place.options]
    form.where.place.value = form.where.place.options[1][1]
    form.start(form.create)

    assert offered == ["At the end", "After 1: Bends", "After 2: Hitches"]
    assert titles(client, course_id) == ["Bends", "Splices", "Hitches", "Loops"]


def test_between_two_of_one_position_there_is_no_place(client: Client, course_id: str) -> None:
    """A new one would are after both."""
    first = client.call(get_course(course_id=course_id)).lessons[0]
    client.call(order_lessons(course_id=course_id, lesson_ids=[first.lesson_id]))
    client.call(create_lesson(title="Whips", language="EN", course_id=course_id, position=first.position))
    offered = places_in(client.call(get_course(course_id=course_id)))

    assert [text for text, _ in offered] == ["After 2: Whips", "After 3: Hitches"]


def test_a_plan_of_many_goes_into_the_course(form: StarterLessonForm, course_id: str) -> None:
    """Each line a lesson of it, in their order."""
    form.where.course.value = course_id
    form.topic.value = "Splices\nWhippings"
    form.start(form.make_plan)

    assert form.plan is not None
    assert {row.destination.course_id for row in form.plan.rows} == {course_id}
