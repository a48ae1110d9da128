"""The cast of the service's tests: a service on a real database, and people at it.

Where the database decides (ON_BOTH) a test runs on both; the rest is SQLite's, since the same handlers meet the same
seam.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.databases import both_databases
from tests.postgresql_server import Server
from tests.service.asking import Asking, open_for_test, signed_in
from tests.service.db.cast import Place, place
from tests.service.writers import ScriptedWriter
from workbench.service.db import sqlite_file
from workbench.service.db.migrating import migrate
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store
from workbench.service.kernel.context import Service
from workbench.service.kernel.object_store_settings import FolderSettings
from workbench.service.kernel.settings import Settings

# Tests of queries and of whatever else the database decides run on both databases.
ON_BOTH = (
    *("administration/test_backup.py", "administration/test_checking.py", "administration/test_whole_organization.py"),
    *("credits/test_ledger.py", "credits/test_paid_*.py", "db/*", "*/test_store.py", "lessons/test_milestones.py"),
    *("http/test_dispatch*.py", "kernel/test_audit.py", "kernel/test_ids.py", "kernel/test_membership*.py"),
    *("kernel/test_service_id.py", "lessons/test_contents.py", "lessons/test_edits.py", "lessons/test_lists.py"),
    *(
        "courses/test_order.py",
        "lessons/test_trash.py",
        "lessons/test_duplicates.py",
        "people/test_invitations.py",
        "search/test_query.py",
    ),
    *(
        "publications/test_differences.py",
        "publications/test_page_rendering.py",
        "publications/test_public_paths.py",
        "publications/test_visibility.py",
        "reviews/test_made_by.py",
    ),
    *("sources/test_search.py", "starter_lessons/test_drafting.py", "starter_lessons/test_refused_drafts.py"),
    *("starter_lessons/test_starter_courses.py", "test_same_name.py"),
)
# Handlers meet the same seam as the queries; their tests run on PostgreSQL with `make test-slow`.
HANDLERS = (
    *("*handlers.py", "kernel/test_binding.py", "history/test_following.py"),
    *("publications/test_changes.py", "sharing/test_page_context.py"),
)
_HERE = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases for the tests in ON_BOTH and HANDLERS, SQLite for the rest."""
    path = metafunc.definition.path.relative_to(_HERE).as_posix()
    handlers = any(fnmatch(path, pattern) for pattern in HANDLERS)
    on_both = handlers or any(fnmatch(path, pattern) for pattern in ON_BOTH)
    both_databases(metafunc, only_a_file=not on_both, server_later=handlers)


def pytest_configure() -> None:
    """A pattern that matches no file after a rename is an error, so that no test is left to one database."""
    unmatched = [pattern for pattern in (*ON_BOTH, *HANDLERS) if next(_HERE.rglob(pattern), None) is None]
    if unmatched:
        raise pytest.UsageError(f"these patterns match no test: {', '.join(unmatched)}")


@pytest.fixture(autouse=True)
def quick_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of SQLite is not grown to 8 MiB when it is opened, which takes most of the time of a small test."""
    monkeypatch.setattr(sqlite_file, "WARM_FRAMES", 1)


@pytest.fixture
async def service(database_url: str, tmp_path: Path) -> AsyncIterator[Service]:
    """A service with nobody in it, which keeps files on either database."""
    beside_file = database_url.startswith("sqlite")
    files = None if beside_file else FolderSettings(tmp_path / "assets")
    settings = Settings(database_url, share_base_url="https://share.test", sheet_credits=1, assets=files)
    async with open_for_test(settings) as opened:
        yield opened


@pytest.fixture
async def ana(service: Service) -> AsyncIterator[Asking]:
    """The owner of the organization Acme, which has 100 credits."""
    async with signed_in(service) as person:
        yield person


@pytest.fixture
async def eve(service: Service) -> AsyncIterator[Asking]:
    """The owner of another organization."""
    async with signed_in(service, "eve@example.org", "Other") as person:
        yield person


@pytest.fixture
async def out_of_credits(service: Service) -> AsyncIterator[Asking]:
    """The owner of an organization whose balance is zero; everything else about it is ordinary."""
    async with signed_in(service, "zoe@example.org", "Poor", credits_at_start=0) as person:
        yield person


@pytest.fixture
def writer(service: Service) -> ScriptedWriter:
    """A writer that does what the test says, in the service's place for one."""
    scripted = ScriptedWriter()
    service.writer = scripted
    return scripted


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where the store keeps its file."""
    return tmp_path / "service.sqlite"


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store, closed afterwards."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def migrated_url(database_url: str) -> str:
    """The address of a database that has the schema and nothing in it."""
    migrate(database_url)
    return database_url


@pytest.fixture
def new_database_url(dialect: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database that has no schema yet."""
    if dialect == "sqlite":
        return f"sqlite:///{tmp_path / 'new.sqlite'}"
    running: Server = request.getfixturevalue("postgresql")
    return running.empty()


@pytest.fixture
async def acme(store: Store) -> Place:
    """An organization with its owner Ana, and ten credits."""
    return await place(store, opening_credits=10)


@pytest.fixture
async def other(store: Store) -> Place:
    """Another organization, with another owner."""
    return await place(store, name="Other", email="eve@example.org", opening_credits=10)
