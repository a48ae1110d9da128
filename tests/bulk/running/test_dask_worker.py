"""A worker process's side of a run on many machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.plans import place
from workbench.bulk.journal.outcome import OutcomeKind, RunEffect
from workbench.bulk.running.dask_worker import (
    SESSION_TOKEN_FILE,
    ServiceAddress,
    process_name,
    send_once,
    session_token,
)
from workbench.bulk.running.executors import SendRequest
from workbench.client.session.profile import SESSION_TOKEN
from workbench.errors import Misconfigured

NOWHERE = ServiceAddress("http://127.0.0.1:9", ("service1", "org1", "ada"), True)
BREAD = SendRequest(language="EN", topic="Bread", key="key")


def test_another_process_does_not_send() -> None:
    """What a lost one did is not known, so nothing is repeated."""
    outcome = send_once(BREAD, NOWHERE, "another process", "send 1")

    assert (outcome.kind, outcome.code) == (OutcomeKind.UNSURE, "ANOTHER_PROCESS")


def test_what_is_repeated_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask computes a lost answer again; the send behind it may have been applied."""
    monkeypatch.delenv("WORKBENCH_SESSION_TOKEN", raising=False)
    first = send_once(BREAD, NOWHERE, process_name(), "send 2")
    second = send_once(BREAD, NOWHERE, process_name(), "send 2")

    assert (first.kind, second.kind) == (OutcomeKind.NOT_APPLIED, OutcomeKind.UNSURE)


def test_without_a_session_the_run_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported what to set, and where."""
    monkeypatch.delenv("WORKBENCH_SESSION_TOKEN", raising=False)
    outcome = send_once(BREAD, NOWHERE, process_name(), "send 3")

    assert (outcome.kind, outcome.effect) == (OutcomeKind.NOT_APPLIED, RunEffect.NOT_ALLOWED)
    assert "where the worker runs" in outcome.message


def test_a_worker_takes_its_session_from_its_own_file_first(tmp_path: Path) -> None:
    """A secret file is better than an environment that others may read."""
    path = tmp_path / "token"
    path.touch(mode=0o600)
    path.write_text("from-the-file\n", encoding="ascii")

    assert session_token({SESSION_TOKEN_FILE: str(path), SESSION_TOKEN: "other"}).reveal() == "from-the-file"
    assert session_token({SESSION_TOKEN: "from-the-environment"}).reveal() == "from-the-environment"


@pytest.mark.parametrize("mode", [0o644, 0o640])
def test_a_secret_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    """With what to do."""
    path = tmp_path / "token"
    path.touch()
    path.chmod(mode)

    with pytest.raises(Misconfigured, match="chmod 600"):
        session_token({SESSION_TOKEN_FILE: str(path)})


@pytest.mark.parametrize("environment", [{}, {SESSION_TOKEN: " "}, {SESSION_TOKEN_FILE: "missing"}])
def test_a_worker_without_a_session_says_so(environment: dict[str, str]) -> None:
    """Nothing is sent without one."""
    with pytest.raises(Misconfigured):
        session_token(environment)


def test_the_address_is_the_plans_place() -> None:
    """Workers stand where the plan was approved, or send nothing."""
    assert ServiceAddress.of(place()) == ServiceAddress(
        "https://lessons.example",
        ("service1", "org1", "ada"),
        True,
        organization_name="Acme",
        person_name="Ada",
    )
