"""Pictures, recordings and files as HTML, with a link and without."""

from __future__ import annotations

import pytest

from tests.markup import seen
from workbench.authoring.blocks.output import MediaLink
from workbench.authoring.rendering.blocks import block_html

ASSET = "a2s4d6f8g0h1j3k5l7z9x2c4v"
HOSTILE = '"><script>alert(1)</script>'


def link(media_type: str = "image/png", name: str = "dough.png") -> dict[str, MediaLink]:
    """Where the asset is."""
    return {ASSET: MediaLink("/s/c/a/0f.png", media_type, name, 1200, 800)}


def test_a_picture_has_its_words_its_size_and_its_caption() -> None:
    """So that nothing jumps while it loads, and who cannot see it reads what it shows."""
    content = {"asset": ASSET, "alternativeText": "Dough over the rim", "caption": "After an hour"}
    html = block_html("image", content, "EN", links=link())

    assert '<img src="/s/c/a/0f.png" alt="Dough over the rim" width="1200" height="800" loading="lazy"' in html
    assert '<figcaption dir="auto">After an hour</figcaption>' in html


def test_decoration_is_passed_over() -> None:
    """Its alternative text is empty, whatever is there."""
    html = block_html("image", {"asset": ASSET, "alternativeText": "A line", "decorative": True}, "EN", links=link())

    assert 'alt=""' in html and "A line" not in html


@pytest.mark.parametrize("kind", ["audio", "video"])
def test_a_recording_is_played_where_it_stands(kind: str) -> None:
    """With a name for who cannot see it, and a link for who cannot play it."""
    html = block_html(
        kind, {"asset": ASSET, "caption": "How dough is folded"}, "EN", links=link(f"{kind}/mp4", "fold.mp4")
    )

    assert f'<{kind} controls preload="metadata" aria-label=' in html
    assert '<a href="/s/c/a/0f.png">How dough is folded</a>' in html


def test_a_file_is_a_download_that_says_what_it_is() -> None:
    """By its caption, else by its name."""
    with_caption = block_html(
        "file", {"asset": ASSET, "caption": "The recipe"}, "EN", links=link("application/pdf", "r.pdf")
    )
    without = block_html("file", {"asset": ASSET, "caption": ""}, "EN", links=link("application/pdf", "r.pdf"))

    assert '<a href="/s/c/a/0f.png" download>The recipe</a> (File)' in with_caption
    assert '<a href="/s/c/a/0f.png" download>r.pdf</a> (File)' in without


@pytest.mark.parametrize("kind", ["image", "audio", "video", "file"])
def test_hostile_words_stay_words(kind: str) -> None:
    """In the caption, the alternative text and the name of the file; with a link and without."""
    content = {"asset": ASSET, "caption": HOSTILE, "alternativeText": HOSTILE}
    for links in ({}, link(name=HOSTILE)):
        shown = seen(block_html(kind, content, "EN", links=links))

        assert "<script" not in block_html(kind, content, "EN", links=links)
        assert kind == "image" or HOSTILE in shown.text


@pytest.mark.parametrize("asset", ['x" onload="alert(1)', "../../etc/passwd", "", "A" * 65, 5, None])
def test_an_asset_that_is_none_is_shown_as_words(asset: object) -> None:
    """What its schema refuses never becomes an address."""
    html = block_html("image", {"asset": asset, "alternativeText": "Dough"}, "EN", links=link())

    assert html == '<p dir="auto">Dough</p>'
