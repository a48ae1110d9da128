"""PPTX as paragraphs."""

from __future__ import annotations

import io

from tests.documents.source_files import FILES, slides
from workbench.documents.office import OfficeFile
from workbench.documents.pptx import slide_paragraphs


def test_a_presentation_is_read_in_order() -> None:
    """One that python-pptx wrote: titles as headings, a table, the speaker's notes, a hidden slide."""
    found = slide_paragraphs(OfficeFile(io.BytesIO((FILES / "extinguishers.pptx").read_bytes())))

    assert [(paragraph.place, paragraph.heading, paragraph.text) for paragraph in found] == [
        ("slide 1", "Fire extinguishers", "Class A: wood, paper"),
        ("slide 1", "Fire extinguishers", "Class B: liquids"),
        ("slide 1, notes", "Fire extinguishers", "Ask who has used one before."),
        ("slide 2", "Pressure", "Kind | bar"),
        ("slide 2", "Pressure", "CO2 | 58"),
        ("slide 3 (hidden)", None, "A draft."),
    ]


def test_slides_stand_as_they_are_shown() -> None:
    """The presentation's list counts, not the names of its parts, whatever comes first in an entry of the list."""
    found = slide_paragraphs(OfficeFile(io.BytesIO(slides("First.", "Second."))))

    assert [paragraph.text for paragraph in found] == ["First.", "Second."]


def test_a_presentation_with_sections_is_read() -> None:
    """Their lists of slides are not slides; the file has two, and two sections."""
    path = FILES.parents[1] / "imports" / "reading" / "files" / "anchors.pptx"

    found = slide_paragraphs(OfficeFile(io.BytesIO(path.read_bytes())))

    assert list(dict.fromkeys(paragraph.place for paragraph in found)) == ["slide 1", "slide 1, notes", "slide 2"]
