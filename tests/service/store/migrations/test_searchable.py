"""Step 0009: the lessons that are there already are numbered and found."""

from __future__ import annotations

import apsw
import psycopg
import pytest

from tests.postgresql_server import Server
from tests.service.store.cast import NOW, read, written
from workbench.service.store.db.checking import problems
from workbench.service.store.db.migrating import migrate, script
from workbench.service.store.db.opening import open_store
from workbench.service.store.lessons.lessons import NewLesson, insert_lesson
from workbench.service.store.search.found import SearchFilter, SearchTerm, found_page

pytestmark = pytest.mark.anyio

BEFORE = """
INSERT INTO organization VALUES ('acme', 'Acme', 'acme', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO project VALUES ('sea', 'acme', 'Sea', 'sea', {no}, NULL, 0, 0, NULL);
INSERT INTO course VALUES ('c', 'acme', 'sea', 'One', 'one', {no}, NULL, 0, 0, NULL, 1);
INSERT INTO lesson (id, organization_id, project_id, course_id, title, title_folded, language, revision, block_count,
  created_at, updated_at, ord, weight) VALUES
  ('ebb', 'acme', 'sea', 'c', 'Tidé', 'tidé', 'EN', 1, 1, 0, 1, '["b1"]', 25),
  ('flow', 'acme', 'sea', 'c', 'Tides', 'tides', 'EN', 1, 0, 0, 2, '[]', 0);
INSERT INTO block VALUES ('ebb', 'b1', 'text', '{{"markdown":"Salt water"}}');
"""


@pytest.fixture
def aged_url(dialect: str, database_url: str, request: pytest.FixtureRequest) -> str:
    """The address of a database at step 0008, with two lessons."""
    if dialect == "sqlite":
        connection = apsw.Connection(database_url.removeprefix("sqlite:///"))
        connection.execute(script("sqlite", end="0008") + BEFORE.format(no="0")).fetchall()
        connection.close()
        return database_url
    running: Server = request.getfixturevalue("postgresql")
    address = running.empty()
    with psycopg.connect(address) as server:
        server.execute((script("postgresql", end="0008") + BEFORE.format(no="false")).encode())
    return address


async def test_lessons_of_before_are_found(aged_url: str) -> None:
    """By title and by block; one that is made afterwards has a number of its own."""
    assert migrate(aged_url)[0] == "0008"
    store = await open_store(aged_url)
    new, _ = await written(store, insert_lesson, NewLesson("acme", "sea", "Tide", "EN", (), None), now=NOW)
    terms = SearchTerm(("tide",), is_prefix=True), SearchTerm(("salt", "wat"), is_prefix=True)
    pages = [await read(store, found_page, "acme", SearchFilter((each,))) for each in terms]
    found = [problem for problem in await read(store, problems) if "tally" not in problem]
    await store.close()
    assert [[each.item.lesson_id for each in page.items] for page in pages] == [[new, "flow", "ebb"], ["ebb"]]
    assert found == []
