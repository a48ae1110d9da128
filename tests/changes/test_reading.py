"""The present state, from a service."""

from __future__ import annotations

import pytest

from tests.changes.acme import Acme
from workbench.changes.reading import MOST_ONE_BY_ONE, find_target, listed_lessons, read_present
from workbench.errors import PlanRejected


def test_blocks_are_read_where_they_are_wanted(acme: Acme) -> None:
    """And titles of the others by the list."""
    ids = acme.lessons([f"Lesson {number}" for number in range(MOST_ONE_BY_ONE + 5)])
    place, _ = find_target(acme.ana.client)
    found = read_present(acme.ana.client, place, ids, with_blocks=ids[:1], with_projects=True)

    assert set(found.lessons) == set(ids)
    assert [len(found.lessons[id_].blocks) for id_ in ids[:2]] == [2, 0]
    assert len(found.courses) == len(ids)
    assert [project.name for project in found.projects.values()] == ["Starter lessons"]


def test_more_lessons_than_can_be_searched_are_refused(acme: Acme) -> None:
    """With their number."""
    acme.lessons(["Tides", "Waves"])
    place, _ = find_target(acme.ana.client)

    with pytest.raises(PlanRejected, match="2 lessons are more than 1"):
        listed_lessons(acme.ana.client, place, {}, most=1)
