"""An organization on a service in this process, and blocking clients of its people, for the tests of change sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal

from workbench.authoring.block import Block, Blocks
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.procedures.course import create_course, get_course, set_course_sharing
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, get_lesson, move_lesson, rename_lesson
from workbench.procedures.realtime import execute_transactions
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.seam import Db
from workbench.service.http.app import build_app
from workbench.service.kernel.context import Service
from workbench.service.kernel.membership import default_project
from workbench.service.kernel.settings import Settings
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.service.running.server import open_service
from workbench.wire.batch import failure, failure_element


class InMemory(httpx.BaseTransport):
    """The way to the service: its app on its own event loop.

    `in the meantime` is called before each request that writes.
    """

    def __init__(self, portal: BlockingPortal, app: Any) -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        self.requests: list[httpx.Request] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.loses: Callable[[httpx.Request], bool] = lambda request: False
        self.puts_off: Callable[[httpx.Request], bool] = lambda request: False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        if request.method == "POST":
            act, self.meanwhile = self.meanwhile, lambda: None
            act()
        if self.puts_off(request):
            body = failure_element(failure("TOO_MANY_REQUESTS"), None)
            return httpx.Response(429, headers={"retry-after": "60"}, content=body)
        response = self._portal.call(self._answer, request)
        if self.loses(request):
            raise httpx.ReadError("the answer is lost", request=request)
        return response

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = httpx.Request(request.method, request.url, headers=request.headers, content=request.content)
        answer = await self._asgi.handle_async_request(asked)
        assert isinstance(answer.stream, httpx.AsyncByteStream)
        body = b"".join([piece async for piece in answer.stream])
        return httpx.Response(answer.status_code, headers=answer.headers, content=body)


@dataclass
class Person:
    """Somebody of the organization, with a client and the way that it takes."""

    added: AddedPerson
    client: Client
    way: InMemory

    def call(self, call: Call[Any]) -> Any:
        """The answer of a call."""
        return self.client.call(call)


@dataclass
class Acme:
    """The organization and its service."""

    portal: BlockingPortal
    service: Service
    app: Any
    people: list[Person] = field(default_factory=list)

    def person(self, email: str = "ana@example.org", *, organization: str = "Acme", **more: Any) -> Person:
        """A new person; the first owns the organization."""
        added = self.portal.call(lambda: add_person(self.service.store, email, organization, **more))
        way = InMemory(self.portal, self.app)
        client = Client("https://service.test", added.session_token, http=httpx.Client(transport=way))
        found = Person(added, client, way)
        self.people.append(found)
        return found

    @property
    def ana(self) -> Person:
        """The owner."""
        return self.people[0]

    def lessons(self, titles: Sequence[str], *, markdown: str = "Few words.") -> list[str]:
        """The ids of new lessons, each with a heading and a text, in its own course."""
        organization_id, person_id = self.ana.added.organization_id, self.ana.added.person_id

        async def unit(db: Db) -> list[str]:
            project_id = await default_project(db, organization_id)
            ids = []
            for position, title in enumerate(titles, 1):
                new = NewLesson(organization_id, project_id, title, "EN", _blocks(title, markdown), person_id)
                ids.append((await insert_lesson(db, new, now=position))[0])
            return ids

        async def write() -> list[str]:
            return await self.service.store.write(unit)

        return self.portal.call(write)

    def course(self, title: str, titles: Sequence[str]) -> tuple[str, list[str]]:
        """The id of a new course, and those of its new lessons in order."""
        course_id = self.ana.call(create_course(title=title)).course_id
        ids = self.lessons(titles)
        self.ana.client.outcomes(*(move_lesson(lesson_id=id_, course_id=course_id) for id_ in ids))
        return course_id, ids

    def share(self, course_id: str) -> None:
        """Learners read the course from now on."""
        self.ana.call(set_course_sharing(course_id=course_id, is_public=True, confirm_open_places=True))

    def order(self, course_id: str) -> list[str]:
        """The ids of a course's lessons in order."""
        return [lesson.lesson_id for lesson in self.ana.call(get_course(course_id=course_id)).lessons]

    def lesson(self, lesson_id: str) -> Lesson:
        """A lesson as its owner reads it."""
        return self.ana.client.call(get_lesson(lesson_id=lesson_id))

    def titles(self, ids: Sequence[str]) -> list[str]:
        """The lessons' titles now."""
        return [outcome.title for outcome in self.ana.client.outcomes(*(get_lesson(lesson_id=one) for one in ids))]

    def insert(self, lesson_id: str, block_type: str, content: dict[str, Any]) -> None:
        """A block at the lesson's beginning."""
        block = Block(id=str(uuid4()), type=block_type, content=content)
        transaction = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)])
        self.ana.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[transaction]))

    def rename(self, lesson_id: str, title: str) -> None:
        """Somebody else gives the lesson another title."""
        self.ana.client.call(rename_lesson(lesson_id=lesson_id, title=title))


@contextmanager
def organization(database_url: str, **settings: Any) -> Iterator[Acme]:
    """An organization with its owner, on a new service with these settings."""
    with start_blocking_portal() as portal:
        service = portal.call(open_service, Settings(database_url, share_base_url="https://share.test", **settings))
        acme = Acme(portal, service, build_app(service))
        acme.person()
        try:
            yield acme
        finally:
            for person in acme.people:
                person.client.close()
            portal.call(service.writer.close)
            portal.call(service.store.close)


def _blocks(title: str, markdown: str) -> Blocks:
    return (
        Block(id=str(uuid4()), type="heading", content={"text": title, "level": 1}),
        Block(id=str(uuid4()), type="text", content={"markdown": markdown}),
    )
