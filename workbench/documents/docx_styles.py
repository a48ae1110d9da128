"""Interpret the styles and lists of a Word document: headings with their level, quotes, code, bullets and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from workbench.documents.office import ElementReader, OfficeFile
from workbench.patterns import Pattern

_MOST_BELOW: Final = 20
_LOOKS: Final = ("b", "i", "strike")
_CAPTIONS: Final = ("caption", "illustration", "figure", "drawing")
_HEADING: Final = Pattern(r"heading ([1-9])")
_LIST: Final = Pattern(r"list (?:bullet|number) ([2-5])")
_CODE: Final = frozenset({"html preformatted", "macro text", "source code", "code", "preformatted text", "plain text"})
_CODE_WORDS: Final = frozenset({"verbatim char", "html code", "html typewriter", "source text", "code char"})


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """The meaning of a paragraph style. `heading` is a level, 0 for none, -1 for the title of the document.

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
    looks: set[str] = field(default_factory=set)


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
            elif name in _LOOKS and attributes.get("val", "true") not in ("0", "false", "off"):
                self._open.looks.add(name)

    def end(self, name: str) -> None:
        if name == "style":
            self._open = None
        elif name == "docDefaults":
            self._is_default = False

    def of_paragraph(self, style_id: str) -> ParagraphStyle:
        """Return the meaning of the style with this id; an unknown one has none."""
        if style_id not in self._found:
            self._found[style_id] = self._meaning(style_id)
        return self._found[style_id]

    def is_code(self, style_id: str) -> bool:
        """Return whether a style of words within a line is one of code."""
        return any(style.name in _CODE_WORDS for style in self._chain(style_id))

    def looks(self, style_id: str) -> set[str]:
        """Return how words of a style within a line look: `b`, `i` and `strike`."""
        return {look for style in self._chain(style_id) for look in style.looks}

    def _chain(self, style_id: str) -> Iterator[_Style]:
        for _ in range(_MOST_BELOW):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = style.below

    def _meaning(self, style_id: str) -> ParagraphStyle:
        meaning = ParagraphStyle()
        for style in self._chain(style_id):
            if not meaning.numbering and style.numbering:
                meaning = replace(meaning, numbering=style.numbering, depth=style.depth)
            level = _level(style)
            if level:
                return replace(meaning, kind="", heading=level)
            if not meaning.kind:
                meaning = replace(meaning, kind=_kind(style.name), depth=max(meaning.depth, _depth(style.name)))
        return meaning


@dataclass(slots=True)
class _Levels:
    formats: dict[int, str] = field(default_factory=dict)
    signs: dict[int, str] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)


_NO_LEVELS: Final = _Levels()


class Numbering(ElementReader):
    """The lists of a document: whether a level has numbers, a sign or nothing, and where its numbering begins."""

    def __init__(self) -> None:
        super().__init__()
        self._abstract: dict[str, _Levels] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[tuple[str, int], int] = {}
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
        elif name == "lvlText" and self._open is not None:
            self._open.signs[self._level] = attributes.get("val", "")
        elif name == "start" and self._open is not None:
            self._open.starts[self._level] = _number(attributes, 1)
        elif name == "lvlOverride":
            self._level = _number(attributes, 0, "ilvl")
        elif name == "startOverride" and self._list:
            self._restarts[self._list, self._level] = _number(attributes, 1)
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
        """Return whether the items of a list have numbers at this depth, and no bullets."""
        return self._levels(number_id).formats.get(depth, "bullet") not in ("bullet", "none")

    def has_no_sign(self, number_id: str, depth: int) -> bool:
        """Return whether items at this depth have neither number nor bullet: such a one continues the item above."""
        levels = self._levels(number_id)
        kind = levels.formats.get(depth)
        return kind == "none" or (kind == "bullet" and depth in levels.signs and not levels.signs[depth].strip())

    def family(self, number_id: str) -> str:
        """Return an id that is the same for all lists that continue one count."""
        return self._lists.get(number_id, number_id)

    def start(self, number_id: str, depth: int) -> int:
        """Return the number of the first item at a depth."""
        return self._levels(number_id).starts.get(depth, 1)

    def restart(self, number_id: str, depth: int) -> int | None:
        """Return the number that a list restarts with at a depth; `None` if it continues its numbering."""
        return self._restarts.get((number_id, depth))

    def _levels(self, number_id: str) -> _Levels:
        return self._abstract.get(self._lists.get(number_id, ""), _NO_LEVELS)


def read_styles(file: OfficeFile) -> Styles:
    """Return the styles of a document; empty if it has none. Raises `FileRefused`."""
    styles = Styles()
    if "word/styles.xml" in file:
        file.read("word/styles.xml", styles)
    return styles


def read_numbering(file: OfficeFile) -> Numbering:
    """Return the lists of a document; empty if it has none. Raises `FileRefused`."""
    numbering = Numbering()
    if "word/numbering.xml" in file:
        file.read("word/numbering.xml", numbering)
    return numbering


def _number(attributes: dict[str, str], default: int, name: str = "val") -> int:
    value = attributes.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else default


def _level(style: _Style) -> int:
    if style.name == "title":
        return -1
    match = _HEADING.fullmatch(style.name)
    if match:
        return int(match[1])
    return style.outline + 1 if style.outline is not None and style.outline < 9 else 0


def _depth(name: str) -> int:
    """Return how deep a list of one of Word's own styles is nested: `list bullet 2` in one of `list bullet`."""
    match = _LIST.fullmatch(name)
    return int(match[1]) - 1 if match else 0


def _kind(name: str) -> str:
    if name in ("quote", "intense quote", "quotations", "block text", "block quotation"):
        return "quote"
    if name in _CODE:
        return "code"
    if name.startswith("toc ") or name in ("toc heading", "table of figures", "index heading"):
        return "contents"
    if name in _CAPTIONS:
        return "caption"
    if name.startswith("list bullet"):
        return "bullets"
    return "numbers" if name.startswith("list number") else ""
