"""A run on a real Dask cluster with worker processes of its own: workers, scheduler and driver are lost.

The service is the one of this folder, which keeps its own truth.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import distributed
import pytest

from tests.faults.cases import Case, Mode
from tests.faults.faulty_service import FaultyService
from tests.faults.truth import Truth
from tests.hanging import HANG_SECONDS
from tests.slow import first_in_gate
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.dask_executor import Cluster
from workbench.bulk.running.dask_worker import ServiceAddress
from workbench.bulk.running.executors import SendRequest
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.run import Run
from workbench.client.sync import Client

TOKEN = "a-session-that-no-graph-may-hold"
ROWS = 24
QUICK = RunRetryPolicy(
    first_wait_seconds=0.01,
    longest_wait_seconds=0.05,
    breaker_seconds=(0.05, 0.1),
    look_seconds=(0.0, 0.05),
    poll_seconds=0.02,
)

pytestmark = pytest.mark.filterwarnings("default")  # what is killed leaves sockets behind, and Dask says so


@dataclass
class Office:
    """A cluster of two worker processes, a service, and a run of some rows that is sent by the cluster."""

    local: distributed.LocalCluster
    dask: distributed.Client
    service: FaultyService
    client: Client
    folder: Path
    executor: Cluster | None = None

    def plan(self) -> Plan:
        """The rows."""
        return plan_topics([f"topic {n}" for n in range(ROWS)], self.client, language="EN", name="cluster")

    def run(self) -> Run:
        """A run of them, not yet started."""
        plan = self.plan()
        self.executor = Cluster(self.dask, ServiceAddress.of(plan.place), scheduler_seconds=1.0)
        return Run(plan, self.client, retry_policy=QUICK, folder=self.folder, executor=self.executor)

    def kill_worker(self) -> None:
        """SIGKILL to the first worker process; its nanny starts another."""
        os.kill(next(iter(self.dask.run(os.getpid).values())), signal.SIGKILL)


@pytest.fixture
def office(faulty_service: FaultyService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A fresh cluster; its workers have the session in their environment alone."""
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", TOKEN)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, silence_logs=60
        ) as local,
        distributed.Client(local) as dask,
    ):
        client = Client(faulty_service.url, TOKEN, paid_timeout_seconds=5)
        made = Office(local, dask, faulty_service, client, tmp_path)
        yield made
        if made.executor is not None:
            made.executor.close()
        client.close()


def begun(office: Office, mode: Mode) -> Truth:
    """A service without faults, in this mode, that takes its time."""
    return office.service.begin(Case(0, mode, ROWS, ()))


def waited_for(truth: Truth, sends: int) -> None:
    """Until so many paid requests have arrived."""
    end = time.monotonic() + HANG_SECONDS
    while len(truth.sends) < sends and time.monotonic() < end:
        time.sleep(0.005)
    assert len(truth.sends) >= sends


def under_way(office: Office, mode: Mode) -> tuple[Truth, Run]:
    """A run that has sent four rows, and what the service knows of it."""
    truth = begun(office, mode)
    run = office.run().start()
    waited_for(truth, 4)
    return truth, run


def finished(run: Run, starts: int = 8) -> Run:
    """The run, started until it rests permanently."""
    for _ in range(starts):
        if run.start().wait(60).progress.phase is RunPhase.FINISHED:
            break
    return run


def made_once(truth: Truth) -> bool:
    """Whether there is one lesson a topic and no more."""
    return len(truth.lessons) == len({lesson.topic for lesson in truth.lessons})


@pytest.mark.parametrize("mode", first_in_gate([Mode.KEYS, Mode.INTERFACE]))
def test_a_cluster_makes_every_row_once(office: Office, mode: Mode) -> None:
    """With keys side by side, without keys one at a time."""
    truth = begun(office, mode)
    run = finished(office.run())

    assert (run.progress.counts.done, len(truth.sends)) == (ROWS, ROWS)
    run.close()


def test_no_session_enters_the_graph(office: Office) -> None:
    """What goes to the workers is the row and an address."""
    begun(office, Mode.KEYS)
    address = ServiceAddress.of(office.plan().place)
    errand = SendRequest(language="EN", topic="bread", organization_id="org1", key="key")

    assert TOKEN.encode() not in pickle.dumps((errand, address))
    assert TOKEN not in repr((errand, address))


@pytest.mark.parametrize("mode", first_in_gate([Mode.KEYS, Mode.INTERFACE]))
def test_a_killed_worker_costs_nothing_twice(office: Office, mode: Mode) -> None:
    """With keys its rows are sent again and all are done; without, none is sent twice and the doubtful are listed."""
    truth, run = under_way(office, mode)
    office.kill_worker()
    run.wait(60)
    finished(run)
    counts = run.progress.counts

    assert made_once(truth)
    assert counts.done + counts.unsure == ROWS
    assert counts.unsure == 0 or mode is Mode.INTERFACE
    assert len(truth.sends) <= ROWS or mode is Mode.KEYS
    run.close()


@pytest.mark.slow
def test_a_lost_scheduler_is_unknown_not_repeated(office: Office) -> None:
    """The run rests; with its keys it continues from this computer, and nothing is made twice."""
    truth, run = under_way(office, Mode.KEYS)
    office.local.close()
    run.wait(60)
    run.close()
    here = finished(Run(office.plan(), office.client, retry_policy=QUICK, folder=office.folder))

    assert made_once(truth)
    assert here.progress.counts.done == ROWS
    here.close()


@pytest.mark.slow
def test_a_driver_that_starts_again_goes_on(office: Office) -> None:
    """The journal is the driver's; the workers hold nothing that it needs."""
    truth, first = under_way(office, Mode.KEYS)
    first.close()
    again = finished(office.run())

    assert (again.progress.counts.done, made_once(truth)) == (ROWS, True)
    again.close()


def test_a_worker_without_a_session_sends_nothing(office: Office) -> None:
    """The run pauses and says what to set where."""
    truth = begun(office, Mode.KEYS)
    office.dask.run(_forget_session)
    run = office.run().start().wait(60)

    assert (run.progress.phase, truth.sends) == (RunPhase.PAUSED, [])
    assert "WORKBENCH_SESSION_TOKEN" in run.progress.message
    run.close()


def _forget_session(**_: Any) -> None:
    os.environ.pop("WORKBENCH_SESSION_TOKEN", None)
