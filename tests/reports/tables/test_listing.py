"""Answers become tables, page by page, and nothing that was told is lost."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tests.reports.frames import answer_with, answers
from workbench.columns import EXTRA, INTEGER, MOMENT, TEXT, Column
from workbench.procedures.organization import get_organization_projects
from workbench.reports.projects import projects_call
from workbench.reports.scope import ReportOrganization
from workbench.reports.tables.listing import list_rows, names_by_id, next_cursor, page_table

COLUMNS = (Column("the_name", TEXT, "", ""), Column("at", MOMENT, "", ""), Column("count", INTEGER, "", ""), EXTRA)
AT = datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


def rows(*items: object, indent: int | None = None) -> list[dict[str, object]]:
    """What becomes of these items."""
    page = json.dumps({"items": items, "total": len(items), "nextCursor": None}, indent=indent).encode()
    found: list[dict[str, object]] = page_table(page, "items", COLUMNS).to_pylist()
    return found


def test_fields_go_into_their_columns() -> None:
    """Wire names are camelCase; what is absent is missing."""
    assert rows({"theName": "A", "at": "2026-01-02T03:04:05.678Z", "count": 2}, {}) == [
        {"the_name": "A", "at": AT, "count": 2, "extra": None},
        {"the_name": None, "at": None, "count": None, "extra": None},
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_answer_may_have_line_breaks(indent: int | None) -> None:
    """Other services write JSON as they like."""
    assert rows({"theName": "A\nB"}, indent=indent)[0]["the_name"] == "A\nB"


@pytest.mark.parametrize(
    ("item", "extra"),
    [
        ({"stars": 3}, {"stars": 3}),
        ({"stars": {"a": [1]}, "theName": "A"}, {"stars": {"a": [1]}}),
        ({"count": "many"}, {"count": "many"}),
        ({"count": 2**70}, {"count": 2**70}),
        ({"count": True}, {"count": True}),
        ({"at": "soon"}, {"at": "soon"}),
        ({"at": 5, "theName": 7}, {"at": 5, "theName": 7}),
    ],
)
def test_what_fits_no_column_is_kept(item: dict[str, object], extra: dict[str, object]) -> None:
    """As JSON, in `extra`."""
    assert json.loads(str(rows(item)[0]["extra"])) == extra


@pytest.mark.parametrize(
    "said", ["2026-01-02T03:04:05.678Z", "2026-01-02T04:04:05.678+01:00", "2026-01-02T03:04:05.678"]
)
def test_times_are_read_in_each_iso_form(said: str) -> None:
    """Without an offset they count as UTC."""
    assert rows({"at": said, "x": 1})[0]["at"] == AT


def test_half_a_surrogate_pair_is_replaced() -> None:
    """JavaScript leaves such halves where it cuts a text."""
    page = b'{"items":[{"theName":"A\\ud83d"}]}'

    assert page_table(page, "items", COLUMNS)["the_name"].to_pylist() == ["A\ufffd"]


def test_an_answer_without_a_list_can_be_the_row() -> None:
    """Balances are told so."""
    assert page_table(b'{"theName":"A"}', "", COLUMNS)["the_name"].to_pylist() == ["A"]


@pytest.mark.parametrize("said", [b"[]", b"{}", b'{"items":7}', b'{"items":null}', b"nothing"])
def test_what_holds_no_list_is_refused(said: bytes) -> None:
    """With a reason."""
    with pytest.raises(ValueError, match=r"."):
        page_table(said, "items", COLUMNS)


@pytest.mark.parametrize(
    ("said", "cursor"),
    [
        (b'{"items":[],"nextCursor":"a\\"b"}', 'a"b'),
        (b'{"items":[],"nextCursor":null}', None),
        (b'{"nextCursor" : "a" }\n', "a"),
        (b'{"nextCursor":"a","items":[]}', "a"),
        (b'{"items":[{"x":"\\"nextCursor\\":\\"no\\"}"}]}', None),
        (b'{"items":[{"nextCursor":"no"}]}', None),
    ],
)
def test_the_next_cursor_is_that_of_the_page(said: bytes, cursor: str | None) -> None:
    """Not one that is in an item or in a text."""
    assert next_cursor(said) == cursor


def test_rows_carry_their_organization() -> None:
    """By name and id."""
    projects = answer_with(
        projects_call(ReportOrganization("o", "Acme")), {"projectId": "p", "name": "A"}, {"projectId": "q"}
    )
    columns = (Column("organization", TEXT, "", "Name of the organization."), *COLUMNS)
    found = list_rows(answers([projects]), get_organization_projects.name, columns)

    assert found["organization"].to_pylist() == ["Acme", "Acme"]
    assert names_by_id(answers([projects]), get_organization_projects.name, "project_id", "name") == {"p": "A"}
