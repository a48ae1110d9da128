"""A service with two organizations, two people, lessons in three languages and a ledger with a past."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg

from tests.finishing import share, write_lesson
from tests.service.serving import serving
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_starter_lesson, delete_lesson, get_lesson
from workbench.procedures.project import archive_project, create_project, set_favorite
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.credits import store as credits
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DAY_MS = 86_400_000
_RUNS = ("Spring", "Autumn", None, "Spring", "Autumn", None)
_WORDS = tuple(f"term{number}" for number in range(2_000))
_WRITTEN = (
    ("Harbours", "EN", _WORDS[:150]),
    ("Harbours by night", "EN", (*_WORDS[:130], *_WORDS[300:320])),
    ("Harbours again", "EN", _WORDS[:150]),
    ("Lighthouses", "EN", (*_WORDS[:40], *_WORDS[400:510])),
    ("Docks", "DE", _WORDS[600:750]),
    ("Docks anew", "DE", (*_WORDS[600:720], *_WORDS[800:830])),
    ("Harbours of another language", "FR", _WORDS[:150]),
)
"""Lessons by title, language and words: two groups alike, one that has too little in common, one in no group."""
_TOPICS = (("Cranes", "EN"), ("Cranes", "DE"), ("=Kites()", "EN"), ("<b>Sails</b>", "FR"), ("Ropes", "EN"))


@dataclass(frozen=True)
class Seeded:
    """The service's database, the owner's client, and both organizations as places."""

    database_url: str
    client: Client
    places: tuple[ReportOrganization, ...]

    def report(self, name: str, **parameters: Any) -> Any:
        """A report on both organizations."""
        return build(self.client, find_report(name), Scope(self.places, parameters))

    @property
    def is_file(self) -> bool:
        """Whether the database is SQLite's."""
        return self.database_url.startswith("sqlite:")

    def day_of(self, milliseconds: str, unit: str = "day") -> str:
        """SQL for the first day (ISO, UTC) of the day, week or month that a column of milliseconds lies in."""
        if not self.is_file:
            return (
                f"to_char(date_trunc('{unit}', to_timestamp({milliseconds} / 1000) at time zone 'UTC'), 'YYYY-MM-DD')"
            )
        back = {"day": "", "week": ", '-6 days', 'weekday 1'", "month": ", 'start of month'"}[unit]
        return f"date({milliseconds} / 1000, 'unixepoch'{back})"

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        """What the store itself holds, past every line of ours; whole numbers and flags as Python's."""
        if self.is_file:
            with closing(
                sqlite3.connect(f"{self.database_url.replace('sqlite:///', 'file:')}?mode=ro", uri=True)
            ) as db:
                return db.execute(query).fetchall()
        with psycopg.connect(self.database_url) as connection:
            found = connection.execute(query.encode()).fetchall()
        return [tuple(int(value) if isinstance(value, Decimal) else value for value in row) for row in found]


@contextmanager
def seeded(database_url: str) -> Iterator[Seeded]:
    """The service, running until the block ends; a server's database has the schema already."""
    owner, author, other = asyncio.run(_people(database_url))
    with serving(Path(), database_url=database_url) as service:
        with Client(service.base_url, author.session_token) as client:
            _lessons(client, author.organization_id, _TOPICS[3:])
        with Client(service.base_url, owner.session_token) as client:
            shared = _lessons(client, owner.organization_id, _TOPICS[:3])[0]
            made = _lessons(client, other.organization_id, _TOPICS[:1])
            client.call(delete_lesson(lesson_id=made[0]))
            _extras(client, owner.organization_id, shared)
            for title, language, words in _WRITTEN:
                write_lesson(client, owner.organization_id, title, language, " ".join(words))
            write_lesson(client, other.organization_id, "Harbours", "EN", " ".join(_WORDS[:150]))
            places = (
                ReportOrganization(owner.organization_id, "Acme"),
                ReportOrganization(other.organization_id, "Beta"),
            )
            yield Seeded(database_url, client, places)


def _lessons(client: Client, organization_id: str, topics: tuple[tuple[str, str], ...]) -> list[str]:
    calls = [
        create_starter_lesson(topic=topic, language=language, organization_id=organization_id)
        for topic, language in topics
    ]
    return [client.call(call).lesson_id for call in calls]


def _extras(client: Client, organization_id: str, shared: str) -> None:
    project = client.call(create_project(name="Second project", organization_id=organization_id))
    away = client.call(create_project(name="Put away", organization_id=organization_id))
    client.call(archive_project(project_id=away.project_id, is_archived=True))
    client.call(set_favorite(project_id=project.project_id, is_favorite=True))
    client.call(create_course(title="By hand", organization_id=organization_id, project_id=project.project_id))
    course_id = client.call(get_lesson(lesson_id=shared)).course_id
    share(client, course_id)


async def _people(database_url: str) -> tuple[AddedPerson, AddedPerson, AddedPerson]:
    store = await open_store(database_url)
    try:
        owner = await add_person(store, "ana@example.org", "Acme", credits_at_start=500)
        author = await add_person(store, "ben@example.org", "Acme", role="author")
        other = await add_person(store, "ana@example.org", "Beta", credits_at_start=90)
        await store.write(_past(owner, author))
        return owner, author, other
    finally:
        await store.close()


def _past(owner: AddedPerson, author: AddedPerson) -> Callable[[Db], Any]:
    start = int(NOW.timestamp() * 1000)

    async def unit(db: Db) -> None:
        for day in range(6):
            who = owner if day % 2 else author
            now = start + day * DAY_MS
            taken = await credits.reserve(
                db, owner.organization_id, day + 1, spender=Spender(who.person_id, run=_RUNS[day]), now=now
            )
            assert isinstance(taken, CreditsReserved)
            if day == 4:
                await credits.release(db, taken.reservation_id, reason="writer failed", now=now + 5)
            elif day < 4:
                await credits.settle(db, taken.reservation_id, lesson_id=f"gone{day}", now=now + 5)

    return unit


class Counted:
    """A client whose requests are counted."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.requests: list[tuple[str, ...]] = []

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """One request, as long as its address is short enough."""
        self.requests.append(tuple(call.name for call in calls))
        return self._client.outcomes(*calls)

    def capabilities(self) -> Any:
        """Asked once in a client's life."""
        return self._client.capabilities()
