"""Projects: made, renamed, put away, taken back, marked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from workbench.service.kernel import audit

pytestmark = pytest.mark.anyio

CREATE = "project.createProject"


@pytest.fixture
async def summer(ana: Asking) -> str:
    """The id of a project of Ana's."""
    return str((await ana.done("project.createProject", {"name": "Summer"}))["projectId"])


async def listed(person: Asking, **asked: Any) -> list[str]:
    """The names of the projects that a new lesson can go into."""
    found = await person.data("organization.getOrganizationProjects", asked)
    return [project["name"] for project in found["projects"]]


async def test_a_name_is_one_line(ana: Asking, summer: str) -> None:
    """However it was typed."""
    renamed = await ana.done("project.renameProject", {"projectId": summer, "name": "  Late\n summer "})

    assert renamed["name"] == "Late summer"
    assert await listed(ana) == ["Late summer", "Starter lessons"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
async def test_what_is_no_name_is_refused(ana: Asking, summer: str, name: str) -> None:
    """For a new project and for a new name alike."""
    made = await ana.post("project.createProject", {"name": name})
    renamed = await ana.post("project.renameProject", {"projectId": summer, "name": name})

    assert (made.status_code, renamed.status_code) == (400, 400)


async def test_a_project_that_is_put_away_is_in_no_list(ana: Asking, summer: str) -> None:
    """Unless it is requested."""
    away = await ana.done("project.archiveProject", {"projectId": summer, "isArchived": True})

    assert away["isArchived"] is True
    assert await listed(ana) == ["Starter lessons"]
    assert await listed(ana, includeArchived=True) == ["Starter lessons", "Summer"]


async def test_a_project_is_taken_back(ana: Asking, summer: str) -> None:
    """As it was."""
    await ana.done("project.archiveProject", {"projectId": summer, "isArchived": True})
    back = await ana.done("project.archiveProject", {"projectId": summer, "isArchived": False})

    assert back["isArchived"] is False
    assert await listed(ana) == ["Starter lessons", "Summer"]


async def test_putting_away_twice_is_one_change(ana: Asking, summer: str) -> None:
    """The log has it once."""
    for _ in range(2):
        await ana.done("project.archiveProject", {"projectId": summer, "isArchived": True})
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["action"] for entry in entries].count("project.archiveProject") == 1


async def test_the_default_project_stays(ana: Asking) -> None:
    """It is where starter lessons go."""
    default = (await ana.data("organization.getOrganizationProjects"))["projects"][0]
    answered = await ana.post("project.archiveProject", {"projectId": default["projectId"], "isArchived": True})

    assert default["isDefault"] is True
    assert answered.status_code == 409
    assert await listed(ana) == ["Starter lessons"]


@pytest.mark.parametrize("name", ["courseRouter.createCourse", "project.renameProject", "project.setFavorite"])
async def test_nothing_is_done_in_a_project_that_is_put_away(ana: Asking, summer: str, name: str) -> None:
    """It is taken back first."""
    await ana.done("project.archiveProject", {"projectId": summer, "isArchived": True})
    asked = {"courseRouter.createCourse": {"title": "x"}, "project.renameProject": {"name": "x"}}
    answered = await ana.post(name, {"projectId": summer, **asked.get(name, {"isFavorite": True})})

    assert answered.status_code == 404


async def test_a_favorite_is_one_persons(ana: Asking, summer: str) -> None:
    """Until it is unmarked."""
    ben = await asking(ana.service, "ben@example.org", role="viewer")
    sidebar = {"sortPreference": "", "organizationId": ana.organization_id, "projectId": None}
    await ben.done("project.setFavorite", {"projectId": summer, "isFavorite": True})
    his = (await ben.data("organization.getFullSidebarItems", sidebar))["favorites"]
    hers = (await ana.data("organization.getFullSidebarItems", sidebar))["favorites"]
    assert ([hi["name"] for hi in his], hers) == (["Summer"], [])

    unmarked = await ben.done("project.setFavorite", {"projectId": summer, "isFavorite": False})
    assert unmarked["isFavorite"] is False


async def test_a_project_is_new_and_empty(ana: Asking) -> None:
    """What comes back is what the list then has."""
    made = await ana.done(CREATE, {"name": "  Sea "})

    assert (made["name"], made["courseCount"], made["lessonCount"], made["isFavorite"]) == ("Sea", 0, 0, False)
    assert made in (await ana.data("organization.getOrganizationProjects"))["projects"]


@pytest.mark.parametrize("name", ["", " ", "\n", "x" * 201, 7, None])
async def test_a_name_that_cannot_be_used_is_said(ana: Asking, name: object) -> None:
    """400 with the field; nothing is made."""
    answered = await ana.post(CREATE, {"name": name})

    assert answered.status_code == 400
    assert answered.json()["error"]["message"].startswith("name: ")
    assert len((await ana.data("organization.getOrganizationProjects"))["projects"]) == 1


async def test_two_projects_may_have_one_name(ana: Asking) -> None:
    """The id tells them apart."""
    first, second = await ana.done(CREATE, {"name": "Sea"}), await ana.done(CREATE, {"name": "Sea"})

    assert first["projectId"] != second["projectId"]


async def test_a_project_is_noted(ana: Asking) -> None:
    """The audit log has who made which."""
    made = await ana.done(CREATE, {"name": "Sea"})
    noted = await ana.service.store.read(lambda db: audit.audit_page(db, ana.organization_id))

    assert (noted[0].action, noted[0].subject, noted[0].person_id) == (CREATE, made["projectId"], ana.added.person_id)


async def test_the_log_did_not_know_the_old_name(ana: Asking) -> None:
    """A rename of a project or a course leaves both names there, so that it can be taken back by hand."""
    project = await ana.done("project.createProject", {"name": "Tides"})
    course = await ana.done("courseRouter.createCourse", {"title": "Ebb"})
    await ana.done("project.renameProject", {"projectId": project["projectId"], "name": "Moons"})
    await ana.done("courseRouter.renameCourse", {"courseId": course["courseId"], "title": "Flood"})
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["facts"] for entry in entries[:2]] == [
        {"titleBefore": "Ebb", "title": "Flood"},
        {"nameBefore": "Tides", "name": "Moons"},
    ]
