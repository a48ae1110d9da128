"""The lessons of an organization, page by page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.paged import Paged
from workbench.client.lookups.lessons import iter_lessons


@pytest.mark.parametrize(("limit", "count"), [(None, 2_500), (1_500, 1_500), (3, 3), (9_000, 2_500)])
def test_lessons_come_whole_and_in_order(limit: int | None, count: int) -> None:
    """Over all pages; a limit that is given is held."""
    client: Any = Paged(2_500)

    assert [lesson.lesson_id for lesson in iter_lessons(client, None, limit=limit)] == [
        f"l{index}" for index in range(count)
    ]
