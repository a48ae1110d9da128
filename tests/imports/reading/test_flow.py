"""What runs on as blocks."""

from __future__ import annotations

from workbench.documents.paragraph import TextRun
from workbench.imports.reading.draft import DraftFile, ImportedBlock
from workbench.imports.reading.flow import Flow, cut_markdown, divide_blocks


def test_a_long_table_goes_on_in_a_second() -> None:
    """With its head again, and no row lost."""
    flow = Flow(DraftFile("a"))
    flow.table([["head", "b"], *([f"row {number}", "x" * 90] for number in range(500))], "table 1")
    flow.end()
    texts = [block.content["markdown"] for block in flow.blocks]

    assert len(texts) > 2 and all(text.startswith("| head | b |\n| --- | --- |\n") for text in texts)
    assert sum(text.count("| row ") for text in texts) == 500


def test_a_text_is_cut_between_paragraphs_or_words() -> None:
    """And comes back whole."""
    text = "\n\n".join(f"word{number} " * 400 for number in range(30))
    pieces = list(cut_markdown(text))

    assert all(len(piece) <= 20_000 for piece in pieces)
    assert " ".join(pieces).split() == text.split()
    assert [len(part) for part in cut_markdown("x" * 45_000)] == [20_000, 20_000, 5_000]


def test_a_long_heading_is_a_paragraph() -> None:
    """No heading can hold it."""
    flow = Flow(DraftFile("a"))
    flow.heading([TextRun("x" * 501)], 1, "here")
    flow.end()

    assert [block.type for block in flow.blocks] == ["text"]


def test_many_blocks_are_several_lessons() -> None:
    """Of the same title, counted."""
    lessons = divide_blocks("Sea", [ImportedBlock("text", {"markdown": "x"})] * 3_100)

    assert [(lesson.title, len(lesson.blocks)) for lesson in lessons] == [
        ("Sea", 1243),
        ("Sea (2)", 1243),
        ("Sea (3)", 614),
    ]


def test_what_is_no_picture_is_none() -> None:
    """By its bytes; the same bytes are handed on once."""
    sent = list[str]()
    flow = Flow(DraftFile("a", send_picture=lambda digest, data: sent.append(digest)))

    assert not flow.picture(b"<svg/>", "here")
    assert flow.picture(b"\x89PNG\r\n\x1a\nx", "here") and flow.picture(b"\x89PNG\r\n\x1a\nx", "here", decorative=True)
    assert len(sent) == 1 and len(flow.blocks) == 2
