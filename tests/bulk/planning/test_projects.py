"""The project that lessons are to go into, by its id or name."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService, project
from tests.bulk.plans import place
from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.projects import find_destination
from workbench.errors import PlanRejected


@pytest.fixture
def with_projects(service: FakeService) -> FakeService:
    """A service with a few projects; two share a name, and one of two others is archived."""
    service.projects = [
        *(project("p1", "Larder"), project("p2", "Cellar"), project("p3", "Cellar")),
        *(project("p4", "Attic", is_archived=True), project("p5", "attic"), project("p6", "Shed", is_archived=True)),
    ]
    return service


@pytest.mark.parametrize("wanted", ["p1", "Larder", " larder "])
def test_it_is_found_by_id_or_by_its_only_name(with_projects: FakeService, wanted: str) -> None:
    """Spaces around it and case do not matter."""
    assert find_destination(with_projects, place(), wanted) == (Destination("p1", "Larder"), "")


def test_an_unknown_one_is_told_with_the_nearest_name(with_projects: FakeService) -> None:
    """So that a slip of the pen is seen before anything is sent."""
    _, fault = find_destination(with_projects, place(), "Lardre")

    assert fault == "there is no project 'Lardre' in this organization; did you mean 'Larder'?"


def test_two_of_one_name_are_listed(with_projects: FakeService) -> None:
    """Which of them is for a person to say."""
    with pytest.raises(PlanRejected, match=r"Cellar \(p2\), Cellar \(p3\)"):
        find_destination(with_projects, place(), "Cellar")


def test_an_archived_namesake_does_not_count(with_projects: FakeService) -> None:
    """What is put away is only found where nothing else has the name."""
    found, fault = find_destination(with_projects, place(), "Attic")

    assert (found.project_id, fault) == ("p5", "")


def test_an_archived_one_is_said_to_be(with_projects: FakeService) -> None:
    """The service would refuse each row."""
    _, fault = find_destination(with_projects, place(), "Shed")

    assert "archived" in fault


def test_a_service_that_cannot_be_told_says_so(with_projects: FakeService) -> None:
    """Instead of lessons that go elsewhere in silence."""
    _, fault = find_destination(with_projects, place(takes_organization=False), "Larder")

    assert "cannot be told" in fault
