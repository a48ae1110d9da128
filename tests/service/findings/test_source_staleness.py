"""A new version of a source is a finding of the blocks that quote the old one, with where the words are now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from workbench.service.findings.background_checks import check_some

pytestmark = pytest.mark.anyio

BLOCK, OTHER = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7ab"


async def source(person: Asking, *texts: str, digest: str = "a", **more: Any) -> str:
    """The id of a source of these passages, or of its next version."""
    passages = [{"place": f"page {number}", "text": text} for number, text in enumerate(texts, 1)]
    upload = {"title": "<b>Manual", "contentDigest": digest * 64, "first": 1, "passages": passages, "isLast": True}
    return str((await person.done("source.addPassages", {**upload, **more}))["sourceId"])


def citing(source_id: str, text: str, *, version: int = 1, block_id: str = BLOCK) -> dict[str, Any]:
    """A block that quotes the first passage of a version."""
    quote = {
        "passageId": f"{source_id}.{version}.1",
        "quote": text,
        "sourceId": source_id,
        "title": "<b>Manual",
        "place": "page 1",
        "state": "verified",
    }
    return {"id": block_id, "type": "text", "content": {"markdown": "Valves.", "sources": [quote]}}


async def lesson(person: Asking, *blocks: dict[str, Any]) -> str:
    """The id of a lesson of these blocks."""
    made = await person.done("lesson.createLesson", {"title": "Valves", "language": "EN"})
    mutations = [{"type": "lessonBlockInsert", "block": block} for block in blocks]
    transaction = {"label": "edit", "mutations": mutations}
    edit = {"lessonId": made["lessonId"], "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", edit)
    return str(made["lessonId"])


async def outdated(person: Asking, lesson_id: str) -> list[tuple[str, str]]:
    """Block and message of the findings about outdated sources, as the lesson's own findings have them."""
    found = (await person.data("lesson.getFindings", {"lessonId": lesson_id}))["findings"]
    order = ["error", "warning", "note"]
    assert sorted(found, key=lambda finding: order.index(finding["severity"])) == found
    return [(finding["blockId"], finding["message"]) for finding in found if finding["rule"] == "outdated-source"]


async def listed(person: Asking) -> list[str]:
    """The blocks of such findings, as the list of findings has them."""
    found = (await person.data("lesson.listFindings"))["lessons"][0]["findings"]
    return [finding["blockId"] for finding in found if finding["rule"] == "outdated-source"]


async def test_a_block_of_an_old_version_is_found(ana: Asking) -> None:
    """Whether the lesson was checked before or not; by the list too once it was; not by a version that is not whole."""
    source_id = await source(ana, "The valve opens at 1,450 kPa.")
    lesson_id = await lesson(ana, citing(source_id, "The valve opens at 1,450 kPa."))
    before = await outdated(ana, lesson_id)
    await check_some(ana.service, "test")
    await source(ana, "Something new.", digest="b", sourceId=source_id, isLast=False)
    unfinished = (await outdated(ana, lesson_id), await listed(ana))
    await source(ana, "Something new.", "The valve opens\nat 1,450 kPa.", digest="c", sourceId=source_id)
    ((block, message),) = await outdated(ana, lesson_id)

    assert (before, unfinished) == ([], ([], []))
    assert (block, await listed(ana)) == (BLOCK, [BLOCK])
    assert message == (
        "The source “<b>Manual” has a newer version (3) than the one quoted here (1). "
        "The quoted text is there too: page 2."
    )


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("The valve opens at 1,450 bar.", "Compare it with page 1."),
        (
            "A valve of this kind opens much earlier.",
            "The quoted text is no longer in it; the most similar passage is page 1.",
        ),
        ("Nothing.", "Compare its quotes with the new version."),
    ],
)
async def test_an_author_is_told_where_the_words_are_now(ana: Asking, text: str, ending: str) -> None:
    """Nearly the same, gone with something like it, or nowhere."""
    source_id = await source(ana, "The valve opens at 1,450 kPa.")
    lesson_id = await lesson(ana, citing(source_id, "The valve opens at 1,450 kPa."))
    await source(ana, text, digest="b", sourceId=source_id)
    ((_, message),) = await outdated(ana, lesson_id)

    assert message.endswith(ending)


async def test_a_block_that_was_revised_is_found_no_more(ana: Asking) -> None:
    """The one that still quotes the old version is; where the source is deleted, or another's, none is."""
    source_id = await source(ana, "Old words of it.")
    await source(ana, "New words of it.", digest="b", sourceId=source_id)
    new = citing(source_id, "New words of it.", version=2)
    lesson_id = await lesson(ana, new, citing(source_id, "Old words of it.", block_id=OTHER))
    await check_some(ana.service, "test")

    assert [block for block, _ in await outdated(ana, lesson_id)] == [OTHER] == await listed(ana)
    await ana.done("source.deleteSource", {"sourceId": source_id})
    assert (await outdated(ana, lesson_id), await listed(ana)) == ([], [])


async def test_another_organizations_source_is_not_looked_at(ana: Asking, eve: Asking) -> None:
    """Her id in a block of ours tells nothing of hers."""
    hers = await source(eve, "Her words, all of them.")
    await source(eve, "Her new words, all of them.", digest="b", sourceId=hers)
    lesson_id = await lesson(ana, citing(hers, "Her words, all of them."))
    await check_some(ana.service, "test")

    assert (await outdated(ana, lesson_id), await listed(ana)) == ([], [])
