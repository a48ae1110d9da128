"""Standings: what is missing, in another organization or archived cannot be told apart."""

from __future__ import annotations

import pytest

from tests.service.db.cast import NOW, Place, lesson, read, written
from workbench.service.courses import store as courses
from workbench.service.db.seam import Store
from workbench.service.kernel import membership
from workbench.service.kernel.roles import Membership, OrganizationMembership
from workbench.service.people import store as people
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio


async def test_a_member_stands_at_their_things(store: Store, acme: Place) -> None:
    """Project, course and lesson lead to the same standing."""
    lesson_id = await lesson(store, acme)
    (course,) = (await read(store, courses.courses_page, acme.organization_id, now=NOW)).items
    found = [
        await read(store, membership.find_membership, "project", acme.project_id, person_id=acme.person_id),
        await read(store, membership.find_membership, "course", course.course_id, person_id=acme.person_id),
        await read(store, membership.find_membership, "lesson", lesson_id, person_id=acme.person_id),
    ]
    assert found == [Membership(acme.organization_id, "owner")] * 3


async def test_a_member_sees_the_organizations_facts(store: Store, acme: Place) -> None:
    """Next to the role: name, tier, status and credits."""
    found = await read(store, membership.organization_membership, acme.organization_id, person_id=acme.person_id)
    assert found == OrganizationMembership(acme.organization_id, "owner", "Acme", "Free", "Active", 10, None)


async def test_a_stranger_stands_nowhere(store: Store, acme: Place, other: Place) -> None:
    """Foreign and missing are alike."""
    lesson_id = await lesson(store, acme)
    assert (
        await read(store, membership.organization_membership, acme.organization_id, person_id=other.person_id) is None
    )
    assert await read(store, membership.find_membership, "project", acme.project_id, person_id=other.person_id) is None
    assert await read(store, membership.find_membership, "lesson", lesson_id, person_id=other.person_id) is None
    assert await read(store, membership.find_membership, "lesson", "nothing", person_id=other.person_id) is None


async def test_a_role_is_read_at_each_asking(store: Store, acme: Place, other: Place) -> None:
    """A change acts on the next request."""
    here = {"person_id": other.person_id, "organization_id": acme.organization_id}
    await written(store, people.set_role, role="viewer", now=NOW, **here)
    assert await read(
        store, membership.find_membership, "project", acme.project_id, person_id=other.person_id
    ) == Membership(acme.organization_id, "viewer")
    await written(store, people.remove_member, **here)
    assert await read(store, membership.find_membership, "project", acme.project_id, person_id=other.person_id) is None


async def test_nobody_stands_at_an_archived_project(store: Store, acme: Place) -> None:
    """Nothing new goes into it."""
    project_id = await written(
        store,
        projects.create_project,
        organization_id=acme.organization_id,
        name="Old",
        person_id=acme.person_id,
        now=NOW,
    )
    await written(store, projects.archive_project, project_id, organization_id=acme.organization_id, now=NOW)
    assert await read(store, membership.find_membership, "project", project_id, person_id=acme.person_id) is None
