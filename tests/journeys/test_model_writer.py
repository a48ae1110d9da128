"""A starter lesson by a model, the whole way: our client, a service in a separate process, an endpoint over HTTP.

Whatever the endpoint does, the lesson is written and paid for, or refused with its credits back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from tests.model_server import (
    Answer,
    ModelServer,
    by_topic,
    disconnecting,
    failing,
    good,
    hanging,
    limited,
    malformed,
    model_server,
    obedient,
    proposing,
    request_in,
    slow,
)
from tests.people import new_person
from tests.service.serving import serving
from workbench.bulk import Run, plan_topics
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures import lesson, organization

TOPIC = "Tides: why the sea rises twice a day."


@dataclass
class ModelService:
    """A service and the model that it asks, both running for the module's tests."""

    model: ModelServer
    url: str
    database: Path


@pytest.fixture(scope="module")
def model_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelService]:
    """A service that waits long for its model."""
    with started(tmp_path_factory.mktemp("model") / "service.db", "30") as service:
        yield service


@contextmanager
def started(database: Path, deadline_seconds: str) -> Iterator[ModelService]:
    """A service in a separate process, and its model."""
    with model_server(good()) as model:
        settings = {**model.environment, "WORKBENCH_AI_DEADLINE_SECONDS": deadline_seconds}
        with serving(database, writer_environment=settings) as service:
            yield ModelService(model, service.base_url, database)


@contextmanager
def client_of(service: ModelService, *answers: Answer) -> Iterator[Client]:
    """A client of a new organization with 10 credits; the model gives the answers in turn."""
    service.model.answer_with(*answers)
    name, database_url = str(uuid4()), f"sqlite:///{service.database}"
    owner = asyncio.run(new_person(database_url, f"{name}@example.org", name, credits_at_start=10))
    with Client(service.url, owner.session_token) as client:
        yield client


def _balance(client: Client) -> int | None:
    return client.call(organization.get_user_data()).ai_credit_balance


def _kinds(client: Client) -> list[str]:
    return [entry.kind for entry in client.call(organization.get_credit_ledger()).entries]


@pytest.mark.parametrize(
    "answers",
    [(good(),), (slow(0.5),), (limited(), good()), (failing(500), good()), (obedient(),), (malformed(), good())],
    ids=["well", "slowly", "429 first", "500 first", "obeying the topic", "malformed first"],
)
def test_a_model_that_answers_writes_the_lesson(model_service: ModelService, answers: tuple[Answer, ...]) -> None:
    """
    The lesson is stored with its writer and the tokens used; one credit is settled.
    """
    with client_of(model_service, *answers) as client:
        made = client.call(lesson.create_starter_lesson(language="EN", topic=TOPIC))
        stored = client.call(lesson.get_lesson(lesson_id=made.lesson_id))

        assert stored.writer == "openai:sham-model"
        assert stored.input_tokens is not None and stored.input_tokens > 0
        assert stored.output_tokens is not None and stored.output_tokens > 0
        assert "javascript:" not in stored.model_dump_json()
        assert (_balance(client), _kinds(client)) == (9, ["settle", "reserve", "grant"])


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ((malformed(),), "UNPROCESSABLE_CONTENT"),
        ((good("DE"),), "UNPROCESSABLE_CONTENT"),
        ((limited(),), "SERVICE_UNAVAILABLE"),
        ((failing(500),), "SERVICE_UNAVAILABLE"),
        ((disconnecting(),), "SERVICE_UNAVAILABLE"),
    ],
    ids=["malformed", "wrong language", "429", "500", "cut"],
)
def test_a_model_that_fails_costs_nothing(model_service: ModelService, answers: tuple[Answer, ...], code: str) -> None:
    """
    The call is refused in plain language, nothing is stored, and the credit is back.
    """
    assert_costs_nothing(model_service, answers, code)


def test_a_model_that_hangs_costs_nothing(tmp_path: Path) -> None:
    """
    The service gives up at its deadline.
    """
    with started(tmp_path / "service.db", "4") as service:
        assert_costs_nothing(service, (hanging(),), "GATEWAY_TIMEOUT")


def test_a_run_refuses_the_rows_whose_drafts_are_malformed(model_service: ModelService) -> None:
    """
    Regression: a malformed draft looked like a lost answer, took five paid model calls a row, and ended `unsure`. A bad
    row is sent once, so nothing is waited for, asks the model twice, and is `refused` with why; a retry makes it.
    """
    model, bad = model_service.model, {"Rust": malformed(), "Wood": proposing(title="")}
    with client_of(model_service, by_topic(bad, good())) as client:
        plan = plan_topics(["Tides", "Rust", "Bread", "Wood"], client, language="EN")
        with Run(plan, client, plan.approve(credits=4)) as run:
            frame = run.start().wait(60).frame()
            requests = Counter(request_in(request)["topic"] for request in model.requests)

            assert frame["state"].tolist() == ["done", "refused", "done", "refused"]
            assert frame["attempts"].tolist() == [1, 1, 1, 1]
            assert requests == {"Tides": 1, "Rust": 2, "Bread": 1, "Wood": 2}
            assert (
                "not a single complete JSON object" in frame["error"][1] and "The title is empty." in frame["error"][3]
            )
            assert (frame["choices"][1], frame["needs_you"].any()) == ("`run.retry(2)`", False)
            assert (_balance(client), client.call(lesson.list_lessons()).total) == (8, 2)

            model.answer_with(good())
            assert run.retry() == 2
            assert run.start().wait(60).frame()["state"].tolist() == ["done"] * 4
        assert (_balance(client), client.call(lesson.list_lessons()).total) == (6, 4)


def assert_costs_nothing(service: ModelService, answers: tuple[Answer, ...], code: str) -> None:
    """The call ends with this code; the organization has its credits and no lesson."""
    with client_of(service, *answers) as client:
        with pytest.raises(WorkbenchError) as refused:
            client.call(lesson.create_starter_lesson(language="EN", topic=TOPIC))

        assert getattr(refused.value, "code", None) == code
        assert "Nothing was charged" in str(refused.value)
        assert (_balance(client), _kinds(client)) == (10, ["release", "reserve", "grant"])
        assert client.call(lesson.list_lessons()).total == 0
