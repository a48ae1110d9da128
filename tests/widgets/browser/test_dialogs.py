"""What a browser asks before it does something."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.procedures.course import create_course, delete_course, get_course, list_courses
from workbench.procedures.lesson import create_starter_lesson, get_lesson
from workbench.procedures.organization import Project, get_organization_projects
from workbench.procedures.project import create_project
from workbench.widgets.browser.dialogs import project_choices
from workbench.widgets.browser.panel import Browser


def test_a_blank_lesson_is_made_and_opened(browser: Browser, client: Client) -> None:
    """In the language that was chosen; it costs nothing."""
    browser.controls.new_lesson.click()
    browser.prompt.entry.value = "Gezeiten"
    browser.prompt.choice.value = "DE"
    browser.prompt.resume.click()

    assert browser.opened is not None
    made = client.call(get_lesson(lesson_id=browser.opened))
    assert (made.title, made.language, made.blocks) == ("Gezeiten", "DE", [])


def test_a_lesson_is_renamed(browser: Browser, client: Client, lesson_id: str) -> None:
    """From its old title on."""
    browser.controls.rename.click()
    before = browser.prompt.entry.value
    browser.prompt.entry.value = "Bees and flowers"
    browser.prompt.resume.click()

    assert before == "How bees find flowers"
    assert client.call(get_lesson(lesson_id=lesson_id)).title == "Bees and flowers"


def test_an_empty_title_is_refused(browser: Browser, failures: list[str]) -> None:
    """With what is wrong."""
    browser.controls.rename.click()
    browser.prompt.entry.value = "  "
    browser.prompt.resume.click()

    assert "the title is empty" in failures.pop()


def test_a_lesson_is_moved(browser: Browser, client: Client, lesson_id: str) -> None:
    """To another course."""
    other = client.call(
        get_lesson(lesson_id=client.call(create_starter_lesson(topic="Wasps", language="EN")).lesson_id)
    )
    browser.controls.move.click()
    browser.prompt.choice.value = other.course_id
    browser.prompt.resume.click()

    assert client.call(get_lesson(lesson_id=lesson_id)).course_id == other.course_id


def test_nothing_is_deleted_without_a_question(
    browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]
) -> None:
    """One click is not enough."""
    browser.controls.delete.click()

    assert browser.question.is_open
    assert lesson_id not in in_trash()


def test_the_answer_yes_deletes(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """Into the trash."""
    browser.controls.delete.click()
    browser.question.yes.click()

    assert lesson_id in in_trash()
    assert browser.controls.undo.layout.display is None


@pytest.fixture
def in_project(browser: Browser) -> Browser:
    """The browser, showing a project of its own with a blank lesson in it."""
    browser.start(browser.actions.create_project, f"Botany {uuid4().hex[:6]}")
    browser.start(browser.actions.create_blank, "Ferns", "EN")
    return browser


def test_a_project_is_renamed(in_project: Browser) -> None:
    """From its old name on; it stays the one that is shown."""
    before = in_project.state.project_id
    in_project.controls.rename_project.click()
    was_there = in_project.prompt.entry.value
    in_project.prompt.entry.value = "Plants"
    in_project.prompt.resume.click()

    assert was_there.startswith("Botany ")
    assert (in_project.state.project_id, in_project.state.project and in_project.state.project.name) == (
        before,
        "Plants",
    )


def test_a_project_is_put_away_and_taken_back(in_project: Browser) -> None:
    """What is in it can still be found; nothing is made in it in the meantime."""
    before = in_project.state.project_id
    in_project.controls.archive_project.click()
    assert in_project.state.project_id == before
    assert in_project.controls.project.options[-1][0].endswith(" (archived)")
    assert [item.title for item in in_project.state.items] == ["Ferns"]
    assert in_project.controls.new_lesson.layout.display == "none"

    in_project.controls.archive_project.click()

    assert in_project.state.project and not in_project.state.project.is_archived
    assert in_project.controls.new_lesson.layout.display is None


def test_nothing_is_moved_to_a_project_that_is_put_away(in_project: Browser) -> None:
    """It is not among the places."""
    away = in_project.state.project_id
    in_project.controls.archive_project.click()

    assert away in [project_id for _, project_id in project_choices(in_project.state.projects)]
    assert away not in [project_id for _, project_id in project_choices(in_project.state.projects, archived=False)]


def test_a_second_project_of_a_name_is_asked_about(in_project: Browser) -> None:
    """The question says what is there; nothing is made before the answer."""
    project = in_project.state.project
    assert project is not None and project.name is not None
    in_project.controls.new_project.click()
    in_project.prompt.entry.value = project.name
    in_project.prompt.resume.click()
    alike = [project.name for project in in_project.state.projects].count(project.name)

    assert in_project.question.is_open and f"{project.project_id}" in in_project.question.text.value
    in_project.question.yes.click()
    assert (alike, [project.name for project in in_project.state.projects].count(project.name)) == (1, 2)


def test_a_project_is_not_renamed_to_a_taken_name_unasked(in_project: Browser, client: Client) -> None:
    """Regression: only a new project was asked about; no leaves the name, yes gives it."""
    project = in_project.state.project
    assert project is not None
    other = client.call(create_project(name=f"Zoology {uuid4().hex[:6]}"))
    in_project.controls.rename_project.click()
    in_project.prompt.entry.value = f"{other.name}".upper()
    in_project.prompt.resume.click()
    was_asked, text = in_project.question.is_open, in_project.question.text.value
    named = {project.project_id: project.name for project in projects_of(client)}

    assert was_asked and f"{other.project_id} (0 courses" in text and f"{project.project_id}" not in text
    assert named[project.project_id] == project.name
    in_project.question.yes.click()
    assert {project.project_id: project.name for project in projects_of(client)}[
        project.project_id
    ] == f"{other.name}".upper()


def test_no_leaves_the_name_in_its_form(in_project: Browser, client: Client) -> None:
    """Regression: the answer no threw away what was typed; a name that is free is given from the same form."""
    project = in_project.state.project
    assert project is not None and project.name is not None
    in_project.controls.new_project.click()
    in_project.prompt.entry.value = project.name
    in_project.prompt.resume.click()
    in_project.question.no.click()
    left = in_project.prompt.is_open, in_project.prompt.layout.display, in_project.prompt.entry.value
    free = in_project.prompt.entry.value = f"{project.name} and more"
    in_project.prompt.resume.click()

    assert left == (True, None, project.name)
    assert [project.name for project in projects_of(client)].count(free) == 1
    assert (in_project.question.is_open, in_project.prompt.is_open, in_project.prompt.entry.value) == (False, False, "")


def test_yes_closes_the_form(in_project: Browser, client: Client) -> None:
    """What was typed became something: nothing of it is kept."""
    title = f"Knots {uuid4().hex[:6]}"
    client.call(create_course(title=title))
    in_project.controls.new_course.click()
    in_project.prompt.entry.value = title
    in_project.prompt.resume.click()
    was_open = in_project.prompt.is_open
    in_project.question.yes.click()

    assert (was_open, in_project.prompt.is_open, in_project.prompt.entry.value) == (True, False, "")
    assert [course.title for course in client.call(list_courses()).courses].count(title) == 2


def test_a_project_is_not_taken_back_to_a_taken_name_unasked(in_project: Browser, client: Client) -> None:
    """Another one was named so in the meantime."""
    project = in_project.state.project
    assert project is not None and project.name is not None
    in_project.controls.archive_project.click()
    client.call(create_project(name=project.name))
    in_project.controls.archive_project.click()
    was_asked = in_project.question.is_open
    archived = [
        listed_project.is_archived
        for listed_project in projects_of(client)
        if listed_project.project_id == project.project_id
    ]

    assert (was_asked, archived) == (True, [True])
    in_project.question.yes.click()
    assert [
        listed_project.is_archived
        for listed_project in projects_of(client)
        if listed_project.project_id == project.project_id
    ] == [False]


def test_courses_come_back_to_taken_titles_only_after_a_question(browser: Browser, client: Client) -> None:
    """What has its title alone comes back immediately."""
    ids = [client.call(create_course(title=f"Knots {number} {uuid4().hex[:6]}")).course_id for number in (1, 2)]
    titles = [client.call(get_course(course_id=id_)).title for id_ in ids]
    for id_ in ids:
        client.call(delete_course(course_id=id_))
    client.call(create_course(title=titles[1]))
    browser.controls.listing.value = "course trash"
    browser.controls.list.chosen = [f"course:{id_}" for id_ in ids]
    browser.controls.restore.click()
    was_asked, text = browser.question.is_open, browser.question.text.value
    there = [course.course_id for course in client.call(list_courses()).courses if course.course_id in ids]
    browser.question.yes.click()

    assert was_asked and titles[1] in text and titles[0] not in text
    assert there == ids[:1]
    assert {course.course_id for course in client.call(list_courses()).courses} >= set(ids)


def projects_of(client: Client) -> list[Project]:
    """All projects of the organization."""
    return client.call(get_organization_projects(include_archived=True)).projects
