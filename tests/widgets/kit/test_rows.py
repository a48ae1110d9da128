"""A list of things to choose from."""

from __future__ import annotations

import pytest

from workbench.widgets.kit.rows import Row, Rows


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


def test_its_script_makes_no_markup() -> None:
    """Nothing is read as HTML, and nothing is loaded."""
    assert "innerHTML" not in str(Rows._esm)
    assert "://" not in str(Rows._esm) + str(Rows._css)
