"""Every course of an organization."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.paged import Paged
from workbench.client.lookups.courses import every_course


@pytest.mark.parametrize(("limit", "count"), [(None, 2_500), (1_500, 1_500), (3, 3), (9_000, 2_500)])
def test_a_list_of_courses_is_whole(limit: int | None, count: int) -> None:
    """It was cut at 1,000 silently; a limit that is said is kept."""
    client: Any = Paged(2_500)

    assert [course.course_id for course in every_course(client, None, limit=limit)] == [
        f"c{index}" for index in range(count)
    ]
