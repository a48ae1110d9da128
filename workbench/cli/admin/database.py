"""Choose the database of a command, and open it for administration."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from workbench.cli.output import UsageError
from workbench.errors import NotFound

if TYPE_CHECKING:
    import argparse

    from workbench.service.db.seam import Store

T = TypeVar("T")
SERVED = "served.sqlite"


def add_database_option(parser: argparse.ArgumentParser, *, is_present: bool = False) -> None:
    """Add `--database` to a command; `is_present`: for a command about the content of an existing database."""
    default = "this computer's service" if is_present else "that of `workbench serve` without --database"
    parser.add_argument("--database", metavar="URL", help=f"the service's database (default: {default})")


def database_url(given: str | None) -> str:
    """Return the given address, else `WORKBENCH_DATABASE`, else a file in the user's data folder.

    The embedded service has another file. A password belongs in the variable, in `PGPASSWORD` or in a
    `.pgpass`: other users can read a command line.
    """
    from workbench.client.data_folder import data_folder, ensure_private

    return given or os.environ.get("WORKBENCH_DATABASE") or f"sqlite:///{ensure_private(data_folder()) / SERVED}"


def present_databases(given: str | None) -> list[str]:
    """Return the candidate databases: the given one, else those that exist on this computer.

    `workbench serve` and the service of notebooks have one each; if neither exists, the first is returned.
    """
    from workbench.client.data_folder import data_folder
    from workbench.embedded.host import DATABASE

    if given or os.environ.get("WORKBENCH_DATABASE"):
        return [database_url(given)]
    folder = data_folder()
    existing = [f"sqlite:///{folder / name}" for name in (SERVED, DATABASE) if (folder / name).exists()]
    return existing or [database_url(None)]


def on_present_database(given: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Run `on_database` on the database of this computer that has the organization or person concerned.

    The database of `workbench serve` is tried first. Raises `NotFound` if neither has it.
    """
    *others, last = present_databases(given)
    for address in others:
        try:
            return on_database(address, work)
        except NotFound:
            continue
    return on_database(last, work)


def sqlite_url(given: str | None, instead: Callable[[str], str]) -> str:
    """Return an SQLite database's address, as `database_url` does.

    Raises `UsageError` for PostgreSQL, which has its own tools: `instead(url)` names them.
    """
    from workbench.service.db.seam import database_dialect

    address = database_url(given)
    if database_dialect(address) == "postgresql":
        raise UsageError(instead(address))
    return address


def on_database(given: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the store, run `work` on it and return its result. Raises `Misconfigured` when it cannot be opened."""
    from workbench.service.db.opening import open_store

    async def call_with_database() -> T:
        store = await open_store(database_url(given))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(call_with_database())
