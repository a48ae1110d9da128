"""The share page's second subject: a course's outline, its lessons' pages, their size and their words."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from tests.authoring.content.contents import CONTENTS
from tests.markup import seen
from tests.service.asking import Asking
from tests.service.places import added_asset
from tests.service.shared_courses import EVERY_TYPE, keep, links_of, page, public, same, without_script
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS
from workbench.languages.reader import language_codes
from workbench.learner_pages.document import SCRIPT
from workbench.learner_pages.words import script_words
from workbench.widgets.block_list.gestures import BlockRequest
from workbench.widgets.block_list.requests import answer
from workbench.widgets.document.page_theme import preview_parts

pytestmark = pytest.mark.anyio

MISSING = "0" * 25
SECTION = re.compile(r'<section class="block (?!authorNote)(\w+)">(.*?)</section>', re.DOTALL)
FIGURE = re.compile(r'<figure class="media".*?(?=<figcaption|</figure>)')


def sections(html: str) -> list[tuple[str, str]]:
    """Types and HTML of a lesson's blocks; of a picture, recording or file without its bytes' place."""
    return [(kind, FIGURE.sub("", inner)) for kind, inner in SECTION.findall(html)]


async def course_of_three(ana: Asking) -> tuple[str, list[str]]:
    """A public course of three lessons, and what follows its address on each one's page."""
    course_id = await keep(ana, *EVERY_TYPE, title="One")
    await keep(ana, *EVERY_TYPE, title="Two", language="AR", of_course=course_id)
    await public(ana, ("text", {"markdown": "The end."}), title="Three", of_course=course_id)
    return course_id, links_of(await page(ana, course_id))


async def test_a_course_of_several_lessons_is_its_outline(ana: Asking) -> None:
    """Title and a list that leads to each lesson; the lessons themselves are not on it."""
    course_id, paths = await course_of_three(ana)
    found = seen(without_script((await page(ana, course_id)).text))

    assert len(paths) == 3 and {path.partition("/")[0] for path in paths} == {course_id}
    assert (found.tags.count("h1"), found.tags.count("article"), found.tags.count("nav")) == (1, 0, 1)
    assert "moon pulls" not in found.text and found.text.endswith("One Two Three")


async def test_a_lesson_leads_to_the_ones_beside_it(ana: Asking) -> None:
    """Previous, next and the course, in the lesson's language and direction."""
    course_id, paths = await course_of_three(ana)
    ids = [path.partition("/")[2] for path in paths]
    pages = [await page(ana, path) for path in paths]

    assert [links_of(lesson_page) for lesson_page in pages] == [
        [f"../{course_id}", ids[1]],
        [f"../{course_id}", ids[0], ids[2]],
        [f"../{course_id}", ids[1]],
    ]
    assert '<html lang="ar" dir="rtl">' in pages[1].text
    assert [seen(without_script(lesson_page.text)).tags.count("h1") for lesson_page in pages] == [1, 1, 1]
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

    assert [same(await page(ana, odd_path), await page(ana, MISSING)) for odd_path in odd] == [True] * 5


async def test_headings_leave_no_level_out(ana: Asking) -> None:
    """Regression: the title was of the first level, and what followed of the third."""
    found = seen((await page(ana, await public(ana, *EVERY_TYPE))).text)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch("h[1-6]", tag)]

    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


async def test_a_page_of_a_hundred_blocks_is_small(ana: Asking) -> None:
    """Without pictures: what a learner loads over a slow line, style and script included."""
    text = ("text", {"markdown": "Twice a day the sea rises, because the **moon** pulls at the water. " * 4})
    blocks = [*EVERY_TYPE[:-2] * 4, *[text] * (100 - 4 * len(EVERY_TYPE[:-2]))]

    assert len((await page(ana, await public(ana, *blocks))).content) < 60_000
    assert len(SCRIPT) < 10_000


@pytest.mark.parametrize("language", language_codes())
async def test_the_script_has_its_words_in_every_language(ana: Asking, language: str) -> None:
    """Each of them, with its places."""
    found = await page(ana, await public(ana, *EVERY_TYPE, language=language))
    (words,) = [value for _, name, value in seen(found.text).attributes if name == "data-words"]

    assert json.loads(words) == script_words(language)


async def test_what_authors_are_shown_is_what_learners_get(ana: Asking) -> None:
    """Every type, letter for letter, whole and alone; notes for authors and the media's addresses apart."""
    asset_id = await added_asset(ana)
    contents = {
        kind: {**content, "asset": asset_id} if "asset" in content else content for kind, content in CONTENTS.items()
    }
    lesson = [("heading", {"text": "Tides", "level": 1}), *contents.items(), ("heading", {"text": "End", "level": 3})]
    blocks = tuple(Block(id=new_block_id(), type=kind, content=content) for kind, content in lesson)
    learners = (await page(ana, await public(ana, *lesson, title="Tides"))).text
    (whole,) = preview_parts(blocks, "EN", "Tides")
    alone = [
        (block.type, answer(BlockRequest(intent="block", id=block.id), blocks, "EN", title="Tides")["html"])
        for block in blocks[1:]
    ]

    assert {kind for kind, _ in sections(learners)} == set(CONTENT_MODELS) - {AUTHOR_NOTE}
    assert [*sections(whole)] == [*sections(learners)]
    assert [section for section in alone if section[0] != AUTHOR_NOTE] == [*SECTION.findall(whole)]
    figures = FIGURE.findall(learners)
    assert len(figures) == 4 and 'alt="Dough over the rim"' in figures[0]
    assert 'data-alternative="Dough over the rim"' in FIGURE.findall(whole)[0]
