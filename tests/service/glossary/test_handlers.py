"""The glossary: whole by language, compared and set, and told to anyone who writes lessons."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.starter_lessons.test_drafting import STARTER, TIDES
from tests.service.writers import ScriptedWriter
from workbench.authoring.style import GlossaryTerm
from workbench.service.findings.checks import RULESET, check_blocks
from workbench.service.findings.store import lessons_to_check, store_findings

pytestmark = pytest.mark.anyio

GET, SET = "organization.getGlossary", "organization.setGlossary"
AVOID = {"term": "sea level", "use": "avoid", "instead": "water level", "note": "harbour rule"}
USE = {"term": "Tide table", "use": "use"}


async def terms(person: Asking, **more: Any) -> list[tuple[str, str]]:
    """Language and term of each."""
    return [(term["language"], term["term"]) for term in (await person.data(GET, more))["terms"]]


async def test_it_is_empty_until_somebody_sets_it(ana: Asking) -> None:
    """Setting nothing makes nothing."""
    assert await ana.data(GET) == {"terms": [], "languages": []}
    assert await ana.done(SET, {"language": "EN", "terms": []}) == {"language": "EN", "version": 0, "terms": 0}
    assert await ana.data(GET) == {"terms": [], "languages": []}


async def test_a_language_is_set_whole(ana: Asking) -> None:
    """In the order of the alphabet; what is not in the new list is gone, other languages stay."""
    await ana.done(SET, {"language": "EN", "terms": [USE, AVOID]})
    await ana.done(SET, {"language": "pt-br", "terms": [{"term": "maré", "use": "use"}]})
    assert await terms(ana) == [("EN", "sea level"), ("EN", "Tide table"), ("PT-BR", "maré")]
    made = await ana.done(SET, {"language": "EN", "terms": [USE]})

    assert made == {"language": "EN", "version": 2, "terms": 1}
    assert await terms(ana) == [("EN", "Tide table"), ("PT-BR", "maré")]
    assert await terms(ana, language="EN") == [("EN", "Tide table")]


async def test_the_same_terms_change_nothing(ana: Asking) -> None:
    """No version, and no entry in the audit log."""
    for _ in range(2):
        assert (await ana.done(SET, {"language": "EN", "terms": [AVOID, USE]}))["version"] == 1
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["facts"] for entry in entries if entry["action"] == SET] == [
        {"language": "EN", "terms": 2, "added": 2, "removed": 0}
    ]


async def test_of_two_editors_at_once_one_is_told(ana: Asking) -> None:
    """Nothing of the first one's is lost: the second reads again and sets both."""
    ben = await asking(ana.service, "ben@example.org", role="author")
    wanted = [{"language": "EN", "terms": [term], "baseVersion": 0} for term in (AVOID, USE)]
    answers = await asyncio.gather(*(who.post(SET, request) for who, request in zip((ana, ben), wanted, strict=True)))
    refused = next(answer for answer in answers if answer.status_code != 200)

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert refused.json()["error"]["data"]["version"] == 1
    assert "Reload it" in refused.json()["error"]["message"]
    assert (await ana.done(SET, {"language": "EN", "terms": [AVOID, USE], "baseVersion": 1}))["version"] == 2


@pytest.mark.parametrize(
    "odd",
    [
        {"terms": [USE, {**USE, "term": "TIDE  table"}]},
        {"terms": [{"term": f"term {number}", "use": "use"} for number in range(501)]},
        {"terms": [{"term": f"{number:03}", "use": "avoid", "note": "x" * 200} for number in range(120)]},
        {"terms": [{**USE, "instead": "another"}]},
        {"terms": [{"term": "a\u202eb", "use": "use"}]},
        {"terms": [USE], "language": "not a code"},
        {"terms": [{**USE, "language": "EN"}]},
    ],
)
async def test_what_is_no_glossary_is_refused_whole(ana: Asking, odd: dict[str, Any]) -> None:
    """Nothing of it is stored."""
    refused = await ana.post(SET, {"language": "EN", **odd})

    assert refused.status_code == 400
    assert (await ana.data(GET))["terms"] == []


