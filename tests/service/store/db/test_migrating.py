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
from tests.service.store.cast import BLOCKS, NOW, Place, lesson, read, written
from workbench.errors import Misconfigured
from workbench.service.store import credits, invitations, ledger, paid_keys, people, trash
from workbench.service.store.db import migrating
from workbench.service.store.db.checking import problems
from workbench.service.store.db.migrating import HEAD, KNOWN, configured, is_current, migrate, script
from workbench.service.store.db.opening import open_store
from workbench.service.store.db.seam import Store
from workbench.service.store.lessons import lists, order
from workbench.service.store.lessons.lessons import weight_of
from workbench.service.store.lessons.lists import LessonFilter
from workbench.service.store.paid_keys import PaidCall
from workbench.service.store.tables import tables


def schema_of(connection: apsw.Connection) -> set[frozenset[str]]:
    """Each table and index as the parts of its SQL, without the accidents of its layout and their order."""
    found = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql > '' AND name NOT LIKE 'alembic%' "
        "AND name NOT LIKE 'search!_%' ESCAPE '!'"
    )
    return {
        frozenset(" ".join(part.replace('"', "").split()).rstrip(" ,)") for part in sql.split("CONSTRAINT"))
        for (sql,) in found
    }


@pytest.fixture
def new_database_url(dialect: str, database_url: str, request: pytest.FixtureRequest) -> str:
    """The address of a database that has no schema yet."""
    if dialect == "sqlite":
        return database_url
    running: Server = request.getfixturevalue("postgresql")
    return running.empty()


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
        for table in sorted(tables.sorted_tables, key=lambda each: each.name == "tally"):  # what triggers count: last
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
    assert [each.weight for each in found.items] == [weight_of(BLOCKS)]
    await upgraded.close()


@pytest.mark.anyio
async def test_a_key_of_before_stays_its_persons(new_database_url: str) -> None:
    """Step 0003 keeps each key, its answer and its attempt: what was paid for is not paid for again."""
    engine = made_at("0002", new_database_url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO person (id, email, email_folded, name, referral_id, created_at) "
                "VALUES ('ana', 'a@b.c', 'a@b.c', 'Ana', 'r', 0)"
            )
        )
        connection.execute(
            text(
                "INSERT INTO paid_key (person_id, procedure, key, fingerprint, state, attempt, lease_until, answer, "
                f"created_at, expires_at) VALUES ('ana', 'paid', 'k', 'f', 'done', 2, 0, '{{}}', 0, {NOW * 2})"
            )
        )
    engine.dispose()
    migrate(new_database_url)
    store = await open_store(new_database_url)
    own = await written(store, paid_keys.begin, PaidCall("ana", "paid", "k"), fingerprint="f", now=NOW)
    shared = PaidCall("ana", "paid", "k", "acme", "identity")
    assert own == paid_keys.Replay("{}", "ana")
    assert await written(store, paid_keys.begin, shared, fingerprint="f", now=NOW) == paid_keys.New(1)
    await store.close()


PEOPLE = """
INSERT INTO organization VALUES ('evil', 'Evil', 'evil', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO organization VALUES ('big', 'Big', 'big', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO person VALUES ('eve', 'eve@x', 'eve@x', 'Eve', 'r1', NULL, NULL, 0);
INSERT INTO person VALUES ('never', 'never@x', 'never@x', 'Never came', 'r2', NULL, NULL, 0);
INSERT INTO person VALUES ('came', 'came@x', 'came@x', 'Came', 'r3', NULL, NULL, 0);
INSERT INTO session VALUES ('s', 't', 'came', 'l', 0, 0, 0, 0, NULL);
INSERT INTO membership VALUES ('evil', 'eve', 'owner', 1);
INSERT INTO membership VALUES ('evil', 'never', 'viewer', 2);
INSERT INTO membership VALUES ('evil', 'came', 'viewer', 3);
INSERT INTO membership VALUES ('big', 'came', 'author', 4);
INSERT INTO audit (organization_id, person_id, action, subject, facts, at)
  VALUES ('evil', 'eve', 'organization.addMember', 'never', '{}', 2),
         ('evil', 'eve', 'organization.addMember', 'came', '{}', 3);
"""


