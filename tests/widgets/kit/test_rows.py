"""A list of things to choose from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from workbench.widgets.kit.rows import Row, RowCell, RowColumn, Rows, TextPart, table_html


@pytest.fixture
def rows() -> Rows:
    """Three rows, one of which can be chosen."""
    made = Rows("Courses")
    made.fill([Row("a", "Ants"), Row("b", "Bees", "since May", (("Public", "good"),)), Row("c", "Cows")])
    return made


@pytest.fixture
def many(rows: Rows) -> Rows:
    """The same, and several can be chosen."""
    rows.many = True
    return rows


def choose(rows: Rows, *ids: object) -> None:
    """What the browser says when rows are chosen."""
    rows._handle_custom_msg({"intent": "choose", "ids": list(ids)}, [])


def test_a_row_goes_to_the_browser_as_plain_values(rows: Rows) -> None:
    """Texts and tones."""
    tags = [{"text": "Public", "tone": "good"}]

    assert rows.rows[1] == {"id": "b", "title": "Bees", "detail": "since May", "tags": tags, "at": ""}


def test_what_steers_is_made_visible() -> None:
    """A title may hold characters that turn the reading direction of what follows."""
    assert Row("a", "a\u202eb").as_state()["title"] == "a\\u202eb"


def test_one_is_chosen(rows: Rows) -> None:
    """Of several ids only the first in the list's order."""
    choose(rows, "c", "b")

    assert rows.chosen == ["b"]


def test_many_are_chosen_in_the_lists_order(many: Rows) -> None:
    """Not in the order of the clicks."""
    choose(many, "c", "a")

    assert many.chosen == ["a", "c"]


@pytest.mark.parametrize("ids", [["x"], [7], [None]])
def test_what_is_not_in_the_list_is_not_chosen(rows: Rows, ids: list[object]) -> None:
    """A browser may say anything."""
    choose(rows, *ids)

    assert rows.chosen == []


def test_a_list_that_is_off_takes_no_choice(rows: Rows) -> None:
    """The panel is busy; the browser is told what holds."""
    rows.disabled = True

    choose(rows, "b")

    assert rows.chosen == []


def test_what_is_chosen_and_still_there_stays(rows: Rows) -> None:
    """A refresh does not lose the place."""
    choose(rows, "b")

    rows.fill([Row("b", "Bees"), Row("d", "Dogs")])

    assert rows.chosen == ["b"]


def test_what_is_gone_is_not_chosen_any_more(rows: Rows) -> None:
    """A deed never meets what is not shown."""
    choose(rows, "b")

    rows.fill([Row("d", "Dogs")])

    assert rows.chosen == []


def test_opening_is_told(rows: Rows) -> None:
    """With the row's id."""
    opened: list[str] = []
    rows.on_open(opened.append)

    rows._handle_custom_msg({"intent": "open", "ids": ["c"]}, [])

    assert opened == ["c"]


def test_wanting_more_is_told(rows: Rows) -> None:
    """The button below the list."""
    wanted: list[bool] = []
    rows.on_more(lambda: wanted.append(True))

    rows._handle_custom_msg({"intent": "more"}, [])

    assert wanted == [True]


@pytest.fixture
def orders(rows: Rows) -> list[tuple[list[str], list[str]]]:
    """The orders that were requested of a list that can be ordered, each with what moved."""
    asked: list[tuple[list[str], list[str]]] = []
    rows.movable = True
    rows.on_reorder(lambda order, moved: asked.append((order, moved)))
    return asked


def move(rows: Rows, *ids: str, **more: object) -> None:
    """What the browser says when rows are moved."""
    rows._handle_custom_msg({"intent": "move", "ids": list(ids), **more}, [])


@pytest.mark.parametrize(
    ("moving", "by", "order"),
    [
        (["a"], 1, ["b", "a", "c"]),
        (["c"], -1, ["a", "c", "b"]),
        (["a"], 9, ["b", "c", "a"]),
        (["c", "b"], -9, ["b", "c", "a"]),
        (["a", "c"], 1, ["b", "a", "c"]),
    ],
)
def test_rows_move_by_places(
    rows: Rows, orders: list[tuple[list[str], list[str]]], moving: list[str], by: int, order: list[str]
) -> None:
    """Together, in the list's order, no further than its ends."""
    move(rows, *moving, by=by)

    assert orders == [(order, sorted(moving))]


