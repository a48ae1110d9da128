"""Untrusted text stays text where it is shown."""

from __future__ import annotations

import json

import pytest

from workbench.text import align_cells, display_text, escape_html, harmless_json


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain Ünïcode 漢字", "plain Ünïcode 漢字"),
        ("two\nlines\tand  spaces", "two lines and spaces"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("safe\u202egnp.exe", "safe\\u202egnp.exe"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\U000e0041tag", "\\U000e0041tag"),
        (None, "None"),
    ],
)
def test_marks_that_steer_are_shown_as_escapes(text: object, seen: str) -> None:
    """Nothing moves the cursor or turns the direction; letters of every script stay."""
    assert display_text(text) == seen


def test_long_text_is_cut() -> None:
    """With an ellipsis, so that it is seen to be cut."""
    assert display_text("x" * 1000, longest=10) == "x" * 9 + "…"


def test_markup_is_text() -> None:
    """In HTML it stands as it was written, inside quotes too."""
    assert escape_html("<b onclick='x'>\"&") == "&lt;b onclick=&#x27;x&#x27;&gt;&quot;&amp;"


def test_cells_say_how_they_are_aligned() -> None:
    """Text left and numbers right, without a style sheet; other markup and texts stay."""
    html = '<tr><th>Line</th><td class="n">3</td><td><bdi dir="auto">&lt;td&gt;</bdi></td></tr>'

    assert align_cells(html) == (
        '<tr><th style="text-align:left">Line</th><td class="n" style="text-align:right">3</td>'
        '<td style="text-align:left"><bdi dir="auto">&lt;td&gt;</bdi></td></tr>'
    )


def test_json_steers_no_terminal() -> None:
    """Escapes of a terminal and turns of direction passed through `--json`; a reader gets the same value."""
    value = {"title": "a\x1b[31m\x7f\x9b31m\u202eb\u2066c\U000e0001", "plain": "Käse \u200d שלום"}
    document = harmless_json(json.dumps(value, ensure_ascii=False, indent=2))

    assert json.loads(document) == value
    assert "Käse \u200d שלום" in document
    assert not set("\x1b\x7f\x9b\u202e\u2066\U000e0001") & set(document)