@pytest.mark.anyio
async def test_who_was_added_and_never_came_is_invited_instead(new_database_url: str) -> None:
    """
    Step 0006: memberships of people who have signed in stay, but none that a member gave is anybody's default where
    an administrator gave another.
    """
    engine = made_at("0005", new_database_url)
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection
        driver.executescript(PEOPLE) if engine.dialect.name == "sqlite" else driver.execute(PEOPLE.encode())
    engine.dispose()
    migrate(new_database_url)
    store = await open_store(new_database_url)
    (invited,) = await read(store, invitations.invitations_into, "evil")
    came, never = await read(store, people.person_by_id, "came"), await read(store, people.person_by_id, "never")
    members = await read(store, people.members_of, "evil")
    await store.close()
    assert (invited.email, invited.role, invited.invited_by, invited.inviter_role) == (
        "never@x",
        "viewer",
        "Eve",
        "owner",
    )
    assert [each.person_id for each in members] == ["came", "eve"]
    assert came is not None and never is not None
    assert (came.last_organization_id, never.last_organization_id) == ("big", None)


LESSONS = """
INSERT INTO organization VALUES ('acme', 'Acme', 'acme', 'Free', 'Active', 0, NULL, 0, 0, 0);
INSERT INTO project VALUES ('sea', 'acme', 'Sea', 'sea', {no}, NULL, 0, 0, NULL);
INSERT INTO course VALUES ('c1', 'acme', 'sea', 'One', 'one', {no}, NULL, 0, 0, NULL);
INSERT INTO course VALUES ('c2', 'acme', 'sea', 'Two', 'two', {no}, NULL, 0, 0, NULL);
INSERT INTO lesson (id, organization_id, project_id, course_id, title, title_folded, language, revision, block_count,
  created_at, updated_at, ord) VALUES ('stayed', 'acme', 'sea', 'c1', 'L', 'l', 'EN', 1, 0, 0, 0, '[]'),
  ('moved', 'acme', 'sea', 'c1', 'L', 'l', 'EN', 1, 0, 0, 0, '[]'),
  ('carried', 'acme', 'sea', 'c2', 'L', 'l', 'EN', 1, 0, 0, 0, '[]');
INSERT INTO audit (organization_id, action, subject, facts, at) VALUES
  ('acme', 'lesson.moveLesson', 'moved', '{{}}', 2),
  ('acme', 'courseRouter.moveCourse', 'c2', '{{}}', 3);
INSERT INTO credit_entry (organization_id, kind, credits, balance_after, lesson_id, at) VALUES
  ('acme', 'settle', 0, 0, 'stayed', 1), ('acme', 'settle', 0, 0, 'moved', 1), ('acme', 'settle', 0, 0, 'carried', 1),
  ('acme', 'grant', 0, 0, NULL, 1);
"""


@pytest.mark.anyio
async def test_the_project_of_a_charge_is_filled_in_where_it_is_known(new_database_url: str) -> None:
    """
    Step 0007: of a lesson that was moved since, by itself or with its course, it is not. The ledger stays append-only.
    """
    engine = made_at("0006", new_database_url)
    is_file = engine.dialect.name == "sqlite"
    said = LESSONS.format(no="0" if is_file else "false")
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection
        driver.executescript(said) if is_file else driver.execute(said.encode())
    migrate(new_database_url)
    with engine.connect() as connection, pytest.raises(DBAPIError, match="append only"):
        connection.execute(text("UPDATE credit_entry SET credits = 1"))
    engine.dispose()
    store = await open_store(new_database_url)
    entries = await read(store, ledger.ledger_page, "acme")
    await written(store, credits.grant, "acme", 5, person_id=None, reason="x", now=NOW)
    newest = (await read(store, ledger.ledger_page, "acme"))[0]
    await store.close()
    assert {each.lesson_id: each.project_id for each in entries} == {
        "stayed": "sea", "moved": None, "carried": None, None: None,
    }  # fmt: skip
    assert newest.entry_id > entries[0].entry_id


@pytest.mark.anyio
async def test_lessons_of_before_stand_in_their_course_by_age(new_database_url: str) -> None:
    """Step 0008: each course from 1 on, those in the trash among them; no order was changed yet."""
    engine = made_at("0007", new_database_url)
    made = LESSONS.format(no="0" if engine.dialect.name == "sqlite" else "false")
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection
        for each in (made, "UPDATE lesson SET created_at = 5, deleted_at = 6 WHERE id = 'moved'"):
            driver.executescript(each) if engine.dialect.name == "sqlite" else driver.execute(each.encode())
    engine.dispose()
    migrate(new_database_url)
    store = await open_store(new_database_url)
    first = await written(store, order.locked_order, "c1", organization_id="acme")
    second = await written(store, order.locked_order, "c2", organization_id="acme")
    await store.close()
    assert first == order.CourseOrder(1, {"stayed": 1, "moved": 2}, frozenset({"moved"}))
    assert second == order.CourseOrder(1, {"carried": 1}, frozenset())


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
    steps = ScriptDirectory.from_config(configured())
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
