"""A translated text is built like its source."""

from __future__ import annotations

import pytest

from workbench.authoring.translation import disagreement


@pytest.mark.parametrize(
    ("source", "translated"),
    [
        ("Yeast **eats** sugar.", "**La levure** mange le sucre."),
        ("See [the book](https://example.org/a).", "Voir [le livre](https://example.org/a)."),
        ("Use `print(x)` and $a^2$.", "Avec $a^2$ et `print(x)`."),
        ("- one\n- two", "- un\n- deux"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| x | y |\n|---|---|\n| 1 | 2 |"),
        ("One[^1].\n\n[^1]: Smith", "Un[^1].\n\n[^1]: Smith"),
        ("$$\nx = 1\n$$", "$$\nx = 1\n$$"),
    ],
)
def test_the_same_markup_agrees(source: str, translated: str) -> None:
    """Emphasis may move, for languages differ."""
    assert disagreement("markdown", source, translated) is None


@pytest.mark.parametrize(
    ("source", "translated", "said"),
    [
        ("See [the book](https://example.org/a).", "Voir le livre.", "links"),
        ("See [the book](https://example.org/a).", "Voir [le livre](https://example.org/b).", "links"),
        ("See https://example.org/a now.", "Voir maintenant.", "links"),
        ("Use `print(x)`.", "Avec `imprimer(x)`.", "code"),
        ("It is $a^2$.", "C'est $a^3$.", "formulas"),
        ("- one\n- two", "- un", "list items"),
        ("# One\n\ntext", "Un\n\ntexte", "headings"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| x |\n|---|\n| 1 |", "cells of a table"),
        ("Plain.", "<script>alert(1)</script>", "HTML"),
        ("One[^1].\n\n[^1]: Smith", "Un.", "footnotes"),
        ("Plain.", "   ", "empty"),
    ],
)
def test_what_was_lost_or_changed_is_said(source: str, translated: str, said: str) -> None:
    """Without a word of either text."""
    found = disagreement("markdown", source, translated)

    assert found is not None and said in found and "example.org" not in found


def test_a_plain_text_keeps_its_gaps_and_gains_no_markup() -> None:
    """Gaps are counted, not placed: the other language may need them in another order."""
    assert disagreement("text", "The ___ eats ___.", "Les ___ sont mangés par ___.") is None
    assert "gaps" in str(disagreement("text", "The ___ eats ___.", "La ___ mange."))
    assert "HTML" in str(disagreement("question", "What is it?", '<img src="x" onerror="y">'))
