"""A course's link as a notebook shows it."""

from __future__ import annotations

import pytest

from workbench.api.content.course_sharing import ShareLink


@pytest.mark.parametrize("url", ["javascript:alert(1)", 'https://x/"><script>alert(1)</script>'])
def test_a_link_is_only_a_link(url: str) -> None:
    """A service gave it: no script runs from it, none is in it."""
    shown = ShareLink(url, is_public=True)._repr_mimebundle_()["text/html"]

    assert 'href="javascript' not in shown
    assert "<script" not in shown
