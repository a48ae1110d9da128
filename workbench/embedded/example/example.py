"""The example organization of this data folder: made whole or not at all, found, taken away.

It is made on a database of its own by a service of its own, and added to the embedded service's in one transaction.
The journal of its runs is moved then. Who is stopped in between goes on with that when it is called again.
"""

from __future__ import annotations

import random
import shutil
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
from workbench.client.data_folder import data_folder, made_private
from workbench.embedded import life
from workbench.embedded.example.clocked_service import clocked_service
from workbench.embedded.example.college import College, read_college
from workbench.embedded.example.history import make_history, workdays
from workbench.embedded.example.staff import Staff
from workbench.embedded.host import DATABASE
from workbench.embedded.lock import Lock
from workbench.errors import InputRejected, Misconfigured
from workbench.procedures.organization import EXAMPLE_TIER
from workbench.service.administration import whole_organization
from workbench.service.administration.admin import LOCAL_OWNER
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store, Unit
from workbench.service.findings.checks import RULESET, findings_of
from workbench.service.findings.store import lessons_to_check, store_findings
from workbench.service.people import store as people

T = TypeVar("T")
_WORK: Final = "example"
_LOCK: Final = "example.lock"
_SEED: Final = 20_260_101


@dataclass(frozen=True, slots=True)
class ExampleOrganization:
    """The example as it is: its id and name, and how many lessons and members it has."""

    organization_id: str
    name: str
    lessons: int
    members: int
    is_new: bool = False


def find_example() -> ExampleOrganization | None:
    """The example of this computer's service, which is started if it is not there; `None` when there is none."""
    life.start()
    with _opened(data_folder() / DATABASE) as live:
        return live.read(_find)


def make_example(progress: Callable[[int], object] = lambda weeks_done: None) -> ExampleOrganization:
    """The example, made if it is not there, which takes some seconds; `progress` is called with the weeks done so far.

    Interrupted at any moment it leaves no part of an organization. Raises `Misconfigured` while another process is at
    it, and `InputRejected` where an address of its people is a person's of this service.
    """
    running, folder = life.start(), data_folder()
    with _alone(folder), _opened(folder / DATABASE) as live:
        found, work = live.read(_find), folder / _WORK
        if found is None:
            shutil.rmtree(work, ignore_errors=True)
            college = read_college()
            live.read(lambda db: _check_people(db, college))
            try:
                rows = _made(live, made_private(work), running.base_url, college, progress)
                live.write(lambda db: whole_organization.add_rows(db, rows))
            except BaseException:
                shutil.rmtree(work, ignore_errors=True)
                raise
        made = live.read(_find)
        assert made is not None
        _take_journals(work, journal_name(running.service_id, made.organization_id))
        shutil.rmtree(work, ignore_errors=True)
        return replace(made, is_new=found is None)


def remove_example() -> ExampleOrganization | None:
    """Take the example away: every row, its people, the journals of its runs. What it was; `None` when there is none.

    Interrupted, the same call goes on.
    """
    running, folder = life.start(), data_folder()
    with _alone(folder), _opened(folder / DATABASE) as live:
        found = live.read(_find)
        shutil.rmtree(folder / _WORK, ignore_errors=True)
        if found is not None:
            for path in _journal_files(runs_folder(), journal_name(running.service_id, found.organization_id)):
                path.unlink(missing_ok=True)
            live.write(lambda db: whole_organization.remove_example(db, found.organization_id))
        return found


def _made(
    live: _OpenDatabase, work: Path, base_url: str, college: College, progress: Callable[[int], object]
) -> whole_organization.Rows:
    """The rows of the example, made in the folder `work` by a service that has the identity of the one that is live."""
    identity = live.read(lambda db: whole_organization.read_identity(db, LOCAL_OWNER))
    with _opened(work / DATABASE) as empty:
        owner_id = empty.write(lambda db: whole_organization.add_identity(db, identity))
    with clocked_service(work / DATABASE, base_url) as clocked:
        staff = Staff(clocked, college, work / "runs", owner_id, random.Random(_SEED))  # noqa: S311  (the same each time)
        make_history(staff, workdays(datetime.now(UTC).date()), progress)
    with _opened(work / DATABASE) as whole:
        while due := whole.read(lambda db: lessons_to_check(db, ruleset=RULESET)):
            found = [findings_of(check) for check in due]
            whole.write(partial(store_findings, found=found, ruleset=RULESET))
        return whole.read(whole_organization.read_rows)


async def _find(db: Db) -> ExampleOrganization | None:
    found = await whole_organization.organization_of_tier(db, EXAMPLE_TIER)
    return None if found is None else ExampleOrganization(*found)


async def _check_people(db: Db, college: College) -> None:
    for person in college.people:
        if await people.person_by_email(db, person.email) is not None:
            raise InputRejected(f"{person.email} is a person of this service already; the example needs the address.")


def _take_journals(work: Path, name: str) -> None:
    """Move the journal of the example's runs to those of this person."""
    for path in _journal_files(work / "runs", name):
        path.replace(made_private(runs_folder()) / path.name)


def _journal_files(folder: Path, name: str) -> Iterator[Path]:
    """The files of a journal that are there, the journal itself last."""
    files = [(folder / name).with_suffix(".ballast"), folder / f"{name}-journal", folder / name]
    return (file for file in files if file.exists())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Inside, no other process makes or removes the example. Raises `Misconfigured` where one does."""
    lock = Lock(folder / _LOCK)
    if not lock.take():
        raise Misconfigured("Another process is making or removing the example. Wait for it; nothing was changed.")
    try:
        yield
    finally:
        lock.give_back()


class _OpenDatabase:
    """A database that units are run on from this thread."""

    def __init__(self, portal: BlockingPortal, store: Store) -> None:
        self._portal = portal
        self._store = store

    def read(self, unit: Unit[T]) -> T:
        """What the unit returns."""
        return self._portal.call(self._store.read, unit)

    def write(self, unit: Unit[T]) -> T:
        """What the unit returns, once it is on disk."""
        return self._portal.call(self._store.write, unit)


@contextmanager
def _opened(path: Path) -> Iterator[_OpenDatabase]:
    with start_blocking_portal() as portal:
        store = portal.call(open_store, f"sqlite:///{path}")
        try:
            yield _OpenDatabase(portal, store)
        finally:
            portal.call(store.close)
