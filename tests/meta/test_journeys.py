"""The files that docs/journeys.md names are there."""

from __future__ import annotations

import re

from tests.meta.source_tree import PACKAGE, ROOT

FILE = re.compile(r"^- `([\w/]+\.(?:py|js))`: ", re.MULTILINE)


def test_every_file_of_a_journey_is_there() -> None:
    """A file that is renamed or joined to another is renamed here too."""
    files = FILE.findall((ROOT / "docs" / "journeys.md").read_text(encoding="utf-8"))

    assert len(files) > 100
    assert [each for each in files if not (PACKAGE / each).is_file()] == []
