"""A starter lesson by a model, the whole way: our client, a service in a process of its own, an endpoint over HTTP.

Whatever the endpoint does, the lesson is written and paid for, or refused with its credits back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.model_server import (
    Answer,
    disconnecting,
    failing,
    good,
    hanging,
    limited,
    malformed,
    model_server,
    obedient,
    slow,
)
from tests.people import owner_of
from tests.service.serving import serving
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures import lesson, organization

ClientOf = Callable[..., Client]


@pytest.fixture
def client_of(tmp_path: Path) -> Iterator[ClientOf]:
    """A signed-in client, with 10 credits, of a service whose model gives the answers in turn."""
    with ExitStack() as stack:

        def start(*answers: Answer, seconds: str = "4") -> Client:
            model = stack.enter_context(model_server(*answers))
            settings = {**model.environment, "WORKBENCH_AI_DEADLINE_SECONDS": seconds}
            database = tmp_path / "service.db"
            added = owner_of(f"sqlite:///{database}", credits_at_start=10)
            service = stack.enter_context(serving(database, writer_environment=settings))
            return stack.enter_context(Client(service.base_url, added.session_token))

        yield start


def _balance(client: Client) -> int | None:
    return client.call(organization.get_user_data()).ai_credit_balance


def _kinds(client: Client) -> list[str]:
    return [entry.kind for entry in client.call(organization.get_credit_ledger()).entries]


@pytest.mark.parametrize(
    "answers",
    [(good(),), (slow(0.5),), (limited(), good()), (failing(500), good()), (obedient(),)],
    ids=["well", "slowly", "429 first", "500 first", "obeying the topic"],
)
def test_a_model_that_answers_writes_the_lesson(client_of: ClientOf, answers: tuple[Answer, ...]) -> None:
    """
    The lesson is kept with its writer and the tokens used; one credit is settled.
    """
    client = client_of(*answers, seconds="30")
    made = client.call(lesson.create_starter_lesson(language="EN", topic="Tides: why the sea rises twice a day."))
    kept = client.call(lesson.get_lesson(lesson_id=made.lesson_id))

    assert kept.writer == "openai:sham-model"
    assert kept.input_tokens is not None and kept.input_tokens > 0
    assert kept.output_tokens is not None and kept.output_tokens > 0
    assert "javascript:" not in kept.model_dump_json()
    assert (_balance(client), _kinds(client)) == (9, ["settle", "reserve", "grant"])


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ((malformed(),), "BAD_GATEWAY"),
        ((good("DE"),), "BAD_GATEWAY"),
        ((limited(),), "SERVICE_UNAVAILABLE"),
        ((failing(500),), "SERVICE_UNAVAILABLE"),
        ((disconnecting(),), "SERVICE_UNAVAILABLE"),
        ((hanging(),), "GATEWAY_TIMEOUT"),
    ],
    ids=["malformed", "wrong language", "429", "500", "cut", "hangs"],
)
def test_a_model_that_fails_costs_nothing(client_of: ClientOf, answers: tuple[Answer, ...], code: str) -> None:
    """
    The call is refused in plain words, nothing is kept, and the credit is back.
    """
    client = client_of(*answers)
    with pytest.raises(WorkbenchError) as refused:
        client.call(lesson.create_starter_lesson(language="EN", topic="Tides: why the sea rises twice a day."))

    assert getattr(refused.value, "code", None) == code
    assert "Nothing was charged" in str(refused.value)
    assert (_balance(client), _kinds(client)) == (10, ["release", "reserve", "grant"])
    assert client.call(lesson.list_lessons()).total == 0
