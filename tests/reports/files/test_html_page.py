"""A report as an HTML page: complete, self-contained, and hostile text stays text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.reports.spreadsheets import STEERING, report_of
from workbench.authoring.characters import unfit_characters_text
from workbench.reports.files import html_page
from workbench.reports.files.html_page import report_page, write_page

POLICY = "meta http-equiv"  # the one thing that a page of ours says to the browser


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    """No script, handler, form or address; the parsed page has only our elements."""
    found = seen(report_page(report_of([text])))

    assert [danger for danger in found.dangers if danger != POLICY] == []
    assert set(found.tags) == set(seen(report_page(report_of(["plain"]))).tags)


@pytest.mark.parametrize("text", STEERING)
def test_stored_control_characters_reached_the_page(text: str) -> None:
    """A title of long ago does not turn the rest of the table."""
    assert [line for line in report_page(report_of([text])).split("\n") if unfit_characters_text(line)] == []


def test_the_page_says_the_numbers() -> None:
    """The rows, the columns' meanings, what was not reported, and when it was asked."""
    found = seen(report_page(report_of(["Cranes"]))).text

    for text in ("Cranes", "-3", "A number.", "Not told: a thing.", "2026-01-02T03:04:05Z"):
        assert text in found


def test_a_long_report_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A browser is no place for a million rows."""
    monkeypatch.setattr(html_page, "MAX_ROWS", 1)
    write_page(report_of(["first", "second"]), tmp_path / "a.html")
    said = (tmp_path / "a.html").read_text(encoding="utf-8")

    assert "The first 1 of 2 rows." in said
    assert "second" not in said
