"""What learners see of sources: title and place on the page, passages only of what is marked publishable."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.shared_courses import page, public, without_script
from workbench.service.findings.background_checks import check_some

pytestmark = pytest.mark.anyio

SECRET, WHOLE = "The valve opens at 1,450 kPa.", "The valve opens at 1,450 kPa. <script>alert(1)</script> Not quoted."


async def source(person: Asking, text: str = WHOLE, **more: Any) -> str:
    """The id of a source of one passage, or of its next version."""
    upload = {
        "title": "The <b>manual",
        "contentDigest": "a" * 64,
        "first": 1,
        "passages": [{"place": "page 3", "text": text}],
        "isLast": True,
        **more,
    }
    return str((await person.done("source.addPassages", upload))["sourceId"])


def citing(source_id: str, state: str = "verified") -> tuple[str, dict[str, Any]]:
    """A block that quotes the source."""
    quote = {"passageId": f"{source_id}.1.1", "quote": SECRET, "sourceId": source_id, "title": "The <b>manual"}
    return "text", {"markdown": "Valves.", "sources": [{**quote, "place": "page 3", "state": state}]}


async def seen(person: Asking, course_id: str) -> str:
    """The page's text, after the background pass."""
    await check_some(person.service, "test")
    answered = await page(person, course_id)
    assert answered.status_code == 200
    return answered.text


async def test_learners_read_passages_of_publishable_sources_only(ana: Asking) -> None:
    """From the moment it is marked, until it is not or the source is gone; title and place stay. All escaped."""
    source_id = await source(ana)
    course_id = await public(ana, citing(source_id))
    private = await seen(ana, course_id)
    await ana.done("source.updateSource", {"sourceId": source_id, "isPublishable": True})
    published = await seen(ana, course_id)
    await source(ana, "New words.", contentDigest="b" * 64, sourceId=source_id)
    newer = await seen(ana, course_id)
    await ana.done("source.updateSource", {"sourceId": source_id, "isPublishable": False})
    taken_back = await seen(ana, course_id)
    await ana.done("source.updateSource", {"sourceId": source_id, "isPublishable": True})
    await ana.done("source.deleteSource", {"sourceId": source_id})
    deleted = await seen(ana, course_id)

    pages = [private, published, newer, taken_back, deleted]
    assert ["Not quoted" in shown_page for shown_page in pages] == [False, True, True, False, False]
    assert all("<cite>The &lt;b&gt;manual</cite>, page 3" in shown_page for shown_page in pages)
    assert not any("<script" in without_script(shown_page) or "<b>manual" in shown_page for shown_page in pages)
    assert "kPa. &lt;script&gt;alert(1)" in published


async def test_a_block_that_names_a_foreign_source_shows_nothing_of_it(ana: Asking, eve: Asking) -> None:
    """Nor one whose quote was found nowhere."""
    hers = await source(eve, isPublishable=True)
    own = await source(ana, isPublishable=True)
    course_id = await public(ana, citing(hers), citing(own, "unverified"))

    assert "Not quoted" not in await seen(ana, course_id)
