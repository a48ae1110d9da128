"""What is taken from a person is taken immediately, at every process of a service: session, role, membership."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.faults.hosts import hosts
from tests.needs import needs
from tests.people import cookie_of, new_person, owner_of
from tests.postgresql_server import Server
from workbench.service.administration.admin import AddedPerson

pytestmark = needs("postgresql")

PROCESSES = 4


@dataclass(frozen=True)
class Team:
    """Several processes on one database, an owner, and an author who has worked at each of them."""

    base_urls: list[str]
    owner: AddedPerson
    author: AddedPerson

    def done(self, at: int, who: AddedPerson, name: str, asked: object) -> tuple[int, str]:
        """The status and the body of a write at one process."""
        headers = {"cookie": cookie_of(who), "content-type": "application/json"}
        body = json.dumps({"0": {"json": asked}})
        answered = httpx.post(f"{self.base_urls[at]}/api/rpc/{name}?batch=1", content=body, headers=headers, timeout=30)
        return answered.status_code, answered.text

    def reads(self, who: AddedPerson) -> list[int]:
        """The status of a read of the organization's lessons, at each process."""
        said = quote(json.dumps({"0": {"json": {"organizationId": who.organization_id}}}))
        target, headers = f"/api/rpc/lesson.listLessons?batch=1&input={said}", {"cookie": cookie_of(who)}
        return [httpx.get(base_url + target, headers=headers, timeout=30).status_code for base_url in self.base_urls]

    def writes(self, who: AddedPerson) -> list[int]:
        """The status of a new project, at each process."""
        asked = {"name": "Tides", "organizationId": who.organization_id}
        return [self.done(index, who, "project.createProject", asked)[0] for index in range(PROCESSES)]


@pytest.fixture(scope="module")
def processes(postgresql: Server) -> Iterator[tuple[str, AddedPerson, list[str]]]:
    """A database, its owner, and the addresses of the processes on it."""
    database_url = postgresql.fresh()
    owner = owner_of(database_url, credits_at_start=10)
    with hosts(database_url, PROCESSES) as serving:
        yield database_url, owner, [service.base_url for service in serving]
    postgresql.drop(database_url)


@pytest.fixture
def team(processes: tuple[str, AddedPerson, list[str]]) -> Team:
    """A new author, known everywhere."""
    database_url, owner, base_urls = processes
    author = asyncio.run(new_person(database_url, f"{uuid4()}@example.org", role="author"))
    made = Team(base_urls, owner, author)
    assert made.reads(author) + made.writes(author) == [200] * 2 * PROCESSES
    return made


def test_a_revoked_session_is_over_at_every_process(team: Team) -> None:
    """The person ends it at one; the next request at any is refused."""
    said = team.done(0, team.author, "service.revokeSession", {"sessionId": _session(team)})

    assert said[0] == 200
    assert team.reads(team.author) + team.writes(team.author) == [401] * 2 * PROCESSES


def test_another_role_holds_at_every_process(team: Team) -> None:
    """An author who became a viewer reads on and writes no more."""
    asked = {"personId": team.author.person_id, "role": "viewer", "organizationId": team.owner.organization_id}

    assert team.done(1, team.owner, "organization.setMemberRole", asked)[0] == 200
    assert team.reads(team.author) == [200] * PROCESSES
    assert team.writes(team.author) == [403] * PROCESSES


def test_who_was_taken_out_is_out_at_every_process(team: Team) -> None:
    """The organization is not there for them any more."""
    asked = {"personId": team.author.person_id, "organizationId": team.owner.organization_id}

    assert team.done(2, team.owner, "organization.removeMember", asked)[0] == 200
    assert team.reads(team.author) + team.writes(team.author) == [404] * 2 * PROCESSES


def _session(team: Team) -> str:
    headers = {"cookie": cookie_of(team.author)}
    answered = httpx.get(f"{team.base_urls[0]}/api/rpc/service.whoAmI?batch=1", headers=headers, timeout=30)
    return str(answered.json()[0]["result"]["data"]["session"]["sessionId"])
