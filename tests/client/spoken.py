"""A conversation driven with plain values: exchanges go in, steps and outcomes come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workbench.client.conversation import ConnectionSettings, converse
from workbench.client.exchange import Exchange, NoAnswer, Send, UnreadableBody, Wait
from workbench.client.retry import RetryPolicy
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import get_org_tier_and_status, select_organization
from workbench.wire.batch import failure, failure_element
from workbench.wire.message import Response

TIER = {"tier": "Pro", "status": "Active"}
READ = get_org_tier_and_status(organization_id="o")
FREE_WRITE = select_organization(organization_id="o")
PAID_WRITE = create_starter_lesson(language="EN", topic="Bees")


@dataclass
class Spoken:
    """What a conversation sent, how long it waited, and its outcomes."""

    sends: list[Send]
    waits: list[float]
    outcomes: list[Any]


def spoken(
    calls: Sequence[Call[Any]],
    *exchanges: Exchange,
    settings: ConnectionSettings | None = None,
    stops: bool = False,
    half: float = 0.5,
) -> Spoken:
    """Give the conversation these exchanges in turn, the last one permanently."""
    settings = settings or ConnectionSettings(policy=RetryPolicy(chance=lambda: half))
    talk, left, spoken = converse(calls, settings, stops=stops), list(exchanges), Spoken([], [], [])
    step = None
    try:
        while True:
            step = talk.send(None if not isinstance(step, Send) else left.pop(0) if len(left) > 1 else left[0])
            if isinstance(step, Wait):
                spoken.waits.append(step.seconds)
            else:
                spoken.sends.append(step)
    except StopIteration as finished:
        spoken.outcomes = finished.value
    return spoken


def answered(*data: Any, http_status: int = 200, seconds: float = 0.0, **headers: str) -> Exchange:
    """A list of results."""
    body = json.dumps([{"result": {"data": entry}} for entry in data]).encode()
    return Exchange(Response(http_status, header_names(headers), body), seconds)


def refused(code: str, count: int = 1, seconds: float = 0.0, **headers: str) -> Exchange:
    """A list of `count` errors of this code."""
    element = failure_element(failure(code), "a.b")
    return Exchange(
        Response(failure(code).http_status, header_names(headers), b"[" + b",".join([element] * count) + b"]"), seconds
    )


def page(http_status: int, body: bytes = b"<html>a proxy's page</html>", **headers: str) -> Exchange:
    """What is no answer of the interface."""
    return Exchange(Response(http_status, header_names(headers), body))


def silence(*, sent: bool = True, seconds: float = 0.0) -> Exchange:
    """No answer."""
    return Exchange(NoAnswer("the connection broke off", sent=sent), seconds)


def too_large() -> Exchange:
    """An answer that was given up."""
    return Exchange(UnreadableBody(200, "an answer of more than 32 MiB"))


def header_names(headers: dict[str, str]) -> dict[str, str]:
    """Keyword arguments as header names."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def partly(*data: Any) -> Exchange:
    """Results, and for each `None` that the answer was full by then."""
    full = failure_element(failure("PAYLOAD_TOO_LARGE", reason="answerFull"), "a.b")
    elements = [full if entry is None else json.dumps({"result": {"data": entry}}).encode() for entry in data]
    return Exchange(Response(207, {}, b"[" + b",".join(elements) + b"]"))
