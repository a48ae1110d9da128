"""A person of each role at an organization, and people without one there, for tests of permissions and of ids."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from tests.service.asking import Asking, asking, open_for_test
from tests.service.permission_table import HOMELESS, NOBODY, OUTSIDER
from tests.service.places import Place, furnish
from tests.service.writers import OfferingWriter
from workbench.procedures.catalogue import CATALOGUE
from workbench.service.kernel.roles import ROLES
from workbench.service.kernel.settings import Settings
from workbench.service.people import store as people


@dataclass(frozen=True)
class Cast:
    """`people` by role, and those without one; `own` are the organization's things, `foreign` another one's."""

    people: dict[str, Asking]
    own: Place
    foreign: Place

    @property
    def owner(self) -> Asking:
        """The owner of the organization."""
        return self.people["owner"]

    @property
    def of_roles(self) -> dict[str, Asking]:
        """Those who are in the organization, by role."""
        return {role: self.people[role] for role in ROLES}


@asynccontextmanager
async def cast_of_roles(folder: Path) -> AsyncIterator[Cast]:
    """A cast at its own service, whose database is in the folder."""
    async with open_for_test(Settings(f"sqlite:///{folder / 'service.db'}")) as service:
        service.writer = OfferingWriter()
        cast = {
            role: await asking(service, f"{role}@example.org", role=role, credits_at_start=10_000) for role in ROLES
        }
        own = await furnish(cast["owner"])
        cast[OUTSIDER] = await asking(service, "eve@example.org", "Other")
        foreign = await furnish(cast[OUTSIDER])
        cast[HOMELESS] = await asking(service, "homeless@example.org", role="viewer")
        person_id, organization_id = cast[HOMELESS].added.person_id, own.organization_id
        await service.store.write(
            lambda db: people.remove_member(db, person_id=person_id, organization_id=organization_id)
        )
        nobody = cast["owner"].added
        cast[NOBODY] = Asking(service, cast["owner"].http, replace(nobody, session_token="0" * 43))
        yield Cast(cast, own, foreign)


async def ask(person: Asking, name: str, value: Any) -> httpx.Response:
    """The procedure's answer, by the method that it takes."""
    return await (person.post(name, value) if CATALOGUE[name].is_write else person.get(name, value))
