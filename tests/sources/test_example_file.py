"""The document to try sources with."""

from __future__ import annotations

from workbench.sources.example_file import EXAMPLE_FILE
from workbench.sources.reading import read_source


def test_the_example_is_a_source_of_five_passages() -> None:
    """One below each heading, and nothing that is left out."""
    found = read_source(EXAMPLE_FILE)

    assert [passage.heading for passage in found.passages] == [
        "Before the work",
        "Ladders",
        "Harness and rope",
        "Scaffolds",
        "If somebody falls",
    ]
    assert (found.media_type, found.notes) == ("text/markdown", ())
