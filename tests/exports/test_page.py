"""Lessons as one HTML file."""

from __future__ import annotations

import base64
import hashlib

import pytest

from tests.exports.lessons import lesson
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.exports.page import course_page, lesson_page


def test_a_lesson_of_every_type_is_read() -> None:
    """Title and words of every block."""
    text = seen(lesson_page(lesson())).text

    words = ("Tides", "sea rises", "Neap tide", "Bristol", "What pulls?", "another maker")

    assert [each for each in words if each not in text] == []
    assert text.count("Tides") == 2  # the browser's tab, and the page


def test_it_needs_nothing_else() -> None:
    """No script, no picture, no style sheet: a browser without network shows all of it."""
    found = seen(lesson_page(lesson()))

    assert [each for each in found.dangers if each != "meta http-equiv"] == []


def test_its_policy_lets_only_its_own_style_in() -> None:
    """What slipped through everything else still would not run."""
    page = lesson_page(lesson())
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()

    assert f"default-src &#x27;none&#x27;; style-src &#x27;sha256-{digest}&#x27;" in page


def test_several_lessons_have_a_list_of_contents() -> None:
    """Each with a link to its place."""
    found = seen(course_page("The sea", [lesson(), lesson("Waves")]))

    assert [value for tag, name, value in found.attributes if tag == "a" and value.startswith("#")] == [
        "#lesson-1",
        "#lesson-2",
    ]
    assert "nav" in found.tags


def test_a_language_that_runs_right_to_left_does() -> None:
    """The page and the lesson."""
    assert '<html lang="ar" dir="rtl">' in lesson_page(lesson("المد", language="AR"))


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_it_runs(text: str) -> None:
    """Titles, blocks of ours and of other makers."""
    made = lesson(
        text,
        ("heading", {"text": text}),
        ("text", {"markdown": text}),
        ("other", {"x": text}),
        ("quiz", {"question": text}),
    )
    found = seen(course_page(text, [made, made]))

    assert [each for each in found.dangers if each != "meta http-equiv"] == []
