"""The sample of a learner's page that the theme is seen in."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.learner_pages.theme import PageTheme
from workbench.widgets.admin.theme_sample import sample_html, sample_page


def test_a_page_is_light_or_dark_whatever_the_screen() -> None:
    """The system's setting is not asked."""
    light, dark = (sample_page(PageTheme(accent="#ffb000"), is_dark=number) for number in (False, True))

    assert "prefers-color-scheme" not in light + dark
    assert "color-scheme:dark" in dark and "color-scheme:dark" not in light


@pytest.mark.parametrize("text", [*HOSTILE, '"></iframe><script>alert(1)</script>', "(prefers-color-scheme:dark)"])
def test_a_frame_lets_nothing_out(text: str) -> None:
    """Two frames without any permission, whose pages have no script, no link, and the text as it is."""
    found = seen(sample_html(PageTheme(text, None, None, text)))
    pages = [value for _, name, value in found.attributes if name == "srcdoc"]

    assert found.tags == ["div", *["figure", "figcaption", "iframe"] * 2]
    assert [value for _, name, value in found.attributes if name == "sandbox"] == ["", ""]
    assert not {"script", "iframe", "form"} & set(seen(pages[0]).tags)
    assert not [attribute for attribute in seen(pages[1]).attributes if attribute[1] == "href"]
    assert "default-src &#x27;none&#x27;" in pages[0]
