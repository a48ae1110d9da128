"""HTML of questions as Markdown and as plain words."""

from __future__ import annotations

import pytest

from workbench.imports.reading.html_text import read_html, tex_in_dollars


@pytest.mark.parametrize(
    ("page", "text", "plain"),
    [
        ("<p>One</p><p>Two<br>lines</p>", "One\n\nTwo\\\nlines", "One\nTwo\nlines"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b", "3. a\n4. b"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n    - b\n- c", "- a\n    - b\n- c"),
        ("<blockquote>q</blockquote>", "> q", "q"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```", "a\n  b"),
        ("a<sup>2</sup>+H<sub>20</sub>", "a^2+H\\_(20)", "a^2+H_(20)"),
        ('<a href="https://a.b">x</a>', "[x](https://a.b)", "x (https://a.b)"),
        ('<a href="javascript:x">x</a>', "x", "x"),
        ("<table><tr><td>A<td>B<tr><td>1<td>2</table>", "| A | B |\n| --- | --- |\n| 1 | 2 |", "A | B\n1 | 2"),
        ("&lt;script&gt; &amp; 2*3", "\\<script> & 2\\*3", "<script> & 2*3"),
    ],
)  # fmt: skip
def test_html_is_what_it_looks_like(page: str, text: str, plain: str) -> None:
    """As Markdown, and as words alone."""
    found = read_html(page)

    assert (found.markdown, found.plain) == (text, plain)


@pytest.mark.parametrize("tag", ["script", "iframe", "video", "svg", "math", "form", "object"])
def test_what_acts_is_gone_and_told(tag: str) -> None:
    """With what is in it, where that is not text."""
    found = read_html(f"<p>a</p><{tag} onload=x()>b</{tag}><img src=x onerror=y>")

    assert tag in found.losses
    assert "onload" not in found.markdown and "onerror" not in found.markdown


def test_formulas_stand_between_dollars() -> None:
    """As lessons have them."""
    assert tex_in_dollars(r"A \(x^2\) and \[y\] and $$z$$ costs $5") == "A $x^2$ and $y$ and $z$ costs $5"


def test_nesting_costs_nothing() -> None:
    """Thirty thousand elements in each other."""
    assert read_html("<div>" * 30_000 + "x").plain == "x"
