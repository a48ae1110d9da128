"""Where lessons are to go: projects and courses by their ids or names."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService, course, project
from tests.bulk.plans import place
from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.destinations import FoundDestination, find_destinations
from workbench.bulk.planning.target import RunTarget
from workbench.client.lookups.names import MAX_HINTS
from workbench.errors import PlanRejected

HERE = place(takes_course=True)


@pytest.fixture
def with_projects(service: FakeService) -> FakeService:
    """A service with a few projects and courses; some share a name, and some projects are archived."""
    service.projects = [
        *(project("p1", "Larder"), project("p2", "Cellar"), project("p3", "Cellar")),
        *(project("p4", "Attic", is_archived=True), project("p5", "attic"), project("p6", "Shed", is_archived=True)),
    ]
    service.courses = [
        *(course("c1", "Bread"), course("c2", "Wine", "p2"), course("c3", "wine", "p3"), course("c4", "Tools", "p6")),
        course("c5", "Open", "p1", is_public=True),
    ]
    return service


def one(service: FakeService, project: str, course: str = "", here: RunTarget = HERE) -> FoundDestination:
    """What these names stand for."""
    return find_destinations(service, here, [(project, course)])[project, course]


@pytest.mark.parametrize("wanted", ["p1", "Larder", " larder "])
def test_a_project_is_found_by_id_or_by_its_only_name(with_projects: FakeService, wanted: str) -> None:
    """Spaces around it and case do not matter."""
    assert one(with_projects, wanted) == FoundDestination(Destination("p1", "Larder"))


@pytest.mark.parametrize(("project", "course"), [("", "c1"), ("", " bread"), ("Larder", "Bread"), ("p1", "c1")])
def test_a_course_is_found_with_its_project_or_without(with_projects: FakeService, project: str, course: str) -> None:
    """The course alone says where the lesson goes: it may be moved to another project before it is sent."""
    found = one(with_projects, project, course)

    assert found == FoundDestination(Destination(None, "Larder", "c1", "Bread"))
    assert found.destination.identity == {"courseId": "c1"}


@pytest.mark.parametrize(
    ("project", "course", "fault"),
    [
        ("Lardre", "", "there is no project 'Lardre' in this organization; did you mean 'Larder'?"),
        ("Lardre", "Bread", "there is no project 'Lardre' in this organization; did you mean 'Larder'?"),
        ("", "Braed", "there is no course 'Braed' in this organization; did you mean 'Bread'?"),
        ("Larder", "Wine", "there is no course 'Wine' in the project Larder"),
        ("Cellar", "", "several projects have this name: Cellar (p2), Cellar (p3); name one by its id"),
        ("Shed", "", "the project Shed is archived; unarchive it, or name another"),
        ("", "Tools", "the project Shed is archived; unarchive it, or name another"),
    ],
)
def test_what_cannot_be_meant_is_a_reason(with_projects: FakeService, project: str, course: str, fault: str) -> None:
    """With the nearest name, or all that have it: a slip of the pen is seen before anything is sent."""
    assert one(with_projects, project, course).fault == fault


def test_courses_of_one_name_are_told_apart_by_their_project(with_projects: FakeService) -> None:
    """Case decides first; else they are listed with their projects."""
    assert one(with_projects, "", "Wine").destination.course_id == "c2"
    assert one(with_projects, "p3", "Wine").destination.course_id == "c3"
    listed = "Wine (c2, in Cellar, created 2026-01-01), wine (c3, in Cellar, created 2026-01-01)"
    fault = f"several courses have this name: {listed}; name one by its id"
    assert one(with_projects, "", "WINE").fault == fault


def test_an_archived_namesake_does_not_count(with_projects: FakeService) -> None:
    """What is put away is only found where nothing else has the name."""
    assert one(with_projects, "Attic") == FoundDestination(Destination("p5", "attic"))


def test_a_service_that_takes_no_project_says_so(with_projects: FakeService) -> None:
    """Instead of lessons that go elsewhere in silence."""
    assert "can't put lessons" in one(with_projects, "Larder", here=place(takes_organization=False)).fault


def test_a_service_that_takes_no_course_is_refused_once(with_projects: FakeService) -> None:
    """For the whole plan, not row by row."""
    with pytest.raises(PlanRejected, match="can't put a new lesson into a course"):
        find_destinations(with_projects, place(), [("", "Bread"), ("", "Wine")])


def test_names_are_looked_up_once(with_projects: FakeService) -> None:
    """One read of projects and one of courses, for ten thousand names that nobody has."""
    wanted = [(f"no {number}", "") for number in range(10_000)] + [("", f"none {number}") for number in range(200)]
    found = find_destinations(with_projects, HERE, wanted)

    assert with_projects.reads == ["organization.getOrganizationProjects", "courseRouter.listCourses"]
    assert len(found) == len(wanted) > MAX_HINTS
    assert all(value.fault for value in found.values())


def test_nothing_is_read_where_nothing_is_named(with_projects: FakeService) -> None:
    """The default project needs no look."""
    assert find_destinations(with_projects, HERE, [("", "")]) == {}
    assert with_projects.reads == []
