"""Step 0021: learners see of every public course what they saw before."""

from __future__ import annotations

import apsw
import psycopg
import pytest

from tests.postgresql_server import Server
from tests.service.store.cast import NOW, read
from workbench.service.store.db.checking import problems
from workbench.service.store.db.migrating import migrate, script
from workbench.service.store.db.opening import open_store
from workbench.service.store.publications.visible import public_course, visible_lessons

pytestmark = pytest.mark.anyio

BEFORE = """
INSERT INTO organization VALUES ('acme', 'Acme', 'acme', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO project VALUES ('sea', 'acme', 'Sea', 'sea', {no}, NULL, 0, 0, NULL);
INSERT INTO course (id, organization_id, project_id, title, title_folded, is_public, created_at, updated_at) VALUES
  ('shown', 'acme', 'sea', 'The sea', 'the sea', {yes}, 0, 7), ('own', 'acme', 'sea', 'Own', 'own', {no}, 0, 0);
INSERT INTO lesson (id, organization_id, project_id, course_id, title, title_folded, language, revision, block_count,
  created_at, updated_at, deleted_at, ord, weight, position, number) VALUES
  ('flow', 'acme', 'sea', 'shown', 'Flow', 'flow', 'DE', 4, 0, 0, 0, NULL, '[]', 0, 1, 11),
  ('ebb', 'acme', 'sea', 'shown', 'Ebb', 'ebb', 'EN', 2, 1, 5, 0, NULL, '["b1"]', 25, 2, 12),
  ('gone', 'acme', 'sea', 'shown', 'Gone', 'gone', 'EN', 1, 0, 1, 0, 6, '[]', 0, 3, 13),
  ('hidden', 'acme', 'sea', 'own', 'Hidden', 'hidden', 'EN', 1, 0, 0, 0, NULL, '[]', 0, 1, 14);
INSERT INTO block VALUES ('ebb', 'b1', 'text', '{{"markdown":"Salt water"}}');
"""


@pytest.fixture
def aged_url(dialect: str, database_url: str, request: pytest.FixtureRequest) -> str:
    """The address of a database at step 0020, with a public course and a private one."""
    if dialect == "sqlite":
        connection = apsw.Connection(database_url.removeprefix("sqlite:///"))
        connection.execute(script("sqlite", end="0020") + BEFORE.format(no="0", yes="1")).fetchall()
        connection.close()
        return database_url
    running: Server = request.getfixturevalue("postgresql")
    address = running.empty()
    with psycopg.connect(address) as server:
        server.execute((script("postgresql", end="0020") + BEFORE.format(no="false", yes="true")).encode())
    return address


async def test_a_public_course_is_published_as_it_stood(aged_url: str) -> None:
    """Its title and its lessons in order at their revisions, those in the trash left out; a private one stays so."""
    assert migrate(aged_url)[0] == "0020"
    store = await open_store(aged_url)
    shown, own = [await read(store, public_course, each, now=NOW) for each in ("shown", "own")]
    assert shown is not None
    lessons = [each.published for each in await read(store, visible_lessons, shown)]
    found = [each for each in await read(store, problems) if "tally" not in each and "search index" not in each]
    await store.close()

    assert (shown.number, shown.title, own) == (1, "The sea", None)
    assert [(each.lesson_id, each.revision, each.title, each.language) for each in lessons] == [
        ("flow", 4, "Flow", "DE"),
        ("ebb", 2, "Ebb", "EN"),
    ]
    assert found == []
