"""DOCX as draft lessons: files of python-docx, docx for Node, LibreOffice and pandoc, and what is hard in others.

How those files were made is in `files/README.md`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.documents.source_files import paragraph, word
from tests.imports.reading.test_file_kind import read_as
from workbench.imports.reading.draft import DraftFile
from workbench.imports.reading.file_kind import ImportReading, read_file

CELL: Final = "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"
FILES: Final = Path(__file__).with_name("files")


def read(name: str) -> tuple[DraftFile, dict[str, bytes]]:
    """What is made of a file, and its pictures."""
    sent: dict[str, bytes] = {}
    return read_as((FILES / name).read_bytes(), name, sent=sent), sent


def texts(file: DraftFile) -> list[str]:
    """The Markdown of all texts."""
    return [block.content["markdown"] for lesson in file.lessons for block in lesson.blocks if block.type == "text"]


def test_headings_divide_a_document_into_lessons() -> None:
    """Those of the highest level that stands more than once; what stands before them is a lesson of its own."""
    file, _ = read("tides.docx")

    assert (file.title, file.language) == ("Tides and harbours", "en-US")
    assert [lesson.title for lesson in file.lessons] == ["Tides and harbours", "The moon pulls", "In the harbour"]
    assert [block.type for block in file.lessons[1].blocks] == ["text", "heading", "text", "image", "image", "text"]


def test_what_a_paragraph_says_is_kept() -> None:
    """Emphasis, links, lists with their depth, quotes, tables, signs that would be Markdown; a frame is a callout."""
    file, _ = read("tides.docx")

    assert texts(file)[1] == (
        "The sea **rises and falls** twice a day; see [the tables](https://example.org/tides). It costs $5 * 2, or a_b."
        "\n\nNever click here\n\n- Spring tide\n- Neap tide\n    - weak\n\n1. Read the table\n2. Add the height"
        "\n\n> Time and tide wait for no man."
    )
    assert texts(file)[2] == "| Place | Height |\n| --- | --- |\n| Brest | 7.4 m |\n| Kiel \\| Förde | 0.3 m |"
    assert file.lessons[2].blocks[-1].content == {"kind": "note", "markdown": "Never stand in a loop of a line."}


def test_pictures_have_their_words_and_captions() -> None:
    """And their bytes; one without words is reported."""
    file, sent = read("tides.docx")
    first, second = (block for block in file.lessons[1].blocks if block.type == "image")

    assert (first.content["alternativeText"], first.content["caption"]) == (
        "The moon over the harbour",
        "Figure 1: moon",
    )
    assert {first.picture, second.picture} == set(sent) and all(value.startswith(b"\x89PNG") for value in sent.values())


def test_what_cannot_be_kept_is_told_with_its_place() -> None:
    """A link that no page may follow, a formula, a comment, tracked changes."""
    file, _ = read("tides.docx")

    assert [(finding.place, finding.kind) for finding in file.findings] == [
        ("paragraph 5, below “The moon pulls”", "link"),
        ("paragraph 21, below “Heights”", "picture without alternative text"),
        ("paragraph 22, below “Heights”", "formula"),
        ("paragraph 24, below “In the harbour”", "comment"),
        ("document", "tracked change"),
    ]
    assert texts(file)[-1] == "Moor with long lines.\n\nRopes stretch"


def test_a_document_of_another_maker_is_read_alike() -> None:
    """Footnotes are Markdown's; merged cells are reported."""
    file, sent = read("fog.docx")

    first, second = texts(file)
    assert first == (
        "Fog comes **quickly** and *quietly* ~~gone~~.[^1]\n\n"
        "- One long blast\n    - under way\n\n1. Slow down\n2. Listen\n\n[^1]: COLREG, rule 19."
    )
    assert (
        second == "[The rules](https://example.org/fog)  \nsecond line\n\n| Range | Use |\n| --- | --- |\n| 6 nm |  |"
    )
    assert len(sent) == 1
    assert [finding.kind for finding in file.findings] == ["merged cells"]


def test_a_document_can_be_one_lesson() -> None:
    """Its headings stay headings, of level 2 and 3."""
    file = DraftFile("tides.docx")
    with (FILES / "tides.docx").open("rb") as source:
        read_file(source, file, ImportReading(is_one_lesson=True))

    [lesson] = file.lessons
    assert lesson.title == "Tides and harbours"
    assert [block.content["level"] for block in lesson.blocks if block.type == "heading"] == [2, 3, 2]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('<w:p><w:r><w:drawing><c:chart xmlns:c="c"/></w:drawing></w:r></w:p>', "chart"),
        ('<w:p><w:r><w:drawing><dgm:relIds xmlns:dgm="d"/></w:drawing></w:r></w:p>', "diagram"),
        ('<w:p><w:r><w:object><o:OLEObject xmlns:o="o"/></w:object></w:r></w:p>', "embedded object"),
        ('<w:p><w:r><w:drawing><a:blip xmlns:a="a" embed="rId99"/></w:drawing></w:r></w:p>', "picture"),
        (f"<w:tbl><w:tr><w:tc>{CELL}</w:tc><w:tc/></w:tr></w:tbl>", "table in a table"),
        ('<w:p><w:pPr><w:pStyle w:val="t"/></w:pPr><w:r><w:t>1 Tides 3</w:t></w:r></w:p>', "table of contents"),
    ],
)  # fmt: skip
def test_what_stands_for_something_else_is_told(body: str, kind: str) -> None:
    """Objects, relations that lead nowhere, tables of contents; the words around are kept."""
    styles = '<w:style w:styleId="t"><w:name w:val="toc 1"/></w:style>'
    file = read_as(word(paragraph("Kept.") + body, styles=styles), "a.docx")

    assert kind in [finding.kind for finding in file.findings]
    assert texts(file)[0].startswith("Kept.")


