"""The schema's steps lead to the tables, on both databases, once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, Table, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateIndex, CreateTable

from tests.needs import needs
from tests.postgresql_server import Server
from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from workbench.errors import Misconfigured
from workbench.procedures.lesson import LessonFilter
from workbench.service.administration.checking import problems
from workbench.service.db import migrating
from workbench.service.db.metadata import tables
from workbench.service.db.migrating import BASELINE, HEAD, KNOWN, alembic_config, is_current, migrate, script
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store
from workbench.service.lessons import lists, trash
from workbench.service.lessons.store import stored_bytes


def schema_of(connection: apsw.Connection) -> set[frozenset[str]]:
    """Each table and index as the parts of its SQL, without the accidents of its layout and their order."""
    found = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql > '' AND name NOT LIKE 'alembic%' "
        "AND name NOT LIKE 'search!_%' ESCAPE '!'"
    )
    return {
        frozenset(
            " ".join(part.replace('"', "").split()).rstrip(" ,)")
            for part in sql.replace("WITHOUT ROWID", "CONSTRAINT WITHOUT ROWID").split("CONSTRAINT")
        )
        for (sql,) in found
    }


def engine_of(database_url: str) -> Engine:
    """SQLAlchemy's way into the database, for Alembic to look around."""
    if database_url.startswith("sqlite"):
        return create_engine(database_url)
    return create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(database_url))


def differences(engine: Engine) -> list[Any]:
    """What Alembic would add to the database or take from it; the search index is none of the tables."""

    def is_table(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or not (name or "").startswith("search_")

    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"include_name": is_table}), tables))


def guards(connection: psycopg.Connection[Any]) -> set[tuple[str, str, str]]:
    """Every constraint and index as PostgreSQL says it back, which Alembic does not compare in full."""
    constraints = "SELECT 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid > 0"
    indexes = "SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    found = connection.execute(f"{constraints} UNION ALL {indexes}".encode()).fetchall()
    return {
        (kind, name, said) for kind, name, said in found if not name.startswith(("alembic", "search_", "ix_search_"))
    }


def made_at(step: str, database_url: str) -> Engine:
    """A way into a new database as the workbench of that step made it."""
    engine = engine_of(database_url)
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        said = script(engine.dialect.name, end=step)
        driver.executescript(said) if engine.dialect.name == "sqlite" else driver.execute(said.encode())
        driver.commit()
    return engine


def carried_over(old: Engine, new: Engine) -> None:
    """Every row of one database into another that knows some of its tables."""
    there = inspect(new).get_table_names()
    with old.connect() as source, new.begin() as target:
        for table in sorted(
            tables.sorted_tables, key=lambda known_table: known_table.name == "tally"
        ):  # what triggers count: last
            rows = [dict(row) for row in source.execute(table.select()).mappings()]
            if rows and table.name in there:
                aged = Table(table.name, MetaData(), autoload_with=target)
                gone = {"is_public": False} if table.name == "course" else {}
                rows = [{name: value for name, value in {**gone, **row}.items() if name in aged.c} for row in rows]
                target.execute(aged.delete())
                target.execute(aged.insert(), rows)
        if "search_text" in there:
            rows = [dict(row) for row in source.execute(text("SELECT rowid, words FROM search_text")).mappings()]
            target.execute(text("INSERT INTO search_text (rowid, words) VALUES (:rowid, :words)"), rows)


