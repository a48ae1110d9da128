"""A service where two organizations, two people, two projects and two courses share a name, with charges near midnight.

The charges lie around midnight of Berlin, New York and Tokyo on the days when Berlin's clocks go forward.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tests.reports.seeded import Seeded
from tests.service.serving import serving
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_starter_lesson, delete_lesson, move_lesson
from workbench.procedures.organization import remove_member
from workbench.procedures.project import create_project
from workbench.reports import ReportOrganization
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.credits import store as credits
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.kernel.context import now_ms
from workbench.service.organizations import store as organizations

CHARGED_AT: Final = (
    "2026-03-28T22:30:00.000",  # still the 28th in Berlin and New York, the 29th in Tokyo
    "2026-03-28T23:00:00.000",  # the first instant of the 29th in Berlin
    "2026-03-29T03:59:59.999",  # the last of the 28th in New York
    "2026-03-29T04:00:00.000",  # the first of the 29th in New York
    "2026-03-29T14:59:59.999",  # the last of the 29th in Tokyo
    "2026-03-29T15:00:00.000",  # the first of the 30th in Tokyo
    "2026-03-29T21:59:59.999",  # the last of the 29th in Berlin, whose day has 23 hours
    "2026-03-29T22:00:00.000",  # the first of the 30th in Berlin
    "2026-03-30T00:00:00.000",  # the first of the 30th in UTC
    "2026-03-31T22:30:00.000",  # April in Berlin and Tokyo, March in New York
)
_CREDITS: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
_PURPOSES: Final = ("outline", "block help", "update", "unknown")


@contextmanager
def alike(database_url: str) -> Iterator[Seeded]:
    """The service, running until the block ends; a server's database has the schema already."""
    first, second, left, other = asyncio.run(_people(database_url))
    with serving(Path(), database_url=database_url) as service, Client(service.base_url, first.session_token) as client:
        projects = [_content(client, first.organization_id) for _ in range(2)]
        _content(client, other)
        asyncio.run(_charges(database_url, first.organization_id, (first, second, left), projects))
        with Client(service.base_url, second.session_token) as colleague:
            made = colleague.call(create_starter_lesson(topic="Bowlines", language="FR", project_id=projects[1]))
            gone = colleague.call(create_starter_lesson(topic="Hitches", language="FR", project_id=projects[0]))
            colleague.call(delete_lesson(lesson_id=gone.lesson_id))
        course = client.call(
            create_course(title="Knots", organization_id=first.organization_id, project_id=projects[0])
        )
        client.call(move_lesson(lesson_id=made.lesson_id, course_id=course.course_id))
        client.call(remove_member(person_id=left.person_id, organization_id=first.organization_id))
        places = (ReportOrganization(first.organization_id, "Acme"), ReportOrganization(other, "Acme"))
        yield Seeded(database_url, client, places)


def _content(client: Client, organization_id: str) -> str:
    """A new project Trade with a course Knots of two lessons; the project's id."""
    project = client.call(create_project(name="Trade", organization_id=organization_id)).project_id
    course = client.call(create_course(title="Knots", organization_id=organization_id, project_id=project))
    for language in ("EN", "DE"):
        call = create_starter_lesson(
            topic="Sheet bends", language=language, organization_id=organization_id, course_id=course.course_id
        )
        client.call(call)
    assert project is not None
    return project


async def _people(database_url: str) -> tuple[AddedPerson, AddedPerson, AddedPerson, str]:
    store = await open_store(database_url)
    try:
        first = await add_person(store, "ada@x.org", "Acme", credits_at_start=900)
        second = await add_person(store, "ada@y.org", "Acme", role="author")
        left = await add_person(store, "bob@x.org", "Acme", role="author")

        async def namesake(db: Db) -> str:
            owner, now = first.person_id, now_ms()
            made = await organizations.create_organization(db, name="Acme", owner_id=owner, now=now, opening_credits=50)
            return made.organization_id

        return first, second, left, await store.write(namesake)
    finally:
        await store.close()


async def _charges(database_url: str, of: str, people: tuple[AddedPerson, ...], projects: list[str]) -> None:
    store = await open_store(database_url)
    try:
        await store.write(_past(of, people, projects))
    finally:
        await store.close()


def _past(of: str, people: tuple[AddedPerson, ...], projects: list[str]) -> Callable[[Db], Any]:
    async def unit(db: Db) -> None:
        for index, (instant, price) in enumerate(zip(CHARGED_AT, _CREDITS, strict=True)):
            now = round(datetime.fromisoformat(instant).replace(tzinfo=UTC).timestamp() * 1000)
            purpose = _PURPOSES[index % len(_PURPOSES)]
            spender = Spender(people[index % 3].person_id, run=("Spring", None)[index % 2], purpose=purpose)
            taken = await credits.reserve(db, of, price, spender=spender, now=now)
            assert isinstance(taken, CreditsReserved)
            await credits.settle(db, taken.reservation_id, lesson_id=None, project_id=projects[index % 2], now=now)

    return unit
