"""All panels on one page."""

from __future__ import annotations

import pytest

from workbench.api.app import app
from workbench.api.workbench import Workbench
from workbench.widgets.document.panel import LessonDocument


def test_it_connects_by_itself(own_service: object) -> None:
    """A page without code has no cell before it."""
    page = app()

    assert page.value == "Home"
    page.client.close()


def test_it_takes_a_workbench(workbench: Workbench) -> None:
    """That is connected already."""
    assert app(workbench).client is workbench.client


def test_an_unknown_keyword_is_a_slip() -> None:
    """It is never swallowed."""
    with pytest.raises(TypeError):
        app(workbnech=None)  # type: ignore[call-arg]


def test_a_lesson_is_opened_on_it_as_a_document(workbench: Workbench) -> None:
    """Of the organization that is worked in, with ways to other places of the page."""
    lesson = workbench.lessons.create("Sluices")
    page = workbench.widgets.app()
    page.open_lesson(lesson.lesson_id)

    assert isinstance(page.detail.panel, LessonDocument)
    assert page.detail.panel.on_go == page.go
