"""Projects: counted, marked, renamed, archived; one organization's."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.service.db.cast import NOW, Place, lesson, read, written
from tests.service.db.plans import plan_of, reads_off
from workbench.service.db.seam import Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import project
from workbench.service.kernel import membership
from workbench.service.projects import store as projects
from workbench.service.projects.store import ProjectRow

pytestmark = pytest.mark.anyio


async def created(store: Store, here: Place, name: str, at: int = NOW) -> str:
    """The id of a new project."""
    return await written(
        store,
        projects.create_project,
        organization_id=here.organization_id,
        name=name,
        person_id=here.person_id,
        now=at,
    )


async def listed(store: Store, here: Place, sort: str | None = None) -> list[ProjectRow]:
    """The organization's projects."""
    return await read(
        store, projects.list_projects, organization_id=here.organization_id, person_id=here.person_id, sort=sort
    )


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("alphabetical", ["apples", "Bees", "Starter lessons"]),
        ("recently-created", ["apples", "Bees", "Starter lessons"]),
        ("recently-updated", ["Starter lessons", "apples", "Bees"]),
        (None, ["Starter lessons", "apples", "Bees"]),
    ],
)
async def test_the_order_is_one_of_three(store: Store, acme: Place, sort: str | None, expected: list[str]) -> None:
    """A project's last change is that of anything in it."""
    await created(store, acme, "Bees", NOW + 1)
    await created(store, acme, "apples", NOW + 2)
    await lesson(store, acme, at=NOW + 3)
    assert [project.name for project in await listed(store, acme, sort)] == expected


async def test_courses_and_lessons_are_counted(store: Store, acme: Place, other: Place) -> None:
    """The organization's own."""
    await lesson(store, acme)
    await lesson(store, acme)
    await lesson(store, other)
    (project,) = await listed(store, acme)
    assert (project.course_count, project.lesson_count) == (2, 2)


async def test_a_favorite_is_a_persons_own(store: Store, acme: Place, other: Place) -> None:
    """Marking twice is marking; another person's mark is not seen."""
    mark = {"is_favorite": True, "now": NOW}
    await written(store, projects.set_favorite, acme.project_id, person_id=acme.person_id, **mark)  # type: ignore[arg-type]
    await written(store, projects.set_favorite, acme.project_id, person_id=acme.person_id, **mark)  # type: ignore[arg-type]
    own = await read(store, projects.list_favorites, organization_id=acme.organization_id, person_id=acme.person_id)
    foreign = await read(
        store, projects.list_favorites, organization_id=acme.organization_id, person_id=other.person_id
    )
    assert ([own_project.project_id for own_project in own], foreign) == ([acme.project_id], [])


async def test_an_unmarked_favorite_is_none(store: Store, acme: Place) -> None:
    """Unmarking takes it out."""
    for_ana = {"person_id": acme.person_id, "now": NOW}
    await written(store, projects.set_favorite, acme.project_id, is_favorite=True, **for_ana)  # type: ignore[arg-type]
    await written(store, projects.set_favorite, acme.project_id, is_favorite=False, **for_ana)  # type: ignore[arg-type]
    assert [project.is_favorite for project in await listed(store, acme)] == [False]


async def test_an_archived_project_is_in_no_list(store: Store, acme: Place) -> None:
    """Unless archived ones are requested; archiving it again finds none."""
    project_id = await created(store, acme, "Old")
    here = acme.organization_id
    assert await written(store, projects.archive_project, project_id, organization_id=here, now=NOW)
    assert not await written(store, projects.archive_project, project_id, organization_id=here, now=NOW)
    assert [project.name for project in await listed(store, acme)] == ["Starter lessons"]
    everything = await read(store, projects.list_all_projects, organization_id=here, person_id=acme.person_id)
    assert [(listed_project.name, listed_project.is_archived) for listed_project in everything] == [
        ("Old", True),
        ("Starter lessons", False),
    ]


async def test_an_archived_project_is_taken_back(store: Store, acme: Place) -> None:
    """Once; what was never archived is not there to be taken back."""
    project_id = await created(store, acme, "Old")
    here = acme.organization_id
    await written(store, projects.archive_project, project_id, organization_id=here, now=NOW)
    assert await written(store, projects.unarchive_project, project_id, organization_id=here, now=NOW)
    assert not await written(store, projects.unarchive_project, project_id, organization_id=here, now=NOW)
    assert {project.name for project in await listed(store, acme)} == {"Old", "Starter lessons"}


async def test_the_default_project_stays(store: Store, acme: Place) -> None:
    """Starter lessons always have a place to go to, whatever it is called."""
    here = acme.organization_id
    assert not await written(store, projects.archive_project, acme.project_id, organization_id=here, now=NOW)
    await written(store, projects.rename_project, acme.project_id, organization_id=here, name="Mine", now=NOW)
    assert await read(store, membership.default_project, here) == acme.project_id


async def test_a_project_is_its_organizations(store: Store, acme: Place, other: Place) -> None:
    """Another organization neither finds nor renames it."""
    there, person_id = other.organization_id, other.person_id
    assert (
        await read(store, projects.project_by_id, acme.project_id, organization_id=there, person_id=person_id) is None
    )
    assert not await written(
        store, projects.rename_project, acme.project_id, organization_id=there, name="Stolen", now=NOW
    )


def test_when_a_project_changed_last_is_read_off_an_index(migrated_url: str) -> None:
    """However many courses it has; the counts next to it are counted."""
    plan = plan_of(migrated_url, Statement(select(projects._CHANGED).select_from(project)))
    assert reads_off(plan, "ix_course_project")
