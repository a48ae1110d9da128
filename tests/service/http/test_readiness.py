"""Ready: the database answers, its schema is current, its disk has room."""

from __future__ import annotations

import pytest
from sqlalchemy import column, table, update

from workbench.service.db.migrating import HEAD
from workbench.service.db.sqlite_file import database_path
from workbench.service.db.statement import Statement
from workbench.service.http import readiness as ready
from workbench.service.http.readiness import readiness
from workbench.service.kernel.context import Service

pytestmark = pytest.mark.anyio

BEHIND = Statement(update(table("alembic_version", column("version_num"))).values(version_num="0000"))


async def test_a_service_that_can_work_is_ready(service: Service) -> None:
    """With the step of its schema and, for a file, the room on its disk."""
    told = await readiness(service)
    assert (told["status"], told["schema"]) == ("ready", HEAD)
    assert told["diskFreeBytes"] > 0


async def test_a_full_disk_is_not_ready(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a change fails for it."""
    monkeypatch.setattr(ready, "LEAST_FREE_BYTES", 2**62)
    told = await readiness(service)
    assert (told["status"], told["problem"]) == ("not ready", "The disk of the database is almost full.")


async def test_a_closed_store_is_not_ready(service: Service) -> None:
    """Said in a sentence."""
    await service.store.close()
    told = await readiness(service)
    assert told["status"] == "not ready"
    assert "closed" in told["problem"]


async def test_a_schema_that_is_behind_is_not_ready(service: Service) -> None:
    """With the command that mends it."""
    await service.store.write(lambda db: db.run(BEHIND))
    told = await readiness(service)
    assert told["status"] == "not ready"
    assert "workbench admin migrate" in told["problem"]


def take_away(service: Service) -> None:
    """The file of its database has another name now."""
    path = database_path(service.settings.database_url)
    path.rename(path.with_name("elsewhere"))


async def test_a_file_that_was_replaced_is_not_ready(service: Service) -> None:
    """Anyone who minds the service hears it before a person does."""
    take_away(service)
    told = await readiness(service)
    assert told["status"] == "not ready"
    assert "replaced" in told["problem"]
