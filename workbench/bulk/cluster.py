"""Sends carried by a Dask cluster that a team already runs. The driver keeps the ledger and alone writes it.

Workers get errands and the service's address; the session token they take from their own environment or secret file,
never from the task graph. An errand begins once: where the cluster would run it again after a worker died, it ends
unsure instead, and the row loop decides. Source: ours (bulk).
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.bulk.outcome import Effect, Kind, Outcome
from workbench.bulk.pace import MOST_PARALLEL
from workbench.bulk.send import Errand, send
from workbench.client.profile import SESSION_TOKEN
from workbench.client.sync import Client
from workbench.client.token import Token
from workbench.errors import Misconfigured, WorkbenchError
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.cookie import DEFAULT_COOKIE_NAME

if TYPE_CHECKING:
    import distributed

SESSION_FILE: Final = f"{SESSION_TOKEN}_FILE"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the workers send to; nothing of it is secret."""

    base_url: str
    cookie_name: str = DEFAULT_COOKIE_NAME
    rpc_path: str = DEFAULT_RPC_PATH


class Cluster:
    """An executor over a `distributed.Client`, which the caller opens and closes."""

    def __init__(self, cluster: distributed.Client, address: Address, most: int = MOST_PARALLEL) -> None:
        self.most = most
        self._cluster = cluster
        self._address = address
        self._carried: set[Any] = set()

    def submit(self, errand: Errand, /) -> Future[Outcome]:
        """Hand the errand to the cluster. Raises `RuntimeError` when the cluster takes no more."""
        future: Future[Outcome] = Future()
        name = f"workbench-{secrets.token_hex(16)}"
        carried: Any = self._cluster.submit(carry, self._address, errand, name, key=name, pure=False, retries=0)
        self._carried.add(carried)  # a result that nobody holds is forgotten by the cluster

        def arrived(done: Any) -> None:
            self._carried.discard(done)
            try:
                future.set_result(done.result())
            except BaseException as error:  # noqa: BLE001  (carried to the row loop)
                future.set_exception(error)

        carried.add_done_callback(arrived)
        return future

    def close(self) -> None:
        """The cluster is the caller's; nothing is closed."""


def carry(address: Address, errand: Errand, name: str) -> Outcome:
    """On a worker: send once. A second begin of the same errand sends nothing and says that the first is unsure."""
    try:
        client = _client(address)
    except WorkbenchError as refused:
        return Outcome(Kind.NOT_APPLIED, Effect.NOT_ALLOWED, code=type(refused).__name__, said=refused.message)
    if not _is_first(name):
        return Outcome(Kind.UNSURE, code="WORKER_LOST", said="The worker that sent it was lost with the answer.")
    return send(client, errand)


def worker_token(environment: Mapping[str, str]) -> Token:
    """The worker's own session token: from a secret file (mode 0600) or its environment. Raises `Misconfigured`."""
    named = environment.get(SESSION_FILE, "").strip()
    if named:
        return Token(_secret(Path(named)))
    if environment.get(SESSION_TOKEN, "").strip():
        return Token(environment[SESSION_TOKEN])
    raise Misconfigured(
        f"A worker has no session. Set {SESSION_FILE} or {SESSION_TOKEN} in the workers' own environment."
    )


def _secret(path: Path) -> str:
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Misconfigured(f"{path} can be read by others. Make it private: chmod 600.")
        return path.read_text(encoding="ascii")
    except OSError as refused:
        raise Misconfigured(f"{path} cannot be read: {refused.strerror}.") from None


@cache
def _client(address: Address) -> Client:
    token = worker_token(os.environ)
    return Client(address.base_url, token, cookie_name=address.cookie_name, rpc_path=address.rpc_path)


def _is_first(name: str) -> bool:
    # The scheduler keeps the mark, so that it outlives the worker.
    import distributed

    marks: Any = distributed  # it has no types of its own
    with marks.Lock(name):
        begun = marks.Event(name)
        if begun.is_set():
            return False
        begun.set()
        return True
