"""A report as a notebook shows it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.reports.spreadsheets import report_of
from workbench.reports.view import SHORT_ROWS, view


def frame_of_titles(*titles: str) -> Any:
    """A report with these titles."""
    frame = report_of(list(titles)).frame
    frame.attrs = {"report": "recent-items", "missing": ["Not told: <a thing>."]}
    return frame


LEFT, RIGHT = ' style="text-align:left"', ' style="text-align:right"'
LONG = [f"Title {at}" for at in range(SHORT_ROWS + 5)]


def test_key_figures_are_cards_and_a_sentence() -> None:
    """The sentence stands for the cards where they cannot be seen."""
    shown = view(frame_of_titles("a", "b"))

    assert shown.text == "Recent items: 2 rows."
    assert 'aria-label="Recent items: 2 rows."' in shown._repr_html_()
    assert repr(shown).splitlines()[0] == shown.text
    assert "Not told: <a thing>." in seen(shown._repr_html_()).text


@pytest.mark.parametrize("others", [[], LONG], ids=["short", "long"])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str, others: list[str]) -> None:
    """The elements, and what in them could run, are those of a harmless title: our styles, and our script."""
    found, plain = (seen(view(frame_of_titles(*others, title))._repr_html_()) for title in (text, "plain"))

    assert found.tags == plain.tags
    assert found.dangers == plain.dangers


def test_a_long_table_needs_no_network() -> None:
    """The script is in the output; nothing is fetched."""
    shown = view(frame_of_titles(*LONG))._repr_html_()

    assert "<script>" in shown
    assert "http" not in shown


def test_every_row_of_a_long_table_is_there_without_its_script() -> None:
    """A viewer that runs no script shows the table; before, it showed that a table was being loaded."""
    shown = seen(view(frame_of_titles(*LONG))._repr_html_()).text

    assert [title for title in LONG if title not in shown] == []


def test_of_a_very_long_table_the_first_rows_are_searched_and_it_is_said() -> None:
    """A saved notebook stays small; each output took 1 MB."""
    shown = view(frame_of_titles(*(f"Title {index}" for index in range(5000))))
    html = shown._repr_html_()

    assert "The first 1,000 of 5,000 rows, so that the notebook stays small; the frame has them all." in html
    assert len(html) < 100_000
    assert repr(shown).endswith("And 4,980 more rows.")


def test_a_number_that_is_missing_is_empty() -> None:
    """Not `NaN`, and the whole numbers next to it stay whole."""
    frame = frame_of_titles(*LONG)
    frame.loc[3:, "credits"] = None
    html = view(frame)._repr_html_()

    assert f"<td{LEFT}>Title 2</td><td{RIGHT}>-3</td>" in html
    assert f"<td{LEFT}>Title 3</td><td{RIGHT}></td>" in html
    assert ">NaN" not in html


def test_text_is_left_and_numbers_are_right() -> None:
    """In the cells themselves: JupyterLab takes styles out of what others made, and puts every cell right."""
    frame = frame_of_titles("a").assign(at=datetime(2026, 1, 2, tzinfo=UTC), is_public=True)
    html = view(frame)._repr_html_()

    assert f'<th scope="col"{LEFT}>title</th><th scope="col"{RIGHT}>credits</th>' in html
    assert f"<td{LEFT}>2026-01-02 00:00</td><td{LEFT}>yes</td>" in html
    assert "<style>" not in html


def test_of_wide_rows_fewer_are_searched() -> None:
    """By their characters, and no fewer than a short table has."""
    assert "The first 1,1" not in view(frame_of_titles(*["x" * 119] * 1200))._repr_html_()
    wide = frame_of_titles(*["x" * 119] * 30).assign(**{f"more_{index}": "y" * 119 for index in range(200)})
    wide.loc[3:, "credits"] = None

    assert "The first 20 of 30 rows" in view(wide)._repr_html_()


def test_columns_are_chosen() -> None:
    """Ids and extra are left out when none is named."""
    frame = frame_of_titles("a").assign(lesson_id="x", extra="y")

    assert view(frame).columns == ("title", "credits")
    assert view(frame, ("lesson_id",)).columns == ("lesson_id",)


def test_a_column_in_which_nothing_is_known_is_left_out() -> None:
    """A forecast without history began with rows of `<NA>`."""
    frame = frame_of_titles("a").assign(days_left=None)

    assert view(frame).columns == ("title", "credits")
    assert view(frame.head(0)).columns == ("title", "credits", "days_left")