@pytest.mark.parametrize(
    ("before", "order"), [("a", ["c", "a", "b"]), ("b", ["a", "c", "b"]), ("x", None), (None, None), (7, None)]
)
def test_a_row_moves_before_another(
    rows: Rows, orders: list[tuple[list[str], list[str]]], before: object, order: list[str] | None
) -> None:
    """To the end where that is no other row of the list: it already exists."""
    move(rows, "c", before=before)

    assert orders == ([(order, ["c"])] if order else [])


def test_a_list_without_an_order_is_not_ordered(rows: Rows, orders: list[tuple[list[str], list[str]]]) -> None:
    """Whatever the browser says."""
    rows.movable = False

    move(rows, "a", by=1)

    assert orders == []


def test_rows_of_another_list_are_received(rows: Rows) -> None:
    """Ids as the browser says them, and the row that they were dropped on; only where that is meant."""
    received: list[tuple[list[str], str]] = []
    rows.on_receive(lambda ids, into: received.append((ids, into)))
    message = {"intent": "receive", "ids": ["b"], "rows": ["lesson:1", 7]}
    rows._handle_custom_msg(message, [])
    rows.receives = True
    rows._handle_custom_msg(message, [])
    rows._handle_custom_msg({**message, "ids": ["x"]}, [])
    rows._handle_custom_msg({**message, "rows": "lesson:1"}, [])

    assert received == [(["lesson:1"], "b")]


def test_another_list_is_asked_for(rows: Rows, orders: list[tuple[list[str], list[str]]]) -> None:
    """For rows that can be moved."""
    wanted: list[list[str]] = []
    rows.on_transfer(wanted.append)
    rows._handle_custom_msg({"intent": "transfer", "ids": ["c", "a"]}, [])

    assert (wanted, orders) == ([["a", "c"]], [])


COLUMNS = (
    RowColumn("title", "Title", "2fr"),
    RowColumn("status", "Status", "1fr"),
    RowColumn("tags", "Tags", "1fr", False),
)


def test_a_table_says_what_stands_in_its_columns(rows: Rows) -> None:
    """As plain text, with what a short one stands for; a list has no columns."""
    assert "cells" not in rows.rows[0]
    rows.show_columns(COLUMNS, "-status")
    rows.fill(
        [
            Row(
                "a",
                "Ants",
                cells=(
                    RowCell("1 error …", "bad", whole="1 error, a\u202eb"),
                    RowCell(at=datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)),
                ),
            )
        ]
    )

    assert [column["label"] for column in rows.columns] == ["Title", "Status", "Tags"] and rows.sort == "-status"
    assert rows.rows[0]["cells"] == [
        {"text": "1 error …", "tone": "bad", "at": "", "whole": "1 error, a\\u202eb"},
        {"text": "", "tone": "", "at": "2026-03-04T05:06:07.000Z", "whole": ""},
    ]


@pytest.mark.parametrize(
    ("column", "expected"), [("status", ["status"]), ("tags", []), ("other", []), (7, []), (None, [])]
)
def test_a_table_is_sorted_by_columns_that_it_can_be_sorted_by(rows: Rows, column: object, expected: list[str]) -> None:
    """A browser may say anything."""
    asked: list[str] = []
    rows.on_sort(asked.append)
    rows.show_columns(COLUMNS, "")
    rows._handle_custom_msg({"intent": "sort", "column": column}, [])

    assert asked == expected


def test_a_table_that_is_off_is_not_sorted(rows: Rows) -> None:
    """The panel is busy."""
    asked: list[str] = []
    rows.on_sort(asked.append)
    rows.show_columns(COLUMNS, "")
    rows.disabled = True
    rows._handle_custom_msg({"intent": "sort", "column": "status"}, [])

    assert asked == []


def test_a_saved_table_is_text() -> None:
    """Labels above, a row for each line, the chips last; nothing in it is markup."""
    html = table_html(
        COLUMNS,
        [Row("a", "<b>Ants</b>", cells=(RowCell("Draft"), RowCell()), chips=(TextPart("sea"), TextPart("<i>")))],
    )

    assert html.count("<td>") == 3 and "&lt;b&gt;Ants" in html and "sea · &lt;i&gt;" in html
