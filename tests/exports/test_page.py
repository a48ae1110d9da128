"""Lessons as one HTML file."""

from __future__ import annotations

import base64
import hashlib
from html import escape

import pytest

from tests.exports.lessons import lesson
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.service.shared_courses import without_script
from workbench.exports.documents import export_document
from workbench.exports.page import course_page
from workbench.learner_pages.document import STYLE


def test_a_lesson_of_every_type_is_read() -> None:
    """Title and words of every block."""
    text = seen(course_page("Tides", [lesson()])).text

    words = ("Tides", "sea rises", "Neap tide", "Bristol", "What pulls?", "another maker")

    assert [word for word in words if word not in text] == []
    assert text.count("Tides") == 2  # the browser's tab, and the page


def test_it_needs_nothing_else() -> None:
    """No script but our own, no picture, no style sheet: a browser without network shows all of it."""
    found = seen(without_script(course_page("Tides", [lesson()])))

    assert [danger for danger in found.dangers if danger != "meta http-equiv"] == []


def test_its_policy_lets_only_its_own_style_and_script_in() -> None:
    """What slipped through everything else still would not run."""
    page = export_document("Tides", [lesson()], "html").text
    parts = [page.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0] for tag in ("style", "script")]
    style, script = (base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in parts)
    policy = f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'"

    assert escape(policy) in page


def test_it_looks_as_a_shared_page_does() -> None:
    """One style, one script, and the words of the lesson's language for it."""
    made = lesson("Le pain", language="FR")

    assert f"<style>{STYLE}</style>" in course_page("Le pain", [made, made])
    assert "Réessayer" in course_page("Le pain", [made, made])
    assert "<script>" not in course_page("Nothing", [])


def test_several_lessons_have_a_list_of_contents() -> None:
    """Each with a link to its place."""
    found = seen(without_script(course_page("The sea", [lesson(), lesson("Waves")])))

    assert [value for tag, name, value in found.attributes if tag == "a" and value.startswith("#")] == [
        "#lesson-1",
        "#lesson-2",
    ]
    assert "nav" in found.tags


def test_a_language_that_runs_right_to_left_does() -> None:
    """The page and the lesson."""
    assert '<html lang="ar" dir="rtl">' in course_page("المد", [lesson("المد", language="AR")])


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
    found = seen(without_script(course_page(text, [made, made])))

    assert [danger for danger in found.dangers if danger != "meta http-equiv"] == []
