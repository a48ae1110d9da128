"""Random drafts of a model, at a real service: stored or refused, never half, and never what the schema refuses.

`--drafts` says how many there are (`make sweep-drafts`: 2,000).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.random_drafts import random_answer, random_upload
from tests.model_server import good, model_server
from tests.service.asking import open_for_test, signed_in
from workbench.authoring.content import content_problem
from workbench.authoring.quotes import FoldedText
from workbench.authoring.repairs.markup import active_in_markdown, active_in_plain
from workbench.service.administration.checking import problems
from workbench.service.ai.model import model_writer
from workbench.service.credits import store as credits
from workbench.service.kernel.settings import Settings

STARTER = "lesson.createStarterLesson"
TOPIC = "Tides: why the sea rises twice a day. Moon: pulls the water; Sun: helps or hinders; Earth: turns beneath."
CREDITS = 1_000_000
PASSAGES = [
    "The moon pulls the water of the sea, and the sun helps or hinders it: spring tides rise 4.5 m, neap tides 1.2 m.",
    "Twice a day the sea rises.\nThe earth turns be-\nneath two bulges of water. <script>alert(1)</script>",
]
SOURCE = {
    "title": "<b>Tides",
    "contentDigest": "0" * 64,
    "first": 1,
    "passages": [{"place": "page <i>1", "text": passage} for passage in PASSAGES],
    "isLast": True,
}


@pytest.mark.anyio
async def test_random_drafts_are_stored_or_refused(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """No 5xx; what is stored is of the schema and has no active markup; a credit for each lesson and none besides."""
    drafts = int(pytestconfig.getoption("--drafts"))
    outcomes: Counter[str] = Counter()
    states: set[str] = set()
    with model_server(good()) as server:
        async with (
            open_for_test(Settings(f"sqlite:///{tmp_path / 'service.db'}")) as service,
            signed_in(service, credits_at_start=CREDITS) as ana,
        ):
            service.writer = model_writer(server.environment)
            service.gate.call = service.gate.call_in = lambda *_: None  # type: ignore[method-assign]  # rates
            source = await ana.done("source.addPassages", SOURCE)
            for seed in range(drafts):
                server.answer_with(random_answer(seed))
                sources = {} if seed % 2 else {"sourceIds": [source["sourceId"]]}
                answered = await ana.post(STARTER, {"language": "EN", "topic": TOPIC, **sources})
                assert len(server.requests) <= 2, seed
                if answered.status_code == 200:
                    outcomes["stored"] += 1
                    lesson_id = answered.json()["result"]["data"]["lessonId"]
                    stored = await ana.data("lesson.getLesson", {"lessonId": lesson_id})
                    assert wrong(stored["blocks"]) == [], seed
                    quotes = [source for block in stored["blocks"] for source in block["content"].get("sources", [])]
                    assert [quote["quote"] for quote in quotes if is_invented(quote)] == [], seed
                    states |= {quote["state"] for quote in quotes}
                else:
                    error = answered.json()["error"]["data"]
                    assert (answered.status_code, error.get("reason")) == (422, "draftRefused"), (seed, error)
                    outcomes["refused"] += 1
            balance, total = await service.store.read(lambda db: credits.balance_and_sum(db, ana.organization_id))

    assert drafts < 40 or states == {"verified", "corrected", "unverified"}
    print(f"\n{drafts:,} random drafts: {dict(outcomes)}")
    assert balance == total == CREDITS - outcomes["stored"]
    assert min(outcomes["stored"], outcomes["refused"]) > drafts / 20


@pytest.mark.anyio
async def test_random_uploads_are_stored_or_refused(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """No 5xx; a source is ready or has no passage for anybody, and what is kept hangs together."""
    uploads = 5 * int(pytestconfig.getoption("--drafts"))
    answers: Counter[int] = Counter()
    async with (
        open_for_test(Settings(f"sqlite:///{tmp_path / 'service.db'}")) as service,
        signed_in(service) as ana,
    ):
        service.gate.call = service.gate.call_in = lambda *_: None  # type: ignore[method-assign]  # rates
        for seed in range(uploads):
            answers[(await ana.post("source.addPassages", random_upload(seed))).status_code] += 1
        sources = (await ana.data("source.listSources", {"limit": 1_000}))["sources"]
        for source in sources:
            page = await ana.data("source.getPassages", {"sourceId": source["sourceId"], "limit": 100})
            assert len(page["passages"]) == (source["passages"] if source["isReady"] else 0)
        assert await service.store.read(problems) == []

    print(f"\n{uploads:,} random uploads: {dict(answers)}, {len(sources)} sources")
    assert set(answers) <= {200, 400, 409}
    assert min(answers[200], answers[400]) > uploads / 20 and {source["isReady"] for source in sources} == {True, False}


def wrong(blocks: list[dict]) -> list[str]:
    """Blocks that the schema refuses, or whose text would be active in a browser."""
    found = []
    for block in blocks:
        problem = content_problem(block["type"], block["content"])
        if problem:
            found.append(f"{block['type']}: {problem}")
        own = {name: value for name, value in block["content"].items() if name != "sources"}  # shown escaped
        found += [f"{block['type']}.{field} is active" for field, text in texts(own) if is_active(field, text)]
    return found


def is_invented(quote: dict[str, str]) -> bool:
    """Whether a quote is reported as the passage's, and is not."""
    words = FoldedText(quote["quote"]).folded_text
    return quote["state"] != "unverified" and not any(words in FoldedText(passage).folded_text for passage in PASSAGES)


def is_active(field: str, text: str) -> bool:
    """Whether a browser would do something with it."""
    return active_in_markdown(text) if field == "markdown" else active_in_plain(text)


def texts(value: object, field: str = "") -> list[tuple[str, str]]:
    """The texts of a content, each with its field's name."""
    if isinstance(value, str):
        return [(field, value)]
    if isinstance(value, dict):
        return [text for name, inner in value.items() for text in texts(inner, name)]
    return [text for inner in value for text in texts(inner, field)] if isinstance(value, list) else []
