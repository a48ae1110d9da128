"""The theme around a page: text only, a style with a hash of its own, and none without a theme."""

from __future__ import annotations

import base64
import hashlib

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.learner_pages.document import HEADERS, document, page_headers
from workbench.learner_pages.theme import PageLogo, PageTheme

LOGO = PageLogo("/s/c/a/0.png", "A crane", 40, 30)


def themed(theme: PageTheme) -> str:
    """A page with the theme."""
    return document("Tides", "<p>Sea</p>", language="EN", theme=theme)


def test_without_a_theme_a_page_is_as_before() -> None:
    """To the byte, its policy too."""
    assert themed(PageTheme()) == document("Tides", "<p>Sea</p>", language="EN")
    assert page_headers(theme=PageTheme()) == HEADERS


def test_the_style_is_allowed_by_its_hash() -> None:
    """No attribute has a style."""
    theme = PageTheme("Harbour", LOGO, "#ffb000", "Quay 4")
    page = themed(theme)
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()

    assert f"style-src 'sha256-{digest}';" in page_headers(theme=theme)["content-security-policy"]
    assert "--accent:#8f6300" in style
    assert not [name for _, name, _ in seen(page).attributes if name == "style"]


def test_a_logo_beside_a_name_says_nothing_of_its_own() -> None:
    """Alone it has its words."""
    alone, beside = themed(PageTheme("", LOGO)), themed(PageTheme("Harbour", LOGO))

    assert 'alt="A crane"' in alone
    assert 'alt=""' in beside


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_footers_are_text(text: str) -> None:
    """Neither a tag nor an attribute comes of them."""
    plain, page = themed(PageTheme("x", LOGO, None, "x")), themed(PageTheme(text, LOGO, None, text))

    assert list(seen(page).tags) == list(seen(plain).tags)
    assert len(seen(page).attributes) == len(seen(plain).attributes)
