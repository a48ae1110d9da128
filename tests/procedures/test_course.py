"""The courseRouter router: sharing and the list."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.errors import InputRejected
from workbench.procedures import course


def test_sharing_has_the_three_facts_of_the_interface() -> None:
    """Interface 4.4."""
    answer = course.get_course_sharing_info.read_output(
        {"isPublic": True, "canBeShared": True, "shareUrl": "https://x/s/c"}
    )
    assert (answer.is_public, answer.can_be_shared, answer.share_url) == (True, True, "https://x/s/c")


def test_switching_the_sharing_gives_the_same_facts() -> None:
    """So a panel need not ask again."""
    assert course.set_course_sharing.is_write and course.set_course_sharing.output is course.Sharing


@pytest.mark.parametrize("value", [{"courseId": "c"}, {"courseId": "c", "isPublic": 1}, {"isPublic": True}])
def test_switching_says_which_course_and_which_way(value: dict[str, Any]) -> None:
    """A number is not a switch."""
    with pytest.raises(ValidationError):
        course.set_course_sharing.read_input(value)


@pytest.mark.parametrize("limit", [0, 1001])
def test_a_page_has_1_to_1000_courses(limit: int) -> None:
    """More is requested with the cursor."""
    with pytest.raises(InputRejected, match="limit"):
        course.list_courses(limit=limit)
