"""Files as people and attackers make them: office documents from their XML, PDFs by pypdf, and files to be refused."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

FILES: Final = Path(__file__).with_name("files")
WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SLIDES: Final = "http://schemas.openxmlformats.org/presentationml/2006/main"
LAUGHS: Final = (
    '<!DOCTYPE w:document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
OUTSIDE: Final = '<!DOCTYPE w:document [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'


_FONT: Final = {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica"}


def archive(parts: dict[str, str | bytes]) -> bytes:
    """A ZIP archive of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return out.getvalue()


def word(body: str, *, declared: str = "", styles: str = "", footnotes: str = "") -> bytes:
    """A DOCX of this body, with further parts; `w:` is the namespace of each."""
    document = f'<?xml version="1.0"?>{declared}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    parts = {"styles": styles, "footnotes": footnotes}
    further = {f"word/{name}.xml": f'<x xmlns:w="{WORD}">{xml}</x>' for name, xml in parts.items() if xml}
    return archive({"word/document.xml": document, **further})


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of a DOCX."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def slides(*texts: str) -> bytes:
    """A PPTX with a slide for each text, listed against the order of their names."""
    parts: dict[str, str | bytes] = {}
    ids = rels = ""
    for number, text in enumerate(texts, 1):
        part = f"slides/slide{100 - number}.xml"
        shape = f"<p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
        parts[f"ppt/{part}"] = f'<p:sld xmlns:p="{_SLIDES}" xmlns:a="{_DRAWING}">{shape}</p:sld>'
        ids += f'<p:sldId r:id="r{number}" id="{255 + number}"/>'
        rels += f'<Relationship Id="r{number}" Type="{OFFICE}/slide" Target="{part}"/>'
    deck = f'<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{OFFICE}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>'
    parts["ppt/presentation.xml"] = deck
    parts["ppt/_rels/presentation.xml.rels"] = f"<Relationships>{rels}</Relationships>"
    return archive(parts)


def pdf(*pages: str, password: str | None = None, bookmarks: dict[int, str] | None = None) -> bytes:
    """A PDF with a page for each text, in letters of ASCII; a page of `""` is blank. `bookmarks` are by page."""
    writer = PdfWriter()
    font = DictionaryObject({NameObject(f"/{key}"): NameObject(f"/{value}") for key, value in _FONT.items()})
    fonts = DictionaryObject({NameObject("/F1"): font})
    for text in pages:
        page = writer.add_blank_page(595, 842)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        lines = "".join(f"({line}) Tj 0 -14 Td " for line in text.split("\n")) if text else ""
        stream.set_data(f"BT /F1 11 Tf 40 800 Td {lines}ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
    for page_number, title in (bookmarks or {}).items():
        writer.add_outline_item(title=title, page_number=page_number - 1)
    if password is not None:
        writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


REFUSED: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "empty.txt": (lambda: b"", "is empty"),
    "blank.txt": (lambda: b" \n\n\t\n", "has no text in it"),
    "picture.txt": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(50), "is a picture"),
    "page.html": (lambda: b"<!DOCTYPE html><p>Hello", "is a web page or XML"),
    "no.pdf": (lambda: b"Dear reader, this is text.", "is no PDF"),
    "cut.pdf": (lambda: pdf("One page.")[:-200], "is cut off"),
    "scanned.pdf": (lambda: pdf("", "", ""), "has no text on pages 1 to 3: scanned"),
    "password.pdf": (lambda: pdf("Secret.", password="x"), "has a password"),
    "broken.pdf": (lambda: b"%PDF-1.7\n" + b"1 0 obj<<>>endobj\n" * 20 + b"startxref\n9\n%%EOF", "is damaged"),
    "old.doc": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is an old Office file"),
    "rich.rtf": (lambda: b"{\\rtf1 Hello}", "is an RTF file"),
    "sheet.docx": (lambda: archive({"xl/workbook.xml": "<workbook/>"}), "is an Excel workbook"),
    "book.docx": (lambda: archive({"META-INF/container.xml": "<x/>"}), "is an e-book"),
    "archive.docx": (lambda: archive({"a.txt": "a"}), "is an archive"),
    "cut.docx": (lambda: word(paragraph("One."))[:-30], "is damaged"),
    "part-cut.docx": (lambda: archive({"word/document.xml": "<w:document><w:body>"}), "is damaged"),
    "laughs.docx": (lambda: word(paragraph("&c;"), declared=LAUGHS), "declares XML entities"),
    "outside.docx": (lambda: word(paragraph("&secret;"), declared=OUTSIDE), "declares XML entities"),
    "macros.docm": (lambda: archive({"word/document.xml": "<x/>", "word/vbaProject.bin": b"x"}), "holds macros"),
    "deep.docx": (lambda: word("<w:p>" * 5_000 + "</w:p>" * 5_000), "are nested more than 256 deep"),
    "bomb.docx": (
        lambda: archive({"word/document.xml": b"<w>" + b" " * 101_000_000 + b"</w>"}),
        "unpacks to more than",
    ),
    "missing.pptx": (
        lambda: archive({"ppt/presentation.xml": _deck_without_slide()}),
        "is damaged: slide 1 is not in it",
    ),
    "laughs.pptx": (
        lambda: archive({"ppt/presentation.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}),
        "declares XML entities",
    ),
    "other.txt": (lambda: "Grüße\n".encode("cp1252") * 3, "is not UTF-8"),
    "zeros.txt": (lambda: "Hello".encode("utf-16-le"), "contains null bytes"),
    "none.srt": (lambda: b"Hello, no time here.", "has no time in it"),
    "long.txt": (lambda: b"x" * 999 + b"\n\n" + (b"word " * 290 + b"\n\n") * 20_001, "more than 20,000 passages"),
}
"""Files that are refused, and what their one sentence says."""


def _deck_without_slide() -> str:
    return (
        f'<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst>'
        "</p:presentation>"
    )
