"""What `docs/learners.md` and `docs/service.md` promise of a page's script and style."""

from __future__ import annotations

from tests.meta.source_tree import PACKAGE


def test_the_script_and_the_style_are_as_small_as_promised() -> None:
    """Under 10 KB and under 15 KB, as they are in each page."""
    folder = PACKAGE / "learner_pages"

    assert (folder / "learner.min.js").stat().st_size < 10_000
    assert (folder / "learner.css").stat().st_size < 15_000
