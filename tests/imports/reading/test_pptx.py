"""PPTX as draft lessons: files of python-pptx, PptxGenJS, LibreOffice and pandoc."""

from __future__ import annotations

from tests.imports.reading.test_docx import read, texts


def test_a_slide_is_a_heading_and_what_is_on_it() -> None:
    """The first title is the lesson's; lists with their depth, tables, pictures with their words, links."""
    file, sent = read("knots.pptx")

    [lesson] = file.lessons
    assert (lesson.title, file.title) == ("Knots", "Knots")
    assert [block.type for block in lesson.blocks] == [
        *("text", "heading", "text", "authorNote", "heading", "text", "image", "text"),
    ]
    assert texts(file) == [
        "For the first day on board",
        "- Make a loop\n- The end comes up\n    - through the loop",
        "| Rope | Load |\n| --- | --- |\n| 8 mm | 1,100 kg |",
        "[More knots](https://example.org/knots)",
    ]
    assert lesson.blocks[6].content["alternativeText"] == "A coiled rope" and len(sent) == 1


def test_notes_are_notes_for_authors() -> None:
    """No learner reads them."""
    file, _ = read("knots.pptx")

    assert [block.content["markdown"] for block in file.lessons[0].blocks if block.type == "authorNote"] == [
        "Show it slowly, twice."
    ]


def test_a_chart_is_told() -> None:
    """With its slide."""
    file, _ = read("knots.pptx")

    assert [(finding.place, finding.kind) for finding in file.findings] == [("slide 3", "chart")]


def test_sections_divide_a_presentation_into_lessons() -> None:
    """In a file of another maker, whose titles are not titles."""
    file, _ = read("anchors.pptx")

    assert (file.title, [lesson.title for lesson in file.lessons]) == ("Anchors", ["Kinds", "Use"])
    assert texts(file) == [
        "Anchors\n\n- Plough\n- Danforth",
        "Five times the **depth** of water",
        "| Depth | Chain |\n| --- | --- |\n| 4 m | 20 m |",
    ]


def test_a_hidden_slide_is_left_out_and_told() -> None:
    """Of a presentation that sources are tested with."""
    from tests.documents.source_files import FILES
    from tests.imports.reading.test_file_kind import read_as

    file = read_as((FILES / "extinguishers.pptx").read_bytes(), "extinguishers.pptx")

    assert [(finding.place, finding.kind) for finding in file.findings] == [("slide 3", "hidden slide")]


def test_presentations_of_libreoffice_are_kept() -> None:
    """Placeholders of its layouts, notes, shapes, groups, heights; boxes where there are not placeholders."""
    quays, _ = read("quays.pptx")
    slips, sent = read("slips.pptx")

    assert [block.content["text"] for block in quays.lessons[0].blocks if block.type == "heading"] == [
        *("Quays", "Two columns", "Only a title"),
    ]
    assert texts(quays)[-1] == "H₂O and a box\n\nin a group"
    assert texts(slips)[0] == (
        "The harbour\n\n- Quays of **stone**\n    - north [link](https://example.org/q)\n- Lights, *red*\n\n"
        "1. Moor\n2. Leave"
    )
    assert [block.type for block in slips.lessons[0].blocks] == ["text", "authorNote", "text", "image", "text"]
    assert [finding.kind for finding in slips.findings] == ["formula", "hidden slide"] and len(sent) == 1


def test_a_presentation_of_pandoc_is_kept() -> None:
    """Sections, columns, a table, a formula, notes for authors."""
    file, sent = read("lamps.pptx")
    [lesson] = file.lessons

    assert [block.content["text"] for block in lesson.blocks if block.type == "heading"] == [
        *("Section one", "Quays", "Columns", "Section two", "Table and formula", "Code", "Notes"),
    ]
    assert "- a **b**\n    - c *d*\n- e code\n\n1. One\n2. Two" in texts(file)
    assert "| A | B |\n| --- | --- |\n| 1 | 2 |\n\nE=mc^(2) and note¹" in texts(file)
    assert len(sent) == 1
