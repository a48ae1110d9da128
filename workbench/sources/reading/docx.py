"""DOCX to paragraphs: body, tables, text boxes and notes in reading order, below the headings they stand under.

What was deleted or moved away, hidden text and field codes are left out; formulas become one line of characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.sources.reading.office import ElementReader, OfficeFile
from workbench.sources.reading.paragraph import FileRefused, Paragraph, TextLine, below_headings

MAIN_PART: Final = "word/document.xml"
_LEFT_OUT: Final = frozenset({"del", "moveFrom", "Fallback", "rt"})  # `rt` says how a word is spoken
_BREAKS: Final = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_FORMULA: Final = {  # what stands before and behind these parts of a formula
    "num": ("(", ")"),
    "den": ("/(", ")"),
    "sup": ("^(", ")"),
    "sub": ("_(", ")"),
    "rad": ("√(", ")"),
}
_MAX_PARAGRAPHS: Final = 500_000
_MAX_STYLES_BELOW: Final = 20


def read_docx(file: OfficeFile) -> Iterator[Paragraph]:
    """The paragraphs in order; the place of each is its number. Raises `FileRefused`."""
    styles = _Styles()
    if "word/styles.xml" in file:
        file.read("word/styles.xml", styles)
    body = _Text(styles.headings())
    file.read(MAIN_PART, body)
    yield from below_headings(
        TextLine(text, f"paragraph {number}", is_heading)
        for number, (text, is_heading) in enumerate(body.paragraphs, 1)
    )
    for section, (part, kind) in enumerate((("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote"))):
        if part in file:
            notes = _Text(frozenset())
            file.read(part, notes)
            for number, (text, _) in enumerate(notes.paragraphs, 1):
                yield Paragraph(text, f"{kind} {number}", None, -1 - section)


class _Styles(ElementReader):
    """Which paragraph styles are headings, by their names in English, which every language's Word writes."""

    def __init__(self) -> None:
        super().__init__()
        self._style = ""
        self._names: dict[str, str] = {}
        self._below: dict[str, str] = {}
        self._outlined: set[str] = set()

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        if name == "style":
            self._style = attributes.get("styleId", "")
        elif name == "name" and self._style:
            self._names[self._style] = value.lower()
        elif name == "basedOn":
            self._below[self._style] = value
        elif name == "outlineLvl" and value.isdecimal() and int(value) < 9:
            self._outlined.add(self._style)

    def end(self, name: str) -> None:
        if name == "style":
            self._style = ""

    def headings(self) -> frozenset[str]:
        """The ids of styles that are headings, or based on one."""
        return frozenset(each for each in self._names if self._is_heading(each))

    def _is_heading(self, style: str) -> bool:
        for _ in range(_MAX_STYLES_BELOW):
            name = self._names.get(style, "")
            if style in self._outlined or name == "title" or name.startswith("heading "):
                return True
            style = self._below.get(style, "")
        return False


class _Text(ElementReader):
    """The paragraphs of a part; a row of a table is one paragraph."""

    def __init__(self, heading_styles: frozenset[str]) -> None:
        super().__init__()
        self.paragraphs: list[tuple[str, bool]] = []
        self._heading_styles = heading_styles
        self._open: list[tuple[list[str], bool]] = []  # a text box is a paragraph in a paragraph
        self._rows: list[list[str]] = []
        self._skipped = 0
        self._is_text = self._is_hidden = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped or name in _LEFT_OUT:
            self._skipped += 1
        elif name == "p":
            self._open.append(([], False))
        elif name == "r":
            self._is_hidden = False
        elif name == "vanish":
            self._is_hidden = attributes.get("val", "true") not in ("0", "false", "off")
        elif name == "t":
            self._is_text = not self._is_hidden
        elif name == "tr":
            self._rows.append([])
        elif name == "pStyle" and self._open:
            self._open[-1] = (self._open[-1][0], attributes.get("val") in self._heading_styles)
        elif name == "outlineLvl" and self._open and attributes.get("val", "9") in "012345678":
            self._open[-1] = (self._open[-1][0], True)
        elif name in _BREAKS and self._open and "pos" not in attributes:  # a `tab` with a position is a stop
            self._open[-1][0].append(_BREAKS[name])
        elif name in _FORMULA and self._open:
            self._open[-1][0].append(_FORMULA[name][0])

    def end(self, name: str) -> None:
        if len(self.paragraphs) > _MAX_PARAGRAPHS:
            raise FileRefused(f"is too long for one source: it has more than {_MAX_PARAGRAPHS:,} paragraphs. Split it.")
        if self._skipped:
            self._skipped -= 1
        elif name == "t":
            self._is_text = False
        elif name in _FORMULA and self._open:
            self._open[-1][0].append(_FORMULA[name][1])
        elif name == "p" and self._open:
            pieces, is_heading = self._open.pop()
            text = "".join(pieces).strip()
            if text and self._rows:
                self._rows[-1].append(" ".join(text.split()))
            elif text:
                self.paragraphs.append((" ".join(text.split()) if is_heading else text, is_heading))
        elif name == "tr" and self._rows:
            row = " | ".join(self._rows.pop())
            if row and self._rows:
                self._rows[-1].append(row)
            elif row:
                self.paragraphs.append((row, False))

    def text(self, data: str) -> None:
        if self._is_text and self._open:
            self._open[-1][0].append(data)
