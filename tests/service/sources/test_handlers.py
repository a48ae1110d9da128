"""Sources are uploaded in parts, used when they are whole, and are their organization's."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest
from sqlalchemy import text

from tests.service.asking import Asking, asking
from workbench.service.administration.checking import problems
from workbench.service.db.statement import Statement
from workbench.service.sources.uploads import delete_source

pytestmark = pytest.mark.anyio

LEFT = Statement(
    text(
        "SELECT id FROM source UNION ALL SELECT source_id FROM source_version "
        "UNION ALL SELECT place FROM passage UNION ALL SELECT 'indexed' FROM search_passage"
    )
)
MANY_SOURCES = (
    "WITH RECURSIVE rows (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM rows WHERE number < 999) "
    "INSERT INTO source (id, organization_id, title, version, is_publishable, created_at, updated_at) "
    "SELECT 'copy' || CAST(number AS TEXT), organization_id, title, 1, is_publishable, created_at, updated_at "
    "FROM source, rows"
)
ONE, OTHER = "1" * 64, "2" * 64


def part(first: int, *texts: str, last: bool = False, digest: str = ONE, **more: Any) -> dict[str, Any]:
    """A part of an upload, a passage for each text."""
    passages = [{"place": f"page {number}", "text": text} for number, text in enumerate(texts, first)]
    return {
        "title": "Handbook",
        "contentDigest": digest,
        "first": first,
        "passages": passages,
        "isLast": last,
        **more,
    }


async def texts(person: Asking, source_id: str, **more: Any) -> list[str]:
    """The texts of the source's passages that are given."""
    answer = await person.data("source.getPassages", {"sourceId": source_id, **more})
    return [passage["text"] for passage in answer["passages"]]


async def listed(person: Asking) -> list[tuple[str, int, int, bool]]:
    """Title, version, passages of each source, and whether it is ready."""
    found = (await person.data("source.listSources"))["sources"]
    return [(source["title"], source["version"], source["passages"], source["isReady"]) for source in found]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3)))[::2])
async def test_a_source_is_ready_when_no_passage_is_missing(ana: Asking, order: tuple[int, ...]) -> None:
    """In whichever order its parts come, each of them twice; before that it has no passage for anybody."""
    begun = await ana.done("source.addPassages", part(1, "a"))
    parts = [part(1, "a"), part(2, "b", "c"), part(4, "d", last=True)]
    for number, place in enumerate(order):
        assert await texts(ana, begun["sourceId"]) == []
        answer = await ana.done("source.addPassages", {**parts[place], "sourceId": begun["sourceId"]})
        assert await ana.done("source.addPassages", {**parts[place], "sourceId": begun["sourceId"]}) == answer
        assert answer["isReady"] == (number == 2)
    assert await texts(ana, begun["sourceId"]) == ["a", "b", "c", "d"]
    assert await listed(ana) == [("Handbook", 1, 4, True)]
    assert await ana.service.store.read(problems) == []


async def test_who_lost_an_answer_makes_no_second_source(ana: Asking) -> None:
    """The first part again, without the id that was never seen, continues with the same source, also when complete."""
    first = await ana.done("source.addPassages", part(1, "a", "b"))
    again = await ana.done("source.addPassages", part(1, "a", "b"))
    whole = await ana.done("source.addPassages", part(3, "c", last=True))
    repeated = await ana.done("source.addPassages", part(1, "a", "b"))
    other = await ana.done("source.addPassages", part(1, "a", last=True, title="Another book"))

    assert first == again
    assert repeated == whole == {"sourceId": first["sourceId"], "version": 1, "passages": 3, "isReady": True}
    assert other["sourceId"] != first["sourceId"]


async def test_a_new_version_takes_the_place_of_the_old_one_when_it_is_whole(ana: Asking) -> None:
    """Until then the old one is used. What was cited of it stays readable; the old file again is a third version."""
    made = await ana.done("source.addPassages", part(1, "old", last=True))
    where = {"sourceId": made["sourceId"]}
    begun = await ana.done("source.addPassages", {**part(1, "new", digest=OTHER), **where})
    before = (begun["version"], await listed(ana), await texts(ana, made["sourceId"]))
    await ana.done("source.addPassages", {**part(2, "newer", digest=OTHER, last=True), **where})
    after = (await listed(ana), await texts(ana, made["sourceId"]), await texts(ana, made["sourceId"], version=1))
    cited = (await ana.data("source.getPassages", {**where, "version": 1}))["passages"][0]["passageId"]
    back = await ana.done("source.addPassages", {**part(1, "old", last=True), **where})

    assert before == (2, [("Handbook", 1, 1, True)], ["old"])
    assert after == ([("Handbook", 2, 2, True)], ["new", "newer"], ["old"])
    assert (back["version"], await texts(ana, made["sourceId"], passageIds=[cited])) == (3, ["old"])
    assert await ana.service.store.read(problems) == []


