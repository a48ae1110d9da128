"""The preview of a lesson is in the theme of learners' pages, above the line that says who made it."""

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
from workbench.widgets.document.page_theme import ShownLesson, around_lesson
from workbench.widgets.document.panel import LessonDocument

FEET = re.compile(r'<footer class="(?:made|brand)">.*?</footer>', re.DOTALL)


def previewed(client: Client, lesson_id: str, inline: InlinePool) -> dict[str, Any]:
    """What the browser gets when somebody previews the lesson."""
    document = LessonDocument(client, lesson_id, workers=inline)
    document.refresh()
    sent: list[dict[str, Any]] = []
    document.reader.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    document.preview()
    return sent[-1]


def test_it_is_what_learners_get(client: Client, inline: InlinePool, tmp_path: Path) -> None:
    """Name, makers and footer letter for letter; the logo is its asset's place, the colour both its shades."""
    with in_theme(client, tmp_path):
        course = published_course(client, tmp_path)
        shown = previewed(client, course.lesson_ids[0], inline)
        page = course.page(course.lesson_ids[0])

    above, _, below = shown["html"].partition("<h1")
    assert FEET.findall(below) == FEET.findall(page)
    assert re.findall(r"<span><bdi>.*?</bdi></span></header>", above) == re.findall(
        r"<span><bdi>.*?</bdi></span></header>", page
    )
    assert re.search(r'<figure class="media" data-asset="\w+" data-kind="image" data-alternative="">', above)
    assert [f"--accent:{colour}" in page for colour in shown["accent"]] == [True, True]


def test_without_a_theme_the_makers_alone_stand_there(client: Client, inline: InlinePool) -> None:
    """Below the lesson; above it is only its title."""
    client.call(set_theme(name="", footer=""))
    shown = previewed(client, Writing(client).of_texts("one", "two"), inline)

    assert shown["html"].startswith("<h1") and shown["accent"] == ()
    assert shown["html"].count("<footer") == 1 and '<footer class="made">' in shown["html"]


@pytest.mark.parametrize("course_id", ["", "0" * 25])
def test_what_the_service_does_not_tell_leaves_the_lesson_alone(client: Client, course_id: str) -> None:
    """A course that is gone, and a service that named none."""
    assert around_lesson(client, ShownLesson("0" * 25, course_id, 1, "EN")) == {"above": "", "below": "", "accent": []}
