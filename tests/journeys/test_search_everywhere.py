"""Every filter of a search gives the same lessons, in the same order, in code, on the command line and in the panel."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest

from tests.needs import needs
from tests.own_service import command
from tests.service.serving import serving
from workbench.api.connection import read_facts
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course, set_tags
from workbench.procedures.project import create_project
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.db.text_index import index_tags
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.service.tags.store import save_tags
from workbench.widgets.browser.panel import Browser

FEW, MANY = 60, 10_000
SHOWN = 150
DAY_MS = 86_400_000
QUIZ = {"question": "Which way?", "choices": [{"text": "In", "isCorrect": True}, {"text": "Out"}]}
SLOW = (pytest.mark.slow,)
SIZES = [
    ("sqlite", FEW),
    pytest.param(("postgresql", FEW), marks=[needs("postgresql"), *SLOW]),
    pytest.param(("sqlite", MANY), marks=SLOW),
    pytest.param(("postgresql", MANY), marks=[needs("postgresql"), *SLOW]),
]
FILTERS: dict[str, Callable[[int], bool]] = {
    "common": lambda n: True,
    "fire drill": lambda n: n % 5 == 0,
    "DRI": lambda n: n % 5 == 0,
    '"salt water"': lambda n: n % 4 == 0,
    "water sált 🎓": lambda n: n % 9 == 0,
    "tag:safety": lambda n: n % 7 == 0,
    'tag:"sea  SALT"': lambda n: n % 6 == 0,
    "tag:none": lambda n: n % 7 != 0 and n % 6 != 0,
    "lang:de": lambda n: n % 3 != 0,
    "lang:de-at": lambda n: n % 3 == 2,
    "course:fire": lambda n: n % 7 == 0,
    "project:saf": lambda n: n % 7 == 0,
    "quiz:none": lambda n: n % 2 == 1,
    "quiz:some": lambda n: n % 2 == 0,
    "updated:<30d": lambda n: n < 10,
    "updated:>20w": lambda n: n > 46,
    "drill tag:safety lang:de quiz:none updated:<1y": lambda n: n % 35 == 0 and n % 2 == 1 and n % 3 != 0,
    "common lang:fr": lambda n: False,
}
"""What is searched for, and whether a lesson of a number has it."""


class Filled(NamedTuple):
    """A service with lessons: their ids by number, a workbench, and the command line's environment."""

    ids: list[str]
    workbench: Workbench
    environment: dict[str, str]


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}-{size[1]}")
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """A service whose lesson of a number has what `FILTERS` says."""
    dialect, count = request.param
    folder = tmp_path_factory.mktemp("search")
    file = f"sqlite:///{folder / 'service.sqlite'}"
    url = file if dialect == "sqlite" else request.getfixturevalue("postgresql").fresh()
    owner = asyncio.run(_person(url))
    with serving(Path(), database_url=url) as service, pytest.MonkeyPatch.context() as patched:
        for name in [name for name in os.environ if name.startswith("WORKBENCH_")]:
            patched.delenv(name)
        patched.setenv("WORKBENCH_HOME", str(folder / "home"))
        with Client(service.base_url, owner.session_token) as client:
            ids = asyncio.run(_lessons(url, owner, _courses(client), count))
            token = owner.session_token if isinstance(owner.session_token, str) else owner.session_token.reveal()
            environment = {"WORKBENCH_URL": service.base_url, "WORKBENCH_SESSION_TOKEN": token}
            yield Filled(ids, Workbench(client, read_facts(client, "a test")), environment)


async def _person(url: str) -> AddedPerson:
    store = await open_store(url)
    try:
        return await add_person(store, "ana@example.org", "Acme")
    finally:
        await store.close()


def _courses(client: Client) -> tuple[tuple[str, str], ...]:
    """Course and project of the lessons about fire, and of the others; the former course has a tag."""
    places = []
    for project, title in (("Safety", "Fire"), ("Trade", "Harbours")):
        project_id = client.call(create_project(name=project)).project_id or ""
        places.append((client.call(create_course(title=title, project_id=project_id)).course_id, project_id))
    client.call(set_tags(course_id=places[0][0], tags=["Safety"]))
    return tuple(places)


async def _lessons(url: str, owner: AddedPerson, places: tuple[tuple[str, str], ...], count: int) -> list[str]:
    now = round(time.time() * 1000)

    def lesson(number: int) -> NewLesson:
        text = "Salt water is common." if number % 4 == 0 else "Common water, and salt."
        kinds = [("text", {"markdown": f"{text} {'🎓' * (number % 9 == 0)}"}), *([("quiz", QUIZ)] * (number % 2 == 0))]
        blocks = tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in kinds)
        title = f"Lesson {number}{' on fire drills' * (number % 5 == 0)}"
        course_id, project_id = places[0 if number % 7 == 0 else 1]
        language = ("EN", "DE", "DE-AT")[number % 3]
        return NewLesson(
            owner.organization_id, project_id, title, language, blocks, owner.person_id, course_id=course_id
        )

    async def unit(db: Db) -> list[str]:
        ids = []
        for number in range(count):
            at = now - round((3 * min(number, FEW) + 0.5) * DAY_MS) - number
            lesson_id, *_ = await insert_lesson(db, lesson(number), now=at)
            if number % 6 == 0:
                tags = ["sea salt"]
                await save_tags(db, "lesson", lesson_id, tags, organization_id=owner.organization_id, now=at)
                await index_tags(db, lesson_id, tags)
            ids.append(lesson_id)
        return ids

    store = await open_store(url)
    try:
        return await store.write(unit)
    finally:
        await store.close()


def in_panel(workbench: Workbench, query: str) -> tuple[list[str], int]:
    """The ids of the lessons that the browser lists, page by page, up to some hundred; and how many are found."""
    browser = Browser(workbench.client, workers=InlinePool())
    browser.start(browser.refresh)
    browser.controls.search.value = query
    while browser.state.cursor and len(browser.state.items) < SHOWN:
        browser.read_more()
    assert browser.error == ""
    return [item.id for item in browser.state.items], browser.state.total


@pytest.mark.parametrize("query", FILTERS)
def test_a_search_gives_the_same_lessons_everywhere(filled: Filled, query: str) -> None:
    """All that have it and no other, in one order."""
    expected = {id_ for number, id_ in enumerate(filled.ids) if FILTERS[query](number)}
    frame = filled.workbench.lessons.search(query, columns="all", limit=SHOWN)
    printed = json.loads(command("search", query, "--json", "--limit", str(SHOWN), **filled.environment).stdout)
    ids = frame["lesson_id"].to_list()

    assert set(ids) <= expected and len(ids) == min(SHOWN, len(expected))
    assert (ids, frame.attrs["missing"]) == ([row["lessonId"] for row in printed["rows"]], printed["missing"])
    assert (ids, len(expected)) == in_panel(filled.workbench, query)


def test_the_best_stand_first(filled: Filled) -> None:
    """Words in a title and in a tag count more than in a text; equal ones stand newest first."""
    ids = filled.workbench.lessons.search("salt")["lesson_id"].to_list()
    tagged = [id_ for number, id_ in enumerate(filled.ids) if number % 6 == 0]

    assert filled.workbench.lessons.search("lesson")["lesson_id"].to_list() == filled.ids
    assert ids == [*tagged, *(id_ for id_ in filled.ids if id_ not in set(tagged))]
