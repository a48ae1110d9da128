"""The block list without a kernel."""

from __future__ import annotations

from tests.authoring.lessons import block, lesson
from workbench.widgets.block_list.fallback import MOST_ROWS, as_html, as_text


def test_as_text_it_is_a_numbered_list() -> None:
    """Type and words of each page."""
    assert as_text("Tides", (block("a", "Hello"), block("b"))) == (
        "Tides: 2 blocks.\n   1. Text: Hello\n   2. Blank block: (no text)"
    )


def test_as_html_every_text_is_escaped() -> None:
    """Titles and words are untrusted."""
    html = as_html("<i>", (block("a", "x & <b>"),), "EN")

    assert "<i>" not in html
    assert "x &amp; &lt;b&gt;" in html


def test_words_have_the_lesson_s_direction() -> None:
    """Not that of the notebook."""
    assert '<bdi dir="rtl" lang="AR">' in as_html("x", (block("a", "مد"),), "AR")


def test_a_long_lesson_is_cut_and_says_so() -> None:
    """A saved notebook stays small."""
    long = lesson("".join(chr(0x4E00 + place) for place in range(MOST_ROWS + 7)))

    assert as_text("Tides", long).endswith("and 7 more.")
