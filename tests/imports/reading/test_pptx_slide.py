"""Presentations of LibreOffice and pandoc; how they were made stands beside them in `files/README.md`."""

from __future__ import annotations

from tests.imports.reading.test_docx import read, texts


def test_presentations_of_libreoffice_are_kept() -> None:
    """Placeholders of its layouts, notes, shapes, groups, heights; boxes where there are no placeholders."""
    quays, _ = read("quays.pptx")
    slips, sent = read("slips.pptx")

    assert [each.content["text"] for each in quays.lessons[0].blocks if each.type == "heading"] == [
        *("Quays", "Two columns", "Only a title"),
    ]
    assert texts(quays)[-1] == "H₂O and a box\n\nin a group"
    assert texts(slips)[0] == (
        "The harbour\n\n- Quays of **stone**\n    - north [link](https://example.org/q)\n- Lights, *red*\n\n"
        "1. Moor\n2. Leave"
    )
    assert [each.type for each in slips.lessons[0].blocks] == ["text", "authorNote", "text", "image", "text"]
    assert [each.kind for each in slips.findings] == ["formula", "hidden slide"] and len(sent) == 1


def test_a_presentation_of_pandoc_is_kept() -> None:
    """Sections, columns, a table, a formula, notes for authors."""
    file, sent = read("lamps.pptx")
    [lesson] = file.lessons

    assert [each.content["text"] for each in lesson.blocks if each.type == "heading"] == [
        *("Section one", "Quays", "Columns", "Section two", "Table and formula", "Code", "Notes"),
    ]
    assert "- a **b**\n    - c *d*\n- e code\n\n1. One\n2. Two" in texts(file)
    assert "| A | B |\n| --- | --- |\n| 1 | 2 |\n\nE=mc^(2) and note¹" in texts(file)
    assert len(sent) == 1
