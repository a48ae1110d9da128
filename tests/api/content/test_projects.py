"""Projects of an organization: listed, made, renamed, put away and taken back."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.finishing import share
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotConfirmed, NotFound
from workbench.procedures.lesson import create_starter_lesson


@pytest.fixture
def name() -> str:
    """A name that no other project has."""
    return f"Trade {uuid4().hex[:8]}"


def test_a_project_goes_through_its_whole_life(workbench: Workbench, name: str) -> None:
    """By its name: made, renamed, marked, put away, found there, taken back."""
    projects = workbench.projects
    made = projects.create(name)
    projects.rename(name, f"{name} fair")
    assert projects.favorite(f"{name} fair").is_favorite

    projects.archive(f"{name} fair")
    assert made.project_id not in set(projects.list()["project_id"])
    assert made.project_id in set(projects.list(include_archived=True)["project_id"])
    assert projects.get(f"{name} fair").is_archived
    assert not projects.restore(f"{name} fair").is_archived


def test_two_of_one_name_are_listed(workbench: Workbench, name: str) -> None:
    """With their ids and what is in them; nothing is made."""
    first = workbench.projects.create(name)
    ids = {first.project_id, workbench.projects.create(name, confirm_same_name=True).project_id}

    with pytest.raises(InputRejected, match=f"2 projects are named '{name}'") as refused:
        workbench.courses.create("Somewhere", project=name)
    assert all(id_ and id_ in refused.value.message for id_ in ids)


def test_a_second_project_of_a_name_is_asked_about(workbench: Workbench, name: str) -> None:
    """Regression: it was made silently, and from then on neither was found by its name."""
    first = workbench.projects.create(name)

    with pytest.raises(NotConfirmed, match=rf"{first.project_id} \(0 courses, created \d{{4}}-.*confirm_same_name"):
        workbench.projects.create(f" {name.upper()} ")
    assert [project.name for project in workbench.projects.iter()].count(name) == 1


def test_a_taken_name_is_asked_about_wherever_it_is_given(workbench: Workbench, name: str) -> None:
    """Regression: only `create` asked. The project itself is none of the others; confirmed, it is done."""
    projects = workbench.projects
    first, other = projects.create(name), projects.create(f"{name} fair")
    assert other.project_id

    with pytest.raises(
        NotConfirmed, match=rf"{first.project_id} \(0 courses, created .*Nothing was changed.*confirm_s"
    ):
        projects.rename(other.project_id, f"  {name.upper()}")
    assert projects.get(other.project_id).name == f"{name} fair"
    assert projects.rename(name, name.upper()).name == name.upper()
    projects.archive(other.project_id)
    again = projects.create(f"{name} fair", confirm_same_name=True)
    with pytest.raises(NotConfirmed, match=f"{again.project_id}"):
        projects.restore(other.project_id)
    assert not projects.restore(other.project_id, confirm_same_name=True).is_archived
    assert projects.rename(other.project_id, name, confirm_same_name=True).name == name


def test_an_unknown_name_names_the_nearest(workbench: Workbench, name: str) -> None:
    """And an unknown id is not taken for a name."""
    workbench.projects.create(name)

    with pytest.raises(InputRejected, match=f"no project.*The nearest: .*'{name}'"):
        workbench.projects.rename(name.replace("Trade", "Trde"), "x")
    with pytest.raises(NotFound):
        workbench.projects.get("0" * 25)


def test_public_courses_in_it_are_named_before_it_is_put_away(workbench: Workbench, name: str) -> None:
    """Their links continue working, which anyone who puts it away may not expect."""
    project_id = workbench.projects.create(name).project_id
    call = create_starter_lesson(topic=f"Course of {name}", language="EN", project_id=project_id)
    made = workbench.client.call(call)
    share(workbench.client, workbench.lessons.get(made.lesson_id).lesson.course_id)

    with pytest.raises(NotConfirmed, match=f"1 course in it stay public.*Course of {name}"):
        workbench.projects.archive(name)
    assert workbench.projects.archive(name, confirm_public=True).is_archived
