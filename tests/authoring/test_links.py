from __future__ import annotations

import pytest

from workbench.authoring.links import is_allowed, raw_html, refused_links


@pytest.mark.parametrize("address", ["https://example.org/a", "HTTPS://example.org", "mailto:ana@example.org"])
def test_https_and_mail_addresses_are_allowed(address: str) -> None:
    """A lesson may link to https pages and mail addresses, in any case."""
    assert is_allowed(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org",
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "&#106;avascript:alert(1)",
        "data:text/html,x",
        "//example.org",
        "/inside",
        "ftp://example.org",
        "https:",
        "\u200bjavascript:https://",
        "",
    ],
)
def test_every_other_address_is_refused(address: str) -> None:
    """Anything else is refused, whatever its disguise."""
    assert not is_allowed(address)


@pytest.mark.parametrize(
    "markdown",
    [
        "[a](javascript:alert(1))",
        "[a](<javascript:alert(1)>)",
        "![a](http://example.org/a.png)",
        "<javascript:alert(1)>",
        "[a]\n\n[a]: javascript:alert(1)",
        "| a |\n|---|\n| [a](data:text/html,x) |",
        "**[a](vbscript:x)**",
    ],
)
def test_a_refused_link_is_found_wherever_markdown_allows_one(markdown: str) -> None:
    """Links, images, autolinks and reference links are all read, inside other markup too."""
    assert len(refused_links(markdown)) == 1


@pytest.mark.parametrize("markdown", ["plain", "`[a](javascript:1)`", "[a](https://b.org)", "2 < 3 [sic]"])
def test_text_without_a_bad_link_passes(markdown: str) -> None:
    """Code and plain text are not links."""
    assert refused_links(markdown) == ()


def test_raw_html_is_found_outside_code_only() -> None:
    """HTML pieces are named; the same signs in code are text."""
    assert raw_html("a <b>c</b> `<i>`\n\n<script>x</script>") == ("<b>", "</b>", "<script>x</script>")


def test_a_footnote_is_no_link() -> None:
    """Regression: `[^1]: Smith` was taken for a link to an address `Smith`, and the text refused."""
    assert refused_links("Bread rises.[^1]\n\n[^1]: Smith") == ()
    assert refused_links("[a]\n\n[^1]: Smith\n[a]: javascript:alert(1)\n") == ()
    assert len(refused_links("[a]\n\n[^1]: Smith\n\n[a]: javascript:alert(1)\n")) == 1
