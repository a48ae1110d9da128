"""Organizations are found by name."""

from __future__ import annotations

import pytest

from workbench.api.organizations import Organizations
from workbench.api.workbench import Workbench
from workbench.errors import UnknownName
from workbench.procedures.organization import Organization

MINE = "My organization"


def listed(*named: tuple[str, str]) -> tuple[Organization, ...]:
    """Organizations of these ids and names."""
    return tuple(
        Organization(organization_id=organization_id, name=name, tier="Free", status="Active", role="owner")
        for organization_id, name in named
    )


def test_names_are_completed(workbench: Workbench) -> None:
    """`organizations["My` and Tab."""
    completed = workbench.organizations._ipython_key_completions_()

    assert MINE in completed
    assert completed == list(workbench.organizations)


def test_a_name_and_an_id_give_the_same_room(workbench: Workbench) -> None:
    """Ids are always accepted."""
    room = workbench.organizations[MINE]

    assert workbench.organizations[room.organization_id] is room


def test_an_unknown_name_says_which_there_are(workbench: Workbench) -> None:
    """So that the next try is right."""
    with pytest.raises(KeyError, match=MINE):
        workbench.organizations["Nobody"]


def test_a_room_has_its_projects_lessons_and_courses(workbench: Workbench) -> None:
    """Asked by methods only."""
    room = workbench.organizations[MINE]
    room.select()

    assert "Starter lessons" in [project.name for project in room.projects.iter()]
    assert room.lessons.organization_id == room.courses.organization_id == room.organization_id


def test_two_of_one_name_are_told_apart(workbench: Workbench) -> None:
    """By the start of their ids."""
    rooms = Organizations(workbench.client, listed(("aaaaaaaa", "Acme"), ("bbbbbbbb", "Acme"), ("c", "Other")))

    assert list(rooms) == ["Acme (aaaaaa)", "Acme (bbbbbb)", "Other"]


def test_a_name_that_two_have_is_answered_with_both_ids(workbench: Workbench) -> None:
    """Either id, and the name with its start, find one; a name that nearly is one is answered with that."""
    rooms = Organizations(workbench.client, listed(("aaaaaaaa", "Acme"), ("bbbbbbbb", "Acme"), ("c", "Other")))

    with pytest.raises(UnknownName) as refused:
        rooms["Acme"]
    assert refused.value.message == (
        "2 organizations are named 'Acme': aaaaaaaa (Acme: owner, credits unknown); "
        "bbbbbbbb (Acme: owner, credits unknown). Pass the id of the one you mean."
    )
    with pytest.raises(UnknownName, match="no organization 'Othr' of yours. Did you mean 'Other'?"):
        rooms["Othr"]
    assert rooms["Acme (bbbbbb)"] is rooms["bbbbbbbb"]


def test_markup_in_a_name_stays_text(workbench: Workbench) -> None:
    """A colleague chose it."""
    rooms = Organizations(workbench.client, listed(("a", "<script>alert(1)</script>")))

    assert "<script" not in rooms._repr_mimebundle_()["text/html"]
