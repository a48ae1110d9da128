"""Answers as a notebook shows them."""

from __future__ import annotations

from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbench.api.content.records import record_html, record_text, show_records_as_tables
from workbench.procedures.course import CourseWithLessons
from workbench.procedures.lesson import LessonSummary

AT = "2026-01-01T00:00:00.000Z"
HOSTILE = "<script>alert(1)</script>\x1b[31m\u202eevil"


def course(url: str = "https://service.example/s/c") -> CourseWithLessons:
    """A course of a hostile title with 900 lessons."""
    common = {"course_id": "c", "project_id": "p", "title": HOSTILE, "created_at": AT, "updated_at": AT}
    lesson = LessonSummary(lesson_id="l", language="EN", block_count=1, revision=1, **common)
    return CourseWithLessons(
        is_public=True, can_be_shared=True, share_url=url, lesson_count=900, lessons=[lesson] * 900, **common
    )


@pytest.fixture
def shell() -> InteractiveShell:
    """IPython, as a kernel has it."""
    return InteractiveShell.instance()


def test_it_is_small_and_harmless() -> None:
    """A list is its count, a missing field is left out, and no text of it steers or runs."""
    html, text = record_html(course()), record_text(course())

    assert len(html) < 2_000 and "900" in html and "created_by" not in html
    assert "<script>" not in html and "\x1b" not in text and "\u202e" not in html + text
    assert '<a href="https://service.example/s/c" target="_blank" rel="noopener noreferrer">' in html


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http:evil\"onclick='x'", "https://x/" + "a" * 200])
def test_only_an_address_of_the_web_is_a_link(url: str) -> None:
    """A service gave it; one that is cut would lead elsewhere."""
    html = record_html(course(url))

    assert "javascript:" not in html.partition("<a ")[2] and "onclick='" not in html
    assert ("<a " in html) == url.startswith("http:evil")


def test_a_notebook_shows_answers_so(shell: Any) -> None:
    """As text and as HTML, whatever the answer's kind; done twice, it is the same."""
    show_records_as_tables()
    show_records_as_tables()
    bundle, _ = shell.display_formatter.format(course())

    assert bundle["text/html"].startswith("<table>") and bundle["text/plain"].startswith("CourseWithLessons\n")


def test_without_ipython_nothing_happens() -> None:
    """A script has no such display."""
    show_records_as_tables()
    assert repr(course()).startswith("CourseWithLessons(")
