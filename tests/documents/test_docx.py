"""DOCX as paragraphs."""

from __future__ import annotations

import io

from tests.documents.source_files import FILES, paragraph, word
from workbench.documents.docx import word_paragraphs
from workbench.documents.office import OfficeFile
from workbench.documents.paragraph import Paragraph


def read(data: bytes) -> list[Paragraph]:
    """The paragraphs of a DOCX."""
    return list(word_paragraphs(OfficeFile(io.BytesIO(data))))


def texts(body: str) -> list[str]:
    """The texts of a DOCX with this body."""
    return [passage.text for passage in read(word(body))]


def test_a_document_of_word_is_read_in_order() -> None:
    """One that python-docx wrote: headings, also by a style that is based on one, a list, a table, hidden text."""
    found = [(passage.heading, passage.text) for passage in read((FILES / "height.docx").read_bytes())]

    assert found[1:] == [
        ("Harness", "A harness is checked before each use: webbing, seams, buckles."),
        ("Harness", "Do not use a harness after a fall."),
        ("Harness", "Part | Life"),
        ("Harness", "Webbing | 10 years"),
        ("Ladders", "Ladders"),
        ("Angle", "Four up, one out: 75 degrees. The rest is visible."),
        ("Rescue", "A plan for rescue is written before the work begins."),
    ]


def test_headings_are_known_in_every_language() -> None:
    """By the style's name, which is English, not by its id; by an outline level; never by styles that go in circles."""
    styles = (
        '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:styleId="a"><w:name w:val="x"/><w:basedOn w:val="b"/></w:style>'
        '<w:style w:styleId="b"><w:name w:val="y"/><w:basedOn w:val="a"/></w:style>'
    )
    outlined = '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Rescue</w:t></w:r></w:p>'
    body = paragraph("Leiter", "berschrift1") + paragraph("Steht.", "a") + outlined + paragraph("Plan.")

    assert [(passage.heading, passage.text) for passage in read(word(body, styles=styles))] == [
        ("Leiter", "Steht."),
        ("Rescue", "Plan."),
    ]


def test_what_is_not_in_the_document_any_more_is_left_out() -> None:
    """What was deleted or moved away, and what older programs are shown instead."""
    gone = "<w:del><w:r><w:t>no</w:t></w:r></w:del><w:moveFrom><w:r><w:t>no</w:t></w:r></w:moveFrom>"
    added = "<w:ins><w:r><w:t>yes</w:t></w:r></w:ins>"
    older = "<w:AlternateContent><w:Fallback><w:r><w:t>no</w:t></w:r></w:Fallback></w:AlternateContent>"

    assert texts(f"<w:p>{gone}{added}{older}</w:p>") == ["yes"]


def test_a_formula_keeps_its_fractions_and_powers() -> None:
    """One half is not twelve."""
    half = "<w:f><w:num><w:r><w:t>1</w:t></w:r></w:num><w:den><w:r><w:t>2</w:t></w:r></w:den></w:f>"
    square = "<w:e><w:r><w:t>v</w:t></w:r></w:e><w:sup><w:r><w:t>2</w:t></w:r></w:sup>"

    assert texts(f"<w:p><w:oMath>{half}{square}</w:oMath></w:p>") == ["(1)/(2)v^(2)"]


def test_signs_that_are_raised_or_of_a_font_are_characters() -> None:
    """Ten square metres are not 102 metres."""
    square = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r>'
    arrow = '<w:r><w:sym w:font="Arial" w:char="2192"/></w:r>'

    assert texts(f"<w:p><w:r><w:t>10 m</w:t></w:r>{square}{arrow}</w:p>") == ["10 m²→"]


def test_a_table_of_contents_is_left_out() -> None:
    """As its own part of a document, and as paragraphs in its style; the numbers of the others do not count it."""
    styles = '<w:style w:styleId="t1"><w:name w:val="toc 1"/></w:style>'
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    contents = f"<w:sdt>{gallery}<w:sdtContent>{paragraph('Pumps 1')}</w:sdtContent></w:sdt>"

    found = read(word(contents + paragraph("Valves 2", "t1") + paragraph("Text."), styles=styles))

    assert [(passage.place, passage.text) for passage in found] == [("paragraph 1", "Text.")]


def test_words_around_a_page_break_stay_apart() -> None:
    """Also where the break is within a paragraph."""
    assert texts('<w:p><w:r><w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t></w:r></w:p>') == ["a\nb"]


def test_a_text_box_is_a_paragraph_of_its_own() -> None:
    """It is in the middle of another in the file, and is read behind it."""
    box = f"<w:r><w:txbxContent>{paragraph('Note.')}</w:txbxContent></w:r>"

    assert texts(f"<w:p><w:r><w:t>Be</w:t></w:r>{box}<w:r><w:t>fore</w:t></w:r></w:p>") == ["Before", "Note."]


def test_tables_in_tables_and_breaks() -> None:
    """A row in a cell is part of that cell; a tab is a space, a tab's stop nothing."""
    inner = f"<w:tbl><w:tr><w:tc>{paragraph('b')}</w:tc><w:tc>{paragraph('c')}</w:tc></w:tr></w:tbl>"
    stop = '<w:pPr><w:tabs><w:tab w:pos="20"/></w:tabs></w:pPr>'

    assert texts(f"<w:tbl><w:tr><w:tc>{paragraph('a')}</w:tc><w:tc>{inner}</w:tc></w:tr></w:tbl>") == ["a | b | c"]
    assert texts(f"<w:p>{stop}<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>") == ["a b\nc"]


def test_footnotes_stand_at_the_end() -> None:
    """Each with its number."""
    found = read(word(paragraph("Text."), footnotes=paragraph("First.") + paragraph("Second.")))

    assert [(passage.place, passage.text) for passage in found] == [
        ("paragraph 1", "Text."),
        ("footnote 1", "First."),
        ("footnote 2", "Second."),
    ]