async def test_a_file_that_is_read_otherwise_replaces_what_was_begun(ana: Asking) -> None:
    """A reader of a newer release cuts it otherwise: from the first passage that differs on, the old ones go."""
    made = await ana.done("source.addPassages", part(1, "a", "b", "c"))
    where = {"sourceId": made["sourceId"]}
    middle = await ana.done("source.addPassages", {**part(2, "B"), **where})
    last = await ana.done("source.addPassages", {**part(3, "C", last=True), **where})

    assert (middle["passages"], last["passages"], last["isReady"]) == (2, 3, True)
    assert await texts(ana, made["sourceId"]) == ["a", "B", "C"]
    assert await texts(ana, made["sourceId"], query="b") == ["B"]
    assert await ana.service.store.read(problems) == []


async def test_two_who_upload_the_same_version_share_it(ana: Asking) -> None:
    """At the same time, part by part: one version, each passage once."""
    ben = await asking(ana.service, "ben@example.org", "Acme", role="author")
    made = await ana.done("source.addPassages", part(1, "old", last=True))
    parts = [part(1, "a", "b", digest=OTHER), part(3, "c", "d", digest=OTHER, last=True)]
    for given_part in parts:
        sent = [who.done("source.addPassages", {**given_part, "sourceId": made["sourceId"]}) for who in (ana, ben)]
        answers = await asyncio.gather(*sent)
        assert answers[0] == answers[1]
    assert answers[0]["version"] == 2 and answers[0]["isReady"]
    assert await texts(ana, made["sourceId"]) == ["a", "b", "c", "d"]


async def test_uploads_at_once_get_in_nobodys_way(ana: Asking) -> None:
    """New sources, new versions and further parts, at once: each has its own version, and none waits for ever."""
    made = await ana.done("source.addPassages", part(1, "old", last=True))
    where = {"sourceId": made["sourceId"]}
    parts = [
        *[part(1, "a", digest=str(number) * 64, last=True, title=f"Book {number % 3}") for number in range(6)],
        *[{**part(1, "b", digest=str(number) * 64), **where} for number in range(4, 8)],
        *[{**part(2, "c", digest=str(number) * 64, last=True), **where} for number in range(4, 8)],
    ]
    answers = await asyncio.gather(*[ana.post("source.addPassages", given_part) for given_part in parts])

    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    assert {answer.status_code for answer in answers[10:]} <= {200, 409}
    assert len(await listed(ana)) == 7
    assert await ana.service.store.read(problems) == []


async def test_a_version_begins_with_its_first_passage(ana: Asking) -> None:
    """Who continues with what is not there is told to begin again; nothing is stored."""
    refused = await ana.post("source.addPassages", part(2, "b"))

    assert refused.status_code == 409
    assert "Begin again with passage 1" in refused.json()["error"]["message"]
    assert await listed(ana) == []


async def test_an_upload_that_was_left_is_removed_later(ana: Asking) -> None:
    """Where another version becomes current; nobody could use it."""
    made = await ana.done("source.addPassages", part(1, "old", last=True))
    where = {"sourceId": made["sourceId"]}
    await ana.done("source.addPassages", {**part(1, "left", digest=OTHER), **where})
    await ana.done("source.addPassages", {**part(1, "new", digest="3" * 64, last=True), **where})

    refused = await ana.post("source.addPassages", {**part(2, "left too", digest=OTHER), **where})
    assert (refused.status_code, await listed(ana)) == (409, [("Handbook", 3, 1, True)])
    assert await ana.service.store.read(problems) == []


