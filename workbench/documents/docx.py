"""DOCX: the paragraphs and tables of a part with their content, read as XML events; and as plain paragraphs.

Deleted or moved text and field instructions are left out; hidden text is kept apart from the runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from workbench.documents.docx_styles import Styles, read_styles
from workbench.documents.file_kind import WORD_PART, FileRefused
from workbench.documents.formula import FormulaReader, subscript, superscript
from workbench.documents.office import OBJECTS, ElementReader, OfficeFile, TextLimits
from workbench.documents.paragraph import Paragraph, TextLine, TextRun, below_headings
from workbench.patterns import IGNORECASE, Pattern

MAX_PARAGRAPHS: Final = 500_000
"""Most paragraphs of a document that is read as plain ones; a row of a table is one."""
_LEFT_OUT: Final = frozenset({"del", "moveFrom", "Fallback", "rt"})  # `rt` says how a word is spoken
_BREAKS: Final = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_LOOKS: Final = ("b", "i", "strike", "dstrike", "vanish")
_LINK_FIELD: Final = Pattern(r'\s*HYPERLINK\s+"([^"]{1,2000})"')
_FORMULA_FIELD: Final = Pattern(r"\s*EQ\s", IGNORECASE)
_OFF: Final = ("0", "false", "off", "none")
_AT_HEIGHT: Final[dict[str, Callable[[str], str]]] = {"superscript": superscript, "subscript": subscript}


@dataclass(slots=True)
class WordPicture:
    """A picture that a paragraph shows: the id of its relation, and its words."""

    relation: str = ""
    alternative: str = ""
    decorative: bool = False


@dataclass(slots=True)
class WordParagraph:
    """A paragraph as the document has it. `numbering` is the id of its list, `footnotes` and `comments` are ids."""

    number: int
    runs: list[TextRun] = field(default_factory=list)
    style: str = ""
    outline: int | None = None
    numbering: str = ""
    depth: int = 0
    pictures: list[WordPicture] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    objects: Counter[str] = field(default_factory=Counter)
    hidden: list[str] = field(default_factory=list)
    changes: int = 0

    @property
    def text(self) -> str:
        """Return the words alone, with the breaks of lines."""
        return "".join(run.text for run in self.runs if not run.raw).strip()


WordCell = list[WordParagraph]
WordRow = list[WordCell]


@dataclass(slots=True)
class _Table:
    rows: list[WordRow] = field(default_factory=list)
    has_merged: bool = False
    span: int = 0  # other columns that the open cell spans


class WordBody(ElementReader):
    """Hands each paragraph and each table of a part on when it is whole; a table in a table is part of its cell."""

    def __init__(
        self,
        styles: Styles,
        links: dict[str, str],
        on_paragraph: Callable[[WordParagraph], object],
        on_table: Callable[[list[WordRow], bool, bool], object] = lambda rows, has_merged, has_tables: None,
        *,
        on_row: Callable[[WordRow], object] | None = None,
        limits: TextLimits = TextLimits(),  # noqa: B008  (it is frozen)
    ) -> None:
        """`on_table` gets the rows, whether cells are merged in it, and whether there are tables in it.

        With `on_row` each row is handed on as soon as it ends, and `on_table` gets none.
        """
        super().__init__()
        self._styles, self._links, self._limits = styles, links, limits
        self._on_paragraph, self._on_table, self._on_row = on_paragraph, on_table, on_row
        self.paragraphs = self.cells = self.characters = self.contents = 0
        self._is_contents = False
        self._open: list[WordParagraph] = []
        self._boxes: list[WordParagraph] = []  # paragraphs of text boxes, which follow the one they hang on
        self._tables: list[_Table] = []
        self._has_tables = False
        self._skipped = 0
        self._in_run_looks = self._in_paragraph_looks = self._is_text = self._is_instruction = False
        self._look = dict.fromkeys(_LOOKS, False)
        self._is_code = False
        self._link = ""
        self._fields: list[tuple[list[str], bool]] = []  # instructions of open fields, and whether their text begins
        self._formula: FormulaReader | None = None
        self._height = ""

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped or name in _LEFT_OUT or (name == "sdtContent" and self._is_contents):
            self._skipped += 1
            self._is_contents = False
            if name in ("del", "moveFrom") and self._open:
                self._open[-1].changes += 1
            elif name in OBJECTS and self._open:
                self._open[-1].objects[name] += 1
            return
        handler = _BEGIN.get(name)
        if handler is not None:
            handler(self, attributes)
        if self._formula is not None:
            self._formula.begin(name, attributes)
        if handler is not None:
            return
        if self._in_run_looks and name in self._look:
            self._look[name] = attributes.get("val", "true") not in _OFF
        elif name in _BREAKS and self._open and "pos" not in attributes:  # a `tab` with a position is a stop
            self._add(_BREAKS[name])
        elif name in OBJECTS:
            self._count_object(name)

    def _count_object(self, name: str) -> None:
        """Count an object of the open paragraph; one between paragraphs is handed on with an empty one."""
        if self._open:
            self._open[-1].objects[name] += 1
        else:
            self._on_paragraph(WordParagraph(self.paragraphs, objects=Counter({name: 1})))

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if self._formula is not None:
            self._formula.end()
            if self._formula.is_whole:
                self._end_formula(self._formula.text)
        if name in ("t", "delText"):
            self._is_text = False
        elif name == "instrText":
            self._is_instruction = False
        elif name == "rPr":
            self._in_run_looks = False
        elif name == "pPr":
            self._in_paragraph_looks = False
        elif name == "hyperlink":
            self._link = ""
        elif name == "p" and self._open:
            self._end_paragraph()
        elif name == "tc" and self._tables and self._tables[-1].rows:
            self._tables[-1].rows[-1] += [[] for _ in range(self._tables[-1].span)]
            self._tables[-1].span = 0
        elif name == "tr" and self._on_row and len(self._tables) == 1 and self._tables[0].rows:
            self._on_row(self._tables[0].rows.pop())
        elif name == "tbl" and self._tables:
            self._end_table()

    def text(self, data: str) -> None:
        if self._is_instruction and self._fields:
            self._fields[-1][0].append(data)
        elif self._is_text and self._formula is not None:
            self._formula.add(data)
        elif self._is_text and self._look["vanish"]:
            if self._open:
                self._open[-1].hidden.append(data)
        elif self._is_text:
            self._add(data)

    def _add(self, text: str) -> None:
        if not self._open:
            return
        look, text = self._look, _AT_HEIGHT.get(self._height, str)(text)
        struck = look["strike"] or look["dstrike"]
        link = self._link or self._field_link()
        self.characters += len(text)
        if self.characters > self._limits.characters:
            raise FileRefused(f"has more than {self._limits.characters // 10**6} million characters. Split it.")
        self._open[-1].runs.append(TextRun(text, look["b"], look["i"], struck, self._is_code, link))

    def _field_link(self) -> str:
        for instruction, has_begun in reversed(self._fields):
            match = _LINK_FIELD.match("".join(instruction)[:2_100]) if has_begun else None
            if match:
                return match[1]
        return ""

    def _end_formula(self, text: str) -> None:
        self._formula, self._height = None, ""
        if self._open and text.strip():
            self._add(text)
            self._open[-1].formulas.append(text)

    def _end_paragraph(self) -> None:
        done = self._open.pop()
        if self._tables and self._tables[-1].rows and self._tables[-1].rows[-1]:
            self._tables[-1].rows[-1][-1].append(done)
        elif self._open:
            self._boxes.append(done)
        else:
            self._on_paragraph(done)
            boxes, self._boxes = self._boxes, []
            for box in boxes:
                self._on_paragraph(box)

    def _end_table(self) -> None:
        done = self._tables.pop()
        if not self._tables:
            self._on_table(done.rows, done.has_merged, self._has_tables)
            self._has_tables = False
        elif self._tables[-1].rows and self._tables[-1].rows[-1]:
            self._has_tables = True
            self._tables[-1].rows[-1][-1] += [paragraph for row in done.rows for cell in row for paragraph in cell]


def word_paragraphs(file: OfficeFile) -> Iterator[Paragraph]:
    """Return the paragraphs of a document with their headings, followed by its notes. Raises `FileRefused`.

    The place of each is its number among those with text; a row of a table is one paragraph.
    """
    styles = read_styles(file)
    yield from below_headings(
        TextLine(text, f"paragraph {number}", is_heading)
        for number, (text, is_heading) in enumerate(_lines(file, WORD_PART, styles), 1)
    )
    for section, kind in enumerate(("footnote", "endnote")):
        if f"word/{kind}s.xml" in file:
            for number, (text, _) in enumerate(_lines(file, f"word/{kind}s.xml", styles), 1):
                yield Paragraph(text, f"{kind} {number}", None, -1 - section)


def _lines(file: OfficeFile, part: str, styles: Styles) -> list[tuple[str, bool]]:
    """Return the texts of a part, and whether each is a heading; a table of contents is left out."""
    lines: list[tuple[str, bool]] = []

    def add(text: str, *, is_heading: bool = False) -> None:
        if text:
            lines.append((text, is_heading))
        if len(lines) > MAX_PARAGRAPHS:
            raise FileRefused(f"is too long for one source: it has more than {MAX_PARAGRAPHS:,} paragraphs. Split it.")

    def add_paragraph(paragraph: WordParagraph) -> None:
        style = styles.of_paragraph(paragraph.style)
        is_heading = paragraph.outline is not None or style.heading != 0
        if style.kind != "contents":
            add(" ".join(paragraph.text.split()) if is_heading else paragraph.text, is_heading=is_heading)

    def add_row(row: WordRow) -> None:
        add(" | ".join(filter(None, (" ".join(paragraph.text.split()) for cell in row for paragraph in cell))))

    file.read(part, WordBody(styles, {}, add_paragraph, on_row=add_row))
    return lines


def _begin_paragraph(body: WordBody, attributes: dict[str, str]) -> None:
    body.paragraphs += 1
    if body.paragraphs > body._limits.paragraphs:
        raise FileRefused(f"has more than {body._limits.paragraphs:,} paragraphs. Split it.")
    body._open.append(WordParagraph(body.paragraphs))


def _begin_run(body: WordBody, attributes: dict[str, str]) -> None:
    body._look = dict.fromkeys(_LOOKS, False)
    body._is_code, body._height = False, ""


def _begin_run_looks(body: WordBody, attributes: dict[str, str]) -> None:
    body._in_run_looks = not body._in_paragraph_looks


def _begin_paragraph_looks(body: WordBody, attributes: dict[str, str]) -> None:
    body._in_paragraph_looks = True


def _begin_text(body: WordBody, attributes: dict[str, str]) -> None:
    body._is_text = True


def _begin_instruction(body: WordBody, attributes: dict[str, str]) -> None:
    body._is_instruction = True


def _paragraph_style(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open:
        body._open[-1].style = attributes.get("val", "")


def _run_style(body: WordBody, attributes: dict[str, str]) -> None:
    style = attributes.get("val", "")
    body._is_code = body._is_code or body._styles.is_code(style)
    if body._in_run_looks:
        body._look.update(dict.fromkeys(body._styles.looks(style), True))


def _height(body: WordBody, attributes: dict[str, str]) -> None:
    if body._in_run_looks:
        body._height = attributes.get("val", "")


def _gallery(body: WordBody, attributes: dict[str, str]) -> None:
    if attributes.get("val") == "Table of Contents":
        body._is_contents, body.contents = True, body.contents + 1


def _outline(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open and attributes.get("val", "9") in tuple("012345678"):
        body._open[-1].outline = int(attributes["val"])


def _list(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open and body._in_paragraph_looks:
        body._open[-1].numbering = attributes.get("val", "")


def _list_depth(body: WordBody, attributes: dict[str, str]) -> None:
    value = attributes.get("val", "0")
    if body._open and body._in_paragraph_looks and value.isascii() and value.isdecimal():
        body._open[-1].depth = min(8, int(value[:4]))


def _count_insertion(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open and not body._in_paragraph_looks:
        body._open[-1].changes += 1


def _hyperlink(body: WordBody, attributes: dict[str, str]) -> None:
    body._link = body._links.get(attributes.get("id", ""), "")


def _simple_field(body: WordBody, attributes: dict[str, str]) -> None:
    match = _LINK_FIELD.match(attributes.get("instr", "")[:2_100])
    body._link = match[1] if match else body._link


def _field_sign(body: WordBody, attributes: dict[str, str]) -> None:
    kind = attributes.get("fldCharType")
    if kind == "begin":
        body._fields.append(([], False))
    elif kind == "separate" and body._fields:
        body._fields[-1] = (body._fields[-1][0], True)
    elif kind == "end" and body._fields:
        instruction, has_begun = body._fields.pop()
        if not has_begun and _FORMULA_FIELD.match("".join(instruction)[:100]):
            body._count_object("fieldFormula")


def _symbol(body: WordBody, attributes: dict[str, str]) -> None:
    """Add a sign by its number in a font; those of fonts of symbols mean nothing without it, and are counted."""
    try:
        number = int(attributes.get("char", ""), 16)
    except ValueError:
        return
    if number >= 0x20 and not 0xD800 <= number < 0xF900 and number <= 0xFFFF:
        body._add(chr(number))
    else:
        body._count_object("fontSymbol")


def _drawn_words(body: WordBody, attributes: dict[str, str]) -> None:
    body._add(attributes.get("string", ""))


def _formula_begins(body: WordBody, attributes: dict[str, str]) -> None:
    if body._formula is None:
        body._formula = FormulaReader()


def _footnote(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open:
        note_id = attributes.get("id", "")
        body._open[-1].footnotes.append(f"footnote {note_id}")
        body._open[-1].runs.append(TextRun(f"\x00footnote {note_id}\x00", raw=True))


def _endnote(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open:
        note_id = attributes.get("id", "")
        body._open[-1].footnotes.append(f"endnote {note_id}")
        body._open[-1].runs.append(TextRun(f"\x00endnote {note_id}\x00", raw=True))


def _comment(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open:
        body._open[-1].comments.append(attributes.get("id", ""))


def _drawing(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open:
        words = attributes.get("descr", "") or attributes.get("alt", "")
        body._open[-1].pictures.append(WordPicture(alternative=words))


def _decorative(body: WordBody, attributes: dict[str, str]) -> None:
    if body._open and body._open[-1].pictures:
        body._open[-1].pictures[-1].decorative = attributes.get("val", "1") not in _OFF


def _shows(body: WordBody, attributes: dict[str, str]) -> None:
    if not body._open:
        return
    pictures = body._open[-1].pictures
    if not pictures or pictures[-1].relation:
        pictures.append(WordPicture())
    pictures[-1].relation = attributes.get("embed", "") or attributes.get("id", "") or "linked"


def _table_begins(body: WordBody, attributes: dict[str, str]) -> None:
    body._tables.append(_Table())


def _row_begins(body: WordBody, attributes: dict[str, str]) -> None:
    if body._tables:
        body._tables[-1].rows.append([])


def _cell_begins(body: WordBody, attributes: dict[str, str]) -> None:
    if body._tables and body._tables[-1].rows:
        body.cells += 1
        if body.cells > body._limits.cells:
            raise FileRefused(f"has more than {body._limits.cells:,} cells of tables. Split it.")
        body._tables[-1].rows[-1].append([])


def _merged_across(body: WordBody, attributes: dict[str, str]) -> None:
    value = attributes.get("val", "1")
    if body._tables and value.isascii() and value.isdecimal():
        body._tables[-1].span = min(60, int(value[:3])) - 1
        body._tables[-1].has_merged = True


def _merged_down(body: WordBody, attributes: dict[str, str]) -> None:
    if body._tables:
        body._tables[-1].has_merged = True


_BEGIN: Final[dict[str, Callable[[WordBody, dict[str, str]], None]]] = {
    "p": _begin_paragraph,
    "r": _begin_run,
    "rPr": _begin_run_looks,
    "pPr": _begin_paragraph_looks,
    "t": _begin_text,
    "instrText": _begin_instruction,
    "pStyle": _paragraph_style,
    "rStyle": _run_style,
    "vertAlign": _height,
    "outlineLvl": _outline,
    "docPartGallery": _gallery,
    "numId": _list,
    "ilvl": _list_depth,
    "ins": _count_insertion,
    "moveTo": _count_insertion,
    "hyperlink": _hyperlink,
    "fldSimple": _simple_field,
    "fldChar": _field_sign,
    "oMath": _formula_begins,
    "sym": _symbol,
    "textpath": _drawn_words,
    "footnoteReference": _footnote,
    "endnoteReference": _endnote,
    "commentReference": _comment,
    "docPr": _drawing,
    "decorative": _decorative,
    "blip": _shows,
    "imagedata": _shows,
    "tbl": _table_begins,
    "tr": _row_begins,
    "tc": _cell_begins,
    "gridSpan": _merged_across,
    "vMerge": _merged_down,
}
