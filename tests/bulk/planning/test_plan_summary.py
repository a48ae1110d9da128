"""What a plan shows next to its rows, whatever it is a plan of."""

from __future__ import annotations

from workbench.bulk.planning.plan_summary import PlanSummary

SUMMARY = PlanSummary([("Run", "<b>bread</b>")], {"ready": 1_200}, ["a\x1b[31mnote"], "Run it.")


def test_the_text_has_a_line_for_each_fact() -> None:
    """Facts, counts, notes, and at the end what to do next."""
    lines = SUMMARY.as_text().splitlines()

    assert lines[:2] == ["Run: <b>bread</b>", "  1,200 ready"]
    assert lines[2].startswith("Note: a") and "\x1b" not in lines[2]
    assert lines[3:] == ["Run it."]


def test_there_may_be_nothing_to_do_next() -> None:
    """Then the text ends with what there is."""
    assert PlanSummary([("Run", "bread")], {}, [], "").as_text() == "Run: bread"


def test_markup_in_a_fact_is_text() -> None:
    """A run is called after a file, which anyone may name."""
    card = SUMMARY.as_html("<tr></tr>", more=0)

    assert "<b>" not in card and "&lt;b&gt;bread" in card
    assert "more rows" not in card


def test_the_card_says_how_many_rows_are_not_shown() -> None:
    """And how to see all."""
    assert "1,300 more rows; all of them: <code>plan.frame()</code>" in SUMMARY.as_html("", more=1_300)
