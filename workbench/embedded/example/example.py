"""The example organization of this data folder: make it, as a whole or not at all, find it, remove it.

It is made on a separate database by a separate service, and added to the embedded service's in one transaction.
Then the journal of its runs is moved; if a call is interrupted before that, repeating it moves the journal.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import runs_folder
from workbench.client.data_folder import data_folder, ensure_private
from workbench.embedded import life
from workbench.embedded.example.clocked_service import clocked_service
from workbench.embedded.example.college import College, read_college
from workbench.embedded.example.history import make_history, workdays
from workbench.embedded.example.staff import Staff
from workbench.embedded.host import DATABASE
from workbench.embedded.lock import Lock
from workbench.errors import InputRejected, Misconfigured, WorkbenchError
from workbench.procedures.organization import EXAMPLE_TIER
from workbench.service.administration import whole_organization
from workbench.service.administration.admin import LOCAL_OWNER
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store, Unit
from workbench.service.findings.checks import RULESET, check_blocks
from workbench.service.findings.store import lessons_to_check, store_findings
from workbench.service.people import store as people

T = TypeVar("T")
_WORK: Final = "example"
_LOCK: Final = "example.lock"
_SEED: Final = 20_260_101


@dataclass(frozen=True, slots=True)
class ExampleOrganization:
    """The existing example: its id and name, and how many lessons and members it has."""

    organization_id: str
    name: str
    lessons: int
    members: int
    is_new: bool = False


def find_example() -> ExampleOrganization | None:
    """Return the example on this computer's service, starting the service if needed; `None` without an example."""
    life.start()
    with _open_database(data_folder() / DATABASE) as live:
        return live.read(_find)


def make_example(progress: Callable[[int], object] = lambda weeks_done: None) -> ExampleOrganization:
    """Return the example, making it if it does not exist, which takes some seconds.

    `progress` is called with the weeks done so far. Interrupted at any moment, it leaves no part of an
    organization. Raises `Misconfigured` while another process is making it, and `InputRejected` if an address
    of its people is already used on this service.
    """
    running, folder = life.start(), data_folder()
    with _alone(folder), _open_database(folder / DATABASE) as live:
        present, work = live.read(_find), folder / _WORK
        if present is None:
            shutil.rmtree(work, ignore_errors=True)
            college = read_college()
            live.read(lambda db: _check_people(db, college))
            try:
                rows = _make_rows(live, ensure_private(work), running.base_url, college, progress)
                live.write(lambda db: whole_organization.add_rows(db, rows))
            except BaseException:
                shutil.rmtree(work, ignore_errors=True)
                raise
        made = live.read(_find)
        assert made is not None
        _take_journals(work, journal_name(running.service_id, made.organization_id))
        shutil.rmtree(work, ignore_errors=True)
        return replace(made, is_new=present is None)


def remove_example() -> ExampleOrganization | None:
    """Remove the example: every row, its people, the journals of its runs. Return it, if any.

    If it is interrupted, repeat the call to continue.
    """
    running, folder = life.start(), data_folder()
    with _alone(folder), _open_database(folder / DATABASE) as live:
        example = live.read(_find)
        shutil.rmtree(folder / _WORK, ignore_errors=True)
        if example is not None:
            for path in _journal_files(runs_folder(), journal_name(running.service_id, example.organization_id)):
                path.unlink(missing_ok=True)
            live.write(lambda db: whole_organization.remove_example(db, example.organization_id))
        return example


def _make_rows(
    live: _OpenDatabase, work: Path, base_url: str, college: College, progress: Callable[[int], object]
) -> whole_organization.Rows:
    """Return the rows of the example, made in the folder `work` by a service with the live one's identity."""
    identity = live.read(lambda db: whole_organization.read_identity(db, LOCAL_OWNER))
    with _open_database(work / DATABASE) as empty:
        owner_id = empty.write(lambda db: whole_organization.add_identity(db, identity))
    with clocked_service(work / DATABASE, base_url) as clocked:
        staff = Staff(clocked, college, work / "runs", owner_id, random.Random(_SEED))  # noqa: S311  (the same each time)
        make_history(staff, workdays(datetime.now(UTC).date()), progress)
    with _open_database(work / DATABASE) as whole:
        while due := whole.read(lambda db: lessons_to_check(db, ruleset=RULESET)):
            findings = [check_blocks(check) for check in due]
            whole.write(partial(store_findings, by_lesson=findings, ruleset=RULESET))
        return whole.read(whole_organization.read_rows)


async def _find(db: Db) -> ExampleOrganization | None:
    row = await whole_organization.oldest_organization(db, EXAMPLE_TIER)
    return None if row is None else ExampleOrganization(*row)


async def _check_people(db: Db, college: College) -> None:
    for person in college.people:
        if await people.person_by_email(db, person.email) is not None:
            raise InputRejected(f"{person.email} already has an account here; the example needs the address.")


def _take_journals(work: Path, name: str) -> None:
    """Move the journal of the example's runs into this person's runs folder."""
    for path in _journal_files(work / "runs", name):
        path.replace(ensure_private(runs_folder()) / path.name)


def _journal_files(folder: Path, name: str) -> Iterator[Path]:
    """Return an iterator over the existing files of a journal, the journal itself last."""
    files = [(folder / name).with_suffix(".ballast"), folder / f"{name}-journal", folder / name]
    return (file for file in files if file.exists())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes from making or removing the example. Raises `Misconfigured` if one already is."""
    lock = Lock(folder / _LOCK)
    if not lock.acquire():
        raise Misconfigured("Another process is creating or removing the example. Wait for it; nothing was changed.")
    try:
        yield
    finally:
        lock.release()


class _OpenDatabase:
    """An open database; this thread runs units of work on it."""

    def __init__(self, portal: BlockingPortal, store: Store) -> None:
        self._portal = portal
        self._store = store

    def read(self, unit: Unit[T]) -> T:
        """Return the unit's result."""
        return self._portal.call(self._store.read, unit)

    def write(self, unit: Unit[T]) -> T:
        """Return the unit's result, once it is on disk."""
        return self._portal.call(self._store.write, unit)


@contextmanager
def _open_database(path: Path) -> Iterator[_OpenDatabase]:
    with start_blocking_portal() as portal:
        store = portal.call(open_store, f"sqlite:///{path}")
        try:
            yield _OpenDatabase(portal, store)
        finally:
            portal.call(store.close)


def main() -> None:
    """Make the example and write its id, or the sentence that says why it is not made."""
    try:
        sys.stdout.write(make_example().organization_id)
    except WorkbenchError as refused:
        sys.exit(refused.message)


if __name__ == "__main__":
    main()
