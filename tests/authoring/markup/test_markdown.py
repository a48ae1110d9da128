"""Markdown as HTML: what it may hold, formulas, footnotes, bare links, and that no text takes long."""

from __future__ import annotations

import sys

import pytest

from tests.hostile import HOSTILE, PIECES
from tests.markup import seen
from workbench.authoring.markup.markdown import markdown_html


@pytest.mark.parametrize("payload", HOSTILE)
def test_markdown_holds_nothing_that_runs(payload: str) -> None:
    """Raw HTML is text; addresses are https or mailto; there are no pictures and no styles."""
    found = seen(markdown_html(payload))

    assert found.dangers == []
    assert "style" not in found.tags


def test_a_link_leads_away_without_saying_whence() -> None:
    """rel holds noopener, noreferrer and nofollow."""
    html = markdown_html("[x](https://example.org/a?b=1&c=2)")

    assert html == '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">x</a></p>\n'


def test_a_mail_address_is_a_link() -> None:
    """The other scheme that is allowed."""
    assert 'href="mailto:ana@example.org"' in markdown_html("[x](mailto:ana@example.org)")


def test_a_picture_is_not_fetched() -> None:
    """Its text remains."""
    found = seen(markdown_html("![the sea](https://evil.example/x.png)"))

    assert "img" not in found.tags
    assert "the sea" in found.text


def test_a_long_text_is_rendered_in_reasonable_time() -> None:
    """The deepest nesting that fits into the longest text ends."""
    assert seen(markdown_html("> " * 5_000 + "x")).dangers == []


def test_headings_lie_below_their_section() -> None:
    """A text's headings never outrank the section that it is in, and leave no level out."""
    assert [tag for tag in seen(markdown_html("# a\n\n#### b\n\n> ## c", 3)).tags if tag[0] == "h"] == [
        "h4",
        "h5",
        "h5",
    ]


def test_footnotes_stand_below_the_text_and_lead_back() -> None:
    """Numbered in the order of their signs; one that nothing refers to is there too, last and without a way back."""
    found = seen(markdown_html("A[^b] c.[^a]\n\n[^a]: one\n[^never]: three\n[^b]: two"))
    ids = [value for tag, name, value in found.attributes if name == "id"]
    targets = [value for tag, name, value in found.attributes if name == "href"]

    assert found.text == "A [1] c. [2] two ↩ 1 one ↩ 2 three"
    assert {target.removeprefix("#") for target in targets} <= set(ids)
    assert len(set(ids)) == len(ids) == 5


def test_footnotes_of_two_texts_do_not_meet() -> None:
    """Several texts are on one page."""
    first, second = (seen(markdown_html(f"{character}[^1]\n\n[^1]: x")).attributes for character in "ab")

    assert {value for _, name, value in first if name == "id"} & {
        value for _, name, value in second if name == "id"
    } == set()


@pytest.mark.parametrize(
    ("markdown", "href"),
    [
        ("see https://example.org/a_b?c=1.", "https://example.org/a_b?c=1"),
        ("(https://example.org/a_(b))", "https://example.org/a_(b)"),
        ("**https://example.org**", "https://example.org"),
        ("HTTPS://example.org!", "https://example.org"),
    ],
)
def test_a_bare_address_is_a_link(markdown: str, href: str) -> None:
    """As far as it goes; the sentence's own signs are not in it."""
    assert [value for _, name, value in seen(markdown_html(markdown)).attributes if name == "href"] == [href]


@pytest.mark.parametrize(
    "markdown",
    ["http://a.example", "www.a.example", "a@b.example", "xhttps://a.example", "`https://a.example`", "https://"],
)
def test_other_addresses_are_text(markdown: str) -> None:
    """https only, and not in code."""
    assert "a" not in seen(markdown_html(markdown)).tags


def test_a_bare_address_in_a_link_is_its_words() -> None:
    """No link is in a link."""
    assert seen(markdown_html("[https://a.example](https://b.example)")).tags.count("a") == 1


@pytest.mark.parametrize("markdown", ["$E=mc^2$", "a $x$ is 2", "$$y$$", "$$\na\n- b\n$$", "- $x$"])
def test_tex_is_a_formula(markdown: str) -> None:
    """In a line, in a paragraph of its own, in a list."""
    assert "math" in seen(markdown_html(markdown)).tags


@pytest.mark.parametrize(
    "markdown", ["$5 and $6", "5$ or 10$", "from $5 to 10$", "US$5/US$6", r"\$x\$", "`$x$`", "$ x $", "$", "$$"]
)
def test_prices_and_single_signs_are_no_formula(markdown: str) -> None:
    """As most authors mean them."""
    assert "math" not in seen(markdown_html(markdown)).tags


def test_much_tex_is_shown_as_it_was_written() -> None:
    """What is converted in one text is bounded; nothing is lost."""
    found = seen(markdown_html(f"${'x' * 1_500}$ " * 6))

    assert (found.tags.count("math"), found.tags.count("code")) == (4, 2)


def test_very_many_formulas_are_shown_as_they_were_written() -> None:
    """Regression: one text of 20,000 characters had 6,666 converted, for 0.7 s."""
    found = seen(markdown_html("$a$" * 6_666))
    steps = steps_to_render("$a$" * 6_666)

    assert (found.tags.count("math"), found.tags.count("code")) == (1_000, 5_666)
    assert steps < 60 * len("$a$" * 6_666)


def steps_to_render(markdown: str) -> int:
    """Calls and returns of functions while it is rendered: the same on every machine."""
    count = 0

    def counted(*event: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        markdown_html(markdown)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("piece", [*PIECES, "$x", "$$", "$x$ ", "https://", "https://a.b ", "[^1]", "[^1]: a\n", r"\$"])
def test_rendering_grows_with_the_text_and_no_faster(piece: str) -> None:
    """Regression: each of thousands of brackets was tried as a link's, 20 levels deep: 230 steps for a character."""
    markdown_html("[a](b) $x$"), markdown_html("[" * 2_000)  # makes the parsers
    less, more = (steps_to_render((piece * length)[:length]) for length in (2_000, 8_000))

    assert more < 5 * less
    assert more < 150 * 8_000


def test_a_text_with_very_many_brackets_has_no_links() -> None:
    """A thousand may be links; where there are more, they are shown as they are."""
    link = "[a](https://b.c) "

    assert markdown_html(link * 1_000).count("<a ") == 1_000
    assert markdown_html(link * 1_001) == f"<p>{link * 1_001}".rstrip() + "</p>\n"
