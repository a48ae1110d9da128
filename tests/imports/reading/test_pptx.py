"""PPTX as draft lessons: files of python-pptx and of PptxGenJS."""

from __future__ import annotations

from tests.imports.reading.test_docx import read, texts


def test_a_slide_is_a_heading_and_what_is_on_it() -> None:
    """The first title is the lesson's; lists with their depth, tables, pictures with their words, links."""
    file, sent = read("knots.pptx")

    [lesson] = file.lessons
    assert (lesson.title, file.title) == ("Knots", "Knots")
    assert [each.type for each in lesson.blocks] == [
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

    assert [each.content["markdown"] for each in file.lessons[0].blocks if each.type == "authorNote"] == [
        "Show it slowly, twice."
    ]


def test_a_chart_is_told() -> None:
    """With its slide."""
    file, _ = read("knots.pptx")

    assert [(each.place, each.kind) for each in file.findings] == [("slide 3", "chart")]


def test_sections_divide_a_presentation_into_lessons() -> None:
    """In a file of another maker, whose titles are no titles."""
    file, _ = read("anchors.pptx")

    assert (file.title, [each.title for each in file.lessons]) == ("Anchors", ["Kinds", "Use"])
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

    assert [(each.place, each.kind) for each in file.findings] == [("slide 3", "hidden slide")]
