"""What the styles and lists of a Word document mean: headings with their level, quotes, code, bullets and numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from workbench.sources.reading.office import ElementReader, OfficeFile

_MOST_BELOW: Final = 20
_HEADING: Final = re.compile(r"heading ([1-9])")
_LIST: Final = re.compile(r"list (?:bullet|number) ([2-5])")
_CODE: Final = frozenset({"html preformatted", "macro text", "source code", "code", "preformatted text", "plain text"})
_CODE_WORDS: Final = frozenset({"verbatim char", "html code", "html typewriter", "source text", "code char"})


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a style makes of a paragraph. `heading` is a level, 0 for none, -1 for the title of the document.

    `numbering` and `depth` are those of a list, `numbering` empty for none.
    """

    kind: str = ""
    heading: int = 0
    numbering: str = ""
    depth: int = 0


@dataclass(slots=True)
class _Style:
    name: str = ""
    below: str = ""
    outline: int | None = None
    numbering: str = ""
    depth: int = 0


class Styles(ElementReader):
    """The styles of a document, by their names in English, which every language's Word writes."""

    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self._styles: dict[str, _Style] = {}
        self._found: dict[str, ParagraphStyle] = {}
        self._open: _Style | None = None
        self._is_default = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        if name == "docDefaults":
            self._is_default = True
        elif name == "lang" and self._is_default:
            self.language = self.language or value
        elif name == "style":
            self._open = self._styles[attributes.get("styleId", "")] = _Style()
        elif self._open is not None:
            if name == "name":
                self._open.name = value.lower()
            elif name == "basedOn":
                self._open.below = value
            elif name == "outlineLvl" and value.isdecimal():
                self._open.outline = int(value)
            elif name == "numId":
                self._open.numbering = value
            elif name == "ilvl" and value.isdecimal():
                self._open.depth = int(value)

    def end(self, name: str) -> None:
        if name == "style":
            self._open = None
        elif name == "docDefaults":
            self._is_default = False

    def of_paragraph(self, style_id: str) -> ParagraphStyle:
        """What the style of this id means; one that is not there means nothing."""
        if style_id not in self._found:
            self._found[style_id] = self._meaning(style_id)
        return self._found[style_id]

    def is_code(self, style_id: str) -> bool:
        """Whether a style of words within a line is one of code."""
        return self._styles.get(style_id, _Style()).name in _CODE_WORDS

    def _meaning(self, style_id: str) -> ParagraphStyle:
        found = ParagraphStyle()
        for _ in range(_MOST_BELOW):
            style = self._styles.get(style_id)
            if style is None:
                break
            if not found.numbering and style.numbering:
                found = replace(found, numbering=style.numbering, depth=style.depth)
            level = _level(style)
            if level:
                return replace(found, kind="", heading=level)
            if not found.kind:
                found = replace(found, kind=_kind(style.name), depth=max(found.depth, _depth(style.name)))
            style_id = style.below
        return found


@dataclass(slots=True)
class _Levels:
    formats: dict[int, str] = field(default_factory=dict)


class Numbering(ElementReader):
    """The lists of a document: whether a level of one has numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._abstract: dict[str, _Levels] = {}
        self._lists: dict[str, str] = {}
        self._open: _Levels | None = None
        self._level = 0
        self._list = ""

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "abstractNum":
            self._open = self._abstract[attributes.get("abstractNumId", "")] = _Levels()
        elif name == "lvl":
            number = attributes.get("ilvl", "0")
            self._level = int(number) if number.isdecimal() else 0
        elif name == "numFmt" and self._open is not None:
            self._open.formats[self._level] = attributes.get("val", "")
        elif name == "num":
            self._list = attributes.get("numId", "")
        elif name == "abstractNumId" and self._list:
            self._lists[self._list] = attributes.get("val", "")

    def end(self, name: str) -> None:
        if name == "abstractNum":
            self._open = None
        elif name == "num":
            self._list = ""

    def has_numbers(self, number_id: str, depth: int) -> bool:
        """Whether the items of a list have numbers at this depth, and no bullets."""
        levels = self._abstract.get(self._lists.get(number_id, ""))
        return levels is not None and levels.formats.get(depth, "bullet") not in ("bullet", "none")


def read_styles(file: OfficeFile) -> tuple[Styles, Numbering]:
    """Styles and lists of a document; empty ones where it has none. Raises `FileRefused`."""
    styles, numbering = Styles(), Numbering()
    if "word/styles.xml" in file:
        file.read("word/styles.xml", styles)
    if "word/numbering.xml" in file:
        file.read("word/numbering.xml", numbering)
    return styles, numbering


def _level(style: _Style) -> int:
    if style.name == "title":
        return -1
    found = _HEADING.fullmatch(style.name)
    if found:
        return int(found[1])
    return style.outline + 1 if style.outline is not None and style.outline < 9 else 0


def _depth(name: str) -> int:
    """How deep the lists of Word's own styles stand: `list bullet 2` in one of `list bullet`."""
    found = _LIST.fullmatch(name)
    return int(found[1]) - 1 if found else 0


def _kind(name: str) -> str:
    if name in ("quote", "intense quote", "quotations", "block text", "block quotation"):
        return "quote"
    if name in _CODE:
        return "code"
    if name.startswith("toc ") or name in ("toc heading", "table of figures", "index heading"):
        return "contents"
    if name == "caption":
        return "caption"
    if name.startswith("list bullet"):
        return "bullets"
    return "numbers" if name.startswith("list number") else ""
