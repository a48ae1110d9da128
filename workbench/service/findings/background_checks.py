"""Check lessons in the background: those written since they were last checked, and those checked by older rules.

One process of a service does it at a time. It takes a quarter of a thread's time at most, so that requests go first.
"""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter
from typing import Final

from workbench.service.db.seam import StoreBusy, StoreClosed
from workbench.service.findings.checks import RULESET, NotChecked, check_now
from workbench.service.findings.store import (
    LessonToCheck,
    StoredFindings,
    lessons_to_check,
    store_findings,
    store_where_new,
    take_checking,
)
from workbench.service.kernel.context import Service
from workbench.service.kernel.ids import new_id

_LOG = logging.getLogger("workbench.service")
_PAUSE_SECONDS: Final = 2.0
_NOT_CHECKED_SECONDS: Final = 0.2
_IDLE_SHARE: Final = 3
"""Seconds of rest for each second of work."""
LEASE_MS: Final = 60_000
"""Time after which another process takes over from one that checks and no longer responds."""


async def keep_checking(service: Service) -> None:
    """Check lessons as they are written, until cancelled."""
    holder = new_id()
    while True:
        since, checked = perf_counter(), 0
        try:
            checked = await check_some(service, holder)
        except (StoreBusy, StoreClosed):
            pass
        except Exception:
            _LOG.warning("lessons could not be checked now", exc_info=True)
        worked = perf_counter() - since
        await asyncio.sleep(worked * _IDLE_SHARE if checked else _PAUSE_SECONDS)


async def check_some(service: Service, holder: str) -> int:
    """Check some lessons that are due and store the findings; return their number, 0 for none or if another process
    does it.
    """
    store = service.store
    due = await store.read(lambda db: lessons_to_check(db, ruleset=RULESET))
    if not due or not await store.write(
        lambda db: take_checking(db, holder, now=service.clock(), lease_ms=LEASE_MS),
    ):
        return 0
    findings = await asyncio.to_thread(_check_due, service, due)
    await store.write(lambda db: store_findings(db, findings, ruleset=RULESET))
    return len(due)


def _check_due(service: Service, due: list[LessonToCheck]) -> list[StoredFindings]:
    return [check_now(service, check, in_background=True) for check in due]


async def keep_storing_not_checked(service: Service) -> None:
    """Store that a lesson could not be checked, as soon as one is met, until cancelled."""
    while True:
        await asyncio.sleep(_NOT_CHECKED_SECONDS)
        try:
            await store_not_checked(service)
        except (StoreBusy, StoreClosed):
            pass
        except Exception:
            _LOG.warning("it could not be stored now that lessons were not checked", exc_info=True)


async def store_not_checked(service: Service) -> None:
    """Store what `NotChecked` holds, but not where another process has checked the same revision."""
    waiting = service.part(NotChecked)
    while waiting:
        findings = waiting[0]
        await service.store.write(lambda db, findings=findings: store_where_new(db, findings, ruleset=RULESET))  # type: ignore[misc]
        waiting.popleft()
