"""Sends carried by a Dask cluster: rows and an address travel, the session does not."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from tests.faults.cases import Case, Mode
from tests.faults.faulty_service import FaultyService, running
from workbench.bulk.cluster import SESSION_FILE, Address, Cluster, carry, worker_token
from workbench.bulk.outcome import Effect, Kind
from workbench.bulk.pace import Patience
from workbench.bulk.planning import plan_topics
from workbench.bulk.row import State
from workbench.bulk.run import Run
from workbench.bulk.send import Errand
from workbench.client.profile import SESSION_TOKEN
from workbench.client.sync import Client
from workbench.errors import Misconfigured

SECRET = "a-session-token-that-must-not-travel"
pytestmark = pytest.mark.filterwarnings("default")  # the cluster's own


@pytest.fixture(scope="module")
def service() -> Iterator[FaultyService]:
    """A service on a real socket."""
    with running() as faulty:
        yield faulty


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two processes that have a session of their own."""
    workers = {"n_workers": 2, "threads_per_worker": 2, "dashboard_address": None, "processes": True}
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(SESSION_TOKEN, SECRET)
        with distributed.LocalCluster(**workers) as local, distributed.Client(local) as client:
            yield client


def kill_once(address: Address, errand: Errand, name: str, flag: str) -> object:
    """Send, and the first time lose the worker with the answer."""
    outcome = carry(address, errand, name)
    if not Path(flag).exists():
        Path(flag).touch()
        os._exit(1)
    return outcome


def test_a_run_on_a_cluster_makes_every_row_once(service: FaultyService, cluster: Any, quick: Patience) -> None:
    """The workers send, the driver writes the ledger."""
    truth = service.begin(Case(0, Mode.KEYS, 6, ()))
    with Client(service.url, "the-drivers-own-session-token") as client:
        plan = plan_topics([f"topic {n}" for n in range(6)], client, language="EN")
        with Run(plan, client, patience=quick, executor=Cluster(cluster, Address(service.url))) as run:
            run.start().wait(60)

            assert [row.state for row in run.rows()] == [State.DONE] * 6
    assert len(truth.lessons) == len(truth.sends) == 6


def test_an_errand_that_the_cluster_runs_again_is_not_sent_again(
    service: FaultyService, cluster: Any, tmp_path: Path
) -> None:
    """A worker that died with the answer leaves its row unsure; the row loop decides what then."""
    truth = service.begin(Case(0, Mode.PRICES, 1, ()))
    errand = Errand("EN", "Bread", None, None, None, None)
    carried = cluster.submit(kill_once, Address(service.url), errand, "once", str(tmp_path / "flag"), pure=False)

    assert carried.result(timeout=60).kind is Kind.UNSURE
    assert len(truth.sends) == 1


def test_no_session_travels(service: FaultyService) -> None:
    """What is handed to the cluster holds an address and a row."""
    sent: list[Any] = []

    class Recorded:
        """A cluster that keeps what it is given."""

        def submit(self, *task: Any, **told: Any) -> Any:
            sent.append(task[1:])
            return self

        def add_done_callback(self, tell: Any) -> None:
            """Never done."""

    with Client(service.url, SECRET):
        Cluster(Recorded(), Address(service.url)).submit(Errand("EN", "Bread", None, None, None, "key"))

    assert SECRET.encode() not in pickle.dumps(sent)


def test_a_worker_takes_its_session_from_its_own_file_first(tmp_path: Path) -> None:
    """A secret file is better than an environment that others may read."""
    path = tmp_path / "token"
    path.touch(mode=0o600)
    path.write_text("from-the-file-of-the-worker\n", encoding="ascii")

    assert (
        worker_token({SESSION_FILE: str(path), SESSION_TOKEN: "from-the-environment"}).reveal()
        == "from-the-file-of-the-worker"
    )
    assert worker_token({SESSION_TOKEN: "from-the-environment"}).reveal() == "from-the-environment"


@pytest.mark.parametrize("mode", [0o644, 0o640])
def test_a_secret_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    """With what to do."""
    path = tmp_path / "token"
    path.touch()
    path.chmod(mode)

    with pytest.raises(Misconfigured, match="chmod 600"):
        worker_token({SESSION_FILE: str(path)})


@pytest.mark.parametrize("environment", [{}, {SESSION_TOKEN: " "}, {SESSION_FILE: "missing"}])
def test_a_worker_without_a_session_says_so(environment: dict[str, str]) -> None:
    """Nothing is sent without one."""
    with pytest.raises(Misconfigured):
        worker_token(environment)


def test_a_worker_without_a_session_pauses_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was sent; the person who runs the cluster reads what to set."""
    monkeypatch.delenv(SESSION_TOKEN, raising=False)
    outcome = carry(Address("http://127.0.0.1:9"), Errand("EN", "Bread", None, None, None, None), "name")

    assert (outcome.kind, outcome.effect) == (Kind.NOT_APPLIED, Effect.NOT_ALLOWED)
    assert SESSION_FILE in outcome.said