async def test_a_source_has_limits_and_says_which(ana: Asking) -> None:
    """More passages than one may have are refused before any is stored."""
    made = await ana.done("source.addPassages", part(1, "a"))
    refused = await ana.post("source.addPassages", {**part(20_000, "y", "z"), "sourceId": made["sourceId"]})

    assert refused.status_code == 400
    assert "at most 20,000 passages" in refused.json()["error"]["message"]
    assert await listed(ana) == [("Handbook", 1, 1, False)]


@pytest.mark.parametrize(
    ("fill", "more", "sentence"),
    [
        ("UPDATE source_version SET characters = 39999999", {}, "at most 40,000,000 characters"),
        (
            MANY_SOURCES,
            {"sourceId": None, "title": "One more"},
            "at most 1,000 sources",
        ),
    ],
)
async def test_a_full_source_and_a_full_organization_take_no_more(
    ana: Asking, fill: str, more: dict[str, Any], sentence: str
) -> None:
    """Counted is what is stored; the sentence says what to do instead."""
    made = await ana.done("source.addPassages", part(1, "a"))
    await ana.service.store.write(lambda db: db.run(Statement(text(fill))))
    first = 1 if more else 2
    asked = {**part(first, "bc"), "sourceId": made["sourceId"], **more}
    refused = await ana.post("source.addPassages", {name: value for name, value in asked.items() if value is not None})

    assert refused.status_code == 400
    assert sentence in refused.json()["error"]["message"]
    assert await ana.service.store.read(problems) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", "\u200b \u0007"),
        ("text", "x" * 4_001),
        ("place", "x" * 201),
        ("place", "page\u202e 3"),
        ("text", 7),
        ("note", "x"),
    ],
)
async def test_a_passage_that_is_none_is_refused(ana: Asking, field: str, value: object) -> None:
    """With the field's name, and nothing of the call is stored."""
    wrong = part(1, "a", "b")
    wrong["passages"][1] |= {field: value}
    refused = await ana.post("source.addPassages", wrong)

    assert refused.status_code == 400
    assert f"passages.1.{field}" in refused.json()["error"]["message"]
    assert await listed(ana) == []


async def test_a_documents_text_is_cleaned(ana: Asking) -> None:
    """Control characters are spaces (a NUL is refused as everywhere); soft hyphens and joiners stay."""
    made = await ana.done("source.addPassages", part(1, "a\x07b\u202ec\r\nd\u00ad\u200d\x0ce", last=True))

    assert await texts(ana, made["sourceId"]) == ["a b c\nd\u00ad\u200d e"]


async def test_passages_are_found_by_their_words(ana: Asking) -> None:
    """Rare words count more; those of headings too; another version's and another source's are not found."""
    made = await ana.done(
        "source.addPassages",
        part(1, "Flour and water.", "Water makes gluten.", "Crème brûlée and water.", "Salt.", last=True),
    )
    await ana.done("source.addPassages", part(1, "Gluten again.", title="Other", last=True))
    source_id = made["sourceId"]

    assert await texts(ana, source_id, query="gluten water") == [
        "Water makes gluten.", "Flour and water.", "Crème brûlée and water.",
    ]  # fmt: skip
    assert await texts(ana, source_id, query="CREME BRULEE", limit=1) == ["Crème brûlée and water."]
    assert await texts(ana, source_id, query='"OR NEAR(* ^') == []
    assert await texts(ana, source_id, query="\u0007 § §1") == []


async def test_passages_come_page_by_page(ana: Asking) -> None:
    """The cursor stays in the version that was begun with, also when a new one is current in the meantime."""
    made = await ana.done("source.addPassages", part(1, *"abcde", last=True))
    ask = {"sourceId": made["sourceId"], "limit": 2}
    first = await ana.data("source.getPassages", ask)
    await ana.done("source.addPassages", {**part(1, "new", digest=OTHER, last=True), "sourceId": made["sourceId"]})
    second = await ana.data("source.getPassages", {**ask, "cursor": first["nextCursor"]})
    third = await ana.data("source.getPassages", {**ask, "cursor": second["nextCursor"]})

    assert [passage["text"] for page in (first, second, third) for passage in page["passages"]] == list("abcde")
    assert third["nextCursor"] is None
    wrong = await ana.get("source.getPassages", {**ask, "cursor": "p.0.x"})
    assert (wrong.status_code, wrong.json()[0]["error"]["data"]["code"]) == (400, "BAD_REQUEST")