def test_a_long_document_is_several_lessons_and_texts() -> None:
    """No block and no lesson is more than can be made."""
    file = read_as(
        word(
            "".join(paragraph("A sentence of twelve words that says a little of the sea. " * 8) for _ in range(2_000))
        ),
        "a.docx",
    )

    assert len(file.lessons) > 2 and file.lessons[1].title == "a (2)"
    assert all(len(text) <= 20_000 for text in texts(file))
    assert sum(text.count("twelve") for text in texts(file)) == 16_000


def test_a_field_that_links_is_a_link() -> None:
    """Its instruction is not text."""
    sign = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    body = (
        f'<w:p>{sign.format("begin")}<w:r><w:instrText> HYPERLINK "https://example.org/a" </w:instrText></w:r>'
        f"{sign.format('separate')}<w:r><w:t>here</w:t></w:r>{sign.format('end')}<w:r><w:t>!</w:t></w:r></w:p>"
    )

    assert texts(read_as(word(body), "a.docx")) == ["[here](https://example.org/a)!"]


def test_a_document_of_libreoffice_is_kept() -> None:
    """Styles of words, heights, lists in lists that count on, notes with emphasis, right-to-left, columns, code."""
    file, sent = read("harbour.docx")
    quays, lights = file.lessons

    assert (quays.title, lights.title, len(sent)) == ("Quays", "Lights", 1)
    assert texts(file)[0] == (
        "A **strong** quay, an *old* one, **styled** and *leaning*, ~~gone~~, 10 m² and"
        " [a link](https://example.org/quay?a=1&b=2). A footnote[^1], an endnote[^2] and a comment here.\n\n"
        "It is new stone.\\\nA second line. After a tab, with   spaces.\n\n"
        "- Ropes\n    - of hemp\n        - thin\n    - of steel\n- Bollards\n\nwith a second paragraph\n\n"
        "1. Moor\n2. Unload\n    1. crates\n\nBetween.\n\n3. Leave\n\n[^1]: It is **deep**.\n[^2]: At the end."
    )
    assert lights.blocks[0].content == {
        "alternativeText": "A lighthouse, red and white",
        "decorative": False,
        "caption": "Illustration 1: The light",
    }
    assert "Left column.\n\nRight column.\n\nالميناء هادئ **جدا** اليوم." in texts(file)[-1]
    assert [finding.kind for finding in file.findings] == ["comment", "merged cells", "formula", "tracked change"]


def test_what_libreoffice_wraps_is_found() -> None:
    """A picture with its caption in a frame, contents, links with spaces, text in shapes; signs stay signs."""
    file, _ = read("mole.docx")
    blocks = file.lessons[0].blocks

    assert [block.type for block in blocks] == ["image", "text", "image", "text"]
    assert blocks[0].content["caption"] == "Illustration 1: In a frame"
    assert "Table of Contents" not in "".join(texts(file))
    assert "[space](https://example.org/a%20b%28c%29)" in texts(file)[1]
    assert "text in shape" in texts(file)[1] and "漢字" in texts(file)[1]
    assert {finding.kind for finding in file.findings} == {
        *("table in a table", "picture without alternative text", "link", "footnote", "table of contents"),
        "reading aid",
    }


def test_a_document_of_pandoc_is_kept() -> None:
    """Items of several paragraphs, numbers that continue behind them, notes with links, formulas with their signs."""
    file, _ = read("lights.docx")
    first, *_, formulas, last = texts(file)

    assert "H₂O, m²" in first
    assert "1. One\n\n   continued\n2. Two\n    1. nested\n    2. again\n\n```\nx = 1\n```\n\n3. Three" in first
    assert "[^1]: It is **deep**, see [here](https://example.org/deep). Second paragraph of the note." in first
    assert formulas.startswith("E=mc^(2)+(a)/(b)+√(x)+∑\\_(i=1)^(n)i")
    assert last == "Line one\\\nline two\n\nالميناء هادئ"
    assert [block.content["caption"] for block in file.lessons[1].blocks if block.type == "image"] == ["A light", ""]


def test_words_around_a_page_break_stay_apart() -> None:
    """Where the break is within a paragraph, a line ends there."""
    file = read_as(word('<w:p><w:r><w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t></w:r></w:p>'), "a.docx")

    assert texts(file) == ["a\\\nb"]
