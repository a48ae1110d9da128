"""The settings of links, from a notebook."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import NotSent


@pytest.fixture
def course_id(workbench: Workbench) -> str:
    """A course without lessons."""
    return workbench.courses.create("Glaciers", confirm_same_name=True).course_id


def test_settings_are_given_as_people_write_them(workbench: Workbench, course_id: str) -> None:
    """What is not given stays."""
    workbench.courses.set_share_settings(course_id, expires=date(2099, 12, 31), embed_origins=["HTTPS://A.example"])
    found = workbench.courses.set_share_settings(course_id, indexing=True)

    assert (found.expires_at, found.embed_origins, found.indexing) == (
        datetime(2100, 1, 1, tzinfo=UTC),
        ["https://a.example"],
        True,
    )
    assert workbench.courses.share_settings(course_id) == found


@pytest.mark.parametrize(
    ("given", "why"), [({"expires": "soon"}, "a day, such as"), ({"embed_origins": "https://*"}, "wildcard")]
)
def test_what_is_no_setting_is_not_sent(workbench: Workbench, course_id: str, given: dict[str, str], why: str) -> None:
    """The sentence says what one is."""
    with pytest.raises(NotSent, match=why):
        workbench.courses.share(course_id, **given)  # type: ignore[arg-type]


def test_a_table_of_the_report_changes_links(workbench: Workbench, course_id: str) -> None:
    """As it was read it changes nothing."""
    table = workbench.courses.list(search="Glaciers")
    table = table[table["course_id"] == course_id]
    plan = workbench.courses.apply(table.assign(indexing=True))

    assert workbench.courses.apply(table).changes == ()
    assert [(change.field, change.before, change.after) for change in plan.changes] == [("indexing", "no", "yes")]
