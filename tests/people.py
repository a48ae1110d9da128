"""People in a service's database, added next to it as its administrator adds them, and the cookie they send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header


@asynccontextmanager
async def open_beside(database_url: str) -> AsyncIterator[Store]:
    """The store of that database, closed at the end."""
    store = await open_store(database_url)
    try:
        yield store
    finally:
        await store.close()


async def new_person(
    database_url: str, email: str = "ana@example.org", organization: str = "Acme", **more: Any
) -> AddedPerson:
    """A person of the organization; the first of an organization is its owner. `more` as `add_person` has it."""
    async with open_beside(database_url) as store:
        return await add_person(store, email, organization, **more)


def owner_of(database_url: str, *, credits_at_start: int) -> AddedPerson:
    """Ana, the owner of Acme, where no event loop runs."""
    return asyncio.run(new_person(database_url, credits_at_start=credits_at_start))


def cookie_of(person: AddedPerson) -> str:
    """The value of the person's cookie header."""
    return cookie_header(DEFAULT_COOKIE_NAME, person.session_token)
