"""Taking an organization away: the example alone, whole, and with the guards of the ledger in place again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.service.asking import Asking, open_for_test, signed_in
from tests.service.database import digest
from tests.service.places import added_source
from workbench.procedures.organization import EXAMPLE_TIER
from workbench.service.administration.whole_organization import oldest_organization, remove_example
from workbench.service.db.seam import Db, StoreFailed
from workbench.service.db.statement import Statement
from workbench.service.kernel.settings import Settings
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people

DELETE = {name: Statement(text(f"DELETE FROM {name}")) for name in ("credit_entry", "audit")}

INDEXED_PASSAGES = Statement(text("SELECT rowid FROM search_passage"))


@pytest.fixture
async def ana(tmp_path: Path) -> AsyncIterator[Asking]:
    """The owner of Acme, who has a lesson there, on a database in a file: the embedded service's is one."""
    async with open_for_test(Settings(f"sqlite:///{tmp_path / 'acme.sqlite'}")) as service, signed_in(service) as ana:
        await ana.starter("Tides")
        yield ana


async def add_example(ana: Asking, *, with_bea: bool = False) -> str:
    """The id of an example that Ana owns, with a lesson; and with Bea, who is in Acme too."""

    async def unit(db: Db) -> str:
        made = await organizations.create_organization(
            db, name="Example", owner_id=ana.added.person_id, now=1, opening_credits=5, tier=EXAMPLE_TIER
        )
        if with_bea:
            bea, _ = await people.add_person(db, email="bea@example.org", name="Bea", now=1)
            for organization_id in (made.organization_id, ana.organization_id):
                await people.set_role(
                    db, person_id=bea.person_id, organization_id=organization_id, role="viewer", now=1
                )
        return made.organization_id

    example = await ana.service.store.write(unit)
    await ana.done("lesson.createStarterLesson", {"language": "EN", "topic": "Ebb", "organizationId": example})
    await added_source(ana, organizationId=example)
    return example


async def test_only_an_example_is_taken_away(ana: Asking) -> None:
    """Any other organization stays as it is."""
    before = await digest(ana.service.store)
    with pytest.raises(ValueError, match="only the example"):
        await ana.service.store.write(lambda db: remove_example(db, ana.organization_id))

    assert await digest(ana.service.store) == before


async def test_nothing_else_is_changed(ana: Asking) -> None:
    """Rows of other organizations are what they were before it was made, the selected organization included."""
    before = await digest(ana.service.store)
    example = await add_example(ana)
    await ana.done("organization.selectOrganization", {"organizationId": example})
    await ana.service.store.write(lambda db: remove_example(db, example))

    assert await digest(ana.service.store) == before
    assert await ana.service.store.read(lambda db: db.rows(INDEXED_PASSAGES)) == []
    assert await ana.service.store.read(lambda db: oldest_organization(db, EXAMPLE_TIER)) is None


async def test_who_is_in_another_organization_stays(ana: Asking) -> None:
    """And works there from now on."""
    example = await add_example(ana, with_bea=True)
    await ana.service.store.write(lambda db: remove_example(db, example))
    bea = await ana.service.store.read(lambda db: people.person_by_email(db, "bea@example.org"))

    assert bea is not None
    assert bea.last_organization_id == ana.organization_id


@pytest.mark.parametrize("name", DELETE)
async def test_ledger_and_audit_log_refuse_removal_afterwards(ana: Asking, name: str) -> None:
    """Their guards are away for one transaction."""
    example = await add_example(ana)
    await ana.service.store.write(lambda db: remove_example(db, example))

    with pytest.raises(StoreFailed):
        await ana.service.store.write(lambda db: db.run(DELETE[name]))
