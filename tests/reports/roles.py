"""A service with two organizations and a person of each role in the first; what was spent there goes back weeks.

Each of them owns an organization of their own, so that one report is about a place told whole and one that is not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.finishing import wait_until_checked
from tests.service.serving import serving
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_starter_lesson, delete_lesson
from workbench.procedures.project import archive_project, create_project, set_favorite
from workbench.procedures.source import NewPassage, add_passages
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.reports.scope import COUNT, SWITCH, Parameter
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.credits import store as credits
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.kernel.roles import ROLES

WEEKS = 4
_TOPICS = (("Cranes", "EN"), ("Cranes", "DE"), ("Kites", "EN"), ("Sails", "FR"))


@dataclass(frozen=True)
class Cast:
    """Everybody's client by role, and the places: Acme, and by role the person's own. Nothing changes any more."""

    clients: dict[str, Client]
    acme: ReportOrganization
    own: dict[str, ReportOrganization]
    now: datetime
    _known: dict[str, Any] = field(default_factory=dict)

    def report(self, role: str, name: str, where: str = "acme", **given: Any) -> Any:
        """A report as the person of that role is told it: on `acme`, on the person's `own` place, or on `both`."""
        places = {"acme": (self.acme,), "own": (self.own[role],), "both": (self.acme, self.own[role])}[where]
        asked = f"{role} {name} {where} {given}"
        if asked not in self._known:
            scope = Scope(places, given, now=self.now)
            self._known[asked] = build(self.clients[role], find_report(name), scope)
        return self._known[asked]


def choices(parameters: Sequence[Parameter]) -> list[dict[str, Any]]:
    """No parameter, then each parameter alone with each of its values; text that can be anything is left out."""
    found: list[dict[str, Any]] = [{}]
    for parameter in parameters:
        values = {COUNT: [50], SWITCH: [True]}.get(parameter.kind, list(parameter.choices))
        found += [{parameter.name: value} for value in values]
    return found


@contextmanager
def cast(database_url: str) -> Iterator[Cast]:
    """The service, running until the block ends; a server's database has the schema already."""
    now = datetime.now(UTC)
    people, own = asyncio.run(_people(database_url, now))
    with serving(Path(), database_url=database_url) as service, ExitStack() as stack:
        acme = ReportOrganization(people["owner"].organization_id, "Acme")
        clients = {
            role: stack.enter_context(Client(service.base_url, person.session_token)) for role, person in people.items()
        }
        for role in ("owner", "author"):
            _content(clients[role], acme, role)
        wait_until_checked(database_url)
        yield Cast(clients, acme, own, now)


def _content(client: Client, place: ReportOrganization, role: str) -> None:
    project = client.call(create_project(name=f"Project of the {role}", organization_id=place.organization_id))
    client.call(create_course(title="By hand", organization_id=place.organization_id, project_id=project.project_id))
    client.call(set_favorite(project_id=project.project_id, is_favorite=role == "nobody"))
    for topic, language in _TOPICS:
        call = create_starter_lesson(topic=f"{topic} of the {role}", language=language, project_id=project.project_id)
        made = client.call(call)
    client.call(delete_lesson(lesson_id=made.lesson_id))
    client.call(
        add_passages(
            organization_id=place.organization_id,
            title=f"Handbook of the {role}",
            content_digest="0" * 64,
            first=1,
            passages=[NewPassage(place="page 1", text="A kite flies in a wind.")],
            is_last=True,
        )
    )
    away = client.call(create_project(name=f"Away of the {role}", organization_id=place.organization_id))
    client.call(archive_project(project_id=away.project_id, is_archived=True))


async def _people(database_url: str, now: datetime) -> tuple[dict[str, AddedPerson], dict[str, ReportOrganization]]:
    store = await open_store(database_url)
    try:
        people = {
            role: await add_person(
                store, f"{role}@example.org", "Acme", role=role, credits_at_start=5000 * (index == 0)
            )
            for index, role in enumerate(ROLES)
        }
        own = {}
        for role in ROLES:
            added = await add_person(store, f"{role}@example.org", f"Own of the {role}", credits_at_start=70)
            own[role] = ReportOrganization(added.organization_id, f"Own of the {role}")
            await store.write(_past(added, [added], now, each_day=1))
        await store.write(_past(people["owner"], [people["owner"], people["author"]], now, each_day=9))
        return people, own
    finally:
        await store.close()


def _past(of: AddedPerson, spenders: Sequence[AddedPerson], now: datetime, *, each_day: int) -> Callable[[Db], Any]:
    async def unit(db: Db) -> None:
        for day in range(7 * WEEKS):
            who = spenders[day % 3 % len(spenders)]
            at = int((now - timedelta(days=7 * WEEKS - day)).timestamp() * 1000)
            spender = Spender(who.person_id, run=f"run {day % 2}")
            taken = await credits.reserve(db, of.organization_id, each_day, spender=spender, now=at)
            if isinstance(taken, CreditsReserved):
                await credits.settle(db, taken.reservation_id, lesson_id=f"lesson{day}", now=at + 5)

    return unit
