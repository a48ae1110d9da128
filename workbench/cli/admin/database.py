"""Which database a command works on, and opening it for the work of an administrator."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from workbench.cli.output import UsageError

if TYPE_CHECKING:
    import argparse

    from workbench.service.store.db.seam import Store

T = TypeVar("T")
SERVED = "served.sqlite"


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Add `--database` to a command."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="the service's database (default: that of `workbench serve` without --database)",
    )


def database_url(given: str | None) -> str:
    """The address that was given, else `WORKBENCH_DATABASE`, else a file of this person's, not the embedded service's.

    A password belongs into the variable, into `PGPASSWORD` or a `.pgpass`: a command line can be read by others.
    """
    from workbench.client.data_folder import data_folder, made_private

    return given or os.environ.get("WORKBENCH_DATABASE") or f"sqlite:///{made_private(data_folder()) / SERVED}"


def sqlite_url(given: str | None, instead: Callable[[str], str]) -> str:
    """As `database_url`. Raises `UsageError` for PostgreSQL, which has tools of its own: `instead(url)` names them."""
    from workbench.service.store.db.seam import dialect_of

    address = database_url(given)
    if dialect_of(address) == "postgresql":
        raise UsageError(instead(address))
    return address


def on_database(given: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Open the store, run `work` on it and return its result. Raises `Misconfigured` when it cannot be opened."""
    from workbench.service.store.db.opening import open_store

    async def opened() -> T:
        store = await open_store(database_url(given))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(opened())