async def test_a_draft_is_told_the_terms_of_its_language(ana: Asking, eve: Asking, writer: ScriptedWriter) -> None:
    """Of the base language too, where the regional one says nothing else; of no other organization."""
    await ana.done(SET, {"language": "EN", "terms": [AVOID, USE]})
    await ana.done(SET, {"language": "EN-GB", "terms": [{"term": "Sea Level", "use": "use"}]})
    for language in ("EN", "EN-GB", "DE"):
        await ana.done(STARTER, {**TIDES, "language": language})
    await eve.done(STARTER, TIDES)
    sea, table = GlossaryTerm(language="EN", **AVOID), GlossaryTerm(language="EN", **USE)

    assert [request.glossary for request in writer.requests] == [
        (sea, table),
        (GlossaryTerm(language="EN-GB", term="Sea Level", use="use"), table),
        (),
        (),
    ]


async def test_roles(ana: Asking) -> None:
    """Anyone who reads lessons reads it; anyone who edits them sets it; another organization's is not there."""
    vera = await asking(ana.service, "vera@example.org", role="viewer")
    rita = await asking(ana.service, "rita@example.org", role="reviewer")
    other = await asking(ana.service, "olga@example.org", organization="Harbour School")
    await rita.done(SET, {"language": "EN", "terms": [USE]})

    assert await terms(vera) == [("EN", "Tide table")]
    assert (await vera.post(SET, {"language": "EN", "terms": []})).status_code == 403
    assert await terms(other) == []
    foreign = {"organizationId": ana.organization_id}
    assert (await other.get(GET, foreign)).status_code in (403, 404)
    assert (await other.post(SET, {**foreign, "language": "EN", "terms": []})).status_code in (403, 404)
    assert await terms(ana) == [("EN", "Tide table")]


async def test_a_glossary_has_so_many_languages(ana: Asking) -> None:
    """Then no further one, and those that are there are changed as before."""
    codes = [f"{first}{second}" for first in "AB" for second in "ABCDEFGHIJKLMNOPQRSTUVWXY"]
    for code in codes:
        await ana.done(SET, {"language": code, "terms": [USE]})
    refused = await ana.post(SET, {"language": "ZZ", "terms": [USE]})

    assert (len(codes), refused.status_code) == (50, 400)
    assert (await ana.done(SET, {"language": "AA", "terms": [AVOID]}))["version"] == 2
    assert len((await ana.data(GET))["languages"]) == 50


async def test_a_word_to_avoid_is_a_finding_of_each_lesson_that_has_it(ana: Asking, eve: Asking) -> None:
    """Of those written before, once they are checked again; and no more when the word may stand."""
    mine, theirs = [await who.starter("Moon over the harbour") for who in (ana, eve)]
    await check_all(ana)
    await ana.done(SET, {"language": "EN", "terms": [{"term": "MOON over", "use": "avoid", "instead": "moon above"}]})
    await check_all(ana)
    assert "term-to-avoid" in await rules(ana, mine["lessonId"])
    assert "term-to-avoid" not in await rules(eve, theirs["lessonId"])
    await ana.done(SET, {"language": "EN", "terms": []})
    await check_all(ana)

    assert "term-to-avoid" not in await rules(ana, mine["lessonId"])


async def check_all(person: Asking) -> None:
    """Checks every lesson that waits for it, as the service does in the background."""
    store = person.service.store
    while due := await store.read(lambda db: lessons_to_check(db, ruleset=RULESET)):
        found = [check_blocks(lesson) for lesson in due]
        await store.write(lambda db, found=found: store_findings(db, found, ruleset=RULESET))  # type: ignore[misc]


async def rules(person: Asking, lesson_id: str) -> set[str]:
    """The rules that found something in a lesson, as they are stored."""
    listed = await person.data("lesson.listFindings", {"lessonIds": [lesson_id]})
    return {finding["rule"] for finding in listed["lessons"][0]["findings"]}