@pytest.mark.anyio
@pytest.mark.parametrize("step", KNOWN)
async def test_every_released_schema_is_brought_up_to_date(
    step: str, store: Store, acme: Place, database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """With what is in it: the steps lead to the tables, nothing is lost, and what is kept twice agrees."""
    await lesson(store, acme)
    kept = await lesson(store, acme, title="Kept")
    await written(store, trash.delete_lesson, kept, organization_id=acme.organization_id, now=NOW)
    on_file = database_url.startswith("sqlite")
    aged = f"sqlite:///{tmp_path / 'aged.sqlite'}" if on_file else request.getfixturevalue("postgresql").empty()
    engine, source = made_at(step, aged), engine_of(database_url)
    carried_over(source, engine)
    source.dispose()
    assert migrate(aged) == (step, HEAD)
    assert differences(engine) == []
    engine.dispose()
    upgraded = await open_store(aged)
    found = await read(upgraded, lists.lessons_page, acme.organization_id, LessonFilter())
    assert (found.total, await read(upgraded, problems)) == (1, [])
    assert [item.weight for item in found.items] == [stored_bytes(BLOCKS)]
    await upgraded.close()


def test_a_schema_older_than_the_baseline_says_what_to_start_first(new_database_url: str) -> None:
    """The message names the revision that still has the steps before the baseline; nothing is changed."""
    engine = made_at(BASELINE, new_database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0023'"))
    with pytest.raises(Misconfigured, match="step 0023.*13a593f1"):
        migrate(new_database_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0023"
    engine.dispose()


def test_the_steps_lead_to_the_tables(database_url: str) -> None:
    """Alembic finds nothing to add to, or take from, a migrated database."""
    migrate(database_url)
    engine = engine_of(database_url)
    assert differences(engine) == []
    engine.dispose()


@needs("postgresql")
def test_the_steps_make_the_same_guards_on_a_server(postgresql: Server) -> None:
    """A migrated database and one made from the tables say the same constraints and indexes, word for word."""
    migrated, made = postgresql.empty(), postgresql.empty()
    migrate(migrated)
    engine = engine_of(made)
    tables.create_all(engine)
    engine.dispose()
    with psycopg.connect(migrated) as one, psycopg.connect(made) as other:
        assert guards(one) == guards(other)


@needs("postgresql")
def test_a_server_that_is_behind_is_not_migrated_by_a_start(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other processes may be using it: an administrator says when, and is told how."""
    behind = postgresql.fresh()
    with psycopg.connect(behind) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", (KNOWN[0],))
    monkeypatch.setattr(migrating, "HEAD", "later")
    with pytest.raises(Misconfigured, match="admin migrate"):
        migrating.make_ready(behind)


def test_the_steps_make_the_same_constraints_and_indexes(database_url: str, database_file: Path) -> None:
    """A migrated file and one made from the tables hold the same SQL, checks and partial indexes included."""
    migrate(database_url)
    made = apsw.Connection(":memory:")
    engine = create_engine("sqlite://")
    for table in tables.sorted_tables:
        made.execute(str(CreateTable(table).compile(engine)))
        for index in table.indexes:
            made.execute(str(CreateIndex(index).compile(engine)))
    assert schema_of(apsw.Connection(str(database_file))) == schema_of(made)


def test_the_steps_can_be_said_in_postgresql() -> None:
    """The same steps give PostgreSQL's own types and guards."""
    said = script("postgresql")
    assert "id BIGSERIAL NOT NULL" in said
    assert 'title_folded TEXT COLLATE "C" NOT NULL' in said
    assert "EXECUTE FUNCTION append_only()" in said


def test_head_is_the_last_step() -> None:
    """The steps this program knows are the ones that lie in the package."""
    steps = ScriptDirectory.from_config(alembic_config())
    assert steps.get_current_head() == HEAD
    assert tuple(step.revision for step in steps.walk_revisions())[::-1] == KNOWN


def test_two_that_start_together_take_each_step_once(new_database_url: str) -> None:
    """Eight openings of one new database at once all succeed."""

    async def open_and_ask() -> bool:
        store = await open_store(new_database_url)
        current = await store.read(is_current)
        await store.close()
        return current

    async def together() -> list[bool]:
        return await asyncio.gather(*(open_and_ask() for _ in range(8)))

    assert asyncio.run(together()) == [True] * 8


def test_a_newer_schema_is_refused(database_url: str) -> None:
    """A database of a newer workbench is left as it is."""
    migrate(database_url)
    engine = engine_of(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(Misconfigured, match="newer workbench"):
        migrate(database_url)


@pytest.mark.anyio
async def test_a_schema_behind_is_told(store: Store, database_file: Path) -> None:
    """`/ready` hears when the schema is not the program's."""
    apsw.Connection(str(database_file)).execute("UPDATE alembic_version SET version_num = '0000'")
    assert not await store.read(is_current)


@pytest.mark.parametrize("change", ["UPDATE audit SET action = 'x'", "DELETE FROM audit"])
def test_what_was_noted_stays(database_url: str, change: str) -> None:
    """The audit log refuses change and removal, from any process."""
    migrate(database_url)
    engine = engine_of(database_url)
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO audit (action, facts, at) VALUES ('a', '{}', 0)"))
        with pytest.raises(DBAPIError, match="append only"):
            connection.execute(text(change))
    engine.dispose()


@needs("postgresql")
@pytest.mark.parametrize("emptied", ["audit", "credit_entry", "organization CASCADE"])
def test_what_was_noted_is_not_truncated(postgresql: Server, emptied: str) -> None:
    """TRUNCATE passes by what guards each row: on a server the log and the ledger refuse it too, by any road."""
    refused = pytest.raises(psycopg.errors.RaiseException, match="append only")
    with psycopg.connect(postgresql.fresh()) as connection, refused:
        connection.execute(f"TRUNCATE {emptied}".encode())
