"""Text that is fit to be kept."""

from __future__ import annotations

from workbench.documents.paragraph import clean_text, one_line


def test_what_no_database_holds_is_left_out() -> None:
    """Control characters and half characters; ligatures, soft hyphens and the breaks of lines stay."""
    assert clean_text("a\x00b\x1b[1m\r\nﬁ\u00ad\ud800c") == "a b [1m\nﬁ\u00ad c"


def test_places_and_headings_are_one_short_line() -> None:
    """A heading of ten thousand characters is cut."""
    assert one_line("a\n b\tc", 10) == "a b c"
    assert one_line("x" * 10_000, 300) == "x" * 299 + "…"
