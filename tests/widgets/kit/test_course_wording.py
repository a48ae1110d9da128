"""The words by which courses of one title are told apart."""

from __future__ import annotations

from workbench.client.sync import Client
from workbench.procedures.course import create_course, list_courses
from workbench.widgets.kit.course_wording import CourseContext, course_choices, course_context


def test_two_that_nothing_else_tells_apart_show_the_end_of_their_ids(client: Client) -> None:
    """Nobody moves a lesson to the other one by accident."""
    for _ in range(2):
        client.call(create_course(title="Twins"))
    twins = [course for course in client.call(list_courses(search="Twins")).courses if course.title == "Twins"][:2]

    offered = course_choices(twins, course_context(client, None))

    assert [text.endswith(course_id[-6:]) for text, course_id in offered] == [True, True]


def test_what_is_not_told_is_left_out(nobody: Client, client: Client) -> None:
    """A service that refuses costs the words, not the list."""
    client.call(create_course(title="Alone"))
    course = client.call(list_courses(search="Alone")).courses[0]

    assert course_context(nobody, None) == CourseContext()
    assert CourseContext().detail(course).startswith("0 lessons · changed ")
