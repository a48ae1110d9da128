"""A lesson as a notebook shows it."""

from __future__ import annotations

from typing import Any

from workbench.api.content.lesson_page import LessonPage
from workbench.authoring.block import Block, new_block_id
from workbench.procedures.lesson import Lesson


def page(*blocks: tuple[str, dict[str, Any]]) -> LessonPage:
    """A lesson of these blocks."""
    return LessonPage(
        Lesson(
            lesson_id="l",
            course_id="c",
            project_id="p",
            title="<b>Title</b>",
            language="EN",
            block_count=len(blocks),
            revision=1,
            created_at="2026-01-01T00:00:00.000Z",
            updated_at="2026-01-01T00:00:00.000Z",
            writer="planning-sheet",
            blocks=[Block(id=new_block_id(), type=kind, content=content) for kind, content in blocks],
        )
    )


def test_every_block_is_shown() -> None:
    """Of a type that we know and of one that we do not."""
    shown = page(
        ("heading", {"text": "Tides", "level": 2}), ("of-others", {"deep": [{"said": "still read"}]})
    )._repr_mimebundle_()

    assert '<h3 dir="auto">Tides</h3>' in shown["text/html"]
    assert "still read" in shown["text/html"]
    assert "still read" in shown["text/plain"]


def test_markdown_is_rendered() -> None:
    """As on the share page."""
    assert "<strong>bold</strong>" in page(("text", {"markdown": "**bold**"}))._repr_mimebundle_()["text/html"]


def test_printed_the_parts_of_a_block_stay_apart() -> None:
    """In a terminal a block is one line."""
    printed = repr(page(("example", {"title": "A loaf", "markdown": "Mix\n\nKnead"})))

    assert printed.splitlines()[-1] == "  [example] A loaf: Mix · Knead"


def test_the_title_is_said_once() -> None:
    """Most lessons begin with a heading that repeats it."""
    shown = page(("heading", {"text": "<b>Title</b>", "level": 1}))._repr_mimebundle_()["text/html"]

    assert shown.count("Title") == 1


def test_markup_stays_text() -> None:
    """Writers and colleagues wrote it."""
    shown = page(("text", {"markdown": "<script>alert(1)</script>"}))._repr_mimebundle_()["text/html"]

    assert "<script" not in shown
    assert "<b>" not in shown
