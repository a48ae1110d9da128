"""An outline is paid for once, whatever becomes of its answer, and the ledger says what the credit was for."""

from __future__ import annotations

import json

import pytest

from tests.service.asking import Asking
from tests.service.places import added_source
from tests.service.writers import ScriptedWriter
from workbench.service.ai.course_outline import OutlineRequest, brief_message
from workbench.service.ai.writer import WriterFailed

pytestmark = pytest.mark.anyio
OUTLINE = "courseRouter.proposeOutline"
BRIEF = {"brief": "The sea, for children of ten", "language": "EN"}


async def balance(person: Asking) -> int:
    """The credits that the person's organization has."""
    return int((await person.data("organization.getUserData"))["aiCreditBalance"])


@pytest.mark.usefixtures("writer")
async def test_an_outline_is_answered_and_paid_for(ana: Asking) -> None:
    """One credit, whose entry says what it was for."""
    before = await balance(ana)
    answer = await ana.done(OUTLINE, {**BRIEF, "lessons": 2})
    entries = (await ana.data("organization.getCreditLedger"))["entries"]

    assert [lesson["title"] for lesson in answer["lessons"]] == ["Tides", "Waves"]
    assert answer["lessons"][0]["objectives"] == ["Explain why there are tides"]
    assert (before - await balance(ana), answer["writer"]) == (1, "scripted")
    assert [(entry["kind"], entry["purpose"], entry["lessonId"]) for entry in entries[:2]] == [
        ("settle", "outline", None),
        ("reserve", "outline", None),
    ]


async def test_a_repeated_key_gives_the_same_outline_for_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """And another brief under that key is refused."""
    key = {"Idempotency_Key": "one"}
    first = await ana.post(OUTLINE, BRIEF, **key)
    left = await balance(ana)
    again = await ana.post(OUTLINE, BRIEF, **key)
    other = await ana.post(OUTLINE, {**BRIEF, "lessons": 9}, **key)

    assert first.json() == again.json() and again.headers["idempotent-replayed"] == "true"
    assert (await balance(ana), len(writer.requests), other.status_code) == (left, 1, 422)


async def test_a_refused_outline_costs_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """Its credits come back, with the reason that bulk and panels know."""
    before = await balance(ana)
    writer.failure = WriterFailed("The draft was no usable outline.", reason="malformed")
    answered = await ana.post(OUTLINE, BRIEF)

    assert (answered.status_code, answered.json()["error"]["data"]["reason"]) == (422, "draftRefused")
    assert await balance(ana) == before


async def test_without_a_model_nothing_is_offered_or_held(ana: Asking) -> None:
    """Not announced, no price, and a call says so before credits are held."""
    before = (await ana.data("organization.getCreditLedger"))["entries"]
    answered = await ana.post(OUTLINE, BRIEF)
    known = await ana.data("service.getCapabilities")

    assert (answered.status_code, answered.json()["error"]["data"]["code"]) == (412, "PRECONDITION_FAILED")
    assert "no" in answered.json()["error"]["message"] and OUTLINE not in known["procedures"]
    assert OUTLINE not in [price["procedure"] for price in known["prices"]]
    assert (await ana.data("organization.getCreditLedger"))["entries"] == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"brief": " "},
        {"brief": "x" * 4_001},
        {"brief": "a\u202eb"},
        {"lessons": 0},
        {"lessons": 301},
        {"language": "?"},
    ],
)
async def test_a_wrong_brief_is_refused_in_one_sentence(
    ana: Asking, writer: ScriptedWriter, wrong: dict[str, object]
) -> None:
    """400, and nothing is held."""
    answered = await ana.post(OUTLINE, {**BRIEF, **wrong})

    assert answered.status_code == 400


@pytest.mark.usefixtures("writer")
async def test_a_price_above_the_limit_is_refused(ana: Asking) -> None:
    """402, before the model is asked."""
    answered = await ana.post(OUTLINE, {**BRIEF, "maxCredits": 0})

    assert answered.status_code == 402
    assert "An outline costs 1 credit" in answered.json()["error"]["message"]


async def test_style_glossary_and_sources_reach_the_model(ana: Asking, writer: ScriptedWriter) -> None:
    """As data of the request; the passages are those of the sources that were named."""
    source_id = await added_source(ana)
    term = {"language": "EN", "terms": [{"term": "tide", "use": "use"}]}
    await ana.done("organization.setGlossary", term)
    await ana.done(OUTLINE, {**BRIEF, "style": {"audience": "children"}, "sourceIds": [source_id]})

    request = writer.requests[0]
    assert isinstance(request, OutlineRequest) and request.style is not None
    assert (request.style.audience, [glossary_term.term for glossary_term in request.glossary]) == (
        "children",
        ["tide"],
    )
    assert {passage.source_id for passage in request.passages} == {source_id}
    assert json.loads(brief_message(request))["passages"][0]["number"] == 1


@pytest.mark.usefixtures("writer")
async def test_a_source_of_others_is_not_there(ana: Asking, eve: Asking) -> None:
    """404 before anything is held; the same as for one that never was."""
    foreign = await ana.post(OUTLINE, {**BRIEF, "sourceIds": [await added_source(eve)]})
    missing = await ana.post(OUTLINE, {**BRIEF, "sourceIds": ["0" * 25]})

    assert (foreign.status_code, foreign.content) == (404, missing.content)
    assert await balance(ana) == 100
