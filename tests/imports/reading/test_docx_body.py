"""Documents of LibreOffice and pandoc; how they were made stands beside them in `files/README.md`."""

from __future__ import annotations

from tests.imports.reading.test_docx import read, texts


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
    assert [each.kind for each in file.findings] == ["comment", "merged cells", "formula", "tracked change"]


def test_what_libreoffice_wraps_is_found() -> None:
    """A picture with its caption in a frame, contents, links with spaces, text in shapes; signs stay signs."""
    file, _ = read("mole.docx")
    blocks = file.lessons[0].blocks

    assert [each.type for each in blocks] == ["image", "text", "image", "text"]
    assert blocks[0].content["caption"] == "Illustration 1: In a frame"
    assert "Table of Contents" not in "".join(texts(file))
    assert "[space](https://example.org/a%20b%28c%29)" in texts(file)[1]
    assert "text in shape" in texts(file)[1] and "漢字" in texts(file)[1]
    assert {each.kind for each in file.findings} == {
        *("table in a table", "picture without words", "link", "footnote", "table of contents"),
        "reading aid",
    }


def test_a_document_of_pandoc_is_kept() -> None:
    """Items of several paragraphs, numbers that go on behind them, notes with links, formulas with their signs."""
    file, _ = read("lights.docx")
    first, *_, formulas, last = texts(file)

    assert "H₂O, m²" in first
    assert "1. One\n\n   continued\n2. Two\n    1. nested\n    2. again\n\n```\nx = 1\n```\n\n3. Three" in first
    assert "[^1]: It is **deep**, see [here](https://example.org/deep). Second paragraph of the note." in first
    assert formulas.startswith("E=mc^(2)+(a)/(b)+√(x)+∑\\_(i=1)^(n)i")
    assert last == "Line one\\\nline two\n\nالميناء هادئ"
    assert [each.content["caption"] for each in file.lessons[1].blocks if each.type == "image"] == ["A light", ""]
