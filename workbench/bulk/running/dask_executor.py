"""Sends that run on a Dask cluster (`distributed`, extra `cluster`). The run keeps the journal and alone writes it.

A task goes to one worker process and is never moved to another automatically: when its process is lost, its outcome is
unknown, and the row loop decides (the same key again, or a person). The task graph holds rows and an address, never a
session. Source: ours (bulk).
"""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

import distributed

from workbench.bulk.journal.outcome import Outcome
from workbench.bulk.running.concurrency import MOST_PARALLEL
from workbench.bulk.running.dask_worker import ServiceAddress, process_name, send_once
from workbench.bulk.running.executors import SendRequest
from workbench.errors import WorkbenchError

WATCH_SECONDS: Final = 0.25
SCHEDULER_SECONDS: Final = 5.0


class WorkerLost(WorkbenchError):
    """The worker process that sent this row ended before its answer came; its outcome is unknown."""


class SchedulerLost(WorkbenchError):
    """The cluster's scheduler is gone; the outcome of the rows in progress is not known."""


@dataclass(slots=True)
class _Sent:
    """A task in progress: its futures on both sides, and the worker that has it."""

    future: Future[Outcome]
    remote: Any
    worker: str


@dataclass
class Cluster:
    """Carries errands on the workers of a Dask client. `upper_limit` is how many threads the workers have together.

    Each worker process takes the session from its own environment (`WORKBENCH_SESSION_TOKEN`, or the file that
    `WORKBENCH_SESSION_TOKEN_FILE` names) and keeps one client for as long as it lives.
    """

    dask: distributed.Client
    address: ServiceAddress
    scheduler_seconds: float = SCHEDULER_SECONDS
    _under_way: dict[str, _Sent] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closed: threading.Event = field(default_factory=threading.Event)
    _silent_since: float | None = None

    def __post_init__(self) -> None:
        self._count = itertools.count()
        threading.Thread(target=self._watch, daemon=True, name="workbench-cluster").start()

    @property
    def upper_limit(self) -> int:
        """Maximum number of concurrent requests of the workers."""
        threads = sum(int(worker["nthreads"]) for worker in self._workers().values())
        return max(1, min(MOST_PARALLEL, threads))

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Do nothing: no task waits on this side, and one that a worker has cannot be withdrawn safely."""
        return 0

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Give the task to the least busy worker. Raises `RuntimeError` when there is no worker."""
        worker, name = self._choose_worker()
        sent_id = f"workbench-{secrets.token_hex(8)}-{next(self._count)}"
        future: Future[Outcome] = Future()
        try:
            remote = self.dask.submit(
                send_once,
                errand,
                self.address,
                name,
                sent_id,
                key=sent_id,
                pure=False,
                retries=0,
                workers=[worker],
                allow_other_workers=False,
            )
        except Exception as refused:
            raise RuntimeError(f"the cluster took no row ({type(refused).__name__})") from refused
        with self._lock:
            self._under_way[sent_id] = _Sent(future, remote, worker)
        remote.add_done_callback(lambda done: self._on_arrival(sent_id, done))  # type: ignore[no-untyped-call]
        return future

    def close(self) -> None:
        """Watch no longer; the Dask client is its owner's to close."""
        self._closed.set()

    def _workers(self) -> dict[str, Any]:
        try:
            workers: dict[str, Any] = self.dask.scheduler_info(n_workers=-1)["workers"]
        except Exception:  # noqa: BLE001  (a scheduler that is gone has no workers)
            return {}
        return workers

    def _choose_worker(self) -> tuple[str, str]:
        with self._lock:
            busy = [value.worker for value in self._under_way.values()]
        workers = self._workers()
        if self.dask.status != "running" or not workers:
            raise RuntimeError("the cluster has no workers")
        worker = min(workers, key=lambda address: busy.count(address) / workers[address]["nthreads"])
        return worker, self._name_of(worker)

    def _name_of(self, worker: str) -> str:
        # A worker that comes back under the same address is another process, with another name.
        if worker not in self._names:
            try:
                self._names[worker] = self.dask.run(process_name, workers=[worker])[worker]
            except Exception as refused:
                raise RuntimeError(f"the worker {worker} does not answer") from refused
        return self._names[worker]

    def _on_arrival(self, sent_id: str, remote: Any) -> None:
        with self._lock:
            sent = self._under_way.pop(sent_id, None)
        if sent is None:
            return
        try:
            if remote.status != "finished":
                raise WorkerLost()
            outcome = remote.result(timeout=self.scheduler_seconds)
        except BaseException as lost:  # noqa: BLE001  (carried to the row loop, where it means: unknown)
            self._names.pop(sent.worker, None)
            sent.future.set_exception(lost)
        else:
            if outcome.code == "ANOTHER_PROCESS":
                self._names.pop(sent.worker, None)
            sent.future.set_result(outcome)

    def _watch(self) -> None:
        while not self._closed.wait(WATCH_SECONDS):
            with self._lock:
                under_way = dict(self._under_way)
            if not under_way:
                continue
            if self._is_silent():
                self._give_up(under_way, SchedulerLost())
                continue
            there = self._workers()
            lost = {sent_id: sent for sent_id, sent in under_way.items() if there and sent.worker not in there}
            self._give_up(lost, WorkerLost())

    def _is_silent(self) -> bool:
        if self.dask.status == "running":
            self._silent_since = None
            return False
        self._silent_since = self._silent_since or time.monotonic()
        return time.monotonic() - self._silent_since >= self.scheduler_seconds or self.dask.status == "closed"

    def _give_up(self, lost: dict[str, _Sent], why: WorkbenchError) -> None:
        for sent_id, sent in lost.items():
            with self._lock:
                mine = self._under_way.pop(sent_id, None)
            if mine is None:
                continue
            self._names.pop(sent.worker, None)
            try:
                sent.remote.cancel()  # it waits for a worker that never comes back
            except Exception:  # noqa: BLE001  (the receiver may be gone)
                pass
            sent.future.set_exception(why)
