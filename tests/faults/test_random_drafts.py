"""Random drafts of a model, at a real service: stored or refused, never half, and never what the schema refuses.

`--drafts` says how many there are (`make sweep-drafts`: 2,000).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.random_drafts import random_answer
from tests.model_server import good, model_server
from tests.service.asking import open_for_test, signed_in
from workbench.authoring.content import content_problem
from workbench.authoring.repairs.markup import active_in_markdown, active_in_plain
from workbench.service.ai.model import model_writer
from workbench.service.running.settings import Settings
from workbench.service.store import credits

STARTER = "lesson.createStarterLesson"
TOPIC = "Tides: why the sea rises twice a day. Moon: pulls the water; Sun: helps or hinders; Earth: turns beneath."
CREDITS = 1_000_000


@pytest.mark.anyio
async def test_random_drafts_are_stored_or_refused(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """No 5xx; what is stored is of the schema and has no active markup; a credit for each lesson and none besides."""
    drafts = int(pytestconfig.getoption("--drafts"))
    outcomes: Counter[str] = Counter()
    with model_server(good()) as server:
        async with (
            open_for_test(Settings(f"sqlite:///{tmp_path / 'service.db'}")) as service,
            signed_in(service, credits_at_start=CREDITS) as ana,
        ):
            service.writer = model_writer(server.environment)
            service.gate.call = service.gate.call_in = lambda *_: None  # type: ignore[method-assign]  # rates
            for seed in range(drafts):
                server.answer_with(random_answer(seed))
                answered = await ana.post(STARTER, {"language": "EN", "topic": TOPIC})
                assert len(server.requests) <= 2, seed
                if answered.status_code == 200:
                    outcomes["stored"] += 1
                    lesson_id = answered.json()["result"]["data"]["lessonId"]
                    stored = await ana.data("lesson.getLesson", {"lessonId": lesson_id})
                    assert wrong(stored["blocks"]) == [], seed
                else:
                    error = answered.json()["error"]["data"]
                    assert (answered.status_code, error.get("reason")) == (422, "draftRefused"), (seed, error)
                    outcomes["refused"] += 1
            balance, total = await service.store.read(lambda db: credits.balance_and_sum(db, ana.organization_id))

    print(f"\n{drafts:,} random drafts: {dict(outcomes)}")
    assert balance == total == CREDITS - outcomes["stored"]
    assert min(outcomes["stored"], outcomes["refused"]) > drafts / 20


def wrong(blocks: list[dict]) -> list[str]:
    """Blocks that the schema refuses, or whose text would be active in a browser."""
    found = []
    for block in blocks:
        problem = content_problem(block["type"], block["content"])
        if problem:
            found.append(f"{block['type']}: {problem}")
        found += [
            f"{block['type']}.{field} is active" for field, text in texts(block["content"]) if is_active(field, text)
        ]
    return found


def is_active(field: str, text: str) -> bool:
    """Whether a browser would do something with it."""
    return active_in_markdown(text) if field == "markdown" else active_in_plain(text)


def texts(value: object, field: str = "") -> list[tuple[str, str]]:
    """The texts of a content, each with its field's name."""
    if isinstance(value, str):
        return [(field, value)]
    if isinstance(value, dict):
        return [each for name, inner in value.items() for each in texts(inner, name)]
    return [each for inner in value for each in texts(inner, field)] if isinstance(value, list) else []
