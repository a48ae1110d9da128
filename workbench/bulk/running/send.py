"""One paid send: from a claimed row to an outcome. It runs in the worker and needs no journal.

An errand can be carried to another process; it holds no session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.outcome import Outcome, failed, made
from workbench.bulk.planning.target import Conversations, RunTarget
from workbench.bulk.running.clocks import monotonic_ms
from workbench.procedures.lesson import create_starter_lesson


@dataclass(frozen=True, slots=True)
class SendRequest:
    """What to send. `None` is not sent: the service does not announce it."""

    language: str
    topic: str
    organization_id: str | None
    project_id: str | None
    max_credits: int | None
    key: str | None
    run: str | None = None
    is_shared: bool = False


def errand(claim: Claim, place: RunTarget, run: str | None = None) -> SendRequest:
    """The errand for a claim. Every send of a row says the same, or its key would not be known again.

    `run` is the run's name: no part of what the key stands for, told for the service's ledger only.
    """
    return SendRequest(
        language=claim.language,
        topic=claim.topic,
        organization_id=place.organization_id if place.takes_organization else None,
        project_id=claim.project_id if place.takes_organization else None,
        max_credits=claim.max_credits if place.takes_max_credits else None,
        key=claim.key if claim.keyed else None,
        run=run if place.takes_run_name else None,
        is_shared=claim.is_shared,
    )


def send(client: Conversations, errand: SendRequest) -> Outcome:
    """Send once and say what came of it. Raises nothing: what is not understood is unsure."""
    began = monotonic_ms()
    return replace(_sent(client, errand), took_ms=monotonic_ms() - began)


def _sent(client: Conversations, errand: SendRequest) -> Outcome:
    try:
        call = create_starter_lesson(
            language=errand.language,
            topic=errand.topic,
            organization_id=errand.organization_id,
            project_id=errand.project_id,
            max_credits=errand.max_credits,
        )
        if errand.key is None:
            return made(client.call(call))
        keyed = client.call_keyed(call.keyed(errand.key, run=errand.run, is_shared=errand.is_shared))
        return replace(made(keyed.answer), is_replayed=keyed.is_replayed, is_joined=keyed.is_joined)
    except Exception as error:  # noqa: BLE001  (an error nobody foresaw says nothing about the lesson)
        return failed(error, keyed=errand.key is not None)
