"""Step 0026: charges of before say what they were spent for, where that is known."""

from __future__ import annotations

from collections.abc import AsyncIterator

import apsw
import psycopg
import pytest

from tests.service.db.cast import read
from workbench.service.credits.ledger import ledger_page
from workbench.service.db.migrating import migrate, script
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store

pytestmark = pytest.mark.anyio

BEFORE = """
INSERT INTO organization VALUES ('acme', 'Acme', 'acme', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO project VALUES ('sea', 'acme', 'Sea', 'sea', {no}, NULL, 0, 0, NULL);
INSERT INTO course (id, organization_id, project_id, title, title_folded, created_at, updated_at)
  VALUES ('flow', 'acme', 'sea', 'Flow', 'flow', 0, 0);
INSERT INTO lesson (id, organization_id, project_id, course_id, title, title_folded, language, writer, topic, revision,
  block_count, created_at, updated_at, ord, weight, position, number) VALUES
  ('tides', 'acme', 'sea', 'flow', 'Tides', 'tides', 'EN', 'm', 'Tides', 1, 0, 0, 0, '[]', 0, 1, 11),
  ('marees', 'acme', 'sea', 'flow', 'M', 'm', 'FR', 'm', 'Tides', 1, 0, 0, 0, '[]', 0, 2, 12),
  ('untied', 'acme', 'sea', 'flow', 'U', 'u', 'DE', 'm', 'Tides', 1, 0, 0, 0, '[]', 0, 3, 13);
INSERT INTO translation (lesson_id, organization_id, source_lesson_id, language, source_revision, title_sha256)
  VALUES ('marees', 'acme', 'tides', 'FR', 1, 'd');
INSERT INTO audit (organization_id, action, subject, facts, at) VALUES
  ('acme', 'lesson.createTranslation', 'untied', '{{}}', 0),
  ('acme', 'lesson.createStarterLesson', 'purged', '{{}}', 0);
"""
CHARGES = {
    "tides": ("tides", None, "starter lesson"),
    "purged": ("purged", None, "starter lesson"),
    "marees": ("marees", None, "translation"),
    "untied": ("untied", None, "translation"),
    "help": (None, "help with a block", "block help"),
    "plan": (None, "course outline", "outline"),
    "again": (None, "help with a translation", "update"),
    "gone": ("nowhere", None, "unknown"),
    "other": (None, None, "unknown"),
}
"""By reservation: the settled entry's lesson and reason, and the purpose that it gets."""


def text(value: str | None) -> str:
    """A text as SQL has it."""
    return "NULL" if value is None else f"'{value}'"


def charges() -> str:
    """SQL that adds each charge: reservation, and the entries of its beginning and end; one that lapsed; a grant."""
    hold = "INSERT INTO reservation (id, organization_id, state, credits, lease_until, spent_day, created_at) VALUES "
    entry = "INSERT INTO credit_entry (organization_id, kind, credits, balance_after, lesson_id, reservation_id,"
    parts = [f"{entry} reason, at) VALUES ('acme', 'grant', 99, 99, NULL, NULL, 'course outline', 0);"]
    for at, (name, (lesson_id, reason, _)) in enumerate({**CHARGES, "lapsed": (None, "lease ended", None)}.items(), 1):
        kind = "expire" if name == "lapsed" else "settle"
        parts.append(f"{hold} ('{name}', 'acme', 'settled', 1, 0, 0, {at});")
        parts.append(f"{entry} reason, at) VALUES ('acme', 'reserve', -1, 9, NULL, '{name}', NULL, {at});")
        parts.append(
            f"{entry} reason, at) VALUES ('acme', '{kind}', 0, 9, {text(lesson_id)}, '{name}', {text(reason)}, {at});"
        )
    return "\n".join(parts)


@pytest.fixture
async def aged(dialect: str, new_database_url: str) -> AsyncIterator[Store]:
    """A database of step 0025 with charges, brought up to date."""
    if dialect == "sqlite":
        connection = apsw.Connection(new_database_url.removeprefix("sqlite:///"))
        connection.execute(script("sqlite", end="0025") + BEFORE.format(no="0") + charges()).fetchall()
        connection.close()
    else:
        with psycopg.connect(new_database_url) as server:
            server.execute((script("postgresql", end="0025") + BEFORE.format(no="false") + charges()).encode())
    migrate(new_database_url)
    store = await open_store(new_database_url)
    yield store
    await store.close()


async def test_old_charges_say_what_they_are_linked_to(aged: Store) -> None:
    """By lesson, translation, audit log or former reason; never a guess. What pays for nothing has no purpose."""
    entries = await read(aged, ledger_page, "acme")
    expected = {name: purpose for name, (_, _, purpose) in CHARGES.items()} | {"lapsed": "unknown", None: None}

    assert {(entry.reservation_id, entry.purpose) for entry in entries} == set(expected.items())
    assert len(entries) == 2 * len(CHARGES) + 3
