"""A worker process's side of a run on many machines: one client for as long as it lives, its session from here.

Each errand is carried once by the process that it was given to; what Dask repeats is not sent again.
"""

from __future__ import annotations

import os
import secrets
import stat
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from workbench.bulk.journal.outcome import Outcome, OutcomeKind, RunEffect
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.running.executors import SendRequest, send
from workbench.client.session.environment import ENVIRONMENT
from workbench.client.session.profile import SESSION_TOKEN
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.errors import Misconfigured, NotFound, WorkbenchError
from workbench.text import display_text
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.headers import DEFAULT_COOKIE_NAME

SESSION_TOKEN_FILE: Final = f"{SESSION_TOKEN}_FILE"
_BEGUN: Final[set[str]] = set()
_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """The service, organization and person for whom workers must send. Contains no secret."""

    base_url: str
    identity: tuple[str, str, str]
    takes_organization: bool
    cookie_name: str = DEFAULT_COOKIE_NAME
    rpc_path: str = DEFAULT_RPC_PATH
    organization_name: str | None = None
    person_name: str | None = None

    @staticmethod
    def of(target: RunTarget) -> ServiceAddress:
        """Return the address of the place that a plan is for."""
        return ServiceAddress(
            target.origin,
            target.identity,
            target.takes_organization,
            organization_name=target.organization_name,
            person_name=target.person_name,
        )


@cache
def process_name() -> str:
    """Return a name for this process, different from every one before and after it."""
    return secrets.token_hex(16)


def send_once(errand: SendRequest, address: ServiceAddress, process: str, sent_id: str) -> Outcome:
    """Send once, if this is the process that was meant and it has not begun with it yet. Raises nothing."""
    with _LOCK:
        is_new = process == process_name() and sent_id not in _BEGUN
        _BEGUN.add(sent_id)
    if not is_new:
        message = "The worker that had this row ended, or lost its answer; its outcome is unknown."
        return Outcome(OutcomeKind.UNSURE, RunEffect.SERVICE_FAILING, code="ANOTHER_PROCESS", message=message)
    try:
        client = worker_client(address)
    except WorkbenchError as refused:
        message = f"A worker cannot send: {refused.message}"
        return Outcome(OutcomeKind.NOT_APPLIED, RunEffect.NOT_ALLOWED, code="WORKER", message=message)
    return send(client, errand)


def worker_client(address: ServiceAddress) -> Client:
    """Return this process's client of that service, made once.

    Raises `Misconfigured` if its session is another's.
    """
    with _LOCK:
        return _client(address)


@cache
def _client(address: ServiceAddress) -> Client:
    token = session_token(ENVIRONMENT)
    client = Client(address.base_url, token, cookie_name=address.cookie_name, rpc_path=address.rpc_path)
    _, organization_id, person = address.identity
    try:
        session_target = find_place(client, organization_id if address.takes_organization else None, person)
        if problem := _mismatch(address, session_target):
            raise Misconfigured(problem)
    except NotFound:
        client.close()
        organization = _quote_name(address.organization_name, organization_id)
        raise Misconfigured(
            f"its session doesn't belong to a member of {organization}, where the run is. Give it a session "
            "of the person who runs it."
        ) from None
    except WorkbenchError:
        client.close()
        raise
    return client


def _mismatch(address: ServiceAddress, session_target: RunTarget) -> str:
    """Return how the session's target differs from the run's and what to do; empty if they are the same."""
    service, organization_id, person = address.identity
    if session_target.service != service:
        return "the service there is not the one that the run was planned for. Plan the run again."
    if session_target.organization_id != organization_id:
        its_name, run_name = (
            _quote_name(session_target.organization_name, session_target.organization_id),
            _quote_name(address.organization_name, organization_id),
        )
        return (
            f"its session is in {its_name}, the run is in {run_name}. Select {run_name} with this session, then resume."
        )
    if session_target.person != person:
        its_name, run_name = (
            _quote_name(session_target.person_name, session_target.person),
            _quote_name(address.person_name, person),
        )
        return (
            f"its session is that of {its_name}, the run is that of {run_name}. "
            f"Give the worker a session of {run_name}."
        )
    return ""


def _quote_name(name: str | None, its_id: str) -> str:
    return f'"{display_text(name or its_id)}"'


def session_token(environment: Mapping[str, str]) -> Token:
    """Return the session of this process from its secret file (mode 0600), else its environment.

    Raises `Misconfigured`.
    """
    if path := environment.get(SESSION_TOKEN_FILE, "").strip():
        return Token(_secret(Path(path)))
    if environment.get(SESSION_TOKEN, "").strip():
        return Token(environment[SESSION_TOKEN])
    raise Misconfigured(f"it has no session: set {SESSION_TOKEN_FILE} or {SESSION_TOKEN} where the worker runs.")


def _secret(path: Path) -> str:
    try:
        is_private = os.name != "posix" or not stat.S_IMODE(path.stat().st_mode) & 0o077
        text = path.read_text(encoding="ascii").strip() if is_private else ""
    except (OSError, ValueError):
        raise Misconfigured(f"{path} cannot be read.") from None
    if not is_private:
        raise Misconfigured(f"{path} can be read by others. Make it private: chmod 600.")
    return text