async def test_a_foreign_passage_is_not_given(ana: Asking, eve: Asking) -> None:
    """By its id, at one's own source, or at hers."""
    own = await ana.done("source.addPassages", part(1, "own", last=True))
    hers = await eve.done("source.addPassages", part(1, "hers", last=True))
    (passage,) = (await eve.data("source.getPassages", {"sourceId": hers["sourceId"]}))["passages"]

    assert await texts(ana, own["sourceId"], passageIds=[passage["passageId"], "x", "a.1.99999"]) == []
    assert (await ana.get("source.getPassages", {"sourceId": hers["sourceId"]})).status_code == 404
    assert await listed(ana) == [("Handbook", 1, 1, True)]


async def test_a_source_goes_with_all_that_is_in_it(ana: Asking) -> None:
    """Its versions and the index too; the log says who did it."""
    made = await ana.done("source.addPassages", part(1, "a", last=True))
    where = {"sourceId": made["sourceId"]}
    await ana.done("source.addPassages", {**part(1, "b", digest=OTHER), **where})
    await ana.done("source.deleteSource", where)

    assert await listed(ana) == []
    assert [(await ana.post("source.deleteSource", where)).status_code] == [404]
    assert (await ana.post("source.addPassages", {**part(2, "c", digest=OTHER), **where})).status_code == 404
    actions = [entry["action"] for entry in (await ana.data("organization.getAuditLog"))["entries"]]
    assert actions[:3] == ["source.deleteSource", "source.addPassages", "source.addPassages"]
    assert await ana.service.store.read(problems) == []


async def test_what_a_killed_deletion_left_goes_with_the_next(ana: Asking) -> None:
    """Nobody sees the source in the meantime: not by id, in lists, by the same title and content, nor for a lesson."""
    made = await ana.done("source.addPassages", part(1, "a", last=True))
    where = {"sourceId": made["sourceId"]}
    mark = {"organization_id": ana.organization_id, "now": 1}
    assert await ana.service.store.write(lambda db: delete_source(db, made["sourceId"], **mark))
    hidden = [
        (await ana.get("source.getPassages", where)).status_code,
        (await ana.post("source.addPassages", {**part(1, "a", last=True), **where})).status_code,
        (await ana.post("source.deleteSource", where)).status_code,
    ]
    again = await ana.done("source.addPassages", part(1, "a", last=True))
    shown = await listed(ana)
    await ana.done("source.deleteSource", {"sourceId": again["sourceId"]})

    assert (hidden, shown) == ([404] * 3, [("Handbook", 1, 1, True)])
    assert again["sourceId"] != made["sourceId"]
    assert await ana.service.store.read(lambda db: db.rows(LEFT)) == []


async def test_what_learners_may_read_is_for_who_may_share(ana: Asking) -> None:
    """A reviewer adds sources and gives them titles, and lets nobody read them."""
    rita = await asking(ana.service, "rita@example.org", "Acme", role="reviewer")
    made = await rita.done("source.addPassages", part(1, "a", last=True))
    where = {"sourceId": made["sourceId"]}
    refused = [
        await rita.post("source.updateSource", {**where, "isPublishable": True}),
        await rita.post("source.addPassages", part(1, "b", last=True, title="Second", isPublishable=True)),
    ]
    renamed = await rita.done("source.updateSource", {**where, "title": "Rye"})
    shared = await ana.done("source.updateSource", {**where, "isPublishable": True})

    assert [answer.status_code for answer in refused] == [403, 403]
    assert (renamed["title"], renamed["isPublishable"], shared["isPublishable"]) == ("Rye", False, True)
    entries = (await ana.data("organization.getAuditLog"))["entries"]
    assert [entry["facts"] for entry in entries[:2]] == [
        {"isPublishable": True},
        {"titleBefore": "Handbook", "title": "Rye"},
    ]


async def test_sources_come_page_by_page_the_last_changed_first(ana: Asking) -> None:
    """Each once."""
    for title in ("One", "Two", "Three"):
        await ana.done("source.addPassages", part(1, title, title=title, last=True))
    first = await ana.data("source.listSources", {"limit": 2})
    second = await ana.data("source.listSources", {"limit": 2, "cursor": first["nextCursor"]})

    titles = [source["title"] for page in (first, second) for source in page["sources"]]
    assert sorted(titles) == ["One", "Three", "Two"] and second["nextCursor"] is None
    assert (await ana.get("source.listSources", {"cursor": "x"})).status_code == 400
