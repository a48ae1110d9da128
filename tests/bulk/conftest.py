"""Services in memory, a quick retry policy, and an open journal, for the tests of this package."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.started_runs import TOPICS, Begin
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run


@pytest.fixture
def service() -> FakeService:
    """A service that announces prices and honours keys."""
    return FakeService()


@pytest.fixture
def service_without_keys() -> FakeService:
    """A service that announces prices and fields, and honours no keys."""
    return FakeService(keys=False)


@pytest.fixture
def interface_only() -> FakeService:
    """A service with the interface alone: no prices, no fields, no keys."""
    return FakeService(keys=False, announced=False, shows_fields=False)


@pytest.fixture
def quick() -> RunRetryPolicy:
    """A retry policy measured in milliseconds."""
    return RunRetryPolicy(
        first_wait_seconds=0.001,
        longest_wait_seconds=0.002,
        breaker_seconds=(0.001, 0.002),
        look_seconds=(0.0, 0.001),
        poll_seconds=0.01,
    )


@pytest.fixture
def identity() -> RunIdentity:
    """Whose run it is."""
    return RunIdentity("service1", "org1", "ada", "a run")


@pytest.fixture
def journal_file(tmp_path: Path) -> Iterator[JournalFile]:
    """An empty journal on disk."""
    file = JournalFile(tmp_path / "runs" / "journal.sqlite")
    yield file
    file.close()


@pytest.fixture
def db(journal_file: JournalFile) -> Iterator[sqlite3.Connection]:
    """One unit of an empty journal."""
    with journal_file.write_transaction() as unit:
        yield unit


@pytest.fixture
def begin(quick: RunRetryPolicy, request: pytest.FixtureRequest) -> Begin:
    """Begin a run of a list of topics on a service; closed after the test."""

    def run_of(
        service: FakeService, topics: list[str] | None = None, *, project: str | None = None, **more: object
    ) -> Run:
        plan = plan_topics(topics or TOPICS, service, language="EN", target=PlanTarget(project=project))
        run = Run(plan, service, retry_policy=quick, **more)
        request.addfinalizer(run.close)
        return run

    return run_of
