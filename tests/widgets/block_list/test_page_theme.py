"""The whole lesson in the block list is in the theme of learners' pages, above the line that says who made it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.exports.published_course import in_theme, published_course
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.organization import set_theme
from workbench.widgets.block_list.page_theme import ShownLesson, around_lesson
from workbench.widgets.block_list.panel import BlockList

FEET = re.compile(r'<footer class="(?:made|brand)">.*?</footer>', re.DOTALL)


def whole_lesson(client: Client, lesson_id: str, inline: InlinePool, start: int = 0) -> dict[str, Any]:
    """What the view gets when somebody looks at the whole lesson."""
    blocks = BlockList(client, lesson_id, workers=inline)
    blocks.refresh()
    sent: list[dict[str, Any]] = []
    blocks.view.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    blocks.view._handle_custom_msg({"intent": "lesson", "view": "v", "n": 1, "start": start}, [])
    return next(message for message in sent if message.get("answer") == 1)


def test_it_is_what_learners_get(client: Client, inline: InlinePool, tmp_path: Path) -> None:
    """Name, makers and footer letter for letter; the logo is its asset's place, the colour both its shades."""
    with in_theme(client, tmp_path):
        course = published_course(client, tmp_path)
        answer = whole_lesson(client, course.lesson_ids[0], inline)
        page = course.page(course.lesson_ids[0])

    assert FEET.findall(answer["below"]) == FEET.findall(page)
    assert re.findall(r"<span><bdi>.*?</bdi></span></header>", answer["above"]) == re.findall(
        r"<span><bdi>.*?</bdi></span></header>", page
    )
    assert re.search(r'<figure class="media" data-asset="\w+" data-kind="image" data-alternative="">', answer["above"])
    assert [f"--accent:{colour}" in page for colour in answer["accent"]] == [True, True]


def test_without_a_theme_the_makers_alone_stand_there(client: Client, inline: InlinePool) -> None:
    """And with the next part of a long lesson nothing comes again."""
    client.call(set_theme(name="", footer=""))
    lesson_id = Writing(client).of_texts("one", "two")
    answer = whole_lesson(client, lesson_id, inline)

    assert (answer["above"], answer["accent"]) == ("", [])
    assert answer["below"].startswith('<footer class="made">') and answer["below"].count("<footer") == 1
    assert "above" not in whole_lesson(client, lesson_id, inline, start=1)


@pytest.mark.parametrize("course_id", ["", "0" * 25])
def test_what_the_service_does_not_tell_leaves_the_lesson_alone(client: Client, course_id: str) -> None:
    """A course that is gone, and a service that named none."""
    assert around_lesson(client, ShownLesson("0" * 25, course_id, 1, "EN")) == {"above": "", "below": "", "accent": []}
