"""Lessons of an organization, listed and opened."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.paged import Paged
from workbench.api.lessons import COLUMNS, Lessons
from workbench.api.workbench import Workbench
from workbench.procedures.lesson import create_starter_lesson


@pytest.fixture
def lesson_id(workbench: Workbench) -> str:
    """A lesson that was just made."""
    return workbench.client.call(create_starter_lesson(topic="Volcanoes", language="EN")).lesson_id


def test_a_new_lesson_is_listed_first(workbench: Workbench, lesson_id: str) -> None:
    """Last changed first."""
    assert workbench.lessons.list(limit=1)[0].lesson_id == lesson_id


def test_the_table_has_a_row_for_each(workbench: Workbench, lesson_id: str) -> None:
    """As many as are counted."""
    table = workbench.lessons.table()

    assert len(table) == workbench.lessons.count() > 0
    assert lesson_id in set(table["lesson_id"])


def test_an_empty_table_has_the_same_columns(workbench: Workbench) -> None:
    """So that what comes after it works."""
    assert list(workbench.lessons.table(search="no such lesson").columns) == list(COLUMNS)


def test_a_lesson_is_opened_with_its_blocks(workbench: Workbench, lesson_id: str) -> None:
    """To be looked at."""
    assert len(workbench.lessons.open(lesson_id).blocks) > 3


@pytest.mark.parametrize(("limit", "count"), [(None, 2_500), (1_500, 1_500)])
def test_a_list_of_lessons_is_whole(limit: int | None, count: int) -> None:
    """It was cut at 1,000 without a word, and so was the table."""
    client: Any = Paged(2_500)
    lessons = Lessons(client, None)

    assert len(lessons.list(limit=limit)) == len(lessons.table(limit=limit)) == count
