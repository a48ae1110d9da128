"""The share page's second subject: a course's outline, its lessons' pages, their size and their words."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from tests.markup import seen
from tests.service.asking import Asking
from tests.service.sharing import EVERY_TYPE, keep, links_of, page, public, same, without_script
from workbench.authoring.rendering.labels import LABELS
from workbench.service.http.learner_words import LEARNER_WORDS
from workbench.service.http.share_document import SCRIPT

pytestmark = pytest.mark.anyio

MISSING = "0" * 25


async def course_of_three(ana: Asking) -> tuple[str, list[str]]:
    """A public course of three lessons, and what follows its address on each one's page."""
    course_id = await public(ana, *EVERY_TYPE, title="One")
    await keep(ana, *EVERY_TYPE, title="Two", language="AR", of_course=course_id)
    await keep(ana, ("text", {"markdown": "The end."}), title="Three", of_course=course_id)
    return course_id, links_of(await page(ana, course_id))


async def test_a_course_of_several_lessons_is_its_outline(ana: Asking) -> None:
    """Title and a list that leads to each lesson; the lessons themselves are not on it."""
    course_id, paths = await course_of_three(ana)
    found = seen(without_script((await page(ana, course_id)).text))

    assert len(paths) == 3 and {each.partition("/")[0] for each in paths} == {course_id}
    assert (found.tags.count("h1"), found.tags.count("article"), found.tags.count("nav")) == (1, 0, 1)
    assert "moon pulls" not in found.text and found.text.endswith("One Two Three")


async def test_a_lesson_leads_to_the_ones_beside_it(ana: Asking) -> None:
    """Previous, next and the course, in the lesson's language and direction."""
    course_id, paths = await course_of_three(ana)
    ids = [each.partition("/")[2] for each in paths]
    pages = [await page(ana, each) for each in paths]

    assert [links_of(each) for each in pages] == [
        [f"../{course_id}", ids[1]],
        [f"../{course_id}", ids[0], ids[2]],
        [f"../{course_id}", ids[1]],
    ]
    assert '<html lang="ar" dir="rtl">' in pages[1].text
    assert [seen(without_script(each.text)).tags.count("h1") for each in pages] == [1, 1, 1]
    assert "The end." in seen(pages[2].text).text and "moon pulls" not in seen(pages[2].text).text


async def test_a_course_of_one_lesson_is_that_lesson(ana: Asking) -> None:
    """At the course's address, and at its own."""
    course_id = await public(ana, *EVERY_TYPE)
    lesson_id = re.findall(r'data-lesson="([^"]+)"', (await page(ana, course_id)).text)[0]

    assert same(await page(ana, course_id), await page(ana, f"{course_id}/{lesson_id}"))
    assert links_of(await page(ana, course_id)) == []


async def test_a_lesson_that_is_not_in_the_course_is_as_one_that_never_was(ana: Asking) -> None:
    """Of another public course, of a private one, and none at all."""
    course_id, other = await public(ana, *EVERY_TYPE), await public(ana, *EVERY_TYPE)
    lesson_id = re.findall(r'data-lesson="([^"]+)"', (await page(ana, other)).text)[0]
    private = await keep(ana, *EVERY_TYPE)
    odd = (
        f"{course_id}/{lesson_id}",
        f"{course_id}/{MISSING}",
        f"{private}/{lesson_id}",
        f"{other}/{lesson_id}/",
        f"{other}/",
    )

    assert [same(await page(ana, each), await page(ana, MISSING)) for each in odd] == [True] * 5


async def test_headings_leave_no_level_out(ana: Asking) -> None:
    """Regression: the title was of the first level, and what followed of the third."""
    found = seen((await page(ana, await public(ana, *EVERY_TYPE))).text)
    levels = [int(each[1]) for each in found.tags if re.fullmatch("h[1-6]", each)]

    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


async def test_a_page_of_a_hundred_blocks_is_small(ana: Asking) -> None:
    """Without pictures: what a learner loads over a slow line, style and script included."""
    text = ("text", {"markdown": "Twice a day the sea rises, because the **moon** pulls at the water. " * 4})
    blocks = [*EVERY_TYPE[:-2] * 4, *[text] * (100 - 4 * len(EVERY_TYPE[:-2]))]

    assert len((await page(ana, await public(ana, *blocks))).content) < 60_000
    assert len(SCRIPT) < 10_000


@pytest.mark.parametrize("language", LABELS)
async def test_the_script_has_its_words_in_every_language(ana: Asking, language: str) -> None:
    """Each of them, with its places."""
    found = await page(ana, await public(ana, *EVERY_TYPE, language=language))
    (words,) = [value for _, name, value in seen(found.text).attributes if name == "data-words"]

    assert json.loads(words) == LEARNER_WORDS[language]
