"""Who wrote a lesson and who approved it, as its page says."""

from __future__ import annotations

import re

import pytest

from tests.markup import seen
from tests.service.asking import Asking
from tests.service.shared_courses import EVERY_TYPE, page, public

pytestmark = pytest.mark.anyio


async def test_a_lesson_says_who_wrote_and_who_approved_it(ana: Asking) -> None:
    """At its foot; an edit takes the approval away, and no person is named."""
    course_id = await public(ana, *EVERY_TYPE)
    lesson_id = re.findall(r'data-lesson="([^"]+)"', (await page(ana, course_id)).text)[0]
    foot = re.compile(r'<footer class="made">.*?</footer>')

    async def said() -> str:
        return seen(foot.findall((await page(ana, course_id)).text)[0]).text

    assert await said() == "Written by people of Acme"
    await ana.done("lesson.review", {"lessonId": lesson_id, "revision": 1, "verdict": "approved"})
    assert re.fullmatch(r"Written by people of Acme · Approved by Acme on \d{4}-\d\d-\d\d", await said())
    again = {"lessonId": lesson_id, "revision": 1, "verdict": "changesRequested", "note": "No."}
    last = (await ana.data("lesson.listReviews", {"lessonId": lesson_id}))["reviews"][0]["reviewId"]
    await ana.done("lesson.review", {**again, "lastReviewId": last})
    assert await said() == "Written by people of Acme"
    assert "ana@example.org" not in (await page(ana, course_id)).text
