"""Records of a lesson's history: revisions are whole numbers from 1; a view may have seen none."""

from __future__ import annotations

import pytest

from workbench.errors import InputRejected
from workbench.procedures import lesson, realtime


@pytest.mark.parametrize("revision", [0, -1, 2**31, True, "1"])
def test_what_is_no_revision_is_not_sent(revision: object) -> None:
    """It would be no column's number, or another type's."""
    with pytest.raises(InputRejected, match="revision"):
        lesson.get_revision(lesson_id="x", revision=revision)  # type: ignore[arg-type]


def test_a_view_that_has_seen_nothing_asks_from_zero() -> None:
    """It is then told to read the lesson."""
    assert realtime.get_changes(lesson_id="x", since_revision=0).wire_input() == {"lessonId": "x", "sinceRevision": 0}


def test_a_base_is_sent_only_when_there_is_one() -> None:
    """It is an addition."""
    assert lesson.revert_to(lesson_id="x", revision=1).wire_input() == {"lessonId": "x", "revision": 1}
